/* Files of self-played games: how a game is packed, the options that a file begins with, and reading past damage. */
#ifndef LIB_GAMES_H
#define LIB_GAMES_H

#include "board/position.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* Self-played games on disk: four bytes a position, each game with a checksum.
 *
 * A file is the options that its games were made with, then games one after the other, integers
 * little-endian:
 *     u16  bytes of the game behind this field and the next
 *     u32  checksum of those bytes: FNV-1a, 32 bits
 *     u8   result: 0 Black won, 1 draw, 2 White won, 3 not known: the game was broken off
 *     u8   length of the FEN
 *     ...  FEN of the first position
 *     and for each ply: u16 move (core/move.h), i16 score of the search, from White's side
 * Every position can be had by making the moves, so that what to keep (not in check, quiet) is
 * decided when they are read, and nothing is lost. Castling rights are KQkq in games of chess, and
 * files of rooks (Shredder-FEN) in games of Chess960. Damage is found by the checksum, and costs
 * the games that it touches only. */

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
 * whole game with a right checksum. Any bytes may be given; game_replay says whether FEN and moves are
 * legal. */
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

/* The options that games were made with, as a file of them keeps them.
 *
 * Such a file begins with OPTIONS_MAGIC, then ten numbers of 64 bits: the first nine of GameOptions, and hash_words
 * (core/random.h) of these; the games follow. The digit of the magic is larger by 1 with openings, and by 2 if both
 * evaluations judge. The hash begins with its basis xor the negative of what was added to the digit, so that a damaged
 * magic does not change the options. The number of nodes takes 32 bits; the 16 above it hold `plies`, the 16 above these
 * `whole`. */

#define OPTIONS_MAGIC "Panoptes games 2\n"

/* All that decides which games are played: equal options have equal bytes. Numbers are little-endian in memory, too. */
typedef struct GameOptions {
    uint64_t seed, nodes, hard, random, frc, dfrc, odds; /* as PlaySettings has them (selfplay.h) */
    uint64_t network;                                    /* its checksum; 0: classical */
    uint64_t openings;                                   /* checksum of their file; 0: none */
    uint64_t both;         /* 1: the mean of network and classical one judges; 0: only one does */
    uint64_t plies, whole; /* as PlaySettings has them */
} GameOptions;

enum { OPTIONS_BYTES = sizeof OPTIONS_MAGIC - 1 + 10 * sizeof(uint64_t) };

/* True if data begins with a magic of options, with any of its digits, or is a part of one. */
bool options_begin(const uint8_t *data, size_t size);

/* Writes what a file begins with: OPTIONS_BYTES, the magic included. */
void options_pack(const GameOptions *options, uint8_t *out);

/* Reads OPTIONS_BYTES that begin with such a magic; false if the rest is damaged. Files are
 * hostile: the numbers may be any. */
bool options_unpack(const uint8_t *data, GameOptions *options);

/* Prints them as datagen takes them, with checksums in place of paths, without an end of line. */
void options_print(const GameOptions *options, FILE *out);

/* The games of a file one after the other.
 *
 * A damaged game is passed over by its length, and reported on stderr. If its length is damaged, too, the reader reads
 * no further. Nothing is changed. */

/* What a file is. */
typedef enum GameFileKind {
    FILE_UNREADABLE, /* errno says why */
    FILE_FOREIGN,    /* something else than games */
    FILE_EMPTY, /* a part of what it begins with, perhaps nothing: its writer was killed at once */
    FILE_OF_GAMES
} GameFileKind;

typedef struct GameReader {
    uint64_t end;        /* where the sound part of the file ends: after the latest sound game */
    uint64_t damages;    /* damaged games, and 1 for damaged options */
    uint64_t torn;       /* bytes at the end that are the beginning of a game, no more */
    int error;           /* errno where reading ended too early, else 0 */
    const char *name;    /* of the file, for complaints */
    uint8_t *window;     /* a part of the file */
    size_t size, at;     /* bytes in the window, and where the reader is in it */
    uint64_t offset;     /* of the window in the file */
    int file;            /* descriptor, -1 if it was read to its end */
    Position *pos;       /* to prove games on */
    GameOptions options; /* unless these are damaged */
} GameReader;

/* Begins to read from an open file's start on; it stays the caller's. If that returns
 * FILE_OF_GAMES, reader_close must follow, else the reader is not to be used. */
GameFileKind reader_open(GameReader *r, int file, const char *name);

/* Reads the next sound game; false if there is none. */
bool reader_next(GameReader *r, Game *game);

/* Reports an error of reading, and frees. */
void reader_close(GameReader *r);

#endif
