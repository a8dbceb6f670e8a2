/* How strong the skill levels are: measured by tools/calibrate, which writes this file.
 *
 * 2026-11-21, 1116 games against each other and against Stockfish 15, in whose
 * ratings they are; standard errors up to 61.
 */
#ifndef SEARCH_RATINGS_H
#define SEARCH_RATINGS_H

/* Ratings rise with the level; between two levels they are interpolated. */
typedef struct Rating {
    int level, elo;
} Rating;

static const Rating RATINGS[] = {{0, 691}, {3, 977}, {6, 1388}, {9, 1792}, {12, 2084}, {15, 2310}};

enum { RATING_COUNT = sizeof RATINGS / sizeof *RATINGS, UCI_ELO_MAX = 2300 };

#endif
