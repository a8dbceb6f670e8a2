/* Endgame tablebases in the Syzygy format, 3 to 7 men.
 *
 * A table of one kind (.rtbw) says whether a position is won, drawn or lost, with the fifty-move
 * rule in mind (WDL); one of the other (.rtbz) how many plies it is to the next capture, Pawn move
 * or mate on the way that keeps the result (distance to zeroing, DTZ). Both know nothing of
 * castling and suppose that the fifty-move counter is at 0.
 *
 * Opening and closing must not go on beside anything else here; probes may, from any threads.
 */
#ifndef TABLEBASE_TABLEBASE_H
#define TABLEBASE_TABLEBASE_H

#include "board/position.h"

enum {
    TABLEBASE_MEN_MAX = 7,
    TABLEBASE_ERROR_SIZE = 320 /* fits every message of tablebase_open, long paths cut */
};

/* For the side to move. A win is cursed, a loss blessed, if the fifty-move rule makes it a draw. */
typedef enum Wdl {
    WDL_LOSS = -2,
    WDL_BLESSED_LOSS,
    WDL_DRAW,
    WDL_CURSED_WIN,
    WDL_WIN,
    WDL_UNKNOWN
} Wdl;

/* What was found. */
typedef struct TablebaseCount {
    int men; /* of the largest table; 0: there are none */
    int wdl, dtz;
} TablebaseCount;

/* Opens the tables in the folders of `paths`, separated by FOLDER_SEPARATOR; those open before are
 * closed first. "" only closes. The header of every table is looked at, and all of those up to 16 MB:
 * their checksums must be right. If a folder is not there or cannot be read, none of them holds a table,
 * one is damaged, or there is no room to map one, no tables are open, and a line is written to `error`,
 * cut to error_size: what is wrong, where, and what to do. The board's tables must be filled. */
bool tablebase_open(const char *paths, TablebaseCount *count, char *error, size_t error_size);

/* Men of the largest table that is open, 0 if none is. */
int tablebase_men(void);

/* The result by the tables; WDL_UNKNOWN if a castling right is left, the fifty-move counter is not
 * at 0, or a table is missing or lacks the position. Captures are made and taken back: as many plies
 * must be free as there are men. */
Wdl tablebase_wdl(Position *pos);

/* A root move and what the tables say of it. */
typedef struct TablebaseMove {
    Move move;
    /* With the move made: a win, draw (cursed and blessed ones included) or loss, in the order of
     * Wdl, at the fifty-move counter that the position has. */
    Wdl wdl;
    /* Plies from before the move to the next capture, Pawn move or mate: the move counts. Above 0
     * for a win, cursed or not, below for a loss; 0 for a draw. May be one too small; beyond 100
     * the fifty-move rule makes a draw. */
    int dtz;
} TablebaseMove;

/* Fills wdl and dtz of the given legal moves of a position, and *dtz with the DTZ of the position
 * itself (-1 if it is mate). If a castling right is left or a table is missing, returns false, and
 * all these are invalid. */
bool tablebase_rank_dtz(const Position *pos, TablebaseMove *moves, int count, int *dtz);

/* The same from WDL tables alone: every dtz is 0, and wdl supposes that the fifty-move rule does
 * not strike before the next capture or Pawn move. */
bool tablebase_rank_wdl(const Position *pos, TablebaseMove *moves, int count);

#endif
