"""Observations, action masks and rewards as NumPy arrays, and the spaces that they belong to. All environments share them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from quepu.engine.deal import check_number
from quepu.errors import QuepuError, as_json
from quepu.kernel.actions import ACTIONS
from quepu.kernel.observation_layout import OBSERVATION
from quepu.kernel.planes import write_planes
from quepu.kernel.planes_layout import COLUMNS, PLANES, ROWS
from quepu.tiles import WINDS

Bytes = NDArray[np.uint8]
Mask = NDArray[np.int8]
Observed = dict[str, NDArray[Any]]
"""``observation`` and ``action_mask``."""

AGENTS = ("east", "south", "west", "north")
"""The names of the agents, by their first seats."""

FORMS: dict[str, tuple[int, ...]] = {"planes": (PLANES, ROWS, COLUMNS), "bytes": (OBSERVATION,)}
"""The forms of an observation, and the shape of each."""

MASK_BYTES = ACTIONS // 8

REWARDS = ("points", "normalised")

assert len(AGENTS) == len(WINDS)


def check_form(form: object) -> str:
    if not isinstance(form, str) or form not in FORMS:
        raise QuepuError("not_one_of", option="observation", text=str(form), known=", ".join(FORMS))
    return form


def observation_space(form: str) -> spaces.Space[Any]:
    """The space of an observation with its mask."""
    most = 1 if form == "planes" else 255
    return spaces.Dict(
        {
            "observation": spaces.Box(0, most, FORMS[form], np.uint8),
            "action_mask": spaces.Box(0, 1, (ACTIONS,), np.int8),
        }
    )


def action_space() -> spaces.Space[Any]:
    return spaces.Discrete(ACTIONS)


def planes(observations: Any) -> Bytes:
    """The planes of observations of 408 bytes, in an array of any number of dimensions: its last one becomes (PLANES, 4, 9)."""
    rows = np.asarray(observations)
    if rows.dtype != np.uint8 or rows.ndim == 0 or rows.shape[-1] != OBSERVATION:
        raise QuepuError("bad_value", option="observations", text=f"{rows.dtype}, {rows.shape}; expected uint8, (…, {OBSERVATION})")
    found = np.empty((*rows.shape[:-1], *FORMS["planes"]), np.uint8)
    draw(np.ascontiguousarray(rows), found)
    return found


def draw(observations: Bytes, into: Bytes) -> None:
    """Write the planes of observations into an array; both are contiguous."""
    write_planes(observations.reshape(-1).data, into.reshape(-1).data)


def masks(observations: Bytes) -> Mask:
    """The action masks in observations."""
    return np.unpackbits(observations[..., :MASK_BYTES], axis=-1, bitorder="little").view(np.int8)


def observed(observations: Bytes, form: str) -> Observed:
    """Observations of 408 bytes in a form, with their masks, in new arrays."""
    return {"observation": planes(observations) if form == "planes" else observations.copy(), "action_mask": masks(observations)}


def checked_actions(actions: Any, count: int) -> NDArray[np.int64] | Bytes:
    """Actions of a number of seats as an array of integers. Whether they are legal is not checked here."""
    try:
        found = np.asarray(actions)
    except (TypeError, ValueError, RuntimeError) as error:
        raise QuepuError("bad_value", option="actions", text=str(error)) from error
    if found.dtype.kind not in "iu" or found.shape != (count,):
        raise QuepuError("bad_value", option="actions", text=f"{found.dtype}, {found.shape}; expected integers, ({count},)")
    return found


class Rewards:
    """How payments become rewards: ``points`` as they are; ``normalised``, divided by all that is paid, so that the winner gets 1; or
    divided by a number. They always add up to 0."""

    def __init__(self, kind: str | float) -> None:
        is_number = isinstance(kind, int | float) and not isinstance(kind, bool)
        if not (is_number and 0 < kind < float("inf")) and kind not in REWARDS:  # type: ignore[operator]
            text = str(kind) if isinstance(kind, str) else as_json(kind) if is_number else repr(kind)[:100]
            raise QuepuError("not_one_of", option="rewards", text=text, known=", ".join((*REWARDS, "a positive number")))
        self.normalised = kind == "normalised"
        self.unit = 1.0 if isinstance(kind, str) else float(kind)

    def of(self, payments: NDArray[np.int32] | Sequence[int]) -> NDArray[np.float64]:
        """The rewards for the payments to four seats, or to four seats at many tables."""
        given = np.asarray(payments, np.float64)
        if not self.normalised:
            return given / self.unit
        total = np.maximum(given, 0).sum(axis=-1, keepdims=True)
        return given / np.where(total, total, 1.0)


def check_seed(seed: object) -> None:
    """Raise QuepuError unless this is None or a seed."""
    if seed is not None:
        check_number("seed", seed, 0, (1 << 64) - 1)
