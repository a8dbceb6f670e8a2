/* Positions that several conversations set up. */
#ifndef SUPPORT_FENS_H
#define SUPPORT_FENS_H

#define START     "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
#define MIDDLE    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
#define MATE_IN_1 "6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1"
#define MATED     "3R2k1/5ppp/8/8/8/8/8/K7 b - - 0 1"
#define STALEMATE "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"
#define BLOCKED   "8/8/8/p7/P7/8/k7/2K5 w - - 0 1" /* every search ends at once */

#endif
