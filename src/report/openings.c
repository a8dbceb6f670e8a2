#include "report/openings.h"

#include "core/embedded_file.h"
#include "engine/book.h"

#include <stdio.h>
#include <string.h>

EMBEDDED_FILE(embedded_openings, "src/report/openings.bin", 16);
/* report_internal.h explains this template */
EMBEDDED_FILE(embedded_page, "build/report/page.html", 16);

enum { KEY_SIZE = 8, NUMBER_SIZE = 2, HEAD_SIZE = OPENINGS_MAGIC_SIZE + 8 };

static uint64_t number_at(const unsigned char *at, int bytes) {
    uint64_t number = 0;
    memcpy(&number, at, (size_t)bytes);
    return number;
}

int openings_count(void) {
    return (int)number_at(embedded_openings + OPENINGS_MAGIC_SIZE, 4);
}

static const unsigned char *keys(void) {
    return embedded_openings + HEAD_SIZE;
}

static const unsigned char *name_numbers(void) {
    return keys() + openings_count() * KEY_SIZE;
}

static const unsigned char *eco_codes(void) {
    return name_numbers() + openings_count() * NUMBER_SIZE;
}

static const char *names(void) {
    return (const char *)eco_codes() + openings_count() * NUMBER_SIZE;
}

/* Returns the index of a position's key, or -1 if the position has no name. */
static int find(uint64_t key) {
    int low = 0, high = openings_count();
    while (low < high) {
        const int middle = (low + high) / 2;
        const uint64_t there = number_at(keys() + middle * KEY_SIZE, KEY_SIZE);
        if (there == key)
            return middle;
        if (there < key)
            low = middle + 1;
        else
            high = middle;
    }
    return -1;
}

/* Writes the n-th name of the file. */
static void write_name(int n, char out[OPENING_NAME_SIZE]) {
    const char *at = names();
    for (int i = 0; i <= n; i++) {
        const size_t shared = (unsigned char)*at++, length = strlen(at);
        snprintf(out + shared, OPENING_NAME_SIZE - shared, "%s", at);
        at += length + 1;
    }
}

bool openings_find(const Position *pos, OpeningName *out) {
    const int i = find(book_key(pos));
    if (i < 0)
        return false;
    const unsigned eco = (unsigned)number_at(eco_codes() + i * NUMBER_SIZE, NUMBER_SIZE) % 500;
    snprintf(out->eco, sizeof out->eco, "%c%02u", 'A' + (int)(eco / 100), eco % 100);
    write_name((int)number_at(name_numbers() + i * NUMBER_SIZE, NUMBER_SIZE), out->name);
    return true;
}
