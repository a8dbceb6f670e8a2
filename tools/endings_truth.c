/* How often evaluation tells won, drawn and lost endings apart. For each material, such as KBB-KN,
 * it takes random positions that quiescence would evaluate as they are: the side to move is not in
 * check and has neither captures nor promotions. Their results come from tools/bitbase.c. Solving
 * takes seconds for four pieces, minutes for five, and so the positions are kept in FOLDER, a file
 * for each material, and solved once only. Without a material it takes all that the README of
 * src/eval lists.
 *
 * Evaluation says "won" if it reports at least +1.00 for White, who has the pieces before the dash
 * (half of the games are won from there, see eval/wdl.h), "lost" from -1.00 down, and else "drawn".
 * The table tells how many positions in a hundred are won, drawn and lost, of how many in a hundred
 * of each evaluation says so, and of how many of all.
 *
 * endings_truth.usage tells the options. */
#include "board/fen.h"
#include "moves/captures.h"
#include "os/new_file.h"
#include "os/plain_file.h"
#include "support/dice.h"
#include "support/setup.h"
#include "support/suite.h"
#include "tablebase/tablebase.h"
#include "tools/bitbase.h"
#include "tools/verdict.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

typedef struct Options {
    int positions;
    uint64_t seed;
    const char *folder, *tables;
} Options;

/* The materials that the README lists. */
static const char *const MATERIALS[] = {
    "KBB-KN", "KQ-KR",  "KQ-KBB", "KQ-KBN", "KQ-KNN", "KQ-KRN", "KQ-KRB", "KQN-KQ", "KQB-KQ",
    "KR-KB",  "KR-KN",  "KPP-K",  "KNP-K",  "KBP-K",  "KN-KP",  "KB-KP",  "KR-KP",  "KQ-KP",
    "KNN-KP", "KBB-KP", "KBN-KP", "KNP-KN", "KNP-KB", "KBP-KB", "KBP-KN", "KRP-KN", "KRP-KB",
    "KRP-KR", "KQP-KQ", "KBB-KB", "KBN-KB", "KBN-KN", "KNN-KB", "KNN-KN", "KQ-KB",  "KQ-KN",
    "KQ-KRR", "KR-KBB", "KR-KBN", "KR-KNN", "KRB-KB", "KRB-KN", "KRB-KQ", "KRB-KR", "KRN-KB",
    "KRN-KN", "KRN-KQ", "KRN-KR", "KRR-KB", "KRR-KN", "KRR-KQ", "KRR-KR"};

static Position *pos;

/* --- positions -------------------------------------------------------------------------------- */

static void tell_progress(const char *name, int percent) {
    if (isatty(STDERR_FILENO))
        fprintf(stderr, "\r%s: solving, %d %%   ", name, percent);
}

/* Sets up a random legal position of a base's pieces in `pos`, and tells where they stand. */
static void shuffle(const Bitbase *base, Random *r, Placement *at, Square *black_king) {
    Kind kinds[BITBASE_OTHERS];
    const int count = bitbase_kinds(base, kinds);
    for (;;) {
        Bitboard taken = 0, pawns = 0;
        at->white_king = random_below(r, 64);
        *black_king = random_below(r, 64);
        taken = bb(at->white_king) | bb(*black_king);
        for (int i = 0; i < count; i++) {
            at->at[i] = random_below(r, 64);
            taken |= bb(at->at[i]);
            pawns |= kinds[i].type == PAWN ? bb(at->at[i]) : 0;
        }
        if (popcount(taken) != count + 2 || pawns & (rank_bb(RANK_1) | rank_bb(RANK_8)))
            continue;
        position_clear(pos);
        position_put(pos, at->white_king, WHITE, KING);
        position_put(pos, *black_king, BLACK, KING);
        for (int i = 0; i < count; i++)
            position_put(pos, at->at[i], kinds[i].color, kinds[i].type);
        pos->state->side = (uint8_t)random_below(r, 2);
        position_finish(pos);
        if (!checkers_of(pos->state, opponent(pos->state->side)))
            return;
    }
}

/* For White. */
static int result(const Bitbase *base, const Placement *at, Square black_king, Color side) {
    for (Color winner = WHITE; winner <= BLACK; winner++)
        if (bitbase_wins(base, at, winner, side) >> black_king & 1)
            return winner == WHITE ? VERDICT_WON : VERDICT_LOST;
    return VERDICT_DRAWN;
}

static bool is_quiet(void) {
    return !in_check(pos->state) && captures_count(pos) == 0;
}

/* Writes the positions of a material, and their results; the file is there only if it is whole. */
static bool write_positions(const char *name, const char *path, const Options *options) {
    const char *why;
    const Bitbase *base = bitbase_solve(name, tell_progress, &why);
    if (!base) {
        fprintf(stderr, "endings_truth: %s: %s\n", name, why);
        return false;
    }
    NewFile *file = new_file_begin(path, &why);
    Random r = {options->seed};
    for (int i = 0; file && i < options->positions;) {
        Placement at;
        Square black_king;
        shuffle(base, &r, &at, &black_king);
        if (!is_quiet())
            continue;
        char fen[FEN_SIZE];
        fen_write(pos, fen);
        fprintf(new_file_stream(file), "%s;%d\n", fen,
                result(base, &at, black_king, pos->state->side));
        i++;
    }
    if (file && new_file_finish(file, &why))
        return true;
    fprintf(stderr, "endings_truth: %s cannot be written: %s\n", path, why);
    return false;
}

/* --- judging ---------------------------------------------------------------------------------- */

static double percent(int part, int all) {
    return all ? 100.0 * part / all : 100.0;
}

static bool judge(const char *name, const Options *options) {
    char path[PATH_MAX];
    snprintf(path, sizeof path, "%s/%s.epd", options->folder, name);
    if (access(path, F_OK) && !write_positions(name, path, options))
        return false;
    Suite suite;
    if (!suite_open(&suite, path)) {
        fprintf(stderr, "endings_truth: %s cannot be read: %s\n", path, suite.error);
        return false;
    }
    int all = 0, agreed = 0, of[3] = {0}, seen[3] = {0};
    while (suite_next(&suite)) {
        position_set(pos, suite.line);
        const int truth = atoi(suite.fields), said = verdict_of(pos);
        if (truth < -1 || truth > 1) {
            fprintf(stderr, "endings_truth: %s, line %d: '%.20s' is no result: remove the file\n",
                    path, suite.number, suite.fields);
            fclose(suite.file);
            return false;
        }
        all++;
        of[truth + 1]++;
        seen[truth + 1] += said == truth;
        agreed += said == truth;
    }
    printf("| %-7s | %5.1f | %5.1f | %5.1f ", name, percent(of[2], all), percent(of[1], all),
           percent(of[0], all));
    for (int result = 2; result >= 0; result--)
        if (of[result])
            printf("| %5.1f ", percent(seen[result], of[result]));
        else
            printf("|     - ");
    printf("| %5.1f |\n", percent(agreed, all));
    return true;
}

/* --- checking --------------------------------------------------------------------------------- */

/* Compares random positions with the tables; the number that differ. */
static int check(const char *name, const Options *options) {
    const char *why;
    const Bitbase *base = bitbase_solve(name, tell_progress, &why);
    if (!base) {
        fprintf(stderr, "endings_truth: %s: %s\n", name, why);
        return 1;
    }
    Random r = {options->seed};
    int different = 0;
    for (int i = 0; i < options->positions; i++) {
        Placement at;
        Square black_king;
        shuffle(base, &r, &at, &black_king);
        const Wdl wdl = tablebase_wdl(pos);
        if (wdl == WDL_UNKNOWN) {
            printf("%-7s no table\n", name);
            return 0;
        }
        /* The fifty-move rule is not known to the bitbase. */
        int table = wdl > WDL_DRAW ? VERDICT_WON : wdl < WDL_DRAW ? VERDICT_LOST : VERDICT_DRAWN;
        if (pos->state->side == BLACK)
            table = -table;
        if (table != result(base, &at, black_king, pos->state->side) && !different++) {
            char fen[FEN_SIZE];
            fen_write(pos, fen);
            printf("%-7s %s: the table says %d\n", name, fen, table);
        }
    }
    printf("%-7s %d positions, %d differ\n", name, options->positions, different);
    return different;
}

static bool open_tables(const char *folder) {
    char error[TABLEBASE_ERROR_SIZE];
    TablebaseCount count;
    if (tablebase_open(folder, NULL, &count, error, sizeof error))
        return true;
    fprintf(stderr, "endings_truth: %s\n", error);
    return false;
}

/* --- the command line ------------------------------------------------------------------------- */

/* Reads the options; the number of arguments they take, or -1 if they make no sense. */
static int read_options(int argc, char **argv, Options *options) {
    int i = 1;
    for (; i < argc && argv[i][0] == '-'; i += 2) {
        const char *value = i + 1 < argc ? argv[i + 1] : NULL;
        char *end = argv[i] + strlen(argv[i]);
        if (value && strcmp(argv[i], "--positions") == 0)
            options->positions = (int)strtol(value, &end, 10);
        else if (value && strcmp(argv[i], "--seed") == 0)
            options->seed = strtoull(value, &end, 10);
        else if (value && strcmp(argv[i], "--folder") == 0)
            options->folder = value;
        else if (value && strcmp(argv[i], "--check") == 0)
            options->tables = value;
        else
            return -1;
        if (*end || options->positions < 1 || options->positions > 1000000 || !options->seed)
            return -1;
    }
    return i;
}

static const char USAGE[] =
#include "tools/endings_truth_usage.h"
    ;

int main(int argc, char **argv) {
    plain_file_init();
    if (argc == 2 && (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0))
        return fputs(USAGE, stdout) < 0;
    Options options = {.positions = 10000, .seed = 1, .folder = "build/endings"};
    const int first = read_options(argc, argv, &options);
    if (first < 0) {
        fputs(USAGE, stderr);
        return EXIT_FAILURE;
    }
    setup_tables();
    pos = position_new();
    const char *const *names = first < argc ? (const char *const *)&argv[first] : MATERIALS;
    const int count = first < argc ? argc - first : (int)(sizeof MATERIALS / sizeof *MATERIALS);
    int failed = 0;
    if (options.tables) {
        if (!open_tables(options.tables))
            return EXIT_FAILURE;
        for (int i = 0; i < count; i++)
            failed += check(names[i], &options) != 0;
    } else {
        if (mkdir(options.folder, 0777) && errno != EEXIST) {
            fprintf(stderr, "endings_truth: cannot make %s: %s\n", options.folder, strerror(errno));
            return EXIT_FAILURE;
        }
        printf("| ending  |   won | drawn |  lost | w seen | d seen | l seen | agreement |\n"
               "| --- | --- | --- | --- | --- | --- | --- | --- |\n");
        for (int i = 0; i < count; i++)
            failed += !judge(names[i], &options);
    }
    bitbase_free_all();
    free(pos);
    return failed ? EXIT_FAILURE : EXIT_SUCCESS;
}
