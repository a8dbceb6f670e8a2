#include "eval/spans.h"

#include <stdlib.h>

uint8_t distances[SQUARE_COUNT][SQUARE_COUNT];
Bitboard two_away[SQUARE_COUNT];

void spans_init(void) {
    for (Square a = 0; a < SQUARE_COUNT; a++) {
        for (Square b = 0; b < SQUARE_COUNT; b++) {
            const int files = abs(file_of(a) - file_of(b)), ranks = abs(rank_of(a) - rank_of(b));
            distances[a][b] = (uint8_t)max_int(files, ranks);
            two_away[a] |= distances[a][b] == 2 ? bb(b) : 0;
        }
    }
}
