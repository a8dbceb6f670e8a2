/* Written by tools/tune: see there. The list of names is in eval/weights.h. */
#include "eval/weights.h"

/* clang-format off */
const Tapered weights[WEIGHT_COUNT] = {
    /* MATERIAL: a man, by type */
    [WEIGHT_MATERIAL] =
    TAPERED(85, 99), TAPERED(351, 384), TAPERED(317, 409), TAPERED(602, 813), TAPERED(1176, 1072),
    /* OWN_PAIR: pairs of own men, by types: PP NP NN BP BN BB RP .. QQ */
    [WEIGHT_OWN_PAIR] =
    TAPERED(-3, 14), TAPERED(-9, 39), TAPERED(38, 40), TAPERED(-13, 25), TAPERED(35, 29),
    TAPERED(4, 5), TAPERED(-24, 31), TAPERED(1, 69), TAPERED(2, 11), TAPERED(-95, -2),
    TAPERED(-59, 71), TAPERED(18, 184), TAPERED(-51, 146), TAPERED(-118, 91), TAPERED(-13, -254),
    /* ENEMY_PAIR: own man and enemy man, by types: NP BP BN RP RN RB QP .. */
    [WEIGHT_ENEMY_PAIR] =
    TAPERED(-11, 23), TAPERED(-11, 34), TAPERED(18, 28), TAPERED(-12, 31), TAPERED(20, 30),
    TAPERED(-10, -43), TAPERED(-41, 96), TAPERED(81, 138), TAPERED(5, 55), TAPERED(-127, 253),
    /* BISHOP_PAIR: Bishops on both shades of squares, by count */
    [WEIGHT_BISHOP_PAIR] =
    TAPERED(41, 88),
    /* SQUARE: a man on a square: by type, rank and file */
    [WEIGHT_SQUARE] =
    TAPERED(-8, 4), TAPERED(-2, 2), TAPERED(2, -2), TAPERED(10, -4),
    TAPERED(14, -3), TAPERED(5, 8), TAPERED(-1, 22), TAPERED(5, 28),
    TAPERED(-7, -10), TAPERED(-14, 0), TAPERED(-27, 7), TAPERED(-28, 0),
    TAPERED(15, 3), TAPERED(-2, 0), TAPERED(-4, -5), TAPERED(-10, -16),
    TAPERED(33, 13), TAPERED(25, 2), TAPERED(13, 0), TAPERED(25, -8),
    TAPERED(38, 42), TAPERED(53, 50), TAPERED(53, 56), TAPERED(80, 48),
    TAPERED(68, 25), TAPERED(59, 61), TAPERED(60, 85), TAPERED(141, 15),
    TAPERED(-8, 4), TAPERED(-2, 2), TAPERED(2, -2), TAPERED(10, -4),
    TAPERED(-55, -47), TAPERED(-18, -28), TAPERED(-26, -10), TAPERED(-20, -2),
    TAPERED(-19, -4), TAPERED(-12, -4), TAPERED(-20, -3), TAPERED(-13, -8),
    TAPERED(-6, 3), TAPERED(-8, -17), TAPERED(-6, -11), TAPERED(3, 7),
    TAPERED(9, 18), TAPERED(21, 24), TAPERED(16, 27), TAPERED(13, 37),
    TAPERED(1, 36), TAPERED(6, 35), TAPERED(20, 41), TAPERED(32, 41),
    TAPERED(10, 33), TAPERED(18, 48), TAPERED(33, 47), TAPERED(39, 60),
    TAPERED(6, 47), TAPERED(13, 33), TAPERED(35, 33), TAPERED(108, 25),
    TAPERED(-109, -23), TAPERED(29, 56), TAPERED(51, 46), TAPERED(25, 86),
    TAPERED(-4, -58), TAPERED(2, 11), TAPERED(-9, 17), TAPERED(-19, 29),
    TAPERED(-6, 9), TAPERED(-18, -34), TAPERED(3, 20), TAPERED(-7, 25),
    TAPERED(-1, 19), TAPERED(13, 16), TAPERED(-17, -21), TAPERED(13, 35),
    TAPERED(0, -2), TAPERED(-6, 25), TAPERED(9, 48), TAPERED(-11, -4),
    TAPERED(-23, 17), TAPERED(-3, 39), TAPERED(17, 44), TAPERED(-16, -4),
    TAPERED(4, 39), TAPERED(1, 64), TAPERED(-33, 38), TAPERED(26, 34),
    TAPERED(-1, 36), TAPERED(-7, 3), TAPERED(28, 45), TAPERED(41, 44),
    TAPERED(-41, -5), TAPERED(-44, 58), TAPERED(-15, 50), TAPERED(-39, 67),
    TAPERED(-20, 12), TAPERED(-6, 13), TAPERED(-3, 6), TAPERED(-1, 5),
    TAPERED(-19, 10), TAPERED(-2, 0), TAPERED(-2, 7), TAPERED(2, 5),
    TAPERED(4, 17), TAPERED(19, 15), TAPERED(4, 33), TAPERED(5, 24),
    TAPERED(-8, 40), TAPERED(7, 41), TAPERED(-8, 48), TAPERED(-3, 47),
    TAPERED(10, 58), TAPERED(31, 56), TAPERED(19, 64), TAPERED(43, 46),
    TAPERED(29, 62), TAPERED(38, 63), TAPERED(37, 57), TAPERED(59, 54),
    TAPERED(45, 33), TAPERED(46, 40), TAPERED(68, 27), TAPERED(70, 8),
    TAPERED(36, 62), TAPERED(59, 64), TAPERED(34, 55), TAPERED(54, 56),
    TAPERED(1, -32), TAPERED(15, -67), TAPERED(20, -78), TAPERED(15, -40),
    TAPERED(-12, -52), TAPERED(4, -56), TAPERED(16, -64), TAPERED(19, -34),
    TAPERED(13, -24), TAPERED(5, -3), TAPERED(15, -17), TAPERED(8, -2),
    TAPERED(-6, 15), TAPERED(17, -19), TAPERED(-10, 23), TAPERED(-15, 45),
    TAPERED(-2, 42), TAPERED(-16, 85), TAPERED(-17, 76), TAPERED(-20, 64),
    TAPERED(7, 41), TAPERED(-25, 72), TAPERED(-29, 84), TAPERED(-10, 64),
    TAPERED(-34, 86), TAPERED(-15, 65), TAPERED(-15, 71), TAPERED(-10, 53),
    TAPERED(-53, 73), TAPERED(4, 60), TAPERED(-22, 64), TAPERED(41, -29),
    TAPERED(31, -100), TAPERED(12, -48), TAPERED(-13, -45), TAPERED(-17, -58),
    TAPERED(40, -66), TAPERED(23, -35), TAPERED(4, -38), TAPERED(-14, -25),
    TAPERED(5, -33), TAPERED(19, -18), TAPERED(1, -9), TAPERED(-36, 9),
    TAPERED(-20, -12), TAPERED(-2, 13), TAPERED(-16, 25), TAPERED(-38, 30),
    TAPERED(4, 25), TAPERED(65, 49), TAPERED(-36, 93), TAPERED(-49, 89),
    TAPERED(75, 68), TAPERED(65, 90), TAPERED(26, 116), TAPERED(-5, 83),
    TAPERED(52, 24), TAPERED(-39, 149), TAPERED(37, 102), TAPERED(-16, 107),
    TAPERED(-114, -16), TAPERED(13, 143), TAPERED(-59, 111), TAPERED(132, 48),
    /* KNIGHT_MOBILITY: by squares reached in the area */
    [WEIGHT_KNIGHT_MOBILITY] =
    TAPERED(-54, -245), TAPERED(-16, -69), TAPERED(-7, 15), TAPERED(0, 34), TAPERED(6, 54),
    TAPERED(13, 64), TAPERED(18, 72), TAPERED(24, 72), TAPERED(29, 67),
    /* BISHOP_MOBILITY: likewise */
    [WEIGHT_BISHOP_MOBILITY] =
    TAPERED(-54, -201), TAPERED(-38, -54), TAPERED(-18, -7), TAPERED(-14, 13), TAPERED(-11, 32),
    TAPERED(-9, 45), TAPERED(-9, 49), TAPERED(-10, 52), TAPERED(-15, 58), TAPERED(-17, 65),
    TAPERED(-5, 51), TAPERED(9, 45), TAPERED(8, 42), TAPERED(41, 15),
    /* ROOK_MOBILITY: likewise */
    [WEIGHT_ROOK_MOBILITY] =
    TAPERED(-10, -171), TAPERED(-16, -39), TAPERED(-5, -3), TAPERED(0, 20), TAPERED(5, 32),
    TAPERED(5, 51), TAPERED(10, 56), TAPERED(14, 59), TAPERED(16, 63), TAPERED(18, 72),
    TAPERED(19, 73), TAPERED(19, 81), TAPERED(23, 76), TAPERED(21, 86), TAPERED(28, 74),
    /* QUEEN_MOBILITY: likewise */
    [WEIGHT_QUEEN_MOBILITY] =
    TAPERED(-341, -38), TAPERED(-113, -112), TAPERED(-59, -159), TAPERED(-26, -222),
    TAPERED(-19, -103), TAPERED(-11, -44), TAPERED(-5, -25), TAPERED(-5, 1),
    TAPERED(3, -5), TAPERED(7, -7), TAPERED(8, 19), TAPERED(14, 8),
    TAPERED(13, 22), TAPERED(11, 42), TAPERED(14, 38), TAPERED(17, 34),
    TAPERED(7, 56), TAPERED(14, 49), TAPERED(19, 44), TAPERED(12, 53),
    TAPERED(32, 33), TAPERED(19, 36), TAPERED(31, 45), TAPERED(43, 42),
    TAPERED(80, -31), TAPERED(100, -101), TAPERED(7, -37), TAPERED(66, -50),
    /* KNIGHT_OUTPOST: on an outpost: alone, guarded by a Pawn */
    [WEIGHT_KNIGHT_OUTPOST] =
    TAPERED(16, -21), TAPERED(30, 0),
    /* BISHOP_OUTPOST: likewise */
    [WEIGHT_BISHOP_OUTPOST] =
    TAPERED(16, -1), TAPERED(29, 15),
    /* KNIGHT_TO_OUTPOST: attacks an outpost that a Pawn guards */
    [WEIGHT_KNIGHT_TO_OUTPOST] =
    TAPERED(25, 17),
    /* MINOR_BEHIND_PAWN: right behind a Pawn: Knight, Bishop */
    [WEIGHT_MINOR_BEHIND_PAWN] =
    TAPERED(6, 28), TAPERED(10, 14),
    /* MINOR_KING_DISTANCE: Knight, Bishop: by distance from the own King */
    [WEIGHT_MINOR_KING_DISTANCE] =
    TAPERED(-6, -5), TAPERED(-2, -3),
    /* BISHOP_PAWNS: own Pawns on the Bishop's shade */
    [WEIGHT_BISHOP_PAWNS] =
    TAPERED(-6, -7),
    /* BISHOP_RAMMED: those of them that a man blocks */
    [WEIGHT_BISHOP_RAMMED] =
    TAPERED(-6, -12),
    /* BISHOP_XRAY_PAWNS: enemy Pawns on the Bishop's lines */
    [WEIGHT_BISHOP_XRAY_PAWNS] =
    TAPERED(-9, -8),
    /* BISHOP_CENTRE: sees both squares of the centre past all but Pawns */
    [WEIGHT_BISHOP_CENTRE] =
    TAPERED(32, 47),
    /* ROOK_FILE: on a file: open, without own Pawns, with a blocked own one */
    [WEIGHT_ROOK_FILE] =
    TAPERED(21, 11), TAPERED(10, 6), TAPERED(-10, -6),
    /* ROOK_SEVENTH: on the 7th, with the King on the 8th or Pawns there */
    [WEIGHT_ROOK_SEVENTH] =
    TAPERED(-44, 44),
    /* ROOK_QUEEN_FILE: on the file of a Queen */
    [WEIGHT_ROOK_QUEEN_FILE] =
    TAPERED(11, 20),
    /* ROOK_TRAPPED: shut in on the wing by the own King */
    [WEIGHT_ROOK_TRAPPED] =
    TAPERED(-2, -34),
    /* PINNED: own man pinned to the King, by type */
    [WEIGHT_PINNED] =
    TAPERED(-3, 18), TAPERED(47, 264), TAPERED(12, 196), TAPERED(-11, 45), TAPERED(36, 114),
    /* ISOLATED: no own Pawn beside: file open, opposed */
    [WEIGHT_ISOLATED] =
    TAPERED(13, -34), TAPERED(19, -19),
    /* DOUBLED: an own Pawn in front: with neighbours, isolated */
    [WEIGHT_DOUBLED] =
    TAPERED(4, -21), TAPERED(-26, -10),
    /* BACKWARD: neighbours ahead, may not advance: file open, opposed */
    [WEIGHT_BACKWARD] =
    TAPERED(-16, -18), TAPERED(2, -10),
    /* PHALANX: a Pawn beside, by rank */
    [WEIGHT_PHALANX] =
    TAPERED(0, 0), TAPERED(3, 0), TAPERED(14, 7), TAPERED(13, 17),
    TAPERED(16, 38), TAPERED(129, 67), TAPERED(116, 331), TAPERED(0, 0),
    /* SUPPORTED: a Pawn that guards it, by rank */
    [WEIGHT_SUPPORTED] =
    TAPERED(0, 0), TAPERED(0, 0), TAPERED(22, 14), TAPERED(17, 13),
    TAPERED(14, 25), TAPERED(5, 56), TAPERED(207, 111), TAPERED(0, 0),
    /* CANDIDATE: may become passed, by rank */
    [WEIGHT_CANDIDATE] =
    TAPERED(0, 0), TAPERED(15, -22), TAPERED(4, -3), TAPERED(1, 13),
    TAPERED(-9, 43), TAPERED(-11, 69), TAPERED(0, 0), TAPERED(0, 0),
    /* ISLANDS: groups of files with Pawns */
    [WEIGHT_ISLANDS] =
    TAPERED(-21, 26),
    /* PASSED: passed Pawn, by rank */
    [WEIGHT_PASSED] =
    TAPERED(0, 0), TAPERED(25, 33), TAPERED(3, 18), TAPERED(-18, 50),
    TAPERED(-16, 63), TAPERED(58, 36), TAPERED(140, 139), TAPERED(0, 0),
    /* PASSED_FILE: by file */
    [WEIGHT_PASSED_FILE] =
    TAPERED(1, 31), TAPERED(-1, 25), TAPERED(-1, 5), TAPERED(-9, -10),
    /* PASSED_CONNECTED: guarded or beside a Pawn, by rank */
    [WEIGHT_PASSED_CONNECTED] =
    TAPERED(0, 0), TAPERED(-4, 13), TAPERED(21, -9), TAPERED(16, 3),
    TAPERED(18, 20), TAPERED(-5, 40), TAPERED(-64, -22), TAPERED(0, 0),
    /* PASSED_STOP: square in front: free, held, lost, own man, enemy; by rank */
    [WEIGHT_PASSED_STOP] =
    TAPERED(0, 0), TAPERED(18, 7), TAPERED(-3, 12), TAPERED(-8, 19),
    TAPERED(-19, 29), TAPERED(18, -7), TAPERED(25, 27), TAPERED(0, 0),
    TAPERED(0, 0), TAPERED(19, 20), TAPERED(7, 2), TAPERED(-6, 28),
    TAPERED(-2, 22), TAPERED(53, 14), TAPERED(99, 166), TAPERED(0, 0),
    TAPERED(0, 0), TAPERED(-7, 21), TAPERED(-6, -5), TAPERED(-19, 11),
    TAPERED(-21, -2), TAPERED(-16, -23), TAPERED(20, 14), TAPERED(0, 0),
    TAPERED(0, 0), TAPERED(34, -10), TAPERED(-1, 9), TAPERED(-1, 20),
    TAPERED(-31, 29), TAPERED(27, -11), TAPERED(368, -212), TAPERED(0, 0),
    TAPERED(0, 0), TAPERED(-12, 62), TAPERED(26, -15), TAPERED(-4, 18),
    TAPERED(-16, 2), TAPERED(-10, -32), TAPERED(-40, -11), TAPERED(0, 0),
    /* PASSED_PATH: empty and unattacked to the end, by rank */
    [WEIGHT_PASSED_PATH] =
    TAPERED(0, 0), TAPERED(-34, 29), TAPERED(-62, 25), TAPERED(-47, 39),
    TAPERED(45, 23), TAPERED(60, 21), TAPERED(-5, 47), TAPERED(0, 0),
    /* PASSED_OUR_KING: distance of the own King, by rank */
    [WEIGHT_PASSED_OUR_KING] =
    TAPERED(0, 0), TAPERED(-8, 0), TAPERED(-2, -8), TAPERED(3, -16),
    TAPERED(1, -15), TAPERED(-17, -3), TAPERED(-14, -6), TAPERED(0, 0),
    /* PASSED_THEIR_KING: distance of the enemy King, by rank */
    [WEIGHT_PASSED_THEIR_KING] =
    TAPERED(0, 0), TAPERED(-3, -11), TAPERED(-1, 0), TAPERED(1, 6),
    TAPERED(7, 16), TAPERED(13, 29), TAPERED(6, 27), TAPERED(0, 0),
    /* PASSED_ROOK_BEHIND: a Rook behind it: own, enemy */
    [WEIGHT_PASSED_ROOK_BEHIND] =
    TAPERED(12, 20), TAPERED(-39, -40),
    /* PASSED_UNSTOPPABLE: no piece left and the King outside the square */
    [WEIGHT_PASSED_UNSTOPPABLE] =
    TAPERED(-679, -7),
    /* THREAT: attacked: by least attacker, victim, guard (none piece Pawn) */
    [WEIGHT_THREAT] =
    TAPERED(-8, -43), TAPERED(-14, -3), TAPERED(-5, -9), TAPERED(47, 25), TAPERED(51, 82),
    TAPERED(48, 85), TAPERED(32, 17), TAPERED(22, 72), TAPERED(40, 64), TAPERED(60, 5),
    TAPERED(47, 69), TAPERED(74, 30), TAPERED(39, 25), TAPERED(35, 36), TAPERED(47, -46),
    TAPERED(7, 29), TAPERED(-1, 27), TAPERED(-9, 2), TAPERED(-5, -15), TAPERED(12, 20),
    TAPERED(17, 6), TAPERED(43, -14), TAPERED(30, 30), TAPERED(44, -6), TAPERED(26, -2),
    TAPERED(40, 49), TAPERED(57, 36), TAPERED(28, -18), TAPERED(29, 15), TAPERED(40, 63),
    TAPERED(-6, 38), TAPERED(3, 22), TAPERED(-3, -8), TAPERED(41, 18), TAPERED(19, 45),
    TAPERED(28, 41), TAPERED(29, 24), TAPERED(16, 43), TAPERED(17, 33), TAPERED(37, 0),
    TAPERED(42, 104), TAPERED(103, 43), TAPERED(42, 17), TAPERED(35, 113), TAPERED(57, 114),
    TAPERED(4, 25), TAPERED(-5, 19), TAPERED(-14, -5), TAPERED(36, 23), TAPERED(12, 30),
    TAPERED(-3, 19), TAPERED(32, 15), TAPERED(17, 25), TAPERED(8, -32), TAPERED(-46, -21),
    TAPERED(-35, -45), TAPERED(-27, -65), TAPERED(34, -17), TAPERED(-3, 124), TAPERED(41, 76),
    TAPERED(-7, 22), TAPERED(-2, 0), TAPERED(-2, 7), TAPERED(18, 26), TAPERED(-2, 27),
    TAPERED(6, -17), TAPERED(14, 51), TAPERED(0, -5), TAPERED(1, -15), TAPERED(22, 17),
    TAPERED(-2, -5), TAPERED(6, -23), TAPERED(-12, 39), TAPERED(11, -2), TAPERED(31, -17),
    TAPERED(49, 28), TAPERED(78, -3), TAPERED(82, -6), TAPERED(-4, 47), TAPERED(-30, 45),
    TAPERED(-7, 31), TAPERED(52, 17), TAPERED(20, 39), TAPERED(-11, 26), TAPERED(66, 6),
    TAPERED(-9, 14), TAPERED(43, -7), TAPERED(8, 24), TAPERED(0, 0), TAPERED(0, 0),
    /* THREAT_MORE: each further attacker, by victim */
    [WEIGHT_THREAT_MORE] =
    TAPERED(-3, 7), TAPERED(10, 34), TAPERED(16, 36), TAPERED(-12, 76), TAPERED(-4, 39),
    /* HANGING: men attacked more often than guarded, and not by a Pawn */
    [WEIGHT_HANGING] =
    TAPERED(3, 29),
    /* HANGING_TO_MOVE: such men of the side not to move */
    [WEIGHT_HANGING_TO_MOVE] =
    TAPERED(0, -4),
    /* QUEEN_GUARD: such men that the Queen alone guards */
    [WEIGHT_QUEEN_GUARD] =
    TAPERED(8, 5),
    /* RESTRICTED: squares attacked by both and not held by the enemy */
    [WEIGHT_RESTRICTED] =
    TAPERED(5, 0),
    /* PUSH_THREAT: men that a safe push would attack: Pawns, pieces */
    [WEIGHT_PUSH_THREAT] =
    TAPERED(4, 4), TAPERED(12, 23),
    /* QUEEN_HIT: safe squares to attack the Queen from: Knight, slider */
    [WEIGHT_QUEEN_HIT] =
    TAPERED(11, -19), TAPERED(12, 21),
    /* SHELTER: own Pawn in front of the King: by file and rank (0: none) */
    [WEIGHT_SHELTER] =
    TAPERED(-22, 6), TAPERED(-2, -30), TAPERED(14, -14), TAPERED(6, -3),
    TAPERED(28, 7), TAPERED(53, 35), TAPERED(85, -15), TAPERED(0, 0),
    TAPERED(-17, -3), TAPERED(26, -6), TAPERED(1, -9), TAPERED(-8, 9),
    TAPERED(11, 12), TAPERED(-20, 41), TAPERED(98, -109), TAPERED(0, 0),
    TAPERED(-8, -5), TAPERED(19, -6), TAPERED(-16, 9), TAPERED(-1, -3),
    TAPERED(-2, 19), TAPERED(54, -13), TAPERED(-2, -11), TAPERED(0, 0),
    TAPERED(-1, 5), TAPERED(-20, 18), TAPERED(-11, 6), TAPERED(-7, 14),
    TAPERED(20, 4), TAPERED(13, -1), TAPERED(0, -3), TAPERED(0, 0),
    /* STORM: enemy Pawn in front of the King: by file and rank (0: none) */
    [WEIGHT_STORM] =
    TAPERED(-18, -7), TAPERED(33, 134), TAPERED(29, 29), TAPERED(-39, 21),
    TAPERED(-24, 17), TAPERED(-7, -4), TAPERED(-11, -5), TAPERED(0, 0),
    TAPERED(-2, 9), TAPERED(95, 153), TAPERED(44, 65), TAPERED(-12, 32),
    TAPERED(-26, 19), TAPERED(-10, 10), TAPERED(-8, 1), TAPERED(0, 0),
    TAPERED(17, -5), TAPERED(-107, 167), TAPERED(2, 49), TAPERED(-32, 27),
    TAPERED(2, -6), TAPERED(-11, -5), TAPERED(5, -19), TAPERED(0, 0),
    TAPERED(12, -2), TAPERED(-36, 63), TAPERED(-10, 30), TAPERED(8, -14),
    TAPERED(-10, -17), TAPERED(0, -19), TAPERED(-15, 0), TAPERED(0, 0),
    /* STORM_BLOCKED: the same, stopped by that own Pawn, by rank */
    [WEIGHT_STORM_BLOCKED] =
    TAPERED(0, 0), TAPERED(0, 0), TAPERED(25, -130), TAPERED(7, -8),
    TAPERED(-3, -16), TAPERED(-9, -25), TAPERED(-21, -36), TAPERED(0, 0),
    /* KING_PAWN_DISTANCE: to the nearest Pawn */
    [WEIGHT_KING_PAWN_DISTANCE] =
    TAPERED(-5, -9),
    /* DANGER_BASE: always */
    [WEIGHT_DANGER_BASE] =
    TAPERED(34, 0),
    /* DANGER_RING: squares beside the King attacked, by type */
    [WEIGHT_DANGER_RING] =
    TAPERED(10, 0), TAPERED(13, 0), TAPERED(17, 0), TAPERED(2, 0), TAPERED(-2, 0),
    TAPERED(-23, 0),
    /* DANGER_OUTER: squares two away attacked, by type */
    [WEIGHT_DANGER_OUTER] =
    TAPERED(7, 0), TAPERED(13, 0), TAPERED(11, 0), TAPERED(7, 0), TAPERED(5, 0),
    TAPERED(0, 0),
    /* DANGER_ATTACKER: men that attack squares beside the King, by type */
    [WEIGHT_DANGER_ATTACKER] =
    TAPERED(0, 0), TAPERED(25, 0), TAPERED(9, 0), TAPERED(4, 0), TAPERED(-4, 0),
    TAPERED(0, 0),
    /* DANGER_CHECK: a safe check, by type */
    [WEIGHT_DANGER_CHECK] =
    TAPERED(0, 0), TAPERED(52, 0), TAPERED(39, 0), TAPERED(61, 0), TAPERED(47, 0),
    TAPERED(0, 0),
    /* DANGER_CHECKS: more than one, by type */
    [WEIGHT_DANGER_CHECKS] =
    TAPERED(0, 0), TAPERED(-4, 0), TAPERED(5, 0), TAPERED(38, 0), TAPERED(31, 0),
    TAPERED(0, 0),
    /* DANGER_UNSAFE_CHECK: squares of other checks */
    [WEIGHT_DANGER_UNSAFE_CHECK] =
    TAPERED(12, 0),
    /* DANGER_WEAK_RING: attacked squares beside him that King or Queen hold alone */
    [WEIGHT_DANGER_WEAK_RING] =
    TAPERED(5, 0),
    /* DANGER_FLANK: squares of his flank: attacked, attacked twice, guarded */
    [WEIGHT_DANGER_FLANK] =
    TAPERED(9, 0), TAPERED(11, 0), TAPERED(-8, 0),
    /* DANGER_PINNED: men pinned to him */
    [WEIGHT_DANGER_PINNED] =
    TAPERED(17, 0),
    /* DANGER_NO_QUEEN: the enemy has no Queen */
    [WEIGHT_DANGER_NO_QUEEN] =
    TAPERED(-143, 0),
    /* DANGER_KNIGHT: a Knight guards squares beside him */
    [WEIGHT_DANGER_KNIGHT] =
    TAPERED(-20, 0),
    /* DANGER_TO_MOVE: the enemy is to move */
    [WEIGHT_DANGER_TO_MOVE] =
    TAPERED(3, 0),
    /* DANGER_SHELTER: own Pawn in front of him, by rank (0: none) */
    [WEIGHT_DANGER_SHELTER] =
    TAPERED(39, 0), TAPERED(-4, 0), TAPERED(6, 0), TAPERED(24, 0),
    TAPERED(42, 0), TAPERED(28, 0), TAPERED(-51, 0), TAPERED(0, 0),
    /* DANGER_STORM: enemy Pawn in front of him, by rank (0: none) */
    [WEIGHT_DANGER_STORM] =
    TAPERED(36, 0), TAPERED(23, 0), TAPERED(71, 0), TAPERED(19, 0),
    TAPERED(0, 0), TAPERED(-11, 0), TAPERED(4, 0), TAPERED(0, 0),
    /* KING_CURVE: the penalty at danger 0, 32, 64 .. */
    [WEIGHT_KING_CURVE] =
    TAPERED(12, -5), TAPERED(1, -7), TAPERED(-8, -2), TAPERED(-22, -7), TAPERED(-39, -8),
    TAPERED(-62, -13), TAPERED(-92, -11), TAPERED(-118, -13), TAPERED(-161, -9), TAPERED(-207, -15),
    TAPERED(-262, -9), TAPERED(-315, -12), TAPERED(-406, 26), TAPERED(-405, -36), TAPERED(-502, -21),
    TAPERED(-528, 2), TAPERED(-648, -95),
    /* SPACE: safe squares of the centre in the own half, by pieces */
    [WEIGHT_SPACE] =
    TAPERED(7, -3),
    /* SPACE_BEHIND: those behind own Pawns, by pieces */
    [WEIGHT_SPACE_BEHIND] =
    TAPERED(3, 4),
    /* TEMPO: to move */
    [WEIGHT_TEMPO] =
    TAPERED(30, 16),
    /* COMPLEXITY: always, Pawns, both wings, no pieces, passed Pawns, rammed, outflanking, infiltration */
    [WEIGHT_COMPLEXITY] =
    TAPERED(-55, 0), TAPERED(1, 0), TAPERED(59, 0), TAPERED(-48, 0),
    TAPERED(9, 0), TAPERED(-1, 0), TAPERED(4, 0), TAPERED(-26, 0),
};
/* clang-format on */
