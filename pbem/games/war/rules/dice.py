"""How many dice a unit rolls, how well it hits, how many models it loses (R10 to R12, R15, R17, R18)."""

from collections.abc import Sequence

from msgspec.structs import replace

from pbem.games.war.state import Options, State, Unit

__all__ = ["dice", "hits", "lose"]


def dice(options: Options, models: int, rate: tuple[int, int], halves: int = 0) -> int:
    """Models × rate, halved so many times, rounded once at the end (A15), at most the cap (A20)."""
    top, bottom = models * rate[0], rate[1] << halves
    count = -(-top // bottom) if options.round == "ceil" else top // bottom
    return min(count, options.dice_cap) if options.dice_cap else count


def hits(faces: Sequence[int], need: int) -> int:
    """Dice at or above what is needed (R10)."""
    return sum(face >= need for face in faces)


def lose(state: State, unit: Unit, failed: int) -> tuple[Unit, int]:
    """R12, A21, A28: of failed saves those that a Warlord shrugs off, and how many models then fall."""
    if state.profile(unit.id).type == "warlord":
        spare = min(failed, state.setup.options.warlord_resilience - unit.wounds)
        if spare:
            unit, failed = replace(unit, wounds=unit.wounds + spare), failed - spare
    return unit, min(failed, len(unit.pos))
