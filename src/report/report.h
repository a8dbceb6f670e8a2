/* A report on games: a page that explains the games, its data as JSON, and the games as PGN with comments. README.md
 * defines marks and sentences.
 *
 * The report reads and writes the games one after the other. Each engine searches games on a thread of its own. The
 * number of games in memory depends only on the number of engines. With limits of nodes or depth, the results do not
 * depend on the number of engines. The host supplies the bytes of the games and writes the bytes of the report. */
#ifndef REPORT_REPORT_H
#define REPORT_REPORT_H

#include "engine/book.h"
#include "engine/engine.h"
#include "moves/pgn.h"

enum { REPORT_LINES_MAX = 8 };

typedef enum ReportPart { REPORT_PAGE, REPORT_JSON, REPORT_PGN, REPORT_PARTS } ReportPart;

/* The bytes of a template of the page, from `begin` to before `end`: see page/README.md. */
typedef struct PageTemplate {
    const char *begin, *end;
} PageTemplate;

typedef struct ReportSettings {
    /* the limits of a move in milliseconds, nodes and plies, or LIMIT_NONE */
    int64_t time, nodes, depth;
    int64_t lines; /* the number of best lines, 1 to REPORT_LINES_MAX */
    /* true: winning chances for games between engines; false: for games between people */
    bool engine_scale;
    int64_t expected; /* the number of games to report on, or 0 if it is not known */
    /* the numbers of the first and the last game to report on; the first game of the file has 1 */
    int64_t first, last;
    bool judges[COLOR_COUNT]; /* the sides whose moves are judged: White, Black or both */
    const char *name;         /* the path of the games, for the title and for messages */
    const char *network;      /* "network" and its checksum, or "classical evaluation" */
    const Book *book;         /* the opening book, or NULL */
    bool wants[REPORT_PARTS];
    /* A template that report_takes_page accepts. If page.begin is NULL, the embedded page is used. */
    PageTemplate page;
} ReportSettings;

/* The signs of a report: the first bytes of a page, the first bytes of JSON, and a tag in each game of a PGN. The
 * command `report` overwrites only empty files and files that have the sign of a report. */
#define REPORT_PAGE_HEAD "<!doctype html>\n<!-- Panoptes report -->\n"
#define REPORT_JSON_HEAD "{\"generator\":\"Panoptes "
#define REPORT_PGN_TAG   "PanoptesReport"

/* True if a file is a template that contains the engine, as build/panoptes.html does. */
bool report_takes_page(PageTemplate page);

/* The progress of a report. */
typedef struct ReportProgress {
    int64_t game;   /* the number, in the file, of the game that is searched */
    int ply, plies; /* the last ply that was searched, and the number of plies of the game */
} ReportProgress;

typedef struct ReportHost {
    void *context;
    /* reads bytes of the games, as in PgnSource */
    size_t (*read)(void *context, char *bytes, size_t size);
    /* Writes the next bytes of a part. If `write` returns false, the report ends. */
    bool (*write)(void *context, ReportPart part, const char *bytes, size_t length);
    /* Several threads call `progress`, but only one thread at a time. */
    void (*progress)(void *context, const ReportProgress *progress);
    /* Receives the error in a game as one line of text. The report then goes on with the next game. */
    void (*fault)(void *context, const char *text);
} ReportHost;

typedef struct ReportCount {
    /* The numbers of games in the report, of games with a fault, and of positions searched. The report searches the
     * positions in which a judged side is to move, the positions after a pass, and the last position of each game. */
    int64_t games, faults, moves;
    bool out_of_memory, write_failed;
} ReportCount;

/* Writes a report. Each engine searches on a thread of its own. The caller must not use the engines before the function
 * returns. If *stop becomes true, the function ends the searches, and writes the games as far as they are searched.
 * The page, the JSON and the PGN are then complete files, too. */
ReportCount report_write(Engine *const *engines, int count, const ReportSettings *settings,
                         const ReportHost *host, const atomic_bool *stop);

/* Counts the games of a source, the games with a fault, and the positions that a report on these games searches. */
ReportCount report_survey(const ReportSettings *settings, const PgnSource *source);

#endif
