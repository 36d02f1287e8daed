"""What every Catalog promises."""

import pytest

from cw_core import ChunkId, RepoPath


def test_what_was_cut_comes_back_equal(a_snapshot, cut_files):
    for cut, text in cut_files:
        assert a_snapshot.chunks_of(cut.path) == cut.chunks
        assert a_snapshot.file_text(cut.path) == text
        assert a_snapshot.chunks([chunk.id for chunk in cut.chunks]) == {chunk.id: chunk for chunk in cut.chunks}


@pytest.mark.parametrize("key", ["", "nonsense", "@", ":", "a@b", "a@b:", "a@b:x", "src/auth/login.py@0:0", "a@b:-1"])
def test_unknown_ids_are_left_out(a_snapshot, cut_files, key):
    known = next(chunk for cut, _ in cut_files for chunk in cut.chunks)
    assert a_snapshot.chunks([ChunkId(key), known.id]) == {known.id: known}


def test_an_unknown_file_has_neither_chunks_nor_text(a_snapshot):
    path = RepoPath("src/auth")
    assert (a_snapshot.chunks_of(path), a_snapshot.file_text(path)) == ((), b"")


def test_an_empty_file_is_known_without_chunks(a_snapshot):
    assert a_snapshot.chunks_of(RepoPath("lib/empty.txt")) == ()


@pytest.mark.parametrize(
    ("name", "qualified"),
    [
        ("loginUser", ["loginUser", "LoginService.login_user"]),
        ("login_user", ["LoginService.login_user", "loginUser"]),
        ("LOGINUSER", ["loginUser", "LoginService.login_user"]),
        ("LoginService", ["LoginService"]),
        ("loginservice.find", ["LoginService.find"]),
        ("LoginService.login_user", ["LoginService.login_user"]),
        ("Charge", ["Charge"]),
        (" backoff ", ["backoff"]),
        ("nowhere", []),
        ("", []),
        ("==", []),
        ("'; DROP TABLE symbol; --", []),
    ],
)
def test_definitions_are_found_by_any_spelling_exact_ones_first_then_the_shortest(a_snapshot, name, qualified):
    assert [symbol.qualified for _, symbol in a_snapshot.definitions(name, 10)] == qualified


def test_a_definition_comes_with_the_chunk_it_begins_in(a_snapshot, cut_files):
    cut = next(cut for cut, _ in cut_files if cut.path == "src/auth/login.py")
    for symbol in cut.symbols:
        found = dict((entry, key) for key, entry in a_snapshot.definitions(symbol.qualified, 10))
        (chunk,) = a_snapshot.chunks([found[symbol]]).values()
        assert chunk.span.start <= symbol.span.start < chunk.span.end


def test_no_more_definitions_come_than_asked(a_snapshot):
    assert len(a_snapshot.definitions("loginUser", 1)) == 1


@pytest.mark.parametrize("name", ["\ud800ab", "a\0b", "ü" * 10_000])
def test_any_text_can_be_asked_for(a_snapshot, name):
    assert a_snapshot.definitions(name, 10) == ()
