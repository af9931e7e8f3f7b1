"""Names of earlier releases still work, with a warning."""

from __future__ import annotations

import pytest

import quepu.engine
import quepu.players


@pytest.mark.parametrize(
    ("old", "new"), [("HandInPlay", "Deal"), ("play_hand", "play_deal"), ("TableRules", "PlayRules"), ("Tables", "Tables")]
)
def test_quepu_table_is_quepu_engine(old: str, new: str) -> None:
    import quepu.table

    with pytest.warns(DeprecationWarning, match=rf"^quepu.table.{old} is called quepu.engine.{new} now$"):
        value = getattr(quepu.table, old)
    assert value is getattr(quepu.engine, new)


def test_quepu_bots_is_quepu_players() -> None:
    with pytest.warns(DeprecationWarning, match=r"^quepu\.bots\.player is called quepu.players.player now$"):
        from quepu.bots import player
    assert player is quepu.players.player


def test_a_name_that_never_existed_is_an_attribute_error() -> None:
    import quepu.table

    with pytest.raises(AttributeError, match=r"^module 'quepu\.table' has no attribute 'nothing'$"):
        _ = quepu.table.nothing
