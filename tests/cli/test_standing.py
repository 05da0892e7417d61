"""Standing orders at the terminal: judged against the armies, and said among the orders as understood."""

from pathlib import Path

from tests.cli.test_match import deployed, ready


def test_standing_orders_are_judged_and_said_before_they_are_signed(tmp_path: Path) -> None:
    _, _, mover = deployed(tmp_path)
    unit = ready(mover)
    enemy = "B1" if unit.startswith("A") else "A1"
    orders = mover.folder / "mine.toml"
    turn = f'[[activate]]\nunit = "{unit}"\ndo = "hold"\n[standing]\n'

    orders.write_text(
        turn + f'rules = [{{ unit = "A77", when = "lethal" }}, {{ unit = "{enemy}", when = "never" }}]\n'
    )
    refused = mover.run("orders", ".", "--from", "mine.toml", "--yes", status=3)
    assert "A77 is not a unit on the field" in refused.err
    assert f"{enemy} belongs to" in refused.err
    assert "rules[1].unit" in refused.err

    orders.write_text(turn + 'sealed = false\nrules = [{ when = "hits", hits = 4 }]\n')
    said = mover.run("orders", ".", "--from", "mine.toml", "--yes")
    assert "standing orders, open: every unit: defend at 4 hits or more" in said.err
    assert "standing orders, open: where no rule applies: take the hits" in said.err
