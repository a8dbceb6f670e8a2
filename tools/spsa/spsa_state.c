#include "spsa/spsa_state.h"

#include "engine/engine.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static const char TITLE[] = "Panoptes SPSA state 2\n";
static const double COUNT_MOST = 1e15, RATE_MOST = 10;
static const uint64_t CLOCK_MOST = 86400000; /* ms: a day */

/* --- reading ---------------------------------------------------------------------------------- */

/* Takes a name and a whole number from 0 on. */
static bool take_count(StateReader *r, const char *name, uint64_t *count, char after) {
    long value;
    if (!state_take_name(r, name) || !state_take_count(r, COUNT_MOST, &value, after))
        return false;
    *count = (uint64_t)value;
    return true;
}

/* Takes a name and a checksum. */
static bool take_checksum(StateReader *r, const char *name, uint64_t *sum) {
    char word[STATE_WORD_SIZE];
    const int line = r->line;
    if (!state_take_name(r, name) || !state_take_word(r, word, ' '))
        return false;
    *sum = strtoull(word, NULL, 16);
    return (strlen(word) == 16 && strspn(word, "0123456789abcdef") == 16) ||
           state_refuse(r, "line %d: '%s' is no checksum", line, word);
}

static bool take_settings(StateReader *r, SpsaSettings *s) {
    const int line = r->line;
    uint64_t classical;
    if (!take_count(r, "pairs", &s->pairs, ' ') || !take_count(r, "nodes", &s->nodes, ' ') ||
        !take_count(r, "base", &s->base, ' ') || !take_count(r, "increment", &s->increment, ' ') ||
        !take_count(r, "seed", &s->seed, ' ') || !take_checksum(r, "openings", &s->openings) ||
        !take_count(r, "classical", &classical, ' ') || !state_take_name(r, "rate") ||
        !state_take_number(r, &s->rate, '\n'))
        return false;
    s->classical = classical == 1;
    return (s->pairs > 0 && s->nodes > 0 && (!s->base || s->nodes <= NODESTIME_MAX) &&
            s->base <= CLOCK_MOST && s->increment <= CLOCK_MOST && classical <= 1 && s->rate >= 0 &&
            s->rate <= RATE_MOST) ||
           state_refuse(r, "line %d: a number is out of range", line);
}

static bool take_counts(StateReader *r, SpsaRun *run) {
    const int line = r->line;
    return take_count(r, "begun", &run->begun, ' ') && take_count(r, "done", &run->done, ' ') &&
           take_count(r, "wins", &run->wins, ' ') && take_count(r, "draws", &run->draws, ' ') &&
           take_count(r, "losses", &run->losses, '\n') &&
           ((run->done <= run->begun && run->done <= run->settings.pairs &&
             run->wins + run->draws + run->losses == 2 * run->done) ||
            state_refuse(r, "line %d: the counts do not agree", line));
}

/* Takes a name and a whole number, which is `wanted` in this program. */
static bool take_same(StateReader *r, const char *row, const char *name, int wanted) {
    const int line = r->line;
    double value;
    return state_take_name(r, name) && state_take_number(r, &value, ' ') &&
           (value == wanted ||
            state_refuse(r, "line %d: %s has %s %g, not %d as in this program: params.h differs",
                         line, row, name, value, wanted));
}

static bool take_row(StateReader *r, SpsaRun *run) {
    char name[STATE_WORD_SIZE];
    const int line = r->line;
    int i = 0;
    if (!state_take_word(r, name, ' '))
        return false;
    while (i < SPSA_ROWS && strcmp(name, spsa_rows[i].name) != 0)
        i++;
    if (i == SPSA_ROWS)
        return state_refuse(r, "line %d: this program has no row %s: params.h differs", line, name);
    const SpsaRow *row = &spsa_rows[i];
    if (run->settings.tuned[i])
        return state_refuse(r, "line %d: %s is there twice", line, name);
    run->settings.tuned[i] = true;
    return take_same(r, name, "value", row->value) && take_same(r, name, "min", row->min) &&
           take_same(r, name, "max", row->max) && take_same(r, name, "step", row->step) &&
           state_take_name(r, "now") && state_take_number(r, &run->value[i], '\n') &&
           ((run->value[i] >= row->min && run->value[i] <= row->max) ||
            state_refuse(r, "line %d: a number is out of range", line));
}

static bool take_path(StateReader *r, SpsaRun *run, uint64_t rows) {
    const int begin = r->line;
    uint64_t points;
    if (!take_count(r, "points", &points, ' ') || !take_count(r, "every", &run->every, '\n'))
        return false;
    if (points < 1 || points > SPSA_POINTS_MAX || run->every < 1 ||
        run->every > run->settings.pairs)
        return state_refuse(r, "line %d: a number is out of range", begin);
    for (run->points = 0; run->points < (int)points; run->points++) {
        float *at = run->path[run->points];
        uint64_t left = rows;
        for (int i = 0; i < SPSA_ROWS; i++) {
            const int line = r->line;
            double value = spsa_rows[i].value;
            at[i] = (float)value;
            if (!run->settings.tuned[i])
                continue;
            if (!state_take_number(r, &value, --left ? ' ' : '\n'))
                return false;
            if (value < spsa_rows[i].min || value > spsa_rows[i].max)
                return state_refuse(r, "line %d: a number is out of range", line);
            at[i] = (float)value;
        }
    }
    return r->at == r->end ||
           state_refuse(r, "line %d: there is more than the tuner writes", r->line);
}

static bool parse_body(StateReader *r, SpsaRun *run) {
    uint64_t rows;
    const bool begun = take_settings(r, &run->settings) && take_counts(r, run);
    const int line = r->line;
    if (!begun || !take_count(r, "rows", &rows, '\n'))
        return false;
    if (rows < 1 || rows > SPSA_ROWS)
        return state_refuse(r, "line %d: a number is out of range", line);
    for (int i = 0; i < SPSA_ROWS; i++)
        run->value[i] = spsa_rows[i].value;
    for (uint64_t n = 0; n < rows; n++)
        if (!take_row(r, run))
            return false;
    return take_path(r, run, rows);
}

bool spsa_state_parse(const char *text, size_t size, SpsaRun *run, char *fault) {
    StateReader r;
    if (!state_begin(&r, text, size, TITLE, fault))
        return false;
    SpsaRun *copy = calloc(1, sizeof *copy);
    if (!copy)
        return state_refuse(&r, "%s", strerror(ENOMEM));
    const bool good = parse_body(&r, copy);
    if (good)
        *run = *copy;
    free(copy);
    return good;
}

StateResult spsa_state_read(const char *path, SpsaRun *run, char *fault) {
    size_t size;
    char *text;
    StateResult result = state_load(path, &text, &size, fault);
    if (result == STATE_READ && !spsa_state_parse(text, size, run, fault))
        result = STATE_REFUSED;
    free(text);
    return result;
}

/* --- writing ---------------------------------------------------------------------------------- */

static void print_rows(FILE *out, const SpsaRun *run, int count) {
    fprintf(out, "rows %d\n", count);
    for (int i = 0; i < SPSA_ROWS; i++) {
        const SpsaRow *row = &spsa_rows[i];
        if (run->settings.tuned[i])
            fprintf(out, "%s value %d min %d max %d step %d now %.17g\n", row->name, row->value,
                    row->min, row->max, row->step, run->value[i]);
    }
}

static void print_run(FILE *out, const void *context) {
    const SpsaRun *run = context;
    const SpsaSettings *s = &run->settings;
    int count = 0;
    for (int i = 0; i < SPSA_ROWS; i++)
        count += s->tuned[i];
    fprintf(out, "%spairs %" PRIu64 " nodes %" PRIu64 " base %" PRIu64 " increment %" PRIu64, TITLE,
            s->pairs, s->nodes, s->base, s->increment);
    fprintf(out, " seed %" PRIu64 " openings %016" PRIx64 " classical %d rate %.17g\n", s->seed,
            s->openings, s->classical, s->rate);
    fprintf(out,
            "begun %" PRIu64 " done %" PRIu64 " wins %" PRIu64 " draws %" PRIu64 " losses %" PRIu64
            "\n",
            run->begun, run->done, run->wins, run->draws, run->losses);
    print_rows(out, run, count);
    fprintf(out, "points %d every %" PRIu64 "\n", run->points, run->every);
    for (int p = 0; p < run->points; p++) {
        int left = count;
        for (int i = 0; i < SPSA_ROWS; i++)
            if (s->tuned[i])
                fprintf(out, "%.9g%c", (double)run->path[p][i], --left ? ' ' : '\n');
    }
}

bool spsa_state_write(const char *path, const SpsaRun *run, char *fault) {
    return state_save(path, print_run, run, fault);
}
