#include "book/book_entries.h"

#include "engine/book.h"
#include "os/atomic_write.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { WEIGHT_MAX = 65535 };

bool entries_add(BookEntries *entries, BookEntry entry) {
    if (entries->count == entries->room) {
        const size_t room = entries->room ? 2 * entries->room : 1024;
        BookEntry *all = realloc(entries->all, room * sizeof *all);
        if (!all)
            return false;
        entries->all = all;
        entries->room = room;
    }
    entries->all[entries->count++] = entry;
    return true;
}

void entries_free(BookEntries *entries) {
    free(entries->all);
    *entries = (BookEntries){0};
}

/* --- the file --------------------------------------------------------------------------------- */

static int by_key_and_move(const void *left, const void *right) {
    const BookEntry *a = left, *b = right;
    if (a->key != b->key)
        return a->key < b->key ? -1 : 1;
    const unsigned move_a = book_encode(a->move), move_b = book_encode(b->move);
    return (move_a > move_b) - (move_a < move_b);
}

static void put(unsigned char *at, uint64_t number, int size) {
    for (int i = 0; i < size; i++)
        at[i] = (unsigned char)(number >> 8 * (size - 1 - i));
}

/* Writes the entries of the position that begins at `first`; returns where the next one begins. */
static size_t write_position(const BookEntries *entries, size_t first, FILE *file) {
    double greatest = 0;
    size_t end = first;
    for (; end < entries->count && entries->all[end].key == entries->all[first].key; end++)
        greatest = fmax(greatest, entries->all[end].weight);
    const double scale = greatest > WEIGHT_MAX ? WEIGHT_MAX / greatest : 1;
    for (size_t i = first; i < end; i++) {
        unsigned char bytes[BOOK_ENTRY_SIZE] = {0};
        put(bytes, entries->all[i].key, 8);
        put(bytes + 8, book_encode(entries->all[i].move), 2);
        put(bytes + 10, (uint64_t)fmax(1, round(scale * entries->all[i].weight)), 2);
        fwrite(bytes, sizeof bytes, 1, file);
    }
    return end;
}

static bool complain(const char *path, const char *what) {
    fprintf(stderr, "book: %s: %s\n", path, what);
    return false;
}

bool entries_may_go_to(const char *path) {
    struct stat status;
    char error[BOOK_ERROR_SIZE];
    const char *fault = atomic_write_fault(path);
    if (fault)
        return complain(path, fault);
    if (stat(path, &status))
        return errno == ENOENT || complain(path, strerror(errno));
    Book *book = status.st_size ? book_open(path, error, sizeof error) : NULL;
    if (!book && status.st_size)
        return complain(path, "is there and is no book; name another, or take it away");
    book_close(book);
    return true;
}

bool entries_write(BookEntries *entries, const char *path) {
    const char *reason;
    if (!entries_may_go_to(path))
        return false;
    if (entries->count)
        qsort(entries->all, entries->count, sizeof *entries->all, by_key_and_move);
    AtomicWrite *file = atomic_write_begin(path, &reason);
    for (size_t i = 0; file && i < entries->count;)
        i = write_position(entries, i, atomic_write_stream(file));
    return (file && atomic_write_finish(file, &reason)) || complain(path, reason);
}
