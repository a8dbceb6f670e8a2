/* King and pawn against king, by retrograde analysis. For each side to move, pawn square and white
 * king, a bitboard holds the squares of the black king that lose ("losing black kings"). A pass for
 * one pawn square goes over the white kings. The pass computes the sets for White to move from the
 * sets for Black to move, and vice versa. The sets begin with the promotions that win, and only
 * grow. The analysis of a pawn square ends when a pass changes nothing. */
#include "eval/material.h"

/* The pawn is White's and stands on files a-d, ranks 2-7: 24 places. */
enum { PAWN_PLACES = 24 };

/* For each square of the white king, the squares where the black king loses. */
typedef Bitboard Wins[SQUARE_COUNT];

/* The squares where the black king loses, indexed by side to move, place of the pawn, and square of
 * the white king. kpk_init fills the table. */
static Wins wins[COLOR_COUNT][PAWN_PLACES];

static int place_of(Square pawn) {
    return (rank_of(pawn) - RANK_2) * 4 + file_of(pawn);
}

static Bitboard steps(Square king) {
    return geometry.leaper[WHITE][KING][king];
}

/* The squares that are one king's step from a square of a set. */
static Bitboard stepped(Bitboard kings) {
    const Bitboard beside = beside_bb(kings), rows = kings | beside;
    return beside | rows << 8 | rows >> 8;
}

/* The squares where the black king may stand: not beside the white king, not on an occupied
 * square. */
static Bitboard standing(Square pawn, Square white) {
    return ~(steps(white) | bb(white) | bb(pawn));
}

/* The squares where the black king loses at once: the pawn on the 7th rank promotes, and the black
 * king cannot take the new queen. */
static Bitboard lost_to_promotion(Square pawn, Square white) {
    const Square last = pawn + 8;
    if (rank_of(pawn) != RANK_7 || white == last)
        return 0;
    return ~(bb(last) | (steps(last) & bb(white) ? 0 : steps(last)));
}

/* The squares where the black king loses with White to move: a move of king or pawn leads to a
 * position that Black loses. */
static Bitboard won_by_white(Square pawn, Square white) {
    Bitboard won = lost_to_promotion(pawn, white);
    for (Bitboard to = steps(white) & ~bb(pawn); to;) {
        const Square king = pop_bit(&to);
        won |= wins[BLACK][place_of(pawn)][king] & ~steps(king);
    }
    if (rank_of(pawn) < RANK_7 && white != pawn + 8) {
        won |= wins[BLACK][place_of(pawn + 8)][white] & ~bb(pawn + 8);
        if (rank_of(pawn) == RANK_2 && white != pawn + 16)
            won |= wins[BLACK][place_of(pawn + 16)][white] & ~bb(pawn + 8);
    }
    return won & standing(pawn, white) & ~geometry.leaper[WHITE][PAWN][pawn];
}

/* The squares where the black king loses with Black to move. Every legal step of the black king
 * leads to a win for White, and at least one step exists or Black is checkmated. If the black king
 * takes the pawn, the game is drawn. */
static Bitboard lost_by_black(Square pawn, Square white) {
    const Bitboard guarded = geometry.leaper[WHITE][PAWN][pawn];
    const Bitboard legal = standing(pawn, white) & ~guarded;
    const Bitboard takes = steps(white) & bb(pawn) ? 0 : bb(pawn);
    const Bitboard saved = stepped((legal & ~wins[WHITE][place_of(pawn)][white]) | takes);
    const Bitboard stale = ~stepped(legal | takes) & ~guarded;
    return standing(pawn, white) & ~saved & ~stale;
}

/* Computes the sets of a pawn square again for all squares of the white king. Returns true if a set
 * has grown. */
static bool pass(Square pawn) {
    bool grown = false;
    for (Square white = 0; white < SQUARE_COUNT; white++) {
        if (white == pawn)
            continue;
        Bitboard *white_moves = &wins[WHITE][place_of(pawn)][white];
        Bitboard *black_moves = &wins[BLACK][place_of(pawn)][white];
        const Bitboard won = won_by_white(pawn, white);
        grown |= won != *white_moves;
        *white_moves = won;
        const Bitboard lost = lost_by_black(pawn, white);
        grown |= lost != *black_moves;
        *black_moves = lost;
    }
    return grown;
}

void kpk_init(void) {
    /* The pawns on the 7th rank come first, since a push leads to a pawn on a higher rank. */
    for (int rank = RANK_7; rank >= RANK_2; rank--)
        for (int file = FILE_A; file <= FILE_D; file++)
            while (pass(square_at(file, rank)))
                ;
}

bool kpk_wins(Color strong, Square strong_king, Square pawn, Square weak_king, Color to_move) {
    assert(rank_of(pawn) != RANK_1 && rank_of(pawn) != RANK_8 && strong_king != weak_king);
    const int flip = (strong == WHITE ? 0 : 56) ^ (file_of(pawn) > FILE_D ? 7 : 0);
    const Bitboard lost = wins[to_move ^ strong][place_of(pawn ^ flip)][strong_king ^ flip];
    return lost >> (weak_king ^ flip) & 1;
}
