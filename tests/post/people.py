"""Somebody at a computer, without the cost of a process for every command: `pbem …` in this one."""

import contextlib
import io
import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from pbem.cli.app import run
from tests.kit.shell import Said

# A short match of every game: options for `pbem new`.
SHORT = {
    "zipwarz": ("--option", "size=small", "--option", "rounds=1"),
    "zoids": ("--option", "turn_limit=8"),
    "war": ("--option", "turns=1", "--option", "points=4"),
}


class Somebody:
    """A home, a present folder, settings of git, and the program."""

    def __init__(self, root: Path, name: str, **settings: str) -> None:
        self.name, self.home, self.folder = name, root / f"home-{name}", root / name
        self.folder.mkdir(parents=True)
        self.config = root / f"gitconfig-{name}"
        self.env = {
            "PBEM_HOME": str(self.home),
            "GIT_CONFIG_GLOBAL": str(self.config),
            "GIT_CONFIG_NOSYSTEM": "1",
            "GIT_TERMINAL_PROMPT": "0",
            "GIT_CEILING_DIRECTORIES": str(root),
            "HOME": str(root),
            "PATH": os.environ["PATH"],
            "PYTHONPATH": str(Path(__file__).parents[2]),
        }
        self.git("config", "--global", "user.name", name.title())
        self.git("config", "--global", "user.email", f"{name}@example.org")
        for key, value in settings.items():
            self.git("config", "--global", key.replace("__", "."), value)
        self.run("key", "new")

    def git(self, *words: str, folder: Path | None = None, status: int = 0) -> str:
        done = subprocess.run(
            ["git", *words], cwd=folder or self.folder, env=self.env, capture_output=True, check=False
        )
        assert done.returncode == status, (words, done.stdout, done.stderr)
        return done.stdout.decode()

    def run(self, *words: object, status: int = 0, stdin: bytes = b"") -> Said:
        """Run `pbem`; the exit status must be `status`."""
        out, err = io.BytesIO(), io.BytesIO()
        with self.here(), _streams(stdin, out, err):
            found = run([str(word) for word in words])
        said = Said(out.getvalue().decode(), err.getvalue().decode(), found)
        assert "Traceback" not in said.all and "a bug in the program" not in said.all, said.all
        assert said.status == status, f"{words}: {said.status}\n{said.all}"
        return said

    @contextlib.contextmanager
    def here(self) -> Iterator[None]:
        before, environment = Path.cwd(), dict(os.environ)
        os.chdir(self.folder)
        os.environ.update(self.env)
        os.environ.pop("COLUMNS", None)
        try:
            yield
        finally:
            os.chdir(before)
            os.environ.clear()
            os.environ.update(environment)

    def orders(self, message: str = "for the king") -> str:
        """Orders for whatever is asked now: deploy as the template proposes, or hold with one unit."""
        self.run("orders", ".")
        template = max(self.folder.glob("turn??.orders.toml"))
        rows = re.findall(r"^#(\[deploy\]|[AB]\d+ = \d+)", template.read_text(), re.MULTILINE)
        template.unlink()
        if not rows:
            unit = json.loads(self.run("legal", ".", "--json").out)[0]["unit"]
            rows = ["[[activate]]", f'unit = "{unit}"', 'do = ["hold"]']
        return "\n".join([f'message = "{message}"', *rows]) + "\n"

    @property
    def newest(self) -> Path:
        return max(self.folder.glob("turn??.toml"))


@contextlib.contextmanager
def _streams(stdin: bytes, out: io.BytesIO, err: io.BytesIO) -> Iterator[None]:
    before = sys.stdin, sys.stdout, sys.stderr
    sys.stdin = io.TextIOWrapper(io.BytesIO(stdin), "utf-8")
    sys.stdout, sys.stderr = (
        io.TextIOWrapper(io.BufferedWriter(_Kept(to)), "utf-8", write_through=True) for to in (out, err)
    )
    try:
        yield
    finally:
        sys.stdout.flush(), sys.stderr.flush()
        sys.stdin, sys.stdout, sys.stderr = before


class _Kept(io.RawIOBase):
    """Bytes that outlive the wrappers around them."""

    def __init__(self, to: io.BytesIO) -> None:
        self.to = to

    def writable(self) -> bool:
        return True

    def write(self, data: object) -> int:
        return self.to.write(data)  # type: ignore[arg-type]


def begun(root: Path, *options: str, **settings: str) -> tuple[Somebody, Somebody]:
    """Anna and Bert after turns 0 and 1, each in the folder of the match."""
    anna, bert = Somebody(root, "anna", **settings), Somebody(root, "bert", **settings)
    words = ("new", "zipwarz", "--title", "mill-creek", "--name", "Anna", "--army", "lantern_guard")
    anna.run(*words, "--option", "size=small", *options)
    anna.folder /= "mill-creek"
    bert.run("join", anna.folder / "turn00.toml", "--name", "Bert", "--yes")
    bert.folder /= "mill-creek"
    (anna.folder / "turn01.toml").write_bytes((bert.folder / "turn01.toml").read_bytes())
    return anna, bert
