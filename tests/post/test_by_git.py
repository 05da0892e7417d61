"""A match in a repository that both push to: bare repository, two clones, one with core.autocrlf."""

import json
import shutil
from pathlib import Path

import pytest

from pbem import games
from tests.post.people import SHORT, Somebody

# Hooks of the player's own, none here: a commit costs half a second less.
FAST = {"core__hooksPath": "hooks-of-mine"}


def shared(root: Path, game: str = "zipwarz", **settings: str) -> tuple[Somebody, Somebody, Path]:
    """Anna's match as a repository with a remote, and Bert's clone of it, in which he has joined.

    Bert's git turns line ends into CRLF wherever it may.
    """
    remote = root / "remote.git"
    anna = Somebody(root, "anna", **settings)
    bert = Somebody(root, "bert", core__autocrlf="true", **settings)
    anna.git("init", "--bare", "--quiet", "--initial-branch=main", str(remote))
    said = anna.run("new", game, "--title", "mill-creek", "--name", "Anna", "--git", *SHORT[game])
    assert " remote add origin URL" in said.err
    anna.folder /= "mill-creek"
    anna.git("remote", "add", "origin", str(remote))
    assert "pushed to origin/main" in anna.run("send", "--git").err
    bert.git("clone", "--quiet", str(remote), "mill-creek")
    bert.folder /= "mill-creek"
    bert.run("join", "turn00.toml", "--name", "Bert", "--yes")
    bert.run("git", "init")
    bert.run("send", "--git")
    return anna, bert, remote


def turn(mover: Somebody, other: Somebody) -> str:
    """The mover makes a turn and pushes it, the other one fetches it; what the mover was told."""
    said = mover.run("bot", ".", "--kind", "greedy" if mover.name == "anna" else "random")
    pushed = mover.run("send", "--git")
    assert pushed.out.strip().endswith(mover.newest.name)
    got = other.run("receive", "--git")
    assert "taken, and good" in got.err
    assert other.newest.name == mover.newest.name
    return said.err


@pytest.mark.parametrize("game", games.NAMES)
def test_a_whole_match_by_git(tmp_path: Path, game: str) -> None:
    anna, bert, remote = shared(tmp_path, game, **({} if game == "zipwarz" else FAST))
    assert "taken, and good" in anna.run("receive", "--git").err
    mover, other = anna, bert
    for _ in range(60):
        if "the match is over" in turn(mover, other):
            break
        mover, other = other, mover
    else:
        pytest.fail("the match does not end")
    for person in (anna, bert):
        assert json.loads(person.run("verify", ".", "--json").out)["ok"] is True
        assert person.git("status", "--porcelain", folder=person.folder) == ""  # no noise of line ends
        assert "nothing new" in person.run("receive", "--git").err
    subjects = anna.git("log", "--reverse", "--format=%s", "main", folder=remote).splitlines()
    assert subjects[:3] == ["pbem: mill-creek", "turn 1 (Red)", "turn 2 (Blue)"]
    commits = anna.git("log", "--format=%h", "main", folder=remote).split()
    for commit in commits[:-1]:  # one file a commit, but for the first
        names = anna.git("show", "--format=", "--name-only", commit, folder=remote).split()
        assert len(names) == 1, names
    stranger = Somebody(tmp_path, "stranger")
    stranger.git("clone", "--quiet", str(remote), "seen")
    assert "good" in stranger.run("verify", "seen").out
    tracked = stranger.git("ls-files", folder=stranger.folder / "seen").split()
    assert not [name for name in tracked if name.endswith((".orders.toml", ".log.md", ".pem"))]


# -- what does not simply follow -----------------------------------------------------------------------


def started(root: Path) -> tuple[Somebody, Somebody, Path, Somebody, Somebody]:
    """(Anna, Bert, the remote, who is to move, the other), when both have turns to make."""
    anna, bert, remote = shared(root, **FAST)
    anna.run("receive", "--git")
    turn(anna, bert)
    return anna, bert, remote, bert, anna


def head(person: Somebody) -> str:
    return person.git("rev-parse", "HEAD", folder=person.folder).strip()


def texts(person: Somebody) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in person.folder.glob("*.toml")}


def elsewhere(person: Somebody, root: Path) -> Somebody:
    """The same player, with the same key, at another computer: a copy of everything of his."""
    twin = object.__new__(Somebody)
    twin.__dict__ |= person.__dict__
    twin.home, twin.folder = root / "home-twin", root / "twin" / "mill-creek"
    twin.env = {**person.env, "PBEM_HOME": str(twin.home)}
    shutil.copytree(person.home, twin.home)
    shutil.copytree(person.folder, twin.folder)
    index = (twin.home / "matches.json").read_text().replace(str(person.folder), str(twin.folder))
    (twin.home / "matches.json").write_text(index)
    return twin


def test_two_different_turns_are_a_fork_and_never_merged(tmp_path: Path) -> None:
    *_, mover, other = started(tmp_path)
    twin = elsewhere(mover, tmp_path)
    mover.run("bot", ".", "--seed", "1")
    twin.run("bot", ".", "--seed", "2", "--kind", "random")
    name = mover.newest.name
    assert twin.newest.name == name and twin.newest.read_bytes() != mover.newest.read_bytes()
    mover.run("send", "--git")
    before, files = head(twin), texts(twin)
    for command in ("send", "receive"):
        said = twin.run(command, "--git", status=6)
        assert "chain/fork" in said.err and f"a second turn {int(name[4:6])} by" in said.err
        assert "agree on one by telephone" in said.err
    assert (head(twin), texts(twin)) == (before, files)
    evidence = list((twin.folder / "forks").iterdir())
    assert len(evidence) == 1 and evidence[0].read_text().split() != twin.newest.read_text().split()
    # The same after it was committed there, so that git sees two histories.
    twin.git("add", name, folder=twin.folder)
    twin.git("commit", "-qm", "mine", folder=twin.folder)
    assert "chain/fork" in twin.run("send", "--git", status=6).err
    assert "<<<<" not in twin.newest.read_text()
    other.run("receive", "--git")


def test_somebody_pushes_in_between(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    _, _, remote, mover, other = started(tmp_path)
    mover.run("bot", ".")
    other.git("pull", "-q", folder=other.folder)
    (other.folder / "notes.txt").write_text("see you on Sunday\n")
    other.git("add", "notes.txt", folder=other.folder)
    other.git("commit", "-qm", "notes", folder=other.folder)
    from pbem.post.gitrepo import Repository

    push = Repository.push

    def late(self: Repository) -> None:
        other.git("push", "-q", folder=other.folder)
        monkeypatch.setattr(Repository, "push", push)
        push(self)

    monkeypatch.setattr(Repository, "push", late)
    before = head(mover)
    said = mover.run("send", "--git", status=6)
    assert "has pushed in the meantime" in said.err and "run it again" in said.err
    assert head(mover) == before and mover.newest.exists()
    assert mover.newest.name in mover.git("status", "--porcelain", folder=mover.folder)
    mover.run("send", "--git")
    assert "notes.txt" in mover.git("ls-files", folder=mover.folder)
    assert mover.git("rev-list", "--merges", "main", folder=remote) == ""


def test_my_commit_and_theirs_stand_apart(tmp_path: Path) -> None:
    *_, mover, other = started(tmp_path)
    mover.run("bot", ".")
    mover.git("add", mover.newest.name, folder=mover.folder)
    mover.git("commit", "-qm", "mine", folder=mover.folder)
    other.run("draw", ".", "--yes")
    other.run("send", "--git")
    before = head(mover)
    said = mover.run("send", "--git", status=6)
    assert "the other side has pushed draw-" in said.err and "nothing was merged" in said.err
    assert "git pull --rebase" in said.err
    assert head(mover) == before
    mover.git("pull", "-q", "--rebase", folder=mover.folder)
    mover.run("send", "--git")
    other.run("receive", "--git")


def test_a_rewritten_history_is_refused(tmp_path: Path) -> None:
    *_, mover, other = started(tmp_path)
    turn(mover, other)
    lost = mover.newest.name
    before, files = head(other), texts(other)
    mover.git("push", "-qf", "origin", "HEAD~1:main", folder=mover.folder)
    said = other.run("receive", "--git", status=6)
    assert "was rewritten" in said.err and f"{lost} is missing in it" in said.err
    assert (head(other), texts(other)) == (before, files)
    # Another commit in its place, with the same file in it.
    mover.git("commit", "-q", "--amend", "-m", "better words", folder=mover.folder)
    mover.git("push", "-qf", folder=mover.folder)
    said = other.run("receive", "--git", status=6)
    assert "was rewritten" in said.err
    assert head(other) == before
    # A turn taken out by a commit of its own.
    mover.git("reset", "-q", "--hard", before, folder=mover.folder)
    mover.git("rm", "-q", lost, folder=mover.folder)
    mover.git("commit", "-qm", "out", folder=mover.folder)
    mover.git("push", "-qf", folder=mover.folder)
    assert f"a turn was taken out; {lost} is missing in it" in other.run("receive", "--git", status=6).err
    assert texts(other) == files


def test_a_bad_turn_is_judged_before_anything_is_touched(tmp_path: Path) -> None:
    *_, mover, other = started(tmp_path)
    mover.run("bot", ".")
    path = mover.newest
    good, before, files = path.read_text(), head(other), texts(other)
    changes = {
        "kmax = ": (5, "seal/hash"),
        "[state]": (4, "conflict marks of a merge"),
    }
    for old, (status, words) in changes.items():
        new = "kmax = 1" if "kmax" in old else "<<<<<<< HEAD\n[state]\n=======\n>>>>>>> theirs"
        path.write_text(good.replace(old, new, 1))
        mover.git("add", path.name, folder=mover.folder)
        mover.git("commit", "-q", "--no-verify", "-m", "bad", folder=mover.folder)
        mover.git("push", "-qf", folder=mover.folder)
        assert words in other.run("receive", "--git", status=status).err
        assert (head(other), texts(other)) == (before, files)
        mover.git("reset", "-q", "--hard", "HEAD~1", folder=mover.folder)
    path.write_text(good)
    mover.git("push", "-qf", "origin", "HEAD:main", folder=mover.folder)
    mover.run("send", "--git")
    other.run("receive", "--git")
    assert other.newest.name == path.name


def test_what_came_by_mail_and_by_git_is_one_turn(tmp_path: Path) -> None:
    *_, mover, other = started(tmp_path)
    mover.run("bot", ".")
    letter = mover.run("send", "--eml", "-").out.encode()
    other.run("receive", "-", stdin=letter)
    mover.run("send", "--git")
    other.run("receive", "--git")
    assert other.git("status", "--porcelain", folder=other.folder) == ""
    assert not list(other.folder.glob(".*aside*"))
    turn(other, mover)


def test_the_hook_lets_no_bad_turn_pass(tmp_path: Path) -> None:
    anna, bert, _ = shared(tmp_path)
    path = bert.folder / "turn01.toml"
    path.write_text(path.read_text().replace('name = "Bert"', 'name = "Berta"'))
    bert.git("add", "turn01.toml", folder=bert.folder)
    bert.git("commit", "-qm", "bad", folder=bert.folder, status=1)
    bert.git("checkout", "-q", "HEAD", "--", "turn01.toml", folder=bert.folder)
    anna.run("receive", "--git")
    anna.run("bot", ".")
    (anna.folder / "turn01.toml").write_text("format = 1\n")
    said = anna.run("send", "--git", status=4)
    assert "turn01.toml" in said.err
    hook = anna.folder / ".git" / "hooks" / "pre-commit"
    hook.write_text("#!/bin/sh\nexit 0\n")
    anna.git("checkout", "-q", "--", "turn01.toml", folder=anna.folder)
    assert "there is a pre-commit hook already" in anna.run("git", "init").err
    assert hook.read_text() == "#!/bin/sh\nexit 0\n"


def test_what_is_in_the_way_is_named(tmp_path: Path) -> None:
    anna, bert, remote = shared(tmp_path, **FAST)
    assert (anna.folder / ".gitattributes").read_text().count("eol=lf") == 2
    workflow = (anna.folder / ".github" / "workflows" / "pbem.yml").read_text()
    assert "pbem verify ." in workflow and "actions/checkout" in workflow
    assert "takes its hooks from hooks-of-mine" in anna.run("git", "init").err
    (anna.folder / ".gitignore").write_text("*.orders.toml\n")
    assert ".gitignore was there already" in anna.run("git", "init").err
    anna.git("checkout", "-q", "--", ".gitignore", folder=anna.folder)
    # No repository, one around it, no remote, a remote that is gone, a merge under way, no branch.
    lone = tmp_path / "lone"
    shutil.copytree(bert.folder, lone, ignore=shutil.ignore_patterns(".git*"))
    assert "is no git repository" in bert.run("send", "--git", lone, status=2).err
    inner = anna.folder / "inner"
    shutil.copytree(lone, inner)
    assert "lies inside the repository mill-creek" in anna.run("git", "init", inner, status=2).err
    assert "is a folder inside the repository" in anna.run("receive", "--git", inner, status=2).err
    shutil.rmtree(inner)
    bert.run("git", "init", lone)
    assert "has no remote" in bert.run("receive", "--git", lone, status=8).err
    bert.git("remote", "add", "origin", str(tmp_path / "nowhere.git"), folder=lone)
    assert "git fetch refused" in bert.run("send", "--git", lone, status=8).err
    (anna.folder / ".git" / "MERGE_HEAD").write_text(head(anna) + "\n")
    assert "a merge is under way" in anna.run("receive", "--git", status=6).err
    (anna.folder / ".git" / "MERGE_HEAD").unlink()
    anna.git("checkout", "-q", "--detach", folder=anna.folder)
    assert "on no branch" in anna.run("receive", "--git", status=6).err
    anna.git("checkout", "-q", "main", folder=anna.folder)
    anna.git("branch", "-m", "trunk", folder=anna.folder)
    anna.git("branch", "--unset-upstream", folder=anna.folder)
    assert "git branch -m trunk main" in anna.run("receive", "--git", status=6).err
    anna.git("branch", "-m", "main", folder=anna.folder)
    # Git does not know who commits: the turn is kept, nothing is half done.
    anna.run("receive", "--git")
    anna.run("bot", ".")
    anna.git("config", "--global", "--unset", "user.email")
    anna.git("config", "--global", "user.useConfigOnly", "true")
    before = head(anna)
    assert "git does not know who commits" in anna.run("send", "--git", status=2).err
    assert head(anna) == before and anna.newest.name == "turn02.toml"
    assert remote.exists()


def test_a_turn_made_again_before_it_was_pushed(tmp_path: Path) -> None:
    *_, mover, other = started(tmp_path)
    mover.run("bot", ".", "--seed", "1")
    name = mover.newest.name
    mover.git("add", name, folder=mover.folder)
    mover.git("commit", "-qm", "mine", folder=mover.folder)
    text = mover.newest.read_text()
    twin = elsewhere(mover, tmp_path)
    (twin.folder / name).unlink()
    shutil.rmtree(twin.home / "journal")
    twin.run("bot", ".", "--seed", "9", "--kind", "random")
    mover.newest.write_text(twin.newest.read_text())  # as --redo leaves it
    assert mover.newest.read_text() != text
    mover.run("send", "--git")
    assert mover.git("log", "-1", "--format=%s", folder=mover.folder).startswith("turn")
    assert "chain/fork" not in other.run("receive", "--git").err
    # Once it was pushed, it stays.
    assert "was sent from here" in mover.run("orders", ".", "--redo", status=6).err
    mover.newest.write_text(text)
    said = mover.run("send", "--git", status=6)
    assert "second turn" in said.err or "chain/fork" in said.err
