"""What the documents name exists: files, links, modules, commands, decisions."""

import importlib
import re
import tomllib
from functools import cache

import typer

from cw_cli.main import app

FENCE = re.compile(r"^```.*?^```", re.MULTILINE | re.DOTALL)
SPAN = re.compile(r"`([^`\n]+)`")
LINK = re.compile(r"\]\((?!https?:|mailto:)([^)#\s]+)")
DOTTED = re.compile(r"cw_(?:core|chunking|store|search|mcp|cli)(?:\.\w+)+")
MADE = ("bench/out", "dist", ".venv", ".uv")


def prose(root, document):
    """A document without its fenced blocks."""
    return FENCE.sub("", (root / document).read_text(encoding="utf-8"))


def paths_in(text, kept_files):
    """What looks like a path of this repository: it begins with a folder of the top, or is the name of a file there."""
    tops = {name.partition("/")[0] for name in kept_files if "/" in name}
    files = {name for name in kept_files if "/" not in name}
    for span in SPAN.findall(text):
        first, slash, _ = span.partition("/")
        if (slash and first in tops and " " not in span) or span in files:
            yield span


@cache
def pattern(path):
    """`<name>` and `*` stand for any one part."""
    pieces = re.split(r"<[\w-]+>|\*", path.rstrip("/"))
    return re.compile("[^/]+".join(map(re.escape, pieces)) + "(?:/|$)")


def test_a_document_names_only_paths_that_exist(root, kept_files, document):
    named = [path for path in paths_in(prose(root, document), kept_files) if not path.startswith(MADE)]
    missing = [path for path in named if not any(held(path, document, name) for name in kept_files)]
    assert not missing, f"{document} names {missing}"


def held(path, document, name):
    """True if `path`, from the root or from the package the document is in, means the file `name` or a folder of it."""
    package = "/".join(document.split("/")[:2]) + "/" if document.startswith("packages/") else ""
    return bool(pattern(path).match(name) or pattern(package + path).match(name))


def test_a_documents_links_lead_somewhere(root, document):
    folder = (root / document).parent
    lost = [link for link in LINK.findall(prose(root, document)) if not (folder / link).exists()]
    assert not lost, f"{document} links to {lost}"


def test_a_document_names_only_modules_and_names_that_exist(root, document):
    lost = [name for name in set(DOTTED.findall(prose(root, document))) if not exists(name)]
    assert not lost, f"{document} names {sorted(lost)}"


def exists(dotted):
    parts = dotted.split(".")
    for count in range(len(parts), 0, -1):
        try:
            value = importlib.import_module(".".join(parts[:count]))
        except ModuleNotFoundError:
            continue
        for attribute in parts[count:]:
            if not hasattr(value, attribute):
                return False
            value = getattr(value, attribute)
        return True
    return False


def test_a_document_shows_only_commands_and_options_that_exist(root, document):
    commands = typer.main.get_command(app).commands
    text = (root / document).read_text(encoding="utf-8")
    shown = [line for block in re.findall(r"```(?:sh|bash)\n(.*?)```", text, re.DOTALL) for line in block.splitlines()]
    shown += SPAN.findall(prose(root, document))
    for line in shown:
        found = re.match(r"(?:\S+ run\.py )?(?:cw|contextweaver) ([a-z]\S*)(.*)", line)
        if not found:
            continue
        assert found[1] in commands, f"{document}: there is no command `cw {found[1]}`"
        known = {option for parameter in commands[found[1]].params for option in parameter.opts} | {"--help", "-h"}
        used = re.findall(r"(?<!\S)(--?[a-z][\w-]*)", found[2].partition("|")[0].partition("#")[0])
        assert set(used) <= known, f"{document}: `cw {found[1]}` does not know {set(used) - known}"


def decisions(root):
    return sorted((root / "docs" / "decisions").glob("*.md"))


def test_decisions_are_numbered_without_a_gap(root):
    numbers = [path.name[:5] for path in decisions(root)]
    assert numbers == [f"{number:04}-" for number in range(1, len(numbers) + 1)]


def test_a_decision_says_what_was_asked_chosen_and_paid(root):
    for path in decisions(root):
        text = path.read_text(encoding="utf-8")
        assert text.startswith(f"# {path.name[:4]} "), path.name
        headings = re.findall(r"^## (.+)$", text, re.MULTILINE)
        assert headings == ["Question", "Decision", "Options", "What follows"], f"{path.name}: {headings}"
        assert len(text.splitlines()) <= 80, f"{path.name} is longer than a page"


def test_a_decision_that_code_or_documents_name_exists(root, kept_files):
    numbers = {path.name[:4] for path in decisions(root)}
    for name in kept_files:
        if name.endswith((".py", ".md", ".toml", ".sql")):
            text = (root / name).read_text(encoding="utf-8")
            named = set(re.findall(r"(?:docs/decisions/|see: ?)(\d{4})\b", text))
            assert named <= numbers, f"{name} names decisions {named - numbers}"


def test_the_glossary_has_one_entry_for_a_word_in_order(root):
    page = (root / "docs" / "glossary.md").read_text(encoding="utf-8")
    words = re.findall(r"^\| \*\*([^*]+)\*\*", page, re.MULTILINE)
    assert words == sorted(set(words), key=str.lower)


def test_the_changelog_has_an_entry_for_this_version(root):
    version = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]
    assert f"\n## [{version}]" in (root / "CHANGELOG.md").read_text(encoding="utf-8")
