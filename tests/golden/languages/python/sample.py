"""A module that retries what may fail."""

import asyncio
from dataclasses import dataclass

from . import clock
from .errors import Unavailable as Down, Refused

DEFAULT_ATTEMPTS = 3


# How long to wait, and how often.
@dataclass(frozen=True)
class RetryPolicy(Policy, metaclass=Meta):
    """Decides about one more try."""

    attempts: int = DEFAULT_ATTEMPTS
    factor: float = 2.0

    # Waits double, up to a minute.
    def backoff(self, attempt: int) -> float:
        """Seconds before this attempt."""
        return min(60.0, self.factor**attempt)

    @property
    def patient(self) -> bool:
        return self.attempts > DEFAULT_ATTEMPTS

    @staticmethod
    async def call(action: "Action", policy: "RetryPolicy") -> bytes:
        """Runs the action until it works or the attempts are used up."""
        last = None
        for attempt in range(policy.attempts):
            try:
                return await action.run(timeout=clock.now() + policy.backoff(attempt))
            except Down as error:
                last = error
                await asyncio.sleep(policy.backoff(attempt))
            except Refused:
                raise
        if last is None:
            raise ValueError("no attempt was made")

        def describe(error: Exception) -> str:
            return f"{type(error).__name__}: {error}"

        raise RuntimeError(describe(last)) from last


def always(action):
    return RetryPolicy(attempts=1_000).call(action)
