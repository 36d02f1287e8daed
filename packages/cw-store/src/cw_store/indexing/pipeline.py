"""Brings an index up to date with its tree: walk, diff, cut, embed, write, publish."""

from __future__ import annotations

import contextlib
import os
import sqlite3
import time
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from cw_core import (
    Digest,
    FileStamp,
    Generation,
    IndexDamaged,
    IndexIncompatible,
    IndexReport,
    IndexSettings,
    Notice,
    Observe,
    Progress,
    Skipped,
    StoreError,
)
from cw_core.ports import Chunker, Embedder, ImportRules
from cw_core.report import count_reasons
from cw_core.text import tokens
from cw_store import catalog, migrate
from cw_store.catalog import damage_told
from cw_store.indexing.diff import EVERYTHING, Changes, Known, changes_of, diff, known_files, sample
from cw_store.indexing.edges import owe_by_manifests, resolve_owed
from cw_store.indexing.embedding import Vectorizer
from cw_store.indexing.freshness import Look, forget, look, maker, remember
from cw_store.indexing.pool import Pool, prepare
from cw_store.indexing.read import is_as_before, read
from cw_store.indexing.worker import Answer, Same
from cw_store.layout import Layout
from cw_store.lock import writing
from cw_store.running import Telling
from cw_store.write import Stage, write_left_out

FIRST_STEP_BYTES = 1_000_000
STEP_BYTES = 16_000_000
STEP_SHARE = 0.04
"""A long run publishes in steps, each at most this share of what is done: that is all that a cut short one repeats."""

_SELDOM_CODE = frozenset(
    ".po .pot .json .jsonl .lock .svg .csv .tsv .txt .rst .md .html .htm .xml .map .snap .xlf .strings .ipynb".split()
)
"""Endings that come last in a first index, so that what is asked for is there sooner."""


@dataclass(frozen=True, slots=True)
class Job:
    """What an index is made of, and how. Files whose paths hold one of `first` come first."""

    root: Path
    chunker: Chunker
    embedder: Embedder | None
    settings: IndexSettings
    observe: Observe
    first: tuple[str, ...] = ()
    imports: ImportRules | None = None


def update(layout: Layout, job: Job, *, force: bool = False, lock_timeout_s: float | None = None) -> IndexReport:
    """One run. Publishes a new generation if anything changed; otherwise nothing is written.

    A long run publishes in steps, and goes on from the last one if it was cut short. A store that is damaged, or of
    another format or chunker, is built anew beside itself and then swapped in; the report says so. Another vector
    space takes new vectors alone. Raises RootRefused and IndexBusy.
    """
    begun = time.monotonic()
    timeout_s = job.settings.lock_timeout_s if lock_timeout_s is None else lock_timeout_s
    with writing(layout.lock, timeout_s), contextlib.ExitStack() as held:
        started_ns = time.time_ns()
        telling = Telling(layout.progress, job.observe)
        held.callback(telling.close)
        job = replace(job, observe=telling)
        made_by = maker(job.chunker.version, job.embedder.space.key if job.embedder else "")
        store = layout.current()
        found = look(job.root, job.settings, store, made_by)  # first: a root that is refused leaves nothing
        target = _Target.of(layout, job, force)
        if target.store != store:
            found = replace(found, touched=None)
        if found.touched is None or found.touched:
            prepare()
        job.observe(Progress("walk", len(found.stamps), len(found.stamps)))
        notices = target.notices
        try:
            report = _run(layout, target, job, found, started_ns)
        except (IndexDamaged, IndexIncompatible) as error:
            notices = (*notices, Notice("index-rebuilt", f"{error}; it was built anew"))
            if isinstance(error, IndexDamaged):
                layout.set_aside(target.store)
            target = _Target(layout.fresh(job.root), at_once=layout.current() is None)
            report = _run(layout, target, job, replace(found, touched=None), started_ns)
        layout.mark_sound(target.store)
        if report.generation.bytes_left or report.generation.vectors < report.generation.chunks:
            forget(target.store)
        else:
            remember(target.store, found.seen, made_by, report.generation.number)
        layout.touch()
    return replace(report, duration_s=time.monotonic() - begun, notices=(*notices, *report.notices))


@dataclass(frozen=True, slots=True)
class _Target:
    """The store to write to; `at_once` if its first step is to be put in force, having nothing better before it."""

    store: Path
    at_once: bool = False
    thorough: bool = False
    notices: tuple[Notice, ...] = ()

    @classmethod
    def of(cls, layout: Layout, job: Job, force: bool) -> _Target:
        """The store in force if a run can go on from it; else one that was being built; else a new one."""
        store = layout.current()
        usable, why = _usable(layout, store, job)
        if usable and store and not force:
            return cls(store, thorough=not layout.sound(store))
        readable = store is not None and (usable or not isinstance(why, IndexDamaged | IndexIncompatible))
        if store is not None and isinstance(why, IndexDamaged):
            layout.set_aside(store)
        notices = (Notice("index-rebuilt", f"{why}; it was built anew"),) if why else ()
        unfinished = layout.unfinished()
        if unfinished and _usable(layout, unfinished, job)[0]:
            return cls(unfinished, at_once=not readable, thorough=True, notices=notices)
        return cls(layout.fresh(job.root), at_once=not readable, notices=notices)


def _usable(layout: Layout, store: Path | None, job: Job) -> tuple[bool, Exception | str]:
    """True if a run can go on from a store; if not, why, or nothing where there is none."""
    if store is None:
        return False, ""
    try:
        with damage_told(), contextlib.closing(catalog.connect(store / "catalog.db")) as db:
            if not layout.sound(store) and db.execute("PRAGMA quick_check(1)").fetchone()[0] != "ok":
                raise IndexDamaged("the catalog is damaged")
            facts = catalog.facts(db)
    except (IndexDamaged, IndexIncompatible) as error:
        return False, error
    if facts.get("chunker", job.chunker.version) != job.chunker.version:
        return False, "files are cut in another way now"
    return True, ""


def _run(layout: Layout, target: _Target, job: Job, found: Look, started_ns: int) -> IndexReport:
    store = target.store
    with damage_told(), contextlib.ExitStack() as held:
        db = held.enter_context(contextlib.closing(catalog.connect(store / "catalog.db", create=True)))
        migrate.bring_up(db, migrate.scripts(), catalog.problem_in_sample)
        vectors = Vectorizer(store, db, job.embedder, layout.cache, job.settings.cache_mb * 1_000_000)
        held.callback(vectors.close)
        run = _Run(layout, target, db, job, found, vectors, started_ns)
        report = run.go()
    return replace(report, notices=(*report.notices, *vectors.notices))


@dataclass(slots=True)
class _Tally:
    """What a run has seen so far."""

    same: list[FileStamp] = field(default_factory=list)
    added: int = 0
    modified: int = 0
    dropped: int = 0
    skipped: list[tuple[Skipped, FileStamp]] = field(default_factory=list)
    by_lines: list[Skipped] = field(default_factory=list)

    @property
    def changed(self) -> bool:
        return bool(self.added or self.modified or self.dropped)


class _Run:
    """One store brought up to date."""

    def __init__(
        self,
        layout: Layout,
        target: _Target,
        db: sqlite3.Connection,
        job: Job,
        found: Look,
        vectors: Vectorizer,
        started_ns: int,
    ) -> None:
        self._layout = layout
        self._target = target
        self._db = db
        self._job = job
        self._found = found
        self._vectors = vectors
        self._started_ns = started_ns
        self._tally = _Tally()
        self._bytes_known = sum(stamp.size for stamp in found.stamps)
        self._bytes_left = 0
        self._published = 0

    def go(self) -> IndexReport:
        """Everything, step by step."""
        db, vectors, tally = self._db, self._vectors, self._tally
        before = catalog.generation(db)
        touched = self._found.touched if self._found.of == before.number else None
        changes, known = changes_of(db, self._found.stamps, touched)
        if not self._stamps_hold(changes):
            known = known_files(db)
            changes = diff(self._found.stamps, known, EVERYTHING)
        segments = catalog.segments(db)
        self._prepare(before)
        owed = bool(self._job.imports and db.execute("SELECT 1 FROM outbox WHERE kind = 'edges' LIMIT 1").fetchone())
        if changes.read or changes.gone or changes.forget or before.bytes_left or owed or not before.number:
            self._change(changes, known)
        vectors.pay(lambda: Stage(db), self._publish)
        self._tidy()
        self._in_force()
        skipped = (*self._found.skipped, *changes.skipped, *(entry for entry, _ in tally.skipped))
        write_left_out(db, count_reasons(skipped))
        if self._published:
            vectors.sweep(segments)
            catalog.give_back(db)
            db.execute("PRAGMA busy_timeout = 0")  # a reader's snapshot is no reason to wait: a later run checkpoints
            db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        return IndexReport(
            root=str(self._job.root),
            generation=catalog.generation(db),
            discovered=len(self._found.stamps) + len(self._found.skipped),
            added=tally.added,
            modified=tally.modified,
            unchanged=changes.same + len(tally.same),
            deleted=len(changes.gone) + tally.dropped,
            hard_linked=self._found.hard_linked,
            embedded=vectors.embedded,
            reused=vectors.reused,
            skipped=skipped,
            by_lines=tuple(tally.by_lines),
        )

    def _stamps_hold(self, changes: Changes) -> bool:
        """False if one of a few files that seem unchanged holds other text: then no stamp of this disk is trusted."""
        read_anyway = {stamp.path for stamp, _ in changes.read}
        chosen = sample([s for s in self._found.stamps if s.path not in read_anyway], self._started_ns)
        known = known_files(self._db, {str(stamp.path) for stamp in chosen})
        job = self._job
        for stamp in chosen:
            file = read(job.root, stamp, job.settings.max_bytes)
            if isinstance(file, Skipped) or known[stamp.path].skipped:
                continue  # gone by now, or nothing to compare with
            if file.digest != known[stamp.path].digest and is_as_before(job.root, stamp):
                return False
        return True

    def _prepare(self, before: Generation) -> None:
        """Vectors of another space, or damaged ones, are owed anew before anything else."""
        stage = Stage(self._db)
        try:
            if not before.number:
                stage.note("chunker", self._job.chunker.version)
                stage.note("base", str(_number_in_force(self._layout)))
            other = bool(self._vectors.space and before.space and before.space != self._vectors.space)
            if other:
                stage.forget_vectors()
            if self._vectors.check(stage, self._target.thorough) or other:
                self._publish(stage, bytes_left=before.bytes_left)
            elif not before.number:
                stage.keep()
        finally:
            stage.undo()

    def _change(self, changes: Changes, known: dict[str, Known]) -> None:
        """Rows out, rows in, published whenever a step is full."""
        job, tally, vectors = self._job, self._tally, self._vectors
        tasks = [task for task in changes.read if not _is_same(job, task, known, tally)]
        tasks.sort(key=lambda task: _rank(task[0], job.first))
        sizes = {str(stamp.path): stamp for stamp, _ in tasks}
        total = self._bytes_left = sum(stamp.size for stamp, _ in tasks)
        workers = job.settings.workers or min(8, os.cpu_count() or 1)
        pool = Pool(job.root, job.settings.max_bytes, job.chunker, workers, job.settings.file_timeout_s)
        stage, staged, paths = Stage(self._db), 0, list[str]()
        try:
            stage.remove(changes.gone)
            owe_by_manifests(self._db, stage, job.imports, changes.gone)
            stage.skip((), forget=changes.forget)
            stage.restamp(tally.same)
            for answer in pool.answers(tasks):
                path = answer.path if isinstance(answer, Skipped) else str(answer.stamp.path)
                self._take(stage, answer, sizes[path], known.get(path))
                paths.append(path)
                staged += sizes[path].size
                self._bytes_left -= sizes[path].size
                job.observe(Progress("chunk", total - self._bytes_left, total, path))
                if self._bytes_left and staged >= _step(total - self._bytes_left):
                    vectors.settle(stage)
                    owe_by_manifests(self._db, stage, job.imports, paths)
                    self._publish(stage)
                    self._in_force(first=True)
                    stage, staged, paths = Stage(self._db), 0, []
            vectors.settle(stage)
            owe_by_manifests(self._db, stage, job.imports, paths)
            looked_at = resolve_owed(self._db, stage, job.imports)
            if tally.changed or changes.gone or looked_at or stage.before.bytes_left or not stage.before.number:
                self._publish(stage)
            else:
                stage.note("started_ns", str(self._started_ns))
                stage.keep()
        finally:
            pool.close()
            stage.undo()

    def _take(self, stage: Stage, answer: Answer, stamp: FileStamp, before: Known | None) -> None:
        """One answer of the pool into the stage."""
        tally, path = self._tally, str(stamp.path)
        if isinstance(answer, Same):
            tally.same.append(stamp)
            stage.restamp([stamp])
            return
        was_in = before is not None and not before.skipped
        if isinstance(answer, Skipped):
            stage.remove([path])
            tally.skipped.append((answer, stamp))
            tally.dropped += was_in
            stage.skip([(answer, stamp)], forget=())
            return
        tally.added += not was_in
        tally.modified += was_in
        if answer.problem:
            tally.by_lines.append(Skipped(path, "by-lines", answer.problem))
        if before is not None and before.skipped:
            stage.skip((), forget=[path])
        self._vectors.add(stage.put(answer), answer)

    def _publish(self, stage: Stage, bytes_left: int | None = None) -> None:
        stage.note("started_ns", str(self._started_ns))
        left = self._bytes_left if bytes_left is None else bytes_left
        space = self._vectors.space or stage.before.space
        stage.publish(space=space, bytes_known=self._bytes_known, bytes_left=left)
        self._published += 1

    def _tidy(self) -> None:
        """Files of vectors in good order; not by themselves a reason to publish."""
        if not (self._published or self._target.thorough):
            return
        table_from = self._job.settings.table_from
        stage = Stage(self._db)
        try:
            if any((stage.tidy_words(), self._vectors.tidy(stage, table_from, trust_table=not self._target.thorough))):
                stage.keep()
        finally:
            stage.undo()

    def _in_force(self, first: bool = False) -> None:
        """Put the store in force: at the end, or with its first step if there is nothing better."""
        if self._layout.current() == self._target.store or (first and not self._target.at_once):
            return
        self._layout.publish(self._target.store)


def _number_in_force(layout: Layout) -> int:
    """The number of the generation that a new store is to follow, so that numbers only grow; 0 if it cannot be read."""
    store = layout.current()
    if store is None:
        return 0
    try:
        with contextlib.closing(catalog.connect(store / "catalog.db")) as db:
            return catalog.generation(db).number
    except (StoreError, sqlite3.Error):
        return 0


def _step(done: int) -> int:
    """Bytes of files of the next step, given those done."""
    return min(STEP_BYTES, max(FIRST_STEP_BYTES, int(done * STEP_SHARE)))


def _rank(stamp: FileStamp, first: Sequence[str]) -> tuple[bool, bool, int, str]:
    """What comes first in a first index: what the question names, code, what was changed in the last days."""
    named = bool(first) and not set(first).isdisjoint(tokens(stamp.path))
    return not named, stamp.path.suffix in _SELDOM_CODE, -(stamp.mtime_ns // 86_400_000_000_000), stamp.path


def _is_same(job: Job, task: tuple[FileStamp, Digest], known: dict[str, Known], tally: _Tally) -> bool:
    """True for a file that was touched, or is racy, and holds what the index holds. No parser is needed to see that."""
    stamp, digest = task
    if not digest or known[str(stamp.path)].stamp.size != stamp.size:
        return False
    file = read(job.root, stamp, job.settings.max_bytes)
    if isinstance(file, Skipped) or file.digest != digest:
        return False
    tally.same.append(stamp)
    return True
