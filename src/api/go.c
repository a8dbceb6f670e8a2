#include "api/go.h"

#include "api/game.h"
#include "core/bits.h"
#include "os/thread.h"

#include <ctype.h>
#include <inttypes.h>
#include <string.h>

/* The tokens of `go` that a number follows: where it goes, and the range it is clamped to. A clock
 * below 0 counts as 0, which means no time left; LIMIT_NONE means no clock. */
typedef struct NumberToken {
    const char *name;
    size_t offset; /* within SearchLimits */
    int64_t min, max;
} NumberToken;

#define TIME_MAX INT64_C(1000000000000) /* 30 years; leaves room to calculate with */

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

/* Reads a number and ignores its decimals: "1000.5" is 1000, ".5" is 0. */
static bool read_whole_number(Token token, int64_t *number) {
    const char *end = token.text + token.length, *point = memchr(token.text, '.', token.length);
    for (const char *digit = point ? point + 1 : end; digit < end; digit++)
        if (!isdigit((unsigned char)*digit))
            return false;
    *number = 0;
    return (point == token.text && token.length > 1) ||
           token_number((Token){token.text, (size_t)((point ? point : end) - token.text)}, number);
}

/* Takes the number that belongs to a token of `go`, or what stands in its place unless that is
 * another token of `go`. */
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

/* True for a token of the shape of a move: "e2e4", "e7e8q", legal or not. */
static bool looks_like_move(Token token) {
    if (token.length != 4 && token.length != 5)
        return false;
    for (int i = 0; i < 4; i += 2)
        if (token.text[i] < 'a' || token.text[i] > 'h' || token.text[i + 1] < '1' ||
            token.text[i + 1] > '8')
            return false;
    return token.length == 4 || strchr("nbrqNBRQ", token.text[4]);
}

static void add_search_move(SearchLimits *limits, Move m) {
    for (int i = 0; i < limits->searchmoves_count; i++)
        if (limits->searchmoves[i] == m)
            return;
    limits->searchmoves[limits->searchmoves_count++] = m;
}

/* Takes the moves after searchmoves, up to the first token that does not look like a move. */
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

/* Makes the limits consistent: see go_read. `wanted`: some limit was given, though it may have had no
 * number. */
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
    /* Different from move to move and from game to game. */
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
