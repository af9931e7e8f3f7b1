# The C types of prospects.py.

cimport cython

from quepu.kernel cimport bits, guard, row_checks, row_codec
from quepu.kernel.distance cimport Distances
from quepu.kernel.facts cimport mask_t
from quepu.kernel.guard cimport Guarded
from quepu.kernel.parts cimport Parts
from quepu.kernel.payments cimport Payments
from quepu.kernel.scorer cimport Scorer
from quepu.kernel.target_notes cimport TargetNotes

cdef int BEYOND, HONOURS, KEEP, MARK, MARK_BITS_IGNORED, MELDS, MOST_HALVES, MOST_SAMPLED, MOST_TARGETS, NO_SEAT, PLAIN, WORTHS_BITS
cdef int KNITTED_HONOURS, KNITTED_STRAIGHT, NO_TILE, SEVEN_PAIRS, STANDARD, THIRTEEN_ORPHANS
cdef int KNITTED_ALONE, KNITTED_WITH_HONOURS, NOTHING, ONE_OF_EACH_ORPHAN, UNKNOWN
cdef mask_t ALL_HONOURS, LOW_28, MARK_FACTOR, MIXER, ORPHANS, TILES
cdef tuple CHOICES, FIRST, KNITTED

@cython.final
cdef class Prospects(Guarded):
    cdef Scorer scorer
    cdef Payments payments
    cdef Distances distances
    cdef Parts parts
    cdef mask_t one, fifteen
    cdef int[4] first
    # the hand
    cdef unsigned char[34] held
    cdef int[34] left
    cdef unsigned char[4] codes
    cdef int melds
    cdef mask_t context
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
    cdef double indifference, plain_win
    cdef double[25] choices
    cdef int[34] counts
    cdef int[14] need
    cdef int[14] spare
    cdef unsigned char[24] row
    # the values
    cdef double[35][34] best
    cdef TargetNotes notes
    # the caches
    cdef mask_t[::1] worth_keys
    cdef double[::1] worths

    cdef int set_limits(self, int budget, int beyond) except -1
    cdef void write_base(self, int base, mask_t kinds) noexcept
    cpdef int search(self, bytes held, bytes melds, bytes left, double draws, int winds, int flowers, int ready) except -1
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
    @cython.locals(context=mask_t)
    cdef void write_circumstances(self, int winds, int flowers, int ready) noexcept nogil
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
    @cython.locals(lacking=mask_t)
    cdef void evaluate(self) noexcept nogil
    cdef void start_notes(self, int discarded) noexcept nogil
    cdef double find_main_target(self) noexcept nogil
    @cython.locals(first=mask_t, second=mask_t, third=mask_t, place=mask_t)
    cdef double worth(self, int last) noexcept nogil
    cdef double score_target(self, int last) noexcept nogil
    cdef double value_of_win(self, int loser) noexcept nogil
