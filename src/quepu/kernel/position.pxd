# The C types of position.py.

cimport cython

from quepu.kernel cimport bits, guard
from quepu.kernel.facts cimport mask_t
from quepu.kernel.guard cimport Guarded
from quepu.kernel.scorer cimport Scorer

cdef int ACTIONS, ADDED_KONG_OF, CHOW_HIGH, CHOW_LOW, CHOW_MIDDLE, CLAIM_KONG, CLAIM_PUNG, CLAIMING, CONCEALED_KONG_OF
cdef int DECLARE_READY, DECLINE, FOR_KONG, NO_SEAT, OVER, PASS, REPLACE_FLOWER, ROBBING, WIN
cdef int ENTRY, FLAGS, FLOWER_COUNT, FLOWER_MASK, KNITTED_HONOURS, KNITTED_STRAIGHT, KONG, MELDS, NO_TILE, LOG, PUNG, READY, RIVER, ROW, SEVEN_PAIRS, STANDARD, THIRTEEN_ORPHANS, TILES_LEFT, WINDS
cdef mask_t NO_FLOWERS, ONE_TO_SEVEN

@cython.locals(runs=mask_t)
cdef mask_t in_runs(mask_t kinds) noexcept nogil

cdef class Position(Guarded):
    # what is copied: everything from here …
    cdef unsigned char[144] wall
    cdef mask_t[4][4] layers
    cdef unsigned char[4][4] melds, meld_tile, meld_from
    cdef unsigned char[4] meld_count, flowers, ready, exchanges, response
    cdef unsigned char[112] river, river_marks
    cdef unsigned char[34] seen
    cdef mask_t[4] menu_low, menu_high
    cdef readonly int front, back, river_count, waiting, points
    cdef readonly int phase, turn, drawn, drawn_for, offered, offerer, winner, loser
    cdef readonly int round, chosen_flowers, kong_after_claim, plays_on, ready_limit, may_decline, eight_flowers, tells_tiles_left, shows_concealed_kongs, holds
    # … to here
    cdef int past_the_end
    cdef mask_t one
    cdef unsigned char[24] row
    cdef unsigned char[321] log
    cdef readonly Scorer scorer

    cpdef int may(self, int seat, int action)
    cpdef object legal(self, int seat)
    cpdef list actions(self, int seat)
    cpdef int first_asked(self)
    cpdef list asked(self)
    cpdef int left(self)
    cpdef list hand(self, int seat)
    cpdef int hand_size(self, int seat) except -1
    cpdef list melds_of(self, int seat)
    cpdef list river_list(self)
    cpdef list river_of(self, int seat)
    cpdef bytes wall_left(self)
    cpdef int flowers_of(self, int seat) except -1
    cpdef int ready_of(self, int seat) except -1
    cpdef list visible(self)
    cpdef bytes winning_row(self, int seat)
    cdef void take_over(self, Position other) noexcept nogil
    cdef int is_same(self, Position other) noexcept nogil
    cdef Py_ssize_t extent(self) noexcept nogil
    cdef void take_off(self) noexcept nogil
    cdef void note(self, int what, int first, int second, int third, int fourth) noexcept nogil
    @cython.locals(bit=mask_t)
    cdef void put(self, int seat, int kind) noexcept nogil
    @cython.locals(others=mask_t)
    cdef void remove(self, int seat, int kind) noexcept nogil
    cdef int held(self, int seat, int kind) noexcept nogil
    cdef int size(self, int seat) noexcept nogil
    cdef void clear_menus(self) noexcept nogil
    cdef void allow(self, int seat, int action) noexcept nogil
    cdef int allows(self, int seat, int action) noexcept nogil
    cdef int next_asked(self) noexcept nogil
    cdef int is_forced(self, int seat) noexcept nogil
    cdef int first_action(self, int seat) noexcept nogil
    cdef int is_asked(self, int seat) noexcept nogil
    cdef void offer_turn(self) noexcept nogil
    @cython.locals(fours=mask_t)
    cdef void offer_kongs(self, int seat) noexcept nogil
    cdef void offer_ready_discards(self) noexcept nogil
    cdef void offer_last_draw(self) noexcept nogil
    cdef void offer_claims(self) noexcept nogil
    @cython.locals(near=mask_t)
    cdef void offer_sets(self, int seat, int is_next) noexcept nogil
    cdef int is_offer(self) noexcept nogil
    cdef int remaining(self) noexcept nogil
    @cython.locals(flowers=mask_t)
    cdef int lowest_flower(self, int seat) noexcept nogil
    cdef int wins(self, int seat, int tile) noexcept nogil
    @cython.locals(once=mask_t, twice=mask_t, thrice=mask_t, four=mask_t, bit=mask_t, apart=mask_t)
    cdef int may_be_complete(self, int seat, int extra) noexcept nogil
    @cython.locals(drawn=int)
    cdef void lay_row(self, int seat, int tile) noexcept nogil
    cdef void lay_tiles(self, int seat, int tile, int is_held) noexcept nogil
    cdef int ready_grade(self, int seat) noexcept nogil
    cdef int may_declare(self, int seat) noexcept nogil
    @cython.locals(once=mask_t)
    cdef int is_scattered(self, int seat) noexcept nogil
    cdef int is_ready_without(self, int seat, int kind) noexcept nogil
    cdef int own_copies(self, int seat, int kind) noexcept nogil
