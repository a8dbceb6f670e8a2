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

static bool complain(const Request *r, Word word, const char *what) {
    return output_error("%s: '%s' %s; write %s", r->name, word_show(word).text, what, r->usage);
}

/* Takes the form, and behind it the file up to `fen`. */
static bool read_form(Request *r, Words *words) {
    static const char *const FORMS[] = {"text", "json", "svg"};
    const Word word = word_peek(*words);
    r->form = FORM_TEXT;
    r->file[0] = '\0';
    if (!word.length || word_is(word, "fen"))
        return true;
    Form form = FORM_TEXT;
    while (form <= r->last_form && !word_take(words, FORMS[form]))
        form++;
    if (form > r->last_form)
        return complain(r, word, "is not understood here");
    r->form = form;
    return words_join(words, "fen", r->file, sizeof r->file) ||
           complain(r, word_peek(*words), "ends a path that is longer than any");
}

/* Takes the FEN behind `fen`, or the game's position. */
static bool read_position(Session *session, Request *r, Words words) {
    char fen[2 * FEN_SIZE], error[FEN_ERROR_SIZE];
    position_copy(&r->pos, engine_position(session->engine));
    if (!word_take(&words, "fen")) {
        if (word_peek(words).length)
            return complain(r, word_peek(words), "is not understood here");
        game_warn_if_refused(session);
        return true;
    }
    if (!words_join(&words, NULL, fen, sizeof fen))
        return output_error("%s: the FEN is longer than any; write %s", r->name, r->usage);
    if (!fen_parse(&r->pos, fen, error, sizeof error))
        return output_error("%s: %s", r->name, error);
    return true;
}

/* Reads what stands behind a command's own arguments. */
static bool read_request(Session *session, Request *r, Words words) {
    if (r->last_form > FORM_TEXT && !read_form(r, &words))
        return false;
    return read_position(session, r, words);
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

/* A word is read as a move once the position is known. */
static bool read_move(const Request *r, Word word, Move *m) {
    char text[MOVE_TEXT_SIZE] = "";
    if (word.length < sizeof text)
        memcpy(text, word.text, word.length);
    *m = move_read(&r->pos, text);
    return *m != MOVE_NONE || complain(r, word, "is no legal move there");
}

/* --- answering ----------------------------------------------------------------------------- */

/* Gives the answer where it was asked for, and frees it. */
static bool answer(const Request *r, Document *out) {
    const bool good = r->file[0] ? answer_file_write(r->name, r->file, out) : output_document(out);
    document_free(out);
    return good;
}

bool inspect_map(Session *session, Words words) {
    Request *r = request("map", "map [text|json|svg [FILE]] [fen FEN]", FORM_SVG);
    static void (*const MAKE[])(Document *, const Position *) = {map_text, map_json, map_svg};
    Document out = {0};
    if (!read_request(session, r, words))
        return false;
    MAKE[r->form](&out, &r->pos);
    return answer(r, &out);
}

bool inspect_threats(Session *session, Words words) {
    Request *r = request("threats", "threats [text|json|svg [FILE]] [fen FEN]", FORM_SVG);
    static void (*const MAKE[])(Document *, const Position *) = {threats_text, threats_json,
                                                                 threats_svg};
    Document out = {0};
    if (!read_request(session, r, words))
        return false;
    MAKE[r->form](&out, &r->pos);
    return answer(r, &out);
}

bool inspect_attackers(Session *session, Words words) {
    Request *r = request("attackers", "attackers SQ [text|json [FILE]] [fen FEN]", FORM_JSON);
    const Word word = word_next(&words);
    Document out = {0};
    if (word.length != 2 || word.text[0] < 'a' || word.text[0] > 'h' || word.text[1] < '1' ||
        word.text[1] > '8')
        return complain(r, word, "is no square such as e4");
    if (!read_request(session, r, words))
        return false;
    const Square sq = square_at(word.text[0] - 'a', word.text[1] - '1');
    if (r->form == FORM_JSON)
        attackers_report_json(&out, &r->pos, sq);
    else
        attackers_report_text(&out, &r->pos, sq);
    return answer(r, &out);
}

bool inspect_exchange(Session *session, Words words) {
    Request *r = request("see", "see MOVE [fen FEN], the move as in e2e4 or e7e8q", FORM_TEXT);
    const Word word = word_next(&words);
    Document out = {0};
    Move m;
    if (!read_request(session, r, words) || !read_move(r, word, &m))
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

bool inspect_move(Session *session, Words words) {
    Request *r = request("explain", "explain MOVE [text|json [FILE]] [fen FEN]", FORM_JSON);
    const Word word = word_next(&words);
    Document out = {0};
    Move m;
    if (!read_request(session, r, words) || !read_move(r, word, &m))
        return false;
    if (r->form == FORM_JSON)
        explanation_json(&out, &r->pos, made(&r->pos, m), m);
    else
        explanation_text(&out, &r->pos, made(&r->pos, m), m);
    return answer(r, &out);
}

bool inspect_deltas(Session *session, Words words) {
    Request *r = request("diff", "diff MOVE [fen FEN], the move as in e2e4 or e7e8q", FORM_TEXT);
    const Word word = word_next(&words);
    Document out = {0};
    Move m;
    if (!read_request(session, r, words) || !read_move(r, word, &m))
        return false;
    delta_text(&out, &r->pos, made(&r->pos, m));
    return answer(r, &out);
}

bool inspect_fen(Session *session, Words words) {
    const Request *r = request("validate", "validate FEN", FORM_TEXT);
    char fen[2 * FEN_SIZE];
    Document out = {0};
    word_take(&words, "fen");
    if (!words_join(&words, NULL, fen, sizeof fen))
        return output_error("validate: the FEN is longer than any; write validate FEN");
    if (!*fen)
        return output_error("validate: there is no FEN; write validate FEN");
    const bool good = fen_report(&out, fen, engine_position(session->engine)->chess960);
    return answer(r, &out) && good;
}

/* A threshold by name or by cell. */
static bool read_threshold(const Request *r, Words *words, Cell *threshold) {
    static const struct {
        const char *name;
        Cell cell;
    } NAMES[] = {{"nothing", THRESHOLD_NOTHING},
                 {"queens", THRESHOLD_QUEENS},
                 {"rooks", THRESHOLD_ROOKS},
                 {"pieces", THRESHOLD_PIECES},
                 {"prepromoted", THRESHOLD_PREPROMOTED},
                 {"all", THRESHOLD_ALL}};
    const Word word = word_peek(*words);
    int64_t number;
    *threshold = THRESHOLD_ALL;
    if (!word.length || word_is(word, "fen"))
        return true;
    word_next(words);
    for (size_t i = 0; i < sizeof NAMES / sizeof *NAMES; i++) {
        *threshold = NAMES[i].cell;
        if (word_is(word, NAMES[i].name))
            return true;
    }
    if (!word_number(word, &number) || number < 0 || number > THRESHOLD_ALL || number % 2)
        return complain(r, word,
                        "is no threshold: nothing, queens, rooks, pieces, prepromoted, "
                        "all, or an even cell from 0 to 80");
    *threshold = (Cell)number;
    return true;
}

bool inspect_captures(Session *session, Words words) {
    Request *r = request("captures", "captures [THRESHOLD] [fen FEN]", FORM_TEXT);
    Document out = {0};
    Cell threshold;
    if (!read_threshold(r, &words, &threshold) || !read_request(session, r, words))
        return false;
    captures_text(&out, &r->pos, threshold);
    return answer(r, &out);
}

bool inspect_lists(Session *session, Words words) {
    Request *r = request("lists", "lists [fen FEN]", FORM_TEXT);
    Document out = {0};
    if (!read_request(session, r, words))
        return false;
    lists_text(&out, &r->pos);
    return answer(r, &out);
}
