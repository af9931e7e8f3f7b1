"""The numbers that roll-outs accept and return (``quepu.kernel.rollouts``)."""

MOST_SAMPLES = 1 << 20
"""The maximum number of samples of one call."""

NOTHING, WON, DEALT_IN = range(3)
"""How a deal ended for the seat: it did not win and did not give the winning tile, or the deal has not ended; it won; it gave the winning
tile."""

NOT_WEIGHED = -1e9
"""Less than the value of any action: the player has computed none."""
