/* The options that games were made with, as a file of them keeps them.
 *
 * Such a file begins with OPTIONS_MAGIC, then ten numbers of 64 bits: the first nine of GameOptions,
 * and hash_words (core/random.h) of these; the games follow (records.h). The digit of the magic is
 * larger by 1 where there are openings, whose checksum then stands in place of the book's, and by 2
 * where both evaluations judge. The hash begins with its basis xor the negative of what was added to
 * the digit, so that a damaged magic does not change the options. The number of nodes takes 32 bits;
 * the 16 above it hold `plies`, the 16 above these `whole`. A file that begins with RECORDS_MAGIC has
 * no options: it was made before there were any, or from text.
 */
#ifndef GAME_OPTIONS_H
#define GAME_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#define OPTIONS_MAGIC "Panoptes games 2\n"

/* All that decides which games are played: equal options have equal bytes. Numbers are little-endian
 * in memory, too. */
typedef struct GameOptions {
    uint64_t seed, nodes, hard, random, frc, dfrc, odds; /* as PlaySettings has them (selfplay.h) */
    uint64_t network;                                    /* its checksum; 0: classical */
    uint64_t book;                                       /* its checksum; 0: none */
    uint64_t openings;     /* checksum of their file; 0: none, as where there is a book */
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

bool options_are_equal(const GameOptions *a, const GameOptions *b);

/* Prints them as datagen takes them, with checksums in place of paths, without an end of line. */
void options_print(const GameOptions *options, FILE *out);

#endif
