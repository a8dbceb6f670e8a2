#include "moves/pgn.h"

#include "board/fen.h"
#include "board/make.h"
#include "moves/notation.h"
#include "os/memory.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TOKEN = 32, REASON = 256, BUFFER = 1 << 14, LOOK_AHEAD = 16, END = -1 };

typedef struct Reader {
    Position pos;
    const PgnSource *source;
    const PgnHandler *handler;
    PgnCount count;
    long line;     /* that the next character is in */
    bool fresh;    /* at the start of a line */
    bool started;  /* a game is being read, */
    bool in_moves; /* and its tags are */
    bool faulty;   /* it has a fault */
    bool over;     /* its result was read */
    bool stopped;  /* the handler wants no more */
    PgnResult result;
    int plies;
    char *text; /* the one being gathered, */
    size_t used, room;
    size_t at, end; /* what is left of the buffer */
    bool dry;       /* the source has no more */
    char buffer[BUFFER];
} Reader;

/* --- characters ------------------------------------------------------------------------------- */

/* Makes sure that LOOK_AHEAD bytes are there, or all that are left. */
static void fill(Reader *r) {
    if (r->dry || r->end - r->at >= LOOK_AHEAD)
        return;
    memmove(r->buffer, r->buffer + r->at, r->end - r->at);
    r->end -= r->at;
    r->at = 0;
    while (!r->dry && r->end < LOOK_AHEAD) {
        const size_t got = r->source->read(r->source->context, r->buffer + r->end, BUFFER - r->end);
        r->end += got;
        r->dry = got == 0;
    }
}

/* The next character, left where it is; END if there is none. */
static int peek(Reader *r) {
    fill(r);
    return r->at < r->end ? (unsigned char)r->buffer[r->at] : END;
}

static bool follows(Reader *r, const char *text) {
    const size_t length = strlen(text);
    fill(r);
    return r->end - r->at >= length && memcmp(r->buffer + r->at, text, length) == 0;
}

/* Takes the next character. A carriage return ends a line unless a line feed follows it. */
static int next(Reader *r) {
    const int c = peek(r);
    if (c == END)
        return END;
    r->at++;
    r->fresh = c == '\n' || (c == '\r' && !follows(r, "\n"));
    r->line += r->fresh;
    return c;
}

static bool is_line_end(int c) {
    return c == '\n' || c == '\r';
}

/* --- texts ------------------------------------------------------------------------------------ */

static void text_begin(Reader *r) {
    r->used = 0;
}

/* Adds a character to the text; a zero as a blank. */
static void text_put(Reader *r, int c) {
    if (r->used + 1 >= r->room) {
        const size_t room = r->room ? 2 * r->room : 1024;
        char *text = room <= PGN_TEXT_MAX ? realloc(r->text, room) : NULL;
        r->count.out_of_memory |= !text && room <= PGN_TEXT_MAX;
        if (!text)
            return;
        r->text = text;
        r->room = room;
    }
    r->text[r->used++] = (char)(c ? c : ' ');
}

static const char *text_end(Reader *r) {
    if (!r->room)
        return "";
    r->text[r->used] = '\0';
    return r->text;
}

/* --- a game ----------------------------------------------------------------------------------- */

/* The game at hand has a fault; only its first is reported. */
static void fault(Reader *r, const char *what, const char *text) {
    char reason[REASON];
    if (r->faulty)
        return;
    r->faulty = true;
    int used = snprintf(reason, sizeof reason, *text ? "%s '%.40s'" : "%s", what, text);
    for (int i = 0; i < used; i++)
        if (reason[i] < ' ' || reason[i] > '~')
            reason[i] = '?';
    if (r->handler->fault)
        r->handler->fault(r->handler->context, r->count.games, r->line, reason);
}

static void begin(Reader *r) {
    r->pos.chess960 = false;
    fen_parse(&r->pos, FEN_START, NULL, 0);
    r->started = true;
    r->in_moves = r->faulty = r->over = false;
    r->result = PGN_UNKNOWN;
    r->plies = 0;
    r->count.games++;
}

static void finish(Reader *r) {
    if (!r->started)
        return;
    r->count.faults += r->faulty;
    r->started = false;
    if (r->handler->end)
        r->stopped |= !r->handler->end(r->handler->context, &r->pos, r->result, !r->faulty);
}

static PgnResult result_of(const char *text) {
    return strcmp(text, "1-0") == 0       ? PGN_WHITE_WON
           : strcmp(text, "0-1") == 0     ? PGN_BLACK_WON
           : strcmp(text, "1/2-1/2") == 0 ? PGN_DRAWN
                                          : PGN_UNKNOWN;
}

/* --- tags ------------------------------------------------------------------------------------- */

static void skip_blanks(Reader *r) {
    while (peek(r) == ' ' || peek(r) == '\t')
        next(r);
}

/* Reads the name of a tag. */
static bool read_name(Reader *r, char name[TOKEN]) {
    size_t used = 0;
    skip_blanks(r);
    while (used + 1 < TOKEN && peek(r) != END && (isalnum(peek(r)) || peek(r) == '_'))
        name[used++] = (char)next(r);
    name[used] = '\0';
    return used > 0;
}

/* True if what follows, behind blanks, is the end of a tag. A value's own quotes should have
 * backslashes before them, but many writers do not know that. */
static bool tag_ends(Reader *r) {
    skip_blanks(r);
    return peek(r) == ']' || peek(r) == END || is_line_end(peek(r));
}

/* Reads the value of a tag and its closing bracket into the text. */
static bool read_value(Reader *r) {
    text_begin(r);
    skip_blanks(r);
    if (peek(r) != '"')
        return false;
    next(r);
    while (peek(r) != END && !is_line_end(peek(r))) {
        const int c = next(r);
        if (c == '\\' && (peek(r) == '"' || peek(r) == '\\'))
            text_put(r, next(r));
        else if (c == '"' && tag_ends(r))
            return next(r) == ']';
        else
            text_put(r, c);
    }
    return false;
}

/* Chess960 has many names. */
static void take_variant(Reader *r, const char *value) {
    static const char *const CHESS[] = {"", "?", "chess", "standard", "normal", "from position"};
    static const char *const CHESS960[] = {"960", "fischer", "frc", "wild/fr", "freestyle"};
    char name[TOKEN];
    size_t used = 0;
    for (; value[used] && used + 1 < sizeof name; used++)
        name[used] = (char)tolower((unsigned char)value[used]);
    name[used] = '\0';
    for (size_t i = 0; i < sizeof CHESS / sizeof *CHESS; i++)
        if (strcmp(name, CHESS[i]) == 0)
            return;
    for (size_t i = 0; i < sizeof CHESS960 / sizeof *CHESS960 && !r->pos.chess960; i++)
        r->pos.chess960 = strstr(name, CHESS960[i]) != NULL;
    if (!r->pos.chess960)
        fault(r, "this game is not chess but", value);
}

static void take_tag(Reader *r, const char *name, const char *value) {
    char error[FEN_ERROR_SIZE];
    if (strcmp(name, "FEN") == 0 && !fen_parse(&r->pos, value, error, sizeof error))
        fault(r, error, "");
    if (strcmp(name, "Variant") == 0)
        take_variant(r, value);
    if (strcmp(name, "Result") == 0)
        r->result = result_of(value);
    if (r->handler->tag)
        r->handler->tag(r->handler->context, name, value);
}

/* A tag, its bracket still to be read: [Name "value"]. */
static void read_tag(Reader *r) {
    char name[TOKEN];
    if (r->started && (r->in_moves || r->over))
        finish(r);
    if (r->stopped)
        return;
    if (!r->started)
        begin(r);
    next(r);
    const bool named = read_name(r, name);
    if (named && read_value(r)) {
        take_tag(r, name, text_end(r));
        return;
    }
    fault(r, "this is no tag, which has a name and a value in quotes:", named ? name : "");
    while (peek(r) != END && !is_line_end(peek(r)))
        next(r);
}

/* True at a tag where none can be: the game before has not come to its end. */
static bool at_next_game(Reader *r) {
    return r->fresh && follows(r, "[Event \"");
}

/* --- comments and variations ------------------------------------------------------------------ */

/* Adds a comment to the text without its braces, or without the semicolon, which still stand there;
 * in a variation with braces. False if it has no end. */
static bool gather_comment(Reader *r, bool braces) {
    const bool to_line_end = next(r) == ';';
    if (braces)
        text_put(r, '{');
    for (int c; (c = peek(r)) != END && !at_next_game(r);) {
        if (to_line_end && is_line_end(c))
            break;
        next(r);
        if (!to_line_end && c == '}') {
            if (braces)
                text_put(r, '}');
            return true;
        }
        text_put(r, c == '}' ? ')' : is_line_end(c) ? ' ' : c);
    }
    if (braces)
        text_put(r, '}');
    return to_line_end;
}

static void read_comment(Reader *r) {
    text_begin(r);
    if (!gather_comment(r, false))
        fault(r, "a comment has no end", "");
    if (!r->faulty && r->handler->comment)
        r->handler->comment(r->handler->context, text_end(r));
}

/* Gathers a variation and those within it; false if it has no end. */
static bool gather_variation(Reader *r) {
    int depth = 0;
    do {
        const int c = peek(r);
        if (c == END || at_next_game(r))
            return false;
        if (c == '{' || c == ';') {
            if (!gather_comment(r, true))
                return false;
            continue;
        }
        depth += c == '(';
        depth -= c == ')';
        if (depth > PGN_PLIES) {
            fault(r, "too many variations within each other", "");
            return true;
        }
        text_put(r, is_line_end(next(r)) ? ' ' : c);
    } while (depth);
    return true;
}

static void read_variation(Reader *r) {
    text_begin(r);
    if (!gather_variation(r))
        fault(r, "a variation has no end", "");
    if (!r->faulty && r->handler->variation)
        r->handler->variation(r->handler->context, text_end(r));
}

/* --- moves ------------------------------------------------------------------------------------ */

static void play(Reader *r, const char *text) {
    if (r->faulty)
        return;
    Move m = move_read(&r->pos, text);
    const int meant = m != MOVE_NONE ? 1 : san_read(&r->pos, text, &m);
    if (meant != 1) {
        fault(r, meant ? "more than one move is meant by" : "no legal move", text);
    } else if (r->plies == PGN_PLIES) {
        fault(r, "the game is too long", "");
    } else {
        r->plies++;
        if (r->handler->move)
            r->handler->move(r->handler->context, &r->pos, m);
        make_move(&r->pos, m);
        position_reroot(&r->pos);
    }
}

static void take_nag(Reader *r, int number) {
    if (!r->faulty && number >= 0 && number <= 255 && r->handler->nag)
        r->handler->nag(r->handler->context, number);
}

/* The number of a NAG that is written as a sign; -1 if it is none. */
static int nag_of(const char *sign) {
    static const struct {
        const char *sign;
        int number;
    } SIGNS[] = {{"!", 1},    {"?", 2},   {"!!", 3},  {"\?\?", 4}, {"!?", 5},
                 {"?!", 6},   {"=", 10},  {"+=", 14}, {"=+", 15},  {"+/-", 16},
                 {"-/+", 17}, {"+-", 18}, {"-+", 19}, {"N", 146}};
    for (size_t i = 0; i < sizeof SIGNS / sizeof *SIGNS; i++)
        if (strcmp(sign, SIGNS[i].sign) == 0)
            return SIGNS[i].number;
    return -1;
}

/* A token of the moves: a move with or without its number, a result, or a NAG. */
static void take_token(Reader *r, char *token) {
    if (result_of(token) != PGN_UNKNOWN || strcmp(token, "*") == 0) {
        r->result = result_of(token);
        r->over = true;
        return;
    }
    if (*token == '$') {
        take_nag(r, atoi(token + 1));
        return;
    }
    const size_t digits = strspn(token, "0123456789"), dots = strspn(token + digits, ".");
    if (dots || !token[digits])
        token += digits + dots;
    if (!*token || strcmp(token, "e.p.") == 0)
        return;
    if (nag_of(token) >= 0) {
        take_nag(r, nag_of(token));
        return;
    }
    char *sign = token + strcspn(token, "!?");
    const int nag = nag_of(sign);
    *sign = '\0';
    if (r->over)
        fault(r, "a move behind the result:", token);
    else
        play(r, token);
    take_nag(r, nag);
}

/* Reads what stands before white space or a sign of PGN, cut to size. */
static void read_token(Reader *r, char token[TOKEN]) {
    size_t used = 0;
    for (int c; (c = peek(r)) != END && !isspace(c) && !(c && strchr("{}();[", c)); next(r))
        if (used + 1 < TOKEN)
            token[used++] = (char)(c ? c : ' ');
    token[used] = '\0';
}

/* A part of the moves, whose first character is still to be read. */
static void read_moves(Reader *r, int c) {
    char token[TOKEN];
    if (!r->started)
        begin(r);
    r->in_moves = true;
    if (c == '{' || c == ';') {
        read_comment(r);
    } else if (c == '(') {
        read_variation(r);
    } else if (c == ')') {
        next(r);
        fault(r, "a variation ends that has not begun", "");
    } else {
        read_token(r, token);
        if (!*token) /* one of these where none can be */
            fault(r, "no move begins with", (char[]){(char)next(r), '\0'});
        else
            take_token(r, token);
    }
}

/* --- the file --------------------------------------------------------------------------------- */

static void skip_line(Reader *r) {
    while (peek(r) != END && !is_line_end(peek(r)))
        next(r);
}

static void read_all(Reader *r) {
    if (follows(r, "\xEF\xBB\xBF"))
        r->at += 3;
    for (int c; !r->stopped && !r->count.out_of_memory && (c = peek(r)) != END;) {
        if (isspace(c))
            next(r);
        else if ((c == '%' && r->fresh) || (c == ';' && !r->in_moves))
            skip_line(r);
        else if (c == '[')
            read_tag(r);
        else
            read_moves(r, c);
    }
    if (!r->stopped)
        finish(r);
}

PgnCount pgn_read(const PgnSource *source, const PgnHandler *handler) {
    Reader *r = aligned_new(sizeof *r);
    if (!r)
        return (PgnCount){.out_of_memory = true};
    memset(r, 0, sizeof *r);
    r->source = source;
    r->handler = handler;
    r->line = 1;
    r->fresh = true;
    read_all(r);
    const PgnCount count = r->count;
    free(r->text);
    aligned_free(r);
    return count;
}
