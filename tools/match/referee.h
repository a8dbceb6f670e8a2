/* The referee: engines and their options, a game between two of them, matches, games as PGN. */
#ifndef MATCH_REFEREE_H
#define MATCH_REFEREE_H

#include "board/fen.h"
#include "engine/match.h"
#include "inspect/document.h"
#include "lib/position_list.h"
#include "lib/uci_process.h"
#include "moves/notation.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

typedef struct Disturbance Disturbance; /* see below */

/* A fault by which an engine loses the game. */
typedef enum Fault {
    FAULT_NONE,
    FAULT_STOPPED, /* no fault: the match was stopped, and the game does not count */
    FAULT_TIME,    /* the engine answered after its time had run out */
    FAULT_ILLEGAL, /* the engine's move is illegal */
    FAULT_STALL,   /* the engine did not answer, and was killed */
    FAULT_CRASH,   /* the engine has closed its output or reads no input, and was killed */
    FAULT_KINDS
} Fault;

/* --- an engine that plays -------------------------------------------------------------------- */

/* The limit of a side: a clock, or a number for each move. Times are in milliseconds. */
typedef struct PlayerLimit {
    const char *kind;        /* the word of `go`: "nodes", "depth" or "movetime"; NULL: a clock */
    int64_t number;          /* the limit of that kind; 0 with a clock */
    int64_t base, increment; /* the clock's time and increment */
} PlayerLimit;

typedef struct PlayerSettings {
    const char *path;     /* the program */
    const char *name;     /* printable, for PGN and output */
    char *const *options; /* NAME=VALUE each, then NULL */
    PlayerLimit limit;
    int64_t margin;   /* microseconds by which the engine may overrun its clock */
    int64_t patience; /* microseconds after which an engine without a clock counts as dead */
} PlayerSettings;

typedef struct Player {
    const PlayerSettings *settings;
    UciProcess process; /* pid 0: the engine does not run */
    const atomic_bool *stop;
    Disturbance *disturbance; /* NULL: none */
    bool chess960;            /* the engine plays Chess960 */
} Player;

enum { PLAYER_MOVE_SIZE = 16 };

/* The answer of an engine to `go`. */
typedef struct PlayerAnswer {
    char move[PLAYER_MOVE_SIZE];   /* the move, cut and fit for a tag of PGN; "" for none */
    char ponder[PLAYER_MOVE_SIZE]; /* the answer that the engine expects, in the form of `move` */
    bool has_score;
    int score, depth; /* of the latest info with a score. `score`: centipawns for the side to move;
                       * PLAYER_MATE - N if it mates in N moves, the negative if it is mated */
    int64_t time;     /* microseconds */
} PlayerAnswer;

enum { PLAYER_MATE = 100000, PLAYER_MATE_MOVES = 1000 /* at most */ };

/* A returned Fault is a fault of the player. Except for player_think and player_end, a function
 * waits at most settings->patience for each answer. */

/* Prepares a player for a new game; starts the engine if it does not run. */
Fault player_prepare(Player *player, bool chess960);

/* Sends lines that ask for a move, and waits for the bestmove. `allowed` is the time limit in
 * microseconds; -1: only settings->patience limits the time. */
Fault player_think(Player *player, const char *lines, int64_t allowed, PlayerAnswer *answer);

/* Sends lines and waits for the bestmove. */
Fault player_answer(Player *player, const char *lines, PlayerAnswer *answer);

/* Sends lines that end with isready, and waits for readyok. */
Fault player_settle(Player *player, const char *lines);

/* Sends lines; returns false if the engine does not read them. */
bool player_send(Player *player, const char *lines);

/* Sends quit to the engine, and kills it if it does not end. */
void player_end(Player *player);

void player_kill(Player *player);

/* --- engines and their options as given on a command line, checked before any game ----------- */

enum { ENGINE_PATH = 4096, ENGINE_NAME = 64, ENGINE_OPTIONS = 64 };

typedef struct EngineChoice {
    char path[ENGINE_PATH];
    char name[ENGINE_NAME];            /* printable, fit for a tag of PGN */
    char *options[ENGINE_OPTIONS + 3]; /* NAME=VALUE each, perhaps Hash and Threads, then NULL */
    char hash[32], threads[32];        /* the texts of the options that engine_check adds */
    int thread_count;                  /* the value of Threads, after engine_check */
} EngineChoice;

/* Finds the program that `word` names: a path, or a word for tools/match/engine. Returns false
 * after a message. */
bool engine_find(EngineChoice *e, const char *word);

/* Adds an option. Returns false, after a message, if `word` is not NAME=VALUE. */
bool engine_add_option(EngineChoice *e, char *word);

/* Starts the program, and checks that the engine has the options of `e` and accepts their values.
 * Adds the options Hash and Threads that the engine has and the user has not set. Returns false
 * after a message. */
bool engine_check(EngineChoice *e, int hash, int default_threads);

/* The number of games at a time: `jobs` or, if `jobs` is 0, as many as this machine's cores allow. */
int engines_jobs(const EngineChoice *a, const EngineChoice *b, int jobs);

/* If two engines have the same name, adds their options to it or, if these are equal, numbers. */
void engines_tell_apart(EngineChoice *a, EngineChoice *b);

/* Reads a limit: seconds+increment such as 2+0.02, nodes=N, depth=N or movetime=MS. False if the
 * text is not a limit. */
bool limit_read(const char *text, PlayerLimit *limit);

/* --- a game ---------------------------------------------------------------------------------- */

enum { REFEREE_PLIES_MAX = 1200 }; /* a longer game is a draw */

typedef struct RefereeMove {
    Move move;
    PlayerAnswer said;
} RefereeMove;

typedef struct RefereeGame {
    char fen[FEN_SIZE]; /* the first position */
    bool chess960, ponders;
    Move expected[COLOR_COUNT]; /* the move that a side ponders on; MOVE_NONE without pondering */
    int count;
    RefereeMove moves[REFEREE_PLIES_MAX];
    Fault fault;                                   /* the fault by which the side to move lost */
    GameEnd end;                                   /* the end by rules or scores, without a fault */
    Color to_move;                                 /* the side to move at the end */
    int points;                                    /* twice White's points: 0, 1 or 2 */
    char illegal[PLAYER_MOVE_SIZE + ILLEGAL_SIZE]; /* the illegal move, and the reason */
    ScoreStreaks streaks;
    int64_t left[COLOR_COUNT]; /* time on the clocks, in microseconds */
} RefereeGame;

/* Plays a game from a valid FEN; players[WHITE] has White. The caller sets game->chess960, which
 * castling rights of Chess960 also set, and game->ponders. `pos` is working space. */
void referee_game_play(RefereeGame *game, Player *const players[COLOR_COUNT], const char *fen,
                       Position *pos);

enum { REFEREE_REASON_SIZE = 160 }; /* bytes of the longest reason, its final 0 included */

/* Writes why the game is over: "White makes an illegal move: e2e5, the Pawn on e2 does not reach
 * e5". */
void referee_game_reason(const RefereeGame *game, char *text, size_t size);

/* --- a game as PGN --------------------------------------------------------------------------- */

/* Adds a game: its tags, with the reason of its end, and its moves in SAN, each with {score/depth
 * seconds}. Both games of an opening have the same round. `pos` is working space. */
void referee_pgn_add(Document *out, const RefereeGame *game, Player *const players[COLOR_COUNT],
                     int round, Position *pos);

/* --- a soak ---------------------------------------------------------------------------------- */

/* A soak imitates impatient users and programs, between and during the moves of a match. The soak
 * counts the losses of the engines: crashes, illegal moves, growing memory and so on. A function
 * that takes a player does nothing if the player has no disturbance. */

/* Begins a soak for both players of a match, with one game at a time. After each game both players
 * analyse for up to `slice` milliseconds. Creates a folder for post-mortems. Returns NULL, after a
 * message, if that fails. */
Disturbance *disturbance_create(uint64_t seed, int slice);

/* Prints the number of losses of each kind, and frees the soak. True if there was no loss. */
bool disturbance_end(Disturbance *d);

/* Chooses the beginning of game `number` at random. Every fourth pair of games is Chess960; in
 * every second pair the engines ponder. */
void disturbance_start(Disturbance *d, int number, RefereeGame *game, Position *pos,
                       char fen[FEN_SIZE]);

enum { DISTURBANCE_OPTIONS = 256 };

/* Writes lines that set options of a player for the next game; "" for none. */
void disturbance_options(Player *player, char lines[DISTURBANCE_OPTIONS]);

/* Sometimes disturbs a player that thinks: sends isready or stop, or halts the process for a
 * moment. Returns the microseconds for which the process was halted. */
int64_t disturbance_thinking(Player *player);

/* Checks a line of a player. Counts a complaint and, at `rest`, a bestmove without `go` as losses. */
void disturbance_hear(Player *player, const char *line, bool rest);

/* Counts a loss of the kind FAULT_STALL, which `what` describes. */
void disturbance_lost(Player *player, const char *what);

/* Call this function after each game. Counts a loss if the game ended by a fault. Lets both players
 * analyse and rest; counts growth of their resources as losses. */
void disturbance_rest(Player *const players[COLOR_COUNT], const RefereeGame *game, Position *pos);

/* --- sums of a match: wins, pairs of games, the difference in Elo, the sequential test -------- */

enum { PAIR_KINDS = 5 }; /* by the first engine's points in a pair of games: 0, 1/2, 1, 3/2, 2 */

typedef struct RefereeSums {
    int results[3];             /* the first engine's games: lost, drawn, won */
    int pairs[PAIR_KINDS];      /* complete pairs, by points */
    int faults[2][FAULT_KINDS]; /* games that the first and the second engine have lost, by fault */
} RefereeSums;

int sums_games(const RefereeSums *sums);

/* The first engine's share of the points, 0 to 1; 0 without games. */
double sums_share(const RefereeSums *sums);

/* The number of games that the first (0) or the second engine (1) has lost by a fault. */
int sums_faults(const RefereeSums *sums, int side);

/* The difference in Elo, from the results of pairs. */
static inline EloEstimate sums_elo(const RefereeSums *sums) {
    return elo_estimate(sums->pairs, PAIR_KINDS);
}

/* Half of the width of the 95 % interval. */
static inline double elo_error(EloEstimate e) {
    return (e.high - e.low) / 2;
}

/* The log-likelihood ratio of the normalized Elo differences elo1 and elo0, given the results of
 * pairs; 0 without pairs. fishtest has the same formula. */
double sums_llr(const RefereeSums *sums, double elo0, double elo1);

/* The test ends at this ratio or its negative: either kind of error has a chance of 10 %. */
#define SUMS_LLR_BOUND 2.1972245773362196 /* log(0.9 / 0.1) */

/* --- a match --------------------------------------------------------------------------------- */

typedef struct MatchOrders {
    PlayerSettings players[2];
    const PositionList *openings; /* used in turn by pairs of games; NULL: random openings */
    uint64_t seed;                /* the seed of random openings */
    int games, jobs; /* jobs: at most TOOL_THREADS_MAX (lib/options.h); 1 with a disturbance */
    bool sprt;       /* the match ends when the test decides between elo0 and elo1 */
    double elo0, elo1;
    FILE *pgn;                /* receives each game at its end; may be NULL */
    Disturbance *disturbance; /* NULL: none */
} MatchOrders;

/* Plays a match. Prints the standing at intervals, and the games lost by a fault, to stderr. An
 * engine that cannot be started loses. Returns true if the match came to its end. Returns false
 * after a signal; *stopped is then true. Returns false, after a message, if memory is short or the
 * PGN's disk is full. All engines have ended when the function returns. */
bool referee_match_play(const MatchOrders *orders, RefereeSums *sums, bool *stopped);

#endif
