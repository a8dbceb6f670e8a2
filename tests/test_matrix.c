/* The attack matrix and the lists through random games: made, unmade, copied, rerooted; and the
 * comparator itself, which must notice every corruption planted in a good position. */
#include "board/fen.h"
#include "board/make.h"
#include "board/repetition.h"
#include "board/verify.h"
#include "moves/generate.h"
#include "support/cmocka_test.h"
#include "support/games.h"
#include "support/setup.h"
#include "support/suite.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static Position *pos;
static char report[DIFFERENCE_SIZE];

/* Called by hand, so that the release build is checked as well. */
static void verify(const char *event) {
    if (!verify_position(pos, event, report))
        fail_msg("%s", report);
}

/* --- snapshots ----------------------------------------------------------------------------- */

/* All that make may change and unmake must put back. */
typedef struct Snapshot {
    Lists lists;
    State state;
    int game_ply, past_count;
    const State *state_at;
    uint8_t castle_rook[4];
    uint8_t castle_mask[SQUARE_COUNT];
} Snapshot;

static void take(Snapshot *shot) {
    shot->lists = pos->lists;
    shot->state = *pos->state;
    shot->game_ply = game_ply(pos);
    shot->past_count = pos->past_count;
    shot->state_at = pos->state;
    memcpy(shot->castle_rook, pos->castle_rook, sizeof shot->castle_rook);
    memcpy(shot->castle_mask, pos->castle_mask, sizeof shot->castle_mask);
}

static void assert_restored(const Snapshot *shot) {
    assert_memory_equal(&shot->lists, &pos->lists, sizeof shot->lists);
    assert_memory_equal(&shot->state, pos->state, sizeof shot->state);
    assert_int_equal(shot->game_ply, game_ply(pos));
    assert_int_equal(shot->past_count, pos->past_count);
    assert_ptr_equal(shot->state_at, pos->state);
    assert_memory_equal(shot->castle_rook, pos->castle_rook, sizeof shot->castle_rook);
    assert_memory_equal(shot->castle_mask, pos->castle_mask, sizeof shot->castle_mask);
}

/* --- random games -------------------------------------------------------------------------- */

enum { GAME_PLIES = 200 };

/* What the games met, so that no test passes for want of cases. */
typedef struct Tally {
    int plies, captures, castlings, en_passants, promotions[TYPE_COUNT], nulls, rerooted;
} Tally;

static Tally tally;

static void count_move(Move m) {
    tally.plies++;
    tally.castlings += move_kind(m) == MOVE_CASTLING;
    tally.en_passants += move_kind(m) == MOVE_EN_PASSANT;
    tally.captures += pos->state->captured != CELL_NONE;
    if (move_kind(m) == MOVE_PROMOTION)
        tally.promotions[move_promotion(m)]++;
}

static void try_null_move(void) {
    if (in_check(pos->state))
        return;
    Snapshot before;
    NullUndo undo;
    take(&before);
    make_null(pos, &undo);
    verify("null move");
    assert_int_equal(pos->state->side, opponent(before.state.side));
    assert_int_equal(pos->state->ep, SQUARE_NONE);
    assert_true(pos->state->key != before.state.key);
    unmake_null(pos, &undo);
    verify("unmake of a null move");
    assert_restored(&before);
    tally.nulls++;
}

/* Makes and unmakes a move, then makes it for good. */
static void step(Move m) {
    Snapshot before, after;
    take(&before);
    make_move(pos, m);
    verify("make");
    take(&after);
    unmake_move(pos);
    verify("unmake");
    assert_restored(&before);
    make_move(pos, m);
    assert_memory_equal(&after.state, pos->state, sizeof after.state);
    assert_memory_equal(&after.lists, &pos->lists, sizeof after.lists);
    count_move(m);
}

/* Plays on from the root for as long as there are states, then goes all the way back, and forth
 * again. */
static int play_stretch(Random *r, Taste taste, int plies) {
    static Snapshot shots[STATE_LIMIT];
    static Move moves[STATE_LIMIT];
    int made = 0;
    plies = plies < plies_left(pos) ? plies : plies_left(pos);
    for (; made < plies; made++) {
        moves[made] = random_move(pos, r, taste);
        if (moves[made] == MOVE_NONE)
            break;
        take(&shots[made]);
        if (made % 8 == 0)
            try_null_move();
        step(moves[made]);
    }
    for (int i = made - 1; i >= 0; i--) {
        unmake_move(pos);
        verify("unmake");
        assert_restored(&shots[i]);
    }
    for (int i = 0; i < made; i++)
        make_move(pos, moves[i]);
    verify("make");
    return made;
}

static void assert_true_order(void);

static void play_game(const char *fen, Random *r, Taste taste) {
    position_set(pos, fen);
    verify("set-up");
    assert_true_order();
    for (int ply = 0; ply < GAME_PLIES;) {
        const int made = play_stretch(r, taste, GAME_PLIES - ply);
        if (made == 0)
            break;
        ply += made;
        position_reroot(pos);
        verify("reroot");
        assert_true_order();
        tally.rerooted++;
    }
}

static void report_tally(const char *name) {
    printf("  %s: %d plies, %d captures, %d castlings, %d e.p., promotions N %d B %d R %d Q %d, "
           "%d null moves\n",
           name, tally.plies, tally.captures, tally.castlings, tally.en_passants,
           tally.promotions[KNIGHT], tally.promotions[BISHOP], tally.promotions[ROOK],
           tally.promotions[QUEEN], tally.nulls);
}

static void random_games_standard(void **unused) {
    (void)unused;
    Random r = {1};
    tally = (Tally){0};
    for (int game = 0; game < scaled(400); game++)
        play_game(FEN_START, &r, game % TASTE_COUNT);
    report_tally("standard");
    assert_true(tally.captures && tally.castlings && tally.en_passants && tally.nulls);
    for (PieceType type = KNIGHT; type <= QUEEN; type++)
        assert_true(tally.promotions[type] > 0);
}

static void random_games_chess960(void **unused) {
    (void)unused;
    Random r = {960};
    char fen[START_SIZE];
    tally = (Tally){0};
    pos->chess960 = true;
    for (int game = 0; game < scaled(400); game++) {
        random_start(&r, game % 2 == 1, fen);
        play_game(fen, &r, game % 3 ? TASTE_CASTLE : TASTE_ANY);
    }
    pos->chess960 = false;
    report_tally("Chess960 and DFRC");
    assert_true(tally.captures && tally.castlings);
}

/* Nine queens, ten of each other piece, and pawns about to become them. */
static void random_games_many_men(void **unused) {
    (void)unused;
    static const char *const FENS[] = {
        "qqqqkqqq/qq6/8/8/8/8/QQ6/QQQQKQQQ w - - 0 1",
        "nnnnkn2/nnn2n2/8/2n5/2N5/8/NNN2N2/NNNNKN2 w - - 0 1",
        "bbbbkb2/bbb2b2/8/8/8/8/BBB2B2/BBBBKB2 w - - 0 1",
        "rrrrkr2/rrr2r2/7r/8/8/7R/RRR2R2/RRRRKR2 w - - 0 1",
        "8/PPPPPPPP/8/2k5/5K2/8/pppppppp/8 w - - 0 1",
        "nbrq1bnr/PPPPPPPP/8/2k5/5K2/8/pppppppp/NBRQ1BNR w - - 0 1",
        "nbrqkbnr/8/PPPPPPPP/8/8/pppppppp/8/NBRQKBNR b - - 0 1",
    };
    Random r = {9};
    Suite suite;
    tally = (Tally){0};
    for (int game = 0; game < scaled(280); game++)
        play_game(FENS[game % 7], &r, (game / 7) % TASTE_COUNT);
    assert_true(suite_open(&suite, TEST_DATA_DIR "/perft/many_pieces.epd"));
    for (int line = 0; suite_next(&suite); line++)
        if (line % 10 < scaled(10))
            play_game(suite.line, &r, line % TASTE_COUNT);
    report_tally("many men");
    for (PieceType type = KNIGHT; type <= QUEEN; type++)
        assert_true(tally.promotions[type] > scaled(100));
}

/* --- set-up, reroot, copy ------------------------------------------------------------------ */

static int value_rank(PieceType type) {
    return type == BISHOP ? KNIGHT : type; /* neither is worth more in an exchange */
}

/* A root is numbered in true order: nothing out of order, bits rise and lists fall in value. */
static void assert_true_order(void) {
    const State *s = pos->state;
    assert_int_equal(s->out_of_order, 0);
    for (Color c = WHITE; c <= BLACK; c++) {
        int last = KING;
        Cell cell = cell_make(SLOT_KING, c);
        for (; pos->lists.next[cell] != cell_make(SLOT_KING, c); cell = pos->lists.next[cell]) {
            if (slot_of(cell) == SLOT_DUMMY)
                continue;
            const int type = type_on(s, square_of_cell(pos, cell));
            assert_true(type <= last);
            last = type;
        }
        last = PAWN;
        for (uint32_t left = s->alive & half_of(c); left;) {
            const int type = type_of_bit(s, pop_bit32(&left));
            assert_true(value_rank(type) >= value_rank(last));
            last = type;
        }
    }
}

/* Renumbering changes no fact about the position. */
static void reroot_keeps_the_position(void **unused) {
    (void)unused;
    Random r = {77};
    char before[FEN_SIZE], after[FEN_SIZE];
    for (int game = 0; game < scaled(300); game++) {
        position_set(pos, "8/PPPPPPPP/8/2k5/5K2/8/pppppppp/8 w - - 0 1");
        for (int ply = 0; ply < 60; ply++) {
            const Move m = random_move(pos, &r, game % TASTE_COUNT);
            if (m == MOVE_NONE)
                break;
            make_move(pos, m);
        }
        const State old = *pos->state;
        const int drawn = repetitions(pos, 9);
        fen_write(pos, before);
        position_reroot(pos);
        verify("reroot");
        assert_true_order();
        fen_write(pos, after);
        assert_string_equal(before, after);
        assert_ptr_equal(pos->state, pos->states);
        assert_true(old.key == pos->state->key);
        assert_memory_equal(old.part_key, pos->state->part_key, sizeof old.part_key);
        assert_true(old.material == pos->state->material);
        assert_int_equal(old.rule50, pos->state->rule50);
        assert_int_equal(drawn, repetitions(pos, 9));
    }
}

static void copy_is_equal_and_apart(void **unused) {
    (void)unused;
    Random r = {5};
    Position *copy = position_new();
    for (int game = 0; game < scaled(200); game++) {
        position_set(pos, FEN_START);
        for (int ply = 0; ply < 40; ply++) {
            const Move m = random_move(pos, &r, TASTE_ANY);
            if (m == MOVE_NONE)
                break;
            make_move(pos, m);
        }
        Snapshot before;
        take(&before);
        position_copy(copy, pos);
        if (!verify_position(copy, "copy", report))
            fail_msg("%s", report);
        assert_memory_equal(copy->state, pos->state, sizeof *pos->state);
        assert_memory_equal(&copy->lists, &pos->lists, sizeof pos->lists);
        assert_int_equal(copy->past_count, pos->past_count + (pos->state - pos->states));
        assert_int_equal(repetitions(copy, 9), repetitions(pos, 9));
        assert_int_equal(game_ply(copy), game_ply(pos));
        random_walk(copy, &r, TASTE_ANY, 30); /* must leave the source alone */
        assert_restored(&before);
        verify("the copy's moves");
    }
    free(copy);
}

/* More moves than there are states or keys: the game goes on by rerooting. */
static void long_games_go_on(void **unused) {
    (void)unused;
    Random r = {3000};
    position_set(pos, FEN_START);
    int plies = 0;
    for (; plies < 3000; plies++) {
        const Move m = random_move(pos, &r, TASTE_QUIET);
        if (m == MOVE_NONE)
            break;
        make_move(pos, m);
        position_reroot(pos);
        if (plies % 16 == 0)
            verify("reroot");
        assert_int_equal(game_ply(pos), plies + 1);
        assert_in_range(pos->past_count, 0, KEY_LIMIT);
    }
    assert_true(plies > KEY_LIMIT);
}

/* --- the comparator notices ---------------------------------------------------------------- */

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
    verify("set-up");
}

static void notices_matrix_faults(void **unused) {
    (void)unused;
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
            /* Both readings wrong alike: only the matrix from scratch can tell. */
            pos->state->attacks[bit] ^= bb(sq);
            pos->state->map[sq] ^= bit_mask(bit);
            snprintf(want, sizeof want, "map: square %c%c\n", file, rank);
            assert_noticed(good, want);
        }
    }
    free(good);
}

static void names_the_attackers(void **unused) {
    (void)unused;
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

static void notices_list_faults(void **unused) {
    (void)unused;
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
static void notices_wrong_order(void **unused) {
    (void)unused;
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

static void notices_under_promotion_slot(void **unused) {
    (void)unused;
    Position *good = position_new();
    position_set(good, "nnnnkn2/nnn2n2/8/2n5/2N5/8/NNN2N2/NNNNKN2 w - - 0 1");
    position_copy(pos, good);
    for (int slot = 0; slot < 8; slot++) {
        char want[64];
        snprintf(want, sizeof want, "slots: slot %d of White", SLOT_UNDERPROMOTED + slot);
        pos->lists.underpromoted[WHITE] &= (uint8_t) ~(1 << slot);
        assert_noticed(good, want);
    }
    free(good);
}

static void notices_board_faults(void **unused) {
    (void)unused;
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

static void notices_mask_and_key_faults(void **unused) {
    (void)unused;
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

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_games_standard),        cmocka_unit_test(random_games_chess960),
        cmocka_unit_test(random_games_many_men),        cmocka_unit_test(reroot_keeps_the_position),
        cmocka_unit_test(copy_is_equal_and_apart),      cmocka_unit_test(long_games_go_on),
        cmocka_unit_test(notices_matrix_faults),        cmocka_unit_test(names_the_attackers),
        cmocka_unit_test(notices_list_faults),          cmocka_unit_test(notices_wrong_order),
        cmocka_unit_test(notices_under_promotion_slot), cmocka_unit_test(notices_board_faults),
        cmocka_unit_test(notices_mask_and_key_faults),
    };
    setup_tables();
    pos = position_new();
    const int failed = cmocka_run_group_tests_name("matrix", tests, NULL, NULL);
    free(pos);
    return failed;
}
