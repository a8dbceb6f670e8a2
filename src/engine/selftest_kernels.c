/* The kernels, each version against its C reference, on positions of random games. */
#include "board/make_normal.h"
#include "core/names.h"
#include "core/random.h"
#include "engine/selftest.h"
#include "kernels/kernels.h"
#include "moves/emit.h"
#include "moves/generate.h"
#include "moves/pins.h"

#include <stdio.h>
#include <string.h>

/* What machine a version needs. */
typedef struct Version {
    const char *name;
    CpuLevel level;
    bool vbmi2;
} Version;

static bool runs_here(const Selftest *t, const Version *v) {
    return v->level <= t->level && (!v->vbmi2 || t->vbmi2);
}

/* Reports a difference; returns false. */
static bool differs(Selftest *t, const char *kernel, const Version *v, Difference *d) {
    difference_say(d, "\n  found in kernel %s, version %s\n", kernel, v->name);
    difference_position(d, t->pos);
    return false;
}

/* --- make_normal ----------------------------------------------------------------------------- */

static const struct {
    Version version;
    MakeNormal *make[COLOR_COUNT];
} MAKES[] = {
#ifndef NO_NASM
    {{"avx2", CPU_AVX2, false}, {make_white_avx2, make_black_avx2}},
    {{"avx512", CPU_AVX512, false}, {make_white_avx512, make_black_avx512}},
#endif
    {{"C", CPU_BASELINE, false}, {make_white_c, make_black_c}}};

/* All that a call makes; the lists are changed in place and put back. */
typedef struct Made {
    State state;
    Lists lists;
    bool extra;
} Made;

static void call_make(MakeNormal *make, Position *pos, Move m, Made *made) {
    const Lists lists = pos->lists;
    memset(&made->state, 0xA5, sizeof made->state);
    made->extra = make(pos->state, &made->state, m, pos);
    made->lists = pos->lists;
    pos->lists = lists;
}

/* Where two states differ, by square if it is in what has squares. */
static void say_state(Difference *d, const State *got, const State *want) {
    const Square sq = kernel_first_difference_c(got->map, want->map);
    if (sq != SQUARE_NONE) {
        difference_say(d, "map: square %s: attackers %08x, want %08x", square_name(sq),
                       got->map[sq], want->map[sq]);
        return;
    }
    for (Square at = 0; at < SQUARE_COUNT; at++)
        if (got->man_on[at] != want->man_on[at]) {
            difference_say(d, "board: square %s: %#x, want %#x", square_name(at), got->man_on[at],
                           want->man_on[at]);
            return;
        }
    for (Bit bit = 0; bit < BIT_COUNT; bit++) {
        const Bitboard wrong = got->attacks[bit] ^ want->attacks[bit];
        if (wrong || got->square_of[bit] != want->square_of[bit]) {
            difference_say(d, "bit %d, on %s: stands on %s, first wrong attack on %s", bit,
                           square_name(want->square_of[bit]), square_name(got->square_of[bit]),
                           wrong ? square_name(lowest_bit(wrong)) : "--");
            return;
        }
    }
    const uint8_t *a = (const uint8_t *)got, *b = (const uint8_t *)want;
    size_t i = 0;
    while (a[i] == b[i])
        i++;
    difference_say(d, "byte %zu of the state", i);
}

static bool compare_makes(Selftest *t, uint64_t *calls) {
    enum { VERSIONS = sizeof MAKES / sizeof *MAKES };
    Made want, got;
    MoveList list;
    list.count = 0;
    legal_moves(t->pos, &list);
    for (int i = 0; i < list.count; i++) {
        const Move m = list.moves[i];
        if (move_kind(m) != MOVE_NORMAL)
            continue;
        call_make(MAKES[VERSIONS - 1].make[t->pos->state->side], t->pos, m, &want);
        for (int v = 0; v < VERSIONS - 1; v++) {
            if (!runs_here(t, &MAKES[v].version))
                continue;
            call_make(MAKES[v].make[t->pos->state->side], t->pos, m, &got);
            ++*calls;
            const bool same_state = memcmp(&got.state, &want.state, sizeof got.state) == 0;
            const bool same_lists = memcmp(&got.lists, &want.lists, sizeof got.lists) == 0;
            if (same_state && same_lists && got.extra == want.extra)
                continue;
            Difference d = difference_begin(t->report, "calling a kernel");
            if (!same_state)
                say_state(&d, &got.state, &want.state);
            else
                difference_say(&d, "%s", same_lists ? "the result" : "the lists");
            difference_say(&d, ", after");
            difference_move(&d, m);
            return differs(t, "make_normal", &MAKES[v].version, &d);
        }
    }
    return true;
}

/* --- first_difference, scan_cells ------------------------------------------------------------- */

static const struct {
    Version version;
    FirstDifference *call;
} COMPARES[] = {
#ifndef NO_NASM
    {{"avx2", CPU_AVX2, false}, kernel_first_difference_avx2},
    {{"avx512", CPU_AVX512, false}, kernel_first_difference_avx512},
#endif
    {{"C", CPU_BASELINE, false}, kernel_first_difference_c}};

static bool compare_differences(Selftest *t, uint64_t *random, uint64_t *calls) {
    const uint32_t *map = t->pos->state->map;
    uint32_t other[SQUARE_COUNT];
    memcpy(other, map, sizeof other);
    for (int round = 0; round < 3; round++) {
        const int want = kernel_first_difference_c(map, other);
        for (size_t v = 0; v + 1 < sizeof COMPARES / sizeof *COMPARES; v++) {
            if (!runs_here(t, &COMPARES[v].version))
                continue;
            const int got = COMPARES[v].call(map, other);
            ++*calls;
            if (got == want)
                continue;
            Difference d = difference_begin(t->report, "calling a kernel");
            difference_say(&d, "first difference on %s, want %s", square_name(got),
                           square_name(want));
            return differs(t, "first_difference", &COMPARES[v].version, &d);
        }
        other[random_next(random) % SQUARE_COUNT] ^= (uint32_t)1 << (random_next(random) % 32);
    }
    return true;
}

static const struct {
    Version version;
    ScanCells *call;
} SCANS[] = {
#ifndef NO_NASM
    {{"baseline", CPU_BASELINE, false}, kernel_scan_cells_baseline},
    {{"avx2", CPU_AVX2, false}, kernel_scan_cells_avx2},
#endif
    {{"C", CPU_BASELINE, false}, kernel_scan_cells_c}};

static bool compare_scans(Selftest *t, uint64_t *random, uint64_t *calls) {
    const State *s = t->pos->state;
    const uint8_t *cell_of = t->pos->lists.cell_of;
    uint8_t want[SCAN_LIMIT], got[SCAN_LIMIT];
    for (Square sq = 0; sq < SQUARE_COUNT; sq++) {
        const uint32_t order =
            s->out_of_order | (uint32_t)(random_next(random) & random_next(random));
        const int count = kernel_scan_cells_c(s->map[sq], order, cell_of, want);
        for (size_t v = 0; v + 1 < sizeof SCANS / sizeof *SCANS; v++) {
            if (!runs_here(t, &SCANS[v].version))
                continue;
            const int n = SCANS[v].call(s->map[sq], order, cell_of, got);
            ++*calls;
            if (n == count && memcmp(got, want, (size_t)n) == 0)
                continue;
            Difference d = difference_begin(t->report, "calling a kernel");
            difference_say(&d, "%d cells for the attackers %08x of %s, want %d, or others", n,
                           s->map[sq], square_name(sq), count);
            return differs(t, "scan_cells", &SCANS[v].version, &d);
        }
    }
    return true;
}

/* --- emit ------------------------------------------------------------------------------------ */

enum { EMIT_ROOM = MOVE_LIMIT + EMIT_SLACK };
static const Version VBMI2 = {"vbmi2", CPU_AVX512, true};

/* The moves that a version wrote, up to `end`, against those of the reference. */
static bool same_moves(Selftest *t, const char *kernel, const Move *got, const Move *end,
                       const Move *want, const Move *want_end) {
    const ptrdiff_t count = end - got, wanted = want_end - want;
    ptrdiff_t i = 0;
    while (i < count && i < wanted && got[i] == want[i])
        i++;
    if (i == count && i == wanted)
        return true;
    Difference d = difference_begin(t->report, "calling a kernel");
    difference_say(&d, "%d moves, want %d; the first that differs is", (int)count, (int)wanted);
    if (i < count)
        difference_move(&d, got[i]);
    difference_say(&d, ", want");
    if (i < wanted)
        difference_move(&d, want[i]);
    return differs(t, kernel, &VBMI2, &d);
}

static bool compare_emits(Selftest *t, uint64_t *random, uint64_t *calls) {
#ifndef NO_NASM
    const State *s = t->pos->state;
    const Color us = s->side;
    const uint32_t pieces = s->alive & ~s->pawns & half_of(us);
    const Bitboard targets = ~s->by_color[us] & (random_next(random) | random_next(random));
    const Bitboard pushed = push_bb(us, men_of(s, us, PAWN)) & ~occupied(s);
    Bitboard hit = attacked_squares(s, us) & s->by_color[opponent(us)] & ~s->by_type[KING];
    Move want[EMIT_ROOM], got[EMIT_ROOM];
    if (!runs_here(t, &VBMI2))
        return true;
    *calls += 3;
    return same_moves(t, "emit_pieces", got, emit_pieces_vbmi2(s, pieces, targets, got), want,
                      emit_pieces_c(s, pieces, targets, want)) &&
           same_moves(t, "emit_steps", got, emit_steps_vbmi2(pushed, pawn_push(us), got), want,
                      emit_steps_c(pushed, pawn_push(us), want)) &&
           same_moves(t, "emit_captures", got, emit_captures_vbmi2(s, hit, got), want,
                      emit_captures_c(s, hit, want));
#else
    (void)t;
    (void)random;
    (void)calls;
    (void)same_moves;
    return true;
#endif
}

/* What a game is played with comes first: nothing is called that was not compared. */
static bool compare_all(Selftest *t) {
    uint64_t *random = &t->random, *calls = &t->calls;
    return compare_scans(t, random, calls) && compare_differences(t, random, calls) &&
           compare_emits(t, random, calls) && compare_makes(t, calls);
}

bool selftest_kernels(Selftest *t) {
    enum { GAMES = 400 };
    int count = 0;
    bool well = true;
    uint64_t n = 0;
    t->calls = 0;
    t->random = 1;
    do
        well = selftest_play(t, n++, compare_all, &count);
    while (well && n < GAMES && !selftest_is_over(t));
    snprintf(t->done, sizeof t->done, "%llu calls against the C references, up to level %s%s",
             (unsigned long long)t->calls, cpu_level_name(t->level),
             t->vbmi2 && t->level == CPU_AVX512 ? " with vbmi2" : "");
    return well;
}
