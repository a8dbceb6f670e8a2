/* The games of a run of SPSA: pairs in several threads, each with two engines of its own. */
#ifndef SPSA_GAMES_H
#define SPSA_GAMES_H

#include "lib/position_list.h"
#include "spsa/spsa_run.h"

/* Called now and then, and at the end, with how the run stands, and for how many seconds and games
 * of this call. Returns false to end it. */
typedef bool SpsaReport(void *context, const SpsaRun *run, double seconds, uint64_t games);

/* Plays until the run is complete; SIGINT, SIGTERM, SIGHUP or a report that returns false end it
 * before, with the games under way left out. `book` is NULL for random openings. The report comes
 * once a minute, and a first time after ten seconds. False if memory or threads were short, which it
 * has reported on stderr, or a report returned false. */
bool spsa_play(SpsaRun *run, const PositionList *book, int threads, SpsaReport *report,
               void *context);

#endif
