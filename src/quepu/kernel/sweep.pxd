# The C types of sweep.py.

cimport cython

from quepu.kernel cimport guard
from quepu.kernel.arrange cimport Arrangements
from quepu.kernel.facts cimport Facts, mask_t
from quepu.kernel.guard cimport Guarded
from quepu.kernel.scorer cimport Scorer, FanTable

cdef int CONCEALED_KONG, FLAGS, KONG, MELDS, MOST_FANS, NO_TILE, PUNG, READY, RIVALS, ROW, TAKES_ALL, TILES_LEFT, WINDS
cdef int SET_TYPES, CHOW_TYPES, KINDS, MOST_PARTICULAR, NEVER, MOST_SIGNED
cdef int SELF_DRAWN, LAST_TILE, ON_KONG, FIRST_TURN, LAST_COPY, DECLARED, FEW_LEFT

cpdef int low_kind(int type) except -1
cdef int lowest_kind(int type) noexcept nogil

@cython.final
cdef class Sweep(Guarded):
    cdef Scorer scorer
    cdef FanTable table
    cdef Facts facts
    cdef Arrangements arrangements
    cdef readonly long long hands
    cdef mask_t one
    # what the book looks at
    cdef int size, circumstances, rounds, waits, accidental_count, particular_count, image_count
    cdef unsigned char[192] accidental, looks_at
    cdef mask_t[6] particular
    cdef unsigned char[1224] images
    # what was found
    cdef int[192] least, greatest
    cdef unsigned char[4608] least_row, greatest_row
    # the arrangement
    cdef int round, pair, set_count, image
    cdef int[4] set_type, state
    cdef int[34] total
    # the hand and its wins
    cdef unsigned char[24] row
    cdef int[34] held, only_waits
    cdef mask_t[34] signatures
    cdef int meld_count, claimed, kongs, last_copy, robbed, plain, possible, ready, tiles_left

    cdef int check(self) except -1
    cpdef standard(self, int pair, int first)
    cdef void go_through(self, int pair, int first) noexcept nogil
    cdef int add(self, int type, int sign) noexcept nogil
    cdef int is_canonical(self) noexcept nogil
    cdef int suit_name(self, int suit) noexcept nogil
    cdef void go_through_images(self) noexcept nogil
    cdef int lies_in(self, int image) noexcept nogil
    cdef void expose(self, int i) noexcept nogil
    cdef void lay_out(self) noexcept nogil
    cdef void win_every_way(self) noexcept nogil
    cdef void lay(self, int winning, int flags) noexcept nogil
    cdef void sign(self) noexcept nogil
    cdef mask_t how_waited_for(self, int kind) noexcept nogil
    cdef int is_last_copy(self, int kind) noexcept nogil
    cdef int stands_for_all(self, int kind, int self_drawn) noexcept nogil
    cdef void win(self, int winning, int self_drawn) noexcept nogil
    cdef void win_under(self, int winning, int flags) noexcept nogil
    cdef void set_win(self, int winning, int flags) noexcept nogil
    cdef void set_circumstances(self, int flags, int ready, int tiles_left) noexcept nogil
    cdef void score(self, int winning, int flags) noexcept nogil
    cdef int score_plain(self, int winning) noexcept nogil
    cdef int could_matter(self) noexcept nogil
    cdef int some_fan_may_improve(self, int settled) noexcept nogil
    cdef void hold_accidental(self) noexcept nogil
    cdef int may_hold(self, int fan) noexcept nogil
    cdef mask_t sure_to_count(self, int settled) noexcept nogil
    cdef mask_t at_most(self, int settled, int counted) noexcept nogil
    cdef int is_outdone(self, int fan, int other, int later) noexcept nogil
    cdef void note(self, int winning, int flags) noexcept nogil
    cpdef special(self, bytes tiles, sets)
    @cython.locals(tiles=int)
    cdef int check_tiles(self, tuple sets) except -1
