/* Self-played games on disk: four bytes a position, each game with a checksum.
 *
 * A file is RECORDS_MAGIC, or the options that its games were made with (game_options.h), then games
 * one after the other, integers little-endian:
 *     u16  bytes of the game behind this field and the next
 *     u32  checksum of those bytes: FNV-1a, 32 bits
 *     u8   result: 0 Black won, 1 draw, 2 White won, 3 not known: the game was broken off
 *     u8   length of the FEN
 *     ...  FEN of the first position
 *     and for each ply: u16 move (core/move.h), i16 score of the search, from White's side
 * Every position can be had by making the moves, so that what to keep (not in check, quiet) is
 * decided when they are read, and nothing is lost. Castling rights are KQkq in games of chess, and
 * files of rooks (Shredder-FEN) in games of Chess960. Damage is found by the checksum, and costs
 * the games that it touches only: game_reader.h.
 */
#ifndef RECORDS_H
#define RECORDS_H

#include "board/position.h"

#define RECORDS_MAGIC "Panoptes games 1\n"

enum {
    GAME_PLIES = 1000,
    GAME_FEN = 128, /* with the 0 behind it, which is not written */
    GAME_BYTES = 4 * GAME_PLIES + GAME_FEN + 8,
    GAME_LEAST = 8 + 23 /* no game is shorter: two kings, no ply */
};

/* The result of a game that was broken off. */
enum { RESULT_UNKNOWN = 3 };

typedef struct GamePly {
    Move move;
    int16_t score;
} GamePly;

typedef struct Game {
    char fen[GAME_FEN];
    int result; /* 0 Black won, 1 draw, 2 White won, or RESULT_UNKNOWN */
    int plies;
    GamePly ply[GAME_PLIES];
} Game;

/* Packs a game; returns its bytes. `out` has room for GAME_BYTES. */
size_t game_pack(const Game *game, uint8_t *out);

/* Unpacks the game at the start of `size` bytes. Returns the bytes it takes, 0 if they are not a
 * whole game with a right checksum, a result and a FEN that can be printed. Any bytes may be given;
 * whether FEN and moves are legal is for game_replay to say. */
size_t game_unpack(const uint8_t *data, size_t size, Game *game);

/* The bytes that a game takes by its first two; 0 if no game has as many. */
size_t game_size(const uint8_t *data);

/* Called for each ply of a game with the position before the move. */
typedef void GameVisit(void *context, const Position *pos, GamePly ply);

/* Plays a game through on `pos`; `visit` may be NULL. False if its FEN or a move is not legal: what
 * came before has been visited. */
bool game_replay(const Game *game, Position *pos, GameVisit *visit, void *context);

/* True if a position is one to tune on: not in check, the move made neither captures nor promotes,
 * and the score is no mate and not beyond doubt. */
bool ply_is_quiet(const Position *pos, GamePly ply);

#endif
