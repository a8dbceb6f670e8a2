/* The entries of an opening book that is being made, and the file that they become. */
#ifndef BOOK_ENTRIES_H
#define BOOK_ENTRIES_H

#include "core/move.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct BookEntry {
    Key key;       /* of the position: book_key */
    Move move;     /* legal there */
    double weight; /* more than 0; only its proportion to those of the same position counts */
} BookEntry;

typedef struct BookEntries {
    BookEntry *all;
    size_t count, room;
} BookEntries;

/* Adds an entry; false if memory is short. A position and a move may be given once. */
bool entries_add(BookEntries *entries, BookEntry entry);

/* Frees them. */
void entries_free(BookEntries *entries);

/* True if a book may be written to a path: that works, and nothing is there, or a book or an empty
 * file. Else says on stderr why not. To be asked before long work. */
bool entries_may_go_to(const char *path);

/* Writes a Polyglot book (engine/book.h): sorts the entries by key, then move, and turns weights
 * into whole numbers. They are rounded, at least 1; those of a position that has one above 65535
 * are first reduced to that. The file is written by os/atomic_write.h, so that `path` is always whole:
 * the old one or the new one. False, and says why on stderr, if that fails or if something else is
 * there (entries_may_go_to). */
bool entries_write(BookEntries *entries, const char *path);

#endif
