"""What every test may use: the toy game beside the real ones, and a Python without surprises."""

import os
import shutil

import pytest

from examples.toy import RULESET as TOY
from pbem import games
from pbem.ruleset import Ruleset

CI = os.environ.get("CI") == "true"


@pytest.fixture(autouse=True)
def own_home(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    """No test ever sees or touches the home of the person who runs it."""
    monkeypatch.setenv("PBEM_HOME", str(tmp_path_factory.mktemp("home") / "pbem"))
    monkeypatch.delenv("PBEM_PASSPHRASE_FILE", raising=False)


@pytest.fixture
def with_toy(monkeypatch: pytest.MonkeyPatch) -> Ruleset:
    """The registry of games with the toy game in it."""
    found = games.find
    monkeypatch.setattr(games, "find", lambda name: TOY if name == TOY.name else found(name))
    return TOY


def program(name: str) -> str:
    """The path of a program from outside; the test skips without it, except in CI."""
    path = shutil.which(name)
    if path is None:
        if CI:
            pytest.fail(f"{name} is required in CI")
        pytest.skip(f"{name} is not installed")
    return path
