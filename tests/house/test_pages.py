"""Every setting, command, parameter, error, notice and language is on its page, as the code has it."""

import dataclasses
import re
import textwrap
import tomllib
from pathlib import Path

import pytest
import typer

import cw_core.errors
from cw_chunking import RepoPath, SourceFile, SyntaxChunker
from cw_chunking.language import languages
from cw_cli import failures
from cw_cli.main import app
from cw_core import ChunkSettings, CwError, IndexSettings, SearchSettings
from cw_core.hit import NOTICES
from cw_core.source import REASONS
from cw_mcp.failures import failure_of
from cw_mcp.listing import listed
from cw_store.lexical import FIELDS
from cw_store.matches import ANYWHERE
from cw_store.matches import FIELDS as MORE

BRANCHES = {"chunk": ChunkSettings, "index": IndexSettings, "search": SearchSettings}
COMMANDS = typer.main.get_command(app).commands
PLAIN = {str: "text", int: "number", Path: "path", list[str]: "text"}


def table(*heads):
    return [row(*heads), "|" + "---|" * len(heads)]


def row(*cells):
    return "| " + " | ".join(str(cell).replace("|", "\\|") for cell in cells) + " |"


def code(*values):
    return ", ".join(f"`{value}`" for value in values)


def prose(text):
    """Text of the code's own as Markdown that shows every character."""
    return text.replace("*", "\\*")


def page(root, name):
    return (root / "docs" / name).read_text(encoding="utf-8")


@pytest.mark.parametrize("branch", BRANCHES)
def test_every_setting_is_on_the_settings_page(branch, stands_in):
    rows = table("variable", "field", "default", "from", "to", "why")
    for field in dataclasses.fields(BRANCHES[branch]):
        why, variable, bounds = (field.metadata[key] for key in ("why", "env", "bounds"))
        assert why, f"{field.name} says nothing of why"
        default = f"{field.default:,}" if field.default != () else "empty"
        low, high = (f"{bound:,.10g}" for bound in bounds) if bounds else ("", "")
        rows.append(
            row(code(variable) if variable else "none", code(f"{branch}.{field.name}"), default, low, high, why)
        )
    stands_in("docs/settings.md", f"settings.{branch}", rows)


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_with_its_options_is_on_the_command_page(name, stands_in):
    command = COMMANDS[name]
    rows = table("argument or option", "takes", "default", "what") if command.params else []
    for option in command.params:
        what = prose(option.help or "An old spelling of the same.")
        rows.append(row(code(*spellings(option)), taken(option), option.default or "", what))
    stands_in("docs/cli.md", f"cw {name}", [command.help.strip(), "", *rows] if rows else [command.help.strip()])


def spellings(option):
    return option.opts if option.param_type_name == "option" else (option.metavar,)


def taken(option):
    if option.param_type_name == "option" and option.is_bool_flag:
        return ""
    word = PLAIN[option.type_descriptor.annotation]
    word = option.metavar or word if option.param_type_name == "option" else word
    bounds = f", {option.min:,} to {option.max:,}" if option.min is not None else ""
    return f"{word}{bounds}{', repeatable' if option.multiple else ''}"


def test_the_command_page_has_no_command_that_is_gone(root):
    assert set(re.findall(r"<!-- from code: cw (\S+) -->", page(root, "cli.md"))) == set(COMMANDS)


def test_every_exit_code_is_on_the_command_page(root):
    on_page = [int(found) for found in re.findall(r"^\| (\d+) \|", page(root, "cli.md"), re.MULTILINE)]
    named = {name: value for name, value in vars(failures).items() if name.isupper() and isinstance(value, int)}
    assert on_page == sorted(value for name, value in named.items() if not name.startswith("_"))


def test_the_tool_is_on_the_server_page_with_every_parameter(stands_in):
    tool = listed()
    rows = [*textwrap.wrap(tool.description, 120), "", *table("parameter", "takes", "default", "what")]
    for name, schema in tool.input_schema["properties"].items():
        default = "required" if name in tool.input_schema["required"] else schema.get("default", "")
        rows.append(row(code(name), accepted(schema), default, prose(schema.get("description", ""))))
    stands_in("docs/mcp.md", tool.name, rows)


def accepted(schema):
    if "enum" in schema:
        return code(*schema["enum"])
    if "maxItems" in schema:
        return f"up to {schema['maxItems']} texts"
    if "minimum" in schema:
        return f"{schema['minimum']:,} to {schema['maximum']:,}"
    return {"string": "text", "boolean": "true or false"}[schema["type"]]


def test_every_field_of_the_answer_is_on_the_server_page(root):
    answer = listed().output_schema
    names = [name for shape in (answer, *answer["$defs"].values()) for name in shape["properties"]]
    assert not [name for name in names if f"`{name}`" not in page(root, "mcp.md")]


def errors():
    """Every class of error, a parent before its children."""
    found, waiting = [], [CwError]
    while waiting:
        found.append(waiting.pop(0))
        own = [child for child in found[-1].__subclasses__() if child.__module__ == cw_core.errors.__name__]
        waiting[:0] = own
    return found


def test_the_tree_of_errors_is_on_the_error_page(stands_in):
    tree = [line[4:] for line in cw_core.errors.__doc__.splitlines() if line.startswith("    ")]
    drawn = [line.split()[0] for line in tree]
    assert drawn == [kind.__name__ for kind in errors()], "the docstring of cw_core.errors draws another tree"
    stands_in("docs/errors.md", "tree", ["```text", *tree, "```"])


def test_every_error_is_on_the_error_page_with_its_code_and_exit_code(stands_in):
    rows = table("error", "code", "exit code", "what it means")
    for kind in errors():
        exit_code = next(number for fitting, number in failures.EXIT_CODES if issubclass(kind, fitting))
        meaning = kind.__doc__.splitlines()[0]
        rows.append(row(code(kind.__name__), code(failure_of(kind("")).code), exit_code, meaning))
    stands_in("docs/errors.md", "errors", rows)


def test_every_notice_is_on_the_notice_page_with_who_gives_it(root, all_modules, stands_in):
    todo = kept_column(page(root, "notices.md"), "notices")
    rows = table("code", "what it says", "what to do", "given by")
    for name, meaning in NOTICES.items():
        givers = [module.name for module in all_modules if name in given_in(root / module.path)]
        rows.append(row(code(name), meaning, todo[name], code(*givers) or "nothing yet"))
    stands_in("docs/notices.md", "notices", rows)


def test_every_reason_to_skip_is_on_the_notice_page(root, stands_in):
    todo = kept_column(page(root, "notices.md"), "reasons")
    rows = table("reason", "what it says", "how to have it in")
    rows += [row(code(name), meaning, todo[name]) for name, meaning in REASONS.items()]
    stands_in("docs/notices.md", "reasons", rows)


def kept_column(text, title):
    """The third column of a table, which people write, by the first; the other columns are the code's."""
    held = text.partition(f"<!-- from code: {title} -->\n")[2].partition("<!-- end -->")[0]
    rows = [line.strip("| ").split(" | ") for line in held.splitlines() if line.startswith("| `")]
    return {cells[0].strip("`"): cells[2] for cells in rows}


def given_in(path):
    """The codes that a module puts into notices."""
    found = re.findall(r'(?:Notice|candidates\.note)\(\s*"([a-z-]+)"', path.read_text(encoding="utf-8"))
    return set(found)


def test_every_notice_that_is_given_is_known(root, all_modules):
    given = set().union(*(given_in(root / module.path) for module in all_modules))
    assert given <= set(NOTICES), f"not in cw_core.hit.NOTICES: {given - set(NOTICES)}"


def test_every_language_is_on_the_language_page(stands_in):
    parsed, others = table("language", "files"), table("language", "files", "cut")
    for language in languages().values():
        files = code(*language.extensions, *language.file_names)
        if language.grammar:
            parsed.append(row(language.name, files))
        else:
            others.append(row(language.name, files, cut_of(language)))
    stands_in("docs/languages.md", "parsed", parsed)
    stands_in("docs/languages.md", "others", others)


def test_every_fact_that_is_extracted_stands_on_the_language_page_and_in_a_sample(root, stands_in):
    rows = table("language", "definitions", "visibility", "doc", "calls", "receivers", "types", "inherits", "imports")
    for language in languages().values():
        if language.grammar:
            cut = sample_cut(root, language.name)
            kinds = {symbol.kind for symbol in cut.symbols}
            levels = [level for level in LEVELS if level in {symbol.visibility for symbol in cut.symbols}]
            uses = {use.kind for use in cut.references}
            facts = [
                any(symbol.doc for symbol in cut.symbols),
                "call" in uses,
                any(use.receiver for use in cut.references if use.kind == "call"),
                *(kind in uses for kind in ("type", "inherit", "import")),
            ]
            ticks = ("yes" if fact else "-" for fact in facts)
            rows.append(row(language.name, ", ".join(sorted(kinds)) or "-", ", ".join(levels) or "-", *ticks))
            unseen = set(re.findall(r"@reference\.(\w+)", language.symbols)) - uses
            assert not unseen, f"no sample of {language.name} shows a use of kind {unseen}"
    stands_in("docs/languages.md", "facts", rows)


LEVELS = ("public", "protected", "internal", "package", "private", "file")


def sample_cut(root, name):
    (sample,) = (path for path in (root / "tests/golden/languages" / name).iterdir() if path.name != "outline.txt")
    return SyntaxChunker().chunk(SourceFile(RepoPath(sample.name), sample.read_bytes()))


def test_every_key_of_a_language_table_is_in_the_recipe(root):
    used = {key for path in root.glob("packages/*/src/*/languages/*/language.toml") for key in keys_of(path)}
    recipe = (root / "CONTRIBUTING.md").read_text(encoding="utf-8")
    assert not [key for key in used if f"`{key}`" not in recipe]


def keys_of(path):
    return tomllib.loads(path.read_text(encoding="utf-8"))


def cut_of(language):
    if language.kind == "data":
        return "head only"
    return f"as {language.document}" if language.document else "by blank lines"


def test_every_table_of_the_index_is_on_the_format_page(root):
    folder = root / "packages" / "cw-store" / "src" / "cw_store" / "schema"
    schema = "\n".join(path.read_text(encoding="utf-8") for path in sorted(folder.glob("*.sql")))
    tables = re.findall(r"CREATE (?:VIRTUAL )?TABLE (\w+)", schema)
    assert tables
    assert not [name for name in tables if f"| `{name}` |" not in page(root, "index-format.md")]


def test_the_fields_of_the_word_index_are_on_the_format_page_with_their_weights(stands_in):
    weighed = [(name, ANYWHERE + MORE.get(name, 0.0)) for name in FIELDS]
    rows = [*table("field", "weight"), *(row(code(name), f"{weight:g}") for name, weight in weighed)]
    stands_in("docs/index-format.md", "fields", rows)
