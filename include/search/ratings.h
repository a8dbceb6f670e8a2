/* How strong the skill levels are: measured by tools/calibrate, which writes this file.
 *
 * No games yet: a guess to begin with.
 */
#ifndef SEARCH_RATINGS_H
#define SEARCH_RATINGS_H

/* Ratings rise with the level; between two levels they are interpolated. */
typedef struct Rating {
    int level, elo;
} Rating;

static const Rating RATINGS[] = {{0, 900},   {4, 1200},  {8, 1500},
                                 {12, 1800}, {16, 2100}, {19, 2300}};

enum { RATING_COUNT = sizeof RATINGS / sizeof *RATINGS, UCI_ELO_MAX = 2300 };

#endif
