"""Cut a file into chunks and show what it defines and uses: `python examples/chunk_a_file.py [FILE]`."""

import sys
from pathlib import Path

from cw_chunking import RepoPath, SourceFile, SyntaxChunker
from cw_core.text import tokens_in


def main() -> None:
    path = Path(sys.argv[1] if len(sys.argv) > 1 else __file__)
    # The path tells the language and begins every breadcrumb; it need not exist.
    cut = SyntaxChunker().chunk(SourceFile(RepoPath(path.name), path.read_bytes()))

    print(f"{cut.path}: {cut.language}, cut by {cut.how}")
    for chunk in cut.chunks:
        first, last = chunk.lines
        print(f"  lines {first}-{last}, {tokens_in(chunk.text)} tokens: {' > '.join(chunk.breadcrumb[1:])}")
    for symbol in cut.symbols:
        print(f"  {symbol.kind} {symbol.qualified}, lines {symbol.lines[0]}-{symbol.lines[1]}: {symbol.signature}")
    for name in sorted({use.name for use in cut.references if use.kind == "call"}):
        print(f"  calls {name}")


if __name__ == "__main__":
    main()
