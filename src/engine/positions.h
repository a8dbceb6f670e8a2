/* Lines of files of positions: FEN, or EPD (Extended Position Description), which is the first four
 * fields of a FEN and then operations, such as `bm Nf3; id "WAC.001";`; and the positions of bench. */
#ifndef ENGINE_POSITIONS_H
#define ENGINE_POSITIONS_H

#include "board/fen.h"
#include "core/text.h"

enum {
    EPD_ID_SIZE = 64, /* room for a name; a longer one is cut */
    EPD_MOVES_MAX = 16,
    EPD_ERROR_SIZE = FEN_ERROR_SIZE,
    EPD_LINE_MAX = 4096 /* bytes of a line */
};

typedef struct EpdMoves {
    int count;
    Move moves[EPD_MOVES_MAX];
} EpdMoves;

/* What a line asks of an engine that searches its position. */
typedef struct Epd {
    char id[EPD_ID_SIZE]; /* id: its name, or "" */
    EpdMoves best;        /* bm: one of these should be played */
    EpdMoves avoid;       /* am: none of these should be played */
    int mate;             /* dm N, bm #N: a mate in N should be found; below 0: against the mover */
    EpdMoves scored;      /* c0 "Nf3=10, d4=5": moves that earn points, as in the STS suite */
    int points[EPD_MOVES_MAX]; /* points of each move of `scored` */
} Epd;

/* True for a line without a position: an empty one, or a comment, which begins with # or %. */
bool epd_is_blank(Token line);

/* Copies the FEN of a line: four fields, and the two counters if numbers follow. False if there are
 * fewer fields, or they or the line are too long: that is seen without reading it. */
bool epd_fen(Token line, char fen[FEN_SIZE]);

/* Reads a line. False, with one printable line in `error` (EPD_ERROR_SIZE), if it is too long, or
 * its FEN or a move of bm or am is wrong; *pos is then undefined. Other operations are passed over.
 * pos->chess960 stays as it was. */
bool epd_parse(Token line, Position *pos, Epd *epd, char *error);

/* True if a line asks for something. */
bool epd_asks(const Epd *epd);

/* True if a move, and its score for the side to move, are what the line asks for. If it asks for a
 * mate, that is what counts: the score must be that of one which is not longer. */
bool epd_is_solved(const Epd *epd, Move best, int score);

/* The points that a move earns. */
int epd_points(const Epd *epd, Move best);

/* The fixed positions of bench: openings, middlegames of every kind, endgames, checks, promotions,
 * mates, a stalemate. */

enum { BENCH_DEPTH = 13 }; /* to which bench searches if nothing else is asked for */

/* How many positions bench has, and their FENs. */
int bench_count(void);
const char *bench_fen(int index);

#endif
