/* Packed training positions, and files that hold them in random order. A file has a header, the
 * positions held out for validation, the other positions, and a checksum of all bytes before the
 * checksum (hash_words, core/bits.h), which store_open compares. */
#ifndef POSITION_STORE_H
#define POSITION_STORE_H

#include "board/state.h"
#include "lib/games.h"

/* A training position in 32 bytes: the pieces, the side to move, the score and the result of the
 * game. */
typedef struct PackedPosition {
    uint64_t occupied;
    uint8_t pieces[16]; /* man_piece by ascending square, two a byte, lower half first */
    int16_t score;      /* in centipawns, for the side to move */
    uint8_t result;     /* for the side to move: 0 lost, 1 drawn, 2 won, or RESULT_UNKNOWN */
    uint8_t side;       /* the side to move */
    uint32_t game;      /* a hash of the game: equal for its positions, rarely for others */
} PackedPosition;

_Static_assert(sizeof(PackedPosition) == 32, "a packed position is 32 bytes");

/* Packs a position. `score` and `result` are for White. */
PackedPosition position_pack(const State *s, int score, int result, uint32_t game);

/* Unpacks the pieces and the map of their attacks. The network's inputs need occupied squares only,
 * so the map has no empty squares. Lists, keys and castling rights are missing. The pieces get
 * attack bits in the order of squares. */
void position_unpack(const PackedPosition *p, State *s);

/* True if each side has a king and at most 15 other pieces, and side and result are in range. */
bool position_is_sound(const PackedPosition *p);

/* --- writing --------------------------------------------------------------------------------- */

typedef struct StoreWriter StoreWriter;

/* Begins a file. store_add distributes the positions at random over temporary files in the same
 * folder. Later store_finish shuffles each temporary file in memory. So there may be more positions
 * than memory holds. The order depends on the seed alone. Returns NULL, with the reason in *reason,
 * if that fails. */
StoreWriter *store_begin(const char *path, uint64_t seed, const char **reason);

/* Adds a position. Returns false if it cannot be written; store_finish gives the reason. */
bool store_add(StoreWriter *w, const PackedPosition *p, bool held_out);

/* Shuffles the positions, moves the file to its place, and frees the writer. Returns false, with
 * the reason in *reason and the old file unchanged, if that fails. */
bool store_finish(StoreWriter *w, const char **reason);

/* Removes the unfinished file and frees the writer; NULL is allowed. */
void store_abandon(StoreWriter *w);

/* --- games to positions ---------------------------------------------------------------------- */

/* The scale in centipawns by which --lambda converts scores to winning chances and back. The
 * --scale of a run does not change it. */
#define LAMBDA_SCALE 400.0

typedef struct DataOptions {
    int validation; /* per mille of games held out */
    int first_ply;  /* the first ply of a game that is used */
    int score_most; /* centipawns; positions with a greater |score| are left out */
    int loud;       /* 1: positions whose move captures or promotes are used, too */
    double lambda;  /* 0 to 1: the weight of later scores of the game (blend_scores) */
    uint64_t seed;
} DataOptions;

typedef struct DataCounts {
    uint64_t games, positions, held_out;
    uint64_t damages; /* damaged places, whose games are left out */
} DataCounts;

/* Adds the positions of a file of games to a store. Reports damage and progress on stderr. Returns
 * false, with the reason in *reason, if it cannot read the file or write the store. */
bool add_games(StoreWriter *w, const char *path, const DataOptions *o, DataCounts *counts,
               const char **reason);

/* --- reading --------------------------------------------------------------------------------- */

typedef struct Store {
    int file;
    uint64_t held_out, trained; /* numbers of positions */
    uint64_t checksum;
} Store;

/* Opens a file and reads it through. Returns false, with the reason in *reason, if the file is of
 * another kind, cut off, damaged, or without a checksum. */
bool store_open(Store *s, const char *path, const char **reason);
void store_close(Store *s);

/* Reads positions by number; positions held out come first. Returns false, with the reason in
 * *reason, if they cannot be read, or if one is not sound. */
bool store_read(const Store *s, uint64_t first, size_t count, PackedPosition *out,
                const char **reason);

#endif
