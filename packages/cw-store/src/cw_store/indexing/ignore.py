"""Which paths a rule leaves out: git's own rules, from the files alone, and tables of what nobody wants indexed.

Rules are matched entry by entry from the top down, as git does it: a folder that is ignored is never entered, so
nothing below it can be taken back. Libraries for this match whole paths, descendants included, and so differ from git
where negations meet folders.
"""

from __future__ import annotations

import os
import re
import stat
import sys
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path

from cw_store.indexing.patterns import Patterns, compile_patterns

ALWAYS_EXCLUDED: tuple[str, ...] = (
    # version control
    *(".git", ".hg", ".svn", ".jj", ".bzr", ".sl", "CVS", "_darcs"),
    # dependencies, put there by a tool
    *("node_modules", "bower_components", "jspm_packages", ".pnpm-store", ".yarn/cache", ".yarn/unplugged"),
    *(".venv", "venv", ".virtualenv", "site-packages", "__pypackages__", ".pixi", ".bundle", "vendor/bundle"),
    *(".m2", ".ivy2", ".cargo/registry", ".pub-cache", ".swiftpm", "elm-stuff", ".stack-work", "dist-newstyle"),
    # caches
    *("__pycache__", ".tox", ".nox", ".eggs", ".mypy_cache", ".pytest_cache", ".ruff_cache", ".hypothesis"),
    *(".pytype", ".pyre", ".ipynb_checkpoints", ".cache", ".ccache", ".ccls-cache", ".gradle", ".kotlin", ".cxx"),
    *(".terraform", ".terragrunt-cache", ".serverless", ".next", ".nuxt", ".svelte-kit", ".astro", ".docusaurus"),
    *(".turbo", ".nx/cache", ".parcel-cache", ".angular", ".vercel", ".expo", ".nyc_output", ".sass-cache"),
    *(".dart_tool", ".zig-cache", "zig-cache", ".bloop", ".metals", ".elixir_ls", ".direnv", ".devenv"),
    # editors' own state
    *(".idea", ".vs", ".fleet", ".history"),
)
"""Folder names (or a path's last two parts) never entered, tracked by git or not. No `build`: that may be source."""

_NAMES = frozenset(name for name in ALWAYS_EXCLUDED if "/" not in name)
_PAIRS = frozenset(name for name in ALWAYS_EXCLUDED if "/" in name)

_SENSITIVE = re.compile(
    r"""\.env(?:\..*)?(?<!\.example)(?<!\.sample)(?<!\.template)(?<!\.dist) | \.envrc
      | id_(?:rsa|dsa|ecdsa|ed25519)(?:_sk)?
      | .*\.(?:pem|key|p8|p12|pkcs12|pfx|jks|jceks|bks|keystore|truststore|keytab|kdb|kdbx|ppk|pvk|agekey
        |ovpn|mobileprovision|publishsettings|pubxml\.user|tfstate|tfstate\.backup)
      | [._]netrc | \.npmrc | \.pypirc | \.git-credentials | \.htpasswd | \.htdigest | \.pgpass
      | pgpass\.conf | \.my\.cnf | \.mylogin\.cnf | \.dockercfg | \.dockerconfigjson | \.s3cfg | \.boto | \.passwd-s3fs
      | \.vault-token | \.vault[-_]pass(?:word)?(?:\.txt)? | kubeconfig | .*\.kubeconfig | \.terraformrc | terraform\.rc
      | credentials(?:\.json|\.tfrc\.json|\.csv)? | client_secrets?(?:_[\w.-]+)?\.json
      | application_default_credentials\.json
      | (?:gcp|gcloud|google)[-_](?:credentials?|key)\.json | accesstokens\.json | azureauth\.json | azureprofile\.json
      | firebase-adminsdk[\w-]*\.json | [\w-]+-firebase-adminsdk-[\w-]+\.json | rootkey\.csv | accesskeys\.csv
      | [\w.-]+_accesskeys\.csv | secring\.(?:gpg|pgp|skr) | \.secrets? | \.secrets\.(?:toml|ya?ml|json)
      | secrets\.tfvars | .*\.secret\.tfvars | service[-_]?account(?:[-_]?key|[-_]?credentials?)?\.json""",
    re.VERBOSE | re.DOTALL,
)

RULE_FILES = (".gitignore", ".cwignore")
"""The files that hold rules for the folder they are in and all below."""

IGNORE_CASE = sys.platform in ("win32", "darwin")
"""What git takes for `core.ignoreCase` in a new repository."""

_RULES_BYTES = 1_048_576  # more is no ignore file
_Level = tuple[int, Patterns]


def is_excluded(folder: str, holds: Callable[[str], bool]) -> bool:
    """True if the folder (its path from the root) is never entered: by name, or as a Python environment.

    A real environment holds `pyvenv.cfg`, whatever its name; a `venv` with an `__init__.py` is a package of that name.
    `holds` says whether it has an entry of a given name, and is asked only if the folder's own name is not enough.
    """
    name = folder[folder.rfind("/") + 1 :]
    if name == "venv":
        return not holds("__init__.py")
    if name in _NAMES or (name != folder and "/".join(folder.split("/")[-2:]) in _PAIRS):
        return True
    return holds("pyvenv.cfg")


def is_sensitive(name: str) -> bool:
    """True if a file of this name holds keys, credentials or a machine's environment by convention. Case is ignored."""
    return _SENSITIVE.fullmatch(name.lower()) is not None


def tables() -> str:
    """What the tables of this module hold: where it differs, other files count."""
    return repr((ALWAYS_EXCLUDED, _SENSITIVE.pattern, RULE_FILES))


def is_repository(folder: str) -> bool:
    """True if the folder is the top of a git work tree: `.git` is a repository, or a file that points to one."""
    return os.path.lexists(f"{folder}/.git/HEAD") or pointed(folder) is not None


def kind_of_repository(folder: str) -> str:
    """What a folder with a repository is: a `submodule`, a linked `work tree`, or a `repository` of its own."""
    place = pointed(folder)
    if place is None:
        return "repository"
    parts = place.replace(os.sep, "/").split("/")
    known = [part for part in parts[:-1] if part in ("modules", "worktrees")]
    return {"modules": "submodule", "worktrees": "work tree"}[known[-1]] if known else "repository"


def pointed(folder: str) -> str | None:
    """Where the `.git` of a folder points to, if it is a file that does: that of a submodule or a linked work tree."""
    text = _rule_bytes(f"{folder}/.git", links=False)
    if not text.startswith(b"gitdir:"):
        return None
    return os.path.join(folder, os.fsdecode(text[len(b"gitdir:") :].strip()))  # noqa: PTH118 - plain strings throughout


def work_tree(root: str) -> str | None:
    """The top of the git work tree that a folder is in, itself included; None outside of any."""
    return next((str(folder) for folder in (Path(root), *Path(root).parents) if is_repository(str(folder))), None)


def git_folders(top: str) -> tuple[str, str]:
    """The repository's folder of a work tree (with its `index`), and the one it shares with others (`info/exclude`)."""
    own = pointed(top) or f"{top}/.git"
    common = _rule_bytes(f"{own}/commondir", links=False).strip()
    return own, os.path.join(own, os.fsdecode(common)) if common else own  # noqa: PTH118


@dataclass(frozen=True, slots=True)
class IgnoreRules:
    """The rules in force in one folder; `within` gives those of a folder inside it.

    A level is a number of leading bytes to drop from a path, with the patterns for the rest; the strongest comes first.
    `own` are the settings' patterns, then `.cwignore` files from the deepest up; `git` are `.gitignore` files likewise,
    then `info/exclude`, then the user's file. `prefix` is the path of the root inside its work tree, with a final
    slash, so that rules above the root count too. `ignore_case` is git's `core.ignoreCase`.
    """

    root: str
    files: tuple[str, ...] = RULE_FILES
    prefix: bytes = b""
    extra: tuple[_Level, ...] = ()
    own: tuple[_Level, ...] = ()
    git: tuple[_Level, ...] = ()
    ignore_case: bool = False

    def ignores(self, path: str, is_folder: bool) -> bool:
        """True if the entry (its path from the root) is left out, given that the folders above it are not."""
        text = self.prefix + os.fsencode(path) + (b"\0" if is_folder else b"")
        name = text[text.rfind(b"/") + 1 :]
        mine = verdict(self.extra + self.own, name, text)
        return bool(verdict(self.git, name, text) if mine is None else mine)

    def within(self, folder: str, holds: Callable[[str], bool] = lambda _: True) -> IgnoreRules:
        """The rules one folder further down (its path from the root, empty for the root): its own files are read,
        those that it `holds`.
        """
        rules = self
        for name in self.files:
            if not holds(name):
                continue
            place = f"{self.root}/{folder}" if folder else self.root
            drop = len(self.prefix) + (len(os.fsencode(folder)) + 1 if folder else 0)
            level = self._level(drop, _rule_bytes(f"{place}/{name}", links=False))
            if level and name == ".gitignore":
                rules = replace(rules, git=level + rules.git)
            elif level:
                rules = replace(rules, own=level + rules.own)
        return rules

    def _level(self, drop: int, content: bytes) -> tuple[_Level, ...]:
        patterns = compile_patterns(content, self.ignore_case)
        return ((drop, patterns),) if patterns else ()


def verdict(levels: tuple[_Level, ...], name: bytes, text: bytes) -> bool | None:
    """What the strongest level that mentions an entry says; True: ignored, False: taken back, None: not mentioned.

    `text` is the path from the top of the work tree, `name` its last part; both end with NUL for a folder.
    """
    for drop, patterns in levels:
        said = patterns.of(name, text, drop)
        if said is not None:
            return said
    return None


def all_rules(
    root: str, patterns: tuple[str, ...], excludes_file: str | None, ignore_case: bool = IGNORE_CASE
) -> IgnoreRules:
    """The rules of the root, git's included, without git. `excludes_file` is the user's (`core.excludesFile`), if any.

    In a folder of a larger work tree the rules above it count, unless they ignore the root itself: whoever chose it
    wants it. `.cwignore` counts from the root down.
    """
    above = _rules_above(root, excludes_file, ignore_case)
    extra = above._level(len(above.prefix), "\n".join(patterns).encode("utf-8", "surrogateescape"))
    return replace(above, files=RULE_FILES, extra=extra).within("")


def _rules_above(root: str, excludes_file: str | None, ignore_case: bool) -> IgnoreRules:
    alone = IgnoreRules(root, ignore_case=ignore_case)
    users = alone._level(0, _rule_bytes(excludes_file, links=True)) if excludes_file else ()
    alone = replace(alone, git=users)
    top = work_tree(root)
    if top is None:
        return alone
    exclude = alone._level(0, _rule_bytes(f"{git_folders(top)[1]}/info/exclude", links=True))
    rules = IgnoreRules(top, (".gitignore",), git=exclude + users, ignore_case=ignore_case)
    folder = ""
    for part in Path(root).relative_to(top).parts:
        rules = rules.within(folder)
        folder = f"{folder}/{part}" if folder else part
        if rules.ignores(folder, is_folder=True):
            return alone
    return replace(rules, root=root, prefix=os.fsencode(f"{folder}/") if folder else b"")


def _rule_bytes(path: str, links: bool) -> bytes:
    """A small regular file, or nothing at all. git follows no link to a `.gitignore`."""
    try:
        if not stat.S_ISREG(os.stat(path, follow_symlinks=links).st_mode):  # noqa: PTH116 - asked of every folder
            return b""
        with open(path, "rb") as file:  # noqa: PTH123 - likewise
            return file.read(_RULES_BYTES)
    except (OSError, ValueError):
        return b""
