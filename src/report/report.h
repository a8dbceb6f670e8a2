/* What a person asks about games: a page that explains them, the same as JSON, and the games with
 * comments as PGN. README.md has what marks and sentences mean.
 *
 * Games are read and written one after the other, and searched side by side, one thread for each
 * engine: memory does not grow with their number. With limits other than time, what is written does
 * not depend on the number of engines.
 * Nothing here reads or prints; a host does.
 */
#ifndef REPORT_REPORT_H
#define REPORT_REPORT_H

#include "engine/book.h"
#include "engine/engine.h"
#include "moves/pgn.h"

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

/* How far a report is. */
typedef struct ReportProgress {
    int64_t game;   /* its number in the file */
    int ply, plies; /* of the game: the one that was searched, and all */
} ReportProgress;

typedef struct ReportHost {
    void *context;
    size_t (*read)(void *context, char *bytes, size_t size); /* as in PgnSource */
    /* Writes a piece of a part. False ends the report. */
    bool (*write)(void *context, ReportPart part, const char *bytes, size_t length);
    /* Called on several threads, one at a time. */
    void (*progress)(void *context, const ReportProgress *progress);
    /* A game has a fault: one line. The report goes on. */
    void (*fault)(void *context, const char *text);
} ReportHost;

typedef struct ReportCount {
    int64_t games, faults,
        moves; /* games reported on, those of them with a fault, moves searched */
    bool out_of_memory, write_failed;
} ReportCount;

/* Writes a report with engines (1 or more, one thread each) that do nothing else meanwhile. When
 * *stop becomes true it ends with what is done, and what was written is whole all the same. */
ReportCount report_write(Engine *const *engines, int count, const ReportSettings *settings,
                         const ReportHost *host, const atomic_bool *stop);

/* Counts the games of a source, and the moves that a report on them searches. */
ReportCount report_survey(const ReportSettings *settings, const PgnSource *source);

#endif
