#include "uci/uci.h"

#include "postmortem/crash.h"
#include "postmortem/machine.h"
#include "postmortem/post_mortem.h"
#include "postmortem/record.h"
#include "search/handicap.h"
#include "search/params.h"
#include "uci/count.h"
#include "uci/game.h"
#include "uci/genfens.h"
#include "uci/go.h"
#include "uci/info.h"
#include "uci/input.h"
#include "uci/options.h"
#include "uci/output.h"
#include "uci/queries.h"
#include "uci/run_selftest.h"
#include "uci/session.h"
#include "uci/show.h"
#include "uci/worker.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static bool identify(Session *session, Tokens tokens) {
    (void)session;
    (void)tokens;
    Text text;
    text_clear(&text);
    text_add(&text, "id name Panoptes " PANOPTES_VERSION "\nid author the Panoptes developers\n");
    options_list(&text);
    text_add(&text, "uciok\n");
    output_text(&text);
    return true;
}

/* Each command is done before the next one is read, and options that waited for a search are set
 * before this one; only a running search, which may take for ever, is not waited for. */
static bool ready(Session *session, Tokens tokens) {
    (void)session;
    (void)tokens;
    output_line("readyok");
    return true;
}

static bool set_debug(Session *session, Tokens tokens) {
    const Token token = token_next(&tokens);
    if (!token_is(token, "on") && !token_is(token, "off"))
        return output_error("debug: '%s' is neither on nor off", token_show(token).text);
    session->debug = token_is(token, "on");
    record_debug(session->debug);
    options_apply_debug(session);
    if (session->debug)
        output_line("info string debug on: position and go are answered by what was understood; "
                    "searches check themselves every %d nodes (Debug Interval) from the next on",
                    session->debug_interval);
    else
        output_line("info string debug off");
    return true;
}

/* There is nothing to register. */
static bool register_nothing(Session *session, Tokens tokens) {
    (void)session;
    (void)tokens;
    return true;
}

static bool tell_version(Session *session, Tokens tokens) {
    (void)session;
    (void)tokens;
    output_line("Panoptes " PANOPTES_VERSION);
    return true;
}

/* A replay forks, which needs a process without threads. */
static bool replay_refused(Session *s, Tokens tokens) {
    (void)s;
    (void)tokens;
    return output_error("--replay: start the program with it: panoptes --replay FILE");
}

static bool tell_machine(Session *session, Tokens tokens) {
    (void)session;
    (void)tokens;
    Text text;
    text_clear(&text);
    machine_cpu(&text);
    output_text(&text);
    return true;
}

#ifdef TUNE
/* The lines that OpenBench's SPSA takes; the rate is the usual one. */
static bool tell_params(Session *session, Tokens tokens) {
    (void)session;
    (void)tokens;
#define TELL_PARAM(name, value, min, max, step)                                                    \
    output_line(#name ", int, %d, %d, %d, %d, 0.002", value, min, max, step);
    SEARCH_PARAMS(TELL_PARAM)
    return true;
}
#endif

static bool leave(Session *session, Tokens tokens) {
    (void)tokens;
    session->quit = true;
    return true;
}

static bool help(Session *session, Tokens tokens);

/* A command without `use` is another name of one that has it. */
typedef struct Entry {
    const char *name;
    Command *run;
    const char *use;
    const char *text;
} Entry;

static const Entry ENTRIES[] = {
    {"uci", identify, "uci", "who this is and what options there are"},
    {"isready", ready, "isready", "answers readyok at once, while searching too"},
    {"setoption", options_set, "setoption name N [value V]", "sets an option, see uci"},
    {"ucinewgame", game_new, "ucinewgame", "forgets what was learnt in the last game"},
    {"position", game_position, "position startpos|fen FEN [moves ...]", "sets the game up"},
    {"go", go_start, "go [LIMITS]", "searches; the limits are wtime btime winc binc movestogo"},
    {"", NULL, "", "movetime depth nodes mate infinite ponder searchmoves"},
    {"ponderhit", go_ponderhit, "ponderhit", "the move pondered on was played"},
    {"stop", go_stop, "stop", "ends a search, a perft or a bench"},
    {"debug", set_debug, "debug on|off", "tells what was understood; searches check themselves"},
    {"register", register_nothing, "register", "nothing to register"},
    {"quit", leave, "quit", "ends the program"},
    {"show", show_start, "show [SECONDS] [FEN]", "the board, its attacks, and an analysis to read"},
    {"d", game_show, "d", "board, attack counts, FEN, key, checkers"},
    {"eval", game_evaluate, "eval", "the static evaluation"},
    {"map", query_map, "map [text|json|svg [FILE]] [fen FEN]", "who attacks what, by square"},
    {"attackers", query_attackers, "attackers SQ [text|json [FILE]] ...", "who attacks it"},
    {"see", query_exchange, "see MOVE [fen FEN]", "the exchange that a move begins"},
    {"threats", query_threats, "threats [text|json|svg [FILE]] ...", "what is en prise or bound"},
    {"explain", query_move, "explain MOVE [text|json [FILE]] ...", "what a move changes"},
    {"diff", query_deltas, "diff MOVE [fen FEN]", "its changes of the map, cell by cell"},
    {"captures", query_captures, "captures [THRESHOLD] [fen FEN]", "captures in staged order"},
    {"lists", query_lists, "lists [fen FEN]", "the piece lists, with slots and links"},
    {"validate", query_fen, "validate FEN", "what is wrong with a FEN, and how to repair it"},
    {"perft", count_perft, "perft [full|captures] DEPTH [fen FEN]", "counts the tree of moves"},
    {"bench", count_bench, "bench [stats] [DEPTH]",
     "searches fixed positions: nodes and speed; stats: what it did"},
    {"genfens", genfens_start, "genfens N seed S book None|FILE", "random openings, for OpenBench"},
    {"selftest", selftest_start, "selftest", "whether all works on this machine, in ten seconds"},
    {"cpu", tell_machine, "cpu", "the CPU's features, the kernels picked and why"},
#ifdef TUNE
    {"params", tell_params, "params", "the search's parameters as OpenBench's SPSA takes them"},
#endif
    {"--replay", replay_refused, "--replay FILE",
     "as the only arguments: runs a post-mortem again"},
    {"version", tell_version, "version", "the version"},
    {"help", help, "help", "this list"},
    {"--version", tell_version, NULL, NULL},
    {"--help", help, NULL, NULL},
    {"-h", help, NULL, NULL},
};
enum { ENTRY_COUNT = sizeof ENTRIES / sizeof *ENTRIES };

static bool help(Session *session, Tokens tokens) {
    (void)session;
    (void)tokens;
    Text text;
    text_clear(&text);
    text_add(&text, "Panoptes " PANOPTES_VERSION ", a UCI chess engine. Commands, one a line from "
                    "stdin; or as arguments,\nwhich are one command together (panoptes perft 5), "
                    "or, if the first one has a blank,\na command each (panoptes \"setoption name "
                    "Hash value 64\" \"go depth 12\" quit):\n\n");
    for (int i = 0; i < ENTRY_COUNT; i++)
        if (ENTRIES[i].use)
            text_add(&text, "  %-38s %s\n", ENTRIES[i].use, ENTRIES[i].text);
    output_text(&text);
    return true;
}

static const Entry *find_entry(Token token) {
    for (int i = 0; i < ENTRY_COUNT; i++)
        if (ENTRIES[i].run && token_is(token, ENTRIES[i].name))
            return &ENTRIES[i];
    return NULL;
}

/* True for commands that begin no work of their own: a post-mortem wants the one that did. */
static bool only_steers(Token token) {
    static const char *const NAMES[] = {"uci",        "isready", "setoption", "stop", "ponderhit",
                                        "ucinewgame", "debug",   "register",  "quit"};
    for (size_t i = 0; i < sizeof NAMES / sizeof *NAMES; i++)
        if (token_is(token, NAMES[i]))
            return true;
    return false;
}

/* Logs a line and runs it. UCI wants unknown tokens before a command passed over. */
static bool run_line(Session *session, const char *line, size_t length) {
    worker_settle(session);
    output_log_heard(line, length);
    Tokens tokens = tokens_of(line, length);
    const Token first = token_peek(tokens);
    for (Token token; (token = token_next(&tokens)).length;) {
        const Entry *entry = find_entry(token);
        if (!entry)
            continue;
        if (!only_steers(token))
            record_command(token.text, (size_t)(tokens.end - token.text));
        return entry->run(session, tokens);
    }
    if (first.length)
        return output_error("unknown command '%s'; 'help' lists the commands",
                            token_show(first).text);
    return true;
}

/* The loop over stdin. At its end, counts are finished and searches stopped. */
static void run_input(Session *session) {
    Input *input = &session->input;
    if (isatty(STDIN_FILENO))
        output_line("Panoptes " PANOPTES_VERSION
                    ", a UCI chess engine. 'help' lists the commands.");
    for (InputEvent event; !session->quit && (event = input_next(input)) != INPUT_END;) {
        if (event == INPUT_LINE)
            run_line(session, input->line, input->length);
        else
            worker_settle(session);
    }
    if (session->quit || !session->finish_job)
        engine_stop(session->engine);
    engine_wait(session->engine);
}

/* All arguments as one line, or NULL if memory is short. The caller frees it. */
static char *join_arguments(int argc, char **argv) {
    size_t size = 1;
    for (int i = 1; i < argc; i++)
        size += strlen(argv[i]) + 1;
    char *line = calloc(size, 1);
    for (int i = 1, used = 0; line && i < argc; i++)
        used += sprintf(line + used, "%s ", argv[i]);
    return line;
}

static bool run_waiting(Session *session, const char *line) {
    const bool good = run_line(session, line, strlen(line));
    engine_wait(session->engine);
    const bool failed = session->job_failed;
    session->job_failed = false;
    return good && !failed;
}

static bool run_lines(Session *session, const char *const *lines, int count) {
    bool good = true;
    session->command_line = true;
    for (int i = 0; i < count && !session->quit; i++)
        good &= run_waiting(session, lines[i]);
    return good;
}

static bool run_arguments(Session *session, int argc, char **argv) {
    if (strpbrk(argv[1], " \t"))
        return run_lines(session, (const char *const *)argv + 1, argc - 1);
    char *line = join_arguments(argc, argv);
    const bool good = line && run_lines(session, (const char *const *)&line, 1);
    free(line);
    return good;
}

/* The worker has become idle: options may be waiting for that. */
static void wake(void *context) {
    Session *session = context;
    input_wake(&session->input);
}

/* Makes the session ready; false, told, if that fails. */
static bool open_session(Session *session) {
    const SearchReporter reporter = info_reporter(session);
    post_mortem_init();
    crash_init("info string error: ");
    if (input_init(&session->input))
        session->engine = engine_create(&reporter, wake);
    if (!session->engine) {
        fprintf(stderr, "panoptes: not enough memory, or no thread or pipe to be had\n");
        return false;
    }
    session->hash = HASH_DEFAULT;
    session->debug_interval = SELF_CHECK_INTERVAL_DEFAULT;
    session->elo = UCI_ELO_DEFAULT;
    session->skill_level = SKILL_LEVEL_MAX;
    session->color = output_wants_color();
    return true;
}

static void close_session(Session *session) {
    engine_destroy(session->engine);
    options_forget(session);
    genfens_free(session);
    input_free(&session->input);
    book_close(session->book);
}

static Session session; /* too large for some stacks */

int uci_run(const char *const *lines, int count) {
    if (!open_session(&session))
        return EXIT_FAILURE;
    const bool good = run_lines(&session, lines, count);
    close_session(&session);
    return good ? EXIT_SUCCESS : EXIT_FAILURE;
}

int uci_main(int argc, char **argv) {
    bool good = true;
    if (!open_session(&session))
        return EXIT_FAILURE;
    if (argc > 1)
        good = run_arguments(&session, argc, argv);
    else
        run_input(&session);
    close_session(&session);
    return good ? EXIT_SUCCESS : EXIT_FAILURE;
}
