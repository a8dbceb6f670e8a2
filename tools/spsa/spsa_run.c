#include "spsa/spsa.h"

#include "core/bits.h"

#include <math.h>

#define ROW(name, value, min, max, step) {#name, value, min, max, step},
static const double ALPHA = 0.602, GAMMA = 0.101, DELAY = 0.1;

const SpsaRow spsa_rows[SPSA_ROWS] = {SEARCH_PARAMS(ROW)};

static double clamp_to_row(int row, double value) {
    return fmax(spsa_rows[row].min, fmin(spsa_rows[row].max, value));
}

static void add_point(SpsaRun *run) {
    for (int i = 0; i < SPSA_ROWS; i++)
        run->path[run->points][i] = (float)run->value[i];
    run->points++;
}

/* The pairs from one point to the next. */
static uint64_t interval(const SpsaSettings *s) {
    return s->pairs / (SPSA_POINTS_MAX - 1) + 1;
}

bool spsa_is_sound(const SpsaRun *run) {
    bool sound = run->done <= run->begun && run->done <= run->settings.pairs &&
                 run->every == interval(&run->settings) &&
                 (uint64_t)run->points == run->done / interval(&run->settings) + 1;
    for (int i = 0; i < SPSA_ROWS; i++)
        sound = sound && run->value[i] == clamp_to_row(i, run->value[i]);
    return sound;
}

void spsa_begin(SpsaRun *run, const SpsaSettings *settings) {
    *run = (SpsaRun){.settings = *settings, .every = interval(settings)};
    for (int i = 0; i < SPSA_ROWS; i++)
        run->value[i] = spsa_rows[i].value;
    add_point(run);
}

/* Rounds `value` up or down by a random `share` from 0 to 1; the mean of many results is `value`.
 * Both sets of a pair use the same `share`, so that their difference varies less. */
static int round_by(int row, double value, double share) {
    return (int)clamp_to_row(row, floor(value + share));
}

void spsa_draw(SpsaRun *run, SpsaPair *pair) {
    uint64_t seed = run->settings.seed;
    uint64_t random = random_next(&seed) + run->begun;
    pair->number = run->begun++;
    /* k counts the pairs drawn, not the pairs played. So the number of threads does not change a
     * pair's width. */
    const double pairs = (double)run->settings.pairs, k = fmin((double)run->begun, pairs);
    for (int i = 0; i < SPSA_ROWS; i++) {
        const SpsaRow *row = &spsa_rows[i];
        const int direction = random_next(&random) >> 63 ? 1 : -1;
        const double share = (double)(random_next(&random) >> 11) * 0x1p-53; /* 0 to 1 */
        const double width = row->step * pow(pairs / k, GAMMA);
        const double gain = run->settings.rate * row->step * row->step *
                            pow((DELAY * pairs + pairs) / (DELAY * pairs + k), ALPHA);
        pair->first[i] = pair->second[i] = row->value;
        pair->weight[i] = 0;
        if (!run->settings.tuned[i])
            continue;
        pair->first[i] = round_by(i, run->value[i] + direction * width, share);
        pair->second[i] = round_by(i, run->value[i] - direction * width, share);
        pair->weight[i] = direction * gain / width;
    }
}

void spsa_take(SpsaRun *run, const SpsaPair *pair, const int points[2]) {
    /* wins less losses of the first set: a game gives 2 points for a win, 1 for a draw */
    const double result = points[0] + points[1] - 2;
    for (int i = 0; i < SPSA_ROWS; i++)
        run->value[i] = clamp_to_row(i, run->value[i] + pair->weight[i] * result);
    for (int game = 0; game < 2; game++) {
        run->wins += points[game] == 2;
        run->draws += points[game] == 1;
        run->losses += points[game] == 0;
    }
    run->done++;
    if (run->done % run->every == 0)
        add_point(run);
}

int spsa_rounded(const SpsaRun *run, int row) {
    return (int)lround(run->value[row]);
}
