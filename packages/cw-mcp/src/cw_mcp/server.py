"""The MCP server: async handlers that call the engine in a worker thread, one call at a time for each repository."""

from __future__ import annotations

import contextlib
import sys
import threading
import time
from collections import OrderedDict
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from dataclasses import dataclass, field
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING

import anyio
import anyio.to_thread
from mcp.server import Server, ServerRequestContext
from mcp.server.stdio import stdio_server
from mcp.shared.exceptions import MCPError
from mcp_types import INVALID_PARAMS, CallToolRequestParams, CallToolResult, ListToolsResult, PaginatedRequestParams
from pydantic import ValidationError

from cw_core.context import ContextPack
from cw_core.errors import IndexBusy
from cw_core.progress import Progress
from cw_mcp.failures import Failure, attempt, misuse
from cw_mcp.listing import INSTRUCTIONS, listed
from cw_mcp.render import answered, refused
from cw_mcp.telling import Percent, described
from cw_mcp.tools import codebase_retrieval as tool

if TYPE_CHECKING:
    from cw_search import Engine

OpenEngine = Callable[[Path], "Engine"]
Report = Callable[[float, float | None, str | None], Awaitable[None]]

PATIENCE_S = 50.0
"""About how soon an answer comes, as clients give up after 60 s; indexing goes on, and a later call finds it done."""

TELL_EVERY_S = 0.5
TELL_AGAIN_S = 5.0
KEEP = 4


@dataclass(slots=True)
class _Held:
    turn: threading.Lock = field(default_factory=threading.Lock)
    engine: Engine | None = None
    users: int = 0
    progress: Progress | None = None

    def observe(self, progress: Progress) -> None:
        self.progress = progress


class Engines:
    """The engines of the last few roots, each used by one call at a time. Thread-safe."""

    def __init__(self, open_engine: OpenEngine, keep: int = KEEP) -> None:
        self._open = open_engine
        self._keep = keep
        self._guard = threading.Lock()
        self._held: OrderedDict[Path, _Held] = OrderedDict()

    def retrieve(self, root: Path, arguments: tool.Arguments, wanted: Callable[[], bool]) -> ContextPack:
        """The answer from this root's engine, opened if need be. Does nothing if no longer wanted at its turn."""
        with self._use(root) as held, held.turn:
            if not wanted():
                raise IndexBusy("nobody waits for this answer any more")
            held.engine = held.engine or self._open(root)
            try:
                return tool.retrieve(held.engine, arguments, held.observe)
            finally:
                held.progress = None

    def progress(self, root: Path) -> Progress | None:
        """How far the call that is at work on this root has come."""
        held = self._held.get(root)
        return held.progress if held else None

    def retrieve_old(self, root: Path, arguments: tool.Arguments) -> ContextPack:
        """The answer from the last published generation, while a run is at work; raises IndexBusy without one."""
        with self._use(root) as held:
            reached = f" ({described(held.progress)})" if held.progress else ""
            busy = IndexBusy(f"the repository is still being indexed{reached}", "Call again in a moment; it goes on.")
            if held.engine is None:
                raise busy
            return tool.retrieve_old(held.engine, arguments, busy)

    def close(self, keep: int = 0) -> None:
        """Closes idle engines, least recently used first, until no more than `keep` are left."""
        with self._guard:
            idle = [root for root, held in self._held.items() if not held.users]
            unopened = [root for root in idle if self._held[root].engine is None]
            surplus = idle[: max(0, len(self._held) - keep)]
            closing = [self._held.pop(root).engine for root in dict.fromkeys((*unopened, *surplus))]
        for engine in closing:
            if engine is not None:
                engine.close()

    @contextlib.contextmanager
    def _use(self, root: Path) -> Iterator[_Held]:
        with self._guard:
            held = self._held.setdefault(root, _Held())
            self._held.move_to_end(root)
            held.users += 1
        try:
            yield held
        finally:
            with self._guard:
                held.users -= 1
            self.close(self._keep)


def build(open_engine: OpenEngine, *, patience_s: float = PATIENCE_S) -> Server[Engines]:
    """A server that answers with the engines `open_engine` makes. Nothing is opened before the first call."""

    @contextlib.asynccontextmanager
    async def lifespan(_: Server[Engines]) -> AsyncIterator[Engines]:
        engines = Engines(open_engine)
        with contextlib.redirect_stdout(sys.stderr):
            yield engines
        engines.close()

    async def list_tools(_: ServerRequestContext[Engines], __: PaginatedRequestParams | None) -> ListToolsResult:
        return ListToolsResult(tools=[listed()])

    async def call_tool(context: ServerRequestContext[Engines], params: CallToolRequestParams) -> CallToolResult:
        if params.name != tool.NAME:
            raise MCPError(code=INVALID_PARAMS, message=f"Unknown tool {params.name!r}; there is {tool.NAME!r}")
        try:
            arguments = tool.Arguments.model_validate(params.arguments or {})
        except ValidationError as error:
            return refused(misuse(error, tuple(tool.Arguments.model_fields)))
        outcome = await _outcome(context.lifespan_context, arguments, context.session.report_progress, patience_s)
        return refused(outcome) if isinstance(outcome, Failure) else answered(outcome, arguments)

    return Server(
        "contextweaver",
        version=version("cw-mcp"),
        title="ContextWeaver",
        instructions=INSTRUCTIONS,
        lifespan=lifespan,
        on_list_tools=list_tools,
        on_call_tool=call_tool,
    )


async def serve(server: Server[Engines]) -> None:
    """Serves stdin and stdout until stdin ends."""
    async with stdio_server() as (read, write):
        await server.run(read, write, server.create_initialization_options())


async def _outcome(
    engines: Engines, arguments: tool.Arguments, report: Report, patience_s: float
) -> ContextPack | Failure:
    """The pack or the failure; after `patience_s` what the last generation holds, while indexing goes on."""
    root = attempt(lambda: tool.root_of(arguments.repo_path))
    if isinstance(root, Failure):
        return root
    given_up = threading.Event()

    def work() -> ContextPack | Failure:
        return attempt(lambda: engines.retrieve(root, arguments, lambda: not given_up.is_set()))

    def work_from_old() -> ContextPack | Failure:
        return attempt(lambda: engines.retrieve_old(root, arguments))

    async def patient() -> ContextPack | Failure:
        with anyio.move_on_after(patience_s):
            return await anyio.to_thread.run_sync(work, abandon_on_cancel=True)
        given_up.set()
        return await anyio.to_thread.run_sync(work_from_old, abandon_on_cancel=True)

    async with anyio.create_task_group() as tasks:
        tasks.start_soon(_relay, engines, root, report)
        try:
            outcome = await patient()
        finally:
            given_up.set()
            tasks.cancel_scope.cancel()
    return outcome


async def _relay(engines: Engines, root: Path, report: Report) -> None:
    """Tells the client how far the engine is, when that changes and now and then in any case."""
    percent, last, told_at = Percent(), None, time.monotonic()
    while True:
        await anyio.sleep(TELL_EVERY_S)
        progress = engines.progress(root)
        if progress and (progress != last or time.monotonic() - told_at >= TELL_AGAIN_S):
            await report(percent.number(progress), 100, described(progress))
            last, told_at = progress, time.monotonic()
