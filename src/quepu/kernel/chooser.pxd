# The C types of chooser.py.

cimport cython

from quepu.kernel cimport bits, guard, observation_checks
from quepu.kernel.facts cimport mask_t
from quepu.kernel.guard cimport Guarded
from quepu.kernel.opponents cimport Opponents
from quepu.kernel.payments cimport Payments
from quepu.kernel.prospects cimport Prospects
from quepu.kernel.scorer cimport Scorer

cdef int ACTIONS, ADDED_KONG_OF, CHOW_LOW, CLAIMED, CLAIM_KONG, CLAIM_PUNG, CONCEALED_KONG_OF, DECLARE_READY, DECLINE, PASS, REPLACE_FLOWER, WIN
cdef int DISCARDS, DISCARD_COUNT, DISCARD_MARKS, FLOWERS, HAND, LEFT, MELDS, MELD_COUNT, OFFERED, READY, ROUND, SEAT, SEATS, SEAT_BYTES
cdef double LOWEST, LOWEST_VALUE
cdef int GAIN_STAGES, GAIN_STEPS
cdef int CONCEALED_KONG, FLOWER, KONG, LAST_READY, MOST_STYLES, NO_TILE, PUNG

@cython.final
cdef class Chooser(Guarded):
    cdef Prospects prospects
    cdef int[8] budgets, beyonds
    cdef double[8] hastes, cautions
    cdef Opponents opponents
    cdef double[::1] gains
    cdef int style_count
    # what was observed
    cdef mask_t low, high
    cdef int seat, offered, winds, discard_count, meld_count, flowers, ready, tiles_left
    cdef double draws, haste, caution, penalty
    cdef int[42] held, seen
    cdef unsigned char[4] codes
    # what the actions are worth
    cdef double[120] values
    cdef double[34] danger

    cpdef int choose(self, bytes observation, int style=*) except -1
    cpdef tuple weighed(self, int action)
    cdef int decide(self, const unsigned char* cells, int style) noexcept nogil
    cdef int check_observation(self, bytes cells) except -1
    cdef int check_legal(self) except -1
    cdef int is_possible(self, int action) noexcept nogil
    cdef int copies(self, int kind) noexcept nogil
    cdef int tile_count(self) noexcept nogil
    cdef void load(self, const unsigned char* cells) noexcept nogil
    cdef void load_melds(self, const unsigned char* cells, int at, int is_own) noexcept nogil
    cdef int allows(self, int action) noexcept nogil
    cdef void begin(self) noexcept nogil
    cdef int search(self, int melds, int ready) noexcept nogil
    cdef int search_changed(self, int melds, int ready) noexcept nogil
    cdef double value_of_discard(self, int kind) noexcept nogil
    cdef double best_discard_value(self) noexcept nogil
    cdef void find_dangers(self, const unsigned char* cells) noexcept nogil
    cdef void set_penalty(self, double value) noexcept nogil
    cdef double gain(self, double value) noexcept nogil
    cdef int pung_of(self, int kind) noexcept nogil
    cdef int answer(self) noexcept nogil
    cdef double value_of_answer(self, int action) noexcept nogil
    cdef int take_turn(self) noexcept nogil
    cdef double value_of_turn(self, int action) noexcept nogil
    cdef int next_declaration(self) noexcept nogil
