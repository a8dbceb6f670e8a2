#include "api/player.h"

#include "board/fen.h"
#include "board/make.h"
#include "search/search.h"

#include <ctype.h>
#include <string.h>

void player_open(Player *player, Engine *engine) {
    player->engine = engine;
    player->elo = UCI_ELO_DEFAULT;
    player->skill_level = SKILL_LEVEL_MAX;
}

void player_close(Player *player) {
    engine_destroy(player->engine);
    book_close(player->book);
}

/* Formats a text and passes the text to `hear`, unless `hear` is NULL. */
static void tell(void (*hear)(void *context, const char *text), void *context, const char *format,
                 va_list arguments) {
    Text text;
    text_clear(&text);
    text_add_list(&text, format, arguments);
    if (hear)
        hear(context, text.data);
}

void player_say(const Player *player, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    tell(player->line, player->context, format, arguments);
    va_end(arguments);
}

bool player_complain(const Player *player, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    tell(player->error, player->context, format, arguments);
    va_end(arguments);
    return false;
}

bool player_has_network(const Player *player) {
    return !engine_lacks_network(player->engine) ||
           player_complain(player,
                           "the network inside this program is refused: %s; the classical "
                           "evaluation takes its place, which plays weaker; install the "
                           "program again, or set EvalFile",
                           network_embedded_fault());
}

/* --- move input ------------------------------------------------------------------------------ */

enum { SIZE = 16 }; /* bytes of a move's text; a longer text is not a move */

/* Returns the length of a move number at the beginning of a token, such as "12..." or "1.", or 0 if
 * the token has no number. */
static size_t number_length(Token token) {
    size_t digits = 0, dots = 0;
    while (digits < token.length && isdigit((unsigned char)token.text[digits]))
        digits++;
    while (digits + dots < token.length && token.text[digits + dots] == '.')
        dots++;
    return digits && dots ? digits + dots : 0;
}

/* True if a token is a move number alone: "1.", "12...". */
static bool move_input_is_number(Token token) {
    return token.length > 0 && number_length(token) == token.length;
}

Move move_input_uci(const Position *pos, Token token) {
    char text[MOVE_TEXT_SIZE] = "";
    if (token.length < sizeof text)
        memcpy(text, token.text, token.length);
    return move_read(pos, text);
}

/* Makes the letter of a piece in a move a capital. */
static void capitalize(char *text) {
    if (*text && strchr("nbrqk", *text))
        *text = (char)toupper((unsigned char)*text);
}

/* Copies a move without its number. If the move is too long, `text` becomes empty. */
static void copy_move(Token token, char text[SIZE]) {
    const size_t number = number_length(token), length = token.length - number;
    memset(text, 0, SIZE);
    if (length < SIZE)
        memcpy(text, token.text + number, length);
}

int move_input_read(const Position *pos, Token token, Move *m) {
    char text[SIZE];
    copy_move(token, text);
    const int count = san_read(pos, text, m);
    capitalize(text);
    return count ? count : san_read(pos, text, m);
}

MoveReason move_input_reason(const Position *pos, Token token) {
    MoveReason out = {": "};
    char text[SIZE], *reason = out.text + strlen(out.text);
    copy_move(token, text);
    const bool known = move_illegal(pos, text, reason);
    capitalize(text);
    if (!known && !move_illegal(pos, text, reason))
        *out.text = '\0';
    return out;
}

enum { FEN_TEXT_SIZE = 2 * FEN_SIZE }; /* bytes of a FEN's text; a longer FEN cannot be valid */

/* --- reading positions ------------------------------------------------------------------------ */

void game_report_left_out(const Player *player, const char *name, const char *fen,
                          Document *notes) {
    FenFault note;
    if (!fen_check(NULL, fen, &note) || !*note.reason)
        return;
    if (notes)
        document_add(notes, "info string %s: %s\n", name, note.reason);
    else
        player_say(player, "info string %s: %s", name, note.reason);
}

/* True if a token looks like the board of a FEN. Missing or bad ranks are allowed, so that the error names
 * the FEN and not the command. */
static bool is_board(Token token) {
    enum { SLASHES = 4 };
    int slashes = 0;
    for (size_t i = 0; i < token.length; i++) {
        const char c = token.text[i];
        if (!c || !(strchr("/12345678", c) || strchr(PIECE_LETTERS, c)))
            return false;
        slashes += c == '/';
    }
    return slashes >= SLASHES;
}

bool game_fen_begins(Token token) {
    return token_is(token, "fen") || is_board(token);
}

bool game_read_fen(const Player *player, Tokens tokens, const char *name, Position *pos,
                   Document *notes) {
    char fen[FEN_TEXT_SIZE], error[FEN_ERROR_SIZE];
    if (!token_take(&tokens, "fen") && !is_board(token_peek(tokens)))
        return player_complain(player, "%s: '%s' is not understood here", name,
                               token_show(token_peek(tokens)).text);
    if (!tokens_join(&tokens, NULL, fen, sizeof fen))
        return player_complain(player, "%s: the FEN is too long", name);
    if (!fen_parse(pos, fen, error, sizeof error))
        return player_complain(player, "%s: %s", name, error);
    game_report_left_out(player, name, fen, notes);
    return true;
}

/* --- the game --------------------------------------------------------------------------------- */

void game_remember(Player *player) {
    PlayedGame *game = &player->played;
    position_copy(&game->start, engine_position(player->engine));
    game->key = game->start.state->key;
    game->count = 0;
}

void game_play(Player *player, Move m) {
    PlayedGame *game = &player->played;
    engine_play(player->engine, m);
    if (game->count == PLAYED_MAX)
        return;
    game->moves[game->count++] = m;
    game->key = engine_position(player->engine)->state->key;
}

bool game_leads_to(const PlayedGame *game, const Position *pos) {
    return game->count > 0 && pos->state->key == game->key;
}

bool game_last_move(const Player *player, Position *before, Move *last) {
    const PlayedGame *game = &player->played;
    if (!game_leads_to(game, engine_position(player->engine)))
        return false;
    position_copy(before, &game->start);
    for (int i = 0; i + 1 < game->count; i++) {
        position_advance(before, game->moves[i]);
    }
    *last = game->moves[game->count - 1];
    return true;
}

/* Reads a move. A strict player accepts only UCI's notation. The text 0000 is a pass, which is
 * legal unless the side to move is in check. Returns the number of legal moves that the token
 * describes. */
static int read_move(const Player *player, const Position *pos, Token token, Move *m) {
    *m = MOVE_NULL;
    if (token_is(token, "0000"))
        return !checkers_of(pos->state, pos->state->side);
    if (!player->strict)
        return move_input_read(pos, token, m);
    *m = move_input_uci(pos, token);
    return *m != MOVE_NONE;
}

static bool play_moves(Player *player, Tokens tokens) {
    int number = 0;
    for (Token token; (token = token_next(&tokens)).length;) {
        Move m;
        if (!player->strict && move_input_is_number(token))
            continue;
        number++;
        const Position *pos = engine_position(player->engine);
        const int count = read_move(player, pos, token, &m);
        if (count != 1)
            return player_complain(
                player,
                "position: move %d, '%s', %s%s; the game stands before it, and go "
                "waits for a good position",
                number, token_show(token).text, count ? "could be several" : "is not legal",
                count ? "" : move_input_reason(pos, token).text);
        game_play(player, m);
    }
    return true;
}

bool game_set_up(Player *player, Tokens tokens) {
    char fen[FEN_TEXT_SIZE], error[FEN_ERROR_SIZE];
    const bool start = token_take(&tokens, "startpos");
    if (!start && !token_take(&tokens, "fen") && (player->strict || !is_board(token_peek(tokens))))
        return player_complain(
            player,
            "position: '%s' is neither startpos nor fen; write position startpos "
            "or position fen FEN, then moves ...",
            token_show(token_peek(tokens)).text);
    if (!tokens_join(&tokens, "moves", fen, sizeof fen))
        return player_complain(player, "position: the FEN is too long");
    if (start && *fen)
        return player_complain(player,
                               "position: '%s' after startpos; write position startpos moves ...",
                               token_show((Token){fen, strcspn(fen, " ")}).text);
    if (!engine_set_fen(player->engine, start ? FEN_START : fen, error, sizeof error))
        return player_complain(player, "position: %s; go waits for a good position", error);
    game_remember(player);
    if (!start)
        game_report_left_out(player, "position", fen, NULL);
    return !token_take(&tokens, "moves") || play_moves(player, tokens);
}

/* If the last `position` was refused, reports that the board does not show the refused position. */
static void warn_if_refused(const Player *player) {
    if (player->refused)
        player_say(player,
                   "info string the last position was refused; this is what stands on the board");
}

bool game_read_asked(const Player *player, Tokens tokens, const char *name, const char *usage,
                     Position *pos, Document *notes) {
    const Token token = token_peek(tokens);
    position_copy(pos, engine_position(player->engine));
    if (game_fen_begins(token))
        return game_read_fen(player, tokens, name, pos, notes);
    if (token.length)
        return player_complain(player, "%s: '%s' is not understood here; write %s", name,
                               token_show(token).text, usage);
    warn_if_refused(player);
    return true;
}
