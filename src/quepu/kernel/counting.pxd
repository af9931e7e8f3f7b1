# The C types of counting.py.

cimport cython

from quepu.kernel.chains cimport Chains
from quepu.kernel.facts cimport mask_t
from quepu.kernel.scorer cimport Scoring, Table

cdef int EIGHT_FLOWERS, MOST_FANS, PUNG, RIVALS, SEVEN_PAIRS
cdef unsigned char[11] CHOICE
cdef unsigned char[6] CHOICES

cdef class CombinationScoring(Scoring):
    cdef unsigned char[64] sets
    # of each choice of sets: the fans it makes, a bit each
    cdef unsigned int[16] makes
    # what two or three sets make, once it has been asked: 1 | the fans << 1
    cdef unsigned short[1458] known_pairs
    cdef unsigned short[39366] known_triples

    cdef void ask_fans(self) noexcept nogil
    cdef void look_at_wait(self) noexcept nogil
    cdef void find_only_wait(self) noexcept nogil
    cdef void ask_about_sets(self) noexcept nogil
    @cython.locals(made="unsigned int", sets=int, fan=int)
    cdef void find_combinations(self, int pungs) noexcept nogil
    @cython.locals(known="unsigned int")
    cdef unsigned int made_of(self, int sets, int size, int pungs) noexcept nogil
    @cython.locals(made="unsigned int")
    cdef unsigned int ask_of(self, int sets, int size, int pungs) noexcept nogil
    cdef void find_rivals(self) noexcept nogil
    cdef void consider(self, mask_t open) noexcept nogil
    cdef int has_circle(self, mask_t open) noexcept nogil

cdef class SheetScoring(CombinationScoring):
    cdef readonly Chains chains

    cdef void ask_fans(self) noexcept nogil
    cdef void look_at_wait(self) noexcept nogil
    cdef int worth(self, mask_t open) noexcept nogil
    cdef int raised(self, int sum, int percent) noexcept nogil
    cdef int total(self) noexcept nogil
    cdef void settle(self) noexcept nogil
    @cython.locals(gone=mask_t)
    cdef mask_t included(self) noexcept nogil
    cdef int taken_from(self, int fan) noexcept nogil
    cdef void find_rivals(self) noexcept nogil
    cdef void consider(self, mask_t open) noexcept nogil

cdef class ProductScoring(Scoring):
    cdef int worth(self, mask_t open) noexcept nogil
