"""Cards: who may use which (R17 to R23, R25; A13, A18), and what a hand holds."""

from typing import Final

from pbem.games.zoids.catalogue import faces, kinds
from pbem.games.zoids.state import Face, Kind, Profile, State

__all__ = [
    "LOOKS",
    "TACTICS",
    "USES",
    "face_of",
    "is_tactics",
    "kind_of_zoid",
    "lacks",
    "looks",
    "points",
    "reach_of",
    "user_words",
]

TACTICS: Final = ("b", "l", "y", "z")  # R24
LOOKS: Final = ("b", "l", "y")  # their owner has to look before he can go on
_KINDS: Final = {"to": "m", "fire": "ra", "fight": "ha"}  # what a verb plays
_EFFECTS: Final = {"to": "move", "fire": "ranged", "fight": "hth"}  # and which special ability it may be
_STATS: Final = {"h": "hth", "s": "speed", "t": "tough", "r": "ranged"}
STAT_NAMES: Final = {"h": "Hand-to-Hand", "s": "Speed", "t": "Toughness", "r": "Ranged"}
USES: Final = {
    "m": "a move card",
    "ra": "a ranged attack card",
    "ha": "a hand-to-hand card",
    "d": "a defense card",
    "x": "a special ability card",
    "b": "a tactics card",
    "l": "a tactics card",
    "y": "a tactics card",
    "z": "a tactics card",
}


def face_of(face: str) -> Face:
    return faces()[face]


def kind_of_zoid(profile: Profile) -> Kind:
    return kinds()[profile.kind]


def is_tactics(face: str) -> bool:
    """Whether a face, where it is known, is a tactics card."""
    return bool(face) and face_of(face).kind in TACTICS


def looks(face: str) -> bool:
    """Whether playing it brings new cards to see, so that it gives control back (A19 to A21)."""
    return bool(face) and face_of(face).kind in LOOKS


def user_words(face: Face) -> str:
    """The corner of a card: "all", "S4", "EP"."""
    return "all" if face.user == "all" else face.user.upper()


def lacks(profile: Profile, face: Face) -> str:
    """R25, A13: why the Zoid may not use a card of that user, "" if it may."""
    if face.user == "all":
        return ""
    if face.user in ("ep", "ez"):
        has = profile.elite_pilot if face.user == "ep" else profile.elite_zoid
        what = "an elite pilot" if face.user == "ep" else "an elite Zoid"
        return "" if has else f"{face.name} is for {what}, which {profile.id} is not"
    stat, need = face.user[0], int(face.user[1:])
    level: int = getattr(kind_of_zoid(profile), _STATS[stat])
    if level >= need:
        return ""
    return f"{face.name} needs {STAT_NAMES[stat]} {need}, {profile.id} has {level}"


def reach_of(profile: Profile, face: Face, verb: str) -> tuple[int, str]:
    """How far a card carries a move or an attack of the Zoid (R17, R19, R20, R23, A18), and why it does
    not serve for that ("" where it does)."""
    if face.kind == "x":
        ability = kind_of_zoid(profile).ability
        if ability.effect == _EFFECTS[verb]:
            return ability.n, ""
        uses = {"move": "to move", "ranged": "in the fire phase", "hth": "in close combat"}
        when = uses.get(ability.effect, "to defend itself")
        return 0, f"the special ability of {profile.id}, {ability.name}, is used {when}"
    if face.kind != _KINDS[verb]:
        return 0, f"{face.name} is {USES[face.kind]}, expected {USES[_KINDS[verb]]}"
    return face.range, lacks(profile, face)


def points(state: State, name: str) -> int:
    """What a Zoid cost with its elite cards (R6, R11)."""
    profile = state.profile(name)
    return kind_of_zoid(profile).cost + profile.elite_pilot + profile.elite_zoid
