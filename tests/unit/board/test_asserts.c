/* The preconditions that headers state are asserted: each is violated once, in a child of its own,
 * which must abort. The release build has no asserts. */
#include "board/fen.h"
#include "board/make.h"
#include "core/bits.h"
#include "eval/endings_internal.h"
#include "eval/eval_internal.h"
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

static MoveList list;

static const char QUIET[] = "r3k2r/8/8/8/8/8/P6p/R3K2R w KQkq - 0 1";
static const char IN_CHECK[] = "4k3/8/8/8/8/8/4r3/4K3 w - - 0 1";

/* --- violations: each is called with the position set up from its FEN ------------------------- */

static volatile uint64_t nothing = 0;

static void lowest_bit_of_nothing(void) {
    nothing = (uint64_t)lowest_bit(nothing);
}

static void highest_bit_of_nothing(void) {
    nothing = (uint64_t)highest_bit(nothing);
}

static void list_overflows(void) {
    static volatile int full = MOVE_LIMIT; /* volatile: the compiler must not see the overflow */
    list.count = full;
    list_add(&list, MOVE_NONE);
}

static void promotion_to_king(void) {
    nothing = move_make_promotion(48, 56, KING);
}

static void kings_cell_unlinked(void) {
    lists_unlink(&pos->lists, cell_make(SLOT_KING, WHITE));
}

static void dead_cell_unlinked(void) {
    lists_unlink(&pos->lists, cell_make(SLOT_QUEEN, WHITE));
}

static void living_cell_relinked(void) {
    const Cell cell = cell_on(pos, A1);
    lists_relink(&pos->lists, cell);
}

static void inserted_behind_a_dead_cell(void) {
    lists_insert_behind(&pos->lists, cell_make(SLOT_ROOK, WHITE), cell_make(SLOT_QUEEN, WHITE));
}

static void nine_promotions(void) {
    for (int i = 0; i <= PROMOTION_SLOTS; i++)
        lists_take_promotion_cell(&pos->lists, WHITE, QUEEN);
}

static void free_slot_freed(void) {
    lists_free_promotion_cell(&pos->lists, cell_make(SLOT_PROMOTED_QUEEN, WHITE));
}

static void least_valuable_of_both_colours(void) {
    nothing = (uint64_t)least_valuable(pos->state, pos->state->alive);
}

static void king_in_the_material(void) {
    nothing = (uint64_t)material_count(pos->state->material, WHITE, KING);
}

static void two_pieces_on_a_square(void) {
    position_put(pos, A1, WHITE, QUEEN);
}

static void no_kings(void) {
    position_clear(pos);
    position_finish(pos);
}

static void position_copied_to_itself(void) {
    position_copy(pos, pos);
}

static void empty_square_moved(void) {
    make_move(pos, move_make(20, 28));
}

static void enemy_piece_moved(void) {
    make_move(pos, move_make(A8, 40));
}

static void rook_jumps(void) {
    make_move(pos, move_make(A1, 16));
}

static void pawn_takes_nothing(void) {
    make_move(pos, move_make(8, 17));
}

static void right_is_missing(void) {
    pos->state->castling = 0;
    make_move(pos, move_make_kind(E1, H1, MOVE_CASTLING));
}

static void too_many_plies(void) {
    for (int i = 0; i < STATE_LIMIT; i++)
        make_move(pos, move_make(i % 4 < 2 ? (i & 1 ? E8 : E1)
                                 : i & 1   ? 52
                                           : 12,
                                 i % 4 < 2 ? (i & 1 ? 52 : 12)
                                 : i & 1   ? E8
                                           : E1));
}

static void root_unmade(void) {
    unmake_move(pos);
}

static void null_move_in_check(void) {
    make_null(pos);
}

static void captures_in_check(void) {
    CaptureWalk walk;
    captures_start(&walk, pos, 0, THRESHOLD_ALL);
}

static void captures_with_wrong_pins(void) {
    CaptureWalk walk;
    captures_start(&walk, pos, bb(A1), THRESHOLD_ALL);
}

static void captures_below_an_odd_cell(void) {
    CaptureWalk walk;
    captures_start(&walk, pos, 0, THRESHOLD_QUEENS + 1);
}

static void captures_beyond_dummy(void) {
    CaptureWalk walk;
    captures_start(&walk, pos, 0, THRESHOLD_ALL + 2);
}

static void captures_counted_in_check(void) {
    captures_count(pos);
}

static void quiet_moves_in_check(void) {
    quiet_moves(pos, 0, &list);
}

static void push_promotions_in_check(void) {
    push_promotions(pos, 0, false, &list);
}

static void castling_asked_in_check(void) {
    castling_is_legal(pos, WING_SHORT);
}

static void evasions_out_of_check(void) {
    evasion_moves(pos, &list);
}

static void exchange_of_no_move(void) {
    exchange_value(pos, move_make(20, 28));
}

static void exchange_line_of_castling(void) {
    ExchangeLine line;
    exchange_line(pos, move_make_kind(E1, H1, MOVE_CASTLING), &line);
}

static void king_won(void) {
    square_is_won(pos->state, (PieceBits){0, 0, 0}, WHITE, E8, 0);
}

static void pawn_on_the_first_rank(void) {
    kpk_wins(WHITE, E1, A1, E8, WHITE);
}

static void negative_depth(void) {
    perft(pos, -1, PERFT_FULL, NULL);
}

static const struct {
    const char *name, *fen;
    void (*violate)(void);
} VIOLATIONS[] = {
    {"lowest_bit", QUIET, lowest_bit_of_nothing},
    {"highest_bit", QUIET, highest_bit_of_nothing},
    {"list_add", QUIET, list_overflows},
    {"move_make_promotion", QUIET, promotion_to_king},
    {"lists_unlink, the king's cell", QUIET, kings_cell_unlinked},
    {"lists_unlink, a dead cell", QUIET, dead_cell_unlinked},
    {"lists_relink", QUIET, living_cell_relinked},
    {"lists_insert_behind", QUIET, inserted_behind_a_dead_cell},
    {"lists_take_promotion_cell", QUIET, nine_promotions},
    {"lists_free_promotion_cell", QUIET, free_slot_freed},
    {"least_valuable", QUIET, least_valuable_of_both_colours},
    {"material_count", QUIET, king_in_the_material},
    {"position_put", QUIET, two_pieces_on_a_square},
    {"position_finish", QUIET, no_kings},
    {"position_copy", QUIET, position_copied_to_itself},
    {"make_move, empty square", QUIET, empty_square_moved},
    {"make_move, enemy piece", QUIET, enemy_piece_moved},
    {"make_move, over a piece", QUIET, rook_jumps},
    {"make_move, a pawn's capture of nothing", QUIET, pawn_takes_nothing},
    {"make_move, castling without a right", QUIET, right_is_missing},
    {"make_move, too many plies", QUIET, too_many_plies},
    {"unmake_move", QUIET, root_unmade},
    {"make_null", IN_CHECK, null_move_in_check},
    {"captures_start, in check", IN_CHECK, captures_in_check},
    {"captures_start, wrong pins", QUIET, captures_with_wrong_pins},
    {"captures_start, odd threshold", QUIET, captures_below_an_odd_cell},
    {"captures_start, threshold beyond DUMMY", QUIET, captures_beyond_dummy},
    {"captures_count", IN_CHECK, captures_counted_in_check},
    {"quiet_moves", IN_CHECK, quiet_moves_in_check},
    {"push_promotions", IN_CHECK, push_promotions_in_check},
    {"castling_is_legal", IN_CHECK, castling_asked_in_check},
    {"evasion_moves", QUIET, evasions_out_of_check},
    {"exchange_value", QUIET, exchange_of_no_move},
    {"exchange_line", QUIET, exchange_line_of_castling},
    {"square_is_won", QUIET, king_won},
    {"kpk_wins", QUIET, pawn_on_the_first_rank},
    {"perft", QUIET, negative_depth},
};

/* --- the test -------------------------------------------------------------------------------- */

/* The signal that ended a child which violates a precondition; 0 if it ended by itself. */
static int signal_of(void (*violate)(void)) {
    int status = 0;
    const pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        const int null = open("/dev/null", O_WRONLY);
        dup2(null, STDERR_FILENO);
        signal(SIGABRT, SIG_DFL);
        violate();
        _exit(0);
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    return WIFSIGNALED(status) ? WTERMSIG(status) : 0;
}

TEST(violations_abort) {
#ifdef NDEBUG
    skip();
#endif
    for (size_t i = 0; i < sizeof VIOLATIONS / sizeof *VIOLATIONS; i++) {
        list.count = 0;
        position_set(pos, VIOLATIONS[i].fen);
        if (signal_of(VIOLATIONS[i].violate) != SIGABRT)
            fail_msg("%s: a violated precondition is not noticed", VIOLATIONS[i].name);
    }
}
