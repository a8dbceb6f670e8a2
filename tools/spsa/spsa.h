/* A run of SPSA: its arithmetic, its games and its files. */
#ifndef SPSA_SPSA_H
#define SPSA_SPSA_H

#include "lib/position_list.h"
#include "search/params.h"

#include <stdbool.h>
#include <stdint.h>

/* A run of SPSA (simultaneous perturbation stochastic approximation, Spall 1992) over the rows of search/params.h, and
 * its arithmetic.
 *
 * Each step is a pair of games of one opening, with both colours, between two sets of values: all of
 * them moved at once, each up or down at random, and all moved the other way. The result moves all
 * values towards the winner. With N pairs in the run, k of them begun, step (c_end), rate (r_end):
 *     width  c_k = step * (N / k)^0.101                how far a value is moved for the games
 *     gain   a_k = rate * step^2 * ((0.1 N + N) / (0.1 N + k))^0.602
 *     value += a_k / c_k * direction * (wins - losses of the first set)
 * which is how fishtest and OpenBench do it. */

#define SPSA_COUNT_ROW(name, value, min, max, step) +1
enum { SPSA_ROWS = 0 SEARCH_PARAMS(SPSA_COUNT_ROW), SPSA_POINTS_MAX = 256 };

typedef struct SpsaRow {
    const char *name;
    int value, min, max, step;
} SpsaRow;

/* The rows of search/params.h, as this program was built. */
extern const SpsaRow spsa_rows[SPSA_ROWS];

/* All that decides a run, but for the order in which games of several threads end. */
typedef struct SpsaSettings {
    uint64_t pairs;           /* of games, in the whole run */
    uint64_t nodes;           /* of a move; with a clock: those that count as a millisecond */
    uint64_t base, increment; /* of the clock, in milliseconds; base 0: there is none */
    uint64_t seed;
    uint64_t openings; /* checksum of their file; 0: random ones */
    bool classical;    /* which evaluation judges */
    double rate;       /* r_end */
    bool tuned[SPSA_ROWS];
} SpsaSettings;

/* A run that can be gone on with. */
typedef struct SpsaRun {
    SpsaSettings settings;
    uint64_t begun, done; /* pairs; those begun and not done were stopped, and are not repeated */
    uint64_t wins, draws, losses; /* games, of the first set of each pair */
    double value[SPSA_ROWS];      /* now; of rows that are not tuned: as they were */
    uint64_t every;               /* pairs from one point of the path to the next */
    int points;                   /* of the path, from the start on */
    float path[SPSA_POINTS_MAX][SPSA_ROWS];
} SpsaRun;

/* A pair of games to be played. */
typedef struct SpsaPair {
    uint64_t number;          /* from 0, of those begun: openings go by it */
    int first[SPSA_ROWS];     /* the values of both sets, */
    int second[SPSA_ROWS];    /* within the bounds of their rows */
    double weight[SPSA_ROWS]; /* what a point of difference moves each value by */
} SpsaPair;

/* Begins a run. */
void spsa_begin(SpsaRun *run, const SpsaSettings *settings);

/* Draws the next pair. */
void spsa_draw(SpsaRun *run, SpsaPair *pair);

/* Takes the points of both games in: the first set's, 0 to 2 for each. */
void spsa_take(SpsaRun *run, const SpsaPair *pair, const int points[2]);

/* The value of a row that the run has come to. */
int spsa_rounded(const SpsaRun *run, int row);

/* How far a row has moved, in steps of the row. */
double spsa_moved(const SpsaRun *run, int row, double value);

/* --- games ----------------------------------------------------------------------------------- */

/* Called now and then, and at the end, with how the run stands, and for how many seconds and games
 * of this call. Returns false to end it. */
typedef bool SpsaReport(void *context, const SpsaRun *run, double seconds, uint64_t games);

/* Plays until the run is complete; SIGINT, SIGTERM, SIGHUP or a report that returns false end it before, with the games
 * under way left out. `book` is NULL for random openings. The report comes once a minute, and a first time after ten
 * seconds. False if memory or threads were short, which it has reported on stderr, or a report returned false. */
bool spsa_play(SpsaRun *run, const PositionList *book, int threads, SpsaReport *report,
               void *context);

/* --- files ----------------------------------------------------------------------------------- */

/* All of these: false, with the reason in *reason, if that cannot be. */

bool spsa_state_write(const char *path, const SpsaRun *run, const char **reason);

/* Also false, with *reason NULL, if there is no file. A state is of one list of rows: another one is refused. *run is
 * then as it was. */
bool spsa_state_read(const char *path, SpsaRun *run, const char **reason);

/* Writes a line for each point of the run: the games played, then each row's value, separated by tabs below a line of
 * names. */
bool spsa_table_write(const char *path, const SpsaRun *run, const char **reason);

/* Puts the values of a run, rounded, into a header of parameters, which must have the values that the run began with. */
bool spsa_apply(const char *header, const SpsaRun *run, const char **reason);

#endif
