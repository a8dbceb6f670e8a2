/* The attack matrix and the lists stay right in random games, when positions are made, unmade, copied and rerooted. */
#include "board/fen.h"
#include "board/make.h"
#include "board/position.h"
#include "selfcheck/verify.h"
#include "support/cmocka_test.h"
#include "support/games.h"
#include "support/setup.h"
#include "support/suite.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Fails unless the position equals one made from scratch. In the debug build make_move itself compares, too. */
static void verify(const char *event) {
    require(verify_position(pos, event, report));
}

/* The data that make_move may change and unmake_move must restore. */
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

enum { GAME_PLIES = 200 };

/* The counts of cases met in the games, so that no test passes without its cases. */
typedef struct Tally {
    int plies, captures, castlings, en_passants, promotions[TYPE_COUNT], nulls, rerooted;
} Tally;

static Tally tally;

static void count_move(Move m) {
    tally.plies++;
    tally.castlings += move_kind(m) == MOVE_CASTLING;
    tally.en_passants += move_kind(m) == MOVE_EN_PASSANT;
    tally.captures += (pos->state->undo & UNDO_CAPTURE) != 0;
    if (move_kind(m) == MOVE_PROMOTION)
        tally.promotions[move_promotion(m)]++;
}

static void try_null_move(void) {
    if (in_check(pos->state))
        return;
    Snapshot before;
    take(&before);
    make_null(pos);
    verify("null move");
    assert_int_equal(pos->state->side, opponent(before.state.side));
    assert_int_equal(pos->state->ep, SQUARE_NONE);
    assert_true(pos->state->key != before.state.key);
    unmake_move(pos);
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

/* Plays random moves from the root, at most as many as there are states. Unmakes all these moves, and makes them again.
 * Returns the number of moves. */
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

static int value_rank(PieceType type) {
    return type == BISHOP ? KNIGHT : type; /* both types have the same value in an exchange */
}

/* Fails unless the position is ordered as at a root: values rise with the bits, and fall along the ring. */
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

TEST(random_games_standard) {
    Random r = {1};
    tally = (Tally){0};
    for (int game = 0; game < scaled(400); game++)
        play_game(FEN_START, &r, game % TASTE_COUNT);
    report_tally("standard");
    assert_true(tally.captures && tally.castlings && tally.en_passants && tally.nulls);
    for (PieceType type = KNIGHT; type <= QUEEN; type++)
        assert_true(tally.promotions[type] > 0);
}

TEST(random_games_chess960) {
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

/* Nine queens, ten pieces of each other kind, and pawns about to promote. */
TEST(random_games_many_men) {
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

TEST(copy_is_equal_and_apart) {
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
        require(verify_position(copy, "copy", report));
        assert_memory_equal(copy->state, pos->state, sizeof *pos->state);
        /* position_copy frees the slots of captured pieces. The lists are equal otherwise. */
        assert_memory_equal(&copy->lists, &pos->lists, offsetof(Lists, promoted_queens));
        lists_free_dead_cells(&pos->lists, pos->state->alive);
        assert_memory_equal(&copy->lists, &pos->lists, sizeof pos->lists);
        pos->lists = before.lists;
        assert_int_equal(copy->past_count, pos->past_count + (pos->state - pos->states));
        assert_int_equal(repetitions(copy, 9), repetitions(pos, 9));
        assert_int_equal(game_ply(copy), game_ply(pos));
        random_walk(copy, &r, TASTE_ANY, 30); /* moves on the copy must not change the source */
        assert_restored(&before);
        verify("the copy's moves");
    }
    free(copy);
}
