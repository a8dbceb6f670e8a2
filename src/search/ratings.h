/* How strong the skill levels are: tools/match/README.md says how they are measured.
 *
 * 2026-11-21, 896 games against each other and against Stockfish 15, in whose
 * ratings they are; standard errors up to 62.
 */
#ifndef SEARCH_RATINGS_H
#define SEARCH_RATINGS_H

/* Ratings rise with the level; between two levels they are interpolated. */
typedef struct Rating {
    int level, elo;
} Rating;

static const Rating RATINGS[] = {{0, 839}, {3, 1176}, {6, 1596}, {9, 1988}, {12, 2315}, {15, 2581}};

enum { RATING_COUNT = sizeof RATINGS / sizeof *RATINGS, UCI_ELO_MAX = 2550 };

#endif
