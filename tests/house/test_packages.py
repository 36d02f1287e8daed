"""Six packages of one version, each whole: its needs pinned, its licence with it, its types declared."""

import ast
import tomllib

SHARED = ("requires-python", "license", "license-files", "authors", "classifiers", "readme")


def project_of(root, package):
    return tomllib.loads((root / "packages" / package / "pyproject.toml").read_text(encoding="utf-8"))


def every(root):
    return {path.parent.name: project_of(root, path.parent.name) for path in root.glob("packages/*/pyproject.toml")}


def test_a_package_is_named_as_its_folder_and_has_the_version_of_all(root, package):
    project = project_of(root, package)["project"]
    workspace = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert project["name"] == package
    assert project["version"] == workspace["version"]
    assert package in workspace["dependencies"]


def test_a_package_states_the_same_terms_as_the_others(root, package):
    terms = {key: project_of(root, "cw-core")["project"].get(key) for key in SHARED}
    assert {key: project_of(root, package)["project"].get(key) for key in SHARED} == terms


def test_a_package_pins_the_others_to_its_own_version(root, package):
    made = project_of(root, package)
    own = [need for need in made["project"]["dependencies"] if need.startswith("cw-")]
    names = [need.partition("==")[0] for need in own]
    assert own == [f"{name}=={made['project']['version']}" for name in names]
    assert set(names) <= set(every(root))
    assert set(made.get("tool", {}).get("uv", {}).get("sources", {})) == set(names)


def test_a_package_names_every_sibling_it_imports(root, package, all_modules):
    own = package.replace("-", "_")
    needed = {
        name.replace("-", "_")
        for name in (need.partition("==")[0] for need in project_of(root, package)["project"]["dependencies"])
    }
    for module in all_modules:
        if module.name.partition(".")[0] == own:
            imported = _siblings((root / module.path).read_text(encoding="utf-8")) - {own}
            assert imported <= needed, f"{module.name} imports {imported - needed}, which {package} does not need"


def test_a_package_carries_the_licence_and_the_mark_of_typing(root, package):
    folder = root / "packages" / package
    assert (folder / "LICENSE").read_bytes() == (root / "LICENSE").read_bytes()
    assert (folder / "src" / package.replace("-", "_") / "py.typed").is_file()


def _siblings(source):
    found = set()
    for node in ast.walk(ast.parse(source)):
        names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
        names += [node.module] if isinstance(node, ast.ImportFrom) and node.module else []
        found |= {name.partition(".")[0] for name in names if name.startswith("cw_")}
    return found
