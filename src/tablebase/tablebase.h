/* Endgame tablebases in the Syzygy format, with 3 to 7 pieces.
 *
 * A WDL table (.rtbw) stores whether a position is won, drawn or lost, with regard to the
 * fifty-move rule. A DTZ table (.rtbz) stores the distance to zeroing: the plies to the next
 * capture, pawn move or mate, under play that keeps the result. Both kinds of tables ignore
 * castling, and assume that the fifty-move counter is at 0.
 *
 * Any number of threads may probe at once. No other call may run during tablebase_open.
 */
#ifndef TABLEBASE_TABLEBASE_H
#define TABLEBASE_TABLEBASE_H

#include "board/position.h"

enum {
    TABLEBASE_MEN_MAX = 7,
    TABLEBASE_ERROR_SIZE = 320 /* bytes for every message of tablebase_open, which cuts paths */
};

/* A result for the side to move. A cursed win is a win that the fifty-move rule makes a draw; a
 * blessed loss is a loss that the rule makes a draw. */
typedef enum Wdl {
    WDL_LOSS = -2,
    WDL_BLESSED_LOSS,
    WDL_DRAW,
    WDL_CURSED_WIN,
    WDL_WIN,
    WDL_UNKNOWN
} Wdl;

/* The open tables: the number of pieces of the largest table, and the number of tables of each
 * kind. */
typedef struct TablebaseCount {
    int men; /* 0 if no table is open */
    int wdl, dtz;
} TablebaseCount;

/* Closes all tables, then opens the tables in the folders of `paths`, which FOLDER_SEPARATOR
 * separates. With "" only closes tables. Checks the header of every table, and the checksum of each
 * table of up to 16 MB.
 *
 * Fails if a folder cannot be read, no folder holds a table, a table is damaged, or memory is
 * short. In these cases returns false, with no table open. `error`, cut to error_size, has a line
 * with the cause, the place and the remedy. Fill the tables of the layer board before this call. */
bool tablebase_open(const char *paths, TablebaseCount *count, char *error, size_t error_size);

/* Returns the number of pieces of the largest open table, 0 if no table is open. */
int tablebase_men(void);

/* Returns the result of a position by the WDL tables. Returns WDL_UNKNOWN if a castling right is
 * left, if the fifty-move counter is not at 0, if a table is missing, or if a table lacks the
 * position. The probe makes and unmakes captures: the position must have as many free plies on its
 * stack as pieces on the board. */
Wdl tablebase_wdl(Position *pos);

/* A root move and its result by the tables. */
typedef struct TablebaseMove {
    Move move;
    /* The result after the move, for the side that makes the move, with regard to the position's
     * fifty-move counter. */
    Wdl wdl;
    /* The plies to the next capture, pawn move or mate, this move included. Above 0 for a win, even
     * a cursed win; below 0 for a loss, even a blessed loss; 0 for a draw. The number may be too
     * small by one. Beyond 100 the fifty-move rule gives a draw. */
    int dtz;
} TablebaseMove;

/* Fills wdl and dtz of the given legal moves of a position. *dtz becomes the distance of the
 * position itself, -1 if the side to move is mated. Returns false if a castling right is left or a
 * table is missing; the fields are then undefined. */
bool tablebase_rank_dtz(const Position *pos, TablebaseMove *moves, int count, int *dtz);

/* Fills the given legal moves from WDL tables alone: every dtz is 0. wdl assumes that the next
 * capture or pawn move comes before the fifty-move rule applies. *wdl becomes the result of the
 * position itself: a win in 101 plies is cursed, though the best move leads to a loss in 100. Fails
 * like tablebase_rank_dtz. */
bool tablebase_rank_wdl(const Position *pos, TablebaseMove *moves, int count, Wdl *wdl);

#endif
