/* Opening books in the Polyglot format (.bin).
 *
 * A book is a file of entries of 16 bytes in ascending order of their keys: key (8 bytes), move (2
 * bytes), weight (2 bytes), learning data (4 bytes, not used), all big-endian. Several threads may
 * read a book at once.
 */
#ifndef ENGINE_BOOK_H
#define ENGINE_BOOK_H

#include "board/position.h"

enum {
    BOOK_ENTRY_SIZE = 16,
    /* Entries after this number are not read for a position. No position of a game has so many
     * moves. */
    BOOK_CHOICES = 256,
    BOOK_ERROR_SIZE = 192 /* bytes for every message of book_open, which shortens long paths */
};

/* The greatest size in bytes of a book that book_open accepts: reading such a book takes some
 * seconds. */
#define BOOK_FILE_MAX ((int64_t)2 << 30)

/* Computes the random numbers from which book_key makes keys. Call once, before book_key. */
void book_init(void);

typedef struct Book Book;

/* Opens a book, and reads all of it to check the order of its entries. The file is not a book if it
 * is empty, too large, cut within an entry or out of order. If the file is not a book or cannot be
 * read, returns NULL, and writes a line with problem and remedy to `error`. The line is cut to
 * error_size, which may be 0. */
Book *book_open(const char *path, char *error, size_t error_size);

/* The bytes of the book inside the program, own_book.bin. tools/LAB.md says how the book was
 * made. */
extern const unsigned char own_book[], own_book_end[];

/* Opens the book inside the program. Returns NULL if memory is short. */
Book *book_open_inside(void);

/* Frees a book; NULL is allowed. */
void book_close(Book *book);

/* Returns the name of a book for messages: "the book inside the program", or the path in quotes. A
 * long path is shortened. */
const char *book_name(const Book *book);

/* Return the number of a book's entries, and the number of different positions of the entries. */
int64_t book_entries(const Book *book);
int64_t book_positions(const Book *book);

typedef struct BookChoice {
    Move move;
    int weight; /* 0 to 65535 */
} BookChoice;

/* Lists the entries of a position in the order of the book, also entries of weight 0. Leaves out
 * illegal moves. Returns the number of entries listed. */
int book_choices(const Book *book, const Position *pos, BookChoice choices[BOOK_CHOICES]);

/* Returns a legal move of the book for the position, or MOVE_NONE if the book has no such move. If
 * `best` is true, returns the move of the greatest weight, the first among equals. Otherwise the
 * number `random`, of any size, draws a move in proportion to the weights. A move of weight 0 is
 * never played, as in Polyglot. Entries that are not legal moves are skipped. Castling may be
 * written as king takes rook or as the king's two steps. */
Move book_move(const Book *book, const Position *pos, bool best, uint64_t random);

/* Returns the Polyglot key of a position. The key is exact for positions reached by moves. If a
 * position comes from a FEN whose en passant captures are all illegal, Polyglot has another key:
 * our FEN reader drops the en passant square of such a FEN. */
Key book_key(const Position *pos);

#endif
