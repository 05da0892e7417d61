"""The command line through real processes: `pbem …` as a person types it, without a terminal."""

import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]


@dataclass
class Person:
    """Somebody at a computer: a home, a present folder, and the program."""

    home: Path
    folder: Path

    def __post_init__(self) -> None:
        self.folder.mkdir(parents=True, exist_ok=True)

    def run(
        self, *words: object, status: int | None = 0, stdin: str = "", env: dict[str, str] | None = None
    ) -> "Said":
        """Run `pbem`; the exit status must be `status`, and no traceback may ever be seen."""
        full = {
            k: v for k, v in os.environ.items() if not k.startswith(("PBEM_", "VISUAL", "EDITOR", "COLUMNS"))
        }
        full |= {"PBEM_HOME": str(self.home), "PYTHONPATH": str(ROOT), "PYTHONUTF8": "1"}
        done = subprocess.run(
            [sys.executable, "-m", "pbem", *map(str, words)],
            cwd=self.folder,
            env=full | (env or {}),
            input=stdin.encode(),
            capture_output=True,
            timeout=120,
            check=False,
        )
        said = Said(
            done.stdout.decode("utf-8", "replace"), done.stderr.decode("utf-8", "replace"), done.returncode
        )
        assert "Traceback" not in said.out + said.err, said.err
        assert status in (None, said.status), f"{words}: {said.status}\n{said.out}\n{said.err}"
        return said


@dataclass
class Said:
    out: str
    err: str
    status: int

    @property
    def all(self) -> str:
        return self.out + self.err


def two(root: Path) -> tuple[Person, Person]:
    """Anna and Bert, each with a key."""
    pair = tuple(Person(root / f"home-{name}", root / name) for name in ("anna", "bert"))
    for person in pair:
        person.run("key", "new")
    return pair[0], pair[1]


def begun(root: Path, *options: str) -> tuple[Person, Person]:
    """Anna and Bert after turns 0 and 1, each in the folder of the match."""
    anna, bert = two(root)
    anna.run("new", "zipwarz", "--title", "mill-creek", "--name", "Anna", "--army", "lantern_guard", *options)
    anna.folder /= "mill-creek"
    bert.run("join", anna.folder / "turn00.toml", "--name", "Bert", "--army", "tidewrack_brood", "--yes")
    bert.folder /= "mill-creek"
    mail(bert, anna, "turn01.toml")
    return anna, bert


def mail(sender: Person, receiver: Person, name: str) -> Path:
    """Carry a file from one match folder to the other."""
    target = receiver.folder / name
    target.write_bytes((sender.folder / name).read_bytes())
    return target


def newest(person: Person) -> str:
    return max(path.name for path in person.folder.glob("turn??.toml"))
