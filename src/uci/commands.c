/* The table of commands, and the schedule that decides when a line of input runs. */
#include "uci/uci_internal.h"

#include "os/thread.h"
#include "postmortem/postmortem.h"
#include "search/params.h"

#include <stdlib.h>
#include <string.h>

static bool identify(Session *session, Tokens tokens) {
    session->player.strict = true;
    Text text;
    text_clear(&text);
    text_add(&text, "id name Panoptes " PANOPTES_VERSION "\nid author the Panoptes developers\n");
    option_lines(&session->player, &text);
    text_add(&text, "uciok\n");
    output_text(&text);
    return true;
}

/* Answers `isready`, after the engine has touched all memory of a new hash table. The commands before `isready` have
 * run, except lines that wait for a job. Does not wait for a running search, which may be endless. */
static bool ready(Session *session, Tokens tokens) {
    engine_ready(session->player.engine);
    output_line("readyok");
    return true;
}

static bool set_debug(Session *session, Tokens tokens) {
    const Token token = token_next(&tokens);
    if (!token_is(token, "on") && !token_is(token, "off"))
        return output_error("debug: '%s' is neither on nor off; write debug on",
                            token_show(token).text);
    options_set_debug(session, token_is(token, "on"));
    if (session->debug)
        output_line("info string debug on: position and go are answered by what was understood; "
                    "searches check themselves every %d nodes (Debug Interval) from the next on",
                    session->debug_interval);
    else
        output_line("info string debug off");
    return true;
}

static bool register_nothing(Session *session, Tokens tokens) {
    return true;
}

static bool print_version(Session *session, Tokens tokens) {
    output_line("%s, " PANOPTES_DATE, version_name());
    return true;
}

/* Refuses a replay within a session. A replay forks the process, which must not have other threads. */
static bool replay_refused(Session *s, Tokens tokens) {
    return output_error("--replay: start the program with it: panoptes --replay FILE");
}

static bool print_compiler(Session *session, Tokens tokens) {
    Text text;
    text_clear(&text);
    machine_build(&text);
    machine_cpu(&text);
    output_text(&text);
    return true;
}

static bool print_machine(Session *session, Tokens tokens) {
    Text text;
    text_clear(&text);
    machine_cpu(&text);
    output_text(&text);
    return true;
}

#ifdef TUNE
/* Prints the search parameters in the format of OpenBench's SPSA, with the usual learning rate 0.002. */
static bool print_params(Session *session, Tokens tokens) {
#define PRINT_PARAM(name, value, min, max, step)                                                   \
    output_line(#name ", int, %d, %d, %d, %d, 0.002", value, min, max, step);
    SEARCH_PARAMS(PRINT_PARAM)
    return true;
}
#endif

static bool leave(Session *session, Tokens tokens) {
    session->quit = true;
    return true;
}

static bool help(Session *session, Tokens tokens);
static bool usage(Session *session, Tokens tokens);

/* Whether a command has arguments, and other properties of the command. */
typedef enum Traits {
    ARGUMENTS_READ, /* the command reads its arguments itself */
    ARGUMENTS_NONE, /* the session refuses arguments */
    /* The session reports arguments as an error, but runs the command, since UCI demands to ignore unknown tokens. */
    ARGUMENTS_IGNORED,
    ARGUMENTS = 3, /* the mask of ARGUMENTS_READ, ARGUMENTS_NONE and ARGUMENTS_IGNORED */
    NO_WORK = 4,   /* a post-mortem does not name the command as the last command */
    NAMED = 8      /* the command's tokens begin with the name of the command */
} Traits;

/* A row of the table of commands. `use` shows how to write the command. If `use` is NULL, the row is another name of a
 * command, which has the same function. The first line of `text` explains `use`. Each further line is "ANOTHER
 * USE\tEXPLANATION", or "\tTEXT" to continue the explanation. */
typedef struct Entry {
    const char *name;
    Command *run;
    CommandTiming timing;
    Traits traits;
    const char *use;
    const char *text;
} Entry;

static const Entry ENTRIES[] = {
    {"uci", identify, TIMING_IN_ORDER, ARGUMENTS_IGNORED | NO_WORK, "uci",
     "prints the name, the author and the options"},
    {"isready", ready, TIMING_AT_ONCE, ARGUMENTS_IGNORED | NO_WORK, "isready",
     "answers readyok, while searching too"},
    {"setoption", options_set, TIMING_IN_ORDER, ARGUMENTS_READ | NO_WORK,
     "setoption name N [value V]", "sets an option, see uci"},
    {"ucinewgame", game_new, TIMING_AFTER_JOB, ARGUMENTS_IGNORED | NO_WORK, "ucinewgame",
     "forgets the last game"},
    {"position", game_position, TIMING_AFTER_JOB, ARGUMENTS_READ,
     "position startpos|fen FEN [moves ...]",
     "sets the game up\n"
     "position pgn FILE [game N] [MOVE]\tthe first game of a file, or game N, to its end, or\n"
     "\tbefore MOVE: 23 or 23w is White's, 23... or 23b Black's"},
    {"go", go_start, TIMING_AFTER_JOB, ARGUMENTS_READ, "go [json] [LIMITS]",
     "searches; the limits:\n"
     "\twtime, btime, winc, binc, movestogo, movetime, depth, nodes,\n"
     "\tsoftnodes, mate, infinite, ponder, searchmoves\n"
     "go perft DEPTH\tthe same as perft DEPTH"},
    {"ponderhit", go_ponderhit, TIMING_IN_ORDER, ARGUMENTS_IGNORED | NO_WORK, "ponderhit",
     "the move pondered on was played"},
    {"stop", go_stop, TIMING_STOP, ARGUMENTS_IGNORED | NO_WORK, "stop",
     "ends a search or a job (perft, bench, show ...)"},
    {"debug", set_debug, TIMING_IN_ORDER, ARGUMENTS_READ | NO_WORK, "debug on|off",
     "prints positions and limits; searches check themselves"},
    {"register", register_nothing, TIMING_IN_ORDER, ARGUMENTS_READ | NO_WORK, "register",
     "nothing to register"},
    {"quit", leave, TIMING_AFTER_JOB, ARGUMENTS_IGNORED | NO_WORK, "quit",
     "ends the program, when the job under way has ended"},
    {"show", show_start, TIMING_AFTER_JOB, ARGUMENTS_READ, "show [SECONDS] [FEN]",
     "the board, its attacks, and an analysis to read"},
    {"d", query_ask, TIMING_IN_ORDER, NAMED, "d [fen FEN]",
     "board, attack counts, FEN, key, checkers, moves,\n"
     "\tthe state of the game"},
    {"eval", query_ask, TIMING_IN_ORDER, NAMED, "eval [text|json|svg [black] [FILE]] ...",
     "the static evaluations, and why"},
    {"map", query_ask, TIMING_IN_ORDER, NAMED, "map [text|json|svg [black] [FILE]] ...",
     "the attackers of each square"},
    {"attackers", query_ask, TIMING_IN_ORDER, NAMED, "attackers SQ [text|json [FILE]] ...",
     "the attackers of a square"},
    {"see", query_ask, TIMING_IN_ORDER, NAMED, "see MOVE [text|json [FILE]] ...",
     "the exchange that a move begins"},
    {"threats", query_ask, TIMING_IN_ORDER, NAMED, "threats [text|json|svg [black] [FILE]] ...",
     "hanging and pinned pieces, forks and checks"},
    {"explain", query_ask, TIMING_IN_ORDER, NAMED, "explain MOVE [nodes N] [text|json|svg ...] ...",
     "the worth of a move, and its changes"},
    {"motifs", query_ask, TIMING_IN_ORDER, NAMED, "motifs MOVE ... [text|json] ...",
     "forks, pins and the like in a line of moves"},
    {"facts", query_ask, TIMING_IN_ORDER, NAMED, "facts [MOVE] [text|json] ...",
     "passed pawns, outposts and the like; facts of a move"},
    {"moves", query_ask, TIMING_IN_ORDER, NAMED, "moves [text|json [FILE]] ...",
     "the legal moves, as UCI writes them and in SAN"},
    {"order", query_ask, TIMING_IN_ORDER, NAMED, "order [nodes N] [text|json [FILE]] ...",
     "the legal moves as the search gets them, with its stages"},
    {"diff", query_ask, TIMING_IN_ORDER, NAMED, "diff MOVE [text|json [FILE]] ...",
     "the changes of the map by a move, piece by piece and square by square"},
    {"captures", query_ask, TIMING_IN_ORDER, NAMED, "captures [THRESHOLD] [text|json] ...",
     "captures in staged order"},
    {"lists", query_ask, TIMING_IN_ORDER, NAMED, "lists [text|json [FILE]] ...",
     "the piece lists, with slots and links"},
    {"validate", query_ask, TIMING_IN_ORDER, NAMED, "validate FEN",
     "how a FEN is read, or its fault and a repaired FEN"},
    {"perft", count_perft, TIMING_AFTER_JOB, ARGUMENTS_READ,
     "perft [full|captures] DEPTH [fen FEN]", "counts the tree of moves"},
    {"bench", bench_start, TIMING_AFTER_JOB, ARGUMENTS_READ, "bench [stats] [HASH THREADS] [DEPTH]",
     "searches fixed positions: nodes and speed; stats: counters\n"
     "bench [json] [HASH THREADS] FILE [LIMIT]\tthe positions of a file, solved or missed;\n"
     "\tLIMIT: DEPTH, depth N, movetime MS or nodes N"},
    {"speedtest", speedtest_start, TIMING_AFTER_JOB, ARGUMENTS_READ,
     "speedtest [THREADS [HASH [SECONDS]]]",
     "nodes a second, by default on all CPUs and for 150 s"},
    {"selfplay", selfplay_start, TIMING_AFTER_JOB, ARGUMENTS_READ, "selfplay [GAMES] [TC] [...]",
     "games against itself, with two settings of options\n"
     "\tTC: 2+0.02, nodes=N, movetime=MS or depth=N;\n"
     "\tseed N, openings FILE, pgn FILE, adjudicate,\n"
     "\tA NAME=VALUE ... B NAME=VALUE ...: options of each"},
    {"report", report_start, TIMING_AFTER_JOB, ARGUMENTS_READ, "report GAMES.pgn [OUT.html] [...]",
     "games explained, as a page; time SECONDS,\n"
     "\tnodes N, depth N, threads N, hash MB, lines N, games N-M,\n"
     "\tside white|black, scale human|engine, with engine,\n"
     "\thtml OUT|none, pgn OUT, json OUT"},
    {"genfens", genfens_start, TIMING_AFTER_JOB, ARGUMENTS_READ, "genfens N seed S book None|FILE",
     "random openings for OpenBench"},
    {"selftest", selftest_start, TIMING_AFTER_JOB, ARGUMENTS_NONE, "selftest",
     "tests the program on this machine, in ten seconds"},
    {"compiler", print_compiler, TIMING_IN_ORDER, ARGUMENTS_NONE, "compiler",
     "version, commit and compiler; then as cpu"},
    {"cpu", print_machine, TIMING_IN_ORDER, ARGUMENTS_NONE, "cpu",
     "the CPU's features, the kernels picked and why"},
#ifdef TUNE
    {"params", print_params, TIMING_IN_ORDER, ARGUMENTS_NONE, "params",
     "the search's parameters as OpenBench's SPSA takes them"},
#endif
    {"--replay", replay_refused, TIMING_IN_ORDER, ARGUMENTS_READ, "--replay FILE",
     "as the only arguments: runs a post-mortem again"},
    {"version", print_version, TIMING_IN_ORDER, ARGUMENTS_NONE, "version",
     "the version; also -v, --version"},
    {"help", help, TIMING_IN_ORDER, ARGUMENTS_READ, "help [COMMAND]",
     "this list; -h, --help: and how the program is used"},
    {"--version", print_version, TIMING_IN_ORDER, ARGUMENTS_NONE, NULL, NULL},
    {"-v", print_version, TIMING_IN_ORDER, ARGUMENTS_NONE, NULL, NULL},
    {"--help", usage, TIMING_IN_ORDER, ARGUMENTS_NONE, NULL, NULL},
    {"-h", usage, TIMING_IN_ORDER, ARGUMENTS_NONE, NULL, NULL},
};
enum { ENTRY_COUNT = sizeof ENTRIES / sizeof *ENTRIES };

static void add_entry(Text *text, const Entry *entry) {
    const char *use = entry->use, *line = entry->text;
    int use_length = (int)strlen(use);
    for (;;) {
        const int length = (int)strcspn(line, "\n");
        text_add(text, "  %-38.*s %.*s\n", use_length, use, length, line);
        if (!line[length])
            return;
        use = line + length + 1;
        use_length = (int)strcspn(use, "\t");
        line = use + use_length + 1;
    }
}

static void add_commands(Text *text) {
    for (int i = 0; i < ENTRY_COUNT; i++)
        if (ENTRIES[i].use)
            add_entry(text, &ENTRIES[i]);
}

static const Entry *find_entry(Token token) {
    for (int i = 0; i < ENTRY_COUNT; i++)
        if (token_is(token, ENTRIES[i].name))
            return &ENTRIES[i];
    return NULL;
}

/* Adds the help lines of a command. Another name of a command has the lines of the command; `-h` has the lines of
 * `help`. */
static void add_command(Text *text, const Entry *entry) {
    if (!entry->use) {
        const Entry *same = ENTRIES;
        while (same->run != (entry->run == usage ? help : entry->run))
            same++;
        entry = same;
    }
    add_entry(text, entry);
}

static bool help_about(Token name) {
    const Entry *entry = find_entry(name);
    if (!entry)
        return output_error("help: '%s' is not a command; 'help' lists them",
                            token_show(name).text);
    Text text;
    text_clear(&text);
    add_command(&text, entry);
    output_text(&text);
    return true;
}

static bool help(Session *session, Tokens tokens) {
    const Token name = token_next(&tokens);
    if (name.length)
        return help_about(name);
    Text text;
    text_clear(&text);
    text_add(&text, "Panoptes " PANOPTES_VERSION ", a UCI chess engine. Commands, one a line from "
                    "stdin; or as arguments,\nwhich are one command together (panoptes perft 5), "
                    "or, if the first one has a blank,\na command each (panoptes \"setoption name "
                    "Hash value 64\" \"go depth 12\" quit):\n\n");
    add_commands(&text);
    output_text(&text);
    return true;
}

/* Prints for a new user how to use the program. */
static bool usage(Session *session, Tokens tokens) {
    Text text;
    text_clear(&text);
    text_add(&text,
             "Panoptes " PANOPTES_VERSION ", a UCI chess engine that always knows who attacks "
             "what.\n\nUsage:\n"
             "  panoptes                    speaks UCI on stdin and stdout, for a chess "
             "program that shows a board\n"
             "  panoptes COMMAND [WORD...]  runs a command and ends: panoptes perft 5\n"
             "  panoptes \"COMMAND WORD\"...  runs each argument, if the first one has a "
             "blank: panoptes\n"
             "                              \"setoption name Hash value 64\" \"go depth 12\"\n"
             "  panoptes --replay FILE      runs a post-mortem again\n"
             "  panoptes -h, --help         this text\n"
             "  panoptes -v, --version      the version\n\nCommands:\n");
    add_commands(&text);
    text_add(&text,
             "\nThe exit status is 1 if a command was wrong or failed. `panoptes uci` lists "
             "the options. To play, give\nthis program to XBoard, Scid, PyChess, Cute Chess "
             "or another program that speaks UCI, as an engine.\nMore: `man panoptes`, if it "
             "is installed; README.md beside the program or in share/doc/panoptes.\n");
    output_text(&text);
    return true;
}

/* Removes the tokens of a line up to and including the command's name, and finds the command. Returns NULL if the line
 * has no command. */
static const Entry *take_command(Tokens *tokens, Token *name) {
    const Entry *entry = NULL;
    while (!entry && (*name = token_next(tokens)).length)
        entry = find_entry(*name);
    return entry;
}

CommandTiming commands_timing(const char *line, size_t length) {
    Tokens tokens = tokens_of(line, length);
    Token name;
    const Entry *entry = take_command(&tokens, &name);
    return entry ? entry->timing : TIMING_IN_ORDER;
}

/* Runs a command, and reports arguments that the command does not take. */
static bool run_entry(Session *session, const Entry *entry, Token name, Tokens tokens) {
    const Token argument = token_peek(tokens);
    if (entry->traits & NAMED)
        tokens.at = name.text;
    if (!argument.length || (entry->traits & ARGUMENTS) == ARGUMENTS_READ)
        return entry->run(session, tokens);
    if ((entry->traits & ARGUMENTS) == ARGUMENTS_NONE)
        return output_error("%s: '%s' means nothing here; write %s alone", entry->name,
                            token_show(argument).text, entry->name);
    entry->run(session, tokens);
    return output_error("%s: '%s' means nothing here and is ignored", entry->name,
                        token_show(argument).text);
}

/* A command that the session answers at once, and the result of the command. */
typedef struct Answering {
    Session *session;
    const Entry *entry;
    Token name;
    Tokens tokens;
    bool good;
} Answering;

static void *answer(void *context) {
    Answering *a = context;
    watch_enter();
    a->good = run_entry(a->session, a->entry, a->name, a->tokens);
    watch_leave();
    return NULL;
}

/* Runs a command on a thread of its own, since the main thread's stack may be small. */
static bool answer_at_once(Session *session, const Entry *entry, Token name, Tokens tokens) {
    Answering a = {session, entry, name, tokens, false};
    if (!thread_call(answer, &a))
        return output_error("%s: memory is short, or no thread available", entry->name);
    return a.good;
}

bool commands_run(Session *session, const char *line, size_t length) {
    worker_settle_if_done(session);
    Tokens tokens = tokens_of(line, length);
    const Token first = token_peek(tokens);
    Token name;
    const Entry *entry = take_command(&tokens, &name);
    if (!entry && !first.length)
        return true;
    if (!entry || (session->command_line && name.text != first.text))
        return output_error("unknown command '%s'; 'help' lists the commands",
                            token_show(first).text);
    if (!session->player.strict && token_is(token_peek(tokens), "--help"))
        return help_about(name);
    /* The watch (src/GLOSSARY.md) ends the program if such a command runs for seconds: the command does not search, so
     * only a fault can make it take so long. */
    const bool at_once = entry->timing == TIMING_IN_ORDER && !(entry->traits & NO_WORK);
    if (!(entry->traits & NO_WORK) && !(at_once && engine_is_busy(session->player.engine)))
        journal_command(name.text, (size_t)(tokens.end - name.text));
    return (at_once ? answer_at_once : run_entry)(session, entry, name, tokens);
}

/* --- lines that wait ---------------------------------------------------------------------------- */

typedef struct QueuedLine {
    struct QueuedLine *next;
    size_t length;
    char text[]; /* the line; a byte 0 does not end it */
} QueuedLine;

/* Adds a copy of a line at the end of the queue. Returns false if memory is short. */
static bool queue_add(CommandQueue *queue, const char *line, size_t length) {
    QueuedLine *added = malloc(sizeof *added + length);
    if (!added)
        return false;
    added->next = NULL;
    added->length = length;
    memcpy(added->text, line, length);
    if (queue->first)
        queue->last->next = added;
    else
        queue->first = added;
    queue->last = added;
    return true;
}

/* Removes the first line of the queue and returns it; the caller frees the line. Returns NULL if the queue is empty. */
static QueuedLine *queue_take(CommandQueue *queue) {
    QueuedLine *line = queue->first;
    if (line)
        queue->first = line->next;
    return line;
}

/* --- schedule ----------------------------------------------------------------------------------- */

/* True if a line whose command has the given timing must wait. */
static bool must_wait(const Session *session, CommandTiming timing) {
    return timing != TIMING_AT_ONCE &&
           (session->queue.first || (timing == TIMING_AFTER_JOB && worker_has_job(session)));
}

/* Runs the lines that wait, and stops each job or search that one of these lines begins. */
static void hurry(Session *session) {
    for (QueuedLine *line; !session->quit && (line = queue_take(&session->queue));) {
        worker_join(session);
        commands_run(session, line->text, line->length);
        worker_stop(session);
        free(line);
    }
}

void schedule_line(Session *session, const char *line, size_t length) {
    output_log_heard(line, length);
    schedule_catch_up(session);
    const CommandTiming timing = commands_timing(line, length);
    if (timing == TIMING_STOP) {
        commands_run(session, line, length);
        hurry(session);
    } else if (!must_wait(session, timing))
        commands_run(session, line, length);
    else if (!queue_add(&session->queue, line, length))
        output_error("memory is short: a line that had to wait for the job under way is lost; send "
                     "it again when the job has ended");
    else if (terminal_is_input())
        output_line("info string this waits until the job under way has ended; stop ends it");
}

void schedule_catch_up(Session *session) {
    worker_settle_if_done(session);
    while (!session->quit && session->queue.first && !worker_has_job(session)) {
        QueuedLine *line = queue_take(&session->queue);
        commands_run(session, line->text, line->length);
        free(line);
    }
}

void schedule_finish(Session *session) {
    while (!session->quit && (session->queue.first || worker_has_job(session))) {
        if (worker_has_job(session))
            worker_join(session);
        schedule_catch_up(session);
    }
}

void schedule_clear(Session *session) {
    for (QueuedLine *line; (line = queue_take(&session->queue));)
        free(line);
}
