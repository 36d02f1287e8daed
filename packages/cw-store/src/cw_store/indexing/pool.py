"""Worker processes that cut files, each file with a deadline; a process that dies or overruns costs that file alone."""

from __future__ import annotations

import atexit
import contextlib
import queue
import subprocess
import sys
import threading
import time
from collections import deque
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import BinaryIO, cast

from cw_core import Digest, FileStamp, Skipped
from cw_core.ports import Chunker
from cw_store.indexing.read import read
from cw_store.indexing.worker import Answer, Job, receive, send
from cw_store.rows import FileRows

WAITING_BYTES = 32_000_000
"""Of files whose rows may wait for the writer; more would only cost memory, less would leave workers idle."""

LOOK_EVERY_S = 0.25
"""Between two looks for workers that overrun."""

START_TIMEOUT_S = 60.0
"""For a worker to import its modules; a cold, busy machine has been seen to take 7 s."""

RENEW_BYTES = 64_000_000
"""Of files, after which a worker is replaced: parsers keep some of what they read; a new one costs half a second."""

PARKED_S = 300.0
"""For which an idle worker (80 MB) is kept: about as long as somebody at work pauses between two edits."""

Task = tuple[FileStamp, Digest]


class Pool:
    """`workers` processes. Iterate over `answers`, then `close` (also after an error)."""

    def __init__(self, root: Path, max_bytes: int, chunker: Chunker, workers: int, timeout_s: float) -> None:
        self._job = Job(root, max_bytes, chunker)
        self._timeout_s = timeout_s
        self._workers = workers
        self._stopped = threading.Event()
        self._processes: set[subprocess.Popen[bytes]] = set()
        self._due: dict[subprocess.Popen[bytes], float] = {}

    def answers(self, tasks: Sequence[Task]) -> Iterator[Answer]:
        """One answer for every task, in the order they are ready."""
        todo: queue.SimpleQueue[Task] = queue.SimpleQueue()
        for task in tasks:
            todo.put(task)
        done = _Waiting(self._stopped)
        count = max(1, min(self._workers, len(tasks)))
        threads = [threading.Thread(target=self._serve, args=(todo, done), daemon=True) for _ in range(count)]
        for thread in (*threads, threading.Thread(target=self._watch, daemon=True)):
            thread.start()
        for _ in tasks:
            answer = done.take()
            if isinstance(answer, BaseException):
                raise answer
            yield answer

    def close(self) -> None:
        """Stop all workers, whatever they are doing."""
        self._stopped.set()
        for process in list(self._processes):
            _kill(process)

    def _serve(self, todo: queue.SimpleQueue[Task], done: _Waiting) -> None:
        """One worker's life, and its successors'."""
        process: subprocess.Popen[bytes] | None = None
        served = 0
        try:
            while not self._stopped.is_set():
                try:
                    task = todo.get_nowait()
                except queue.Empty:
                    return
                process = process or self._start()
                answer = cast(Answer | None, self._ask(process, task))
                if answer is None:
                    _kill(process)
                    self._processes.discard(process)
                    process, answer = None, self._without_parser(task)
                done.put(answer, task[0].size)
                served += task[0].size
                if process is not None and served > RENEW_BYTES:
                    self._processes.discard(process)
                    _kill(process)
                    process, served = None, 0
        except BaseException as error:  # the process pool: told to the caller, who raises it
            done.put(error, 0)
        finally:
            if process is not None:
                self._processes.discard(process)
                if self._stopped.is_set():
                    _kill(process)
                else:
                    _PARKED.leave(process)

    def _start(self) -> subprocess.Popen[bytes]:
        """A worker that knows the job: one that is parked, or a new one."""
        parked = _PARKED.take()
        if parked is not None:
            self._processes.add(parked)
            if self._ask(parked, self._job, START_TIMEOUT_S) == "ready":
                return parked
            _kill(parked)
            self._processes.discard(parked)
        process = _spawn()
        self._processes.add(process)
        if self._ask(process, self._job, START_TIMEOUT_S) != "ready":
            raise RuntimeError("a worker process did not start; its own message is above")
        return process

    def _ask(self, process: subprocess.Popen[bytes], message: object, timeout_s: float | None = None) -> object:
        """The worker's answer, or None if it died or took too long."""
        self._due[process] = time.monotonic() + (timeout_s or self._timeout_s)
        try:
            send(cast(BinaryIO, process.stdin), message)
            return receive(cast(BinaryIO, process.stdout))
        except (EOFError, OSError):
            return None
        finally:
            del self._due[process]

    def _watch(self) -> None:
        """Kills workers that overrun; whoever waits for them then hears that they died."""
        while not self._stopped.wait(LOOK_EVERY_S):
            now = time.monotonic()
            for process, due in list(self._due.items()):
                if now > due:
                    process.kill()

    def _without_parser(self, task: Task) -> Answer:
        """A file that killed its worker or overran: cut by lines, here, where no parser runs."""
        job, (stamp, _) = self._job, task
        file = read(job.root, stamp, job.max_bytes)
        if isinstance(file, Skipped):
            return file
        return FileRows.of(
            stamp, file, job.chunker.by_lines(file, f"the parser crashed or took over {self._timeout_s:g} s")
        )


class _Parked:
    """One idle worker kept for the next run of this process: to start one takes longer than to cut a file."""

    def __init__(self) -> None:
        self._guard = threading.Lock()
        self._process: subprocess.Popen[bytes] | None = None
        self._timer: threading.Timer | None = None

    def leave(self, process: subprocess.Popen[bytes]) -> None:
        """Keep it for a while, unless one is kept already."""
        with self._guard:
            if self._process is None and process.poll() is None:
                self._process = process
                self._timer = threading.Timer(PARKED_S, self._give_up, (process,))
                self._timer.daemon = True
                self._timer.start()
                return
        _kill(process)

    def is_there(self) -> bool:
        """True if one is kept."""
        return self._process is not None

    def take(self) -> subprocess.Popen[bytes] | None:
        """The one that is kept, if it still lives."""
        with self._guard:
            process, self._process = self._process, None
            if self._timer is not None:
                self._timer.cancel()
        if process is not None and process.poll() is not None:
            _kill(process)
            return None
        return process

    def close(self) -> None:
        """End it now."""
        process = self.take()
        if process is not None:
            _kill(process)

    def _give_up(self, process: subprocess.Popen[bytes]) -> None:
        with self._guard:
            if self._process is not process:
                return
            self._process = None
        _kill(process)


_PARKED = _Parked()
atexit.register(_PARKED.close)


class _Waiting:
    """Answers that wait for the writer, up to so many bytes of files."""

    def __init__(self, stopped: threading.Event) -> None:
        self._stopped = stopped
        self._changed = threading.Condition()
        self._answers: deque[tuple[Answer | BaseException, int]] = deque()
        self._bytes = 0

    def put(self, answer: Answer | BaseException, size: int) -> None:
        """Waits for room; an answer larger than all the room waits only for the others to go."""
        with self._changed:
            while self._answers and self._bytes + size > WAITING_BYTES and not self._stopped.is_set():
                self._changed.wait(0.5)
            self._answers.append((answer, size))
            self._bytes += size
            self._changed.notify_all()

    def take(self) -> Answer | BaseException:
        """The next one, when there is one."""
        with self._changed:
            while not self._answers:
                self._changed.wait()
            answer, size = self._answers.popleft()
            self._bytes -= size
            self._changed.notify_all()
            return answer


def prepare() -> None:
    """Have a worker ready soon, as it is likely to be needed: it imports its modules while this process goes on."""
    if not _PARKED.is_there():
        _PARKED.leave(_spawn())


def _spawn() -> subprocess.Popen[bytes]:
    # -P: a module that happens to lie in the current folder, often an indexed one, is never imported
    command = [sys.executable, "-P", "-c", "from cw_store.indexing.worker import main; main()"]
    return subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)


def _kill(process: subprocess.Popen[bytes]) -> None:
    with contextlib.suppress(OSError):
        process.kill()
    for stream in (process.stdin, process.stdout):
        if stream is not None:
            with contextlib.suppress(OSError, ValueError):
                stream.close()
    process.wait()
