/* Exchanges and replies played out on the board. */
#include "inspect/threats.h"

#include "board/make.h"
#include "moves/generate.h"

/* The legal capture on a square by the least valuable piece, the king last; MOVE_NONE if there is
 * none. */
static Move least_capture(const Position *pos, Square to) {
    MoveList list = {.count = 0};
    Move least = MOVE_NONE;
    int value = 0;
    legal_moves(pos, &list);
    for (int i = 0; i < list.count; i++) {
        const Move m = list.moves[i];
        const PieceType type = type_on(pos->state, move_from(m));
        const int cost = type == KING ? 2 * EXCHANGE_QUEEN : exchange_type_value(type);
        const bool queens = move_kind(m) != MOVE_PROMOTION || move_promotion(m) == QUEEN;
        if (move_to(m) != to || move_kind(m) == MOVE_CASTLING || !queens ||
            (least != MOVE_NONE && cost >= value))
            continue;
        least = m;
        value = cost;
    }
    return least;
}

int played_exchange(Position *pos, Move m) {
    const State *s = pos->state;
    const int promoted =
        move_kind(m) == MOVE_PROMOTION ? exchange_type_value(move_promotion(m)) - EXCHANGE_PAWN : 0;
    const int taken = move_kind(m) == MOVE_EN_PASSANT ? EXCHANGE_PAWN
                                                      : exchange_type_value(type_on(s, move_to(m)));
    make_move(pos, m);
    const Move back = least_capture(pos, move_to(m));
    const int lost = back == MOVE_NONE ? 0 : played_exchange(pos, back);
    unmake_move(pos);
    return taken + promoted - (lost > 0 ? lost : 0);
}
