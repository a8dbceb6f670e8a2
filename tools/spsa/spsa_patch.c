#include "spsa/spsa_patch.h"

#include "os/files.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { CONTEXT = 3, HEADER_MOST = 1 << 20 /* bytes */ };

/* A line of the header, and the value that it is to have. */
typedef struct PatchLine {
    const char *text;
    int length;         /* without its end */
    int begin, end;     /* of what stands between the comma behind the name and the next one */
    const SpsaRow *row; /* NULL: it stays as it is */
    int value;
} PatchLine;

/* Finds the line that begins with X(NAME, and the value that its row has in this program. */
static bool find_row(PatchLine *lines, size_t count, const SpsaRow *row, int value) {
    const int length = (int)strlen(row->name);
    for (size_t i = 0; i < count; i++) {
        PatchLine *l = &lines[i];
        int at = 0;
        while (at < l->length && (l->text[at] == ' ' || l->text[at] == '\t'))
            at++;
        if (l->length < at + length + 4 || memcmp(l->text + at, "X(", 2) != 0 ||
            memcmp(l->text + at + 2, row->name, (size_t)length) != 0 ||
            l->text[at + 2 + length] != ',')
            continue;
        l->begin = l->end = at + length + 3;
        while (l->end < l->length && l->text[l->end] != ',')
            l->end++;
        char digits[32] = "", *rest;
        if (l->end == l->length || l->end - l->begin >= (int)sizeof digits)
            return false;
        memcpy(digits, l->text + l->begin, (size_t)(l->end - l->begin));
        if (strtol(digits, &rest, 10) != row->value || *rest)
            return false;
        l->row = row;
        l->value = value;
        return true;
    }
    return false;
}

static void print_changed(FILE *out, const PatchLine *l) {
    char digits[16];
    const int length = snprintf(digits, sizeof digits, "%d", l->value);
    const int width = l->end - l->begin > length ? l->end - l->begin : length + 1;
    fprintf(out, "+%.*s%*s%.*s\n", l->begin, l->text, width, digits, l->length - l->end,
            l->text + l->end);
}

/* Prints a part of the file, from the context before its first change to that behind its last. */
static void print_hunk(FILE *out, const PatchLine *lines, size_t begin, size_t end) {
    fprintf(out, "@@ -%zu,%zu +%zu,%zu @@\n", begin + 1, end - begin, begin + 1, end - begin);
    for (size_t i = begin; i < end;) {
        size_t last = i;
        while (last < end && lines[last].row)
            last++;
        for (size_t k = i; k < last; k++)
            fprintf(out, "-%.*s\n", lines[k].length, lines[k].text);
        for (; i < last; i++)
            print_changed(out, &lines[i]);
        if (i < end) {
            fprintf(out, " %.*s\n", lines[i].length, lines[i].text);
            i++;
        }
    }
}

static void print_hunks(FILE *out, const PatchLine *lines, size_t count) {
    fprintf(out, SPSA_PATCH_HEAD "+++ b/" SPSA_HEADER "\n");
    for (size_t i = 0; i < count; i++) {
        if (!lines[i].row)
            continue;
        const size_t begin = i < CONTEXT ? 0 : i - CONTEXT;
        size_t last = i;
        for (size_t k = i; k < count && k <= last + 2 * CONTEXT + 1; k++)
            if (lines[k].row)
                last = k;
        const size_t end = last + CONTEXT + 1 < count ? last + CONTEXT + 1 : count;
        print_hunk(out, lines, begin, end);
        i = last;
    }
}

/* Cuts a text into lines; returns how many there are. */
static size_t cut_lines(const char *text, size_t size, PatchLine *lines) {
    size_t count = 0;
    for (size_t at = 0; at < size; count++) {
        const char *feed = memchr(text + at, '\n', size - at);
        const size_t end = feed ? (size_t)(feed - text) : size;
        lines[count] = (PatchLine){.text = text + at, .length = (int)(end - at)};
        at = end + 1;
    }
    return count;
}

/* Finds the rows that a run has changed, or all of them without one. Returns how many, or -1 with the
 * reason in `fault`. */
static int mark_rows(PatchLine *lines, size_t count, const SpsaRun *run, char *fault) {
    int marked = 0;
    for (int i = 0; i < SPSA_ROWS; i++) {
        const SpsaRow *row = &spsa_rows[i];
        const int value = run ? spsa_rounded(run, i) : row->value;
        if (run && value == row->value)
            continue;
        if (!find_row(lines, count, row, value)) {
            snprintf(fault, STATE_FAULT_SIZE,
                     "it has no line 'X(%s, %d, ...': this program was built from another one",
                     row->name, row->value);
            return -1;
        }
        marked++;
    }
    return marked;
}

bool spsa_print_patch(FILE *out, const char *header, size_t size, const SpsaRun *run, char *fault) {
    PatchLine *lines = size <= HEADER_MOST ? calloc(size + 1, sizeof *lines) : NULL;
    snprintf(fault, STATE_FAULT_SIZE, "%s", strerror(size <= HEADER_MOST ? ENOMEM : EFBIG));
    const size_t count = lines ? cut_lines(header, size, lines) : 0;
    const int marked = lines ? mark_rows(lines, count, run, fault) : -1;
    if (marked > 0 && out)
        print_hunks(out, lines, count);
    free(lines);
    return marked >= 0;
}

bool spsa_write_patch(const char *path, const char *header, const SpsaRun *run, char *fault) {
    size_t size;
    char *text;
    const char *reason;
    if (state_load(header, &text, &size, fault) != STATE_READ)
        return spsa_header_is_good(header, fault);
    AtomicWrite *file = atomic_write_begin(path, &reason);
    bool good = file && spsa_print_patch(atomic_write_stream(file), text, size, run, fault);
    if (file && !good)
        atomic_write_abandon(file);
    else if (!file || !atomic_write_finish(file, &reason)) {
        snprintf(fault, STATE_FAULT_SIZE, "%s", reason);
        good = false;
    }
    free(text);
    return good;
}

bool spsa_header_is_good(const char *header, char *fault) {
    size_t size;
    char *text;
    const StateResult result = state_load(header, &text, &size, fault);
    if (result == STATE_ABSENT)
        snprintf(fault, STATE_FAULT_SIZE, "there is none");
    const bool good = result == STATE_READ && spsa_print_patch(NULL, text, size, NULL, fault);
    free(text);
    return good;
}
