# The C types of prospects.py.

cimport cython

from quepu.kernel cimport bits, guard, row_checks
from quepu.kernel.arrivals cimport Arrivals
from quepu.kernel.distance cimport Distances
from quepu.kernel.facts cimport mask_t
from quepu.kernel.guard cimport Guarded
from quepu.kernel.parts cimport Parts
from quepu.kernel.scorer cimport Scorer
from quepu.kernel.target_notes cimport TargetNotes
from quepu.kernel.worths cimport Worths

cdef int BEYOND, DRAWN, FOR_CHOW, FOR_PUNG, HONOURS, KEEP, MARK, MARK_BITS_IGNORED, MOST_HALVES, MOST_SAMPLED, MOST_TARGETS
cdef int KNITTED_HONOURS, KNITTED_STRAIGHT, NO_TILE, SEVEN_PAIRS, STANDARD, THIRTEEN_ORPHANS
cdef int KNITTED_ALONE, KNITTED_WITH_HONOURS, NOTHING, ONE_OF_EACH_ORPHAN, UNKNOWN
cdef double MOST_RATE
cdef mask_t ALL_HONOURS, MARK_FACTOR, ORPHANS, TILES
cdef tuple FIRST, KNITTED

@cython.final
cdef class Prospects(Guarded):
    cdef Scorer scorer
    cdef Worths worths
    cdef Distances distances
    cdef Parts parts
    cdef mask_t one, fifteen
    cdef int[4] first
    # the hand
    cdef unsigned char[34] held
    cdef int[34] left
    cdef unsigned char[4] codes
    cdef int melds
    cdef mask_t[4] own, possible
    cdef int[14] kinds
    cdef int kind_count
    # the search
    cdef int budget, beyond, shapes, four_as_two_pairs, found, count, counting
    cdef mask_t not_sampled
    cdef int base
    cdef mask_t[4] based, target
    # the second halves of targets, in lists
    cdef int sampling, half_count, first_pair, pair_count
    cdef int[1024] first_half
    cdef int[2048] next_half
    cdef unsigned int[2048] half_mark
    cdef int[2048][2] half_parts
    cdef int[15] pairs, possible_pairs
    cdef mask_t[34] weight
    cdef mask_t[14][4] bases
    cdef double[16] chance
    cdef Arrivals arrivals
    cdef double chow, pung
    cdef int[14] places
    cdef int[14] need
    cdef int[14] spare
    # the values
    cdef double[35][34] best
    cdef TargetNotes notes

    cdef int set_limits(self, int budget, int beyond) except -1
    cdef void set_claims(self, double chow, double pung) noexcept nogil
    cdef void write_base(self, int base, mask_t kinds) noexcept
    cpdef int search(self, bytes held, bytes melds, bytes left, double draws, int winds, int flowers, int ready, double chow=*, double pung=*) except -1
    cdef int find_targets(self, double draws, int winds, int flowers, int ready) noexcept nogil
    @cython.locals(held=int)
    cdef void write_words(self) noexcept nogil
    cdef void find_sample(self) noexcept nogil
    cdef void forget(self, int discarded) noexcept nogil
    cdef void remove(self, int kind, int count) noexcept nogil
    cdef int lacking(self) noexcept nogil
    cpdef double kept(self) except? -1
    cpdef double without(self, int discarded) except? -1
    cdef double value_without(self, int discarded) noexcept nogil
    cdef double value_kept(self) noexcept nogil
    cdef void find_chances(self, double draws) noexcept nogil
    cdef void try_targets(self, int missing, int counting) noexcept nogil
    cdef int lacking_base(self, int base) noexcept nogil
    cdef void set_base(self, int base) noexcept nogil
    cdef void find_sets(self, int base, int sets, int missing) noexcept nogil
    @cython.locals(lanes=mask_t)
    cdef mask_t without_base(self, int suit) noexcept nogil
    cdef void combine(self, int done, int missing) noexcept nogil
    @cython.locals(mark=mask_t)
    cdef void list_halves(self, int first_pair, int pair_count) noexcept nogil
    cdef void clear_halves(self) noexcept nogil
    cdef void join_halves(self) noexcept nogil
    cdef void join(self, mask_t mark) noexcept nogil
    @cython.locals(lanes=mask_t)
    cdef mask_t with_base(self, int suit, mask_t part) noexcept nogil
    cdef void find_pairs(self, int first, int pairs, int missing, mask_t mark) noexcept nogil
    cdef void add_pairs(self, int i, int copies, int pairs, int missing, mask_t mark) noexcept nogil
    cdef int combinations_of(self, int all, int some) noexcept nogil
    cdef void set_tiles(self, int kind, int count) noexcept nogil
    cdef int count_of(self, int kind) noexcept nogil
    @cython.locals(twice=int)
    cdef void count_pairs(self) noexcept nogil
    cdef void find_orphans(self, int missing) noexcept nogil
    cdef void find_knitted_honours(self, int base, int missing) noexcept nogil
    @cython.locals(mark=mask_t)
    cdef mask_t mark_of_target(self) noexcept nogil
    cdef int is_wanted(self, mask_t mark) noexcept nogil
    @cython.locals(lacking=mask_t, regards_claims=int)
    cdef void evaluate(self) noexcept nogil
    cdef int lacking_of_target(self) noexcept nogil
    @cython.locals(own=mask_t, below=mask_t, above=mask_t, second_below=mask_t, second_above=mask_t)
    cdef int use_of(self, int suit, int n, int count) noexcept nogil
    cdef void start_notes(self, int discarded) noexcept nogil
    cdef double find_main_target(self) noexcept nogil
