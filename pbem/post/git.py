"""The program git, run without a shell, without questions, and in words that can be read."""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

from pbem.errors import NETWORK, USAGE, Refused

Verdict = Callable[[bool], None]  # tells the credential helper whether the password was right


class GitFailed(Refused):
    """A git command ended badly; `said` is what it printed, in English."""

    def __init__(self, status: int, message: str, hint: str = "", *, said: str = "") -> None:
        super().__init__(status, message, hint)
        self.said = said


def git(
    folder: Path,
    *words: str,
    data: bytes = b"",
    ask: bool = False,
    fails: tuple[int, ...] = (),
    status: int = USAGE,
) -> tuple[int, bytes]:
    """Run a git command in a folder; its exit status (0 or one of `fails`) and what it printed.

    With `ask` it may talk to the terminal, if there is one.  Any other end is `GitFailed`.
    """
    env = {**os.environ, "LC_ALL": "C", "LANGUAGE": "C"}
    if not (ask and sys.stdin.isatty()):
        env["GIT_TERMINAL_PROMPT"] = "0"
    try:
        done = subprocess.run(  # noqa: S603
            ["git", "-C", str(folder), *words],  # noqa: S607
            input=data,
            env=env,
            capture_output=True,
            check=False,
            timeout=600,
        )
    except FileNotFoundError:
        raise Refused(USAGE, "git is not installed", "install git, or exchange the files by mail") from None
    except subprocess.TimeoutExpired:
        raise Refused(NETWORK, f"git {words[0]} did not end in ten minutes", "try again later") from None
    if done.returncode and done.returncode not in fails:
        said = done.stderr.decode("utf-8", "replace").strip()
        last = next((line for line in said.split("\n") if line.startswith(("fatal:", "error:"))), said[-200:])
        raise GitFailed(status, f"git {words[0]} refused: {last[:200]}", said=said)
    return done.returncode, done.stdout


def text(folder: Path, *words: str, fails: tuple[int, ...] = (1, 128)) -> str:
    """What a git command prints, in one piece; empty where it has no answer."""
    code, out = git(folder, *words, fails=fails)
    return out.decode("utf-8", "replace").strip() if code == 0 else ""


def settings(folder: Path, section: str) -> dict[str, list[str]]:
    """Every setting of a section, names in lower case, later ones last: `{"smtpserver": ["…"]}`."""
    code, out = git(folder, "config", "--null", "--get-regexp", rf"^{section}\.", fails=(1, 128))
    found: dict[str, list[str]] = {}
    for entry in out.decode("utf-8", "replace").split("\0") if code == 0 else ():
        key, _, value = entry.partition("\n")
        if key:
            found.setdefault(key.partition(".")[2], []).append(value)
    return found


def credential(folder: Path, protocol: str, host: str, user: str) -> tuple[str, Verdict] | None:
    """The password that git's credential helper knows (or the person types), and how to tell it whether
    it was right; None if there is none.  It is kept nowhere here."""
    asked = f"protocol={protocol}\nhost={host}\nusername={user}\n\n".encode()
    try:
        code, out = git(folder, "credential", "fill", data=asked, ask=True, fails=(1, 128))
    except Refused:
        return None
    answer = dict(line.split("=", 1) for line in out.decode("utf-8", "replace").splitlines() if "=" in line)
    if code or not answer.get("password"):
        return None

    def verdict(right: bool) -> None:
        git(folder, "credential", "approve" if right else "reject", data=out, fails=(1, 128))

    return answer["password"], verdict
