#include "engine/epd.h"

#include "core/score.h"
#include "moves/notation.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOVE_SIZE = 16 }; /* a longer text is no move */

bool epd_is_blank(Token line) {
    Tokens tokens = tokens_of(line.text, line.length);
    const Token first = token_next(&tokens);
    return !first.length || *first.text == '#' || *first.text == '%';
}

/* --- the position ---------------------------------------------------------------------------- */

/* Takes the FEN from a line. */
static bool take_fen(Tokens *tokens, char fen[FEN_SIZE]) {
    size_t used = 0;
    int64_t number;
    fen[0] = '\0';
    for (int field = 0; field < FEN_FIELD_COUNT; field++) {
        const Token token = token_peek(*tokens);
        if (field >= FEN_HALFMOVE && !token_number(token, &number))
            break;
        if (!token.length || used + token.length + 2 > FEN_SIZE)
            return false;
        if (used)
            fen[used++] = ' ';
        memcpy(fen + used, token.text, token.length);
        used += token.length;
        fen[used] = '\0';
        token_next(tokens);
    }
    return true;
}

bool epd_fen(Token line, char fen[FEN_SIZE]) {
    Tokens tokens = tokens_of(line.text, line.length);
    return line.length <= EPD_LINE_MAX && take_fen(&tokens, fen);
}

/* --- operations ------------------------------------------------------------------------------ */

/* Takes the text up to the next semicolon that is not between quotes. */
static Token take_operation(Tokens *tokens) {
    const char *start = tokens->at, *at = start;
    bool quoted = false;
    for (; at < tokens->end && (quoted || *at != ';'); at++)
        quoted ^= *at == '"';
    tokens->at = at < tokens->end ? at + 1 : at;
    return (Token){start, (size_t)(at - start)};
}

/* The next operand, between blanks, commas and quotes, as a text; false if there is none. */
static bool take_operand(Tokens *tokens, char text[MOVE_SIZE]) {
    static const char SEPARATORS[] = " \t\r\n\v\f,\"";
    const char *at = tokens->at;
    while (at < tokens->end && strchr(SEPARATORS, *at))
        at++;
    const char *start = at;
    while (at < tokens->end && !strchr(SEPARATORS, *at))
        at++;
    tokens->at = at;
    snprintf(text, MOVE_SIZE, "%.*s", at - start < MOVE_SIZE ? (int)(at - start) : MOVE_SIZE - 1,
             start);
    return at > start;
}

static bool read_moves(const Position *pos, const char *name, Tokens operands, EpdMoves *out,
                       char *error) {
    char text[MOVE_SIZE];
    while (take_operand(&operands, text)) {
        Move m;
        const int count = san_read(pos, text, &m);
        if (count == 1 && out->count < EPD_MOVES_MAX) {
            out->moves[out->count++] = m;
            continue;
        }
        snprintf(error, EPD_ERROR_SIZE, "%s: '%s' %s", name,
                 token_show((Token){text, strlen(text)}).text,
                 count == 0   ? "is no legal move there"
                 : count == 1 ? "is one move too many"
                              : "could be several moves there");
        return false;
    }
    return true;
}

/* Reads points by move, "Nf3=10, e8=Q=5". A text of any other kind is a comment without points. */
static void read_points(const Position *pos, Tokens operands, Epd *epd) {
    char text[MOVE_SIZE];
    epd->scored.count = 0;
    while (take_operand(&operands, text)) {
        char *equals = strrchr(text, '=');
        int64_t points;
        Move m;
        if (!equals || !token_number((Token){equals + 1, strlen(equals + 1)}, &points))
            return;
        *equals = '\0';
        if (san_read(pos, text, &m) != 1 || points < 0 || points > 1000 ||
            epd->scored.count == EPD_MOVES_MAX)
            continue;
        epd->points[epd->scored.count] = (int)points;
        epd->scored.moves[epd->scored.count++] = m;
    }
}

/* Reads "#3", or "3" if the sign need not be there. */
static bool read_mate(Tokens operands, bool signed_only, int *mate) {
    char text[MOVE_SIZE];
    int64_t number;
    if (!take_operand(&operands, text) || (signed_only && *text != '#'))
        return false;
    const char *digits = text + (*text == '#');
    if (!token_number((Token){digits, strlen(digits)}, &number) || number < -MAX_PLY / 2 ||
        number > MAX_PLY / 2)
        return false;
    *mate = (int)number;
    return true;
}

static void read_id(Tokens operands, char id[EPD_ID_SIZE]) {
    tokens_rest(operands, id, EPD_ID_SIZE);
    size_t length = strlen(id);
    if (length > 0 && id[length - 1] == '"')
        id[--length] = '\0';
    memmove(id, id + (*id == '"'), length + 1 - (*id == '"'));
    for (char *c = id; *c; c++)
        if (*c < ' ' || *c > '~')
            *c = '?';
}

static bool read_operation(Token operation, const Position *pos, Epd *epd, char *error) {
    Tokens operands = tokens_of(operation.text, operation.length);
    const Token name = token_next(&operands);
    if (token_is(name, "bm"))
        return read_mate(operands, true, &epd->mate) ||
               read_moves(pos, "bm", operands, &epd->best, error);
    if (token_is(name, "am"))
        return read_moves(pos, "am", operands, &epd->avoid, error);
    if (token_is(name, "dm"))
        read_mate(operands, false, &epd->mate);
    else if (token_is(name, "c0"))
        read_points(pos, operands, epd);
    else if (token_is(name, "id"))
        read_id(operands, epd->id);
    return true;
}

bool epd_parse(Token line, Position *pos, Epd *epd, char *error) {
    char fen[FEN_SIZE];
    Tokens tokens = tokens_of(line.text, line.length);
    *epd = (Epd){0};
    *error = '\0';
    if (line.length > EPD_LINE_MAX)
        snprintf(error, EPD_ERROR_SIZE, "longer than %d bytes", EPD_LINE_MAX);
    else if (memchr(line.text, '\0', line.length))
        snprintf(error, EPD_ERROR_SIZE, "holds a byte of 0, so this is no text");
    else if (!take_fen(&tokens, fen))
        snprintf(error, EPD_ERROR_SIZE, "does not begin with the four fields of a position");
    else
        fen_parse(pos, fen, error, EPD_ERROR_SIZE);
    while (!*error && tokens.at < tokens.end)
        read_operation(take_operation(&tokens), pos, epd, error);
    return !*error;
}

/* --- judging --------------------------------------------------------------------------------- */

bool epd_asks(const Epd *epd) {
    return epd->mate || epd->best.count || epd->avoid.count;
}

/* The place of a move in a list, -1 if it is not there. */
static int place_of(const EpdMoves *list, Move m) {
    int i = list->count - 1;
    while (i >= 0 && list->moves[i] != m)
        i--;
    return i;
}

bool epd_is_solved(const Epd *epd, Move best, int score) {
    if (epd->mate)
        return epd->mate > 0 ? score >= SCORE_MATE - (2 * epd->mate - 1)
                             : score <= mated_in(-2 * epd->mate);
    return (!epd->best.count || place_of(&epd->best, best) >= 0) && place_of(&epd->avoid, best) < 0;
}

int epd_points(const Epd *epd, Move best) {
    const int place = place_of(&epd->scored, best);
    return place < 0 ? 0 : epd->points[place];
}
