/* session [--slow] BINARY [SCENE]
 *
 * The life of a session: hostile input, its end, and whole games, in which every bestmove and every
 * line of play is checked with the library. The protocol item by item is in uci_commands,
 * uci_options, uci_complaints and their companions.
 */
#include "board/fen.h"
#include "board/make.h"
#include "board/position.h"
#include "moves/generate.h"
#include "moves/notation.h"
#include "support/dialogue.h"
#include "support/games.h"
#include "support/setup.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* --- hostile input ------------------------------------------------------------------------- */

static void odd_lines(Child *e) {
    /* clang-format off */
    static const char *const LINES[] = {
        "", " ", "\t", "\r", "\x01\x02\xff\xfe", "xyzzy", "go wtime", "go wtime x", "go depth",
        "go depth -1", "go depth 99999999999999999999", "go movetime", "go nodes 0",
        "go movestogo 0", "go searchmoves", "go searchmoves e7e5 zzzz", "position", "position fen",
        "position startpos moves", "position startpos e2e4",
        "position fen 8/8/8/8/8/8/8/8 w - - 0 1", "position fen K w", "setoption", "setoption name",
        "setoption name Hash", "setoption name Hash value", "setoption name Hash value x",
        "setoption name Hash value -5", "setoption name Nonsense value 3",
        "setoption value 3 name Hash", "setoption name Threads value 0",
        "setoption name UCI_Chess960 value maybe", "ponderhit", "stop", "stop\nstop", "debug",
        "debug maybe", "perft", "perft x", "perft -1", "perft full", "go perft", "go perft x",
        "bench x", "d", "eval", "uci uci", "  isready  extra words ", "joho isready",
        "position startpos moves e2e4 e7e5 e1e3",
    };
    /* clang-format on */
    for (size_t i = 0; i < sizeof LINES / sizeof *LINES; i++) {
        say(e, "%s", LINES[i]);
        say(e, "stop"); /* "go wtime" without a value is a search without limits */
        still_works(e, LINES[i]);
    }
}

static void refused_positions(Child *e) {
    static const char *const LINES[] = {
        "position fen 8/8/8/8/8/8/8/8 w - - 0 1",
        "position fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR x KQkq - 0 1",
        "position fen 4k3/8/8/8/8/8/4R3/4K3 w - - 0 1", /* Black in check, White to move */
        "position startpos moves e2e5",
        "position startpos moves e2e4 e7e5 e4e5",
        "position nonsense",
    };
    char line[LINE];
    for (size_t i = 0; i < sizeof LINES / sizeof *LINES; i++) {
        say(e, "%s", LINES[i]);
        check(wait_for(e, "info string error: ", line) >= 0, "%s: no error line", LINES[i]);
        say(e, "go depth 2");
        wait_for(e, "bestmove", line);
        check(strcmp(line, "bestmove (none)") == 0, "%s, go: %s", LINES[i], line);
        still_works(e, LINES[i]);
    }
}

/* Lines that are far too long, with bytes of any value. */
static void long_lines(Child *e) {
    enum { SIZE = 1 << 20 };
    char *text = malloc(SIZE + 64);
    if (!text)
        exit(2);
    Random r = {8};
    memset(text, 'x', SIZE);
    text[SIZE] = '\n';
    check(child_send_bytes(e, text, SIZE + 1), "a line of 1 MB stops the reader");
    still_works(e, "a line of 1 MB");
    memcpy(text, "position fen ", 13);
    check(child_send_bytes(e, text, SIZE + 1), "a FEN of 1 MB stops the reader");
    still_works(e, "a FEN of 1 MB");
    memset(text, ' ', SIZE);
    memcpy(text + SIZE - 8, " isready", 8);
    check(child_send_bytes(e, text, SIZE + 1), "blanks of 1 MB stop the reader");
    still_works(e, "1 MB of blanks");
    for (int line = 0; line < 200; line++) {
        const int size = 1 + random_below(&r, 400);
        for (int i = 0; i < size; i++)
            text[i] = (char)random_next(&r);
        /* No quit by chance; a "go" ends with the stop below. */
        text[size] = '\n';
        child_send_bytes(e, text, (size_t)size + 1);
    }
    say(e, "stop");
    still_works(e, "random bytes");
    free(text);
}

/* Commands at the wrong moment. */
static void wrong_moments(Child *e) {
    char line[LINE];
    say(e, "position startpos\ngo infinite\ngo depth 2");
    wait_for(e, "bestmove", line); /* the first search ends before the second begins */
    say(e, "stop");
    if (count_until_ready(e, "bestmove") == 0)
        wait_for(e, "bestmove", line);
    still_works(e, "a second go");
    say(e,
        "go infinite\nposition startpos moves e2e4\nucinewgame\nsetoption name Hash value 2\nstop");
    wait_for(e, "bestmove", line);
    still_works(e, "changes while searching");
    say(e, "go infinite");
    usleep(30000);
    say(e, "stop\nstop\nstop\nponderhit");
    wait_for(e, "bestmove", line);
    check(!comes(e, "bestmove", 100), "two bestmoves for one go");
    still_works(e, "stop three times");
    for (int i = 0; i < 200; i++)
        say(e, "go infinite\nstop");
    int answers = 0;
    while (answers < 200 && wait_for(e, "bestmove", line) >= 0)
        answers++;
    check(answers == 200, "200 times go and stop: %d bestmoves", answers);
    still_works(e, "200 times go and stop");
}

static void other_line_ends(Child *e) {
    char line[LINE];
    child_send(e, "   position   startpos\tmoves  e2e4 \r\n");
    child_send(e, "\tgo depth 2\r\n");
    wait_for(e, "bestmove", line);
    check(line[10] >= '5', "the move e2e4 was lost: %s", line);
    child_send(e, "isready\r\n");
    wait_for(e, "readyok", line);
}

/* A game of 3,000 plies, the fifty-move rule ignored, as a GUI may send it. */
static void long_game(Child *e) {
    static char text[32768];
    static const char *const SHUFFLE[] = {"g1f3", "g8f6", "f3g1", "f6g8"};
    char line[LINE];
    size_t used = (size_t)snprintf(text, sizeof text, "position startpos moves");
    for (int ply = 0; ply < 3000; ply++)
        used += (size_t)snprintf(text + used, sizeof text - used, " %s", SHUFFLE[ply % 4]);
    say(e, "%s", text);
    say(e, "go depth 3");
    wait_for(e, "bestmove", line);
    check(strlen(line) >= 13, "3,000 plies: %s", line);
    still_works(e, "a game of 3,000 plies");
}

static void survives_hostile_input(void) {
    Child e;
    start(&e);
    odd_lines(&e);
    refused_positions(&e);
    long_lines(&e);
    wrong_moments(&e);
    other_line_ends(&e);
    long_game(&e);
    say(&e, "quit");
    finish(&e, "quit after hostile input");
}

/* The end of input ends the program: when idle, while searching, in the middle of a line. */
static void ends_with_its_input(void) {
    static const char *const LAST[] = {"",
                                       "uci\n",
                                       "position startpos\ngo infinite\n",
                                       "go infinite\nisready\n",
                                       "go per",
                                       "go ponder wtime 1000 btime 1000\n",
                                       "quit",
                                       "quit\nuci\n"};
    for (size_t i = 0; i < sizeof LAST / sizeof *LAST; i++) {
        Child e;
        start(&e);
        child_send(&e, LAST[i]);
        usleep(100000);
        finish(&e, *LAST[i] ? LAST[i] : "end of input at once");
    }
}

/* At the end of input a perft is finished first: echo perft 3 | panoptes. */
static void finishes_counts(void) {
    static const struct {
        const char *ask, *answer;
    } CASES[] = {
        {"perft 3\n", "Nodes searched: 8902"},
        {"go perft 3\n", "Nodes searched: 8902"},
        {"perft captures 2 fen r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -\n",
         "Nodes searched: 62"}};
    char line[LINE];
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        Child e;
        start(&e);
        child_send(&e, CASES[i].ask);
        close(e.in);
        e.in = -1;
        wait_for(&e, CASES[i].answer, line);
        finish(&e, CASES[i].ask);
    }
}

/* --- whole games --------------------------------------------------------------------------- */

typedef enum Limit { BY_NODES, BY_MOVETIME, BY_CLOCK, BY_DEPTH, LIMIT_COUNT } Limit;

typedef struct Game {
    Position *pos;
    Child *players[2];
    Limit limit;
    int plies;
    int64_t clock[2]; /* milliseconds */
    char start[START_SIZE];
    char moves[8192];
    size_t used;
} Game;

enum { GAME_CLOCK = 3000, GAME_INCREMENT = 20, GAME_PLIES_MAX = 300 };

static const char *ended(const Position *pos) {
    if (legal_count(pos) == 0)
        return in_check(pos->state) ? "mate" : "stalemate";
    if (is_rule_draw(pos->state))
        return "rule draw";
    return repetitions(pos, 2) >= 2 ? "repetition" : NULL;
}

static void send_go(const Game *g, Child *e) {
    switch (g->limit) {
    case BY_NODES:
        say(e, "go nodes %d", slow ? 300 : 2000);
        break;
    case BY_MOVETIME:
        say(e, "go movetime %d", slow ? 30 : 8);
        break;
    case BY_DEPTH:
        say(e, "go depth %d", slow ? 2 : 4);
        break;
    default:
        say(e, "go wtime %" PRId64 " btime %" PRId64 " winc %d binc %d", g->clock[WHITE],
            g->clock[BLACK], GAME_INCREMENT, GAME_INCREMENT);
    }
}

static void charge_clock(Game *g, Color us, const Answer *a) {
    if (g->limit != BY_CLOCK)
        return;
    check(slow || in_time(a->milliseconds, (double)g->clock[us]), "%s loses on time at ply %d",
          us == WHITE ? "White" : "Black", g->plies);
    g->clock[us] += GAME_INCREMENT - (int64_t)a->milliseconds;
    g->clock[us] = g->clock[us] > 0 ? g->clock[us] : 1000;
}

/* Plays a move. Returns false if the game cannot go on. */
static bool play_move(Game *g) {
    const Color us = g->pos->state->side;
    Child *e = g->players[us];
    char text[MOVE_TEXT_SIZE];
    say(e, "position fen %s moves%s", g->start, g->moves);
    send_go(g, e);
    const Answer a = read_answer(e, g->pos);
    check(a.best != MOVE_NONE && a.infos > 0, "%s moves%s: no move", g->start, g->moves);
    if (a.best == MOVE_NONE)
        return false;
    charge_clock(g, us, &a);
    move_write(g->pos, a.best, text);
    g->used += (size_t)snprintf(g->moves + g->used, sizeof g->moves - g->used, " %s", text);
    make_move(g->pos, a.best);
    position_reroot(g->pos);
    g->plies++;
    return true;
}

/* In a final position the engine has a move or none, as the rules say. */
static void ask_at_the_end(Game *g) {
    Child *e = g->players[g->pos->state->side];
    say(e, "position fen %s moves%s\ngo depth 3", g->start, g->moves);
    const Answer a = read_answer(e, g->pos);
    check((a.best == MOVE_NONE) == (legal_count(g->pos) == 0), "%s moves%s: a final position",
          g->start, g->moves);
}

static void play_game(Game *g) {
    const char *end = NULL;
    g->plies = 0;
    g->used = 0;
    g->moves[0] = '\0';
    g->clock[WHITE] = g->clock[BLACK] = GAME_CLOCK;
    position_set(g->pos, g->start);
    for (int i = 0; i < 2; i++) {
        say(g->players[i], "ucinewgame\nsetoption name UCI_Chess960 value %s",
            g->pos->chess960 ? "true" : "false");
        ready(g->players[i]);
    }
    while (!(end = ended(g->pos)) && g->plies < GAME_PLIES_MAX)
        if (!play_move(g))
            return;
    ask_at_the_end(g);
    printf("  %d plies, %s%s\n", g->plies, end ? end : "broken off",
           g->pos->chess960 ? ", Chess960" : "");
}

/* The two clocks may differ. Both sides are played in one process, then in two. */
static void plays_whole_games(void) {
    Child first, second;
    Game g = {.pos = position_new()};
    Random r = {64};
    const int games = slow ? 6 : 12;
    start(&first);
    start(&second);
    for (int i = 0; i < games; i++) {
        g.players[WHITE] = &first;
        g.players[BLACK] = i % 2 ? &second : &first;
        g.limit = i % LIMIT_COUNT;
        g.pos->chess960 = i % 3 == 2;
        random_start(&r, i % 6 == 5, g.start);
        if (!g.pos->chess960)
            snprintf(g.start, sizeof g.start, "%s", FEN_START);
        play_game(&g);
    }
    free(g.pos);
    say(&first, "quit");
    finish(&first, "quit after games");
    finish(&second, "end of input after games");
}

/* --- main ---------------------------------------------------------------------------------- */

static const Scene SCENES[] = {
    {"survives hostile input", survives_hostile_input},
    {"ends with its input", ends_with_its_input},
    {"finishes counts", finishes_counts},
    {"plays whole games", plays_whole_games},
};

int main(int argc, char **argv) {
    return dialogue_main(argc, argv, SCENES, sizeof SCENES / sizeof *SCENES);
}
