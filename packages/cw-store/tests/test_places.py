import sqlite3
from contextlib import closing

import numpy as np
import pytest

from cw_store.places import Places


@pytest.fixture
def db():
    with closing(sqlite3.connect(":memory:")) as db:
        db.execute("CREATE TABLE chunk (id INTEGER PRIMARY KEY, file_id INTEGER)")
        db.execute("CREATE TABLE edge (source_id INTEGER, target_id INTEGER)")
        yield db


def test_a_chunk_lies_in_the_file_it_was_written_with(db):
    db.executemany("INSERT INTO chunk VALUES (?, ?)", [(3, 7), (4, 7), (10, 2), (20, 9), (21, 9), (22, 9)])
    db.executemany("INSERT INTO edge VALUES (?, ?)", [(7, 9), (2, 9), (9, 2)])
    places = Places.of(db)
    assert places.files.tolist() == [7, 2, 9]
    assert places.counts.tolist() == [2, 1, 3]
    assert places.importers.tolist() == [0, 1, 2]
    assert places.of_chunks(np.array([3, 4, 10, 20, 21, 22])).tolist() == [0, 0, 1, 2, 2, 2]
    assert places.within(np.array([3, 10, 22]), np.array([2, 9])).tolist() == [False, True, True]
    assert (len(places), places.end) == (3, 23)


def test_an_index_of_nothing_has_no_places(db):
    places = Places.of(db)
    assert (len(places), places.end) == (0, 0)
    assert places.within(np.zeros(0, np.int64), np.zeros(0, np.int64)).tolist() == []
