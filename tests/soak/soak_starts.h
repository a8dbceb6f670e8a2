/* Where games and analyses begin: random openings of chess and of Chess960. */
#ifndef SOAK_STARTS_H
#define SOAK_STARTS_H

#include "board/fen.h"
#include "engine/openings.h"
#include "support/dice.h"

typedef struct Starts {
    Random random;
    Openings *openings;
    Position *pos; /* room to work in */
} Starts;

/* Ends the program if memory is short. The same seed gives the same starts. */
void starts_init(Starts *starts, uint64_t seed);
void starts_free(Starts *starts);

/* Writes the FEN of an opening like those of `genfens`; of Chess960 every third has two different
 * arrangements. False if there was none after many tries. */
bool starts_draw(Starts *starts, bool chess960, char fen[FEN_SIZE]);

#endif
