/* Tidies FENs as people paste them, checks them, and repairs them field by field. */
#include "inspect/inspect_internal.h"

#include "core/text.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- characters ------------------------------------------------------------------------------ */

/* Byte sequences in pasted text, and the character that replaces each. '\0' removes the sequence, such as a byte order
 * mark. A blank replaces characters that no FEN has, such as quotes. */
static const struct {
    const char *bytes;
    char stands_for;
} SEQUENCES[] = {
    {"&nbsp;", ' '},
    {"&quot;", ' '},
    {"&apos;", ' '},
    {"&sol;", '/'},
    {"&#47;", '/'},
    {"&#x2F;", '/'},
    {"&#x2f;", '/'},
    {"&amp;", ' '},
    {"\xC2\xA0", ' '},
    {"\xE2\x80\x90", '-'},
    {"\xE2\x80\x91", '-'},
    {"\xE2\x80\x92", '-'},
    {"\xE2\x80\x93", '-'},
    {"\xE2\x80\x94", '-'},
    {"\xE2\x88\x92", '-'},
    {"\xE2\x80\x8B", '\0'},
    {"\xEF\xBB\xBF", '\0'},
    {"\xE2\x80\x98", ' '},
    {"\xE2\x80\x99", ' '},
    {"\xE2\x80\x9C", ' '},
    {"\xE2\x80\x9D", ' '},
    {"\xE2\x80\x9E", ' '},
    {"\xC2\xAB", ' '},
    {"\xC2\xBB", ' '},
    {"~", '\0'},
    {"\\", '\0'},
};
enum { SEQUENCE_COUNT = sizeof SEQUENCES / sizeof *SEQUENCES };

/* Returns the character at *at, and moves *at past this character. Returns a blank for a sign that no FEN has. */
static char next_character(const char **at) {
    static const char SIGNS[] = "\"'`_+:;=,<>()[]{}|&*#!$@^";
    for (int i = 0; i < SEQUENCE_COUNT; i++) {
        const size_t length = strlen(SEQUENCES[i].bytes);
        if (strncmp(*at, SEQUENCES[i].bytes, length) == 0) {
            *at += length;
            return SEQUENCES[i].stands_for;
        }
    }
    char c = *(*at)++;
    if (c == '%' && isxdigit((unsigned char)(*at)[0]) && isxdigit((unsigned char)(*at)[1])) {
        const char digits[] = {(*at)[0], (*at)[1], '\0'};
        c = (char)strtol(digits, NULL, 16);
        *at += 2;
    }
    return c == '\0' || strchr(SIGNS, c) ? ' ' : c;
}

/* --- fields ---------------------------------------------------------------------------------- */

static const char BOARD[] = "/12345678PNBRQKpnbrqk";

static bool has_only(Token token, const char *letters) {
    for (size_t i = 0; i < token.length; i++)
        if (!strchr(letters, token.text[i]))
            return false;
    return token.length > 0;
}

static bool is_board(Token token) {
    enum { RANKS_LEAST = 5 };
    int ranks = 1;
    for (size_t i = 0; i < token.length; i++)
        ranks += token.text[i] == '/';
    return ranks >= RANKS_LEAST;
}

/* If `board` is a web address whose last eight parts are the ranks, such as lichess.org/analysis/rnbqkbnr/.../RNBQKBNR,
 * returns only the ranks. Returns another board unchanged. */
static Token without_address(Token board) {
    enum { RANKS = 8 };
    const char *end = board.text + board.length, *start = end;
    for (int parts = 0; start > board.text && parts < RANKS;)
        parts += *--start == '/';
    if (start == end || has_only(board, BOARD) || *start != '/')
        return board;
    return (Token){start + 1, (size_t)(end - start) - 1};
}

/* True if a text may be the content of a field. */
static bool fits(FenField field, Token token) {
    const bool none = token_is(token, "-");
    switch (field) {
    case FEN_SIDE:
        return token_is_any_case(token, "w") || token_is_any_case(token, "b") ||
               token_is_any_case(token, "white") || token_is_any_case(token, "black");
    case FEN_CASTLING:
        return none || (token.length <= 4 && has_only(token, "KQkqABCDEFGHabcdefgh"));
    case FEN_EP:
        return none || (token.length == 2 && isalpha((unsigned char)token.text[0]) &&
                        isdigit((unsigned char)token.text[1]));
    default:
        return has_only(token, "0123456789");
    }
}

/* True if a text cannot be the content of `field` but can be that of a later field, so that the FEN lacks `field`. */
static bool is_later(FenField field, Token token) {
    if (fits(field, token))
        return false;
    while (++field <= FEN_HALFMOVE)
        if (fits(field, token))
            return true;
    return false;
}

/* Adds a field. Cuts a field that does not fit into the buffer. */
static void append(char *out, size_t size, Token token) {
    const size_t used = strlen(out);
    snprintf(out + used, size - used, "%s%.*s", used ? " " : "", (int)token.length, token.text);
}

/* Writes the fields of a FEN. The first of `tokens` is the board; other fields may be missing. */
static void arrange(Tokens tokens, char *out, size_t size) {
    static const char *const MISSING[] = {[FEN_SIDE] = "w", [FEN_CASTLING] = "-", [FEN_EP] = "-"};
    Token token;
    while (!is_board(token = token_next(&tokens)) && token.length)
        continue;
    append(out, size, without_address(token));
    token = token_next(&tokens);
    for (FenField field = FEN_SIDE; token.length && field < FEN_FIELD_COUNT; field++) {
        if (field < FEN_HALFMOVE && is_later(field, token)) {
            append(out, size, (Token){MISSING[field], 1});
            continue;
        }
        /* the token is an operation of EPD */
        if (field >= FEN_HALFMOVE && isalpha((unsigned char)*token.text))
            break;
        append(out, size, token);
        token = token_next(&tokens);
    }
}

/* Writes the fields of the FEN that a text contains to `out`, `size` bytes, with a blank between them.
 * - Leaves out quotes, brackets and other signs that no FEN has. Underscores are blanks.
 * - Leaves out words before the board and after the counters, such as EPD's operations.
 * - Takes the FEN out of an address: lichess.org/analysis/standard/..., ...?fen=....
 * - Decodes "%20" and "&nbsp;", and leaves out the mark of a promoted piece ("Q~").
 * - Adds a missing side (w), castling or en passant field (-) if a later field is present. Returns false if the text
 *   stays as it is. Faults within a field remain. */
static bool fen_tidy(const char *text, char *out, size_t size) {
    char plain[2 * FEN_SIZE];
    size_t length = 0;
    for (const char *at = text; *at && length < sizeof plain;) {
        const char c = next_character(&at);
        if (c)
            plain[length++] = c;
    }
    *out = '\0';
    arrange(tokens_of(plain, length), out, size);
    return *out && strcmp(text, out) != 0;
}

/* --- fen repair ------------------------------------------------------------------------------ */

enum { FIELD_SIZE = 96 };

/* The fields of a FEN as texts. A missing field is empty. A field is cut to less than FIELD_SIZE bytes, since no valid
 * field is longer. */
typedef struct Fields {
    char text[FEN_FIELD_COUNT][FIELD_SIZE];
} Fields;

static void split(const char *fen, Fields *fields) {
    static const char BLANKS[] = " \t\r\n";
    memset(fields, 0, sizeof *fields);
    for (int i = 0; i < FEN_FIELD_COUNT; i++) {
        fen += strspn(fen, BLANKS);
        const size_t length = strcspn(fen, BLANKS);
        memcpy(fields->text[i], fen, length < FIELD_SIZE ? length : FIELD_SIZE - 1);
        fen += length;
    }
}

/* Writes the fields to `out` with blanks between them, but stops at the first empty field. */
static void join(const Fields *fields, char *out) {
    size_t used = 0;
    out[0] = '\0';
    for (int i = 0; i < FEN_FIELD_COUNT && fields->text[i][0] && used < FEN_MENDED_SIZE; i++)
        used += (size_t)snprintf(out + used, FEN_MENDED_SIZE - used, "%s%s", i ? " " : "",
                                 fields->text[i]);
}

/* --- the board ----------------------------------------------------------------------------- */

/* Reads a rank of the board into 8 squares. Missing squares are empty. Returns the beginning of the next rank. */
static const char *read_rank(const char *at, int rank, char squares[8]) {
    int file = 0;
    memset(squares, ' ', 8);
    for (; *at && *at != '/'; at++) {
        const bool edge = rank == RANK_1 || rank == RANK_8;
        const bool piece = strchr(PIECE_LETTERS, *at) && !(edge && toupper(*at) == 'P');
        if (piece && file < 8)
            squares[file] = *at;
        file += *at >= '0' && *at <= '9' ? *at - '0' : 1;
        file = min_int(file, 8);
    }
    return *at ? at + 1 : at;
}

static char *write_rank(const char squares[8], char *out) {
    int empty = 0;
    for (int file = 0; file < 8; file++) {
        empty += squares[file] == ' ';
        if (empty && (file == 7 || squares[file] != ' ')) {
            *out++ = (char)('0' + empty);
            empty = 0;
        }
        if (squares[file] != ' ')
            *out++ = squares[file];
    }
    return out;
}

/* True if a board shows which pieces are meant: it is in ASCII, and at most one of its letters names no piece. A board
 * with more such letters names the pieces in another language. */
static bool is_readable(const char *text) {
    int unknown = 0;
    for (; *text && isascii((unsigned char)*text); text++)
        unknown += isalpha((unsigned char)*text) && !strchr(BOARD, *text);
    return !*text && unknown <= 1;
}

static void mend_board(char text[FIELD_SIZE]) {
    char mended[FIELD_SIZE], *out = mended;
    const char *at = text;
    for (int rank = RANK_8; rank >= RANK_1; rank--) {
        char squares[8];
        at = read_rank(at, rank, squares);
        out = write_rank(squares, out);
        *out++ = rank == RANK_1 ? '\0' : '/';
    }
    memcpy(text, mended, sizeof mended);
}

/* --- the others ---------------------------------------------------------------------------- */

static void mend_side(char text[FIELD_SIZE]) {
    const bool side = text[0] && !text[1] && strchr("wb", text[0]);
    const bool black = tolower((unsigned char)text[0]) == 'b';
    strcpy(text, black != side ? "b" : "w");
}

/* Keeps the valid letters of the castling field: a letter stays if the field is valid with this letter and the letters
 * kept before. */
static void mend_castling(Fields *fields) {
    char *text = fields->text[FEN_CASTLING];
    char wanted[FIELD_SIZE], fen[FEN_MENDED_SIZE];
    size_t kept = 0;
    memcpy(wanted, text, sizeof wanted);
    memset(text, 0, FIELD_SIZE);
    for (const char *letter = wanted; *letter && kept < 4; letter++) {
        FenFault fault;
        if (*letter == '-')
            continue;
        text[kept] = *letter;
        join(fields, fen);
        if (fen_check(NULL, fen, &fault) || fault.field > FEN_CASTLING)
            kept++;
        else
            text[kept] = '\0';
    }
    if (kept == 0)
        strcpy(text, "-");
}

static void mend_ep(char text[FIELD_SIZE]) {
    const char file = (char)tolower((unsigned char)text[0]);
    if (strlen(text) == 2 && file >= 'a' && file <= 'h' && text[1] >= '1' && text[1] <= '8')
        text[0] = file;
    else
        strcpy(text, "-");
}

static void mend_number(char text[FIELD_SIZE], int least, int most) {
    const long number = strtol(text, NULL, 10);
    snprintf(text, FIELD_SIZE, "%ld", number < least ? least : number > most ? most : number);
}

bool fen_repair(const char *fen, FenField field, char *out) {
    Fields fields;
    split(fen, &fields);
    switch (field) {
    case FEN_BOARD:
        if (!is_readable(fields.text[FEN_BOARD]))
            return false;
        mend_board(fields.text[FEN_BOARD]);
        break;
    case FEN_SIDE:
        mend_side(fields.text[FEN_SIDE]);
        break;
    case FEN_CASTLING:
        mend_castling(&fields);
        break;
    case FEN_EP:
        mend_ep(fields.text[FEN_EP]);
        break;
    case FEN_HALFMOVE:
        mend_number(fields.text[FEN_HALFMOVE], 0, FEN_HALFMOVE_MAX);
        break;
    default:
        mend_number(fields.text[FEN_FULLMOVE], 1, FEN_FULLMOVE_MAX);
    }
    join(&fields, out);
    return strcmp(fen, out) != 0;
}

/* --- validate -------------------------------------------------------------------------------- */

/* Adds the fields in which a valid FEN differs from the FEN that fen_write writes, with the reasons. */
static void add_differences(Document *out, const char *given, const char *understood) {
    static const char *const REASONS[FEN_FIELD_COUNT] = {
        "the same board, written differently",
        "the same side",
        "the other rights lack a king or rook in place, or are written differently",
        "no capture en passant is legal",
        "without leading zeros; 0 if it is missing",
        "without leading zeros; 1 if it is missing or 0"};
    Tokens fields = tokens_of(given, strlen(given));
    Tokens read = tokens_of(understood, strlen(understood));
    for (FenField f = FEN_BOARD; f < FEN_FIELD_COUNT; f++) {
        const Token a = token_next(&fields), b = token_next(&read);
        if (a.length == b.length && memcmp(a.text, b.text, a.length) == 0)
            continue;
        document_add(out, "  %s field: '%.*s' is read as '%.*s': %s\n", fen_field_name(f),
                     (int)a.length, a.text, (int)b.length, b.text, REASONS[f]);
    }
}

static void add_fault(Document *out, const FenFault *fault) {
    document_add(out, "Field:  %s\n", fen_field_name(fault->field));
    if (fault->square != SQUARE_NONE)
        document_add(out, "Square: %s\n", square_name(fault->square));
    document_add(out, "Reason: %s\n", fault->reason);
}

/* Repairs the text of a FEN as a whole, and then field by field, each field once. Returns false if the result is still
 * invalid. */
static bool repaired(Document *out, Position *pos, const char *fen, FenFault fault) {
    char mended[FEN_MENDED_SIZE], next[FEN_MENDED_SIZE];
    unsigned tried = 0;
    if (!fen_tidy(fen, mended, sizeof mended)) {
        if (!fen_repair(fen, fault.field, mended))
            return false;
        tried = 1u << fault.field;
    }
    for (; !fen_check(pos, mended, &fault); tried |= 1u << fault.field) {
        if (tried >> fault.field & 1 || !fen_repair(mended, fault.field, next))
            return false;
        document_add(out, "\nAfter that repair:\n");
        add_fault(out, &fault);
        memcpy(mended, next, sizeof mended);
    }
    return true;
}

bool validate_text(Document *out, const char *fen, bool chess960) {
    Position pos;
    char written[FEN_SIZE];
    FenFault fault;
    pos.chess960 = chess960;
    const bool good = fen_check(&pos, fen, &fault);
    if (good) {
        fen_write(&pos, written);
        document_add(out, "The FEN is valid.\n");
        if (*fault.reason && fault.field == FEN_BOARD)
            document_add(out, "  %s\n", fault.reason);
        add_differences(out, fen, written);
        document_add(out, "Written in full: %s\n", written);
        return true;
    }
    document_add(out, "The FEN is invalid.\n");
    add_fault(out, &fault);
    if (repaired(out, &pos, fen, fault)) {
        fen_write(&pos, written);
        document_add(out, "\nRepaired FEN: %s\n", written);
    } else {
        document_add(out, "\nNo repaired FEN: the text does not show which position it means.\n");
    }
    return false;
}
