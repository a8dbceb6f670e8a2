/* The options that games were made with, as a file of them keeps them.
 *
 * Such a file begins with OPTIONS_MAGIC, then GameOptions and hash_words (core/random.h) of them as
 * one number of 64 bits; the games follow (records.h). A file that begins with RECORDS_MAGIC has
 * none: it was made before there were any, or from text.
 */
#ifndef GAME_OPTIONS_H
#define GAME_OPTIONS_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#define OPTIONS_MAGIC "Panoptes games 2\n"

/* All that decides which games are played: equal options have equal bytes. Numbers are little-endian
 * in memory, too. */
typedef struct GameOptions {
    uint64_t seed, nodes, hard, random, frc, dfrc, odds; /* as PlaySettings has them (selfplay.h) */
    uint64_t network;                                    /* its checksum; 0: classical */
    uint64_t book;                                       /* its checksum; 0: none */
} GameOptions;

enum { OPTIONS_BYTES = sizeof(GameOptions) + sizeof(uint64_t) };

/* Writes OPTIONS_BYTES. */
void options_pack(const GameOptions *options, uint8_t *out);

/* Reads OPTIONS_BYTES; false if they are damaged. Files are hostile: the numbers may be any. */
bool options_unpack(const uint8_t *data, GameOptions *options);

bool options_are_equal(const GameOptions *a, const GameOptions *b);

/* Prints them as datagen takes them, with checksums in place of paths, without an end of line. */
void options_print(const GameOptions *options, FILE *out);

#endif
