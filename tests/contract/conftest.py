"""One small tree, cut and embedded once, as a store on disk and as a snapshot in memory."""

from __future__ import annotations

import contextlib
from types import SimpleNamespace

import pytest

from cw_chunking import SyntaxChunker
from cw_core import ChunkSettings, FileStamp, IndexSettings, RepoPath, SourceFile
from cw_core.progress import unobserved
from cw_core.testing import HashEmbedder, MemorySnapshot
from cw_store import Job, Layout, snapshot, update
from cw_store.indexing.read import read

FILES = {
    "src/auth/login.py": "class LoginService:\n    def login_user(self, name):\n        return self.find(name)\n\n"
    "    def find(self, name):\n        return name\n\n\ndef loginUser(name):\n    return LoginService()\n",
    "src/auth/retry.py": "import time\n\n\ndef backoff(attempt):\n    # wait longer each time\n"
    "    time.sleep(2**attempt)\n",
    "src/it's here.py": "def quoted():\n    return 'login'\n",
    "src/[id]/page two.py": "def bracketed():\n    return 'login page'\n",
    "docs/用户/指南.md": "# 用户认证\n\n用户登录 login 说明。\n\n## Größe\n\nDie Grosse Anmeldung.\n",
    "docs/plain.md": "# Retry\n\nHow to wait between retries: backoff doubles.\n\n## Shop\n\nCards are charged.\n",
    "lib/shop.go": "package shop\n\n// Charge a card.\nfunc Charge(card string) error {\n\treturn nil\n}\n",
    "lib/crlf.txt": "first line\r\nsecond login line\r\n\r\nno end",
    "lib/empty.txt": "",
    "data/notes.txt": "".join(f"paragraph {n} about shipping and returns number {n}\n\n" for n in range(60)),
    "src/login_test.py": "def test_login():\n    assert login_user('x')\n",
} | {f"clones/z{n:02}.txt": "the very same shipping words\n" for n in range(0, 20, 2)}

LATER = {f"clones/z{n:02}.txt": "the very same shipping words\n" for n in range(1, 20, 2)}
"""Written in a second run: what stands between files of the first by its path stands after them in every table."""

CHUNKER = SyntaxChunker(ChunkSettings(max_tokens=60, min_tokens=10))
EMBEDDER = HashEmbedder()


def write(root, files):
    for path, text in files.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_bytes(text.encode())


@pytest.fixture(scope="session")
def cut_files():
    """Every file of the tree, cut as the index cuts it, with its text."""
    out = []
    for path, text in (FILES | LATER).items():
        out.append((CHUNKER.chunk(SourceFile(RepoPath(path), text.encode())), text.encode()))
    return out


@pytest.fixture(scope="session")
def store(tmp_path_factory):
    """The tree as a published index, in two runs."""
    return indexed(tmp_path_factory)


@pytest.fixture(scope="session")
def store_with_table(tmp_path_factory):
    """The same, with what only large indexes have: a table in LanceDB."""
    return indexed(tmp_path_factory, table_from=1)


def indexed(tmp_path_factory, **settings):
    root, home = tmp_path_factory.mktemp("tree"), tmp_path_factory.mktemp("home")
    job = Job(root, CHUNKER, EMBEDDER, IndexSettings(workers=2, **settings), unobserved)
    layout = Layout.of(home, root)
    write(root, FILES)
    update(layout, job)
    write(root, LATER)
    update(layout, job)
    return SimpleNamespace(root=root, layout=layout, job=job)


@pytest.fixture(scope="session")
def snapshots(store, store_with_table, cut_files):
    with (
        contextlib.closing(snapshot(store.layout)) as opened,
        contextlib.closing(snapshot(store_with_table.layout)) as it,
    ):
        yield {"store": opened, "table": it, "memory": MemorySnapshot(cut_files, EMBEDDER)}


@pytest.fixture(params=["store", "memory"])
def a_snapshot(request, snapshots):
    return snapshots[request.param]


@pytest.fixture(params=["store", "table", "memory"])
def a_vector_index(request, snapshots):
    return snapshots[request.param]


@pytest.fixture
def embedder():
    return EMBEDDER


@pytest.fixture
def small_index(tmp_path):
    """A function that writes files into a tree of its own and indexes it; called again, it goes on from there."""
    root = tmp_path / "tree"
    root.mkdir()
    job = Job(root, CHUNKER, EMBEDDER, IndexSettings(workers=1), unobserved)
    layout = Layout.of(tmp_path / "home", root)

    def index(files, *, force=False):
        write(root, files)
        update(layout, job, force=force)
        return layout

    return index


@pytest.fixture
def source_of():
    """A file on disk as the index reads it."""

    def source(root, path):
        status = (root / path).stat()
        return read(root, FileStamp(RepoPath(path), status.st_size, status.st_mtime_ns), 10**9)

    return source
