"""A Scope as a filter for every index: the ids of the files that may answer.

The only place where filters are made.
"""

from __future__ import annotations

import sqlite3
from typing import TYPE_CHECKING

from cw_core import Scope

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


def files_in(db: sqlite3.Connection, scope: Scope) -> NDArray[np.int64] | None:
    """Ids of the files a scope admits; None if it admits all. O(files), about 1 ms for 10,000."""
    if not scope:
        return None
    rows = db.execute("SELECT id, path, language FROM file")
    import numpy as np  # noqa: PLC0415 - only a scope needs it

    return np.array([file_id for file_id, path, language in rows if scope.admits(path, language)], np.int64)
