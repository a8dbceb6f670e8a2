/* A match: games between two engines, several at a time, each opening with both colours. */
#ifndef REFEREE_MATCH_H
#define REFEREE_MATCH_H

#include "lib/position_list.h"
#include "match/disturb.h"
#include "match/referee_sums.h"

#include <stdio.h>

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
