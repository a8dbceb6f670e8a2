/* Written by tools/tune: see there. The list of names is in eval/weights.h. */
#include "eval/weights.h"

/* clang-format off */
const Tapered weights[WEIGHT_COUNT] = {
    /* MATERIAL: a man, by type */
    TAPERED(82, 110), TAPERED(335, 305), TAPERED(355, 330), TAPERED(480, 545), TAPERED(1010, 980),
    /* OWN_PAIR: pairs of own men, by types: PP NP NN BP BN BB RP .. QQ */
    TAPERED(0, 0), TAPERED(0, 0), TAPERED(0, 0), TAPERED(0, 0), TAPERED(0, 0), TAPERED(0, 0), TAPERED(0, 0), TAPERED(0, 0),
    TAPERED(0, 0), TAPERED(0, 0), TAPERED(0, 0), TAPERED(0, 0), TAPERED(0, 0), TAPERED(0, 0), TAPERED(0, 0),
    /* ENEMY_PAIR: own man and enemy man, by types: NP BP BN RP RN RB QP .. */
    TAPERED(0, 0), TAPERED(0, 0), TAPERED(0, 0), TAPERED(0, 0), TAPERED(0, 0), TAPERED(0, 0), TAPERED(0, 0), TAPERED(0, 0),
    TAPERED(0, 0), TAPERED(0, 0),
    /* BISHOP_PAIR: Bishops on both shades of squares, by count */
    TAPERED(25, 45),
    /* SQUARE: a man on a square: by type, rank and file */
    TAPERED(-8, 4), TAPERED(-2, 2), TAPERED(2, -2), TAPERED(10, -4),
    TAPERED(-12, 4), TAPERED(-6, 2), TAPERED(-2, -2), TAPERED(6, -4),
    TAPERED(-14, 6), TAPERED(-8, 4), TAPERED(-4, 0), TAPERED(4, -2),
    TAPERED(-4, 12), TAPERED(2, 10), TAPERED(6, 6), TAPERED(14, 4),
    TAPERED(4, 26), TAPERED(10, 24), TAPERED(14, 20), TAPERED(22, 18),
    TAPERED(22, 34), TAPERED(28, 32), TAPERED(32, 28), TAPERED(40, 26),
    TAPERED(47, 44), TAPERED(53, 42), TAPERED(57, 38), TAPERED(65, 36),
    TAPERED(-8, 4), TAPERED(-2, 2), TAPERED(2, -2), TAPERED(10, -4),
    TAPERED(-52, -42), TAPERED(-36, -32), TAPERED(-28, -24), TAPERED(-24, -20),
    TAPERED(-34, -28), TAPERED(-18, -18), TAPERED(-10, -10), TAPERED(-6, -6),
    TAPERED(-22, -18), TAPERED(-6, -8), TAPERED(2, 0), TAPERED(6, 4),
    TAPERED(-12, -6), TAPERED(4, 4), TAPERED(12, 12), TAPERED(16, 16),
    TAPERED(-4, -2), TAPERED(12, 8), TAPERED(20, 16), TAPERED(24, 20),
    TAPERED(-2, -8), TAPERED(14, 2), TAPERED(22, 10), TAPERED(26, 14),
    TAPERED(-16, -22), TAPERED(0, -12), TAPERED(8, -4), TAPERED(12, 0),
    TAPERED(-50, -40), TAPERED(-34, -30), TAPERED(-26, -22), TAPERED(-22, -18),
    TAPERED(-16, -16), TAPERED(-8, -10), TAPERED(-8, -8), TAPERED(-6, -6),
    TAPERED(-4, -10), TAPERED(4, -4), TAPERED(4, -2), TAPERED(6, 0),
    TAPERED(0, -4), TAPERED(8, 2), TAPERED(8, 4), TAPERED(10, 6),
    TAPERED(0, 0), TAPERED(8, 6), TAPERED(8, 8), TAPERED(10, 10),
    TAPERED(2, 2), TAPERED(10, 8), TAPERED(10, 10), TAPERED(12, 12),
    TAPERED(2, 0), TAPERED(10, 6), TAPERED(10, 8), TAPERED(12, 10),
    TAPERED(-10, -6), TAPERED(-2, 0), TAPERED(-2, 2), TAPERED(0, 4),
    TAPERED(-20, -12), TAPERED(-12, -6), TAPERED(-12, -4), TAPERED(-10, -2),
    TAPERED(-8, -6), TAPERED(-6, -6), TAPERED(0, -6), TAPERED(4, -6),
    TAPERED(-12, -6), TAPERED(-10, -6), TAPERED(-4, -6), TAPERED(0, -6),
    TAPERED(-14, -4), TAPERED(-12, -4), TAPERED(-6, -4), TAPERED(-2, -4),
    TAPERED(-12, 0), TAPERED(-10, 0), TAPERED(-4, 0), TAPERED(0, 0),
    TAPERED(-6, 6), TAPERED(-4, 6), TAPERED(2, 6), TAPERED(6, 6),
    TAPERED(2, 8), TAPERED(4, 8), TAPERED(10, 8), TAPERED(14, 8),
    TAPERED(14, 10), TAPERED(16, 10), TAPERED(22, 10), TAPERED(26, 10),
    TAPERED(6, 8), TAPERED(8, 8), TAPERED(14, 8), TAPERED(18, 8),
    TAPERED(-4, -34), TAPERED(0, -26), TAPERED(2, -20), TAPERED(2, -16),
    TAPERED(-2, -26), TAPERED(2, -18), TAPERED(4, -12), TAPERED(4, -8),
    TAPERED(-4, -14), TAPERED(0, -6), TAPERED(2, 0), TAPERED(2, 4),
    TAPERED(-6, -2), TAPERED(-2, 6), TAPERED(0, 12), TAPERED(0, 16),
    TAPERED(-6, 6), TAPERED(-2, 14), TAPERED(0, 20), TAPERED(0, 24),
    TAPERED(-2, 6), TAPERED(2, 14), TAPERED(4, 20), TAPERED(4, 24),
    TAPERED(-8, 4), TAPERED(-4, 12), TAPERED(-2, 18), TAPERED(-2, 22),
    TAPERED(0, -4), TAPERED(4, 4), TAPERED(6, 10), TAPERED(6, 14),
    TAPERED(30, -54), TAPERED(36, -40), TAPERED(12, -32), TAPERED(6, -28),
    TAPERED(12, -32), TAPERED(18, -18), TAPERED(-6, -10), TAPERED(-12, -6),
    TAPERED(-16, -18), TAPERED(-10, -4), TAPERED(-34, 4), TAPERED(-40, 8),
    TAPERED(-32, -6), TAPERED(-26, 8), TAPERED(-50, 16), TAPERED(-56, 20),
    TAPERED(-40, 2), TAPERED(-34, 16), TAPERED(-58, 24), TAPERED(-64, 28),
    TAPERED(-36, 4), TAPERED(-30, 18), TAPERED(-54, 26), TAPERED(-60, 30),
    TAPERED(-28, -4), TAPERED(-22, 10), TAPERED(-46, 18), TAPERED(-52, 22),
    TAPERED(-28, -30), TAPERED(-22, -16), TAPERED(-46, -8), TAPERED(-52, -4),
    /* KNIGHT_MOBILITY: by squares reached in the area */
    TAPERED(-24, -24), TAPERED(-18, -18), TAPERED(-12, -12), TAPERED(-6, -6), TAPERED(0, 0), TAPERED(6, 6), TAPERED(12, 12), TAPERED(18, 18),
    TAPERED(24, 24),
    /* BISHOP_MOBILITY: likewise */
    TAPERED(-30, -36), TAPERED(-25, -30), TAPERED(-20, -24), TAPERED(-15, -18), TAPERED(-10, -12), TAPERED(-5, -6), TAPERED(0, 0), TAPERED(5, 6),
    TAPERED(10, 12), TAPERED(15, 18), TAPERED(20, 24), TAPERED(25, 30), TAPERED(30, 36), TAPERED(35, 42),
    /* ROOK_MOBILITY: likewise */
    TAPERED(-18, -36), TAPERED(-15, -30), TAPERED(-12, -24), TAPERED(-9, -18), TAPERED(-6, -12), TAPERED(-3, -6), TAPERED(0, 0), TAPERED(3, 6),
    TAPERED(6, 12), TAPERED(9, 18), TAPERED(12, 24), TAPERED(15, 30), TAPERED(18, 36), TAPERED(21, 42), TAPERED(24, 48),
    /* QUEEN_MOBILITY: likewise */
    TAPERED(-24, -48), TAPERED(-22, -44), TAPERED(-20, -40), TAPERED(-18, -36), TAPERED(-16, -32), TAPERED(-14, -28), TAPERED(-12, -24), TAPERED(-10, -20),
    TAPERED(-8, -16), TAPERED(-6, -12), TAPERED(-4, -8), TAPERED(-2, -4), TAPERED(0, 0), TAPERED(2, 4), TAPERED(4, 8), TAPERED(6, 12),
    TAPERED(8, 16), TAPERED(10, 20), TAPERED(12, 24), TAPERED(14, 28), TAPERED(16, 32), TAPERED(18, 36), TAPERED(20, 40), TAPERED(22, 44),
    TAPERED(24, 48), TAPERED(26, 52), TAPERED(28, 56), TAPERED(30, 60),
    /* KNIGHT_OUTPOST: on an outpost: alone, guarded by a Pawn */
    TAPERED(10, 8), TAPERED(28, 18),
    /* BISHOP_OUTPOST: likewise */
    TAPERED(8, 4), TAPERED(24, 10),
    /* KNIGHT_TO_OUTPOST: attacks an outpost that a Pawn guards */
    TAPERED(10, 6),
    /* MINOR_BEHIND_PAWN: right behind a Pawn: Knight, Bishop */
    TAPERED(8, 8), TAPERED(8, 6),
    /* MINOR_KING_DISTANCE: Knight, Bishop: by distance from the own King */
    TAPERED(-3, -3), TAPERED(-2, -2),
    /* BISHOP_PAWNS: own Pawns on the Bishop's shade */
    TAPERED(-2, -4),
    /* BISHOP_RAMMED: those of them that a man blocks */
    TAPERED(-2, -4),
    /* BISHOP_XRAY_PAWNS: enemy Pawns on the Bishop's lines */
    TAPERED(-2, -2),
    /* BISHOP_CENTRE: sees both squares of the centre past all but Pawns */
    TAPERED(14, 4),
    /* ROOK_FILE: on a file: open, without own Pawns, with a blocked own one */
    TAPERED(26, 10), TAPERED(12, 8), TAPERED(-8, -4),
    /* ROOK_SEVENTH: on the 7th, with the King on the 8th or Pawns there */
    TAPERED(8, 24),
    /* ROOK_QUEEN_FILE: on the file of a Queen */
    TAPERED(6, 4),
    /* ROOK_TRAPPED: shut in on the wing by the own King */
    TAPERED(-30, -8),
    /* QUEEN_PINS: an enemy slider looks at the Queen past one man */
    TAPERED(-20, -8),
    /* PINNED: own man pinned to the King, by type */
    TAPERED(-4, -4), TAPERED(-14, -20), TAPERED(-14, -14), TAPERED(-20, -10), TAPERED(-40, -20),
    /* ISOLATED: no own Pawn beside: file open, opposed */
    TAPERED(-14, -14), TAPERED(-6, -8),
    /* DOUBLED: an own Pawn in front: with neighbours, isolated */
    TAPERED(-6, -14), TAPERED(-10, -24),
    /* BACKWARD: neighbours ahead, may not advance: file open, opposed */
    TAPERED(-14, -14), TAPERED(-4, -8),
    /* PHALANX: a Pawn beside, by rank */
    TAPERED(0, 0), TAPERED(4, 0), TAPERED(8, 4), TAPERED(14, 12), TAPERED(30, 40), TAPERED(60, 80), TAPERED(80, 100), TAPERED(0, 0),
    /* SUPPORTED: a Pawn that guards it, by rank */
    TAPERED(0, 0), TAPERED(0, 0), TAPERED(10, 6), TAPERED(8, 6), TAPERED(14, 14), TAPERED(40, 40), TAPERED(80, 60), TAPERED(0, 0),
    /* CANDIDATE: may become passed, by rank */
    TAPERED(0, 0), TAPERED(0, 4), TAPERED(2, 8), TAPERED(6, 16), TAPERED(16, 36), TAPERED(30, 60), TAPERED(0, 0), TAPERED(0, 0),
    /* ISLANDS: groups of files with Pawns */
    TAPERED(-3, -4),
    /* PASSED: passed Pawn, by rank */
    TAPERED(0, 0), TAPERED(0, 10), TAPERED(0, 14), TAPERED(0, 24), TAPERED(16, 44), TAPERED(50, 80), TAPERED(90, 130), TAPERED(0, 0),
    /* PASSED_FILE: by file */
    TAPERED(4, 8), TAPERED(2, 2), TAPERED(-4, -2), TAPERED(-8, -6),
    /* PASSED_CONNECTED: guarded or beside a Pawn, by rank */
    TAPERED(0, 0), TAPERED(0, 0), TAPERED(4, 6), TAPERED(8, 10), TAPERED(14, 20), TAPERED(30, 40), TAPERED(40, 60), TAPERED(0, 0),
    /* PASSED_STOP: square in front: free, held, lost, own man, enemy; by rank */
    TAPERED(0, 0), TAPERED(0, 0), TAPERED(2, 2), TAPERED(6, 8), TAPERED(14, 19), TAPERED(26, 36), TAPERED(50, 70), TAPERED(0, 0),
    TAPERED(0, 0), TAPERED(0, 0), TAPERED(1, 1), TAPERED(3, 4), TAPERED(7, 11), TAPERED(13, 20), TAPERED(25, 40), TAPERED(0, 0),
    TAPERED(0, 0), TAPERED(0, 0), TAPERED(0, 0), TAPERED(-1, 0), TAPERED(-2, 0), TAPERED(-5, 0), TAPERED(-10, 0), TAPERED(0, 0),
    TAPERED(0, 0), TAPERED(0, 0), TAPERED(0, 0), TAPERED(-1, -1), TAPERED(-4, -2), TAPERED(-7, -5), TAPERED(-15, -10), TAPERED(0, 0),
    TAPERED(0, 0), TAPERED(0, 0), TAPERED(-1, -2), TAPERED(-4, -6), TAPERED(-11, -14), TAPERED(-20, -26), TAPERED(-40, -50), TAPERED(0, 0),
    /* PASSED_PATH: empty and unattacked to the end, by rank */
    TAPERED(0, 0), TAPERED(0, 4), TAPERED(0, 8), TAPERED(0, 16), TAPERED(6, 32), TAPERED(14, 60), TAPERED(20, 90), TAPERED(0, 0),
    /* PASSED_OUR_KING: distance of the own King, by rank */
    TAPERED(0, 0), TAPERED(0, -1), TAPERED(0, -2), TAPERED(0, -4), TAPERED(0, -7), TAPERED(0, -9), TAPERED(0, -8), TAPERED(0, 0),
    /* PASSED_THEIR_KING: distance of the enemy King, by rank */
    TAPERED(0, 0), TAPERED(0, 1), TAPERED(0, 3), TAPERED(0, 6), TAPERED(0, 12), TAPERED(0, 16), TAPERED(0, 16), TAPERED(0, 0),
    /* PASSED_ROOK_BEHIND: a Rook behind it: own, enemy */
    TAPERED(6, 18), TAPERED(-6, -18),
    /* PASSED_UNSTOPPABLE: no piece left and the King outside the square */
    TAPERED(100, 500),
    /* THREAT: attacked: by attacker's type, victim's, guard (none piece Pawn) */
    TAPERED(0, 0), TAPERED(0, 0), TAPERED(0, 0), TAPERED(55, 44), TAPERED(55, 44), TAPERED(55, 44), TAPERED(55, 44), TAPERED(55, 44),
    TAPERED(55, 44), TAPERED(60, 48), TAPERED(60, 48), TAPERED(60, 48), TAPERED(60, 48), TAPERED(60, 48), TAPERED(60, 48), TAPERED(6, 6),
    TAPERED(2, 2), TAPERED(0, 0), TAPERED(26, 28), TAPERED(12, 12), TAPERED(0, 0), TAPERED(26, 28), TAPERED(12, 12), TAPERED(0, 0),
    TAPERED(40, 30), TAPERED(40, 30), TAPERED(40, 30), TAPERED(40, 30), TAPERED(40, 30), TAPERED(40, 30), TAPERED(6, 6), TAPERED(2, 2),
    TAPERED(0, 0), TAPERED(26, 28), TAPERED(12, 12), TAPERED(0, 0), TAPERED(26, 28), TAPERED(12, 12), TAPERED(0, 0), TAPERED(40, 30),
    TAPERED(40, 30), TAPERED(40, 30), TAPERED(40, 30), TAPERED(40, 30), TAPERED(40, 30), TAPERED(6, 6), TAPERED(2, 2), TAPERED(0, 0),
    TAPERED(26, 28), TAPERED(12, 12), TAPERED(0, 0), TAPERED(26, 28), TAPERED(12, 12), TAPERED(0, 0), TAPERED(24, 26), TAPERED(10, 10),
    TAPERED(0, 0), TAPERED(40, 30), TAPERED(40, 30), TAPERED(40, 30), TAPERED(6, 6), TAPERED(2, 2), TAPERED(0, 0), TAPERED(26, 28),
    TAPERED(12, 12), TAPERED(0, 0), TAPERED(26, 28), TAPERED(12, 12), TAPERED(0, 0), TAPERED(24, 26), TAPERED(10, 10), TAPERED(0, 0),
    TAPERED(20, 22), TAPERED(8, 8), TAPERED(0, 0), TAPERED(8, 24), TAPERED(0, 0), TAPERED(0, 0), TAPERED(8, 24), TAPERED(0, 0),
    TAPERED(0, 0), TAPERED(8, 24), TAPERED(0, 0), TAPERED(0, 0), TAPERED(8, 24), TAPERED(0, 0), TAPERED(0, 0), TAPERED(8, 24),
    TAPERED(0, 0), TAPERED(0, 0),
    /* HANGING: men attacked more often than guarded, and not by a Pawn */
    TAPERED(16, 14),
    /* HANGING_TO_MOVE: such men of the side not to move */
    TAPERED(10, 10),
    /* QUEEN_GUARD: such men that the Queen alone guards */
    TAPERED(6, 0),
    /* RESTRICTED: squares attacked by both and not held by the enemy */
    TAPERED(2, 2),
    /* PUSH_THREAT: men that a safe push would attack: Pawns, pieces */
    TAPERED(4, 4), TAPERED(16, 14),
    /* QUEEN_HIT: safe squares to attack the Queen from: Knight, slider */
    TAPERED(8, 6), TAPERED(14, 8),
    /* SHELTER: own Pawn in front of the King: by file and rank (0: none) */
    TAPERED(-14, 0), TAPERED(4, 0), TAPERED(18, 0), TAPERED(6, 0), TAPERED(-2, 0), TAPERED(-6, 0), TAPERED(-8, 0), TAPERED(0, 0),
    TAPERED(-14, 0), TAPERED(4, 0), TAPERED(18, 0), TAPERED(6, 0), TAPERED(-2, 0), TAPERED(-6, 0), TAPERED(-8, 0), TAPERED(0, 0),
    TAPERED(-14, 0), TAPERED(4, 0), TAPERED(18, 0), TAPERED(6, 0), TAPERED(-2, 0), TAPERED(-6, 0), TAPERED(-8, 0), TAPERED(0, 0),
    TAPERED(-14, 0), TAPERED(4, 0), TAPERED(18, 0), TAPERED(6, 0), TAPERED(-2, 0), TAPERED(-6, 0), TAPERED(-8, 0), TAPERED(0, 0),
    /* STORM: enemy Pawn in front of the King: by file and rank (0: none) */
    TAPERED(0, 0), TAPERED(-10, 0), TAPERED(-26, 0), TAPERED(-20, 0), TAPERED(-8, 0), TAPERED(-2, 0), TAPERED(0, 0), TAPERED(0, 0),
    TAPERED(0, 0), TAPERED(-10, 0), TAPERED(-26, 0), TAPERED(-20, 0), TAPERED(-8, 0), TAPERED(-2, 0), TAPERED(0, 0), TAPERED(0, 0),
    TAPERED(0, 0), TAPERED(-10, 0), TAPERED(-26, 0), TAPERED(-20, 0), TAPERED(-8, 0), TAPERED(-2, 0), TAPERED(0, 0), TAPERED(0, 0),
    TAPERED(0, 0), TAPERED(-10, 0), TAPERED(-26, 0), TAPERED(-20, 0), TAPERED(-8, 0), TAPERED(-2, 0), TAPERED(0, 0), TAPERED(0, 0),
    /* STORM_BLOCKED: the same, stopped by that own Pawn, by rank */
    TAPERED(0, 0), TAPERED(0, 0), TAPERED(0, 0), TAPERED(-12, -8), TAPERED(-2, -4), TAPERED(0, -2), TAPERED(0, 0), TAPERED(0, 0),
    /* KING_PAWN_DISTANCE: to the nearest Pawn */
    TAPERED(0, -8),
    /* DANGER_BASE: always */
    TAPERED(10, 0),
    /* DANGER_RING: squares beside the King attacked, by type */
    TAPERED(8, 0), TAPERED(10, 0), TAPERED(9, 0), TAPERED(11, 0), TAPERED(10, 0), TAPERED(2, 0),
    /* DANGER_OUTER: squares two away attacked, by type */
    TAPERED(2, 0), TAPERED(4, 0), TAPERED(3, 0), TAPERED(3, 0), TAPERED(3, 0), TAPERED(0, 0),
    /* DANGER_ATTACKER: men that attack squares beside the King, by type */
    TAPERED(0, 0), TAPERED(18, 0), TAPERED(14, 0), TAPERED(14, 0), TAPERED(10, 0), TAPERED(0, 0),
    /* DANGER_CHECK: a safe check, by type */
    TAPERED(0, 0), TAPERED(50, 0), TAPERED(24, 0), TAPERED(60, 0), TAPERED(50, 0), TAPERED(0, 0),
    /* DANGER_CHECKS: more than one, by type */
    TAPERED(0, 0), TAPERED(20, 0), TAPERED(14, 0), TAPERED(24, 0), TAPERED(22, 0), TAPERED(0, 0),
    /* DANGER_UNSAFE_CHECK: squares of other checks */
    TAPERED(6, 0),
    /* DANGER_WEAK_RING: attacked squares beside him that King or Queen hold alone */
    TAPERED(14, 0),
    /* DANGER_FLANK: squares of his flank: attacked, attacked twice, guarded */
    TAPERED(2, 0), TAPERED(3, 0), TAPERED(-3, 0),
    /* DANGER_PINNED: men pinned to him */
    TAPERED(10, 0),
    /* DANGER_NO_QUEEN: the enemy has no Queen */
    TAPERED(-110, 0),
    /* DANGER_KNIGHT: a Knight guards squares beside him */
    TAPERED(-12, 0),
    /* DANGER_TO_MOVE: the enemy is to move */
    TAPERED(6, 0),
    /* DANGER_SHELTER: own Pawn in front of him, by rank (0: none) */
    TAPERED(14, 0), TAPERED(-6, 0), TAPERED(-4, 0), TAPERED(2, 0), TAPERED(4, 0), TAPERED(6, 0), TAPERED(8, 0), TAPERED(0, 0),
    /* DANGER_STORM: enemy Pawn in front of him, by rank (0: none) */
    TAPERED(0, 0), TAPERED(8, 0), TAPERED(14, 0), TAPERED(10, 0), TAPERED(4, 0), TAPERED(0, 0), TAPERED(0, 0), TAPERED(0, 0),
    /* KING_CURVE: the penalty at danger 0, 32, 64 .. */
    TAPERED(0, 0), TAPERED(-2, 0), TAPERED(-9, 0), TAPERED(-21, -2), TAPERED(-39, -3), TAPERED(-60, -6), TAPERED(-87, -8), TAPERED(-119, -11),
    TAPERED(-156, -15), TAPERED(-197, -19), TAPERED(-243, -24), TAPERED(-295, -29), TAPERED(-351, -35), TAPERED(-412, -41), TAPERED(-477, -47), TAPERED(-548, -54),
    TAPERED(-624, -62),
    /* SPACE: safe squares of the centre in the own half, by pieces */
    TAPERED(2, 0),
    /* SPACE_BEHIND: those behind own Pawns, by pieces */
    TAPERED(2, 0),
    /* TEMPO: to move */
    TAPERED(14, 14),
    /* COMPLEXITY: always, Pawns, both wings, no pieces, passed Pawns, rammed, outflanking, infiltration */
    TAPERED(0, 0), TAPERED(0, 0), TAPERED(0, 0), TAPERED(0, 0), TAPERED(0, 0), TAPERED(0, 0), TAPERED(0, 0), TAPERED(0, 0),
};
/* clang-format on */
