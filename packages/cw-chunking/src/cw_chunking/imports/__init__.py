"""Which files an import means, given the paths of a repository."""

from cw_chunking.imports.index import ImportIndex
from cw_chunking.imports.target import Target

__all__ = ["ImportIndex", "Target"]
