#include "uci/commands.h"

#include "postmortem/journal.h"
#include "postmortem/machine.h"
#include "search/params.h"
#include "uci/bench.h"
#include "uci/game.h"
#include "uci/genfens.h"
#include "uci/go.h"
#include "uci/node_counts.h"
#include "uci/options.h"
#include "uci/output.h"
#include "uci/queries.h"
#include "uci/run_selftest.h"
#include "uci/selfplay.h"
#include "uci/show.h"
#include "uci/worker.h"

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

/* Each command is carried out before the next one is read, and options that waited for a search
 * have been set, so that there is nothing to wait for; a running search may take for ever. */
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
    journal_debug(session->debug);
    options_apply_debug(session);
    if (session->debug)
        output_line("info string debug on: position and go are answered by what was understood; "
                    "searches check themselves every %d nodes (Debug Interval) from the next on",
                    session->debug_interval);
    else
        output_line("info string debug off");
    return true;
}

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
/* The lines that OpenBench's SPSA takes, with its usual learning rate. */
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

/* A command without `use` is another name of a command that has it. Without `run` it is a line of
 * the help only. */
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
    {"threats", query_threats, "threats [text|json|svg [FILE]] ...", "what is en prise or pinned"},
    {"explain", query_move, "explain MOVE [text|json [FILE]] ...", "what a move changes"},
    {"diff", query_deltas, "diff MOVE [fen FEN]", "its changes of the map, cell by cell"},
    {"captures", query_captures, "captures [THRESHOLD] [fen FEN]", "captures in staged order"},
    {"lists", query_lists, "lists [fen FEN]", "the piece lists, with slots and links"},
    {"validate", query_fen, "validate FEN", "what is wrong with a FEN, and how to repair it"},
    {"perft", count_perft, "perft [full|captures] DEPTH [fen FEN]", "counts the tree of moves"},
    {"bench", bench_start, "bench [stats] [HASH THREADS] [DEPTH]",
     "searches fixed positions: nodes and speed; stats: what it did"},
    {"", NULL, "bench [HASH THREADS] FILE [LIMIT]", "those of a file, and tells what was solved;"},
    {"", NULL, "", "LIMIT: DEPTH, depth N, movetime MS or nodes N"},
    {"selfplay", selfplay_start, "selfplay [GAMES] [TC] [...]",
     "games against itself, with two settings of options"},
    {"", NULL, "", "TC: 2+0.02, nodes=N, movetime=MS or depth=N; then"},
    {"", NULL, "", "seed N, openings FILE, pgn FILE, adjudicate,"},
    {"", NULL, "", "A NAME=VALUE ... B NAME=VALUE ...: options of each"},
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

/* True for commands that begin no work. A post-mortem has the last one that did. */
static bool begins_no_work(Token token) {
    static const char *const NAMES[] = {"uci",        "isready", "setoption", "stop", "ponderhit",
                                        "ucinewgame", "debug",   "register",  "quit"};
    for (size_t i = 0; i < sizeof NAMES / sizeof *NAMES; i++)
        if (token_is(token, NAMES[i]))
            return true;
    return false;
}

bool commands_run(Session *session, const char *line, size_t length) {
    worker_settle(session);
    output_log_heard(line, length);
    Tokens tokens = tokens_of(line, length);
    const Token first = token_peek(tokens);
    for (Token token; (token = token_next(&tokens)).length;) {
        const Entry *entry = find_entry(token);
        if (!entry)
            continue;
        if (!begins_no_work(token))
            journal_command(token.text, (size_t)(tokens.end - token.text));
        return entry->run(session, tokens);
    }
    if (first.length)
        return output_error("unknown command '%s'; 'help' lists the commands",
                            token_show(first).text);
    return true;
}
