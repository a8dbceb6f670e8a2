/* uci_network [--slow] BINARY [SCENE]
 *
 * Evaluation and EvalFile: which network judges, what is refused, and that searches and jobs go on
 * by the one with which they began. Most scenes play with networks of random weights, so that
 * nothing here depends on the one inside the program.
 */
#include "support/dialogue.h"
#include "support/fens.h"
#include "support/files.h"
#include "support/options.h"
#include "support/parsing.h"
#include "support/random_network.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* --- helpers --------------------------------------------------------------------------------- */

/* Writes a network of random weights with so many neurons. Its scores are small: else quiescence finds
 * something better in nearly each capture, and searches a hundred times as many nodes. */
static void put_wide(char path[FILE_PATH_SIZE], const char *name, int hidden, uint64_t seed) {
    const size_t size = network_size(hidden);
    uint8_t *bytes = random_network_file(hidden, seed);
    NetworkHeader header;
    memcpy(&header, bytes, sizeof header);
    header.scale = 1;
    memcpy(bytes, &header, sizeof header);
    header.checksum = network_checksum(bytes, size);
    memcpy(bytes, &header, sizeof header);
    file_place(path, name);
    file_put(path, bytes, size);
    free(bytes);
}

static void put_network(char path[FILE_PATH_SIZE], const char *name, uint64_t seed) {
    put_wide(path, name, NETWORK_HIDDEN, seed);
}

/* The nodes that the running bench ends with. */
static int64_t read_bench(Child *e) {
    char line[LINE];
    int64_t nodes, speed;
    while (hear(e, line, 3 * PATIENCE))
        if (sscanf(line, "%" SCNd64 " nodes %" SCNd64 " nps", &nodes, &speed) == 2)
            return nodes;
    check(false, "bench does not end");
    return -1;
}

/* The nodes of bench. The search behind it begins when bench has ended, so that no stop breaks it
 * off. */
static int64_t bench(Child *e, const char *arguments) {
    char line[LINE];
    say(e, "bench %s\ngo depth 1", arguments);
    const int64_t nodes = read_bench(e);
    wait_for(e, "bestmove", line);
    return nodes;
}

/* Deep enough for networks to differ. */
static const char *usual_depth(void) {
    return slow ? "3" : "4";
}

/* Starts the program with a network of random weights that evaluates. */
static void start_with(Child *e, const char *path) {
    start(e);
    set_silently(e, "EvalFile", path);
    set_silently(e, "Evaluation", "network");
}

/* --- what is taken --------------------------------------------------------------------------- */

static void options_are_listed(void) {
    char line[LINE];
    Child e;
    is_listed("EvalFile", "string", "<empty>", 0, 0);
    start(&e);
    say(&e, "uci");
    wait_for(&e, "option name Evaluation ", line);
    const char *words = strstr(line, " var ");
    check(strstr(line, " type combo default classical var ") ||
              strstr(line, " type combo default network var "),
          "%s", line);
    check(words && strcmp(words, " var classical var network") == 0, "%s", line);
    quit(&e);
}

static void evaluation_takes_its_words_only(void) {
    static const char *const WRONG[] = {"", "nnue", "net", "networks", "classical network", "1"};
    char line[LINE], wanted[128];
    Child e;
    start(&e);
    for (size_t i = 0; i < sizeof WRONG / sizeof *WRONG; i++) {
        refuse(&e, "Evaluation", WRONG[i]);
        say(&e, "setoption name Evaluation value %s", WRONG[i]);
        snprintf(
            wanted, sizeof wanted,
            "info string error: setoption: Evaluation cannot be '%s'; give classical or network",
            WRONG[i]);
        wait_for(&e, "info string error", line);
        check(strcmp(line, wanted) == 0, "\"%s\", not \"%s\"", line, wanted);
    }
    set_silently(&e, "evaluation", "NETWORK");
    set_silently(&e, "Evaluation", "Classical");
    quit(&e);
}

/* Each of three evaluations has a count of its own, and has it again whenever it is chosen. */
static void counts_follow_the_options(void) {
    char file[FILE_PATH_SIZE], other[FILE_PATH_SIZE];
    Child e;
    put_network(file, "a network", 1);
    put_network(other, "another", 2);
    start(&e);
    set_silently(&e, "Evaluation", "classical");
    const int64_t classical = bench(&e, usual_depth());
    set_silently(&e, "EvalFile", file);
    check(bench(&e, usual_depth()) == classical, "EvalFile counts although no network evaluates");
    set_silently(&e, "Evaluation", "network");
    const int64_t first = bench(&e, usual_depth());
    check(bench(&e, slow ? "16 1 3" : "16 1 4") == first, "bench HASH 1 has another count");
    set_silently(&e, "EvalFile", other);
    const int64_t second = bench(&e, usual_depth());
    set_silently(&e, "EvalFile", "");
    const int64_t inside = bench(&e, usual_depth());
    check(classical > 1000 && first > 1000 && second > 1000 && inside > 1000, "few nodes");
    check(classical != first && classical != inside && first != second && first != inside,
          "equal counts: classical %" PRId64 ", file %" PRId64 ", another %" PRId64
          ", inside %" PRId64,
          classical, first, second, inside);
    set_silently(&e, "EvalFile", file);
    check(bench(&e, usual_depth()) == first, "the first file has another count the second time");
    set_silently(&e, "Evaluation", "classical");
    check(bench(&e, usual_depth()) == classical,
          "the evaluation has another count than before a network");
    quit(&e);
}

/* The file that the source has is the one inside the program. */
static void the_file_is_inside(void) {
    Child e;
    start(&e);
    set_silently(&e, "Evaluation", "network");
    const int64_t inside = bench(&e, "3");
    set_silently(&e, "EvalFile", "src/network/panoptes.net");
    check(bench(&e, "3") == inside, "panoptes.net is not the network inside the program");
    quit(&e);
}

static void levels_search_the_same_tree(void) {
    static const char *const LEVELS[] = {"c", "baseline", "avx2", "avx512"};
    char file[FILE_PATH_SIZE];
    int64_t nodes[LENGTH(LEVELS)];
    put_network(file, "a network", 3);
    for (int i = 0; i < (int)LENGTH(LEVELS); i++) {
        Child e;
        setenv("PANOPTES_CPU", LEVELS[i], 1); /* where there is none, it says so at first */
        start(&e);
        ready(&e);
        set_silently(&e, "EvalFile", file);
        set_silently(&e, "Evaluation", "network");
        nodes[i] = bench(&e, usual_depth());
        quit(&e);
        check(nodes[i] == nodes[0], "%" PRId64 " nodes with %s, %" PRId64 " with %s", nodes[i],
              LEVELS[i], nodes[0], LEVELS[0]);
    }
    unsetenv("PANOPTES_CPU");
}

/* --- what is refused ------------------------------------------------------------------------- */

enum { HEADER = sizeof(NetworkHeader) };

/* Ways to make a wrong file out of a good one. */
typedef struct Wrong {
    const char *name;
    size_t keep;   /* bytes of the good file; 0: all */
    size_t change; /* a byte that is changed, if not 0 */
    long more;     /* bytes added behind */
    const char *reason;
} Wrong;

static const Wrong WRONG[] = {
    {"one byte", 1, 0, 0, "it is no network"},
    {"short header", HEADER - 1, 0, 0, "it is no network"},
    {"magic", 0, 3, 0, "it is no network"},
    {"header only", HEADER, 0, 0, "it is cut off, or longer than it says"},
    {"cut", 5000, 0, 0, "it is cut off, or longer than it says"},
    {"longer", 0, 0, 4, "it is cut off, or longer than it says"},
    {"size", 0, offsetof(NetworkHeader, size) + 1, 0, "it is cut off, or longer than it says"},
    {"checksum", 0, offsetof(NetworkHeader, checksum), 0, "it is damaged: its checksum is wrong"},
    {"first weight", 0, HEADER, 0, "it is damaged: its checksum is wrong"},
    {"a weight", 0, 40000, 0, "it is damaged: its checksum is wrong"},
    {"scale", 0, offsetof(NetworkHeader, scale) + 3, 0, "its header is damaged"},
    {"unused", 0, offsetof(NetworkHeader, unused), 0, "its header is damaged"},
    {"pairs", 0, offsetof(NetworkHeader, pairs), 0,
     "its inputs are of pairs 87, kings 1, this program is built for pairs 2, kings 1"},
    {"kings", 0, offsetof(NetworkHeader, kings), 0,
     "its inputs are of pairs 2, kings 84, this program is built for pairs 2, kings 1"},
    {"17 MB", 0, 0, 17 << 20, "it is larger than 16 MB"},
    {"1 TB", 0, 0, 1L << 40, "it is larger than 16 MB"},
};

static void put_wrong(char path[FILE_PATH_SIZE], const Wrong *w, const char *good) {
    size_t size;
    char *bytes = file_get(good, &size);
    const size_t kept = w->keep ? w->keep : size;
    if (w->change)
        bytes[w->change] = (char)(bytes[w->change] ^ 0x55);
    file_place(path, w->name);
    file_put(path, bytes, kept);
    check(!w->more || truncate(path, (off_t)kept + w->more) == 0, "no hole in %s", path);
    free(bytes);
}

/* The nodes of a short search, by which networks are told apart. */
static int64_t short_search(Child *e) {
    say(e, "ucinewgame");
    return ask(e, MIDDLE, "go depth 2").nodes;
}

/* Wants a file to be refused for a reason, and the network before it to judge as it did. */
static void refuse_file(Child *e, const char *path, const char *reason, int64_t nodes) {
    char line[LINE], wanted[2 * FILE_PATH_SIZE];
    say(e, "setoption name EvalFile value %s", path);
    wait_for(e, "info string error", line);
    snprintf(wanted, sizeof wanted, "info string error: setoption: EvalFile: '%s' is refused: %s",
             path, reason);
    check(strncmp(line, wanted, strlen(wanted)) == 0, "\"%s\", not \"%s\"", line, wanted);
    check(strstr(line, "; the network before it stays") != NULL, "%s", line);
    check(short_search(e) == nodes, "after %s another network judges", path);
}

/* Good files, but with more neurons or fewer. */
static void other_widths_are_refused(void) {
    static const int WIDTHS[] = {16, NETWORK_HIDDEN / 2, NETWORK_HIDDEN - 16, NETWORK_HIDDEN + 64};
    char good[FILE_PATH_SIZE], path[FILE_PATH_SIZE], reason[128];
    Child e;
    put_network(good, "good", 5);
    start_with(&e, good);
    const int64_t nodes = short_search(&e);
    for (size_t i = 0; i < LENGTH(WIDTHS); i++) {
        put_wide(path, "another width", WIDTHS[i], 5);
        snprintf(reason, sizeof reason, "it has %d neurons, this program is built for %d",
                 WIDTHS[i], NETWORK_HIDDEN);
        refuse_file(&e, path, reason, nodes);
        unlink(path);
    }
    put_network(path, "as wide", 6);
    set_silently(&e, "EvalFile", path);
    check(short_search(&e) != nodes, "another network searches the same");
    quit(&e);
}

static void wrong_files_are_refused(void) {
    char good[FILE_PATH_SIZE], path[FILE_PATH_SIZE];
    Child e;
    put_network(good, "good", 5);
    start_with(&e, good);
    const int64_t nodes = short_search(&e);
    for (size_t i = 0; i < sizeof WRONG / sizeof *WRONG; i++) {
        put_wrong(path, &WRONG[i], good);
        refuse_file(&e, path, WRONG[i].reason, nodes);
        unlink(path);
    }
    file_put(path, "", 0);
    refuse_file(&e, path, "it is no network", nodes);
    unlink(path);
    refuse_file(&e, path, "No such file or directory", nodes);
    refuse_file(&e, "/tmp", "it is a directory", nodes);
    refuse_file(&e, "/dev/zero", "it is not a regular file", nodes);
    check(mkfifo(path, 0600) == 0, "no pipe");
    refuse_file(&e, path, "it is not a regular file", nodes);
    unlink(path);
    unlink(good); /* the network in use has been read whole */
    check(short_search(&e) == nodes, "the network goes with its file");
    quit(&e);
}

/* --- a damaged program ------------------------------------------------------------------------ */

/* Where the network lies in the bytes of the program. */
static size_t find_inside(const char *bytes, size_t size) {
    NetworkHeader h;
    for (size_t at = 0; at + HEADER <= size; at++) {
        if (memcmp(bytes + at, NETWORK_MAGIC, sizeof NETWORK_MAGIC) != 0)
            continue;
        memcpy(&h, bytes + at, HEADER);
        if (h.size >= HEADER && h.size <= size - at &&
            network_checksum(bytes + at, h.size) == h.checksum)
            return at;
    }
    fprintf(stderr, "there is no network in %s\n", binary);
    exit(2);
}

/* Copies the program under test with one bit of the network inside changed, `at` bytes from its
 * beginning, or from its end if that is negative. */
static void put_damaged(char path[FILE_PATH_SIZE], long at) {
    size_t size;
    NetworkHeader h;
    char *bytes = file_get(binary, &size);
    const size_t inside = find_inside(bytes, size);
    memcpy(&h, bytes + inside, HEADER);
    bytes[inside + (at < 0 ? h.size : 0) + at] ^= 1;
    file_place(path, "damaged");
    file_put(path, bytes, size);
    check(chmod(path, 0700) == 0, "no program %s", path);
    free(bytes);
}

#define REFUSED "info string error: the network inside this program is refused: "

static void damaged_program_says_so(const char *file, int64_t inside, int64_t classical) {
    static const char *const COMMANDS[][2] = {
        {"bench 1", "info string bench 38/38"},
        {"selfplay 2 nodes=9", "A scores "},
        {"show 0", "Score "},
        {"eval", "Evaluation: "},
        {"explain e2e4", "The evaluation goes"},
        {"go depth 1", "bestmove "},
    };
    char line[LINE];
    Child e;
    for (size_t i = 0; i < sizeof COMMANDS / sizeof *COMMANDS; i++) {
        const char *const words[] = {COMMANDS[i][0], NULL};
        check(run_with(words, REFUSED, line, NULL) == 1, "%s: status 0", words[0]);
        check(*line, "%s does not say that the network is damaged", words[0]);
        run_with(words, COMMANDS[i][1], line, NULL);
        check(*line, "%s does nothing", words[0]);
    }
    start(&e);
    say(&e, "uci");
    wait_for(&e, "uciok", line);
    say(&e, "go depth 3");
    wait_for(&e, REFUSED, line);
    wait_for(&e, "bestmove ", line);
    check(bench(&e, "3") == classical, "it does not play by the classical evaluation");
    set_silently(&e, "Evaluation", "classical");
    check(bench(&e, "3") == classical, "classical has another count");
    say(&e, "setoption name Evaluation value network");
    wait_for(&e, REFUSED, line);
    set_silently(&e, "EvalFile", file);
    check(bench(&e, "3") == inside, "a file does not mend it");
    say(&e, "setoption name EvalFile value <empty>");
    wait_for(&e, REFUSED, line);
    if (slow) { /* seven steps of more than a second */
        quit(&e);
        return;
    }
    say(&e, "selftest");
    wait_for(&e, "selftest FAILED in step 7 of 8: network", line);
    quit_incomplete(&e);
}

/* It plays on, by the classical evaluation, and says so. */
static void damage_inside_is_reported(void) {
    static const struct {
        long at;
        const char *reason;
    } PLACES[] = {
        {offsetof(NetworkHeader, magic), "it is no network"},
        {offsetof(NetworkHeader, hidden), "neurons, this program is built for"},
        {offsetof(NetworkHeader, checksum), "it is damaged: its checksum is wrong"},
        {HEADER, "it is damaged: its checksum is wrong"},
        {-1, "it is damaged: its checksum is wrong"},
    };
    const char *const sound = binary;
    char path[FILE_PATH_SIZE], line[LINE];
    const char *const words[] = {"go depth 1", NULL};
    Child e;
    start(&e);
    const int64_t inside = bench(&e, "3");
    set_silently(&e, "Evaluation", "classical");
    const int64_t classical = bench(&e, "3");
    quit(&e);
    run_with(words, REFUSED, line, NULL);
    check(!*line, "a sound program says that it is damaged");
    for (size_t i = 0; i < sizeof PLACES / sizeof *PLACES; i++) {
        binary = sound;
        put_damaged(path, PLACES[i].at);
        binary = path;
        check(run_with(words, REFUSED, line, NULL) == 1 && strstr(line, PLACES[i].reason),
              "damage at %ld is not reported, but: %s", PLACES[i].at, line);
    }
    damaged_program_says_so("src/network/panoptes.net", inside, classical);
    binary = sound;
}

/* --- searches and jobs under way ------------------------------------------------------------- */

/* Both options wait for the end of a search, are set in their order, and the last value counts. */
static void options_wait_for_a_search(void) {
    char file[FILE_PATH_SIZE], other[FILE_PATH_SIZE], line[LINE];
    Child e;
    put_network(file, "one", 6);
    put_network(other, "other", 7);
    start_with(&e, file);
    const int64_t nodes = bench(&e, "3");
    say(&e, "setoption name Evaluation value classical\nposition startpos\ngo infinite");
    wait_for(&e, "info depth", line);
    say(&e, "setoption name Evaluation value nnue");
    check(count_until_ready(&e, "info string error: setoption: Evaluation cannot be") == 1,
          "a wrong word is not reported at once");
    say(&e,
        "setoption name EvalFile value /no such/file\nsetoption name EvalFile value %s\n"
        "setoption name Evaluation value classical\nsetoption name Evaluation value network",
        file);
    check(count_until_ready(&e, "info string error") == 0, "the first file was tried");
    say(&e, "stop");
    wait_for(&e, "bestmove", line);
    check(bench(&e, "3") == nodes, "the options were not set behind a search");
    say(&e, "go infinite\nsetoption name EvalFile value /no such/file");
    check(count_until_ready(&e, "info string error") == 0, "EvalFile does not wait");
    say(&e, "stop");
    wait_for(&e, "bestmove", line);
    wait_for(&e, "info string error: setoption: EvalFile: '/no such/file' is refused", line);
    check(bench(&e, "3") == nodes, "a file refused behind a search changes the network");
    say(&e, "go infinite\nsetoption name EvalFile value %s\nquit", other);
    finish(&e, "quit with a network that waits");
}

/* A job that has begun goes on by its network, which must not be freed below it. */
static void options_wait_for_a_job(void) {
    /* Jobs take longer than an answer to isready, even on a busy machine. */
    const char *const depth = slow ? "4" : "9";
    char file[FILE_PATH_SIZE], other[FILE_PATH_SIZE], line[LINE];
    Child e;
    put_network(file, "one", 6);
    put_network(other, "other", 7);
    start_with(&e, other);
    const int64_t after = bench(&e, depth);
    set_silently(&e, "EvalFile", file);
    const int64_t before = bench(&e, depth);
    check(before != after, "the two networks have equal counts");
    for (int i = 0; i < 2; i++) {
        say(&e, "bench %s%s\nsetoption name EvalFile value %s", i ? "16 2 " : "", depth, other);
        ready(&e);
        const int64_t nodes = read_bench(&e);
        check(i || nodes == before, "bench has %" PRId64 " nodes, not %" PRId64, nodes, before);
        check(bench(&e, depth) == after, "the network does not change behind bench");
        set_silently(&e, "EvalFile", file);
    }
    say(&e,
        "selfplay 2 nodes=%d\nsetoption name EvalFile value %s\n"
        "setoption name Evaluation value network",
        slow ? 200 : 5000, other);
    ready(&e);
    wait_for(&e, "A scores ", line);
    check(bench(&e, depth) == after, "the network does not change behind selfplay");
    quit(&e);
}

/* Networks come and go: leaks, and what is used after it was freed, are for the sanitizers. */
static void networks_come_and_go(void) {
    enum { TIMES = 40 };
    char files[2][FILE_PATH_SIZE], line[LINE];
    Child e;
    put_network(files[0], "one", 8);
    put_network(files[1], "other", 9);
    start_with(&e, files[0]);
    const int64_t nodes = bench(&e, "2");
    set_silently(&e, "Threads", "2");
    for (int i = 1; i <= TIMES; i++) {
        say(&e, "setoption name EvalFile value %s\nsetoption name Evaluation value %s",
            i % 5    ? files[i % 2]
            : i % 10 ? ""
                     : "/no such/file",
            i % 7 ? "network" : "classical");
        say(&e, "go nodes 300");
        wait_for(&e, "bestmove", line);
    }
    set_silently(&e, "EvalFile", files[0]);
    set_silently(&e, "Evaluation", "network");
    check(bench(&e, "2") == nodes, "a network has another count after many others");
    quit(&e);
}

/* --- with other options and commands ----------------------------------------------------------- */

static void threads_search_by_it(void) {
    char file[FILE_PATH_SIZE];
    Child e;
    put_network(file, "threads", 10);
    start_with(&e, file);
    const int64_t nodes = bench(&e, "3");
    for (int threads = 2; threads <= 4; threads += 2) {
        set_number(&e, "Threads", threads, true);
        check(ask(&e, MIDDLE, "go depth 6").best != MOVE_NONE, "%d threads: no move", threads);
        check(bench(&e, "3") == nodes, "bench heeds Threads");
    }
    set_silently(&e, "Threads", "1");
    say(&e, "bench 16 2 3");
    check(read_bench(&e) > 0, "bench with two threads");
    quit(&e);
}

/* What the two have learnt of a position does not mix, and a new game forgets it. */
static void games_begin_anew(void) {
    char file[FILE_PATH_SIZE];
    Child e;
    put_network(file, "games", 11);
    start_with(&e, file);
    const int64_t first = ask(&e, MIDDLE, "go depth 6").nodes;
    check(ask(&e, MIDDLE, "go depth 6").nodes != first, "nothing is learnt");
    say(&e, "ucinewgame");
    check(ask(&e, MIDDLE, "go depth 6").nodes == first, "ucinewgame does not forget");
    set_silently(&e, "Evaluation", "classical");
    const int64_t classical = ask(&e, MIDDLE, "go depth 6").nodes;
    say(&e, "ucinewgame");
    check(ask(&e, MIDDLE, "go depth 6").nodes == classical, "classical remembers the network");
    set_silently(&e, "Evaluation", "network");
    check(ask(&e, MIDDLE, "go depth 6").nodes == first, "the network remembers the classical");
    set_silently(&e, "EvalFile", file);
    check(ask(&e, MIDDLE, "go depth 6").nodes == first, "a file does not make it forget");
    quit(&e);
}

/* The network inside is in use already: nothing changes, so nothing is forgotten. */
static void the_same_network_forgets_nothing(void) {
    char file[FILE_PATH_SIZE];
    Child e;
    put_network(file, "same", 15);
    start(&e);
    set_silently(&e, "Evaluation", "network");
    const int64_t first = ask(&e, MIDDLE, "go depth 6").nodes;
    for (int i = 0; i < 2; i++)
        set_silently(&e, "EvalFile", "");
    check(ask(&e, MIDDLE, "go depth 6").nodes != first, "an empty EvalFile forgets");
    set_silently(&e, "EvalFile", file);
    set_silently(&e, "EvalFile", "");
    check(ask(&e, MIDDLE, "go depth 6").nodes == first, "a file before it is not forgotten");
    set_silently(&e, "EvalFile", "");
    check(ask(&e, MIDDLE, "go depth 6").nodes != first, "an empty EvalFile behind one forgets");
    quit(&e);
}

static void chess960_is_played(void) {
    char file[FILE_PATH_SIZE], line[LINE];
    Child e;
    put_network(file, "960", 12);
    start_with(&e, file);
    set_silently(&e, "UCI_Chess960", "true");
    set_silently(&e, "Debug Interval", "1");
    say(&e, "debug on\nposition fen 1k6/8/8/8/8/8/8/RK4R1 w GA - 0 1 moves b1g1 b8c7 g1h1\n"
            "go depth 5");
    wait_for(&e, "info string debug: self-checks: ", line);
    check(strstr(line, "; 0 faults") != NULL, "%s", line);
    wait_for(&e, "bestmove", line);
    say(&e, "position fen 1k6/8/8/8/8/8/8/RK4R1 w GA - 0 1\ngo depth 3 searchmoves b1g1");
    wait_for(&e, "bestmove b1g1", line);
    quit(&e);
}

/* Kept sums are among what debug mode checks. */
static void debug_mode_finds_no_fault(void) {
    char file[FILE_PATH_SIZE], line[LINE];
    Child e;
    for (int threads = 1; threads <= 2; threads++) {
        long long positions = 0;
        put_network(file, "debug", 13);
        start_with(&e, file);
        set_number(&e, "Threads", threads, true);
        set_silently(&e, "Debug Interval", "1");
        say(&e, "debug on\nposition fen %s\ngo nodes %d", MIDDLE, slow ? 4000 : 20000);
        wait_for(&e, "info string debug: self-checks: ", line);
        check(sscanf(line, "info string debug: self-checks: %lld positions", &positions) == 1 &&
                  positions > 1000 && strstr(line, "; 0 faults"),
              "%s", line);
        wait_for(&e, "bestmove", line);
        quit(&e);
    }
}

/* Its levels were measured without a network. */
static void weaker_play_does_without(void) {
    char file[FILE_PATH_SIZE];
    int64_t nodes[3];
    Child e;
    put_network(file, "weak", 14);
    start_with(&e, file);
    set_silently(&e, "UCI_LimitStrength", "true");
    set_silently(&e, "Skill Seed", "5");
    for (int i = 0; i < 3; i++) {
        set_silently(&e, "Evaluation", i == 1 ? "classical" : "network");
        say(&e, "ucinewgame");
        const Answer a = ask(&e, MIDDLE, "go depth 6");
        check(a.best != MOVE_NONE, "a weaker player has no move");
        nodes[i] = a.nodes;
    }
    check(nodes[0] == nodes[1] && nodes[0] == nodes[2],
          "weaker play: %" PRId64 " nodes, classical %" PRId64 ", again %" PRId64, nodes[0],
          nodes[1], nodes[2]);
    quit(&e);
}

static const Scene SCENES[] = {
    {"listed", options_are_listed},
    {"words", evaluation_takes_its_words_only},
    {"counts", counts_follow_the_options},
    {"inside", the_file_is_inside},
    {"levels", levels_search_the_same_tree},
    {"wrong files", wrong_files_are_refused},
    {"other widths", other_widths_are_refused},
    {"damaged inside", damage_inside_is_reported},
    {"waits for a search", options_wait_for_a_search},
    {"waits for a job", options_wait_for_a_job},
    {"come and go", networks_come_and_go},
    {"threads", threads_search_by_it},
    {"new games", games_begin_anew},
    {"the same network", the_same_network_forgets_nothing},
    {"Chess960", chess960_is_played},
    {"debug", debug_mode_finds_no_fault},
    {"weaker play", weaker_play_does_without},
};

int main(int argc, char **argv) {
    const int status = dialogue_main(argc, argv, SCENES, sizeof SCENES / sizeof *SCENES);
    files_remove();
    return status;
}
