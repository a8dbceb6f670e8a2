/* The built-in book is sorted and complete. Every entry is a legal move in a position that book moves reach from the
 * start. */
#include "board/fen.h"
#include "board/make.h"
#include "engine/book.h"
#include "support/cmocka_test.h"
#include "support/setup.h"
#include "support/two_positions.h"

#include <stdlib.h>
#include <string.h>

enum { ENTRIES_LEAST = 100000 / BOOK_ENTRY_SIZE, ENTRIES_MOST = 500000 / BOOK_ENTRY_SIZE };

static Book *book;

BEFORE {
    book = book_open_inside();
    assert_true(book);
}

AFTER {
    book_close(book);
}

static uint64_t number_at(const unsigned char *bytes, int size) {
    uint64_t number = 0;
    for (int i = 0; i < size; i++)
        number = number << 8 | bytes[i];
    return number;
}

/* Entries are sorted by key, then by move, without duplicates. Weights are above 0. */
TEST(entries_are_in_order) {
    const size_t size = (size_t)(own_book_end - own_book);
    assert_int_equal(size % BOOK_ENTRY_SIZE, 0);
    assert_int_equal(book_entries(book), size / BOOK_ENTRY_SIZE);
    assert_in_range(book_entries(book), ENTRIES_LEAST, ENTRIES_MOST);
    int64_t positions = 0;
    Key last = 0;
    for (const unsigned char *entry = own_book; entry < own_book_end; entry += BOOK_ENTRY_SIZE) {
        if (entry > own_book)
            assert_true(memcmp(entry - BOOK_ENTRY_SIZE, entry, 10) < 0);
        positions += entry == own_book || number_at(entry, 8) != last;
        last = number_at(entry, 8);
        assert_int_not_equal(number_at(entry + 10, 2), 0);
    }
    assert_int_equal(book_positions(book), positions);
}

/* The index of the first entry with a key. */
static int64_t index_of(Key key) {
    int64_t index = 0;
    while (index < book_entries(book) && number_at(own_book + index * BOOK_ENTRY_SIZE, 8) != key)
        index++;
    return index;
}

/* Counts the book's entries for this position and for all positions that book moves reach from it, each
 * position once. */
static int64_t walk(unsigned char *seen) {
    const Key key = book_key(pos);
    const int64_t first = index_of(key);
    if (first == book_entries(book) || seen[first])
        return 0;
    seen[first] = 1;
    int64_t count = 0;
    for (int64_t i = first; i < book_entries(book); i++, count++) {
        const unsigned char *entry = own_book + i * BOOK_ENTRY_SIZE;
        if (number_at(entry, 8) != key)
            break;
    }
    BookChoice choices[BOOK_CHOICES];
    const int own = (int)count;
    assert_int_equal(book_choices(book, pos, choices), own); /* so all of them are legal */
    for (int i = 0; i < own; i++) {
        make_move(pos, choices[i].move);
        count += walk(seen);
        unmake_move(pos);
    }
    return count;
}

TEST(every_entry_is_a_legal_move) {
    unsigned char *seen = calloc((size_t)book_entries(book), 1);
    assert_non_null(seen);
    position_set(pos, FEN_START);
    assert_int_equal(walk(seen), book_entries(book));
    free(seen);
}
