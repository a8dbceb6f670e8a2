#include "api/question.h"

#include "api/player.h"
#include "board/fen.h"
#include "board/make.h"
#include "inspect/facts.h"
#include "inspect/motifs.h"
#include "moves/captures.h"
#include "moves/generate.h"
#include "moves/notation.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- move search ----------------------------------------------------------------------------- */

/* The default number of nodes of a search that answers a question. A debug build searches a hundred
 * times slower, so it searches fewer nodes. */
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

/* Searches all moves of a position, or the move `only` alone if `only` is not MOVE_NONE. */
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

/* A search for one question, with a table of its own. */
typedef struct OwnSearch {
    SearchReporter reporter;
    Table table;
    Search *search;
} OwnSearch;

static void own_search_end(OwnSearch *own) {
    search_free(own->search);
    table_free(&own->table);
}

/* Makes the search, which own_search_end frees. Returns false, after a complaint, if memory is short. */
static bool own_search_begin(const Question *q, OwnSearch *own) {
    *own = (OwnSearch){.reporter = {.info = keep_line}};
    if (table_resize(&own->table, MEGABYTES) > 0)
        own->search = search_create(&own->table, &own->reporter);
    if (own->search) {
        search_set_network(own->search, engine_judge(q->player->engine));
        return true;
    }
    own_search_end(own);
    return player_complain(q->player, "%s: not enough memory to search", q->name);
}

/* Searches all moves of the position asked about, then `m` alone, each with half of `nodes`. Returns false,
 * after a complaint, if memory is short. */
static bool move_search(const Question *q, Move m, int64_t nodes, MoveWorth *worth) {
    OwnSearch own;
    const int64_t half = nodes > 1 ? nodes / 2 : 1;
    if (!own_search_begin(q, &own))
        return false;
    *worth = (MoveWorth){0};
    search_line(own.search, &own.reporter, &q->asked, MOVE_NONE, half, &worth->best, worth);
    search_line(own.search, &own.reporter, &q->asked, m, half, &worth->own, worth);
    own_search_end(&own);
    return true;
}

/* --- reading queries ------------------------------------------------------------------------- */

static bool complain(const Question *q, Token token, const char *what) {
    return player_complain(q->player, "%s: '%s' %s; write %s", q->name, token_show(token).text,
                           what, q->usage);
}

/* Reads the path of the file: between quotes, or all tokens up to the FEN, since a path may contain blanks. */
static bool read_path(Question *q, Tokens *tokens) {
    Tokens path = *tokens;
    const Token first = token_peek(path);
    if (first.length && *first.text == '"') {
        char *copy = token_take_quoted(tokens);
        const int length = copy ? snprintf(q->file, sizeof q->file, "%s", copy) : 0;
        free(copy);
        return (length > 0 && length < (int)sizeof q->file) ||
               complain(q, first, "is no path, or is too long");
    }
    for (Token token; (token = token_peek(*tokens)).length && !game_fen_begins(token);)
        token_next(tokens);
    path.end = tokens->at;
    if (token_is(first, "startpos"))
        return complain(q, first, "is no file; send position startpos first, or give a FEN");
    if (token_is(first, "nodes"))
        return complain(q, first, "stands before text, json or svg");
    return tokens_join(&path, NULL, q->file, sizeof q->file) ||
           complain(q, token_peek(path), "ends a path that is too long");
}

/* Reads the form of the answer, `black` if the form is `svg`, and the path of the file. Stops at a
 * FEN. */
static bool read_form(Question *q, Tokens *tokens) {
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

/* Reads the part of the line that all questions share: form, file and position. */
static bool read_question(Question *q, Tokens tokens) {
    if (q->last_form > FORM_TEXT && !read_form(q, &tokens))
        return false;
    if (!token_peek(tokens).length && game_last_move(q->player, &q->before, &q->view.last))
        q->view.before = &q->before;
    return game_read_asked(q->player, tokens, q->name, q->usage, &q->asked,
                           q->form == FORM_JSON ? &q->notes : NULL);
}

/* Reads a token as a legal move of a position. */
static bool read_move(const Question *q, const Position *pos, Token token, Move *m) {
    const int count = move_input_read(pos, token, m);
    if (count == 1)
        return true;
    char what[ILLEGAL_SIZE + 32];
    snprintf(what, sizeof what, "is no legal move there%s", move_input_reason(pos, token).text);
    return complain(q, token, count ? "could be several moves there" : what);
}

/* --- answering ----------------------------------------------------------------------------- */

/* Answers `map`, `threats` or `lists` by the question's functions for text, JSON and SVG. */
static bool ask_by(Question *q, Tokens tokens, void (*text)(Document *, const Position *),
                   void (*json)(Document *, const Position *),
                   void (*svg)(Document *, const Position *, const View *)) {
    if (!read_question(q, tokens))
        return false;
    if (q->form == FORM_SVG)
        svg(&q->answer, &q->asked, &q->view);
    else
        (q->form == FORM_JSON ? json : text)(&q->answer, &q->asked);
    return true;
}

static bool ask_map(Question *q, Tokens tokens) {
    return ask_by(q, tokens, map_text, map_json, map_svg);
}

static bool ask_threats(Question *q, Tokens tokens) {
    return ask_by(q, tokens, threats_text, threats_json, threats_svg);
}

static bool ask_legal(Question *q, Tokens tokens) {
    MoveList moves = {.count = 0};
    if (!read_question(q, tokens))
        return false;
    legal_moves(&q->asked, &moves);
    (q->form == FORM_JSON ? order_json : order_text)(&q->answer, &q->asked, &moves, NULL);
    return true;
}

static bool ask_lists(Question *q, Tokens tokens) {
    return ask_by(q, tokens, lists_text, lists_json, NULL);
}

/* Answers `d`: the board and the state of the game. */
static bool ask_board(Question *q, Tokens tokens) {
    const Player *player = q->player;
    Document *out = &q->answer;
    char fen[FEN_SIZE];
    if (!read_question(q, tokens))
        return false;
    const State *s = q->asked.state;
    fen_write(&q->asked, fen);
    board_text(out, &q->asked, q->color);
    document_add(out, "\nFEN: %s\nKey: %016" PRIX64 "\nSide to move: %s\nCheckers: ", fen, s->key,
                 color_name(s->side));
    pieces_text(out, s, checkers_of(s, s->side));
    document_add(out, "\n");
    if (game_leads_to(&player->played, &q->asked))
        moves_text(out, &player->played.start, player->played.moves, player->played.count);
    game_text(out, &q->asked);
    return true;
}

static bool ask_evaluation(Question *q, Tokens tokens) {
    if (!read_question(q, tokens))
        return false;
    const bool judged = player_has_network(q->player);
    const Network *net = engine_network(q->player->engine);
    if (q->form == FORM_SVG)
        evaluation_svg(&q->answer, &q->asked, &q->view, net);
    else
        (q->form == FORM_JSON ? evaluation_json : evaluation_text)(&q->answer, &q->asked, net);
    return judged;
}

static bool ask_attackers(Question *q, Tokens tokens) {
    const Token token = token_next(&tokens);
    const Square sq = token.length == 2 ? square_read(token.text) : SQUARE_NONE;
    if (sq == SQUARE_NONE)
        return complain(q, token, "is no square such as e4");
    if (!read_question(q, tokens))
        return false;
    (q->form == FORM_JSON ? attackers_json : attackers_text)(&q->answer, &q->asked, sq);
    return true;
}

static bool ask_exchange(Question *q, Tokens tokens) {
    const Token token = token_next(&tokens);
    Move m;
    if (!read_question(q, tokens) || !read_move(q, &q->asked, token, &m))
        return false;
    (q->form == FORM_JSON ? exchange_json : exchange_text)(&q->answer, &q->asked, m);
    return true;
}

/* Returns the position asked about after a move, valid until the next call. */
static const Position *made(Question *q, Move m) {
    position_copy(&q->after, &q->asked);
    make_move(&q->after, m);
    return &q->after;
}

/* Reads `nodes N`. If the tokens are missing, *nodes becomes the default. */
static bool read_nodes(const Question *q, Tokens *tokens, int64_t *nodes) {
    *nodes = MOVE_SEARCH_NODES;
    if (!token_take(tokens, "nodes"))
        return true;
    const Token token = token_next(tokens);
    return (token_number(token, nodes) && *nodes >= 0 && *nodes <= MOVE_SEARCH_NODES_MAX) ||
           complain(q, token, "is no number of nodes from 0 to 10000000");
}

static bool ask_move(Question *q, Tokens tokens) {
    const Token token = token_next(&tokens);
    MoveWorth worth;
    int64_t nodes;
    Move m;
    if (!read_nodes(q, &tokens, &nodes) || !read_question(q, tokens) ||
        !read_move(q, &q->asked, token, &m))
        return false;
    const bool searched = nodes > 0 && move_search(q, m, nodes, &worth);
    const bool judged = player_has_network(q->player);
    const Network *net = engine_network(q->player->engine);
    const MoveWorth *found = searched ? &worth : NULL;
    const Position *after = made(q, m);
    q->view.before = &q->asked;
    q->view.last = m;
    if (q->form == FORM_SVG)
        explain_svg(&q->answer, after, &q->view, found);
    else
        (q->form == FORM_JSON ? explain_json : explain_text)(&q->answer, &q->asked, after, m, net,
                                                             found);
    return judged && (searched || !nodes);
}

static bool ask_order(Question *q, Tokens tokens) {
    MoveList moves = {.count = 0};
    const char *stages[MOVE_LIMIT];
    MoveWorth worth = {0};
    OwnSearch own;
    int64_t nodes;
    if (!read_nodes(q, &tokens, &nodes) || !read_question(q, tokens) || !own_search_begin(q, &own))
        return false;
    search_line(own.search, &own.reporter, &q->asked, MOVE_NONE, nodes ? nodes : 1, &worth.best,
                &worth);
    search_order(own.search, &moves, stages);
    own_search_end(&own);
    (q->form == FORM_JSON ? order_json : order_text)(&q->answer, &q->asked, &moves, stages);
    return true;
}

/* Reads a line of legal moves from the position asked about. Returns the number of moves, 0 after a
 * complaint. */
static int read_line(Question *q, Tokens tokens, Move line[MOTIF_LINE_PLIES]) {
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

/* True if the moves of the question `motifs` end before this token: the token is `text` or `json`,
 * begins a FEN, or is the empty token at the end of the line. */
static bool ends_moves(Token token) {
    return !token.length || game_fen_begins(token) || token_is(token, "text") ||
           token_is(token, "json");
}

static bool ask_motifs(Question *q, Tokens tokens) {
    Tokens moves = tokens;
    Move line[MOTIF_LINE_PLIES];
    while (!ends_moves(token_peek(tokens)))
        token_next(&tokens);
    moves.end = tokens.at;
    if (!read_question(q, tokens))
        return false;
    const int count = read_line(q, moves, line);
    if (count)
        (q->form == FORM_JSON ? motifs_json : motifs_text)(&q->answer, &q->after, line, count);
    return count > 0;
}

static bool ask_facts(Question *q, Tokens tokens) {
    const Token token = token_peek(tokens);
    const bool of_move = !ends_moves(token);
    Move m = MOVE_NONE;
    if (of_move)
        token_next(&tokens);
    if (!read_question(q, tokens) || (of_move && !read_move(q, &q->asked, token, &m)))
        return false;
    position_copy(&q->after, &q->asked);
    (q->form == FORM_JSON ? facts_json : facts_text)(&q->answer, &q->after, m);
    return true;
}

static bool ask_deltas(Question *q, Tokens tokens) {
    const Token token = token_next(&tokens);
    Move m;
    if (!read_question(q, tokens) || !read_move(q, &q->asked, token, &m))
        return false;
    (q->form == FORM_JSON ? diff_json : diff_text)(&q->answer, &q->asked, made(q, m));
    return true;
}

static bool ask_fen(Question *q, Tokens tokens) {
    char fen[2 * FEN_SIZE];
    token_take(&tokens, "fen");
    if (!tokens_join(&tokens, NULL, fen, sizeof fen))
        return player_complain(q->player, "validate: the FEN is too long");
    if (!*fen)
        return player_complain(q->player, "validate: there is no FEN; write validate FEN");
    return validate_text(&q->answer, fen, engine_position(q->player->engine)->chess960);
}

/* Reads a threshold, which is a name or a cell. Without a threshold, *threshold becomes
 * THRESHOLD_ALL. */
static bool read_threshold(const Question *q, Tokens *tokens, Cell *threshold) {
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
    if (ends_moves(token))
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

static bool ask_captures(Question *q, Tokens tokens) {
    Cell threshold;
    if (!read_threshold(q, &tokens, &threshold) || !read_question(q, tokens))
        return false;
    (q->form == FORM_JSON ? captures_json : captures_text)(&q->answer, &q->asked, threshold);
    return true;
}

/* --- the questions --------------------------------------------------------------------------- */

#define MOVE_FORMS ", the move as in e2e4, e7e8q or Nf3"

static const struct {
    const char *name, *usage;
    Form last_form; /* the question accepts the forms FORM_TEXT to last_form */
    bool (*ask)(Question *q, Tokens tokens);
} QUESTIONS[] = {
    {"d", "d [fen FEN]", FORM_TEXT, ask_board},
    {"map", "map [text|json|svg [black] [FILE]] [fen FEN]", FORM_SVG, ask_map},
    {"threats", "threats [text|json|svg [black] [FILE]] [fen FEN]", FORM_SVG, ask_threats},
    {"eval", "eval [text|json|svg [black] [FILE]] [fen FEN]", FORM_SVG, ask_evaluation},
    {"attackers", "attackers SQ [text|json [FILE]] [fen FEN]", FORM_JSON, ask_attackers},
    {"see", "see MOVE [text|json [FILE]] [fen FEN]" MOVE_FORMS, FORM_JSON, ask_exchange},
    {"explain", "explain MOVE [nodes N] [text|json|svg [black] [FILE]] [fen FEN]" MOVE_FORMS,
     FORM_SVG, ask_move},
    {"motifs", "motifs MOVE ... [text|json [FILE]] [fen FEN]" MOVE_FORMS, FORM_JSON, ask_motifs},
    {"facts", "facts [MOVE] [text|json [FILE]] [fen FEN]" MOVE_FORMS, FORM_JSON, ask_facts},
    {"moves", "moves [text|json [FILE]] [fen FEN]", FORM_JSON, ask_legal},
    {"order", "order [nodes N] [text|json [FILE]] [fen FEN]", FORM_JSON, ask_order},
    {"diff", "diff MOVE [text|json [FILE]] [fen FEN]" MOVE_FORMS, FORM_JSON, ask_deltas},
    {"captures", "captures [THRESHOLD] [text|json [FILE]] [fen FEN]", FORM_JSON, ask_captures},
    {"lists", "lists [text|json [FILE]] [fen FEN]", FORM_JSON, ask_lists},
    {"validate", "validate FEN", FORM_TEXT, ask_fen},
};

bool question_ask(Question *q, Tokens tokens) {
    const Token name = token_next(&tokens);
    for (size_t i = 0; i < sizeof QUESTIONS / sizeof *QUESTIONS; i++) {
        if (!token_is(name, QUESTIONS[i].name))
            continue;
        q->name = QUESTIONS[i].name;
        q->usage = QUESTIONS[i].usage;
        q->last_form = QUESTIONS[i].last_form;
        return QUESTIONS[i].ask(q, tokens);
    }
    Text names;
    text_clear(&names);
    for (size_t i = 0; i < sizeof QUESTIONS / sizeof *QUESTIONS; i++)
        text_add(&names, "%s%s", i ? ", " : "", QUESTIONS[i].name);
    return player_complain(q->player, "no question '%s'; ask one of %s", token_show(name).text,
                           names.data);
}

void question_free(Question *q) {
    document_free(&q->answer);
    document_free(&q->notes);
}
