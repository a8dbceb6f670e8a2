/* An engine in a process of its own, as a GUI has it: what was asked, what was answered, and whether
 * each answer was right. */
#ifndef SOAK_PLAYER_H
#define SOAK_PLAYER_H

#include "board/position.h"
#include "soak/soak_losses.h"
#include "support/child.h"

enum {
    ASKED_MAX = 2, /* a GUI may send the next go before the answer to the one that it has stopped */
    PLAYER_LINE = 8192,
    HEARD_COUNT = 24,
    HEARD_SIZE = 160
};

typedef struct Player {
    const char *path;
    char name;                  /* for people */
    bool runs;                  /* the process is there and may be asked */
    bool pondering;             /* it must not answer before ponderhit or stop */
    int asked;                  /* answers to go that are still to come */
    int ready;                  /* and answers to isready */
    Position *about[ASKED_MAX]; /* what they are about, the next one's first */
    Move best, ponder;          /* the latest answer; MOVE_NONE if there was none */
    int64_t answered_at;        /* microseconds */
    int infos;                  /* lines that came since the latest go */
    Watch watch;
    Child child;
    /* The latest lines in both directions, for the log. */
    char heard[HEARD_COUNT][HEARD_SIZE];
    int64_t heard_count;
} Player;

/* How long a player may be silent before that is a loss, in milliseconds. */
extern int player_patience;

/* Set by a signal: everything ends soon. What engines lose then does not count. */
extern volatile bool soak_interrupted;

/* Starts the process, and asks for self-checks. False, and a report, if that is not possible. */
bool player_start(Player *p);

/* Ends the process. It must go in time with status 0. */
void player_quit(Player *p);

/* Ends it, whatever it does, and starts it anew; false if that fails. */
bool player_restart(Player *p);

/* Sends a line or several. */
void player_say(Player *p, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Sends `position` and `go` lines: an answer to them is a move of this position. */
void player_ask(Player *p, const Position *pos, const char *lines);

/* Takes the next line, if one comes within a time; false if none does. */
bool player_listen(Player *p, int timeout_ms);

/* Waits until no more than so many answers are to come, both to go and to isready. False, and a loss
 * is reported, if they do not come. The other player, if there is one, is listened to. */
bool player_wait(Player *p, Player *other, int asked, int timeout_ms);

/* Asks isready and waits for all answers. */
bool player_wait_ready(Player *p);

/* Puts it to rest: one thread, the smallest table, no game; and samples what it holds. */
bool player_rest(Player *p);

/* Prints the latest lines in both directions. */
void player_print(const Player *p);

#endif
