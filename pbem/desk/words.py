"""Words for titles: two of them name a match."""

from typing import Final

# ruff: noqa: SIM905  # a paragraph of words reads better than a column of strings
FIRST: Final = tuple(
    """
    alder amber ash badger barley birch black blue brook bronze cairn cedar chalk clay cold
    copper crow dark deep elder elm ember fallow far fern fir flint fox frost gale golden
    granite green grey hare harrow hawk hazel heath heron high hollow holly iron ivy juniper
    kestrel lark linden long low maple marsh merlin mill misty moss north oak old osprey otter
    owl pine plum quarry raven red reed river robin rowan rye salt sand silver slate snow south
    spring stag stone storm summer swan thorn tide tin upper vale wester white wild willow
    winter wolf wren yew
    """.split()
)
SECOND: Final = tuple(
    """
    abbey acre bank barrow bay beck bluff bottom bridge brook burn castle chapel chase church
    cliff close common coppice corner cove creek croft cross crossing dale dam dell down dyke
    edge end farm fell fen ferry field ford forest fork fort gap garth gate glen grange green
    grove hall haven head heath hill hollow hook hurst inn island keep knoll lake landing lane
    ledge lock lodge manor marsh mead mere mill moor mount narrows neck oak orchard park pass
    path pike pond port quay reach ridge rise rock spur shore spring stream thicket tower vale
    wall ward water well wharf wood yard
    """.split()
)
