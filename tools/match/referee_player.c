#include "match/referee.h"

#include "core/text.h"
#include "core/types.h"
#include "os/thread.h"

#include <stdio.h>
#include <string.h>

/* Deadlines in microseconds. */
enum {
    QUIT_TIME = 2000000, /* microseconds for an engine to quit */
    STOP_TIME = 2000000  /* microseconds to answer `stop` after the time is over */
};

/* --- the process ------------------------------------------------------------------------------ */

void player_end(Player *player) {
    if (uci_process_end(&player->process, clock_microseconds() + QUIT_TIME))
        disturbance_lost(player, "it does not quit, or with another status than 0");
}

void player_kill(Player *player) {
    uci_process_end(&player->process, 0);
}

/* Kills the process, and returns the reason why a line did not come. */
static Fault give_up(Player *player) {
    const bool ended = player->process.ended;
    player_kill(player);
    return *player->stop ? FAULT_STOPPED : ended ? FAULT_CRASH : FAULT_STALL;
}

/* Reads lines up to one whose first word is `word`. */
static Fault wait_word(Player *player, const char *word) {
    const int64_t deadline = clock_microseconds() + player->settings->patience;
    const char *line;
    while ((line = uci_process_line(&player->process, deadline)) != NULL) {
        Tokens tokens = tokens_of(line, strlen(line));
        disturbance_hear(player, line, true);
        if (!player->disturbance && strncmp(line, "info string error", 17) == 0)
            fprintf(stderr, "lab: %s: %s\n", player->settings->name, line);
        if (token_is(token_next(&tokens), word))
            return FAULT_NONE;
        if (clock_microseconds() > deadline)
            break;
    }
    return give_up(player);
}

bool player_send(Player *player, const char *text) {
    return uci_process_send(&player->process, text,
                            clock_microseconds() + player->settings->patience);
}

static Fault ask(Player *player, const char *text, const char *answer) {
    return player_send(player, text) ? wait_word(player, answer) : give_up(player);
}

static Fault start(Player *player) {
    char text[UCI_LINE_MAX];
    if (!uci_process_start(&player->process, (const char *const[]){player->settings->path, NULL},
                           false, player->stop))
        return FAULT_CRASH;
    player->chess960 = false;
    Fault fault = ask(player, "uci\n", "uciok");
    for (char *const *o = player->settings->options; *o && fault == FAULT_NONE; o++) {
        const int name = (int)strcspn(*o, "=");
        snprintf(text, sizeof text, "setoption name %.*s value %s\n", name, *o, *o + name + 1);
        fault = player_send(player, text) ? FAULT_NONE : give_up(player);
    }
    if (player->disturbance && fault == FAULT_NONE)
        fault = player_send(player, "debug on\n") ? FAULT_NONE : give_up(player);
    return fault;
}

Fault player_settle(Player *player, const char *lines) {
    return ask(player, lines, "readyok");
}

Fault player_prepare(Player *player, bool chess960) {
    char options[DISTURBANCE_OPTIONS], text[DISTURBANCE_OPTIONS + 128];
    Fault fault = player->process.pid ? FAULT_NONE : start(player);
    disturbance_options(player, options);
    const char *const rules = !player->disturbance && chess960 == player->chess960 ? ""
                              : chess960 ? "setoption name UCI_Chess960 value true\n"
                                         : "setoption name UCI_Chess960 value false\n";
    player->chess960 = chess960;
    snprintf(text, sizeof text, "%s%sucinewgame\nisready\n", options, rules);
    return fault == FAULT_NONE ? player_settle(player, text) : fault;
}

/* --- the output of an engine ------------------------------------------------------------------ */

/* Reads the number after a word; returns false if the number is missing or out of bounds. */
static bool number_behind(Tokens tokens, const char *word, int64_t most, int64_t *number) {
    return tokens_skip_to(&tokens, word) && token_number(token_next(&tokens), number) &&
           -most <= *number && *number <= most;
}

/* Reads the score of an info line, if the score is exact and belongs to the best line. */
static void take_info(Tokens tokens, PlayerAnswer *answer) {
    enum { CENTIPAWNS_MAX = 90000, DEPTH_MAX = 1000 };
    Tokens rest = tokens;
    int64_t number;
    if (token_is(token_peek(tokens), "string") || tokens_skip_to(&rest, "lowerbound") ||
        tokens_skip_to(&rest, "upperbound") ||
        (number_behind(tokens, "multipv", INT64_MAX, &number) && number != 1))
        return;
    rest = tokens;
    if (!tokens_skip_to(&rest, "score"))
        return;
    const bool has_depth = number_behind(tokens, "depth", DEPTH_MAX, &number);
    const int depth = has_depth ? (int)number : 0;
    const Token kind = token_next(&rest);
    const bool is_mate = token_is(kind, "mate");
    if (!(is_mate || token_is(kind, "cp")) || !token_number(token_next(&rest), &number))
        return;
    if (is_mate)
        number = number > 0 ? PLAYER_MATE - min_int64(number, PLAYER_MATE_MOVES)
                            : -PLAYER_MATE - max_int64(number, -PLAYER_MATE_MOVES);
    else
        number = max_int64(-CENTIPAWNS_MAX, min_int64(number, CENTIPAWNS_MAX));
    answer->has_score = true;
    answer->score = (int)number;
    answer->depth = depth;
}

/* Copies a move, cut and fit for a tag of PGN. */
static void take_move(Token word, char move[PLAYER_MOVE_SIZE]) {
    snprintf(move, PLAYER_MOVE_SIZE, "%.*s", PLAYER_MOVE_SIZE - 1, token_show(word).text);
    for (char *at = move; (at = strpbrk(at, "\"\\{}")) != NULL;)
        *at = '?';
}

/* Reads a line; returns true for the bestmove. */
static bool take_line(const char *line, PlayerAnswer *answer) {
    Tokens tokens = tokens_of(line, strlen(line));
    const Token word = token_next(&tokens);
    if (token_is(word, "info"))
        take_info(tokens, answer);
    if (!token_is(word, "bestmove"))
        return false;
    take_move(token_next(&tokens), answer->move);
    if (token_is(token_next(&tokens), "ponder"))
        take_move(token_next(&tokens), answer->ponder);
    return true;
}

/* Reads lines until the bestmove. */
static bool hear(Player *player, int64_t deadline, PlayerAnswer *answer) {
    const char *line;
    while ((line = uci_process_line(&player->process, deadline)) != NULL) {
        disturbance_hear(player, line, false);
        if (take_line(line, answer))
            return true;
        if (clock_microseconds() > deadline)
            return false;
    }
    return false;
}

Fault player_think(Player *player, const char *lines, int64_t allowed, PlayerAnswer *answer) {
    const int64_t from = clock_microseconds(), margin = player->settings->margin;
    const int64_t until = from + (allowed >= 0 ? allowed + margin : player->settings->patience);
    *answer = (PlayerAnswer){0};
    const bool sent = uci_process_send(&player->process, lines, until);
    const int64_t paused = sent ? disturbance_thinking(player) : 0;
    const bool answered = sent && hear(player, until + paused, answer);
    answer->time = clock_microseconds() - from - paused;
    if (answered)
        return allowed >= 0 && answer->time > allowed + margin ? FAULT_TIME : FAULT_NONE;
    if (allowed < 0 || player->process.ended || *player->stop ||
        !uci_process_send(&player->process, "stop\n", clock_microseconds() + STOP_TIME) ||
        !hear(player, clock_microseconds() + STOP_TIME, answer))
        return give_up(player);
    return FAULT_TIME;
}

Fault player_answer(Player *player, const char *lines, PlayerAnswer *answer) {
    *answer = (PlayerAnswer){0};
    return player_send(player, lines) &&
                   hear(player, clock_microseconds() + player->settings->patience, answer)
               ? FAULT_NONE
               : give_up(player);
}
