#include "api/player.h"

#include "board/make.h"
#include "core/bits.h"
#include "inspect/inspect.h"
#include "os/thread.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- limits ---------------------------------------------------------------------------------- */

/* A token of `go` that needs a number: the field for the number, and the range to which the number is
 * clamped; a time above the range is refused. A negative clock becomes 0 (no time left), since
 * LIMIT_NONE would mean no clock. */
typedef struct NumberToken {
    const char *name;
    size_t offset; /* within SearchLimits */
    int64_t min, max;
} NumberToken;

/* the greatest time in milliseconds, 30 years: sums of such times do not overflow */
#define TIME_MAX INT64_C(1000000000000)

static const NumberToken NUMBER_TOKENS[] = {
    {"wtime", offsetof(SearchLimits, clock[WHITE]), 0, TIME_MAX},
    {"btime", offsetof(SearchLimits, clock[BLACK]), 0, TIME_MAX},
    {"winc", offsetof(SearchLimits, increment[WHITE]), 0, TIME_MAX},
    {"binc", offsetof(SearchLimits, increment[BLACK]), 0, TIME_MAX},
    {"movestogo", offsetof(SearchLimits, movestogo), 0, 10000},
    {"movetime", offsetof(SearchLimits, movetime), 0, TIME_MAX},
    {"depth", offsetof(SearchLimits, depth), 1, MAX_PLY - 1},
    {"nodes", offsetof(SearchLimits, nodes), 1, INT64_MAX},
    {"softnodes", offsetof(SearchLimits, softnodes), 1, INT64_MAX},
    {"mate", offsetof(SearchLimits, mate), 1, MAX_PLY},
};
enum { NUMBER_TOKEN_COUNT = sizeof NUMBER_TOKENS / sizeof *NUMBER_TOKENS };

static int64_t *number_in(SearchLimits *limits, const NumberToken *token) {
    return (int64_t *)(void *)((char *)limits + token->offset);
}

static const NumberToken *find_number_token(Token token) {
    for (int i = 0; i < NUMBER_TOKEN_COUNT; i++)
        if (token_is(token, NUMBER_TOKENS[i].name))
            return &NUMBER_TOKENS[i];
    return NULL;
}

static bool is_go_token(Token token) {
    return find_number_token(token) || token_is(token, "infinite") || token_is(token, "ponder") ||
           token_is(token, "searchmoves");
}

/* Reads a number without its decimals: "1000.5" is 1000, ".5" is 0. */
static bool read_whole_number(Token token, int64_t *number) {
    const char *end = token.text + token.length, *point = memchr(token.text, '.', token.length);
    for (const char *digit = point ? point + 1 : end; digit < end; digit++)
        if (!isdigit((unsigned char)*digit))
            return false;
    *number = 0;
    return (point == token.text && token.length > 1) ||
           token_number((Token){token.text, (size_t)((point ? point : end) - token.text)}, number);
}

/* Reads the number after a token of `go`. Skips a word that stands in place of the number, unless
 * that word is a token of `go`. */
static bool take_number(const Player *player, Tokens *tokens, const NumberToken *token,
                        SearchLimits *limits) {
    const Token next = token_peek(*tokens);
    int64_t number;
    if (!next.length || is_go_token(next))
        return player_complain(player, "go: %s has no number; the rest is honoured", token->name);
    token_next(tokens);
    if (!read_whole_number(next, &number) || (token->max == TIME_MAX && number > TIME_MAX))
        return player_complain(player, "go: %s needs a number, not '%s'; the rest is honoured",
                               token->name, token_show(next).text);
    number = number < token->min ? token->min : number;
    *number_in(limits, token) = number > token->max ? token->max : number;
    return true;
}

/* True for a token that looks like a move in UCI, legal or not: "e2e4", "e7e8q". */
static bool looks_like_move(Token token) {
    if ((token.length != 4 && token.length != 5) || square_read(token.text) == SQUARE_NONE ||
        square_read(token.text + 2) == SQUARE_NONE)
        return false;
    return token.length == 4 || strchr("nbrqNBRQ", token.text[4]);
}

static void add_search_move(SearchLimits *limits, Move m) {
    for (int i = 0; i < limits->searchmoves_count; i++)
        if (limits->searchmoves[i] == m)
            return;
    limits->searchmoves[limits->searchmoves_count++] = m;
}

/* Reads the moves after searchmoves, up to the first token that does not look like a move. */
static bool take_search_moves(const Player *player, Tokens *tokens, SearchLimits *limits) {
    const Position *pos = engine_position(player->engine);
    bool good = true;
    for (Token token; looks_like_move(token = token_peek(*tokens));) {
        const Move m = move_input_uci(pos, token);
        if (m != MOVE_NONE)
            add_search_move(limits, m);
        else
            good =
                player_complain(player, "go: searchmoves: '%s' is not legal here%s; it is left out",
                                token_show(token).text, move_input_reason(pos, token).text);
        token_next(tokens);
    }
    if (!limits->searchmoves_count)
        return player_complain(player, "go: searchmoves has no legal move; all moves are searched");
    return good;
}

/* Makes the limits consistent: see go_read. `wanted` is true if a token of `go` needs a number. */
static void complete_limits(SearchLimits *limits, Color side, bool wanted) {
    const Color other = opponent(side);
    if (limits->movestogo == 0)
        limits->movestogo = LIMIT_NONE;
    if (limits->clock[side] != LIMIT_NONE || limits->movetime != LIMIT_NONE ||
        limits->depth != LIMIT_NONE || limits->nodes != LIMIT_NONE ||
        limits->softnodes != LIMIT_NONE || limits->mate != LIMIT_NONE)
        return;
    limits->clock[side] = limits->clock[other];
    limits->increment[side] = limits->increment[other];
    if (limits->clock[side] == LIMIT_NONE && wanted)
        limits->movetime = 0;
    else if (limits->clock[side] == LIMIT_NONE)
        limits->infinite = true;
}

bool go_read(const Player *player, Tokens tokens, SearchLimits *limits) {
    const Position *pos = engine_position(player->engine);
    bool good = true, wanted = false;
    *limits = limits_none();
    for (Token token; (token = token_next(&tokens)).length;) {
        const NumberToken *number_token = find_number_token(token);
        wanted |= number_token != NULL;
        if (number_token)
            good &= take_number(player, &tokens, number_token, limits);
        else if (token_is(token, "searchmoves"))
            good &= take_search_moves(player, &tokens, limits);
        else if (token_is(token, "infinite"))
            limits->infinite = true;
        else if (token_is(token, "ponder"))
            limits->ponder = true;
        else
            good = player_complain(player, "go: unknown token '%s'; the rest is honoured",
                                   token_show(token).text);
    }
    complete_limits(limits, pos->state->side, wanted);
    limits->analysis = player->analyse;
    return good;
}

void go_limits_text(Text *text, const SearchLimits *limits) {
    for (int i = 0; i < NUMBER_TOKEN_COUNT; i++) {
        int64_t number;
        memcpy(&number, (const char *)limits + NUMBER_TOKENS[i].offset, sizeof number);
        if (number != LIMIT_NONE)
            text_add(text, " %s %" PRId64, NUMBER_TOKENS[i].name, number);
    }
    text_add(text, "%s%s, %d searchmoves", limits->infinite ? " infinite" : "",
             limits->ponder ? " ponder" : "", limits->searchmoves_count);
}

bool go_from_book(const Player *player, const SearchLimits *limits) {
    if (!player->own_book || !player->book || player->json || limits->infinite || limits->ponder ||
        limits->mate != LIMIT_NONE || limits->searchmoves_count)
        return false;
    /* A number that differs from move to move and from game to game. */
    const uint64_t random = hash_multiply((uint64_t)clock_now());
    const Position *pos = engine_position(player->engine);
    const Move m = book_move(player->book, pos, player->best_book_move, random);
    if (m == MOVE_NONE)
        return false;
    char name[MOVE_TEXT_SIZE];
    move_write(pos, m, name);
    player_say(player, "info string book move");
    player_say(player, "bestmove %s", name);
    return true;
}

bool go_begin(Player *player, const SearchLimits *limits) {
    const bool judged = player_has_network(player);
    player->latest = (SearchInfo){0};
    player->mate_wanted = limits->mate;
    engine_go(player->engine, limits);
    return judged;
}

/* --- search text ----------------------------------------------------------------------------- */

uint64_t nodes_per_second(uint64_t nodes, int64_t milliseconds) {
    return nodes * 1000 / (uint64_t)(milliseconds > 0 ? milliseconds : 1);
}

PawnsText pawns_text(const State *root, Evaluation evaluation, int score) {
    PawnsText out;
    if (score_is_mate(score))
        snprintf(out.text, sizeof out.text, "%cM%d", score > 0 ? '+' : '-', abs(mate_moves(score)));
    else
        snprintf(out.text, sizeof out.text, "%+.2f",
                 wdl_centipawns(evaluation, score, wdl_material(root)) / 100.0);
    return out;
}

void add_moves(Text *text, const Position *root, const Move *moves, int count) {
    for (int i = 0; i < count; i++) {
        char name[MOVE_TEXT_SIZE];
        move_write(root, moves[i], name);
        text_add(text, " %s", name);
    }
}

void add_san(Text *text, Position *at, const Position *root, const Move *moves, int count) {
    position_copy(at, root);
    for (int i = 0; i < count; i++) {
        char name[SAN_SIZE];
        san_write(at, moves[i], name);
        text_add(text, " %s", name);
        make_move(at, moves[i]);
    }
}

/* --- search json ----------------------------------------------------------------------------- */

Json json_event_begin(Document *out, const char *event) {
    Json j = {.out = out};
    json_open(&j, NULL, '{');
    json_text(&j, "event", event);
    return j;
}

/* Adds a move as UCI writes it, or null for MOVE_NONE. */
static void json_move(Json *j, const char *key, const Position *root, Move m) {
    char name[MOVE_TEXT_SIZE];
    move_write(root, m, name);
    json_text_or_null(j, key, m == MOVE_NONE ? NULL : name);
}

/* Ends a JSON object, hands it to the listener, and frees it. */
static void say_json(const Player *player, Json *j) {
    json_close(j, '}');
    player_say(player, "%s",
               j->out->out_of_memory ? "info string error: not enough memory for the answer"
                                     : j->out->data);
    document_free(j->out);
}

static void json_info(const Player *player, const Position *root, const SearchInfo *info) {
    static const char *const BOUNDS[] = {"exact", "upper", "lower", "exact"};
    const WinChances wdl = wdl_of(info->evaluation, info->score, wdl_material(root->state));
    Document out = {0};
    Json j = json_event_begin(&out, "info");
    json_number(&j, "depth", info->depth);
    json_number(&j, "seldepth", info->seldepth);
    json_number(&j, "multipv", info->multipv);
    json_search_score(&j, root->state, info->evaluation, info->score);
    json_text(&j, "bound", BOUNDS[info->bound]);
    json_number(&j, "win", wdl.win);
    json_number(&j, "draw", wdl.draw);
    json_number(&j, "loss", wdl.loss);
    json_number(&j, "nodes", (int64_t)info->nodes);
    json_number(&j, "nps", (int64_t)nodes_per_second(info->nodes, info->time));
    json_number(&j, "hashfull", info->hashfull);
    json_number(&j, "tbhits", (int64_t)info->tbhits);
    json_number(&j, "milliseconds", info->time);
    json_open(&j, "line", '[');
    for (int i = 0; i < info->pv_length; i++)
        json_move(&j, NULL, root, info->pv[i]);
    json_close(&j, ']');
    say_json(player, &j);
}

static void json_done(const Player *player, const Position *root, Move best, Move ponder) {
    Document out = {0};
    Json j = json_event_begin(&out, "bestmove");
    json_move(&j, "move", root, best);
    json_move(&j, "ponder", root, ponder);
    say_json(player, &j);
}

/* --- as UCI ---------------------------------------------------------------------------------- */

/* Adds a score in normalised centipawns (see eval/wdl.h), with the chances of win, draw and loss if show_wdl
 * is set. */
static void add_score(Text *text, const State *root, const SearchInfo *info, bool show_wdl) {
    const int score = info->score, material = wdl_material(root);
    if (score_is_mate(score))
        text_add(text, " score mate %d", mate_moves(score));
    else
        text_add(text, " score cp %d", wdl_centipawns(info->evaluation, score, material));
    if (info->bound == BOUND_LOWER)
        text_add(text, " lowerbound");
    else if (info->bound == BOUND_UPPER)
        text_add(text, " upperbound");
    if (show_wdl) {
        const WinChances wdl = wdl_of(info->evaluation, score, material);
        text_add(text, " wdl %d %d %d", wdl.win, wdl.draw, wdl.loss);
    }
}

static void uci_info(const Player *player, const Position *root, const SearchInfo *info) {
    Text text;
    text_clear(&text);
    text_add(&text, "info depth %d", info->depth);
    if (info->depth > 0)
        text_add(&text, " seldepth %d multipv %d", info->seldepth, info->multipv);
    add_score(&text, root->state, info, player->show_wdl);
    text_add(&text,
             " nodes %" PRIu64 " nps %" PRIu64 " hashfull %d tbhits %" PRIu64 " time %" PRId64,
             info->nodes, nodes_per_second(info->nodes, info->time), info->hashfull, info->tbhits,
             info->time);
    if (info->pv_length > 0) {
        text_add(&text, " pv");
        add_moves(&text, root, info->pv, info->pv_length);
    }
    player_say(player, "%s", text.data);
}

static void uci_done(const Player *player, const Position *root, Move best, Move ponder) {
    if (best == MOVE_NONE) {
        player_say(player, "bestmove (none)");
        return;
    }
    Text text;
    text_clear(&text);
    text_add(&text, "bestmove");
    add_moves(&text, root, &best, 1);
    if (ponder != MOVE_NONE) {
        text_add(&text, " ponder");
        add_moves(&text, root, &ponder, 1);
    }
    player_say(player, "%s", text.data);
}

/* If `go mate N` has found no mate in N moves, tells the listener. */
static void print_missing_mate(const Player *player, Move best) {
    const int score = player->latest.score;
    if (player->mate_wanted == LIMIT_NONE || best == MOVE_NONE ||
        (score_is_mate(score) && score > 0 && mate_moves(score) <= player->mate_wanted))
        return;
    player_say(player, "info string no mate in %" PRId64 " found", player->mate_wanted);
}

/* --- reports --------------------------------------------------------------------------------- */

void lines_note(Player *player, const SearchInfo *info) {
    if (info->multipv > 1 || info->bound == BOUND_LOWER || info->bound == BOUND_UPPER)
        return;
    player->latest = *info;
    player->latest.pv = NULL;
}

void lines_info(Player *player, const Position *root, const SearchInfo *info) {
    (player->json ? json_info : uci_info)(player, root, info);
    lines_note(player, info);
}

void lines_current_move(const Player *player, const Position *root, int depth, Move m, int number) {
    if (player->json)
        return;
    char name[MOVE_TEXT_SIZE];
    move_write(root, m, name);
    player_say(player, "info depth %d currmove %s currmovenumber %d", depth, name, number);
}

void lines_done(const Player *player, const Position *root, Move best, Move ponder) {
    if (!player->json)
        print_missing_mate(player, best);
    (player->json ? json_done : uci_done)(player, root, best, ponder);
}
