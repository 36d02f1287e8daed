"""A series of edits indexed step by step is one clean index of what came out of them."""

import os
import random
import sqlite3
import time
from contextlib import closing

import pytest

from cw_chunking import ImportIndex, SyntaxChunker
from cw_core import ChunkSettings, IndexSettings, Scope
from cw_core.progress import unobserved
from cw_core.testing import HashEmbedder
from cw_core.text import tokens
from cw_store import Job, Layout, snapshot, update

WORDS = "login user retry backoff shop card charge 用户 认证 Größe alpha beta gamma".split()
CHUNKER = SyntaxChunker(ChunkSettings(max_tokens=60, min_tokens=10))
SUFFIXES = (".py", ".py", ".md", ".go", ".txt", ".ts", ".php", ".h")


class Editor:
    """A tree under random edits, each written to disk as people and tools write."""

    def __init__(self, root, seed):
        self.root = root
        self.chance = random.Random(seed)
        self.began_ns = 0
        self.branch = None

    def files(self):
        return sorted(path for path in self.root.rglob("*") if path.is_file())

    def text(self):
        pick = self.chance.choice
        lines = []
        for _ in range(self.chance.randint(0, 25)):
            a, b = pick(WORDS), pick(WORDS)
            lines += pick(
                [
                    [f"def {a}_{b}():", f"    return {b!r}", ""],
                    [f"class {a.title()}{b.title()}:", f"    def {b}(self):", f"        # {a}", "        pass", ""],
                    [f"# {a} {b}", "", f"words about {b}"],
                    [f"func {a.title()}({b} int) int {{", f"\treturn {b}", "}"],
                    [f"{a} {b}"],
                    *self.imports(a, b),
                    *self.imports(a, b),
                ]
            )
        return pick(["\n", "\n", "\r\n"]).join(lines) + pick(["", "\n"])

    def imports(self, a, b):
        n, m = self.chance.randint(0, 3), self.chance.randint(0, 3)
        return [
            [f"import src.{a}{n}", f"from .{b}{m} import {a}", "from . import deep", f"from docs import {a}{n}"],
            [f"from src.deep.{a}{n} import {b}", "import src", f"from ..{a}{n} import x", "import other.alpha1"],
            [f"import {{ {a} }} from './{b}{m}'", f"import x from '@lib/{a}{n}'", f"export * from '../src/{a}{n}'"],
            [f'import "example.com/shop/{b}"', 'import "example.com/shop/src"', f'#include "{a}{n}.h"'],
            [f"namespace App\\{a.title()};", f"use App\\{b.title()}\\Thing;"],
        ]

    def place(self):
        folder = self.chance.choice(["", "src/", "src/deep/", "docs/", "it's ü/"])
        return (
            self.root / f"{folder}{self.chance.choice(WORDS)}{self.chance.randint(0, 3)}{self.chance.choice(SUFFIXES)}"
        )

    def write(self, path, text):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text.encode())

    def edit(self):
        kind = self.chance.choice(
            "add add modify modify delete rename touch stealth binary folder ignore copy entry case switch".split()
        )
        files = self.files()
        path = self.chance.choice(files) if files else self.place()
        getattr(self, f"_{kind}")(path)

    def _add(self, _):
        self.write(self.place(), self.text())

    def _modify(self, path):
        self.write(path, self.text())

    def _copy(self, path):
        if path.is_file():
            self.write(path.with_name(f"copy {path.name}"), path.read_text(encoding="utf-8", errors="replace"))

    def _delete(self, path):
        path.unlink(missing_ok=True)

    def _rename(self, path):
        if path.is_file():
            target = self.place()
            target.parent.mkdir(parents=True, exist_ok=True)
            path.replace(target)

    def _touch(self, path):
        if path.is_file():
            os.utime(path, ns=(1, self.chance.randint(1, 10**18)))

    def _stealth(self, path):
        """Other content of the same size under the same time, in place; no sooner written than the last run began."""
        before = path.stat() if path.is_file() else None
        if before and before.st_size and before.st_mtime_ns >= self.began_ns:
            with path.open("r+b") as file:
                file.write(b"#" if file.read(1) != b"#" else b"-")
                file.seek(0)
                file.write(self.chance.choice([b"#", b"-", b"x"]))
            os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))
            os.truncate(path, before.st_size)
            os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))

    def _binary(self, path):
        if path.is_file():
            path.write_bytes(b"\0\1\2" * 50)

    def _folder(self, path):
        folder = self.root / self.chance.choice(["src", "docs"])
        if folder.is_dir():
            folder.rename(self.root / f"moved{self.chance.randint(0, 10**6)}")

    def _entry(self, _):
        """A file that stands for its folder, or a manifest: it comes, changes or goes."""
        name, text = self.chance.choice(
            [
                ("src/__init__.py", "from . import deep\n"),
                ("src/deep/__init__.py", ""),
                ("src/index.ts", "export * from './login1'\n"),
                ("go.mod", "module example.com/shop\n"),
                ("tsconfig.json", '{"compilerOptions": {"paths": {"@lib/*": ["src/*"]}}}'),
                ("tsconfig.json", '{"extends": "./base.json"}'),
                ("base.json", '{"compilerOptions": {"paths": {"@lib/*": ["docs/*"]}}}'),
                ("composer.json", '{"autoload": {"psr-4": {"App\\\\": "src/"}}}'),
            ]
        )
        if self.chance.random() < 0.3:
            (self.root / name).unlink(missing_ok=True)
        else:
            self.write(self.root / name, text)

    def _case(self, path):
        """The same name in other letters."""
        if path.is_file():
            path.replace(path.with_name(path.name.swapcase()))

    def _switch(self, _):
        """Many files at once become others, and back again."""
        kept = {path: path.read_bytes() for path in self.files()}
        if self.branch is None:
            for path in self.chance.sample(sorted(kept), len(kept) // 2):
                path.unlink()
            for _ in range(5):
                self._add(None)
        else:
            for path in kept:
                path.unlink()
            for path, raw in self.branch.items():
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_bytes(raw)
        self.branch = None if self.branch else kept

    def _ignore(self, _):
        self.write(self.root / ".cwignore", self.chance.choice(["docs/\n", "*.go\n", "", "src/*\n!src/deep/\n"]))


def state(layout):
    """Everything an index holds that does not depend on how it came about."""
    with closing(sqlite3.connect(layout.current() / "catalog.db")) as db:
        found = {
            name: sorted(db.execute(sql))
            for name, sql in {
                "files": "SELECT path, digest, size, mtime_ns, ctime_ns, inode, encoding, language, how, problem, mark,"
                " masked, bytes, uses_count, text, comments, uses FROM file",
                "chunks": "SELECT f.path, c.ordinal, c.start, c.end, c.first_line, c.last_line, c.kind, c.breadcrumb,"
                " c.names, c.reads FROM chunk c JOIN file f ON f.id = c.file_id",
                "symbols": "SELECT f.path, s.ordinal, s.name_key, s.qualified_key, s.chunk, s.name, s.kind, s.start,"
                " s.end, s.qualified, s.signature FROM symbol s JOIN file f ON f.id = s.file_id",
                "usage": "SELECT u.name_key, f.path FROM usage u JOIN file f ON f.id = u.file_id",
                "edges": "SELECT a.path, b.path, e.confidence FROM edge e JOIN file a ON a.id = e.source_id"
                " JOIN file b ON b.id = e.target_id",
                "skipped": "SELECT * FROM skipped",
                "generation": "SELECT files, chunks, vectors, space, bytes_left FROM generation"
                " ORDER BY number DESC LIMIT 1",
                "counts": "SELECT (SELECT count(*) FROM symbol), (SELECT count(*) FROM usage),"
                " (SELECT count(*) FROM chunk), (SELECT count(*) FROM file), (SELECT count(*) FROM edge),"
                " (SELECT count(*) FROM outbox)",
            }.items()
        }
        db.execute("INSERT INTO words (words) VALUES ('integrity-check')")
        held = {row for (row,) in db.execute("SELECT id FROM chunk")}
        gone = {row for (row,) in db.execute("SELECT chunk_id FROM gone")}
        assert sum(rows for (rows,) in db.execute("SELECT rows FROM segment")) == len(held) + len(gone)
        assert not held & gone
    return found


def answers(layout):
    """What an index answers: hits of several words and of several vectors, whole lists and their heads."""
    opened = snapshot(layout)
    try:
        out = {}
        for word in WORDS:
            query = HashEmbedder().embed_query(word)
            for limit in (3, 10_000):
                out[word, limit] = opened.lexical(tokens(word), Scope(), limit)
                out[word, limit, "vector"] = opened.nearest(query, Scope(), limit)
        return out
    finally:
        opened.close()


def same(found, want, places):
    assert found.keys() == want.keys()
    for key, hits in want.items():
        assert [hit.id for hit in found[key]] == [hit.id for hit in hits], key
        assert [hit.score for hit in found[key]] == pytest.approx([hit.score for hit in hits], abs=places), key


@pytest.mark.parametrize("seed", range(3) if not os.environ.get("CW_FUZZ") else random.sample(range(10**6), 20))
def test_step_by_step_equals_one_clean_run(tmp_path, seed):
    root = tmp_path / "tree"
    root.mkdir()
    table_from = 100_000 if seed else 1
    job = Job(
        root, CHUNKER, HashEmbedder(), IndexSettings(workers=1, table_from=table_from), unobserved, (), ImportIndex
    )
    layout, editor = Layout.of(tmp_path / "home", root), Editor(root, seed)
    for step in range(5):
        for _ in range(12 if not step else editor.chance.randint(1, 4)):
            editor.edit()
        editor.began_ns = time.time_ns() - 1_900_000_000
        report = update(layout, job)
        assert report.added + report.modified + report.unchanged + len(report.skipped) == report.discovered
        assert report.notices == ()
    clean = Layout.of(tmp_path / "clean", root)
    update(clean, job)
    found, want = state(layout), state(clean)
    assert found["counts"][0][-1] == 0  # nothing is owed
    for name in want:
        assert found[name] == want[name], name
    same(answers(layout), answers(clean), 1e-6)
    words = {key: hits for key, hits in answers(layout).items() if len(key) == 2}
    same(words, {key: hits for key, hits in answers(clean).items() if len(key) == 2}, 1e-9)
    assert not update(layout, job).changed
