/* A session, and the commands that work on a session. */
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

/* Standard input as bytes. One call waits for input, and also ends if another thread wakes the reader. */
typedef struct InputSource InputSource;

enum { INLET_END = 0, INLET_WOKEN = -1 };

/* Opens standard input. Returns NULL if memory is short or the system gives no pipe. */
InputSource *input_source_open(void);

/* Waits for input or for input_source_wake. Returns the number of bytes read, at most `size`. Returns INLET_END at the
 * end of input. Returns INLET_WOKEN if another thread has called input_source_wake and there is nothing to read. */
ssize_t input_source_read(InputSource *source, char *bytes, size_t size);

/* Makes the present or the next call of input_source_read return. Any thread may call input_source_wake. */
void input_source_wake(InputSource *source);

/* Closes a source; NULL is allowed. */
void input_source_close(InputSource *source);

/* Lines of any length from stdin, with any bytes in them. */
typedef struct Input {
    char *line; /* the line without its end of line; a byte 0 does not end the line */
    size_t length;
    /* The bytes read, up to the offset `end`. The bytes before the offset `start` belong to lines already taken. */
    char *buffer;
    size_t size, start, end;
    bool begun; /* input_next has taken a line */
    InputSource *source;
    bool ended;
} Input;

typedef enum InputEvent { INPUT_LINE, INPUT_WOKEN, INPUT_END } InputEvent;

/* Opens an input. Returns false if memory is short or input_source_open fails. */
bool input_init(Input *input);

/* Waits for a line, for input_wake, or for the end of input. A complete line has precedence over the other events. The
 * line stays in *input until the next call. input_next removes the byte order mark of the first line. The last line may
 * lack an end of line. If memory is short, a line loses its last bytes. */
InputEvent input_next(Input *input);

/* Makes the present or the next call of input_next return INPUT_WOKEN. Any thread may call input_wake. */
void input_wake(Input *input);

void input_free(Input *input);

/* --- games in files -------------------------------------------------------------------------- */

/* A source of games: a file, a pipe or standard input. The programs gzip, zstd, bzip2 and xz unpack files of their
 * kind. From a zip, `unzip` unpacks the .pgn files. */
typedef struct GameSource {
    const char *path; /* the path of the file, or "standard input" */
    FILE *file;       /* NULL unless the source is open */
    bool regular;     /* the source is a regular file, which can be read from its beginning again */
    off_t start;      /* the offset of the games in the file */
    bool is_packed;
    Filter unpacked;
    bool damaged; /* the program that unpacks has failed */
    char head[8]; /* the first bytes, which show how the file is packed */
    size_t held;  /* the number of bytes of `head` that game_source_read has not returned yet */
} GameSource;

/* True if a path is "-", "/dev/stdin" or "/dev/fd/0". */
bool game_source_is_stdin(const char *path);

/* Opens a source. If the source cannot be opened, reports the reason under a command's name and returns false. In both
 * cases the caller calls game_source_close. */
bool game_source_open(GameSource *source, const char *path, const char *command);

/* Begins to read a source. For a regular file the caller may call this function again, to read from the beginning. If
 * reading fails or the source is empty, reports the reason and returns false. */
bool game_source_begin(GameSource *source, const char *command);

/* Reads 1 to `size` bytes of a source. Returns the number of bytes, or 0 at the end. */
size_t game_source_read(GameSource *source, char *bytes, size_t size);

/* Returns the reason why a source could not be read to its end, or NULL if all was read. */
const char *game_source_fault(const GameSource *source);

/* Returns the length of a path without the ending .gz, .zst, .bz2, .xz or .zip. */
size_t game_source_unpacked_length(const char *path);

/* Closes a source, and sets it to {0}. */
void game_source_close(GameSource *source);

/* The moves of a game in a file, up to the position that the user wants. */
typedef struct GameFile {
    char start[FEN_SIZE];
    int count;
    Move moves[PGN_PLIES];
} GameFile;

/* Parses the arguments FILE [game N] [MOVE], and reads the N-th game of the file, by default the first. Without MOVE
 * reads the whole game, else the moves before MOVE. `23` or `23w` is White's 23rd move, `23...` or `23b` Black's 23rd
 * move. If the file has no such game or move, or the game has a fault before MOVE, reports the reason and returns
 * false. The report of a fault names the line of the file. */
bool game_file_read(GameFile *game, Tokens tokens);

/* --- the file of positions of `bench FILE`, in FEN or EPD ----------------------------------- */

/* Sums over the positions that bench has searched. */
typedef struct SuiteSums {
    size_t positions;
    size_t asked;    /* the number of positions that ask for a move or a mate */
    size_t solved;   /* the number of positions whose move or mate the search has found */
    bool has_points; /* a line of the file gives points for moves */
    int points;
} SuiteSums;

/* The theme of a position is the position's id without the last number: "WAC" of "WAC.001", "STS(v1.0) Undermine" of
 * "STS(v1.0) Undermine.001". */
typedef struct Theme {
    char name[EPD_ID_SIZE];
    SuiteSums sums;
} Theme;

/* {0} is an empty list. */
typedef struct Themes {
    Theme *list; /* the themes, in the order of their first positions */
    size_t count, size;
    size_t positions; /* the number of positions that have a theme */
    bool out_of_memory;
} Themes;

typedef struct EpdSuite {
    char *path;
    Lines lines;
    size_t next;    /* the index of the next line to read */
    size_t count;   /* the number of lines that are not blank */
    size_t begun;   /* the number of positions read so far, the present position included */
    size_t bad;     /* the number of positions skipped so far because their lines were bad */
    SuiteSums sums; /* the sums over the positions searched */
    Themes themes;
    bool is_solved; /* the search has solved the present position */
    Epd epd;        /* the EPD of the present position */
} EpdSuite;

/* Reads a file of positions, which the next token names. If reading fails or the file has no position, reports the
 * reason and returns false. In both cases the caller calls epd_suite_free. */
bool epd_suite_open(EpdSuite *suite, Tokens *tokens);

void epd_suite_free(EpdSuite *suite);

/* Sets the next position up. Reports bad lines and skips them. Returns false after the last position. */
bool epd_suite_next(EpdSuite *suite, Position *pos);

/* Adds the present position to the sums, after comparing the result of the search with the move or the mate that the
 * position asks for. */
void epd_suite_add_result(EpdSuite *suite, const SearchResult *thought);

/* Prints the heading of the lines of epd_suite_print. */
void epd_suite_print_heading(void);

/* Prints the present position with its result, as a line of text or as a JSON object (inspect/answers.schema.json).
 * Call epd_suite_add_result first. */
void epd_suite_print(const EpdSuite *suite, Position *pos, const SearchResult *thought);
void suite_json_position(const EpdSuite *suite, Position *pos, const SearchResult *thought);

/* Print the sums of all positions and the sums by theme. `nodes` and `time`, in microseconds, are the sums over all
 * positions. */
void epd_suite_print_sum(const EpdSuite *suite, int64_t time);
void suite_json_sum(const EpdSuite *suite, uint64_t nodes, int64_t time);

/* Reports the number of bad lines, if a line was bad. */
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
    Lines book; /* the positions of a book, or {0} without a book */
} OpeningsJob;

typedef struct Session {
    /* the first field, so that a pointer to the Player of a session can be cast to the Session */
    Player player;
    Input input;
    struct DelayedSetting *settings; /* option settings that wait until the worker is idle */
    /* The commands come from the program's arguments. The session waits until each command has ended, so no command may
     * be endless. */
    bool command_line;
    atomic_bool quit; /* the session ends */
    /* if true, print positions and limits as the engine understood them, and make searches check themselves */
    atomic_bool debug;
    int debug_interval; /* nodes from one self-check to the next */
    CommandQueue queue; /* lines that wait for the end of a job */
    EngineJob *job;     /* the latest job */
    bool has_job;       /* the worker's latest work is a job, not a search of the command go */
    bool shows;         /* the job is `show`, a search, which fails only if `stop` ends it */
    bool job_failed;    /* the job has found a fault or has no result; the worker sets this field */
    bool failed;        /* a job of the session has failed, or `stop` has ended it */
    GameFile game_file; /* the game that `position pgn` has read */

    /* The worker's thread reads the fields from `color` on. Therefore these fields change only while the worker is
     * idle. */
    bool color;
    PerftJob perft;
    OpeningsJob openings;
    struct BenchJob *bench;       /* see bench.c; NULL before the first bench */
    struct SelfplayJob *selfplay; /* see selfplay.c; NULL before the first selfplay */
    struct ReportJob *report;     /* see report.c; NULL before the first report */
    Position shown_line;          /* working space, in which `show` plays the moves of a line */
} Session;

/* The function of a command: it reads the tokens after the command's name and does the work. If something is wrong, the
 * command reports the reason and returns false. */
typedef bool Command(Session *session, Tokens tokens);

/* --- the worker: the engine's thread, which searches and runs jobs --------------------------- */

/* Stops the worker, waits until it is idle, and sets the options that were delayed until then. */
void worker_stop_and_settle(Session *session);

/* Waits until the worker is idle, and notes whether its job has failed. */
void worker_join(Session *session);

/* True while the worker carries out a job. */
bool worker_has_job(const Session *session);

/* Stops the worker. If the job is `show`, marks the session as failed. Any other job sets job_failed itself, since only
 * that job knows whether it had given its result before the stop. */
void worker_stop(Session *session);

/* If the worker is idle or has given its answer, sets the options that were delayed until then. */
void worker_settle_if_done(Session *session);

/* Starts a job. Call worker_stop_and_settle first. A job that is stopped must set job_failed. After a job has printed
 * the last line of its result, it must not read `stop` any more. */
void worker_run(Session *session, EngineJob *job);

/* --- commands and their schedule ------------------------------------------------------------- */

/* The time at which a command runs if a job is under way. */
typedef enum CommandTiming {
    TIMING_AFTER_JOB, /* the command runs when the job has ended */
    TIMING_IN_ORDER,  /* the command runs at once, unless other lines wait */
    TIMING_AT_ONCE,   /* the command runs at once, before the lines that wait */
    /* the command runs at once, and also ends the jobs and searches that waiting lines begin */
    TIMING_STOP
} CommandTiming;

/* Returns the timing of the command in a line, or TIMING_IN_ORDER if the line has no command. */
CommandTiming commands_timing(const char *line, size_t length);

/* Runs the command of a line. Ignores unknown tokens before the command, as UCI demands, but refuses such tokens if
 * the commands come from the arguments. If something is wrong, reports the reason and returns false. An empty line is
 * allowed. */
bool commands_run(Session *session, const char *line, size_t length);

/* A job is work that ends by itself and gives a result, such as perft, bench or show. A script may send the next
 * commands while a job runs. Commands that need the worker, such as quit, wait until the job has ended. Each line
 * after a line that waits also waits, so that all lines run in order. Only isready and stop never wait. stop ends the
 * job, and the jobs of all lines sent before stop. So the effect of stop does not depend on the progress of the
 * worker. A search by go is not a job: the next command that needs the worker ends the search. */

/* Runs a line, or adds it to the lines that wait. */
void schedule_line(Session *session, const char *line, size_t length);

/* Runs the lines that wait, up to a line that begins another job. Call schedule_catch_up when the worker has become
 * idle. */
void schedule_catch_up(Session *session);

/* At the end of input: runs all lines that wait, and waits for each job. */
void schedule_finish(Session *session);

/* Drops the lines that wait. */
void schedule_clear(Session *session);

/* Runs the lines of standard input, until quit or the end of input. Then ends a search by go, waits for jobs, and
 * returns true. In WebAssembly the host gives lines later: console_run returns false at once, and the session goes
 * on. */
bool console_run(Session *session);

/* --- jobs ------------------------------------------------------------------------------------ */

/* perft [full | captures] DEPTH [fen FEN]: prints the leaves below each root move, their sum, and the time. Without a
 * FEN the command counts from the position of the game. */
Command count_perft;

/* bench [stats|json] [HASH THREADS] [FILE] [LIMIT]
 *
 * LIMIT is DEPTH, depth N, movetime MS or nodes N; its default is BENCH_DEPTH. Each position is a new game. The last
 * line is `N nodes M nps`. With stats, the command prints the search's counters before the last line; only some builds
 * have counters (core/stats.h).
 *
 * Without FILE a new engine searches fixed positions, with HASH_DEFAULT megabytes and one thread unless HASH and
 * THREADS are given. Of the options, only those of the evaluation have an effect. With FILE the session's own engine
 * searches the positions of FILE with the options in force. Its hash table and histories are cleared. With FILE, HASH
 * and THREADS a new engine searches the positions of FILE. The command prints a line for each position. A position that
 * asks for something (engine/positions.h) is solved or missed, and counts for its theme. The command reports and skips
 * bad lines, and then fails. json needs a FILE. With json the command prints a JSON object on a line for each position,
 * and one for the sums. It then leaves out the last line. */
Command bench_start;

/* speedtest [THREADS [HASH [SECONDS]]]: searches all fixed positions of bench in SECONDS, each position as a new game.
 * The defaults are a thread for each CPU, 128 megabytes for each thread and 150 seconds. Prints version, table, time,
 * nodes and nodes a second. */
Command speedtest_start;

/* Frees the job of bench and speedtest. */
void bench_free(Session *session);

/* selfplay [GAMES] [TC] [seed N] [openings FILE] [pgn FILE] [adjudicate]
 *          [A NAME=VALUE ...] [B NAME=VALUE ...]
 *
 * Makes two engines, A and B, with the options in force, except the options that the command sets. Plays each
 * opening twice, with colours exchanged. Reports each game at its end, and adds the game to the PGN file. At the end
 * of the match, reports the sums. The command fails if `stop` ends it, an opening is bad or a game cannot be
 * written. */
Command selfplay_start;

/* Frees the job of selfplay. */
void selfplay_free(Session *session);

/* genfens N seed S book None|PATH: prints N lines `info string genfens FEN`. The same arguments give the same lines. A
 * book is a file with an EPD or FEN in each line. Each opening starts from a random line of the book, or from the
 * start position if there is no book; see engine/match.h. The command reports and ignores further tokens. OpenBench
 * starts games of self-play from the openings. */
Command genfens_start;

/* Frees the book of genfens. The worker must be idle. */
void genfens_free(Session *session);

/* selftest: runs the steps of selfcheck/selfcheck.h, and then the same short search with the kernels of each level
 * that this CPU has. Each of these searches has a process of its own. Prints a line for each step, then `selftest
 * passed` or `selftest FAILED`. A failure makes the exit status 1. */
Command selftest_start;

/* report GAMES.pgn|- [OUT.html] [time SECONDS] [nodes N] [depth N] [threads N] [hash MB] [lines N]
 *        [games N[-M]] [side white|black] [scale human|engine] [with engine]
 *        [html OUT.html|none] [pgn OUT.pgn] [json OUT.json]
 *
 * Reads games from a file, and explains the games in other files. Without OUT.html the page has the name of the
 * games' file, with .html in place of .pgn. Any OUT may be - for standard output. A path with blanks stands in double
 * quotes, and a quote in the path is doubled. The command replaces an existing file only if the file is a report or
 * empty. The engines use the evaluation, the network, the tablebases and the book of the session. */
Command report_start;

/* True if a path of an output means standard output. */
bool names_stdout(Token path);

/* Frees the job of report. */
void report_free(Session *session);

/* show [SECONDS] [FEN]: prints the board, the attacks and an analysis for people. A FEN becomes the position of the
 * game. */
Command show_start;

/* Returns the reporter with which the session's engine prints its searches: as lines of UCI (api/player.h) or, during
 * `show`, as lines for people. */
SearchReporter reporter_of(Session *session);

/* --- the game -------------------------------------------------------------------------------- */

/* position [startpos | fen FEN] [moves ...], position pgn FILE [game N] [MOVE]. If a search runs, the command first
 * ends the search, which prints its bestmove.
 *
 * Until a front end has sent `uci`, the input comes from a person. In this case move_input_read (api/player.h) reads
 * the moves, which may have numbers, `fen` may be missing, and the game may come from a file (game_file_read). After
 * an invalid FEN or a wrong file the game stays unchanged. After an illegal move the game ends before this move. After
 * such an error the engine searches nothing until a valid `position` comes. */
Command game_position;

/* ucinewgame: tells the engine that a new game begins */
Command game_new;

/* go [json] ...: ends a running search, which prints its bestmove, and starts a new search. `go perft ...` is `perft
 * ...`. `json` works unless a front end has sent `uci`: see api/player.h. */
Command go_start;

/* The commands stop and ponderhit. If no search runs, they print nothing and report no error. */
Command go_stop;
Command go_ponderhit;

/* A question about a position (api/question.h), with the name of the question as the first token. The command answers
 * at any time, also during a search. If a path follows the form (text, json or svg), the answer goes to the file at
 * the path instead of stdout. A picture has Black at the bottom if `black` follows `svg`. A picture of the game's
 * position frames the last move. */
Command query_ask;

/* --- the UCI options ------------------------------------------------------------------------- */

/* Adds the options that only this program has, such as Debug Log File, to the options of the session's player. */
void session_options(Session *session);

/* setoption name NAME [value VALUE]. The case of names does not matter. The command refuses a value out of range, and
 * the option keeps its value. The value of a string is the rest of the line without the blanks at both ends. No value,
 * or the value <empty>, means the empty string.
 *
 * While the worker is busy, the command sets at once an option that the worker does not use. Such an option has an
 * effect from the next search on. The other options wait until the worker is idle; then the last value counts. */
Command options_set;

/* Sets the options that wait for an idle worker. The worker must be idle. */
void options_apply(Session *session);

/* Drops the settings of options that wait for an idle worker. */
void options_forget(Session *session);

/* Turns debug mode on or off. In debug mode searches check themselves, from the next search on. */
void options_set_debug(Session *session, int on);

#endif
