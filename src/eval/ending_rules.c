/* The rules of endings: values and scales. The table in material.c assigns the rules to patterns of
 * material. */
#include "eval/material.h"

#include "moves/generate.h"

/* --- the race for the last rank --------------------------------------------------------------- */

/* The square where a pawn promotes. Both squares are as EndingView turns them, so that the pawn
 * moves up. */
static Square last_of(Square pawn) {
    return square_at(file_of(pawn), RANK_8);
}

/* The square in front of a pawn. Both squares are as EndingView turns them, so that the pawn moves
 * up. */
static Square stop_of(Square pawn) {
    return pawn + 8;
}

/* The number of steps by which the weak king comes too late to catch the pawn. The number is 0 or
 * less if the king is in the square of the pawn. */
static int outside(const EndingView *v, Square pawn) {
    return distance(v->king[1], last_of(pawn)) - (RANK_8 - rank_of(pawn));
}

/* The number of steps by which the strong king is nearer to a square than the weak king. */
static int race(const EndingView *v, Square to) {
    return distance(v->king[1], to) - distance(v->king[0], to);
}

/* The value of an ending with a pawn, won or drawn. Either value rises as the pawn advances, and as
 * the strong king gains in the race to the square in front of the pawn. */
static int judged(const EndingView *v, Square pawn, bool won) {
    const Square stop = stop_of(pawn);
    const int progress = 12 * rank_of(pawn) + 5 * race(v, stop);
    return won ? 300 + progress + max_int(material_of(v, true) - material_of(v, false), 0)
               : progress / 2;
}

/* The value of an ending whose pawn promotes: less than KNOWN_WIN, and greater as the pawn
 * advances. */
static int promoting(const EndingView *v, Square pawn) {
    return KNOWN_WIN - 1000 + material_of(v, true) + 20 * rank_of(pawn) +
           5 * race(v, stop_of(pawn));
}

/* --- values ----------------------------------------------------------------------------------- */

int value_kpk(const EndingView *v) {
    const Square pawn = seen(v, true, PAWN);
    if (!kpk_wins(WHITE, v->king[0], pawn, v->king[1], !v->strong_to_move))
        return 0;
    return KNOWN_WIN - 1000 + material_of(v, true) + 20 * rank_of(pawn);
}

/* Rook against pawn: won if the strong king is at least as near to the square of promotion as the
 * weak king. Also won if the weak king is far from its pawn. If the pawn is not yet on its 6th
 * rank, the strong king may be two steps farther away. On the turned board the weak side's pawn
 * moves down. */
int value_krkp(const EndingView *v) {
    const Square pawn = seen(v, false, PAWN), last = square_at(file_of(pawn), RANK_1);
    const int ahead = race(v, last), away = distance(v->king[1], pawn);
    const bool won = ahead >= 0 || away >= 4 || (away == 3 && (v->strong_to_move || ahead >= -2)) ||
                     (ahead >= -2 && rank_of(pawn) >= RANK_4);
    const int progress = 5 * ahead + 6 * away + 5 * rank_of(pawn);
    return won ? max_int(material_of(v, true) - material_of(v, false), 300) + progress : progress;
}

/* Queen against pawn: won, except against a rook's or bishop's pawn one step from promotion.
 * Against such a pawn the ending is drawn if the weak king is beside the pawn and the strong king
 * far away. */
int value_kqkp(const EndingView *v) {
    const Square pawn = seen(v, false, PAWN);
    const int file = edge_distance(file_of(pawn));
    const int near = 10 * nearness(v->king[0], v->king[1]);
    if (rank_of(pawn) == RANK_2 && distance(v->king[1], pawn) == 1 && (file == 0 || file == 2) &&
        distance(v->king[0], pawn) > 3)
        return near;
    return eg_of(weights[WEIGHT_MATERIAL + QUEEN]) + near;
}

/* Two knights against pawn: the knights mate if a knight blocks the pawn early. The moves that the
 * pawn has left then prevent stalemate. LINE is the line of A. A. Troitsky (1937): for each file,
 * the lowest rank on which a blocked pawn loses. On the turned board the weak side's pawn moves
 * down. */
int value_knnkp(const EndingView *v) {
    static const int8_t LINE[] = {RANK_4, RANK_6, RANK_5, RANK_4};
    const Square pawn = seen(v, false, PAWN), last = square_at(file_of(pawn), RANK_1);
    const bool stopped = squares_of(v, true, KNIGHT) & bb((pawn - 8) ^ v->flip);
    const int beyond = rank_of(pawn) - LINE[file_of(pawn)];
    bool won = stopped && beyond >= 0;
    if (!won && beyond > 1 - v->strong_to_move && rank_of(pawn) >= RANK_5)
        won = v->strong_to_move || race(v, last) >= 0;
    return (won ? 220 : 0) + 8 * to_edge(v->king[1]) + 12 * rank_of(pawn);
}

/* Two pawns against the bare king: won, unless both are rook's pawns of one file and the bare king
 * holds the corner of this file. */
int value_kppk(const EndingView *v) {
    int best = 0;
    for (Bitboard pawns = squares_of(v, true, PAWN); pawns;)
        best = max_int(best, promoting(v, pop_bit(&pawns) ^ v->flip));
    return scale_kpsk(v) == 0 ? 0 : best;
}

/* Bishop and pawn against the bare king: won, with one exception. The ending is drawn if the pawn
 * is a rook's pawn, the bishop does not control the square of promotion, and the bare king reaches
 * this corner in time. */
int value_kbpk(const EndingView *v) {
    const Square pawn = seen(v, true, PAWN), last = last_of(pawn);
    const bool wrong = file_of(pawn) == FILE_A && !same_shade(last, seen(v, true, BISHOP));
    if (scale_kbpk(v) == 0 || (wrong && outside(v, pawn) <= 0 && race(v, last) < 0))
        return 0;
    return promoting(v, pawn);
}

/* Knight and pawn against the bare king: won, with two exceptions. The weak king takes a pawn that
 * is far from the strong king and the knight, or the weak king holds the corner of a rook's
 * pawn. */
int value_knpk(const EndingView *v) {
    const Square pawn = seen(v, true, PAWN), stop = stop_of(pawn);
    const bool falls = distance(v->king[1], stop) <= 1 && distance(v->king[0], pawn) > 2 &&
                       distance(seen(v, true, KNIGHT), pawn) > 4;
    return falls || scale_knpk(v) == 0 ? 0 : promoting(v, pawn);
}

/* Rook and pawn against knight: won. */
int value_krpkn(const EndingView *v) {
    return judged(v, seen(v, true, PAWN), true);
}

/* Rook and pawn against bishop: won, with one exception. The ending is drawn if the strong king is
 * far from the pawn and the weak king near the square in front of the pawn. The square in front
 * must not be of the bishop's shade. */
int value_krpkb(const EndingView *v) {
    const Square pawn = seen(v, true, PAWN), stop = stop_of(pawn);
    const bool held = distance(v->king[1], stop) <= 1 && distance(v->king[0], pawn) > 2 &&
                      !same_shade(stop, seen(v, false, BISHOP));
    return judged(v, pawn, !held);
}

/* True if the weak king stands on the pawn's path, where the bishop cannot drive the king away in
 * time. */
static bool king_holds(const EndingView *v) {
    const Square pawn = seen(v, true, PAWN), weak = v->king[1];
    return file_of(weak) == file_of(pawn) && weak > pawn &&
           (!same_shade(weak, seen(v, true, BISHOP)) || rank_of(weak) <= RANK_6);
}

/* Bishop and pawn against bishop. With bishops of one shade: won if the strong king controls the
 * way to the last rank. With opposite bishops: won only if the pawn is one step from promotion and
 * the pawn's bishop guards the square of promotion. */
int value_kbpkb(const EndingView *v) {
    const Square pawn = seen(v, true, PAWN), last = last_of(pawn), bishop = seen(v, true, BISHOP);
    bool won;
    if (!same_shade(bishop, seen(v, false, BISHOP)))
        won = rank_of(pawn) == RANK_7 && same_shade(last, bishop);
    else if (rank_of(pawn) >= RANK_6)
        won = race(v, last) >= 0;
    else
        won = outside(v, pawn) > 1 && race(v, stop_of(pawn)) > 1;
    return judged(v, pawn, won && !king_holds(v));
}

/* Knight and pawn against knight: won if the weak king is outside the square of the pawn and the
 * weak knight is far away. Against a near knight, the pawn must be advanced, and the strong king
 * must be nearer to the square in front of the pawn than the weak king. */
int value_knpkn(const EndingView *v) {
    const Square pawn = seen(v, true, PAWN);
    const bool near = distance(seen(v, false, KNIGHT), stop_of(pawn)) <= 4;
    bool won = outside(v, pawn) >= 2 - v->strong_to_move && !near;
    if (outside(v, pawn) >= 2 && near)
        won = rank_of(pawn) >= RANK_6 && race(v, stop_of(pawn)) > 0;
    return judged(v, pawn, won);
}

/* Bishop and pawn against knight: won if the weak king is outside the square of the pawn and the
 * knight is far away. Against a near knight, the weak king must also be far from the pawn, and the
 * strong king near the square of promotion. A weak king on the pawn's path may hold the draw. */
int value_kbpkn(const EndingView *v) {
    const Square pawn = seen(v, true, PAWN);
    const int far = outside(v, pawn);
    bool won = far >= 2 - v->strong_to_move;
    if (distance(seen(v, false, KNIGHT), stop_of(pawn)) <= 4)
        won = far >= 2 && distance(v->king[1], stop_of(pawn)) >= 5 &&
              distance(v->king[0], last_of(pawn)) <= 5;
    return judged(v, pawn, won && !king_holds(v));
}

/* Knight and pawn against bishop: won if the pawn is advanced and the weak king is far from the
 * pawn. If the square of promotion is not of the bishop's shade, a weak king three steps from this
 * square is far enough. */
int value_knpkb(const EndingView *v) {
    const Square pawn = seen(v, true, PAWN), last = last_of(pawn);
    const bool sees = same_shade(last, seen(v, false, BISHOP));
    const bool far = distance(v->king[1], pawn) > 4;
    return judged(v, pawn,
                  rank_of(pawn) >= RANK_6 && (far || (!sees && distance(v->king[1], last) > 2)));
}

/* Pawn against knight: won if the pawn is advanced and neither the weak king nor the knight can
 * stop the pawn. */
int value_kpkn(const EndingView *v) {
    const Square pawn = seen(v, true, PAWN);
    const bool won = rank_of(pawn) >= RANK_6 && distance(v->king[1], last_of(pawn)) > 2 &&
                     distance(seen(v, false, KNIGHT), stop_of(pawn)) > 4;
    return judged(v, pawn, won);
}

/* Pawn against bishop: won if the pawn is one step from promotion on a square that is not of the
 * bishop's shade. */
int value_kpkb(const EndingView *v) {
    const Square pawn = seen(v, true, PAWN);
    const bool won = rank_of(pawn) == RANK_7 && !same_shade(last_of(pawn), seen(v, false, BISHOP));
    return judged(v, pawn, won);
}

/* --- scales ----------------------------------------------------------------------------------- */

/* Rook and pawn against rook. */
int scale_krpkr(const EndingView *v) {
    const Square pawn = seen(v, true, PAWN), rook = seen(v, true, ROOK);
    const Square defender = seen(v, false, ROOK), king = v->king[0], weak = v->king[1];
    const Square last = square_at(file_of(pawn), RANK_8);
    const int rank = rank_of(pawn), tempo = v->strong_to_move;
    /* Philidor: the weak king is in front of the pawn, the weak rook on the 6th rank. */
    if (rank <= RANK_5 && distance(weak, last) <= 1 && rank_of(king) <= RANK_5 &&
        (rank_of(defender) == RANK_6 || (rank <= RANK_3 && rank_of(rook) != RANK_6)))
        return 0;
    /* Philidor, after the pawn has reached the 6th rank: the weak rook checks from behind. */
    if (rank == RANK_6 && distance(weak, last) <= 1 && rank_of(king) + tempo <= RANK_6 &&
        (rank_of(defender) == RANK_1 || (!tempo && abs(file_of(defender) - file_of(pawn)) >= 3)))
        return 0;
    if (rank >= RANK_6 && weak == last && rank_of(defender) == RANK_1 &&
        (!tempo || distance(king, pawn) >= 2))
        return 0;
    /* A rook's pawn with the strong rook in front: the weak rook is behind, the weak king on g7 or
     * h7. */
    if (pawn == square_at(FILE_A, RANK_7) && rook == A8 && rank_of(weak) == RANK_7 &&
        file_of(weak) >= FILE_G && file_of(defender) == FILE_A &&
        (rank_of(defender) <= RANK_3 || file_of(king) >= FILE_D || rank_of(king) <= RANK_5))
        return 0;
    /* The weak king blocks the pawn, and the strong king is far. */
    if (rank <= RANK_5 && weak == pawn + 8 && distance(king, pawn) - tempo >= 2 &&
        distance(king, defender) - tempo >= 2)
        return 24;
    /* Lucena: the pawn is one step from promotion, and the weak king is shut off. */
    if (rank == RANK_7 && file_of(pawn) != FILE_A && file_of(rook) == file_of(pawn) &&
        rook != last && distance(king, last) < distance(weak, last) - 2 + tempo)
        return SCALE_NORMAL;
    /* The weak king is in front of a pawn that is far from promotion: hard to win. */
    if (rank <= RANK_4 && weak > pawn && abs(file_of(weak) - file_of(pawn)) <= 1)
        return 24 - 2 * distance(king, weak);
    /* The strong king is nearer to the pawn's path than the weak king: easy to win. */
    if (race(v, stop_of(pawn)) > 0 && race(v, last) >= 0)
        return 2 * SCALE_NORMAL;
    return race(v, stop_of(pawn)) <= 0 ? SCALE_NORMAL / 2 : SCALE_UNKNOWN;
}

/* Rook and two pawns against rook and pawn: drawish if neither of the two pawns is passed and the
 * weak king stands in front of the two pawns. */
int scale_krppkrp(const EndingView *v) {
    static const int8_t BY_RANK[8] = {0, 9, 10, 14, 21, 44, 0, 0};
    const State *s = v->pos->state;
    const Color weak = opponent(v->strong);
    Bitboard pawns = squares_of(v, true, PAWN);
    const Bitboard enemy = squares_of(v, false, PAWN);
    int furthest = RANK_1;
    while (pawns) {
        const Square pawn = pop_bit(&pawns);
        const Bitboard front = front_span(v->strong, bb(pawn));
        const int rank = relative_rank(v->strong, pawn);
        if (!((front | beside_bb(front)) & enemy) ||
            abs(file_of(king_square(s, weak)) - file_of(pawn)) > 1 ||
            relative_rank(v->strong, king_square(s, weak)) <= rank)
            return SCALE_UNKNOWN;
        furthest = max_int(rank, furthest);
    }
    return furthest <= RANK_6 ? BY_RANK[furthest] : SCALE_UNKNOWN;
}

/* True if all pawns of the strong side stand on one rook's file. Sets *last to the square of
 * promotion. */
static bool rook_pawns_only(const EndingView *v, Square *last) {
    const Bitboard pawns = squares_of(v, true, PAWN);
    const int file = file_of(lowest_bit(pawns));
    *last = square_at(file, v->strong == WHITE ? RANK_8 : RANK_1);
    return !(pawns & ~FILE_A_BB) || !(pawns & ~FILE_H_BB);
}

/* Bishop and pawns on one rook's file: drawn if the weak king holds the corner where the pawns
 * promote, and the bishop does not control this corner. */
int scale_kbpk(const EndingView *v) {
    Square last;
    if (!rook_pawns_only(v, &last) || same_shade(last, lowest_bit(squares_of(v, true, BISHOP))))
        return SCALE_UNKNOWN;
    return distance(king_square(v->pos->state, opponent(v->strong)), last) <= 1 ? 0 : SCALE_UNKNOWN;
}

/* Pawns on one rook's file, without pieces: drawn if the weak king holds the corner where the pawns
 * promote. */
int scale_kpsk(const EndingView *v) {
    Square last;
    return rook_pawns_only(v, &last) &&
                   distance(king_square(v->pos->state, opponent(v->strong)), last) <= 1
               ? 0
               : SCALE_UNKNOWN;
}

/* Knight and rook's pawn on the 7th rank: drawn if the weak king holds the corner of promotion,
 * from which a knight cannot drive the king. */
int scale_knpk(const EndingView *v) {
    return seen(v, true, PAWN) == square_at(FILE_A, RANK_7) && distance(v->king[1], A8) <= 1
               ? 0
               : SCALE_UNKNOWN;
}

/* True if a pawn is far advanced and not on a rook's file, so that the pawn may win alone. */
static bool far_advanced(Color c, Square pawn) {
    return relative_rank(c, pawn) >= RANK_5 && edge_distance(file_of(pawn)) != 0;
}

/* Pawn against pawn: drawn if neither pawn is far advanced, and neither would win against the bare
 * king. */
int scale_kpkp(const EndingView *v) {
    const State *s = v->pos->state;
    const Square king = king_square(s, v->strong), weak = king_square(s, opponent(v->strong));
    const Square own = lowest_bit(squares_of(v, true, PAWN));
    const Square foe = lowest_bit(squares_of(v, false, PAWN));
    if (far_advanced(v->strong, own) || far_advanced(opponent(v->strong), foe) ||
        kpk_wins(v->strong, king, own, weak, s->side) ||
        kpk_wins(opponent(v->strong), weak, foe, king, s->side))
        return SCALE_UNKNOWN;
    return 0;
}

/* Queen and pawn against queen: with the move, a pawn that the weak king cannot catch wins. A pawn
 * on the a- or b-file must be near promotion, since the strong king finds no shelter from checks on
 * that side. */
int scale_kqpkq(const EndingView *v) {
    const Square pawn = seen(v, true, PAWN);
    const bool centre = file_of(pawn) >= FILE_C;
    const bool won = outside(v, pawn) >= 2 ? centre || rank_of(pawn) >= RANK_6
                                           : centre && race(v, last_of(pawn)) >= 0;
    return v->strong_to_move && won ? 2 * SCALE_NORMAL : SCALE_NORMAL / 2;
}

/* Endings without pawns. LAB.md says how often the rules are right. */

int value_draw(const EndingView *v) {
    return 0;
}

/* Any mating material against the bare king. */
int value_kxk(const EndingView *v) {
    const Bitboard bishops = squares_of(v, true, BISHOP);
    const bool mates = squares_of(v, true, QUEEN) || squares_of(v, true, ROOK) ||
                       (bishops && squares_of(v, true, KNIGHT)) ||
                       ((bishops & DARK_SQUARES) && (bishops & ~DARK_SQUARES));
    if (!v->strong_to_move && !in_check(v->pos->state) && legal_count(v->pos) == 0)
        return 0;
    return (mates ? KNOWN_WIN : 0) + material_of(v, true) + driven(v);
}

/* Bishop and knight against the bare king: mate can be forced only in a corner of the bishop's
 * shade. */
int value_kbnk(const EndingView *v) {
    /* `corner` is the weak king's distance from the long diagonal between the two corners that the
     * bishop does not control. a1 and h8 are dark. */
    const bool dark = is_dark(lowest_bit(squares_of(v, true, BISHOP)));
    const Square king = king_square(v->pos->state, opponent(v->strong)),
                 mirrored = king ^ (dark ? 0 : 7);
    const int corner = abs(7 - rank_of(mirrored) - file_of(mirrored));
    return KNOWN_WIN + material_of(v, true) + 60 * corner + 10 * nearness(v->king[0], v->king[1]);
}

int value_krkb(const EndingView *v) {
    return 6 * to_edge(v->king[1]);
}

/* Rook against knight: drawn, but worth more while the knight is far from its king and may be
 * lost. */
int value_krkn(const EndingView *v) {
    return 6 * to_edge(v->king[1]) + 10 * distance(v->king[1], seen(v, false, KNIGHT));
}

/* --- ahead or level --------------------------------------------------------------------------- */

/* An ending that is won in the long run: the strong side drives the king to the edge. */
int value_ahead(const EndingView *v) {
    return max_int(material_of(v, true) - material_of(v, false), 300) + driven(v);
}

/* An ending that is drawn with best play. The small value lets the strong side go on trying. */
int value_level(const EndingView *v) {
    return 6 * to_edge(v->king[1]) + 3 * nearness(v->king[0], v->king[1]);
}

/* The distance of the weak king from the nearest, or the furthest, of the weak side's other
 * pieces. */
static int nearest(const EndingView *v, bool furthest) {
    Bitboard pieces = v->pos->state->by_color[opponent(v->strong)] ^ bb(v->king[1] ^ v->flip);
    int best = furthest ? 0 : 8;
    while (pieces) {
        const int away = distance(v->king[1] ^ v->flip, pop_bit(&pieces));
        best = furthest ? max_int(best, away) : min_int(best, away);
    }
    return best;
}

/* Two bishops against a knight (Ken Thompson, 1983) or a pawn: won if the bishops stand on both
 * shades. */
int value_bishop_pair(const EndingView *v) {
    const Bitboard bishops = squares_of(v, true, BISHOP);
    const bool both = (bishops & DARK_SQUARES) && (bishops & ~DARK_SQUARES);
    return both ? value_ahead(v) : value_level(v);
}

/* Queen against two knights: won, unless the weak side is to move and the knights stand near the
 * weak king and near each other. */
int value_kqknn(const EndingView *v) {
    Bitboard knights = squares_of(v, false, KNIGHT);
    const Square first = pop_bit(&knights);
    const bool built =
        !v->strong_to_move && nearest(v, true) <= 3 && distance(first, lowest_bit(knights)) <= 4;
    return built ? value_level(v) : value_ahead(v);
}

/* Queen against rook and minor piece: level, unless the strong side is to move and the weak king is
 * far from both the rook and the minor piece. */
int value_kqkrm(const EndingView *v) {
    return v->strong_to_move && nearest(v, false) >= 3 ? value_ahead(v) : value_level(v);
}
