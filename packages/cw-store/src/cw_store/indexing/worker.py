"""A process that reads, cuts and words one file at a time.

It speaks length-prefixed pickles over its standard streams: a job (root, max_bytes, chunker), answered by "ready", then
its tasks, stamps with known digests, until another job comes; each is answered by `Same`, `Skipped` or `FileRows`. A
separate program rather than a forked copy, so that it works alike on every system and never runs the caller's own
script again.
"""

from __future__ import annotations

import contextlib
import gc
import os
import pickle
import struct
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO, cast

from cw_core import Digest, FileStamp, Skipped
from cw_core.ports import Chunker
from cw_store.indexing.read import read
from cw_store.rows import FileRows


@dataclass(frozen=True, slots=True)
class Same:
    """The file was touched, and its text is what the index holds."""

    stamp: FileStamp


@dataclass(frozen=True, slots=True)
class Job:
    """What holds for all tasks that follow."""

    root: Path
    max_bytes: int
    chunker: Chunker


Answer = Same | Skipped | FileRows


def send(stream: BinaryIO, message: object) -> None:
    """One message: eight bytes of length, then a pickle."""
    data = pickle.dumps(message, protocol=pickle.HIGHEST_PROTOCOL)
    stream.write(struct.pack("<Q", len(data)))
    stream.write(data)
    stream.flush()


def receive(stream: BinaryIO) -> object:
    """The next message. Raises EOFError when the other side is gone."""
    head = stream.read(8)
    if len(head) < 8:
        raise EOFError
    (length,) = struct.unpack("<Q", head)
    data = stream.read(length)
    if len(data) < length:
        raise EOFError
    return pickle.loads(data)


def cut(root: Path, max_bytes: int, chunker: Chunker, stamp: FileStamp, digest: Digest) -> Answer:
    """One file, read and cut."""
    file = read(root, stamp, max_bytes)
    if isinstance(file, Skipped):
        return file
    if file.digest == digest:
        return Same(stamp)
    return FileRows.of(stamp, file, chunker.chunk(file))


def main() -> None:
    """Serve until the other side closes. The real standard output is kept for messages alone."""
    gc.set_threshold(50_000, 20, 100)  # nodes hold no cycles; looking for some is 4 % of the time
    inbox = os.fdopen(os.dup(0), "rb")
    outbox = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    with contextlib.suppress(EOFError, BrokenPipeError, KeyboardInterrupt):
        job = cast(Job, receive(inbox))
        send(outbox, "ready")
        while True:
            message = receive(inbox)
            if isinstance(message, Job):
                job = message
                send(outbox, "ready")
            else:
                stamp, digest = cast(tuple[FileStamp, Digest], message)
                send(outbox, cut(job.root, job.max_bytes, job.chunker, stamp, digest))
