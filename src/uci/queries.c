#include "uci/uci_internal.h"

#include "board/fen.h"
#include "board/make.h"
#include "inspect/inspect.h"
#include "os/files.h"
#include "search/search.h"
#include "uci/game_file_internal.h"
#include "uci/output.h"

#include <stdio.h>
#include <string.h>

/* --- move search ----------------------------------------------------------------------------- */

enum { MEGABYTES = 4 };

/* Keeps the latest line. */
static void keep_line(void *context, const Position *root, const SearchInfo *info) {
    SearchedLine *line = context;
    (void)root;
    const int length = info->pv_length < WORTH_MOVES ? info->pv_length : WORTH_MOVES;
    if (length == 0 || info->bound == BOUND_LOWER || info->bound == BOUND_UPPER)
        return;
    line->score = info->score;
    line->count = length;
    memcpy(line->moves, info->pv, (size_t)length * sizeof *info->pv);
}

/* One search; of `only`, unless that is MOVE_NONE. */
static void search_line(Search *s, SearchReporter *reporter, const Position *pos, Move only,
                        int64_t nodes, SearchedLine *line, MoveWorth *worth) {
    SearchLimits limits = limits_none();
    limits.nodes = nodes;
    if (only != MOVE_NONE)
        limits.searchmoves[limits.searchmoves_count++] = only;
    *line = (SearchedLine){0};
    reporter->context = line;
    search_prepare(s, pos, &limits, NULL);
    const SearchResult result = search_run(s);
    worth->nodes += result.nodes;
    worth->evaluation = result.evaluation;
}

bool move_search(const Position *pos, Move m, int64_t nodes, const Network *net, MoveWorth *worth) {
    SearchReporter reporter = {.info = keep_line};
    Table table = {0};
    const bool has_table = table_resize(&table, MEGABYTES) > 0;
    Search *s = has_table ? search_create(&table, &reporter) : NULL;
    if (s) {
        const int64_t half = nodes > 1 ? nodes / 2 : 1;
        *worth = (MoveWorth){0};
        search_set_network(s, net);
        search_line(s, &reporter, pos, MOVE_NONE, half, &worth->best, worth);
        search_line(s, &reporter, pos, m, half, &worth->own, worth);
    }
    search_free(s);
    if (has_table)
        table_free(&table);
    return s || output_error("explain: not enough memory to search the move");
}

/* The form of an answer. */
typedef enum Form { FORM_TEXT, FORM_JSON, FORM_SVG } Form;

/* The arguments that all commands share, behind those of their own. */
typedef struct Request {
    const char *name, *usage; /* of the command, for messages */
    Form last_form;           /* the command knows the forms up to this one */
    Form form;
    char file[OPTION_TEXT_SIZE]; /* empty: stdout */
    View view;                   /* of a picture */
    Position pos;                /* the position asked about */
    Document notes;              /* on it, which come behind an answer in JSON */
} Request;

/* --- reading requests ---------------------------------------------------------------------- */

static bool complain(const Request *r, Token token, const char *what) {
    return output_error("%s: '%s' %s; write %s", r->name, token_show(token).text, what, r->usage);
}

/* Takes the path of the file, which may hold blanks: all up to the FEN. */
static bool read_path(Request *r, Tokens *tokens) {
    Tokens path = *tokens;
    for (Token token; (token = token_peek(*tokens)).length && !game_fen_begins(token);)
        token_next(tokens);
    path.end = tokens->at;
    const Token first = token_peek(path);
    if (token_is(first, "startpos"))
        return complain(r, first, "is no file; send position startpos first, or give a FEN");
    return tokens_join(&path, NULL, r->file, sizeof r->file) ||
           complain(r, token_peek(path), "ends a path that is too long");
}

/* Takes the form, `black` behind `svg` and, up to the FEN, the path of the file. */
static bool read_form(Request *r, Tokens *tokens) {
    static const char *const FORMS[] = {"text", "json", "svg"};
    const Token token = token_peek(*tokens);
    r->form = FORM_TEXT;
    r->file[0] = '\0';
    if (!token.length || game_fen_begins(token))
        return true;
    Form form = FORM_TEXT;
    while (form <= r->last_form && !token_take(tokens, FORMS[form]))
        form++;
    if (form > r->last_form)
        return complain(r, token, "is not understood here");
    r->form = form;
    r->view.bottom = form == FORM_SVG && token_take(tokens, "black") ? BLACK : WHITE;
    return read_path(r, tokens);
}

/* Reads the rest of the line, after the command's own arguments. */
static bool read_request(const Session *session, Request *r, Tokens tokens) {
    static Position before;
    if (r->last_form > FORM_TEXT && !read_form(r, &tokens))
        return false;
    if (!token_peek(tokens).length && game_last_move(session, &before, &r->view.last))
        r->view.before = &before;
    return game_read_asked(session, tokens, r->name, r->usage, &r->pos,
                           r->form == FORM_JSON ? &r->notes : NULL);
}

/* Begins a request. It is static, being too large for some stacks; commands run one at a time. */
static Request *request(const char *name, const char *usage, Form last_form) {
    static Request r;
    r.name = name;
    r.usage = usage;
    r.last_form = last_form;
    r.form = FORM_TEXT;
    r.file[0] = '\0';
    r.view = (View){.bottom = WHITE};
    document_free(&r.notes);
    return &r;
}

#define MOVE_FORMS ", the move as in e2e4, e7e8q or Nf3"

/* Reads a token as a legal move of the position asked about. */
static bool read_move(const Request *r, Token token, Move *m) {
    const int count = move_input_read(&r->pos, token, m);
    if (count == 1)
        return true;
    char what[ILLEGAL_SIZE + 32];
    snprintf(what, sizeof what, "is no legal move there%s", move_input_reason(&r->pos, token));
    return complain(r, token, count ? "could be several moves there" : what);
}

/* --- answering ----------------------------------------------------------------------------- */

/* Writes the answer to the file that was asked for. What it holds may be replaced if it is empty or
 * an answer of the same form; a text replaces any. */
static bool write_file(const Request *r, const Document *out) {
    static const char *const SIGNS[] = {"", "{\"command\":", "<svg "};
    static const char *const KINDS[] = {"text", "JSON of this program", "picture (SVG)"};
    const char *reason;
    if (!atomic_write_replaces(r->file, SIGNS[r->form]))
        return output_error("%s: '%s' is there already and is no %s; give another file", r->name,
                            r->file, KINDS[r->form]);
    AtomicWrite *file = atomic_write_begin(r->file, &reason);
    if (file)
        fwrite(out->data, 1, out->length, atomic_write_stream(file));
    if (!file || !atomic_write_finish(file, &reason))
        return output_error("%s: '%s' cannot be written: %s; give another file", r->name, r->file,
                            reason);
    output_line("info string %s written to %s", r->name, r->file);
    return true;
}

/* Writes the answer to where it was asked for, and frees it and the notes. */
static bool answer(Request *r, Document *out) {
    const bool to_file = r->file[0] && !out->out_of_memory;
    const bool good = to_file ? write_file(r, out) : output_document(out);
    document_free(out);
    return good && (!r->notes.length || output_document(&r->notes));
}

bool query_map(Session *session, Tokens tokens) {
    Request *r = request("map", "map [text|json|svg [black] [FILE]] [fen FEN]", FORM_SVG);
    static void (*const MAKE[])(Document *, const Position *) = {map_text, map_json};
    Document out = {0};
    if (!read_request(session, r, tokens))
        return false;
    if (r->form == FORM_SVG)
        map_svg(&out, &r->pos, &r->view);
    else
        MAKE[r->form](&out, &r->pos);
    return answer(r, &out);
}

bool query_threats(Session *session, Tokens tokens) {
    Request *r = request("threats", "threats [text|json|svg [black] [FILE]] [fen FEN]", FORM_SVG);
    static void (*const MAKE[])(Document *, const Position *) = {threats_text, threats_json};
    Document out = {0};
    if (!read_request(session, r, tokens))
        return false;
    if (r->form == FORM_SVG)
        threats_svg(&out, &r->pos, &r->view);
    else
        MAKE[r->form](&out, &r->pos);
    return answer(r, &out);
}

bool query_evaluation(Session *session, Tokens tokens) {
    Request *r = request("eval", "eval [text|json|svg [black] [FILE]] [fen FEN]", FORM_SVG);
    static void (*const MAKE[])(Document *, const Position *, const Network *) = {evaluation_text,
                                                                                  evaluation_json};
    Document out = {0};
    if (!read_request(session, r, tokens))
        return false;
    const bool judged = judge_is_there(session);
    const Network *net = engine_network(session->engine);
    if (r->form == FORM_SVG)
        evaluation_svg(&out, &r->pos, &r->view, net);
    else
        MAKE[r->form](&out, &r->pos, net);
    return answer(r, &out) && judged;
}

bool query_attackers(Session *session, Tokens tokens) {
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
        attackers_json(&out, &r->pos, sq);
    else
        attackers_text(&out, &r->pos, sq);
    return answer(r, &out);
}

bool query_exchange(Session *session, Tokens tokens) {
    Request *r = request("see", "see MOVE [text|json [FILE]] [fen FEN]" MOVE_FORMS, FORM_JSON);
    const Token token = token_next(&tokens);
    Document out = {0};
    Move m;
    if (!read_request(session, r, tokens) || !read_move(r, token, &m))
        return false;
    if (r->form == FORM_JSON)
        exchange_json(&out, &r->pos, m);
    else
        exchange_text(&out, &r->pos, m);
    return answer(r, &out);
}

/* The position after a move, valid until the next call. */
static const Position *made(const Position *pos, Move m) {
    static Position after;
    position_copy(&after, pos);
    make_move(&after, m);
    return &after;
}

/* Takes `nodes N`, if it stands there. */
static bool read_nodes(const Request *r, Tokens *tokens, int64_t *nodes) {
    *nodes = MOVE_SEARCH_NODES;
    if (!token_take(tokens, "nodes"))
        return true;
    const Token token = token_next(tokens);
    return (token_number(token, nodes) && *nodes >= 0 && *nodes <= MOVE_SEARCH_NODES_MAX) ||
           complain(r, token, "is no number of nodes from 0 to 10000000");
}

/* Explains a move in the form that is wanted. */
static void explain(Request *r, Move m, const Network *net, const MoveWorth *worth, Document *out) {
    const Position *after = made(&r->pos, m);
    r->view.before = &r->pos;
    r->view.last = m;
    switch (r->form) {
    case FORM_TEXT:
        explain_text(out, &r->pos, after, m, net, worth);
        break;
    case FORM_JSON:
        explain_json(out, &r->pos, after, m, net, worth);
        break;
    case FORM_SVG:
        explain_svg(out, after, &r->view, worth);
        break;
    }
}

bool query_move(Session *session, Tokens tokens) {
    Request *r = request(
        "explain", "explain MOVE [nodes N] [text|json|svg [black] [FILE]] [fen FEN]" MOVE_FORMS,
        FORM_SVG);
    const Token token = token_next(&tokens);
    Document out = {0};
    MoveWorth worth;
    int64_t nodes;
    Move m;
    if (!read_nodes(r, &tokens, &nodes) || !read_request(session, r, tokens) ||
        !read_move(r, token, &m))
        return false;
    const bool searched =
        nodes > 0 && move_search(&r->pos, m, nodes, engine_judge(session->engine), &worth);
    const bool judged = judge_is_there(session);
    explain(r, m, engine_network(session->engine), searched ? &worth : NULL, &out);
    return answer(r, &out) && judged && (searched || !nodes);
}

bool query_deltas(Session *session, Tokens tokens) {
    Request *r = request("diff", "diff MOVE [fen FEN]" MOVE_FORMS, FORM_TEXT);
    const Token token = token_next(&tokens);
    Document out = {0};
    Move m;
    if (!read_request(session, r, tokens) || !read_move(r, token, &m))
        return false;
    diff_text(&out, &r->pos, made(&r->pos, m));
    return answer(r, &out);
}

bool query_fen(Session *session, Tokens tokens) {
    Request *r = request("validate", "validate FEN", FORM_TEXT);
    char fen[2 * FEN_SIZE];
    Document out = {0};
    token_take(&tokens, "fen");
    if (!tokens_join(&tokens, NULL, fen, sizeof fen))
        return output_error("validate: the FEN is too long");
    if (!*fen)
        return output_error("validate: there is no FEN; write validate FEN");
    const bool good = validate_text(&out, fen, engine_position(session->engine)->chess960);
    return answer(r, &out) && good;
}

/* Takes a threshold, given by name or as a cell. */
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
    if (!token.length || game_fen_begins(token) || token_is(token, "json") ||
        token_is(token, "text"))
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
                        "all, or an even cell from 0 to 104");
    *threshold = (Cell)number;
    return true;
}

bool query_captures(Session *session, Tokens tokens) {
    Request *r =
        request("captures", "captures [THRESHOLD] [text|json [FILE]] [fen FEN]", FORM_JSON);
    Document out = {0};
    Cell threshold;
    if (!read_threshold(r, &tokens, &threshold) || !read_request(session, r, tokens))
        return false;
    if (r->form == FORM_JSON)
        captures_json(&out, &r->pos, threshold);
    else
        captures_text(&out, &r->pos, threshold);
    return answer(r, &out);
}

bool query_lists(Session *session, Tokens tokens) {
    Request *r = request("lists", "lists [fen FEN]", FORM_TEXT);
    Document out = {0};
    if (!read_request(session, r, tokens))
        return false;
    lists_text(&out, &r->pos);
    return answer(r, &out);
}
