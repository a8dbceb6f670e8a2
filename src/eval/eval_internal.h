/* Parts of the classical evaluation: piece-square indices, square control, shelter, and the data
 * that the terms of one evaluation share. */
#ifndef EVAL_EVAL_INTERNAL_H
#define EVAL_EVAL_INTERNAL_H

#include "eval/pawns.h"

/* Indices of the piece-square values in the table of weights.
 *
 * Both wings have equal values. The value of a pawn depends on its rank and its distance from the
 * edge. The value of another piece depends most on where it stands relative to the enemy king. So
 * its index is its square on a board that faces this king.
 */

/* The number of the board facing a king, as colour c sees it. The board is mirrored if the king
 * stands on files a-d, so that the king stands on files e-h. There are WING_FILES boards, by the
 * king's distance from the edge. The index of square sq is board_facing() ^ sq. */
static ALWAYS_INLINE int board_facing(Square king, Color c) {
    const int turn = (c == WHITE ? 0 : 56) ^ (file_of(king) < FILE_E ? 7 : 0);
    return SQUARE_COUNT * edge_distance(file_of(king)) | turn;
}

enum { BOARDS_FACING = SQUARE_COUNT * WING_FILES };

/* The weight of a piece, knight to king, on a square of the board facing the enemy king. */
static ALWAYS_INLINE int piece_square(PieceType type, int facing, Square sq) {
    return WEIGHT_PIECE_SQUARE + BOARDS_FACING * (type - KNIGHT) + (facing ^ sq);
}

/* The weight of a pawn of a colour on a square. */
static ALWAYS_INLINE int pawn_square(Color c, Square sq) {
    return WEIGHT_PAWN_SQUARE + 4 * relative_rank(c, sq) + edge_distance(file_of(sq));
}

/* Square control: an exchange evaluated by the sets of attackers and defenders alone.
 *
 * This is Ed Schröder's scheme for piece attacks, of his program Rebel ("How Rebel Plays Chess").
 * There, a byte for each square and side holds the number of attackers and a bit for each kind. The
 * two bytes and the piece on the square are the index into a table of gains. Panoptes reads the
 * sets from the two halves of a row of the map instead:
 * - Of each half it counts at most one pawn, two minor pieces, two rooks, one queen and the king.
 * - A piece pinned to a line that does not include the square does not count.
 * - A slider behind an attacker, on the attacker's line, counts.
 *
 * The table does not distinguish equal pieces. So, unlike moves/exchange.h, it gives mirrored
 * positions equal values.
 */

/* Fills the tables. Call once; further calls change nothing. */
void square_control_init(void);

/* The bits of the pieces of both colours by type. A bit alone does not give the type, since its
 * owner may be a promoted piece. Functions take PieceBits by value, so that they can stay in
 * registers. */
typedef struct PieceBits {
    uint32_t minors, rooks, queens;
} PieceBits;

/* True if a colour wins material by taking the enemy piece on a square. Both sides take with the
 * least valuable piece first and may stop. `pinned` are the bits of the pinned pieces of both
 * colours (moves/tactics.h). The piece on the square must not be a king. */
bool square_is_won(const State *s, PieceBits bits, Color c, Square sq, uint32_t pinned);

/* Computes the entry that pawns_probe looks up, into `entry`, and counts into a trace. */
void pawns_trace(const State *s, PawnEntry *entry, Trace *t);

/* A king's shelter: its own pawns in front of it, and the enemy pawns that storm it.
 *
 * It depends on the pawns and the king's square alone. Kings and pawns move less often than other
 * pieces, so each thread keeps a table of shelters.
 */

typedef struct Shelter {
    Key key;        /* of the pawns and the king, inverted, so that a zeroed entry never matches */
    Tapered score;  /* its value for the king's side */
    int16_t danger; /* its part of the king's danger */
} Shelter;

/* The shelter of a colour's king. */
Shelter shelter_probe(const State *s, Color c);

/* Computes the shelter of a colour's king without the table, and counts into a trace. */
Shelter shelter_trace(const State *s, Color c, Trace *t);

/* The data that the terms of one evaluation share, read from the matrix once.
 *
 * A term is an inline function that returns its value for a colour. The colour and the trace (NULL
 * or not) are constant arguments. So each term is written once and compiled four times.
 */

typedef struct Eval {
    const Position *pos;
    const State *s;                        /* pos->state */
    const PawnEntry *pawns;                /* the pawn structure */
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
    int danger[COLOR_COUNT]; /* the danger to a colour's king */
} Eval;

#endif
