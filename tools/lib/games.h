/* Files of self-played games: the format of a game, the options at the head of a file, and a reader
 * that skips damaged games. */
#ifndef LIB_GAMES_H
#define LIB_GAMES_H

#include "board/position.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* Self-played games on disk: four bytes a position, each game with a checksum.
 *
 * A file begins with the options of its games; the games follow. Integers are little-endian:
 *
 *     u16  size of the game in bytes, without this field and the next
 *     u32  checksum of those bytes: FNV-1a, 32 bits
 *     u8   result: 0 Black won, 1 draw, 2 White won, 3 unknown: the game was broken off
 *     u8   length of the FEN
 *     ...  FEN of the first position
 *     and for each ply: u16 move (core/move.h), i16 score of the search, from White's side
 *
 * A reader makes the moves, and selects the positions that it needs, such as quiet ones. The FEN
 * gives castling rights as KQkq in chess, and as letters of the rooks' files (Shredder-FEN) in
 * Chess960. The checksum reveals damage; a reader then loses only the damaged games. */

enum {
    GAME_PLIES = 1000,
    GAME_FEN = 128, /* with the final 0, which is not written */
    GAME_BYTES = 4 * GAME_PLIES + GAME_FEN + 8,
    GAME_LEAST = 8 + 23 /* bytes of the shortest game: two kings, no ply */
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

/* Packs a game. Returns its size in bytes. `out` has room for GAME_BYTES. */
size_t game_pack(const Game *game, uint8_t *out);

/* Unpacks the game at the start of `data`, which has `size` bytes and may be hostile. Returns the
 * size of the game, or 0 if `data` has no whole game with a right checksum. Does not check FEN and
 * moves; game_replay does. */
size_t game_unpack(const uint8_t *data, size_t size, Game *game);

/* The size of a game in bytes, by its first two bytes; 0 if no game can have this size. */
size_t game_size(const uint8_t *data);

/* Handles a ply of a game; `pos` is the position before the move. */
typedef void GameVisit(void *context, const Position *pos, GamePly ply);

/* Makes the moves of a game on `pos`, and calls `visit` before each move; `visit` may be NULL.
 * Returns false if the FEN or a move is illegal. The plies before an illegal move are visited. */
bool game_replay(const Game *game, Position *pos, GameVisit *visit, void *context);

/* True if a position is fit for tuning: not in check, the move neither captures nor promotes, and
 * |score| is at most 3000 centipawns. */
bool ply_is_quiet(const Position *pos, GamePly ply);

/* The options of games, at the head of their file.
 *
 * A file begins with OPTIONS_MAGIC and ten numbers of 64 bits; the games follow. The first nine
 * numbers are those of GameOptions, the tenth is their hash (hash_words, core/bits.h). A file adds
 * 1 to the digit of the magic if it has openings, and 2 if it uses both evaluations. The hash starts
 * from HASH_WORDS_BASIS ^ -(the sum added), so that it also reveals a damaged digit. Some options
 * share a number: bits 0 to 31 of `nodes` hold the nodes, bits 32 to 47 `plies`, and bits 48 to 63
 * `whole`. The upper 32 bits of `hard` hold `leaf`. */

#define OPTIONS_MAGIC "Panoptes games 2\n"

/* The options that determine the games. Equal options have equal bytes, so that memcmp compares
 * them. Numbers are little-endian in memory and in files. */
typedef struct GameOptions {
    uint64_t seed;
    uint64_t nodes;  /* soft limit of nodes a move: the search ends with the iteration above it */
    uint64_t hard;   /* hard limit of nodes a move, which ends the search at once: hard * nodes */
    uint64_t random; /* random plies at the start of a game; half of the games get one more */
    /* Shares of games, per mille. `frc` and `dfrc` sum to 1000 at most; `odds` applies to all. */
    uint64_t frc;      /* Chess960: both sides have the same arrangement */
    uint64_t dfrc;     /* double Chess960: each side has an arrangement of its own */
    uint64_t odds;     /* one or two pieces are removed after the random moves */
    uint64_t network;  /* checksum of the network; 0: none */
    uint64_t openings; /* checksum of the openings; 0: none */
    uint64_t both;     /* 1: the mean of network and classical; 0: only one */
    uint64_t plies;    /* the ply after which a game is broken off, or 0 for whole games */
    uint64_t whole;    /* per mille of games that `plies` does not break off */
    uint64_t leaf; /* nodes of a search from the opening; the game begins at a position that this
                          search evaluates, drawn at random. 0: the game begins at the opening */
} GameOptions;

enum { OPTIONS_BYTES = sizeof OPTIONS_MAGIC - 1 + 10 * sizeof(uint64_t) };

/* True if `data` begins with a magic, whose digit may be any valid one. Also true if `data` is
 * shorter than a magic, and equals the beginning of one. */
bool options_begin(const uint8_t *data, size_t size);

/* Writes the head of a file: OPTIONS_BYTES, the magic included. */
void options_pack(const GameOptions *options, uint8_t *out);

/* Reads OPTIONS_BYTES bytes for which options_begin is true. Returns false if the hash is wrong.
 * Files may be hostile: the numbers may then have any value. */
bool options_unpack(const uint8_t *data, GameOptions *options);

/* Prints the options in the form of datagen's command line, with checksums instead of paths, and
 * without a newline. */
void options_print(const GameOptions *options, FILE *out);

/* The reader of a file of games.
 *
 * The reader skips a damaged game by means of its length, and reports the game on stderr. If the
 * length is damaged too, the reader stops. The reader does not change the file. */

/* The kind of a file. */
typedef enum GameFileKind {
    FILE_UNREADABLE, /* errno has the reason */
    FILE_FOREIGN,    /* another kind of file */
    FILE_EMPTY,      /* an empty file, or a part of a head: the writer was killed early */
    FILE_OF_GAMES
} GameFileKind;

typedef struct GameReader {
    uint64_t end;        /* the end of the latest undamaged game in the file */
    uint64_t damages;    /* damaged games, and 1 for damaged options */
    uint64_t torn;       /* bytes of an incomplete game at the end */
    int error;           /* errno if reading ended too early, else 0 */
    const char *name;    /* the file's name, for messages */
    uint8_t *window;     /* a part of the file */
    size_t size, at;     /* bytes in the window; the reader's place in the window */
    uint64_t offset;     /* the place of the window in the file */
    int file;            /* descriptor, -1 after the end of the file */
    Position *pos;       /* working space, to replay games */
    GameOptions options; /* the options of the file; zero if damaged */
} GameReader;

/* Begins to read an open file from its start. The caller closes the file. After FILE_OF_GAMES the
 * caller must call reader_close; after another result the reader must not be used. */
GameFileKind reader_open(GameReader *r, int file, const char *name);

/* Reads the next undamaged game to *game; returns false after the last. */
bool reader_next(GameReader *r, Game *game);

/* Reports a read error, if there was one, on stderr, and frees the reader. */
void reader_close(GameReader *r);

#endif
