/* Endings without pawns. What they claim was judged by all results of such positions: see LAB.md. */
#include "eval/ending_rules.h"
#include "moves/generate.h"

int value_draw(const EndingView *v) {
    (void)v;
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

/* Mate is only to be had in a corner of the bishop's shade. */
int value_kbnk(const EndingView *v) {
    /* a1 and h8 are dark: how far the king is from the diagonal between the other two corners. For
     * a light bishop the board is mirrored. */
    const bool dark = is_dark(lowest_bit(squares_of(v, true, BISHOP)));
    const Square king = king_square(v->pos->state, opponent(v->strong)),
                 mirrored = king ^ (dark ? 0 : 7);
    const int corner = abs(7 - rank_of(mirrored) - file_of(mirrored));
    return KNOWN_WIN + material_of(v, true) + 60 * corner + 10 * nearness(v->king[0], v->king[1]);
}

int value_krkb(const EndingView *v) {
    return 6 * to_edge(v->king[1]);
}

/* A knight far from its king is lost. */
int value_krkn(const EndingView *v) {
    return 6 * to_edge(v->king[1]) + 10 * distance(v->king[1], seen(v, false, KNIGHT));
}

/* --- ahead, and how to go on ------------------------------------------------------------------ */

/* Won in the long run: the king is driven to the edge, where pieces are lost or mate comes. */
int value_ahead(const EndingView *v) {
    return max_int(material_of(v, true) - material_of(v, false), 300) + driven(v);
}

/* A draw with best play, though the stronger side may go on trying. */
int value_level(const EndingView *v) {
    return 6 * to_edge(v->king[1]) + 3 * nearness(v->king[0], v->king[1]);
}

/* The distance of the weak king from its nearest or furthest piece but it. */
static int nearest(const EndingView *v, bool furthest) {
    Bitboard pieces = v->pos->state->by_color[opponent(v->strong)] ^ bb(v->king[1] ^ v->flip);
    int best = furthest ? 0 : 8;
    while (pieces) {
        const int away = distance(v->king[1] ^ v->flip, pop_bit(&pieces));
        best = furthest ? max_int(best, away) : min_int(best, away);
    }
    return best;
}

/* Two bishops beat a knight, as Ken Thompson found in 1983, and a pawn: if they guard both shades.
 */
int value_bishop_pair(const EndingView *v) {
    const Bitboard bishops = squares_of(v, true, BISHOP);
    const bool both = (bishops & DARK_SQUARES) && (bishops & ~DARK_SQUARES);
    return both ? value_ahead(v) : value_level(v);
}

/* The queen beats two knights, unless they stand near their king and each other. With the move it
 * attacks before they do. */
int value_kqknn(const EndingView *v) {
    Bitboard knights = squares_of(v, false, KNIGHT);
    const Square first = pop_bit(&knights);
    const bool built =
        !v->strong_to_move && nearest(v, true) <= 3 && distance(first, lowest_bit(knights)) <= 4;
    return built ? value_level(v) : value_ahead(v);
}

/* Rook and minor piece hold against the queen, unless it is to move and they are scattered. */
int value_kqkrm(const EndingView *v) {
    return v->strong_to_move && nearest(v, false) >= 3 ? value_ahead(v) : value_level(v);
}
