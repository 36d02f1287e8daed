import pickle

import pytest

from cw_core import Chunk, ChunkedFile, Reference, RepoPath, SourceFile, Span, Symbol

FILE = SourceFile(RepoPath("a.py"), b"def f():\n    g()\n")
CHUNK = Chunk.cut(FILE, Span(0, 17), "python", ("a.py", "function f"), ("f",))


@pytest.mark.parametrize(
    ("symbols", "references", "comments"),
    [
        ((), (), ()),
        (
            (Symbol("f", "f", "function", Span(0, 17), (1, 2)), Symbol("h", "f.h", "function", Span(9, 17), (2, 2))),
            (Reference("g", "call", 2), Reference("x", "call", 2, "y")),
            (Span(9, 12),),
        ),
    ],
)
def test_a_cut_file_is_the_same_after_pickling(symbols, references, comments):
    cut = ChunkedFile(FILE.path, FILE.digest, "python", "syntax", (CHUNK,), symbols, references, comments, "p", "m")
    back = pickle.loads(pickle.dumps(cut))
    assert back == cut
    assert repr(back) == repr(cut)
