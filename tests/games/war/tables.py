"""Random tables for the property tests of the geometry, and their half turn and mirror image."""

from random import Random

from pbem.games.war.geometry.block import block
from pbem.games.war.geometry.charge import Charge
from pbem.games.war.geometry.field import Body, Field
from pbem.games.war.geometry.moves import Formation, Moved, deploy
from pbem.games.war.geometry.numbers import Point
from pbem.games.war.geometry.predicates import Piece, piece

W, H = 4800, 3600
FLAGS = ("difficult", "cover", "obstacle", "blocks_los", "impassable")


def allow(body: Body) -> tuple[int, int]:
    return (1200, 600) if body.r == 75 else (600, 400)


def terrain(rng: Random) -> tuple[Piece, ...]:
    found = []
    for i in range(rng.randrange(7)):
        x, y = rng.randrange(300, 4200), rng.randrange(300, 3000)
        w, h = rng.randrange(100, 700), rng.randrange(100, 600)
        flags = tuple(flag for flag in FLAGS if rng.randrange(3) == 0)
        if rng.randrange(3) == 0:
            found.append(piece(f"line {i}", "line", ((x, y), (x + w, y + rng.randrange(-200, 200))), flags))
        else:
            lean = rng.randrange(-150, 150)
            points = ((x, y), (x + w, y + lean // 2), (x + w + lean, y + h), (x + lean, y + h))
            found.append(piece(f"area {i}", "area", points, flags))
    return tuple(found)


def table(seed: int) -> Field:
    """6 to 18 units in blocks that do not overlap, close enough to meet."""
    rng = Random(seed)
    field = Field(W, H, (), terrain(rng))
    for n in range(rng.randrange(6, 19)):
        side = "ab"[n % 2]
        mounted = rng.randrange(3) == 0
        models = rng.choice((1, 3, 4, 6, 8, 12))
        r = 75 if mounted else 50
        for _ in range(30):
            order = formation(rng, (rng.randrange(200, 4600), rng.randrange(200, 3400)), models)
            if seed % 3 == 0:  # in ranks and files with everybody else: many ties
                x, y = (51 * (n // 51) for n in order.to)
                order = order._replace(to=(x, y), facing=rng.choice((0, 180)))
            body = Body(f"{side.upper()}{n // 2 + 1}", side, r, ((0, 0),) * models)
            reason, pos = deploy(field, body, order, (0, H))
            if not reason:
                field = field._replace(bodies=(*field.bodies, body._replace(pos=pos)))
                break
    return field


def formation(rng: Random, to: Point, models: int) -> Formation:
    facing = rng.choice((0, 90, 180, 270, rng.randrange(360), rng.randrange(360)))
    return Formation(to, facing, rng.randrange(1, models + 1))


def wander(rng: Random, body: Body) -> Formation:
    """A move that may or may not be legal: somewhere near, sometimes past a point."""
    x, y = body.pos[0]
    far = allow(body)[0]
    to = (x + rng.randrange(-far, far + 1), y + rng.randrange(-far, far + 1))
    order = formation(rng, to, len(body.pos))
    if rng.randrange(4) == 0:
        via = (x + rng.randrange(-far, far + 1) // 2, y + rng.randrange(-far, far + 1) // 2)
        order = order._replace(via=(via,))
    return order


# -- the same table seen otherwise -------------------------------------------------------------------------


class Turned:
    """Half a turn: the two players have changed places."""

    swap = True

    def point(self, p: Point) -> Point:
        return W - p[0], H - p[1]

    def vector(self, v: Point) -> Point:
        return -v[0], -v[1]

    def facing(self, facing: int) -> int:
        return (facing + 180) % 360

    def hand(self, hand: int) -> int:
        return hand

    # -- whole things
    def points(self, points: tuple[Point, ...]) -> tuple[Point, ...]:
        return tuple(map(self.point, points))

    def body(self, body: Body) -> Body:
        owner = {"a": "b", "b": "a"}[body.owner] if self.swap else body.owner
        return body._replace(owner=owner, pos=self.points(body.pos))

    def piece(self, it: Piece) -> Piece:
        flags = tuple(flag for flag in FLAGS if getattr(it, flag))
        points = tuple(a for a, _ in it.edges)
        if not it.area:
            points = (*points, it.edges[-1][1])
        return piece(it.name, "area" if it.area else "line", self.points(points), flags)

    def field(self, field: Field) -> Field:
        return field._replace(
            bodies=tuple(map(self.body, field.bodies)),
            pieces=tuple(map(self.piece, field.pieces)),
            hand=self.hand(field.hand),
        )

    def order(self, order: Formation) -> Formation:
        return Formation(self.point(order.to), self.facing(order.facing), order.files, self.points(order.via))

    def moved(self, done: Moved) -> Moved:
        centre = None if done.centre is None else self.point(done.centre)
        return done._replace(pos=self.points(done.pos), centre=centre)

    def charged(self, done: Charge) -> Charge:
        return done._replace(attackers=self.points(done.attackers), targets=self.points(done.targets))


class Mirrored(Turned):
    """A table in a mirror: left is right (`hand` −1)."""

    swap = False

    def point(self, p: Point) -> Point:
        return W - p[0], p[1]

    def vector(self, v: Point) -> Point:
        return -v[0], v[1]

    def facing(self, facing: int) -> int:
        return (360 - facing) % 360

    def hand(self, hand: int) -> int:
        return -hand


def reshuffled(field: Field, rng: Random) -> Field:
    """The same units and terrain, listed in another order."""
    bodies, pieces = list(field.bodies), list(field.pieces)
    rng.shuffle(bodies)
    rng.shuffle(pieces)
    return field._replace(bodies=tuple(bodies), pieces=tuple(pieces))


def line_of(n: int, y: int, *, x: int = 2400, r: int = 50, facing: int = 0) -> tuple[Point, ...]:
    """n models side by side."""
    return block(n, n, facing, (x, y), r)
