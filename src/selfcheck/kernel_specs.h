/* What is known of each kernel beside its versions: how it is called, what it writes, and when two
 * results are the same. One table, which `selftest`, the tests and `make kernels-bench` read.
 */
#ifndef SELFCHECK_KERNEL_SPECS_H
#define SELFCHECK_KERNEL_SPECS_H

#include "selfcheck/verify.h"

enum {
    KERNEL_ARGS = 4,
    KERNEL_CALLS = 2048, /* of eight positions with the usual calls, of one with all */
    KERNEL_ROOM = (64 + NETWORK_HIDDEN) << 10, /* bytes, for as many */
    KERNEL_GUARD = CACHE_LINE,
    KERNEL_OUTPUT = sizeof(StateDifference), /* the largest of all */
    KERNEL_GUARD_BYTE = 0xA5
};

/* Arguments as registers hold them; of narrow ones the upper half may be anything. */
typedef struct KernelCall {
    uint64_t args[KERNEL_ARGS];
} KernelCall;

/* Calls a version and returns what is in its register. *broke, 0 before, is then what it did not
 * keep of what the ABI wants kept, a bit each, as far as the caller looks. */
typedef uint64_t KernelCaller(const KernelVersion *v, const uint64_t args[KERNEL_ARGS],
                              uint64_t *broke);

/* A call, and what its pointers point to. */
typedef struct KernelCalls {
    uint64_t random;           /* by core/random.h */
    bool usual;                /* only calls such as the engine makes, for benchmarks */
    Network network;           /* what sums are of: at first rows of random numbers */
    State stranger;            /* an unrelated position, once there was one */
    Position other;            /* working space */
    char why[DIFFERENCE_SIZE]; /* working space */
    int count;
    KernelCall calls[KERNEL_CALLS];
    size_t used; /* of room */
    uint8_t room[KERNEL_ROOM] __attribute__((aligned(CACHE_LINE)));
    /* All calls write to the same place. */
    struct {
        uint8_t before[KERNEL_GUARD], bytes[KERNEL_OUTPUT], after[KERNEL_GUARD];
    } output;
    uint8_t rows[(sizeof(int16_t) * PIECE_INPUTS + PAIR_INPUTS) * NETWORK_HIDDEN]
        __attribute__((aligned(CACHE_LINE)));
} KernelCalls;

/* Memory that a call may change, `size` bytes at an offset from what an argument points to, between
 * guards of as many bytes, which it must leave alone. */
typedef struct KernelMemory {
    int arg;
    size_t offset, size, guard;
} KernelMemory;

enum { KERNEL_MEMORIES = 3 };

/* The result of a version on a call: the memories after it, guards included, one after the other,
 * and its value. */
typedef struct KernelResult {
    KernelCalls *calls;
    const KernelCall *call;
    const KernelVersion *version;
    uint64_t value, broke;
    size_t size; /* of bytes */
    uint8_t bytes[KERNEL_OUTPUT + 2 * KERNEL_GUARD] __attribute__((aligned(CACHE_LINE)));
} KernelResult;

typedef struct KernelSpec {
    const char *kernel;  /* its name in the registry */
    uint64_t value_mask; /* the bits of the register that are its value; 0 if it has none */
    KernelMemory memory[KERNEL_MEMORIES];
    /* Adds calls that the position gives rise to: the usual ones, then others unless c->usual. */
    void (*add)(KernelCalls *c, Position *pos);
    /* May be NULL. Makes alike what versions may do differently. */
    void (*tidy)(KernelResult *r);
    /* May be NULL. Describes a result by the words of its kernel. */
    void (*describe)(Difference *d, const KernelResult *r);
    /* Compares a result with the same computed from scratch, all that its kernel writes: false if it is wrong,
     * with what is wrong in r->calls->why if there is more to say. */
    bool (*holds)(const KernelResult *r);
    /* May be NULL. Puts back what a call has changed, so that the next one can be made. */
    void (*undo)(const KernelCall *call);
    bool plays; /* `add` makes legal moves of all kinds */
} KernelSpec;

/* The spec of a kernel; NULL if it has none. */
const KernelSpec *kernel_spec_of(const Kernel *k);

/* No calls yet. Freed with aligned_free; NULL if memory is short. */
KernelCalls *kernel_calls_new(uint64_t seed);

/* Forgets the calls. */
void kernel_calls_clear(KernelCalls *c);

/* Calls any routine, whatever its type: all kernels have this ABI. WebAssembly traps calls by another type: there it calls
 * the kernels of which there are two versions, and no others. */
#ifdef __wasm__
uint64_t kernel_call(KernelFunction *f, const uint64_t a[KERNEL_ARGS]);
#else
static inline uint64_t kernel_call(KernelFunction *f, const uint64_t a[KERNEL_ARGS]) {
    typedef uint64_t KERNEL_ABI Any(uint64_t, uint64_t, uint64_t, uint64_t);
    return ((Any *)f)(a[0], a[1], a[2], a[3]);
}
#endif

/* The versions of a kernel against each other, on calls that a position gives rise to. */

/* Calls every version that this machine can run, as the kernel's spec says (NULL fails): that it does what the C reference does, leaves the
 * memory beside its output alone, and breaks nothing that the caller sees. *calls is raised by how
 * many calls that were. Returns true if all is well. Else writes the first difference to `report`
 * (DIFFERENCE_SIZE bytes): what differs, between which versions, which of the two is wrong, and the
 * position. */
bool kernel_check(const Kernel *k, const KernelSpec *spec, KernelCaller *caller, KernelCalls *c,
                  Position *pos, uint64_t *calls, char *report);

#endif
