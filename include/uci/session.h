/* A session: one front end talking to one engine. What the commands share. */
#ifndef UCI_SESSION_H
#define UCI_SESSION_H

#include <stdatomic.h>

#include "core/token.h"
#include "core/version.h"
#include "engine/book.h"
#include "engine/engine.h"
#include "moves/perft.h"
#include "uci/input.h"

/* Room for the value of a string option, a path at most. */
enum { OPTION_TEXT_SIZE = 4096 };

/* Whom the reports of a search are for. */
typedef enum ReportStyle { REPORT_UCI, REPORT_PERSON } ReportStyle;

typedef struct PerftJob {
    Position root;
    PerftMode mode;
    int depth;
} PerftJob;

typedef struct OpeningsJob {
    int64_t count;
    uint64_t seed;
    char *text; /* a book of positions, or NULL; no 0 behind it */
    size_t size;
    size_t *lines; /* where its lines begin */
    size_t line_count;
} OpeningsJob;

typedef struct Session {
    Engine *engine;
    Input input;
    struct Setting *settings; /* options that wait for the end of a search: see uci/options.h */
    bool command_line;     /* commands come from the arguments: each is waited for, none may go on
                              forever */
    atomic_bool debug;     /* say what was understood, and check while searching */
    int debug_interval;    /* nodes from one self-check to the next */
    bool quit;             /* leave the loop */
    bool position_refused; /* the last `position` was bad: searching would search something else */
    bool job_failed;       /* the worker's latest job found something wrong; set by it */
    bool finish_job; /* the worker's job is to be waited for at the end of input, not stopped */
    int hash;        /* megabytes that the engine has, for people to read */
    char opponent[OPTION_TEXT_SIZE]; /* UCI_Opponent: title, rating, computer or human, name */
    bool analyse;                    /* UCI_AnalyseMode */
    bool limit_strength;             /* UCI_Elo counts; else skill_level does */
    int elo, skill_level;
    Book *book; /* NULL: none */
    bool own_book, best_book_move;

    /* For the worker's thread. Changed only while it is idle. */
    ReportStyle style;
    bool color;
    atomic_bool show_wdl; /* UCI_ShowWDL */
    SearchInfo latest;    /* the latest exact info, its pv excepted */
    PerftJob perft;
    int bench_depth;
    bool bench_stats;
    OpeningsJob openings;
} Session;

/* Every command: does its work with the tokens behind its name. Returns false if something was
 * wrong, which it has then told. */
typedef bool Command(Session *session, Tokens tokens);

/* Stops the worker, waits for it, and applies the options that waited for it too. */
void session_idle(Session *session);

/* If the worker has given its answer, applies the options that waited for it. */
void session_settle(Session *session);

/* Makes the searches to come check themselves, if debug is on. */
void session_check(Session *session);

/* Starts a job that the end of input waits for. Call session_idle first. */
void session_run(Session *session, EngineJob *job);

#endif
