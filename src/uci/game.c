#include "board/make.h"
#include "postmortem/postmortem.h"
#include "selfcheck/verify.h"
#include "uci/output.h"
#include "uci/uci_internal.h"

#include <ctype.h>
#include <inttypes.h>
#include <string.h>

/* --- move input ------------------------------------------------------------------------------ */

enum { SIZE = 16 }; /* a longer text is no move */

/* How many characters at its beginning number a move: "12...", "1.". */
static size_t number_length(Token token) {
    size_t digits = 0, dots = 0;
    while (digits < token.length && isdigit((unsigned char)token.text[digits]))
        digits++;
    while (digits + dots < token.length && token.text[digits + dots] == '.')
        dots++;
    return digits && dots ? digits + dots : 0;
}

/* True for the number of a move that stands alone: "1.", "12...". */
static bool move_input_is_number(Token token) {
    return token.length > 0 && number_length(token) == token.length;
}

Move move_input_uci(const Position *pos, Token token) {
    char text[MOVE_TEXT_SIZE] = "";
    if (token.length < sizeof text)
        memcpy(text, token.text, token.length);
    return move_read(pos, text);
}

/* Writes the letter of a piece as a capital. */
static void capitalize(char *text) {
    if (*text && strchr("nbrqk", *text))
        *text = (char)toupper((unsigned char)*text);
}

/* Copies a move without its number; empty if it is too long. */
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

enum { FEN_TEXT_SIZE = 2 * FEN_SIZE }; /* a longer one cannot be valid */

/* In debug mode: prints the position that was understood, and verifies it. */
static void print_position(const Session *session) {
    char fen[FEN_SIZE], report[DIFFERENCE_SIZE];
    const Position *pos = engine_position(session->engine);
    fen_write(pos, fen);
    output_line("info string debug: position %s", fen);
    if (!verify_position(pos, "position", report)) {
        verify_failed(report);
        fault_report(report);
    }
}

void game_report_left_out(const char *name, const char *fen, Document *notes) {
    FenFault note;
    if (!fen_check(NULL, fen, &note) || !*note.reason)
        return;
    if (notes)
        document_add(notes, "info string %s: %s\n", name, note.reason);
    else
        output_line("info string %s: %s", name, note.reason);
}

/* Few ranks and bad ones are still a board, so that the FEN is called wrong, not the command. */
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

bool game_read_fen(Tokens tokens, const char *name, Position *pos, Document *notes) {
    char fen[FEN_TEXT_SIZE], error[FEN_ERROR_SIZE];
    if (!token_take(&tokens, "fen") && !is_board(token_peek(tokens)))
        return output_error("%s: '%s' is not understood here", name,
                            token_show(token_peek(tokens)).text);
    if (!tokens_join(&tokens, NULL, fen, sizeof fen))
        return output_error("%s: the FEN is too long", name);
    if (!fen_parse(pos, fen, error, sizeof error))
        return output_error("%s: %s", name, error);
    game_report_left_out(name, fen, notes);
    return true;
}

static void remember_start(Session *session) {
    PlayedGame *game = &session->played;
    position_copy(&game->start, engine_position(session->engine));
    game->key = game->start.state->key;
    game->count = 0;
}

static void remember_move(Session *session, Move m) {
    PlayedGame *game = &session->played;
    if (game->count == PLAYED_MAX)
        return;
    game->moves[game->count++] = m;
    game->key = engine_position(session->engine)->state->key;
}

/* True if the game leads to a position: a query may ask about another one, and `show FEN` sets one up. */
static bool leads_to(const PlayedGame *game, const Position *pos) {
    return game->count > 0 && pos->state->key == game->key;
}

bool game_last_move(const Session *session, Position *before, Move *last) {
    const PlayedGame *game = &session->played;
    if (!leads_to(game, engine_position(session->engine)))
        return false;
    position_copy(before, &game->start);
    for (int i = 0; i + 1 < game->count; i++) {
        position_advance(before, game->moves[i]);
    }
    *last = game->moves[game->count - 1];
    return true;
}

/* Reads a move as UCI writes it. Returns how many it describes: 1 or 0. */
static int read_strictly(const Position *pos, Token token, Move *m) {
    *m = move_input_uci(pos, token);
    return *m != MOVE_NONE;
}

static bool play_moves(Session *session, Tokens tokens) {
    const bool strictly = session->front_end;
    int number = 0;
    for (Token token; (token = token_next(&tokens)).length;) {
        Move m;
        if (!strictly && move_input_is_number(token))
            continue;
        number++;
        const Position *pos = engine_position(session->engine);
        const int count = (strictly ? read_strictly : move_input_read)(pos, token, &m);
        if (count != 1)
            return output_error("position: move %d, '%s', %s%s; the game stands before it, and go "
                                "waits for a good position",
                                number, token_show(token).text,
                                count ? "could be several" : "is not legal",
                                count ? "" : move_input_reason(pos, token).text);
        engine_play(session->engine, m);
        remember_move(session, m);
    }
    return true;
}

/* Sets up what `position` says, with its moves. */
static bool set_position(Session *session, Tokens tokens) {
    char fen[FEN_TEXT_SIZE], error[FEN_ERROR_SIZE];
    const bool start = token_take(&tokens, "startpos");
    if (!start && !token_take(&tokens, "fen") &&
        (session->front_end || !is_board(token_peek(tokens))))
        return output_error("position: '%s' is neither startpos nor fen; write position startpos "
                            "or position fen FEN, then moves ...",
                            token_show(token_peek(tokens)).text);
    if (!tokens_join(&tokens, "moves", fen, sizeof fen))
        return output_error("position: the FEN is too long");
    if (start && *fen)
        return output_error("position: '%s' after startpos; write position startpos moves ...",
                            token_show((Token){fen, strcspn(fen, " ")}).text);
    if (!engine_set_fen(session->engine, start ? FEN_START : fen, error, sizeof error))
        return output_error("position: %s; go waits for a good position", error);
    remember_start(session);
    if (!start)
        game_report_left_out("position", fen, NULL);
    return !token_take(&tokens, "moves") || play_moves(session, tokens);
}

/* Begins to remember the game here, and what a post-mortem is to have. */
static void begin_of_file(Session *session, Document *journal) {
    char fen[FEN_SIZE];
    fen_write(engine_position(session->engine), fen);
    journal->length = 0;
    document_add(journal, "%s moves", fen);
    remember_start(session);
}

/* Plays a move of a file and adds it, as UCI writes it, to what a post-mortem is to have. UCI has none
 * that passes, and no position comes again across it: all begins behind it. */
static void play_of_file(Session *session, Document *journal, Move m) {
    char text[MOVE_TEXT_SIZE];
    move_write(engine_position(session->engine), m, text);
    document_add(journal, " %s", text);
    engine_play(session->engine, m);
    if (m == MOVE_NULL)
        begin_of_file(session, journal);
    else
        remember_move(session, m);
}

/* Sets up what `position pgn` says. A post-mortem gets the moves: it has no such file. */
static bool set_game(Session *session, Tokens tokens) {
    GameFile *file = &session->game_file;
    char error[FEN_ERROR_SIZE];
    Document journal = {0};
    if (!game_file_read(file, tokens))
        return false;
    if (!engine_set_fen(session->engine, file->start, error, sizeof error))
        return output_error("position: %s", error);
    begin_of_file(session, &journal);
    for (int i = 0; i < file->count; i++)
        play_of_file(session, &journal, file->moves[i]);
    if (!journal.out_of_memory)
        journal_position("fen ", journal.data, journal.length);
    document_free(&journal);
    return true;
}

/* Sets up what a command says, for a post-mortem as well. */
static bool set_up(Session *session, Tokens tokens) {
    const Tokens all = tokens;
    if (!session->front_end && token_take(&tokens, "pgn"))
        return set_game(session, tokens);
    if (!set_position(session, tokens))
        return false;
    journal_position("", all.at, (size_t)(all.end - all.at));
    return true;
}

bool game_position(Session *session, Tokens tokens) {
    worker_stop_and_settle(session);
    session->position_refused = true;
    if (!set_up(session, tokens))
        return false;
    session->position_refused = false;
    if (session->debug)
        print_position(session);
    return true;
}

bool game_new(Session *session, Tokens tokens) {
    engine_new_game(session->engine);
    return true;
}

/* If the last `position` was refused, reports that the position of the game is an older one. */
static void game_warn_if_refused(const Session *session) {
    if (session->position_refused)
        output_line("info string the last position was refused; this is what stands on the board");
}

bool game_read_asked(const Session *session, Tokens tokens, const char *name, const char *usage,
                     Position *pos, Document *notes) {
    const Token token = token_peek(tokens);
    position_copy(pos, engine_position(session->engine));
    if (game_fen_begins(token))
        return game_read_fen(tokens, name, pos, notes);
    if (token.length)
        return output_error("%s: '%s' is not understood here; write %s", name,
                            token_show(token).text, usage);
    game_warn_if_refused(session);
    return true;
}

bool game_show(Session *session, Tokens tokens) {
    Position *pos = &session->query.asked;
    char fen[FEN_SIZE];
    if (!game_read_asked(session, tokens, "d", "d [fen FEN]", pos, NULL))
        return false;
    const State *s = pos->state;
    fen_write(pos, fen);
    Document out = {0};
    board_text(&out, pos, session->color);
    document_add(&out, "\nFEN: %s\nKey: %016" PRIX64 "\nSide to move: %s\nCheckers: ", fen, s->key,
                 color_name(s->side));
    pieces_text(&out, s, checkers_of(s, s->side));
    document_add(&out, "\n");
    const PlayedGame *game = &session->played;
    if (leads_to(game, pos))
        moves_text(&out, &game->start, game->moves, game->count);
    game_text(&out, pos);
    return output_document(&out);
}
