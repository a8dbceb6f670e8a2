/* The specification of each kernel: its calls, the memory that it writes, and the comparison of
 * results. `selftest`, the tests and `make kernels-bench` share one table of specs.
 */
#ifndef SELFCHECK_KERNEL_SPECS_H
#define SELFCHECK_KERNEL_SPECS_H

#include "selfcheck/verify.h"

enum {
    KERNEL_ARGS = 4,
    KERNEL_CALLS = 2048, /* capacity for all calls of one position, or the usual calls of eight */
    KERNEL_ROOM = (64 + NETWORK_HIDDEN) << 10, /* bytes for the data to which arguments point */
    KERNEL_GUARD = CACHE_LINE,
    KERNEL_OUTPUT = sizeof(StateDifference), /* bytes of the largest output */
    KERNEL_GUARD_BYTE = 0xA5
};

/* Arguments as registers hold them. The upper half of a narrow argument may have any value. */
typedef struct KernelCall {
    uint64_t args[KERNEL_ARGS];
} KernelCall;

/* Calls a version and returns its result register. *broke must be 0 before the call. Then the bits
 * of *broke name the registers and flags that the version wrongly changed. A KernelCaller may leave
 * registers and flags unchecked. */
typedef uint64_t KernelCaller(const KernelVersion *v, const uint64_t args[KERNEL_ARGS],
                              uint64_t *broke);

/* A list of calls, and the memory of their arguments. */
typedef struct KernelCalls {
    uint64_t random; /* the state of random_next */
    bool usual;      /* for benchmarks: only calls that the engine makes */
    Network network; /* the network that all sums use; at first with random rows */
    /* the state of the position checked before, perhaps of another game */
    State stranger;
    Position other;            /* working space */
    char why[DIFFERENCE_SIZE]; /* working space */
    int count;
    KernelCall calls[KERNEL_CALLS];
    size_t used; /* bytes of `room` in use */
    uint8_t room[KERNEL_ROOM] __attribute__((aligned(CACHE_LINE)));
    /* The output of all calls. */
    struct {
        uint8_t before[KERNEL_GUARD], bytes[KERNEL_OUTPUT], after[KERNEL_GUARD];
    } output;
    uint8_t rows[(sizeof(int16_t) * PIECE_INPUTS + PAIR_INPUTS) * NETWORK_HIDDEN]
        __attribute__((aligned(CACHE_LINE)));
} KernelCalls;

/* Memory that a call may change: `size` bytes at an offset from the pointer in argument `arg`. The
 * call must not change the `guard` bytes before and after these bytes. */
typedef struct KernelMemory {
    int arg;
    size_t offset, size, guard;
} KernelMemory;

enum { KERNEL_MEMORIES = 3 };

/* The result of a call: the value in the result register, and the memory as the call left it, with
 * the guard bytes before and after. */
typedef struct KernelResult {
    KernelCalls *calls;
    const KernelCall *call;
    const KernelVersion *version;
    uint64_t value, broke;
    size_t size; /* bytes in use */
    uint8_t bytes[KERNEL_OUTPUT + 2 * KERNEL_GUARD] __attribute__((aligned(CACHE_LINE)));
} KernelResult;

typedef struct KernelSpec {
    const char *kernel;  /* the kernel's name in the registry */
    uint64_t value_mask; /* the bits of the result register to compare; 0 without a result */
    KernelMemory memory[KERNEL_MEMORIES];
    /* Adds calls for a position: those that the engine makes and, unless c->usual is set, unusual
     * ones such as random sets or an empty board. */
    void (*add)(KernelCalls *c, Position *pos);
    /* Normalises the parts of a result that versions may write differently. May be NULL. */
    void (*tidy)(KernelResult *r);
    /* Writes a result in readable form, such as the moves that the kernel emitted. May be NULL. */
    void (*describe)(Difference *d, const KernelResult *r);
    /* Compares all that the kernel wrote with the same data computed from scratch. Returns false if
     * the result is wrong, perhaps with details in r->calls->why. */
    bool (*holds)(const KernelResult *r);
    /* Restores the data that a call has changed, for the next call. May be NULL. */
    void (*undo)(const KernelCall *call);
    bool plays; /* `add` makes legal moves, so the position must obey the rules */
} KernelSpec;

/* Returns the spec of a kernel, or NULL without a spec. */
const KernelSpec *kernel_spec_of(const Kernel *k);

/* Creates an empty list of calls, or returns NULL if memory is short. The caller frees the list
 * with aligned_free. */
KernelCalls *kernel_calls_new(uint64_t seed);

/* Removes all calls. */
void kernel_calls_clear(KernelCalls *c);

/* Calls a kernel of any type, since all kernels have the same ABI. WebAssembly traps a call through
 * a pointer of another type. So in WebAssembly kernel_call calls only the two kernels that have
 * more than one version. */
#ifdef __wasm__
uint64_t kernel_call(KernelFunction *f, const uint64_t a[KERNEL_ARGS]);
#else
static inline uint64_t kernel_call(KernelFunction *f, const uint64_t a[KERNEL_ARGS]) {
    typedef uint64_t KERNEL_ABI Any(uint64_t, uint64_t, uint64_t, uint64_t);
    return ((Any *)f)(a[0], a[1], a[2], a[3]);
}
#endif

/* --- the comparison of a kernel's versions --------------------------------------------------- */

/* Calls every version that this machine can run, with the calls of the spec for a position. Checks
 * that each version has the C reference's results, writes only to its output, and preserves the
 * registers of the ABI. Fails if `spec` is NULL. Adds the number of calls to *calls.
 *
 * Returns true if all is well. Otherwise `report` (DIFFERENCE_SIZE bytes) has the first difference,
 * the two versions, the wrong one of the two, and the position. */
bool kernel_check(const Kernel *k, const KernelSpec *spec, KernelCaller *caller, KernelCalls *c,
                  Position *pos, uint64_t *calls, char *report);

#endif
