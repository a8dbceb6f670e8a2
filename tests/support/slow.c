#include "support/slow.h"

static bool is_capture(const SlowBoard *b, Move m) {
    return move_kind(m) == MOVE_EN_PASSANT ||
           (move_kind(m) != MOVE_CASTLING && b->man[move_to(m)] != '.');
}

uint64_t slow_perft(const SlowBoard *b, int depth, bool captures) {
    if (depth == 0)
        return 1;
    const bool all = !captures || slow_in_check(b);
    MoveList list = {.count = 0};
    slow_moves(b, &list);
    uint64_t leaves = 0;
    for (int i = 0; i < list.count; i++) {
        const Move m = list.moves[i];
        if (!all && !is_capture(b, m) && move_kind(m) != MOVE_PROMOTION)
            continue;
        SlowBoard after = *b;
        slow_make(&after, m);
        leaves += slow_perft(&after, depth - 1, captures);
    }
    return leaves;
}
