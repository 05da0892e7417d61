"""The replay of a match: one self-contained page, and what it is made of.

`model` is what a page is told, `film` turns boards into drawings that differ a little from step to step,
`tree` precomputes what may be ordered, `charts` draws luck, `page` puts all of it into the template.
"""

from pbem.views.replay.model import Luck, Panel, Replay, Step
from pbem.views.replay.page import page
from pbem.views.replay.seen import happened
from pbem.views.replay.tree import panel_of

__all__ = ["Luck", "Panel", "Replay", "Step", "happened", "page", "panel_of"]
