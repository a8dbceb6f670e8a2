#include "spsa/spsa.h"

#include "core/bits.h"
#include "lib/state.h"
#include "os/files.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- the state -------------------------------------------------------------------------------- */

typedef struct StateFile {
    RunHead head;
    uint64_t rows; /* hash of their names and numbers */
    SpsaRun run;
} StateFile;

_Static_assert(sizeof(StateFile) % 4 == 0, "checksums are of words");
static const StateFile EMPTY = {.head = {"Panoptes SPSA state 3\n", 0}};

static uint64_t hash_of_rows(void) {
    char text[128];
    uint64_t hash = HASH_WORDS_BASIS;
    for (int i = 0; i < SPSA_ROWS; i++) {
        const SpsaRow *row = &spsa_rows[i];
        memset(text, 0, sizeof text);
        snprintf(text, sizeof text, "%s %d %d %d %d", row->name, row->value, row->min, row->max,
                 row->step);
        hash = hash_words(hash, text, sizeof text);
    }
    return hash;
}

bool spsa_state_write(const char *path, const SpsaRun *run, const char **reason) {
    static StateFile file;
    file = EMPTY;
    file.rows = hash_of_rows();
    file.run = *run;
    return state_save(path, &file.head, sizeof file, NULL, 0, reason);
}

bool spsa_state_read(const char *path, SpsaRun *run, const char **reason) {
    static StateFile file;
    size_t rest;
    file = EMPTY;
    void *behind = state_load(path, &file.head, sizeof file, &rest, reason);
    free(behind);
    if (behind && file.rows != hash_of_rows())
        *reason = "it was made with other rows or values of params.h";
    else if (behind)
        *run = file.run;
    return behind && !*reason;
}

/* --- the table -------------------------------------------------------------------------------- */

bool spsa_table_write(const char *path, const SpsaRun *run, const char **reason) {
    AtomicWrite *file = atomic_write_begin(path, reason);
    if (!file)
        return false;
    FILE *out = atomic_write_stream(file);
    fputs("games", out);
    for (int i = 0; i < SPSA_ROWS; i++)
        if (run->settings.tuned[i])
            fprintf(out, "\t%s", spsa_rows[i].name);
    for (int p = 0; p < run->points; p++) {
        fprintf(out, "\n%" PRIu64, 2 * (uint64_t)p * run->every);
        for (int i = 0; i < SPSA_ROWS; i++)
            if (run->settings.tuned[i])
                fprintf(out, "\t%.2f", (double)run->path[p][i]);
    }
    fputc('\n', out);
    return atomic_write_finish(file, reason);
}

/* --- the header of parameters ----------------------------------------------------------------- */

enum { HEADER_MOST = 1 << 20 /* bytes */ };

/* Replaces the value of a row in its line X(NAME, value, ... */
static bool apply_row(char *text, const SpsaRow *row, int value) {
    char head[64], digits[32];
    snprintf(head, sizeof head, "X(%s,", row->name);
    char *const at = strstr(text, head), *number = at ? at + strlen(head) : NULL;
    const size_t width = number ? strcspn(number, ",\n") : 0;
    char *end = NULL;
    if (!number || strtol(number, &end, 10) != row->value || end != number + width)
        return false;
    const int length = snprintf(digits, sizeof digits, "%*d", (int)width, value);
    if (length != (int)width)
        return false;
    memcpy(number, digits, width);
    return true;
}

static bool apply_all(char *text, const SpsaRun *run) {
    for (int i = 0; i < SPSA_ROWS; i++)
        if (spsa_rounded(run, i) != spsa_rows[i].value &&
            !apply_row(text, &spsa_rows[i], spsa_rounded(run, i)))
            return false;
    return true;
}

bool spsa_apply(const char *header, const SpsaRun *run, const char **reason) {
    static char text[HEADER_MOST];
    FILE *in = regular_file_stream(header, reason);
    if (!in)
        return false;
    const size_t size = fread(text, 1, sizeof text - 1, in);
    text[size] = '\0';
    fclose(in);
    if (!apply_all(text, run)) {
        *reason = "its rows are not those that this program was built with";
        return false;
    }
    AtomicWrite *file = atomic_write_begin(header, reason);
    if (!file)
        return false;
    fwrite(text, size, 1, atomic_write_stream(file));
    return atomic_write_finish(file, reason);
}
