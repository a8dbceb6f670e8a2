#include "game_options.h"

#include "core/random.h"

#include <inttypes.h>
#include <string.h>

void options_pack(const GameOptions *options, uint8_t *out) {
    const uint64_t sum = hash_words(HASH_WORDS_BASIS, options, sizeof *options);
    memcpy(out, options, sizeof *options);
    memcpy(out + sizeof *options, &sum, sizeof sum);
}

bool options_unpack(const uint8_t *data, GameOptions *options) {
    uint64_t sum;
    memcpy(options, data, sizeof *options);
    memcpy(&sum, data + sizeof *options, sizeof sum);
    return sum == hash_words(HASH_WORDS_BASIS, options, sizeof *options);
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
}
