#include "engine/book.h"

#include "core/names.h"
#include "engine/book_randoms.h"
#include "moves/notation.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
    ENTRY_SIZE = 16,
    CHOICES = 256,           /* entries of one position that are read; no position has more moves */
    CHECKED_AT_A_TIME = 4096 /* entries */
};

typedef struct Entry {
    Key key;
    unsigned move, weight;
} Entry;

/* Entries are read from the file each time: it may change while it is open. */
struct Book {
    int file;
    int64_t count; /* of entries */
};

/* --- the key --------------------------------------------------------------------------------- */

/* The file of a pawn that has just made a double step and stands beside an enemy pawn, -1 if there
 * is none. The format does not ask whether its capture is legal. s->ep does, so the last move is
 * looked at. */
static int ep_file(const State *s) {
    if (s->ep != SQUARE_NONE)
        return file_of(s->ep);
    const Square from = move_from(s->move), to = move_to(s->move);
    const Color us = s->side, them = opponent(us);
    if (move_kind(s->move) != MOVE_NORMAL || to - from != 2 * pawn_push(them) ||
        !(men_of(s, them, PAWN) & bb(to)))
        return -1;
    const Square behind = to - pawn_push(them);
    return geometry.leaper[them][PAWN][behind] & men_of(s, us, PAWN) ? file_of(to) : -1;
}

Key book_key(const Position *pos) {
    const State *s = pos->state;
    Key key = s->side == WHITE ? book_randoms[BOOK_RANDOM_WHITE] : 0;
    for (Bitboard men = occupied(s); men;) {
        const Square sq = pop_bit(&men);
        const int kind = 2 * type_on(s, sq) + (bit_color(man_bit(s->man_on[sq])) == WHITE);
        key ^= book_randoms[BOOK_RANDOM_PIECES + 64 * kind + sq];
    }
    for (int right = 0; right < 4; right++)
        if (s->castling >> right & 1)
            key ^= book_randoms[BOOK_RANDOM_CASTLING + right];
    const int file = ep_file(s);
    return file < 0 ? key : key ^ book_randoms[BOOK_RANDOM_EP + file];
}

/* --- reading --------------------------------------------------------------------------------- */

static uint64_t big_endian(const unsigned char *bytes, int size) {
    uint64_t number = 0;
    for (int i = 0; i < size; i++)
        number = number << 8 | bytes[i];
    return number;
}

static Entry entry_at(const unsigned char *bytes) {
    return (Entry){.key = big_endian(bytes, 8),
                   .move = (unsigned)big_endian(bytes + 8, 2),
                   .weight = (unsigned)big_endian(bytes + 10, 2)};
}

/* Reads up to `count` entries from the index-th on. Returns how many were read: fewer at the end of
 * the file, 0 if it cannot be read. */
static int read_entries(const Book *book, int64_t index, unsigned char *bytes, int count) {
    const size_t wanted = (size_t)count * ENTRY_SIZE;
    size_t got = 0;
    while (got < wanted) {
        const ssize_t n =
            pread(book->file, bytes + got, wanted - got, index * ENTRY_SIZE + (off_t)got);
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            break;
        got += (size_t)n;
    }
    return (int)(got / ENTRY_SIZE);
}

/* --- opening --------------------------------------------------------------------------------- */

/* Says why an open file is not a book, or returns NULL. */
static const char *fault_of_file(Book *book) {
    struct stat status;
    if (fstat(book->file, &status))
        return strerror(errno);
    if (S_ISDIR(status.st_mode))
        return "is a directory; give the path of a Polyglot book (.bin)";
    if (!S_ISREG(status.st_mode))
        return "is not a plain file; give the path of a Polyglot book (.bin)";
    if (!status.st_size)
        return "is empty; give the path of a Polyglot book (.bin)";
    if (status.st_size % ENTRY_SIZE)
        return "is cut off or no Polyglot book: its size is not a multiple of 16 bytes; get a "
               "whole one";
    book->count = status.st_size / ENTRY_SIZE;
    return NULL;
}

static const char *fault_of_entries(const Book *book) {
    unsigned char *bytes = malloc(CHECKED_AT_A_TIME * ENTRY_SIZE);
    const char *fault = bytes ? NULL : "cannot be read: memory is short";
    Key last = 0;
    for (int64_t index = 0; index < book->count && !fault;) {
        const int count = read_entries(book, index, bytes, CHECKED_AT_A_TIME);
        if (!count)
            fault = "cannot be read to its end";
        for (int i = 0; i < count; i++) {
            const Key key = entry_at(bytes + i * ENTRY_SIZE).key;
            if (key < last)
                fault = "is no Polyglot book: its keys are not in ascending order; give the path "
                        "of another";
            last = key;
        }
        index += count;
    }
    free(bytes);
    return fault;
}

Book *book_open(const char *path, char *error, size_t error_size) {
    Book *book = malloc(sizeof *book);
    /* Without O_NONBLOCK, opening a named pipe would wait for a writer. */
    const int file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    const char *fault = NULL;
    if (file < 0)
        fault = strerror(errno);
    else if (!book)
        fault = "memory is short";
    else {
        book->file = file;
        fault = fault_of_file(book);
        if (!fault)
            fault = fault_of_entries(book);
    }
    if (!fault)
        return book;
    snprintf(error, error_size, "'%.80s%s': %s", path, strlen(path) > 80 ? "..." : "", fault);
    if (file >= 0)
        close(file);
    free(book);
    return NULL;
}

void book_close(Book *book) {
    if (!book)
        return;
    close(book->file);
    free(book);
}

/* --- looking up ------------------------------------------------------------------------------ */

/* The index of the first entry whose key is not below `key`; the number of entries if there is
 * none, or if the file can no longer be read. */
static int64_t first_entry(const Book *book, Key key) {
    int64_t low = 0, high = book->count;
    while (low < high) {
        const int64_t middle = low + (high - low) / 2;
        unsigned char bytes[ENTRY_SIZE];
        if (read_entries(book, middle, bytes, 1) != 1)
            return book->count;
        if (entry_at(bytes).key < key)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* The legal move that an entry encodes: target, origin (6 bits each, from the lowest on) and
 * promotion (0 none, 1 knight .. 4 queen); MOVE_NONE if it encodes none. */
static Move entry_move(const Position *pos, unsigned move) {
    const unsigned promotion = move >> 12;
    if (promotion > 4)
        return MOVE_NONE;
    char text[MOVE_TEXT_SIZE];
    snprintf(text, sizeof text, "%s%s%.*s", square_name((int)(move >> 6 & 63)),
             square_name((int)(move & 63)), promotion ? 1 : 0, &" nbrq"[promotion]);
    return move_read(pos, text);
}

Move book_move(const Book *book, const Position *pos, bool best, uint64_t random) {
    const Key key = book_key(pos);
    unsigned char bytes[CHOICES * ENTRY_SIZE];
    const int64_t first = first_entry(book, key);
    const int count = read_entries(book, first, bytes, CHOICES);
    Move moves[CHOICES], heaviest = MOVE_NONE;
    unsigned weights[CHOICES], total = 0, greatest = 0;
    int choices = 0;
    for (int i = 0; i < count; i++) {
        const Entry entry = entry_at(bytes + i * ENTRY_SIZE);
        if (entry.key != key)
            break;
        const Move m = entry.weight ? entry_move(pos, entry.move) : MOVE_NONE;
        if (m == MOVE_NONE)
            continue;
        if (entry.weight > greatest) {
            greatest = entry.weight;
            heaviest = m;
        }
        moves[choices] = m;
        weights[choices++] = entry.weight;
        total += entry.weight;
    }
    if (best || !choices)
        return heaviest;
    unsigned left = (unsigned)(random % total);
    int drawn = 0;
    while (left >= weights[drawn])
        left -= weights[drawn++];
    return moves[drawn];
}
