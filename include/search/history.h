/* What earlier cutoffs say about moves, and earlier searches about evaluations.
 *
 * Every entry moves by gravity: a bonus counts the less the nearer the entry is to its limit, so
 * that entries stay within +-HISTORY_MAX and forget slowly. Nothing is cleared between moves of a
 * game; history_clear is for a new one. Figures in brackets are explained in search/tree.h.
 */
#ifndef SEARCH_HISTORY_H
#define SEARCH_HISTORY_H

#include "board/position.h"

enum {
    HISTORY_MAX = 16384,
    PIECE_COUNT = 2 * TYPE_COUNT, /* what man_piece gives is below */
    VICTIM_COUNT = TYPE_COUNT,    /* KING stands for none: a promotion by pushing */
    CONTINUATION_COUNT = 4,       /* plies back that are looked at: 1, 2, 4, 6 */
    PAWN_ROWS = 512,
    CORRECTION_MAX = 1024,
    CORRECTION_SIZE = 16384
};

/* What a correction history is keyed by. */
enum {
    CORRECTION_BY_PAWNS,
    CORRECTION_BY_WHITE, /* White's other men */
    CORRECTION_BY_BLACK,
    CORRECTION_BY_MINORS,
    CORRECTION_BY_THREATS, /* the men of either side that stand attacked */
    CORRECTION_KINDS
};

/* A value for each piece on each square it goes to. */
typedef int16_t PieceTo[PIECE_COUNT][SQUARE_COUNT];

typedef struct History {
    /* Quiet moves by side, whether the map has an enemy on the square left and on the one entered,
     * and the move's squares. */
    int16_t butterfly[COLOR_COUNT][2][2][SQUARE_COUNT * SQUARE_COUNT];
    /* Captures by capturer, square, victim's type, and whether the map has him defended.
     * [-30 +- 29; 12 +- 26; that last index -25 +- 27; -2 +- 24] */
    int16_t capture[PIECE_COUNT][SQUARE_COUNT][VICTIM_COUNT][2];
    PieceTo continuation[PIECE_COUNT][SQUARE_COUNT]; /* quiets by an earlier move and this one */
    PieceTo pawns[PAWN_ROWS];                        /* quiets by Pawn structure [11 +- 28] */
    PieceTo nothing; /* the row behind null moves and the root: always 0 */
    int16_t correction[CORRECTION_KINDS][COLOR_COUNT][CORRECTION_SIZE];
    PieceTo continuation_correction[PIECE_COUNT][SQUARE_COUNT];
} History;

/* What the histories need to know of a node: rows for the moves that led there. */
typedef struct HistoryView {
    PieceTo *continuation[CONTINUATION_COUNT]; /* of the moves 1, 2, 4, 6 plies ago */
    PieceTo *pawns;
    PieceTo *correction; /* of the move 2 plies ago; the entry is that of the last move */
} HistoryView;

/* Forgets everything. */
void history_clear(History *h);

/* An index of a piece on the board; the square must not be empty. */
static ALWAYS_INLINE int piece_index(const State *s, Square sq) {
    return man_piece(s->man_on[sq]);
}

/* The row of Pawn history for a position. */
static ALWAYS_INLINE PieceTo *history_pawn_row(History *h, const State *s) {
    return &h->pawns[s->part_key[PART_PAWNS] % PAWN_ROWS];
}

/* The entry of a move of the side to move: threats as the map has them before the move. [44 +- 39,
 * of the two threat indices] */
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

/* How good a quiet move is expected to be, for pruning and reductions: within +-4.5 * HISTORY_MAX.
 */
static ALWAYS_INLINE int history_quiet(History *h, const HistoryView *v, const State *s, Move m) {
    const int piece = piece_index(s, move_from(m)), to = move_to(m);
    return *history_butterfly(h, s, m) + (*v->continuation[0])[piece][to] +
           (*v->continuation[1])[piece][to] + (*v->continuation[2])[piece][to] / 2 +
           (*v->pawns)[piece][to];
}

/* The same for ordering, where more is looked at: within +-8 * HISTORY_MAX. */
static ALWAYS_INLINE int history_order(History *h, const HistoryView *v, const State *s, Move m) {
    const int piece = piece_index(s, move_from(m)), to = move_to(m);
    return 2 * *history_butterfly(h, s, m) + 2 * (*v->continuation[0])[piece][to] +
           (*v->continuation[1])[piece][to] + (*v->continuation[2])[piece][to] +
           (*v->continuation[3])[piece][to] / 2 + (*v->pawns)[piece][to];
}

/* A quiet move of the side to move proved good (bonus > 0) or bad. */
void history_add_quiet(History *h, const HistoryView *v, const State *s, Move m, int bonus);

/* Only its butterfly entry, as a move of the side to move of `s`. */
void history_add_butterfly(History *h, const State *s, Move m, int bonus);

/* Only its continuation entries: what a move means after the moves before. */
void history_add_continuation(History *h, const HistoryView *v, int piece, Square to, int bonus);

/* A capture or promotion of the side to move proved good or bad. */
void history_add_capture(History *h, const State *s, Move m, int bonus);

/* What earlier searches say that the static evaluation is off by here, in centipawns. `last` is the
 * move that led here, MOVE_NONE or MOVE_NULL if none did. */
int history_correction(const History *h, const HistoryView *v, const State *s, Move last);

/* Sends for the correction entries of a position that is about to be evaluated. */
static ALWAYS_INLINE void history_prefetch(const History *h, const State *s) {
    for (int part = 0; part < PART_COUNT; part++) /* the first kinds go by these very keys */
        prefetch(&h->correction[part][s->side][s->part_key[part] % CORRECTION_SIZE]);
}

/* A search to `depth` found the position better than the corrected evaluation by `error` cp. */
void history_learn_correction(History *h, const HistoryView *v, const State *s, Move last,
                              int error, int depth);

#endif
