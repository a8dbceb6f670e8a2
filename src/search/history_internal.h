/* Histories: how well moves have done in the nodes searched so far, and by how much the static
 * evaluation was off.
 *
 * Every entry moves by gravity: the nearer it is to its limit, the less a bonus of the same sign
 * moves it. So entries stay within +-HISTORY_MAX (corrections within +-CORRECTION_MAX) and forget
 * slowly. Between the moves of a game history_fade lowers the butterfly history, which ages
 * fastest; the rest is kept. history_clear is for a new game. src/search/LAB.md explains the figures
 * in brackets.
 */
#ifndef SEARCH_HISTORY_INTERNAL_H
#define SEARCH_HISTORY_INTERNAL_H

#include "board/position.h"

#include <assert.h>

enum {
    HISTORY_MAX = 16384,
    PIECE_COUNT = 2 * TYPE_COUNT, /* man_piece gives less than this */
    VICTIM_COUNT = TYPE_COUNT,    /* KING stands for none, a promotion without a capture */
    CONTINUATION_COUNT = 4,       /* the moves 1, 2, 4 and 6 plies ago */
    PAWN_ROWS = 512,
    CORRECTION_MAX = 1024,
    CORRECTION_SIZE = 16384
};

/* The keys of the correction histories. */
enum {
    CORRECTION_BY_PAWNS,
    CORRECTION_BY_WHITE, /* White's pieces other than pawns */
    CORRECTION_BY_BLACK,
    CORRECTION_BY_MINORS,
    CORRECTION_BY_THREATS, /* the attacked pieces of both sides */
    CORRECTION_KINDS
};

/* A value for each piece and each square it moves to: two cache lines for a piece. */
typedef int16_t PieceTo[PIECE_COUNT][SQUARE_COUNT] __attribute__((aligned(CACHE_LINE)));

typedef struct History {
    /* Quiet moves, by side, whether the enemy attacks the square left and the one entered, and the
     * squares of the move. */
    int16_t butterfly[COLOR_COUNT][2][2][SQUARE_COUNT * SQUARE_COUNT];
    /* Captures, by capturer, square, type of the victim, and whether it is defended. */
    int16_t capture[PIECE_COUNT][SQUARE_COUNT][VICTIM_COUNT][2];
    PieceTo continuation[PIECE_COUNT][SQUARE_COUNT]; /* quiet moves, by an earlier move */
    PieceTo pawns[PAWN_ROWS];                        /* quiet moves, by pawn structure */
    PieceTo nothing; /* the row after a null move and before the root: always 0 */
    /* The side to move is the last index. Most moves leave most keys as they are, so that parent and
     * child share cache lines. */
    int16_t correction[CORRECTION_KINDS][CORRECTION_SIZE][COLOR_COUNT];
    PieceTo continuation_correction[PIECE_COUNT][SQUARE_COUNT];
} History;

/* The rows of the histories that a node uses: those of the moves that led there. */
typedef struct HistoryView {
    PieceTo *continuation[CONTINUATION_COUNT]; /* of the moves 1, 2, 4, 6 plies ago */
    PieceTo *pawns;
} HistoryView;

/* The entries that correct the static evaluation of a position: of each kind, and that of the last
 * two moves, NULL if it has none. */
typedef struct Corrections {
    int16_t *by_key[CORRECTION_KINDS];
    int16_t *by_moves;
} Corrections;

/* Forgets everything. */
void history_clear(History *h);

/* Before a search: every butterfly entry keeps HISTORY_KEPT sixteenths. */
void history_fade(History *h);

/* True if all entries are within their limits. */
bool history_holds(const History *h);

/* The index of the piece on a square, which must not be empty. */
static ALWAYS_INLINE int piece_index(const State *s, Square sq) {
    assert(s->man_on[sq] != MAN_NONE);
    return man_piece(s->man_on[sq]);
}

/* The row of the pawn history for a position. */
static ALWAYS_INLINE PieceTo *history_pawn_row(History *h, const State *s) {
    return &h->pawns[s->part_key[PART_PAWNS] % PAWN_ROWS];
}

/* The entry of a move of the side to move: attacked or not as the map has it before the move.
 * [44 +- 39, the two indices by attack] */
static ALWAYS_INLINE int16_t *history_butterfly(History *h, const State *s, Move m) {
    const uint32_t enemies = half_of(opponent(s->side));
    const bool from_attacked = (s->map[move_from(m)] & enemies) != 0;
    const bool to_attacked = (s->map[move_to(m)] & enemies) != 0;
    return &h->butterfly[s->side][from_attacked][to_attacked][move_squares(m)];
}

/* The entry of a capture or promotion. */
static ALWAYS_INLINE int16_t *history_capture(History *h, const State *s, Move m) {
    const Square to = move_to(m);
    const PieceType type = type_on(s, to);
    const PieceType victim = type != TYPE_NONE                 ? type
                             : move_kind(m) == MOVE_EN_PASSANT ? PAWN
                                                               : KING;
    return &h->capture[piece_index(s, move_from(m))][to][victim]
                      [attackers_of(s, to, opponent(s->side)) != 0];
}

/* The history score of a quiet move, for pruning and reductions: within +-4.5 * HISTORY_MAX. */
static ALWAYS_INLINE int history_quiet(History *h, const HistoryView *v, const State *s, Move m) {
    const int piece = piece_index(s, move_from(m)), to = move_to(m);
    return *history_butterfly(h, s, m) + (*v->continuation[0])[piece][to] +
           (*v->continuation[1])[piece][to] + (*v->continuation[2])[piece][to] / 2 +
           (*v->pawns)[piece][to];
}

/* The same for move ordering, which looks at more: within +-8 * HISTORY_MAX. */
static ALWAYS_INLINE int history_order(History *h, const HistoryView *v, const State *s, Move m) {
    const int piece = piece_index(s, move_from(m)), to = move_to(m);
    return 2 * *history_butterfly(h, s, m) + 2 * (*v->continuation[0])[piece][to] +
           (*v->continuation[1])[piece][to] + (*v->continuation[2])[piece][to] +
           (*v->continuation[3])[piece][to] / 2 + (*v->pawns)[piece][to];
}

/* Learns that a quiet move of the side to move is good (bonus > 0) or bad. */
void history_add_quiet(History *h, const HistoryView *v, const State *s, Move m, int bonus);

/* Learns the same from the static evaluation alone: the butterfly entry gets the bonus, the pawn entry
 * half of it. */
void history_add_evaluated(History *h, const State *s, Move m, int bonus);

/* Learns that a capture or promotion of the side to move is good or bad. */
void history_add_capture(History *h, const State *s, Move m, int bonus);

/* Finds the corrections of a position and starts loading them: call as early as possible. `last` is
 * the move that led here, MOVE_NONE or MOVE_NULL if none did; `row` is the continuation correction
 * of the move before that. */
void history_find_corrections(History *h, const State *s, Move last, PieceTo *row, Corrections *c);

/* The centipawns to add to the static evaluation, by earlier searches. */
int history_correction(const Corrections *c);

/* Learns that a search to `depth` found the position `error` centipawns better than the corrected
 * evaluation. */
void history_learn_correction(const Corrections *c, int error, int depth);

#endif
