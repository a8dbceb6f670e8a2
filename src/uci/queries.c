#include "uci/uci_internal.h"

#include "board/make.h"
#include "inspect/facts.h"
#include "inspect/motifs.h"
#include "uci/output.h"

#include <string.h>

/* --- move search ----------------------------------------------------------------------------- */

/* A debug build is a hundred times slower. */
#ifdef PANOPTES_VERIFY
enum { MOVE_SEARCH_NODES = 1000 };
#else
enum { MOVE_SEARCH_NODES = 100000 };
#endif
#define MOVE_SEARCH_NODES_MAX INT64_C(10000000)

enum { MEGABYTES = 4 };

/* Keeps the latest line. */
static void keep_line(void *context, const Position *root, const SearchInfo *info) {
    SearchedLine *line = context;
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

/* Searches all moves of the position, and then `m` alone, with half of `nodes` each, on a table of
 * its own; net: the network that judges, NULL for the classical evaluation. Returns false, after
 * saying so, if memory is short. Runs on the caller's thread, which is to be always the same. */
static bool move_search(const Position *pos, Move m, int64_t nodes, const Network *net,
                        MoveWorth *worth) {
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

/* --- reading queries ------------------------------------------------------------------------- */

static bool complain(const Query *q, Token token, const char *what) {
    return output_error("%s: '%s' %s; write %s", q->name, token_show(token).text, what, q->usage);
}

/* Takes the path of the file, which may hold blanks: all up to the FEN. */
static bool read_path(Query *q, Tokens *tokens) {
    Tokens path = *tokens;
    for (Token token; (token = token_peek(*tokens)).length && !game_fen_begins(token);)
        token_next(tokens);
    path.end = tokens->at;
    const Token first = token_peek(path);
    if (token_is(first, "startpos"))
        return complain(q, first, "is no file; send position startpos first, or give a FEN");
    return tokens_join(&path, NULL, q->file, sizeof q->file) ||
           complain(q, token_peek(path), "ends a path that is too long");
}

/* Takes the form, `black` behind `svg` and, up to the FEN, the path of the file. */
static bool read_form(Query *q, Tokens *tokens) {
    static const char *const FORMS[] = {"text", "json", "svg"};
    const Token token = token_peek(*tokens);
    q->form = FORM_TEXT;
    q->file[0] = '\0';
    if (!token.length || game_fen_begins(token))
        return true;
    Form form = FORM_TEXT;
    while (form <= q->last_form && !token_take(tokens, FORMS[form]))
        form++;
    if (form > q->last_form)
        return complain(q, token, "is not understood here");
    q->form = form;
    q->view.bottom = form == FORM_SVG && token_take(tokens, "black") ? BLACK : WHITE;
    return read_path(q, tokens);
}

/* Reads the rest of the line, after the command's own arguments. */
static bool read_query(Session *session, Tokens tokens) {
    Query *q = &session->query;
    if (q->last_form > FORM_TEXT && !read_form(q, &tokens))
        return false;
    if (!token_peek(tokens).length && game_last_move(session, &q->before, &q->view.last))
        q->view.before = &q->before;
    return game_read_asked(session, tokens, q->name, q->usage, &q->asked,
                           q->form == FORM_JSON ? &q->notes : NULL);
}

/* Begins a query. */
static Query *begin_query(Session *session, const char *name, const char *usage, Form last_form) {
    Query *q = &session->query;
    q->name = name;
    q->usage = usage;
    q->last_form = last_form;
    q->form = FORM_TEXT;
    q->file[0] = '\0';
    q->view = (View){.bottom = WHITE};
    document_free(&q->notes);
    return q;
}

#define MOVE_FORMS ", the move as in e2e4, e7e8q or Nf3"

/* Reads a token as a legal move of a position. */
static bool read_move(const Query *q, const Position *pos, Token token, Move *m) {
    const int count = move_input_read(pos, token, m);
    if (count == 1)
        return true;
    char what[ILLEGAL_SIZE + 32];
    snprintf(what, sizeof what, "is no legal move there%s", move_input_reason(pos, token).text);
    return complain(q, token, count ? "could be several moves there" : what);
}

/* --- answering ----------------------------------------------------------------------------- */

/* Writes the answer to the file that was asked for. What it holds may be replaced if it is empty or
 * an answer of the same form; a text replaces any. */
static bool write_file(const Query *q, const Document *out) {
    static const char *const SIGNS[] = {"", "{\"command\":", "<svg "};
    static const char *const OTHERS[] = {"", "it is there already and is no JSON of this program",
                                         "it is there already and is no picture (SVG)"};
    const char *reason = atomic_write_fault(q->file, SIGNS[q->form], OTHERS[q->form]);
    AtomicWrite *file = reason ? NULL : atomic_write_begin(q->file, &reason);
    if (file)
        fwrite(out->data, 1, out->length, atomic_write_stream(file));
    if (!file || !atomic_write_finish(file, &reason))
        return output_error("%s: '%s' cannot be written: %s; give another file", q->name, q->file,
                            reason);
    output_line("info string %s written to %s", q->name, q->file);
    return true;
}

/* Writes the answer to where it was asked for, and frees it and the notes. */
static bool answer(Query *q, Document *out) {
    const bool to_file = q->file[0] && !out->out_of_memory;
    const bool good = to_file ? write_file(q, out) : output_document(out);
    document_free(out);
    return good && (!q->notes.length || output_document(&q->notes));
}

typedef void Maker(Document *out, const Position *pos);

/* Answers by a function for each form. */
static bool answer_by(Session *session, Tokens tokens, Maker *text, Maker *json,
                      void (*svg)(Document *out, const Position *pos, const View *view)) {
    Query *q = &session->query;
    Document out = {0};
    if (!read_query(session, tokens))
        return false;
    if (q->form == FORM_SVG)
        svg(&out, &q->asked, &q->view);
    else
        (q->form == FORM_JSON ? json : text)(&out, &q->asked);
    return answer(q, &out);
}

bool query_map(Session *session, Tokens tokens) {
    begin_query(session, "map", "map [text|json|svg [black] [FILE]] [fen FEN]", FORM_SVG);
    return answer_by(session, tokens, map_text, map_json, map_svg);
}

bool query_threats(Session *session, Tokens tokens) {
    begin_query(session, "threats", "threats [text|json|svg [black] [FILE]] [fen FEN]", FORM_SVG);
    return answer_by(session, tokens, threats_text, threats_json, threats_svg);
}

bool query_evaluation(Session *session, Tokens tokens) {
    Query *q =
        begin_query(session, "eval", "eval [text|json|svg [black] [FILE]] [fen FEN]", FORM_SVG);
    static void (*const MAKE[])(Document *, const Position *, const Network *) = {evaluation_text,
                                                                                  evaluation_json};
    Document out = {0};
    if (!read_query(session, tokens))
        return false;
    const bool judged = check_network(session);
    const Network *net = engine_network(session->engine);
    if (q->form == FORM_SVG)
        evaluation_svg(&out, &q->asked, &q->view, net);
    else
        MAKE[q->form](&out, &q->asked, net);
    return answer(q, &out) && judged;
}

bool query_attackers(Session *session, Tokens tokens) {
    Query *q =
        begin_query(session, "attackers", "attackers SQ [text|json [FILE]] [fen FEN]", FORM_JSON);
    const Token token = token_next(&tokens);
    Document out = {0};
    if (token.length != 2 || token.text[0] < 'a' || token.text[0] > 'h' || token.text[1] < '1' ||
        token.text[1] > '8')
        return complain(q, token, "is no square such as e4");
    if (!read_query(session, tokens))
        return false;
    const Square sq = square_at(token.text[0] - 'a', token.text[1] - '1');
    if (q->form == FORM_JSON)
        attackers_json(&out, &q->asked, sq);
    else
        attackers_text(&out, &q->asked, sq);
    return answer(q, &out);
}

bool query_exchange(Session *session, Tokens tokens) {
    Query *q =
        begin_query(session, "see", "see MOVE [text|json [FILE]] [fen FEN]" MOVE_FORMS, FORM_JSON);
    const Token token = token_next(&tokens);
    Document out = {0};
    Move m;
    if (!read_query(session, tokens) || !read_move(q, &q->asked, token, &m))
        return false;
    if (q->form == FORM_JSON)
        exchange_json(&out, &q->asked, m);
    else
        exchange_text(&out, &q->asked, m);
    return answer(q, &out);
}

/* The position after a move of the one asked about, until the next call. */
static const Position *made(Query *q, Move m) {
    position_copy(&q->after, &q->asked);
    make_move(&q->after, m);
    return &q->after;
}

/* Takes `nodes N`, if it stands there. */
static bool read_nodes(const Query *q, Tokens *tokens, int64_t *nodes) {
    *nodes = MOVE_SEARCH_NODES;
    if (!token_take(tokens, "nodes"))
        return true;
    const Token token = token_next(tokens);
    return (token_number(token, nodes) && *nodes >= 0 && *nodes <= MOVE_SEARCH_NODES_MAX) ||
           complain(q, token, "is no number of nodes from 0 to 10000000");
}

/* Explains a move in the form that is wanted. */
static void explain(Query *q, Move m, const Network *net, const MoveWorth *worth, Document *out) {
    const Position *after = made(q, m);
    q->view.before = &q->asked;
    q->view.last = m;
    switch (q->form) {
    case FORM_TEXT:
        explain_text(out, &q->asked, after, m, net, worth);
        break;
    case FORM_JSON:
        explain_json(out, &q->asked, after, m, net, worth);
        break;
    case FORM_SVG:
        explain_svg(out, after, &q->view, worth);
        break;
    }
}

bool query_move(Session *session, Tokens tokens) {
    Query *q = begin_query(
        session, "explain",
        "explain MOVE [nodes N] [text|json|svg [black] [FILE]] [fen FEN]" MOVE_FORMS, FORM_SVG);
    const Token token = token_next(&tokens);
    Document out = {0};
    MoveWorth worth;
    int64_t nodes;
    Move m;
    if (!read_nodes(q, &tokens, &nodes) || !read_query(session, tokens) ||
        !read_move(q, &q->asked, token, &m))
        return false;
    const bool searched =
        nodes > 0 && move_search(&q->asked, m, nodes, engine_judge(session->engine), &worth);
    const bool judged = check_network(session);
    explain(q, m, engine_network(session->engine), searched ? &worth : NULL, &out);
    return answer(q, &out) && judged && (searched || !nodes);
}

/* Reads a line of legal moves from the position asked about. Returns how many, 0 after a complaint. */
static int read_line(Query *q, Tokens tokens, Move line[MOTIF_LINE_PLIES]) {
    int count = 0;
    position_copy(&q->after, &q->asked);
    do {
        const Token token = token_next(&tokens);
        if (count == MOTIF_LINE_PLIES)
            return complain(q, token, "is one move too many") ? count : 0;
        if (!read_move(q, &q->after, token, &line[count]))
            return 0;
        make_move(&q->after, line[count++]);
    } while (token_peek(tokens).length);
    position_copy(&q->after, &q->asked);
    return count;
}

bool query_motifs(Session *session, Tokens tokens) {
    Query *q = begin_query(session, "motifs",
                           "motifs MOVE ... [text|json [FILE]] [fen FEN]" MOVE_FORMS, FORM_JSON);
    Tokens moves = tokens;
    Move line[MOTIF_LINE_PLIES];
    Document out = {0};
    for (Token token; (token = token_peek(tokens)).length && !game_fen_begins(token) &&
                      !token_is(token, "text") && !token_is(token, "json");)
        token_next(&tokens);
    moves.end = tokens.at;
    if (!read_query(session, tokens))
        return false;
    const int count = read_line(q, moves, line);
    if (!count)
        return false;
    (q->form == FORM_JSON ? motifs_json : motifs_text)(&out, &q->after, line, count);
    return answer(q, &out);
}

bool query_facts(Session *session, Tokens tokens) {
    Query *q = begin_query(session, "facts", "facts [MOVE] [text|json [FILE]] [fen FEN]" MOVE_FORMS,
                           FORM_JSON);
    const Token token = token_peek(tokens);
    const bool of_move = token.length && !game_fen_begins(token) && !token_is(token, "text") &&
                         !token_is(token, "json");
    Document out = {0};
    Move m = MOVE_NONE;
    if (of_move)
        token_next(&tokens);
    if (!read_query(session, tokens) || (of_move && !read_move(q, &q->asked, token, &m)))
        return false;
    position_copy(&q->after, &q->asked);
    (q->form == FORM_JSON ? facts_json : facts_text)(&out, &q->after, m);
    return answer(q, &out);
}

bool query_deltas(Session *session, Tokens tokens) {
    Query *q = begin_query(session, "diff", "diff MOVE [fen FEN]" MOVE_FORMS, FORM_TEXT);
    const Token token = token_next(&tokens);
    Document out = {0};
    Move m;
    if (!read_query(session, tokens) || !read_move(q, &q->asked, token, &m))
        return false;
    diff_text(&out, &q->asked, made(q, m));
    return answer(q, &out);
}

bool query_fen(Session *session, Tokens tokens) {
    Query *q = begin_query(session, "validate", "validate FEN", FORM_TEXT);
    char fen[2 * FEN_SIZE];
    Document out = {0};
    token_take(&tokens, "fen");
    if (!tokens_join(&tokens, NULL, fen, sizeof fen))
        return output_error("validate: the FEN is too long");
    if (!*fen)
        return output_error("validate: there is no FEN; write validate FEN");
    const bool good = validate_text(&out, fen, engine_position(session->engine)->chess960);
    return answer(q, &out) && good;
}

/* Takes a threshold, given by name or as a cell. */
static bool read_threshold(const Query *q, Tokens *tokens, Cell *threshold) {
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
        return complain(q, token,
                        "is no threshold: nothing, queens, rooks, pieces, prepromoted, "
                        "all, or an even cell from 0 to 104");
    *threshold = (Cell)number;
    return true;
}

bool query_captures(Session *session, Tokens tokens) {
    Query *q = begin_query(session, "captures", "captures [THRESHOLD] [text|json [FILE]] [fen FEN]",
                           FORM_JSON);
    Document out = {0};
    Cell threshold;
    if (!read_threshold(q, &tokens, &threshold) || !read_query(session, tokens))
        return false;
    if (q->form == FORM_JSON)
        captures_json(&out, &q->asked, threshold);
    else
        captures_text(&out, &q->asked, threshold);
    return answer(q, &out);
}

bool query_lists(Session *session, Tokens tokens) {
    begin_query(session, "lists", "lists [fen FEN]", FORM_TEXT);
    return answer_by(session, tokens, lists_text, NULL, NULL);
}
