/* A session, and the commands that share it. */
#ifndef UCI_UCI_INTERNAL_H
#define UCI_UCI_INTERNAL_H

#include "api/game.h"
#include "api/lines.h"
#include "api/options.h"
#include "core/version.h"
#include "engine/match.h"
#include "eval/wdl.h"
#include "inspect/inspect.h"
#include "moves/generate.h"
#include "os/files.h"
#include "report/report.h"
#include "search/search.h"
#include "uci/game_file_internal.h"
#include "uci/input_internal.h"
#include "uci/lines.h"

#include <stdatomic.h>

/* --- lines of input that wait until the job under way has ended ------------------------------ */

typedef struct QueuedLine {
    struct QueuedLine *next;
    size_t length;
    char text[]; /* it may contain zeros, and none ends it */
} QueuedLine;

/* All zero: empty. */
typedef struct CommandQueue {
    QueuedLine *first, *last; /* last is undefined if first is NULL */
} CommandQueue;

/* Adds a copy of a line behind the others. Returns false if memory is short. */
bool command_queue_add(CommandQueue *queue, const char *line, size_t length);

/* Takes the first line, which the caller frees; NULL if there is none. */
QueuedLine *command_queue_take(CommandQueue *queue);

/* Drops all lines. */
void command_queue_clear(CommandQueue *queue);

/* --- a session: one front end talking to one engine. The data that the commands share -------- */

typedef struct PerftJob {
    Position root;
    PerftMode mode;
    int depth;
} PerftJob;

typedef struct OpeningsJob {
    int64_t count;
    uint64_t seed;
    Lines book; /* of positions; without lines: none */
} OpeningsJob;

typedef struct Session {
    Player player; /* first: options of the program find the session by it */
    Input input;
    struct DelayedSetting
        *settings;      /* options that wait for the end of a search: see options_apply */
    bool command_line;  /* commands come from the arguments: each is waited for, so none may
                                 run for ever */
    bool quit;          /* leave the loop */
    atomic_bool debug;  /* print what was understood, and check while searching */
    int debug_interval; /* nodes from one self-check to the next */
    CommandQueue queue; /* lines that wait for the end of a job */
    EngineJob *job;     /* the latest */
    bool has_job;       /* the worker's latest work is a job, not a search by go */
    bool shows;         /* that job is `show`, a search: it fails only if broken off */
    bool job_failed;    /* that job has found a fault or no result; set by the worker */
    bool failed;        /* some job of the session has failed, or was broken off by stop */
    GameFile game_file; /* read by `position pgn` */

    /* Read by the worker's thread, so changed only while it is idle. */
    bool color;
    PerftJob perft;
    OpeningsJob openings;
    struct BenchJob *bench;       /* see bench.c; NULL before the first */
    struct SelfplayJob *selfplay; /* see selfplay.c; NULL before the first */
    struct ReportJob *report;     /* see report.c; NULL before the first */
    Position shown_line;          /* working space of `show` */
} Session;

/* A command: does its work with the tokens behind its name. Returns false if something was wrong,
 * after reporting what. */
typedef bool Command(Session *session, Tokens tokens);

/* --- the engine's worker thread, as the commands use it -------------------------------------- */

/* Stops the worker, waits until it is idle, and sets the options that were put off until then. */
void worker_stop_and_settle(Session *session);

/* Waits until the worker is idle, and notes whether its job has failed. */
void worker_join(Session *session);

/* True while a job is under way, which ends by itself and is waited for. */
bool worker_has_job(const Session *session);

/* Breaks off what the worker does. That is a failure of the session if it is `show`; a job of
 * worker_run sets job_failed itself, for it may have given its result already. */
void worker_stop(Session *session);

/* Sets the options that were put off, if the worker is idle or has given its answer. */
void worker_settle_if_done(Session *session);

/* Starts a job. Call worker_stop_and_settle first. A job that is broken off must set job_failed. After
 * the last line of its result a job must not read `stop` any more. */
void worker_run(Session *session, EngineJob *job);

/* --- the table of commands ------------------------------------------------------------------- */

/* When a command may be carried out while a job is under way. */
typedef enum CommandTiming {
    TIMING_AFTER_JOB, /* when it has ended */
    TIMING_IN_ORDER,  /* now, unless other lines wait */
    TIMING_AT_ONCE,   /* now, before the lines that wait */
    TIMING_STOP       /* likewise, and it ends those lines too */
} CommandTiming;

/* The timing of the command in a line; of a line without one, TIMING_IN_ORDER. */
CommandTiming commands_timing(const char *line, size_t length);

/* Runs the command of a line. As UCI demands, unknown tokens before the command are ignored, but on
 * the command line, which a person writes, they are refused. Returns false if something was wrong,
 * after reporting what; an empty line is fine. */
bool commands_run(Session *session, const char *line, size_t length);

/* When a line of input is carried out.
 *
 * A job is work that ends by itself and gives a result: perft, bench, selfplay, selftest, genfens,
 * show. As with engines that count before they read on, a script may send it and then what comes
 * next: the commands that need the worker, quit among them, wait until the job has ended, and so
 * does every line behind such a command, so that all are carried out in order. Only isready and
 * stop are heard at once. stop breaks off the job and all that was sent before it, so that what it
 * ends does not depend on how far the worker is. A search by go is no job: the next command that
 * needs the worker ends it. */

/* Carries a line out, or puts it behind those that wait. */
void schedule_line(Session *session, const char *line, size_t length);

/* Carries out the lines that wait, up to one that begins another job. Call it when the worker has
 * become idle. */
void schedule_catch_up(Session *session);

/* At the end of input: carries all lines out that wait, and waits for each job. */
void schedule_finish(Session *session);

/* Carries out the lines of standard input, until quit or its end. Then it ends a search by go, waits for jobs, and returns
 * true. In WebAssembly the host hands lines over later: it returns false at once, and the session goes on. */
bool console_run(Session *session);

/* Jobs: commands whose work runs on the worker, and is waited for at the end of input. */

/* perft [full | captures] DEPTH [fen FEN]: the leaves below each root move, their sum, and the
 * time. Without a FEN it counts from the position of the game. */
Command count_perft;

/* bench [stats|json] [HASH THREADS] [FILE] [LIMIT]
 *
 * LIMIT is DEPTH, depth N, movetime MS or nodes N; depth BENCH_DEPTH if there is none. Each position
 * is a new game. The last line is `N nodes M nps`. With stats, what the search did is printed
 * before, in a build that counts (see core/stats.h).
 *
 * Without FILE fixed positions are searched by an engine made for it, with HASH_DEFAULT megabytes
 * and one thread unless HASH and THREADS are given; options have no effect. The positions of FILE
 * are searched with the options in force: by the session's own engine, which forgets what it has
 * learnt, or by one that is made for it with HASH and THREADS. Each has a line, and those that ask
 * for something (engine/positions.h) are judged, and summed up by theme (uci/suite_internal.h). Bad lines are
 * reported and passed over; the command has failed then. With json, which wants a FILE, each
 * position and the sums are an object on a line, and no line of nodes follows. */
Command bench_start;

/* speedtest [THREADS [HASH [SECONDS]]]: the fixed positions, all in SECONDS (150), each as a new game,
 * with so many threads (as many as CPUs) and megabytes (128 a thread); then version, table, time, nodes
 * and nodes a second. */
Command speedtest_start;

/* Frees the job of either. */
void bench_free(Session *session);

/* selfplay [GAMES] [TC] [seed N] [openings FILE] [pgn FILE] [adjudicate]
 *          [A NAME=VALUE ...] [B NAME=VALUE ...]
 *
 * Two engines, A and B, are made with the options in force, but for those given; each opening is
 * played twice, with colours exchanged. Each game is reported as it ends, and added to the PGN
 * file; the sums follow. The command has failed if it was stopped, an opening was bad or a game
 * could not be written. */
Command selfplay_start;

/* Frees the job. */
void selfplay_free(Session *session);

/* genfens N seed S book None|PATH: N lines `info string genfens FEN`, the same for the same
 * arguments. With a book, a file with an EPD or FEN in each line, each opening starts from a random
 * line of it, else from the start position; see engine/match.h. Further tokens are reported and
 * ignored. OpenBench starts games of self-play from them. */
Command genfens_start;

/* Frees the book. The worker must be idle. */
void genfens_free(Session *session);

/* selftest: the steps of selfcheck/selfcheck.h, then the same short search with the kernels of every
 * level that this CPU has, each in a process of its own. Prints a line for each step, then
 * `selftest passed` or `selftest FAILED`, which makes the exit status 1 on the command line. */
Command selftest_start;

/* --- reports --------------------------------------------------------------------------------- */

/* The reporter to create the session's engine with: its searches report as api/lines.h, or as `show`. */
SearchReporter reporter_of(Session *session);

/* --- the command go, and those that control the search under way ----------------------------- */

/* go [json] ...: ends the search under way, whose bestmove comes first, then starts a new one. `go perft
 * ...` is `perft ...`. `json`, unless a front end has sent `uci`: see api/lines.h. */
Command go_start;

/* stop, ponderhit: silent if no search is under way. */
Command go_stop;
Command go_ponderhit;

/* The position of the game: setting it up and showing it.
 *
 * UCI demands that a search is stopped before `position` and `ucinewgame`. If a front end does not,
 * it means another game than the one searched: the search is ended, with its bestmove, and then the
 * command is carried out. */

/* position [startpos | fen FEN] [moves ...], position pgn FILE [game N] [MOVE]. Unless a front end
 * has sent `uci`, a person writes: the moves may stand as move_input_read (api/game.h) takes them, with their
 * numbers, `fen` may be missing, and the game of a file be taken, as game_file_read reads it. After an
 * invalid FEN, or a file that is wrong, the game stays as it was; after an illegal move it stands before that move.
 * Either way nothing is searched until a valid `position` comes, since another one was meant. */
Command game_position;

/* ucinewgame */
Command game_new;

/* --- the UCI options ------------------------------------------------------------------------- */

/* Adds the options of this program to those of the session's player. */
void session_options(Session *session);

/* setoption name NAME [value VALUE]. The case of names does not matter. A value out of range is
 * refused, and the option keeps its value. The value of a string is the rest of the line without
 * the blanks around it; nothing and <empty> mean the empty string.
 *
 * While the worker is busy, an option that it does not use is set at once and holds from the next
 * search on. The others wait for the end of its work, which goes on; the last value counts. */
Command options_set;

/* Sets the options that wait. The worker must be idle. */
void options_apply(Session *session);

/* Drops the options that wait. */
void options_forget(Session *session);

/* Turns debug mode on or off: from the next on searches check themselves, or do not. */
void options_set_debug(Session *session, int on);

/* A question about a position (api/question.h), with its name as the first token. It is answered at any time, also
 * while a search runs. With a path behind the form, the answer goes to that file instead of stdout. A picture
 * has Black at the bottom if `black` stands behind `svg`, and frames the last move if it shows the position of the
 * game. */
Command query_ask;

/* --- what a person sees first: a position, what attacks what in it, and its analysis --------- */

/* show [SECONDS] [FEN]. The FEN, if there is one, becomes the position of the game. */
Command show_start;

/* The reports of the analysis: see SearchReporter. */
void show_info(Session *session, const Position *root, const SearchInfo *info);
void show_done(Session *session, const Position *root, Move best, Move ponder);

/* --- the command `report`: games in a file, explained in another. Runs on the worker --------- */

/* report GAMES.pgn|- [OUT.html] [time SECONDS] [nodes N] [depth N] [threads N] [hash MB] [lines N]
 * [games N[-M]] [side white|black] [html OUT.html|none] [pgn OUT.pgn] [json OUT.json]
 *
 * Without a name the page has that of the games, with .html in place of .pgn. Any OUT may be - for
 * standard output. Paths with blanks stand in double quotes, and a quote in them is doubled. A file
 * that is there already is replaced if it is a report or empty. The evaluation, its network,
 * tablebases and book are the session's. */
Command report_start;

/* Frees what the command has left. */
void report_free(Session *session);

#endif
