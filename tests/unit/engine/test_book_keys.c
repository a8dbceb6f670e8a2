/* The keys of the opening book format, against keys that others have published. */
#include "board/fen.h"
#include "board/make.h"
#include "engine/book.h"
#include "moves/notation.h"
#include "support/cmocka_test.h"
#include "support/setup.h"
#include "support/two_positions.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LINE_SIZE = 512 };

static void play(const char *text) {
    const Move m = move_read(pos, text);
    assert_int_not_equal(m, MOVE_NONE);
    make_move(pos, m);
}

/* A line "key FEN moves", with tabs between; false at the end of the file. */
static bool read_vector(FILE *file, Key *key, char fen[LINE_SIZE], char moves[LINE_SIZE]) {
    char line[LINE_SIZE];
    while (fgets(line, sizeof line, file)) {
        unsigned long long number;
        *moves = 0;
        if (*line == '#' || sscanf(line, "%llx\t%[^\t\n]\t%[^\n]", &number, fen, moves) < 2)
            continue;
        *key = number;
        return true;
    }
    return false;
}

TEST(keys_are_those_published) {
    FILE *file = fopen(TEST_DATA_DIR "/polyglot/key_vectors.tsv", "r");
    assert_non_null(file);
    char fen[LINE_SIZE], moves[LINE_SIZE];
    Key key;
    int count = 0;
    for (; read_vector(file, &key, fen, moves); count++) {
        position_set(pos, fen);
        assert_true(book_key(pos) == key);
        position_set(pos, FEN_START);
        for (char *move = strtok(moves, " "); move; move = strtok(NULL, " "))
            play(move);
        assert_true(book_key(pos) == key);
        position_reroot(pos);
        assert_true(book_key(pos) == key);
    }
    fclose(file);
    assert_int_equal(count, 9);
}

/* Sets up the position before the double push that a FEN with an e.p. square implies, and makes
 * the push. */
static void push_to(const char *fen) {
    char man[64], side[2], castling[8], ep[3];
    int n = 0;
    const char *c = fen;
    for (; *c != ' '; c++)
        for (int left = *c == '/' ? 0 : *c >= '1' && *c <= '8' ? *c - '0' : 1; left > 0; left--)
            man[n++ ^ 56] = *c <= '8' ? '1' : *c; /* rank 8 first */
    assert_int_equal(n, 64);
    assert_int_equal(sscanf(c, " %1s %7s %2s", side, castling, ep), 3);
    const Color us = *side == 'w' ? WHITE : BLACK;
    const Square square = square_at(ep[0] - 'a', ep[1] - '1');
    const Square pushed = square - pawn_push(us), origin = square + pawn_push(us);
    man[origin] = man[pushed];
    man[pushed] = '1';
    char before[LINE_SIZE], *out = before;
    for (int i = 0; i < 64; i++) {
        if (i && i % 8 == 0)
            *out++ = '/';
        if (man[i ^ 56] == '1' && i % 8 && out[-1] >= '1' && out[-1] <= '7')
            out[-1]++;
        else
            *out++ = man[i ^ 56];
    }
    sprintf(out, " %c %s - 0 1", us == WHITE ? 'b' : 'w', castling);
    position_set(pos, before);
    make_move(pos, move_make(origin, pushed));
}

/* A FEN with an e.p. square on which every capture is illegal does not keep it: there the key can
 * only be right if the push was played. */
TEST(keys_are_those_of_another_program) {
    FILE *file = fopen(TEST_DATA_DIR "/polyglot/key_vectors_1000.tsv", "r");
    assert_non_null(file);
    char fen[LINE_SIZE], moves[LINE_SIZE];
    Key key;
    int count = 0, at_once = 0, by_push = 0;
    for (; read_vector(file, &key, fen, moves); count++) {
        position_set(pos, fen);
        const bool same = book_key(pos) == key;
        at_once += same;
        char side, ep[3];
        assert_int_equal(sscanf(fen, "%*s %c %*s %2s", &side, ep), 2);
        if (!same)
            assert_true(*ep != '-' && pos->state->ep == SQUARE_NONE);
        if (*ep == '-')
            continue;
        push_to(fen);
        assert_true(book_key(pos) == key);
        position_reroot(pos);
        assert_true(book_key(pos) == key);
        by_push++;
    }
    fclose(file);
    print_message("%d keys: %d right from the FEN, %d of %d by the push\n", count, at_once, by_push,
                  by_push);
    assert_int_equal(count, 963);
}

/* A null move and a new position forget the push. */
TEST(keys_forget_the_push) {
    /* The capture would open the rank to the rook. */
    static const char *const PUSHED = "8/8/8/8/k2Pp2Q/8/8/4K3 b - - 0 1";
    position_set(pos, "8/8/8/8/k3p2Q/8/3P4/4K3 w - - 0 1");
    play("d2d4");
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
