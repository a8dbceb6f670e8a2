/* The referee: engines that play, a game between two of them, matches, and games as PGN. */
#ifndef MATCH_REFEREE_H
#define MATCH_REFEREE_H

#include "board/fen.h"
#include "engine/match.h"
#include "inspect/document.h"
#include "lib/position_list.h"
#include "lib/uci_process.h"
#include "match/referee_sums.h"
#include "moves/notation.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

typedef struct Disturbance Disturbance; /* see below */

/* --- an engine that plays -------------------------------------------------------------------- */

/* What a side may spend on a move: the one that is not 0. A clock has `base`. Milliseconds. */
typedef struct PlayerLimit {
    int64_t base, increment;
    int64_t movetime;
    int64_t nodes, depth;
} PlayerLimit;

typedef struct PlayerSettings {
    const char *path;     /* of the program */
    const char *name;     /* printable, for PGN and people */
    char *const *options; /* NAME=VALUE each, NULL behind them */
    PlayerLimit limit;
    int64_t margin;   /* microseconds by which it may overrun its clock */
    int64_t patience; /* microseconds after which an engine without a clock is dead */
} PlayerSettings;

typedef enum PlayerFault {
    PLAYER_FINE,
    PLAYER_STOPPED, /* *stop was set while we waited */
    PLAYER_LATE,    /* its time had run out when it answered */
    PLAYER_STALLED, /* it does not answer at all: it was ended */
    PLAYER_CRASHED  /* its output has ended, or it does not read: it was ended */
} PlayerFault;

typedef struct Player {
    const PlayerSettings *settings;
    UciProcess process; /* pid 0: it is to be started anew */
    const atomic_bool *stop;
    Disturbance *disturbance; /* NULL: none */
} Player;

enum { PLAYER_MOVE_SIZE = 16 };

/* What an engine has said of a move. */
typedef struct PlayerAnswer {
    char move[PLAYER_MOVE_SIZE];   /* its first bytes, fit for a tag of PGN; "" for none */
    char ponder[PLAYER_MOVE_SIZE]; /* what it expects; the same */
    bool has_score;
    int score, depth; /* of its latest line with a score: centipawns of the side to move; mates are
                       * PLAYER_MATE less their moves */
    int64_t time;     /* microseconds */
} PlayerAnswer;

enum { PLAYER_MATE = 100000, PLAYER_MATE_MOVES = 1000 /* at most */ };

/* Makes it ready for a new game, after starting it if it does not run. */
PlayerFault player_prepare(Player *player, bool chess960);

/* Asks for a move, with lines that end with `go`. `allowed` are the microseconds that it may take
 * at most, -1 where nothing but its patience counts. */
PlayerFault player_think(Player *player, const char *lines, int64_t allowed, PlayerAnswer *answer);

/* Sends lines and waits for its answer, however long the search was, or until its patience is over. */
PlayerFault player_answer(Player *player, const char *lines, PlayerAnswer *answer);

/* Sends lines, of which the last one is isready, and waits for readyok. */
PlayerFault player_settle(Player *player, const char *lines);

/* Lets it quit, or kills it. */
void player_end(Player *player);
void player_kill(Player *player);

/* --- a game ---------------------------------------------------------------------------------- */

enum { REFEREE_PLIES_MAX = 1200 }; /* a longer game is a draw */

typedef struct RefereeMove {
    Move move;
    PlayerAnswer said;
} RefereeMove;

/* What has ended a game. By a fault it is lost for the side to move. */
typedef enum RefereeEnd {
    REFEREE_BY_GAME, /* rules or scores: see `end` */
    REFEREE_TIME,
    REFEREE_ILLEGAL,
    REFEREE_CRASH,
    REFEREE_STALL,
    REFEREE_STOPPED /* it does not count */
} RefereeEnd;

typedef struct RefereeGame {
    char fen[FEN_SIZE]; /* where it begins */
    bool chess960, ponders;
    Move expected[COLOR_COUNT]; /* what a side that ponders expects; MOVE_NONE: it does not */
    int count;
    RefereeMove moves[REFEREE_PLIES_MAX];
    RefereeEnd how;
    GameEnd end;                                   /* which of these */
    Color to_move;                                 /* in the end */
    int points;                                    /* twice White's: 0, 1 or 2 */
    char illegal[PLAYER_MOVE_SIZE + ILLEGAL_SIZE]; /* the move that was none, and why */
    ScoreStreaks streaks;
    int64_t left[COLOR_COUNT]; /* on the clocks, in microseconds */
} RefereeGame;

/* Plays a game from a valid FEN; players[WHITE] has White. game->chess960 and game->ponders count. `pos` is room to
 * work in. */
void referee_game_play(RefereeGame *game, Player *const players[COLOR_COUNT], const char *fen,
                       Position *pos);

enum { REFEREE_REASON_SIZE = 160 }; /* room for each reason, its final 0 included */

/* In words why it is over: "White makes an illegal move: e2e5, the Pawn on e2 does not reach e5". */
void referee_game_reason(const RefereeGame *game, char *text, size_t size);

/* "1-0", "0-1", "1/2-1/2" or "*". */
const char *referee_game_result(const RefereeGame *game);

/* --- a game as PGN --------------------------------------------------------------------------- */

/* Adds a game: its tags, with why it ended, and its moves in SAN, each with {score/depth
 * seconds}. Both games of an opening have the same round. `pos` is room to work in. */
void referee_pgn_add(Document *out, const RefereeGame *game, Player *const players[COLOR_COUNT],
                     int round, Position *pos);

/* --- a soak ---------------------------------------------------------------------------------- */

/* A soak: what impatient users and programs do to an engine between and within the moves of a match, and what an engine
 * must not lose by it. All functions do nothing for a player without a disturbance. */

/* Begins one, for both players of a match, one game at a time. Each game is followed by an analysis of up to `slice`
 * milliseconds. Post-mortems go to a folder that is made for them. NULL, after saying why, if that fails. */
Disturbance *disturbance_create(uint64_t seed, int slice);

/* Prints how much was lost of each kind, and frees. True if it was nothing. */
bool disturbance_end(Disturbance *d);

/* Draws what a game begins with: each fourth is of Chess960, half of them with pondering. */
void disturbance_start(Disturbance *d, int number, RefereeGame *game, Position *pos,
                       char fen[FEN_SIZE]);

enum { DISTURBANCE_OPTIONS = 256 };

/* Writes lines that set options of a player for the next game; "" for none. */
void disturbance_options(Player *player, char lines[DISTURBANCE_OPTIONS]);

/* Does something to a player that thinks: asks isready, stops it, or halts the process for a moment. Returns for how
 * many microseconds the process was halted. */
int64_t disturbance_thinking(Player *player);

/* Hears a line; at rest, nobody waits for a move. Complaints are losses. */
void disturbance_hear(Player *player, const char *line, bool rest);

/* Notes a loss of no kind that has a name. */
void disturbance_lost(Player *player, const char *what);

/* After a game: what ended it may be a loss. Both players analyse and rest, and what they hold must not have grown. */
void disturbance_rest(Player *const players[COLOR_COUNT], const RefereeGame *game, Position *pos);

/* --- a match --------------------------------------------------------------------------------- */

typedef struct MatchOrders {
    PlayerSettings players[2];
    const PositionList *openings; /* of pairs of games, in turn; NULL: random ones */
    uint64_t seed;                /* of these */
    int games, jobs; /* jobs: at most TOOL_THREADS_MAX (lib/options.h); 1 with a disturbance */
    bool sprt;       /* it ends once one of two normalized differences in Elo is clear: */
    double elo0, elo1;
    FILE *pgn;                /* games are added as they end; NULL: nowhere */
    Disturbance *disturbance; /* NULL: none */
} MatchOrders;

/* Plays. Says on stderr how it stands, now and then, and which games are lost by a fault. True if it came to its end;
 * false if a signal has stopped it, or, reported on stderr, memory or the PGN's disk is full. All engines have ended
 * then. One that cannot be started loses. *stopped: a signal came. */
bool referee_match_play(const MatchOrders *orders, RefereeSums *sums, bool *stopped);

#endif
