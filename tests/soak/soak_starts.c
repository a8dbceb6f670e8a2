#include "soak/soak_starts.h"

#include "support/games.h"
#include "support/setup.h"

#include <stdio.h>
#include <stdlib.h>

void starts_init(Starts *starts, uint64_t seed) {
    *starts = (Starts){{seed * 2 + 1}, openings_create(seed), position_new()};
    if (!starts->openings)
        exit(2);
}

void starts_free(Starts *starts) {
    openings_free(starts->openings);
    free(starts->pos);
}

bool starts_draw(Starts *starts, bool chess960, char fen[FEN_SIZE]) {
    enum { TRIES = 10000 };
    char start[FEN_SIZE];
    for (int i = 0; i < TRIES; i++) {
        snprintf(start, sizeof start, "%s", FEN_START);
        if (chess960)
            random_start(&starts->random, random_below(&starts->random, 3) == 0, start);
        if (openings_try(starts->openings, start, fen))
            return true;
    }
    return false;
}
