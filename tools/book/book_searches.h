/* Searches of positions for the best few moves, kept in a file, so that work on a book can be
 * stopped and gone on with, and need not be done again with other settings.
 *
 * The file is text: a line that says how the searches were made, then for each position a line with
 * its key and the moves found, the best first, each with its score in centipawns (eval/wdl.h). Each
 * search is a function of the position and the nodes alone.
 */
#ifndef BOOK_SEARCHES_H
#define BOOK_SEARCHES_H

#include "board/position.h"

enum { LINES_MAX = 8, SCORE_MOST = 3000 };

typedef struct Candidate {
    Move move;
    int score; /* centipawns for the side to move, from -SCORE_MOST to SCORE_MOST */
} Candidate;

typedef struct Searches Searches;

/* Opens the file, or makes it. Its searches must have been made with as many nodes (the search ends
 * with the iteration that passes them). A last line that is not whole is cut off. NULL, and says
 * why on stderr, if the file is something else or cannot be had. */
Searches *searches_open(const char *path, uint64_t nodes);

/* The best moves of a position, at most `lines` (1 to LINES_MAX), the best first: from the file if it
 * has as many, else from a search with `times` as many nodes, which is appended. Returns how many,
 * 0 if there is no legal move, -1 with the reason on stderr if the file is damaged there or cannot
 * be written. */
int searches_take(Searches *searches, const Position *pos, int lines, int times,
                  Candidate *candidates);

/* How many searches were made, not read. */
uint64_t searches_made(const Searches *searches);

/* Closes it; NULL is allowed. False, and says why, if something could not be written. */
bool searches_close(Searches *searches);

#endif
