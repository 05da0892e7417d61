"""Phrases that the story, the order file and the picture share."""

from collections.abc import Iterable
from typing import Final

from pbem.games.zipwarz.orders import Order
from pbem.games.zipwarz.rules.abilities import combine
from pbem.games.zipwarz.state import Ability, Attack, Effect, Power, Profile, State

__all__ = [
    "ability_name",
    "ability_words",
    "and_list",
    "blow_title",
    "dice_words",
    "expected",
    "names",
    "order_words",
    "plural",
    "title",
    "verb_form",
]

_KINDS: Final = {
    "move": "moves up to {n} zone{s}",
    "ignore_stop": "is not stopped by enemies on the way",
    "range": "attacks up to {n} zone{s} away",
    "level_attack": "attacks as {n} Level{s} higher",
    "level_defend": "is attacked as {n} Level{s} higher",
    "dice": "{n} attack dice more",
    "defend_flat": "{n} hit{s} of each attack are stopped",
    "defend_roll": "each hit is stopped on {n}+",
    "heal": "heals up to {n} wound{s}",
    "extra_action": "{n} action{s} more",
}


def plural(count: int, word: str) -> str:
    """ "1 wound", "2 wounds"."""
    return f"{count} {word}{'' if count == 1 else 's'}"


def and_list(items: Iterable[object], last: str = "and") -> str:
    """ "6", "6 and 14", "6, 11 and 14"."""
    texts = [str(item) for item in items]
    return f" {last} ".join([", ".join(texts[:-1]), texts[-1]] if len(texts) > 1 else texts)


def title(state: State, name: str) -> str:
    """A unit as the story names it: "reef stalkers (A3)"."""
    return f"{state.profile(name).name} ({name})"


def verb_form(state: State, name: str, many: str, one: str) -> str:
    """The form of a verb that goes with the unit's name: reef stalkers move, the militia moves."""
    said = state.profile(name).name
    return many if said.endswith("s") and not said.endswith("ss") else one


def ability_name(state: State, name: str) -> str:
    return next(ability.name for ability in state.setup.abilities if ability.id == name)


def names(state: State, use: Iterable[str]) -> str:
    return ", ".join(ability_name(state, name) for name in use)


def effect_words(effect: Effect) -> str:
    return _KINDS[effect.kind].format(n=effect.value, s="" if effect.value == 1 else "s")


def ability_words(ability: Ability) -> str:
    """An ability with what it does: "bombard (once a round): attacks up to 2 zones away, …"."""
    limit = {"none": "", "round": " (once a round)", "game": " (once a match)"}[ability.limit]
    return f"{ability.name}{limit}: {', '.join(effect_words(effect) for effect in ability.effects)}"


def dice_words(count: int) -> str:
    return "1 die" if count == 1 else f"{count} dice"


def expected(dice: int, need: int) -> int:
    """Successes to expect of d6 at `need`+, rounded to the nearest."""
    return (dice * (7 - need) * 2 + 6) // 12


def blow_title(state: State, blow: Attack) -> str:
    """What a reaction is to: "bombard by A6", "attack by A3"."""
    return f"{names(state, blow.use) or 'attack'} by {blow.by}"


def _with(state: State, order: Order) -> str:
    return f" with {names(state, order.use)}" if order.use else ""


def order_words(state: State, order: Order, *, here: int = 0) -> str:
    """One order in plain words.  A move names its first zone only where that is known (`here`): in a
    list of orders the unit may have moved before."""
    if order.end:
        return "end of the turn"
    if order.zone:
        return f"{state.profile(order.unit).name} {order.unit} deploy in {order.zone}"
    if not order.unit:
        target = state.attack.target if state.attack else ""
        who = f"{state.profile(target).name} {target}" if target else ""
        return f"{who} use {names(state, order.use)}" if order.use else f"{who} take the hits"
    profile = state.profile(order.unit)
    who = f"{profile.name} {order.unit}"
    if order.move:
        power = combine(profile.power, (a for a in profile.limited if a.id in order.use))
        slip = _slips(profile, power) if len(order.move) > 1 else ""
        *by, last = order.move
        way = f"to {last}" + (f" by {and_list(by)}" if by else "")
        path = " → ".join(str(zone) for zone in (here, *order.move)) if here else way
        return f"{who} move {path}{slip}{_with(state, order)}"
    if order.attack:
        foe = state.unit(order.attack)
        where = f" in {foe.at}" if foe.at else ""
        return f"{who} attack {state.profile(order.attack).name} {order.attack}{where}{_with(state, order)}"
    if order.heal:
        friend = (
            "themselves" if order.heal == order.unit else f"{state.profile(order.heal).name} {order.heal}"
        )
        return f"{who} heal {friend}{_with(state, order)}"
    return f"{who} hold"


def _slips(profile: Profile, power: Power) -> str:
    if not power.ignore_stop:
        return ""
    able = next(
        (
            a.name
            for a in (*profile.always, *profile.limited)
            if any(e.kind == "ignore_stop" for e in a.effects)
        ),
        "",
    )
    return f" ({able})" if able else ""
