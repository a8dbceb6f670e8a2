/* The names of openings, by position.
 *
 * tools/openings makes openings.bin, which the program embeds. Numbers are little-endian:
 *
 *   16 bytes      OPENINGS_MAGIC
 *   u32           positions
 *   u32           bytes of the names
 *   positions *   u64 key as in Polyglot's books (book_key), in ascending order
 *   positions *   u16 number of the name
 *   positions *   u16 ECO code: 100 * (letter - 'A') + number
 *   names         in ascending order: a byte that counts the first bytes that the name shares with
 *                 the previous name, then the other bytes of the name and a 0
 */
#ifndef REPORT_OPENINGS_H
#define REPORT_OPENINGS_H

#include "board/position.h"

#define OPENINGS_MAGIC "Panoptes names1\n"
enum { OPENINGS_MAGIC_SIZE = 16, OPENING_NAME_SIZE = 256, OPENINGS_ECO_SIZE = 4 };

typedef struct OpeningName {
    /* the number of moves before the position with the name; negative if no position of the game has a name */
    int ply;
    char eco[OPENINGS_ECO_SIZE];
    char name[OPENING_NAME_SIZE];
} OpeningName;

/* Sets the ECO code and the name of a position in *out; the caller sets out->ply. If the position has no name, returns
 * false and does not change *out. */
bool openings_find(const Position *pos, OpeningName *out);

/* Returns how many positions have a name. */
int openings_count(void);

/* --- the bytes of openings.bin ---------------------------------------------------------------- */

extern const unsigned char embedded_openings[], embedded_openings_end[];

#endif
