#include "support/answers.h"

#include "board/make.h"
#include "moves/generate.h"
#include "moves/notation.h"
#include "support/setup.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int failures;

void check(bool well, const char *format, ...) {
    va_list args;
    if (well)
        return;
    failures++;
    va_start(args, format);
    printf("FAILED: ");
    vprintf(format, args);
    printf("\n");
    va_end(args);
}

/* A copy of a position to make moves in. */
static Position *walker_at(const Position *pos) {
    static Position *walker;
    walker = walker ? walker : position_new();
    position_copy(walker, pos);
    position_reroot(walker);
    return walker;
}

/* Returns the move of a "bestmove" line, or MOVE_NONE for "(none)" without a legal move. A bad line is a failure. */
static Move best_of(const char *line, const Position *pos) {
    char best[32] = "", ponder[32] = "";
    const int n = sscanf(line, "bestmove %31s ponder %31s", best, ponder);
    const Move m = move_read(pos, best);
    check(n >= 1 && (m != MOVE_NONE || (strcmp(best, "(none)") == 0 && legal_count(pos) == 0)),
          "\"%s\" is not a legal move here", line);
    if (m != MOVE_NONE && n == 2) {
        Position *after = walker_at(pos);
        make_move(after, m);
        check(move_read(after, ponder) != MOVE_NONE, "\"%s\": the ponder move is illegal", line);
    }
    return m;
}

/* Returns the number that follows a word in an info line, or -1 if the line does not have it. */
static int64_t info_number(const char *line, const char *word) {
    char wanted[32];
    snprintf(wanted, sizeof wanted, " %s ", word);
    const char *at = strstr(line, wanted);
    return at ? strtoll(at + strlen(wanted), NULL, 10) : -1;
}

static bool is_exact(const char *line) {
    return !strstr(line, " lowerbound") && !strstr(line, " upperbound");
}

/* If the score is an exact mate score, checks that the line ends with mate in so many moves. */
static void check_mate(const char *line, const Position *end, int plies) {
    const char *at = strstr(line, " score mate ");
    if (!at || !is_exact(line))
        return;
    const long mate = strtol(at + 12, NULL, 10);
    const long wanted = mate > 0 ? 2 * mate - 1 : -2 * mate;
    check(plies == wanted, "a mate in %ld plies, but a line of %d: \"%s\"", wanted, plies, line);
    check(in_check(end->state) && legal_count(end) == 0, "no mate at the end of \"%s\"", line);
}

/* Checks that every move of the line is legal. */
static void check_line(const char *line, const Position *pos) {
    const char *pv = strstr(line, " pv ");
    char copy[LINE], *rest = copy;
    if (!pv)
        return;
    Position *walker = walker_at(pos);
    snprintf(copy, sizeof copy, "%s", pv + 4);
    int moves = 0;
    for (char *text; (text = strtok_r(rest, " ", &rest)) != NULL; moves++) {
        const Move m = move_read(walker, text);
        if (m == MOVE_NONE) {
            check(false, "%s: move %d of \"%s\" is illegal", fen_of(pos), moves + 1, line);
            return;
        }
        make_move(walker, m);
    }
    check(moves > 0, "an empty line of play: \"%s\"", line);
    check_mate(line, walker, moves);
}

/* Checks an info: the required words are present, and no number has a dot. */
static void check_words(const char *line) {
    static const char *const WORDS[] = {"depth", "seldepth", "multipv", "score",
                                        "nodes", "hashfull", "nps",     "time"};
    for (size_t i = 0; i < sizeof WORDS / sizeof *WORDS; i++) {
        char wanted[32];
        snprintf(wanted, sizeof wanted, " %s ", WORDS[i]);
        check(strstr(line, wanted) != NULL, "no %s in \"%s\"", WORDS[i], line);
    }
    const bool has_score = strstr(line, " score cp ") || strstr(line, " score mate ");
    check(has_score && !strchr(line, '.'), "no score, or a dot, in \"%s\"", line);
}

/* Checks that the last info is not a bound, and that its line begins with the best move. */
static void check_last(const Answer *a, const char *best) {
    const char *pv = strstr(a->last, " pv ");
    char first[16] = "", played[16] = "";
    sscanf(best, "bestmove %15s", played);
    if (a->best == MOVE_NONE || a->is_of_book)
        return;
    check(pv && sscanf(pv, " pv %15s", first) == 1, "no info with a line before \"%s\"", best);
    check(strcmp(first, played) == 0, "\"%s\", but the last info was \"%s\"", best, a->last);
    check(is_exact(a->last), "\"%s\", but the last info is a bound: \"%s\"", best, a->last);
}

bool answer_line(Answer *a, const char *line, const Position *pos) {
    if (strncmp(line, "bestmove", 8) == 0) {
        a->best = best_of(line, pos);
        check_last(a, line);
        return true;
    }
    a->is_of_book |= strncmp(line, "info string book move", 21) == 0;
    if (strncmp(line, "info depth", 10) != 0 || strstr(line, " currmove "))
        return false;
    if (info_number(line, "multipv") == 1)
        snprintf(a->last, sizeof a->last, "%s", line);
    if (info_number(line, "depth") > 0)
        check_words(line);
    check_line(line, pos);
    return false;
}
