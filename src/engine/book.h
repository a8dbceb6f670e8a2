/* Opening books in the Polyglot format (.bin).
 *
 * A book is a file of entries of 16 bytes in ascending order of their keys: key (8 bytes), move
 * (2), weight (2), learning data (4, not used), all big-endian. A book may be read by several
 * threads at once.
 */
#ifndef ENGINE_BOOK_H
#define ENGINE_BOOK_H

#include "board/position.h"

enum {
    BOOK_ENTRY_SIZE = 16,
    BOOK_CHOICES = 256,   /* entries of one position that are read; no position has more moves */
    BOOK_ERROR_SIZE = 192 /* room for every message of book_open, long paths cut */
};

/* The largest book that is opened, in bytes: opening reads all of it, some seconds. */
#define BOOK_FILE_MAX ((int64_t)2 << 30)

/* Makes the random numbers that keys consist of. Call once, before book_key. */
void book_init(void);

typedef struct Book Book;

/* Opens a book, and reads all of it once to check its order. If the file cannot be read or is not a
 * book (empty, too large, cut in the middle of an entry, not in order), returns NULL and writes a
 * line to `error` that says what is wrong and what to do, cut to error_size, which may be 0. */
Book *book_open(const char *path, char *error, size_t error_size);

/* The bytes of the book inside the program, own_book.bin. tools/LAB.md says how it was made. */
extern const unsigned char own_book[], own_book_end[];

/* Opens the book inside the program; NULL if memory is short. */
Book *book_open_inside(void);

/* Frees a book; NULL is allowed. */
void book_close(Book *book);

/* Its name in messages: "the book inside the program", or the path in quotes, cut if it is
 * long. */
const char *book_name(const Book *book);

/* How many entries it has, and for how many positions. */
int64_t book_entries(const Book *book);
int64_t book_positions(const Book *book);

/* A checksum of the entries of a book from a file, as they were when it was opened. 0 for the book
 * inside the program. */
uint64_t book_checksum(const Book *book);

typedef struct BookChoice {
    Move move;
    int weight; /* 0 to 65535 */
} BookChoice;

/* All entries of a position that are legal moves, those of weight 0 too, in the order of the book.
 * Returns how many. */
int book_choices(const Book *book, const Position *pos, BookChoice choices[BOOK_CHOICES]);

/* A legal move of the book for the position, MOVE_NONE if there is none. With `best`, the one of
 * the greatest weight, the first of equals; else one drawn in proportion to the weights, by any
 * number `random`. A weight of 0 means never, as in Polyglot. Entries that are not legal moves are
 * skipped. Castling may be written as king takes rook or as the king's two steps. */
Move book_move(const Book *book, const Position *pos, bool best, uint64_t random);

/* The key of a position in the format. Exact for positions reached by moves. It differs from the
 * format in positions set up from a FEN whose en passant captures are all illegal: our FEN reader
 * drops such an en passant square. */
Key book_key(const Position *pos);

#endif
