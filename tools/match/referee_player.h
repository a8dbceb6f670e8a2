/* An engine that plays: started with its options, asked for moves, and what it does wrong. */
#ifndef REFEREE_PLAYER_H
#define REFEREE_PLAYER_H

#include "lib/uci_process.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

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
    struct Disturbance *disturbance; /* NULL: none (disturb.h) */
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

#endif
