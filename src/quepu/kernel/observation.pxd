# The C types of observation.py.

cimport cython

from quepu.kernel cimport bits, guard
from quepu.kernel.facts cimport mask_t
from quepu.kernel.state cimport State

cdef int CONCEALED_KONG, NO_SEAT, NO_TILE, OVER, MOST_DISCARDS, ROBBING
cdef int CONCEALED, DRAWN, HAND, IS_OVER, LEFT, LOSER, MELDS, OBSERVATION, OFFERED, OFFERER, POINTS, ROBBED, ROUND, SEAT, SEAT_BYTES, SEATS, WINNING_HAND, DISCARDS, DISCARD_COUNT
cdef int FLOWERS, MELD_COUNT, READY, DISCARD_MARKS, TURN_OF, WINNER

@cython.locals(i=int, other=int, over=int)
cdef void observe(State state, int seat, unsigned char* cells, Py_ssize_t at) noexcept nogil
cdef void write_discards(State state, unsigned char* cells, Py_ssize_t at) noexcept nogil
@cython.locals(low=mask_t, high=mask_t)
cdef void observe_legal(State state, int seat, unsigned char* cells, Py_ssize_t at) noexcept nogil
@cython.locals(tiles=mask_t, i=int)
cdef void observe_hand(State state, int seat, unsigned char* cells, Py_ssize_t at) noexcept nogil
@cython.locals(i=int, code=int)
cdef void observe_seat(State state, int other, int shows_kongs, unsigned char* cells, Py_ssize_t at) noexcept nogil
@cython.locals(cells=cython.uchar[408])
cpdef bytes observation(State state, int seat)
