#include "selfcheck/kernel_specs.h"

#include <string.h>

/* The data of one check. */
typedef struct Check {
    const Kernel *kernel;
    const KernelSpec *spec;
    KernelCaller *caller;
    KernelCalls *calls;
    const KernelCall *call;
    const Position *pos;
    char *report;
} Check;

/* --- calls ------------------------------------------------------------------------------------ */

static uint8_t *memory_at(const Check *check, const KernelMemory *m) {
    return (uint8_t *)(uintptr_t)check->call->args[m->arg] + m->offset - m->guard;
}

/* Copies the memory that a call may write, and the guard bytes before and after, to `bytes`. If
 * `back` is set, copies from `bytes` to the memory. Returns the number of bytes. */
static size_t memory_copy(const Check *check, uint8_t *bytes, bool back) {
    size_t used = 0;
    for (const KernelMemory *m = check->spec->memory; m < check->spec->memory + KERNEL_MEMORIES;
         m++) {
        const size_t size = m->size + 2 * m->guard;
        if (size)
            memcpy(back ? memory_at(check, m) : bytes + used,
                   back ? bytes + used : memory_at(check, m), size);
        used += size;
    }
    return used;
}

/* True if a call has left the guard bytes before and after its memory unchanged. */
static bool guards_stand(const Check *check, const uint8_t *bytes, const uint8_t *was) {
    for (const KernelMemory *m = check->spec->memory; m < check->spec->memory + KERNEL_MEMORIES;
         m++) {
        const size_t behind = m->guard + m->size;
        if (memcmp(bytes, was, m->guard) != 0 ||
            memcmp(bytes + behind, was + behind, m->guard) != 0)
            return false;
        bytes += behind + m->guard;
        was += behind + m->guard;
    }
    return true;
}

static Difference begin_report(const Check *check) {
    Difference d = difference_begin(check->report, "calling a kernel");
    difference_say(&d, "kernel %s: ", check->kernel->name);
    return d;
}

/* Calls a version, keeps the result, and restores the memory. Returns false, with the report, if
 * the version breaks a rule. */
static bool run(const Check *check, const KernelVersion *v, KernelResult *r) {
    uint8_t was[sizeof r->bytes];
    r->version = v;
    r->calls = check->calls;
    r->call = check->call;
    r->broke = 0;
    memory_copy(check, was, false);
    r->value = check->caller(v, check->call->args, &r->broke) & check->spec->value_mask;
    r->size = memory_copy(check, r->bytes, false);
    memory_copy(check, was, true);
    const bool beside = !guards_stand(check, r->bytes, was);
    if (beside || r->broke) {
        Difference d = begin_report(check);
        difference_say(&d, "version %s ", v->name);
        if (beside)
            difference_say(&d, "writes beside its output\n");
        else
            difference_say(&d, "breaks what it must keep: %#x\n", (unsigned)r->broke);
        return difference_position(&d, check->pos);
    }
    if (check->spec->tidy)
        check->spec->tidy(r);
    return true;
}

static bool same(const KernelResult *a, const KernelResult *b) {
    return a->value == b->value && memcmp(a->bytes, b->bytes, a->size) == 0;
}

/* --- two versions that differ ----------------------------------------------------------------- */

/* Computes the result of a call from scratch. Names in the report each of the two versions whose
 * result differs from this result. */
static void say_culprit(const Check *check, Difference *d, const KernelResult two[2]) {
    for (int i = 0; i < 2; i++) {
        *check->calls->why = '\0';
        if (!check->spec->holds(&two[i]))
            difference_say(d, "\n  version %s is wrong: the same from scratch is otherwise\n%s",
                           two[i].version->name, check->calls->why);
    }
}

static void say_where(const Check *check, Difference *d, const KernelResult two[2]) {
    const KernelMemory *m = check->spec->memory;
    size_t byte = 0, begin = 0;
    while (byte < two[0].size && two[0].bytes[byte] == two[1].bytes[byte])
        byte++;
    if (byte == two[0].size) {
        difference_say(d, "in their values");
        return;
    }
    for (; byte >= begin + m->size + 2 * m->guard; m++)
        begin += m->size + 2 * m->guard;
    difference_say(d, "in byte %d behind argument %d", (int)(byte - begin - m->guard + m->offset),
                   m->arg + 1);
}

static bool differs(const Check *check, const KernelResult two[2]) {
    Difference d = begin_report(check);
    difference_say(&d, "versions %s and %s differ ", two[0].version->name, two[1].version->name);
    say_where(check, &d, two);
    for (int i = 0; i < 2; i++) {
        difference_say(&d, "\n  %s: ", two[i].version->name);
        if (check->spec->describe)
            check->spec->describe(&d, &two[i]);
        else
            difference_say(&d, "%#llx", (unsigned long long)two[i].value);
    }
    say_culprit(check, &d, two);
    return difference_position(&d, check->pos);
}

/* --- all calls -------------------------------------------------------------------------------- */

static bool check_call(const Check *check, uint64_t *calls) {
    KernelResult two[2];
    if (!run(check, check->kernel->versions, &two[0]))
        return false;
    for (const KernelVersion *v = check->kernel->versions;
         (v = kernel_next(check->kernel, v)) != NULL; ++*calls)
        if (!run(check, v, &two[1]) || (!same(&two[0], &two[1]) && !differs(check, two)))
            return false;
    return true;
}

bool kernel_check(const Kernel *k, const KernelSpec *spec, KernelCaller *caller, KernelCalls *c,
                  Position *pos, uint64_t *calls, char *report) {
    Check check = {k, spec, caller, c, NULL, pos, report};
    if (!spec) {
        Difference d = begin_report(&check);
        return difference_say(&d, "it has no spec\n");
    }
    kernel_calls_clear(c);
    spec->add(c, pos);
    for (int i = 0; i < c->count; i++) {
        check.call = &c->calls[i];
        if (!check_call(&check, calls))
            return false;
    }
    return true;
}
