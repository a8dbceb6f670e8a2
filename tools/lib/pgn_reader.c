#include "lib/pgn_reader.h"

#include "board/fen.h"
#include "board/make.h"
#include "moves/notation.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { TOKEN = 32, TEXT = 1024, REASON = 256 };

typedef struct Reader {
    Position pos;
    FILE *file;
    const PgnHandler *handler;
    PgnCount count;
    long line;     /* that the next character is in */
    bool fresh;    /* at the start of a line */
    bool started;  /* a game is being read, */
    bool in_moves; /* and its tags are */
    bool faulty;   /* it has a fault */
    bool over;     /* its result was read */
    PgnResult result;
    int plies, depth; /* depth: of variations */
} Reader;

/* --- characters ------------------------------------------------------------------------------- */

static int next(Reader *r) {
    const int c = getc(r->file);
    r->fresh = c == '\n';
    r->line += c == '\n';
    return c;
}

/* Reads what stands before a character of `ends`, or white space if that is asked for, cut to size.
 * The end is left unless it is to be eaten. Returns it, or EOF. */
static int read_until(Reader *r, const char *ends, bool or_space, char *text, size_t size) {
    size_t used = 0;
    int c;
    while ((c = getc(r->file)) != EOF && !(c && strchr(ends, c)) && !(or_space && isspace(c))) {
        r->fresh = c == '\n';
        r->line += c == '\n';
        if (used + 1 < size)
            /* cppcheck-suppress nullPointer ; there is a text where there is a size */
            text[used++] = (char)(c ? c : ' ');
    }
    if (size)
        text[used] = '\0';
    if (c != EOF)
        ungetc(c, r->file);
    return c;
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
        if (!isprint((unsigned char)reason[i]))
            reason[i] = '?';
    if (r->handler->fault)
        r->handler->fault(r->handler->context, r->count.games, r->line, reason);
}

static void begin(Reader *r) {
    fen_parse(&r->pos, FEN_START, NULL, 0);
    r->pos.chess960 = false;
    r->started = true;
    r->in_moves = r->faulty = r->over = false;
    r->result = PGN_UNKNOWN;
    r->plies = r->depth = 0;
    r->count.games++;
}

static void finish(Reader *r) {
    if (!r->started)
        return;
    if (r->depth)
        fault(r, "a variation has no end", "");
    r->count.faults += r->faulty;
    if (r->handler->end)
        r->handler->end(r->handler->context, r->result, !r->faulty);
    r->started = false;
}

static PgnResult result_of(const char *text) {
    return strcmp(text, "1-0") == 0       ? PGN_WHITE_WON
           : strcmp(text, "0-1") == 0     ? PGN_BLACK_WON
           : strcmp(text, "1/2-1/2") == 0 ? PGN_DRAWN
                                          : PGN_UNKNOWN;
}

/* A tag, its bracket still to be read: [Name "value"]. */
static void read_tag(Reader *r) {
    char line[TEXT], name[TOKEN], value[TEXT], error[FEN_ERROR_SIZE];
    if (r->started && (r->in_moves || r->over))
        finish(r);
    if (!r->started)
        begin(r);
    read_until(r, "\n", false, line, sizeof line);
    if (sscanf(line, "[%31s \"%1023[^\"]\"]", name, value) != 2)
        return;
    if (strcmp(name, "FEN") == 0 && !fen_parse(&r->pos, value, error, sizeof error))
        fault(r, error, "");
    if (strcmp(name, "Result") == 0)
        r->result = result_of(value);
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

/* A token of the moves: a move with or without its number, a result, or a NAG. */
static void take_token(Reader *r, char *token) {
    if (result_of(token) != PGN_UNKNOWN || strcmp(token, "*") == 0) {
        r->result = result_of(token);
        r->over = true;
        return;
    }
    if (*token == '$')
        return;
    const size_t digits = strspn(token, "0123456789"), dots = strspn(token + digits, ".");
    if (dots || !token[digits])
        token += digits + dots;
    token[strcspn(token, "!?")] = '\0';
    if (!*token || strcmp(token, "e.p.") == 0)
        return;
    if (r->over)
        fault(r, "a move behind the result:", token);
    else
        play(r, token);
}

/* A comment in braces. */
static void read_comment(Reader *r) {
    char text[TEXT];
    next(r);
    if (read_until(r, "}", false, text, sizeof text) == EOF)
        fault(r, "a comment has no end", "");
    else
        next(r);
    if (!r->depth && !r->faulty && r->handler->comment)
        r->handler->comment(r->handler->context, text);
}

static void enter_variation(Reader *r) {
    if (r->depth < PGN_PLIES)
        r->depth++;
    else
        fault(r, "too many variations within each other", "");
}

static void leave_variation(Reader *r) {
    if (r->depth)
        r->depth--;
    else
        fault(r, "a variation ends that has not begun", "");
}

/* A part of the moves, whose first character is still to be read. */
static void read_moves(Reader *r, int c) {
    char token[TOKEN];
    if (!r->started)
        begin(r);
    r->in_moves = true;
    if (c == '{') {
        read_comment(r);
    } else if (c == '(' || c == ')') {
        next(r);
        (c == '(' ? enter_variation : leave_variation)(r);
    } else {
        read_until(r, "{}();[", true, token, sizeof token);
        if (!*token) /* one of these where none can be */
            fault(r, "no move begins with", (char[]){(char)next(r), '\0'});
        else if (!r->depth)
            take_token(r, token);
    }
}

/* --- the file --------------------------------------------------------------------------------- */

PgnCount pgn_read(FILE *file, const PgnHandler *handler) {
    Reader *r = aligned_alloc(CACHE_LINE, (sizeof *r + CACHE_LINE - 1) / CACHE_LINE * CACHE_LINE);
    if (!r)
        return (PgnCount){.error = ENOMEM};
    memset(r, 0, sizeof *r);
    r->file = file;
    r->handler = handler;
    r->line = 1;
    r->fresh = true;
    for (int c; (c = getc(file)) != EOF;) {
        const bool fresh = r->fresh;
        ungetc(c, file);
        if (isspace(c))
            next(r);
        else if (c == ';' || (c == '%' && fresh))
            read_until(r, "\n", false, NULL, 0);
        else if (c == '[' && !r->depth)
            read_tag(r);
        else
            read_moves(r, c);
    }
    finish(r);
    PgnCount count = r->count;
    count.error = ferror(file) ? errno ? errno : EIO : 0;
    free(r);
    return count;
}
