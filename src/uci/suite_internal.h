/* The sums of a file of positions by theme. The theme of a position is its id up to the last number
 * in it: "WAC" of "WAC.001", "STS(v1.0) Undermine" of "STS(v1.0) Undermine.001". */
#ifndef UCI_SUITE_INTERNAL_H
#define UCI_SUITE_INTERNAL_H

#include "engine/engine.h"
#include "engine/positions.h"
#include "uci/lines.h"

/* Sums over positions that were searched. */
typedef struct SuiteSums {
    size_t positions;
    size_t asked;    /* positions that ask for a move or a mate */
    size_t solved;   /* those of `asked` that were solved */
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

/* --- a file of positions, FEN or EPD, as bench goes through it ------------------------------- */

typedef struct EpdSuite {
    char *path;
    Lines lines;
    size_t next;    /* the line to be read next */
    size_t count;   /* lines that should have a position */
    size_t begun;   /* those of `count` read so far, the present one included */
    size_t bad;     /* those of `begun` that were passed over */
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

/* What bench finds in a file of positions, as JSON: an object a line, see inspect/answers.schema.json. */

/* Prints the present position, which was judged. */
void suite_json_position(const EpdSuite *suite, Position *pos, const SearchResult *thought);

/* Prints the sums, and those by theme, after so many nodes and microseconds. */
void suite_json_sum(const EpdSuite *suite, uint64_t nodes, int64_t time);

#endif
