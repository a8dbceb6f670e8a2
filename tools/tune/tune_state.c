#include "tune/tune_state.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    COUNT_MOST = 1000000, /* weights of a group that is not known */
    WEIGHT_MOST = 32767   /* what a half of a Tapered holds */
};
static const double STEP_MOST = 1e15, EPOCH_MOST = 1e9, SLOPE_MOST = 1000, MOMENT_MOST = 1e30;
static const char TITLE[] = "Panoptes tuner state 1\n";

/* --- what may be in a run --------------------------------------------------------------------- */

static bool is_moment(double mean, double square) {
    return fabs(mean) <= MOMENT_MOST && square >= 0 && square <= MOMENT_MOST;
}

static bool is_target(const Target *t) {
    return t->slope > 0 && t->slope <= SLOPE_MOST && t->score_slope > 0 &&
           t->score_slope <= SLOPE_MOST && t->lambda >= 0 && t->lambda <= 1;
}

bool state_is_sound(const Run *run) {
    bool good = run->step >= 0 && (double)run->step <= STEP_MOST && run->epoch >= 0 &&
                (double)run->epoch <= EPOCH_MOST && is_target(&run->target);
    for (int w = 0; w < WEIGHT_COUNT; w++)
        for (int h = MG; h <= EG; h++)
            good = good && weight_fits(run->model.w[w][h]) && weight_fits(run->start.w[w][h]) &&
                   is_moment(run->mean.w[w][h], run->square.w[w][h]);
    return good;
}

/* --- reading ---------------------------------------------------------------------------------- */

static bool take_target(StateReader *r, Run *run) {
    long epoch = 0;
    const int line = r->line;
    Target *t = &run->target;
    if (!state_take_name(r, "step") || !state_take_count(r, STEP_MOST, &run->step, ' ') ||
        !state_take_name(r, "epoch") || !state_take_count(r, EPOCH_MOST, &epoch, ' ') ||
        !state_take_name(r, "slope") || !state_take_number(r, &t->slope, ' ') ||
        !state_take_name(r, "score_slope") || !state_take_number(r, &t->score_slope, ' ') ||
        !state_take_name(r, "lambda") || !state_take_number(r, &t->lambda, '\n'))
        return false;
    run->epoch = (int)epoch;
    return is_target(t) || state_refuse(r, "line %d: a number is out of range", line);
}

static const WeightGroup *find_group(const char *name) {
    const WeightGroup *g = weight_groups;
    while (g->name && strcmp(g->name, name) != 0)
        g++;
    return g->name ? g : NULL;
}

/* Takes the lines of a group; g is NULL for one that is not known. */
static bool take_weights(StateReader *r, const WeightGroup *g, long count, Run *run) {
    for (long n = 0; n < count * HALVES; n++) {
        const int line = r->line;
        double v[4];
        for (int i = 0; i < 4; i++)
            if (!state_take_number(r, &v[i], i < 3 ? ' ' : '\n'))
                return false;
        if (!weight_fits(v[0]) || !weight_fits(v[1]) || !is_moment(v[2], v[3]))
            return state_refuse(r, "line %d: a number is out of range", line);
        if (!g)
            continue;
        const long w = g->first + n / HALVES, h = n % HALVES;
        run->model.w[w][h] = v[0];
        run->start.w[w][h] = v[1];
        run->mean.w[w][h] = v[2];
        run->square.w[w][h] = v[3];
    }
    return true;
}

/* Takes a group, and adds its weights to *found. */
static bool take_group(StateReader *r, Run *run, bool seen[WEIGHT_COUNT], long *found) {
    char name[STATE_WORD_SIZE];
    long count;
    const int line = r->line;
    if (!state_take_word(r, name, ' ') || !state_take_count(r, COUNT_MOST, &count, '\n'))
        return false;
    const WeightGroup *g = find_group(name);
    if (g && g->count != count)
        return state_refuse(r, "line %d: %s has %ld weights, not %d as in this program", line, name,
                            count, g->count);
    if (g && seen[g->first])
        return state_refuse(r, "line %d: %s is there twice", line, name);
    if (g)
        seen[g->first] = true;
    *found += count;
    return take_weights(r, g, count, run);
}

/* Reads what stands between the title and the checksum. */
static bool parse_body(StateReader *r, Run *run) {
    bool seen[WEIGHT_COUNT] = {false};
    long said, found = 0;
    if (!state_take_name(r, "weights") || !state_take_count(r, STATE_SIZE_MOST, &said, '\n') ||
        !take_target(r, run))
        return false;
    while (r->at < r->end)
        if (!take_group(r, run, seen, &found))
            return false;
    return found == said || state_refuse(r, "it has %ld weights, not %ld as it says", found, said);
}

bool state_parse(const char *text, size_t size, Run *run, char *fault) {
    StateReader r;
    if (!state_begin(&r, text, size, TITLE, fault))
        return false;
    Run *copy = malloc(sizeof *copy);
    if (!copy)
        return state_refuse(&r, "%s", strerror(ENOMEM));
    *copy = *run;
    const bool good = parse_body(&r, copy);
    if (good)
        *run = *copy;
    free(copy);
    return good;
}

StateResult state_read(const char *path, Run *run, char *fault) {
    size_t size;
    char *text;
    StateResult result = state_load(path, &text, &size, fault);
    if (result == STATE_READ && !state_parse(text, size, run, fault))
        result = STATE_REFUSED;
    free(text);
    return result;
}

/* --- writing ---------------------------------------------------------------------------------- */

static void print_run(FILE *out, const void *context) {
    const Run *run = context;
    fprintf(out, "%sweights %d\n", TITLE, (int)WEIGHT_COUNT);
    fprintf(out, "step %ld epoch %d slope %.17g score_slope %.17g lambda %.17g\n", run->step,
            run->epoch, run->target.slope, run->target.score_slope, run->target.lambda);
    for (const WeightGroup *g = weight_groups; g->name; g++) {
        fprintf(out, "%s %d\n", g->name, g->count);
        for (int i = g->first; i < g->first + g->count; i++)
            for (int h = MG; h <= EG; h++)
                fprintf(out, "%.17g %.17g %.17g %.17g\n", run->model.w[i][h], run->start.w[i][h],
                        run->mean.w[i][h], run->square.w[i][h]);
    }
}

bool state_write(const char *path, const Run *run, char *fault) {
    if (state_is_sound(run))
        return state_save(path, print_run, run, fault);
    snprintf(fault, STATE_FAULT_SIZE, "its numbers are out of range");
    return false;
}
