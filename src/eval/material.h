/* The endings that have a rule of their own, and the values of material. */
#ifndef EVAL_MATERIAL_H
#define EVAL_MATERIAL_H

#include "eval/eval_internal.h"

#include <stdlib.h>

/* --- the view of an ending, and measures of it ----------------------------------------------- */

enum {
    KNOWN_WIN = 5000,  /* the least value of an ending that is won by technique */
    SCALE_UNKNOWN = -1 /* the result of a scale function whose rule does not cover the position */
};

/* A position seen from the strong side, which tries to win. The board is turned so that the strong
 * side is White. The board is then mirrored if the first pawn would stand on files e-h. */
typedef struct EndingView {
    const Position *pos;
    Color strong;
    int flip;       /* square ^ flip is the square on the turned and mirrored board */
    Square king[2]; /* on the turned board: [0] the strong king, [1] the weak king */
    bool strong_to_move;
} EndingView;

static inline Bitboard squares_of(const EndingView *v, bool strong, PieceType type) {
    return men_of(v->pos->state, strong ? v->strong : opponent(v->strong), type);
}

/* The square of a side's first piece of a type, on the board as an EndingView turns and mirrors it.
 * The side must have such a piece. */
static inline Square seen(const EndingView *v, bool strong, PieceType type) {
    return lowest_bit(squares_of(v, strong, type)) ^ v->flip;
}

static inline bool same_shade(Square a, Square b) {
    return ((DARK_SQUARES >> a ^ DARK_SQUARES >> b) & 1) == 0;
}

static inline bool is_dark(Square sq) {
    return DARK_SQUARES >> sq & 1;
}

/* How near a square is to the edge: 0 in the centre, 6 in a corner. */
static inline int to_edge(Square sq) {
    return 6 - edge_distance(file_of(sq)) - edge_distance(rank_of(sq));
}

/* Returns the nearness of two squares: 8 for equal squares, down to 1 for squares at distance 7. */
static inline int nearness(Square a, Square b) {
    return 8 - distance(a, b);
}

/* The material of a side, in endgame values. */
static inline int material_of(const EndingView *v, bool strong) {
    int sum = 0;
    for (PieceType type = PAWN; type <= QUEEN; type++)
        sum += eg_of(weights[WEIGHT_MATERIAL + type]) * popcount(squares_of(v, strong, type));
    return min_int(sum, 3000);
}

/* The bonus that drives the weak king to the edge and brings the strong king near. */
static inline int driven(const EndingView *v) {
    return 20 * to_edge(v->king[1]) + 10 * nearness(v->king[0], v->king[1]);
}

/* The rules of endings. ending_rules.c describes each rule; the table in material.c assigns the
 * rules to patterns. */

/* Endings without pawns. */
int value_draw(const EndingView *v);
int value_kxk(const EndingView *v);
int value_kbnk(const EndingView *v);
int value_krkb(const EndingView *v);
int value_krkn(const EndingView *v);
int value_ahead(const EndingView *v);
int value_level(const EndingView *v);
int value_bishop_pair(const EndingView *v);
int value_kqknn(const EndingView *v);
int value_kqkrm(const EndingView *v);

/* Endings with pawns. */
int value_kpk(const EndingView *v);
int value_krkp(const EndingView *v);
int value_kqkp(const EndingView *v);
int value_knnkp(const EndingView *v);
int value_kppk(const EndingView *v);
int value_kbpk(const EndingView *v);
int value_knpk(const EndingView *v);
int value_krpkn(const EndingView *v);
int value_krpkb(const EndingView *v);
int value_kbpkb(const EndingView *v);
int value_knpkn(const EndingView *v);
int value_kbpkn(const EndingView *v);
int value_knpkb(const EndingView *v);
int value_kpkn(const EndingView *v);
int value_kpkb(const EndingView *v);
int scale_krpkr(const EndingView *v);
int scale_kqpkq(const EndingView *v);
int scale_krppkrp(const EndingView *v);
int scale_kbpk(const EndingView *v);
int scale_kpsk(const EndingView *v);
int scale_knpk(const EndingView *v);
int scale_kpkp(const EndingView *v);

/* The table of known endings, by material signature.
 *
 * An ending is a row of the table: a pattern of material, and a function that either gives the
 * value or scales the evaluation. The material entries (MaterialEntry) cache the row of each
 * signature.
 *
 * A pattern names the pieces of the strong side, a dash, and the pieces of the weak side: "KRP-KR".
 * A letter with + stands for one or more such pieces. An X stands for any further pieces, or for
 * none.
 */

typedef struct Ending {
    const char *pattern;
    /* Returns the value for the strong side, within +-9000. May be NULL. */
    int (*value)(const EndingView *view);
    /* Returns the scale, 0 to 2 * SCALE_NORMAL, or SCALE_UNKNOWN. May be NULL. */
    int (*scale)(const EndingView *view);
} Ending;

/* Reads the patterns. Call once; further calls change nothing. */
void endings_init(void);

/* Returns the first row with a value function whose pattern fits a material signature, with
 * `strong` as the strong side; NULL if no row fits. */
const Ending *ending_with_value(uint64_t material, Color strong);

/* Returns the first row with a scale function whose pattern fits a material signature, with
 * `strong` as the strong side; NULL if no row fits. */
const Ending *ending_with_scale(uint64_t material, Color strong);

/* ending_value applies the value function of a row, ending_scale the scale function, to a position
 * that the row's pattern fits. The row must have the function. */
int ending_value(const Ending *ending, const Position *pos, Color strong);
int ending_scale(const Ending *ending, const Position *pos, Color strong);

/* King and pawn against king: a table with a bit for each position, filled at start by retrograde
 * analysis. */

/* Computes the king-and-pawn table in less than a millisecond. Call once; further calls change
 * nothing. */
void kpk_init(void);

/* True if the side with the pawn, `strong`, wins. The position must be legal. */
bool kpk_wins(Color strong, Square strong_king, Square pawn, Square weak_king, Color to_move);

/* --- material --------------------------------------------------------------------------------- */

/* Material: the value of the pieces by their numbers alone.
 *
 * Each thread keeps a table of entries by material signature. Each evaluation looks up the entry of
 * its position. A copy of the entry in the state would cost more time than the copy saves.
 */

typedef struct MaterialEntry {
    uint64_t signature;
    /* The row of the table of endings that gives the value, with `strong` as the strong side. NULL
     * if no row gives the value. */
    const Ending *ending;
    /* for each colour, the row that scales an advantage of this colour, or NULL */
    const Ending *scale[COLOR_COUNT];
    Tapered score; /* White's value minus Black's */
    int phase;     /* PHASE_FULL with all pieces on the board, 0 with none */
    Color strong;
} MaterialEntry;

/* Returns the entry of a position's material, valid until the next call in this thread. */
const MaterialEntry *material_probe(const State *s);

/* Computes the entry of a position's material, and records the counts of weights in a trace. */
void material_trace(const State *s, MaterialEntry *entry, Trace *t);

#endif
