import os
from pathlib import Path

import pytest

from cw_store.indexing.ignore import (
    ALWAYS_EXCLUDED,
    all_rules,
    is_excluded,
    is_repository,
    is_sensitive,
)


def test_a_deeper_file_overrules_a_higher_one(tmp_path: Path) -> None:
    (tmp_path / "docs").mkdir()
    (tmp_path / ".gitignore").write_text("*.html\n")
    (tmp_path / "docs/.gitignore").write_text("!index.html\n")
    rules = all_rules(str(tmp_path), (), None).within("docs")
    assert rules.ignores("docs/other.html", False)
    assert not rules.ignores("docs/index.html", False)


def test_cwignore_overrules_gitignore_and_settings_overrule_both(tmp_path: Path) -> None:
    (tmp_path / ".gitignore").write_text("gen/\nlocal.py\n")
    (tmp_path / ".cwignore").write_text("!gen/\n*.svg\n")
    rules = all_rules(str(tmp_path), ("!logo.svg", "fixtures/"), None)
    assert not rules.ignores("gen", True)
    assert rules.ignores("local.py", False)
    assert rules.ignores("drawing.svg", False)
    assert not rules.ignores("logo.svg", False)
    assert rules.ignores("fixtures", True)


def test_a_deeper_gitignore_does_not_overrule_cwignore(tmp_path: Path) -> None:
    (tmp_path / "docs").mkdir()
    (tmp_path / ".cwignore").write_text("*.md\n")
    (tmp_path / "docs/.gitignore").write_text("!README.md\n")
    assert all_rules(str(tmp_path), (), None).within("docs").ignores("docs/README.md", False)


def test_the_users_own_file_is_the_weakest(tmp_path: Path) -> None:
    (tmp_path / "excludes").write_text("*.swp\n*.bak\n")
    root = tmp_path / "root"
    root.mkdir()
    (root / ".gitignore").write_text("!kept.bak\n")
    rules = all_rules(str(root), (), str(tmp_path / "excludes"))
    assert [rules.ignores(name, False) for name in ("a.swp", "a.bak", "kept.bak")] == [True, True, False]


def test_rules_above_the_root_count_inside_a_work_tree(tmp_path: Path) -> None:
    (tmp_path / ".git").mkdir()
    (tmp_path / ".git/HEAD").write_text("ref: refs/heads/main\n")
    (tmp_path / ".gitignore").write_text("*.log\n/api/gen/\n/gen/\n")
    (tmp_path / "api").mkdir()
    rules = all_rules(str(tmp_path / "api"), ("*.txt",), None)
    assert rules.ignores("x.log", False)
    assert rules.ignores("gen", True)
    assert rules.ignores("notes.txt", False)
    assert not rules.ignores("src", True)


def test_rules_above_a_root_that_they_ignore_do_not_count(tmp_path: Path) -> None:
    (tmp_path / ".git").mkdir()
    (tmp_path / ".git/HEAD").write_text("ref: refs/heads/main\n")
    (tmp_path / ".gitignore").write_text("*\n")
    (tmp_path / "api").mkdir()
    assert not all_rules(str(tmp_path / "api"), (), None).ignores("main.py", False)


def test_an_ignore_file_that_is_a_pipe_or_a_link_is_passed_over(tmp_path: Path) -> None:
    (tmp_path / "rules").write_text("*\n")
    try:
        os.mkfifo(tmp_path / ".cwignore")
        (tmp_path / ".gitignore").symlink_to(tmp_path / "rules")
    except (AttributeError, OSError):
        pytest.skip("neither pipes nor links here")
    assert not all_rules(str(tmp_path), (), None).ignores("main.py", False)


def test_dependencies_and_caches_are_excluded_and_build_output_is_not() -> None:
    def empty(_: str) -> bool:
        return False

    for name in ALWAYS_EXCLUDED:
        assert is_excluded(name, empty)
        assert is_excluded(f"web/{name}", empty)
    for name in ("build", "out", "target", "vendor", "gen", "tmp", "cache", "bundle", "src", "env", "git"):
        assert not is_excluded(name, empty)


def test_an_environment_is_known_by_what_it_holds() -> None:
    assert is_excluded("env", {"pyvenv.cfg"}.__contains__)
    assert is_excluded("venv", {"bin"}.__contains__)
    assert not is_excluded("Lib/venv", {"__init__.py"}.__contains__)


@pytest.mark.parametrize(
    "name",
    [
        *(
            ".env",
            ".env.local",
            ".ENV",
            ".env.production.local",
            "id_rsa",
            "id_ed25519",
            "server.pem",
            "tls.KEY",
            "a.p12",
        ),
        *(
            "b.pfx",
            "c.jks",
            "d.keystore",
            "e.kdbx",
            "f.ppk",
            ".netrc",
            "_netrc",
            ".npmrc",
            ".pypirc",
            ".git-credentials",
        ),
        *(".htpasswd", "credentials", "credentials.json", "main.tfstate", "main.tfstate.backup", ".envrc"),
        *("store.jceks", "cacerts.truststore", "office.ovpn", "site.publishsettings", "keys.agekey", ".mylogin.cnf"),
        *(".dockerconfigjson", ".vault_pass.txt", "prod.kubeconfig", ".terraformrc", "credentials.tfrc.json"),
        *("rootkey.csv", "deploy_accessKeys.csv", "app-1a2b3-firebase-adminsdk-x9y8z.json", ".secrets.toml"),
        *("application_default_credentials.json", "client_secret_123.apps.json", "service-account-key.json"),
    ],
)
def test_files_of_secrets_are_known_by_name(name: str) -> None:
    assert is_sensitive(name)


@pytest.mark.parametrize(
    "name",
    [
        *(".env.example", ".env.sample", ".env.template", ".env.dist", ".env.local.example", "env.py", ".environment"),
        *("id_rsa.pub", "id_rsa.py", "keys.py", "key", "pem.go", "credentials.py", "monkey", "a.keys", "main.tf"),
        *(
            "secrets.py",
            "secrets.yaml",
            "service_account.go",
            "service_account.json.md",
            "credentials.go",
            "tokens.json",
        ),
        *("auth.json", "kubeconfig.go", "truststore.py", "terraform.tfvars", "firebase.json", "passwords.txt", "a.asc"),
    ],
)
def test_examples_public_keys_and_code_about_secrets_are_not_secret(name: str) -> None:
    assert not is_sensitive(name)


def test_a_folder_with_a_broken_git_folder_is_no_repository(tmp_path: Path) -> None:
    (tmp_path / ".git").mkdir()
    assert not is_repository(str(tmp_path))
    (tmp_path / ".git/HEAD").write_text("ref: refs/heads/main\n")
    assert is_repository(str(tmp_path))
