"""A player's own rules for reactions that depend on his hidden hand (`PBEM_HOME/policies/<game>.toml`).

A convenience of his program and no part of the match: what a policy answers is a decision of its owner
like any other, and nobody else sees that there is a policy.
"""

from typing import TYPE_CHECKING, Any

from pbem.desk import orderfile
from pbem.desk.home import Home
from pbem.errors import OrdersRefused
from pbem.ruleset import React, Ruleset

if TYPE_CHECKING:
    from pbem.desk.clerk import Decider


def load(home: Home, rules: Ruleset) -> Any:
    """The player's policy for a game, or None where he has none; `OrdersRefused` with every fault."""
    path = home.root / "policies" / f"{rules.name}.toml"
    try:
        raw = path.read_bytes()
    except OSError:
        return None
    document = orderfile.read(raw, path.name)
    policy, problems = rules.policy(document.data)
    if problems:
        raise OrdersRefused(tuple(document.problem(p) for p in problems), hint=f"the file is {path}")
    return policy


def answering(home: Home, rules: Ruleset, decide: "Decider") -> "Decider":
    """`decide`, but hidden reactions are answered by the player's policy where it has an answer."""
    policy = load(home, rules)
    if policy is None:
        return decide

    def by_policy(want: Any, state: Any, known: Any) -> Any:
        if isinstance(want, React) and want.hidden:
            answer = rules.answer_hidden(policy, state, known)
            if answer is not None:
                return answer
        return decide(want, state, known)

    return by_policy
