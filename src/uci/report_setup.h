/* What `report` is to do: reading its command, and opening its files. */
#ifndef UCI_REPORT_SETUP_H
#define UCI_REPORT_SETUP_H

#include "os/atomic_write.h"
#include "report/report.h"
#include "uci/game_source.h"
#include "uci/session.h"

typedef struct ReportSetup {
    ReportSettings settings;
    char *input_path, *paths[REPORT_PARTS]; /* NULL: not wanted */
    bool no_page;                           /* `html none` */
    GameSource input;
    AtomicWrite *outputs[REPORT_PARTS];
    Engine *engine;        /* its own */
    int64_t hash, threads; /* 0: the session's */
    char network[OPTION_TEXT_SIZE];
} ReportSetup;

/* Reads the command's tokens, makes the engine and opens the files. Returns false, after reporting
 * why, if something is wrong. The setup must be freed in either case. */
bool report_setup(ReportSetup *setup, const Session *session, Tokens tokens);

/* Outputs that are not finished are given up. */
void report_setup_free(ReportSetup *setup);

#endif
