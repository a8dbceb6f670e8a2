/* Histories: how well moves have done in the nodes searched so far, and by how much the static
 * evaluation was off.
 *
 * The nearer an entry is to its limit, the less a bonus of the same sign changes it. So entries
 * stay within +-HISTORY_MAX (corrections within +-CORRECTION_MAX), and old results fade slowly.
 * history_fade, called between two moves of a game, lowers the butterfly history, which ages
 * fastest; the other histories stay. A new game calls history_clear. search_internal.h explains the
 * figures in brackets.
 */
#ifndef SEARCH_HISTORY_INTERNAL_H
#define SEARCH_HISTORY_INTERNAL_H

#include "board/position.h"

#include <assert.h>

enum {
    HISTORY_MAX = 16384,
    PIECE_COUNT = 2 * TYPE_COUNT, /* types of both colours, as man_piece numbers them */
    VICTIM_COUNT = TYPE_COUNT,    /* KING as the victim stands for a promotion without a capture */
    CONTINUATION_COUNT = 4,       /* a row for each of the moves 1, 2, 4 and 6 plies ago */
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

/* A value for each piece and each square that the piece moves to. The values of one piece take two cache
 * lines. */
typedef int16_t PieceTo[PIECE_COUNT][SQUARE_COUNT] __attribute__((aligned(CACHE_LINE)));

typedef struct History {
    /* Quiet moves. Indices: side; whether the enemy attacks the origin; whether the enemy attacks the target;
     * origin and target in one number. */
    int16_t butterfly[COLOR_COUNT][2][2][SQUARE_COUNT * SQUARE_COUNT];
    /* Captures. Indices: capturer, square, type of the victim, whether the victim is defended. */
    int16_t capture[PIECE_COUNT][SQUARE_COUNT][VICTIM_COUNT][2];
    /* scores of quiet moves after an earlier move; the indices are that move's piece and target */
    PieceTo continuation[PIECE_COUNT][SQUARE_COUNT];
    PieceTo pawns[PAWN_ROWS]; /* scores of quiet moves, by a hash of the pawns */
    PieceTo nothing;          /* a row of zeros, for a null move and for moves before the root */
    /* The last index is the side to move. A move changes few of the keys, so that parent and child mostly use
     * the same cache lines. */
    int16_t correction[CORRECTION_KINDS][CORRECTION_SIZE][COLOR_COUNT];
    PieceTo continuation_correction[PIECE_COUNT][SQUARE_COUNT];
} History;

/* The rows of the histories for a node, chosen by its pawns and by the moves that led to it. */
typedef struct HistoryView {
    PieceTo *continuation[CONTINUATION_COUNT]; /* rows of the moves 1, 2, 4 and 6 plies ago */
    PieceTo *pawns;
} HistoryView;

/* Pointers to the entries that correct the static evaluation of a position. by_key has one entry
 * for each kind of correction (CORRECTION_BY_...). by_moves is the entry for the last two moves,
 * or NULL. */
typedef struct Corrections {
    int16_t *by_key[CORRECTION_KINDS];
    int16_t *by_moves;
} Corrections;

/* Clears all histories. */
void history_clear(History *h);

/* Multiplies every butterfly entry by HISTORY_KEPT / 16. Call before each search. */
void history_fade(History *h);

/* True if all entries are within their limits. */
bool history_holds(const History *h);

/* Returns the index of the piece on a square, which must not be empty. */
static ALWAYS_INLINE int piece_index(const State *s, Square sq) {
    assert(s->man_on[sq] != MAN_NONE);
    return man_piece(s->man_on[sq]);
}

/* Returns the row of the pawn history for a position. */
static ALWAYS_INLINE PieceTo *history_pawn_row(History *h, const State *s) {
    return &h->pawns[s->part_key[PART_PAWNS] % PAWN_ROWS];
}

/* Returns the entry for a quiet move of the side to move. Two of the entry's indices tell whether
 * the enemy attacks the move's origin and target. [44 +- 39 Elo for these two indices] */
static ALWAYS_INLINE int16_t *history_butterfly(History *h, const State *s, Move m) {
    const uint32_t enemies = half_of(opponent(s->side));
    const bool from_attacked = (s->map[move_from(m)] & enemies) != 0;
    const bool to_attacked = (s->map[move_to(m)] & enemies) != 0;
    return &h->butterfly[s->side][from_attacked][to_attacked][move_squares(m)];
}

/* Returns the entry for a capture or promotion. */
static ALWAYS_INLINE int16_t *history_capture(History *h, const State *s, Move m) {
    const Square to = move_to(m);
    const PieceType type = type_on(s, to);
    const PieceType victim = type != TYPE_NONE                 ? type
                             : move_kind(m) == MOVE_EN_PASSANT ? PAWN
                                                               : KING;
    return &h->capture[piece_index(s, move_from(m))][to][victim]
                      [attackers_of(s, to, opponent(s->side)) != 0];
}

/* Returns the history score of a quiet move, for pruning and reductions: within +-4.5 * HISTORY_MAX. */
static ALWAYS_INLINE int history_quiet(History *h, const HistoryView *v, const State *s, Move m) {
    const int piece = piece_index(s, move_from(m)), to = move_to(m);
    return *history_butterfly(h, s, m) + (*v->continuation[0])[piece][to] +
           (*v->continuation[1])[piece][to] + (*v->continuation[2])[piece][to] / 2 +
           (*v->pawns)[piece][to];
}

/* Returns the history score of a quiet move for move ordering. Uses more histories than
 * history_quiet; the score is within +-8 * HISTORY_MAX. */
static ALWAYS_INLINE int history_order(History *h, const HistoryView *v, const State *s, Move m) {
    const int piece = piece_index(s, move_from(m)), to = move_to(m);
    return 2 * *history_butterfly(h, s, m) + 2 * (*v->continuation[0])[piece][to] +
           (*v->continuation[1])[piece][to] + (*v->continuation[2])[piece][to] +
           (*v->continuation[3])[piece][to] / 2 + (*v->pawns)[piece][to];
}

/* Learns that a quiet move of the side to move is good (bonus > 0) or bad. */
void history_add_quiet(History *h, const HistoryView *v, const State *s, Move m, int bonus);

/* Learns from the static evaluation that a quiet move is good (bonus > 0) or bad: adds the bonus to
 * the butterfly entry, and half of the bonus to the pawn entry. */
void history_add_evaluated(History *h, const State *s, Move m, int bonus);

/* Learns that a capture or promotion of the side to move is good (bonus > 0) or bad. */
void history_add_capture(History *h, const State *s, Move m, int bonus);

/* Finds the corrections of a position and prefetches them: call as early as possible. `last` is the move that
 * led to the position; MOVE_NONE or MOVE_NULL if no move did. `row` is the continuation correction of the
 * move before `last`. */
void history_find_corrections(History *h, const State *s, Move last, PieceTo *row, Corrections *c);

/* Returns the centipawns to add to the static evaluation. */
int history_correction(const Corrections *c);

/* Learns that a search to `depth` found the position `error` centipawns better than the corrected
 * evaluation. */
void history_learn_correction(const Corrections *c, int error, int depth);

#endif
