/* FENs of all kinds: collected cases, mutations of good ones. What is accepted must be sound. */
#include "board/fen.h"
#include "support/cmocka_test.h"
#include "support/dice.h"
#include "support/fens.h"
#include "support/parsing.h"
#include "support/setup.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- collected cases ----------------------------------------------------------------------- */

static char *read_cases(void) {
    static char text[1 << 16];
    FILE *file = fopen(TEST_DATA_DIR "/fen_cases.tsv", "rb");
    if (!file)
        fail_msg("cannot open %s", TEST_DATA_DIR "/fen_cases.tsv");
    const size_t length = fread(text, 1, sizeof text, file);
    fclose(file);
    assert_true(length > 0 && length < sizeof text);
    text[length] = '\0';
    return text;
}

static char *put_utf8(char *out, unsigned long code) {
    if (code < 0x80) {
        *out++ = (char)code;
    } else if (code < 0x800) {
        *out++ = (char)(0xC0 | code >> 6);
        *out++ = (char)(0x80 | (code & 63));
    } else {
        *out++ = (char)(0xE0 | code >> 12);
        *out++ = (char)(0x80 | (code >> 6 & 63));
        *out++ = (char)(0x80 | (code & 63));
    }
    return out;
}

/* Replaces \uXXXX and \xXX in place. */
static void unescape(char *text) {
    char *out = text;
    while (*text) {
        const size_t digits = *text != '\\' ? 0 : text[1] == 'u' ? 4 : text[1] == 'x' ? 2 : 0;
        if (!digits) {
            *out++ = *text++;
            continue;
        }
        char hex[5] = {0};
        memcpy(hex, text + 2, digits);
        const unsigned long code = strtoul(hex, NULL, 16);
        text += 2 + digits;
        if (digits == 4)
            out = put_utf8(out, code);
        else
            *out++ = (char)code;
    }
    *out = '\0';
}

/* Checks one row; returns false if it is a comment. */
static bool check_row(char *row) {
    if (*row == '#' || *row == '\0')
        return false;
    char *fen = strrchr(row, '\t');
    assert_non_null(fen);
    unescape(++fen);
    const bool accepted = parse(fen);
    if (accepted)
        check_sound(fen);
    if (strncmp(row, "accept\t", 7) == 0 && !accepted)
        fail_msg("refused: %s\n%s", row, message);
    if (strncmp(row, "reject\t", 7) == 0 && accepted)
        fail_msg("accepted: %s", row);
    return true;
}

TEST(test_collected_cases) {
    int rows = 0;
    char *row = read_cases();
    while (*row) {
        char *end = row + strcspn(row, "\n");
        const bool last = *end == '\0';
        *end = '\0';
        rows += check_row(row);
        row = last ? end : end + 1;
    }
    assert_int_equal(rows, 211);
}

/* --- hostile input ------------------------------------------------------------------------- */

enum { MUTATIONS = 200000, MUTANT_SIZE = 256 };

static Random dice = {0x9E3779B97F4A7C15u};

/* A byte that FENs have, or now and then any byte but 0. */
static char random_byte(void) {
    static const char USUAL[] = "PNBRQKpnbrqk12345678/ wbKQkqAHahabcdefgh36-0 \t";
    return random_below(&dice, 8) ? USUAL[random_below(&dice, sizeof USUAL - 1)]
                                  : (char)(1 + random_below(&dice, 255));
}

/* Changes, inserts, deletes, swaps or cuts at a random place. */
static void mutate(char *text) {
    const int length = (int)strlen(text), at = random_below(&dice, length + 1);
    const int kind = random_below(&dice, 16);
    if (kind < 4 && at < length) {
        text[at] = random_byte();
    } else if (kind < 6 && length + 1 < MUTANT_SIZE) {
        memmove(text + at + 1, text + at, (size_t)(length + 1 - at));
        text[at] = random_byte();
    } else if (kind < 8 && at < length) {
        memmove(text + at, text + at + 1, (size_t)(length - at));
    } else if (kind < 15 && at < length) {
        const int other = random_below(&dice, length);
        const char swapped = text[at];
        text[at] = text[other];
        text[other] = swapped;
    } else {
        text[at] = '\0';
    }
}

/* What is accepted must be sound, and its own FEN must lead to the same position again. */
static void check_accepted(const char *fen) {
    char written[FEN_SIZE], again[FEN_SIZE];
    check_sound(fen);
    const Key key = position.state->key;
    fen_write(&position, written);
    parse_or_fail(written);
    fen_write(&position, again);
    assert_string_equal(written, again);
    assert_true(key == position.state->key);
}

TEST(test_mutations) {
    static const char *const SEEDS[] = {
        FEN_START,
        MIDDLE,
        "rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3",
        "r1k1r2q/p1ppp1pp/8/8/8/8/P1PPP1PP/R1K1R2Q w KQkq - 0 1",
        "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
        "rr2k1rr/8/8/8/8/8/8/RR2K1RR b GBgb - 0 1",
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        "QQQQQQQQ/Q7/8/8/8/8/6k1/4K3 b - - 100 5899",
        "8/8/8/8/k2Pp2Q/8/8/3K4 b - d3 0 1",
        "rnbqkbnr/rrrrrrrr/8/8/8/8/RRRRRRRR/RNBQKBNR w KQkq -",
    };
    int accepted = 0;
    for (int i = 0; i < MUTATIONS; i++) {
        char mutant[MUTANT_SIZE];
        strcpy(mutant, SEEDS[random_below(&dice, LENGTH(SEEDS))]);
        for (int left = 1 + random_below(&dice, 3); left; left--)
            mutate(mutant);
        position.chess960 = random_below(&dice, 2);
        if (parse(mutant)) {
            accepted++;
            check_accepted(mutant);
        }
    }
    /* Both ways out must have been taken often, else the fuzz shows little. */
    assert_in_range(accepted, MUTATIONS / 30, MUTATIONS * 3 / 4);
}
