/* All weights of the classical evaluation, in one table with names.
 *
 * To add a weight, add a line to WEIGHT_GROUPS and use WEIGHT_NAME + index in a term. `make
 * tune-eval` writes build/weights.c from this list. A new group starts at 0.
 *
 * The meaning of a weight depends on its kind:
 * - LINEAR      value = count * weight, middlegame and endgame
 * - DANGER      counts towards the danger of a king (middlegame half only)
 * - CURVE       knots of the curve from danger to score: see src/eval/evaluate.c
 * - COMPLEXITY  counts towards the factor of the endgame half: see src/eval/evaluate.c
 */
#ifndef EVAL_WEIGHTS_H
#define EVAL_WEIGHTS_H

#include "board/position.h"
#include "core/types.h"

/* A middlegame and an endgame value in one integer, so that one addition adds both.
 *
 * t = eg * 65536 + mg. Sums and small multiples are exact if both halves stay within +-32767. A
 * negative lower half borrows 1 from the upper half; eg_of adds this 1 again.
 */

typedef int32_t Tapered;

#define TAPERED(mg, eg) ((Tapered)((eg)*65536 + (mg)))

static ALWAYS_INLINE int mg_of(Tapered t) {
    return (int16_t)(uint16_t)(uint32_t)t;
}

static ALWAYS_INLINE int eg_of(Tapered t) {
    return (int16_t)(uint16_t)(((uint32_t)t + 0x8000u) >> 16);
}

typedef enum WeightKind { KIND_LINEAR, KIND_DANGER, KIND_CURVE, KIND_COMPLEXITY } WeightKind;

typedef enum Family {
    FAMILY_MATERIAL,
    FAMILY_SQUARES,
    FAMILY_MOBILITY,
    FAMILY_PIECES,
    FAMILY_PAWNS,
    FAMILY_PASSED,
    FAMILY_THREATS,
    FAMILY_KING,
    FAMILY_SPACE,
    FAMILY_TEMPO,
    FAMILY_SCALING,
    FAMILY_COUNT
} Family;

enum {
    WING_FILES = 4, /* distances of a king's file from the edge, 0 to 3: see board_facing */
    CURVE_KNOTS = 17,
    CURVE_STEP = 32, /* difference in danger between neighbouring knots of the curve */
    GUARD_NONE = 0,  /* the best guard of an attacked piece: a part of the index of WEIGHT_THREAT */
    GUARD_PIECE = 1,
    GUARD_PAWN = 2,
    GUARD_COUNT = 3,
    /* the square in front of a passed pawn: a part of the index of WEIGHT_PASSED_STOP */
    STOP_FREE = 0,
    STOP_HELD = 1,
    STOP_LOST = 2,
    STOP_OWN = 3,
    STOP_ENEMY = 4,
    STOP_COUNT = 5,
    RING_COUNTS = 10, /* WEIGHT_DANGER_RING has a weight for each number of squares, 0 to 9 */
    OUTER_COUNTS = 17 /* WEIGHT_DANGER_OUTER has a weight for each number of squares, 0 to 16 */
};

/* X(name, number of entries, family, kind, meaning). The entries:
 * - "by type": pawn, knight, bishop, rook, queen, king;
 * - "by rank": 8, as the piece's colour counts ranks;
 * - "by file": 4, from the edge (a, h) to the centre (d, e);
 * - "square facing the king": 64, as the piece's colour sees the board, mirrored if need be so that
 *   the king stands on files e-h. */
/* clang-format off */
#define WEIGHT_GROUPS(X) \
    X(MATERIAL, 5, MATERIAL, LINEAR, "a piece, by type") \
    X(OWN_PAIR, 15, MATERIAL, LINEAR, "pairs of own pieces, by types: PP NP NN BP BN BB RP .. QQ") \
    X(ENEMY_PAIR, 10, MATERIAL, LINEAR, "own piece and enemy piece, by types: NP BP BN RP RN RB QP ..") \
    X(BISHOP_PAIR, 1, MATERIAL, LINEAR, "bishops on both shades of squares, by count") \
    X(PAWN_SQUARE, 32, SQUARES, LINEAR, "a pawn on a square: by rank and file") \
    X(PIECE_SQUARE, 1280, SQUARES, LINEAR, "knight to king: by type, enemy king's file, square facing the king") \
    X(KNIGHT_MOBILITY, 9, MOBILITY, LINEAR, "by squares reached in the area") \
    X(BISHOP_MOBILITY, 14, MOBILITY, LINEAR, "by squares reached in the area") \
    X(ROOK_MOBILITY, 15, MOBILITY, LINEAR, "by squares reached in the area") \
    X(QUEEN_MOBILITY, 28, MOBILITY, LINEAR, "by squares reached in the area") \
    X(KNIGHT_OUTPOST, 2, PIECES, LINEAR, "on an outpost: alone, guarded by a pawn") \
    X(BISHOP_OUTPOST, 2, PIECES, LINEAR, "on an outpost: alone, guarded by a pawn") \
    X(KNIGHT_TO_OUTPOST, 1, PIECES, LINEAR, "attacks an outpost that a pawn guards") \
    X(MINOR_BEHIND_PAWN, 2, PIECES, LINEAR, "right behind a pawn: knight, bishop") \
    X(MINOR_KING_DISTANCE, 2, PIECES, LINEAR, "knight, bishop: by distance from the own king") \
    X(BISHOP_PAWNS, 1, PIECES, LINEAR, "own pawns on the bishop's shade") \
    X(BISHOP_RAMMED, 1, PIECES, LINEAR, "own pawns on the bishop's shade that a piece blocks") \
    X(BISHOP_XRAY_PAWNS, 1, PIECES, LINEAR, "enemy pawns on the bishop's lines") \
    X(BISHOP_CENTRE, 1, PIECES, LINEAR, "sees both squares of the centre past all but pawns") \
    X(ROOK_FILE, 3, PIECES, LINEAR, "on a file: open, without own pawns, with a blocked own one") \
    X(ROOK_TRAPPED, 1, PIECES, LINEAR, "shut in on the wing by the own king") \
    X(PINNED, 5, PIECES, LINEAR, "own piece pinned to the king, by type") \
    X(ISOLATED, 2, PAWNS, LINEAR, "no own pawn beside: file open, opposed") \
    X(DOUBLED, 2, PAWNS, LINEAR, "an own pawn in front: with neighbours, isolated") \
    X(BACKWARD, 2, PAWNS, LINEAR, "neighbours ahead, may not advance: file open, opposed") \
    X(PHALANX, 8, PAWNS, LINEAR, "a pawn beside, by rank") \
    X(SUPPORTED, 8, PAWNS, LINEAR, "a pawn that guards it, by rank") \
    X(CANDIDATE, 8, PAWNS, LINEAR, "may become passed, by rank") \
    X(ISLANDS, 1, PAWNS, LINEAR, "groups of files with pawns") \
    X(PASSED, 8, PASSED, LINEAR, "passed pawn, by rank") \
    X(PASSED_FILE, 4, PASSED, LINEAR, "by file") \
    X(PASSED_CONNECTED, 8, PASSED, LINEAR, "guarded by a pawn or beside one, by rank") \
    X(PASSED_STOP, 40, PASSED, LINEAR, "square in front: free, held, lost, own piece, enemy; by rank") \
    X(PASSED_PATH, 8, PASSED, LINEAR, "empty and unattacked to the end, by rank") \
    X(PASSED_OUR_KING, 8, PASSED, LINEAR, "distance of the own king, by rank") \
    X(PASSED_THEIR_KING, 8, PASSED, LINEAR, "distance of the enemy king, by rank") \
    X(PASSED_ROOK_BEHIND, 2, PASSED, LINEAR, "a rook behind it: own, enemy") \
    X(PASSED_UNSTOPPABLE, 1, PASSED, LINEAR, "no piece left and the king outside the square") \
    X(THREAT, 90, THREATS, LINEAR, "attacked piece, by its least attacker, its type, its guard (none piece pawn)") \
    X(THREAT_MORE, 5, THREATS, LINEAR, "each further attacker, by victim") \
    X(WON, 10, THREATS, LINEAR, "pieces that an exchange wins, by type: their side to move, ours") \
    X(RESTRICTED, 1, THREATS, LINEAR, "squares attacked by both and not held by the enemy") \
    X(PUSH_THREAT, 2, THREATS, LINEAR, "pieces that a safe push would attack: pawns, pieces") \
    X(SHELTER, 32, KING, LINEAR, "own pawn in front of the king: by file and rank (0: none)") \
    X(STORM, 32, KING, LINEAR, "enemy pawn in front of the king: by file and rank (0: none)") \
    X(STORM_BLOCKED, 8, KING, LINEAR, "enemy pawn stopped by the own pawn in front of the king, by rank") \
    X(KING_PAWNS, 512, KING, LINEAR, "a pawn by own or enemy, king's file, square facing the king") \
    X(KING_PAWN_DISTANCE, 1, KING, LINEAR, "to the nearest pawn") \
    X(DANGER_BASE, 1, KING, DANGER, "always") \
    X(DANGER_RING, 60, KING, DANGER, "squares beside the king attacked by a piece, by type and count 0-9") \
    X(DANGER_OUTER, 85, KING, DANGER, "squares two away attacked by a piece, by type (not the king) and count 0-16") \
    X(DANGER_CHECK, 6, KING, DANGER, "a safe check, by type") \
    X(DANGER_UNSAFE_CHECK, 1, KING, DANGER, "squares of other checks") \
    X(DANGER_WEAK_RING, 1, KING, DANGER, "attacked squares beside the king that only it or the queen guards") \
    X(DANGER_FLANK, 3, KING, DANGER, "squares of the king's flank: attacked, attacked twice, guarded") \
    X(DANGER_PINNED, 1, KING, DANGER, "pieces pinned to the king") \
    X(DANGER_NO_QUEEN, 1, KING, DANGER, "the enemy has no queen") \
    X(DANGER_KNIGHT, 1, KING, DANGER, "a knight guards squares beside the king") \
    X(DANGER_TO_MOVE, 1, KING, DANGER, "the enemy is to move") \
    X(DANGER_SHELTER, 8, KING, DANGER, "own pawn in front of the king, by rank (0: none)") \
    X(DANGER_STORM, 8, KING, DANGER, "enemy pawn in front of the king, by rank (0: none)") \
    X(KING_CURVE, CURVE_KNOTS, KING, CURVE, "the penalty at danger 0, 32, 64 ..") \
    X(SPACE, 1, SPACE, LINEAR, "safe squares of the centre in the own half, by pieces") \
    X(SPACE_BEHIND, 1, SPACE, LINEAR, "safe squares of the centre behind own pawns, by pieces") \
    X(TEMPO, 1, TEMPO, LINEAR, "to move") \
    X(COMPLEXITY, 8, SCALING, COMPLEXITY, "always, pawns, both wings, no pieces, passed pawns, rammed, outflanking, infiltration")
/* clang-format on */

enum {
#define WEIGHT_PLACE(name, count, family, kind, text)                                              \
    WEIGHT_##name, WEIGHT_LAST_##name = WEIGHT_##name + (count)-1,
    WEIGHT_GROUPS(WEIGHT_PLACE)
#undef WEIGHT_PLACE
        WEIGHT_COUNT
};

typedef struct WeightGroup {
    const char *name, *text;
    int first, count;
    Family family;
    WeightKind kind;
} WeightGroup;

/* The groups of WEIGHT_GROUPS in their order. A group without a name ends the array. */
extern const WeightGroup weight_groups[];

/* The weights, indexed by WEIGHT_NAME + i. `lab tune` writes them. */
extern const Tapered weights[WEIGHT_COUNT];

/* The trace of an evaluation: the count of each weight for either colour.
 *
 * Each term is written once. If the trace is NULL at compile time, the terms only add up values.
 * With a trace, the terms also record their counts, for the tuner and for `eval`.
 */

/* The units of the phase and of the factors of the endgame half. */
enum {
    PHASE_FULL = 24,         /* the phase with all pieces on the board; without pieces it is 0 */
    SCALE_NORMAL = 64,       /* the scale of an endgame that is not drawish */
    COMPLEXITY_NORMAL = 128, /* the complexity factor that means 1 */
    COMPLEXITY_LEAST = 32,   /* COMPLEXITY_LEAST and _MOST limit the complexity factor */
    COMPLEXITY_MOST = 256
};

/* A count, with the square that the term is about. */
typedef struct TraceSite {
    int16_t weight, count; /* the index of a weight, and the number that term added to its count */
    uint8_t color, square; /* `square` is SQUARE_NONE if the term is not about a single square */
} TraceSite;

enum { TRACE_SITES = 1024 }; /* more sites than 32 pieces can fill */

typedef struct Trace {
    /* The counts of the weights. A CURVE weight that counts once in full has the count CURVE_STEP,
     * since the curve interpolates between two weights. A COMPLEXITY weight counts for White
     * only. */
    int16_t count[WEIGHT_COUNT][COLOR_COUNT];
    int phase; /* the phase: PHASE_FULL with all pieces, 0 without pieces */
    /* The scale: SCALE_NORMAL; less if the endgame is drawish, more if it is easy to win. */
    int scale;
    int danger[2];      /* the danger of each colour's king, which the curve turns into a penalty */
    const char *ending; /* the name of an ending whose value replaced the sum, or NULL */
    int score;          /* the result of evaluate, for the side to move */
    Square about;       /* the square that trace_count stores with a count, or SQUARE_NONE */
    int site_count;
    TraceSite sites[TRACE_SITES]; /* the counts other than 0, in the order of the terms */
} Trace;

/* Sets the square that the next counts are about. */
static ALWAYS_INLINE void trace_about(Trace *t, Square sq) {
    if (t)
        t->about = sq;
}

/* Records a count. */
static ALWAYS_INLINE void trace_count(Trace *t, Color c, int weight, int n) {
    t->count[weight][c] = (int16_t)(t->count[weight][c] + n);
    if (n && t->site_count < TRACE_SITES)
        t->sites[t->site_count++] =
            (TraceSite){(int16_t)weight, (int16_t)n, (uint8_t)c, (uint8_t)t->about};
}

/* Adds n to the count of a weight for a colour. Returns the value: n times the weight. */
static ALWAYS_INLINE Tapered term(Trace *t, Color c, int weight, int n) {
    if (t)
        trace_count(t, c, weight, n);
    return weights[weight] * n;
}

/* The complexity factor of the endgame half, from a sum of COMPLEXITY weights; COMPLEXITY_NORMAL
 * means 1. */
static ALWAYS_INLINE int complexity_limited(int sum) {
    return clamp_int(COMPLEXITY_NORMAL + sum, COMPLEXITY_LEAST, COMPLEXITY_MOST);
}

/* Evaluates a position and records the counts: trace->score == evaluate(pos). Slow. */
void evaluate_trace(const Position *pos, Trace *trace);

#endif
