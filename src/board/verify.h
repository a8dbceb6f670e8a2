/* The comparator: compares what is updated move by move with the same computed from scratch.
 *
 * In a debug build (PANOPTES_VERIFY) it runs after every make, unmake and null move. In any build
 * the search runs it every so many nodes if asked to: see search/self_check.h.
 */
#ifndef BOARD_VERIFY_H
#define BOARD_VERIFY_H

#include "board/difference.h"
#include "board/position.h"

/* Checks map and attacks against scratch, one against the transpose of the other, lists both ways,
 * bits and cells against each other, board against bitboards, masks, keys, material and king
 * squares.
 *
 * Returns true if all is well. Else writes the first difference to `report` (DIFFERENCE_SIZE
 * bytes): the root position, the moves that led here, the square or the cell, and for the matrix
 * the attackers missing and extra, by name. `event` says what had just been done ("make"). */
bool verify_position(const Position *pos, const char *event, char *report);

/* True if the numbers that positions are hashed by are all different, and none is 0. Else the report
 * says of what. Once is enough: they are read-only. */
bool verify_numbers(char *report);

/* A check has failed: keeps the first report for verify_failure. In a debug build, where no fault
 * is to be lived with, prints it to stderr and aborts. */
void verify_failed(const char *report);

/* The report of the first check that failed in this process, "" if none has: for post-mortems. */
const char *verify_failure(void);

/* verify_position, and on a difference verify_failed. */
void verify_or_abort(const Position *pos, const char *event);

/* How many checks verify_or_abort has passed in this process. */
uint64_t verify_count(void);

/* Lets a debug build check every change of a position. Call once, with the other tables. */
void verify_init(void);

#endif
