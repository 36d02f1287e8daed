"""What an import means in a repository, language by language."""

import json
import sys
from types import FrameType

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cw_chunking.imports import ImportIndex, Target
from cw_chunking.imports.index import FAMILIES
from cw_chunking.language import languages
from cw_core import Reference, RepoPath

Files = dict[str, str | dict[str, object]]


def index_of(*paths: str, declared: dict[str, list[str]] | None = None) -> ImportIndex:
    return index_with({path: "" for path in paths}, declared)


def index_with(files: Files, declared: dict[str, list[str]] | None = None) -> ImportIndex:
    """Files by path; a dictionary is written as JSON."""
    texts = {RepoPath(path): text if isinstance(text, str) else json.dumps(text) for path, text in files.items()}
    names = {RepoPath(path): names for path, names in (declared or {}).items()}
    return ImportIndex.of(texts, {path: text.encode() for path, text in texts.items()}, names)


def resolved(index: ImportIndex, language: str, importer: str, name: str, receiver: str = "") -> list[str]:
    reference = Reference(name, "import", 1, receiver)
    return [str(target.path) for target in index.resolve(reference, RepoPath(importer), language)]


def reason(index: ImportIndex, language: str, importer: str, name: str, receiver: str = "") -> str:
    return index.resolve(Reference(name, "import", 1, receiver), RepoPath(importer), language)[0].reason


# Python


def test_a_member_that_is_a_module_comes_before_its_package():
    index = index_of("a/__init__.py", "a/b/__init__.py", "a/b/c.py", "main.py")
    assert resolved(index, "python", "main.py", "c", "a.b") == ["a/b/c.py", "a/b/__init__.py"]
    assert resolved(index, "python", "main.py", "Thing", "a.b") == ["a/b/__init__.py"]
    assert resolved(index, "python", "main.py", "*", "a.b.c") == ["a/b/c.py"]


def test_dots_climb_from_the_importers_folder():
    index = index_of("p/__init__.py", "p/x.py", "p/q/__init__.py", "p/q/y.py", "p/q/z.py")
    assert resolved(index, "python", "p/q/y.py", "z", ".") == ["p/q/z.py", "p/q/__init__.py"]
    assert resolved(index, "python", "p/q/y.py", "name", "..x") == ["p/x.py"]
    assert resolved(index, "python", "p/q/y.py", "..x") == ["p/x.py"]
    assert resolved(index, "python", "p/q/y.py", "x", "....") == []


def test_a_package_is_found_in_the_src_folder_of_another_project():
    index = index_of("core/src/core_x/__init__.py", "core/src/core_x/io.py", "app/src/app_x/main.py")
    assert resolved(index, "python", "app/src/app_x/main.py", "core_x.io") == ["core/src/core_x/io.py"]
    assert reason(index, "python", "app/src/app_x/main.py", "core_x.io") == "source root core/src/"


def test_a_namespace_package_needs_no_init_file():
    index = index_of("one/space/a/x.py", "two/space/b/y.py")
    assert resolved(index, "python", "one/space/a/x.py", "y", "space.b") == ["two/space/b/y.py"]


def test_the_copy_that_shares_most_folders_is_best():
    index = index_of("old/lib/tool/run.py", "new/lib/tool/run.py", "new/app/main.py")
    assert resolved(index, "python", "new/app/main.py", "tool.run")[0] == "new/lib/tool/run.py"


def test_the_standard_library_is_not_in_the_repository_unless_a_root_holds_the_name():
    index = index_of("p/__init__.py", "p/json.py", "p/sub/__init__.py", "p/sub/x.py", "deep/tools/logging.py")
    assert resolved(index, "python", "p/sub/x.py", "json") == []
    assert resolved(index, "python", "p/sub/x.py", "logging") == []
    assert resolved(index_of("types.py", "run.py"), "python", "run.py", "types") == ["types.py"]


def test_a_module_does_not_import_itself():
    assert resolved(index_of("redis.py"), "python", "redis.py", "redis") == []


def test_a_module_of_a_package_is_no_module_of_its_own_for_others():
    index = index_of("p/__init__.py", "p/yaml.py", "app.py")
    assert resolved(index, "python", "app.py", "yaml") == []


def test_a_stub_is_found_where_there_is_no_source():
    index = index_of("m/__init__.py", "m/fast.pyi", "m/x.py")
    assert resolved(index, "python", "m/x.py", "fast", ".") == ["m/fast.pyi", "m/__init__.py"]


# JavaScript and TypeScript


@pytest.mark.parametrize(
    ("specifier", "path"),
    [
        ("./a", "src/a.ts"),
        ("./a.js", "src/a.ts"),
        ("./view.jsx", "src/view.tsx"),
        ("./esm.mjs", "src/esm.mts"),
        ("./types", "src/types.d.ts"),
        ("./folder", "src/folder/index.tsx"),
        (".", "src/index.ts"),
        ("../data.json", "data.json"),
        ("./Page.vue", "src/Page.vue"),
        ("./icon.svg?raw", "src/icon.svg"),
    ],
)
def test_a_js_specifier_finds_its_typescript_source(specifier, path):
    index = index_of(
        "src/a.ts", "src/view.tsx", "src/esm.mts", "src/types.d.ts", "src/folder/index.tsx", "src/index.ts",
        "src/x.ts", "data.json", "src/Page.vue", "src/icon.svg",
    )  # fmt: skip
    assert resolved(index, "typescript", "src/x.ts", specifier) == [path]


def test_a_workspace_package_is_known_by_the_name_in_its_manifest():
    index = index_with(
        {
            "package.json": {"name": "root", "workspaces": ["packages/*"]},
            "packages/one/package.json": {"name": "@s/one", "main": "dist/index.js"},
            "packages/one/src/index.ts": "",
            "packages/one/src/deep/tool.ts": "",
            "packages/two/src/x.ts": "",
        }
    )
    assert resolved(index, "typescript", "packages/two/src/x.ts", "@s/one") == ["packages/one/src/index.ts"]
    assert resolved(index, "tsx", "packages/two/src/x.ts", "@s/one/deep/tool") == ["packages/one/src/deep/tool.ts"]
    assert resolved(index, "typescript", "packages/two/src/x.ts", "@s/other") == []


def test_exports_lead_from_the_build_back_to_the_source():
    exports = {
        ".": {"types": "./dist/index.d.ts", "import": "./dist/index.mjs"},
        "./node": {"require": "./dist/cjs/node.cjs"},
        "./features/*": "./dist/features/*.js",
        "./secret": None,
    }
    index = index_with(
        {
            "p/package.json": {"name": "p", "exports": exports},
            "p/src/index.ts": "",
            "p/src/node.ts": "",
            "p/src/features/a/b.ts": "",
            "x.ts": "",
        }
    )
    assert resolved(index, "typescript", "x.ts", "p") == ["p/src/index.ts"]
    assert resolved(index, "typescript", "x.ts", "p/node") == ["p/src/node.ts"]
    assert resolved(index, "typescript", "x.ts", "p/features/a/b") == ["p/src/features/a/b.ts"]
    assert reason(index, "typescript", "x.ts", "p/node") == "package exports"


def test_a_relative_path_into_the_build_means_the_source():
    index = index_of("p/src/cli.ts", "p/bin.mjs")
    assert resolved(index, "javascript", "p/bin.mjs", "./dist/cli.js") == ["p/src/cli.ts"]


def test_hash_imports_are_those_of_the_nearest_package():
    index = index_with(
        {
            "package.json": {"imports": {"#x": "./wrong.js"}},
            "wrong.js": "",
            "p/package.json": {"imports": {"#x": "./right.js", "#lib/*": {"node": "./lib/*.js"}}},
            "p/right.js": "",
            "p/lib/io.js": "",
            "p/main.js": "",
        }
    )
    assert resolved(index, "javascript", "p/main.js", "#x") == ["p/right.js"]
    assert resolved(index, "javascript", "p/main.js", "#lib/io") == ["p/lib/io.js"]


def test_tsconfig_paths_may_be_inherited_and_commented():
    index = index_with(
        {
            "tsconfig.base.json": """{
                // paths of all packages
                "compilerOptions": {"baseUrl": ".", "paths": {"@app/*": ["src/app/*"], "exact": ["src/one.ts",],},},
            }""",
            "web/tsconfig.json": {"extends": "../tsconfig.base"},
            "src/app/a.ts": "",
            "src/one.ts": "",
            "web/x.ts": "",
            "shared/b.ts": "",
        }
    )
    assert resolved(index, "typescript", "web/x.ts", "@app/a") == ["src/app/a.ts"]
    assert resolved(index, "typescript", "web/x.ts", "exact") == ["src/one.ts"]
    assert resolved(index, "typescript", "web/x.ts", "shared/b") == ["shared/b.ts"]
    assert reason(index, "typescript", "web/x.ts", "@app/a") == "tsconfig paths"


def test_configurations_that_extend_each_other_do_no_harm():
    index = index_with({"tsconfig.json": {"extends": "./b.json"}, "b.json": {"extends": "./tsconfig.json"}, "x.ts": ""})
    assert resolved(index, "typescript", "x.ts", "a/b") == []


def test_a_package_of_the_registry_is_not_in_the_repository():
    index = index_with({"package.json": {"name": "me"}, "src/react.ts": "", "src/x.ts": ""})
    assert resolved(index, "typescript", "src/x.ts", "react") == []
    assert resolved(index, "typescript", "src/x.ts", "node:fs") == []


# Go


def test_a_go_package_is_the_files_of_its_folder_without_tests():
    index = index_with(
        {
            "go.mod": "module example.com/x/v2\n",
            "pkg/io/io.go": "",
            "pkg/io/a.go": "",
            "pkg/io/io_test.go": "",
            "main.go": "",
        }
    )
    assert resolved(index, "go", "main.go", "example.com/x/v2/pkg/io") == ["pkg/io/io.go", "pkg/io/a.go"]
    assert reason(index, "go", "main.go", "example.com/x/v2/pkg/io") == "go module example.com/x/v2"
    assert resolved(index, "go", "main.go", "io") == []


def test_a_nested_module_and_a_replaced_one_are_told_apart():
    index = index_with(
        {
            "go.mod": "module example.com/x\n\nreplace (\n\texample.com/y v1.0.0 => ./forks/y\n)\n",
            "sub/go.mod": "module example.com/x/sub\n",
            "sub/a.go": "",
            "forks/y/y.go": "",
            "main.go": "",
        }
    )
    assert resolved(index, "go", "main.go", "example.com/x/sub") == ["sub/a.go"]
    assert resolved(index, "go", "main.go", "example.com/y") == ["forks/y/y.go"]


# Rust


RUST: Files = {
    "core/Cargo.toml": '[package]\nname = "my-core"\n',
    "core/src/lib.rs": "",
    "core/src/a/mod.rs": "",
    "core/src/a/b.rs": "",
    "core/src/c.rs": "",
    "core/tests/it.rs": "",
    "core/tests/common/mod.rs": "",
    "app/Cargo.toml": '[package]\nname = "app"\n[dependencies]\nkernel = { package = "my-core", path = "../core" }\n',
    "app/src/main.rs": "",
}


@pytest.mark.parametrize(
    ("importer", "name", "path"),
    [
        ("core/src/c.rs", "crate::a::b::Type", "core/src/a/b.rs"),
        ("core/src/c.rs", "crate::a::*", "core/src/a/mod.rs"),
        ("core/src/c.rs", "crate::Error", "core/src/lib.rs"),
        ("core/src/a/b.rs", "super::Type", "core/src/a/mod.rs"),
        ("core/src/a/b.rs", "super::super::c::f", "core/src/c.rs"),
        ("core/src/a/mod.rs", "self::b::Type", "core/src/a/b.rs"),
        ("core/src/a/mod.rs", "b::Type", "core/src/a/b.rs"),
        ("core/tests/it.rs", "my_core::a::b", "core/src/a/b.rs"),
        ("app/src/main.rs", "my_core::c", "core/src/c.rs"),
        ("app/src/main.rs", "kernel::c", "core/src/c.rs"),
    ],
)
def test_a_use_means_the_file_of_the_longest_module_path(importer, name, path):
    assert resolved(index_with(RUST), "rust", importer, name) == [path]


def test_a_mod_declaration_means_the_file_of_the_module():
    index = index_with(RUST)
    assert resolved(index, "rust", "core/src/lib.rs", "c", "mod") == ["core/src/c.rs"]
    assert resolved(index, "rust", "core/src/a/mod.rs", "b", "mod") == ["core/src/a/b.rs"]
    assert resolved(index, "rust", "core/tests/it.rs", "common", "mod") == ["core/tests/common/mod.rs"]


def test_a_crate_of_the_registry_is_not_in_the_repository():
    assert resolved(index_with(RUST), "rust", "core/src/c.rs", "serde_json::Value") == []
    assert resolved(index_with(RUST), "rust", "core/src/c.rs", "std::fmt") == []


# Java, Kotlin and Scala


def test_an_inner_class_and_a_static_member_climb_to_the_outer_file():
    index = index_of("m/src/main/java/a/b/Outer.java", "m/src/test/java/a/b/OuterTest.java")
    importer = "m/src/test/java/a/b/OuterTest.java"
    assert resolved(index, "java", importer, "a.b.Outer.Inner") == ["m/src/main/java/a/b/Outer.java"]
    assert resolved(index, "java", importer, "a.b.Outer.Inner.call") == ["m/src/main/java/a/b/Outer.java"]
    assert resolved(index, "java", importer, "java.util.List") == []


def test_a_wildcard_means_all_files_of_the_package_those_of_the_own_module_first():
    index = index_of("m/src/a/b/X.java", "n/src/a/b/Y.java", "n/src/Main.java")
    assert resolved(index, "java", "n/src/Main.java", "a.b.*") == ["n/src/a/b/Y.java", "m/src/a/b/X.java"]


def test_a_kotlin_package_is_what_its_files_declare():
    declared = {"src/flow/Builders.kt": ["x.flow"], "src/flow/Share.kt": ["x.flow"], "src/Main.kt": ["x"]}
    index = index_of(*declared, declared=declared)
    assert resolved(index, "kotlin", "src/Main.kt", "x.flow.*") == ["src/flow/Builders.kt", "src/flow/Share.kt"]
    assert resolved(index, "kotlin", "src/Main.kt", "x.flow.shareIn")[0] == "src/flow/Share.kt"
    assert resolved(index, "kotlin", "src/Main.kt", "kotlin.io.println") == []


def test_scala_finds_the_member_of_an_object_and_the_object_beside_it():
    index = index_of("src/a/b/Status.scala", "src/a/b/Query.scala", "src/a/b/Use.scala")
    assert resolved(index, "scala", "src/a/b/Use.scala", "a.b.Status._") == ["src/a/b/Status.scala"]
    assert resolved(index, "scala", "src/a/b/Use.scala", "Query.parser") == ["src/a/b/Query.scala"]


# C and its kin


def test_an_include_is_looked_for_beside_then_in_include_roots_then_anywhere():
    index = index_of("lib/a.h", "lib/a.c", "include/x/api.h", "vendor/z/inc/z/z.h", "lib/string.h", "src/main.c")
    assert resolved(index, "c", "lib/a.c", "a.h") == ["lib/a.h"]
    assert resolved(index, "c", "lib/a.c", "x/api.h") == ["include/x/api.h"]
    assert resolved(index, "cpp", "lib/a.c", "z/z.h") == ["vendor/z/inc/z/z.h"]
    assert resolved(index, "c", "src/main.c", "../lib/a.h") == ["lib/a.h"]
    assert resolved(index, "c", "src/main.c", "string.h") == []


# C#, PHP, Ruby, Swift


def test_a_using_means_every_file_that_declares_the_namespace():
    declared = {"src/A.cs": ["App.Core"], "src/B.cs": ["App.Core"], "src/C.cs": ["App.Web"], "src/P.cs": ["System"]}
    index = index_of(*declared, declared=declared)
    assert resolved(index, "csharp", "src/C.cs", "App.Core") == ["src/A.cs", "src/B.cs"]
    assert resolved(index, "csharp", "src/C.cs", "App.Core.B") == ["src/B.cs"]
    assert resolved(index, "csharp", "src/C.cs", "System") == []


def test_a_namespace_no_one_told_of_is_the_folder_of_its_name():
    index = index_of("src/App.Core/App.Core.csproj", "src/App.Core/Text/T.cs", "src/App/Main.cs")
    assert resolved(index, "csharp", "src/App/Main.cs", "App.Core.Text") == ["src/App.Core/Text/T.cs"]


def test_a_php_class_is_found_by_the_longest_psr_4_prefix():
    psr4 = {"App\\": "src/", "App\\Tests\\": ["tests"]}
    index = index_with(
        {
            "composer.json": {"autoload": {"psr-4": psr4, "files": ["src/functions.php"]}},
            "src/Log/Writer.php": "",
            "src/functions.php": "",
            "tests/Log/WriterTest.php": "",
            "public/index.php": "",
        }
    )
    assert resolved(index, "php", "public/index.php", "App\\Log\\Writer") == ["src/Log/Writer.php"]
    assert resolved(index, "php", "public/index.php", "\\App\\Tests\\Log\\WriterTest") == ["tests/Log/WriterTest.php"]
    assert resolved(index, "php", "public/index.php", "App\\helper") == ["src/functions.php"]
    assert resolved(index, "php", "public/index.php", "/../src/functions.php", "require") == ["src/functions.php"]
    assert resolved(index, "php", "public/index.php", "Psr\\Log\\LoggerInterface") == []


def test_ruby_requires_from_the_lib_folder_of_any_gem():
    index = index_of("one/lib/one/a.rb", "two/lib/two.rb", "one/test/helper.rb", "one/test/a_test.rb", "one/x/json.rb")
    assert resolved(index, "ruby", "one/test/a_test.rb", "one/a", "require") == ["one/lib/one/a.rb"]
    assert resolved(index, "ruby", "one/test/a_test.rb", "two", "require") == ["two/lib/two.rb"]
    assert resolved(index, "ruby", "one/test/a_test.rb", "helper", "require_relative") == ["one/test/helper.rb"]
    assert resolved(index, "ruby", "one/test/a_test.rb", "json", "require") == []


def test_a_swift_module_is_the_files_of_its_target():
    index = index_with(
        {
            "Package.swift": 'targets: [.target(name: "Net", path: "Source"), .testTarget(name: "NetTests")]',
            "Source/A.swift": "",
            "Source/Deep/B.swift": "",
            "Tests/NetTests/T.swift": "",
        }
    )
    assert resolved(index, "swift", "Tests/NetTests/T.swift", "Net") == ["Source/A.swift", "Source/Deep/B.swift"]
    assert resolved(index, "swift", "Tests/NetTests/T.swift", "Foundation") == []


# The others


@pytest.mark.parametrize(
    ("language", "importer", "name", "path"),
    [
        ("lua", "lua/t/init.lua", "t.actions", "lua/t/actions/init.lua"),
        ("lua", "tests/x.lua", "t.config", "lua/t/config.lua"),
        ("bash", "bin/run.sh", '$(dirname "$0")/../lib/log.sh', "lib/log.sh"),
        ("bash", "bin/run.sh", "${BASH_SOURCE%/*}/env", "bin/env.sh"),
        ("bash", "bin/run.sh", "$ROOT/lib/log.sh", "lib/log.sh"),
        ("elixir", "lib/plug/conn.ex", "Plug.HTTPParser", "lib/plug/http_parser.ex"),
        ("elixir", "lib/plug/conn.ex", "Plug.HTTPParser.State", "lib/plug/http_parser.ex"),
        ("haskell", "tests/Main.hs", "Data.Json.Types", "src/Data/Json/Types.hs"),
        ("zig", "src/main.zig", "util/io.zig", "src/util/io.zig"),
        ("dart", "bin/x.dart", "package:my_pkg/a.dart", "dart/lib/a.dart"),
        ("protobuf", "proto/a/one.proto", "b/two.proto", "proto/b/two.proto"),
        ("css", "styles/main.scss", "parts/colors", "styles/parts/_colors.scss"),
        ("css", "styles/main.scss", "parts", "styles/parts/_index.scss"),
        ("starlark", "rules/BUILD", "//lib:log.sh", "lib/log.sh"),
        ("html", "web/index.html", "/app.js?v=2", "web/app.js"),
        ("html", "shop/templates/cart.html", "base/page.html", "core/templates/base/page.html"),
    ],
)
def test_every_family_finds_its_file(language, importer, name, path):
    index = index_with(
        dict.fromkeys(
            (
                "lua/t/actions/init.lua", "lua/t/config.lua", "lib/log.sh", "bin/env.sh", "lib/plug/http_parser.ex",
                "src/Data/Json/Types.hs", "src/util/io.zig", "dart/lib/a.dart", "proto/b/two.proto",
                "styles/parts/_colors.scss", "styles/parts/_index.scss", "web/app.js", "core/templates/base/page.html",
            ),
            "",
        )
        | {"dart/pubspec.yaml": "name: my_pkg\n"}
    )  # fmt: skip
    assert resolved(index, language, importer, name) == [path]


@pytest.mark.parametrize(
    ("language", "importer", "name"),
    [("elixir", "lib/plug/conn.ex", "Logger"), ("haskell", "src/Data/Json.hs", "Types")],
)
def test_a_part_of_a_longer_module_name_is_no_module(language, importer, name):
    index = index_of("lib/plug/logger.ex", "src/Data/Types.hs")
    assert resolved(index, language, importer, name) == []


# Promises of the index as a whole


def test_a_manifest_that_cannot_be_understood_is_named_and_left_out():
    index = index_with(
        {
            "package.json": "{",
            "p/package.json": "[]",
            "Cargo.toml": "[package",
            "go.mod": "?",
            "q/package.json": {"name": "q", "main": 5, "exports": {"./x": [{"a": {"b": 1}}]}},
            "q/index.js": "",
        }
    )
    assert set(index.problems) == {"package.json", "p/package.json", "Cargo.toml", "go.mod"}
    assert resolved(index, "javascript", "x.js", "q") == ["q/index.js"]


def test_a_manifest_that_cannot_be_had_is_a_problem_and_no_error():
    index = ImportIndex.of([RepoPath("composer.json")], lambda path: None)
    assert index.problems == {RepoPath("composer.json"): "cannot be read"}


def test_every_rule_belongs_to_a_language():
    index = index_of()
    assert set(index.rules) | set(FAMILIES) <= set(languages())


def test_the_order_of_the_paths_does_not_matter():
    paths = ["z/t/run.py", "a/t/run.py", "m/main.py"]
    expected = resolved(index_of(*paths), "python", "m/main.py", "t.run")
    assert resolved(index_of(*reversed(paths)), "python", "m/main.py", "t.run") == expected == paths[1::-1]


WORDS = st.text("ab./\\:*@#~$ {}-_é\0", max_size=12) | st.text(max_size=8)
PATHS = ("a/b.py", "a/__init__.py", "b/index.ts", "a/b.rs", "a/lib.rs", "b/a.java", "b/a.php", "lib/a.rb", "a/b.h")


@settings(max_examples=150, deadline=None)
@given(name=WORDS, receiver=WORDS, manifest=st.binary(max_size=30) | WORDS.map(str.encode))
def test_nothing_that_is_written_raises(name, receiver, manifest):
    manifests = "package.json tsconfig.json a/Cargo.toml go.mod composer.json Package.swift pubspec.yaml".split()
    paths = [RepoPath(path) for path in (*PATHS, *manifests)]
    index = ImportIndex.of(paths, lambda path: manifest, {paths[0]: [name]})
    for language in index.rules:
        for importer in paths[:5]:
            for target in index.resolve(Reference(name, "import", 1, receiver), importer, language):
                assert isinstance(target, Target)
                assert target.path in paths
                assert target.path != importer


LEAVES = st.none() | st.booleans() | st.integers() | st.sampled_from(["./dist/*.js", ".", "../..", "a", "*", ""])
VALUES = st.recursive(
    LEAVES,
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from([".", "./*", "./b", "import", "psr-4", "A\\", "#a", "paths"]), inner, max_size=3
        )
    ),
    max_leaves=8,
)
KEYS = "name main exports imports extends compilerOptions autoload".split()


@settings(max_examples=150, deadline=None)
@given(facts=st.dictionaries(st.sampled_from(KEYS), VALUES))
def test_nothing_that_a_manifest_says_raises(facts):
    files: Files = dict.fromkeys(PATHS, "")
    index = index_with(files | dict.fromkeys(("a/package.json", "a/tsconfig.json", "a/composer.json"), facts))
    for language, name in (("typescript", "a"), ("typescript", "#a"), ("typescript", "a/b"), ("php", "A\\B")):
        assert isinstance(resolved(index, language, "a/b.py", name), list)


def lines_run(index: ImportIndex, language: str, importer: str, name: str, receiver: str = "") -> int:
    """How many lines of Python an answer takes."""
    count = 0

    def trace(frame: FrameType, event: str, argument: object) -> object:
        nonlocal count
        count += event == "line"
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        resolved(index, language, importer, name, receiver)
    finally:
        sys.settrace(before)
    return count


def test_the_work_for_an_answer_does_not_grow_with_the_repository():
    folders = [f"s/d{n % 400}/e{n}" for n in range(200_000 // 8)]
    names = ("a.py", "x.ts", "x.go", "X.java", "lib.rs", "x.h", "X.php", "x.rb")
    index = ImportIndex.of([RepoPath(f"{folder}/{name}") for folder in folders for name in names], {})
    asked = [
        ("python", "s/d1/e1/a.py", "x", "a.b"),
        ("python", "s/d1/e1/a.py", "a", ""),
        ("typescript", "s/d1/e1/x.ts", "some/where", ""),
        ("go", "s/d1/e1/x.go", "example.com/a/x", ""),
        ("java", "s/d1/e1/X.java", "e1.X.member", ""),
        ("rust", "s/d1/e1/lib.rs", "crate::a::b", ""),
        ("c", "s/d1/e1/x.h", "x.h", ""),
        ("php", "s/d1/e1/X.php", "A\\B\\X", ""),
        ("ruby", "s/d1/e1/x.rb", "x", "require"),
        ("swift", "s/d1/e1/x.rb", "Module", ""),
    ]
    assert max(lines_run(index, *question) for question in asked) < 10_000
