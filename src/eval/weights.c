/* Written by tools/tune: see there. The list of names is in eval/weights.h. */
#include "eval/weights.h"

/* clang-format off */
const Tapered weights[WEIGHT_COUNT] = {
    /* MATERIAL: a man, by type */
    TAPERED(83, 105), TAPERED(330, 354), TAPERED(337, 366), TAPERED(556, 769), TAPERED(1118, 1042),
    /* OWN_PAIR: pairs of own men, by types: PP NP NN BP BN BB RP .. QQ */
    TAPERED(-2, 14), TAPERED(-8, 45), TAPERED(32, 34), TAPERED(-11, 34), TAPERED(29, 30),
    TAPERED(4, 19), TAPERED(-22, 41), TAPERED(2, 71), TAPERED(-2, 25), TAPERED(-76, 17),
    TAPERED(-49, 88), TAPERED(-8, 170), TAPERED(-51, 128), TAPERED(-84, 62), TAPERED(-59, -154),
    /* ENEMY_PAIR: own man and enemy man, by types: NP BP BN RP RN RB QP .. */
    TAPERED(-9, 30), TAPERED(-11, 43), TAPERED(13, 17), TAPERED(-10, 38), TAPERED(11, 19),
    TAPERED(-9, -37), TAPERED(-29, 110), TAPERED(57, 96), TAPERED(14, 45), TAPERED(-102, 207),
    /* BISHOP_PAIR: Bishops on both shades of squares, by count */
    TAPERED(35, 84),
    /* SQUARE: a man on a square: by type, rank and file */
    TAPERED(-8, 4), TAPERED(-2, 2), TAPERED(2, -2), TAPERED(10, -4),
    TAPERED(12, 0), TAPERED(4, 8), TAPERED(-1, 24), TAPERED(5, 28),
    TAPERED(-9, -7), TAPERED(-14, 0), TAPERED(-27, 8), TAPERED(-27, 1),
    TAPERED(14, 7), TAPERED(-2, 2), TAPERED(-3, -4), TAPERED(-9, -16),
    TAPERED(32, 18), TAPERED(25, 4), TAPERED(14, 0), TAPERED(25, -8),
    TAPERED(35, 49), TAPERED(52, 54), TAPERED(57, 55), TAPERED(83, 45),
    TAPERED(80, 8), TAPERED(58, 52), TAPERED(58, 86), TAPERED(130, 18),
    TAPERED(-8, 4), TAPERED(-2, 2), TAPERED(2, -2), TAPERED(10, -4),
    TAPERED(-59, -62), TAPERED(-22, -37), TAPERED(-31, -18), TAPERED(-24, -11),
    TAPERED(-24, -12), TAPERED(-18, -9), TAPERED(-24, -13), TAPERED(-16, -13),
    TAPERED(-11, -2), TAPERED(-12, -24), TAPERED(-10, -19), TAPERED(-1, -1),
    TAPERED(5, 10), TAPERED(17, 18), TAPERED(13, 21), TAPERED(10, 30),
    TAPERED(-3, 28), TAPERED(3, 30), TAPERED(17, 36), TAPERED(29, 35),
    TAPERED(7, 22), TAPERED(16, 41), TAPERED(27, 46), TAPERED(34, 57),
    TAPERED(2, 41), TAPERED(6, 29), TAPERED(27, 31), TAPERED(99, 23),
    TAPERED(-107, -45), TAPERED(18, 49), TAPERED(44, 30), TAPERED(30, 71),
    TAPERED(1, -71), TAPERED(7, -7), TAPERED(-5, 6), TAPERED(-14, 16),
    TAPERED(-2, -1), TAPERED(-13, -45), TAPERED(9, 7), TAPERED(-4, 16),
    TAPERED(1, 12), TAPERED(17, 4), TAPERED(-14, -28), TAPERED(17, 27),
    TAPERED(0, -11), TAPERED(-3, 15), TAPERED(11, 43), TAPERED(-8, -11),
    TAPERED(-21, 11), TAPERED(-3, 33), TAPERED(20, 35), TAPERED(-15, -8),
    TAPERED(8, 26), TAPERED(6, 52), TAPERED(-30, 33), TAPERED(28, 29),
    TAPERED(5, 27), TAPERED(-1, -7), TAPERED(31, 38), TAPERED(42, 38),
    TAPERED(-40, -11), TAPERED(-33, 47), TAPERED(-5, 36), TAPERED(-31, 57),
    TAPERED(-23, 8), TAPERED(-8, 8), TAPERED(-5, 0), TAPERED(-3, -3),
    TAPERED(-23, 7), TAPERED(-5, -5), TAPERED(-4, 2), TAPERED(1, -1),
    TAPERED(1, 14), TAPERED(16, 13), TAPERED(1, 30), TAPERED(3, 19),
    TAPERED(-10, 35), TAPERED(5, 37), TAPERED(-8, 44), TAPERED(-3, 42),
    TAPERED(10, 53), TAPERED(31, 52), TAPERED(18, 62), TAPERED(43, 41),
    TAPERED(27, 57), TAPERED(36, 59), TAPERED(36, 51), TAPERED(60, 47),
    TAPERED(31, 34), TAPERED(34, 40), TAPERED(55, 28), TAPERED(58, 8),
    TAPERED(30, 59), TAPERED(57, 59), TAPERED(32, 50), TAPERED(52, 52),
    TAPERED(-2, -36), TAPERED(10, -61), TAPERED(15, -73), TAPERED(11, -35),
    TAPERED(-13, -65), TAPERED(0, -51), TAPERED(12, -62), TAPERED(15, -32),
    TAPERED(13, -30), TAPERED(3, -3), TAPERED(14, -15), TAPERED(7, 0),
    TAPERED(-3, 5), TAPERED(15, -14), TAPERED(-11, 25), TAPERED(-14, 48),
    TAPERED(-1, 37), TAPERED(-12, 77), TAPERED(-13, 69), TAPERED(-20, 71),
    TAPERED(8, 38), TAPERED(-17, 57), TAPERED(-24, 78), TAPERED(-7, 61),
    TAPERED(-31, 79), TAPERED(-13, 57), TAPERED(-13, 65), TAPERED(-7, 46),
    TAPERED(-46, 56), TAPERED(10, 45), TAPERED(-5, 35), TAPERED(46, -44),
    TAPERED(27, -90), TAPERED(9, -37), TAPERED(-17, -37), TAPERED(-21, -48),
    TAPERED(37, -59), TAPERED(21, -28), TAPERED(2, -32), TAPERED(-15, -18),
    TAPERED(7, -33), TAPERED(24, -20), TAPERED(7, -11), TAPERED(-33, 12),
    TAPERED(-8, -19), TAPERED(13, 6), TAPERED(10, 16), TAPERED(-30, 33),
    TAPERED(21, 15), TAPERED(75, 39), TAPERED(-15, 77), TAPERED(-16, 76),
    TAPERED(91, 50), TAPERED(73, 78), TAPERED(61, 95), TAPERED(30, 66),
    TAPERED(48, 13), TAPERED(-21, 136), TAPERED(72, 82), TAPERED(52, 56),
    TAPERED(-70, -32), TAPERED(35, 131), TAPERED(-26, 82), TAPERED(150, 0),
    /* KNIGHT_MOBILITY: by squares reached in the area */
    TAPERED(-65, -177), TAPERED(-22, -79), TAPERED(-12, 1), TAPERED(-4, 19), TAPERED(2, 38),
    TAPERED(8, 47), TAPERED(13, 55), TAPERED(18, 56), TAPERED(23, 51),
    /* BISHOP_MOBILITY: likewise */
    TAPERED(-51, -203), TAPERED(-33, -69), TAPERED(-14, -20), TAPERED(-10, 0), TAPERED(-6, 20),
    TAPERED(-5, 32), TAPERED(-4, 36), TAPERED(-5, 40), TAPERED(-10, 46), TAPERED(-10, 50),
    TAPERED(4, 31), TAPERED(19, 25), TAPERED(29, 12), TAPERED(66, -19),
    /* ROOK_MOBILITY: likewise */
    TAPERED(-14, -168), TAPERED(-19, -43), TAPERED(-8, -9), TAPERED(-3, 12), TAPERED(2, 24),
    TAPERED(3, 43), TAPERED(7, 49), TAPERED(12, 52), TAPERED(12, 57), TAPERED(14, 67),
    TAPERED(15, 69), TAPERED(15, 77), TAPERED(19, 72), TAPERED(20, 79), TAPERED(31, 65),
    /* QUEEN_MOBILITY: likewise */
    TAPERED(-318, -83), TAPERED(-114, -89), TAPERED(-61, -133), TAPERED(-29, -199),
    TAPERED(-22, -91), TAPERED(-13, -43), TAPERED(-6, -28), TAPERED(-7, 1),
    TAPERED(2, -7), TAPERED(6, -9), TAPERED(6, 17), TAPERED(12, 6),
    TAPERED(11, 24), TAPERED(9, 42), TAPERED(12, 36), TAPERED(14, 33),
    TAPERED(7, 51), TAPERED(13, 45), TAPERED(18, 39), TAPERED(14, 44),
    TAPERED(37, 15), TAPERED(27, 16), TAPERED(45, 14), TAPERED(47, 22),
    TAPERED(50, -18), TAPERED(88, -113), TAPERED(-15, -33), TAPERED(43, -74),
    /* KNIGHT_OUTPOST: on an outpost: alone, guarded by a Pawn */
    TAPERED(23, -16), TAPERED(33, 7),
    /* BISHOP_OUTPOST: likewise */
    TAPERED(17, -2), TAPERED(29, 16),
    /* KNIGHT_TO_OUTPOST: attacks an outpost that a Pawn guards */
    TAPERED(29, 18),
    /* MINOR_BEHIND_PAWN: right behind a Pawn: Knight, Bishop */
    TAPERED(6, 29), TAPERED(10, 15),
    /* MINOR_KING_DISTANCE: Knight, Bishop: by distance from the own King */
    TAPERED(-6, -6), TAPERED(-2, -3),
    /* BISHOP_PAWNS: own Pawns on the Bishop's shade */
    TAPERED(-6, -7),
    /* BISHOP_RAMMED: those of them that a man blocks */
    TAPERED(-5, -12),
    /* BISHOP_XRAY_PAWNS: enemy Pawns on the Bishop's lines */
    TAPERED(-10, -7),
    /* BISHOP_CENTRE: sees both squares of the centre past all but Pawns */
    TAPERED(31, 47),
    /* ROOK_FILE: on a file: open, without own Pawns, with a blocked own one */
    TAPERED(22, 13), TAPERED(11, 5), TAPERED(-9, -5),
    /* ROOK_SEVENTH: on the 7th, with the King on the 8th or Pawns there */
    TAPERED(-33, 40),
    /* ROOK_QUEEN_FILE: on the file of a Queen */
    TAPERED(9, 21),
    /* ROOK_TRAPPED: shut in on the wing by the own King */
    TAPERED(-2, -40),
    /* QUEEN_PINS: an enemy slider looks at the Queen past one man */
    TAPERED(-13, 15),
    /* PINNED: own man pinned to the King, by type */
    TAPERED(-1, 17), TAPERED(51, 175), TAPERED(15, 180), TAPERED(-10, 31), TAPERED(42, 68),
    /* ISOLATED: no own Pawn beside: file open, opposed */
    TAPERED(12, -33), TAPERED(18, -18),
    /* DOUBLED: an own Pawn in front: with neighbours, isolated */
    TAPERED(3, -21), TAPERED(-24, -15),
    /* BACKWARD: neighbours ahead, may not advance: file open, opposed */
    TAPERED(-16, -18), TAPERED(2, -9),
    /* PHALANX: a Pawn beside, by rank */
    TAPERED(0, 0), TAPERED(3, 1), TAPERED(14, 7), TAPERED(13, 17),
    TAPERED(16, 40), TAPERED(123, 76), TAPERED(116, 233), TAPERED(0, 0),
    /* SUPPORTED: a Pawn that guards it, by rank */
    TAPERED(0, 0), TAPERED(0, 0), TAPERED(22, 15), TAPERED(17, 14),
    TAPERED(14, 25), TAPERED(5, 59), TAPERED(154, 91), TAPERED(0, 0),
    /* CANDIDATE: may become passed, by rank */
    TAPERED(0, 0), TAPERED(14, -21), TAPERED(3, -3), TAPERED(0, 12),
    TAPERED(-8, 42), TAPERED(-8, 64), TAPERED(0, 0), TAPERED(0, 0),
    /* ISLANDS: groups of files with Pawns */
    TAPERED(-20, 24),
    /* PASSED: passed Pawn, by rank */
    TAPERED(0, 0), TAPERED(18, 33), TAPERED(2, 18), TAPERED(-16, 51),
    TAPERED(-3, 61), TAPERED(55, 42), TAPERED(140, 123), TAPERED(0, 0),
    /* PASSED_FILE: by file */
    TAPERED(5, 29), TAPERED(1, 26), TAPERED(-1, 5), TAPERED(-9, -12),
    /* PASSED_CONNECTED: guarded or beside a Pawn, by rank */
    TAPERED(0, 0), TAPERED(-3, 13), TAPERED(17, -10), TAPERED(15, 3),
    TAPERED(17, 20), TAPERED(-3, 37), TAPERED(-10, 17), TAPERED(0, 0),
    /* PASSED_STOP: square in front: free, held, lost, own man, enemy; by rank */
    TAPERED(0, 0), TAPERED(14, 8), TAPERED(-4, 12), TAPERED(-7, 20),
    TAPERED(-10, 27), TAPERED(19, -5), TAPERED(30, 24), TAPERED(0, 0),
    TAPERED(0, 0), TAPERED(16, 20), TAPERED(6, 4), TAPERED(-5, 29),
    TAPERED(5, 20), TAPERED(58, 8), TAPERED(104, 152), TAPERED(0, 0),
    TAPERED(0, 0), TAPERED(-11, 22), TAPERED(-4, -10), TAPERED(-17, 8),
    TAPERED(-14, -3), TAPERED(-20, -18), TAPERED(35, -13), TAPERED(0, 0),
    TAPERED(0, 0), TAPERED(29, -9), TAPERED(-4, 14), TAPERED(-2, 25),
    TAPERED(-24, 31), TAPERED(32, -10), TAPERED(262, -182), TAPERED(0, 0),
    TAPERED(0, 0), TAPERED(-13, 61), TAPERED(24, -15), TAPERED(-2, 17),
    TAPERED(-9, 1), TAPERED(-13, -26), TAPERED(-41, -12), TAPERED(0, 0),
    /* PASSED_PATH: empty and unattacked to the end, by rank */
    TAPERED(0, 0), TAPERED(-31, 28), TAPERED(-60, 28), TAPERED(-44, 41),
    TAPERED(45, 24), TAPERED(68, 19), TAPERED(0, 44), TAPERED(0, 0),
    /* PASSED_OUR_KING: distance of the own King, by rank */
    TAPERED(0, 0), TAPERED(-6, -1), TAPERED(-1, -9), TAPERED(2, -17),
    TAPERED(-3, -15), TAPERED(-17, -5), TAPERED(-9, -6), TAPERED(0, 0),
    /* PASSED_THEIR_KING: distance of the enemy King, by rank */
    TAPERED(0, 0), TAPERED(-2, -10), TAPERED(-2, 1), TAPERED(2, 7),
    TAPERED(7, 17), TAPERED(13, 30), TAPERED(-2, 36), TAPERED(0, 0),
    /* PASSED_ROOK_BEHIND: a Rook behind it: own, enemy */
    TAPERED(9, 27), TAPERED(-36, -39),
    /* PASSED_UNSTOPPABLE: no piece left and the King outside the square */
    TAPERED(-327, 6),
    /* THREAT: attacked: by attacker's type, victim's, guard (none piece Pawn) */
    TAPERED(2, -25), TAPERED(-6, 10), TAPERED(4, 11), TAPERED(52, 34), TAPERED(54, 79),
    TAPERED(48, 89), TAPERED(38, 21), TAPERED(26, 81), TAPERED(42, 81), TAPERED(62, 18),
    TAPERED(51, 71), TAPERED(68, 46), TAPERED(44, 35), TAPERED(36, 40), TAPERED(43, -20),
    TAPERED(11, 33), TAPERED(1, 27), TAPERED(-9, 4), TAPERED(-3, -5), TAPERED(9, 17),
    TAPERED(10, 15), TAPERED(46, -6), TAPERED(32, 32), TAPERED(43, 7), TAPERED(28, 9),
    TAPERED(44, 53), TAPERED(55, 50), TAPERED(33, -7), TAPERED(32, 5), TAPERED(40, 67),
    TAPERED(4, 37), TAPERED(7, 20), TAPERED(1, -11), TAPERED(45, 20), TAPERED(22, 45),
    TAPERED(31, 46), TAPERED(20, 5), TAPERED(6, 16), TAPERED(9, 12), TAPERED(41, 9),
    TAPERED(45, 116), TAPERED(102, 56), TAPERED(49, 14), TAPERED(39, 92), TAPERED(63, 91),
    TAPERED(9, 35), TAPERED(-6, 24), TAPERED(-16, -3), TAPERED(39, 35), TAPERED(18, 31),
    TAPERED(-1, 26), TAPERED(41, 21), TAPERED(19, 28), TAPERED(10, -24), TAPERED(-5, 42),
    TAPERED(11, 4), TAPERED(18, -10), TAPERED(38, -2), TAPERED(6, 99), TAPERED(45, 70),
    TAPERED(2, 26), TAPERED(0, -1), TAPERED(-4, 9), TAPERED(23, 37), TAPERED(0, 28),
    TAPERED(4, 1), TAPERED(23, 53), TAPERED(1, -4), TAPERED(3, -16), TAPERED(24, 28),
    TAPERED(-4, 4), TAPERED(4, -20), TAPERED(-9, 51), TAPERED(8, -1), TAPERED(30, -20),
    TAPERED(94, 25), TAPERED(65, -1), TAPERED(56, -5), TAPERED(9, 47), TAPERED(-16, 31),
    TAPERED(-8, 30), TAPERED(61, 35), TAPERED(20, 34), TAPERED(32, 11), TAPERED(58, 18),
    TAPERED(-16, 16), TAPERED(23, -4), TAPERED(8, 24), TAPERED(0, 0), TAPERED(0, 0),
    /* HANGING: men attacked more often than guarded, and not by a Pawn */
    TAPERED(-2, 24),
    /* HANGING_TO_MOVE: such men of the side not to move */
    TAPERED(0, -5),
    /* QUEEN_GUARD: such men that the Queen alone guards */
    TAPERED(7, 10),
    /* RESTRICTED: squares attacked by both and not held by the enemy */
    TAPERED(6, 0),
    /* PUSH_THREAT: men that a safe push would attack: Pawns, pieces */
    TAPERED(4, 4), TAPERED(13, 23),
    /* QUEEN_HIT: safe squares to attack the Queen from: Knight, slider */
    TAPERED(11, -19), TAPERED(12, 23),
    /* SHELTER: own Pawn in front of the King: by file and rank (0: none) */
    TAPERED(-24, 14), TAPERED(-3, -31), TAPERED(13, -13), TAPERED(5, -2),
    TAPERED(27, 9), TAPERED(50, 26), TAPERED(90, -10), TAPERED(0, 0),
    TAPERED(-20, 2), TAPERED(26, -8), TAPERED(1, -10), TAPERED(-9, 9),
    TAPERED(12, 12), TAPERED(-22, 36), TAPERED(76, -100), TAPERED(0, 0),
    TAPERED(-9, -1), TAPERED(19, -8), TAPERED(-16, 9), TAPERED(-1, -1),
    TAPERED(-2, 20), TAPERED(50, -16), TAPERED(5, -9), TAPERED(0, 0),
    TAPERED(2, 2), TAPERED(-19, 15), TAPERED(-10, 4), TAPERED(-5, 13),
    TAPERED(21, 4), TAPERED(8, -3), TAPERED(9, -2), TAPERED(0, 0),
    /* STORM: enemy Pawn in front of the King: by file and rank (0: none) */
    TAPERED(-16, -11), TAPERED(-39, 281), TAPERED(13, 31), TAPERED(-35, 13),
    TAPERED(-21, 9), TAPERED(-5, -8), TAPERED(-8, -9), TAPERED(0, 0),
    TAPERED(-1, 10), TAPERED(71, 115), TAPERED(34, 60), TAPERED(-10, 27),
    TAPERED(-24, 17), TAPERED(-8, 9), TAPERED(-7, -1), TAPERED(0, 0),
    TAPERED(17, -4), TAPERED(-93, 133), TAPERED(-3, 48), TAPERED(-31, 24),
    TAPERED(2, -7), TAPERED(-10, -5), TAPERED(4, -19), TAPERED(0, 0),
    TAPERED(13, -2), TAPERED(-58, 42), TAPERED(-19, 27), TAPERED(5, -12),
    TAPERED(-11, -15), TAPERED(-1, -15), TAPERED(-16, 0), TAPERED(0, 0),
    /* STORM_BLOCKED: the same, stopped by that own Pawn, by rank */
    TAPERED(0, 0), TAPERED(0, 0), TAPERED(22, -129), TAPERED(8, -8),
    TAPERED(-3, -17), TAPERED(-10, -23), TAPERED(-20, -31), TAPERED(0, 0),
    /* KING_PAWN_DISTANCE: to the nearest Pawn */
    TAPERED(-2, -17),
    /* DANGER_BASE: always */
    TAPERED(32, 0),
    /* DANGER_RING: squares beside the King attacked, by type */
    TAPERED(10, 0), TAPERED(12, 0), TAPERED(19, 0), TAPERED(3, 0), TAPERED(-1, 0),
    TAPERED(-23, 0),
    /* DANGER_OUTER: squares two away attacked, by type */
    TAPERED(7, 0), TAPERED(13, 0), TAPERED(12, 0), TAPERED(7, 0), TAPERED(5, 0),
    TAPERED(0, 0),
    /* DANGER_ATTACKER: men that attack squares beside the King, by type */
    TAPERED(0, 0), TAPERED(26, 0), TAPERED(8, 0), TAPERED(5, 0), TAPERED(-3, 0),
    TAPERED(0, 0),
    /* DANGER_CHECK: a safe check, by type */
    TAPERED(0, 0), TAPERED(51, 0), TAPERED(38, 0), TAPERED(62, 0), TAPERED(47, 0),
    TAPERED(0, 0),
    /* DANGER_CHECKS: more than one, by type */
    TAPERED(0, 0), TAPERED(-4, 0), TAPERED(6, 0), TAPERED(39, 0), TAPERED(31, 0),
    TAPERED(0, 0),
    /* DANGER_UNSAFE_CHECK: squares of other checks */
    TAPERED(12, 0),
    /* DANGER_WEAK_RING: attacked squares beside him that King or Queen hold alone */
    TAPERED(4, 0),
    /* DANGER_FLANK: squares of his flank: attacked, attacked twice, guarded */
    TAPERED(8, 0), TAPERED(11, 0), TAPERED(-7, 0),
    /* DANGER_PINNED: men pinned to him */
    TAPERED(18, 0),
    /* DANGER_NO_QUEEN: the enemy has no Queen */
    TAPERED(-152, 0),
    /* DANGER_KNIGHT: a Knight guards squares beside him */
    TAPERED(-18, 0),
    /* DANGER_TO_MOVE: the enemy is to move */
    TAPERED(3, 0),
    /* DANGER_SHELTER: own Pawn in front of him, by rank (0: none) */
    TAPERED(38, 0), TAPERED(-6, 0), TAPERED(6, 0), TAPERED(24, 0),
    TAPERED(41, 0), TAPERED(21, 0), TAPERED(-46, 0), TAPERED(0, 0),
    /* DANGER_STORM: enemy Pawn in front of him, by rank (0: none) */
    TAPERED(35, 0), TAPERED(11, 0), TAPERED(67, 0), TAPERED(20, 0),
    TAPERED(0, 0), TAPERED(-10, 0), TAPERED(3, 0), TAPERED(0, 0),
    /* KING_CURVE: the penalty at danger 0, 32, 64 .. */
    TAPERED(11, 0), TAPERED(1, -4), TAPERED(-9, 1), TAPERED(-22, -7), TAPERED(-39, -1),
    TAPERED(-63, -12), TAPERED(-92, -11), TAPERED(-119, -11), TAPERED(-160, -16), TAPERED(-207, -19),
    TAPERED(-259, -15), TAPERED(-311, -29), TAPERED(-401, 16), TAPERED(-407, -51), TAPERED(-488, -36),
    TAPERED(-532, -18), TAPERED(-652, -91),
    /* SPACE: safe squares of the centre in the own half, by pieces */
    TAPERED(6, -1),
    /* SPACE_BEHIND: those behind own Pawns, by pieces */
    TAPERED(3, 5),
    /* TEMPO: to move */
    TAPERED(30, 16),
    /* COMPLEXITY: always, Pawns, both wings, no pieces, passed Pawns, rammed, outflanking, infiltration */
    TAPERED(-165, 0), TAPERED(3, 0), TAPERED(136, 0), TAPERED(-52, 0),
    TAPERED(12, 0), TAPERED(-2, 0), TAPERED(7, 0), TAPERED(-41, 0),
};
/* clang-format on */
