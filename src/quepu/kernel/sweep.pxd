# The C types of sweep.py.

cimport cython

from quepu.kernel cimport guard, row_codec
from quepu.kernel.arrange cimport Arrangements
from quepu.kernel.extremes cimport Extremes
from quepu.kernel.facts cimport Facts, mask_t
from quepu.kernel.guard cimport Guarded
from quepu.kernel.fan_table cimport FanTable
from quepu.kernel.scorer cimport Scorer

cdef int CHOW_TYPES, CONCEALED_KONG, KINDS, KONG, MOST_PARTICULAR, MOST_SIGNED, NO_TILE, PUNG, SET_TYPES
cdef int SELF_DRAWN, LAST_TILE, ON_KONG, FIRST_TURN, LAST_COPY, DECLARED, FEW_LEFT

cpdef int low_kind(int type) except -1
cdef int lowest_kind(int type) noexcept nogil

@cython.final
cdef class Sweep(Guarded):
    cdef Scorer scorer
    cdef FanTable table
    cdef Facts facts
    cdef Arrangements arrangements
    cdef Extremes extremes
    cdef readonly long long hands
    cdef mask_t one
    # what the book looks at
    cdef int rounds, waits, particular_count, image_count
    cdef mask_t[6] particular
    cdef unsigned char[1224] images
    # the arrangement
    cdef int round, pair, set_count, image
    cdef int[4] set_type, state
    cdef int[34] total
    # the hand and its wins
    cdef unsigned char[24] row
    cdef unsigned char[4] melds
    cdef int[34] held, only_waits
    cdef mask_t[34] signatures
    cdef int meld_count, claimed, kongs, last_copy, robbed, plain, possible, ready, tiles_left

    cdef int check(self) except -1
    cpdef standard(self, int pair, int first)
    cdef void try_arrangements(self, int pair, int first) noexcept nogil
    cdef int add(self, int type, int sign) noexcept nogil
    cdef int is_canonical(self) noexcept nogil
    cdef int suit_name(self, int suit) noexcept nogil
    cdef void try_images(self) noexcept nogil
    cdef int contained_in(self, int image) noexcept nogil
    cdef void expose(self, int i) noexcept nogil
    cdef void apply_exposure(self) noexcept nogil
    cdef void win_every_way(self) noexcept nogil
    cdef void write_row(self, int winning, int flags) noexcept nogil
    cdef void find_signatures(self) noexcept nogil
    cdef mask_t wait_for(self, int kind) noexcept nogil
    cdef int is_last_copy(self, int kind) noexcept nogil
    cdef int represents_all(self, int kind, int self_drawn) noexcept nogil
    cdef void win(self, int winning, int self_drawn) noexcept nogil
    cdef void win_under(self, int winning, int flags) noexcept nogil
    cdef void set_win(self, int winning, int flags) noexcept nogil
    cdef void score(self, int winning, int flags) noexcept nogil
    cdef void enter(self, int winning, int flags) noexcept nogil
    @cython.locals(matter=int, further=int)
    cdef int score_plain(self, int winning) noexcept nogil
    cpdef special(self, bytes tiles, sets)
    @cython.locals(tiles=int)
    cdef int check_tiles(self, tuple sets) except -1
