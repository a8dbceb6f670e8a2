#include "lib/games.h"

#include "core/bits.h"

#include <inttypes.h>
#include <stddef.h>
#include <string.h>

enum {
    MAGIC_SIZE = sizeof OPTIONS_MAGIC - 1,
    DIGIT = MAGIC_SIZE - 2, /* the index of the digit in the magic, just before its newline */
    NUMBERS = 9,
    NODES = 1, /* the index of the number that holds `nodes`, `plies` and `whole` */
    HARD = 2,  /* the index of the number that holds `hard` and `leaf` */
    PLIES_SHIFT = 32,
    WHOLE_SHIFT = 48,
    LEAF_SHIFT = 32,
    /* Numbers added to the digit. */
    OPENINGS = 1,
    BOTH = 2
};
_Static_assert(offsetof(GameOptions, openings) == (NUMBERS - 1) * sizeof(uint64_t),
               "the openings are the last number that is written");
_Static_assert(offsetof(GameOptions, nodes) == NODES * sizeof(uint64_t), "NODES is their number");

/* The hash of a file's options and of `added`, the OPENINGS and BOTH added to the magic's digit. */
static uint64_t hash_of(const uint64_t *numbers, unsigned added) {
    return hash_words(HASH_WORDS_BASIS ^ -(uint64_t)added, (const uint8_t *)numbers,
                      NUMBERS * sizeof *numbers);
}

bool options_begin(const uint8_t *data, size_t size) {
    const char *magic = OPTIONS_MAGIC;
    for (size_t i = 0; i < size && i < MAGIC_SIZE; i++) {
        const int added = data[i] - magic[i];
        if (i == DIGIT ? added < 0 || added > (OPENINGS | BOTH) : added != 0)
            return false;
    }
    return true;
}

void options_pack(const GameOptions *options, uint8_t *out) {
    const unsigned added = (options->openings ? OPENINGS : 0) | (options->both ? BOTH : 0);
    uint64_t numbers[NUMBERS + 1];
    memcpy(numbers, options, NUMBERS * sizeof *numbers);
    numbers[NODES] |= options->plies << PLIES_SHIFT | options->whole << WHOLE_SHIFT;
    numbers[HARD] |= options->leaf << LEAF_SHIFT;
    numbers[NUMBERS] = hash_of(numbers, added);
    memcpy(out, OPTIONS_MAGIC, MAGIC_SIZE);
    out[DIGIT] = (uint8_t)(out[DIGIT] + added);
    memcpy(out + MAGIC_SIZE, numbers, sizeof numbers);
}

bool options_unpack(const uint8_t *data, GameOptions *options) {
    const unsigned added = data[DIGIT] - (unsigned)OPTIONS_MAGIC[DIGIT];
    uint64_t numbers[NUMBERS + 1];
    memcpy(numbers, data + MAGIC_SIZE, sizeof numbers);
    *options = (GameOptions){.both = (added & BOTH) != 0};
    memcpy(options, numbers, NUMBERS * sizeof *numbers);
    options->nodes = (uint32_t)numbers[NODES];
    options->hard = (uint32_t)numbers[HARD];
    options->leaf = numbers[HARD] >> LEAF_SHIFT;
    options->plies = (uint16_t)(numbers[NODES] >> PLIES_SHIFT);
    options->whole = (uint16_t)(numbers[NODES] >> WHOLE_SHIFT);
    return numbers[NUMBERS] == hash_of(numbers, added);
}

void options_print(const GameOptions *o, FILE *out) {
    fprintf(out, "--seed %" PRIu64 " --nodes %" PRIu64 " --hard %" PRIu64 " --random %" PRIu64,
            o->seed, o->nodes, o->hard, o->random);
    if (o->plies)
        fprintf(out, " --plies %" PRIu64 " --whole %" PRIu64, o->plies, o->whole);
    if (o->leaf)
        fprintf(out, " --leaf %" PRIu64, o->leaf);
    fprintf(out, " --frc %" PRIu64 " --dfrc %" PRIu64 " --odds %" PRIu64, o->frc, o->dfrc, o->odds);
    if (o->network)
        fprintf(out, " --evaluation %s (checksum %016" PRIx64 ")", o->both ? "both" : "network",
                o->network);
    else
        fprintf(out, " --evaluation classical");
    if (o->openings)
        fprintf(out, " --openings (checksum %016" PRIx64 ")", o->openings);
}
