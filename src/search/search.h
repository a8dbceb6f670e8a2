/* A search: iterative deepening over a principal variation search. How it works: see
 * src/search/README.md. */
#ifndef SEARCH_SEARCH_H
#define SEARCH_SEARCH_H

#include "board/position.h"
#include "search/info.h"
#include "search/limits.h"
#include "search/self_check.h"
#include "search/settings.h"
#include "search/table.h"

/* One searching thread: its position, what it has learnt, and the search under way. Several of them
 * make a pool (search/pool.h), of which the first reports and keeps the time. Functions are for the
 * owner's thread, between searches, where nothing else is said. */
typedef struct Search Search;

/* What a search ends with. */
typedef struct SearchResult {
    Move best;             /* MOVE_NONE if there is no legal move */
    Move ponder;           /* the expected answer, or MOVE_NONE */
    int score;             /* for the side to move, as it is shown (core/score.h), */
    Evaluation evaluation; /* the one that gave the score: see eval/wdl.h */
    int depth;             /* iterations completed */
    uint64_t nodes;        /* of all threads that searched together */
    int64_t time;          /* microseconds since search_run began */
} SearchResult;

/* A root move and its score. */
typedef struct SearchLine {
    Move move;
    int score; /* for the side to move */
} SearchLine;

enum { DEPTH_1_NODES = 50000 };

/* Fills the reduction table. Call once before the first search; further calls change nothing. */
void search_init(void);

/* Makes a search with empty histories on a table, or returns NULL if memory is short. reporter may
 * be NULL. */
Search *search_create(Table *table, const SearchReporter *reporter);

/* Frees it; NULL is allowed. */
void search_free(Search *s);

/* Forgets everything learnt, for a new game: histories, the score of the search before, and how late
 * things happen on the clock. The table is its owner's, who clears it. */
void search_forget(Search *s);

/* Evaluates with a network from now on, which must outlive its use, or with the hand-written
 * evaluation (NULL). What the search and its table remember of the other's scores is not
 * forgotten. */
void search_set_network(Search *s, const Network *net);

#ifdef TUNE
/* Searches with these values of search/params.h from now on, which must outlive their use. At first
 * they are params_set. */
void search_set_params(Search *s, const int *params);
#endif

/* Gives a search its position, limits and settings (NULL: all zero), and starts its clock. The
 * time until search_run counts. */
void search_prepare(Search *s, const Position *pos, const SearchLimits *limits,
                    const SearchSettings *settings);

/* Turns a prepared search into that of a weaker player: see handicap_begin. Forgets the histories,
 * so that the move depends on nothing but the position, the skill and the game, if the table is
 * empty; the clock's memory stays. */
void search_weaken(Search *s, int skill, uint64_t game);

/* Searches until a limit is met or it is stopped. Depth 1 is completed in any case, unless it alone
 * takes more than DEPTH_1_NODES, or some 50 ms when it is stopped. Reports lines, but not the end
 * (SearchReporter.done). Deterministic if only depth or nodes limit it. */
SearchResult search_run(Search *s);

/* The best lines of the latest search, at most `most` of them; returns how many. */
int search_best_lines(const Search *s, SearchLine *lines, int most);

/* The static evaluation of the position that was prepared, in centipawns, by whichever evaluates. */
int search_evaluate(Search *s);

/* Ends the search as soon as it has a move. From any thread, also before search_run. */
void search_stop(Search *s);

/* The opponent has played the expected move: time counts from now. False if the search does not
 * ponder. From any thread. */
bool search_ponderhit(Search *s);

/* Notes that the move is about to be reported: what the GUI takes off the clock beyond this is
 * lateness. */
void search_answered(Search *s);

/* Milliseconds that a player who needs no time waits before it answers: until a quarter of the time
 * that the clock has for the move is over, or half a second. 0 or less if it need not wait (any
 * more): without a clock, while pondering, and once stopped. From any thread. */
int64_t search_moment(const Search *s);

/* The position that was prepared. */
const Position *search_position(const Search *s);

/* What the latest search has checked. */
SelfCheckCounts search_checks(const Search *s);

#endif
