/* How often moves were played in games, and with what result: from this a book is made. */
#ifndef BOOK_COUNT_H
#define BOOK_COUNT_H

#include "book/book_entries.h"
#include "engine/book.h"

typedef struct CountSettings {
    uint64_t depth;   /* plies of each game that count */
    uint64_t least;   /* games that a move must have been played in */
    uint64_t prior;   /* with `base`: points that the moves of a position have in advance, in all */
    bool skip;        /* games with faults are left out, where else all is refused */
    const Book *base; /* NULL, or only positions and moves of this book count */
} CountSettings;

typedef struct BookCount BookCount;

/* Makes an empty count, or returns NULL, with the reason on stderr, if memory is short. The settings
 * and the base must last as long. */
BookCount *count_create(const CountSettings *settings);

/* Frees it; NULL is allowed. */
void count_free(BookCount *count);

/* Counts the games of a file: PGN, or what the data maker writes (records.h). Games without a result
 * are left out. Tells on stdout how many there were, and now and then while it reads. False, with
 * file, game, line and reason on stderr, if the file cannot be read, or if something in it is
 * damaged and that is not to be skipped; if memory is short; or if there are more moves than are
 * kept (about 8 million). */
bool count_file(BookCount *count, const char *path);

/* Adds the moves to `entries`. A move's weight is its points: 2 for each win of the side that
 * played it, 1 for each draw; with a base, `prior` points are added, shared as the base's weights.
 * Moves without a point, or in fewer games than `least`, are left out. False, with the reason on
 * stderr, if memory is short. */
bool count_harvest(const BookCount *count, BookEntries *entries);

#endif
