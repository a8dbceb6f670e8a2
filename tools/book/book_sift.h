/* Taking moves out of a book that a deeper search calls bad. */
#ifndef BOOK_SIFT_H
#define BOOK_SIFT_H

#include "book/book_entries.h"
#include "book/book_searches.h"
#include "engine/book.h"

/* Searches the positions of a book that its moves lead to, nearer ones to the start position first,
 * so many at most. Adds to `entries` the moves that are less than `margin` centipawns worse than the
 * best, with their weights, in the positions that such moves lead to; where nothing was searched,
 * all. Prints the moves that are left out, and once a minute how it goes. False, with the reason on
 * stderr, if the searches fail or memory is short. */
bool book_sift(const Book *book, Searches *searches, int64_t positions, int margin,
               BookEntries *entries);

#endif
