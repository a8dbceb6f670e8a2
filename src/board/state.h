/* The state of a board: the attack matrix, the pieces by square, and the keys.
 *
 * Invariants, checked by selfcheck/verify.h:
 * - map[s] >> b & 1 == attacks[b] >> s & 1 for every square s and bit b;
 * - a piece also attacks squares with pieces of its own side, and a slider stops at the first
 *   piece;
 * - attacks[b] == 0, square_of[b] == SQUARE_NONE and no mask holds b if b has no owner.
 */
#ifndef BOARD_STATE_H
#define BOARD_STATE_H

#include "board/cells.h"
#include "board/geometry.h"
#include "core/move.h"

/* A piece as one byte, type << 5 | bit: one load gives the piece's type, colour and attack bit. */
typedef int Man;
enum { MAN_NONE = 0xFF };

static ALWAYS_INLINE Man man_make(PieceType type, Bit bit) {
    return type << 5 | bit;
}

static ALWAYS_INLINE PieceType man_type(Man man) {
    return man >> 5;
}

static ALWAYS_INLINE Bit man_bit(Man man) {
    return man & 31;
}

/* Type and colour as an index: 2 * type + colour. */
static ALWAYS_INLINE int man_piece(Man man) {
    return man >> 4;
}

/* Castling rights, a bit each. */
enum {
    CASTLE_WHITE_SHORT = 1,
    CASTLE_WHITE_LONG = 2,
    CASTLE_BLACK_SHORT = 4,
    CASTLE_BLACK_LONG = 8,
    CASTLE_ALL = 15
};

/* The two sides to castle to, kingside (short) and queenside (long). In a set of castling rights,
 * bit 2 * c + w is the right of colour c to castle to wing w. */
enum { WING_SHORT, WING_LONG };

/* The indices of State.part_key: one key for all pawns, and one key for the other pieces of each
 * colour. */
enum { PART_PAWNS, PART_WHITE, PART_BLACK, PART_COUNT };

/* Flags of a move: the changes of the piece lists that unmake_move must undo. All other data are in
 * the earlier state. */
enum {
    UNDO_CAPTURE = 1,      /* link the captured piece's cell into its ring again */
    UNDO_PREPROMOTION = 2, /* give the moved pawn its earlier cell */
    UNDO_PROMOTION = 4     /* give the moved pawn its earlier cell, and free the promotion slot */
};

/* If rule50 or plies_from_null is greater at the root, it becomes this number, which has the same
 * effect. */
enum { RULE50_MAX = 9999 };

/* Everything about a position except the lists: twelve cache lines. */
typedef struct State {
    Bitboard attacks[BIT_COUNT];  /* column: the squares that the owner of a bit attacks */
    uint32_t map[SQUARE_COUNT];   /* row: the attackers of a square */
    uint8_t man_on[SQUARE_COUNT]; /* the piece as a Man, or MAN_NONE */
    uint8_t square_of[BIT_COUNT]; /* Square or SQUARE_NONE, by bit */
    uint32_t alive;               /* the bits of all pieces on the board */
    uint32_t sliders;             /* the bits of bishops, rooks and queens */
    uint32_t pawns;               /* the bits of pawns */
    uint32_t out_of_order;        /* bits whose owners break the order of value; scanned last */
    uint8_t side;                 /* Color to move */
    uint8_t castling;             /* CASTLE_ rights */
    uint8_t ep;                   /* the target of a legal e.p. capture, or SQUARE_NONE */
    uint8_t undo;                 /* UNDO_ flags of `move` */
    uint8_t captured;             /* on a capture: the cell of the piece captured by `move` */
    uint8_t mover;                /* on (pre-)promotion: the pawn's earlier cell */
    uint8_t displaced;     /* on promotion: the value that cell_of[] had for the new piece's bit */
    uint8_t promoted_from; /* on promotion: the pawn's attack bit */
    uint16_t rule50;       /* plies since the last capture or pawn move */
    uint16_t plies_from_null; /* plies since the last null move or the set-up of the game */
    Move move;                /* the move that led to this state */
    uint16_t reserved;
    Bitboard by_color[COLOR_COUNT]; /* squares of the pieces of a colour */
    Bitboard by_type[TYPE_COUNT];   /* squares of the pieces of a type, both colours */
    Key key;                  /* the key of pieces, side to move, castling rights and e.p. square */
    Key part_key[PART_COUNT]; /* the keys of the PART_ parts */
    uint64_t material;        /* the material signature, a sum of material_unit */
    uint64_t reserved_key[3];
} __attribute__((aligned(CACHE_LINE))) State;

_Static_assert(sizeof(State) == 12 * CACHE_LINE, "a State is twelve cache lines");

/* --- reading ------------------------------------------------------------------------------- */

static ALWAYS_INLINE Bitboard occupied(const State *s) {
    return s->by_color[WHITE] | s->by_color[BLACK];
}

static ALWAYS_INLINE Bitboard men_of(const State *s, Color c, PieceType type) {
    return s->by_color[c] & s->by_type[type];
}

static ALWAYS_INLINE Square king_square(const State *s, Color c) {
    return s->square_of[bit_make(c, BIT_KING)];
}

/* The attackers of a square that belong to a colour. */
static ALWAYS_INLINE uint32_t attackers_of(const State *s, Square sq, Color c) {
    return s->map[sq] & half_of(c);
}

/* All squares that a colour attacks: the union of its columns. */
static ALWAYS_INLINE Bitboard attacked_squares(const State *s, Color c) {
    const Bitboard *columns = &s->attacks[bit_make(c, 0)];
    Bitboard all = 0;
    for (int i = 0; i < BITS_PER_COLOR; i++)
        all |= columns[i];
    return all;
}

/* True if no slider would attack the king of `taker` after the pawn on `from` takes en passant. The
 * capture removes two pawns from one rank at once, so pinned_men may miss such a pin. */
static ALWAYS_INLINE bool ep_keeps_king_safe(const State *s, Color taker, Square from, Square ep) {
    const Square king = king_square(s, taker), victim = ep - pawn_push(taker);
    const Bitboard enemies = s->by_color[opponent(taker)];
    const Bitboard rooks = (s->by_type[ROOK] | s->by_type[QUEEN]) & enemies;
    const Bitboard bishops = (s->by_type[BISHOP] | s->by_type[QUEEN]) & enemies;
    const Bitboard occ = occupied(s) ^ bb(from) ^ bb(victim) ^ bb(ep);
    return !(rook_attacks(king, occ) & rooks) && !(bishop_attacks(king, occ) & bishops);
}

/* The attackers that give check to the king of a colour. */
static ALWAYS_INLINE uint32_t checkers_of(const State *s, Color c) {
    return attackers_of(s, king_square(s, c), opponent(c));
}

static ALWAYS_INLINE bool in_check(const State *s) {
    return checkers_of(s, s->side) != 0;
}

static ALWAYS_INLINE PieceType type_on(const State *s, Square sq) {
    return man_type(s->man_on[sq]);
}

static ALWAYS_INLINE PieceType type_of_bit(const State *s, Bit bit) {
    return type_on(s, s->square_of[bit]);
}

/* Returns the least valuable piece of an attacker set; a piece out of order comes after all others.
 * The set must not be empty, and must be of one colour. */
static ALWAYS_INLINE Bit least_valuable(const State *s, uint32_t set) {
    assert(set && (!(set & half_of(WHITE)) || !(set & half_of(BLACK))));
    const uint32_t ordered = set & ~s->out_of_order;
    return lowest_bit(LIKELY(ordered) ? ordered : set);
}

/* The position of the nibble of a colour and a type (not KING) in the material signature. */
#define MATERIAL_SHIFT(c, type) (4 * (5 * (c) + (type)))

/* Returns the value of one piece in the material signature. The signature has a nibble for each
 * colour and type except kings. The signature is exact: equal signatures mean equal material. */
static ALWAYS_INLINE uint64_t material_unit(Color c, PieceType type) {
    return type == KING ? 0 : (uint64_t)1 << MATERIAL_SHIFT(c, type);
}

/* The number of pieces of a colour and a type (not KING) in a material signature. */
static ALWAYS_INLINE int material_count(uint64_t material, Color c, PieceType type) {
    assert(type >= PAWN && type < KING);
    return (int)(material >> MATERIAL_SHIFT(c, type) & 15);
}

/* True if a colour has a piece other than king and pawns. */
static ALWAYS_INLINE bool has_pieces(const State *s, Color c) {
    return (s->by_color[c] & ~s->by_type[PAWN] & ~s->by_type[KING]) != 0;
}

/* The king's square after a colour has castled to a wing. */
static ALWAYS_INLINE Square castled_king(Color c, int wing) {
    return square_at(wing == WING_SHORT ? FILE_G : FILE_C, c == WHITE ? RANK_1 : RANK_8);
}

static ALWAYS_INLINE Square castled_rook(Color c, int wing) {
    return square_at(wing == WING_SHORT ? FILE_F : FILE_D, c == WHITE ? RANK_1 : RANK_8);
}

/* The wing that a castling move goes to. */
static ALWAYS_INLINE int castling_wing(Move m) {
    return move_to(m) > move_from(m) ? WING_SHORT : WING_LONG;
}

/* True if no sequence of legal moves mates: bare kings, a single minor, or bishops of one shade
 * only. */
bool insufficient_material(const State *s);

/* True if the fifty-move rule or the material makes the game a draw. The caller must rule out a
 * checkmate first. */
bool is_rule_draw(const State *s);

/* --- random numbers for the position keys, the same in every run ----------------------------- */

typedef struct Zobrist {
    Key man[COLOR_COUNT][TYPE_COUNT][SQUARE_COUNT];
    Key castling[CASTLE_ALL + 1]; /* indexed by the set of rights */
    Key ep[SQUARE_COUNT + 1];     /* indexed by the e.p. square; the entry of SQUARE_NONE is 0 */
    Key side;                     /* XORed into the key if Black is to move */
} Zobrist;

/* The random numbers. zobrist_init fills the table; afterwards the numbers never change. */
extern Zobrist zobrist;

/* Fills the table `zobrist`. Call once before any position is set up; further calls change
 * nothing. */
void zobrist_init(void);

/* All keys of a position, computed from its board alone. The keys that each move updates must equal
 * these keys. */
typedef struct Keys {
    Key whole;
    Key part[PART_COUNT];
} Keys;

Keys keys_from_scratch(const State *s);

/* The index in State.part_key of the key that a piece belongs to. With constant arguments the macro
 * is a constant. */
#define KEY_PART(c, type) ((type) == PAWN ? PART_PAWNS : PART_WHITE + (c))

static ALWAYS_INLINE int key_part(Color c, PieceType type) {
    return KEY_PART(c, type);
}

#endif
