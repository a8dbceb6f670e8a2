/* A session: one front end talking to one engine. The data that the commands share. */
#ifndef UCI_SESSION_H
#define UCI_SESSION_H

#include "core/text.h"
#include "core/version.h"
#include "engine/book.h"
#include "engine/engine.h"
#include "moves/perft.h"
#include "uci/command_queue.h"
#include "uci/input.h"
#include "uci/lines.h"

#include <stdatomic.h>

/* Room for the value of a string option, such as a path. */
enum { OPTION_TEXT_SIZE = 4096 };

/* Whom the reports of a search are for. */
typedef enum AnswerStyle { STYLE_UCI, STYLE_PERSON, STYLE_JSON } AnswerStyle;

typedef struct PerftJob {
    Position root;
    PerftMode mode;
    int depth;
} PerftJob;

typedef struct OpeningsJob {
    int64_t count;
    uint64_t seed;
    Lines book; /* of positions; without lines: none */
} OpeningsJob;

typedef struct Session {
    Engine *engine;
    Input input;
    struct Setting *settings; /* options that wait for the end of a search: see uci/options.h */
    bool command_line;        /* commands come from the arguments: each is waited for, so none may
                                 run for ever */
    bool front_end;           /* `uci` was heard: a program writes, and UCI counts to the letter */
    bool quit;                /* leave the loop */
    atomic_bool debug;        /* print what was understood, and check while searching */
    int debug_interval;       /* nodes from one self-check to the next */
    bool position_refused;    /* the last `position` was bad: a search would search another one */
    CommandQueue queue;       /* lines that wait for the end of a job: see uci/schedule.h */
    bool has_job;             /* the worker's latest work is a job, not a search by go */
    bool shows;               /* that job is `show`, a search: it fails only if broken off */
    bool job_failed;          /* that job has found a fault or no result; set by the worker */
    bool failed;              /* some job of the session has failed, or was broken off by stop */
    int hash;                 /* megabytes that the engine has */
    char opponent[OPTION_TEXT_SIZE]; /* UCI_Opponent: title, rating, computer or human, name */
    bool analyse;                    /* UCI_AnalyseMode */
    bool limit_strength;             /* UCI_Elo counts, else skill_level does */
    int elo, skill_level;
    Book *book;      /* of Book File, or the one inside the program; NULL: none */
    bool book_named; /* Book File is set: the book inside does not play, even if there is no book */
    bool own_book, best_book_move;

    /* Read by the worker's thread, so changed only while it is idle. */
    AnswerStyle style;
    bool color;
    atomic_bool show_wdl; /* UCI_ShowWDL; may change at any time */
    SearchInfo latest;    /* the latest exact info, without its pv; written by the worker */
    int64_t mate_wanted;  /* by `go mate N`; LIMIT_NONE if not */
    PerftJob perft;
    OpeningsJob openings;
    struct BenchJob *bench;       /* see bench.c; NULL before the first, */
    struct SelfplayJob *selfplay; /* and selfplay.c */
    struct ReportJob *report;     /* uci/report.h */
} Session;

/* A command: does its work with the tokens behind its name. Returns false if something was wrong,
 * after reporting what. */
typedef bool Command(Session *session, Tokens tokens);

#endif
