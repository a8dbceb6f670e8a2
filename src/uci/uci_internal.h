/* A session, and the commands that share it. */
#ifndef UCI_UCI_INTERNAL_H
#define UCI_UCI_INTERNAL_H

#include "api/options.h"
#include "api/player.h"
#include "board/fen.h"
#include "core/version.h"
#include "engine/engine.h"
#include "engine/positions.h"
#include "eval/wdl.h"
#include "inspect/inspect.h"
#include "moves/generate.h"
#include "moves/notation.h"
#include "moves/pgn.h"
#include "os/files.h"
#include "os/process.h"
#include "report/report.h"
#include "search/search.h"
#include "uci/files.h"
#include "uci/uci.h"

#include <stdatomic.h>
#include <stdio.h>
#include <sys/types.h>

/* --- standard input -------------------------------------------------------------------------- */

/* Standard input as bytes, and a bell that other threads ring: one place to wait for both. */
typedef struct InputSource InputSource;

enum { INLET_END = 0, INLET_WOKEN = -1 };

/* Returns NULL if memory is short or the system gives no pipe or thread. */
InputSource *input_source_open(void);

/* Waits for bytes or the bell. Returns the number of bytes read, at most `size`. Returns INLET_END at the
 * end, and INLET_WOKEN if the bell was rung and there is nothing to read. */
ssize_t input_source_read(InputSource *source, char *bytes, size_t size);

/* Makes this or the next call of input_source_read return. Any thread may call it. */
void input_source_wake(InputSource *source);

/* Closes a source; NULL is allowed. */
void input_source_close(InputSource *source);

/* Lines of any length from stdin, with any bytes in them. */
typedef struct Input {
    char *line; /* without its end of line; zeros do not end it */
    size_t length;
    /* The bytes read. The lines before the offset `start` were taken; the bytes end at the offset
     * `end`. */
    char *buffer;
    size_t size, start, end;
    bool begun; /* a line was taken */
    InputSource *source;
    bool ended;
} Input;

typedef enum InputEvent { INPUT_LINE, INPUT_WOKEN, INPUT_END } InputEvent;

/* Opens an input. Returns false if memory is short or there is no source. */
bool input_init(Input *input);

/* Waits for a line, for input_wake, or for the end of input. If a line has come, returns it first. The line
 * stays in *input until the next call. The first line loses its byte order mark. The last line may lack an
 * end of line. A line that is too long for the memory loses its end. */
InputEvent input_next(Input *input);

/* Makes this or the next call of input_next return INPUT_WOKEN. Any thread may call it. */
void input_wake(Input *input);

void input_free(Input *input);

/* --- games in files -------------------------------------------------------------------------- */

/* A source of games: a file, a pipe or standard input. A file that is packed by gzip, zstd, bzip2 or xz is
 * unpacked by the program of that name. From a zip, `unzip` unpacks the .pgn files. */
typedef struct GameSource {
    const char *path; /* or "standard input" */
    FILE *file;       /* NULL unless it is open */
    bool regular;     /* a file, which can be read from its beginning again */
    off_t start;      /* the offset of the games in the file */
    bool is_packed;
    Filter unpacked;
    bool damaged; /* the program that unpacks has failed */
    char head[8]; /* the first bytes, which show the packing */
    size_t held;  /* bytes of `head` that game_source_read has not given out */
} GameSource;

/* True for "-" and for the other names of standard input. */
bool game_source_is_stdin(const char *path);

/* Opens a source. Returns false, after reporting why under a command's name, if that fails. The source must
 * be closed in either case. */
bool game_source_open(GameSource *source, const char *path, const char *command);

/* Begins to read. A regular source may begin again, from its beginning; a pipe only once. Returns
 * false, after reporting why, if that fails or the source is empty. */
bool game_source_begin(GameSource *source, const char *command);

/* Reads 1 to `size` bytes; 0 at the end. */
size_t game_source_read(GameSource *source, char *bytes, size_t size);

/* The reason why a source could not be read to its end; NULL if it could. */
const char *game_source_fault(const GameSource *source);

/* The length of a path without the endings .gz, .zst, .bz2, .xz and .zip. */
size_t game_source_unpacked_length(const char *path);

/* Closes a source, which is {0} after that. */
void game_source_close(GameSource *source);

/* The moves of a game in a file up to the position wanted. */
typedef struct GameFile {
    char start[FEN_SIZE];
    int count;
    Move moves[PGN_PLIES];
} GameFile;

/* Reads FILE [game N] [MOVE]: the first game of the file or the N-th one, to its end, or up to the
 * position before MOVE. `23` or `23w` is White's 23rd move, `23...` or `23b` Black's. Returns
 * false, after reporting why, if there is no such game or move. Also if the game has a fault before
 * that move. The report of a fault names the line of the file. */
bool game_file_read(GameFile *game, Tokens tokens);

/* --- a file of positions, FEN or EPD, as bench searches it ----------------------------------- */

/* Sums over positions that were searched. */
typedef struct SuiteSums {
    size_t positions;
    size_t asked;    /* positions that ask for a move or a mate */
    size_t solved;   /* the part of `asked` that was solved */
    bool has_points; /* a position gives points to moves */
    int points;
} SuiteSums;

/* The theme of a position is its id up to the last number in it: "WAC" of "WAC.001", "STS(v1.0) Undermine"
 * of "STS(v1.0) Undermine.001". */
typedef struct Theme {
    char name[EPD_ID_SIZE];
    SuiteSums sums;
} Theme;

/* {0} is an empty list. */
typedef struct Themes {
    Theme *list; /* in the order of their first positions */
    size_t count, size;
    size_t positions; /* that have a theme */
    bool out_of_memory;
} Themes;

typedef struct EpdSuite {
    char *path;
    Lines lines;
    size_t next;    /* the line to be read next */
    size_t count;   /* lines that are not blank */
    size_t begun;   /* the part of `count` read so far, the present one included */
    size_t bad;     /* the part of `begun` that was skipped */
    SuiteSums sums; /* over the positions searched */
    Themes themes;
    bool is_solved; /* the present position */
    Epd epd;        /* of the present position */
} EpdSuite;

/* Reads a file. Returns false, after reporting why, if that fails or it has no position. The suite
 * must be freed in either case. */
bool epd_suite_open(EpdSuite *suite, Token path);

void epd_suite_free(EpdSuite *suite);

/* Sets the next position up. Reports bad lines and skips them. Returns false after the last position. */
bool epd_suite_next(EpdSuite *suite, Position *pos);

/* Compares the result of the search with what the present position asks for, and adds the outcome to the
 * sums. */
void epd_suite_add_result(EpdSuite *suite, const SearchResult *thought);

/* Prints the heading of the lines of epd_suite_print. */
void epd_suite_print_heading(void);

/* Prints the present position, after epd_suite_add_result: a line of text, or an object of
 * inspect/answers.schema.json. */
void epd_suite_print(const EpdSuite *suite, Position *pos, const SearchResult *thought);
void suite_json_position(const EpdSuite *suite, Position *pos, const SearchResult *thought);

/* Print the sums, and the sums by theme. `nodes` and `time` (microseconds) are those of all positions. */
void epd_suite_print_sum(const EpdSuite *suite, int64_t time);
void suite_json_sum(const EpdSuite *suite, uint64_t nodes, int64_t time);

/* Reports how many lines were bad, if any were. */
void epd_suite_report_bad(const EpdSuite *suite);

/* --- a session: one front end and one engine ------------------------------------------------- */

/* Lines of input that wait until a job has ended; {NULL, NULL} if no line waits. */
typedef struct CommandQueue {
    struct QueuedLine *first, *last; /* last is undefined if first is NULL */
} CommandQueue;

typedef struct PerftJob {
    Position root;
    PerftMode mode;
    int depth;
} PerftJob;

typedef struct OpeningsJob {
    int64_t count;
    uint64_t seed;
    Lines book; /* of positions; {0} without a book */
} OpeningsJob;

typedef struct Session {
    Player player; /* first, so that a Player of a session can be cast to the Session */
    Input input;
    struct DelayedSetting *settings; /* options that wait until the worker is idle */
    /* The commands come from the arguments. The session waits for each command, so that no command
     * may be endless. */
    bool command_line;
    bool quit;          /* the session ends */
    atomic_bool debug;  /* print positions and limits as understood, and check while searching */
    int debug_interval; /* nodes from one self-check to the next */
    CommandQueue queue; /* lines that wait for the end of a job */
    EngineJob *job;     /* the latest */
    bool has_job;       /* the worker's latest work is a job, not a search by go */
    bool shows;         /* the job is `show`, a search: it fails only if it is stopped */
    bool job_failed;    /* the job has found a fault or no result; set by the worker */
    bool failed;        /* a job of the session has failed, or was ended by `stop` */
    GameFile game_file; /* read by `position pgn` */

    /* The worker's thread reads the fields below, so that they change only while it is idle. */
    bool color;
    PerftJob perft;
    OpeningsJob openings;
    struct BenchJob *bench;       /* see bench.c; NULL before the first */
    struct SelfplayJob *selfplay; /* see selfplay.c; NULL before the first */
    struct ReportJob *report;     /* see report.c; NULL before the first */
    Position shown_line;          /* a buffer of `show` */
} Session;

/* A command reads the tokens after its name and does its work. Returns false, after reporting why, if
 * something was wrong. */
typedef bool Command(Session *session, Tokens tokens);

/* --- the worker: the engine's thread, as the commands use it --------------------------------- */

/* Stops the worker, waits until it is idle, and sets the delayed options. */
void worker_stop_and_settle(Session *session);

/* Waits until the worker is idle, and notes whether its job has failed. */
void worker_join(Session *session);

/* True while a job is under way. */
bool worker_has_job(const Session *session);

/* Stops the worker. If its job is `show`, marks the session as failed. Other jobs set job_failed
 * themselves, since only they know whether they have already given their result. */
void worker_stop(Session *session);

/* Sets the delayed options, if the worker is idle or has given its answer. */
void worker_settle_if_done(Session *session);

/* Starts a job. Call worker_stop_and_settle first. A job that is stopped must set job_failed. After
 * the last line of its result a job must not read `stop` any more. */
void worker_run(Session *session, EngineJob *job);

/* --- commands and their schedule ------------------------------------------------------------- */

/* The time at which a command runs if a job is under way. */
typedef enum CommandTiming {
    TIMING_AFTER_JOB, /* when the job has ended */
    TIMING_IN_ORDER,  /* at once, unless other lines wait */
    TIMING_AT_ONCE,   /* at once, before the lines that wait */
    TIMING_STOP       /* at once; it also ends what the lines that wait begin */
} CommandTiming;

/* The timing of the command in a line; TIMING_IN_ORDER if the line has none. */
CommandTiming commands_timing(const char *line, size_t length);

/* Runs the command of a line. Ignores unknown tokens before the command, as UCI demands; on the
 * command line refuses them. Returns false, after reporting why, if something was wrong. An empty
 * line is allowed. */
bool commands_run(Session *session, const char *line, size_t length);

/* A job is work that ends by itself and gives a result, such as perft, bench or show. A script may
 * send the next commands while a job runs. Commands that need the worker, such as quit, wait until
 * the job has ended. Each line after a line that waits also waits, so that all run in order. Only
 * isready and stop never wait. stop ends the job and all lines sent before it. So its effect does
 * not depend on how far the worker is. A search by go is not a job: the next command that needs the
 * worker ends it. */

/* Runs a line, or adds it to the lines that wait. */
void schedule_line(Session *session, const char *line, size_t length);

/* Runs the lines that wait, up to one that begins another job. Call it when the worker has become
 * idle. */
void schedule_catch_up(Session *session);

/* At the end of input: runs all lines that wait, and waits for each job. */
void schedule_finish(Session *session);

/* Drops the lines that wait. */
void schedule_clear(Session *session);

/* Runs the lines of standard input, until quit or its end. Then it ends a search by go, waits for
 * jobs, and returns true. In WebAssembly the host gives lines later: the function returns false at
 * once, and the session goes on. */
bool console_run(Session *session);

/* --- jobs ------------------------------------------------------------------------------------ */

/* perft [full | captures] DEPTH [fen FEN]: the leaves below each root move, their sum, and the
 * time. Without a FEN it counts from the position of the game. */
Command count_perft;

/* bench [stats|json] [HASH THREADS] [FILE] [LIMIT]
 *
 * LIMIT is DEPTH, depth N, movetime MS or nodes N; its default is BENCH_DEPTH. Each position is a
 * new game. The last line is `N nodes M nps`. With stats, the counters of the search come before
 * it, in a build that counts (core/stats.h).
 *
 * Without FILE a new engine searches fixed positions, with HASH_DEFAULT megabytes and one thread
 * unless HASH and THREADS are given. Of the options, only those of the evaluation have an effect.
 * The session's own engine searches the positions of FILE with the options in force, and forgets
 * what it has learnt. With HASH and THREADS a new engine searches them. Each position has a line. A
 * position that asks for something (engine/positions.h) is solved or missed, and counts for its
 * theme. The command reports and skips bad lines, and then fails. json needs a FILE. With it each
 * position and the sums are an object on a line, and no line of nodes follows. */
Command bench_start;

/* speedtest [THREADS [HASH [SECONDS]]]: searches the fixed positions in SECONDS in all, each as a new game.
 * The defaults are a thread for each CPU, 128 megabytes a thread and 150 s. Prints version, table, time, nodes
 * and nodes a second. */
Command speedtest_start;

/* Frees the job of bench and speedtest. */
void bench_free(Session *session);

/* selfplay [GAMES] [TC] [seed N] [openings FILE] [pgn FILE] [adjudicate]
 *          [A NAME=VALUE ...] [B NAME=VALUE ...]
 *
 * Makes two engines, A and B, with the options in force, except those given. Plays each opening
 * twice, with colours exchanged. Reports each game as it ends, and adds it to the PGN file; the
 * sums follow. The command fails if it is stopped, an opening is bad or a game cannot be
 * written. */
Command selfplay_start;

/* Frees the job of selfplay. */
void selfplay_free(Session *session);

/* genfens N seed S book None|PATH: N lines `info string genfens FEN`, the same for the same
 * arguments. A book is a file with an EPD or FEN in each line. Each opening starts from a random
 * line of the book, or from the start position if there is no book; see engine/match.h. The command
 * reports and ignores further tokens. OpenBench starts games of self-play from the openings. */
Command genfens_start;

/* Frees the book. The worker must be idle. */
void genfens_free(Session *session);

/* selftest: the steps of selfcheck/selfcheck.h, then the same short search with the kernels of
 * every level that this CPU has. Each of these searches has a process of its own. Prints a line for
 * each step, then `selftest passed` or `selftest FAILED`. A failure makes the exit status 1 on the
 * command line. */
Command selftest_start;

/* report GAMES.pgn|- [OUT.html] [time SECONDS] [nodes N] [depth N] [threads N] [hash MB] [lines N]
 *        [games N[-M]] [side white|black] [scale human|engine] [with engine]
 *        [html OUT.html|none] [pgn OUT.pgn] [json OUT.json]
 *
 * Reads games from a file, and explains them in other files. Without OUT.html the page has the name
 * of the games, with .html in place of .pgn. Any OUT may be - for standard output. A path with
 * blanks stands in double quotes, and a quote in it is doubled. The command replaces an existing
 * file only if it is a report or empty. The evaluation, its network, tablebases and book are the
 * session's. */
Command report_start;

/* Frees the job of report. */
void report_free(Session *session);

/* show [SECONDS] [FEN]: the board, its attacks and an analysis for people. A FEN becomes the position of the
 * game. */
Command show_start;

/* The reporter of the session's engine. Its searches print the lines of api/player.h, or those of `show`. */
SearchReporter reporter_of(Session *session);

/* --- the game -------------------------------------------------------------------------------- */

/* position [startpos | fen FEN] [moves ...], position pgn FILE [game N] [MOVE]. The command first
 * ends the search under way, with its bestmove, if the front end has not stopped it.
 *
 * Until a front end has sent `uci`, a person writes. Then move_input_read (api/player.h) reads the
 * moves, which may have numbers, and `fen` may be missing. The game may also come from a file: see
 * game_file_read. After an invalid FEN or a wrong file the game stays as it was. After an illegal
 * move it stands before that move. In both cases the engine searches nothing until a valid
 * `position` comes. */
Command game_position;

/* ucinewgame */
Command game_new;

/* go [json] ...: ends the search under way, whose bestmove comes first, and starts a new one. `go perft
 * ...` is `perft ...`. `json`, unless a front end has sent `uci`: see api/player.h. */
Command go_start;

/* stop, ponderhit: silent if no search is under way. */
Command go_stop;
Command go_ponderhit;

/* A question about a position (api/question.h), with its name as the first token. The answer comes
 * at any time, also during a search. With a path after the form, the answer goes to that file
 * instead of stdout. A picture has Black at the bottom if `black` follows `svg`. A picture of the
 * game's position frames the last move. */
Command query_ask;

/* --- the UCI options ------------------------------------------------------------------------- */

/* Adds the options of this program to those of the session's player. */
void session_options(Session *session);

/* setoption name NAME [value VALUE]. The case of names does not matter. The command refuses a value
 * out of range, and the option keeps its value. The value of a string is the rest of the line
 * without the blanks around it; nothing and <empty> mean the empty string.
 *
 * While the worker is busy, the command sets at once an option that the worker does not use. The
 * option has an effect from the next search on. The other options wait until the worker is idle;
 * the last value counts. */
Command options_set;

/* Sets the options that wait. The worker must be idle. */
void options_apply(Session *session);

/* Drops the options that wait. */
void options_forget(Session *session);

/* Turns debug mode on or off. From the next search on, searches check themselves, or do not. */
void options_set_debug(Session *session, int on);

#endif
