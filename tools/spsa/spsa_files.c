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
    uint64_t rows; /* hash of the names and numbers of the rows */
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
    else if (behind && !spsa_is_sound(&file.run))
        *reason = "its numbers are not those of a run";
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
