/* The move picker: legal moves one at a time, the promising first, each exactly once.
 *
 * Not in check, in this order:
 *
 * - the move from the transposition table;
 * - promotions to a queen without a capture;
 * - captures that do not lose material, by victim: the staged walk (moves/captures.h) gives one
 *   victim after the other, the most valuable first, and the capturers of each, the least valuable
 *   first;
 * - en passant;
 * - the killer;
 * - quiet moves by score: history, and what the map says of the squares they leave and enter;
 * - bad captures, those that lose by exchange, and under-promotions.
 *
 * In check: the table's move, then all evasions by score. In quiescence: promotions to a queen and
 * captures of victims above the threshold, without those that lose; in check all evasions.
 *
 * Its fields are the picker's own: the search neither reads nor writes them.
 */
#ifndef SEARCH_PICKER_INTERNAL_H
#define SEARCH_PICKER_INTERNAL_H

#include "moves/captures.h"
#include "search/history_internal.h"

#include <limits.h>

enum {
    KEY_VECTOR = 8,     /* keys that are compared at once */
    KEY_GIVEN = INT_MIN /* less than the key of every move */
};

typedef struct Picker {
    const Position *pos;
    History *history;
    const HistoryView *view;
    int stage;
    bool skip_quiets, quiescence;
    uint8_t index; /* next of list */
    Move table_move, killer;
    int min_gain; /* by exchange, of a capture in quiescence and probcut */
    Bitboard pinned;
    Cell threshold;
    CaptureWalk walk;
    MoveList list;         /* of the current stage */
    MoveList bad_captures; /* and under-promotions */
    /* Score and index of each move of the list in one number: the best move has the greatest, the
     * first among equals. Moves that were given have KEY_GIVEN, and so have the keys after the last
     * one up to a whole vector. */
    _Alignas(32) int keys[MOVE_LIMIT + KEY_VECTOR];
} Picker;

/* All legal moves. table_move and killer may be any 16 bits: the table's move comes first if it is
 * legal, the killer before the other quiet moves if it is legal and quiet. */
void picker_init(Picker *p, const Position *pos, History *history, const HistoryView *view,
                 Move table_move, Move killer);

/* Quiescence: `threshold` is the cell at which the walk over victims ends (moves/captures.h). */
void picker_init_quiescence(Picker *p, const Position *pos, History *history,
                            const HistoryView *view, Move table_move, Cell threshold);

/* Only captures and promotions to a queen that win at least `gain` centipawns by exchange. Not in
 * check. */
void picker_init_probcut(Picker *p, const Position *pos, History *history, const HistoryView *view,
                         Move table_move, int gain);

/* The reason for a move's place in the order. */
typedef enum MoveClass {
    CLASS_TABLE,
    CLASS_PROMOTION,     /* to a queen, without a capture */
    CLASS_SOUND_CAPTURE, /* loses nothing by exchange, or less than its good history score allows */
    CLASS_EN_PASSANT,
    CLASS_KILLER,
    CLASS_QUIET,
    CLASS_LOSING, /* bad captures and under-promotions */
    CLASS_EVASION
} MoveClass;

typedef struct PickedMove {
    Move move; /* MOVE_NONE after the last; the class then says nothing */
    MoveClass class;
} PickedMove;

/* The next move. */
PickedMove picker_next(Picker *p);

/* Leaves out all quiet moves from here on; in check too. */
void picker_skip_quiets(Picker *p);

/* True for a move that captures or promotes. All other moves are quiet. */
static ALWAYS_INLINE bool is_noisy(const State *s, Move m) {
    return move_kind(m) == MOVE_PROMOTION || move_kind(m) == MOVE_EN_PASSANT ||
           (move_kind(m) != MOVE_CASTLING && s->man_on[move_to(m)] != MAN_NONE);
}

/* The threshold of a walk over victims (moves/captures.h) for a deficit in score: the cell from
 * which on no victim is worth taking. */

/* The largest gain of a capture, in centipawns, by the class of its victim. Multiples of
 * THRESHOLD_STEP. */
enum {
    GAIN_QUEEN = 1000,
    GAIN_ROOK = 520,
    GAIN_MINOR = 340,
    GAIN_PREPROMOTED = 250,
    GAIN_PAWN = 110,
    THRESHOLD_STEP = 10
};

typedef struct Threshold {
    uint8_t cell;   /* one of THRESHOLD_* */
    uint16_t reach; /* the most that a victim left out gains; 0 if none is left out */
} Threshold;

extern const Threshold thresholds[GAIN_QUEEN / THRESHOLD_STEP + 1];

/* The threshold that leaves out every class of victims whose gain is not more than `deficit`. */
static ALWAYS_INLINE Threshold threshold_by_deficit(int deficit) {
    return thresholds[clamp_int(deficit, 0, GAIN_QUEEN) / THRESHOLD_STEP];
}

#endif
