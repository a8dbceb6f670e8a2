/* The classical evaluation: one function for each term, and their sum. */
#include "eval/evaluate.h"

#include "eval/material.h"
#include "moves/tactics.h"

#include <stddef.h>
#include <string.h>

/* Terms of pieces: squares, mobility, attacks near the enemy king, and terms of single types.
 *
 * From the columns of the matrix, the function pieces also gathers data for later terms: the
 * squares attacked by each type, the squares attacked twice, the bits of pieces and of pinned
 * pieces.
 */

/* Squares where no pawn can drive a minor piece away. */
static ALWAYS_INLINE Bitboard outposts(const Eval *e, Color c) {
    return ranks_bb(c, RANK_4, RANK_6) & ~e->pawns->reach[opponent(c)];
}

/* Adds the terms of knights and bishops. The code multiplies by conditions (0 or 1) instead of
 * branching, since a badly predicted branch costs more than a multiplication. */
static ALWAYS_INLINE Tapered minor_terms(const Eval *e, Trace *t, Color c, PieceType type,
                                         Square sq, Bitboard attacks, Bitboard posts) {
    const int bishop = type == BISHOP;
    const int on_post = posts >> sq & 1, guarded = e->pawn_attacks[c] >> sq & 1;
    Tapered sum = term(t, c, WEIGHT_MINOR_KING_DISTANCE + bishop, distance(sq, e->king[c]));
    sum += term(t, c, (bishop ? WEIGHT_BISHOP_OUTPOST : WEIGHT_KNIGHT_OUTPOST) + guarded, on_post);
    if (!bishop) {
        const Bitboard reached = attacks & posts & e->pawn_attacks[c] & ~e->s->by_color[c];
        sum += term(t, c, WEIGHT_KNIGHT_TO_OUTPOST, reached != 0);
    }
    const int behind = (push_bb(c, bb(sq)) & e->s->by_type[PAWN]) != 0;
    return sum + term(t, c, WEIGHT_MINOR_BEHIND_PAWN + bishop, behind);
}

static ALWAYS_INLINE Tapered bishop_terms(const Eval *e, Trace *t, Color c, Square sq) {
    const Bitboard centre = 0x0000001818000000u, pawns = e->s->by_type[PAWN];
    const Bitboard shade = DARK_SQUARES & bb(sq) ? DARK_SQUARES : ~DARK_SQUARES;
    const Bitboard own = e->men[c][PAWN] & shade;
    const Bitboard rammed = own & push_bb(opponent(c), occupied(e->s));
    const Bitboard xray = geometry.bishop_rays[sq] & e->men[opponent(c)][PAWN];
    const Bitboard seen = (bishop_attacks(sq, pawns) | bb(sq)) & centre;
    Tapered sum = term(t, c, WEIGHT_BISHOP_PAWNS, popcount(own));
    sum += term(t, c, WEIGHT_BISHOP_RAMMED, popcount(rammed));
    sum += term(t, c, WEIGHT_BISHOP_XRAY_PAWNS, popcount(xray));
    return sum + term(t, c, WEIGHT_BISHOP_CENTRE, several(seen));
}

static ALWAYS_INLINE Tapered rook_terms(const Eval *e, Trace *t, Color c, Square sq, int mobility) {
    const Color them = opponent(c);
    const Bitboard file = file_bb(file_of(sq)), own = e->men[c][PAWN] & file;
    const int foe = (e->men[them][PAWN] & file) != 0;
    const int blocked = (own & push_bb(them, occupied(e->s))) != 0;
    const int king_file = file_of(e->king[c]);
    const int shut_in = king_file < FILE_E ? file_of(sq) < king_file : file_of(sq) > king_file;
    Tapered sum = term(t, c, WEIGHT_ROOK_FILE + (own ? 2 : foe), own ? blocked : 1);
    return sum + term(t, c, WEIGHT_ROOK_TRAPPED, (own != 0) & (mobility <= 3) & shut_in);
}

/* Counts the squares near the enemy king that a piece attacks, and adds their danger to
 * e->danger. */
static ALWAYS_INLINE void near_king(Eval *e, Trace *t, Color c, PieceType type, Bitboard attacks) {
    const Color them = opponent(c);
    const int ring = popcount(attacks & e->ring[them]);
    const int outer = popcount(attacks & e->outer[them]);
    e->danger[them] += term(t, them, WEIGHT_DANGER_RING + RING_COUNTS * type + ring, 1) +
                       term(t, them, WEIGHT_DANGER_OUTER + OUTER_COUNTS * type + outer, 1);
}

static ALWAYS_INLINE Tapered men_terms(Eval *e, Trace *t, Color c, PieceType type) {
    static const int MOBILITY[TYPE_COUNT] = {0, WEIGHT_KNIGHT_MOBILITY, WEIGHT_BISHOP_MOBILITY,
                                             WEIGHT_ROOK_MOBILITY, WEIGHT_QUEEN_MOBILITY};
    const State *s = e->s;
    const Bitboard posts = outposts(e, c);
    Bitboard all = 0, twice = 0;
    uint32_t bits = 0;
    Tapered sum = 0;
    for (Bitboard men = e->men[c][type]; men;) {
        const Square sq = pop_bit(&men);
        const Bit bit = man_bit(s->man_on[sq]);
        trace_about(t, sq);
        Bitboard attacks = s->attacks[bit];
        bits |= bit_mask(bit);
        twice |= all & attacks;
        all |= attacks;
        near_king(e, t, c, type, attacks);
        if (UNLIKELY(e->pinned[c] & bb(sq)))
            attacks &= ray_through(e->king[c], sq);
        const int mobility = popcount(attacks & e->area[c]);
        sum += term(t, c, piece_square(type, e->facing[c], sq), 1);
        sum += term(t, c, MOBILITY[type] + mobility, 1);
        if (type <= BISHOP)
            sum += minor_terms(e, t, c, type, sq, attacks, posts);
        if (type == BISHOP)
            sum += bishop_terms(e, t, c, sq);
        if (type == ROOK)
            sum += rook_terms(e, t, c, sq, mobility);
    }
    if (type <= BISHOP)
        e->bits.minors |= bits;
    else if (type == ROOK)
        e->bits.rooks |= bits;
    else
        e->bits.queens |= bits;
    e->twice[c] |= twice | (e->attacked[c] & all);
    e->attacked[c] |= all;
    e->by[c][type] = all;
    return sum;
}

/* Adds the terms of all pieces of a colour. */
static ALWAYS_INLINE Tapered pieces(Eval *e, Trace *t, Color c) {
    trace_about(t, e->king[c]);
    Tapered sum = term(t, c, piece_square(KING, e->facing[c], e->king[c]), 1);
    sum += men_terms(e, t, c, KNIGHT);
    sum += men_terms(e, t, c, BISHOP);
    sum += men_terms(e, t, c, ROOK);
    sum += men_terms(e, t, c, QUEEN);
    const Bitboard bishops = e->men[c][BISHOP];
    trace_about(t, SQUARE_NONE);
    sum += term(t, c, WEIGHT_BISHOP_PAIR, (bishops & DARK_SQUARES) && (bishops & ~DARK_SQUARES));
    for (Bitboard pinned = e->pinned[c]; pinned;) {
        const Square sq = pop_bit(&pinned);
        const Man man = e->s->man_on[sq];
        trace_about(t, sq);
        e->pinned_bits |= bit_mask(man_bit(man));
        e->pinned_attacks |= e->s->attacks[man_bit(man)];
        sum += term(t, c, WEIGHT_PINNED + man_type(man), 1);
    }
    return sum;
}

/* King danger: a curve turns the weighted sum of attacks and safe checks into a penalty.
 *
 * A trace counts the terms of king danger for the colour of the king in danger.
 */

/* The penalty for a danger, by linear interpolation between the knots of the curve. */
static ALWAYS_INLINE Tapered danger_curve(Trace *t, Color c, int danger) {
    const int last = (CURVE_KNOTS - 1) * CURVE_STEP - 1;
    danger = clamp_int(danger, 0, last);
    const int knot = danger / CURVE_STEP, share = danger % CURVE_STEP;
    const Tapered low = weights[WEIGHT_KING_CURVE + knot];
    const Tapered high = weights[WEIGHT_KING_CURVE + knot + 1];
    if (t) {
        t->danger[c] = danger;
        trace_count(t, c, WEIGHT_KING_CURVE + knot, CURVE_STEP - share);
        trace_count(t, c, WEIGHT_KING_CURVE + knot + 1, share);
    }
    const int mg = mg_of(low) * (CURVE_STEP - share) + mg_of(high) * share;
    const int eg = eg_of(low) * (CURVE_STEP - share) + eg_of(high) * share;
    return TAPERED(mg / CURVE_STEP, eg / CURVE_STEP);
}

/* The danger of checks by the enemy's pieces of a type. `from` are the squares from which such a
 * piece gives check; on the squares `safe` the piece is safe. Adds the squares of unsafe checks to
 * *unsafe. */
static ALWAYS_INLINE int checks_by(const Eval *e, Trace *t, Color c, PieceType type, Bitboard from,
                                   Bitboard safe, Bitboard *unsafe) {
    const Bitboard checks = from & e->by[opponent(c)][type];
    *unsafe |= checks & ~safe;
    return term(t, c, WEIGHT_DANGER_CHECK + type, (checks & safe) != 0);
}

/* The danger to the king of colour c from all checks that the enemy can give. */
static ALWAYS_INLINE int check_danger(const Eval *e, Trace *t, Color c, Bitboard weak) {
    const State *s = e->s;
    const Color them = opponent(c);
    const Bitboard safe = ~e->attacked[c] | (weak & e->twice[them]), open = ~s->by_color[them];
    const Bitboard rooks = rook_attacks(e->king[c], occupied(s)) & open;
    const Bitboard bishops = bishop_attacks(e->king[c], occupied(s)) & open;
    const Bitboard knights = geometry.leaper[c][KNIGHT][e->king[c]] & open;
    Bitboard unsafe = 0;
    int danger = checks_by(e, t, c, KNIGHT, knights, safe, &unsafe);
    danger += checks_by(e, t, c, BISHOP, bishops, safe, &unsafe);
    danger += checks_by(e, t, c, ROOK, rooks, safe, &unsafe);
    danger += checks_by(e, t, c, QUEEN, rooks | bishops, safe, &unsafe);
    return danger + term(t, c, WEIGHT_DANGER_UNSAFE_CHECK, popcount(unsafe));
}

/* The flank of a king: the files of the king's wing, on ranks 1 to 5 as the king's colour counts
 * ranks. */
static ALWAYS_INLINE Bitboard flank(Color c, Square king) {
    static const Bitboard FILES[8] = {0x0707070707070707u, 0x0F0F0F0F0F0F0F0Fu, 0x0F0F0F0F0F0F0F0Fu,
                                      0x3C3C3C3C3C3C3C3Cu, 0x3C3C3C3C3C3C3C3Cu, 0xF0F0F0F0F0F0F0F0u,
                                      0xF0F0F0F0F0F0F0F0u, 0xE0E0E0E0E0E0E0E0u};
    return FILES[file_of(king)] & ranks_bb(c, RANK_1, RANK_5);
}

static ALWAYS_INLINE Tapered king_safety(Eval *e, Trace *t, Color c) {
    const Color them = opponent(c);
    const Bitboard wing = flank(c, e->king[c]);
    const Bitboard weak =
        e->attacked[them] & ~e->twice[c] & (~e->attacked[c] | e->by[c][QUEEN] | e->by[c][KING]);
    const int pawns = popcount(e->pawn_attacks[them] & e->ring[c]);
    const int outer_pawns = popcount(e->pawn_attacks[them] & e->outer[c]);
    const int king = popcount(e->by[them][KING] & e->outer[c]);
    trace_about(t, e->king[c]);
    int danger = e->danger[c] + term(t, c, WEIGHT_DANGER_BASE, 1);
    danger += term(t, c, WEIGHT_DANGER_RING + RING_COUNTS * PAWN + pawns, 1);
    danger += term(t, c, WEIGHT_DANGER_RING + RING_COUNTS * KING + king, 1);
    danger += term(t, c, WEIGHT_DANGER_OUTER + OUTER_COUNTS * PAWN + outer_pawns, 1);
    danger += check_danger(e, t, c, weak);
    danger += term(t, c, WEIGHT_DANGER_WEAK_RING, popcount(weak & e->ring[c]));
    danger += term(t, c, WEIGHT_DANGER_FLANK, popcount(wing & e->attacked[them]));
    danger += term(t, c, WEIGHT_DANGER_FLANK + 1, popcount(wing & e->twice[them]));
    danger += term(t, c, WEIGHT_DANGER_FLANK + 2, popcount(wing & e->attacked[c]));
    danger += term(t, c, WEIGHT_DANGER_PINNED, popcount(e->pinned[c]));
    danger += term(t, c, WEIGHT_DANGER_NO_QUEEN, !e->men[them][QUEEN]);
    danger += term(t, c, WEIGHT_DANGER_KNIGHT, (e->by[c][KNIGHT] & e->ring[c]) != 0);
    danger += term(t, c, WEIGHT_DANGER_TO_MOVE, e->s->side == them);
    return danger_curve(t, c, danger);
}

/* --- passed pawns: how far advanced, how free, and how near the kings are -------------------- */

/* The state of the square in front of a pawn. If a piece occupies the square, the state gives the
 * owner. If the enemy does not attack an empty square, the square is free. If we attack the square
 * at least as often as the enemy, the square is held, else lost. */
static ALWAYS_INLINE int stop_state(const Eval *e, Color c, Square stop) {
    const State *s = e->s;
    if (s->by_color[c] & bb(stop))
        return STOP_OWN;
    if (s->by_color[opponent(c)] & bb(stop))
        return STOP_ENEMY;
    const uint32_t theirs = s->map[stop] & half_of(opponent(c));
    if (!theirs)
        return STOP_FREE;
    return popcount(s->map[stop] & half_of(c)) >= popcount(theirs) ? STOP_HELD : STOP_LOST;
}

/* True if the path of a pawn is empty and the enemy king reaches the path's last square too late.
 * The enemy must have no piece besides king and pawns. */
static ALWAYS_INLINE bool is_unstoppable(const Eval *e, Color c, Square sq, Bitboard path) {
    const State *s = e->s;
    const Color them = opponent(c);
    const Square last = square_at(file_of(sq), c == WHITE ? RANK_8 : RANK_1);
    const int rank = relative_rank(c, sq);
    const int moves = RANK_8 - rank - (rank == RANK_2);
    return !(path & occupied(s)) && distance(e->king[them], last) - (s->side == them) > moves;
}

static ALWAYS_INLINE Tapered passer(const Eval *e, Trace *t, Color c, Square sq) {
    const State *s = e->s;
    const Color them = opponent(c);
    const int rank = relative_rank(c, sq);
    const Square stop = sq + pawn_push(c);
    trace_about(t, sq);
    const Bitboard path = front_span(c, bb(sq)), file = file_bb(file_of(sq));
    Tapered sum = term(t, c, WEIGHT_PASSED + rank, 1);
    sum += term(t, c, WEIGHT_PASSED_FILE + edge_distance(file_of(sq)), 1);
    sum += term(t, c, WEIGHT_PASSED_STOP + 8 * stop_state(e, c, stop) + rank, 1);
    if (!(path & (occupied(s) | e->attacked[them])))
        sum += term(t, c, WEIGHT_PASSED_PATH + rank, 1);
    if (e->men[c][PAWN] & (beside_bb(bb(sq)) | pawn_attacks_bb(them, bb(sq))))
        sum += term(t, c, WEIGHT_PASSED_CONNECTED + rank, 1);
    sum += term(t, c, WEIGHT_PASSED_OUR_KING + rank, distance(e->king[c], stop));
    sum += term(t, c, WEIGHT_PASSED_THEIR_KING + rank, distance(e->king[them], stop));
    const Bitboard behind = s->by_type[ROOK] & file & front_span(them, bb(sq));
    if (behind) {
        const Bitboard seen = behind & rook_attacks(sq, occupied(s));
        if (seen & s->by_color[c])
            sum += term(t, c, WEIGHT_PASSED_ROOK_BEHIND, 1);
        if (seen & s->by_color[them])
            sum += term(t, c, WEIGHT_PASSED_ROOK_BEHIND + 1, 1);
    }
    if (!has_pieces(s, them) && is_unstoppable(e, c, sq, path))
        sum += term(t, c, WEIGHT_PASSED_UNSTOPPABLE, 1);
    return sum;
}

static ALWAYS_INLINE Tapered passers(const Eval *e, Trace *t, Color c) {
    Tapered sum = 0;
    for (Bitboard left = e->pawns->passed & e->s->by_color[c]; left;)
        sum += passer(e, t, c, pop_bit(&left));
    return sum;
}

/* Threats: terms of attacked pieces and their guards, read from the rows of the map. */

/* For each type, the squares that a colour attacks with a piece of this type or of a lesser type.
 * The sets come from Eval.by. The lowest bit of a row does not always belong to the least attacker,
 * since a promoted piece's bit may not follow the piece's value. */
typedef struct AttackedUpTo {
    Bitboard pawn, knight, bishop, rook, queen;
} AttackedUpTo;

static ALWAYS_INLINE AttackedUpTo attacked_up_to(const Eval *e, Color c) {
    AttackedUpTo a;
    a.pawn = e->pawn_attacks[c];
    a.knight = a.pawn | e->by[c][KNIGHT];
    a.bishop = a.knight | e->by[c][BISHOP];
    a.rook = a.bishop | e->by[c][ROOK];
    a.queen = a.rook | e->by[c][QUEEN];
    return a;
}

/* The type of the least valuable attacker of an attacked square. The function has no branches,
 * since the CPU would predict them badly. */
static ALWAYS_INLINE PieceType least_attacker(const AttackedUpTo *a, Square sq) {
    int n = add_bit(0, a->pawn, sq);
    n = add_bit(n, a->knight, sq);
    n = add_bit(n, a->bishop, sq);
    n = add_bit(n, a->rook, sq);
    return KING - add_bit(n, a->queen, sq);
}

/* True if exactly one piece of a colour attacks a square, and no slider of that colour guards the
 * attacker. */
static ALWAYS_INLINE bool attacked_by_one_alone(const State *s, Color c, Square sq) {
    const uint32_t takers = s->map[sq] & half_of(c);
    const Square from = s->square_of[lowest_bit(takers)];
    return !reset_lowest(takers) && !(s->map[from] & s->sliders & half_of(c));
}

/* The pieces of `targets` that colour c wins by an exchange. `targets` are enemy pieces that c
 * attacks. If no pinned piece takes part, set operations decide most targets at once:
 * - A piece is won if it is not guarded, or is worth more than its least attacker.
 * - A piece is not won if a pawn guards the piece and every attacker is worth more.
 * - A guarded piece is not won by a single attacker that is worth at least as much.
 *
 * square_is_won decides the other targets. square_is_won also counts enemy sliders behind an
 * attacker, which the first rule ignores.
 */
static ALWAYS_INLINE Bitboard won_men(const Eval *e, Color c, Bitboard targets,
                                      const AttackedUpTo *a) {
    const Color them = opponent(c);
    const Bitboard *men = e->men[them];
    const Bitboard minors = men[KNIGHT] | men[BISHOP];
    const Bitboard lesser =
        (a->pawn & ~men[PAWN]) | (a->bishop & (men[ROOK] | men[QUEEN])) | (a->rook & men[QUEEN]);
    const Bitboard lesser_or_equal = (a->pawn & men[PAWN]) | (a->bishop & minors) |
                                     (a->rook & men[ROOK]) | (a->queen & men[QUEEN]);
    const Bitboard simple = targets & ~e->pinned_attacks;
    const Bitboard lost = simple & e->pawn_attacks[them] & ~lesser_or_equal;
    Bitboard won = simple & (lesser | ~e->attacked[them]);
    for (Bitboard open = targets & ~(won | lost); open;) {
        const Square sq = pop_bit(&open);
        if (!((simple & bb(sq)) && attacked_by_one_alone(e->s, c, sq)) &&
            square_is_won(e->s, e->bits, c, sq, e->pinned_bits))
            won |= bb(sq);
    }
    return won;
}

/* Adds the terms of the enemy pieces that we attack: least attacker, guard, number of attackers,
 * and whether an exchange wins the piece. square_is_won decides about the exchange:
 * moves/exchange.h takes three times as long, and its result may differ between mirrored
 * positions. */
static ALWAYS_INLINE Tapered attacked_men(const Eval *e, Trace *t, Color c) {
    const State *s = e->s;
    const Color them = opponent(c);
    const AttackedUpTo a = attacked_up_to(e, c);
    const Bitboard targets = s->by_color[them] & e->attacked[c] & ~bb(e->king[them]);
    const Bitboard won = won_men(e, c, targets, &a);
    Tapered sum = 0;
    trace_about(t, SQUARE_NONE);
    for (PieceType victim = PAWN; victim <= QUEEN; victim++)
        sum += term(t, c, WEIGHT_WON + 5 * (s->side == c) + victim,
                    popcount(won & e->men[them][victim]));
    for (Bitboard left = targets; left;) {
        const Square sq = pop_bit(&left);
        const PieceType victim = type_on(s, sq), least = least_attacker(&a, sq);
        trace_about(t, sq);
        const int guard = add_bit(add_bit(0, e->attacked[them], sq), e->pawn_attacks[them], sq);
        sum += term(t, c, WEIGHT_THREAT + (5 * least + victim) * GUARD_COUNT + guard, 1);
        sum += term(t, c, WEIGHT_THREAT_MORE + victim, popcount(s->map[sq] & half_of(c)) - 1);
    }
    return sum;
}

/* Adds the terms of safe pawn pushes that would attack an enemy piece. */
static ALWAYS_INLINE Tapered push_threats(const Eval *e, Trace *t, Color c) {
    const Color them = opponent(c);
    const Bitboard empty = ~occupied(e->s);
    const Bitboard safe = ~e->pawn_attacks[them] & (e->attacked[c] | ~e->attacked[them]);
    Bitboard pushed = push_bb(c, e->men[c][PAWN]) & empty;
    pushed |= push_bb(c, pushed & ranks_bb(c, RANK_3, RANK_3)) & empty;
    const Bitboard hit = pawn_attacks_bb(c, pushed & safe) & e->s->by_color[them];
    trace_about(t, SQUARE_NONE);
    Tapered sum = term(t, c, WEIGHT_PUSH_THREAT, popcount(hit & e->men[them][PAWN]));
    sum += term(t, c, WEIGHT_PUSH_THREAT + 1, popcount(hit & ~e->men[them][PAWN]));
    return sum;
}

static ALWAYS_INLINE Tapered threats(const Eval *e, Trace *t, Color c) {
    const Color them = opponent(c);
    /* Held squares: guarded by a pawn, or guarded twice and attacked by us at most once. */
    const Bitboard held = e->pawn_attacks[them] | (e->twice[them] & ~e->twice[c]);
    Tapered sum = attacked_men(e, t, c);
    sum += push_threats(e, t, c);
    sum += term(t, c, WEIGHT_RESTRICTED,
                popcount(e->attacked[c] & e->attacked[them] & ~held & ~e->s->by_color[them]));
    return sum;
}

/* --- space: safe squares of the centre, weighted by the number of pieces --------------------- */

static ALWAYS_INLINE Tapered space(const Eval *e, Trace *t, Color c) {
    const Bitboard centre = 0x3C3C3C3C3C3C3C3Cu & ranks_bb(c, RANK_2, RANK_4);
    const Bitboard safe = centre & ~e->men[c][PAWN] & ~e->pawn_attacks[opponent(c)];
    const Bitboard behind = safe & front_span(opponent(c), e->men[c][PAWN]);
    const int pieces = popcount(e->s->by_color[c] & ~e->men[c][PAWN]);
    trace_about(t, SQUARE_NONE);
    Tapered sum = term(t, c, WEIGHT_SPACE, popcount(safe) * pieces / 4);
    sum +=
        term(t, c, WEIGHT_SPACE_BEHIND, popcount(behind & ~e->attacked[opponent(c)]) * pieces / 4);
    return sum;
}

/* Scaling: two factors multiply the endgame half of the score. Complexity is a sum of tuned
 * weights; the scale is below 1 if the material is drawish. */

/* The complexity factor of the endgame half, for both sides; COMPLEXITY_NORMAL means 1. */
static ALWAYS_INLINE int complexity(const Eval *e, Trace *t) {
    const State *s = e->s;
    const Square white = e->king[WHITE], black = e->king[BLACK];
    const int files = abs(file_of(white) - file_of(black));
    const int ranks = abs(rank_of(white) - rank_of(black));
    const bool no_pieces = !has_pieces(s, WHITE) && !has_pieces(s, BLACK);
    int sum = term(t, WHITE, WEIGHT_COMPLEXITY, 1);
    sum += term(t, WHITE, WEIGHT_COMPLEXITY + 1, popcount(s->by_type[PAWN]));
    sum += term(t, WHITE, WEIGHT_COMPLEXITY + 2, e->pawns->both_wings);
    sum += term(t, WHITE, WEIGHT_COMPLEXITY + 3, no_pieces);
    sum += term(t, WHITE, WEIGHT_COMPLEXITY + 4, popcount(e->pawns->passed));
    sum += term(t, WHITE, WEIGHT_COMPLEXITY + 5, e->pawns->rammed);
    sum += term(t, WHITE, WEIGHT_COMPLEXITY + 6, files - ranks);
    sum +=
        term(t, WHITE, WEIGHT_COMPLEXITY + 7, rank_of(white) > RANK_4 || rank_of(black) < RANK_5);
    return complexity_limited(sum);
}

/* The scale for an endgame value `eg`, by the material of the side with the advantage. */
static ALWAYS_INLINE int scale_factor(const Eval *e, const MaterialEntry *material, int eg) {
    const State *s = e->s;
    const Color strong = eg > 0 ? WHITE : BLACK, weak = opponent(strong);
    if (UNLIKELY(material->scale[strong] != NULL)) {
        const int scale = ending_scale(material->scale[strong], e->pos, strong);
        if (scale != SCALE_UNKNOWN)
            return scale;
    }
    const uint64_t m = s->material;
    const int pawns = popcount(men_of(s, strong, PAWN));
    const Bitboard bishops = s->by_type[BISHOP];
    const bool opposite = material_count(m, WHITE, BISHOP) == 1 &&
                          material_count(m, BLACK, BISHOP) == 1 && (bishops & DARK_SQUARES) &&
                          (bishops & ~DARK_SQUARES);
    if (opposite) {
        const Bitboard others = s->by_type[KNIGHT] | s->by_type[ROOK] | s->by_type[QUEEN];
        if (!others)
            return 16 + 4 * popcount(e->pawns->passed & s->by_color[strong]);
        return min_int(36 + 3 * pawns, SCALE_NORMAL);
    }
    if (pawns == 0) {
        /* Without pawns an extra minor piece does not win. */
        static const int8_t VALUE[TYPE_COUNT] = {0, 3, 3, 5, 9, 0};
        int balance = 0, own = 0;
        for (PieceType type = KNIGHT; type <= QUEEN; type++) {
            own += VALUE[type] * material_count(m, strong, type);
            balance +=
                VALUE[type] * (material_count(m, strong, type) - material_count(m, weak, type));
        }
        if (balance <= 3)
            return own < 5 ? 0 : own < 9 ? 8 : 16;
    }
    return min_int(44 + 5 * pawns, SCALE_NORMAL);
}

/* --- evaluate -------------------------------------------------------------------------------- */

/* Fills the fields of `e` for a colour. The terms of both colours read these fields. */
static ALWAYS_INLINE void prepare(Eval *e, Color c) {
    const State *s = e->s;
    const Color them = opponent(c);
    e->men[c][PAWN] = men_of(s, c, PAWN);
    e->men[c][KNIGHT] = men_of(s, c, KNIGHT);
    e->men[c][BISHOP] = men_of(s, c, BISHOP);
    e->men[c][ROOK] = men_of(s, c, ROOK);
    e->men[c][QUEEN] = men_of(s, c, QUEEN);
    const Bitboard pawns = e->men[c][PAWN];
    const Bitboard west = pawn_west(c, pawns), east = pawn_east(c, pawns);
    const Square king = king_square(s, c);
    const Bitboard king_attacks = s->attacks[bit_make(c, BIT_KING)];
    e->king[c] = king;
    e->facing[c] = board_facing(king_square(s, them), c);
    e->pawn_attacks[c] = west | east;
    e->attacked[c] = west | east | king_attacks;
    e->twice[c] = (west & east) | ((west | east) & king_attacks);
    e->by[c][KING] = king_attacks;
    e->ring[c] = king_attacks | bb(king);
    e->outer[c] = two_away[king];
    e->pinned[c] = pinned_men(s, c);
    /* Own pawns that are blocked or on ranks 2 and 3 limit mobility; other pawns will soon move. */
    const Bitboard stuck = pawns & (push_bb(them, occupied(s)) | ranks_bb(c, RANK_2, RANK_3));
    const Bitboard enemy_pawns = men_of(s, them, PAWN);
    e->area[c] = ~(stuck | bb(king) | e->men[c][QUEEN] | pawn_attacks_bb(them, enemy_pawns));
}

/* Interpolates between middlegame and endgame; returns the score for the side to move. */
static ALWAYS_INLINE int resolve(const Eval *e, Trace *t, Tapered total,
                                 const MaterialEntry *material) {
    const int mg = mg_of(total), phase = material->phase;
    int eg = eg_of(total);
    eg = eg * complexity(e, t) / COMPLEXITY_NORMAL;
    const int scale = scale_factor(e, material, eg);
    if (t) {
        t->phase = phase;
        t->scale = scale;
    }
    eg = eg * scale / SCALE_NORMAL;
    int score = (mg * phase + eg * (PHASE_FULL - phase)) / PHASE_FULL;
    score = clamp_int(score, -EVAL_MAX, EVAL_MAX);
    return e->s->side == WHITE ? score : -score;
}

/* The sum of all terms. The arguments are the position's entries in the tables of pawns, shelters
 * and material. */
static ALWAYS_INLINE int sum_up(const Position *pos, const PawnEntry *pawns,
                                const Shelter shelters[COLOR_COUNT], const MaterialEntry *material,
                                Trace *t) {
    const State *s = pos->state;
    Eval e;
    e.pos = pos;
    e.s = s;
    e.pawns = pawns;
    prepare(&e, WHITE);
    prepare(&e, BLACK);
    e.bits = (PieceBits){0, 0, 0};
    e.pinned_bits = 0;
    e.pinned_attacks = 0;
    e.danger[WHITE] = shelters[WHITE].danger;
    e.danger[BLACK] = shelters[BLACK].danger;
    Tapered total = material->score + pawns->score + shelters[WHITE].score - shelters[BLACK].score;
    total += pieces(&e, t, WHITE);
    total -= pieces(&e, t, BLACK);
    total += threats(&e, t, WHITE);
    total -= threats(&e, t, BLACK);
    total += passers(&e, t, WHITE);
    total -= passers(&e, t, BLACK);
    total += king_safety(&e, t, WHITE);
    total -= king_safety(&e, t, BLACK);
    total += space(&e, t, WHITE);
    total -= space(&e, t, BLACK);
    total += s->side == WHITE ? term(t, WHITE, WEIGHT_TEMPO, 1) : -term(t, BLACK, WEIGHT_TEMPO, 1);
    return resolve(&e, t, total, material);
}

/* The value of a known ending, for the side to move. */
static int known_value(const Position *pos, const MaterialEntry *material) {
    const int value = ending_value(material->ending, pos, material->strong);
    return pos->state->side == material->strong ? value : -value;
}

int evaluate(const Position *pos) {
    const State *s = pos->state;
    const MaterialEntry *material = material_probe(s);
    if (UNLIKELY(material->ending != NULL))
        return known_value(pos, material);
    const Shelter shelters[COLOR_COUNT] = {shelter_probe(s, WHITE), shelter_probe(s, BLACK)};
    return sum_up(pos, pawns_probe(s), shelters, material, NULL);
}

bool evaluate_knows(const State *s) {
    return material_probe(s)->ending != NULL;
}

void evaluate_trace(const Position *pos, Trace *t) {
    const State *s = pos->state;
    PawnEntry pawns;
    MaterialEntry material;
    memset(t, 0, offsetof(Trace, sites));
    pawns_trace(s, &pawns, t);
    trace_about(t, SQUARE_NONE);
    material_trace(s, &material, t);
    const Shelter shelters[COLOR_COUNT] = {shelter_trace(s, WHITE, t), shelter_trace(s, BLACK, t)};
    t->score = sum_up(pos, &pawns, shelters, &material, t);
    if (material.ending) {
        t->ending = material.ending->pattern;
        t->score = known_value(pos, &material);
    }
}

void evaluate_init(void) {
    spans_init();
    square_control_init();
    kpk_init();
    endings_init();
}

/* --- breakdown ------------------------------------------------------------------------------- */

const char *family_name(Family family) {
    static const char *const NAMES[FAMILY_COUNT] = {"Material", "Squares", "Mobility", "Pieces",
                                                    "Pawns",    "Passed",  "Threats",  "King",
                                                    "Space",    "Tempo",   "Scaling"};
    return NAMES[family];
}

/* The value of a group of weights for a colour: the sum of weights times counts. A CURVE weight has
 * the count CURVE_STEP if it counts once in full. */
static Half group_value(const Trace *t, const WeightGroup *g, Color c) {
    Half sum = {0, 0};
    for (int w = g->first; w < g->first + g->count; w++) {
        sum.mg += t->count[w][c] * mg_of(weights[w]);
        sum.eg += t->count[w][c] * eg_of(weights[w]);
    }
    if (g->kind == KIND_CURVE) {
        sum.mg /= CURVE_STEP;
        sum.eg /= CURVE_STEP;
    }
    return sum;
}

static int complexity_of(const Trace *t) {
    int sum = 0;
    for (int w = WEIGHT_COMPLEXITY; w <= WEIGHT_LAST_COMPLEXITY; w++)
        sum += t->count[w][WHITE] * mg_of(weights[w]);
    return complexity_limited(sum);
}

Breakdown breakdown_of(const Trace *t, Color side) {
    Breakdown b = {.scale = t->scale, .phase = t->phase, .ending = t->ending};
    for (const WeightGroup *g = weight_groups; g->name; g++) {
        for (Color c = WHITE; c <= BLACK; c++) {
            if (g->kind != KIND_LINEAR && g->kind != KIND_CURVE)
                continue;
            const Half value = group_value(t, g, c);
            const int sign = c == WHITE ? 1 : -1;
            b.family[g->family][c].mg += value.mg;
            b.family[g->family][c].eg += value.eg;
            b.total.mg += sign * value.mg;
            b.total.eg += sign * value.eg;
        }
    }
    b.complexity = complexity_of(t);
    b.eg = b.total.eg * b.complexity / COMPLEXITY_NORMAL * b.scale / SCALE_NORMAL;
    const int score = (b.total.mg * b.phase + b.eg * (PHASE_FULL - b.phase)) / PHASE_FULL;
    b.score = clamp_int(score, -EVAL_MAX, EVAL_MAX);
    if (b.ending)
        b.score = side == WHITE ? t->score : -t->score;
    return b;
}
