# The C types of layout.py.

cimport cython

from quepu.kernel cimport row_checks

cdef int FLAGS, FLOWER_COUNT, FLOWER_MASK, FLOWERS, FULL_SET, KINDS, KONG, MELDS, MOST_TILES, NO_TILE, PUNG, READY, ROW, TILES_LEFT, WINDS
cdef frozenset _FLAGS, _KINDS
cdef tuple DECLARATIONS
cdef str SEATS

@cython.locals(cells=cython.uchar[24])
cpdef bytes row(hand, win)
@cython.locals(cells=cython.uchar[24])
cpdef check_hand(hand, int size)
@cython.locals(cells=cython.uchar[24], place=int)
cpdef bytes tiles_row(hand, int size)
@cython.locals(cells=cython.uchar[24])
cpdef check_win(hand, win)
@cython.locals(concealed=tuple, melds=tuple, counts=cython.uchar[34], found=Py_ssize_t, place=int, type=int, code=int, kind=int)
cdef lay_out_tiles(hand, int size, unsigned char* cells)
@cython.locals(self_drawn=cython.bint, last_tile=cython.bint, kong=cython.bint, first_turn=cython.bint, last_copy=cython.bint,
               good=cython.bint, seat=int, round=int, count=int, kind=int, mask=int, ready=int, left=int)
cdef lay_out_circumstances(win, unsigned char* cells)
@cython.locals(number=int)
cdef int known(kind) except -1
cpdef dict checked(dict given)
