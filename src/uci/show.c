/* The reports of searches, and the command `show`. */
#include "uci/uci_internal.h"

#include "postmortem/postmortem.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static const int SECONDS_DEFAULT = 5, SECONDS_MAX = 1000000;

/* A score for the side to move as text: "+0.52" in pawns, converted by the win model (eval/wdl.h), or "mate in 3". */
typedef struct ScoreText {
    char text[32];
} ScoreText;

static ScoreText score_text(const State *root, const SearchInfo *info) {
    ScoreText out;
    const int score = info->score, mate = mate_moves(score);
    if (!score_is_mate(score))
        snprintf(out.text, sizeof out.text, "%+.2f",
                 wdl_centipawns(info->evaluation, score, wdl_material(root)) / 100.0);
    else
        snprintf(out.text, sizeof out.text, "%s in %d", score > 0 ? "mate" : "mated", abs(mate));
    return out;
}

static void show_info(Session *session, const Position *root, const SearchInfo *info) {
    enum { LINE_SHOWN = 7 }; /* the number of moves that fit on a line of 80 characters */
    const bool same_mate =
        score_is_mate(info->score) && info->score == session->player.latest.score;
    if (info->pv_length == 0 || info->bound == BOUND_LOWER || info->bound == BOUND_UPPER ||
        same_mate || info->multipv > 1)
        return;
    const int shown = min_int(info->pv_length, LINE_SHOWN);
    Text text;
    text_clear(&text);
    text_add(&text, "%5d %10s %11" PRIu64 " %7.2f %6.2f ", info->depth,
             score_text(root->state, info).text, info->nodes,
             (double)nodes_per_second(info->nodes, info->time) / 1e6, (double)info->time / 1000.0);
    add_san(&text, &session->shown_line, root, info->pv, shown);
    text_add(&text, "%s", shown < info->pv_length ? " .." : "");
    output_line("%s", text.data);
}

/* Adds a blank and the move `answer` in SAN. `answer` is a reply to the move `best` in the position `root`. */
static void add_answer(Session *session, Text *text, const Position *root, Move best, Move answer) {
    Text both;
    text_clear(&both);
    add_san(&both, &session->shown_line, root, (const Move[]){best, answer}, 2);
    text_add(text, "%s", strrchr(both.data, ' '));
}

static void show_done(Session *session, const Position *root, Move best, Move ponder) {
    const State *s = root->state;
    const char *side = color_name(s->side);
    if (best == MOVE_NONE) {
        output_line("%s has no move: %s.", side, in_check(s) ? "checkmate" : "stalemate");
        return;
    }
    Text text;
    text_clear(&text);
    text_add(&text, "\n%s's best move is", side);
    add_san(&text, &session->shown_line, root, &best, 1);
    text_add(&text, ": %s", move_phrase(root, best).text);
    if (ponder != MOVE_NONE) {
        text_add(&text, "; the answer expected is");
        add_answer(session, &text, root, best, ponder);
    }
    text_add(&text, ".\nScore %s; %" PRIu64 " nodes searched.\n",
             score_text(s, &session->player.latest).text, session->player.latest.nodes);
    output_text(&text);
}

/* Prints the banner, the position, and the heading of the lines of show_info. */
static void introduce(const Session *session, double seconds) {
    const Position *pos = engine_position(session->player.engine);
    const State *s = pos->state;
    Document out = {0};
    document_add(&out,
                 "Panoptes " PANOPTES_VERSION
                 ", the chess engine that always knows who attacks what"
                 " (%s kernels, %d MB hash).\n\n",
                 cpu_level_name(kernels_level()), engine_hash(session->player.engine));
    board_text(&out, pos, session->color);
    document_add(&out, "\n%s to move. Checkers: ", color_name(s->side));
    pieces_text(&out, s, checkers_of(s, s->side));
    document_add(&out,
                 ".\nAnalysing for %g s. Scores are in pawns, + is good for %s (to move):\n\n",
                 seconds, color_name(s->side));
    document_add(&out, "depth      score       nodes    Mnps      s  line\n");
    output_document(&out);
}

/* If the next token is a number, parses it as the number of seconds. Returns false if the next token is neither a
 * number nor the beginning of a FEN. */
static bool read_seconds(Tokens *tokens, double *seconds) {
    char number[32];
    Tokens rest = *tokens;
    const Token token = token_next(&rest);
    *seconds = SECONDS_DEFAULT;
    if (!token.length || token_is(token, "fen") || token_is(token, "startpos") ||
        memchr(token.text, '/', token.length))
        return true;
    if (token.length >= sizeof number)
        return false;
    memcpy(number, token.text, token.length);
    number[token.length] = '\0';
    char *end;
    *seconds = strtod(number, &end);
    *tokens = rest;
    return *end == '\0' && *seconds >= 0 && *seconds <= SECONDS_MAX;
}

/* Sets up the game from the FEN, if the command has a FEN. */
static bool read_position(Session *session, Tokens tokens) {
    char fen[FEN_SIZE], error[FEN_ERROR_SIZE];
    const bool start = token_take(&tokens, "startpos");
    if (!start)
        token_take(&tokens, "fen");
    if (!tokens_join(&tokens, NULL, fen, sizeof fen))
        return output_error("show: the FEN is too long; write show SECONDS FEN");
    if (start && *fen)
        return output_error("show: nothing may follow startpos");
    if (!start && !*fen)
        return true;
    if (!engine_set_fen(session->player.engine, start ? FEN_START : fen, error, sizeof error))
        return output_error("show: %s", error);
    if (!start)
        game_report_left_out(&session->player, "show", fen, NULL);
    journal_position("fen ", start ? FEN_START : fen, strlen(start ? FEN_START : fen));
    session->player.refused = false;
    return true;
}

bool show_start(Session *session, Tokens tokens) {
    double seconds;
    if (!read_seconds(&tokens, &seconds))
        return output_error("show: the seconds must be a number from 0 to %d; write "
                            "show SECONDS FEN",
                            SECONDS_MAX);
    worker_stop_and_settle(session);
    if (!read_position(session, tokens))
        return false;
    if (session->player.refused)
        return output_error("show: the last position was refused; give a valid one first");
    const bool good = player_has_network(&session->player);
    introduce(session, seconds);
    session->player.latest = (SearchInfo){0};
    session->player.mate_wanted = LIMIT_NONE;
    session->has_job = session->shows = true;
    SearchLimits limits = limits_none();
    limits.movetime = (int64_t)(seconds * 1000);
    limits.analysis = true;
    engine_go(session->player.engine, &limits);
    return good;
}

/* --- the reporter ------------------------------------------------------------------------------- */

static void on_info(void *context, const Position *root, const SearchInfo *info) {
    Session *session = context;
    if (!session->shows) {
        lines_info(&session->player, root, info);
        return;
    }
    show_info(session, root, info);
    lines_note(&session->player, info);
}

static void on_current_move(void *context, const Position *root, int depth, Move m, int number) {
    const Session *session = context;
    if (!session->shows)
        lines_current_move(&session->player, root, depth, m, number);
}

/* Prints how often the search has checked itself. */
static void print_checks(const Session *session) {
    const SelfCheckCounts c = engine_self_checks(session->player.engine);
    output_line("info string debug: self-checks: %" PRIu64
                " positions, by matrix, lists, keys, rules, "
                "captures, moves and evaluation; %" PRIu64 " table moves, %" PRIu64
                " of them refused; %" PRIu64 " faults",
                c.positions, c.table_moves, c.refused, c.faults);
}

static void on_fault(void *context, const char *report) {
    fault_report(report);
}

static void on_done(void *context, const Position *root, Move best, Move ponder) {
    Session *session = context;
    if (session->debug)
        print_checks(session);
    if (session->shows)
        show_done(session, root, best, ponder);
    else
        lines_done(&session->player, root, best, ponder);
}

SearchReporter reporter_of(Session *session) {
    return (SearchReporter){session, on_info, on_current_move, on_done, on_fault};
}
