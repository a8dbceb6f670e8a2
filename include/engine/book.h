/* Opening books in the Polyglot format (.bin).
 *
 * A book is a file of entries of 16 bytes in ascending order of their keys: key (8 bytes), move
 * (2), weight (2), learning data (4, not used), all big-endian. A book may be read by several
 * threads at once.
 */
#ifndef ENGINE_BOOK_H
#define ENGINE_BOOK_H

#include "board/position.h"

enum { BOOK_ERROR_SIZE = 192 }; /* room for every message of book_open, long paths cut */

typedef struct Book Book;

/* Opens a book. If the file cannot be read or is no book (empty, cut in the middle of an entry, not
 * in order), returns NULL and writes a line to `error`, cut to error_size, which may be 0: what is
 * wrong and what to do. Reads all of it once to see that it is in order. */
Book *book_open(const char *path, char *error, size_t error_size);

/* Frees a book; NULL is one, too. */
void book_close(Book *book);

/* A legal move that the book knows for the position, MOVE_NONE if none. With `best`, the one of the
 * greatest weight, the first of equals; else one drawn by `random`, any number, in proportion to
 * the weights. A weight of 0 means never, as in Polyglot. Entries that are no legal move are passed
 * over. Castling may be written as King takes Rook or as the King's two steps. */
Move book_move(const Book *book, const Position *pos, bool best, uint64_t random);

/* The key of a position in the format. Differs from the format's in one case: in a position set up
 * from a FEN whose e.p. captures are all illegal, since the e.p. square is dropped there. Exact for
 * positions reached by moves. */
Key book_key(const Position *pos);

#endif
