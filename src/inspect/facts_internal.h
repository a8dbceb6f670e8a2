/* The kinds of facts: how each is found, what is said of it, and what the definitions share. */
#ifndef INSPECT_FACTS_INTERNAL_H
#define INSPECT_FACTS_INTERNAL_H

#include "eval/pawns.h"
#include "inspect/facts.h"

/* A position as the definitions read it. */
typedef struct Board {
    const State *s;
    const Trace *t;                      /* of the classical evaluation */
    Bitboard passed, reach[COLOR_COUNT]; /* see PawnEntry */
    Bitboard attacked[COLOR_COUNT];
} Board;

/* A move and the boards before and after it. */
typedef struct Step {
    const Board *before, *after;
    Move move;
    Color by;
} Step;

/* Facts of one theme tell much the same: of one line only one is named. THEME_OWN: a kind alone. */
typedef enum Theme {
    THEME_OWN,
    THEME_CENTRE,
    THEME_WEAK_FILE,
    THEME_KING,
    THEME_SQUARE,
    THEME_PASSED,
    THEME_TIME
} Theme;

/* The place that makes facts of two positions the same. */
typedef enum Same { SAME_SQUARE, SAME_FILE, SAME_SIDE } Same;

enum { FACT_RANGES = 4 };

/* A kind of fact. */
typedef struct FactRow {
    const char *name;
    const char *clause; /* see fact_text: {S} is the side, {O} the other one, {s} "the" for the side
                           that moves and else "White's", {q} the square, {f} its file, {w} its wing,
                           {p} the piece on it; {=} "gives White ", for what was there before "keeps "
                           or "leaves Black ", {~} the same for the other side; {+attack} "attacks" or "lets White attack" */
    Theme theme;
    Same same;
    bool whole; /* the squares make one fact together */
    int least; /* of its value: above 0 if the fact helps its side, below 0 if it hurts. Tuned terms
                   share one fact among many, so that no value is nearer to 0 */
    /* The squares of a colour that have the fact; NULL for a fact of a move. */
    Bitboard (*find)(const Board *b, Color c);
    struct {
        int first, last;
    } terms[FACT_RANGES]; /* the weights that make its value, from first to last; 0, 0: no more */
    /* A fact of a move: the square that the move is about, as a set; 0: it does not do this. */
    Bitboard (*does)(const Step *step);
    bool of_reply; /* it counts for a reply, too */
} FactRow;

/* By kind: facts of a position, and facts of a move from FACT_MOVE_FIRST on. */
extern const FactRow board_facts[FACT_MOVE_FIRST], move_facts[FACT_COUNT - FACT_MOVE_FIRST];

static inline const FactRow *fact_row(FactKind kind) {
    return kind < FACT_MOVE_FIRST ? &board_facts[kind] : &move_facts[kind - FACT_MOVE_FIRST];
}

/* --- what the definitions share ---------------------------------------------------------------- */

static const Bitboard CENTRE_FILES = 0x3C3C3C3C3C3C3C3Cu; /* c to f */
static const Bitboard CENTRE = 0x0000001818000000u;       /* d4, e4, d5, e5 */

static inline Bitboard men(const Board *b, Color c, PieceType type) {
    return men_of(b->s, c, type);
}

static inline bool is_ending(const Board *b) {
    return b->t->phase <= PHASE_FULL / 3;
}

static inline bool is_opening(const Board *b) {
    return b->t->phase >= PHASE_FULL * 3 / 4;
}

/* The king's file and those beside it. */
static inline Bitboard king_files(const Board *b, Color c) {
    const Bitboard file = file_fill(men(b, c, KING));
    return file | beside_bb(file);
}

/* The knights and bishops on their first squares. */
static inline Bitboard at_home(const Board *b, Color c) {
    const Bitboard rank = ranks_bb(c, RANK_1, RANK_1);
    return (men(b, c, KNIGHT) & rank & 0x4242424242424242u) |
           (men(b, c, BISHOP) & rank & 0x2424242424242424u);
}

#endif
