# The C types of observation.py.

cimport cython

from quepu.kernel cimport bits, guard
from quepu.kernel.facts cimport mask_t
from quepu.kernel.position cimport Position

cdef int CONCEALED_KONG, NO_SEAT, NO_TILE, OVER, RIVER, ROBBING
cdef int CONCEALED, DRAWN, HAND, IS_OVER, LEFT, LOSER, MELDS, OBSERVATION, OFFERED, OFFERER, POINTS, ROBBED, ROUND, SEAT, SEAT_BYTES, SEATS, SHOWN, THROWN, THROWN_COUNT
cdef int FLOWERS, MELD_COUNT, READY, THROWN_MARKS, TURN_OF, WINNER

@cython.locals(i=int, other=int, over=int)
cdef void observe(Position table, int seat, unsigned char* cells, Py_ssize_t at) noexcept nogil
cdef void lay_river(Position table, unsigned char* cells, Py_ssize_t at) noexcept nogil
@cython.locals(low=mask_t, high=mask_t)
cdef void observe_menu(Position table, int seat, unsigned char* cells, Py_ssize_t at) noexcept nogil
@cython.locals(tiles=mask_t, i=int)
cdef void observe_hand(Position table, int seat, unsigned char* cells, Py_ssize_t at) noexcept nogil
@cython.locals(i=int, code=int)
cdef void observe_seat(Position table, int other, int shows_kongs, unsigned char* cells, Py_ssize_t at) noexcept nogil
@cython.locals(cells=cython.uchar[408])
cpdef bytes observation(Position table, int seat)
