/* The move picker: legal moves one at a time, the promising first, each exactly once.
 *
 * Not in check: the table's move; promotions to Queens; captures as the staged walk gives them, one
 * victim after the other, the capturers of a victim by history, those that lose by exchange put
 * off; e.p.; the killer; quiets, the best first by history and by what the map says of the squares
 * they leave and enter; the captures put off and the under-promotions. In check: the table's move,
 * then all evasions by score. In quiescence: promotions to Queens and captures down to the
 * threshold, losing ones left out; in check all evasions.
 *
 * The search reads no field of a picker and writes none.
 */
#ifndef SEARCH_PICKER_H
#define SEARCH_PICKER_H

#include "moves/captures.h"
#include "search/history.h"

#include <limits.h>

enum {
    KEY_VECTOR = 8,     /* keys that are compared at once */
    KEY_GIVEN = INT_MIN /* below that of every move */
};

typedef struct Picker {
    const Position *pos;
    History *history;
    const HistoryView *view;
    int stage;
    bool skip_quiets, quiescence;
    uint8_t index; /* next of list */
    Move table_move, killer;
    int margin; /* captures that lose more than that by exchange are put off or left out */
    Bitboard pinned;
    Cell threshold;
    CaptureWalk walk;
    MoveList list;         /* of the stage under way */
    MoveList bad_captures; /* losing captures and under-promotions */
    /* Score and place of each move of the list in one number: the greatest is the best move, the
     * first among equals. Whoever was given has KEY_GIVEN, as have the keys behind the last up to a
     * whole vector. */
    _Alignas(32) int keys[MOVE_LIMIT + KEY_VECTOR];
} Picker;

/* All legal moves. table_move and killer may be any encoding; the table's move comes first if it is
 * legal, the killer before the other quiets if it is legal and quiet. */
void picker_init(Picker *p, const Position *pos, History *history, const HistoryView *view,
                 Move table_move, Move killer);

/* Quiescence: `threshold` is the cell at which the walk over victims ends (see captures.h). */
void picker_init_quiescence(Picker *p, const Position *pos, History *history,
                            const HistoryView *view, Move table_move, Cell threshold);

/* Captures and promotions to Queens only that win at least `gain` by exchange. Not in check. */
void picker_init_probcut(Picker *p, const Position *pos, History *history, const HistoryView *view,
                         Move table_move, int gain);

/* The next move, MOVE_NONE after the last. */
Move picker_next(Picker *p);

/* True if the last move given is a capture that was found by exchange not to lose (or hardly, and
 * with a good history). */
bool picker_gave_sound_capture(const Picker *p);

/* From here on quiet moves are left out; in check too. */
void picker_skip_quiets(Picker *p);

/* True for a move that takes or promotes: what the search does not count as quiet. */
static ALWAYS_INLINE bool is_noisy(const State *s, Move m) {
    return move_kind(m) == MOVE_PROMOTION || move_kind(m) == MOVE_EN_PASSANT ||
           (move_kind(m) != MOVE_CASTLING && s->man_on[move_to(m)] != MAN_NONE);
}

#endif
