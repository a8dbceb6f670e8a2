/* The comparator notices every corruption that is planted in a good position, and says what it is. */
#include "board/make.h"
#include "board/state.h"
#include "selfcheck/verify.h"
#include "support/cmocka_test.h"
#include "support/setup.h"
#include "support/two_positions.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char report[DIFFERENCE_SIZE];

/* Middlegame with all kinds of pieces; a promoted queen (slot 2) and a pre-promoted pawn on each
 * side. */
static const char CORRUPTED[] =
    "r3k2r/1Pp1qpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/1PPBBpPP/qR2K2R w Kkq - 0 1";

/* Expects the comparator to fail with a report that says `want`, and puts the position back. */
static void assert_noticed(const Position *good, const char *want) {
    if (verify_position(pos, "a planted fault", report))
        fail_msg("not noticed; wanted \"%s\"", want);
    if (!strstr(report, want))
        fail_msg("wanted \"%s\" in the report:\n%s", want, report);
    assert_true(strlen(report) < DIFFERENCE_SIZE - 1);
    position_copy(pos, good);
}

static void set_up_corruptions(Position *good) {
    position_set(good, CORRUPTED);
    position_copy(pos, good);
    assert_true(verify_position(pos, "set-up", report));
}

TEST(notices_matrix_faults) {
    Position *good = position_new();
    char want[64];
    set_up_corruptions(good);
    for (Square sq = 0; sq < SQUARE_COUNT; sq++) {
        for (Bit bit = 0; bit < BIT_COUNT; bit++) {
            const char file = (char)('a' + file_of(sq)), rank = (char)('1' + rank_of(sq));
            if (!(pos->state->alive >> bit & 1) && bit % 16 > 2)
                continue;
            pos->state->map[sq] ^= bit_mask(bit);
            snprintf(want, sizeof want, "map: square %c%c\n", file, rank);
            assert_noticed(good, want);
            pos->state->attacks[bit] ^= bb(sq);
            snprintf(want, sizeof want, "attacks: bit %d ", bit);
            assert_noticed(good, want);
            pos->state->attacks[bit] ^= bb(sq);
            snprintf(want, sizeof want, "first wrong square %c%c\n", file, rank);
            assert_noticed(good, want);
            /* Both readings wrong alike: only the matrix from scratch can show it. */
            pos->state->attacks[bit] ^= bb(sq);
            pos->state->map[sq] ^= bit_mask(bit);
            snprintf(want, sizeof want, "map: square %c%c\n", file, rank);
            assert_noticed(good, want);
        }
    }
    free(good);
}

TEST(names_the_attackers) {
    Position *good = position_new();
    set_up_corruptions(good);
    const Bit queen = man_bit(pos->state->man_on[21]); /* f3 */
    pos->state->map[39] ^= bit_mask(queen);            /* h5 */
    assert_noticed(good, "missing: White Queen on f3");
    pos->state->map[H8] ^= bit_mask(queen);
    assert_noticed(good, "extra: White Queen on f3");
    pos->state->map[H8] ^= bit_mask(queen);
    assert_noticed(good, CORRUPTED); /* where we are */
    make_move(pos, move_make(21, 39));
    pos->state->map[A1] ^= bit_mask(queen);
    if (verify_position(pos, "a planted fault", report))
        fail_msg("not noticed");
    assert_non_null(strstr(report, "moves: f3h5"));
    free(good);
}

TEST(notices_list_faults) {
    Position *good = position_new();
    set_up_corruptions(good);
    Lists *l = &pos->lists;
    char want[64];
    for (Cell cell = 0; cell < CELL_COUNT; cell++) {
        const Color c = cell_color(cell);
        const Bit bit = l->bit_of[cell];
        const bool dummy = slot_of(cell) == SLOT_DUMMY;
        const bool living = dummy || (bit_color(bit) == c && good->state->alive >> bit & 1 &&
                                      good->lists.cell_of[bit] == cell);
        if (!living)
            continue;
        snprintf(want, sizeof want, "cell %d", l->prev[l->next[cell]]);
        l->next[cell] = l->next[l->next[cell]];
        assert_noticed(good, want);
        l->prev[cell] = l->prev[l->prev[cell]];
        assert_noticed(good, "links");
        l->next[cell] = CELL_NONE;
        assert_noticed(good, "lists: ");
        if (slot_of(cell) != SLOT_KING) {
            /* Both links consistent, but a piece is missing. DUMMY, too, so not by lists_unlink. */
            l->next[l->prev[cell]] = l->next[cell];
            l->prev[l->next[cell]] = l->prev[cell];
            assert_noticed(good, dummy ? "no DUMMY" : "in the list");
        }
        if (dummy)
            continue;
        snprintf(want, sizeof want, "cells: cell %d ", cell);
        l->bit_of[cell] = (uint8_t)(bit ^ 1);
        assert_noticed(good, want);
        l->bit_of[cell] = BIT_COUNT;
        assert_noticed(good, want);
        l->cell_of[bit] ^= 2;
        assert_noticed(good, want);
    }
    free(good);
}

/* A ring sound in its links but wrong in its order, or a piece in a slot of another type. */
TEST(notices_wrong_order) {
    Position *good = position_new();
    set_up_corruptions(good);
    Lists *l = &pos->lists;
    const Cell queen = cell_make(SLOT_QUEEN, WHITE), pawn = l->prev[cell_make(SLOT_KING, WHITE)];
    lists_unlink(l, queen);
    lists_insert_behind(l, queen, pawn);
    assert_noticed(good, "out of order");
    lists_unlink(l, pawn);
    lists_insert_behind(l, pawn, queen);
    assert_noticed(good, "out of order");
    l->promoted_queens[BLACK] = 0;
    assert_noticed(good, "slots: slot 2 of Black");
    /* Exchange the bits of two pieces: every table is sound, but a knight has a rook's slot. */
    const Cell rook = cell_make(SLOT_ROOK, WHITE), knight = cell_make(SLOT_KNIGHT, WHITE);
    const Bit rook_bit = l->bit_of[rook], knight_bit = l->bit_of[knight];
    l->bit_of[rook] = (uint8_t)knight_bit;
    l->bit_of[knight] = (uint8_t)rook_bit;
    l->cell_of[rook_bit] = (uint8_t)knight;
    l->cell_of[knight_bit] = (uint8_t)rook;
    assert_noticed(good, "has slot");
    free(good);
}

/* A slot that was not freed; one of a captured piece stays taken until there is a new root. */
TEST(notices_leaked_slots) {
    Position *good = position_new();
    set_up_corruptions(good);
    for (Color c = WHITE; c <= BLACK; c++) {
        for (int slot = 1; slot < PROMOTION_SLOTS; slot++) {
            pos->lists.promoted_queens[c] |= (uint16_t)(1 << slot);
            assert_noticed(good, c == WHITE ? "slots: White's taken" : "slots: Black's taken");
            pos->lists.underpromoted[c] |= (uint16_t)(1 << slot);
            assert_noticed(good, c == WHITE ? "slots: White's taken" : "slots: Black's taken");
        }
    }
    position_set(pos, "r3k3/1P6/8/8/8/8/8/4K3 w - - 0 1");
    make_move(pos, move_make_promotion(49, A8, KNIGHT));
    make_move(pos, move_make(E8, 51));
    make_move(pos, move_make(E1, 4 + 8));
    assert_true(verify_position(pos, "moves", report));
    position_set(pos, "1r2k3/P7/8/8/8/8/8/4K3 w - - 0 1");
    make_move(pos, move_make_promotion(48, A8, QUEEN));
    make_move(pos, move_make(57, A8));
    assert_true(pos->lists.promoted_queens[WHITE] != 0);
    assert_true(verify_position(pos, "moves", report));
    position_copy(good, pos);
    assert_true(verify_position(good, "a copy", report));
    assert_int_equal(good->lists.promoted_queens[WHITE], 0);
    unmake_move(pos);
    unmake_move(pos);
    assert_int_equal(pos->lists.promoted_queens[WHITE], 0);
    free(good);
}

#ifdef NDEBUG
/* Slots that leaked until none is left break no ring. Debug builds assert. */
TEST(full_slots_break_no_ring) {
    position_set(pos, "8/PPP5/8/8/4k3/8/8/4K3 w - - 0 1");
    pos->lists.promoted_queens[WHITE] = PROMOTION_MASK;
    make_move(pos, move_make_promotion(48, A8, QUEEN));
    make_move(pos, move_make(28, 36));
    make_move(pos, move_make_promotion(49, 57, QUEEN));
    for (Cell cell = cell_make(SLOT_KING, WHITE), i = 0; i < 5; i++) {
        cell = pos->lists.next[cell];
        assert_int_equal(slot_of(cell) == SLOT_KING, i == 4); /* two queens, DUMMY, a pawn */
    }
    assert_false(verify_position(pos, "leaks", report));
    assert_non_null(strstr(report, "slots: "));
}
#endif

/* Whatever a link is, the walk ends, and says what is wrong. */
TEST(every_broken_ring_is_noticed) {
    Position *good = position_new();
    set_up_corruptions(good);
    Lists *l = &pos->lists;
    for (Cell cell = 0; cell < CELL_COUNT; cell++) {
        if (good->lists.next[good->lists.prev[cell]] != cell)
            continue;
        for (int to = 0; to <= CELL_NONE; to++) {
            if (to == good->lists.next[cell])
                continue;
            l->next[cell] = (uint8_t)to;
            assert_noticed(good, "lists: ");
            if (to >= CELL_COUNT)
                continue;
            l->next[cell] = (uint8_t)to; /* and the link back agrees */
            l->prev[to] = (uint8_t)cell;
            assert_noticed(good, "difference after");
        }
    }
    /* DUMMY alone, behind the pieces, for ever. */
    const Cell dummy = cell_make(SLOT_DUMMY, WHITE);
    l->next[dummy] = l->prev[dummy] = (uint8_t)dummy;
    assert_noticed(good, "lists: ");
    free(good);
}

TEST(notices_under_promotion_slot) {
    Position *good = position_new();
    position_set(good, "nnnnkn2/nnn2n2/8/2n5/2N5/8/NNN2N2/NNNNKN2 w - - 0 1");
    position_copy(pos, good);
    for (int slot = 0; slot < 8; slot++) {
        char want[64];
        snprintf(want, sizeof want, "slots: slot %d of White", SLOT_UNDERPROMOTED + slot);
        pos->lists.underpromoted[WHITE] &= (uint16_t) ~(1 << slot);
        assert_noticed(good, want);
    }
    free(good);
}

/* Bits that do not rise in value, unmarked, and marks on pieces that need none. */
TEST(notices_bits_out_of_order) {
    Position *good = position_new();
    set_up_corruptions(good);
    State *s = pos->state;
    for (uint32_t left = s->alive; left;) {
        const Bit bit = pop_bit32(&left);
        const int slot = slot_of(pos->lists.cell_of[bit]);
        if (slot >= SLOT_PROMOTED_QUEEN && slot < SLOT_ROOK)
            continue;
        s->out_of_order = bit_mask(bit);
        assert_noticed(good, "is not promoted");
    }
    /* A second queen below the knights, as if make had forgotten to mark it. */
    position_set(good, "4k3/P7/8/8/8/8/1P6/RNBQKBNR w - - 0 1");
    position_copy(pos, good);
    make_move(pos, move_make_promotion(48, 56, QUEEN));
    assert_true(pos->state->out_of_order != 0);
    pos->state->out_of_order = 0;
    assert_noticed(good, "order: White Knight on g1");
    free(good);
}

TEST(notices_board_faults) {
    Position *good = position_new();
    set_up_corruptions(good);
    State *s = pos->state;
    char want[64];
    for (Square sq = 0; sq < SQUARE_COUNT; sq++) {
        const char file = (char)('a' + file_of(sq)), rank = (char)('1' + rank_of(sq));
        snprintf(want, sizeof want, " on %c%c", file, rank);
        s->by_color[WHITE] ^= bb(sq);
        assert_noticed(good, want);
        s->by_type[KNIGHT] ^= bb(sq);
        assert_noticed(good, want);
        if (s->man_on[sq] == MAN_NONE) {
            s->man_on[sq] = (uint8_t)man_make(ROOK, 12);
            assert_noticed(good, want);
            continue;
        }
        const Bit bit = man_bit(s->man_on[sq]);
        s->man_on[sq] = MAN_NONE;
        assert_noticed(good, want);
        s->square_of[bit] ^= 1;
        assert_noticed(good, want);
    }
    free(good);
}

TEST(notices_mask_and_key_faults) {
    Position *good = position_new();
    set_up_corruptions(good);
    State *s = pos->state;
    for (Bit bit = 0; bit < BIT_COUNT; bit++) {
        const bool alive = s->alive >> bit & 1;
        s->alive ^= bit_mask(bit);
        assert_noticed(good, "masks: alive");
        s->sliders ^= bit_mask(bit);
        assert_noticed(good, "masks: ");
        s->pawns ^= bit_mask(bit);
        assert_noticed(good, "masks: ");
        if (alive)
            continue;
        s->out_of_order ^= bit_mask(bit);
        assert_noticed(good, "out of order");
        s->square_of[bit] = A1;
        assert_noticed(good, "bits: dead bit");
    }
    for (int bit = 0; bit < 64; bit += 7) {
        s->key ^= 1ull << bit;
        assert_noticed(good, "key: ");
        for (int part = 0; part < PART_COUNT; part++) {
            s->part_key[part] ^= 1ull << bit;
            assert_noticed(good, "key of part");
        }
        s->material ^= 1ull << bit;
        assert_noticed(good, "material: ");
    }
    s->side ^= 1;
    assert_noticed(good, "key: ");
    s->castling ^= CASTLE_WHITE_SHORT;
    assert_noticed(good, "key: ");
    s->ep = 40;
    assert_noticed(good, "key: ");
    free(good);
}

/* A right, a file or a side without a number of its own. */
TEST(notices_missing_numbers) {
    const Zobrist good = zobrist;
    Position *good_position = position_new();
    set_up_corruptions(good_position);
    assert_true(verify_numbers(report));
    for (int rights = 0; rights <= CASTLE_ALL; rights++)
        if (rights & CASTLE_BLACK_LONG)
            zobrist.castling[rights] = zobrist.castling[rights ^ CASTLE_BLACK_LONG];
    assert_false(verify_numbers(report));
    assert_noticed(good_position, "castling right 8 has no number");
    zobrist = good;
    zobrist.man[BLACK][ROOK][A8] = zobrist.man[WHITE][PAWN][A1];
    assert_false(verify_numbers(report));
    zobrist = good;
    zobrist.side = 0;
    assert_false(verify_numbers(report));
    zobrist = good;
    assert_true(verify_numbers(report));
    free(good_position);
}
