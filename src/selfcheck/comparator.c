/* The comparator: compares matrix, lists, bits, keys and masks with the same data computed from
 * scratch. */
#include "selfcheck/verify.h"

#include "board/fen.h"
#include "core/text.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- parts of reports ----------------------------------------------------------------------- */

/* Names the owners of a set of bits, after a heading. */
static void say_men(Difference *r, const State *s, const char *what, uint32_t set) {
    if (set)
        difference_say(r, "  %s: ", what);
    while (set) {
        difference_man(r, s, pop_bit32(&set));
        difference_say(r, set ? ", " : "\n");
    }
}

/* Writes the number of a cell, and names the piece that owns the cell. */
static void say_cell(Difference *r, const Position *pos, Cell cell) {
    difference_say(r, "cell %d (slot %d)", cell, slot_of(cell));
    if (cell >= CELL_COUNT || slot_of(cell) == SLOT_DUMMY)
        return;
    const Bit bit = pos->lists.bit_of[cell];
    if (bit < BIT_COUNT && pos->lists.cell_of[bit] == cell) {
        difference_say(r, ", ");
        difference_man(r, pos->state, bit);
    }
}

/* The size of the Zobrist table for pieces on squares. */
enum { HASHED_MEN = COLOR_COUNT * TYPE_COUNT * SQUARE_COUNT };

static Key hashed_man(int n) {
    return zobrist
        .man[n / (TYPE_COUNT * SQUARE_COUNT)][n / SQUARE_COUNT % TYPE_COUNT][n % SQUARE_COUNT];
}

static void say_hashed_man(Difference *r, int n) {
    difference_say(r, " %s %s on %s", color_name(n / (TYPE_COUNT * SQUARE_COUNT)),
                   type_name(n / SQUARE_COUNT % TYPE_COUNT), square_name(n % SQUARE_COUNT));
}

/* Names the Zobrist number, or the two Zobrist numbers, whose XOR is the difference of two keys. Returns false. */
static bool say_key_difference(Difference *r, Key wrong) {
    if (wrong == zobrist.side)
        difference_say(r, "    the difference is: the side to move\n");
    for (int file = FILE_A; file <= FILE_H; file++)
        if (wrong == zobrist.ep[square_at(file, RANK_3)])
            difference_say(r, "    the difference is: e.p. on file %c\n", 'a' + file);
    for (int a = 0; a <= CASTLE_ALL; a++)
        for (int b = 0; b < a; b++)
            if (wrong == (zobrist.castling[a] ^ zobrist.castling[b]))
                difference_say(r, "    the difference is: castling rights %x or %x\n", a, b);
    for (int a = 0; a < HASHED_MEN; a++) {
        for (int b = a; b < HASHED_MEN; b++) {
            if (wrong != (a == b ? hashed_man(a) : hashed_man(a) ^ hashed_man(b)))
                continue;
            difference_say(r, "    the difference is:");
            say_hashed_man(r, a);
            if (a != b)
                say_hashed_man(r, b);
            return difference_say(r, "\n");
        }
    }
    return false;
}

/* --- the checks: each returns true if all is well, else reports the first difference -------- */

/* Compares the bitboards with man_on. A damaged byte of man_on may have a type that does not
 * exist. */
static bool check_bitboards(const State *s, Difference *r) {
    Bitboard colors[COLOR_COUNT] = {0}, types[TYPE_NONE + 1] = {0}, wrong = 0;
    for (Square sq = 0; sq < SQUARE_COUNT; sq++) {
        const Man man = s->man_on[sq];
        if (man == MAN_NONE)
            continue;
        colors[bit_color(man_bit(man))] |= bb(sq);
        types[man_type(man)] |= bb(sq);
    }
    for (Color c = WHITE; c <= BLACK; c++)
        wrong |= colors[c] ^ s->by_color[c];
    for (PieceType type = PAWN; type <= TYPE_NONE; type++)
        wrong |= types[type] ^ (type < TYPE_COUNT ? s->by_type[type] : 0);
    if (!wrong)
        return true;
    const Square sq = lowest_bit(wrong);
    int colors_said = 0, types_said = 0;
    for (Color c = WHITE; c <= BLACK; c++)
        colors_said |= (int)(s->by_color[c] >> sq & 1) << c;
    for (PieceType type = PAWN; type <= KING; type++)
        types_said |= (int)(s->by_type[type] >> sq & 1) << type;
    return difference_say(r,
                          "board: man_on says %#x on %s, the bitboards say colours %d, types %#x\n",
                          s->man_on[sq], square_name(sq), colors_said, types_said);
}

static bool check_board(const State *s, Difference *r) {
    if (!check_bitboards(s, r))
        return false;
    for (Square sq = 0; sq < SQUARE_COUNT; sq++) {
        const Man man = s->man_on[sq];
        if (man != MAN_NONE && s->square_of[man_bit(man)] != sq)
            return difference_say(r, "bits: bit %d stands on %s, square_of says %s\n", man_bit(man),
                                  square_name(sq), square_name(s->square_of[man_bit(man)]));
    }
    return true;
}

static bool check_masks(const State *s, Difference *r) {
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
    if (s->alive != alive || s->sliders != sliders || s->pawns != pawns || s->out_of_order & ~alive)
        return difference_say(
            r,
            "masks: alive %08x want %08x, sliders %08x want %08x, pawns %08x want %08x, "
            "out of order %08x\n",
            s->alive, alive, s->sliders, sliders, s->pawns, pawns, s->out_of_order);
    if (s->material != material)
        return difference_say(r, "material: %016" PRIx64 " want %016" PRIx64 "\n", s->material,
                              material);
    for (Color c = WHITE; c <= BLACK; c++) {
        if (king_square(s, c) >= SQUARE_NONE || men_of(s, c, KING) != bb(king_square(s, c)))
            return difference_say(r, "king square: %s's king is not on %s\n", color_name(c),
                                  square_name(king_square(s, c)));
    }
    for (Bit bit = 0; bit < BIT_COUNT; bit++) {
        if (!(alive >> bit & 1) && s->square_of[bit] != SQUARE_NONE)
            return difference_say(r, "bits: dead bit %d stands on %s\n", bit,
                                  square_name(s->square_of[bit]));
    }
    return true;
}

/* Checks that bits rise in value, so that the lowest bit of a set is the least valuable piece. Bits
 * marked as out of order are excepted; only pieces promoted since the root may be marked. */
static bool check_order(const Position *pos, Difference *r) {
    const State *s = pos->state;
    for (Color c = WHITE; c <= BLACK; c++) {
        PieceType highest = PAWN;
        for (uint32_t left = s->alive & half_of(c); left;) {
            const Bit bit = pop_bit32(&left);
            const int slot = slot_of(pos->lists.cell_of[bit]);
            const bool promoted = (slot >= SLOT_PROMOTED_QUEEN && slot < SLOT_ROOK) ||
                                  (slot >= SLOT_UNDERPROMOTED && slot < SLOT_BISHOP);
            const bool marked = s->out_of_order >> bit & 1;
            if (marked ? !promoted : type_of_bit(s, bit) < highest) {
                difference_say(r, "order: ");
                difference_man(r, s, bit);
                return difference_say(
                    r, marked ? " is marked as out of order, and is not promoted\n"
                              : " is above a more valuable piece that is not marked\n");
            }
            if (!marked)
                highest = type_of_bit(s, bit);
        }
    }
    return true;
}

static bool check_matrix(const State *s, Difference *r) {
    ScratchMatrix want;
    scratch_build(s, &want);
    for (Square sq = 0; sq < SQUARE_COUNT; sq++) {
        if (s->map[sq] == want.map[sq])
            continue;
        difference_say(r, "map: square %s\n", square_name(sq));
        say_men(r, s, "missing", want.map[sq] & ~s->map[sq]);
        say_men(r, s, "extra", s->map[sq] & ~want.map[sq]);
        return false;
    }
    for (Bit bit = 0; bit < BIT_COUNT; bit++) {
        const Bitboard wrong = s->attacks[bit] ^ want.attacks[bit];
        if (wrong)
            return difference_say(r, "attacks: bit %d on %s, first wrong square %s\n", bit,
                                  square_name(s->square_of[bit]), square_name(lowest_bit(wrong)));
    }
    return true;
}

/* The place of a living cell in the order of the ring: types in descending value, DUMMY after the
 * knights, pre-promoted pawns before other pawns. The caller allows under-promoted pieces directly
 * before DUMMY. */
static int ring_rank(const Position *pos, Cell cell) {
    const int slot = slot_of(cell);
    if (slot == SLOT_DUMMY)
        return 5;
    const PieceType type = type_on(pos->state, square_of_cell(pos, cell));
    return type == PAWN ? (slot < SLOT_PAWN ? 6 : 7) : KING - type;
}

/* True if board/cells.h allows this slot for a piece of this type and colour on this square. */
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

static bool check_cell(const Position *pos, Color c, Cell cell, Difference *r) {
    const State *s = pos->state;
    const Bit bit = pos->lists.bit_of[cell];
    if (bit >= BIT_COUNT || bit_color(bit) != c || !(s->alive >> bit & 1) ||
        pos->lists.cell_of[bit] != cell)
        return difference_say(
            r, "cells: cell %d (slot %d) of %s has bit %d, which is dead or another's\n", cell,
            slot_of(cell), color_name(c), bit);
    const Square sq = s->square_of[bit];
    if (!slot_fits(type_on(s, sq), slot_of(cell), c, sq))
        return difference_say(r, "cells: %s %s on %s has slot %d\n", color_name(c),
                              type_name(type_on(s, sq)), square_name(sq), slot_of(cell));
    const int slot = slot_of(cell);
    const bool queen = slot >= SLOT_PROMOTED_QUEEN && slot < SLOT_ROOK;
    const bool under = slot >= SLOT_UNDERPROMOTED && slot < SLOT_BISHOP;
    if ((queen && !(pos->lists.promoted_queens[c] >> (slot - SLOT_PROMOTED_QUEEN) & 1)) ||
        (under && !(pos->lists.underpromoted[c] >> (slot - SLOT_UNDERPROMOTED) & 1)))
        return difference_say(r, "slots: slot %d of %s is in use but counted free\n", slot,
                              color_name(c));
    return true;
}

/* Checks the slots in use for promoted pieces. Each slot must belong to a living piece, or to a
 * piece captured since the root, which unmake may bring back. */
static bool check_slots(const Position *pos, Color c, Difference *r) {
    const Lists *l = &pos->lists;
    uint64_t slots = 0;
    for (uint32_t left = pos->state->alive & half_of(c); left;)
        slots |= (uint64_t)1 << slot_of(l->cell_of[pop_bit32(&left)]);
    for (const State *s = pos->states + 1; s <= pos->state; s++)
        if ((s->undo & UNDO_CAPTURE) && cell_color(s->captured) == c)
            slots |= (uint64_t)1 << slot_of(s->captured);
    const int queens = slots >> SLOT_PROMOTED_QUEEN & PROMOTION_MASK;
    const int under = slots >> SLOT_UNDERPROMOTED & PROMOTION_MASK;
    if (l->promoted_queens[c] == queens && l->underpromoted[c] == under)
        return true;
    return difference_say(
        r, "slots: %s's taken by promoted queens %04x want %04x, by others %04x want %04x\n",
        color_name(c), l->promoted_queens[c], queens, l->underpromoted[c], under);
}

/* Walks a colour's ring forwards. Checks each backward link, each cell, the order of the cells, and
 * the number of cells. */
static bool check_ring(const Position *pos, Color c, Difference *r) {
    const Lists *l = &pos->lists;
    const Cell king = cell_make(SLOT_KING, c);
    int cells = 0, men = 0, rank = 0;
    uint32_t met = 0;
    bool dummy = false;
    Cell cell = king;
    do {
        const Cell next = l->next[cell];
        if (++cells > BITS_PER_COLOR + 1) {
            difference_say(r, "lists: %s's ring does not end: after %d cells it is at ",
                           color_name(c), cells - 1);
            say_cell(r, pos, cell);
            return difference_say(r, "\n");
        }
        if (next >= CELL_COUNT || cell_color(next) != c || l->prev[next] != cell) {
            difference_say(r, "lists: %s's ", color_name(c));
            say_cell(r, pos, cell);
            difference_say(r, " links to ");
            say_cell(r, pos, next);
            return difference_say(r, ", which links back to %d\n",
                                  next < CELL_COUNT ? l->prev[next] : CELL_NONE);
        }
        dummy |= slot_of(cell) == SLOT_DUMMY;
        if (slot_of(cell) != SLOT_DUMMY) {
            men++;
            if (!check_cell(pos, c, cell, r))
                return false;
            met |= bit_mask(l->bit_of[cell]);
        }
        const bool under = slot_of(cell) >= SLOT_UNDERPROMOTED && slot_of(cell) < SLOT_BISHOP;
        const int here = under && rank < 5 ? rank : ring_rank(pos, cell);
        if (here < rank) {
            difference_say(r, "lists: %s's ", color_name(c));
            say_cell(r, pos, cell);
            return difference_say(r, " stands out of order\n");
        }
        rank = here;
        cell = next;
    } while (cell != king);
    if (men != popcount(pos->state->by_color[c]) || !dummy) {
        difference_say(r, "lists: %s has %d pieces on the board, %d in the list%s\n", color_name(c),
                       popcount(pos->state->by_color[c]), men, dummy ? "" : ", and no DUMMY");
        say_men(r, pos->state, "not in the list", pos->state->alive & half_of(c) & ~met);
        return false;
    }
    return true;
}

/* Checks that positions that differ in a right, an e.p. square or the side to move have different
 * keys. */
static bool check_numbers(const State *s, Difference *r) {
    for (int right = 0; right < 4; right++) {
        if (zobrist.castling[s->castling] != zobrist.castling[s->castling ^ 1 << right])
            continue;
        return difference_say(r, "key: castling right %x has no number\n", 1 << right);
    }
    if (zobrist.side && (s->ep == SQUARE_NONE) == !zobrist.ep[s->ep])
        return true;
    return difference_say(
        r, "key: the side to move or the e.p. square %s has no number, or none has one\n",
        square_name(s->ep));
}

static bool check_keys(const State *s, Difference *r) {
    if (!check_numbers(s, r))
        return false;
    const Keys want = keys_from_scratch(s);
    if (s->key != want.whole) {
        difference_say(r, "key: %016" PRIx64 " want %016" PRIx64 "\n", s->key, want.whole);
        return say_key_difference(r, s->key ^ want.whole);
    }
    for (int part = 0; part < PART_COUNT; part++) {
        if (s->part_key[part] != want.part[part]) {
            difference_say(r, "key of part %d: %016" PRIx64 " want %016" PRIx64 "\n", part,
                           s->part_key[part], want.part[part]);
            return say_key_difference(r, s->part_key[part] ^ want.part[part]);
        }
    }
    return true;
}

/* --- the interface -------------------------------------------------------------------------- */

static bool check_state(const State *s, Difference *r) {
    return check_board(s, r) && check_masks(s, r) && check_matrix(s, r) && check_keys(s, r);
}

static bool check_lists(const Position *pos, Difference *r) {
    return check_order(pos, r) && check_ring(pos, WHITE, r) && check_ring(pos, BLACK, r) &&
           check_slots(pos, WHITE, r) && check_slots(pos, BLACK, r);
}

/* Writes the move that led to a state. */
static void say_step(Difference *r, const Position *pos, const State *s) {
    if (s == pos->states)
        return;
    difference_say(r, "ply %d,", (int)(s - pos->states));
    difference_move(r, s->move);
    difference_say(r, ": ");
}

/* Returns the first wrong state from the root to the current state, which must be wrong. */
static const State *first_wrong(const Position *pos) {
    char report[DIFFERENCE_SIZE];
    const State *s = pos->states;
    while (s < pos->state && check_state(s, &(Difference){report, 0}))
        s++;
    return s;
}

bool verify_position(const Position *pos, const char *event, char *report) {
    Difference r = difference_begin(report, event);
    const size_t begun = r.used;
    const bool sound = check_state(pos->state, &r);
    if (sound && check_lists(pos, &r)) {
        report[0] = '\0';
        return true;
    }
    if (!sound) {
        const State *s = first_wrong(pos);
        r.used = begun;
        say_step(&r, pos, s);
        check_state(s, &r);
    }
    return difference_position(&r, pos);
}

bool verify_numbers(char *report) {
    enum { SETS = CASTLE_ALL, FILES = 8, NUMBERS = HASHED_MEN + SETS + FILES + 1 };
    Key numbers[NUMBERS];
    int count = 0;
    for (; count < HASHED_MEN; count++)
        numbers[count] = hashed_man(count);
    for (int rights = 1; rights <= CASTLE_ALL; rights++)
        numbers[count++] = zobrist.castling[rights];
    for (Square sq = 0; sq < FILES; sq++)
        numbers[count++] = zobrist.ep[sq];
    numbers[count++] = zobrist.side;
    for (int i = 0; i < count; i++) {
        for (int j = 0; j < i; j++) {
            if (numbers[i] && numbers[i] != numbers[j])
                continue;
            Difference r = difference_begin(report, "start");
            return difference_say(
                &r,
                "key: number %d is 0, or number %d again: %d of pieces, %d of sets of "
                "rights, %d of files, the side's\n",
                i, j, HASHED_MEN, SETS, FILES);
        }
    }
    return true;
}

static _Atomic uint64_t checks_passed;

uint64_t verify_count(void) {
    return atomic_load_explicit(&checks_passed, memory_order_relaxed);
}

static char failure[DIFFERENCE_SIZE];
static atomic_flag failed = ATOMIC_FLAG_INIT;

const char *verify_failure(void) {
    return failure;
}

void verify_failed(const char *report) {
    if (!atomic_flag_test_and_set(&failed))
        snprintf(failure, sizeof failure, "%s", report);
#ifdef PANOPTES_VERIFY
    fputs(report, stderr);
    abort();
#endif
}

void verify_or_abort(const Position *pos, const char *event) {
    char report[DIFFERENCE_SIZE];
    if (!verify_position(pos, event, report))
        verify_failed(report);
    atomic_fetch_add_explicit(&checks_passed, 1, memory_order_relaxed);
}

void verify_init(void) {
    position_hook = verify_or_abort;
}

/* --- difference ------------------------------------------------------------------------------ */

Difference difference_begin(char *text, const char *event) {
    Difference d = {text, 0};
    text[0] = '\0';
    difference_say(&d, "comparator: difference after %s\n  ", event);
    return d;
}

bool difference_say(Difference *d, const char *format, ...) {
    va_list args;
    va_start(args, format);
    const size_t room = DIFFERENCE_SIZE - d->used;
    const int n = vsnprintf(d->text + d->used, room, format, args);
    va_end(args);
    d->used += n < 0 ? 0 : (size_t)n < room ? (size_t)n : room - 1;
    return false;
}

void difference_man(Difference *d, const State *s, Bit bit) {
    const Square sq = s->square_of[bit];
    const PieceType type = sq < SQUARE_NONE ? man_type(s->man_on[sq]) : TYPE_NONE;
    difference_say(d, "%s %s on %s (bit %d)", color_name(bit_color(bit)), type_name(type),
                   square_name(sq), bit);
}

void difference_move(Difference *d, Move m) {
    if (m == MOVE_NULL) {
        difference_say(d, " a null move");
        return;
    }
    const bool promotes = move_kind(m) == MOVE_PROMOTION;
    difference_say(d, " %s%s%.*s", square_name(move_from(m)), square_name(move_to(m)),
                   promotes ? 1 : 0, &(char){piece_letter(BLACK, move_promotion(m))});
}

bool difference_position(Difference *d, const Position *pos) {
    char fen[FEN_SIZE];
    Position *root = aligned_new(sizeof *root);
    if (root) {
        memcpy(root, pos, offsetof(Position, past_keys));
        root->state = root->states;
        root->states[0] = pos->states[0];
        fen_write(root, fen);
        difference_say(d, "  root: %s\n", fen);
        aligned_free(root);
    }
    difference_say(d, "  moves:");
    for (const State *s = pos->states + 1; s <= pos->state; s++)
        difference_move(d, s->move);
    return difference_say(d, "\n");
}

bool difference_report(char *report, const Position *pos, const char *event, const char *format,
                       ...) {
    char line[DIFFERENCE_SIZE / 4];
    va_list args;
    va_start(args, format);
    vsnprintf(line, sizeof line, format, args);
    va_end(args);
    Difference d = difference_begin(report, event);
    difference_say(&d, "%s\n", line);
    return difference_position(&d, pos);
}
