/* Parts of the classical evaluation: piece-square indices, square control, shelter, and the data
 * that the terms of one evaluation share. */
#ifndef EVAL_EVAL_INTERNAL_H
#define EVAL_EVAL_INTERNAL_H

#include "eval/pawns.h"

/* Indices of the piece-square values in the table of weights.
 *
 * Both wings have equal values. The value of a pawn depends on the pawn's rank and distance from
 * the edge. The value of another piece depends most on where the piece stands relative to the enemy
 * king. So the index of a piece is its square on a board that faces the enemy king.
 */

/* Returns a number whose XOR with a square is the square's index in a table of piece-square
 * weights. The table has 64 entries for each distance of the king from the edge: the squares as
 * colour c sees the board, mirrored if the king stands on files a-d. */
static ALWAYS_INLINE int board_facing(Square king, Color c) {
    const int turn = (c == WHITE ? 0 : 56) ^ (file_of(king) < FILE_E ? 7 : 0);
    return SQUARE_COUNT * edge_distance(file_of(king)) | turn;
}

enum { BOARDS_FACING = SQUARE_COUNT * WING_FILES };

/* The index of the weight of a piece, knight to king, on a square. `facing` is board_facing of the
 * enemy king. */
static ALWAYS_INLINE int piece_square(PieceType type, int facing, Square sq) {
    return WEIGHT_PIECE_SQUARE + BOARDS_FACING * (type - KNIGHT) + (facing ^ sq);
}

/* The index of a pawn's weight on a square. */
static ALWAYS_INLINE int pawn_square(Color c, Square sq) {
    return WEIGHT_PAWN_SQUARE + 4 * relative_rank(c, sq) + edge_distance(file_of(sq));
}

/* Square control: an exchange evaluated by the sets of attackers and defenders alone.
 *
 * The scheme is Ed Schröder's, from his program Rebel ("How Rebel Plays Chess"). In Rebel, a byte
 * for each square and side holds the number of attackers and a bit for each kind of attacker. The
 * two bytes and the piece on the square are the index into a table of gains. Panoptes reads the
 * sets from the two halves of a row of the map instead:
 * - Panoptes counts of each half at most one pawn, two minor pieces, two rooks, one queen and the
 *   king.
 * - A piece pinned to a line that does not include the square does not count.
 * - A slider behind an attacker, on the attacker's line, counts.
 *
 * The table does not distinguish equal pieces. So, unlike moves/exchange.h, the table gives
 * mirrored positions equal values.
 */

/* Fills the tables. Call once; further calls change nothing. */
void square_control_init(void);

/* The bits of the pieces of both colours by type. A bit alone does not give the type, since the
 * bit's owner may be a promoted piece. Functions take PieceBits by value, so that the sets can stay
 * in registers. */
typedef struct PieceBits {
    uint32_t minors, rooks, queens;
} PieceBits;

/* True if a colour wins material by taking the enemy piece on a square. Both sides take with the
 * least valuable piece first and may stop. `pinned` are the bits of the pinned pieces of both
 * colours (moves/tactics.h). The piece on the square must not be a king. */
bool square_is_won(const State *s, PieceBits bits, Color c, Square sq, uint32_t pinned);

/* Computes the entry that pawns_probe looks up, and records the counts of weights in a trace. */
void pawns_trace(const State *s, PawnEntry *entry, Trace *t);

/* A king's shelter: the king's own pawns in front of the king, and the enemy pawns that storm the
 * king.
 *
 * A shelter depends on the pawns and the king's square alone. Kings and pawns move less often than
 * other pieces, so each thread keeps a table of shelters.
 */

typedef struct Shelter {
    Key key;        /* key of pawns and king, inverted, so that a zeroed entry never matches */
    Tapered score;  /* the shelter's value for the king's side */
    int16_t danger; /* the shelter's part of the king's danger */
} Shelter;

/* The shelter of a colour's king. */
Shelter shelter_probe(const State *s, Color c);

/* Computes the shelter of a colour's king without the table, and records the counts of weights in a
 * trace. */
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
    Bitboard men[COLOR_COUNT][TYPE_COUNT]; /* the squares of the pieces of each type */
    Bitboard pawn_attacks[COLOR_COUNT];
    Bitboard attacked[COLOR_COUNT];       /* squares attacked by a colour */
    Bitboard twice[COLOR_COUNT];          /* squares that a colour attacks more than once */
    Bitboard by[COLOR_COUNT][TYPE_COUNT]; /* squares attacked by a type of piece */
    Bitboard area[COLOR_COUNT];           /* squares that count as mobility */
    PieceBits bits;                       /* bits of the pieces */
    uint32_t pinned_bits;                 /* bits of the pieces pinned to either king */
    Bitboard pinned_attacks;              /* the squares that pinned pieces attack */
    Bitboard ring[COLOR_COUNT];           /* the king and the squares beside it */
    Bitboard outer[COLOR_COUNT];          /* the squares two king's moves from the king */
    Bitboard pinned[COLOR_COUNT];         /* pieces pinned to their king */
    Square king[COLOR_COUNT];
    int facing[COLOR_COUNT]; /* the board facing the enemy king: see board_facing */
    int danger[COLOR_COUNT]; /* the danger to a colour's king */
} Eval;

#endif
