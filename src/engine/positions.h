/* Files of positions, read line by line, and the positions of bench. A line is a FEN or an EPD (Extended
 * Position Description): the first four fields of a FEN, then operations such as `bm Nf3; id "WAC.001";`. */
#ifndef ENGINE_POSITIONS_H
#define ENGINE_POSITIONS_H

#include "board/fen.h"
#include "core/text.h"

enum {
    EPD_ID_SIZE = 64, /* bytes for a name; a longer name is cut */
    EPD_MOVES_MAX = 16,
    EPD_ERROR_SIZE = FEN_ERROR_SIZE,
    EPD_LINE_MAX = 4096 /* bytes of a line */
};

typedef struct EpdMoves {
    int count;
    Move moves[EPD_MOVES_MAX];
} EpdMoves;

/* The task of a line: the moves or the mate that an engine should find in its position. */
typedef struct Epd {
    char id[EPD_ID_SIZE]; /* operation id: the name of the position, or "" */
    EpdMoves best;        /* operation bm: the engine should play one of these moves */
    EpdMoves avoid;       /* operation am: the engine should play none of these moves */
    /* operations dm N and bm #N: the engine should find a mate in N moves; N is negative if the
     * side to move is mated */
    int mate;
    /* operation c0 "Nf3=10, d4=5": moves that earn points, as in the STS suite */
    EpdMoves scored;
    int points[EPD_MOVES_MAX]; /* points of each move of `scored` */
} Epd;

/* True for a line without a position: an empty line, or a comment, which begins with # or %. */
bool epd_is_blank(Token line);

/* Copies the FEN of a line: four fields, and the two counters if numbers follow. Returns false if
 * the line has fewer than four fields, or if the fields or the line are too long. */
bool epd_fen(Token line, char fen[FEN_SIZE]);

/* Reads a line. If the line is too long, or if its FEN or a move of bm or am is wrong, returns
 * false, with a printable line in `error` (EPD_ERROR_SIZE bytes); *pos is then undefined. Skips
 * operations other than those in Epd. pos->chess960 stays as it was. */
bool epd_parse(Token line, Position *pos, Epd *epd, char *error);

/* True if a line sets a task. */
bool epd_asks(const Epd *epd);

/* True if a move and its score, for the side to move, fulfil the task of a line. If the line asks
 * for a mate, only the score counts: the score must be a mate that is not longer than the task
 * says. */
bool epd_is_solved(const Epd *epd, Move best, int score);

/* Returns the points that operation c0 of a line gives for a move, else 0. */
int epd_points(const Epd *epd, Move best);

enum { BENCH_DEPTH = 13 }; /* the depth of bench if the user gives no limit */

/* Return the number of bench's fixed positions, and the FEN of the position at `index`. These are
 * openings, middlegames of every kind, endgames, checks, promotions, mates and a stalemate. */
int bench_count(void);
const char *bench_fen(int index);

#endif
