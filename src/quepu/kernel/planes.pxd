# The C types of planes.py.

cimport cython

from quepu.kernel cimport bits, guard

cdef int ACTION_BYTES, EAST, LAST_CHOW, LAST_READY, MOST_LEFT
cdef int ADDED_KONG_OF, CHOW_LOW, CLAIMED, CONCEALED_KONG_OF, DISCARD, FROM_HAND, MOST_DISCARDS
cdef int DISCARD_COUNT, DISCARD_MARKS, DISCARDS, DRAWN, FLOWERS, HAND, LEFT, MELD_COUNT, MELDS, OBSERVATION, OFFERED, OFFERER, READY, ROBBED, ROUND, SEAT, SEAT_BYTES, SEATS, TURN_OF, WINNER, WINNING_HAND
cdef int ALL_DISCARDS, CELLS, CHOWS, CLAIMED_FROM, CLAIMED_KINDS, COLUMNS, CONCEALED_KONGS, COPIES, DISCARDED_FLOWERS, DRAWN_TILE, FROM_HAND_KINDS, HIDDEN_KONGS, IS_ROBBED, KONGS, LAID_FLOWERS, LATEST, LATEST_CLAIMED, LATEST_DISCARDS, LATEST_FROM_HAND
cdef int MAY, MAY_ADDED_KONG, MAY_CONCEALED_KONG, MAY_DISCARD, OF_SEATS, OFFERED_BY, OFFERED_TILE, OWN_FLOWERS, OWN_HAND, PLANE, PUNGS, READY_GRADE, ROUND_WIND, SEAT_PLANES, SEAT_WIND, UNSEEN, WALL_LEFT, WHOSE_TURN
cdef int CONCEALED_KONG, FLOWER, KONG, NO_TILE, PUNG

@cython.locals(n=Py_ssize_t, count=Py_ssize_t, cells=cython.uchar[408])
cpdef write_planes(const unsigned char[::1] observations, unsigned char[::1] planes)
@cython.locals(own=int, kind=int, other=int, i=int, unseen=cython.int[34])
cdef void draw(const unsigned char* cells, unsigned char* planes) noexcept nogil
@cython.locals(offered=int, offerer=int, i=int)
cdef void draw_table(const unsigned char* cells, unsigned char* planes, int own, int* unseen) noexcept nogil
@cython.locals(i=int, kind=int, actions=int, action=int)
cdef void draw_legal(const unsigned char* cells, unsigned char* planes) noexcept nogil
@cython.locals(at=int, row=int, hidden=int, i=int)
cdef void draw_seat(const unsigned char* cells, unsigned char* planes, int own, int other, int* unseen) noexcept nogil
@cython.locals(code=int, claimed=int, source=int, kind=int, i=int)
cdef void draw_meld(const unsigned char* cells, int at, unsigned char* planes, int first, int owner, int* unseen) noexcept nogil
@cython.locals(shown=cython.int[4], counts=cython.uchar[144], i=int, row=int, total=int, back=int, tile=int, marks=int, first=int, from_hand=int, claimed=int)
cdef void draw_discards(const unsigned char* cells, unsigned char* planes, int own, int* unseen) noexcept nogil
cdef void clear(unsigned char* planes) noexcept nogil
cdef void fill(unsigned char* planes, int plane) noexcept nogil
cdef void mark(unsigned char* planes, int plane, int kind) noexcept nogil
cdef void mark_flower(unsigned char* planes, int plane, int row, int kind) noexcept nogil
@cython.locals(i=int)
cdef void count_one(unsigned char* planes, int plane, int kind) noexcept nogil
