/* The comparator notices every change of a good position, and its report names the change. */
#include "board/make.h"
#include "board/state.h"
#include "selfcheck/verify.h"
#include "support/cmocka_test.h"
#include "support/setup.h"

#include <string.h>

/* A middlegame with all kinds of pieces. Each side has a promoted queen (slot 2) and a pre-promoted pawn. */
static const char CORRUPTED[] =
    "r3k2r/1Pp1qpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/1PPBBpPP/qR2K2R w Kkq - 0 1";

/* Sets up `other_pos`, which stays good, and `pos`, in which faults are planted. */
static void set_up(const char *fen) {
    position_set(other_pos, fen);
    position_copy(pos, other_pos);
    assert_true(verify_position(pos, "set-up", report));
}

/* Fails unless the comparator finds a fault and its report contains `want`. Restores the position. */
static void assert_noticed(const char *want) {
    if (verify_position(pos, "a planted fault", report))
        fail_msg("not noticed; wanted \"%s\"", want);
    if (!strstr(report, want))
        fail_msg("wanted \"%s\" in the report:\n%s", want, report);
    assert_true(strlen(report) < DIFFERENCE_SIZE - 1);
    position_copy(pos, other_pos);
}

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

/* If a link of a living cell has any wrong value, the comparator still ends and reports the link. */
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
            l->next[cell] = (uint8_t)to; /* a wrong link in both directions */
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
        lists_unlink(l, cell); /* the ring is whole, but this piece is not in it */
        assert_noticed("in the list");
    }
    const Cell dummy = cell_make(SLOT_DUMMY, WHITE);
    l->next[l->prev[dummy]] = l->next[dummy];
    l->prev[l->next[dummy]] = l->prev[dummy];
    assert_noticed("no DUMMY");
    l->next[dummy] = l->prev[dummy] = (uint8_t)dummy; /* DUMMY is linked to itself */
    assert_noticed("lists: ");
}

TEST(the_report_names_the_pieces) {
    enum { F3 = 21, G5 = 38, H5 = 39 };
    set_up(CORRUPTED);
    const Bit queen = man_bit(pos->state->man_on[F3]);
    pos->state->map[H5] ^= bit_mask(queen);
    assert_noticed("missing: White Queen on f3");
    pos->state->map[H8] ^= bit_mask(queen);
    assert_noticed("extra: White Queen on f3");
    /* The map and the column are wrong in the same bit: only the matrix from scratch shows it. */
    pos->state->attacks[queen] ^= bb(H5);
    pos->state->map[H5] ^= bit_mask(queen);
    assert_noticed("map: square h5\n");
    pos->state->key ^= zobrist.man[BLACK][QUEEN][F3] ^ zobrist.man[BLACK][QUEEN][G5];
    assert_noticed("Black Queen on g5");
    pos->state->key ^= zobrist.castling[CASTLE_ALL] ^ zobrist.castling[CASTLE_ALL & ~2];
    assert_noticed("castling rights");
    pos->state->map[H8] ^= bit_mask(queen);
    assert_noticed(CORRUPTED); /* the report has the FEN */
    make_move(pos, move_make(F3, H5));
    pos->state->map[A1] ^= bit_mask(queen);
    assert_noticed("moves: f3h5");
}

#ifdef NDEBUG
/* If no promotion slot is free, a promotion breaks no ring. A debug build would stop at an assert before that. */
TEST(full_slots_break_no_ring) {
    position_set(pos, "8/PPP5/8/8/4k3/8/8/4K3 w - - 0 1");
    pos->lists.promoted_queens[WHITE] = PROMOTION_MASK;
    make_move(pos, move_make_promotion(48, A8, QUEEN));
    make_move(pos, move_make(28, 36));
    make_move(pos, move_make_promotion(49, 57, QUEEN));
    for (Cell cell = cell_make(SLOT_KING, WHITE), i = 0; i < 5; i++) {
        cell = pos->lists.next[cell];
        assert_int_equal(slot_of(cell) == SLOT_KING, i == 4); /* after 2 queens, DUMMY, a pawn */
    }
    assert_false(verify_position(pos, "leaks", report));
    assert_non_null(strstr(report, "slots: "));
}
#endif
