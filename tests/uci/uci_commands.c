/* uci_commands [--slow] BINARY [SCENE]
 *
 * Every command of the protocol and every token of `go`: one scene for each command of UCI, then
 * mistakes found in other engines. The commands of our own are in uci_tools.
 */
#include "board/make.h"
#include "core/version.h"
#include "moves/notation.h"
#include "support/dialogue.h"
#include "support/fens.h"
#include "support/setup.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Reads a move of a position. */
static Move move_in(const char *fen, const char *text) {
    Position *pos = position_new();
    position_set(pos, fen);
    const Move m = move_read(pos, text);
    free(pos);
    return m;
}

static void row_basics(void) {
    char line[LINE];
    unsigned identity = 0;
    Child e;
    start(&e);
    say(&e, "uci");
    while (hear(&e, line, PATIENCE) && strcmp(line, "uciok") != 0)
        identity |= strcmp(line, "id name Panoptes " PANOPTES_VERSION) == 0 ? 1
                    : strncmp(line, "id author ", 10) == 0                  ? 2
                    : strncmp(line, "option name ", 12) == 0                ? 4
                                                                            : 8;
    check(strcmp(line, "uciok") == 0, "no uciok");
    check(identity == 7, "uci says more or less than id name, id author and options");
    check(in_time(ready(&e), 1000), "isready takes a second");
    talk_through(&e, (const Talk[]){{"setoption name Hash value 4", NULL},
                                    {"ucinewgame", NULL},
                                    {"position startpos", NULL},
                                    {"go depth 1", "bestmove "},
                                    {"go infinite\nstop", "bestmove "},
                                    {0}});
    quit(&e);
}

/* What some programs put before UTF-8 is no part of the first line, and is unknown behind it. */
static void row_byte_order_mark(void) {
    char line[LINE];
    Child e;
    start(&e);
    say(&e, "\xEF\xBB\xBFuci");
    wait_for(&e, "uciok", line);
    talk_through(&e,
                 (const Talk[]){{"\xEF\xBB\xBFuci", "info string error: unknown command"}, {0}});
    quit(&e);
}

static void row_isready_while_searching(void) {
    Child e;
    char line[LINE];
    start(&e);
    say(&e, "go infinite");
    usleep(50000);
    for (int i = 0; i < 10; i++)
        check(count_until_ready(&e, "bestmove") == 0, "isready ends the search");
    say(&e, "stop");
    wait_for(&e, "bestmove", line);
    quit(&e);
}

/* During a search: options are set at once or wait for its end, and it goes on; ucinewgame and
 * position mean another game, so the search ends, with its bestmove. */
static void row_changes_while_searching(void) {
    char line[LINE];
    Child e;
    start(&e);
    say(&e, "go infinite");
    for (int i = 0; i < 5; i++) {
        say(&e, "setoption name Hash value %d\nsetoption name Clear Hash", 2 + i);
        check(count_until_ready(&e, "bestmove") == 0, "Hash ends the search");
    }
    wait_for(&e, "info depth", line);
    say(&e, "ucinewgame");
    wait_for(&e, "bestmove", line);
    say(&e, "go infinite");
    wait_for(&e, "info depth", line);
    say(&e, "position startpos moves e2e4");
    wait_for(&e, "bestmove", line);
    say(&e, "go depth 2");
    wait_for(&e, "bestmove", line);
    check(line[10] >= '5', "a move of White's in place of Black's: %s", line);
    say(&e, "stop");
    check(count_until_ready(&e, "") == 0, "something is said to a stop without a search");
    quit(&e);
}

static void row_debug_register(void) {
    Child e;
    start(&e);
    talk_through(&e,
                 (const Talk[]){{"register later", NULL},
                                {"register name Stefan MK code 4359874324", NULL},
                                {"debug on", "info string debug on"},
                                {"position startpos", "info string debug: position rnbq"},
                                {"go depth 1 wtime 5", "info string debug: go wtime 5 depth 1"},
                                {"go depth 1 wtime .5", "info string debug: go wtime 0 depth 1"},
                                {"", "bestmove "},
                                {"debug maybe", "info string error: debug: 'maybe'"},
                                {"setoption name Self Check value false", NULL},
                                {"position startpos", NULL},
                                {"setoption name Self Check value true", NULL},
                                {"position startpos", "info string debug: position rnbq"},
                                {"go depth 1", "info string debug: go depth 1"},
                                {"", "info string debug: self-checks: "},
                                {"", "bestmove "},
                                {"debug off", "info string debug off"},
                                {"position startpos", NULL},
                                {0}});
    quit(&e);
}

static void row_ponderhit(void) {
    char line[LINE];
    Child e;
    start(&e);
    say(&e, "position startpos moves e2e4 e7e5\ngo ponder wtime 1000 btime 1000");
    check(!comes(&e, "bestmove", 300), "bestmove while pondering");
    say(&e, "ponderhit");
    check(in_time(wait_for(&e, "bestmove", line), slow ? 5000 : 1000),
          "ponderhit is not heard in time");
    say(&e, "ponderhit");
    check(count_until_ready(&e, "") == 0, "something is said to a ponderhit without a search");
    say(&e, "go ponder infinite depth 1\nponderhit");
    check(!comes(&e, "bestmove", 300), "ponderhit ends an infinite search");
    say(&e, "stop");
    wait_for(&e, "bestmove", line);
    quit(&e);
}

static void row_go_limits(void) {
    Child e;
    start(&e);
    Answer a = ask(&e, START, "go depth 4");
    check(a.depth == 4, "go depth 4 ends at depth %" PRId64, a.depth);
    a = ask(&e, START, "go nodes 5000");
    check(a.nodes > 0 && a.nodes <= 5000, "go nodes 5000 took %" PRId64, a.nodes);
    a = ask(&e, START, "go movetime 200");
    check(a.milliseconds > 50 && in_time(a.milliseconds, slow ? 3000 : 400),
          "go movetime 200 took %.0f ms", a.milliseconds);
    a = ask(&e, START, "go wtime 1 btime 1");
    check(in_time(a.milliseconds, slow ? 2000 : 200), "with 1 ms left it takes %.0f",
          a.milliseconds);
    a = ask(&e, START, "go winc 20 btime 400 binc 20 wtime 400");
    check(in_time(a.milliseconds, slow ? 3000 : 400), "of 400 ms it takes %.0f", a.milliseconds);
    a = ask(&e, START, "go depth 2 wtime 100000 btime 100000 nodes 100000000000");
    check(a.depth == 2, "of several limits the first one met does not hold");
    a = ask(&e, START, "go btime 300 binc 0"); /* a game: we have the same clock */
    check(in_time(a.milliseconds, slow ? 3000 : 300), "with the opponent's clock only: %.0f ms",
          a.milliseconds);
    quit(&e);
}

static void row_movestogo(void) {
    Child e;
    start(&e);
    Answer a = ask(&e, START, "go wtime 1000 btime 1000 movestogo 1");
    check(in_time(a.milliseconds, slow ? 3000 : 1000),
          "the last move before the control takes %.0f ms", a.milliseconds);
    a = ask(&e, START, "go movestogo 200 wtime 600 btime 600");
    check(in_time(a.milliseconds, slow ? 3000 : 300), "one of 200 moves takes %.0f ms of 600",
          a.milliseconds);
    a = ask(&e, START, "go movestogo 0 wtime 300 btime 300");
    check(in_time(a.milliseconds, slow ? 3000 : 300), "movestogo 0: %.0f ms of 300",
          a.milliseconds);
    quit(&e);
}

static void row_infinite(void) {
    char line[LINE];
    Child e;
    start(&e);
    say(&e, "position startpos\ngo wtime 10 btime 10 infinite");
    check(!comes(&e, "bestmove", 500), "bestmove before stop, though infinite");
    say(&e, "stop");
    wait_for(&e, "bestmove", line);
    say(&e, "go");
    check(!comes(&e, "bestmove", 200), "go without limits ends by itself");
    say(&e, "stop");
    wait_for(&e, "bestmove", line);
    quit(&e);
}

static void row_searchmoves(void) {
    Child e;
    start(&e);
    Answer a = ask(&e, START, "go searchmoves a2a3 h2h4 depth 3");
    check((a.best == move_in(START, "a2a3") || a.best == move_in(START, "h2h4")) && a.depth == 3,
          "searchmoves, with parameters behind it, is ignored");
    a = ask(&e, MATE_IN_1, "go depth 2 searchmoves a1b1");
    check(a.best == move_in(MATE_IN_1, "a1b1"), "searchmoves is ignored for a mate");
    a = ask(&e, MATE_IN_1, "go depth 2 searchmoves d1d8 a1b1");
    check(a.best == move_in(MATE_IN_1, "d1d8"), "only the last of searchmoves counts");
    quit(&e);
}

static void row_mate(void) {
    Child e;
    start(&e);
    Answer a = ask(&e, MATE_IN_1, "go mate 1");
    check(a.best == move_in(MATE_IN_1, "d1d8") && strstr(a.last, " score mate 1 "),
          "no mate in 1: %s", a.last);
    a = ask(&e, "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", "go mate 2");
    check(strstr(a.last, " score mate 2 ") != NULL, "no mate in 2: %s", a.last);
    a = ask(&e, "kbK5/pp6/1P6/8/8/8/8/R7 w - - 98 60", "go mate 2");
    check(!strstr(a.last, " score mate 2 "), "a mate beyond the fifty moves: %s", a.last);
    /* The search alone misses the first one; the other is a mate in 5, not in 3. */
    a = ask(&e, "b3r1k1/p4RbN/P3P1p1/1p6/1qp4P/4Q1P1/5P2/5BK1 w - - 0 1", "go mate 3");
    check(strstr(a.last, " score mate 3 ") != NULL, "no mate in 3: %s", a.last);
    a = ask(&e, "4q1kr/p4p2/1p1QbPp1/2p1P1Np/2P5/7P/PP4P1/3R3K w - - 0 1", "go mate 3");
    check(a.best != MOVE_NONE && !strstr(a.last, " mate 3 "), "a mate in 3: %s", a.last);
    quit(&e);
}

/* The last lines of play of `go mate` are whole, however fast the iterations are before the proof. */
static void row_mate_with_lines(void) {
    enum { MOVES = 6 };
    Child e;
    char line[LINE];
    int lines = 0;
    start(&e);
    say(&e, "setoption name MultiPV value 256\nposition fen 8/8/8/4k3/8/8/4P3/4K3 w - - 0 1");
    say(&e, "go mate 4");
    while (hear(&e, line, PATIENCE) && strncmp(line, "bestmove", 8) != 0)
        lines += strncmp(line, "info depth 12 ", 14) == 0;
    check(lines == MOVES, "%d lines of depth 12 in place of %d", lines, MOVES);
    quit(&e);
}

static void row_ponder(void) {
    char line[LINE];
    Child e;
    start(&e);
    say(&e, "position fen " MATE_IN_1 "\ngo ponder wtime 1000 btime 1000");
    check(!comes(&e, "bestmove", 300), "bestmove while pondering on a mate");
    say(&e, "stop");
    wait_for(&e, "bestmove d1d8", line);
    say(&e, "go ponder depth 1");
    check(!comes(&e, "bestmove", 200), "bestmove while pondering, at the depth asked for");
    say(&e, "ponderhit");
    wait_for(&e, "bestmove d1d8", line);
    quit(&e);
}

/* An iteration is finished, even if it takes more nodes. */
static void row_softnodes(void) {
    Child e;
    start(&e);
    const Answer a = ask(&e, START, "go softnodes 3000");
    check(a.nodes >= 3000 && a.nodes < 60000 && a.depth > 2, "softnodes 3000: %" PRId64, a.nodes);
    const Answer b = ask(&e, START, "go depth 1 softnodes 1000000000000");
    check(b.depth == 1, "depth is ignored beside softnodes");
    quit(&e);
}

static void row_bestmove_ponder(void) {
    Child e;
    start(&e);
    Answer a = ask(&e, MIDDLE, "go depth 5");
    check(a.ponder, "no ponder move after depth 5");
    a = ask(&e, MATE_IN_1, "go depth 5");
    check(!a.ponder, "a ponder move after a mate");
    quit(&e);
}

static void row_no_legal_move(void) {
    Child e;
    start(&e);
    talk_through(
        &e,
        (const Talk[]){{"position fen " MATED "\ngo depth 3", "info depth 0 score mate 0"},
                       {"", "bestmove (none)"},
                       {"position fen " STALEMATE "\ngo movetime 1000", "info depth 0 score cp 0"},
                       {"", "bestmove (none)"},
                       {"go wtime 1000 btime 1000", "bestmove (none)"},
                       {0}});
    quit(&e);
}

static void row_illegal_fen(void) {
    Child e;
    start(&e);
    talk_through(&e, (const Talk[]){
                         {"position fen 8/8/8/8/8/8/8/8 w - - 0 1", "info string error: position"},
                         {"go depth 1", "bestmove (none)"},
                         {"perft 1", "info string error: perft: the last position was refused"},
                         {"position fen K w", "info string error: position"},
                         {"go depth 1", "bestmove (none)"},
                         {"position startpos\ngo depth 1", "bestmove "},
                         {0}});
    still_works(&e, "an empty board");
    quit(&e);
}

static void row_fen_of_four_fields(void) {
    Child e;
    start(&e);
    talk_through(
        &e,
        (const Talk[]){{"position fen 6k1/5ppp/8/8/8/8/8/K2R4 w - -\ngo depth 2", "bestmove d1d8"},
                       {"position fen 6k1/5ppp/8/8/8/8/8/K2R4 w - - moves a1b1 g8h8\ngo depth 2",
                        "bestmove d1d8"},
                       {0}});
    quit(&e);
}

static void row_illegal_move(void) {
    Child e;
    start(&e);
    talk_through(&e, (const Talk[]){{"position startpos moves e2e4 e2e5",
                                     "info string error: position: move 2, 'e2e5', is not legal"},
                                    {"go depth 1", "bestmove (none)"},
                                    {"d", "FEN: rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b"},
                                    {0}});
    still_works(&e, "an illegal move");
    quit(&e);
}

static void row_2000_plies(void) {
    static char text[16384];
    char line[LINE];
    static const char *const SHUFFLE[] = {"g1f3", "g8f6", "f3g1", "f6g8"};
    Child e;
    start(&e);
    size_t used = (size_t)snprintf(text, sizeof text, "position startpos moves");
    for (int ply = 0; ply < 2001; ply++)
        used += (size_t)snprintf(text + used, sizeof text - used, " %s", SHUFFLE[ply % 4]);
    say(&e, "%s\nd", text);
    wait_for(&e, "FEN: rnbqkbnr/pppppppp/8/8/8/5N2/PPPPPPPP/RNBQKB1R b KQkq - 2001 1001", line);
    quit(&e);
}

static void row_unknown_word(void) {
    Child e;
    start(&e);
    talk_through(&e, (const Talk[]){{"xyzzy", "info string error: unknown command 'xyzzy'"},
                                    {"joho isready", "readyok"},
                                    {"\t  isready  now", "readyok"},
                                    {"", "info string error: isready: 'now' means nothing here"},
                                    {"ucinewgame please", "info string error: ucinewgame: 'pl"},
                                    {"go infinite", "info depth"},
                                    {"stop now", "bestmove"},
                                    {"ponderhit now", "info string error: ponderhit: 'now' means"},
                                    {"", NULL},
                                    {"   ", NULL},
                                    {"go depth 1 sideways", "info string error: go: unknown token"},
                                    {"", "bestmove "},
                                    {0}});
    quit(&e);
}

/* check_words in the dialogue wants the rest of every info; here is what comes late. */
static void row_info(void) {
    char line[LINE];
    Child e;
    start(&e);
    const int64_t from = micros_now(), limit = 1000 * (int64_t)PATIENCE;
    say(&e, "position fen " MIDDLE "\ngo infinite");
    check(in_time(wait_for(&e, "info depth ", line), 2000), "no info for 2 s");
    bool current = false;
    while (!current && micros_now() - from < limit && hear(&e, line, PATIENCE)) {
        current = strstr(line, " currmove ") && strstr(line, " currmovenumber ");
        check(!strstr(line, "currmove") || micros_now() - from > 2500000, "currmove before 3 s: %s",
              line);
    }
    check(current, "no currmove");
    say(&e, "stop");
    wait_for(&e, "bestmove", line);
    const Answer a = ask(&e, MIDDLE, "go depth 6");
    check(info_number(a.last, "seldepth") >= 6 && info_number(a.last, "hashfull") >= 0 &&
              info_number(a.last, "nps") > 0,
          "an info without sense: %s", a.last);
    quit(&e);
}

/* --- mistakes of other engines --------------------------------------------------------------- */

static void go_without_its_numbers(void) {
    static const char *const LINES[] = {
        "go wtime",       "go wtime x btime 1000", "go depth",        "go depth x",
        "go searchmoves", "go searchmoves e7e5",   "go nodes depth 3"};
    char line[LINE];
    Child e;
    start(&e);
    say(&e, "position startpos");
    for (size_t i = 0; i < sizeof LINES / sizeof *LINES; i++) {
        say(&e, "%s", LINES[i]);
        wait_for(&e, "info string error: go: ", line);
        say(&e, "stop");
        wait_for(&e, "bestmove ", line);
    }
    quit(&e);
}

static void second_go(void) {
    char line[LINE];
    Child e;
    start(&e);
    say(&e, "position startpos\ngo infinite\ngo depth 3\ngo depth 2");
    for (int i = 0; i < 3; i++)
        wait_for(&e, "bestmove ", line);
    check(count_until_ready(&e, "bestmove") == 0, "more bestmoves than goes");
    quit(&e);
}

static void nodes_of_64_bits(void) {
    Child e;
    start(&e);
    say(&e, "debug on\nposition startpos");
    talk_through(&e, (const Talk[]){{"go depth 1 nodes 5000000000 mate 3",
                                     "info string debug: go depth 1 nodes 5000000000"},
                                    {"", "bestmove "},
                                    {"go depth 1 nodes 99999999999999999999",
                                     "info string debug: go depth 1 nodes 9223372036854775807"},
                                    {"", "bestmove "},
                                    {0}});
    quit(&e);
}

static const Scene SCENES[] = {
    {"uci, isready, ucinewgame, position, setoption, stop, quit", row_basics},
    {"byte order mark", row_byte_order_mark},
    {"isready answered while searching", row_isready_while_searching},
    {"setoption, ucinewgame, position during infinite", row_changes_while_searching},
    {"debug, register", row_debug_register},
    {"ponderhit", row_ponderhit},
    {"go wtime btime winc binc movetime depth nodes", row_go_limits},
    {"movestogo", row_movestogo},
    {"infinite", row_infinite},
    {"searchmoves", row_searchmoves},
    {"mate N", row_mate},
    {"mate N, several lines", row_mate_with_lines},
    {"ponder", row_ponder},
    {"softnodes", row_softnodes},
    {"bestmove ... ponder", row_bestmove_ponder},
    {"no legal move", row_no_legal_move},
    {"illegal FEN (empty board)", row_illegal_fen},
    {"4-field FEN", row_fen_of_four_fields},
    {"illegal move (e2e5) in list", row_illegal_move},
    {"2000-ply line", row_2000_plies},
    {"unknown word", row_unknown_word},
    {"info beyond depth, score, nodes, nps, time, pv", row_info},
    {"go without its numbers", go_without_its_numbers},
    {"second go", second_go},
    {"nodes of 64 bits", nodes_of_64_bits},
};

int main(int argc, char **argv) {
    return dialogue_main(argc, argv, SCENES, sizeof SCENES / sizeof *SCENES);
}
