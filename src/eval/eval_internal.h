/* The parts that the terms of the classical evaluation are made of: shelter, who wins a square, and what
 * one evaluation keeps while it runs. */
#ifndef EVAL_EVAL_INTERNAL_H
#define EVAL_EVAL_INTERNAL_H

#include "eval/pawns.h"

/* Indices of the piece-square values in the table of weights.
 *
 * Nothing depends on which wing is which. Pawns take their values by the distance from the edge.
 * The worth of other pieces on a square depends most on where the enemy king is, so they take
 * theirs on a board facing that king.
 */

/* A board facing a king: as a colour sees it, mirrored if need be so that the king stands on files
 * e-h: one of WING_FILES boards, by the king's file. Square sq has index board_facing() ^ sq. */
static ALWAYS_INLINE int board_facing(Square king, Color c) {
    const int turn = (c == WHITE ? 0 : 56) ^ (file_of(king) < FILE_E ? 7 : 0);
    return SQUARE_COUNT * edge_distance(file_of(king)) | turn;
}

enum { BOARDS_FACING = SQUARE_COUNT * WING_FILES };

/* The weight of a piece of a colour, knight to king, on a square of the board facing the enemy
 * king. */
static ALWAYS_INLINE int piece_square(PieceType type, int facing, Square sq) {
    return WEIGHT_PIECE_SQUARE + BOARDS_FACING * (type - KNIGHT) + (facing ^ sq);
}

/* The weight of a pawn of a colour on a square. */
static ALWAYS_INLINE int pawn_square(Color c, Square sq) {
    return WEIGHT_PAWN_SQUARE + 4 * relative_rank(c, sq) + edge_distance(file_of(sq));
}

/* Which side wins a square: exchanges judged by the sets of attackers and defenders alone.
 *
 * This is Ed Schröder's scheme for piece attacks, of his program Rebel ("How Rebel Plays Chess"): for
 * each square and side a byte says how many attackers there are and of which kinds, and the two bytes
 * and the piece on the square are the index into a table of what an exchange wins there. Here the bytes
 * are not kept, since the two halves of a word of the map are the sets themselves. What counts of a
 * half:
 * - whether it holds a pawn, a queen and a king, and how many minor pieces and rooks (up to two), where
 *   Schröder's byte has the number of all attackers and a bit for each kind;
 * - pieces pinned away from the square are left out;
 * - sliders behind an attacker on its line are included.
 *
 * The table does not distinguish equal pieces. So, unlike moves/exchange.h, it judges mirrored
 * positions alike.
 */

/* Fills the tables. Call once; further calls change nothing. */
void square_control_init(void);

/* The bits of the pieces of both colours by type. A bit alone does not give the type, since its
 * owner may be a promoted piece. Passed by value, so that it may stay in registers. */
typedef struct PieceBits {
    uint32_t minors, rooks, queens;
} PieceBits;

/* True if a colour wins material by taking the enemy piece on a square, least valuable piece first,
 * both sides free to stop. `pinned` are the bits of the pinned pieces of both colours
 * (moves/tactics.h). The piece must not be a king. */
bool square_is_won(const State *s, PieceBits bits, Color c, Square sq, uint32_t pinned);

/* Computes what pawns_probe looks up, into `entry`, and counts into a trace. */
void pawns_trace(const State *s, PawnEntry *entry, Trace *t);

/* A king's shelter: its own pawns in front of it, and the enemy pawns that storm it.
 *
 * It depends on the pawns and the king's square alone. Each thread keeps a table of shelters by
 * both, since kings and pawns move less often than other pieces.
 */

typedef struct Shelter {
    Key key;        /* of the pawns and the king, inverted, so that a zeroed entry never matches */
    Tapered score;  /* what it is worth to the king's side */
    int16_t danger; /* what it adds to the king's danger */
} Shelter;

/* The shelter of a colour's king. */
Shelter shelter_probe(const State *s, Color c);

/* The same, computed again, counting into a trace. */
Shelter shelter_trace(const State *s, Color c, Trace *t);

/* The facts that the terms of an evaluation share, read off the matrix once.
 *
 * A term is an inline function of a colour that returns what it is worth to that colour. Colour and
 * trace (NULL or not) are constant arguments: each term is written once and compiled four times.
 */

typedef struct Eval {
    const Position *pos;
    const State *s;                        /* pos->state */
    const PawnEntry *pawns;                /* of this structure */
    Bitboard men[COLOR_COUNT][TYPE_COUNT]; /* squares, by type */
    Bitboard pawn_attacks[COLOR_COUNT];
    Bitboard attacked[COLOR_COUNT];       /* squares attacked by a colour */
    Bitboard twice[COLOR_COUNT];          /* squares that a colour attacks more than once */
    Bitboard by[COLOR_COUNT][TYPE_COUNT]; /* squares attacked by a type of piece */
    Bitboard area[COLOR_COUNT];           /* squares that count as mobility */
    PieceBits bits;                       /* bits of the pieces */
    uint32_t pinned_bits;                 /* bits of the pieces pinned to either king */
    Bitboard pinned_attacks;              /* the squares that pinned pieces attack */
    Bitboard ring[COLOR_COUNT];           /* the king and the squares beside it */
    Bitboard outer[COLOR_COUNT];          /* the squares two away from the king */
    Bitboard pinned[COLOR_COUNT];         /* pieces pinned to their king */
    Square king[COLOR_COUNT];
    int facing[COLOR_COUNT]; /* the board facing the enemy king: see board_facing */
    int danger[COLOR_COUNT]; /* to the king of a colour */
} Eval;

#endif
