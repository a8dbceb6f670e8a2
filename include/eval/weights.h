/* Everything that evaluation multiplies by: one table of named weights.
 *
 * The list below is all that a new term needs to be printed, tuned and written back: add a line,
 * use WEIGHT_NAME + index in a term, and run tools/tune, which writes src/eval/weights.c anew from
 * this list (a group that is new starts at 0).
 *
 * What a weight means depends on its kind:
 * - LINEAR      value = count * weight, middlegame and endgame
 * - DANGER      counts towards the danger of a King (middlegame half only)
 * - CURVE       knots of the curve from danger to score: see src/eval/terms/kings.h
 * - COMPLEXITY  counts towards the factor of the endgame half: see src/eval/terms/scaling.h
 */
#ifndef EVAL_WEIGHTS_H
#define EVAL_WEIGHTS_H

#include "eval/tapered.h"

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
    WING_FILES = 4, /* a King's file, counted from his edge: see board_facing */
    CURVE_KNOTS = 17,
    CURVE_STEP = 32, /* danger from one knot to the next */
    GUARD_NONE = 0,  /* how a threatened man is guarded: index of THREAT */
    GUARD_PIECE = 1,
    GUARD_PAWN = 2,
    GUARD_COUNT = 3,
    STOP_FREE = 0, /* the square in front of a passed Pawn: index of PASSED_STOP */
    STOP_HELD = 1,
    STOP_LOST = 2,
    STOP_OWN = 3,
    STOP_ENEMY = 4,
    STOP_COUNT = 5,
    RING_COUNTS = 10, /* of squares beside a King, or two away: DANGER_RING, DANGER_OUTER */
    OUTER_COUNTS = 17
};

/* X(name, how many, family, kind, what it stands for). "by type" is Pawn, Knight, Bishop, Rook,
 * Queen, King; "by rank" is 8 entries as the man's colour counts ranks; "by file" is 4 entries from
 * the edge (a, h) to the centre (d, e); "square facing him" is 64 entries, as the man's colour sees
 * the board, mirrored if need be so that the King stands on files e-h. */
/* clang-format off */
#define WEIGHT_GROUPS(X) \
    X(MATERIAL, 5, MATERIAL, LINEAR, "a man, by type") \
    X(OWN_PAIR, 15, MATERIAL, LINEAR, "pairs of own men, by types: PP NP NN BP BN BB RP .. QQ") \
    X(ENEMY_PAIR, 10, MATERIAL, LINEAR, "own man and enemy man, by types: NP BP BN RP RN RB QP ..") \
    X(BISHOP_PAIR, 1, MATERIAL, LINEAR, "Bishops on both shades of squares, by count") \
    X(PAWN_SQUARE, 32, SQUARES, LINEAR, "a Pawn on a square: by rank and file") \
    X(PIECE_SQUARE, 1280, SQUARES, LINEAR, "Knight to King: by type, the enemy King's file, square facing him") \
    X(KNIGHT_MOBILITY, 9, MOBILITY, LINEAR, "by squares reached in the area") \
    X(BISHOP_MOBILITY, 14, MOBILITY, LINEAR, "likewise") \
    X(ROOK_MOBILITY, 15, MOBILITY, LINEAR, "likewise") \
    X(QUEEN_MOBILITY, 28, MOBILITY, LINEAR, "likewise") \
    X(KNIGHT_OUTPOST, 2, PIECES, LINEAR, "on an outpost: alone, guarded by a Pawn") \
    X(BISHOP_OUTPOST, 2, PIECES, LINEAR, "likewise") \
    X(KNIGHT_TO_OUTPOST, 1, PIECES, LINEAR, "attacks an outpost that a Pawn guards") \
    X(MINOR_BEHIND_PAWN, 2, PIECES, LINEAR, "right behind a Pawn: Knight, Bishop") \
    X(MINOR_KING_DISTANCE, 2, PIECES, LINEAR, "Knight, Bishop: by distance from the own King") \
    X(BISHOP_PAWNS, 1, PIECES, LINEAR, "own Pawns on the Bishop's shade") \
    X(BISHOP_RAMMED, 1, PIECES, LINEAR, "those of them that a man blocks") \
    X(BISHOP_XRAY_PAWNS, 1, PIECES, LINEAR, "enemy Pawns on the Bishop's lines") \
    X(BISHOP_CENTRE, 1, PIECES, LINEAR, "sees both squares of the centre past all but Pawns") \
    X(ROOK_FILE, 3, PIECES, LINEAR, "on a file: open, without own Pawns, with a blocked own one") \
    X(ROOK_TRAPPED, 1, PIECES, LINEAR, "shut in on the wing by the own King") \
    X(PINNED, 5, PIECES, LINEAR, "own man pinned to the King, by type") \
    X(ISOLATED, 2, PAWNS, LINEAR, "no own Pawn beside: file open, opposed") \
    X(DOUBLED, 2, PAWNS, LINEAR, "an own Pawn in front: with neighbours, isolated") \
    X(BACKWARD, 2, PAWNS, LINEAR, "neighbours ahead, may not advance: file open, opposed") \
    X(PHALANX, 8, PAWNS, LINEAR, "a Pawn beside, by rank") \
    X(SUPPORTED, 8, PAWNS, LINEAR, "a Pawn that guards it, by rank") \
    X(CANDIDATE, 8, PAWNS, LINEAR, "may become passed, by rank") \
    X(ISLANDS, 1, PAWNS, LINEAR, "groups of files with Pawns") \
    X(PASSED, 8, PASSED, LINEAR, "passed Pawn, by rank") \
    X(PASSED_FILE, 4, PASSED, LINEAR, "by file") \
    X(PASSED_CONNECTED, 8, PASSED, LINEAR, "guarded or beside a Pawn, by rank") \
    X(PASSED_STOP, 40, PASSED, LINEAR, "square in front: free, held, lost, own man, enemy; by rank") \
    X(PASSED_PATH, 8, PASSED, LINEAR, "empty and unattacked to the end, by rank") \
    X(PASSED_OUR_KING, 8, PASSED, LINEAR, "distance of the own King, by rank") \
    X(PASSED_THEIR_KING, 8, PASSED, LINEAR, "distance of the enemy King, by rank") \
    X(PASSED_ROOK_BEHIND, 2, PASSED, LINEAR, "a Rook behind it: own, enemy") \
    X(PASSED_UNSTOPPABLE, 1, PASSED, LINEAR, "no piece left and the King outside the square") \
    X(THREAT, 90, THREATS, LINEAR, "attacked: by least attacker, victim, guard (none piece Pawn)") \
    X(THREAT_MORE, 5, THREATS, LINEAR, "each further attacker, by victim") \
    X(WON, 10, THREATS, LINEAR, "men that an exchange wins, by type: their side to move, ours") \
    X(RESTRICTED, 1, THREATS, LINEAR, "squares attacked by both and not held by the enemy") \
    X(PUSH_THREAT, 2, THREATS, LINEAR, "men that a safe push would attack: Pawns, pieces") \
    X(SHELTER, 32, KING, LINEAR, "own Pawn in front of the King: by file and rank (0: none)") \
    X(STORM, 32, KING, LINEAR, "enemy Pawn in front of the King: by file and rank (0: none)") \
    X(STORM_BLOCKED, 8, KING, LINEAR, "the same, stopped by that own Pawn, by rank") \
    X(KING_PAWNS, 512, KING, LINEAR, "a Pawn by own or enemy, the King's file, and square facing him") \
    X(KING_PAWN_DISTANCE, 1, KING, LINEAR, "to the nearest Pawn") \
    X(DANGER_BASE, 1, KING, DANGER, "always") \
    X(DANGER_RING, 60, KING, DANGER, "squares beside the King attacked by a man, by type and count 0-9") \
    X(DANGER_OUTER, 102, KING, DANGER, "squares two away attacked by a man, by type and count 0-16") \
    X(DANGER_CHECK, 6, KING, DANGER, "a safe check, by type") \
    X(DANGER_UNSAFE_CHECK, 1, KING, DANGER, "squares of other checks") \
    X(DANGER_WEAK_RING, 1, KING, DANGER, "attacked squares beside him that King or Queen hold alone") \
    X(DANGER_FLANK, 3, KING, DANGER, "squares of his flank: attacked, attacked twice, guarded") \
    X(DANGER_PINNED, 1, KING, DANGER, "men pinned to him") \
    X(DANGER_NO_QUEEN, 1, KING, DANGER, "the enemy has no Queen") \
    X(DANGER_KNIGHT, 1, KING, DANGER, "a Knight guards squares beside him") \
    X(DANGER_TO_MOVE, 1, KING, DANGER, "the enemy is to move") \
    X(DANGER_SHELTER, 8, KING, DANGER, "own Pawn in front of him, by rank (0: none)") \
    X(DANGER_STORM, 8, KING, DANGER, "enemy Pawn in front of him, by rank (0: none)") \
    X(KING_CURVE, CURVE_KNOTS, KING, CURVE, "the penalty at danger 0, 32, 64 ..") \
    X(SPACE, 1, SPACE, LINEAR, "safe squares of the centre in the own half, by pieces") \
    X(SPACE_BEHIND, 1, SPACE, LINEAR, "those behind own Pawns, by pieces") \
    X(TEMPO, 1, TEMPO, LINEAR, "to move") \
    X(COMPLEXITY, 8, SCALING, COMPLEXITY, "always, Pawns, both wings, no pieces, passed Pawns, rammed, outflanking, infiltration")
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

/* The list as data, in order; ends with a group without a name. */
extern const WeightGroup weight_groups[];

/* The weights, indexed by WEIGHT_NAME + i. Written by tools/tune. */
extern const Tapered weights[WEIGHT_COUNT];

#endif
