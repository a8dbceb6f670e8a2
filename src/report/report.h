/* A report on games: a page that explains them, the same as JSON, and the games with comments as PGN. README.md
 * says what marks and sentences mean.
 *
 * Games are read and written one after the other. Threads search them side by side, one for each engine, so memory
 * does not grow with the number of games. With limits other than time, the output does not depend on the number of
 * engines. The host reads and prints.
 */
#ifndef REPORT_REPORT_H
#define REPORT_REPORT_H

#include "engine/book.h"
#include "engine/engine.h"
#include "moves/pgn.h"

enum { REPORT_LINES_MAX = 8 };

typedef enum ReportPart { REPORT_PAGE, REPORT_JSON, REPORT_PGN, REPORT_PARTS } ReportPart;

/* A template of the page: page/README.md says what it holds. */
typedef struct PageTemplate {
    const char *begin, *end;
} PageTemplate;

typedef struct ReportSettings {
    int64_t time, nodes, depth; /* of a move: milliseconds, nodes, plies; LIMIT_NONE: no limit */
    int lines;                  /* 1 to REPORT_LINES_MAX */
    bool engine_scale;          /* winning chances between engines, not between people */
    int64_t expected;           /* the number of games to report on; 0: not known */
    int64_t first, last;        /* numbers of the games to report on, from 1 */
    bool judges[COLOR_COUNT];   /* the sides whose moves are judged; one at least */
    const char *name;           /* of the file, for messages */
    const char *network;        /* the network or the evaluation, in words */
    const Book *book;           /* NULL: none */
    bool wants[REPORT_PARTS];
    PageTemplate
        page; /* one that report_takes_page has found good; NULL: the page inside the program */
} ReportSettings;

/* The first bytes of a page and of a JSON, and a tag in each game of a PGN. A file without them is not replaced. */
#define REPORT_PAGE_HEAD "<!doctype html>\n<!-- Panoptes report -->\n"
#define REPORT_JSON_HEAD "{\"generator\":\"Panoptes "
#define REPORT_PGN_TAG   "PanoptesReport"

/* True if a file is a template with the engine: the page that analyses, build/panoptes.html. */
bool report_takes_page(PageTemplate page);

/* The progress of a report. */
typedef struct ReportProgress {
    int64_t game;   /* its number in the file */
    int ply, plies; /* of the game: the last one searched, and all of them */
} ReportProgress;

typedef struct ReportHost {
    void *context;
    size_t (*read)(void *context, char *bytes, size_t size); /* as in PgnSource */
    /* Writes a piece of a part. False ends the report. */
    bool (*write)(void *context, ReportPart part, const char *bytes, size_t length);
    /* Called on several threads, one at a time. */
    void (*progress)(void *context, const ReportProgress *progress);
    /* Called with one line for a game with a fault. The report goes on. */
    void (*fault)(void *context, const char *text);
} ReportHost;

typedef struct ReportCount {
    int64_t games, faults,
        moves; /* games reported on, games of these with a fault, moves searched */
    bool out_of_memory, write_failed;
} ReportCount;

/* Writes a report with one engine or more, one thread each, which do nothing else meanwhile. If *stop becomes true,
 * the report ends with the games that are done, and its parts are whole. */
ReportCount report_write(Engine *const *engines, int count, const ReportSettings *settings,
                         const ReportHost *host, const atomic_bool *stop);

/* Counts the games of a source, and the moves that a report on them searches. */
ReportCount report_survey(const ReportSettings *settings, const PgnSource *source);

#endif
