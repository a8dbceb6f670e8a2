#include "selfcheck/kernel_specs.h"

#include "board/make.h"
#include "core/random.h"
#include "core/text.h"
#include "moves/captures.h"
#include "moves/generate.h"
#include "moves/tactics.h"

#include <stdlib.h>
#include <string.h>

/* In the upper half of narrow arguments. */
#define JUNK UINT64_C(0xFEDCBA9800000000)

static uint64_t pointer(const void *p) {
    return (uint64_t)(uintptr_t)p;
}

static void *argument(const KernelCall *call, int arg) {
    return (void *)(uintptr_t)call->args[arg];
}

static const void *input(const KernelResult *r, int arg) {
    return argument(r->call, arg);
}

/* What lies between the guards of the first memory. */
static const void *written(const KernelResult *r) {
    return r->bytes + KERNEL_GUARD;
}

static void add_call(KernelCalls *c, uint64_t a, uint64_t b, uint64_t third, uint64_t fourth) {
    assert(c->count < KERNEL_CALLS);
    c->calls[c->count++] = (KernelCall){{a, b, third, fourth}};
}

/* Memory for a call, aligned to cache lines, between guards. */
static void *room(KernelCalls *c, size_t size) {
    size = (size + CACHE_LINE - 1) / CACHE_LINE * CACHE_LINE;
    uint8_t *at = c->room + c->used;
    c->used += size + 2 * KERNEL_GUARD;
    assert(c->used <= sizeof c->room);
    memset(at, KERNEL_GUARD_BYTE, size + 2 * KERNEL_GUARD);
    return at + KERNEL_GUARD;
}

/* 0 to n - 1. */
static int below(KernelCalls *c, int n) {
    return (int)((random_next(&c->random) >> 33) % (uint64_t)n);
}

/* Sets of all densities, the empty and the full one among them. */
static uint32_t random_set(KernelCalls *c) {
    const uint64_t random = random_next(&c->random), more = random_next(&c->random);
    const uint32_t set = (uint32_t)random;
    switch (below(c, 8)) {
    case 0:
        return 0;
    case 1:
        return ~0u;
    case 2:
        return 1u << (set & 31);
    case 3:
        return set & (uint32_t)more & (uint32_t)(more >> 32);
    case 4:
        return set | (uint32_t)more;
    default:
        return set;
    }
}

_Static_assert(sizeof(State) + 2 * KERNEL_GUARD + sizeof(Lists) + sizeof(State) <=
                   sizeof((KernelResult){0}.bytes),
               "a result holds all that make may change");

/* --- emit_pieces, emit_steps ------------------------------------------------------------------ */

enum { EMIT_ROOM = MOVE_LIMIT + EMIT_SLACK };

/* How many moves were written; 0 if the end is nowhere in their room. */
static size_t emitted(const KernelResult *r) {
    const uint64_t bytes = r->value - pointer(r->calls->output.bytes);
    return bytes <= MOVE_LIMIT * sizeof(Move) ? bytes / sizeof(Move) : 0;
}

static void add_emit_pieces(KernelCalls *c, Position *pos) {
    const State *s = pos->state;
    const uint32_t king = bit_mask(bit_make(s->side, BIT_KING));
    const uint32_t pieces = s->alive & half_of(s->side) & ~s->pawns & ~king;
    add_call(c, pointer(s), JUNK | pieces, ~occupied(s), pointer(c->output.bytes));
    for (int i = 0; i < 4 && !c->usual; i++) {
        const uint32_t some = s->alive & half_of(below(c, 2)) & random_set(c);
        const Bitboard targets = below(c, 4) ? random_next(&c->random) : ~(Bitboard)0;
        add_call(c, pointer(s), JUNK | some, targets, pointer(c->output.bytes));
    }
}

static void add_emit_steps(KernelCalls *c, Position *pos) {
    static const int STEPS[] = {8, -8, 16, -16, 7, 9, -7, -9};
    const State *s = pos->state;
    const Bitboard pushed = push_bb(s->side, men_of(s, s->side, PAWN)) & ~occupied(s);
    add_call(c, pushed, JUNK | (uint32_t)pawn_push(s->side), pointer(c->output.bytes), 0);
    for (int i = 0; i < 6 && !c->usual; i++) {
        const int step = STEPS[below(c, 8)];
        Bitboard targets = random_next(&c->random);
        if (i % 2)
            targets &= random_next(&c->random);
        while (popcount(targets) > 32)
            targets &= targets - 1;
        /* Steps come from the board. */
        targets &= step > 0 ? ~(Bitboard)0 << step : ~(Bitboard)0 >> -step;
        add_call(c, targets, JUNK | (uint32_t)step, pointer(c->output.bytes), 0);
    }
}

static void tidy_moves(KernelResult *r) {
    memset(r->bytes + KERNEL_GUARD + emitted(r) * sizeof(Move), KERNEL_GUARD_BYTE,
           EMIT_SLACK * sizeof(Move));
}

static void describe_moves(Difference *d, const KernelResult *r) {
    const Move *moves = written(r);
    difference_say(d, "%d moves:", (int)emitted(r));
    for (size_t i = 0; i < emitted(r); i++)
        difference_move(d, moves[i]);
}

/* The moves to a set, one square after the other, from the *at-th on. */
static bool moves_hold(const KernelResult *r, size_t *at, Bitboard targets, Square from, int step) {
    const Move *moves = written(r);
    for (Square to = 0; to < SQUARE_COUNT; to++)
        if (targets >> to & 1 &&
            (*at >= emitted(r) || moves[(*at)++] != move_make(step ? to - step : from, to)))
            return false;
    return true;
}

static bool pieces_hold(const KernelResult *r) {
    const State *s = input(r, 0);
    const uint64_t *args = r->call->args;
    size_t at = 0;
    for (Bit bit = 0; bit < BIT_COUNT; bit++)
        if (args[1] >> bit & 1 &&
            !moves_hold(r, &at, s->attacks[bit] & args[2], s->square_of[bit], 0))
            return false;
    return at == emitted(r);
}

static bool steps_hold(const KernelResult *r) {
    size_t at = 0;
    return moves_hold(r, &at, r->call->args[0], 0, (int32_t)r->call->args[1]) && at == emitted(r);
}

/* --- make_white, make_black ------------------------------------------------------------------- */

/* All normal moves. */
static void add_makes(KernelCalls *c, Position *pos, Color side) {
    MoveList list = {.count = 0};
    if (pos->state->side != side)
        return;
    legal_moves(pos, &list);
    for (int i = 0; i < list.count; i++)
        if (move_kind(list.moves[i]) == MOVE_NORMAL)
            add_call(c, pointer(pos->state), pointer(c->output.bytes), JUNK | list.moves[i],
                     pointer(pos));
}

static void add_white_makes(KernelCalls *c, Position *pos) {
    add_makes(c, pos, WHITE);
}

static void add_black_makes(KernelCalls *c, Position *pos) {
    add_makes(c, pos, BLACK);
}

static void describe_make(Difference *d, const KernelResult *r) {
    difference_say(d, "%d after", (int)r->value);
    difference_move(d, (Move)r->call->args[2]);
}

/* A copy of a position, without its past, of this state. */
static Position *copy_of(KernelCalls *c, const Position *pos, const State *s) {
    Position *copy = &c->other;
    memcpy(copy, pos, offsetof(Position, past_count));
    copy->state = copy->states;
    copy->states[0] = *s;
    return copy;
}

/* The piece has moved, and the comparator agrees with all the rest. */
static bool make_holds(const KernelResult *r) {
    const State *p = input(r, 0);
    const Square from = move_from((Move)r->call->args[2]), to = move_to((Move)r->call->args[2]);
    Position *pos = copy_of(r->calls, input(r, 3), p);
    State *n = ++pos->state;
    uint8_t men[SQUARE_COUNT];
    memcpy(men, p->man_on, sizeof men);
    men[to] = men[from];
    men[from] = MAN_NONE;
    memcpy(n, written(r), sizeof *n);
    memcpy(&pos->lists, r->bytes + sizeof *n + 2 * KERNEL_GUARD, sizeof pos->lists);
    if (memcmp(men, n->man_on, sizeof men) != 0)
        return false;
    if (r->value)
        make_pawn_extra(pos, n, from, to);
    return verify_position(pos, "a kernel", r->calls->why);
}

/* Without a branch: relinking the king, whose cell is in `captured` when nothing was captured,
 * changes nothing. */
static void undo_make(const KernelCall *call) {
    lists_relink(&((Position *)argument(call, 3))->lists, ((State *)argument(call, 1))->captured);
}

/* --- captures_advance ------------------------------------------------------------------------- */

/* The calls of a walk, each from where the one before leaves it. */
static void add_walk(KernelCalls *c, const Position *pos, Cell threshold) {
    CapturesAdvance *const reference =
        (CapturesAdvance *)kernel_find("captures_advance")->versions[0].function;
    CaptureWalk next;
    memset(&next, 0, sizeof next);
    captures_start(&next, pos, 0, threshold);
    for (int i = 0; i <= BITS_PER_COLOR; i++) {
        CaptureWalk *walk = room(c, sizeof *walk);
        *walk = next;
        add_call(c, pointer(walk), 0, 0, 0);
        if (!reference(&next))
            break;
    }
}

/* To every threshold in turn, and with other pieces out of order. */
static void add_walks(KernelCalls *c, Position *pos) {
    const State *s = pos->state;
    if (in_check(s) || pinned_men(s, s->side))
        return;
    add_walk(c, pos, THRESHOLD_ALL);
    if (c->usual)
        return;
    for (Cell threshold = THRESHOLD_NOTHING; threshold < THRESHOLD_ALL; threshold += 2)
        add_walk(c, pos, threshold);
    const Position *other = copy_of(c, pos, s);
    other->state->out_of_order = random_set(c);
    add_walk(c, other, THRESHOLD_ALL);
    add_walk(c, other, 2 * below(c, SLOT_DUMMY + 1));
}

static void describe_walk(Difference *d, const KernelResult *r) {
    const CaptureWalk *walk = written(r);
    difference_say(d, "%d, victim in cell %d, %d capturers", (int)r->value, walk->victim,
                   walk->count);
}

/* By the matrix from scratch. */
static bool walk_holds(const KernelResult *r) {
    const CaptureWalk *walk = input(r, 0), *went = written(r);
    const Position *pos = walk->pos;
    const State *s = pos->state;
    ScratchMatrix matrix;
    scratch_build(s, &matrix);
    for (Cell cell = walk->victim; slot_of(cell = pos->lists.next[cell]) != SLOT_KING;) {
        if (slot_of(cell) == SLOT_DUMMY)
            continue;
        if (cell >= walk->threshold)
            break;
        const uint32_t all = matrix.map[square_of_cell(pos, cell)];
        uint32_t ours = all & half_of(s->side);
        if (all & half_of(opponent(s->side)))
            ours &= ~bit_mask(bit_make(s->side, BIT_KING));
        if (!ours)
            continue;
        bool met = r->value && went->victim == cell && went->count == popcount(ours);
        for (int i = 0; met && i < went->count; i++)
            met = ours >> pos->lists.bit_of[went->cells[i]] & 1;
        return met;
    }
    return !r->value && went->victim == CELL_NONE;
}

/* --- state_difference ------------------------------------------------------------------------- */

/* The state after a move. */
static const State *child_of(KernelCalls *c, Position *pos, Move m) {
    State *s = room(c, sizeof *s);
    make_move(pos, m);
    *s = *pos->state;
    unmake_move(pos);
    return s;
}

/* That after a move from the middle of the list; the state itself if there is none. */
static const State *middle_child_of(KernelCalls *c, Position *pos) {
    MoveList list = {.count = 0};
    legal_moves(pos, &list);
    return list.count ? child_of(c, pos, list.moves[list.count / 2]) : pos->state;
}

static void add_difference(KernelCalls *c, const State *from, const State *to) {
    add_call(c, pointer(from), pointer(to), pointer(c->output.bytes), 0);
}

/* Children, ancestors, strangers (what a cache holds) and the empty state. */
static void add_differences(KernelCalls *c, Position *pos) {
    const State *s = pos->state;
    add_difference(c, s, middle_child_of(c, pos));
    if (c->usual)
        return;
    const State *ancestor = s - below(c, (int)(s - pos->states) + 1);
    add_difference(c, s, s);
    add_difference(c, ancestor, s);
    add_difference(c, s, ancestor);
    add_difference(c, &empty_state, s);
    add_difference(c, s, &empty_state);
    MoveList list = {.count = 0};
    legal_moves(pos, &list);
    for (int i = 0; i < list.count; i++)
        add_difference(c, s, child_of(c, pos, list.moves[i]));
    if (c->stranger.alive) {
        State *stranger = room(c, sizeof *stranger);
        *stranger = c->stranger;
        add_difference(c, stranger, s);
    }
    c->stranger = *s;
}

static uint32_t pair_number(ThreatPair p) {
    uint32_t number;
    memcpy(&number, &p, sizeof number);
    return number;
}

static int by_number(const void *a, const void *b) {
    const uint32_t x = pair_number(*(const ThreatPair *)a), y = pair_number(*(const ThreatPair *)b);
    return (x > y) - (x < y);
}

/* Pairs in one order, and nothing behind the counts. */
static void tidy_part(StatePart *part) {
    if ((unsigned)part->placed_count > PLACED_LIMIT || (unsigned)part->pair_count > PAIR_LIMIT)
        return;
    qsort(part->pairs, (size_t)part->pair_count, sizeof *part->pairs, by_number);
    memset(part->pairs + part->pair_count, 0,
           (size_t)(PAIR_ROOM - part->pair_count) * sizeof *part->pairs);
    memset(part->placed + part->placed_count, 0,
           (size_t)(PLACED_LIMIT - part->placed_count) * sizeof *part->placed);
}

static void tidy_difference(KernelResult *r) {
    StateDifference *d = (StateDifference *)(void *)(r->bytes + KERNEL_GUARD);
    tidy_part(&d->removed);
    tidy_part(&d->added);
}

static void describe_difference(Difference *d, const KernelResult *r) {
    const StateDifference *out = written(r);
    difference_say(d, "%d pieces and %d pairs removed, %d and %d added", out->removed.placed_count,
                   out->removed.pair_count, out->added.placed_count, out->added.pair_count);
}

/* The pairs of a part, as numbers added up. */
static uint64_t sum_of_part(const StatePart *part) {
    uint64_t sum = 0;
    for (int i = 0; i < part->pair_count && i < PAIR_LIMIT; i++)
        sum += pair_number(part->pairs[i]);
    return sum;
}

/* The same of all that a state has. */
static uint64_t sum_of_pairs(const State *s) {
    uint64_t sum = 0;
    for (Bitboard left = occupied(s) & ~s->by_type[KING]; left;) {
        const Square to = pop_bit(&left);
        for (uint32_t attackers = s->map[to]; attackers;) {
            const Square from = s->square_of[pop_bit32(&attackers)];
            const ThreatPair pair = {(uint8_t)man_piece(s->man_on[from]), (uint8_t)from,
                                     (uint8_t)man_piece(s->man_on[to]), (uint8_t)to};
            sum += bb(from) & s->by_type[KING] ? 0 : pair_number(pair);
        }
    }
    return sum;
}

/* The parts lead from the one state's pairs to the other's. */
static bool difference_holds(const KernelResult *r) {
    const StateDifference *d = written(r);
    return sum_of_pairs(input(r, 0)) - sum_of_part(&d->removed) + sum_of_part(&d->added) ==
           sum_of_pairs(input(r, 1));
}

/* --- accumulator_update, output_both ---------------------------------------------------------- */

static uint16_t *random_sums(KernelCalls *c) {
    uint16_t *sums = room(c, NETWORK_HIDDEN * sizeof *sums);
    for (int h = 0; h < NETWORK_HIDDEN; h++)
        sums[h] = (uint16_t)(random_next(&c->random) >> 32);
    return sums;
}

/* From one state to another, by both perspectives. */
static void add_update(KernelCalls *c, const State *from, const State *to) {
    const Perspective view[COLOR_COUNT] = {perspective_of(to, WHITE), perspective_of(to, BLACK)};
    AccumulatorRows *rows = room(c, COLOR_COUNT * sizeof *rows);
    StateDifference difference;
    state_difference_c(from, to, &difference);
    accumulator_rows(&difference, view, rows);
    for (Color side = WHITE; side <= BLACK; side++) {
        const uint16_t *sums = random_sums(c);
        add_call(c, pointer(&c->network), pointer(&rows[side]), pointer(sums),
                 pointer(c->output.bytes));
        /* In play most rows have been met just before, so that they are in a cache. */
        if (c->usual)
            accumulator_update_c(&c->network, &rows[side], sums,
                                 (uint16_t *)(void *)c->output.bytes);
    }
}

static int random_rows(KernelCalls *c, uint32_t *rows, int limit, int row_count) {
    const int count = below(c, below(c, 4) ? 5 : limit + 1);
    for (int i = 0; i < count; i++)
        rows[i] = (uint32_t)(below(c, row_count) * NETWORK_HIDDEN);
    return count;
}

static void random_list(KernelCalls *c, RowList *list) {
    list->piece_count = random_rows(c, list->pieces, PLACED_LIMIT, PIECE_INPUTS);
    list->pairs.count = random_rows(c, list->pairs.at, PAIR_LIMIT, PAIR_INPUTS);
}

/* Then any rows, to another place, and to where the sums are. */
static void add_updates(KernelCalls *c, Position *pos) {
    add_update(c, pos->state, middle_child_of(c, pos));
    if (c->usual)
        return;
    add_update(c, &empty_state, pos->state);
    AccumulatorRows *rows = room(c, sizeof *rows);
    random_list(c, &rows->removed);
    random_list(c, &rows->added);
    const uint64_t sums = pointer(random_sums(c));
    add_call(c, pointer(&c->network), pointer(rows), sums, pointer(c->output.bytes));
    add_call(c, pointer(&c->network), pointer(rows), sums, sums);
}

/* What a list adds to one sum. */
static int sum_of_list(const Network *net, const RowList *list, int h) {
    int sum = 0;
    for (int i = 0; i < list->piece_count; i++)
        sum += net->pieces[list->pieces[i] + (unsigned)h];
    for (int i = 0; i < list->pairs.count; i++)
        sum += net->pairs[list->pairs.at[i] + (unsigned)h];
    return sum;
}

/* One sum after the other. */
static bool sums_hold(const KernelResult *r) {
    const Network *net = input(r, 0);
    const AccumulatorRows *rows = input(r, 1);
    const uint16_t *from = input(r, 2), *to = written(r);
    for (int h = 0; h < NETWORK_HIDDEN; h++)
        if (to[h] != (uint16_t)(from[h] - sum_of_list(net, &rows->removed, h) +
                                sum_of_list(net, &rows->added, h)))
            return false;
    return true;
}

/* Sums of all sizes, most of them near those that are clipped; now and then the greatest, so that
 * the whole goes beyond 32 bits. */
static void add_output(KernelCalls *c) {
    const bool greatest = below(c, 4) == 0;
    uint16_t *sums[COLOR_COUNT] = {random_sums(c), random_sums(c)};
    int16_t *weights = room(c, 2 * NETWORK_HIDDEN * sizeof *weights);
    for (int h = 0; h < 2 * NETWORK_HIDDEN; h++) {
        uint16_t *sum = &sums[h / NETWORK_HIDDEN][h % NETWORK_HIDDEN];
        if (greatest)
            *sum = ACCUMULATOR_ONE;
        else if (below(c, 8))
            *sum = (uint16_t)(below(c, 3 * ACCUMULATOR_ONE) - ACCUMULATOR_ONE);
        weights[h] = (int16_t)(greatest ? INT16_MIN : below(c, 1 << 16));
    }
    add_call(c, pointer(sums[0]), pointer(sums[1]), pointer(weights), 0);
}

static void add_outputs(KernelCalls *c, Position *pos) {
    add_output(c);
    for (int i = 0; i < 2 && !c->usual; i++)
        add_output(c);
}

static bool output_holds(const KernelResult *r) {
    const int16_t *weights = input(r, 2);
    uint64_t total = 0;
    for (int h = 0; h < 2 * NETWORK_HIDDEN; h++) {
        const int16_t sum = ((const int16_t *)input(r, h / NETWORK_HIDDEN))[h % NETWORK_HIDDEN];
        const int64_t one = sum < 0 ? 0 : sum > ACCUMULATOR_ONE ? ACCUMULATOR_ONE : sum;
        total += (uint64_t)((one * one >> SQUARE_SHIFT) * weights[h]);
    }
    return (uint32_t)total == r->value;
}

/* --- all of them ------------------------------------------------------------------------------ */

#define WRITES(arg, type)                                                                          \
    { arg, 0, sizeof(type), KERNEL_GUARD }
#define MAKE_MEMORY                                                                                \
    {                                                                                              \
        WRITES(1, State), {3, offsetof(Position, lists), sizeof(Lists), 0}, {                      \
            0, sizeof(State) / 2, 0, sizeof(State) / 2                                             \
        } /* is left alone: a guard, all of it */                                                  \
    }

static const KernelSpec SPECS[] = {
    {"emit_pieces",
     ~UINT64_C(0),
     {WRITES(3, Move[EMIT_ROOM])},
     add_emit_pieces,
     tidy_moves,
     describe_moves,
     pieces_hold,
     NULL,
     false},
    {"emit_steps",
     ~UINT64_C(0),
     {WRITES(2, Move[EMIT_ROOM])},
     add_emit_steps,
     tidy_moves,
     describe_moves,
     steps_hold,
     NULL,
     false},
    {"make_white", 0xFF, MAKE_MEMORY, add_white_makes, NULL, describe_make, make_holds, undo_make,
     false},
    {"make_black", 0xFF, MAKE_MEMORY, add_black_makes, NULL, describe_make, make_holds, undo_make,
     false},
    {"captures_advance",
     0xFF,
     {WRITES(0, CaptureWalk)},
     add_walks,
     NULL,
     describe_walk,
     walk_holds,
     NULL,
     false},
    {"state_difference",
     0,
     {WRITES(2, StateDifference)},
     add_differences,
     tidy_difference,
     describe_difference,
     difference_holds,
     NULL,
     true},
    {"accumulator_update",
     0,
     {WRITES(3, uint16_t[NETWORK_HIDDEN])},
     add_updates,
     NULL,
     NULL,
     sums_hold,
     NULL,
     true},
    {"output_both", 0xFFFFFFFF, {{0}}, add_outputs, NULL, NULL, output_holds, NULL, false},
};

const KernelSpec *kernel_spec_of(const Kernel *k) {
    for (size_t i = 0; i < sizeof SPECS / sizeof *SPECS; i++)
        if (strcmp(SPECS[i].kernel, k->name) == 0)
            return &SPECS[i];
    return NULL;
}

void kernel_calls_clear(KernelCalls *c) {
    c->count = 0;
    c->used = 0;
}

KernelCalls *kernel_calls_new(uint64_t seed) {
    KernelCalls *c = aligned_new(sizeof *c);
    if (!c)
        return NULL;
    memset(c, 0, sizeof *c);
    memset(&c->output, KERNEL_GUARD_BYTE, sizeof c->output);
    c->random = seed;
    for (size_t i = 0; i < sizeof c->rows; i++)
        c->rows[i] = (uint8_t)(random_next(&c->random) >> 32);
    c->network.pieces = (const int16_t *)(const void *)c->rows;
    c->network.pairs = (const int8_t *)(c->network.pieces + PIECE_INPUTS * NETWORK_HIDDEN);
    return c;
}
