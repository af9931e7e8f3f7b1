# The C types of position.py.

cimport cython

from quepu.kernel.facts cimport mask_t
from quepu.kernel.scorer cimport Scoring

cdef int ACTIONS, ADDED_KONG_OF, CHOW_HIGH, CHOW_LOW, CHOW_MIDDLE, CLAIM_KONG, CLAIM_PUNG, CLAIMING, CONCEALED_KONG_OF
cdef int DECLARE_READY, DECLINE, FOR_KONG, NO_SEAT, OVER, PASS, READYING, REPLACE_FLOWER, ROBBING, TURN, WIN
cdef int FLAGS, FLOWER_COUNT, FLOWER_MASK, KNITTED_HONOURS, KNITTED_STRAIGHT, KONG, MELDS, NO_TILE, PUNG, READY, ROW, TILES_LEFT, WINDS

@cython.auto_pickle(False)
cdef class Position:
    # what is copied: everything from here …
    cdef unsigned char[144] wall
    cdef unsigned char[4][42] held
    cdef unsigned char[4][4] melds, meld_tile, meld_from
    cdef unsigned char[4] meld_count, flowers, ready, discards, response
    cdef unsigned char[144] river, river_seat, river_marks
    cdef unsigned char[34] seen
    cdef mask_t[4] menu_low, menu_high
    cdef readonly int front, back, river_count, waiting, points
    cdef readonly int phase, turn, drawn, drawn_for, offered, offerer, winner, loser
    cdef readonly int round, chosen_flowers, kong_after_claim, plays_on, ready_limit, may_decline, eight_flowers, tells_tiles_left, shows_concealed_kongs, holds
    # … to here
    cdef int past_the_end
    cdef mask_t one
    cdef unsigned char[24] row
    cdef readonly Scoring desk

    cdef void take_over(self, Position other) noexcept
    cdef int is_same(self, Position other) noexcept
    cdef Py_ssize_t extent(self) noexcept
    cdef void clear_menus(self) noexcept
    cdef void allow(self, int seat, int action) noexcept
    cpdef int may(self, int seat, int action) noexcept
    cdef int is_asked(self, int seat) noexcept
    cdef void offer_turn(self) noexcept
    cdef void offer_kongs(self, int seat) noexcept
    cdef void offer_ready_discards(self) noexcept
    cdef void offer_last_draw(self) noexcept
    cdef void offer_claims(self) noexcept
    cdef void offer_sets(self, int seat, int is_next) noexcept
    cpdef int left(self) noexcept
    cdef int lowest_flower(self, int seat) noexcept
    cdef int wins(self, int seat, int tile) noexcept
    cdef void lay_row(self, int seat, int tile) noexcept
    cdef void lay_tiles(self, int seat, int tile, int is_held) noexcept
    cdef int ready_grade(self, int seat) noexcept
    cdef int may_declare(self, int seat) noexcept
    cdef int is_scattered(self, int seat) noexcept
    cdef int has_neighbour(self, int seat, int kind) noexcept
    cdef int is_ready_without(self, int seat, int kind) noexcept
    cdef int own_copies(self, int seat, int kind) noexcept
    cdef void offer_again(self) noexcept
