/* A file of positions, FEN or EPD, as bench goes through it. */
#ifndef UCI_EPD_SUITE_H
#define UCI_EPD_SUITE_H

#include "engine/engine.h"
#include "engine/epd.h"
#include "uci/lines.h"
#include "uci/themes.h"

typedef struct EpdSuite {
    char *path;
    Lines lines;
    size_t next;    /* the line to be read next */
    size_t count;   /* lines that should have a position, */
    size_t begun;   /* those read so far, the present one included, */
    size_t bad;     /* and those of them that were passed over */
    SuiteSums sums; /* over the positions searched */
    Themes themes;
    bool is_solved; /* the present position */
    Epd epd;        /* of the present position */
} EpdSuite;

/* Reads a file. Returns false, after reporting why, if that fails or it has no position. The suite
 * must be freed in either case. */
bool epd_suite_open(EpdSuite *suite, Token path);

void epd_suite_free(EpdSuite *suite);

/* Sets the next position up. Reports bad lines and passes over them. Returns false behind the last
 * position. */
bool epd_suite_next(EpdSuite *suite, Position *pos);

/* Judges what the engine has found in the present position. */
void epd_suite_judge(EpdSuite *suite, const SearchResult *thought);

/* Prints the heading of the lines that follow. */
void epd_suite_print_heading(void);

/* Prints a line of the present position, which was judged. */
void epd_suite_print(const EpdSuite *suite, Position *pos, const SearchResult *thought);

/* Prints how many positions were searched and solved, in so many microseconds, and how many of each
 * theme. */
void epd_suite_print_sum(const EpdSuite *suite, int64_t time);

/* Reports how many lines were bad, if any were. */
void epd_suite_report_bad(const EpdSuite *suite);

#endif
