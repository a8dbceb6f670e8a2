/* The kinds of facts, the rules that find and name a fact of each kind, and the helpers that the definitions share. */
#ifndef INSPECT_FACTS_INTERNAL_H
#define INSPECT_FACTS_INTERNAL_H

#include "eval/pawns.h"
#include "inspect/facts.h"
#include "inspect/inspect_internal.h"

/* A position with the data that the definitions of facts need. */
typedef struct Board {
    const State *s;
    const Trace *t; /* the trace of the classical evaluation */
    /* the passed pawns of both sides; the squares that a colour's pawns attack or can attack later (eval/pawns.h) */
    Bitboard passed, reach[COLOR_COUNT];
    Bitboard attacked[COLOR_COUNT]; /* the squares that a piece of the colour attacks */
} Board;

/* A move and the boards before and after it. */
typedef struct Step {
    const Board *before, *after;
    Move move;
    Color by;
} Step;

/* Facts of one theme say nearly the same, such as that a file is weak. So facts_differ lists only one fact of each
 * theme for a line. A kind with THEME_OWN has a theme of its own. */
typedef enum Theme {
    THEME_OWN,
    THEME_CENTRE,
    THEME_WEAK_FILE,
    THEME_KING,
    THEME_SQUARE,
    THEME_PASSED,
    THEME_TIME
} Theme;

/* Facts of one kind in two positions are the same fact if they have the same square, the same file, or only the same
 * side. Each kind has one of these rules. */
typedef enum Same { SAME_SQUARE, SAME_FILE, SAME_SIDE } Same;

enum { FACT_RANGES = 4 };

/* A kind of fact. */
typedef struct FactRow {
    const char *name;
    /* the clause that fact_text adds. {S} is the side of the fact; {s} is "the" for the side that moves, else
     * "White's". {q} is the square, {f} the square's file, {w} the square's wing, {p} the piece on the square. {=} is
     * "gives White ", or "keeps " or "leaves Black " if the position before has the fact. {~} is {=} for the other
     * side. {+attack} is "attacks" or "lets White attack" */
    const char *clause;
    Theme theme;
    Same same;
    /* true if all squares of a colour together make one fact, such as more space; false if each square makes one */
    bool whole;
    /* the value nearest to 0, in centipawns, that a fact of the kind gets: positive if the fact helps its side,
     * negative if it hurts its side, 0 for a fact about both sides. A fact of a move always gets this value */
    int least;
    /* For a fact of a position: returns the squares at which a colour has the fact. NULL for a fact of a move. */
    Bitboard (*find)(const Board *b, Color c);
    /* the ranges of weights whose sum is the value of the fact; `last` is 0 after the last range */
    struct {
        int first, last;
    } terms[FACT_RANGES];
    /* For a fact of a move: returns a set with the square that the fact's clause names, or 0 if the move does not have
     * the fact. NULL for a fact of a position. */
    Bitboard (*does)(const Step *step);
    bool of_reply; /* a reply to the first move of a line may also have the fact */
} FactRow;

/* The rows of all kinds: board_facts for facts of a position, move_facts for facts of a move. */
extern const FactRow board_facts[FACT_MOVE_FIRST], move_facts[FACT_COUNT - FACT_MOVE_FIRST];

static inline const FactRow *fact_row(FactKind kind) {
    return kind < FACT_MOVE_FIRST ? &board_facts[kind] : &move_facts[kind - FACT_MOVE_FIRST];
}

/* --- helpers of the definitions ---------------------------------------------------------------- */

static const Bitboard CENTRE_FILES = 0x3C3C3C3C3C3C3C3Cu; /* the files c to f */
static const Bitboard CENTRE = 0x0000001818000000u;       /* the squares d4, e4, d5 and e5 */

static inline Bitboard men(const Board *b, Color c, PieceType type) {
    return men_of(b->s, c, type);
}

static inline bool is_ending(const Board *b) {
    return b->t->phase <= PHASE_FULL / 3;
}

static inline bool is_opening(const Board *b) {
    return b->t->phase >= PHASE_FULL * 3 / 4;
}

/* Returns the king's file and the files beside the king's file. */
static inline Bitboard king_files(const Board *b, Color c) {
    const Bitboard file = file_fill(men(b, c, KING));
    return file | beside_bb(file);
}

/* Returns the knights and bishops that stand on squares of the start position. */
static inline Bitboard at_home(const Board *b, Color c) {
    const Bitboard rank = ranks_bb(c, RANK_1, RANK_1);
    return (men(b, c, KNIGHT) & rank & 0x4242424242424242u) |
           (men(b, c, BISHOP) & rank & 0x2424242424242424u);
}

#endif
