/* The keys of the opening book format equal published ones. */
#include "board/fen.h"
#include "board/make.h"
#include "engine/book.h"
#include "support/cmocka_test.h"
#include "support/rows.h"
#include "support/setup.h"

#include <stdlib.h>
#include <string.h>

static void published_key(char **cells) {
    const Key key = strtoull(cells[0], NULL, 16);
    position_set(pos, cells[1]);
    assert_true(book_key(pos) == key);
    position_set(pos, FEN_START);
    position_play(pos, cells[2]);
    assert_true(book_key(pos) == key);
    position_reroot(pos);
    assert_true(book_key(pos) == key);
}

TEST(keys_are_those_published) {
    assert_int_equal(each_row("polyglot/key_vectors.tsv", NULL, published_key), 9);
}

/* Compares the key with that of another program. If every capture on the e.p. square is illegal, fen_parse drops the
 * square, and this function skips the row. */
static void another_programs_key(char **cells) {
    position_set(pos, cells[1]);
    if (strstr(cells[1], " - 0 ") || pos->state->ep != SQUARE_NONE)
        assert_true(book_key(pos) == strtoull(cells[0], NULL, 16));
}

TEST(keys_are_those_of_another_program) {
    assert_int_equal(each_row("polyglot/key_vectors_1000.tsv", NULL, another_programs_key), 963);
}

/* After a null move or in a new position, the key no longer shows the double push. */
TEST(keys_forget_the_push) {
    /* The capture is illegal: it would open the rank to the queen. */
    static const char *const PUSHED = "8/8/8/8/k2Pp2Q/8/8/4K3 b - - 0 1";
    position_set(pos, "8/8/8/8/k3p2Q/8/3P4/4K3 w - - 0 1");
    position_play(pos, "d2d4");
    assert_int_equal(pos->state->ep, SQUARE_NONE);
    const Key with = book_key(pos);
    make_null(pos);
    const Key passed = book_key(pos);
    unmake_move(pos);
    assert_true(book_key(pos) == with);
    position_set(pos, PUSHED);
    assert_true(book_key(pos) != with);
    position_set(pos, "8/8/8/8/k2Pp2Q/8/8/4K3 w - - 0 1");
    assert_true(book_key(pos) == passed);
}
