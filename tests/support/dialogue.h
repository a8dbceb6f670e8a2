/* Talking to the real program through real pipes, and checking what it says.
 *
 * A program of scenes: each is run, its failed checks are printed, and a watchdog ends a hang.
 * Every line heard is checked for what no line may have; every answer to `go` for being legal, and
 * named before by an info.
 */
#ifndef SUPPORT_DIALOGUE_H
#define SUPPORT_DIALOGUE_H

#include "board/position.h"
#include "lib/uci_process.h"
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
void start(UciProcess *e);

/* Starts a program with arguments, NULL after the last. */
void start_by(UciProcess *e, const char *const *command);

/* Since the last `say`. */
double milliseconds_since_say(void);

/* Sends a line or several. */
void say(UciProcess *e, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* The next line, cut to LINE bytes; false if none comes in time. A wait of PATIENCE or more goes on for
 * as long as the machine is overloaded and the program works. */
bool hear(UciProcess *e, char *line, int timeout_ms);

void say_text(UciProcess *e, const char *text);

/* Waits until it has used so many milliseconds of processor time from now on, however long that
 * takes beside others. What it says meanwhile stays to be heard. */
void let_work(const UciProcess *e, double milliseconds);

/* Waits for a line that begins so, of LINE bytes; milliseconds since `say`, or -1, a failure. */
double wait_for(UciProcess *e, const char *begin, char *line);

/* Asks isready; milliseconds that it took. */
double ready(UciProcess *e);

/* How many lines that begin so come before the answer to isready. */
int count_until_ready(UciProcess *e, const char *begin);

/* Wants an answer, and a move in the start position. */
void still_works(UciProcess *e, const char *after);

/* Says quit, and wants this exit status soon. */
void quit_with(UciProcess *e, int wanted);
void quit(UciProcess *e);

/* Says quit if its input is open. Returns the exit status as uci_process_end does. */
int end(UciProcess *e);

/* Runs a command until it ends. Returns its exit status. `line`, of LINE bytes, gets the last line
 * that begins so, or is empty. */
int run_with(const char *const *command, const char *begin, char *line);

/* --- answers to go ------------------------------------------------------------------------- */

typedef struct Answer {
    Move best;
    bool is_of_book; /* no info goes before it */
    char last[LINE]; /* the last info of the first line of play */
} Answer;

/* Takes in a line of an answer; true if it is the bestmove, which ends the answer. Lines of any other
 * kind are passed over. Each line of play must be legal, a mate reported must be at its end; the last
 * info must be exact and begin with the best move. */
bool answer_line(Answer *a, const char *line, const Position *pos);

#endif
