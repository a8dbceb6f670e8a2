#include "selfcheck/selfcheck.h"

#include "board/fen.h"
#include "board/make.h"
#include "core/bits.h"
#include "moves/generate.h"
#include "os/thread.h"
#include "selfcheck/kernel_specs.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* True if a step of selftest should end: the time is up, or the user has stopped it. */
static bool selftest_is_over(const Selftest *t) {
    return *t->stop || clock_now() >= t->until;
}

/* --- positions ------------------------------------------------------------------------------- */

/* The start positions of the random games. */
static const char *const STARTS[] = {
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
    "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1",
    "qrkbnrbn/pppppppp/8/8/8/8/PPPPPPPP/QRKBNRBN w FBfb - 0 1",
    "8/1P2k3/2p1p3/1pP1Pp2/pP3PpP/P2K2P1/8/8 w - - 0 1",
    "8/8/8/5N2/4k3/p7/P7/2NK3B b - - 0 1",
    "nnn1k2r/pppppppp/8/8/8/8/PPPPPPPP/R3KNNN w Qk - 0 1",
    "bb2kbrr/r1pppppp/8/8/8/8/PPPPPPP1/R1BBKB1R b KQ - 5 80"};
enum { START_COUNT = sizeof STARTS / sizeof *STARTS, GAME_PLIES = 60 };

/* A random legal move, or MOVE_NONE. */
static Move draw_move(const Position *pos, uint64_t *random) {
    MoveList list = {.count = 0};
    legal_moves(pos, &list);
    return list.count ? list.moves[random_next(random) % (uint64_t)list.count] : MOVE_NONE;
}

static void set_start(Selftest *t, uint64_t n) {
    t->pos->chess960 = false;
    fen_parse(t->pos, STARTS[n % START_COUNT], NULL, 0);
}

/* Sets t->pos to the n-th position of an endless series from random games, the same in every run.
 * The games have all types of pieces, promotions, castling and Chess960. */
static void selftest_position(Selftest *t, uint64_t n) {
    uint64_t random = n;
    set_start(t, n);
    for (uint64_t plies = random_next(&random) % GAME_PLIES; plies > 0; plies--) {
        const Move m = draw_move(t->pos, &random);
        if (m == MOVE_NONE)
            return;
        make_move(t->pos, m);
    }
}

/* --- games ----------------------------------------------------------------------------------- */

static bool look_at_all(Selftest *t) {
    return verify_position(t->pos, "a move", t->report);
}

static bool look_at_moves(Selftest *t) {
    if (!look_at_all(t))
        return false;
    if (verify_moves(t->pos, t->report))
        return verify_exchanges(t->pos, 8, t->report) && verify_questions(t->pos, t->report);
    /* The generators differ. If the list of legal moves is the wrong one, verify_rules replaces the
     * report by its own. */
    verify_rules(t->pos, t->report);
    return false;
}

static bool look_at_evaluation(Selftest *t) {
    return verify_evaluation(t->pos, t->room, t->report);
}

static bool look_at_network(Selftest *t) {
    accumulators_evaluate(t->accumulators, t->pos);
    return verify_network(t->accumulators, t->pos, t->report);
}

/* Plays the n-th game of an endless series of random games on t->pos, the same in every run. Calls
 * `look` on each position before the move, and adds the number of positions to *count. If `look`
 * returns false, stops and returns false. */
static bool selftest_play(Selftest *t, uint64_t n, Look *look, int *count) {
    uint64_t random = n;
    set_start(t, n);
    for (int ply = 0; ply < GAME_PLIES; ply++) {
        if (!look(t))
            return false;
        ++*count;
        thread_step();
        const Move m = draw_move(t->pos, &random);
        if (m == MOVE_NONE)
            break;
        make_move(t->pos, m);
    }
    return true;
}

/* Plays a game and takes all its moves back, with a check of every position. Adds the number of
 * positions of the game to *count. */
static bool look_through_game(Selftest *t, uint64_t n, Look *look, int *count) {
    bool well = selftest_play(t, n, look, count);
    while (well && t->pos->state != t->pos->states) {
        unmake_move(t->pos);
        well = verify_position(t->pos, "a move taken back", t->report);
    }
    return well;
}

/* Plays games until the time is up, at most GAMES games. */
static bool look_through_games(Selftest *t, Look *look, const char *what) {
    enum { GAMES = 4000 };
    int count = 0;
    uint64_t n = 0;
    bool well = true;
    do
        well = look_through_game(t, n++, look, &count);
    while (well && n < GAMES && !selftest_is_over(t));
    snprintf(t->done, sizeof t->done, "%d positions of %" PRIu64 " random games, %s", count, n,
             what);
    return well;
}

bool selftest_comparator(Selftest *t) {
    return look_through_games(t, look_at_all, "there and back");
}

bool selftest_evaluation(Selftest *t) {
    return look_through_games(t, look_at_evaluation, "colours exchanged");
}

bool selftest_network(Selftest *t) {
    const Network *net = network_embedded();
    if (!net) {
        snprintf(t->report, sizeof t->report,
                 "network: its bytes in this program are damaged; get the program again\n");
        return false;
    }
    if (!verify_known_scores(t->room, t->report))
        return false;
    accumulators_begin(t->accumulators, net);
    return look_through_games(t, look_at_network, "updated sums and sums from scratch");
}

/* --- kernels --------------------------------------------------------------------------------- */

static uint64_t call_plainly(const KernelVersion *v, const uint64_t args[KERNEL_ARGS],
                             uint64_t *broke) {
    return kernel_call(v->function, args);
}

/* Compares the kernels in the order of the registry, so that a kernel is compared before other
 * kernels rely on it. The function does not call a kernel on a position that is broken, or has an
 * illegal move in its list, since the fault is then not the kernel's. */
static bool look_at_kernels(Selftest *t) {
    const Kernel *k;
    bool lawful = false;
    if (!look_at_all(t))
        return false;
    for (int i = 0; (k = kernel_at(i)) != NULL; i++) {
        const KernelSpec *spec = kernel_spec_of(k);
        if (spec && spec->plays && !lawful && !(lawful = verify_rules(t->pos, t->report)))
            return false;
        if (!kernel_check(k, spec, call_plainly, t->kernel_calls, t->pos, &t->calls, t->report))
            return false;
    }
    return true;
}

bool selftest_kernels(Selftest *t) {
    enum { GAMES = 400 };
    int count = 0;
    bool well = true;
    uint64_t n = 0;
    t->calls = 0;
    t->kernel_calls = kernel_calls_new(1);
    if (!t->kernel_calls) {
        snprintf(t->report, sizeof t->report, "not enough memory\n");
        return false;
    }
    do
        well = selftest_play(t, n++, look_at_kernels, &count);
    while (well && n < GAMES && !selftest_is_over(t));
    aligned_free(t->kernel_calls);
    snprintf(t->done, sizeof t->done,
             "%" PRIu64 " calls against the C references, up to level %s%s", t->calls,
             cpu_level_name(t->level),
             t->level == CPU_AVX512 && (cpu_features() & CPU_VBMI2) ? " with vbmi2" : "");
    return well;
}

/* --- captures -------------------------------------------------------------------------------- */

/* Checks a position and all positions that captures and promotions (PERFT_CAPTURES) reach within
 * `depth` plies. */
static bool look_through_captures(Selftest *t, int depth, int *count) {
    MoveList list = {.count = 0};
    ++*count;
    thread_step();
    if (!look_at_moves(t))
        return false;
    perft_moves(t->pos, PERFT_CAPTURES, &list);
    for (int i = 0; depth > 0 && i < list.count; i++) {
        make_move(t->pos, list.moves[i]);
        if (!look_through_captures(t, depth - 1, count))
            return false;
        unmake_move(t->pos);
    }
    return true;
}

bool selftest_captures(Selftest *t) {
    enum { POSITIONS = 8000, DEPTH = 2 };
    int count = 0;
    uint64_t n = 0;
    bool well = true;
    do {
        selftest_position(t, n++);
        well = look_through_captures(t, DEPTH, &count);
    } while (well && n < POSITIONS && !selftest_is_over(t));
    snprintf(t->done, sizeof t->done,
             "%d positions in the trees of captures of %" PRIu64
             ", staged, to every threshold, and from the full list",
             count, n);
    return well;
}

/* --- rules ----------------------------------------------------------------------------------- */

/* Positions in which rules interact. Castling rights and e.p. squares appear and vanish; king and
 * rook cross when castling. Pawns promote to each type, pieces are out of order, and the fifty-move
 * rule applies. */
static const char *const RULES[] = {"4k3/8/8/8/8/8/8/1RK5 w B - 10 20",
                                    "1rk5/8/8/8/8/8/8/4K3 b b - 10 20",
                                    "4k2r/6p1/8/5P1P/8/8/8/7K b - - 0 1",
                                    "7k/8/8/8/5p1p/8/6P1/4K2R w - - 0 1",
                                    "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 97 60",
                                    "rn2k1nr/8/8/8/8/8/8/RN2K1NR b KQkq - 4 9",
                                    "6k1/P1q5/8/6p1/8/8/8/1NRBKBNR w - - 0 1",
                                    "1nrbkbnr/8/8/8/6P1/8/p1Q5/6K1 b - - 0 1",
                                    "6k1/P1q3b1/8/6p1/8/8/1PPPP3/1NRBKBNR w - - 98 70",
                                    "8/2p5/8/KP1p3r/1R2Pp1k/8/6P1/8 w - d6 0 1",
                                    "r1k1r2q/p1ppp1pp/8/8/8/8/P1PPP1PP/R1K1R2Q w EAea - 0 1",
                                    "7k/8/8/8/8/8/6B1/b5K1 w - - 98 80",
                                    "7k/8/8/8/8/8/5NN1/6K1 w - - 3 70"};
enum { RULE_COUNT = sizeof RULES / sizeof *RULES };

static bool look_at_rules(Selftest *t) {
    return look_at_all(t) && verify_rules(t->pos, t->report) && verify_moves(t->pos, t->report) &&
           verify_ends(t->pos, t->room, t->report);
}

/* Makes a null move and checks the position, then unmakes the null move and checks again. */
static bool look_at_null_move(Selftest *t) {
    if (in_check(t->pos->state))
        return true;
    make_null(t->pos);
    const bool well = look_at_rules(t);
    unmake_move(t->pos);
    return well && look_at_rules(t);
}

/* Checks a position and all positions that legal moves reach within `depth` plies. Tries a null
 * move in each position. */
static bool look_through_tree(Selftest *t, int depth, int *count) {
    MoveList list = {.count = 0};
    ++*count;
    thread_step();
    if (!look_at_rules(t) || !look_at_null_move(t))
        return false;
    legal_moves(t->pos, &list);
    for (int i = 0; depth > 0 && i < list.count; i++) {
        make_move(t->pos, list.moves[i]);
        const bool well = look_through_tree(t, depth - 1, count);
        unmake_move(t->pos);
        if (!well)
            return false;
    }
    return true;
}

/* Moves the knights out and back three times, so that the start position occurs four times. */
static bool look_through_repetition(Selftest *t, int *count) {
    const Move steps[] = {move_make(6, 21), move_make(62, 45), move_make(21, 6), move_make(45, 62)};
    set_start(t, 0);
    for (int i = 0; i < 12; i++) {
        make_move(t->pos, steps[i % 4]);
        ++*count;
        if (!look_at_rules(t))
            return false;
    }
    return true;
}

static bool look_through_rules(Selftest *t, int *count) {
    enum { DEPTH = 2 };
    char error[FEN_ERROR_SIZE];
    for (int row = 0; row < RULE_COUNT; row++) {
        t->pos->chess960 = false;
        if (!fen_parse(t->pos, RULES[row], error, sizeof error)) {
            snprintf(t->report, sizeof t->report, "rules: %s is refused: %s\n", RULES[row], error);
            return false;
        }
        if (!look_through_tree(t, DEPTH, count))
            return false;
    }
    return look_through_repetition(t, count);
}

bool selftest_rules(Selftest *t) {
    int count = 0;
    if (!verify_numbers(t->report) || !verify_known_cases(NULL, t->room, t->report) ||
        !look_through_rules(t, &count))
        return false;
    const int fixed = count;
    uint64_t n = 0;
    bool well = true;
    do
        well = selftest_play(t, n++, look_at_rules, &count);
    while (well && !selftest_is_over(t));
    snprintf(t->done, sizeof t->done,
             "%d positions in trees of special rules, %d of %" PRIu64 " random games", fixed,
             count - fixed, n);
    return well;
}

/* --- searches -------------------------------------------------------------------------------- */

/* Positions with the score that a search must find and report. A mate on the 100th quiet ply counts
 * as mate, not as a draw by the fifty-move rule. */
static const struct {
    const char *fen;
    int score; /* SCORE_NONE if any score is right */
    int moves; /* the reported line must have at least this number of moves */
} SCORES[] = {{"7k/8/6K1/8/8/8/8/R7 w - - 99 100", SCORE_MATE - 1, 1},
              {"7k/8/8/6K1/8/8/8/R7 w - - 99 100", SCORE_DRAW, 0},
              {"8/8/8/8/8/2k5/p7/K7 b - - 0 1", SCORE_DRAW, 0},
              {"7k/8/8/4K3/8/8/8/Q7 w - - 0 1", SCORE_MATE - 5, 5},
              {"6k1/pp4p1/2p5/2bp4/8/P5Pb/1P3rrP/2BRRN1K b - - 0 1", SCORE_MATE - 3, 3},
              {"r1b1kb1r/pppp1ppp/5q2/4n3/3KP3/2N3PN/PPP4P/R1BQ1B1R b kq - 0 1", SCORE_MATE - 5, 5},
              {"8/8/8/8/8/5k2/7p/7K w - - 0 1", SCORE_DRAW, 0},
              {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", SCORE_NONE, 4}};
enum { SCORE_COUNT = sizeof SCORES / sizeof *SCORES };

static void note_fault(void *context, const char *report) {
    Selftest *t = context;
    snprintf(t->report, sizeof t->report, "%s", report);
}

static void note_line(void *context, const Position *root, const SearchInfo *info) {
    Selftest *t = context;
    t->shown = *info;
}

/* Sets up the n-th root: a position with a known score, or a position from a random game. */
static bool set_root(Selftest *t, uint64_t n) {
    enum { LONG_PLIES = 300 };
    uint64_t random = n;
    t->pos->chess960 = n % 2;
    if (n < SCORE_COUNT)
        return fen_parse(t->pos, SCORES[n].fen, NULL, 0);
    set_start(t, n);
    for (uint64_t plies = random_next(&random) % (n % 4 ? GAME_PLIES : LONG_PLIES); plies > 0;
         plies--) {
        const Move m = draw_move(t->pos, &random);
        if (m == MOVE_NONE)
            break;
        position_advance(t->pos, m);
    }
    return true;
}

/* Searches t->pos, the n-th root. Returns false, with the report, if a check fails, or if the
 * result differs from the known result. */
static bool look_at_search(Selftest *t, Pool *pool, uint64_t n) {
    enum { NODES = 1500, KNOWN_NODES = 12000, INTERVAL = 16 };
    SearchLimits limits = limits_none();
    uint64_t random = n;
    const bool known = n < SCORE_COUNT;
    const SearchSettings settings = {.self_check = known ? 8 * INTERVAL : INTERVAL,
                                     .multipv = !known && n % 5 == 4 ? 3 : 1};
    limits.nodes = known ? KNOWN_NODES : NODES;
    if (!known && n % 7 == 6) { /* search a single root move */
        limits.searchmoves[0] = draw_move(t->pos, &random);
        limits.searchmoves_count = limits.searchmoves[0] != MOVE_NONE;
    }
    pool_prepare(pool, t->pos, &limits, &settings);
    const int got = pool_run(pool).score;
    if (!*t->report && pool_checks(pool).faults)
        return difference_report(t->report, t->pos, "a search",
                                 "search: it crashed or was caught in a loop: see its post-mortem");
    if (*t->report || !known)
        return !*t->report;
    const int want = SCORES[n].score != SCORE_NONE ? SCORES[n].score : got;
    return (got == want && t->shown.score == want && t->shown.pv_length >= SCORES[n].moves) ||
           difference_report(t->report, t->pos, "a search",
                             "search: score %d, reported as %d with %d moves; want %d and %d", got,
                             t->shown.score, t->shown.pv_length, want, SCORES[n].moves);
}

/* Checks that quiescence at depth 1 finds the capture of an unguarded pawn. */
static bool captures_are_seen(Selftest *t, Pool *pool) {
    enum { D4_E5 = 27 | 36 << 6 };
    SearchLimits limits = limits_none();
    limits.depth = 1;
    if (!fen_parse(t->pos, "4k3/8/8/4p3/3Q4/8/PPP5/4K3 w - - 0 1", NULL, 0))
        return false;
    pool_prepare(pool, t->pos, &limits, NULL);
    return pool_run(pool).best == D4_E5 ||
           difference_report(t->report, t->pos, "a search",
                             "search: depth 1 does not play d4e5, which wins a pawn");
}

/* Runs the searches, most of them with one thread, some with two threads. */
static bool look_at_searches(Selftest *t, Pool *pool, Table *table) {
    enum { SEARCHES = 400 };
    /* `other` is the built-in network with another bias, so that a change of networks changes
     * scores. */
    Network other = *network_embedded();
    other.bias = other.pieces;
    const Network *const networks[] = {NULL, network_embedded(), &other};
    uint64_t n = 0;
    bool well = captures_are_seen(t, pool);
    for (; well && n < SEARCHES && (n < SCORE_COUNT || !selftest_is_over(t)); n++) {
        pool_set_network(pool, networks[n % 3]);
        table_clear(table); /* its entries have evaluations by the previous network */
        pool_resize(pool, n >= SCORE_COUNT && n % 8 == 7 ? 2 : 1);
        well = set_root(t, n) && look_at_search(t, pool, n);
        thread_step();
    }
    snprintf(t->done, sizeof t->done, "%" PRIu64 " searches that check themselves", n);
    return well;
}

bool selftest_searches(Selftest *t) {
    const SearchReporter reporter = {.context = t, .info = note_line, .fault = note_fault};
    Table table = {0};
    Pool *pool = table_resize(&table, 1) > 0 ? pool_create(&table, &reporter) : NULL;
    if (!pool)
        snprintf(t->report, sizeof t->report, "not enough memory\n");
    const bool well = pool && look_at_searches(t, pool, &table);
    pool_free(pool);
    table_free(&table);
    return well;
}

/* --- perft ----------------------------------------------------------------------------------- */

enum { KNOWN_DEPTHS = 5 };

/* Perft counts by Stockfish 15.1; the counts of the last row are by the slow rules. */
static const struct {
    const char *fen;
    uint64_t leaves[KNOWN_DEPTHS]; /* at depth 1, 2, ...; 0 if unknown */
} KNOWN[] = {
    {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", {20, 400, 8902, 197281, 4865609}},
    {"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
     {48, 2039, 97862, 4085603}},
    {"8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", {14, 191, 2812, 43238, 674624}},
    {"r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", {6, 264, 9467, 422333}},
    {"r2q1rk1/pP1p2pp/Q4n2/bbp1p3/Np6/1B3NBn/pPPP1PPP/R3K2R b KQ - 0 1", {6, 264, 9467, 422333}},
    {"rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", {44, 1486, 62379, 2103487}},
    {"r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
     {46, 2079, 89890, 3894594}},
    {"n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1", {24, 496, 9483, 182838, 3605103}},
    {"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", {26, 568, 13744, 314346}},
    {"r3k2r/1b4bq/8/8/8/8/7B/R3K2R w KQkq - 0 1", {26, 1141, 27826, 1274206}},
    {"2kr3r/p1p2ppp/1p6/8/8/1P6/P1P2PPP/R3K2R w KQ - 0 1", {19, 512, 9275, 247631, 4712663}},
    {"5k2/8/8/8/8/8/8/4K2R w K - 0 1", {15, 66, 1198, 6399, 120330}},
    {"3k4/8/8/8/8/8/8/R3K3 w Q - 0 1", {16, 71, 1286, 7418, 141077}},
    {"8/8/8/8/1k1Pp2R/8/8/4K3 b - d3 0 1", {8, 125, 869, 14601, 96907}},
    {"8/5bk1/8/2Pp4/8/1K6/8/8 w - d6 0 1", {8, 104, 736, 9287, 62297}},
    {"8/8/4k3/8/2pPp3/8/B7/7K b - d3 0 1", {9, 61, 503, 4754, 39207}},
    {"rnbqkb1r/ppppp1pp/7n/4Pp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3", {31, 570, 17546, 351806}},
    {"8/k1P5/8/1K6/8/8/8/8 w - - 0 1", {10, 25, 268, 926, 10857}},
    {"3r4/3p1p1p/2P1P3/2k5/8/2KB4/pp3P2/2R5 b - - 0 1", {32, 837, 24356, 587865}},
    {"Q7/8/7k/8/3q4/8/8/K2Q4 w - - 0 1", {3, 66, 2185, 42627, 1426937}},
    {"R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1", {218, 99, 19073, 85043}},
    {"rkq1bbrn/1ppppp2/2n3pp/8/p2P3P/5PPB/PPP1PN2/RKQNB1R1 b GAga - 0 7", {24, 836, 21245, 749427}},
    {"b1r1nkrb/pppp1pp1/n6p/4p3/2P1PPqP/3N4/PP1P2P1/BNRQ1KRB w GCgc - 1 6",
     {28, 929, 24060, 786642}},
    {"4k2r/6p1/8/5P1P/8/8/8/7K b - - 0 1", {12, 58, 760}},
};
enum { KNOWN_COUNT = sizeof KNOWN / sizeof *KNOWN };

/* Compares a perft count with KNOWN. Returns false, with the report, if the count is wrong. */
static bool count_is_right(Selftest *t, int row, int depth) {
    t->pos->chess960 = false;
    const bool read = fen_parse(t->pos, KNOWN[row].fen, NULL, 0);
    const uint64_t want = KNOWN[row].leaves[depth - 1];
    const uint64_t got = read ? perft(t->pos, depth, PERFT_BULK, t->stop) : 0;
    thread_step();
    if (got == want || *t->stop)
        return true;
    snprintf(t->report, sizeof t->report,
             "perft: %s\n  depth %d: %" PRIu64 " leaves, want %" PRIu64 "\n", KNOWN[row].fen, depth,
             got, want);
    return false;
}

bool selftest_perft(Selftest *t) {
    int counts = 0;
    uint64_t leaves = 0;
    bool well = true;
    for (int depth = 1; well && depth <= KNOWN_DEPTHS; depth++) {
        for (int row = 0; well && row < KNOWN_COUNT; row++) {
            if (!KNOWN[row].leaves[depth - 1] || (depth > 2 && selftest_is_over(t)))
                continue;
            well = count_is_right(t, row, depth);
            leaves += KNOWN[row].leaves[depth - 1];
            counts++;
        }
    }
    snprintf(t->done, sizeof t->done, "%d counts of %d positions, %" PRIu64 " leaves", counts,
             KNOWN_COUNT, leaves);
    return well;
}
