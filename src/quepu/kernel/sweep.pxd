# The C types of sweep.py.

from quepu.kernel.scorer cimport Scoring

cdef int CONCEALED_KONG, FLAGS, KONG, MELDS, MOST_FANS, NO_TILE, PUNG, ROW

cdef class Sweep:
    cdef Scoring desk
    cdef readonly long long hands
    cdef int size, pair, melds, kongs
    cdef int[192] least, greatest
    cdef unsigned char[4608] least_row, greatest_row
    cdef unsigned char[24] row
    cdef int[4] set_type, state
    cdef int[34] total, held

    cpdef standard(self, int pair, int first)
    cdef void go_through(self, int pair, int first) noexcept nogil
    cdef int low_kind(self, int type) noexcept nogil
    cdef int add(self, int type, int sign) noexcept nogil
    cdef int is_canonical(self) noexcept nogil
    cdef int suit_name(self, int suit) noexcept nogil
    cdef void expose(self, int i) noexcept nogil
    cdef void play(self) noexcept nogil
    cdef void win_every_way(self) noexcept nogil
    cdef void lay(self, int winning, int flags) noexcept nogil
    cdef void win(self, int winning, int self_drawn) noexcept nogil
    cdef void rob(self, int winning) noexcept nogil
    cdef void score_row(self) noexcept nogil
    cdef void again(self, int flags) noexcept nogil
    cdef void note(self) noexcept nogil
    cpdef special(self, bytes held)
