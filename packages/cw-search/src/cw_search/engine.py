"""The whole engine on one root: the only module that knows the concrete classes behind the ports."""

from __future__ import annotations

import contextlib
import os
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING

from cw_core import (
    ContextPack,
    CwError,
    Freshness,
    Generation,
    IndexEntry,
    IndexReport,
    IndexStats,
    MigrationState,
    Notice,
    Observe,
    Query,
    Settings,
)
from cw_core.progress import unobserved

if TYPE_CHECKING:
    from cw_core.ports import Chunker, Embedder
    from cw_search.cache import AnswerCache
    from cw_store import Layout
    from cw_store.index import StoreSnapshot

KEEPS_OPEN = os.name != "nt"
"""Whether files stay open between searches."""

LOOK_EVERY_S = 0.05
"""Between two looks at a run in another process."""


class Engine:
    """Indexes a folder and answers questions about it. Opening does no work and writes nothing.

    May be used from several threads; two runs of `index` wait for each other.
    """

    def __init__(self, root: Path, settings: Settings) -> None:
        self.root = root
        self.settings = settings
        self._guard = threading.Lock()
        self._kept: StoreSnapshot | None = None

    @classmethod
    def open(cls, root: Path, settings: Settings) -> Engine:
        """An engine on a folder. Raises RootRefused for one that is missing, no folder, or far too wide."""
        from cw_store.indexing.root import resolve_root  # noqa: PLC0415 - importing the engine stays cheap

        return cls(resolve_root(root, Path.home()), settings)

    def index(
        self,
        *,
        force: bool = False,
        observe: Observe = unobserved,
        lock_timeout_s: float | None = None,
        first: tuple[str, ...] = (),
    ) -> IndexReport:
        """Bring the index up to date; cheap if nothing changed. `force` builds it anew beside the old one.

        Files whose paths hold one of the tokens `first` come first, which shows where a long run publishes in steps.

        Raises IndexBusy if another process holds the index longer than the settings, or `lock_timeout_s`, allow.
        """
        from cw_chunking import ImportIndex  # noqa: PLC0415
        from cw_store.indexing.pipeline import Job, update  # noqa: PLC0415

        job = Job(self.root, self._chunker, self._embedder, self.settings.index, observe, first, ImportIndex)
        report = update(self._layout, job, force=force, lock_timeout_s=lock_timeout_s)
        return replace(report, notices=(*self.settings.notices, *report.notices))

    def index_apart(self, first: tuple[str, ...], observe: Observe, wait_s: float) -> bool:
        """Have the index brought up to date by a process of its own, which goes on when this one has ended.

        Passes on what it tells for at most `wait_s`; True if no run is at work any more. If another process is at it
        already, that one is listened to. Files whose paths hold one of the tokens `first` come first.
        """
        from cw_search.background import start  # noqa: PLC0415
        from cw_store.running import told  # noqa: PLC0415

        until = time.monotonic() + wait_s
        progress, lock = self._layout.progress, self._layout.lock
        process = start(self.root, self.settings, self._layout.folder, first) if told(progress, lock) is None else None
        last = None
        while True:
            now = told(progress, lock)
            if now is not None and now != last:
                observe(now)
                last = now
            if now is None and (process is None or process.poll() is not None):
                return True
            if time.monotonic() >= until:
                return False
            time.sleep(LOOK_EVERY_S)

    def freshness(self, deadline_s: float = 1.0) -> Freshness:
        """How the index stands to the tree, by stamps alone; some 40 ms for 10,000 files. Writes nothing."""
        from cw_store.indexing.freshness import freshness  # noqa: PLC0415

        return freshness(self._layout, self.root, self.settings.index, self._made_by, deadline_s)

    def watch(self, stop: threading.Event, tell: Callable[[IndexReport | str], None]) -> None:
        """Keep the index up to date until `stop` is set; tells each run's report, and in words what went wrong."""
        from cw_store.indexing.freshness import folders  # noqa: PLC0415
        from cw_store.indexing.watch import watch  # noqa: PLC0415

        def update() -> bool:
            report = self.index()
            tell(report)
            return report.changed

        watch(update, lambda: folders(self._layout, self.root, self.settings.index, self._made_by), stop, tell)

    @property
    def _made_by(self) -> bytes:
        from cw_store.indexing.freshness import maker  # noqa: PLC0415

        return maker(self._chunker.version, self._embedder.space.key if self._embedder else "")

    def search(self, query: Query) -> ContextPack:
        """Answer from the newest published generation. Raises IndexMissing, IndexDamaged or IndexIncompatible."""
        from cw_search.searcher import Searcher  # noqa: PLC0415

        query, notices = _with_known_languages(query)
        self._layout.touch()
        begun = time.perf_counter()
        with self._snapshot() as opened:
            state = (opened.identity, self.settings.search, self._embedder.space.key if self._embedder else "")
            known = self._answers.get(query, state)
            if known is not None:
                return replace(known, timings_ms={"cached": round((time.perf_counter() - begun) * 1000, 3)})
            pack = Searcher(opened, self._embedder, self.settings.search).search(query)
            notices += (*_building(opened.generation), *_unsearched(opened.left_out()))
        pack = replace(pack, notices=(*self.settings.notices, *notices, *pack.notices))
        self._answers.put(query, state, pack)
        return pack

    @contextlib.contextmanager
    def _snapshot(self) -> Iterator[StoreSnapshot]:
        """The newest generation. The last one is kept and taken up again while it is that, for one search at a time.

        Not on Windows, where an open file cannot be removed.
        """
        from cw_store.index import snapshot  # noqa: PLC0415

        with self._guard:
            kept, self._kept = self._kept, None
        if kept is not None and not _resumed(kept, self._layout):
            kept.close()
            kept = None
        opened = kept or snapshot(self._layout)
        with contextlib.ExitStack() as at_end:
            at_end.callback(opened.close)
            yield opened
            opened.rest()
            with self._guard:
                if self._kept is None and KEEPS_OPEN:
                    self._kept = opened
                    at_end.pop_all()

    def stats(self) -> IndexStats:
        """What the index holds. Raises IndexMissing, IndexDamaged or IndexIncompatible."""
        from cw_store.stats import stats  # noqa: PLC0415

        return stats(self._layout, self.root)

    def migrations(self, *, reset: bool = False) -> tuple[MigrationState, ...]:
        """What became of each change of the tables; with `reset`, those aborted are to be tried again.

        Raises IndexMissing or IndexDamaged.
        """
        from cw_store.inventory import migrations  # noqa: PLC0415

        return migrations(self._layout, reset=reset)

    def close(self) -> None:
        """Let go of what is kept open between searches. The engine may be used again."""
        with self._guard:
            kept, self._kept = self._kept, None
        if kept is not None:
            kept.close()

    def __enter__(self) -> Engine:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    @cached_property
    def _answers(self) -> AnswerCache:
        from cw_search.cache import AnswerCache  # noqa: PLC0415

        return AnswerCache(self.settings.search.cache)

    @cached_property
    def _layout(self) -> Layout:
        from cw_store.layout import Layout  # noqa: PLC0415

        return Layout.of(self.settings.home, self.root)

    @cached_property
    def _chunker(self) -> Chunker:
        from cw_chunking import SyntaxChunker  # noqa: PLC0415

        return SyntaxChunker(self.settings.chunk)

    @cached_property
    def _embedder(self) -> Embedder | None:
        from cw_search.models.static import StaticEmbedder  # noqa: PLC0415

        return StaticEmbedder()


def _resumed(kept: StoreSnapshot, layout: Layout) -> bool:
    """True if a snapshot can be used again; what is wrong with one that cannot, shows when it is opened anew."""
    try:
        return kept.resumed(layout)
    except CwError:
        return False


def indexes(settings: Settings) -> tuple[IndexEntry, ...]:
    """All indexes of a home, the last used first."""
    from cw_store.inventory import entries  # noqa: PLC0415

    return entries(settings.home)


def remove_index(entry: IndexEntry) -> int:
    """Take an index away; the bytes it took. Raises IndexBusy while it is being written."""
    from cw_store.inventory import remove  # noqa: PLC0415
    from cw_store.layout import Layout  # noqa: PLC0415

    return remove(Layout(Path(entry.folder)))


def clear_cache(settings: Settings) -> int:
    """Take away the vectors kept for all indexes; the bytes they took."""
    from cw_store.inventory import clear_cache  # noqa: PLC0415

    return clear_cache(settings.home)


def _building(generation: Generation) -> tuple[Notice, ...]:
    """A notice about what a run at work, or one that was cut short, has not come to yet."""
    if not generation.bytes_left:
        return ()
    return (Notice("partial-index", f"{generation.percent} % of the tree is in the index so far; indexing goes on"),)


def _unsearched(left_out: dict[str, int]) -> tuple[Notice, ...]:
    """A notice about files that might have answered, and could not be indexed."""
    lost = {reason: left_out[reason] for reason in ("too-large", "unreadable", "name") if reason in left_out}
    if not lost:
        return ()
    told = ", ".join(f"{count} {reason}" for reason, count in lost.items())
    return (Notice("partial-index", f"files that are not in the index: {told}; `cw index` lists them"),)


def _with_known_languages(query: Query) -> tuple[Query, tuple[Notice, ...]]:
    """The query with its languages called as the index calls them; a notice for each that is none."""
    if not query.scope.languages:
        return query, ()
    from cw_chunking.language import language_named  # noqa: PLC0415

    named = {name: language_named(name) for name in query.scope.languages}
    unknown = [name for name, known in named.items() if known is None]
    notices = tuple(Notice("unknown-language", f"{name!r} is no language that is known here") for name in unknown)
    scope = replace(query.scope, languages=tuple(known or name for name, known in named.items()))
    return replace(query, scope=scope), notices
