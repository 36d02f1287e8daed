"""Brings an index up to date with its tree: walk, diff, cut, embed, write, publish."""

from __future__ import annotations

import contextlib
import os
import sqlite3
import time
from dataclasses import dataclass, field, replace
from pathlib import Path

from cw_core import (
    Digest,
    FileStamp,
    IndexDamaged,
    IndexIncompatible,
    IndexReport,
    IndexSettings,
    Notice,
    Observe,
    Progress,
    Skipped,
)
from cw_core.ports import Chunker, Embedder
from cw_core.report import count_reasons
from cw_store import catalog
from cw_store.indexing.diff import Changes, Known, diff, known_files
from cw_store.indexing.embedding import Vectorizer
from cw_store.indexing.pool import Pool
from cw_store.indexing.read import read
from cw_store.indexing.walk import Walk, walk
from cw_store.indexing.worker import Answer, Same
from cw_store.layout import Layout
from cw_store.lock import writing
from cw_store.write import Stage, write_left_out


@dataclass(frozen=True, slots=True)
class Job:
    """What an index is made of, and how."""

    root: Path
    chunker: Chunker
    embedder: Embedder | None
    settings: IndexSettings
    observe: Observe


def update(layout: Layout, job: Job, *, force: bool = False, lock_timeout_s: float | None = None) -> IndexReport:
    """One run. Publishes a new generation if anything changed; otherwise nothing is written.

    A store that is damaged, or of another format, chunker or vector space, is built anew beside itself and then
    swapped in; the report says so. Raises RootRefused and IndexBusy.
    """
    begun = time.monotonic()
    with writing(layout.lock, job.settings.lock_timeout_s if lock_timeout_s is None else lock_timeout_s):
        started_ns = time.time_ns()
        found = walk(job.root, job.settings)
        job.observe(Progress("walk", len(found.stamps), len(found.stamps)))
        store, notices = (None, ()) if force else _usable(layout, job)
        report: IndexReport | None = None
        if store is not None:
            try:
                report = _run(store, job, found, started_ns, create=False)
            except IndexDamaged as error:
                notices = (*notices, Notice("index-rebuilt", f"{error}; it was built anew"))
        if store is None or report is None:
            store = layout.fresh(job.root)
            report = _run(store, job, found, started_ns, create=True)
            layout.publish(store)
        layout.mark_sound(store)
    return replace(report, duration_s=time.monotonic() - begun, notices=(*notices, *report.notices))


def _run(store: Path, job: Job, found: Walk, started_ns: int, *, create: bool) -> IndexReport:
    with catalog.damage_told(), contextlib.closing(catalog.connect(store / "catalog.db", create=create)) as db:
        return _bring(db, store, job, found, started_ns)


def _usable(layout: Layout, job: Job) -> tuple[Path | None, tuple[Notice, ...]]:
    """The store in force if a run can go on from it, else None and why not."""
    store = layout.current()
    if store is None:
        return None, ()
    try:
        with contextlib.closing(catalog.connect(store / "catalog.db")) as db:
            if not layout.sound(store) and db.execute("PRAGMA quick_check(1)").fetchone()[0] != "ok":
                raise IndexDamaged("the catalog is damaged")
            facts = dict(db.execute("SELECT key, value FROM meta").fetchall())
            space = catalog.generation(db).space
    except (IndexDamaged, IndexIncompatible, sqlite3.DatabaseError) as error:
        return None, (Notice("index-rebuilt", f"{error}; it was built anew"),)
    if facts.get("chunker") != job.chunker.version:
        return None, (Notice("index-rebuilt", "files are cut in another way now; the index was built anew"),)
    if job.embedder is not None and space and space != job.embedder.space.key:
        return None, (Notice("index-rebuilt", f"its vectors were of {space}; the index was built anew"),)
    return store, ()


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


def _bring(
    db: sqlite3.Connection,
    store: Path,
    job: Job,
    found: Walk,
    started_ns: int,
) -> IndexReport:
    """Bring one store up to date."""
    stamps, unread = found.stamps, found.skipped
    known, before_ns = known_files(db)
    changes = diff(stamps, known, before_ns)
    vectors = Vectorizer(store, db, job.embedder)
    tally = _Tally()
    generation = before = catalog.generation(db)
    created = not before.number
    if changes.read or changes.gone or changes.forget or vectors.missing() or created:
        stage = Stage(db)
        try:
            _stage(stage, job, changes, known, vectors, tally)
            if tally.changed or changes.gone or vectors.missing() or created:
                stage.note("chunker", job.chunker.version)
                count, space, version = vectors.finish(stage.next_number)
                if tally.changed or changes.gone or vectors.embedded or count != generation.vectors or created:
                    generation = stage.publish(vectors=count, space=space, table_version=version, started_ns=started_ns)
                else:  # what is missing could not be had: nothing new to publish
                    stage.keep(started_ns)
                vectors.sweep(generation.number)
            else:
                stage.keep(started_ns)
        except BaseException:
            stage.undo()
            raise
    skipped = (*unread, *changes.skipped, *(entry for entry, _ in tally.skipped))
    write_left_out(db, count_reasons(skipped))
    if generation.number != before.number:
        db.execute("PRAGMA busy_timeout = 0")  # a reader's snapshot is no reason to wait: a later run checkpoints
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    return IndexReport(
        root=str(job.root),
        generation=generation,
        discovered=len(stamps) + len(unread),
        added=tally.added,
        modified=tally.modified,
        unchanged=changes.same + len(tally.same),
        deleted=len(changes.gone) + tally.dropped,
        embedded=vectors.embedded,
        skipped=skipped,
        by_lines=tuple(tally.by_lines),
        notices=tuple(vectors.notices),
    )


def _stage(
    stage: Stage, job: Job, changes: Changes, known: dict[str, Known], vectors: Vectorizer, tally: _Tally
) -> None:
    """Everything but publishing: rows out, rows in."""
    for path in changes.gone:
        vectors.drop(path, known[path].digest)
    stage.remove(changes.gone)
    tasks = [task for task in changes.read if not _is_same(job, task, known, tally)]
    sizes = {str(stamp.path): stamp for stamp, _ in tasks}
    total, done = sum(stamp.size for stamp in sizes.values()), 0
    workers = job.settings.workers or min(8, os.cpu_count() or 1)
    pool = Pool(job.root, job.settings.max_bytes, job.chunker, workers, job.settings.file_timeout_s)
    try:
        for answer in pool.answers(tasks):
            path = answer.path if isinstance(answer, Skipped) else str(answer.stamp.path)
            _take(stage, answer, sizes[path], known.get(path), vectors, tally)
            done += sizes[path].size
            job.observe(Progress("chunk", done, total, path))
    finally:
        pool.close()
    stage.restamp(tally.same)
    stage.skip(tally.skipped, forget=[*changes.forget, *sizes])


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


def _take(
    stage: Stage, answer: Answer, stamp: FileStamp, before: Known | None, vectors: Vectorizer, tally: _Tally
) -> None:
    """One answer of the pool into the stage."""
    if isinstance(answer, Same):
        tally.same.append(stamp)
        return
    path = str(stamp.path)
    was_in = before is not None and not before.skipped
    if was_in and before is not None:
        vectors.drop(path, before.digest)
        stage.remove([path])
    if isinstance(answer, Skipped):
        tally.skipped.append((answer, stamp))
        tally.dropped += was_in
        return
    tally.added += not was_in
    tally.modified += was_in
    if answer.cut.problem:
        tally.by_lines.append(Skipped(path, "by-lines", answer.cut.problem))
    vectors.add(stage.add(answer))
