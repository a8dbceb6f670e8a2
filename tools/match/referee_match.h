/* A match: games between two engines, several at a time, each opening with both colours. */
#ifndef REFEREE_MATCH_H
#define REFEREE_MATCH_H

#include "lib/position_list.h"
#include "match/referee_player.h"
#include "match/referee_sums.h"

#include <signal.h>
#include <stdio.h>

typedef struct MatchOrders {
    PlayerSettings players[2];
    const PositionList *openings; /* of pairs of games, in turn */
    int games, jobs;              /* jobs: at most TOOL_THREADS_MAX (lib/options.h) */
    bool sprt; /* it ends once one of two normalized differences in Elo is clear: */
    double elo0, elo1;
    FILE *pgn; /* games are added as they end; NULL: nowhere */
} MatchOrders;

/* Plays. Prints on stdout what fastchess prints of it, so that scripts read both: each game lost
 * by a fault, and the sums behind each pair. True if it came to its end; false if a signal of
 * `ending` (lib/ending.h) has stopped it, or, reported on stderr, memory or the PGN's disk is full. All
 * engines have ended then. One that cannot be started loses. */
bool referee_match_play(const MatchOrders *orders, const sigset_t *ending, RefereeSums *sums);

#endif
