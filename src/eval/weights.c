/* Written by tools/tune: see there. The list of names is in eval/weights.h. */
#include "eval/weights.h"

/* clang-format off */
const Tapered weights[WEIGHT_COUNT] = {
    /* MATERIAL: a man, by type */
    [WEIGHT_MATERIAL] =
    TAPERED(92, 103), TAPERED(327, 371), TAPERED(333, 382), TAPERED(575, 805), TAPERED(1163, 1027),
    /* OWN_PAIR: pairs of own men, by types: PP NP NN BP BN BB RP .. QQ */
    [WEIGHT_OWN_PAIR] =
    TAPERED(-3, 16), TAPERED(-10, 46), TAPERED(41, 41), TAPERED(-14, 32), TAPERED(37, 29),
    TAPERED(5, 13), TAPERED(-25, 40), TAPERED(4, 78), TAPERED(-1, 21), TAPERED(-94, 20),
    TAPERED(-60, 90), TAPERED(0, 199), TAPERED(-60, 144), TAPERED(-102, 72), TAPERED(-55, -200),
    /* ENEMY_PAIR: own man and enemy man, by types: NP BP BN RP RN RB QP .. */
    [WEIGHT_ENEMY_PAIR] =
    TAPERED(-12, 31), TAPERED(-13, 46), TAPERED(15, 23), TAPERED(-12, 40), TAPERED(14, 22),
    TAPERED(-9, -45), TAPERED(-35, 116), TAPERED(68, 117), TAPERED(13, 46), TAPERED(-119, 254),
    /* BISHOP_PAIR: Bishops on both shades of squares, by count */
    [WEIGHT_BISHOP_PAIR] =
    TAPERED(39, 85),
    /* SQUARE: a man on a square: by type, rank and file */
    [WEIGHT_SQUARE] =
    TAPERED(-8, 4), TAPERED(-2, 2), TAPERED(2, -2), TAPERED(10, -4),
    TAPERED(13, -1), TAPERED(5, 8), TAPERED(0, 25), TAPERED(6, 29),
    TAPERED(-7, -9), TAPERED(-13, -1), TAPERED(-25, 7), TAPERED(-26, 1),
    TAPERED(15, 6), TAPERED(0, 0), TAPERED(-3, -4), TAPERED(-8, -15),
    TAPERED(32, 16), TAPERED(25, 2), TAPERED(14, 0), TAPERED(26, -7),
    TAPERED(35, 49), TAPERED(51, 56), TAPERED(53, 59), TAPERED(82, 48),
    TAPERED(84, 6), TAPERED(63, 54), TAPERED(60, 92), TAPERED(136, 13),
    TAPERED(-8, 4), TAPERED(-2, 2), TAPERED(2, -2), TAPERED(10, -4),
    TAPERED(-57, -56), TAPERED(-21, -37), TAPERED(-29, -17), TAPERED(-23, -9),
    TAPERED(-23, -12), TAPERED(-17, -8), TAPERED(-24, -11), TAPERED(-16, -12),
    TAPERED(-11, 2), TAPERED(-12, -23), TAPERED(-10, -17), TAPERED(-2, 3),
    TAPERED(4, 15), TAPERED(15, 22), TAPERED(10, 26), TAPERED(8, 35),
    TAPERED(-4, 35), TAPERED(2, 34), TAPERED(14, 43), TAPERED(27, 40),
    TAPERED(8, 25), TAPERED(13, 49), TAPERED(25, 51), TAPERED(32, 63),
    TAPERED(1, 49), TAPERED(5, 38), TAPERED(27, 36), TAPERED(100, 25),
    TAPERED(-108, -38), TAPERED(24, 62), TAPERED(46, 35), TAPERED(29, 81),
    TAPERED(-1, -70), TAPERED(5, -2), TAPERED(-6, 10), TAPERED(-15, 21),
    TAPERED(-3, 4), TAPERED(-14, -43), TAPERED(7, 10), TAPERED(-5, 18),
    TAPERED(1, 15), TAPERED(16, 8), TAPERED(-14, -27), TAPERED(15, 31),
    TAPERED(2, -9), TAPERED(-4, 19), TAPERED(10, 47), TAPERED(-8, -11),
    TAPERED(-21, 15), TAPERED(-1, 36), TAPERED(19, 39), TAPERED(-14, -9),
    TAPERED(6, 28), TAPERED(4, 58), TAPERED(-29, 34), TAPERED(26, 35),
    TAPERED(1, 33), TAPERED(-5, -3), TAPERED(30, 41), TAPERED(39, 45),
    TAPERED(-43, -7), TAPERED(-36, 55), TAPERED(-8, 41), TAPERED(-35, 64),
    TAPERED(-20, 9), TAPERED(-7, 9), TAPERED(-4, 1), TAPERED(-2, -1),
    TAPERED(-20, 7), TAPERED(-3, -3), TAPERED(-3, 2), TAPERED(2, 1),
    TAPERED(2, 14), TAPERED(16, 15), TAPERED(2, 34), TAPERED(4, 22),
    TAPERED(-9, 39), TAPERED(5, 41), TAPERED(-8, 50), TAPERED(-5, 48),
    TAPERED(9, 59), TAPERED(27, 60), TAPERED(16, 68), TAPERED(39, 49),
    TAPERED(27, 63), TAPERED(34, 66), TAPERED(33, 60), TAPERED(56, 55),
    TAPERED(38, 34), TAPERED(40, 41), TAPERED(60, 29), TAPERED(61, 10),
    TAPERED(31, 65), TAPERED(54, 65), TAPERED(29, 57), TAPERED(53, 55),
    TAPERED(2, -42), TAPERED(14, -70), TAPERED(19, -83), TAPERED(14, -42),
    TAPERED(-10, -72), TAPERED(3, -57), TAPERED(14, -67), TAPERED(18, -38),
    TAPERED(13, -29), TAPERED(5, -9), TAPERED(13, -15), TAPERED(7, -2),
    TAPERED(-6, 13), TAPERED(14, -15), TAPERED(-10, 21), TAPERED(-16, 49),
    TAPERED(-3, 43), TAPERED(-14, 82), TAPERED(-15, 72), TAPERED(-22, 71),
    TAPERED(7, 37), TAPERED(-21, 62), TAPERED(-28, 85), TAPERED(-10, 64),
    TAPERED(-31, 83), TAPERED(-13, 60), TAPERED(-13, 66), TAPERED(-10, 51),
    TAPERED(-47, 63), TAPERED(11, 46), TAPERED(-7, 39), TAPERED(47, -46),
    TAPERED(25, -92), TAPERED(7, -38), TAPERED(-18, -37), TAPERED(-22, -48),
    TAPERED(36, -61), TAPERED(20, -28), TAPERED(1, -34), TAPERED(-17, -18),
    TAPERED(8, -34), TAPERED(26, -20), TAPERED(9, -12), TAPERED(-33, 14),
    TAPERED(-3, -19), TAPERED(21, 4), TAPERED(12, 16), TAPERED(-21, 31),
    TAPERED(28, 17), TAPERED(89, 37), TAPERED(-8, 80), TAPERED(-7, 78),
    TAPERED(105, 51), TAPERED(83, 82), TAPERED(72, 100), TAPERED(40, 67),
    TAPERED(64, 8), TAPERED(-17, 147), TAPERED(89, 80), TAPERED(69, 56),
    TAPERED(-96, -13), TAPERED(27, 151), TAPERED(-27, 89), TAPERED(169, 2),
    /* KNIGHT_MOBILITY: by squares reached in the area */
    [WEIGHT_KNIGHT_MOBILITY] =
    TAPERED(-61, -208), TAPERED(-22, -73), TAPERED(-12, 7), TAPERED(-6, 26), TAPERED(0, 47),
    TAPERED(7, 56), TAPERED(11, 65), TAPERED(17, 65), TAPERED(21, 60),
    /* BISHOP_MOBILITY: likewise */
    [WEIGHT_BISHOP_MOBILITY] =
    TAPERED(-49, -214), TAPERED(-33, -68), TAPERED(-15, -16), TAPERED(-11, 4), TAPERED(-8, 25),
    TAPERED(-6, 38), TAPERED(-6, 43), TAPERED(-7, 46), TAPERED(-13, 52), TAPERED(-13, 57),
    TAPERED(0, 39), TAPERED(16, 31), TAPERED(23, 19), TAPERED(68, -20),
    /* ROOK_MOBILITY: likewise */
    [WEIGHT_ROOK_MOBILITY] =
    TAPERED(-11, -171), TAPERED(-17, -41), TAPERED(-6, -6), TAPERED(-1, 17), TAPERED(3, 28),
    TAPERED(4, 48), TAPERED(8, 55), TAPERED(13, 57), TAPERED(14, 62), TAPERED(15, 73),
    TAPERED(16, 74), TAPERED(16, 82), TAPERED(20, 78), TAPERED(20, 85), TAPERED(29, 71),
    /* QUEEN_MOBILITY: likewise */
    [WEIGHT_QUEEN_MOBILITY] =
    TAPERED(-326, -68), TAPERED(-109, -108), TAPERED(-57, -150), TAPERED(-26, -209),
    TAPERED(-20, -99), TAPERED(-12, -46), TAPERED(-5, -28), TAPERED(-6, -1),
    TAPERED(2, -9), TAPERED(6, -9), TAPERED(7, 17), TAPERED(13, 4),
    TAPERED(12, 23), TAPERED(9, 45), TAPERED(13, 37), TAPERED(15, 34),
    TAPERED(7, 54), TAPERED(15, 45), TAPERED(19, 41), TAPERED(15, 46),
    TAPERED(39, 14), TAPERED(30, 13), TAPERED(47, 13), TAPERED(55, 14),
    TAPERED(70, -43), TAPERED(113, -156), TAPERED(0, -63), TAPERED(64, -89),
    /* KNIGHT_OUTPOST: on an outpost: alone, guarded by a Pawn */
    [WEIGHT_KNIGHT_OUTPOST] =
    TAPERED(15, -23), TAPERED(28, 3),
    /* BISHOP_OUTPOST: likewise */
    [WEIGHT_BISHOP_OUTPOST] =
    TAPERED(16, -1), TAPERED(27, 18),
    /* KNIGHT_TO_OUTPOST: attacks an outpost that a Pawn guards */
    [WEIGHT_KNIGHT_TO_OUTPOST] =
    TAPERED(24, 18),
    /* MINOR_BEHIND_PAWN: right behind a Pawn: Knight, Bishop */
    [WEIGHT_MINOR_BEHIND_PAWN] =
    TAPERED(5, 30), TAPERED(9, 16),
    /* MINOR_KING_DISTANCE: Knight, Bishop: by distance from the own King */
    [WEIGHT_MINOR_KING_DISTANCE] =
    TAPERED(-6, -7), TAPERED(-2, -4),
    /* BISHOP_PAWNS: own Pawns on the Bishop's shade */
    [WEIGHT_BISHOP_PAWNS] =
    TAPERED(-5, -7),
    /* BISHOP_RAMMED: those of them that a man blocks */
    [WEIGHT_BISHOP_RAMMED] =
    TAPERED(-5, -13),
    /* BISHOP_XRAY_PAWNS: enemy Pawns on the Bishop's lines */
    [WEIGHT_BISHOP_XRAY_PAWNS] =
    TAPERED(-9, -9),
    /* BISHOP_CENTRE: sees both squares of the centre past all but Pawns */
    [WEIGHT_BISHOP_CENTRE] =
    TAPERED(31, 50),
    /* ROOK_FILE: on a file: open, without own Pawns, with a blocked own one */
    [WEIGHT_ROOK_FILE] =
    TAPERED(21, 13), TAPERED(9, 7), TAPERED(-9, -6),
    /* ROOK_SEVENTH: on the 7th, with the King on the 8th or Pawns there */
    [WEIGHT_ROOK_SEVENTH] =
    TAPERED(-40, 48),
    /* ROOK_QUEEN_FILE: on the file of a Queen */
    [WEIGHT_ROOK_QUEEN_FILE] =
    TAPERED(11, 19),
    /* ROOK_TRAPPED: shut in on the wing by the own King */
    [WEIGHT_ROOK_TRAPPED] =
    TAPERED(-1, -43),
    /* PINNED: own man pinned to the King, by type */
    [WEIGHT_PINNED] =
    TAPERED(-3, 18), TAPERED(49, 218), TAPERED(11, 197), TAPERED(-9, 37), TAPERED(39, 91),
    /* ISOLATED: no own Pawn beside: file open, opposed */
    [WEIGHT_ISOLATED] =
    TAPERED(13, -36), TAPERED(18, -19),
    /* DOUBLED: an own Pawn in front: with neighbours, isolated */
    [WEIGHT_DOUBLED] =
    TAPERED(4, -22), TAPERED(-24, -13),
    /* BACKWARD: neighbours ahead, may not advance: file open, opposed */
    [WEIGHT_BACKWARD] =
    TAPERED(-15, -19), TAPERED(2, -9),
    /* PHALANX: a Pawn beside, by rank */
    [WEIGHT_PHALANX] =
    TAPERED(0, 0), TAPERED(3, 1), TAPERED(14, 8), TAPERED(12, 18),
    TAPERED(15, 42), TAPERED(125, 72), TAPERED(120, 272), TAPERED(0, 0),
    /* SUPPORTED: a Pawn that guards it, by rank */
    [WEIGHT_SUPPORTED] =
    TAPERED(0, 0), TAPERED(0, 0), TAPERED(21, 15), TAPERED(17, 14),
    TAPERED(14, 27), TAPERED(4, 61), TAPERED(169, 106), TAPERED(0, 0),
    /* CANDIDATE: may become passed, by rank */
    [WEIGHT_CANDIDATE] =
    TAPERED(0, 0), TAPERED(14, -22), TAPERED(3, -3), TAPERED(1, 13),
    TAPERED(-8, 45), TAPERED(-9, 59), TAPERED(0, 0), TAPERED(0, 0),
    /* ISLANDS: groups of files with Pawns */
    [WEIGHT_ISLANDS] =
    TAPERED(-20, 27),
    /* PASSED: passed Pawn, by rank */
    [WEIGHT_PASSED] =
    TAPERED(0, 0), TAPERED(19, 36), TAPERED(2, 18), TAPERED(-18, 54),
    TAPERED(-7, 62), TAPERED(59, 36), TAPERED(148, 125), TAPERED(0, 0),
    /* PASSED_FILE: by file */
    [WEIGHT_PASSED_FILE] =
    TAPERED(4, 31), TAPERED(1, 27), TAPERED(0, 5), TAPERED(-7, -12),
    /* PASSED_CONNECTED: guarded or beside a Pawn, by rank */
    [WEIGHT_PASSED_CONNECTED] =
    TAPERED(0, 0), TAPERED(-5, 16), TAPERED(19, -12), TAPERED(15, 3),
    TAPERED(17, 21), TAPERED(-3, 42), TAPERED(-37, 10), TAPERED(0, 0),
    /* PASSED_STOP: square in front: free, held, lost, own man, enemy; by rank */
    [WEIGHT_PASSED_STOP] =
    TAPERED(0, 0), TAPERED(15, 8), TAPERED(-3, 13), TAPERED(-8, 21),
    TAPERED(-13, 27), TAPERED(19, -9), TAPERED(35, 23), TAPERED(0, 0),
    TAPERED(0, 0), TAPERED(16, 24), TAPERED(6, 4), TAPERED(-6, 31),
    TAPERED(3, 21), TAPERED(57, 8), TAPERED(106, 160), TAPERED(0, 0),
    TAPERED(0, 0), TAPERED(-10, 23), TAPERED(-4, -9), TAPERED(-18, 10),
    TAPERED(-15, -3), TAPERED(-17, -22), TAPERED(37, -9), TAPERED(0, 0),
    TAPERED(0, 0), TAPERED(30, -10), TAPERED(-4, 15), TAPERED(-3, 25),
    TAPERED(-27, 32), TAPERED(36, -16), TAPERED(318, -209), TAPERED(0, 0),
    TAPERED(0, 0), TAPERED(-15, 70), TAPERED(24, -17), TAPERED(-3, 20),
    TAPERED(-12, 2), TAPERED(-13, -28), TAPERED(-39, -8), TAPERED(0, 0),
    /* PASSED_PATH: empty and unattacked to the end, by rank */
    [WEIGHT_PASSED_PATH] =
    TAPERED(0, 0), TAPERED(-30, 30), TAPERED(-57, 29), TAPERED(-41, 42),
    TAPERED(49, 24), TAPERED(68, 19), TAPERED(5, 43), TAPERED(0, 0),
    /* PASSED_OUR_KING: distance of the own King, by rank */
    [WEIGHT_PASSED_OUR_KING] =
    TAPERED(0, 0), TAPERED(-6, -1), TAPERED(-1, -10), TAPERED(2, -19),
    TAPERED(-2, -16), TAPERED(-18, -3), TAPERED(-15, -3), TAPERED(0, 0),
    /* PASSED_THEIR_KING: distance of the enemy King, by rank */
    [WEIGHT_PASSED_THEIR_KING] =
    TAPERED(0, 0), TAPERED(-3, -12), TAPERED(-2, 2), TAPERED(1, 7),
    TAPERED(7, 17), TAPERED(13, 31), TAPERED(2, 32), TAPERED(0, 0),
    /* PASSED_ROOK_BEHIND: a Rook behind it: own, enemy */
    [WEIGHT_PASSED_ROOK_BEHIND] =
    TAPERED(10, 25), TAPERED(-37, -41),
    /* PASSED_UNSTOPPABLE: no piece left and the King outside the square */
    [WEIGHT_PASSED_UNSTOPPABLE] =
    TAPERED(-466, -32),
    /* THREAT: attacked: by least attacker, victim, guard (none piece Pawn) */
    [WEIGHT_THREAT] =
    TAPERED(-6, -37), TAPERED(-12, 4), TAPERED(-4, 3), TAPERED(46, 26), TAPERED(49, 85),
    TAPERED(46, 89), TAPERED(31, 18), TAPERED(21, 74), TAPERED(37, 72), TAPERED(57, 8),
    TAPERED(44, 78), TAPERED(67, 44), TAPERED(35, 41), TAPERED(32, 46), TAPERED(43, -29),
    TAPERED(6, 32), TAPERED(-1, 29), TAPERED(-9, 2), TAPERED(-6, -14), TAPERED(10, 21),
    TAPERED(15, 9), TAPERED(42, -15), TAPERED(30, 29), TAPERED(42, -5), TAPERED(24, 0),
    TAPERED(39, 50), TAPERED(52, 49), TAPERED(27, -18), TAPERED(29, 4), TAPERED(37, 74),
    TAPERED(-6, 40), TAPERED(3, 24), TAPERED(-3, -9), TAPERED(40, 17), TAPERED(18, 46),
    TAPERED(27, 43), TAPERED(26, 12), TAPERED(14, 31), TAPERED(14, 22), TAPERED(36, 1),
    TAPERED(39, 115), TAPERED(98, 49), TAPERED(43, 7), TAPERED(35, 101), TAPERED(58, 99),
    TAPERED(4, 27), TAPERED(-6, 20), TAPERED(-13, -8), TAPERED(34, 26), TAPERED(13, 29),
    TAPERED(-3, 22), TAPERED(31, 15), TAPERED(17, 25), TAPERED(7, -32), TAPERED(-35, 5),
    TAPERED(-20, -31), TAPERED(-13, -50), TAPERED(31, -10), TAPERED(2, 109), TAPERED(41, 74),
    TAPERED(-7, 25), TAPERED(-2, 2), TAPERED(-2, 7), TAPERED(17, 31), TAPERED(-1, 23),
    TAPERED(5, -14), TAPERED(13, 56), TAPERED(1, -11), TAPERED(2, -19), TAPERED(21, 20),
    TAPERED(-3, -2), TAPERED(9, -35), TAPERED(-13, 47), TAPERED(9, 0), TAPERED(33, -24),
    TAPERED(53, 29), TAPERED(64, 5), TAPERED(73, -4), TAPERED(0, 46), TAPERED(-25, 42),
    TAPERED(-10, 36), TAPERED(40, 31), TAPERED(20, 39), TAPERED(0, 18), TAPERED(62, 9),
    TAPERED(-6, 11), TAPERED(44, -12), TAPERED(8, 24), TAPERED(0, 0), TAPERED(0, 0),
    /* THREAT_MORE: each further attacker, by victim */
    [WEIGHT_THREAT_MORE] =
    TAPERED(-3, 7), TAPERED(9, 36), TAPERED(14, 40), TAPERED(-10, 85), TAPERED(-1, 28),
    /* HANGING: men attacked more often than guarded, and not by a Pawn */
    [WEIGHT_HANGING] =
    TAPERED(2, 32),
    /* HANGING_TO_MOVE: such men of the side not to move */
    [WEIGHT_HANGING_TO_MOVE] =
    TAPERED(0, -3),
    /* QUEEN_GUARD: such men that the Queen alone guards */
    [WEIGHT_QUEEN_GUARD] =
    TAPERED(8, 5),
    /* RESTRICTED: squares attacked by both and not held by the enemy */
    [WEIGHT_RESTRICTED] =
    TAPERED(5, 0),
    /* PUSH_THREAT: men that a safe push would attack: Pawns, pieces */
    [WEIGHT_PUSH_THREAT] =
    TAPERED(4, 4), TAPERED(12, 25),
    /* QUEEN_HIT: safe squares to attack the Queen from: Knight, slider */
    [WEIGHT_QUEEN_HIT] =
    TAPERED(11, -18), TAPERED(12, 21),
    /* SHELTER: own Pawn in front of the King: by file and rank (0: none) */
    [WEIGHT_SHELTER] =
    TAPERED(-23, 12), TAPERED(-3, -31), TAPERED(12, -12), TAPERED(4, -2),
    TAPERED(27, 9), TAPERED(54, 26), TAPERED(90, -8), TAPERED(0, 0),
    TAPERED(-18, -1), TAPERED(24, -7), TAPERED(1, -10), TAPERED(-8, 10),
    TAPERED(12, 13), TAPERED(-16, 38), TAPERED(97, -114), TAPERED(0, 0),
    TAPERED(-9, -3), TAPERED(18, -8), TAPERED(-15, 9), TAPERED(-1, -2),
    TAPERED(-1, 21), TAPERED(54, -16), TAPERED(5, -14), TAPERED(0, 0),
    TAPERED(1, 3), TAPERED(-19, 18), TAPERED(-10, 4), TAPERED(-5, 13),
    TAPERED(21, 4), TAPERED(11, 1), TAPERED(6, 0), TAPERED(0, 0),
    /* STORM: enemy Pawn in front of the King: by file and rank (0: none) */
    [WEIGHT_STORM] =
    TAPERED(-16, -12), TAPERED(-39, 312), TAPERED(22, 30), TAPERED(-36, 15),
    TAPERED(-22, 10), TAPERED(-6, -7), TAPERED(-10, -8), TAPERED(0, 0),
    TAPERED(-2, 10), TAPERED(90, 131), TAPERED(39, 64), TAPERED(-10, 29),
    TAPERED(-25, 17), TAPERED(-9, 11), TAPERED(-8, 0), TAPERED(0, 0),
    TAPERED(16, -4), TAPERED(-101, 157), TAPERED(0, 50), TAPERED(-31, 24),
    TAPERED(2, -8), TAPERED(-11, -5), TAPERED(4, -21), TAPERED(0, 0),
    TAPERED(13, -4), TAPERED(-28, 42), TAPERED(-10, 28), TAPERED(6, -16),
    TAPERED(-10, -17), TAPERED(0, -18), TAPERED(-15, -2), TAPERED(0, 0),
    /* STORM_BLOCKED: the same, stopped by that own Pawn, by rank */
    [WEIGHT_STORM_BLOCKED] =
    TAPERED(0, 0), TAPERED(0, 0), TAPERED(26, -138), TAPERED(7, -9),
    TAPERED(-3, -17), TAPERED(-10, -25), TAPERED(-24, -33), TAPERED(0, 0),
    /* KING_PAWN_DISTANCE: to the nearest Pawn */
    [WEIGHT_KING_PAWN_DISTANCE] =
    TAPERED(-2, -18),
    /* DANGER_BASE: always */
    [WEIGHT_DANGER_BASE] =
    TAPERED(33, 0),
    /* DANGER_RING: squares beside the King attacked, by type */
    [WEIGHT_DANGER_RING] =
    TAPERED(10, 0), TAPERED(12, 0), TAPERED(17, 0), TAPERED(3, 0), TAPERED(-2, 0),
    TAPERED(-24, 0),
    /* DANGER_OUTER: squares two away attacked, by type */
    [WEIGHT_DANGER_OUTER] =
    TAPERED(7, 0), TAPERED(13, 0), TAPERED(11, 0), TAPERED(7, 0), TAPERED(5, 0),
    TAPERED(0, 0),
    /* DANGER_ATTACKER: men that attack squares beside the King, by type */
    [WEIGHT_DANGER_ATTACKER] =
    TAPERED(0, 0), TAPERED(25, 0), TAPERED(7, 0), TAPERED(4, 0), TAPERED(-3, 0),
    TAPERED(0, 0),
    /* DANGER_CHECK: a safe check, by type */
    [WEIGHT_DANGER_CHECK] =
    TAPERED(0, 0), TAPERED(51, 0), TAPERED(38, 0), TAPERED(59, 0), TAPERED(47, 0),
    TAPERED(0, 0),
    /* DANGER_CHECKS: more than one, by type */
    [WEIGHT_DANGER_CHECKS] =
    TAPERED(0, 0), TAPERED(-10, 0), TAPERED(7, 0), TAPERED(39, 0), TAPERED(30, 0),
    TAPERED(0, 0),
    /* DANGER_UNSAFE_CHECK: squares of other checks */
    [WEIGHT_DANGER_UNSAFE_CHECK] =
    TAPERED(12, 0),
    /* DANGER_WEAK_RING: attacked squares beside him that King or Queen hold alone */
    [WEIGHT_DANGER_WEAK_RING] =
    TAPERED(5, 0),
    /* DANGER_FLANK: squares of his flank: attacked, attacked twice, guarded */
    [WEIGHT_DANGER_FLANK] =
    TAPERED(8, 0), TAPERED(11, 0), TAPERED(-8, 0),
    /* DANGER_PINNED: men pinned to him */
    [WEIGHT_DANGER_PINNED] =
    TAPERED(17, 0),
    /* DANGER_NO_QUEEN: the enemy has no Queen */
    [WEIGHT_DANGER_NO_QUEEN] =
    TAPERED(-159, 0),
    /* DANGER_KNIGHT: a Knight guards squares beside him */
    [WEIGHT_DANGER_KNIGHT] =
    TAPERED(-18, 0),
    /* DANGER_TO_MOVE: the enemy is to move */
    [WEIGHT_DANGER_TO_MOVE] =
    TAPERED(3, 0),
    /* DANGER_SHELTER: own Pawn in front of him, by rank (0: none) */
    [WEIGHT_DANGER_SHELTER] =
    TAPERED(38, 0), TAPERED(-6, 0), TAPERED(6, 0), TAPERED(25, 0),
    TAPERED(43, 0), TAPERED(27, 0), TAPERED(-43, 0), TAPERED(0, 0),
    /* DANGER_STORM: enemy Pawn in front of him, by rank (0: none) */
    [WEIGHT_DANGER_STORM] =
    TAPERED(36, 0), TAPERED(9, 0), TAPERED(69, 0), TAPERED(19, 0),
    TAPERED(1, 0), TAPERED(-10, 0), TAPERED(4, 0), TAPERED(0, 0),
    /* KING_CURVE: the penalty at danger 0, 32, 64 .. */
    [WEIGHT_KING_CURVE] =
    TAPERED(7, 1), TAPERED(-2, -3), TAPERED(-12, 3), TAPERED(-24, -7), TAPERED(-42, 0),
    TAPERED(-62, -13), TAPERED(-91, -10), TAPERED(-116, -13), TAPERED(-156, -16), TAPERED(-200, -22),
    TAPERED(-249, -23), TAPERED(-303, -30), TAPERED(-390, 18), TAPERED(-392, -60), TAPERED(-482, -38),
    TAPERED(-515, -14), TAPERED(-647, -86),
    /* SPACE: safe squares of the centre in the own half, by pieces */
    [WEIGHT_SPACE] =
    TAPERED(6, -3),
    /* SPACE_BEHIND: those behind own Pawns, by pieces */
    [WEIGHT_SPACE_BEHIND] =
    TAPERED(3, 4),
    /* TEMPO: to move */
    [WEIGHT_TEMPO] =
    TAPERED(28, 17),
    /* COMPLEXITY: always, Pawns, both wings, no pieces, passed Pawns, rammed, outflanking, infiltration */
    [WEIGHT_COMPLEXITY] =
    TAPERED(-193, 0), TAPERED(4, 0), TAPERED(152, 0), TAPERED(-53, 0),
    TAPERED(12, 0), TAPERED(-3, 0), TAPERED(7, 0), TAPERED(-42, 0),
};
/* clang-format on */
