/* Panoptes' results, distances and moves equal those of Fathom (Ronald de Man, basil00, Jon Dart), another reader of
 * the tables. The test needs Debian's packages libfathom1 and libfathom-dev. */
#include "support/cmocka_test.h"
#include "support/games.h"
#include "support/setup.h"
#include "support/tables.h"

#if __has_include(<tbprobe.h>)
#include <dlfcn.h>
#include <string.h>
#include <tbprobe.h>

static struct {
    __typeof__(&tb_init) open;
    __typeof__(&tb_probe_wdl_impl) wdl;
    __typeof__(&tb_probe_root_impl) root;
} fathom;

/* True if no table is missing. Else Fathom may get a result from the table after a capture; Panoptes does not. */
static bool has_all;

#define MEN_OF(s)                                                                                  \
    (s)->by_color[WHITE], (s)->by_color[BLACK], (s)->by_type[KING], (s)->by_type[QUEEN],           \
        (s)->by_type[ROOK], (s)->by_type[BISHOP], (s)->by_type[KNIGHT], (s)->by_type[PAWN]
#define EP_OF(s) ((s)->ep == SQUARE_NONE ? 0 : (unsigned)(s)->ep)

static void *function(void *library, const char *name) {
    void *address = dlsym(library, name);
    assert_non_null(address);
    return address;
}

/* Opens the same tables in the engine and in Fathom. Returns true if they are the larger set, of the folder SUITES. */
static bool open_both(void) {
    void *library = dlopen("libfathom.so.1", RTLD_NOW);
    if (!library)
        test_lacks("a second reader of tablebases: apt-get install libfathom1 libfathom-dev");
    fathom.open = (__typeof__(fathom.open))function(library, "tb_init");
    fathom.wdl = (__typeof__(fathom.wdl))function(library, "tb_probe_wdl_impl");
    fathom.root = (__typeof__(fathom.root))function(library, "tb_probe_root_impl");
    has_all = open_tables();
    assert_true(fathom.open(has_all ? suite_path("syzygy/345") : TABLES));
    return has_all;
}

AFTER {
    close_tables();
}

static int compared, distances;

static int theirs_of(unsigned result) {
    return sign((int)TB_GET_WDL(result) - TB_DRAW) * (int)TB_GET_DTZ(result);
}

static bool is_result_of(unsigned result, Move m) {
    const unsigned piece = move_kind(m) == MOVE_PROMOTION
                               ? (unsigned)(TB_PROMOTES_QUEEN + QUEEN - move_promotion(m))
                               : TB_PROMOTES_NONE;
    return TB_GET_FROM(result) == (unsigned)move_from(m) &&
           TB_GET_TO(result) == (unsigned)move_to(m) && TB_GET_PROMOTES(result) == piece;
}

static void wants(const char *what, int ours, int theirs) {
    if (ours != theirs)
        fail_msg("%s: %s is %d, by Fathom %d", fen_of(pos), what, ours, theirs);
}

/* Both readers know the distance, or neither does. A known distance is the same in both, also for each move. */
static void compare_distances(void) {
    const State *s = pos->state;
    unsigned results[TB_MAX_MOVES];
    TablebaseMove moves[MOVE_LIMIT];
    const MoveList list = legal_list(pos);
    int dtz = 0;
    for (int i = 0; i < list.count; i++)
        moves[i].move = list.moves[i];
    const unsigned best = fathom.root(MEN_OF(s), 0, EP_OF(s), s->side == WHITE, results);
    const bool known = tablebase_rank_dtz(pos, moves, list.count, &dtz);
    wants("knowledge", known, best != TB_RESULT_FAILED);
    if (!known || !list.count)
        return;
    wants("distance", dtz, theirs_of(best));
    for (int i = 0; i < list.count; i++) {
        const unsigned *result = results;
        while (*result != TB_RESULT_FAILED && !is_result_of(*result, moves[i].move))
            result++;
        assert_int_not_equal(*result, TB_RESULT_FAILED);
        wants("a move's distance", moves[i].dtz, theirs_of(*result));
    }
    distances++;
}

static void compare_position(const char *with_distances) {
    const State *s = pos->state;
    const unsigned theirs = fathom.wdl(MEN_OF(s), EP_OF(s), s->side == WHITE);
    const Wdl ours = tablebase_wdl(pos);
    if (ours == WDL_UNKNOWN && !has_all)
        return;
    const int wanted = theirs == TB_RESULT_FAILED ? WDL_UNKNOWN : (int)theirs - TB_DRAW;
    wants("result", ours, wanted);
    if (with_distances)
        compare_distances();
    compared++;
}

/* Compares every `step`-th placement of a name, and the distances of every 31st of these placements. */
static void compare_table(const char *name, uint64_t step) {
    const uint64_t count = (uint64_t)2 << 6 * (strlen(name) - 1);
    int turn = 0;
    compared = distances = 0;
    for (uint64_t n = 0; n < count; n += step, turn++) {
        if (!place_men(name, n, turn >> 1 & 1))
            continue;
        compare_position(turn % 31 ? NULL : "");
    }
    print_message("%s: %d positions, %d distances\n", name, compared, distances);
    assert_true(compared > 1000);
}

TEST(small_tables_are_read_alike) {
    static const char *const NAMES[] = {"KQvK", "KRvK", "KBvK", "KNvK", "KPvK"};
    const uint64_t step = open_both() ? 5 : scaled(200) == 200 ? 37 : 211;
    for (size_t i = 0; i < sizeof NAMES / sizeof *NAMES; i++)
        compare_table(NAMES[i], step);
    compare_table("KBNvK", 100 * step + 3);
}

TEST(larger_tables_are_read_alike) {
    static const char *const NAMES[] = {
        "KBBvK", "KBNvK", "KBPvK", "KNNvK", "KNPvK", "KPPvK", "KQBvK", "KQNvK", "KQPvK", "KQQvK",
        "KQRvK", "KRBvK", "KRNvK", "KRPvK", "KRRvK", "KBvKB", "KBvKN", "KBvKP", "KNvKN", "KNvKP",
        "KPvKP", "KQvKB", "KQvKN", "KQvKP", "KQvKQ", "KQvKR", "KRvKB", "KRvKN", "KRvKP", "KRvKR"};
    if (!open_both())
        skip();
    for (size_t i = 0; i < sizeof NAMES / sizeof *NAMES; i++)
        compare_table(NAMES[i], scaled(200) == 200 ? 1009 : 10007);
    compare_table("KBNvKN", 20011);
}

TEST(en_passant_is_read_alike) {
    const int wanted = open_both() ? 5550 : 150 * TABLES_WDL;
    compared = distances = 0;
    each_line(TEST_DATA_DIR "/endings_small.epd", compare_position);
    assert_in_range(compared, wanted, 5550);
}

#else
TEST(second_opinion) {
    test_lacks("<tbprobe.h>: apt-get install libfathom-dev");
}
#endif
