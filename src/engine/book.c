#include "engine/book.h"

#include "core/bits.h"
#include "core/embedded_file.h"
#include "core/text.h"
#include "moves/notation.h"
#include "os/files.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
    ENTRY_SIZE = BOOK_ENTRY_SIZE,
    CHECKED_AT_A_TIME = 4096, /* fault_of_entries reads this many entries in one call */
    NAME_MAX_SHOWN = 80       /* a longer path is cut to this many bytes in book_name */
};

EMBEDDED_FILE(own_book, "src/engine/own_book.bin", 16);

typedef struct Entry {
    Key key;
    unsigned move, weight;
} Entry;

/* An open book. Each look-up reads the book's file again, since the file may change while the book
 * is open. */
struct Book {
    int file;
    const unsigned char *bytes; /* the book in memory; NULL if the book is a file */
    int64_t count, positions;   /* number of entries, and number of different keys */
    char name[NAME_MAX_SHOWN + 6];
};

/* --- the random numbers of the keys ---------------------------------------------------------- */

/* The indices at which the parts of the table of random numbers begin. The table is the output of
 * ISAAC-64 (Bob Jenkins, public domain), seeded with zeros. The table has each batch of 256 numbers
 * in reverse order. */
enum {
    RANDOM_PIECES = 0,     /* 64 numbers for each kind of piece: 2 * type, + 1 for White */
    RANDOM_CASTLING = 768, /* a number for each castling right, in the order of our CASTLE_ bits */
    RANDOM_EP = 772,       /* a number for each file of an en passant square */
    RANDOM_WHITE = 780,    /* the number for White to move */
    RANDOM_COUNT = 781
};

static Key randoms[RANDOM_COUNT]; /* filled by book_init */

enum { BATCH = 256, MIXED = 8 };

/* The state of the random number generator ISAAC-64. `a`, `b` and `c` are its author's names. */
typedef struct Isaac {
    uint64_t memory[BATCH], results[BATCH], a, b, c;
} Isaac;

static void mix(uint64_t s[MIXED]) {
    static const int LEFT[MIXED] = {0, 9, 0, 15, 0, 20, 0, 14},
                     RIGHT[MIXED] = {9, 0, 23, 0, 14, 0, 17};
    for (int i = 0; i < MIXED; i++) {
        uint64_t *fifth = &s[(i + 5) % MIXED], *seventh = &s[(i + 7) % MIXED];
        s[i] -= s[(i + 4) % MIXED];
        *fifth ^= LEFT[i] ? *seventh << LEFT[i] : *seventh >> RIGHT[i];
        *seventh += s[i];
    }
}

static void seed_with_zeros(Isaac *r) {
    uint64_t s[MIXED];
    *r = (Isaac){0};
    for (int i = 0; i < MIXED; i++)
        s[i] = 0x9E3779B97F4A7C13u; /* the golden ratio */
    for (int i = 0; i < 4; i++)
        mix(s);
    for (int i = 0; i < 2 * BATCH; i += MIXED) { /* ISAAC-64 mixes the memory two times */
        for (int k = 0; k < MIXED; k++)
            s[k] += r->memory[i % BATCH + k];
        mix(s);
        for (int k = 0; k < MIXED; k++)
            r->memory[i % BATCH + k] = s[k];
    }
}

static void next_batch(Isaac *r) {
    r->b += ++r->c;
    for (int i = 0; i < BATCH; i++) {
        const uint64_t a = r->a, x = r->memory[i];
        const uint64_t mixed[] = {~(a ^ (a << 21)), a ^ (a >> 5), a ^ (a << 12), a ^ (a >> 33)};
        r->a = mixed[i % 4] + r->memory[(i + BATCH / 2) % BATCH];
        r->memory[i] = r->memory[(x >> 3) % BATCH] + r->a + r->b;
        r->results[i] = r->b = r->memory[(r->memory[i] >> 11) % BATCH] + x;
    }
}

void book_init(void) {
    Isaac isaac;
    seed_with_zeros(&isaac);
    for (int i = 0; i < RANDOM_COUNT; i++) {
        if (i % BATCH == 0)
            next_batch(&isaac);
        randoms[i] = isaac.results[BATCH - 1 - i % BATCH];
    }
}

/* --- the key --------------------------------------------------------------------------------- */

/* Returns the file of a pawn that has just made a double step and stands beside an enemy pawn, else
 * -1. s->ep is set only if a capture en passant is legal, but the format counts an illegal capture,
 * too. So ep_file reads the last move. */
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
    Key key = s->side == WHITE ? randoms[RANDOM_WHITE] : 0;
    for (Bitboard men = occupied(s); men;) {
        const Square sq = pop_bit(&men);
        const int kind = 2 * type_on(s, sq) + (bit_color(man_bit(s->man_on[sq])) == WHITE);
        key ^= randoms[RANDOM_PIECES + 64 * kind + sq];
    }
    for (int right = 0; right < 4; right++)
        if (s->castling >> right & 1)
            key ^= randoms[RANDOM_CASTLING + right];
    const int file = ep_file(s);
    return file < 0 ? key : key ^ randoms[RANDOM_EP + file];
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

/* Reads up to `count` entries from the index-th on. Returns the number of entries read: fewer than
 * `count` at the end of the book, 0 if the file cannot be read. */
static int read_entries(const Book *book, int64_t index, unsigned char *bytes, int count) {
    const int64_t left = book->count - index;
    const int wanted = (int)(left < count ? left : count);
    const size_t size = (size_t)wanted * ENTRY_SIZE;
    if (book->bytes)
        memcpy(bytes, book->bytes + index * ENTRY_SIZE, size);
    else if (!regular_file_read(book->file, bytes, size, (uint64_t)index * ENTRY_SIZE))
        return 0;
    return wanted;
}

/* --- opening --------------------------------------------------------------------------------- */

/* Returns the reason why an open file cannot be a book, or NULL if the file can be a book. */
static const char *fault_of_file(Book *book) {
    struct stat status;
    if (fstat(book->file, &status))
        return strerror(errno);
    if (!status.st_size)
        return "is empty; give the path of a Polyglot book (.bin)";
    if (status.st_size > BOOK_FILE_MAX)
        return "is larger than 2 GB: no book is; give the path of a Polyglot book (.bin)";
    if (status.st_size % ENTRY_SIZE)
        return "is cut off or no Polyglot book: its size is not a multiple of 16 bytes; get a "
               "whole one";
    book->count = status.st_size / ENTRY_SIZE;
    return NULL;
}

/* Checks all entries, and counts the positions. Returns the reason why the file is not a book, or
 * NULL if the file is a book. */
static const char *fault_of_entries(Book *book) {
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
            book->positions += key != last || (index == 0 && i == 0);
            last = key;
        }
        index += count;
    }
    free(bytes);
    return fault;
}

void book_close(Book *book) {
    if (!book)
        return;
    if (book->file >= 0)
        close(book->file);
    free(book);
}

/* Opens the file of a book. Returns the reason why the file is not a book, or NULL if it is a
 * book. */
static const char *open_file(Book *book, const char *path) {
    const char *fault;
    book->file = regular_file_open(path, O_RDONLY, &fault);
    if (book->file < 0)
        return fault;
    fault = fault_of_file(book);
    return fault ? fault : fault_of_entries(book);
}

Book *book_open(const char *path, char *error, size_t error_size) {
    const bool is_long = strlen(path) > NAME_MAX_SHOWN;
    Book *book = calloc(1, sizeof *book);
    if (!book) {
        snprintf(error, error_size, "memory is short");
        return NULL;
    }
    snprintf(book->name, sizeof book->name, "'%.*s%s'", NAME_MAX_SHOWN, path, is_long ? "..." : "");
    const char *fault = open_file(book, path);
    if (!fault)
        return book;
    snprintf(error, error_size, "%s: %s", book->name, fault);
    book_close(book);
    return NULL;
}

Book *book_open_inside(void) {
    Book *book = calloc(1, sizeof *book);
    if (!book)
        return NULL;
    *book = (Book){.file = -1,
                   .bytes = own_book,
                   .count = (own_book_end - own_book) / ENTRY_SIZE,
                   .name = "the book inside the program"};
    if (!fault_of_entries(book))
        return book;
    free(book);
    return NULL;
}

const char *book_name(const Book *book) {
    return book->name;
}

int64_t book_entries(const Book *book) {
    return book->count;
}

int64_t book_positions(const Book *book) {
    return book->positions;
}

/* --- looking up ------------------------------------------------------------------------------ */

/* Returns the index of the first entry whose key is at least `key`. Returns the number of entries
 * if every key is less, or if the file can no longer be read. */
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

/* Returns the legal move that the 16 bits of an entry mean, or MOVE_NONE. From the lowest bit on,
 * the 16 bits are the target (6 bits), the origin (6 bits) and the promotion: 0 for no promotion, 1
 * for a knight, up to 4 for a queen. Castling is king takes rook. */
static Move entry_move(const Position *pos, unsigned move) {
    const unsigned promotion = move >> 12;
    if (promotion > 4)
        return MOVE_NONE;
    char text[MOVE_TEXT_SIZE];
    snprintf(text, sizeof text, "%s%s%.*s", square_name((int)(move >> 6 & 63)),
             square_name((int)(move & 63)), promotion ? 1 : 0, &" nbrq"[promotion]);
    return move_read(pos, text);
}

int book_choices(const Book *book, const Position *pos, BookChoice choices[BOOK_CHOICES]) {
    const Key key = book_key(pos);
    unsigned char bytes[BOOK_CHOICES * ENTRY_SIZE];
    const int64_t first = first_entry(book, key);
    const int read = read_entries(book, first, bytes, BOOK_CHOICES);
    int count = 0;
    for (int i = 0; i < read; i++) {
        const Entry entry = entry_at(bytes + i * ENTRY_SIZE);
        if (entry.key != key)
            break;
        const Move m = entry_move(pos, entry.move);
        if (m != MOVE_NONE)
            choices[count++] = (BookChoice){m, (int)entry.weight};
    }
    return count;
}

Move book_move(const Book *book, const Position *pos, bool best, uint64_t random) {
    BookChoice choices[BOOK_CHOICES], heaviest = {MOVE_NONE, 0};
    const int count = book_choices(book, pos, choices);
    int total = 0, drawn = 0;
    for (int i = 0; i < count; i++) {
        if (choices[i].weight > heaviest.weight)
            heaviest = choices[i];
        total += choices[i].weight;
    }
    if (best || !total)
        return heaviest.move;
    int left = (int)(random % (uint64_t)total);
    while (left >= choices[drawn].weight)
        left -= choices[drawn++].weight;
    return choices[drawn].move;
}
