/* The preconditions that headers state are asserted: each is violated once, in a child of its own,
 * which must abort. The release build has no asserts. */
#include "board/make.h"
#include "core/bits.h"
#include "moves/captures.h"
#include "moves/exchange.h"
#include "moves/generate.h"
#include "moves/tactics.h"
#include "support/cmocka_test.h"
#include "support/setup.h"
#include "support/two_positions.h"

#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

static const char QUIET[] = "r3k2r/8/8/8/8/8/P6p/R3K2R w KQkq - 0 1";
static const char IN_CHECK[] = "4k3/8/8/8/8/8/4r3/4K3 w - - 0 1";

static MoveList list;
static volatile uint64_t nothing = 0;

static void assert_aborts(const char *fen, void (*violate)(void)) {
    int status = 0;
#ifdef NDEBUG
    skip();
#endif
    list.count = 0;
    position_set(pos, fen);
    const pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        dup2(open("/dev/null", O_WRONLY), STDERR_FILENO);
        signal(SIGABRT, SIG_DFL);
        violate();
        _exit(0);
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT);
}

/* A test in which a statement violates a precondition, in the position of a FEN. */
#define ABORTS(name, fen, statement)                                                               \
    static void name##_violated(void) {                                                            \
        statement;                                                                                 \
    }                                                                                              \
    TEST(name) {                                                                                   \
        assert_aborts(fen, name##_violated);                                                       \
    }

/* clang-format off */
ABORTS(lowest_bit_of_nothing, QUIET, nothing = (uint64_t)lowest_bit(nothing))
ABORTS(highest_bit_of_nothing, QUIET, nothing = (uint64_t)highest_bit(nothing))
ABORTS(promotion_to_king, QUIET, nothing = move_make_promotion(48, 56, KING))
ABORTS(kings_cell_unlinked, QUIET, lists_unlink(&pos->lists, cell_make(SLOT_KING, WHITE)))
ABORTS(dead_cell_unlinked, QUIET, lists_unlink(&pos->lists, cell_make(SLOT_QUEEN, WHITE)))
ABORTS(living_cell_relinked, QUIET, lists_relink(&pos->lists, cell_on(pos, A1)))
ABORTS(inserted_behind_a_dead_cell, QUIET,
       lists_insert_behind(&pos->lists, cell_make(SLOT_ROOK, WHITE), cell_make(SLOT_QUEEN, WHITE)))
ABORTS(too_many_promotions, QUIET,
       for (int i = 0; i <= PROMOTION_SLOTS; i++) lists_take_promotion_cell(&pos->lists, WHITE, QUEEN))
ABORTS(free_slot_freed, QUIET,
       lists_free_promotion_cell(&pos->lists, cell_make(SLOT_PROMOTED_QUEEN, WHITE)))
ABORTS(least_valuable_of_both_colours, QUIET,
       nothing = (uint64_t)least_valuable(pos->state, pos->state->alive))
ABORTS(king_in_the_material, QUIET,
       nothing = (uint64_t)material_count(pos->state->material, WHITE, KING))
ABORTS(two_pieces_on_a_square, QUIET, position_put(pos, A1, WHITE, QUEEN))
ABORTS(no_kings, QUIET, position_clear(pos); position_finish(pos))
ABORTS(position_copied_to_itself, QUIET, position_copy(pos, pos))
ABORTS(empty_square_moved, QUIET, make_move(pos, move_make(20, 28)))
ABORTS(enemy_piece_moved, QUIET, make_move(pos, move_make(A8, 40)))
ABORTS(rook_jumps, QUIET, make_move(pos, move_make(A1, 16)))
ABORTS(pawn_takes_nothing, QUIET, make_move(pos, move_make(8, 17)))
ABORTS(right_is_missing, QUIET,
       pos->state->castling = 0; make_move(pos, move_make_kind(E1, H1, MOVE_CASTLING)))
ABORTS(root_unmade, QUIET, unmake_move(pos))
ABORTS(null_move_in_check, IN_CHECK, make_null(pos))
ABORTS(captures_in_check, IN_CHECK, CaptureWalk walk; captures_start(&walk, pos, 0, THRESHOLD_ALL))
ABORTS(captures_with_wrong_pins, QUIET,
       CaptureWalk walk; captures_start(&walk, pos, bb(A1), THRESHOLD_ALL))
ABORTS(captures_below_an_odd_cell, QUIET,
       CaptureWalk walk; captures_start(&walk, pos, 0, THRESHOLD_QUEENS + 1))
ABORTS(captures_beyond_dummy, QUIET,
       CaptureWalk walk; captures_start(&walk, pos, 0, THRESHOLD_ALL + 2))
ABORTS(captures_counted_in_check, IN_CHECK, captures_count(pos))
ABORTS(quiet_moves_in_check, IN_CHECK, quiet_moves(pos, 0, &list))
ABORTS(push_promotions_in_check, IN_CHECK, push_promotions(pos, 0, false, &list))
ABORTS(castling_asked_in_check, IN_CHECK, castling_is_legal(pos, WING_SHORT))
ABORTS(evasions_out_of_check, QUIET, evasion_moves(pos, &list))
ABORTS(exchange_of_no_move, QUIET, exchange_value(pos, move_make(20, 28)))
ABORTS(exchange_line_of_castling, QUIET,
       ExchangeLine line; exchange_line(pos, move_make_kind(E1, H1, MOVE_CASTLING), &line))
ABORTS(negative_depth, QUIET, perft(pos, -1, PERFT_FULL, NULL))
/* clang-format on */

static void list_overflows(void) {
    static volatile int full = MOVE_LIMIT; /* volatile: the compiler must not see the overflow */
    list.count = full;
    list_add(&list, MOVE_NONE);
}

static void too_many_plies(void) {
    static const Square WAY[] = {E1, 12, E8, 52};
    for (int i = 0; i < STATE_LIMIT; i++) {
        const Square *here = WAY + (i & 1 ? 2 : 0);
        make_move(pos, move_make(here[i % 4 >= 2], here[i % 4 < 2]));
    }
}

TEST(rooms_overflow) {
    assert_aborts(QUIET, list_overflows);
    assert_aborts(QUIET, too_many_plies);
}
