"""Words for people: two of them name a match, eight of them are read out to compare keys."""

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
SPOKEN: Final = tuple(  # 256 words, one a byte
    """
    alder amber ash badger barley birch black blue brook bronze cairn cedar chalk clay cold
    copper crow dark deep elder elm ember fallow far fern fir flint fox frost gale golden
    granite green grey hare harrow hawk hazel heath heron high hollow holly iron ivy juniper
    kestrel lark linden long low maple marsh merlin mill misty moss north oak old osprey otter
    owl pine plum quarry raven red reed river robin rowan rye salt sand silver slate snow south
    spring stag stone storm summer swan thorn tide tin upper vale wester white wild willow
    winter wolf wren yew abbey acre bank barrow bay beck bluff bottom bridge burn castle chapel
    chase church cliff close common coppice corner cove creek croft cross crossing dale dam dell
    down dyke edge end farm fell fen ferry field ford forest fork fort gap garth gate glen
    grange grove hall haven head hill hook hurst inn island keep knoll lake landing lane ledge
    lock lodge manor mead mere moor mount narrows neck orchard park pass path pike pond port
    quay reach ridge rise rock spur shore stream thicket tower wall ward water well wharf wood
    yard anchor arrow autumn basket beacon bell bottle candle carpet copperas corn crown cradle
    dagger dinner dragon drum eagle engine falcon feather fiddle flag forge fountain garden
    garlic giant ginger glass hammer harbour helmet honey horse ivory jacket jewel jungle kettle
    ladder lantern lemon letter lion lobster magnet mantle marble market meadow melon mirror
    monkey mountain museum needle nutmeg ocean onion orange organ paper parrot pepper
    """.split()
)
