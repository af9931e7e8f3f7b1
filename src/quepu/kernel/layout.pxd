# The C types of layout.py.

cimport cython

from quepu.kernel cimport row_checks, row_codec

cdef int FIRST_TURN, FLAGS, FLOWERS, FULL_SET, KINDS, KONG, LAST_COPY, LAST_TILE, MELDS, MOST_TILES, NO_TILE, ON_KONG, PUNG, ROW, SELF_DRAWN
cdef frozenset _FLAGS, _KINDS
cdef tuple DECLARATIONS
cdef str SEATS

cpdef bytes row(hand, win)
cpdef bytes tiles_row(hand, int size)
cpdef check_hand(hand, int size)
cpdef check_win(hand, win)
@cython.locals(cells=cython.uchar[24])
cdef bytes encode(hand, int size, win)
@cython.locals(concealed=tuple, melds=tuple, counts=cython.uchar[34], found=Py_ssize_t, place=int, type=int, code=int, kind=int)
cdef encode_tiles(hand, int size, unsigned char* cells)
@cython.locals(kind=int)
cdef wrong_count(tuple concealed, int size, Py_ssize_t found)
@cython.locals(self_drawn=cython.bint, last_tile=cython.bint, kong=cython.bint, first_turn=cython.bint, last_copy=cython.bint,
               good=cython.bint, seat=int, round=int, count=int, kind=int, mask=int, ready=int, left=int, flags=int)
cdef encode_win(win, unsigned char* cells)
@cython.locals(number=int)
cdef int known(kind) except -1
cpdef dict checked(dict given)
