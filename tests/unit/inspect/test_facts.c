/* Each kind of fact is found in positions for which it holds, and not in positions where it only seems to hold. The
 * facts in which two lines differ are named. In random positions a fact that helps its side has a value above 0. */
#include "board/fen.h"
#include "inspect/facts_internal.h"
#include "moves/notation.h"
#include "support/cmocka_test.h"
#include "support/positions.h"
#include "support/rows.h"
#include "support/setup.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static Fact facts[FACT_LIMIT];
static int held[FACT_COUNT], seeming[FACT_COUNT];

/* Reads squares such as "d5 f6", or "-" for none. */
static Bitboard squares_of(const char *text, int *count) {
    Bitboard squares = 0;
    for (; *text >= 'a' && *text <= 'h'; text += text[2] ? 3 : 2)
        squares |= bb(square_at(text[0] - 'a', text[1] - '1'));
    *count += popcount(squares);
    return squares;
}

static void known_case(char **cells) {
    const Color side = cells[1][0] == 'w' ? WHITE : BLACK;
    FactKind kind = 0;
    Bitboard found = 0;
    char fen[FEN_SIZE];
    while (kind < FACT_COUNT && strcmp(fact_row(kind)->name, cells[0]) != 0)
        kind++;
    if (kind == FACT_COUNT)
        fail_msg("no kind is called %s", cells[0]);
    snprintf(fen, sizeof fen, "%s - 0 1", cells[4]);
    position_set(pos, fen);
    const int count = kind < FACT_MOVE_FIRST ? facts_find(pos, facts)
                                             : facts_of_move(pos, move_read(pos, cells[5]), facts);
    for (int i = 0; i < count; i++)
        if (facts[i].kind == kind && facts[i].side == side)
            found |= bb(facts[i].square);
    const Bitboard wanted = squares_of(cells[2], &held[kind]);
    const Bitboard others = squares_of(cells[3], &seeming[kind]);
    if (found != wanted || (found & others))
        fail_msg("%s of %s in %s %s: found %016lx, not %016lx", cells[0], cells[1], fen, cells[5],
                 (unsigned long)found, (unsigned long)wanted);
}

TEST(known_cases) {
    const int rows = each_row("facts.tsv", NULL, known_case);
    for (FactKind kind = 0; kind < FACT_COUNT; kind++)
        if (held[kind] < 5 || seeming[kind] < 5)
            fail_msg("%s: %d cases and %d that only seem so", fact_row(kind)->name, held[kind],
                     seeming[kind]);
    printf("  %d rows\n", rows);
}

static void known_lines(char **cells) {
    Move better[16], played[16];
    Document out = {0};
    position_set(pos, cells[0]);
    const int better_count = line_read(pos, cells[1], better);
    const int played_count = line_read(pos, cells[2], played);
    const int count =
        facts_differ(pos, better, better_count, played, played_count, network_embedded(), facts, 2);
    for (int i = 0; i < count; i++) {
        document_add(&out, "%s%s ", i ? "; " : "", facts[i].missed ? "better" : "played");
        fact_text(&out, &facts[i], pos->state->side);
    }
    if (strcmp(count ? out.data : "-", cells[3]) != 0)
        fail_msg("%s: %s / %s: %s, not %s", cells[0], cells[1], cells[2], out.data, cells[3]);
    document_free(&out);
}

TEST(known_lines_differ) {
    each_row("fact_lines.tsv", NULL, known_lines);
}

/* A fact that helps its side has a value above 0, a fact that hurts it a value below 0. */
static void check_signs(Position *at, Random *r) {
    const int count = facts_find(at, facts);
    for (int i = 0; i < count; i++) {
        const int least = fact_row(facts[i].kind)->least;
        assert_true(least > 0 ? facts[i].value >= least : facts[i].value <= least);
        assert_true(i == 0 || abs(facts[i].value) <= abs(facts[i - 1].value));
    }
}

TEST(values_have_their_signs) {
    visit_positions(pos, scaled(10000), check_signs);
}
