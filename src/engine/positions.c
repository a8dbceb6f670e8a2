#include "engine/positions.h"

#include "moves/notation.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOVE_SIZE = 16 }; /* a longer text is not a move */

bool epd_is_blank(Token line) {
    Tokens tokens = tokens_of(line.text, line.length);
    const Token first = token_next(&tokens);
    return !first.length || *first.text == '#' || *first.text == '%';
}

/* --- the position ---------------------------------------------------------------------------- */

/* Takes the text up to the next semicolon outside quotes. */
static Token take_operation(Tokens *tokens) {
    const char *start = tokens->at, *at = start;
    bool quoted = false;
    for (; at < tokens->end && (quoted || *at != ';'); at++)
        quoted ^= *at == '"';
    tokens->at = at < tokens->end ? at + 1 : at;
    return (Token){start, (size_t)(at - start)};
}

/* Returns the number of the operation `name`, or `otherwise`. */
static int64_t counter_of(Tokens operations, const char *name, int64_t otherwise) {
    int64_t number;
    while (operations.at < operations.end) {
        const Token operation = take_operation(&operations);
        Tokens words = tokens_of(operation.text, operation.length);
        if (token_take(&words, name) && token_number(token_next(&words), &number))
            return number;
    }
    return otherwise;
}

/* Takes the fields of a FEN from a line. In place of the counters, the line may have the operations hmvc and fmvn. */
static bool take_fen(Tokens *tokens, char fen[FEN_SIZE]) {
    size_t used = 0;
    int64_t number;
    fen[0] = '\0';
    for (int field = 0; field < FEN_FIELD_COUNT; field++) {
        const Token token = token_peek(*tokens);
        if (field == FEN_HALFMOVE && !token_number(token, &number))
            return snprintf(fen + used, FEN_SIZE - used, " %" PRId64 " %" PRId64,
                            counter_of(*tokens, "hmvc", 0),
                            counter_of(*tokens, "fmvn", 1)) < (int)(FEN_SIZE - used);
        if (field > FEN_HALFMOVE && !token_number(token, &number))
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

/* Takes the next operand, which ends at a blank, comma or quote, and copies it to `text`. Returns
 * false if no operand is left. */
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

/* Reads points by move, such as "Nf3=10, e8=Q=5". Any other text is a comment without points. */
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

/* Reads a mate such as "#3" or, if signed_only is false, "3". */
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

/* Returns the index of a move in a list, or -1 if the list does not have the move. */
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

/* --- bench ----------------------------------------------------------------------------------- */

static const char *const POSITIONS[] = {
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
    "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
    "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
    "r1bqkb1r/pppp1ppp/2n2n2/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 4 4",
    "rnbqkb1r/pp2pppp/3p1n2/8/3NP3/2N5/PPP2PPP/R1BQKB1R b KQkq - 2 5",
    "r1bq1rk1/pp2bppp/2n1pn2/3p4/3P4/2NBPN2/PP3PPP/R1BQ1RK1 w - - 4 10",
    "r2q1rk1/ppp2ppp/2n1bn2/2bpp3/4P3/2PP1N2/PPB2PPP/RNBQR1K1 b - - 3 9",
    "2rq1rk1/pb1n1ppN/4p3/1pb5/3P1Pn1/P1N5/1PQ1B1PP/R1B2RK1 b - - 0 16",
    "r1b2rk1/2q1b1pp/p2ppn2/1p6/3QP3/1BN1B3/PPP3PP/R4RK1 w - - 0 15",
    "3r1rk1/p5pp/bpp1pp2/8/q1PP1P2/b3P3/P2NQRPP/1R2B1K1 b - - 6 22",
    "4r1k1/r1q2ppp/ppp2n2/4P3/5Rb1/1N1BQ3/PPP3PP/R5K1 w - - 1 17",
    "r1bqk2r/ppp2ppp/2np1n2/2b1p3/2B1P3/2NP1N2/PPP2PPP/R1BQK2R w KQkq - 0 6",
    "1k1r4/pp1b1R2/3q2pp/4p3/2B5/4Q3/PPP2B2/2K5 b - - 0 1",
    "3r1k2/4npp1/1ppr3p/p6P/P2PPPP1/1NR5/5K2/2R5 w - - 0 1",
    "2q1rr1k/3bbnnp/p2p1pp1/2pPp3/PpP1P1P1/1P2BNNP/2BQ1PRK/7R b - - 0 1",
    "r1bq1r1k/1pp1n1pp/1p1p4/4p2Q/4Pp2/1BNP4/PPP2PPP/3R1RK1 w - - 2 14",
    "8/k1b5/P4p2/1Pp2p1p/K1P2P1P/8/3B4/8 w - - 0 1",
    "8/8/8/5N2/8/p7/8/2NK3k w - - 0 1",
    "8/3k4/8/8/8/4B3/4KB2/2B5 w - - 0 1",
    "8/8/1P6/5pr1/8/4R3/7k/2K5 w - - 0 1",
    "8/2p4P/8/kr6/6R1/8/8/1K6 w - - 0 1",
    "8/8/3P3k/8/1p6/8/1P6/1K3n2 b - - 0 1",
    "6k1/6p1/6Pp/ppp5/3pn2P/1P3K2/1PP2P2/3N4 b - - 0 1",
    "3b4/5kp1/1p1p1p1p/pP1PpP1P/P1P1P3/3KN3/8/8 w - - 0 1",
    "8/6pk/1p6/8/PP3p1p/5P2/4KP1q/3Q4 w - - 0 1",
    "7k/3p2pp/4q3/8/4Q3/5Kp1/P6b/8 w - - 0 1",
    "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
    "8/8/8/8/5kp1/P7/8/1K1N4 w - - 0 1",
    "6RR/4bP2/8/8/5r2/3K4/5p2/4k3 w - - 0 1",
    "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1",
    "5k2/5P2/5K2/8/8/8/8/8 b - - 0 1",
    "r1bbk1nr/pp3p1p/2n5/1N4p1/2Np1B2/8/PPP2PPP/2KR1B1R w kq - 0 13",
    "4k3/3q1r2/1N2r1b1/3ppN2/2nPP3/1B1R2n1/2R1Q3/3K4 w - - 5 1",
    "8/p7/1P1k4/2pP4/8/1p6/P1K5/8 w - - 0 1",
    "2k1rr2/ppp3pp/2n5/3q4/3P4/2PQB3/P4PPP/R4RK1 w - - 0 17",
};

int bench_count(void) {
    return (int)(sizeof POSITIONS / sizeof *POSITIONS);
}

const char *bench_fen(int index) {
    return POSITIONS[index];
}
