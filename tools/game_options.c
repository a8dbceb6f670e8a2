#include "game_options.h"

#include "core/random.h"

#include <inttypes.h>
#include <stddef.h>
#include <string.h>

enum { MAGIC_SIZE = sizeof OPTIONS_MAGIC - 1, NUMBERS = 9 };
_Static_assert(sizeof OPENINGS_MAGIC == sizeof OPTIONS_MAGIC, "the numbers begin in one place");
_Static_assert(offsetof(GameOptions, book) == (NUMBERS - 1) * sizeof(uint64_t),
               "the book is the last number that is written");

/* The hash of the numbers of a file. */
static uint64_t hash_of(const uint8_t *numbers, bool openings) {
    return hash_words(openings ? ~HASH_WORDS_BASIS : HASH_WORDS_BASIS, numbers,
                      NUMBERS * sizeof(uint64_t));
}

void options_pack(const GameOptions *options, uint8_t *out) {
    const bool openings = options->openings;
    uint64_t numbers[NUMBERS + 1];
    memcpy(numbers, options, NUMBERS * sizeof *numbers);
    if (openings)
        numbers[NUMBERS - 1] = options->openings;
    numbers[NUMBERS] = hash_of((const uint8_t *)numbers, openings);
    memcpy(out, openings ? OPENINGS_MAGIC : OPTIONS_MAGIC, MAGIC_SIZE);
    memcpy(out + MAGIC_SIZE, numbers, sizeof numbers);
}

bool options_unpack(const uint8_t *data, GameOptions *options) {
    const bool openings = memcmp(data, OPENINGS_MAGIC, MAGIC_SIZE) == 0;
    uint64_t numbers[NUMBERS + 1];
    memcpy(numbers, data + MAGIC_SIZE, sizeof numbers);
    *options = (GameOptions){0};
    memcpy(options, numbers, NUMBERS * sizeof *numbers);
    if (openings) {
        options->openings = options->book;
        options->book = 0;
    }
    return (!openings || options->openings) &&
           numbers[NUMBERS] == hash_of((const uint8_t *)numbers, openings);
}

bool options_are_equal(const GameOptions *a, const GameOptions *b) {
    return memcmp(a, b, sizeof *a) == 0;
}

void options_print(const GameOptions *o, FILE *out) {
    fprintf(out, "--seed %" PRIu64 " --nodes %" PRIu64 " --hard %" PRIu64 " --random %" PRIu64,
            o->seed, o->nodes, o->hard, o->random);
    fprintf(out, " --frc %" PRIu64 " --dfrc %" PRIu64 " --odds %" PRIu64, o->frc, o->dfrc, o->odds);
    if (o->network)
        fprintf(out, " --evaluation network (checksum %016" PRIx64 ")", o->network);
    else
        fprintf(out, " --evaluation classical");
    if (o->book)
        fprintf(out, " --book (checksum %016" PRIx64 ")", o->book);
    if (o->openings)
        fprintf(out, " --openings (checksum %016" PRIx64 ")", o->openings);
}
