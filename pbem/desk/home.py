"""PBEM_HOME: the player's own cupboard, never sent to anybody.

key.pem        the identity key
matches.json   which match lives in which folder
contacts.json  whom I have played, with which key, and whether we compared our codes
journal/       every file that was signed here, whole, before it went anywhere else
snapshots/     verified positions, so that a long match opens as fast as a short one
locks/
"""

import json
import os
from pathlib import Path
from typing import Any

from pbem.desk import files
from pbem.errors import SIGNATURE, Refused


class Home:
    """The folders and small records under one PBEM_HOME."""

    def __init__(self, root: Path) -> None:
        self.root = root

    @staticmethod
    def default() -> Path:
        """`PBEM_HOME`, else the system's place for a program's data."""
        given = os.environ.get("PBEM_HOME")
        if given:
            return Path(given).expanduser()
        import platformdirs  # noqa: PLC0415  # only where it is needed: it costs a start

        return Path(platformdirs.user_data_path("pbem", appauthor=False))

    @property
    def key_file(self) -> Path:
        return self.root / "key.pem"

    @property
    def public(self) -> str:
        """The public half of my key, "" where it is not known without opening the key."""
        try:
            return self.key_file.with_suffix(".pub").read_text("ascii").strip()
        except (OSError, UnicodeError):
            return ""

    def lock_file(self, match: str) -> Path:
        return self.root / "locks" / match

    # -- which match lives where ----------------------------------------------------------

    def matches(self) -> dict[str, dict[str, Any]]:
        """match id → {folder, title, game}; an unreadable index is an empty one, for it can be rebuilt."""
        return self._load("matches.json")

    def remember(self, match: str, **facts: Any) -> None:
        """Note facts about a match in the index."""
        index = self.matches()
        entry = {**index.get(match, {}), **facts}
        if index.get(match) != entry:
            index[match] = entry
            self._store("matches.json", index)

    # -- whom I know ------------------------------------------------------------------------

    def contacts(self) -> dict[str, dict[str, Any]]:
        """public key → {name, compared}: the players I have met, and when our codes were compared."""
        return self._load("contacts.json")

    def meet(self, key: str, name: str, **facts: Any) -> None:
        """Note a player; what is known of him stays."""
        known = self.contacts()
        entry = {**known.get(key, {}), "name": name, **facts}
        if known.get(key) != entry:
            known[key] = entry
            files.write(
                self.root / "contacts.json", json.dumps(known, indent=1, sort_keys=True), replace=True
            )

    def check(self, key: str, name: str) -> None:
        """A name that I know with another key is a hard stop, until I forget the old one."""
        for known, facts in self.contacts().items():
            if facts.get("name") == name and key not in (known, *facts.get("same", ())):
                when = f", compared on {facts['compared']}" if facts.get("compared") else ""
                raise Refused(
                    SIGNATURE,
                    f"{name} shows another key than the one you know{when}: somebody else may be writing",
                    f"ask by telephone whether he has a new key; if so: pbem key forget {name}",
                )

    def forget(self, name: str) -> int:
        """Forget every key of a name; how many there were."""
        known = self.contacts()
        kept = {key: facts for key, facts in known.items() if facts.get("name") != name}
        if len(kept) < len(known):
            self._store("contacts.json", kept)
        return len(known) - len(kept)

    # -- the journal ------------------------------------------------------------------------

    def journal_entry(self, match: str, turn: int, parent: str) -> str | None:
        """The file that was signed here for that turn on that parent, or None."""
        try:
            return self._journal(match, turn, parent).read_text("utf-8")
        except OSError:
            return None

    def journal(self, match: str, turn: int, parent: str, text: str) -> None:
        """Record a signed file before it leaves; `--redo` replaces it."""
        files.write(self._journal(match, turn, parent), text, replace=True, mode=0o600)

    def has_journal(self, match: str) -> bool:
        """Whether anything of this match was ever signed here."""
        return any((self.root / "journal" / match).glob("*.toml"))

    def _journal(self, match: str, turn: int, parent: str) -> Path:
        return self.root / "journal" / match / f"turn{turn:02d}-{parent[:16] or 'start'}.toml"

    # -- small records ----------------------------------------------------------------------

    def _load(self, name: str) -> dict[str, dict[str, Any]]:
        try:
            found = json.loads((self.root / name).read_text("utf-8"))
        except (OSError, ValueError):
            return {}
        return found if isinstance(found, dict) else {}

    def _store(self, name: str, records: dict[str, dict[str, Any]]) -> None:
        files.write(self.root / name, json.dumps(records, indent=1, sort_keys=True), replace=True)
