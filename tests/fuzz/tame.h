/* Which calls tame.c leads elsewhere. */
#ifndef FUZZ_TAME_H
#define FUZZ_TAME_H

#include "tablebase/tablebase_internal.h"

#include <stdbool.h>
#include <stdint.h>

/* What the session under way has had. Counted by several threads. */
typedef struct Tally {
    int searches, answers; /* go that must be answered, bestmove */
    int asked, ready;      /* isready, readyok */
    int games_asked;       /* game_end_by_rules */
    int games;             /* match_play */
    int openings;          /* openings_try */
    int64_t clock;         /* microseconds; it moves with each question */
} Tally;

/* A session is under way: outside of one next to nothing is tamed. */
extern bool session_is_open;
extern Tally session_tally;
extern char session_file_path[]; /* of what files hold that it reads */

/* Files are not mapped, but copied to memory of their size; and their checksums count as right. */
extern bool maps_are_copies;

/* Any look-up is one in this table of both kinds, if it is not NULL. */
extern const TableFile *tables_are;

#endif
