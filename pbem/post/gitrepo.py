"""A match folder as a git repository that both players push to: one file, one commit, never a merge.

found(folder)    the repository, ready to work with
fetch()          what the other side has pushed, and how that stands to mine
advance()        go on to it, if it only adds to what is here
commit(), push() my file, on top of it
"""

import contextlib
import shlex
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final, Literal

import msgspec

from pbem import __version__
from pbem.errors import CHAIN, NETWORK, USAGE, Refused
from pbem.post.git import GitFailed, git, text

ATTRIBUTES: Final = """\
# Turn files are text with LF on every system, and two versions of one are never mixed.
*.toml text eol=lf -merge
*.md text eol=lf
"""
IGNORE: Final = """\
# Drafts and each player's own log: nobody else's business.  Secrets never lie in this folder.
*.orders.toml
*.log.md
*.eml
*.redo
.*.schema.json
.*.tmp
"""
WORKFLOW: Final = f"""\
# Judges the whole match again at every push; needs nobody's key.
name: pbem
on: [push, pull_request]
permissions:
  contents: read
jobs:
  verify:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v4
      - uses: actions/setup-python@v5
        with:
          python-version: "3.12"
      - run: python -m pip install "pbem=={__version__}"
      - run: pbem verify .
"""
HOOK: Final = """\
#!/bin/sh
# Written by `pbem git init`: no commit unless the whole match verifies.
exec {python} -m pbem verify "$(git rev-parse --show-toplevel)"
"""
_FILES: Final = {
    ".gitattributes": ATTRIBUTES,
    ".gitignore": IGNORE,
    ".github/workflows/pbem.yml": WORKFLOW,
}
_BUSY: Final = ("MERGE_HEAD", "CHERRY_PICK_HEAD", "REVERT_HEAD", "rebase-merge", "rebase-apply")

Relation = Literal["same", "new", "behind", "ahead", "apart", "rewritten"]


class Standing(msgspec.Struct, frozen=True, kw_only=True):
    """How the other side's branch stands to mine, as commits; an empty one does not exist.

    `base` is the last commit that both have.
    """

    relation: Relation
    mine: str
    theirs: str
    base: str = ""


class Repository:
    """A match folder under git, on a branch, with a remote."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.branch = text(folder, "symbolic-ref", "--short", "HEAD")
        self.remote = text(folder, "config", f"branch.{self.branch}.remote")
        if not self.remote:
            remotes = text(folder, "remote").split()
            self.remote = "origin" if "origin" in remotes else remotes[0] if remotes else ""
        merged = text(folder, "config", f"branch.{self.branch}.merge")
        self.upstream = merged.removeprefix("refs/heads/") or self.branch

    # -- looking -----------------------------------------------------------------------------------

    def commit_of(self, name: str) -> str:
        """The commit that a name stands for, or empty."""
        return text(self.folder, "rev-parse", "--verify", "--quiet", f"{name}^{{commit}}")

    def tree(self, commit: str) -> dict[str, bytes]:
        """The TOML files of the match in a commit, by name."""
        if not commit:
            return {}
        _, out = git(self.folder, "ls-tree", "-z", commit)
        names = [
            row.split(b"\t", 1)[1].decode("utf-8", "replace") for row in out.split(b"\0") if b" blob " in row
        ]
        wanted = [name for name in names if name.endswith(".toml") and not name.endswith(".orders.toml")]
        return {name: git(self.folder, "cat-file", "blob", f"{commit}:{name}")[1] for name in wanted}

    def changed(self) -> list[str]:
        """TOML files here that differ from the last commit, or are not in it."""
        _, out = git(
            self.folder,
            "status",
            "--porcelain",
            "-z",
            "--untracked-files=all",
            "--no-renames",
            "--",
            "*.toml",
        )
        names = [row[3:].decode("utf-8", "replace") for row in out.split(b"\0") if row]
        return [name for name in names if "/" not in name and (self.folder / name).exists()]

    def tracked(self) -> set[str]:
        """The names of all files that git knows here."""
        return set(git(self.folder, "ls-files", "-z")[1].decode("utf-8", "replace").split("\0"))

    # -- the other side ----------------------------------------------------------------------------

    def fetch(self) -> Standing:
        """Fetch, and compare; changes no file."""
        if not self.remote:
            message = "the repository has no remote that both of you push to"
            raise Refused(NETWORK, message, "git remote add origin URL")
        theirs_ref = f"refs/remotes/{self.remote}/{self.upstream}"
        seen = self.commit_of(self._seen) or self.commit_of(theirs_ref)
        git(self.folder, "fetch", "--quiet", "--prune", self.remote, ask=True, status=NETWORK)
        mine, theirs = self.commit_of("HEAD"), self.commit_of(theirs_ref)
        if not theirs:
            others = text(
                self.folder, "for-each-ref", "--format=%(refname:lstrip=3)", f"refs/remotes/{self.remote}"
            )
            names = [name for name in others.split() if name != "HEAD"]
            if names:
                message = f"the branch here is {self.upstream}, at {self.remote} it is {names[0]}"
                raise Refused(CHAIN, message, f"git branch -m {self.branch} {names[0]}")
            return Standing(relation="new", mine=mine, theirs="")
        base = text(self.folder, "merge-base", mine, theirs) if mine else ""
        relation: Relation
        if mine == theirs:
            relation = "same"
        elif seen and not self._reaches(theirs, seen):
            relation = "rewritten"
        elif not mine or base == mine:
            relation = "behind"
        else:
            relation = "ahead" if base == theirs else "apart"
        if relation == "same":
            self.accept(theirs)
        return Standing(relation=relation, mine=mine, theirs=theirs, base=base)

    def accept(self, commit: str) -> None:
        """Remember a commit as agreed: history that does not lead to it was rewritten."""
        git(self.folder, "update-ref", self._seen, commit)

    @property
    def _seen(self) -> str:
        return f"refs/pbem/{self.upstream}"

    def _reaches(self, commit: str, ancestor: str) -> bool:
        return git(self.folder, "merge-base", "--is-ancestor", ancestor, commit, fails=(1, 128))[0] == 0

    def advance(self, standing: Standing, same: tuple[str, ...]) -> None:
        """Fast-forward to the other side's commit.  `same` are files that lie here without being in a
        commit, and hold what that commit brings for them."""
        with self._aside(same):
            git(self.folder, "merge", "--quiet", "--ff-only", standing.theirs, status=CHAIN)
        self.accept(standing.theirs)

    @contextlib.contextmanager
    def _aside(self, names: tuple[str, ...]) -> Iterator[None]:
        moved = {self.folder / name: self.folder / f".{name}.aside.tmp" for name in names}
        for path, hidden in moved.items():
            path.replace(hidden)
        try:
            yield
        finally:
            for path, hidden in moved.items():
                if path.exists():
                    hidden.unlink()
                else:
                    hidden.replace(path)

    # -- my side -----------------------------------------------------------------------------------

    def commit(self, names: tuple[str, ...], message: str, *, amend: bool = False) -> None:
        """Commit these files and nothing else, whatever else is staged."""
        git(self.folder, "add", "--", *names)
        again = ("--amend",) if amend else ()
        try:
            git(self.folder, "commit", "--quiet", *again, "-m", message, "--only", "--", *names)
        except GitFailed as error:
            git(self.folder, "reset", "--quiet", "--", *names, fails=(1, 128))
            if "user.email" in error.said:
                hint = 'git config user.name "Anna", and git config user.email anna@example.org'
                raise Refused(USAGE, "git does not know who commits", hint) from None
            if "commit" in error.said.lower() and "nothing to" in error.said:
                return
            words = [line for line in error.said.split("\n") if line.strip()]
            raise Refused(
                error.status, f"the commit was refused: {' / '.join(words)[:300]}", error.hint
            ) from None

    def alone(self, name: str) -> bool:
        """Whether the newest commit holds nothing but this file, and was not pushed yet."""
        listed = text(self.folder, "show", "--format=", "--name-only", "HEAD").split("\n")
        theirs = self.commit_of(f"refs/remotes/{self.remote}/{self.upstream}") if self.remote else ""
        return listed == [name] and not (theirs and self._reaches(theirs, "HEAD"))

    def push(self) -> None:
        """Push; where somebody was faster nothing is forced."""
        target = f"HEAD:refs/heads/{self.upstream}"
        try:
            git(
                self.folder,
                "push",
                "--quiet",
                "--set-upstream",
                self.remote,
                target,
                ask=True,
                status=NETWORK,
            )
        except GitFailed as error:
            if any(word in error.said for word in ("non-fast-forward", "fetch first", "[rejected]")):
                message = "the other side has pushed in the meantime; nothing was forced or merged"
                raise TooLate(CHAIN, message, "run it again: it fetches what is new first") from None
            raise
        self.accept(self.commit_of("HEAD"))

    def undo(self, before: str, names: tuple[str, ...]) -> None:
        """Take back commits that nobody has seen; the files stay as they are."""
        if before:
            git(self.folder, "reset", "--quiet", "--soft", before)
            git(self.folder, "reset", "--quiet", "--", *names, fails=(1,))


class TooLate(Refused):
    """A push that was not a fast-forward."""


def found(folder: Path) -> Repository:
    """The repository of a match folder, where nothing is left half done."""
    folder = folder.resolve()
    top = _top(folder)
    if not top:
        hint = f"pbem git init {shlex.quote(str(folder))} makes it one"
        raise Refused(USAGE, f"{folder.name} is no git repository", hint)
    if Path(top).resolve() != folder:
        message = f"{folder.name} is a folder inside the repository {Path(top).name}, not a repository"
        raise Refused(USAGE, message, "a match needs a repository of its own")
    place = Path(text(folder, "rev-parse", "--absolute-git-dir"))
    busy = next((name for name in _BUSY if (place / name).exists()), "")
    if busy:
        what = "rebase" if busy.startswith("rebase") else busy.partition("_")[0].lower().replace("_", "-")
        message = f"a {what} is under way in this repository; turn files are never merged"
        raise Refused(CHAIN, message, f"git {what} --abort, then try again")
    repository = Repository(folder)
    if not repository.branch:
        raise Refused(CHAIN, "the repository is on no branch", "git switch main")
    return repository


def _top(folder: Path) -> str:
    """The work tree that a folder belongs to; empty if it belongs to none."""
    try:
        return git(folder, "rev-parse", "--show-toplevel")[1].decode("utf-8", "replace").strip()
    except GitFailed as error:
        if "not a git repository" in error.said:
            return ""
        raise


def init(folder: Path, title: str) -> tuple[list[str], list[str]]:
    """Make a match folder a repository, or complete one that is there; nothing of yours is replaced.

    Returns the files that were written and notes on what was left alone.
    """
    folder = folder.resolve()
    top = _top(folder)
    if top and Path(top).resolve() != folder:
        message = f"{folder.name} lies inside the repository {Path(top).name}"
        raise Refused(
            USAGE, message, "put the match into a folder outside it: it needs a repository of its own"
        )
    if not top:
        git(folder, "init", "--quiet")
        git(folder, "symbolic-ref", "HEAD", "refs/heads/main")
    written, notes = [], []
    for name, content in _FILES.items():
        path = folder / name
        if not path.exists():
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(content, "utf-8", newline="\n")
            written.append(name)
        elif path.read_text("utf-8", "replace") != content:
            notes.append(f"{name} was there already and stays as it is")
    notes += _hook(folder)
    repository = found(folder)
    first = not repository.commit_of("HEAD")
    names = (*written, *(repository.changed() if first else ()))
    if names:
        repository.commit(names, f"pbem: {title}")
    return written, notes


def _hook(folder: Path) -> list[str]:
    """The hook of this clone alone: hooks that a player shares between repositories are his own."""
    elsewhere = text(folder, "config", "core.hooksPath")
    if elsewhere:
        return [f"your git takes its hooks from {elsewhere}; let pre-commit there run: pbem verify ."]
    path = Path(text(folder, "rev-parse", "--absolute-git-dir")) / "hooks" / "pre-commit"
    content = HOOK.format(python=shlex.quote(Path(sys.executable).as_posix()))
    if path.exists() and "pbem git init" not in path.read_text("utf-8", "replace"):
        return ["there is a pre-commit hook already; let it run: pbem verify ."]
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(content, "utf-8", newline="\n")
    path.chmod(0o755)
    return []
