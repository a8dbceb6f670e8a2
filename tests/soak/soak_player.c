#define _GNU_SOURCE /* strchrnul */

#include "soak/soak_player.h"

#include "board/make.h"
#include "core/types.h"
#include "moves/generate.h"
#include "moves/notation.h"
#include "soak/soak_losses.h"
#include "support/setup.h"
#include "support/timing.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int player_patience = 20000;
volatile bool soak_interrupted;

/* --- the log --------------------------------------------------------------------------------- */

/* Keeps the beginning of each line. */
static void log_lines(Player *p, char direction, const char *text) {
    for (const char *end; *text; text = *end ? end + 1 : end) {
        end = strchrnul(text, '\n');
        const int length = min_int((int)(end - text), HEARD_SIZE - 3);
        snprintf(p->heard[p->heard_count++ % HEARD_COUNT], HEARD_SIZE, "%c %.*s", direction, length,
                 text);
    }
}

void player_print(const Player *p) {
    const int64_t from = p->heard_count > HEARD_COUNT ? p->heard_count - HEARD_COUNT : 0;
    for (int64_t i = from; i < p->heard_count; i++)
        printf("    %c %s\n", p->name, p->heard[i % HEARD_COUNT]);
}

/* --- the process ----------------------------------------------------------------------------- */

bool player_start(Player *p) {
    for (int i = 0; i < ASKED_MAX; i++)
        p->about[i] = p->about[i] ? p->about[i] : position_new();
    p->asked = p->ready = 0;
    p->pondering = false;
    p->runs = child_start(&p->child, p->path, NULL);
    player_say(p, "uci\ndebug on");
    return player_wait_ready(p);
}

/* Its output has ended: so has the process, or will. */
static void player_ended(Player *p) {
    const int status = child_end(&p->child, PATIENCE);
    p->runs = false;
    if (soak_interrupted)
        return;
    lose(LOSS_END, "%c ended with status %d", p->name, status);
    player_print(p);
}

void player_quit(Player *p) {
    if (!p->runs)
        return;
    player_say(p, "quit");
    const int status = child_end(&p->child, player_patience);
    p->runs = false;
    if (status != 0 && !soak_interrupted)
        lose(LOSS_END, "quit: %c ended with status %d", p->name, status);
}

bool player_restart(Player *p) {
    if (p->runs)
        child_end(&p->child, 0);
    p->watch = (Watch){0};
    return player_start(p);
}

void player_say(Player *p, const char *format, ...) {
    static char text[1 << 15];
    va_list args;
    va_start(args, format);
    child_format(text, sizeof text, format, args);
    va_end(args);
    log_lines(p, '<', text);
    load_begin(p->child.pid);
    if (p->runs && !child_send(&p->child, text))
        player_ended(p);
}

void player_ask(Player *p, const Position *pos, const char *lines) {
    if (p->asked == ASKED_MAX)
        abort();
    position_copy(p->about[p->asked++], pos);
    p->infos = 0;
    player_say(p, "%s", lines);
}

/* --- listening ------------------------------------------------------------------------------- */

/* Reads a move that must be legal; "(none)" is right where there is no legal move. */
static bool read_legal(const Position *pos, const char *text, Move *m) {
    *m = move_read(pos, text);
    return *m != MOVE_NONE || (strcmp(text, "(none)") == 0 && legal_count(pos) == 0);
}

static void take_answer(Player *p, const char *line) {
    char best[32] = "", ponder[32] = "";
    Position *pos = p->about[0];
    p->answered_at = micros_now();
    p->best = p->ponder = MOVE_NONE;
    const int n = sscanf(line, "bestmove %31s ponder %31s", best, ponder);
    if (p->asked == 0 || (p->asked == 1 && p->pondering)) {
        lose(LOSS_MOVE, "%c: \"%s\", which nobody asked for", p->name, line);
        player_print(p);
        return;
    }
    bool legal = read_legal(pos, best, &p->best);
    if (legal && n == 2) {
        make_move(pos, p->best);
        legal = read_legal(pos, ponder, &p->ponder);
    }
    if (!legal) {
        lose(LOSS_MOVE, "%c: \"%s\" is illegal", p->name, line);
        player_print(p);
        p->best = MOVE_NONE;
    }
    p->about[0] = p->about[1];
    p->about[1] = pos;
    p->asked--;
}

/* What engines say when something is wrong. */
static bool is_complaint(const char *line) {
    if (strstr(line, "self-checks: "))
        return strstr(line, "; 0 faults") == NULL;
    return strncmp(line, "info string error", 17) == 0 ||
           strncmp(line, "info string fault", 17) == 0 || strstr(line, "post-mortem") != NULL;
}

bool player_listen(Player *p, int timeout_ms) {
    char line[PLAYER_LINE];
    if (!p->runs)
        return false;
    if (!child_line(&p->child, line, sizeof line, timeout_ms)) {
        if (p->child.ended)
            player_ended(p);
        return false;
    }
    log_lines(p, '>', line);
    p->infos++;
    if (strncmp(line, "bestmove", 8) == 0) {
        take_answer(p, line);
    } else if (strcmp(line, "readyok") == 0) {
        p->ready--;
    } else if (is_complaint(line)) {
        lose(LOSS_COMPLAINT, "%c: \"%s\"", p->name, line);
        player_print(p);
    }
    return true;
}

bool player_wait(Player *p, Player *other, int asked, int timeout_ms) {
    enum { TURN = 10 }; /* milliseconds, after which the other one is listened to */
    const int64_t from = micros_now();
    while (p->runs && (p->asked > asked || (asked == 0 && p->ready > 0)) && !soak_interrupted) {
        player_listen(p, TURN);
        while (other && player_listen(other, 0))
            continue;
        const int64_t waited = (micros_now() - from) / 1000;
        if (waited < timeout_ms || waited < time_allowed(timeout_ms))
            continue;
        lose(LOSS_SILENCE, "%c does not answer", p->name);
        player_print(p);
        child_end(&p->child, 0);
        p->runs = false;
    }
    return p->runs && !soak_interrupted;
}

bool player_wait_ready(Player *p) {
    p->ready++;
    player_say(p, "isready");
    return player_wait(p, NULL, 0, player_patience);
}

bool player_rest(Player *p) {
    player_say(p, "setoption name Threads value 1\nsetoption name Hash value 1\nucinewgame");
    if (!player_wait_ready(p))
        return false;
    watch_sample(&p->watch, p->child.pid, p->name);
    return true;
}
