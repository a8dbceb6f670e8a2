/* The kinds of facts of a move: a definition in chess terms above each function, and their table. */
#include "inspect/facts_internal.h"

static PieceType mover(const Step *step) {
    return type_on(step->before->s, move_from(step->move));
}

static bool takes(const Step *step) {
    return move_kind(step->move) == MOVE_EN_PASSANT ||
           has_bit(occupied(step->before->s), move_to(step->move));
}

static bool is_minor(const Step *step) {
    return mover(step) == KNIGHT || mover(step) == BISHOP;
}

/* The square of a move as a set, if a condition holds. */
static Bitboard goal_if(bool condition, const Step *step) {
    return condition ? bb(move_to(step->move)) : 0;
}

/* In the opening a minor piece leaves its first square, and takes nothing. */
static Bitboard develops(const Step *step) {
    return goal_if(is_opening(step->before) && !takes(step) &&
                       has_bit(at_home(step->before, step->by), move_from(step->move)),
                   step);
}

static Bitboard castles(const Step *step) {
    return move_kind(step->move) == MOVE_CASTLING ? men(step->after, step->by, KING) : 0;
}

/* A pawn advances and attacks an enemy pawn; at least as many own as enemy pieces attack its
 * square. The square is that of the enemy pawn. */
static Bitboard breaks(const Step *step) {
    const Color us = step->by, them = opponent(us);
    const Board *after = step->after;
    const Square to = move_to(step->move);
    const bool holds =
        popcount(attackers_of(after->s, to, us)) >= popcount(attackers_of(after->s, to, them));
    return mover(step) == PAWN && !takes(step) && holds
               ? pawn_attacks_bb(us, bb(to)) & men(after, them, PAWN)
               : 0;
}

/* In the opening a pawn comes to d4, e4, d5 or e5 and is not attacked more often than guarded. */
static Bitboard takes_centre(const Step *step) {
    const State *s = step->after->s;
    const Square to = move_to(step->move);
    return goal_if(is_opening(step->before) && mover(step) == PAWN && has_bit(CENTRE, to) &&
                       popcount(attackers_of(s, to, step->by)) >=
                           popcount(attackers_of(s, to, opponent(step->by))),
                   step);
}

/* In the opening a minor piece that no enemy attacks goes back to its first rank. */
static Bitboard retreats(const Step *step) {
    const Square from = move_from(step->move);
    const Bitboard home = ranks_bb(step->by, RANK_1, RANK_1);
    return goal_if(is_opening(step->before) && is_minor(step) && !takes(step) &&
                       !has_bit(home, from) && has_bit(home, move_to(step->move)) &&
                       !attackers_of(step->before->s, from, opponent(step->by)),
                   step);
}

/* In the opening a minor piece that stands off its first square, that no enemy attacks and that takes
 * nothing moves again, while two or more minor pieces of its side are at home. */
static Bitboard moves_again(const Step *step) {
    const Square from = move_from(step->move);
    const Bitboard home = at_home(step->before, step->by);
    return goal_if(is_opening(step->before) && is_minor(step) && !takes(step) && several(home) &&
                       !has_bit(home, from) &&
                       !attackers_of(step->before->s, from, opponent(step->by)),
                   step);
}

/* A pawn advances in front of its king, which stands on files a-c or g-h of its first rank; the enemy has
 * a queen. */
static Bitboard loosens(const Step *step) {
    const Board *b = step->before;
    const Bitboard wings = 0xC7C7C7C7C7C7C7C7u & ranks_bb(step->by, RANK_1, RANK_1);
    return goal_if(mover(step) == PAWN && !takes(step) && (men(b, step->by, KING) & wings) &&
                       men(b, opponent(step->by), QUEEN) &&
                       has_bit(king_files(b, step->by) & ranks_bb(step->by, RANK_2, RANK_3),
                               move_from(step->move)),
                   step);
}

/* A passed pawn advances to its 5th rank or further, where as many own as enemy pieces attack it. */
static Bitboard advances(const Step *step) {
    const State *s = step->after->s;
    const Square to = move_to(step->move);
    return goal_if(has_bit(step->before->passed, move_from(step->move)) &&
                       relative_rank(step->by, to) >= RANK_5 && !takes(step) &&
                       popcount(attackers_of(s, to, step->by)) >=
                           popcount(attackers_of(s, to, opponent(step->by))),
                   step);
}

/* clang-format off */
const FactRow move_facts[FACT_COUNT - FACT_MOVE_FIRST] = {
    [FACT_DEVELOPS - FACT_MOVE_FIRST] = {"development", "develops the {p}", THEME_TIME, SAME_SIDE, false, 20, NULL, {{0, 0}}, develops, false},
    [FACT_CASTLES - FACT_MOVE_FIRST] = {"castling", "brings the king into safety", THEME_KING, SAME_SIDE, false, 25, NULL, {{0, 0}}, castles, false},
    [FACT_BREAKS - FACT_MOVE_FIRST] = {"pawn break", "{+attack} the pawn on {q}", THEME_OWN, SAME_SQUARE, false, 18, NULL, {{0, 0}}, breaks, true},
    [FACT_TAKES_CENTRE - FACT_MOVE_FIRST] = {"pawn in the centre", "{+take} the centre", THEME_CENTRE, SAME_SIDE, false, 15, NULL, {{0, 0}}, takes_centre, true},
    [FACT_RETREATS - FACT_MOVE_FIRST] = {"retreat", "takes the {p} back", THEME_TIME, SAME_SIDE, false, -15, NULL, {{0, 0}}, retreats, false},
    [FACT_MOVES_AGAIN - FACT_MOVE_FIRST] = {"loss of time", "moves the same {p} again", THEME_TIME, SAME_SIDE, false, -12, NULL, {{0, 0}}, moves_again, false},
    [FACT_LOOSENS - FACT_MOVE_FIRST] = {"loose shelter", "loosens the pawns before the king", THEME_KING, SAME_SIDE, false, -10, NULL, {{0, 0}}, loosens, false},
    [FACT_ADVANCES - FACT_MOVE_FIRST] = {"passed pawn advances", "{+advance} the passed {f}-pawn", THEME_PASSED, SAME_FILE, false, 20, NULL, {{0, 0}}, advances, true},
};
/* clang-format on */
