/* Each motif is found in positions that have it, and not in positions that only seem to have it, for both colours. */
#include "inspect/motifs.h"

#include "board/make.h"
#include "moves/notation.h"
#include "support/cmocka_test.h"
#include "support/games.h"
#include "support/positions.h"
#include "support/rows.h"
#include "support/setup.h"

#include <stdio.h>
#include <string.h>

enum { MOST = 64, MOVES = 32, UPSIDE_DOWN = 56 };

typedef struct Line {
    int count;
    Move moves[MOVES];
    bool special; /* the line castles or takes en passant: illegal in a flipped position */
} Line;

/* Reads moves in SAN. With `follow`, makes each move before the next one is read. Else each is a move in `p` itself. */
static Line read_line(Position *p, const char *text, bool follow) {
    Line line = {.count = 0};
    char copy[256], *rest = copy;
    snprintf(copy, sizeof copy, "%s", text);
    for (char *san; (san = strsep(&rest, " "));) {
        Move *m = &line.moves[line.count];
        if (!*san)
            continue;
        if (san_read(p, san, m) != 1)
            fail_msg("'%s' of '%s' is no move", san, text);
        line.special |= move_kind(*m) == MOVE_EN_PASSANT || move_kind(*m) == MOVE_CASTLING;
        line.count++;
        if (follow)
            make_move(p, *m);
    }
    return line;
}

static void turn(Line *line) {
    for (int i = 0; i < line->count; i++)
        line->moves[i] ^= UPSIDE_DOWN | UPSIDE_DOWN << 6;
}

/* Finds the motifs of a line. With `recapture`, the two moves are recaptures: the wrong one, then the better one. */
static int find(Position *p, const Line *line, bool recapture, Motif out[MOST]) {
    const Key key = p->state->key;
    const int found = recapture ? motif_wrong_recapture(p, line->moves[0], line->moves[1], out)
                                : motifs_find(p, line->moves, line->count, out, MOST);
    assert_true(p->state->key == key);
    for (int i = 0; i < found; i++) {
        assert_int_equal(out[i].by, p->state->side);
        assert_true(out[i].value >= 0 && out[i].value <= MOTIF_MATE_VALUE);
    }
    return found;
}

static int rows[MOTIF_COUNT][2];

static void check_row(char **cells) {
    Motif motifs[MOST];
    int kind = 0, at = 0;
    while (strcmp(motif_name(kind), cells[0]) != 0)
        assert_true(++kind < MOTIF_COUNT);
    const bool recapture = kind == MOTIF_WRONG_RECAPTURE, wanted = strcmp(cells[4], "-") != 0;
    rows[kind][wanted]++;
    position_set(pos, cells[1]);
    position_flip(other_pos, pos, UPSIDE_DOWN);
    Line before = read_line(pos, cells[2], true), line = read_line(pos, cells[3], !recapture);
    for (int i = 0; !recapture && i < line.count; i++)
        unmake_move(pos);
    int found = find(pos, &line, recapture, motifs);
    while (at < found && motifs[at].kind != (MotifKind)kind)
        at++;
    Document text = {0};
    if (at < found)
        motif_text(&text, &motifs[at]);
    if ((at < found) != wanted || (wanted && strcmp(text.data, cells[4]) != 0))
        fail_msg("%s, %s %s %s: %s, wanted %s (%s)", cells[0], cells[1], cells[2], cells[3],
                 at < found ? text.data : "-", cells[4], cells[5]);
    document_free(&text);
    if (before.special || line.special)
        return;
    turn(&before);
    turn(&line);
    for (int i = 0; i < before.count; i++)
        make_move(other_pos, before.moves[i]);
    found = find(other_pos, &line, recapture, motifs);
    for (at = 0; at < found && motifs[at].kind != (MotifKind)kind;)
        at++;
    if ((at < found) != wanted)
        fail_msg("%s, %s %s: not so with the colours exchanged", cells[0], cells[1], cells[3]);
}

TEST(motifs_are_there_or_only_seem_to_be) {
    each_row("motifs.tsv", NULL, check_row);
    for (int kind = 0; kind < MOTIF_COUNT; kind++)
        if (rows[kind][0] < 10 || rows[kind][1] < 10)
            fail_msg("%s has %d and %d rows", motif_name(kind), rows[kind][1], rows[kind][0]);
}

static int seen;

/* In any line a motif names a piece of the side to move, and squares on the board. */
static void check_random_line(Position *at, Random *r) {
    Motif motifs[MOST];
    Line line = {.count = 0};
    const Color us = at->state->side;
    if (plies_left(at) < 2 * MOVES)
        return;
    for (Move m; line.count < 6 && (m = random_move(at, r, TASTE_ANY)) != MOVE_NONE;) {
        line.moves[line.count++] = m;
        make_move(at, m);
    }
    for (int i = 0; i < line.count; i++)
        unmake_move(at);
    const int found = line.count ? find(at, &line, false, motifs) : 0;
    for (int i = 0; i < found; i++) {
        const Motif *m = &motifs[i];
        Document text = {0};
        assert_true(m->ply % 2 == 0 && m->ply < line.count && m->move == line.moves[m->ply]);
        for (int ply = 0; ply <= m->ply; ply++)
            make_move(at, line.moves[ply]);
        assert_true(men_of(at->state, us, m->type) & bb(m->piece));
        for (int ply = 0; ply <= m->ply; ply++)
            unmake_move(at);
        motif_text(&text, m);
        assert_true(text.length && !strchr(text.data, '$'));
        document_free(&text);
        seen++;
    }
}

TEST(random_lines) {
    visit_positions(pos, scaled(12000), check_random_line);
    printf("  %d motifs\n", seen);
    assert_true(seen >= scaled(1000));
}
