"""A tree whose index is to be damaged, and processes that index it and can be killed."""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import subprocess
import sys

import pytest

from cw_core import IndexSettings, RepoPath, Scope
from cw_core.progress import unobserved
from cw_core.testing import HashEmbedder, LinesChunker
from cw_core.text import tokens
from cw_store import Job, Layout, snapshot, update


class Tree:
    """A tree with its index, cut and embedded by the fakes."""

    def __init__(self, folder):
        self.folder = folder
        self.root = folder / "tree"
        self.root.mkdir()
        self.layout = Layout.of(folder / "home", self.root)

    def write(self, files):
        for path, text in files.items():
            (self.root / path).parent.mkdir(parents=True, exist_ok=True)
            (self.root / path).write_text(text, encoding="utf-8")

    def job(self, embedder=HashEmbedder(), chunker=LinesChunker(), observe=unobserved, **settings):  # noqa: B008 - frozen
        return Job(self.root, chunker, embedder, IndexSettings(**{"workers": 1} | settings), observe)

    def run(self, embedder=HashEmbedder(), table_from=100_000, **options):  # noqa: B008 - frozen
        return update(self.layout, self.job(embedder, table_from=table_from), **options)

    def texts(self):
        """The tree as it stands on disk."""
        return {
            path.relative_to(self.root).as_posix(): path.read_text(encoding="utf-8")
            for path in sorted(self.root.rglob("*"))
            if path.is_file()
        }

    def indexed(self):
        """The tree as its index tells it, every part of the store in agreement."""
        opened = snapshot(self.layout)
        try:
            found = {path: opened.file_text(RepoPath(path)).decode() for path in self.paths(opened)}
            want = {chunk.id for path in found for chunk in opened.chunks_of(RepoPath(path))}
            generation = opened.generation
            assert (generation.files, generation.chunks) == (len(found), len(want))
            query = HashEmbedder().embed_query("shared")
            hits = {hit.id for hit in opened.nearest(query, Scope(), 10**6)}
            assert len(hits) == generation.vectors
            assert hits <= want
            assert {hit.id for hit in opened.lexical(tokens("shared"), Scope(), 10**6)} == want
            return found
        finally:
            opened.close()

    def by_table(self):
        """Ids that an index with a table in LanceDB answers with, and ids that the generation holds."""
        opened = snapshot(self.layout)
        try:
            hits = {hit.id for hit in opened.nearest(HashEmbedder().embed_query("shared"), Scope(), 10**6)}
            assert opened._table is not None
            return hits, {chunk.id for path in self.paths(opened) for chunk in opened.chunks_of(RepoPath(path))}
        finally:
            opened.close()

    @staticmethod
    def paths(opened):
        return [path for (path,) in opened._db.execute("SELECT path FROM file ORDER BY path")]


@pytest.fixture(scope="session")
def template(tmp_path_factory):
    tree = Tree(tmp_path_factory.mktemp("template"))
    tree.write({f"m{n:02}.py": f"shared words of {n}\nshared lines\n" for n in range(12)})
    tree.run()
    return tree


@pytest.fixture
def tree(tmp_path, template):
    """Twelve files and their index: a copy, for making one takes a second."""
    tree = Tree(tmp_path)
    shutil.copytree(template.root, tree.root, dirs_exist_ok=True)
    shutil.copytree(template.layout.folder, tree.layout.folder)
    return tree


INDEXER = """
import os, sys, resource, signal, warnings
from pathlib import Path
warnings.simplefilter("ignore")
import lancedb, numpy, pyarrow
from cw_core import IndexSettings
from cw_core.progress import unobserved
from cw_core.testing import HashEmbedder, LinesChunker
from cw_store import Job, Layout, update
print("ready", flush=True)
for line in sys.stdin:
    home, root, limit = line.rstrip("\\n").split("\\t")
    child = os.fork()
    if not child:
        code = 1
        try:
            if int(limit):
                signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
                resource.setrlimit(resource.RLIMIT_FSIZE, (int(limit), int(limit)))
            job = Job(Path(root), LinesChunker(), HashEmbedder(), IndexSettings(workers=2), unobserved)
            print("started", os.getpid(), flush=True)
            update(Layout.of(Path(home), Path(root)), job)
            code = 0
        except BaseException as error:
            print(type(error).__name__, error, file=sys.stderr, flush=True)
        finally:
            os._exit(code)
    os.waitpid(child, 0)
    print("ended", flush=True)
"""


class Indexer:
    """Indexes trees in processes of its own; LanceDB, which takes seconds to import, is imported once for all."""

    def __init__(self):
        self.process = subprocess.Popen(
            [sys.executable, "-c", INDEXER],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            encoding="utf-8",
        )
        assert self._line() == "ready"

    def _line(self):
        return self.process.stdout.readline().strip()

    def start(self, tree, limit=0):
        """Begin a run; the id of its process. `limit` is the largest file it may write, as on a full disk."""
        self.process.stdin.write(f"{tree.folder / 'home'}\t{tree.root}\t{limit}\n")
        self.process.stdin.flush()
        started, pid = self._line().split()
        assert started == "started"
        return int(pid)

    def wait(self):
        """Until the run has ended, however it did."""
        assert self._line() == "ended"

    def kill(self, pid):
        """End a run outright, if it has not ended already."""
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)
        self.wait()

    def close(self):
        self.process.stdin.close()
        self.process.wait(30)
        self.process.stdout.close()


@pytest.fixture(scope="session")
def indexer():
    if not hasattr(os, "fork") or not hasattr(signal, "SIGKILL"):
        pytest.skip("this system cannot kill outright")
    indexer = Indexer()
    yield indexer
    indexer.close()
