"""`pbem key`: the identity key."""

from typing import Annotated

import typer

from pbem.cli.screen import Screen, interactive, passphrase
from pbem.desk.clerk import Desk

keys = typer.Typer(help="Your identity key: new, show.", no_args_is_help=True, rich_markup_mode=None)


def register(app: typer.Typer) -> None:
    app.add_typer(keys, name="key")


@keys.command()
def new(
    context: typer.Context,
    locked: Annotated[bool, typer.Option("--passphrase", help="Lock the key with a passphrase.")] = False,
) -> None:
    """Make your identity key: once on each computer, before the first match."""
    from pbem.desk import keys as store
    from pbem.errors import USAGE, Refused

    desk: Desk = context.obj
    screen = Screen()
    secret = None
    if locked:
        secret = passphrase("passphrase for the new key: ")
        if not secret:
            raise Refused(USAGE, "there is no terminal to ask for a passphrase", "set PBEM_PASSPHRASE_FILE")
        if interactive() and passphrase("the same again: ") != secret:
            raise Refused(USAGE, "the two are not the same; no key was made")
    identity = store.create(desk.home.key_file, secret)
    screen.data(identity.fingerprint)
    screen.say(f"your key is {desk.home.key_file}: keep a copy of it in a safe place, and show it to nobody")
    screen.say("next: pbem new zipwarz        (or: pbem join turn00.toml, if you were challenged)")


@keys.command()
def show(context: typer.Context) -> None:
    """Print the fingerprint of your key, to be compared by telephone."""
    from pbem.desk import keys as store

    desk: Desk = context.obj
    identity = store.load(desk.home.key_file, passphrase)
    screen = Screen()
    screen.data(identity.fingerprint)
    screen.say(f"public key {identity.public}, kept in {desk.home.key_file}")
