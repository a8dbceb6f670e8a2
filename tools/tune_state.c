#include "tune_state.h"

#include "core/new_file.h"
#include "core/plain_file.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
    SIZE_MOST = 64 << 20, /* bytes of a file: far more than there are weights */
    COUNT_MOST = 1000000, /* weights of a group that is not known */
    WORD_SIZE = 64,
    WEIGHT_MOST = 32767 /* what a half of a Tapered holds */
};
static const double STEP_MOST = 1e15, EPOCH_MOST = 1e9, SLOPE_MOST = 1000, MOMENT_MOST = 1e30;
static const char TITLE[] = "Panoptes tuner state 1\n";

/* What is left of a text, and the first thing that was wrong. */
typedef struct Reader {
    const char *at, *end;
    int line; /* number of the present one */
    char *fault;
} Reader;

static uint64_t checksum(const char *text, size_t size) {
    uint64_t hash = 14695981039346656037u;
    for (size_t i = 0; i < size; i++)
        hash = (hash ^ (unsigned char)text[i]) * 1099511628211u;
    return hash;
}

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

/* Notes what is wrong, unless something was wrong before. Returns false. */
__attribute__((format(printf, 2, 3))) static bool refuse(Reader *r, const char *format, ...) {
    va_list arguments;
    if (*r->fault)
        return false;
    va_start(arguments, format);
    vsnprintf(r->fault, STATE_FAULT_SIZE, format, arguments);
    va_end(arguments);
    return false;
}

/* Takes a word and the one byte behind it, which is `after`. */
static bool take_word(Reader *r, char word[WORD_SIZE], char after) {
    size_t length = 0;
    while (r->at + length < r->end && r->at[length] > ' ' && r->at[length] <= '~')
        length++;
    if (length == 0 || length >= WORD_SIZE || r->at + length == r->end || r->at[length] != after)
        return refuse(r, "line %d is not as the tuner writes it", r->line);
    memcpy(word, r->at, length);
    word[length] = '\0';
    r->at += length + 1;
    r->line += after == '\n';
    return true;
}

static bool take_name(Reader *r, const char *name) {
    char word[WORD_SIZE];
    return take_word(r, word, ' ') &&
           (strcmp(word, name) == 0 ||
            refuse(r, "line %d has '%s' in place of '%s'", r->line, word, name));
}

/* Takes a decimal number; nan and inf are none. */
static bool take_number(Reader *r, double *value, char after) {
    char word[WORD_SIZE], *end;
    const int line = r->line;
    if (!take_word(r, word, after))
        return false;
    *value = strtod(word, &end);
    return (!*end && !word[strspn(word, "0123456789+-.e")] && isfinite(*value)) ||
           refuse(r, "line %d: '%s' is no number", line, word);
}

/* Takes a whole number from 0 to `most`. */
static bool take_count(Reader *r, double most, long *count, char after) {
    const int line = r->line;
    double value;
    if (!take_number(r, &value, after))
        return false;
    *count = value >= 0 && value <= most ? (long)value : -1;
    return (*count >= 0 && (double)*count == value) ||
           refuse(r, "line %d: a number is out of range", line);
}

static bool take_target(Reader *r, Run *run) {
    long epoch = 0;
    const int line = r->line;
    Target *t = &run->target;
    if (!take_name(r, "step") || !take_count(r, STEP_MOST, &run->step, ' ') ||
        !take_name(r, "epoch") || !take_count(r, EPOCH_MOST, &epoch, ' ') ||
        !take_name(r, "slope") || !take_number(r, &t->slope, ' ') || !take_name(r, "score_slope") ||
        !take_number(r, &t->score_slope, ' ') || !take_name(r, "lambda") ||
        !take_number(r, &t->lambda, '\n'))
        return false;
    run->epoch = (int)epoch;
    return is_target(t) || refuse(r, "line %d: a number is out of range", line);
}

static const WeightGroup *find_group(const char *name) {
    const WeightGroup *g = weight_groups;
    while (g->name && strcmp(g->name, name) != 0)
        g++;
    return g->name ? g : NULL;
}

/* Takes the lines of a group; g is NULL for one that is not known. */
static bool take_weights(Reader *r, const WeightGroup *g, long count, Run *run) {
    for (long n = 0; n < count * HALVES; n++) {
        const int line = r->line;
        double v[4];
        for (int i = 0; i < 4; i++)
            if (!take_number(r, &v[i], i < 3 ? ' ' : '\n'))
                return false;
        if (!weight_fits(v[0]) || !weight_fits(v[1]) || !is_moment(v[2], v[3]))
            return refuse(r, "line %d: a number is out of range", line);
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
static bool take_group(Reader *r, Run *run, bool seen[WEIGHT_COUNT], long *found) {
    char name[WORD_SIZE];
    long count;
    const int line = r->line;
    if (!take_word(r, name, ' ') || !take_count(r, COUNT_MOST, &count, '\n'))
        return false;
    const WeightGroup *g = find_group(name);
    if (g && g->count != count)
        return refuse(r, "line %d: %s has %ld weights, not %d as in this program", line, name,
                      count, g->count);
    if (g && seen[g->first])
        return refuse(r, "line %d: %s is there twice", line, name);
    if (g)
        seen[g->first] = true;
    *found += count;
    return take_weights(r, g, count, run);
}

/* Reads what stands before the checksum. */
static bool parse_body(Reader *r, Run *run) {
    static const size_t TITLE_LENGTH = sizeof TITLE - 1;
    bool seen[WEIGHT_COUNT] = {false};
    long said, found = 0;
    r->at += TITLE_LENGTH;
    r->line = 2;
    if (!take_name(r, "weights") || !take_count(r, SIZE_MOST, &said, '\n') || !take_target(r, run))
        return false;
    while (r->at < r->end)
        if (!take_group(r, run, seen, &found))
            return false;
    return found == said || refuse(r, "it has %ld weights, not %ld as it says", found, said);
}

/* The line that ends a text of which the first `size` bytes are given. */
static int write_checksum(const char *text, size_t size, char line[WORD_SIZE]) {
    return snprintf(line, WORD_SIZE, "checksum %016" PRIx64 "\n", checksum(text, size));
}

bool state_parse(const char *text, size_t size, Run *run, char *fault) {
    char line[WORD_SIZE];
    const size_t last = (size_t)write_checksum("", 0, line), title = sizeof TITLE - 1;
    const size_t body = size >= last + title ? size - last : 0;
    Reader r = {.at = text, .end = text + body, .fault = fault};
    *fault = '\0';
    if (size < title || memcmp(text, TITLE, title) != 0)
        return refuse(&r, "it is no state of this tuner");
    if (body)
        write_checksum(text, body, line);
    if (!body || memcmp(text + body, line, last) != 0)
        return refuse(&r, "it is damaged or cut off: its checksum is not that of its content");
    Run *copy = malloc(sizeof *copy);
    if (!copy)
        return refuse(&r, "%s", strerror(ENOMEM));
    *copy = *run;
    const bool good = parse_body(&r, copy);
    if (good)
        *run = *copy;
    free(copy);
    return good;
}

/* Reads an open file. Returns NULL, with errno, if that fails. */
static char *read_all(FILE *file, size_t *size) {
    struct stat status;
    if (fstat(fileno(file), &status))
        return NULL;
    errno = EFBIG;
    char *text = status.st_size <= SIZE_MOST ? malloc((size_t)status.st_size + 1) : NULL;
    *size = text ? fread(text, 1, (size_t)status.st_size, file) : 0;
    if (!text || !ferror(file))
        return text;
    free(text);
    return NULL;
}

StateResult state_read(const char *path, Run *run, char *fault) {
    const char *reason;
    size_t size = 0;
    if (access(path, F_OK) && errno == ENOENT)
        return STATE_ABSENT;
    FILE *file = plain_file_stream(path, "r", &reason);
    char *text = file ? read_all(file, &size) : NULL;
    if (file && !text)
        reason = strerror(errno);
    const bool good = text && state_parse(text, size, run, fault);
    if (!text)
        snprintf(fault, STATE_FAULT_SIZE, "%s", reason);
    if (file)
        fclose(file);
    free(text);
    return good ? STATE_READ : STATE_REFUSED;
}

/* --- writing ---------------------------------------------------------------------------------- */

/* Writes a state to memory; NULL if there is not enough. The caller frees it. */
static char *write_text(const Run *run, size_t *size) {
    char *text = NULL, line[WORD_SIZE];
    FILE *out = open_memstream(&text, size);
    if (!out)
        return NULL;
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
    bool good = fflush(out) == 0;
    if (good)
        write_checksum(text, *size, line);
    good = good && fputs(line, out) >= 0;
    good = fclose(out) == 0 && good;
    if (good)
        return text;
    free(text);
    return NULL;
}

bool state_write(const char *path, const Run *run, char *fault) {
    size_t size;
    const char *reason = strerror(ENOMEM);
    const bool sound = state_is_sound(run);
    char *text = sound ? write_text(run, &size) : NULL;
    NewFile *file = text ? new_file_begin(path, &reason) : NULL;
    if (file)
        fwrite(text, 1, size, new_file_stream(file));
    const bool good = file && new_file_finish(file, &reason);
    if (!sound)
        reason = "its numbers are out of range";
    snprintf(fault, STATE_FAULT_SIZE, "%s", good ? "" : reason);
    free(text);
    return good;
}
