/* The sums of a file of positions by theme. The theme of a position is its id up to the last number
 * in it: "WAC" of "WAC.001", "STS(v1.0) Undermine" of "STS(v1.0) Undermine.001". */
#ifndef UCI_THEMES_H
#define UCI_THEMES_H

#include "engine/epd.h"

/* Sums over positions that were searched. */
typedef struct SuiteSums {
    size_t positions;
    size_t asked;    /* those that ask for a move or a mate, */
    size_t solved;   /* and those of them that were solved */
    bool has_points; /* some move has earned points, or could have */
    int points;
} SuiteSums;

typedef struct Theme {
    char name[EPD_ID_SIZE];
    SuiteSums sums;
} Theme;

/* {0} is an empty list. */
typedef struct Themes {
    Theme *list; /* in the order of their first positions */
    size_t count, room;
    size_t positions; /* that have a theme */
    bool out_of_memory;
} Themes;

/* Writes the theme of an id; "" if the id is its number alone, or there is none. */
void theme_of(const char *id, char theme[EPD_ID_SIZE]);

/* Adds a position to sums: what it asked for, whether that was found, and the points. */
void sums_add(SuiteSums *sums, const Epd *epd, bool solved, int points);

/* Adds a position to its theme, if it has one. */
void themes_add(Themes *themes, const Epd *epd, bool solved, int points);

/* True if the sums by theme are worth reading: there are several, and some have several positions. */
bool themes_differ(const Themes *themes);

void themes_free(Themes *themes);

#endif
