/* Whether an encoding is a legal move, read off the matrix. */
#include "moves/captures.h"
#include "moves/generate.h"
#include "moves/pins.h"

/* Where a pawn may go, kings' safety and e.p. apart. */
static bool pawn_reaches(const State *s, Square from, Square to, Color us) {
    const Bit bit = man_bit(s->man_on[from]);
    if (s->man_on[to] != MAN_NONE)
        return (s->attacks[bit] & bb(to)) != 0; /* own pieces were ruled out before */
    const int up = pawn_push(us);
    if (to == from + up)
        return true;
    return to == from + 2 * up && relative_rank(us, from) == RANK_2 &&
           s->man_on[from + up] == MAN_NONE;
}

/* The king may not step onto an attacked square, nor back along the line of a checking slider. */
static bool king_may_go(const State *s, Square king, Square to, Color us) {
    if (attackers_of(s, to, opponent(us)))
        return false;
    for (uint32_t left = checkers_of(s, us) & s->sliders; left;)
        if (geometry.beyond[king][s->square_of[pop_bit32(&left)]] & bb(to))
            return false;
    return true;
}

/* The move of another piece leaves the king safe: it answers a single check and keeps to a pin's
 * line. */
static bool leaves_king_safe(const State *s, Square from, Square to, Color us) {
    const Square king = king_square(s, us);
    const uint32_t checkers = checkers_of(s, us);
    if (checkers & (checkers - 1))
        return false;
    if (checkers) {
        const Square checker = s->square_of[lowest_bit(checkers)];
        if (to != checker && !(geometry.between[king][checker] & bb(to)))
            return false;
    }
    return !(pinned_men(s, us) & bb(from)) || pin_allows(king, from, to);
}

static bool en_passant_is_legal(const State *s, Move m) {
    MoveList list = {.count = 0};
    en_passant_moves(s, &list);
    for (int i = 0; i < list.count; i++)
        if (list.moves[i] == m)
            return true;
    return false;
}

bool move_is_legal(const Position *pos, Move m) {
    const State *s = pos->state;
    const Color us = s->side;
    const Square from = move_from(m), to = move_to(m);
    const Man man = s->man_on[from];
    if (man == MAN_NONE || bit_color(man_bit(man)) != us)
        return false;
    const MoveKind kind = move_kind(m);
    if (kind != MOVE_PROMOTION && (m >> 12 & 3))
        return false; /* a second encoding of the same move */
    const PieceType type = man_type(man);
    if (kind == MOVE_CASTLING) {
        const int wing = castling_wing(m);
        return type == KING && !in_check(s) && pos->castle_rook[2 * us + wing] == to &&
               castling_is_legal(pos, wing);
    }
    if (kind == MOVE_EN_PASSANT)
        return en_passant_is_legal(s, m);
    if (s->by_color[us] & bb(to))
        return false;
    if (type == PAWN) {
        const bool promotes = relative_rank(us, to) == RANK_8;
        return promotes == (kind == MOVE_PROMOTION) && pawn_reaches(s, from, to, us) &&
               leaves_king_safe(s, from, to, us);
    }
    if (kind == MOVE_PROMOTION || !(s->attacks[man_bit(man)] & bb(to)))
        return false;
    return type == KING ? king_may_go(s, from, to, us) : leaves_king_safe(s, from, to, us);
}
