/* A run of SPSA: its arithmetic, its games and its files. */
#ifndef SPSA_SPSA_H
#define SPSA_SPSA_H

#include "lib/position_list.h"
#include "search/params.h"

#include <stdbool.h>
#include <stdint.h>

/* A run of SPSA (simultaneous perturbation stochastic approximation, Spall 1992) over the rows of
 * search/params.h, and its arithmetic.
 *
 * Each step is a pair of games from one opening with colours exchanged, between two sets of values.
 * The first set moves each value up or down at random; the second moves each value the opposite
 * way. The result moves all values towards the winner. For pair number k of N in the run, with a
 * row's step (c_end) and the rate (r_end):
 *     width  c_k = step * (N / k)^0.101                the distance by which a value is moved
 *     gain   a_k = rate * step^2 * ((0.1 N + N) / (0.1 N + k))^0.602
 *     value += a_k / c_k * direction * (wins - losses of the first set)
 * These are the formulas of fishtest and OpenBench. */

#define SPSA_COUNT_ROW(name, value, min, max, step) +1
enum { SPSA_ROWS = 0 SEARCH_PARAMS(SPSA_COUNT_ROW), SPSA_POINTS_MAX = 256 };

typedef struct SpsaRow {
    const char *name;
    int value, min, max, step;
} SpsaRow;

/* The search parameters of this build, a row for each line of search/params.h. */
extern const SpsaRow spsa_rows[SPSA_ROWS];

/* The settings determine a run, except the order in which games of several threads end. */
typedef struct SpsaSettings {
    uint64_t pairs;           /* pairs of games in the whole run */
    uint64_t nodes;           /* nodes for a move; with a clock: nodes for a millisecond */
    uint64_t base, increment; /* the clock in milliseconds; base 0: no clock */
    uint64_t seed;
    uint64_t openings; /* checksum of the file of openings; 0: random openings */
    bool classical;    /* the classical evaluation is used, not the network */
    double rate;       /* r_end, see above */
    bool tuned[SPSA_ROWS];
} SpsaSettings;

/* The state of a run, from which it can continue. */
typedef struct SpsaRun {
    SpsaSettings settings;
    uint64_t begun, done;         /* pairs drawn and pairs played; stopped pairs are not replayed */
    uint64_t wins, draws, losses; /* games that the first set of a pair won, drew and lost */
    double value[SPSA_ROWS];      /* current values; rows that are not tuned keep their value */
    uint64_t every;               /* pairs from one point of `path` to the next */
    int points;                   /* number of points in `path`; the first is the start */
    float path[SPSA_POINTS_MAX][SPSA_ROWS];
} SpsaRun;

/* A pair of games to play. */
typedef struct SpsaPair {
    uint64_t number;          /* from 0; determines the opening */
    int first[SPSA_ROWS];     /* the values of the first set, within the bounds of their rows */
    int second[SPSA_ROWS];    /* the values of the second set, within the same bounds */
    double weight[SPSA_ROWS]; /* the change of each value for a win of the first set */
} SpsaPair;

void spsa_begin(SpsaRun *run, const SpsaSettings *settings);

/* True if the counts and values of a run fit together, as those of any begun run do. */
bool spsa_is_sound(const SpsaRun *run);

/* Draws the next pair. */
void spsa_draw(SpsaRun *run, SpsaPair *pair);

/* Adds the result of a pair: for each game 0, 1 or 2 if the first set lost, drew or won. */
void spsa_take(SpsaRun *run, const SpsaPair *pair, const int points[2]);

/* The current value of a search parameter, rounded. */
int spsa_rounded(const SpsaRun *run, int row);

/* --- games ----------------------------------------------------------------------------------- */

/* Reports the state of a run at intervals and at the end. `seconds` and `games` count from the
 * start of spsa_play. Returns false to end the run. */
typedef bool SpsaReport(void *context, const SpsaRun *run, double seconds, uint64_t games);

/* Plays until the run is complete. SIGINT, SIGTERM, SIGHUP or a report that returns false end the
 * run earlier; running games then do not count. `book` is NULL for random openings. Calls the
 * report after ten seconds, then once a minute. Returns false if memory or threads were short, with
 * a message on stderr, or if a report returned false. */
bool spsa_play(SpsaRun *run, const PositionList *book, int threads, SpsaReport *report,
               void *context);

/* --- files ----------------------------------------------------------------------------------- */

/* Writes the state of a run. On an error, returns false with the reason in *reason. */
bool spsa_state_write(const char *path, const SpsaRun *run, const char **reason);

/* Reads the state of a run. On an error, returns false with the reason in *reason, and leaves *run
 * unchanged. If the file does not exist, *reason is NULL. Refuses a state whose rows differ from
 * this build's. */
bool spsa_state_read(const char *path, SpsaRun *run, const char **reason);

/* Writes a table separated by tabs: a line of names, then a line for each point of `path`, with the
 * games played and each row's value. On an error, returns false with the reason in *reason. */
bool spsa_table_write(const char *path, const SpsaRun *run, const char **reason);

#endif
