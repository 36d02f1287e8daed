"""What stops us, each with what to do next in its `hint`.

    CwError
      SettingsError             a setting cannot be understood
      RootRefused               this folder is not to be indexed
      StoreError
        IndexMissing            nothing was indexed here yet
        IndexIncompatible       written by another version
        IndexBusy               another process is writing
        IndexDamaged            unreadable
      ModelError
        ModelUnavailable        trying again may help (`retry_after_s`)
        ModelRefused            key, quota or input; trying again will not help
      GrammarError              a language's tables are wrong

A file that cannot be used is no error but a `Skipped`.
"""

from __future__ import annotations


class CwError(Exception):
    """Anything we raise on purpose."""

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.hint = hint


class SettingsError(CwError):
    """A setting cannot be understood; the message names the key and where it came from."""


class RootRefused(CwError):
    """This folder is not to be indexed: missing, not a folder, or far too wide."""


class StoreError(CwError):
    """The index cannot do what was asked."""


class IndexMissing(StoreError):
    """Nothing was indexed here yet."""


class IndexIncompatible(StoreError):
    """The index was written by another version."""


class IndexBusy(StoreError):
    """Another process is writing this index."""


class IndexDamaged(StoreError):
    """The index cannot be read."""


class ModelError(CwError):
    """A model cannot do what was asked."""


class ModelUnavailable(ModelError):
    """The model cannot be reached now; `retry_after_s` is its own word on when, or None."""

    def __init__(self, message: str, hint: str = "", retry_after_s: float | None = None) -> None:
        super().__init__(message, hint)
        self.retry_after_s = retry_after_s


class ModelRefused(ModelError):
    """The model will not answer this: key, quota or input."""


class GrammarError(CwError):
    """A language folder is wrong: a table is incomplete or a query does not compile."""
