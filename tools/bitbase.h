/* Who wins, exactly, with few pieces: a bit for each position, made by retrograde analysis.
 *
 * Positions are of two kings and up to three other pieces; pawns, if any, are all of one colour, so
 * that there is no en passant, and nobody may castle. The fifty-move rule is not known here: a win
 * is a win however long it takes.
 *
 * A material is written as in "KBP-KN": White's pieces, a dash, Black's.
 */
#ifndef TOOLS_BITBASE_H
#define TOOLS_BITBASE_H

#include "core/types.h"

enum { BITBASE_OTHERS = 3, BITBASE_NAME_SIZE = 16 };

typedef struct Bitbase Bitbase;

/* Where the pieces other than the black king stand: `at` in the order of bitbase_kinds. */
typedef struct Placement {
    Square white_king, at[BITBASE_OTHERS];
} Placement;

typedef struct Kind {
    uint8_t color, type;
} Kind;

/* Told now and then while a material is solved: its name and how far it is, in percent. */
typedef void BitbaseProgress(const char *name, int percent);

/* Solves a material, and first all that captures and promotions lead to, each once in this process.
 * NULL if the name makes no sense, or is of material that is not solved here; `why` then says what
 * is wrong. Takes a second for two pieces beside the kings, minutes and up to 300 MB for three.
 * Ends the program if memory is short. `progress` may be NULL. */
const Bitbase *bitbase_solve(const char *name, BitbaseProgress *progress, const char **why);

/* The pieces other than kings, pawns first, and how many. */
int bitbase_kinds(const Bitbase *base, Kind kinds[BITBASE_OTHERS]);

/* The squares of a black king with which `winner` wins. Squares where the black king cannot stand
 * mean nothing. */
Bitboard bitbase_wins(const Bitbase *base, const Placement *placement, Color winner, Color to_move);

/* Frees all that was solved. */
void bitbase_free_all(void);

#endif
