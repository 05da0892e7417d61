"""The position as a picture: eight by eight squares, Zoids, the last move and shot, hands and piles."""

from typing import Final

from pbem.board import Badge, Board, Card, Frame, Piece, Place, Score, Trace, Tray
from pbem.games.zoids.names import title
from pbem.games.zoids.rules.cards import face_of, kind_of_zoid, user_words
from pbem.games.zoids.rules.deck import left, top
from pbem.games.zoids.rules.deploy import rows, undeployed
from pbem.games.zoids.rules.squares import FILES, SIZE, SQUARES, distance
from pbem.games.zoids.rules.victory import hits_left
from pbem.games.zoids.state import INDEX, Profile, State, Zoid
from pbem.games.zoids.tell import headline
from pbem.games.zoids.words import levels, plural
from pbem.ruleset import OTHER, SIDES, Known, Side

__all__ = ["board"]

ICONS: Final = {"m": "move", "ra": "ranged", "ha": "hth", "d": "defense", "x": "special"}
DOES: Final = {
    "ra": "ranged attack",
    "ha": "close combat",
    "d": "negates a hit",
    "x": "special ability",
    "b": "see 7 cards",
    "l": "see the other hand",
    "y": "draw 3",
    "z": "other side loses 3",
}
FACE_DOWN: Final = Card("face down", "back")


def board(state: State, side: Side | None, known: Known) -> Board:
    """The whole position as `side` sees it; `known` are faces beyond the public ones."""
    faces = {**known, **dict(state.faces)} if side else dict(state.faces)
    return Board(
        frame=Frame(
            "grid", SIZE, SIZE, columns=tuple(FILES), lines=tuple(str(n) for n in range(SIZE, 0, -1))
        ),
        headline=headline(state),
        scores=tuple(_score(state, one) for one in SIDES),
        places=tuple(_place(state, square) for square in SQUARES),
        pieces=tuple(_pieces(state)),
        traces=tuple(_traces(state)),
        trays=tuple(_trays(state, side, faces)),
        key=(
            "hill, crag: obstacles; only flyers pass over them, and fire over them",
            "S Speed, H Hand-to-Hand, T Toughness, R Ranged: who may use a card",
            "elite 1: pilot or Zoid; elite 2: both",
        ),
    )


def _score(state: State, side: Side) -> Score:
    s = INDEX[side]
    zoids = sum(not zoid.gone for zoid in state.zoids[s])
    return Score(
        side, hits_left(state)[s], "Hits", f"{plural(zoids, 'Zoid')}, hand of {len(state.hand(side))}"
    )


def _place(state: State, square: str) -> Place:
    """Obstacles are hills below and crags above the middle; nothing depends on it."""
    roles = [f"deploy:{side}" for side in SIDES if state.phase == "deploy" and square in rows(side)]
    if square in state.obstacles:
        roles.append("obstacle:hill" if square[1] in "34" else "obstacle:crag")
    return Place(square, FILES.index(square[0]), SIZE - int(square[1]), roles=tuple(roles))


def _pieces(state: State) -> list[Piece]:
    return [
        _piece(profile, zoid)
        for s in (0, 1)
        for profile, zoid in zip(state.profiles[s], state.zoids[s], strict=True)
        if zoid.at or zoid.gone
    ]


def _piece(profile: Profile, zoid: Zoid) -> Piece:
    kind = kind_of_zoid(profile)
    elite = profile.elite_pilot + profile.elite_zoid
    return Piece(
        id=profile.id,
        side=profile.side,
        form="token",
        label=profile.name,
        short=kind.short,
        glyph=kind.glyph,
        place=zoid.at,
        track=(zoid.hits if zoid.at else 0, kind.tough),
        badges=(Badge("elite", str(elite), profile.side),) if elite else (),
        flags=("gone",) if zoid.gone else (),
        about=levels(profile),
    )


def _traces(state: State) -> list[Trace]:
    """The last move and the last attack; a ghost where a Zoid fell."""
    traces = []
    if state.moved:
        name, here, to = state.moved
        words = f"{title(state, name)} moved {here} → {to}"
        traces.append(Trace("move", state.profile(name).side, (here, to), words=words))
    if state.shot:
        name, here, there, *result = state.shot
        mine = state.profile(name).side
        words = _shot_words(state, name, here, there, hit=bool(result))
        traces.append(Trace("shot", mine, (here, there), hit=bool(result), words=words))
        fallen = [z.id for z in state.zoids[INDEX[OTHER[mine]]] if z.gone == state.term]
        if result and fallen and not state.at(there):
            who = title(state, fallen[0]) if len(fallen) == 1 else "a Zoid"
            traces.append(Trace("ghost", OTHER[mine], (there,), words=f"{who} fell on {there}"))
    return traces


def _shot_words(state: State, name: str, here: str, there: str, *, hit: bool) -> str:
    """The last attack and what came of it; next to each other they fought."""
    far = distance(here, there)
    how = f"on {here} attacked {there}" if far == 1 else f"fired from {here} at {there}"
    result = "1 Hit" if hit else "not answered yet" if state.attack is not None else "no Hit"
    return f"{title(state, name)} {how}, {result}"


def _card(face: str) -> Card:
    card = face_of(face)
    does = (
        f"{'next to it' if card.kind == 'ha' else f'exactly {card.range}'}" if card.range else DOES[card.kind]
    )
    corners = (str(card.range) if card.range else "", user_words(card), does)
    return Card(card.name, ICONS.get(card.kind, "tactics"), tuple(corner for corner in corners if corner))


def _trays(state: State, viewer: Side | None, faces: dict[int, str]) -> list[Tray]:
    order = (viewer, OTHER[viewer]) if viewer else SIDES
    trays = [_hand(state, side, faces) for side in order] if state.term or state.draws else []
    for side in SIDES:
        if names := undeployed(state, side):
            waiting = tuple(Card(title(state, name)) for name in names)
            trays.append(Tray("to place", side, waiting, len(waiting)))
    trays.append(Tray("deck", count=left(state)))
    if viewer and (ahead := _seen_ahead(state, viewer, faces)):
        trays.append(Tray("next cards of the deck, as far as seen", viewer, ahead, len(ahead)))
    count = len(state.discards)
    top = tuple(_card(state.face(slot)) for slot in state.discards[-1:])
    trays.append(Tray(f"discard pile of {count}, on top" if count else "discard pile", "", top, count))
    for side in SIDES:
        gone = sorted((z.gone, state.profile(z.id).name) for z in state.zoids[INDEX[side]] if z.gone)
        if gone:
            fallen = tuple(Card(name, corners=(f"turn {term}",)) for term, name in gone)
            trays.append(Tray("destroyed", side, fallen, len(fallen)))
    return trays


def _hand(state: State, side: Side, faces: dict[int, str]) -> Tray:
    """The cards that the viewer knows, the others face down; a mere count where he knows none."""
    hand = state.hand(side)
    known = [slot in faces for slot in hand]
    cards = tuple(_card(faces[slot]) if slot in faces else FACE_DOWN for slot in hand)
    return Tray("hand", side, cards if any(known) else (), len(hand))


def _seen_ahead(state: State, viewer: Side, faces: dict[int, str]) -> tuple[Card, ...]:
    """What Battle Plan has shown of the cards that come next."""
    seen: list[Card] = []
    for slot in top(state, 7):
        if slot not in state.seen[INDEX[viewer]] or slot not in faces:
            break
        seen.append(_card(faces[slot]))
    return tuple(seen)
