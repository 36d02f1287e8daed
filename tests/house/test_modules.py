"""A module is one sentence, small enough to see whole, and stands on the map."""

MOST_LINES = 400


def test_a_module_is_one_sentence(module):
    assert module.sentence, f"{module.path} has no docstring"
    assert module.sentence.endswith("."), f"{module.path}: the first line is no whole sentence: {module.sentence}"
    assert ". " not in module.sentence, f"{module.path}: two sentences in the first line: {module.sentence}"


def test_a_module_can_be_seen_whole(module):
    assert module.lines <= MOST_LINES, f"{module.path} has {module.lines} lines"


def test_every_module_stands_on_the_map_with_its_own_sentence(package, all_modules, stands_in):
    own = package.replace("-", "_")
    rows = ["| module | what it does |", "|---|---|"]
    for module in all_modules:
        if module.name.partition(".")[0] == own:
            rows.append(f"| `{module.name}` | {module.sentence.replace('|', chr(92) + '|')} |")
    stands_in("ARCHITECTURE.md", package, rows)
