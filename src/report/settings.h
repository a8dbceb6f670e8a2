/* What a report is made of. */
#ifndef REPORT_SETTINGS_H
#define REPORT_SETTINGS_H

#include "board/state.h"
#include "engine/book.h"

enum { REPORT_LINES_MAX = 8 };

typedef enum ReportPart { REPORT_PAGE, REPORT_JSON, REPORT_PGN, REPORT_PARTS } ReportPart;

typedef struct ReportSettings {
    int64_t time, nodes, depth; /* of a move: milliseconds, nodes, plies; LIMIT_NONE: no limit */
    int lines;                  /* 1 to REPORT_LINES_MAX */
    bool engine_scale;          /* chances as between engines, not as between people */
    int64_t expected;           /* how many games will be reported on; 0: not known */
    int64_t first, last;        /* numbers of the games to report on, from 1 */
    bool judges[COLOR_COUNT];   /* the sides whose moves are judged; one at least */
    const char *name;           /* of the file, for messages */
    const char *network;        /* what judges positions, in words */
    const Book *book;           /* NULL: none */
    bool wants[REPORT_PARTS];
} ReportSettings;

/* How a page and a JSON begin, and a tag in each game of a PGN: so that a file which may be
 * replaced is known from others. */
#define REPORT_PAGE_HEAD "<!doctype html>\n<!-- Panoptes report -->\n"
#define REPORT_JSON_HEAD "{\"generator\":\"Panoptes "
#define REPORT_PGN_TAG   "PanoptesReport"

#endif
