# ruff: noqa: E501  (a table: one cheat a line)
"""Every cheat that we could think of, and what stops it: the table behind the suite and the documentation.

Each row is carried out by a function of the same name (words joined by `_`) in `at_play`, `on_paper` or
`with_cards`: a cheater's program that signs with its own key.  The honest side must refuse the file with
exactly this code, naming exactly this place.  A row without a code is stopped by something that refuses no
file, or cannot be stopped; it says what that is.

    python -m tests.cheats.table > pbem/CHEATS.md      writes the page of the documentation
"""

from typing import NamedTuple


class Cheat(NamedTuple):
    """`name` is the deed in short, `does` what the cheater does, `stopped` what stops it."""

    name: str
    does: str
    stopped: str
    code: str = ""
    path: str = ""


GROUPS: dict[str, tuple[Cheat, ...]] = {
    "The position": (
        Cheat("a wound healed", "gives a soldier its health back in the state", "recomputation", "state/differs", "soldiers.A2.health"),
        Cheat("a soldier moved", "writes another place for a soldier", "recomputation", "state/differs", "soldiers.B4.place"),
        Cheat("a soldier made", "adds a soldier to his side", "recomputation", "state/differs", "soldiers.A8"),
        Cheat("a soldier made away with", "leaves out a soldier of the other side", "recomputation", "state/differs", "soldiers[13]"),
        Cheat("points added", "writes more points for himself", "recomputation", "state/differs", "points[0]"),
        Cheat("an order struck from the queue", "removes a signed order of the other side", "recomputation", "state/differs", "referee.queue.orders[0].attack"),
        Cheat("a window numbered anew", "writes another number for the window", "recomputation", "state/differs", "referee.window.k"),
        Cheat("a hash of another state", "keeps the table and changes its hash", "recomputation", "state/differs", "hash"),
        Cheat("no state at all", "leaves the state out", "recomputation", "state/differs", "state"),
        Cheat("the other made to owe", "writes that the other side owes a decision", "recomputation", "next/differs", "next.want"),
        Cheat("the match declared over", "writes that nothing is owed any more", "recomputation", "next/differs", "next.side"),
    ),
    "The dice": (
        Cheat("other dice", "writes another face", "recomputation", "rolls/differ", "rolls[0].faces[0]"),
        Cheat("a die more", "adds a die to a roll", "recomputation", "rolls/differ", "rolls[0].faces[1]"),
        Cheat("a roll left out", "does not show a roll", "recomputation", "rolls/differ", "rolls[1]"),
        Cheat("a roll invented", "shows a roll that nothing asked for", "recomputation", "rolls/differ", "rolls[2]"),
        Cheat("rolls exchanged", "lets the better roll count for the better attack", "recomputation", "rolls/differ", "rolls[0].number"),
        Cheat("a roll for another purpose", "calls the roll by another name", "recomputation", "rolls/differ", "rolls[0].why"),
        Cheat("a die with other sides", "says that the die had more sides", "recomputation", "rolls/differ", "rolls[0].sides"),
        Cheat("reload and roll again", "closes the program before he signs, and rolls again", "the dice follow from shares fixed in turns 0 and 1: they are the same again"),
        Cheat("try many orders and keep the best", "works out what each of his plans would lead to", "half of every seed is published only after his file"),
        Cheat("a reaction chosen after the dice", "works out the dice before he answers", "an asked reaction opens a new window"),
    ),
    "Shares and windows": (
        Cheat("another share to open", "opens with a number that suits him", "hash chain", "share/wrong", "chance.open"),
        Cheat("another share to close", "closes with a number that suits him", "hash chain", "share/wrong", "chance.close"),
        Cheat("a share skipped", "opens with the share after the next", "hash chain", "share/wrong", "chance.open"),
        Cheat("a share repeated", "closes with the share he showed before", "hash chain", "share/wrong", "chance.close"),
        Cheat("the share of the other", "shows the share that the other side has shown", "hash chain", "share/wrong", "chance.close"),
        Cheat("a share that is no share", "writes text that no 32 bytes encode to", "strict decoding", "share/wrong", "chance.close"),
        Cheat("a closing share withheld", "does not close the window, so that the dice stay open", "step 1", "share/missing", "chance.close"),
        Cheat("an opening share withheld", "decides without a new window, knowing the dice of the old one", "*Open*", "share/missing", "chance.open"),
        Cheat("a window opened at will", "opens a window without a decision, to be rid of known dice", "*Open*", "window/order", "chance.open"),
        Cheat("a window opened by laying", "lays standing orders, and opens a window with them", "*Open*", "window/order", "chance.open"),
        Cheat("a closing share where nothing is open", "shows a share that nobody asked for", "step 1", "window/order", "chance.close"),
        Cheat("a window closed by the answer", "puts a closing share into turn 1", "step 1", "window/order", "chance.close"),
    ),
    "Decisions and orders": (
        Cheat("a decision too many", "adds a decision", "tapes", "order/extra", "decisions[1]"),
        Cheat("a decision in a duty file", "decides although nothing is asked of him", "tapes", "order/extra", "decisions[0]"),
        Cheat("a want left unanswered", "sends no decision where one is owed", "tapes", "order/missing", "decisions"),
        Cheat("a decision of another kind", "deploys where orders are owed", "tapes", "order/missing", "decisions[0].kind"),
        Cheat("an answer that standing orders give", "answers himself although his standing orders have answered", "tapes", "order/extra", "decisions[1]"),
        Cheat("no order at all", "signs an empty list of orders", "`check` when reading", "order/illegal", "decisions[0].orders"),
        Cheat("a soldier of the other side ordered", "gives an order to a soldier that is not his", "`check` when reading", "order/illegal", "decisions[0].orders[0].unit"),
        Cheat("a soldier ordered twice", "lets a soldier act twice in a round", "`check` when reading", "order/illegal", "decisions[0].orders[1].unit"),
        Cheat("a step too far", "moves over two places at once", "`check` when reading", "order/illegal", "decisions[0].orders[0].move"),
        Cheat("a shot too far", "attacks beyond his reach", "`check` when reading", "order/illegal", "decisions[0].orders[0].attack"),
        Cheat("more activations than allowed", "lets four soldiers act in a turn of three", "`check` when reading", "order/illegal", "decisions[0].orders[3].unit"),
        Cheat("an order behind the end", "goes on after he has ended his turn", "`check` when reading", "order/illegal", "decisions[0].orders[1]"),
        Cheat("an alternative that pauses", "hides a pause in an alternative", "`check` when reading", "order/illegal", "decisions[0].orders[0].else[0]"),
        Cheat("an illegal alternative", "hides an impossible move in an alternative", "`check` when reading", "order/illegal", "decisions[0].orders[0].else[0].move"),
        Cheat("a field of his own", "writes a field into an order that the game does not know", "typed reading", "order/illegal", "decisions[0].orders[0]"),
        Cheat("a word of his own", "answers a reaction with a word that is no answer", "typed reading", "order/illegal", "decisions[0].orders[0].answer"),
        Cheat("an answer that this reaction does not have", "gives ground to a ruse", "`check` when reading", "order/illegal", "decisions[0].orders[0].answer"),
        Cheat("a decision in clear and sealed", "signs orders and a seal of other orders", "section 3", "order/illegal", "decisions[0]"),
        Cheat("orders under seal", "seals what has to be in clear, to decide later", "section 3", "order/illegal", "decisions[0]"),
        Cheat("a sealed choice in clear", "shows what has to be sealed", "section 3", "order/illegal", "decisions[0]"),
    ),
    "Standing orders": (
        Cheat("standing orders exchanged", "opens others than he had sealed", "seal", "standing/wrong", "openings[0].value"),
        Cheat("standing orders with another salt", "looks for a salt that makes others fit", "seal", "standing/wrong", "openings[0].value"),
        Cheat("standing orders with no salt", "writes a salt that no 32 bytes encode to", "strict decoding", "standing/wrong", "openings[0].salt"),
        Cheat("standing orders withheld", "does not open them, and decides instead", "duty", "standing/missing", "openings"),
        Cheat("standing orders opened unasked", "opens them where nothing asks for them", "tapes", "standing/extra", "openings[0]"),
        Cheat("standing orders in clear and sealed", "lays two sets at once, to choose later", "section 3", "order/illegal", "standing"),
        Cheat("standing orders of neither kind", "lays nothing, sealed or in clear", "section 3", "order/illegal", "standing"),
        Cheat("standing orders that the game does not know", "promises an answer for a hidden hand", "`standing` when reading", "order/illegal", "standing.orders.hidden"),
        Cheat("sealed standing orders that the game does not know", "seals an answer that does not exist", "`standing` when opened", "order/illegal", "openings[0].value.pre"),
        Cheat("standing orders after the dice", "lays them when the dice of the live window are known", "they bind from the next window on"),
    ),
    "Armies and sealed choices": (
        Cheat("an army tailored to the other", "opens another army when he has seen the other one", "seal", "army/wrong", "openings[0].value"),
        Cheat("an army withheld", "does not open his army", "duty", "army/missing", "openings"),
        Cheat("an illegal army under seal", "seals more soldiers than allowed", "`army` when opened", "army/illegal", "openings[0].value.pikes"),
        Cheat("an illegal army in clear", "answers with more soldiers than allowed", "`army` when reading", "army/illegal", "charter.player.army.pikes"),
        Cheat("a soldier that does not exist", "answers with a dragon", "`army` when reading", "army/illegal", "charter.player.army.dragons"),
        Cheat("an answer with a sealed army", "hides his army although he has to show it", "turn 1", "army/missing", "charter.player"),
        Cheat("a challenge with an open army", "shows his army where it has to be sealed", "turn 0", "army/illegal", "charter.player"),
        Cheat("a sealed choice changed", "opens another deployment when he has seen the other one", "seal", "sealed/wrong", "openings[0].value"),
        Cheat("a sealed choice withheld", "does not open his deployment", "duty", "sealed/missing", "openings"),
        Cheat("another thing opened", "opens his army where his deployment is owed", "tapes", "sealed/missing", "openings[0].what"),
        Cheat("a choice opened twice", "opens his deployment again, with other places", "tapes", "opening/extra", "openings[1]"),
        Cheat("something opened unasked", "opens an army in the middle of the match", "tapes", "opening/extra", "openings[0]"),
    ),
    "The chain": (
        Cheat("two files for one turn", "sends another turn beside the one he sent", "both are kept as evidence, play stops", "chain/fork"),
        Cheat("a new version after the answer", "sends another turn when the first was answered", "both are kept as evidence, play stops", "chain/fork"),
        Cheat("an abandoned turn answered", "answers a turn that the other side did not sign", "parent", "chain/parent", "parent"),
        Cheat("a turn of another match", "plays a turn of a match that he is winning", "match", "chain/match", "match"),
        Cheat("a turn left out", "writes the number after the next", "number", "chain/number", "turn"),
        Cheat("an old turn again", "sends an old turn once more", "number", "chain/number", "turn"),
        Cheat("a turn after the end", "goes on when the match is over", "the game's outcome", "chain/number", "turn"),
        Cheat("a draw agreed after the end", "has an accomplice offer a draw when the match is lost", "only a takeback may follow the end", "chain/number", "turn"),
        Cheat("two turns running", "plays for the other side, with his own key", "author", "seal/author", "author"),
        Cheat("a turn with the name of the other", "signs the turn of the other side with his own key", "charter key", "seal/key", "seal.key"),
    ),
    "The charter": (
        Cheat("one challenge answered twice", "answers a challenge that was answered by another", "the first answer counts", "charter/taken", "charter.player"),
        Cheat("a copied nonce", "shows the nonce of the other side", "charter checks", "charter/echo", "charter.player.nonce"),
        Cheat("a copied anchor", "shows the anchor of the other side, to copy its shares later", "charter checks", "charter/echo", "charter.player.anchor"),
        Cheat("both sides played", "answers his own challenge with the same key", "charter checks", "charter/echo", "charter.player.key"),
        Cheat("terms changed by the answer", "answers with other options", "charter checks", "charter/terms", "charter"),
        Cheat("a rule of his own", "challenges with an option that the game does not know", "charter checks", "charter/terms", "charter.options.double_dice"),
        Cheat("a charter in the middle", "brings a charter in a later turn", "turns 0 and 1 only", "file/type", "charter"),
        Cheat("a decision in the challenge", "decides in turn 0", "turn 0 is a fixed frame", "order/extra", "decisions[0]"),
        Cheat("standing orders in the challenge", "lays standing orders in turn 0", "turn 0 is a fixed frame", "opening/extra", "standing"),
        Cheat("a window in the challenge", "opens a window in turn 0", "turn 0 is a fixed frame", "window/order", "chance"),
        Cheat("card work in the challenge", "shuffles in turn 0", "turn 0 is a fixed frame", "cards/extra", "cards[0]"),
        Cheat("a challenge for the other side", "challenges as side b", "turn 0 is a fixed frame", "seal/author", "author"),
        Cheat("a weak key", "shows the identity as his key: one signature fits every message", "prime order", "seal/key", "key"),
        Cheat("a key that is not the signer", "names a key in the charter and signs with another", "charter checks", "seal/key", "charter.player.key"),
        Cheat("other unit data", "plays by rules in which bows roll two dice", "rules digest", "rules/differ", "rules"),
        Cheat("another game", "names a game that is a path of a module", "names are never imported", "rules/differ", "game"),
    ),
    "The seal": (
        Cheat("a stranger signs", "signs with a key that the charter does not name", "charter key", "seal/key", "seal.key"),
        Cheat("a stranger signs with a stolen name", "puts the key of the charter beside his own signature", "Ed25519", "seal/signature", "seal.signature"),
        Cheat("a turn changed on its way", "changes a signed order", "hash over data", "seal/hash", "seal.hash"),
        Cheat("a turn and its hash changed on their way", "changes a signed order and the hash", "Ed25519", "seal/signature", "seal.signature"),
        Cheat("a signature of another turn", "copies the signature of the turn before", "Ed25519", "seal/signature", "seal.signature"),
        Cheat("a second signature for the same turn", "adds the order of the group to S", "S < L", "seal/signature", "seal.signature"),
        Cheat("no signature", "strips the seal", "typed reading", "file/type"),
    ),
    "Cards": (
        Cheat("a card twice", "puts a card into the deck twice and leaves out another", "shuffle proof", "cards/shuffle", "cards[0].data.deck"),
        Cheat("a card from another deck", "slips in a card of another deck", "shuffle proof", "cards/shuffle", "cards[0].data"),
        Cheat("a card marked with a second scalar", "masks one card otherwise, to know it again", "shuffle proof", "cards/shuffle", "cards[0].data"),
        Cheat("all cards under another scalar than his key", "masks with a scalar that is not the one behind his key", "shuffle proof", "cards/shuffle", "cards[0].data"),
        Cheat("a deck that is smaller", "takes a card out of the deck", "shuffle proof", "cards/shuffle", "cards[0].data.deck"),
        Cheat("a card that is the identity", "puts in a card that no scalar masks", "point check", "cards/point", "cards[0].data.deck[3]"),
        Cheat("a card outside the group", "adds a point of small order to a card, which marks it", "point check", "cards/point", "cards[0].data.deck[3]"),
        Cheat("a card in another encoding", "writes a point as no honest program writes it", "point check", "cards/point", "cards[0].data.deck[3]"),
        Cheat("a key that is the identity", "shows a key that belongs to no scalar", "point check", "cards/point", "cards[0].data.key"),
        Cheat("a key with the proof for another", "shows another key than the one that he has proven", "shuffle proof", "cards/shuffle", "cards[0].data"),
        Cheat("a scalar beyond the order", "writes a number of the proof in a second way", "scalar check", "cards/shuffle", "cards[0].data.challenge"),
        Cheat("one bit of a proof", "flips one bit of one answer", "shuffle proof", "cards/shuffle", "cards[0].data"),
        Cheat("a proof from another match", "proves the shuffle for another match", "the proof is bound to match, deck, side and parent", "cards/shuffle", "cards[0].data"),
        Cheat("a proof from after another turn", "proves the shuffle for another parent", "the proof is bound to match, deck, side and parent", "cards/shuffle", "cards[0].data"),
        Cheat("a proof for another deck of the match", "proves the shuffle for the deck that comes next", "the proof is bound to match, deck, side and parent", "cards/shuffle", "cards[0].data"),
        Cheat("a proof of the other side", "proves the shuffle in the name of the other side", "the proof is bound to match, deck, side and parent", "cards/shuffle", "cards[0].data"),
        Cheat("a shuffle left out", "leaves the deck as the other side will find it", "duty", "cards/missing", "cards"),
        Cheat("the deck shuffled twice", "shuffles once more when he has shuffled", "tapes", "cards/extra", "cards[1]"),
        Cheat("the first shuffle used again", "shuffles a later deck with the data of the first", "shuffle proof", "cards/shuffle", "cards[0].data.deck"),
        Cheat("a deck that he does not shuffle", "masks the cards and leaves their order", "one honest shuffle is enough: the other side has shuffled too"),
        Cheat("other cards stripped than asked", "strips cards further down the deck, properly proven", "slots", "cards/strip", "cards[1].data.slots"),
        Cheat("cards stripped in another order", "deals the cards of the other side in another order", "slots", "cards/strip", "cards[1].data.slots"),
        Cheat("one card stripped twice", "deals one slot twice", "slots", "cards/strip", "cards[1].data.slots"),
        Cheat("a card stripped to another", "exchanges two stripped points", "decryption proof", "cards/strip", "cards[1].data"),
        Cheat("a card stripped to none", "takes off another mask than his own, so that no card is left", "decryption proof", "cards/strip", "cards[1].data"),
        Cheat("a proof made before its statement", "draws the challenge first and chooses the points to fit", "the challenge comes from the whole statement", "cards/strip", "cards[1].data"),
        Cheat("a stripped card that is the identity", "deals a point that is no card", "point check", "cards/point", "cards[1].data.points[1]"),
        Cheat("a stripped card outside the group", "adds a point of small order to a card that he deals", "point check", "cards/point", "cards[1].data.points[1]"),
        Cheat("a strip withheld", "does not deal the other side its cards", "duty", "cards/missing", "cards"),
        Cheat("an early strip withheld", "ends his turn and does not prepare the draw of the other side", "step 4 of section 3", "cards/missing", "cards"),
        Cheat("a strip that nobody asked for", "shows the other side cards that it does not draw", "tapes", "cards/extra", "cards[2]"),
        Cheat("another card revealed than he holds", "plays a better card than he was dealt", "decryption proof", "cards/reveal", "cards[0].data"),
        Cheat("a card revealed that does not exist", "plays card 85 of 84", "`check` of the data", "cards/reveal", "cards[0].data.cards[0]"),
        Cheat("a card revealed that was never dealt to him", "reveals a card of the other hand", "slots", "cards/reveal", "cards[0].data.slots[0]"),
        Cheat("one card revealed for two", "names one slot twice", "slots", "cards/reveal", "cards[0].data.slots[1]"),
        Cheat("another card of his hand revealed", "orders one card and shows another", "slots", "cards/reveal", "cards[0].data.slots"),
        Cheat("a card revealed with a scalar beyond the order", "writes the answer of the proof in a second way", "scalar check", "cards/reveal", "cards[0].data.proof"),
        Cheat("a reveal with the proof of another turn", "copies the proof of an earlier reveal", "decryption proof", "cards/reveal", "cards[0].data"),
        Cheat("a reveal withheld", "plays cards and does not show them", "duty", "cards/missing", "cards[0].op"),
        Cheat("a defense that nobody is shown", "answers an attack with a card and does not show it", "duty", "cards/reveal", "cards[0].data.slots"),
        Cheat("a card shown that nobody asked for", "reveals a card twice", "tapes", "cards/extra", "cards[2]"),
        Cheat("an alternative that shows no card", "hides the card of an alternative, to show it only if it suits him", "alternatives owe their reveals too", "cards/reveal", "cards[0].data.slots"),
        Cheat("a card of the other hand played", "orders a card that the other side holds", "`check` when reading", "order/illegal", "decisions[0].orders[1].play"),
        Cheat("a card of the deck played", "orders a card that lies in the deck", "`check` when reading", "order/illegal", "decisions[0].orders[1].play"),
        Cheat("a card played twice", "moves and fires with one card", "`check` when the faces are known", "order/illegal", "decisions[0].orders[2].play"),
        Cheat("a card played as another", "moves with a card that fires", "`check` when the faces are known", "order/illegal", "decisions[0].orders[1].play"),
        Cheat("more cards kept than allowed", "ends his turn above the hand limit", "hands are public numbers", "order/illegal", "decisions[0].orders[0]"),
        Cheat("more cards discarded than allowed", "throws away cards that do not suit him", "hands are public numbers", "order/illegal", "decisions[0].orders[0].discard"),
        Cheat("a discarded card exchanged", "writes another card into the discard pile", "recomputation", "state/differs", "discard[0].card"),
        Cheat("a card drawn too many", "writes one slot more into his hand", "recomputation", "state/differs", "hand.b[3]"),
        Cheat("cards looked at and taken back", "takes a turn back in which he saw cards, with the consent of an accomplice", "no takeback goes behind card work", "statement/illegal", "statements[0]"),
        Cheat("a new key in the middle of the cards", "agrees to a new key, with which the hand of the other side is lost", "not possible with cards in play", "statement/illegal", "statements[0]"),
        Cheat("other hands opened than he held", "publishes another scalar than the one behind his key", "K = k·G", "cards/reveal"),
        Cheat("looking at cards that nobody dealt", "computes whatever the files and his key allow", "every other slot still has a mask that is not his"),
    ),
    "Statements": (
        Cheat("consent to a takeback that nobody asked", "signs the request himself", "the notice has to be signed by the other side", "statement/illegal", "statements[0]"),
        Cheat("consent to another takeback", "changes the turn in the request of the other side", "hash and signature of the notice", "statement/illegal", "statements[0]"),
        Cheat("an old request used again", "answers a request about an older turn", "`head` of the notice", "statement/illegal", "statements[0]"),
        Cheat("a request answered twice", "declines, and agrees all the same", "one answer for each notice", "statement/illegal", "statements[1]"),
        Cheat("back before the armies", "agrees with an accomplice to go back to turn 1", "turn 2 at the earliest", "statement/illegal", "statements[0]"),
        Cheat("a takeback used as a re-roll", "has the dice of a lost fight rolled again", "consent of the other side, who opens a fresh window; none once cards were seen", "statement/illegal", "statements[0]"),
        Cheat("a draw that was not offered", "accepts a draw and signs the offer himself", "the notice has to be signed by the other side", "statement/illegal", "statements[0]"),
        Cheat("a turn instead of a notice", "answers a turn of the other side as if it were an offer", "a notice is signed as a notice", "statement/illegal", "statements[0]"),
        Cheat("the other made to resign", "signs a resignation of the other side", "charter key", "seal/key", "seal.key"),
        Cheat("a resignation of another match", "brings a resignation from a match that he won", "match of the notice", "chain/match", "match"),
        Cheat("a draw made a resignation", "changes the kind of a notice", "hash and signature", "seal/hash", "seal.hash"),
        Cheat("a new key made up for the other side", "asks in the other side's name for a new key, agrees to it himself, and plays both sides", "the program of whoever holds the old key refuses the file; to others the books say who alone vouches for the key", "statement/illegal", "statements"),
        Cheat("a turn of the other side with a made up key", "agrees to a key that he made, and writes the other side's turn with it", "the program of whoever holds the old key refuses the file", "statement/illegal", "statements"),
        Cheat("dice thrown away by a new key", "agrees to a new key when he does not like the dice of the present window", "a window whose shares are both out goes on"),
        Cheat("a key used before", "goes back to a key whose shares are public", "key, nonce and anchor have to be new", "statement/illegal", "statements[0]"),
        Cheat("a strangers request in front of the real one", "signs a request for a new key before its owner does", "every request is kept, and shown with its fingerprint"),
        Cheat("a claim about nothing", "leaves out what a statement has to say", "each kind has its fields", "statement/illegal", "statement"),
        Cheat("hands opened where there are none", "publishes scalars that stop the programs of others later", "hands are opened after a match with cards", "statement/illegal", "statement"),
        Cheat("play after a resignation", "goes on after he has resigned", "a resignation ends the match", "chain/number", "turn"),
    ),
    "The file": (
        Cheat("a key twice", "writes a key twice, so that two programs read two things", "TOML", "file/toml"),
        Cheat("half a wound", "writes a number that is no integer", "closed data model", "file/data", "state.points[0]"),
        Cheat("a number too large", "writes a number that some programs round", "closed data model", "file/data", "turn"),
        Cheat("a field that nobody reads", "hides something in a field of his own", "typed reading", "file/type"),
        Cheat("another format", "claims a format with other rules", "`format`", "file/version", "format"),
        Cheat("card work in a game without cards", "shuffles a deck that is not there", "tapes", "cards/extra", "cards[0]"),
        Cheat("a flood of words", "sends a message of a hundred thousand characters", "4,000 characters", "file/type", "message"),
        Cheat("a challenge in the middle of a match", "signs a turn 0 that names the match, to make its folder unreadable", "a challenge names no match", "file/type", "match"),
        Cheat("a name of two lines", "writes the end of the match below his name", "a name is one line", "file/type", "charter.player.name"),
        Cheat("an empty file", "sends nothing and claims to have moved", "size", "file/size"),
        Cheat("half a file", "cuts the file off, so that the orders stay unknown", "frame", "file/frame"),
        Cheat("text that looks like dice", "writes rolls, log lines, frames and escape codes into his message and his name", "rolls exist only as data; words are escaped wherever they are shown"),
        Cheat("names of files and modules", "writes paths and module names wherever a word may stand", "never used to open or to import anything"),
        Cheat("no answer", "stops writing when he is losing, or after the roll-off", "cannot be prevented: his share rides with his orders, so withholding it is not moving; a claim records it"),
    ),
}  # fmt: skip

CHEATS: tuple[Cheat, ...] = tuple(cheat for cheats in GROUPS.values() for cheat in cheats)


def function_name(cheat: Cheat) -> str:
    """The name of the function that carries it out."""
    return cheat.name.replace(" ", "_").replace("-", "_")


INTRODUCTION = """# What a cheater may try, and what stops him

Nobody has to trust anybody here: not the other player, nor his program, nor the mail between you.  Whoever
cheats may write his own program and sign with his own key whatever he likes.  Your program works everything
out again from what both have signed, and refuses a file at the first thing that is not as it should be.

Each line below is one deed.  Each is carried out by the test suite with a real signature, and the refusal
has to bear exactly the code that is given (`pbem rules protocol P7`).  A dash means that no file is refused:
then the line says why the cheater gains nothing, or that nothing helps.  The soldiers are those of the small
example game, the cards those of Zoids.

Said openly: nobody can be made to write.  Whoever signs two versions of a file that opens a window helps the
other side, who may choose between them, and leaves proof; whoever makes a file anew that was never sent gains
nothing, for its dice are as unknown as before.  A player who has lost his journal has to ask for all files
that he sent, and says so in his next one.  A stranger who sits between two players from turn 0 on is found
only when they compare their codes by another way (`pbem key verify`).
"""


def markdown() -> str:
    """The page: introduction, and one table a group."""
    lines = [INTRODUCTION]
    for group, cheats in GROUPS.items():
        lines += [f"## {group}", "", "| cheat | the cheater … | stopped by | code |", "|---|---|---|---|"]
        for cheat in cheats:
            code = f"`{cheat.code}`" if cheat.code else "–"
            lines.append(f"| {cheat.name} | {cheat.does} | {cheat.stopped} | {code} |")
        lines.append("")
    return "\n".join(lines).rstrip("\n") + "\n"


if __name__ == "__main__":
    print(markdown(), end="")
