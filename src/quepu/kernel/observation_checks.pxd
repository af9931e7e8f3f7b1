# The C types of observation_checks.py.

from quepu.kernel cimport guard, row_checks

cdef int DISCARDS, DISCARD_COUNT, FLOWERS, FULL_SET, HAND, KINDS, LAST_READY, LEFT, MELDS, MELD_COUNT, MOST_DISCARDS, NO_TILE, OBSERVATION, READY, ROUND, SEAT, SEATS, SEAT_BYTES

cdef int check_observation(bytes cells) except -1
