"""What a package offers is what it lists."""

import importlib
import textwrap
import types

LIBRARIES = ("cw-core", "cw-chunking", "cw-store", "cw-search")


def offered(package):
    return importlib.import_module(package.replace("-", "_"))


def test_public_names_are_exactly_those_listed_and_sorted(package):
    module = offered(package)
    listed = list(getattr(module, "__all__", []))
    found = [
        name
        for name, value in vars(module).items()
        if not name.startswith("_") and not isinstance(value, types.ModuleType)
    ]
    assert listed == sorted(set(listed))
    assert sorted(found) == listed


def test_libraries_offer_names_and_programs_offer_none(package):
    assert bool(getattr(offered(package), "__all__", [])) == (package in LIBRARIES)


def test_a_librarys_readme_lists_its_names(package, stands_in):
    if package in LIBRARIES:
        names = ", ".join(f"`{name}`" for name in offered(package).__all__)
        stands_in(f"packages/{package}/README.md", "names", textwrap.wrap(names, 120))


def test_every_public_class_and_function_says_what_it_is(package):
    module = offered(package)
    for name in getattr(module, "__all__", []):
        value = getattr(module, name)
        if isinstance(value, type | types.FunctionType):
            assert (value.__doc__ or "").strip(), f"{package}: {name} has no docstring"
