/* Exchanges and replies played out on the board. */
#include "inspect/threats.h"

#include "board/make.h"
#include "inspect/motifs.h"
#include "moves/generate.h"

#include <limits.h>

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

Square taken_square(const State *s, Move m) {
    if (move_kind(m) == MOVE_EN_PASSANT)
        return move_to(m) - pawn_push(s->side);
    return move_kind(m) == MOVE_CASTLING || s->man_on[move_to(m)] == MAN_NONE ? SQUARE_NONE
                                                                              : move_to(m);
}

int taken_value(const State *s, Move m) {
    const Square at = taken_square(s, m);
    return (at == SQUARE_NONE ? 0 : exchange_type_value(type_on(s, at))) +
           (move_kind(m) == MOVE_PROMOTION ? exchange_type_value(move_promotion(m)) - EXCHANGE_PAWN
                                           : 0);
}

int played_exchange(Position *pos, Move m) {
    const int taken = taken_value(pos->state, m);
    make_move(pos, m);
    const Move back = least_capture(pos, move_to(m));
    const int lost = back == MOVE_NONE ? 0 : played_exchange(pos, back);
    unmake_move(pos);
    return taken - (lost > 0 ? lost : 0);
}

/* --- replies --------------------------------------------------------------------------------- */

Move played_mate(Position *pos) {
    MoveList list = {.count = 0};
    Move mate = MOVE_NONE;
    legal_moves(pos, &list);
    for (int i = 0; i < list.count && mate == MOVE_NONE; i++) {
        make_move(pos, list.moves[i]);
        if (in_check(pos->state) && legal_count(pos) == 0)
            mate = list.moves[i];
        unmake_move(pos);
    }
    return mate;
}

int played_best(Position *pos, Square from, Bitboard targets, Square any) {
    MoveList list = {.count = 0};
    int best = 0;
    legal_moves(pos, &list);
    for (int i = 0; i < list.count; i++) {
        const Move m = list.moves[i];
        const Square at = taken_square(pos->state, m);
        if (at == SQUARE_NONE ||
            (at != any && !(bb(at) & targets && (from == SQUARE_NONE || from == move_from(m)))))
            continue;
        best = max_int(best, played_exchange(pos, m));
    }
    return best;
}

int played_worst(Position *pos, Square from, Bitboard targets) {
    MoveList list = {.count = 0};
    legal_moves(pos, &list);
    int worst = list.count ? MOTIF_MATE_VALUE : 0;
    for (int i = 0; i < list.count; i++) {
        const Move r = list.moves[i];
        const int lost = taken_value(pos->state, r);
        const bool follow = lost || bb(move_from(r)) & targets;
        make_move(pos, r);
        int best = played_best(pos, from, targets, follow ? move_to(r) : SQUARE_NONE) - lost;
        if (best <= 0 && played_mate(pos) != MOVE_NONE)
            best = MOTIF_MATE_VALUE;
        unmake_move(pos);
        worst = min_int(worst, best);
    }
    return worst;
}
