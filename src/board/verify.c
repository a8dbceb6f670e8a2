#include "board/verify.h"

#include "board/fen.h"
#include "board/scratch.h"
#include "board/zobrist.h"
#include "core/names.h"
#include "kernels/kernels.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- the report ---------------------------------------------------------------------------- */

typedef struct Report {
    char *text;
    size_t used;
} Report;

__attribute__((format(printf, 2, 3))) static void say(Report *r, const char *format, ...) {
    va_list args;
    va_start(args, format);
    const size_t room = VERIFY_REPORT_SIZE - r->used;
    const int n = vsnprintf(r->text + r->used, room, format, args);
    va_end(args);
    r->used += n < 0 ? 0 : (size_t)n < room ? (size_t)n : room - 1;
}

static void say_attackers(Report *r, const State *s, const char *what, uint32_t set) {
    if (set)
        say(r, "  %s:", what);
    while (set) {
        const Bit bit = pop_bit32(&set);
        const Square sq = s->square_of[bit];
        const PieceType type = sq < SQUARE_NONE ? man_type(s->man_on[sq]) : TYPE_NONE;
        say(r, " %s %s on %s (bit %d)", color_name(bit_color(bit)), type_name(type),
            square_name(sq), bit);
        say(r, set ? "," : "\n");
    }
}

/* --- the checks: each returns true if all is well, else reports the first difference -------- */

static bool check_board(const State *s, Report *r) {
    for (Square sq = 0; sq < SQUARE_COUNT; sq++) {
        const Man man = s->man_on[sq];
        int colors = 0, types = 0;
        for (Color c = WHITE; c <= BLACK; c++)
            colors |= (int)(s->by_color[c] >> sq & 1) << c;
        for (PieceType type = PAWN; type <= KING; type++)
            types |= (int)(s->by_type[type] >> sq & 1) << type;
        const int want_colors = man == MAN_NONE ? 0 : 1 << bit_color(man_bit(man));
        const int want_types = man == MAN_NONE ? 0 : 1 << man_type(man);
        if (colors != want_colors || types != want_types) {
            say(r, "board: man_on says %#x on %s, the bitboards say colours %d, types %#x\n", man,
                square_name(sq), colors, types);
            return false;
        }
        if (man != MAN_NONE && s->square_of[man_bit(man)] != sq) {
            say(r, "bits: bit %d stands on %s, square_of says %s\n", man_bit(man), square_name(sq),
                square_name(s->square_of[man_bit(man)]));
            return false;
        }
    }
    return true;
}

static bool check_masks(const State *s, Report *r) {
    uint32_t alive = 0, sliders = 0, pawns = 0;
    uint64_t material = 0;
    for (Square sq = 0; sq < SQUARE_COUNT; sq++) {
        const Man man = s->man_on[sq];
        if (man == MAN_NONE)
            continue;
        const PieceType type = man_type(man);
        const uint32_t mask = (uint32_t)1 << man_bit(man);
        alive |= mask;
        sliders |= type == BISHOP || type == ROOK || type == QUEEN ? mask : 0;
        pawns |= type == PAWN ? mask : 0;
        material += material_unit(bit_color(man_bit(man)), type);
    }
    if (s->alive != alive || s->sliders != sliders || s->pawns != pawns ||
        s->out_of_order & ~alive) {
        say(r,
            "masks: alive %08x want %08x, sliders %08x want %08x, Pawns %08x want %08x, "
            "out of order %08x\n",
            s->alive, alive, s->sliders, sliders, s->pawns, pawns, s->out_of_order);
        return false;
    }
    if (s->material != material) {
        say(r, "material: %016" PRIx64 " want %016" PRIx64 "\n", s->material, material);
        return false;
    }
    for (Color c = WHITE; c <= BLACK; c++) {
        if (men_of(s, c, KING) != bb(king_square(s, c))) {
            say(r, "King square: %s's King is not on %s\n", color_name(c),
                square_name(king_square(s, c)));
            return false;
        }
    }
    for (Bit bit = 0; bit < BIT_COUNT; bit++) {
        if (!(alive >> bit & 1) && s->square_of[bit] != SQUARE_NONE) {
            say(r, "bits: dead bit %d stands on %s\n", bit, square_name(s->square_of[bit]));
            return false;
        }
    }
    return true;
}

/* Every entry of the rows is in the columns, and there are as many in these. */
static bool check_transpose(const State *s, Report *r) {
    int entries = 0;
    for (Square sq = 0; sq < SQUARE_COUNT; sq++) {
        for (uint32_t left = s->map[sq]; left; entries++) {
            const Bit bit = pop_bit32(&left);
            if (!(s->attacks[bit] >> sq & 1)) {
                say(r, "transpose: square %s has bit %d, which does not attack it\n",
                    square_name(sq), bit);
                return false;
            }
        }
    }
    for (Bit bit = 0; bit < BIT_COUNT; bit++)
        entries -= popcount(s->attacks[bit]);
    if (entries)
        say(r, "transpose: %d more attacks in the columns than in the rows\n", -entries);
    return entries == 0;
}

static bool check_matrix(const State *s, Report *r) {
    ScratchMatrix want;
    scratch_build(s, &want);
    const Square sq = kernels.first_difference(s->map, want.map);
    if (sq != SQUARE_NONE) {
        say(r, "map: square %s\n", square_name(sq));
        say_attackers(r, s, "missing", want.map[sq] & ~s->map[sq]);
        say_attackers(r, s, "extra", s->map[sq] & ~want.map[sq]);
        return false;
    }
    for (Bit bit = 0; bit < BIT_COUNT; bit++) {
        const Bitboard wrong = s->attacks[bit] ^ want.attacks[bit];
        if (wrong) {
            say(r, "attacks: bit %d on %s, first wrong square %s\n", bit,
                square_name(s->square_of[bit]), square_name(lowest_bit(wrong)));
            return false;
        }
    }
    return check_transpose(s, r);
}

/* The value rank of a living cell in the ring: types in descending order, DUMMY behind the Knights,
 * pre-promoted Pawns before the others. Under-promoted men may stand last before DUMMY. */
static int ring_rank(const Position *pos, Cell cell) {
    const int slot = slot_of(cell);
    if (slot == SLOT_DUMMY)
        return 5;
    const PieceType type = type_on(pos->state, square_of_cell(pos, cell));
    return type == PAWN ? (slot < SLOT_PAWN ? 6 : 7) : KING - type;
}

/* Whether a cell's slot is one that a man of his type may have. */
static bool slot_fits(PieceType type, int slot, Color c, Square sq) {
    switch (type) {
    case KING:
        return slot == SLOT_KING;
    case QUEEN:
        return slot >= SLOT_QUEEN && slot < SLOT_ROOK;
    case PAWN:
        return relative_rank(c, sq) == RANK_7 ? slot >= SLOT_PREPROMOTED && slot < SLOT_PAWN
                                              : slot >= SLOT_PAWN && slot < SLOT_DUMMY;
    default:
        return (slot >= SLOT_UNDERPROMOTED && slot < SLOT_BISHOP) ||
               slot / 2 == (type == ROOK     ? SLOT_ROOK
                            : type == BISHOP ? SLOT_BISHOP
                                             : SLOT_KNIGHT) /
                               2;
    }
}

static bool check_cell(const Position *pos, Color c, Cell cell, Report *r) {
    const State *s = pos->state;
    const Bit bit = pos->lists.bit_of[cell];
    if (bit >= BIT_COUNT || bit_color(bit) != c || !(s->alive >> bit & 1) ||
        pos->lists.cell_of[bit] != cell) {
        say(r, "cells: cell %d (slot %d) of %s has bit %d, which is dead or another's\n", cell,
            slot_of(cell), color_name(c), bit);
        return false;
    }
    const Square sq = s->square_of[bit];
    if (!slot_fits(type_on(s, sq), slot_of(cell), c, sq)) {
        say(r, "cells: %s %s on %s has slot %d\n", color_name(c), type_name(type_on(s, sq)),
            square_name(sq), slot_of(cell));
        return false;
    }
    const int slot = slot_of(cell);
    const bool queen = slot >= SLOT_PROMOTED_QUEEN && slot < SLOT_ROOK;
    const bool under = slot >= SLOT_UNDERPROMOTED && slot < SLOT_BISHOP;
    if ((queen && !(pos->lists.promoted_queens[c] >> (slot - SLOT_PROMOTED_QUEEN) & 1)) ||
        (under && !(pos->lists.underpromoted[c] >> (slot - SLOT_UNDERPROMOTED) & 1))) {
        say(r, "slots: slot %d of %s is in use but counted free\n", slot, color_name(c));
        return false;
    }
    return true;
}

/* Walks a colour's ring forwards, and checks each link backwards, each cell, order and number. */
static bool check_ring(const Position *pos, Color c, Report *r) {
    const Lists *l = &pos->lists;
    const Cell king = cell_make(SLOT_KING, c);
    int men = 0, rank = 0;
    bool dummy = false;
    Cell cell = king;
    do {
        const Cell next = l->next[cell];
        if (next >= CELL_COUNT || cell_color(next) != c || l->prev[next] != cell) {
            say(r, "lists: %s's cell %d links to %d, which links back to %d\n", color_name(c), cell,
                next, next < CELL_COUNT ? l->prev[next] : CELL_NONE);
            return false;
        }
        dummy |= slot_of(cell) == SLOT_DUMMY;
        if (slot_of(cell) != SLOT_DUMMY) {
            men++;
            if (!check_cell(pos, c, cell, r))
                return false;
        }
        const bool under = slot_of(cell) >= SLOT_UNDERPROMOTED && slot_of(cell) < SLOT_BISHOP;
        const int here = under && rank < 5 ? rank : ring_rank(pos, cell);
        if (here < rank || men > BITS_PER_COLOR) {
            say(r, "lists: %s's cell %d stands out of order\n", color_name(c), cell);
            return false;
        }
        rank = here;
        cell = next;
    } while (cell != king);
    if (men != popcount(pos->state->by_color[c]) || !dummy) {
        say(r, "lists: %s has %d men on the board, %d in the list%s\n", color_name(c),
            popcount(pos->state->by_color[c]), men, dummy ? "" : ", and no DUMMY");
        return false;
    }
    return true;
}

/* The same ring walked backwards meets as many cells, the other way round. */
static bool check_ring_backwards(const Position *pos, Color c, Report *r) {
    const Lists *l = &pos->lists;
    const Cell king = cell_make(SLOT_KING, c);
    int cells = 0;
    Cell cell = king;
    do {
        const Cell prev = l->prev[cell];
        if (prev >= CELL_COUNT || l->next[prev] != cell || ++cells > BITS_PER_COLOR + 1) {
            say(r, "lists: backwards, %s's cell %d links to %d\n", color_name(c), cell, prev);
            return false;
        }
        cell = prev;
    } while (cell != king);
    if (cells != popcount(pos->state->by_color[c]) + 1) {
        say(r, "lists: backwards, %s has %d cells\n", color_name(c), cells);
        return false;
    }
    return true;
}

static bool check_keys(const Position *pos, Report *r) {
    const State *s = pos->state;
    const Keys want = keys_from_scratch(s);
    if (s->key != want.whole) {
        say(r, "key: %016" PRIx64 " want %016" PRIx64 "\n", s->key, want.whole);
        return false;
    }
    for (int part = 0; part < PART_COUNT; part++) {
        if (s->part_key[part] != want.part[part]) {
            say(r, "key of part %d: %016" PRIx64 " want %016" PRIx64 "\n", part, s->part_key[part],
                want.part[part]);
            return false;
        }
    }
    return true;
}

/* --- the entries --------------------------------------------------------------------------- */

static void say_move(Report *r, Move m) {
    const bool promotes = move_kind(m) == MOVE_PROMOTION;
    say(r, " %s%s%.*s", square_name(move_from(m)), square_name(move_to(m)), promotes ? 1 : 0,
        &"nbrq"[promotes ? move_promotion(m) - KNIGHT : 0]);
}

/* Appends where we are: the root and the moves made on top of it. */
static void say_position(const Position *pos, Report *r) {
    char fen[FEN_SIZE];
    Position *root = aligned_alloc(CACHE_LINE, sizeof *root);
    if (root) {
        memcpy(root, pos, offsetof(Position, past_keys));
        root->state = root->states;
        root->states[0] = pos->states[0];
        fen_write(root, fen);
        say(r, "  root: %s\n", fen);
        free(root);
    }
    say(r, "  moves:");
    for (const State *s = pos->states + 1; s <= pos->state; s++)
        say_move(r, s->move);
    say(r, "\n");
}

bool verify_position(const Position *pos, const char *event, char *report) {
    Report r = {report, 0};
    report[0] = '\0';
    const State *s = pos->state;
    say(&r, "comparator: difference after %s\n  ", event);
    if (check_board(s, &r) && check_masks(s, &r) && check_matrix(s, &r) &&
        check_ring(pos, WHITE, &r) && check_ring(pos, BLACK, &r) &&
        check_ring_backwards(pos, WHITE, &r) && check_ring_backwards(pos, BLACK, &r) &&
        check_keys(pos, &r)) {
        report[0] = '\0';
        return true;
    }
    say_position(pos, &r);
    return false;
}

static _Atomic uint64_t checks_passed;

uint64_t verify_count(void) {
    return atomic_load_explicit(&checks_passed, memory_order_relaxed);
}

void verify_or_abort(const Position *pos, const char *event) {
    char report[VERIFY_REPORT_SIZE];
    if (!verify_position(pos, event, report)) {
        fputs(report, stderr);
        abort();
    }
    atomic_fetch_add_explicit(&checks_passed, 1, memory_order_relaxed);
}
