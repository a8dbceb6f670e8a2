#include "uci/inspect.h"

#include "board/fen.h"
#include "board/make.h"
#include "core/names.h"
#include "moves/notation.h"
#include "uci/answer_file.h"
#include "uci/attackers_report.h"
#include "uci/captures_text.h"
#include "uci/delta_text.h"
#include "uci/explanation.h"
#include "uci/fen_report.h"
#include "uci/game.h"
#include "uci/lists_text.h"
#include "uci/map_report.h"
#include "uci/map_svg.h"
#include "uci/output.h"
#include "uci/threats_report.h"
#include "uci/threats_svg.h"

#include <string.h>

/* The form of an answer. */
typedef enum Form { FORM_TEXT, FORM_JSON, FORM_SVG } Form;

/* What a command was asked: behind its own arguments. */
typedef struct Request {
    const char *name, *usage; /* of the command, for complaints */
    Form last_form;           /* it knows the forms up to this one */
    Form form;
    char file[OPTION_TEXT_SIZE]; /* empty: stdout */
    Position pos;                /* to look at */
} Request;

/* --- reading requests ---------------------------------------------------------------------- */

static bool complain(const Request *r, Token token, const char *what) {
    return output_error("%s: '%s' %s; write %s", r->name, token_show(token).text, what, r->usage);
}

/* Takes the form, and behind it the file up to `fen`. */
static bool read_form(Request *r, Tokens *tokens) {
    static const char *const FORMS[] = {"text", "json", "svg"};
    const Token token = token_peek(*tokens);
    r->form = FORM_TEXT;
    r->file[0] = '\0';
    if (!token.length || token_is(token, "fen"))
        return true;
    Form form = FORM_TEXT;
    while (form <= r->last_form && !token_take(tokens, FORMS[form]))
        form++;
    if (form > r->last_form)
        return complain(r, token, "is not understood here");
    r->form = form;
    return tokens_join(tokens, "fen", r->file, sizeof r->file) ||
           complain(r, token_peek(*tokens), "ends a path that is longer than any");
}

/* Takes the FEN behind `fen`, or the game's position. */
static bool read_position(Session *session, Request *r, Tokens tokens) {
    char fen[2 * FEN_SIZE], error[FEN_ERROR_SIZE];
    position_copy(&r->pos, engine_position(session->engine));
    if (!token_take(&tokens, "fen")) {
        if (token_peek(tokens).length)
            return complain(r, token_peek(tokens), "is not understood here");
        game_warn_if_refused(session);
        return true;
    }
    if (!tokens_join(&tokens, NULL, fen, sizeof fen))
        return output_error("%s: the FEN is longer than any; write %s", r->name, r->usage);
    if (!fen_parse(&r->pos, fen, error, sizeof error))
        return output_error("%s: %s", r->name, error);
    return true;
}

/* Reads what stands behind a command's own arguments. */
static bool read_request(Session *session, Request *r, Tokens tokens) {
    if (r->last_form > FORM_TEXT && !read_form(r, &tokens))
        return false;
    return read_position(session, r, tokens);
}

/* Begins a request: too large for some stacks, and needed by one command at a time. */
static Request *request(const char *name, const char *usage, Form last_form) {
    static Request r;
    r.name = name;
    r.usage = usage;
    r.last_form = last_form;
    r.form = FORM_TEXT;
    r.file[0] = '\0';
    return &r;
}

/* A token is read as a move once the position is known. */
static bool read_move(const Request *r, Token token, Move *m) {
    char text[MOVE_TEXT_SIZE] = "";
    if (token.length < sizeof text)
        memcpy(text, token.text, token.length);
    *m = move_read(&r->pos, text);
    return *m != MOVE_NONE || complain(r, token, "is no legal move there");
}

/* --- answering ----------------------------------------------------------------------------- */

/* Gives the answer where it was asked for, and frees it. */
static bool answer(const Request *r, Document *out) {
    const bool good = r->file[0] ? answer_file_write(r->name, r->file, out) : output_document(out);
    document_free(out);
    return good;
}

bool inspect_map(Session *session, Tokens tokens) {
    Request *r = request("map", "map [text|json|svg [FILE]] [fen FEN]", FORM_SVG);
    static void (*const MAKE[])(Document *, const Position *) = {map_text, map_json, map_svg};
    Document out = {0};
    if (!read_request(session, r, tokens))
        return false;
    MAKE[r->form](&out, &r->pos);
    return answer(r, &out);
}

bool inspect_threats(Session *session, Tokens tokens) {
    Request *r = request("threats", "threats [text|json|svg [FILE]] [fen FEN]", FORM_SVG);
    static void (*const MAKE[])(Document *, const Position *) = {threats_text, threats_json,
                                                                 threats_svg};
    Document out = {0};
    if (!read_request(session, r, tokens))
        return false;
    MAKE[r->form](&out, &r->pos);
    return answer(r, &out);
}

bool inspect_attackers(Session *session, Tokens tokens) {
    Request *r = request("attackers", "attackers SQ [text|json [FILE]] [fen FEN]", FORM_JSON);
    const Token token = token_next(&tokens);
    Document out = {0};
    if (token.length != 2 || token.text[0] < 'a' || token.text[0] > 'h' || token.text[1] < '1' ||
        token.text[1] > '8')
        return complain(r, token, "is no square such as e4");
    if (!read_request(session, r, tokens))
        return false;
    const Square sq = square_at(token.text[0] - 'a', token.text[1] - '1');
    if (r->form == FORM_JSON)
        attackers_report_json(&out, &r->pos, sq);
    else
        attackers_report_text(&out, &r->pos, sq);
    return answer(r, &out);
}

bool inspect_exchange(Session *session, Tokens tokens) {
    Request *r = request("see", "see MOVE [fen FEN], the move as in e2e4 or e7e8q", FORM_TEXT);
    const Token token = token_next(&tokens);
    Document out = {0};
    Move m;
    if (!read_request(session, r, tokens) || !read_move(r, token, &m))
        return false;
    if (move_kind(m) == MOVE_CASTLING)
        document_add(&out, "Castling exchanges nothing: worth 0\n");
    else
        exchange_text(&out, &r->pos, m);
    return answer(r, &out);
}

/* The position after a move, which is valid until the next call. */
static const Position *made(const Position *pos, Move m) {
    static Position after;
    position_copy(&after, pos);
    make_move(&after, m);
    return &after;
}

bool inspect_move(Session *session, Tokens tokens) {
    Request *r = request("explain", "explain MOVE [text|json [FILE]] [fen FEN]", FORM_JSON);
    const Token token = token_next(&tokens);
    Document out = {0};
    Move m;
    if (!read_request(session, r, tokens) || !read_move(r, token, &m))
        return false;
    if (r->form == FORM_JSON)
        explanation_json(&out, &r->pos, made(&r->pos, m), m);
    else
        explanation_text(&out, &r->pos, made(&r->pos, m), m);
    return answer(r, &out);
}

bool inspect_deltas(Session *session, Tokens tokens) {
    Request *r = request("diff", "diff MOVE [fen FEN], the move as in e2e4 or e7e8q", FORM_TEXT);
    const Token token = token_next(&tokens);
    Document out = {0};
    Move m;
    if (!read_request(session, r, tokens) || !read_move(r, token, &m))
        return false;
    delta_text(&out, &r->pos, made(&r->pos, m));
    return answer(r, &out);
}

bool inspect_fen(Session *session, Tokens tokens) {
    const Request *r = request("validate", "validate FEN", FORM_TEXT);
    char fen[2 * FEN_SIZE];
    Document out = {0};
    token_take(&tokens, "fen");
    if (!tokens_join(&tokens, NULL, fen, sizeof fen))
        return output_error("validate: the FEN is longer than any; write validate FEN");
    if (!*fen)
        return output_error("validate: there is no FEN; write validate FEN");
    const bool good = fen_report(&out, fen, engine_position(session->engine)->chess960);
    return answer(r, &out) && good;
}

/* A threshold by name or by cell. */
static bool read_threshold(const Request *r, Tokens *tokens, Cell *threshold) {
    static const struct {
        const char *name;
        Cell cell;
    } NAMES[] = {{"nothing", THRESHOLD_NOTHING},
                 {"queens", THRESHOLD_QUEENS},
                 {"rooks", THRESHOLD_ROOKS},
                 {"pieces", THRESHOLD_PIECES},
                 {"prepromoted", THRESHOLD_PREPROMOTED},
                 {"all", THRESHOLD_ALL}};
    const Token token = token_peek(*tokens);
    int64_t number;
    *threshold = THRESHOLD_ALL;
    if (!token.length || token_is(token, "fen"))
        return true;
    token_next(tokens);
    for (size_t i = 0; i < sizeof NAMES / sizeof *NAMES; i++) {
        *threshold = NAMES[i].cell;
        if (token_is(token, NAMES[i].name))
            return true;
    }
    if (!token_number(token, &number) || number < 0 || number > THRESHOLD_ALL || number % 2)
        return complain(r, token,
                        "is no threshold: nothing, queens, rooks, pieces, prepromoted, "
                        "all, or an even cell from 0 to 80");
    *threshold = (Cell)number;
    return true;
}

bool inspect_captures(Session *session, Tokens tokens) {
    Request *r = request("captures", "captures [THRESHOLD] [fen FEN]", FORM_TEXT);
    Document out = {0};
    Cell threshold;
    if (!read_threshold(r, &tokens, &threshold) || !read_request(session, r, tokens))
        return false;
    captures_text(&out, &r->pos, threshold);
    return answer(r, &out);
}

bool inspect_lists(Session *session, Tokens tokens) {
    Request *r = request("lists", "lists [fen FEN]", FORM_TEXT);
    Document out = {0};
    if (!read_request(session, r, tokens))
        return false;
    lists_text(&out, &r->pos);
    return answer(r, &out);
}
