#include "moves/perft.h"

#include "board/make.h"
#include "moves/captures.h"
#include "moves/generate.h"
#include "moves/tactics.h"

#include <assert.h>

void perft_moves(const Position *pos, PerftMode mode, MoveList *list) {
    if (mode != PERFT_CAPTURES || in_check(pos->state)) {
        legal_moves(pos, list);
        return;
    }
    CaptureWalk walk;
    const Bitboard pinned = pinned_men(pos->state, pos->state->side);
    captures_start(&walk, pos, pinned, THRESHOLD_ALL);
    for (Move m; (m = captures_next(&walk)) != MOVE_NONE;)
        list_add(list, m);
    push_promotions(pos, pinned, false, list);
    en_passant_moves(pos->state, list);
}

/* How many moves perft_moves would give. */
static int leaf_count(const Position *pos, PerftMode mode) {
    return mode != PERFT_CAPTURES || in_check(pos->state) ? legal_count(pos) : captures_count(pos);
}

uint64_t perft(Position *pos, int depth, PerftMode mode, const atomic_bool *stop) {
    assert(depth >= 0 && depth <= MAX_PLY);
    if (depth == 0)
        return 1;
    if (depth == 1 && mode != PERFT_FULL)
        return (uint64_t)leaf_count(pos, mode);
    MoveList list;
    list.count = 0;
    perft_moves(pos, mode, &list);
    uint64_t leaves = 0;
    for (int i = 0; i < list.count && !(stop && *stop); i++) {
        make_move(pos, list.moves[i]);
        leaves += depth == 1 ? 1 : perft(pos, depth - 1, mode, stop);
        unmake_move(pos);
    }
    return leaves;
}
