/* The comparator notices whatever is changed in a good position, and says what it is. */
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

/* Middlegame with all kinds of pieces; a promoted queen (slot 2) and a pre-promoted pawn on each side. */
static const char CORRUPTED[] =
    "r3k2r/1Pp1qpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/1PPBBpPP/qR2K2R w Kkq - 0 1";

/* Sets up `other_pos`, which stays good, and `pos`, in which faults are planted. */
static void set_up(const char *fen) {
    position_set(other_pos, fen);
    position_copy(pos, other_pos);
    assert_true(verify_position(pos, "set-up", report));
}

/* Expects the comparator to fail with a report that says `want`, and puts the position back. */
static void assert_noticed(const char *want) {
    if (verify_position(pos, "a planted fault", report))
        fail_msg("not noticed; wanted \"%s\"", want);
    if (!strstr(report, want))
        fail_msg("wanted \"%s\" in the report:\n%s", want, report);
    assert_true(strlen(report) < DIFFERENCE_SIZE - 1);
    position_copy(pos, other_pos);
}

/* --- each byte ------------------------------------------------------------------------------- */

typedef struct Field {
    size_t at, size;
    const char *want;
} Field;

#define FIELD(member, want)                                                                        \
    { offsetof(Position, member), sizeof((Position *)0)->member, want }
#define STATE(member, want) FIELD(states[0].member, want)

TEST(every_byte_is_compared) {
    static const Field FIELDS[] = {
        STATE(attacks, "attacks: bit"), STATE(map, "map: square"),
        STATE(man_on, " on "),          STATE(square_of, "bit"),
        STATE(alive, "masks: alive"),   STATE(sliders, "masks: "),
        STATE(pawns, "masks: "),        STATE(by_color, " on "),
        STATE(by_type, " on "),         STATE(key, "key: "),
        STATE(side, "key: "),           STATE(castling, "key: "),
        STATE(material, "material: "),  STATE(part_key, "key of part"),
    };
    set_up(CORRUPTED);
    for (size_t i = 0; i < sizeof FIELDS / sizeof *FIELDS; i++)
        for (size_t byte = 0; byte < FIELDS[i].size; byte++) {
            ((uint8_t *)pos)[FIELDS[i].at + byte] ^= 1;
            assert_noticed(FIELDS[i].want);
        }
    pos->state->ep = 40;
    assert_noticed("key: ");
}

/* Whatever a link of a living cell is, the walk ends, and the report says what is wrong. */
TEST(every_link_is_compared) {
    set_up(CORRUPTED);
    Lists *l = &pos->lists;
    for (Cell cell = 0; cell < CELL_COUNT; cell++) {
        if (other_pos->lists.next[other_pos->lists.prev[cell]] != cell)
            continue;
        for (int to = 0; to <= CELL_NONE; to++) {
            if (to == other_pos->lists.next[cell])
                continue;
            l->next[cell] = (uint8_t)to;
            assert_noticed("lists: ");
            if (to >= CELL_COUNT)
                continue;
            l->next[cell] = (uint8_t)to; /* and the link back agrees */
            l->prev[to] = (uint8_t)cell;
            assert_noticed("difference after");
        }
        l->prev[cell] = l->prev[l->prev[cell]];
        assert_noticed("links");
    }
    for (uint32_t left = other_pos->state->alive; left;) {
        const Bit bit = pop_bit32(&left);
        const Cell cell = l->cell_of[bit];
        l->bit_of[cell] ^= 1;
        assert_noticed("cells: cell");
        l->bit_of[cell] = BIT_COUNT;
        assert_noticed("cells: cell");
        l->cell_of[bit] ^= 2;
        assert_noticed("cells: cell");
        if (slot_of(cell) == SLOT_KING)
            continue;
        lists_unlink(l, cell); /* both links consistent, but a piece is missing */
        assert_noticed("in the list");
    }
    const Cell dummy = cell_make(SLOT_DUMMY, WHITE);
    l->next[l->prev[dummy]] = l->next[dummy];
    l->prev[l->next[dummy]] = l->prev[dummy];
    assert_noticed("no DUMMY");
    l->next[dummy] = l->prev[dummy] = (uint8_t)dummy; /* alone, for ever */
    assert_noticed("lists: ");
}

/* --- what several bytes say together ----------------------------------------------------------- */

TEST(the_report_names_the_pieces) {
    enum { F3 = 21, G5 = 38, H5 = 39 };
    set_up(CORRUPTED);
    const Bit queen = man_bit(pos->state->man_on[F3]);
    pos->state->map[H5] ^= bit_mask(queen);
    assert_noticed("missing: White Queen on f3");
    pos->state->map[H8] ^= bit_mask(queen);
    assert_noticed("extra: White Queen on f3");
    /* Both readings wrong alike: only the matrix from scratch can show it. */
    pos->state->attacks[queen] ^= bb(H5);
    pos->state->map[H5] ^= bit_mask(queen);
    assert_noticed("map: square h5\n");
    pos->state->key ^= zobrist.man[BLACK][QUEEN][F3] ^ zobrist.man[BLACK][QUEEN][G5];
    assert_noticed("Black Queen on g5");
    pos->state->key ^= zobrist.castling[CASTLE_ALL] ^ zobrist.castling[CASTLE_ALL & ~2];
    assert_noticed("castling rights");
    pos->state->map[H8] ^= bit_mask(queen);
    assert_noticed(CORRUPTED); /* where we are */
    make_move(pos, move_make(F3, H5));
    pos->state->map[A1] ^= bit_mask(queen);
    assert_noticed("moves: f3h5");
}

/* A ring sound in its links but wrong in its order, or a piece in a slot of another type. */
TEST(notices_wrong_order) {
    set_up(CORRUPTED);
    Lists *l = &pos->lists;
    const Cell queen = cell_make(SLOT_QUEEN, WHITE), pawn = l->prev[cell_make(SLOT_KING, WHITE)];
    lists_unlink(l, queen);
    lists_insert_behind(l, queen, pawn);
    assert_noticed("out of order");
    l->promoted_queens[BLACK] = 0;
    assert_noticed("slots: slot 2 of Black");
    /* Exchange the bits of two pieces: every table is sound, but a knight has a rook's slot. */
    const Cell rook = cell_make(SLOT_ROOK, WHITE), knight = cell_make(SLOT_KNIGHT, WHITE);
    const Bit rook_bit = l->bit_of[rook], knight_bit = l->bit_of[knight];
    l->bit_of[rook] = (uint8_t)knight_bit;
    l->bit_of[knight] = (uint8_t)rook_bit;
    l->cell_of[rook_bit] = (uint8_t)knight;
    l->cell_of[knight_bit] = (uint8_t)rook;
    assert_noticed("has slot");
    pos->state->out_of_order = ~pos->state->alive;
    assert_noticed("masks: alive");
    pos->state->out_of_order = bit_mask(knight_bit);
    assert_noticed("is not promoted");
    /* A second queen below the knights, as if make had forgotten to mark it. */
    position_set(other_pos, "4k3/P7/8/8/8/8/1P6/RNBQKBNR w - - 0 1");
    make_move(other_pos, move_make_promotion(48, 56, QUEEN));
    assert_true(other_pos->state->out_of_order != 0);
    position_copy(pos, other_pos);
    pos->state->out_of_order = 0;
    assert_noticed("order: White Knight on g1");
}

/* A slot that was not freed; one of a captured piece stays taken until there is a new root. */
TEST(notices_leaked_slots) {
    set_up(CORRUPTED);
    for (Color c = WHITE; c <= BLACK; c++) {
        pos->lists.promoted_queens[c] |= 1 << 6;
        assert_noticed(c == WHITE ? "slots: White's taken" : "slots: Black's taken");
        pos->lists.underpromoted[c] |= 1 << 6;
        assert_noticed(c == WHITE ? "slots: White's taken" : "slots: Black's taken");
    }
    set_up("nnnnkn2/nnn2n2/8/2n5/2N5/8/NNN2N2/NNNNKN2 w - - 0 1");
    pos->lists.underpromoted[WHITE] &= (uint16_t)~4;
    assert_noticed("of White");
    position_set(pos, "1r2k3/P7/8/8/8/8/8/4K3 w - - 0 1");
    make_move(pos, move_make_promotion(48, A8, QUEEN));
    make_move(pos, move_make(57, A8));
    assert_true(pos->lists.promoted_queens[WHITE] != 0);
    assert_true(verify_position(pos, "moves", report));
    position_copy(other_pos, pos);
    assert_true(verify_position(other_pos, "a copy", report));
    assert_int_equal(other_pos->lists.promoted_queens[WHITE], 0);
    unmake_move(pos);
    unmake_move(pos);
    assert_int_equal(pos->lists.promoted_queens[WHITE], 0);
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

/* A right, a file or a side without a number of its own. */
TEST(notices_missing_numbers) {
    const Zobrist good = zobrist;
    assert_true(verify_numbers(report));
    zobrist.man[BLACK][ROOK][A8] = zobrist.man[WHITE][PAWN][A1];
    assert_false(verify_numbers(report));
    zobrist = good;
    zobrist.side = 0;
    assert_false(verify_numbers(report));
    zobrist = good;
    set_up(CORRUPTED);
    for (int rights = 0; rights <= CASTLE_ALL; rights++)
        if (rights & CASTLE_BLACK_LONG)
            zobrist.castling[rights] = zobrist.castling[rights ^ CASTLE_BLACK_LONG];
    assert_noticed("castling right 8 has no number");
    zobrist = good;
    assert_true(verify_numbers(report));
}
