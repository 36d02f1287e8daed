"""Text that is not code: cut by its own structure."""

from __future__ import annotations

from collections.abc import Callable

from cw_chunking.documents.asciidoc import split_asciidoc
from cw_chunking.documents.document import Document
from cw_chunking.documents.ini import split_ini
from cw_chunking.documents.json import split_json
from cw_chunking.documents.latex import split_latex
from cw_chunking.documents.man import split_man
from cw_chunking.documents.markdown import split_markdown
from cw_chunking.documents.notebook import code_of, split_notebook
from cw_chunking.documents.org import split_org
from cw_chunking.documents.restructuredtext import split_restructuredtext
from cw_chunking.documents.text import split_text
from cw_chunking.documents.toml import split_toml
from cw_chunking.documents.yaml import split_yaml
from cw_chunking.runs import Measure

FORMS: dict[str, Callable[[Measure], Document]] = {
    "asciidoc": split_asciidoc,
    "ini": split_ini,
    "json": split_json,
    "latex": split_latex,
    "man": split_man,
    "markdown": split_markdown,
    "notebook": split_notebook,
    "org": split_org,
    "restructuredtext": split_restructuredtext,
    "text": split_text,
    "toml": split_toml,
    "yaml": split_yaml,
}
"""How each form is read, by the word that a `language.toml` gives as its `document`."""

__all__ = ["FORMS", "Document", "code_of"]
