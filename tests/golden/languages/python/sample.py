"""A module that retries what may fail."""

from __future__ import annotations

import asyncio
import os.path, urllib.parse as parse
from dataclasses import dataclass
from typing import *

from . import clock
from ..tools import *
from .errors import Unavailable as Down, Refused

DEFAULT_ATTEMPTS = 3
FIRST, _LAST = 1, 60

type Waits = dict[str, float]

try:
    import fast
    HAS_FAST = True
except ImportError:
    fast = None


# How long to wait, and how often.
@dataclass(frozen=True)
class RetryPolicy(Policy, clock.Timed[float], metaclass=Meta):
    """Decides about one more try."""

    attempts: int = DEFAULT_ATTEMPTS
    factor: float = 2.0
    __slots__ = ()

    # Waits double, up to a minute.
    def backoff(self, attempt: int) -> float:
        """Seconds before this attempt."""
        return min(60.0, self.factor**attempt)

    @property
    def patient(self) -> bool:
        return self.attempts > DEFAULT_ATTEMPTS

    if HAS_FAST:
        def _quick(self, waits: list[clock.Span] | None) -> Optional[Waits]:
            """Used where every wait is short."""

    @clock.measured
    async def call(action: "Action", policy: "RetryPolicy") -> bytes | str:
        """Runs the action until it works or the attempts are used up."""
        last = None
        for attempt in range(policy.attempts):
            try:
                return await action.run(timeout=clock.now() + policy.backoff(attempt))
            except Down as error:
                last = error
                await asyncio.sleep(policy.backoff(attempt))
            except (Refused, clock.Stopped):
                raise
        if last is None:
            raise ValueError("no attempt was made")

        def describe(error: Exception) -> str:
            return f"{type(error).__name__}: {error}"

        raise RuntimeError(describe(last)) from last


def always(action):
    return RetryPolicy(attempts=1_000).call(action)
