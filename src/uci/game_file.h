/* A game of a PGN, as far as it is asked for. */
#ifndef UCI_GAME_FILE_H
#define UCI_GAME_FILE_H

#include "board/fen.h"
#include "core/text.h"
#include "moves/pgn.h"

typedef struct GameFile {
    char start[FEN_SIZE];
    int count;
    Move moves[PGN_PLIES];
} GameFile;

/* Reads FILE [game N] [MOVE]: the first game of the file, or the N-th one, to its end, or up to the
 * position where MOVE is to be made: `23` or `23w` is White's 23rd move, `23...` or `23b` Black's.
 * Returns false, after reporting what is wrong, with the line of the file, if there is no such game
 * or move, or if the game has a fault before it. */
bool game_file_read(GameFile *game, Tokens tokens);

#endif
