#include "selfcheck/kernel_specs.h"

#include "board/make.h"
#include "core/bits.h"
#include "core/text.h"
#include "moves/captures.h"
#include "moves/generate.h"
#include "moves/tactics.h"

#include <stdlib.h>
#include <string.h>

/* Kernels must ignore the upper half of an argument that is narrower than a register. JUNK fills
 * this half. */
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

/* Returns the bytes that a call has left in the first memory of its spec. */
static const void *written(const KernelResult *r) {
    return r->bytes + KERNEL_GUARD;
}

/* True if the bytes that a call has left in the first memory of its spec are `want`. */
static bool wrote(const KernelResult *r, const void *want, size_t size) {
    return memcmp(want, written(r), size) == 0;
}

static void add_call(KernelCalls *c, uint64_t a, uint64_t b, uint64_t third, uint64_t fourth) {
    assert(c->count < KERNEL_CALLS);
    c->calls[c->count++] = (KernelCall){{a, b, third, fourth}};
}

/* Reserves memory for a call, aligned to cache lines, with guard bytes before and after. */
static void *room(KernelCalls *c, size_t size) {
    size = (size + CACHE_LINE - 1) / CACHE_LINE * CACHE_LINE;
    uint8_t *at = c->room + c->used;
    c->used += size + 2 * KERNEL_GUARD;
    assert(c->used <= sizeof c->room);
    memset(at, KERNEL_GUARD_BYTE, size + 2 * KERNEL_GUARD);
    return at + KERNEL_GUARD;
}

/* A random number from 0 to n - 1. */
static int below(KernelCalls *c, int n) {
    return (int)((random_next(&c->random) >> 33) % (uint64_t)n);
}

/* A random set of any density, which may be empty or full. */
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

/* The number of moves that the kernel wrote; 0 if the end that it returned is outside the
 * buffer. */
static size_t emitted(const KernelResult *r) {
    const uint64_t bytes = r->value - pointer(r->calls->output.bytes);
    return bytes <= MOVE_LIMIT * sizeof(Move) ? (size_t)bytes / sizeof(Move) : 0;
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
        /* A move begins at its target minus `step`, which must be on the board. */
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

/* Adds a move to each square of a set, in ascending order. The move begins at `from` if `step` is
 * 0, else at the target minus `step`. */
static void add_moves(MoveList *list, Bitboard targets, Square from, int step) {
    for (Square to = 0; to < SQUARE_COUNT; to++)
        if (targets >> to & 1)
            list_add(list, move_make(step ? to - step : from, to));
}

/* True if the kernel has written exactly the moves of `list`, in this order. */
static bool moves_hold(const KernelResult *r, const MoveList *list) {
    Move want[EMIT_ROOM];
    const size_t size = (size_t)list->count * sizeof(Move);
    memset(want, KERNEL_GUARD_BYTE, sizeof want);
    memcpy(want, list->moves, size);
    return r->value == pointer(r->calls->output.bytes) + size && wrote(r, want, sizeof want);
}

static bool pieces_hold(const KernelResult *r) {
    const State *s = input(r, 0);
    const uint64_t *args = r->call->args;
    MoveList list = {.count = 0};
    for (Bit bit = 0; bit < BIT_COUNT; bit++)
        if (args[1] >> bit & 1)
            add_moves(&list, s->attacks[bit] & args[2], s->square_of[bit], 0);
    return moves_hold(r, &list);
}

static bool steps_hold(const KernelResult *r) {
    MoveList list = {.count = 0};
    add_moves(&list, r->call->args[0], 0, (int32_t)r->call->args[1]);
    return moves_hold(r, &list);
}

/* --- make_white, make_black ------------------------------------------------------------------- */

/* Adds the calls for all normal moves. */
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

/* Computes all fields of a state that follow from man_on. */
static void rebuild(State *s) {
    ScratchMatrix matrix;
    memset(s->square_of, SQUARE_NONE, sizeof s->square_of);
    memset(s->by_color, 0, sizeof s->by_color);
    memset(s->by_type, 0, sizeof s->by_type);
    s->alive = s->sliders = s->pawns = 0;
    s->material = 0;
    for (Square sq = 0; sq < SQUARE_COUNT; sq++) {
        if (s->man_on[sq] == MAN_NONE)
            continue;
        const Bit bit = man_bit(s->man_on[sq]);
        const PieceType type = man_type(s->man_on[sq]);
        s->square_of[bit] = (uint8_t)sq;
        s->by_color[bit_color(bit)] |= bb(sq);
        s->by_type[type] |= bb(sq);
        s->alive |= bit_mask(bit);
        s->sliders |= type >= BISHOP && type <= QUEEN ? bit_mask(bit) : 0;
        s->pawns |= type == PAWN ? bit_mask(bit) : 0;
        s->material += material_unit(bit_color(bit), type);
    }
    scratch_build(s, &matrix);
    memcpy(s->attacks, matrix.attacks, sizeof s->attacks);
    memcpy(s->map, matrix.map, sizeof s->map);
}

/* Computes by the slow rules the state after a normal move, except the effects of make_pawn_extra.
 * Removes the victim's cell from the lists. */
static void make_slowly(const Position *pos, const State *p, Move m, State *n, Lists *lists) {
    const Man victim = p->man_on[move_to(m)];
    SlowBoard board;
    slow_take(&board, p, pos->castle_rook);
    slow_make(&board, m);
    *n = *p;
    *lists = pos->lists;
    n->man_on[move_to(m)] = p->man_on[move_from(m)];
    n->man_on[move_from(m)] = MAN_NONE;
    rebuild(n);
    n->out_of_order &= n->alive;
    n->side = board.white ? WHITE : BLACK;
    n->castling = (uint8_t)slow_rights(&board);
    n->ep = SQUARE_NONE;
    n->undo = n->captured = n->mover = n->displaced = n->promoted_from = 0;
    n->rule50 = (uint16_t)board.quiet;
    n->plies_from_null = (uint16_t)board.since_null;
    n->move = m;
    n->reserved = 0;
    if (victim != MAN_NONE) {
        const Cell cell = n->captured = lists->cell_of[man_bit(victim)];
        n->undo = UNDO_CAPTURE;
        lists->next[lists->prev[cell]] = lists->next[cell];
        lists->prev[lists->next[cell]] = lists->prev[cell];
    }
    const Keys keys = keys_from_scratch(n);
    n->key = keys.whole;
    memcpy(n->part_key, keys.part, sizeof n->part_key);
}

/* The fields of a state, by name. */
#define FIELD(name)                                                                                \
    { #name, offsetof(State, name), sizeof(((State *)NULL)->name) }

static const struct {
    const char *name;
    size_t offset, size;
} FIELDS[] = {FIELD(attacks),       FIELD(map),          FIELD(man_on),
              FIELD(square_of),     FIELD(alive),        FIELD(sliders),
              FIELD(pawns),         FIELD(out_of_order), FIELD(side),
              FIELD(castling),      FIELD(ep),           FIELD(undo),
              FIELD(captured),      FIELD(mover),        FIELD(displaced),
              FIELD(promoted_from), FIELD(rule50),       FIELD(plies_from_null),
              FIELD(move),          FIELD(reserved),     FIELD(by_color),
              FIELD(by_type),       FIELD(key),          FIELD(part_key),
              FIELD(material),      FIELD(reserved_key)};
enum { FIELD_COUNT = sizeof FIELDS / sizeof *FIELDS };

static bool make_holds(const KernelResult *r) {
    const Move m = (Move)r->call->args[2];
    const Position *pos = input(r, 3);
    const uint8_t *got = written(r);
    State want;
    Lists lists;
    Difference why = {r->calls->why, 0};
    make_slowly(pos, input(r, 0), m, &want, &lists);
    for (int i = 0; i < FIELD_COUNT; i++)
        if (memcmp(got + FIELDS[i].offset, (const char *)&want + FIELDS[i].offset,
                   FIELDS[i].size) != 0)
            difference_say(&why, "    %s is not that after the move by the slow rules\n",
                           FIELDS[i].name);
    if (memcmp(got + sizeof want + KERNEL_GUARD, &lists, sizeof lists) != 0)
        difference_say(&why, "    the lists are not those without the victim alone\n");
    const bool pawn = type_on(&want, move_to(m)) == PAWN;
    const bool extra = pawn && ((move_from(m) ^ move_to(m)) == 16 ||
                                relative_rank(opponent(want.side), move_to(m)) == RANK_7);
    if (r->value != extra)
        difference_say(&why, "    it returns %d, want %d\n", (int)r->value, extra);
    return why.used == 0;
}

/* Undoes a move in the lists, without a branch: after a quiet move `captured` is 0, the cell of
 * White's king, and relinking the king changes nothing. */
static void undo_make(const KernelCall *call) {
    lists_relink(&((Position *)argument(call, 3))->lists, ((State *)argument(call, 1))->captured);
}

/* --- captures_advance ------------------------------------------------------------------------- */

/* Adds a call for each step of a walk. Between two calls the C reference advances the walk. */
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

/* A copy of a position, with the lists of `pos` and `s` as its only state. The copy has no keys of
 * the game before. */
static Position *copy_of(KernelCalls *c, const Position *pos, const State *s) {
    Position *copy = &c->other;
    memcpy(copy, pos, offsetof(Position, past_count));
    copy->state = copy->states;
    copy->states[0] = *s;
    return copy;
}

/* Adds a walk over all victims. Unless c->usual is set, also adds walks to every threshold and two
 * walks with random bits out of order. The kernel accepts neither check nor pinned pieces, so the
 * function then adds nothing. */
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

/* Appends the cells of a set of bits, from the lowest bit up; returns the new count. */
static int add_cells(uint8_t *cells, int count, const Position *pos, uint32_t set) {
    for (Bit bit = 0; bit < BIT_COUNT; bit++)
        if (set >> bit & 1)
            cells[count++] = pos->lists.cell_of[bit];
    return count;
}

/* Finds the next victim of a walk and its capturers from the scratch matrix. True if the kernel has
 * written the same. */
static bool walk_holds(const KernelResult *r) {
    CaptureWalk want = *(const CaptureWalk *)input(r, 0);
    const Position *pos = want.pos;
    const State *s = pos->state;
    Cell cell = want.victim;
    ScratchMatrix matrix;
    scratch_build(s, &matrix);
    want.victim = CELL_NONE;
    while (want.victim == CELL_NONE && slot_of(cell = pos->lists.next[cell]) != SLOT_KING) {
        if (slot_of(cell) == SLOT_DUMMY)
            continue;
        if (cell >= want.threshold)
            break;
        const Square target = square_of_cell(pos, cell);
        uint32_t ours = matrix.map[target] & half_of(s->side);
        if (matrix.map[target] & half_of(opponent(s->side)))
            ours &= ~bit_mask(bit_make(s->side, BIT_KING));
        if (!ours)
            continue;
        const int ordered = add_cells(want.cells, 0, pos, ours & ~s->out_of_order);
        want.victim = (uint8_t)cell;
        want.target = (uint8_t)target;
        want.next = 0;
        want.count = (uint8_t)add_cells(want.cells, ordered, pos, ours & s->out_of_order);
    }
    return r->value == (want.victim != CELL_NONE) && wrote(r, &want, sizeof want);
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

/* The state after the move in the middle of the list of legal moves; the current state if there is
 * no legal move. */
static const State *middle_child_of(KernelCalls *c, Position *pos) {
    MoveList list = {.count = 0};
    legal_moves(pos, &list);
    return list.count ? child_of(c, pos, list.moves[list.count / 2]) : pos->state;
}

/* A copy of a state with a few other pieces on the same squares. The function draws two random
 * pieces three times, and leaves kings out. Two pieces of the same type and colour exchange their
 * bits, two other pieces exchange their types. */
static const State *disguised(KernelCalls *c, const State *s) {
    State *other = room(c, sizeof *other);
    *other = *s;
    for (int i = 0; i < 3; i++) {
        const Square one = s->square_of[below(c, BIT_COUNT)],
                     two = s->square_of[below(c, BIT_COUNT)];
        if (one == SQUARE_NONE || two == SQUARE_NONE || type_on(s, one) == KING ||
            type_on(s, two) == KING)
            continue;
        const Man man = other->man_on[one], with = other->man_on[two];
        const bool alike = man_piece(man) == man_piece(with);
        other->man_on[one] = (uint8_t)(alike ? with : man_make(man_type(with), man_bit(man)));
        other->man_on[two] = (uint8_t)(alike ? man : man_make(man_type(man), man_bit(with)));
    }
    rebuild(other);
    return other;
}

static void add_difference(KernelCalls *c, const State *from, const State *to) {
    add_call(c, pointer(from), pointer(to), pointer(c->output.bytes), 0);
}

/* Adds calls that compute differences between the current state and other states: a child and,
 * unless c->usual is set, all children, an ancestor, the empty state, the state itself, a disguised
 * copy, and the state of the position that was checked before. */
static void add_differences(KernelCalls *c, Position *pos) {
    const State *s = pos->state;
    add_difference(c, s, middle_child_of(c, pos));
    if (c->usual)
        return;
    const State *ancestor = s - below(c, (int)(s - pos->states) + 1);
    add_difference(c, s, s);
    add_difference(c, s, disguised(c, s));
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

/* Sorts the pairs, whose order may differ between versions. Clears the unused entries of both
 * arrays. */
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

/* Computes the pieces and pairs of state `s` that `other` does not have. */
static void add_part(StatePart *part, const State *s, const State *other) {
    part->placed_count = part->pair_count = 0;
    for (Square to = 0; to < SQUARE_COUNT; to++) {
        const Man target = s->man_on[to];
        if (target == MAN_NONE)
            continue;
        if (other->man_on[to] != target)
            part->placed[part->placed_count++] =
                (PlacedPiece){(uint8_t)man_piece(target), (uint8_t)to};
        for (uint32_t left = man_type(target) == KING ? 0 : s->map[to]; left;) {
            const Bit bit = pop_bit32(&left);
            const Square from = s->square_of[bit];
            const Man man = s->man_on[from];
            if (man_type(man) != KING &&
                (other->man_on[from] != man || other->man_on[to] != target ||
                 !(other->map[to] >> bit & 1)))
                part->pairs[part->pair_count++] =
                    (ThreatPair){(uint8_t)man_piece(man), (uint8_t)from, (uint8_t)man_piece(target),
                                 (uint8_t)to};
        }
    }
    tidy_part(part);
}

static bool difference_holds(const KernelResult *r) {
    StateDifference want;
    memset(&want, KERNEL_GUARD_BYTE, sizeof want);
    add_part(&want.removed, input(r, 0), input(r, 1));
    add_part(&want.added, input(r, 1), input(r, 0));
    return wrote(r, &want, sizeof want);
}

/* --- accumulator_update, output_both ---------------------------------------------------------- */

static uint16_t *random_sums(KernelCalls *c) {
    uint16_t *sums = room(c, NETWORK_HIDDEN * sizeof *sums);
    for (int h = 0; h < NETWORK_HIDDEN; h++)
        sums[h] = (uint16_t)(random_next(&c->random) >> 32);
    return sums;
}

/* Adds two calls that update random sums from one state to another, one for each perspective. */
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
        /* In a game most rows are in the CPU's cache. This call loads them, so that a benchmark
         * does not measure memory. */
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

/* Adds updates from the position to a child and, unless c->usual is set, from the empty board and
 * by random rows. The update by random rows comes twice: to other memory, and in place. */
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

/* The sum of all weights of neuron h in the rows of a list. */
static int sum_of_list(const Network *net, const RowList *list, int h) {
    int sum = 0;
    for (int i = 0; i < list->piece_count; i++)
        sum += net->pieces[list->pieces[i] + (unsigned)h];
    for (int i = 0; i < list->pairs.count; i++)
        sum += net->pairs[list->pairs.at[i] + (unsigned)h];
    return sum;
}

/* Compares the updated sums with the old sums plus and minus the rows, one by one. */
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

/* Adds a call with sums of all sizes, most of them near the limits of clipping. In one call of four
 * the sums are the greatest possible, so that the total overflows 32 bits. */
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

/* --- the specs of all kernels ----------------------------------------------------------------- */

#define WRITES(arg, type)                                                                          \
    { arg, 0, sizeof(type), KERNEL_GUARD }
#define MAKE_MEMORY                                                                                \
    {                                                                                              \
        WRITES(1, State), {3, offsetof(Position, lists), sizeof(Lists), 0}, {                      \
            0, sizeof(State) / 2, 0, sizeof(State) / 2                                             \
        } /* must stay unchanged: all of it is a guard */                                          \
    }

static const KernelSpec SPECS[] = {
    {.kernel = "emit_pieces",
     .value_mask = ~UINT64_C(0),
     .memory = {WRITES(3, Move[EMIT_ROOM])},
     .add = add_emit_pieces,
     .tidy = tidy_moves,
     .describe = describe_moves,
     .holds = pieces_hold},
    {.kernel = "emit_steps",
     .value_mask = ~UINT64_C(0),
     .memory = {WRITES(2, Move[EMIT_ROOM])},
     .add = add_emit_steps,
     .tidy = tidy_moves,
     .describe = describe_moves,
     .holds = steps_hold},
    {.kernel = "make_white",
     .value_mask = 0xFF,
     .memory = MAKE_MEMORY,
     .add = add_white_makes,
     .describe = describe_make,
     .holds = make_holds,
     .undo = undo_make},
    {.kernel = "make_black",
     .value_mask = 0xFF,
     .memory = MAKE_MEMORY,
     .add = add_black_makes,
     .describe = describe_make,
     .holds = make_holds,
     .undo = undo_make},
    {.kernel = "captures_advance",
     .value_mask = 0xFF,
     .memory = {WRITES(0, CaptureWalk)},
     .add = add_walks,
     .describe = describe_walk,
     .holds = walk_holds},
    {.kernel = "state_difference",
     .memory = {WRITES(2, StateDifference)},
     .add = add_differences,
     .tidy = tidy_difference,
     .describe = describe_difference,
     .holds = difference_holds,
     .plays = true},
    {.kernel = "accumulator_update",
     .memory = {WRITES(3, uint16_t[NETWORK_HIDDEN])},
     .add = add_updates,
     .holds = sums_hold,
     .plays = true},
    {.kernel = "output_both", .value_mask = 0xFFFFFFFF, .add = add_outputs, .holds = output_holds},
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
