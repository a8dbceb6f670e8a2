/* Talking to the real program through real pipes, and checking what it says.
 *
 * A program of scenes: each is run, its failed checks are printed, and a watchdog ends a hang.
 * Every line heard is checked for what no line may have; every answer to `go` for being legal, and
 * named before by an info.
 */
#ifndef SUPPORT_DIALOGUE_H
#define SUPPORT_DIALOGUE_H

#include "board/position.h"
#include "support/child.h"
#include "support/timing.h"

enum { LINE = 8192 };

/* True for builds, or under tools, that are many times slower: times are then checked loosely. */
extern bool slow;

/* The program under test, and the name of the scene that runs. */
extern const char *binary, *scene;

typedef struct Scene {
    const char *name;
    void (*run)(void);
} Scene;

/* The main function: [--slow] BINARY [[-]SCENE]. Runs all scenes, or those whose names begin so, or
 * with a minus all others. Returns the exit status: 1 if any check failed, 2 if nothing was run. */
int dialogue_main(int argc, char **argv, const Scene *scenes, int count);

/* Counts a check; says what failed. */
void check(bool well, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Starts the program under test. */
void start(Child *e);

/* Starts any program with arguments, NULL after the last. */
void start_by(Child *e, const char *program, const char *const *arguments);

/* Since the last `say`. */
double milliseconds_since_say(void);

/* Sends a line or several. */
void say(Child *e, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* The next line; false if none comes in time. A wait of PATIENCE or more goes on for as long as the
 * machine is overloaded. */
bool hear(Child *e, char *line, int timeout_ms);

void say_bytes(Child *e, const char *bytes, size_t size);

/* Waits until it has used so many milliseconds of processor time from now on, however long that
 * takes beside others. What it says meanwhile stays to be heard. */
void let_work(const Child *e, double milliseconds);

/* Waits for a line that begins so, of LINE bytes; milliseconds since `say`, or -1, a failure. */
double wait_for(Child *e, const char *begin, char *line);

/* Asks isready; milliseconds that it took. */
double ready(Child *e);

/* How many lines that begin so come before the answer to isready. */
int count_until_ready(Child *e, const char *begin);

/* Wants an answer, and a move in the start position. */
void still_works(Child *e, const char *after);

/* Ends the input and wants exit status 0 soon. */
void finish(Child *e, const char *what);
void quit(Child *e);

/* The same after a job has failed or was broken off: wants exit status 1. */
void quit_incomplete(Child *e);

/* Runs the program under test with arguments, NULL behind the last, until it ends. Returns its exit
 * status. `line`, of LINE bytes, gets the last line that begins so, or is empty; `count`, unless
 * NULL, the number of such lines. */
int run_with(const char *const *arguments, const char *begin, char *line, int *count);

/* --- answers to go ------------------------------------------------------------------------- */

/* The move of a "bestmove" line; MOVE_NONE for "(none)". A bad line is a failure. */
Move best_of(const char *line, const Position *pos);

/* The number behind a word of an info line, or -1. */
int64_t info_number(const char *line, const char *word);

typedef struct Answer {
    Move best;
    bool ponder;          /* a ponder move was named */
    bool is_of_book;      /* no info goes before it */
    int64_t nodes, depth; /* of the last info */
    double milliseconds;  /* since `say` */
    int infos;
    char last[LINE]; /* the last info of the first line of play */
} Answer;

/* Takes in a line of an answer, with the checks of read_answer; true if it is the bestmove, which ends
 * the answer. Lines of any other kind are passed over. */
bool answer_line(Answer *a, const char *line, const Position *pos);

/* Reads infos and the bestmove that ends them. Each line of play must be legal, a mate reported
 * must be at its end; the last info must be exact and begin with the best move. */
Answer read_answer(Child *e, const Position *pos);

/* Sets a position up, asks and reads the answer. */
Answer ask(Child *e, const char *fen, const char *go);

#endif
