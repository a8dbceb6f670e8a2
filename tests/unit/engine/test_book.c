/* Opening books: the choice of moves, and the refusal of files that are not books. Every entry of the built-in book is
 * a legal move in a position that book moves reach from the start. */
#include "board/fen.h"
#include "board/make.h"
#include "engine/book.h"
#include "moves/generate.h"
#include "moves/notation.h"
#include "support/cmocka_test.h"
#include "support/dice.h"
#include "support/fens.h"
#include "support/files.h"
#include "support/rows.h"
#include "support/setup.h"

#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { ENTRY_SIZE = 16 };

static char path[FILE_PATH_SIZE];

BEFORE {
    file_place(path, "book");
}

AFTER {
    files_remove();
}

typedef struct BookLine {
    const char *fen, *move; /* `move` is as in the format: four or five letters */
    unsigned weight;
} BookLine;

static unsigned encoded(const char *move) {
    const char *letter = move[4] ? strchr("?nbrq", move[4]) : NULL;
    const unsigned promotion = letter ? (unsigned)(letter - "?nbrq") : 0;
    return (unsigned)(move[2] - 'a') | (unsigned)(move[3] - '1') << 3 |
           (unsigned)(move[0] - 'a') << 6 | (unsigned)(move[1] - '1') << 9 | promotion << 12;
}

static void put_entry(unsigned char *entry, Key key, unsigned move, unsigned weight) {
    for (int i = 0; i < 8; i++)
        entry[i] = (unsigned char)(key >> (56 - 8 * i));
    const unsigned char rest[8] = {(unsigned char)(move >> 8), (unsigned char)move,
                                   (unsigned char)(weight >> 8), (unsigned char)weight};
    memcpy(entry + 8, rest, sizeof rest);
}

/* Opens a book that must be good. */
static Book *opened(const char *name) {
    char error[BOOK_ERROR_SIZE] = "none";
    Book *book = book_open(name, error, sizeof error);
    assert_string_equal(error, "none");
    assert_non_null(book);
    return book;
}

/* Creates a book of these lines. Entries with the same key keep the order of the lines. */
static Book *book_of(const BookLine *lines, int count) {
    unsigned char bytes[64 * ENTRY_SIZE], entry[ENTRY_SIZE];
    assert_true(count <= 64);
    for (int i = 0; i < count; i++) {
        position_set(pos, lines[i].fen);
        put_entry(entry, book_key(pos), encoded(lines[i].move), lines[i].weight);
        int at = i;
        for (; at && memcmp(bytes + (at - 1) * ENTRY_SIZE, entry, 8) > 0; at--)
            memcpy(bytes + at * ENTRY_SIZE, bytes + (at - 1) * ENTRY_SIZE, ENTRY_SIZE);
        memcpy(bytes + at * ENTRY_SIZE, entry, ENTRY_SIZE);
    }
    file_put(path, bytes, (size_t)count * ENTRY_SIZE);
    return opened(path);
}

/* The book's move in `pos`, as text. */
static const char *move_of(const Book *book, bool best, uint64_t random) {
    static char text[MOVE_TEXT_SIZE];
    move_write(pos, book_move(book, pos, best, random), text);
    return text;
}

TEST(weights_decide) {
    static const BookLine LINES[] = {
        {START, "e2e4", 3}, {START, "d2d4", 5},      {START, "a2a3", 0},
        {START, "c2c4", 5}, {START, "e2e5", 60000}, /* never legal */
        {START, "g1f3", 1}, {START, "b1c3q", 60000},
    };
    Book *book = book_of(LINES, 7);
    position_set(pos, FEN_START);
    assert_string_equal(move_of(book, true, 0), "d2d4"); /* d2d4 and c2c4 have equal weights */
    static const char *const DRAWN[14] = {"e2e4", "e2e4", "e2e4", "d2d4", "d2d4", "d2d4", "d2d4",
                                          "d2d4", "c2c4", "c2c4", "c2c4", "c2c4", "c2c4", "g1f3"};
    for (int i = 0; i < 14; i++)
        assert_string_equal(move_of(book, false, (uint64_t)i), DRAWN[i]);
    Random r = {5};
    int king_pawn = 0;
    for (int i = 0; i < 14000; i++)
        king_pawn += !strcmp(move_of(book, false, random_word(&r)), "e2e4");
    assert_in_range(king_pawn, 2800, 3200);
    book_close(book);
    book = book_of((const BookLine[]){{START, "e2e4", 0}, {START, "d2d4", 0}}, 2);
    assert_string_equal(move_of(book, true, 0), "0000");
    assert_string_equal(move_of(book, false, 12345), "0000");
    position_set(pos, "4k3/8/8/8/8/8/8/4K3 w - - 0 1"); /* this position is not in the book */
    assert_string_equal(move_of(book, true, 0), "0000");
    book_close(book);
}

static void book_move_row(char **cells) {
    const BookLine line = {cells[0], cells[1], 1};
    Book *book = book_of(&line, 1);
    pos->chess960 = true;
    for (int best = 0; best < 2; best++)
        assert_string_equal(move_of(book, best, 77), cells[2]);
    pos->chess960 = false;
    book_close(book);
}

TEST(every_kind_of_move) {
    each_row("moves.tsv", "book", book_move_row);
}

/* Every key in a long book is found. A key between two keys of the book is not found. */
TEST(finds_every_entry) {
    static unsigned char bytes[17 * ENTRY_SIZE];
    position_set(pos, FEN_START);
    const Key key = book_key(pos);
    for (int count = 1; count <= 17; count++) {
        for (int n = 0; n < 2 * count; n++) {
            const int at = n / 2, off = n % 2;
            for (int i = 0; i < count; i++)
                put_entry(bytes + i * ENTRY_SIZE, key + (Key)(i - at) * 2 + (Key)off,
                          encoded(i == at ? "e2e4" : "d2d4"), 1);
            file_put(path, bytes, (size_t)count * ENTRY_SIZE);
            Book *book = opened(path);
            assert_string_equal(move_of(book, true, 0), off ? "0000" : "e2e4");
            book_close(book);
        }
    }
}

/* Fails unless book_open refuses the file with a message that contains `why`. A small buffer gets a part of it. */
static void refused(const char *name, const char *why) {
    char error[BOOK_ERROR_SIZE + 1];
    for (size_t size = 0; size <= BOOK_ERROR_SIZE; size++) {
        memset(error, '#', sizeof error);
        assert_null(book_open(name, error, size));
        assert_int_equal(error[size], '#');
        if (size)
            assert_true(strlen(error) < size);
    }
    if (!strstr(error, why))
        fail_msg("'%s' does not say '%s'", error, why);
    assert_null(strchr(error, '\n'));
    assert_true(strlen(error) < BOOK_ERROR_SIZE - 1); /* the buffer holds the whole message */
}

TEST(refuses_what_is_no_book) {
    refused("/nowhere/at/all.bin", "No such file");
    refused("", "No such file");
    refused("tests", "is a directory");
    refused("/dev/zero", "is not a regular file");
    refused(TEST_DATA_DIR "/polyglot/key_vectors.tsv", "multiple of 16");
    char name[6000];
    memset(name, 'x', sizeof name);
    name[sizeof name - 1] = 0;
    refused(name, "too long");
    file_put(path, "", 0);
    refused(path, "is empty");
    assert_int_equal(truncate(path, (off_t)4 << 40), 0); /* 4 TB that take no room on the disk */
    refused(path, "larger than 2 GB");
    unlink(path);
    assert_int_equal(mkfifo(path, 0600), 0);
    refused(path, "is not a regular file"); /* without waiting for a writer of the pipe */
    unlink(path);
    static unsigned char bytes[5000 * ENTRY_SIZE];
    for (int i = 0; i < 5000; i++)
        put_entry(bytes + i * ENTRY_SIZE, (Key)i, 0, 1);
    file_put(path, bytes, sizeof bytes);
    book_close(opened(path));
    file_put(path, bytes, sizeof bytes - 1);
    refused(path, "multiple of 16");
    static const int OUT_OF_ORDER[] = {0, 4095, 4096, 4999};
    for (size_t k = 0; k < sizeof OUT_OF_ORDER / sizeof *OUT_OF_ORDER; k++) {
        const int i = OUT_OF_ORDER[k];
        put_entry(bytes + i * ENTRY_SIZE, i ? (Key)i - 2 : 77, 0, 1);
        file_put(path, bytes, sizeof bytes);
        refused(path, "ascending order");
        put_entry(bytes + i * ENTRY_SIZE, (Key)i, 0, 1);
    }
    book_close(NULL);
}

/* If the file of an open book shrinks or loses its order, the book still gives only legal moves. */
TEST(survives_a_changing_file) {
    static unsigned char bytes[1000 * ENTRY_SIZE];
    Random r = {10};
    position_set(pos, FEN_START);
    for (int i = 0; i < 1000; i++)
        put_entry(bytes + i * ENTRY_SIZE, book_key(pos), encoded("e2e4"), 1);
    file_put(path, bytes, sizeof bytes);
    Book *book = opened(path);
    assert_string_equal(move_of(book, true, 0), "e2e4");
    for (int size = 1000 * ENTRY_SIZE; size >= 0; size -= 997) {
        assert_int_equal(truncate(path, size), 0);
        const Move m = book_move(book, pos, true, 0);
        assert_true(m == MOVE_NONE || move_is_legal(pos, m));
    }
    assert_string_equal(move_of(book, true, 0), "0000");
    for (int i = 0; i < 100; i++) {
        for (size_t j = 0; j < sizeof bytes; j += 16)
            bytes[j] = (unsigned char)random_word(&r);
        file_put(path, bytes, sizeof bytes); /* other keys in the file of the open book */
        const Move m = book_move(book, pos, i & 1, random_word(&r));
        assert_true(m == MOVE_NONE || move_is_legal(pos, m));
    }
    book_close(book);
}

enum { ENTRIES_MOST = 500000 / BOOK_ENTRY_SIZE };

static bool seen[ENTRIES_MOST]; /* by the number of a position's first entry */
static int64_t positions;

/* Counts the entries of this position and of all positions that book moves reach from it, each position once. */
static int64_t walk(const Book *book) {
    const Key key = __builtin_bswap64(book_key(pos));
    const unsigned char *entry = own_book;
    BookChoice choices[BOOK_CHOICES];
    while (entry < own_book_end && memcmp(entry, &key, sizeof key) != 0)
        entry += BOOK_ENTRY_SIZE;
    const ptrdiff_t first = (entry - own_book) / BOOK_ENTRY_SIZE;
    if (entry == own_book_end || seen[first])
        return 0;
    seen[first] = true;
    positions++;
    int64_t count = 0;
    for (; entry < own_book_end && memcmp(entry, &key, sizeof key) == 0; entry += BOOK_ENTRY_SIZE)
        count++;
    const int own = (int)count;
    assert_int_equal(book_choices(book, pos, choices), own); /* no move was left out as illegal */
    for (int i = 0; i < own; i++) {
        assert_true(choices[i].weight > 0);
        make_move(pos, choices[i].move);
        count += walk(book);
        unmake_move(pos);
    }
    return count;
}

TEST(built_in_book_is_whole) {
    Book *book = book_open_inside();
    assert_non_null(book);
    assert_in_range(own_book_end - own_book, 100000, ENTRIES_MOST * BOOK_ENTRY_SIZE);
    assert_int_equal(book_entries(book), (own_book_end - own_book) / BOOK_ENTRY_SIZE);
    position_set(pos, FEN_START);
    assert_int_equal(walk(book), book_entries(book));
    assert_int_equal(positions, book_positions(book));
    book_close(book);
}
