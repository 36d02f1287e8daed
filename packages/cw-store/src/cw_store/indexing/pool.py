"""Worker processes that cut files, each file with a deadline; a process that dies or overruns costs that file alone."""

from __future__ import annotations

import contextlib
import queue
import subprocess
import sys
import threading
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import BinaryIO, cast

from cw_core import Digest, FileStamp, Skipped
from cw_core.ports import Chunker
from cw_store.indexing.read import read
from cw_store.indexing.worker import Answer, receive, send
from cw_store.lexical import words_of
from cw_store.write import Staged

WAITING = 64
"""Answers that may wait for the writer; more would only cost memory."""

START_TIMEOUT_S = 60.0
"""For a worker to import its modules; a cold, busy machine has been seen to take 7 s."""

Task = tuple[FileStamp, Digest]


class Pool:
    """`workers` processes. Iterate over `answers`, then `close` (also after an error)."""

    def __init__(self, root: Path, max_bytes: int, chunker: Chunker, workers: int, timeout_s: float) -> None:
        self._job = (root, max_bytes, chunker)
        self._timeout_s = timeout_s
        self._workers = workers
        self._stopped = threading.Event()
        self._processes: set[subprocess.Popen[bytes]] = set()

    def answers(self, tasks: Sequence[Task]) -> Iterator[Answer]:
        """One answer for every task, in the order they are ready."""
        todo: queue.SimpleQueue[Task] = queue.SimpleQueue()
        for task in tasks:
            todo.put(task)
        done: queue.Queue[Answer | BaseException] = queue.Queue(WAITING)
        count = max(1, min(self._workers, len(tasks)))
        threads = [threading.Thread(target=self._serve, args=(todo, done), daemon=True) for _ in range(count)]
        for thread in threads:
            thread.start()
        for _ in tasks:
            answer = done.get()
            if isinstance(answer, BaseException):
                raise answer
            yield answer

    def close(self) -> None:
        """Stop all workers, whatever they are doing."""
        self._stopped.set()
        for process in list(self._processes):
            _kill(process)

    def _serve(self, todo: queue.SimpleQueue[Task], done: queue.Queue[Answer | BaseException]) -> None:
        """One worker's life, and its successors'."""
        process: subprocess.Popen[bytes] | None = None
        try:
            while not self._stopped.is_set():
                try:
                    task = todo.get_nowait()
                except queue.Empty:
                    return
                process = process or self._start()
                answer = self._ask(process, task)
                if answer is None:
                    _kill(process)
                    self._processes.discard(process)
                    process, answer = None, self._without_parser(task)
                self._put(done, answer)
        except BaseException as error:  # the process pool: told to the caller, who raises it
            self._put(done, error)
        finally:
            if process is not None:
                _kill(process)
                self._processes.discard(process)

    def _put(self, done: queue.Queue[Answer | BaseException], answer: Answer | BaseException) -> None:
        while not self._stopped.is_set():
            with contextlib.suppress(queue.Full):
                done.put(answer, timeout=0.5)
                return

    def _start(self) -> subprocess.Popen[bytes]:
        # -P: a module that happens to lie in the current folder, often an indexed one, is never imported
        command = [sys.executable, "-P", "-c", "from cw_store.indexing.worker import main; main()"]
        process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self._processes.add(process)
        with _deadline(process, START_TIMEOUT_S):
            try:
                send(cast(BinaryIO, process.stdin), self._job)
                receive(cast(BinaryIO, process.stdout))
            except (EOFError, OSError) as error:
                raise RuntimeError("a worker process did not start; its own message is above") from error
        return process

    def _ask(self, process: subprocess.Popen[bytes], task: Task) -> Answer | None:
        """The worker's answer, or None if it died or took too long."""
        with _deadline(process, self._timeout_s), contextlib.suppress(EOFError, OSError):
            send(cast(BinaryIO, process.stdin), task)
            return cast(Answer, receive(cast(BinaryIO, process.stdout)))
        return None

    def _without_parser(self, task: Task) -> Answer:
        """A file that killed its worker or overran: cut by lines, here, where no parser runs."""
        root, max_bytes, chunker = self._job
        stamp, _ = task
        file = read(root, stamp, max_bytes)
        if isinstance(file, Skipped):
            return file
        cut = chunker.by_lines(file, f"the parser crashed or took over {self._timeout_s:g} s")
        return Staged(stamp, file, cut, words_of(cut))


@contextlib.contextmanager
def _deadline(process: subprocess.Popen[bytes], seconds: float) -> Iterator[None]:
    timer = threading.Timer(seconds, process.kill)
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()


def _kill(process: subprocess.Popen[bytes]) -> None:
    with contextlib.suppress(OSError):
        process.kill()
    for stream in (process.stdin, process.stdout):
        if stream is not None:
            with contextlib.suppress(OSError, ValueError):
                stream.close()
    process.wait()
