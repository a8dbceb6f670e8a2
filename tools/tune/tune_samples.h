/* Positions to tune on, each reduced to the counts that its evaluation is made of. */
#ifndef TUNE_SAMPLES_H
#define TUNE_SAMPLES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A weight, and how often it counts: for White less for Black where it is linear. */
typedef struct Count {
    uint16_t weight;
    int16_t n;
} Count;

/* A position's counts lie one after the other: linear, danger of the white king, of the black one,
 * complexity. */
typedef struct Sample {
    uint64_t first; /* index of the first count in its set */
    uint16_t linear, danger[2], complexity;
    uint8_t phase, scale;
    uint8_t result; /* 0 Black won, 1 draw, 2 White won */
    bool held_out;  /* kept for validation */
    int16_t score;  /* a search's, from White's side; SAMPLE_NO_SCORE if there is none */
    uint16_t padding;
} Sample;

enum { SAMPLE_NO_SCORE = -32768 };

typedef struct Samples {
    Sample *items;
    Count *counts;
    size_t count, room;
    uint64_t used, counts_room;
    size_t refused; /* lines that could not be read, or whose evaluation is no sum */
} Samples;

typedef struct SampleOptions {
    int threads;
    size_t limit;   /* positions of each file at most; 0: all */
    int validation; /* per mille of the games that are held out */
} SampleOptions;

/* Reads positions and adds them to a set. Text, a position a line, as
 *     FEN;score;result[;game]        score in centipawns from White's side
 *     FEN [result]
 * with results 1.0, 0.5 or 0.0 for White, or binary records (tools/lib/records.h). Lines of one game go
 * to the same side of the validation split. False, with the reason in *reason, if the file cannot be
 * read; it must be a plain one. */
bool samples_read(Samples *set, const char *path, const SampleOptions *options,
                  const char **reason);

void samples_free(Samples *set);

#endif
