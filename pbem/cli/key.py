"""`pbem key`: the identity key."""

from pathlib import Path
from typing import Annotated

import typer

from pbem.cli.screen import Screen, ask, interactive, near, twice, unlock
from pbem.desk.clerk import Desk
from pbem.errors import SIGNATURE

keys = typer.Typer(
    help="Your identity key: new, show, verify, export, import.", no_args_is_help=True, rich_markup_mode=None
)


def register(app: typer.Typer) -> None:
    app.add_typer(keys, name="key")


@keys.command()
def new(
    context: typer.Context,
    locked: Annotated[bool, typer.Option("--passphrase", help="Lock the key with a passphrase.")] = False,
) -> None:
    """Make your identity key: once on each computer, before the first match."""
    from pbem.desk import keys as store

    desk: Desk = context.obj
    screen = Screen()
    secret = None
    if locked:
        secret = _new_passphrase("passphrase for the new key: ")
    identity = store.create(desk.home.key_file, secret)
    screen.data(identity.fingerprint)
    screen.say(f"your key is {desk.home.key_file}: keep a copy of it in a safe place, and show it to nobody")
    screen.say("next: pbem new zipwarz        (or: pbem join turn00.toml, if you were challenged)")


@keys.command()
def show(context: typer.Context) -> None:
    """Print the fingerprint of your key, to be compared by telephone."""
    from pbem.desk import keys as store

    desk: Desk = context.obj
    identity = store.load(desk.home.key_file, unlock())
    screen = Screen()
    screen.data(identity.fingerprint)
    screen.say(f"public key {identity.public}, kept in {desk.home.key_file}")


@keys.command("export")
def export_key(
    context: typer.Context,
    file: Annotated[Path, typer.Argument(help="Where to; it must not exist yet.")],
) -> None:
    """Copy your key to a file, locked with a passphrase: your backup, or for another computer."""
    from pbem.desk import keys as store

    desk: Desk = context.obj
    screen = Screen()
    identity = store.load(desk.home.key_file, unlock())
    store.store(file, identity, _new_passphrase("passphrase for the copy: ", "a copy is always locked; "))
    screen.data(str(file))
    screen.say(f"written: {file}, locked; with it and the turn files you can go on anywhere")


@keys.command("import")
def import_key(
    context: typer.Context,
    file: Annotated[Path, typer.Argument(help="A copy of a key, or an Ed25519 key of ssh-keygen.")],
    locked: Annotated[bool, typer.Option("--passphrase", help="Lock it with a passphrase here.")] = False,
) -> None:
    """Take a key from a file: a copy made by export, or an SSH key (Ed25519)."""
    from pbem.desk import files
    from pbem.desk import keys as store

    desk: Desk = context.obj
    screen = Screen()
    identity = store.parse(files.read(file), str(file), unlock())
    secret = _new_passphrase("passphrase for it here: ") if locked else None
    store.store(desk.home.key_file, identity, secret)
    screen.data(identity.fingerprint)
    screen.say(f"your key is now {desk.home.key_file}")
    screen.say("warning: on two computers a key may sign two versions of a turn; move all turn files too")


@keys.command("verify")
def verify_key(
    context: typer.Context,
    match: Annotated[Path, typer.Argument(help="A match folder, or one of its turn files.")],
    yes: Annotated[bool, typer.Option("--same", help="Record that both screens show the same.")] = False,
) -> None:
    """Show the code that both players of a match must see, to be compared by telephone."""
    from pbem.cli.look import folder_of
    from pbem.desk import keys as store
    from pbem.desk import matchfolder
    from pbem.errors import CHAIN, Refused
    from pbem.ruleset import SIDE_NAMES

    desk: Desk = context.obj
    screen = Screen()
    identity = store.load(desk.home.key_file, unlock())
    table = matchfolder.load(match if match.is_dir() else folder_of(desk, match), desk.home)
    blue, red = table.match.players
    if red is None:
        raise Refused(CHAIN, "the challenge has not been answered yet: there is nobody to compare with")
    words, groups = store.shared_code(table.match.id, blue.key, red.key)
    screen.data(" ".join(words))
    screen.data(" ".join(groups))
    other = red if identity.public == blue.key else blue
    side = SIDE_NAMES["b" if other is red else "a"]
    screen.say(f"{other.name} ({side}) must see the same on his screen: ask by telephone, not by mail")
    known = desk.home.contacts().get(other.key, {}).get("compared")
    if known:
        screen.say(f"compared before, on {known}")
    answer = "y" if yes else ask("Are they the same? [y/N]").lower() if interactive() else ""
    if answer in {"y", "yes"}:
        desk.home.meet(other.key, other.name, compared=desk.today())
        screen.say(f"noted: the key of {other.name} is verified")
    elif answer:
        raise Refused(
            SIGNATURE,
            "not the same: somebody may sit between you two, or one of you looks at another match",
            "do not play on; send the fingerprints (pbem key show) by another way and begin again",
        )
    else:
        screen.say(f"next: pbem key verify --same {near(match)}        (once you have compared them)")


@keys.command()
def forget(context: typer.Context, name: Annotated[str, typer.Argument(help="A player's name.")]) -> None:
    """Forget the key of a player, when you know that he has a new one."""
    desk: Desk = context.obj
    screen = Screen()
    count = desk.home.forget(name)
    screen.say(f"{count} key{'s' if count != 1 else ''} of {name} forgotten")


def _new_passphrase(question: str, why: str = "") -> str:
    from pbem.errors import USAGE, Refused

    secret = twice(question)
    if secret:
        return secret
    said = "there is no terminal to ask for a passphrase" if secret is None else "the passphrase is empty"
    raise Refused(
        USAGE, f"{why}{said}; nothing was written", "set PBEM_PASSPHRASE_FILE to a file that holds it"
    )
