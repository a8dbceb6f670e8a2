#include "moves/pgn.h"

#include "board/fen.h"
#include "board/make.h"
#include "core/bits.h"
#include "core/text.h"
#include "moves/notation.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { TOKEN = 256, REASON = 256, NAMES = 64 };

/* The comment that replaces a text of more than PGN_TEXT_MAX bytes. */
static const char TOO_LONG[] = "(Text is left out here: it is too long.)";

typedef struct LongText {
    char *data; /* ends with a 0, if it has any bytes */
    size_t used, room;
    bool too_long; /* the text is over its limit, and `data` is invalid */
} LongText;

typedef struct Reader {
    Position pos;
    PgnInput in;
    const PgnHandler *handler;
    PgnCount count;
    bool started;    /* the reader is within a game */
    bool in_moves;   /* the tags of the game have ended */
    bool faulty;     /* the reader has found a fault in the game */
    bool over;       /* the reader has read the result after the moves */
    bool stopped;    /* the handler wants no more */
    bool no_heading; /* the text before the first game is not a heading */
    PgnResult result;
    int plies;
    bool romance;          /* the game has a move with a French or Spanish letter */
    long number;           /* the latest move number in the text */
    long depth;            /* the number of open variations */
    bool moved;            /* the open variation has a move */
    long last_line;        /* the line on which the latest token ended */
    uint64_t names[NAMES]; /* hashes of the names of the game's first tags */
    int name_count;
    LongText text;      /* a comment or the value of a tag */
    LongText variation; /* the part of the open variation that was read */
    LongText unread;    /* the text of the game after the fault */
} Reader;

/* --- texts ------------------------------------------------------------------------------------ */

static void long_text_clear(LongText *t) {
    t->used = 0;
    t->too_long = false;
}

/* Makes room for `count` more bytes and a 0. Returns false if memory is short. */
static bool long_text_grow(Reader *r, LongText *t, size_t count) {
    size_t room = t->room ? t->room : 1024;
    while (room <= t->used + count)
        room *= 2;
    char *data = room > t->room ? realloc(t->data, room) : t->data;
    r->count.out_of_memory |= !data;
    if (!data)
        return false;
    t->data = data;
    t->room = room;
    return true;
}

static void long_text_put_bytes(Reader *r, LongText *t, const char *bytes, size_t count) {
    const size_t most = t == &r->variation ? PGN_VARIATION_MAX : PGN_TEXT_MAX;
    t->too_long |= t->used + count >= most;
    if (t->too_long || !long_text_grow(r, t, count))
        return;
    memcpy(t->data + t->used, bytes, count);
    t->used += count;
}

static void long_text_put(Reader *r, LongText *t, int c) {
    long_text_put_bytes(r, t, (char[]){(char)c}, 1);
}

static const char *long_text_end(LongText *t) {
    if (!t->room)
        return "";
    t->data[t->used] = '\0';
    return t->data;
}

/* Adds a word, with a blank before the word if the text needs one. */
static void long_text_put_item(Reader *r, LongText *t, const char *item) {
    if (t->used && t->data[t->used - 1] != '(' && *item != ')')
        long_text_put(r, t, ' ');
    long_text_put_bytes(r, t, item, strlen(item));
}

/* --- a game ----------------------------------------------------------------------------------- */

/* Records a fault of the current game. Reports only the first fault of a game. Adds why a move is illegal. */
static void fault(Reader *r, const char *what, const char *text) {
    char reason[REASON], why[ILLEGAL_SIZE];
    if (r->faulty)
        return;
    r->faulty = true;
    const bool known = !r->over && move_illegal(&r->pos, text, why);
    int used = snprintf(reason, sizeof reason, *text ? "%s '%.40s'%s%s" : "%s", what, text,
                        known ? ": " : "", known ? why : "");
    for (int i = 0; i < used; i++)
        if (reason[i] < ' ' || reason[i] > '~')
            reason[i] = '?';
    if (r->handler->fault)
        r->handler->fault(r->handler->context, r->count.games, r->in.line, reason);
}

static void begin(Reader *r) {
    r->pos.chess960 = false;
    fen_parse(&r->pos, FEN_START, NULL, 0);
    r->started = true;
    r->in_moves = r->faulty = r->over = r->romance = false;
    r->result = PGN_UNKNOWN;
    r->plies = r->name_count = 0;
    r->number = r->depth = 0;
    long_text_clear(&r->unread);
    r->count.games++;
}

/* Returns the text that collects moves and comments, or NULL if the reader passes moves and
 * comments to the handler at once. */
static LongText *sink(Reader *r) {
    return r->depth ? &r->variation : r->faulty ? &r->unread : NULL;
}

/* Passes a text to the handler as a comment. */
static void take_comment(Reader *r, const char *text) {
    if (sink(r)) {
        long_text_put_item(r, sink(r), "{");
        long_text_put_bytes(r, sink(r), text, strlen(text));
        long_text_put(r, sink(r), '}');
    } else if (r->handler->comment) {
        r->handler->comment(r->handler->context, text);
    }
}

/* A comment cannot hold another comment in braces. */
static const char *without_braces(LongText *t) {
    for (size_t i = 0; i < t->used; i++)
        t->data[i] = t->data[i] == '{' ? '(' : t->data[i] == '}' ? ')' : t->data[i];
    return long_text_end(t);
}

/* Gives the handler the variation that was read. A variation without moves, or before the first
 * move, becomes a comment. */
static void give_variation(Reader *r) {
    LongText *t = &r->variation;
    if (t->too_long)
        take_comment(r, TOO_LONG);
    else if (r->faulty)
        long_text_put_item(r, &r->unread, long_text_end(t));
    else if (!r->plies || !r->moved)
        take_comment(r, without_braces(t));
    else if (r->handler->variation)
        r->handler->variation(r->handler->context, long_text_end(t));
}

static void close_variations(Reader *r) {
    for (long i = 0; i < r->depth && !r->variation.too_long; i++)
        long_text_put(r, &r->variation, ')');
    const bool open = r->depth > 0;
    r->depth = 0;
    if (open)
        give_variation(r);
    if (open)
        fault(r, "a variation has no end", "");
}

static void finish(Reader *r) {
    if (!r->started)
        return;
    close_variations(r);
    if (r->unread.used && r->handler->comment)
        r->handler->comment(r->handler->context,
                            r->unread.too_long ? TOO_LONG : without_braces(&r->unread));
    r->count.faults += r->faulty;
    r->started = false;
    if (r->handler->end)
        r->stopped |= !r->handler->end(r->handler->context, &r->pos, r->result, !r->faulty);
}

/* Begins a game if the reader is not within a game. If `another` is set, ends the current game
 * first. Returns false if the handler wants no more games. */
static bool begin_another(Reader *r, bool another) {
    if (another)
        finish(r);
    if (!r->started && !r->stopped)
        begin(r);
    return !r->stopped;
}

/* True if an empty line came since the last token. */
static bool after_gap(const Reader *r) {
    return r->in.line - r->last_line > 1;
}

/* --- tags ------------------------------------------------------------------------------------- */

typedef enum TagKind { TAG_NONE, TAG_BARE, TAG_QUOTED } TagKind;

static bool is_line_end(int c) {
    return c == '\n' || c == '\r' || !c;
}

static void skip(Reader *r, size_t count) {
    while (count-- && pgn_next(&r->in))
        continue;
}

/* Returns the kind of the tag that begins at the next character: [Name "value"], or a tag without
 * quotes, or TAG_NONE. *value becomes the offset of the tag's value. */
static TagKind tag_ahead(Reader *r, char name[TOKEN], size_t *value) {
    const char *begin = pgn_look(&r->in, 2 * TOKEN), *t = begin + 1;
    size_t length = 0;
    t += strspn(t, " \t");
    while (isalnum((unsigned char)t[length]) ||
           (length && t[length] && strchr("_+#=:-", t[length])))
        length++;
    if (!length || length >= TOKEN)
        return TAG_NONE;
    memset(name, 0, TOKEN);
    memcpy(name, t, length);
    t += length;
    const size_t blanks = strspn(t, " \t"), lines = strspn(t, " \t\r\n");
    const bool quoted = t[lines] == '"';
    t += quoted ? lines : blanks;
    *value = (size_t)(t - begin);
    return quoted ? TAG_QUOTED : !blanks || *t == ']' || is_line_end(*t) ? TAG_NONE : TAG_BARE;
}

/* True if a tag ends at `t`, after blanks: by a bracket or the end of the line. If `by_both` is
 * set, the tag ends only by a bracket at the end of the line. */
static bool tag_ends(const char *t, bool by_both) {
    t += strspn(t, " \t");
    if (*t != ']')
        return !by_both && is_line_end(*t);
    return !by_both || is_line_end(t[1 + strspn(t + 1, " \t")]);
}

/* True if a value continues after the end of the current line, and ends in one of the next
 * lines. */
static bool value_goes_on(Reader *r) {
    const char *t = pgn_look(&r->in, 4 * TOKEN);
    while (*t) {
        t += t[0] == '\r' && t[1] == '\n' ? 2 : 1;
        if (*t == '[' || is_line_end(*t))
            return false;
        for (; !is_line_end(*t); t++)
            if (*t == '"' && tag_ends(t + 1, true))
                return true;
    }
    return false;
}

/* Reads a quoted value, and adds it to r->text without its two quotes. Returns false if no quote
 * ends the value. Quotes and backslashes within a value should have a backslash before them, but
 * many writers omit it. */
static bool read_quoted(Reader *r) {
    skip(r, 1);
    for (;;) {
        const char *t = pgn_look(&r->in, 2 * TOKEN), c = *t;
        const bool escapes = c == '\\' && (t[1] == '\\' || (t[1] == '"' && !tag_ends(t + 2, true)));
        if (is_line_end(c) && (!c || !value_goes_on(r)))
            return false;
        if (c == '"' && tag_ends(t + 1, false)) {
            skip(r, 1);
            return true;
        }
        if (!is_line_end(c))
            long_text_put(r, &r->text, t[escapes]);
        else if (c == '\n' || t[1] != '\n')
            long_text_put(r, &r->text, ' ');
        skip(r, 1 + escapes);
    }
}

static void drop_last(LongText *t, const char *what) {
    while (t->used && strchr(what, t->data[t->used - 1]))
        t->used--;
}

/* True for a typographic quotation mark of three bytes. */
static bool is_mark(const char *t) {
    return memcmp(t, "\xE2\x80", 2) == 0 && (unsigned char)t[2] >= 0x98 &&
           (unsigned char)t[2] <= 0x9F;
}

/* Removes typographic quotation marks around a value. */
static void drop_marks(LongText *t) {
    if (t->too_long || t->used < 6 || !is_mark(t->data) || !is_mark(t->data + t->used - 3))
        return;
    t->used -= 6;
    memmove(t->data, t->data + 3, t->used);
}

/* Reads the value of a tag into r->text. Also reads the closing bracket, if the tag has one. */
static void read_value(Reader *r, TagKind kind) {
    LongText *value = &r->text;
    long_text_clear(value);
    if (kind == TAG_BARE || !read_quoted(r)) {
        while (!is_line_end(pgn_peek(&r->in)) && pgn_peek(&r->in) != ']')
            long_text_put(r, value, pgn_next(&r->in));
        drop_last(value, " \t]");
        drop_marks(value);
    }
    skip(r, strspn(pgn_look(&r->in, 2 * TOKEN), " \t"));
    if (pgn_peek(&r->in) == ']')
        skip(r, 1);
}

/* True if a tag begins another game. After moves or a result every tag does so. If the current game
 * has only tags so far, two kinds of tags begin another game: a second Event tag, and after an
 * empty line also an Event tag or a repetition of any tag. */
static bool begins_game(const Reader *r, const char *name, uint64_t hash) {
    const bool gap = after_gap(r), event = strcmp(name, "Event") == 0;
    bool known = false;
    for (int i = 0; i < r->name_count; i++)
        known |= r->names[i] == hash;
    return r->in_moves || r->over || (known && (gap || event)) || (event && gap && r->name_count);
}

/* --- tokens ----------------------------------------------------------------------------------- */

static bool ends_token(int c) {
    switch (c) {
    case '{':
    case '}':
    case '(':
    case ')':
    case '[':
    case ']':
    case ';':
    case 0x7F:
        return true;
    default:
        return c <= ' ';
    }
}

/* Returns the length of a promotion that follows a move's digit, as in "e8(Q)" and "e8 = Q", or
 * 0. */
static size_t promotion_ahead(const char *t, const char *token, size_t used) {
    if (!used || !strchr("18", token[used - 1]))
        return 0;
    if (*t == '(')
        return isalpha((unsigned char)t[1]) && t[2] == ')' ? 3 : 0;
    const char *piece = t + strspn(t, " \t");
    if (*piece++ != '=')
        return 0;
    piece += strspn(piece, " \t");
    return *piece && strchr("QRBN", *piece) && !isalnum((unsigned char)piece[1])
               ? (size_t)(piece + 1 - t)
               : 0;
}

/* Returns the result that a text begins with, or NULL. The result may have blanks, as in "1 - 0",
 * or be "0.5-0.5" or "Black resigns". *length becomes the length of the result in the text. */
static const PgnSign *result_ahead(const char *text, size_t *length) {
    static const char *const RESULTS[][2] = {{"1-0", "1-0"},           {"0-1", "0-1"},
                                             {"1/2-1/2", "1/2-1/2"},   {"0.5-0.5", "1/2-1/2"},
                                             {"White resigns", "0-1"}, {"Black resigns", "1-0"}};
    for (size_t i = 0; i < sizeof RESULTS / sizeof *RESULTS; i++) {
        const char *t = text, *c = RESULTS[i][0];
        for (; *c && *t == *c; c++, t++)
            if (c[0] == '-' || c[1] == '-')
                t += strspn(t + 1, " \t");
        *length = (size_t)(t - text);
        if (!*c &&
            (ends_token((unsigned char)*t) || (*t == '.' && ends_token((unsigned char)t[1]))))
            return pgn_sign(RESULTS[i][1]);
    }
    return NULL;
}

/* Copies a token: the text up to a blank, a bracket, a brace or ';', in ASCII as far as possible.
 * Returns the length of the token in the text. */
static size_t read_token(const char *text, char token[TOKEN]) {
    const char *t = text;
    size_t used = 0;
    while (used + UTF8_LONGEST < TOKEN) {
        bool valid = true;
        size_t length = promotion_ahead(t, token, used);
        if (!length && ends_token((unsigned char)*t))
            break;
        if (length) {
            for (size_t i = 0; i < length; i++)
                if (t[i] > ' ' && used + UTF8_LONGEST < TOKEN)
                    token[used++] = t[i];
        } else if ((unsigned char)*t < 0x80) {
            token[used++] = *t;
            length = 1;
        } else {
            unsigned character = utf8_read(t, &length, &valid);
            if (character > 0xFF00 && character < 0xFF5F)
                character -= 0xFEE0; /* a full-width form */
            const char *ascii = pgn_ascii(character);
            if (ascii && *ascii == ' ')
                break;
            if (ascii)
                used += strlen(strcpy(token + used, ascii));
            else
                used += utf8_write(character, token + used);
        }
        t += length;
    }
    token[used] = '\0';
    pgn_make_latin(token);
    return (size_t)(t - text);
}

static PgnResult result_of(const char *text) {
    char token[TOKEN];
    size_t length;
    read_token(text, token);
    const PgnSign *spaced = result_ahead(text, &length), *sign = spaced ? spaced : pgn_sign(token);
    return sign && sign->kind == SIGN_RESULT ? sign->value : PGN_UNKNOWN;
}

/* --- what tags say ---------------------------------------------------------------------------- */

/* True if a list contains a name as a whole word. The list is in small letters, with a blank before
 * and after each word. The function ignores the case of the name, and characters other than letters
 * and digits. */
static bool has_name(const char *list, const char *name) {
    char word[48];
    size_t used = 0;
    word[used++] = ' ';
    for (; *name && used < sizeof word - 2; name++)
        if (isalnum((unsigned char)*name))
            word[used++] = (char)tolower((unsigned char)*name);
    memcpy(word + used, " ", 2);
    return strstr(list, word) != NULL;
}

/* Takes the value of the tag Variant, which must be a name of chess or of Chess960. Compares whole
 * words, since a name such as "Atomic960" contains "960". */
static void take_variant(Reader *r, const char *value) {
    static const char CHESS[] =
        "  chess standard standardchess classical classicalchess normal normalchess regular "
        "orthodox fromposition wild0 wild1 wild2 wild3 wild4 wild5 wild6 wild7 wild8 wild8a ";
    static const char CHESS960[] =
        " 960 chess960 fischerandom fischerrandom fischerandomchess fischerrandomchess "
        "fischerandom960 fischerrandom960 chess960fischerrandom frc dfrc doublefischerrandom "
        "freestyle freestylechess "
        "chess9lx wildfr ";
    r->pos.chess960 = has_name(CHESS960, value);
    if (!r->pos.chess960 && !has_name(CHESS, value))
        fault(r, "this game is not chess but", value);
}

/* Reads a FEN, which may have underscores for blanks, and may end after the side to move. If the
 * value is "?" or "-", the game begins in the starting position. */
static void take_fen(Reader *r, const char *value) {
    char error[FEN_ERROR_SIZE], fen[2 * FEN_SIZE];
    snprintf(fen, sizeof fen, "%s", value);
    for (char *c = fen; (c = strchr(c, '_')) != NULL;)
        *c = ' ';
    const char *side = strchr(fen, ' ');
    const bool ends = side && !side[1 + strcspn(side + 1, " ")];
    if (ends && strlen(fen) + 4 < sizeof fen)
        strcat(fen, " - -");
    if (value[strspn(value, "?-")] && !fen_parse(&r->pos, fen, error, sizeof error))
        fault(r, error, "");
}

static void take_tag(Reader *r, const char *name, const char *value) {
    if (strcmp(name, "FEN") == 0)
        take_fen(r, value);
    if (strcmp(name, "Variant") == 0)
        take_variant(r, value);
    if (strcmp(name, "Result") == 0)
        r->result = result_of(value);
    if (r->handler->tag)
        r->handler->tag(r->handler->context, name, value);
}

/* --- comments and variations ------------------------------------------------------------------ */

/* True if the tags of the next game begin here, so that the comment has no closing brace. A line
 * with an Event tag may also be a part of the comment. So the function looks ahead for the
 * comment's closing brace. An opening brace before the closing one means that the latter belongs to
 * another comment. */
static bool at_next_game(Reader *r) {
    const char *t = pgn_ahead(&r->in);
    if (!r->in.fresh || strncmp(t, "[Event ", 7) != 0 || t[7 + strspn(t + 7, " ")] != '"')
        return false;
    t = pgn_look(&r->in, PGN_FAR_AHEAD);
    const size_t length = strnlen(t, PGN_FAR_AHEAD);
    const char *close = memchr(t, '}', length);
    return !close || memchr(t, '{', (size_t)(close - t));
}

/* Adds a comment to a text, without its braces. Returns false if the comment has no end. */
static bool gather_comment(Reader *r, LongText *to) {
    const bool to_line_end = pgn_next(&r->in) == ';';
    while (!at_next_game(r)) {
        const char *t = pgn_ahead(&r->in);
        const size_t length = strcspn(t, "}\r\n");
        const int c = (unsigned char)t[length];
        long_text_put_bytes(r, to, t, length);
        r->in.at += length;
        r->in.fresh &= !length;
        if (length && !c)
            continue; /* the comment may go on */
        if (!c || (to_line_end && c != '}'))
            return to_line_end;
        pgn_next(&r->in);
        if (c == '}' && !to_line_end)
            return true;
        if (c == '}' || r->in.fresh)
            long_text_put(r, to, c == '}' ? ')' : ' ');
    }
    return false;
}

static void read_comment(Reader *r) {
    LongText *to = sink(r);
    if (to)
        long_text_put_item(r, to, "{");
    else
        long_text_clear(&r->text);
    const bool ends = gather_comment(r, to ? to : &r->text);
    if (to)
        long_text_put(r, to, '}');
    else
        take_comment(r, r->text.too_long ? TOO_LONG : long_text_end(&r->text));
    if (!ends)
        fault(r, "a comment has no end", "");
}

static void begin_variation(Reader *r) {
    r->in_moves = true;
    pgn_next(&r->in);
    if (!r->depth) {
        long_text_clear(&r->variation);
        r->moved = false;
    }
    long_text_put_item(r, &r->variation, "(");
    r->variation.too_long |= ++r->depth > PGN_DEPTH;
}

static void end_variation(Reader *r) {
    pgn_next(&r->in);
    if (!r->depth)
        return; /* a closing parenthesis too many */
    long_text_put(r, &r->variation, ')');
    if (!--r->depth)
        give_variation(r);
}

/* --- moves ------------------------------------------------------------------------------------ */

/* Reports a fault, after which the reader plays no more moves of the game. Adds the move to
 * r->unread. */
static void stop_at(Reader *r, const char *what, const char *move) {
    fault(r, what, move);
    long_text_put_item(r, &r->unread, move);
}

/* Reads a move, or "--". Returns the number of legal moves that the text may mean. */
static int read_move(const Position *pos, const char *text, Move *m) {
    *m = MOVE_NULL;
    return *text == '-' ? !in_check(pos->state) : san_read(pos, text, m);
}

static void play(Reader *r, const char *text) {
    Move m;
    const int meant = read_move(&r->pos, text, &m);
    if (meant != 1 && !r->plies && strcmp(text, "O-O") == 0) {
        r->over = true; /* 0-0: both sides have lost */
    } else if (meant != 1) {
        stop_at(r,
                meant          ? "more than one move is meant by"
                : *text == '-' ? "a move is passed in check:"
                               : "no legal move",
                text);
    } else if (r->plies == PGN_PLIES) {
        fault(r, "the game has more than 6000 moves", "");
        long_text_put_item(r, &r->unread, text);
    } else {
        r->plies++;
        if (r->handler->move)
            r->handler->move(r->handler->context, &r->pos, m);
        position_advance(&r->pos, m);
    }
}

static void take_move(Reader *r, const char *text) {
    const bool after = r->over && !r->depth;
    if (after && !after_gap(r))
        stop_at(r, "a move after the result:", text);
    else if (begin_another(r, after)) {
        r->in_moves = r->moved = true;
        if (sink(r))
            long_text_put_item(r, sink(r), text);
        else
            play(r, text);
    }
}

/* Takes a word that is not a move. In a variation or after the result, the word becomes a comment;
 * elsewhere the word is a fault. */
static void take_word(Reader *r, const char *what, const char *text) {
    r->in_moves = true;
    if (r->depth || r->over)
        take_comment(r, text);
    else
        stop_at(r, what, text);
}

/* Takes a move number. "1." begins another game, one without tags, in two cases: after a result,
 * and after an empty line if the current game already has a move with a greater number. */
static void take_number(Reader *r, const char *text, size_t digits, size_t dots) {
    char item[24];
    const long number = strtol(text, NULL, 10);
    const bool another = number == 1 && dots == 1 && (r->over || (after_gap(r) && r->number > 1));
    if (!r->depth && !begin_another(r, another))
        return;
    r->in_moves = true;
    if (sink(r)) {
        snprintf(item, sizeof item, "%.*s%s", (int)digits, text, dots > 1 ? "..." : ".");
        long_text_put_item(r, sink(r), item);
    }
    if (!r->depth)
        r->number = number;
}

/* Takes dots that a blank parts from their number: "2. ..." is "2...". */
static void take_dots(Reader *r, size_t dots) {
    LongText *to = sink(r);
    if (dots > 1 && to && to->used > 1 && to->data[to->used - 1] == '.' &&
        to->data[to->used - 2] != '.')
        long_text_put_bytes(r, to, "..", 2);
}

static void take_nag(Reader *r, long number, const char *text) {
    char item[24];
    LongText *to = sink(r);
    snprintf(item, sizeof item, "$%ld", number);
    if (number > 255 || (!to && !r->plies))
        take_comment(r, text ? text : item);
    else if (to)
        long_text_put_item(r, to, item);
    else if (r->handler->nag)
        r->handler->nag(r->handler->context, (int)number);
}

/* Takes a result among the moves. The result replaces that of the tag Result, unless the result is
 * "*". */
static void take_result(Reader *r, const PgnSign *sign) {
    if (r->depth && sign->value != PGN_UNKNOWN)
        take_comment(r, sign->text);
    if (r->depth || r->over)
        return;
    r->in_moves = r->over = true;
    if (sign->value != PGN_UNKNOWN)
        r->result = sign->value;
}

static void take_sign(Reader *r, const PgnSign *sign) {
    if (sign->kind == SIGN_NAG)
        take_nag(r, sign->value, sign->text);
    else if (sign->kind == SIGN_RESULT)
        take_result(r, sign);
    else if (sign->kind == SIGN_NULL && r->over && !r->depth)
        take_comment(r, sign->text);
    else if (sign->kind == SIGN_NULL)
        take_move(r, "--");
}

/* Takes unknown signs and returns their length. The signs become a comment, as does a number such
 * as "-0.20/12". If letters or digits follow the signs directly, the whole is one word. */
static size_t take_unknown(Reader *r, const char *text) {
    char sign[TOKEN];
    size_t length = !isalnum((unsigned char)*text);
    if (!text[strspn(text, "+-/.:0123456789")]) {
        take_comment(r, text);
        return strlen(text);
    }
    while (text[length] && !isalnum((unsigned char)text[length]) && text[length] != '$' &&
           !pgn_sign(text + length))
        length++;
    if (isalnum((unsigned char)text[length])) {
        take_word(r, "no legal move", text);
        return strlen(text);
    }
    memcpy(sign, text, length);
    sign[length] = '\0';
    take_comment(r, sign);
    return length;
}

/* Adds the sign of check or mate to a move in the text that the reader collects. */
static void put_check(Reader *r, const PgnSign *sign) {
    if (sink(r) && sign && sign->kind == SIGN_NOTHING && strchr("+#", *sign->text))
        long_text_put(r, sink(r), *sign->text);
}

/* Takes the first part of a token; returns the part's length. */
static size_t take_part(Reader *r, const char *text) {
    char move[SAN_SIZE];
    const bool is_nag = *text == '$';
    const size_t digits = strspn(text + is_nag, "0123456789"), dots = strspn(text + digits, ".");
    if (is_nag && digits) {
        take_nag(r, strtol(text + 1, NULL, 10), NULL);
        return 1 + digits;
    }
    if (dots) {
        if (digits)
            take_number(r, text, digits, dots);
        else
            take_dots(r, dots);
        return digits + dots;
    }
    const size_t length = san_length(text, move);
    if (length) {
        r->romance |= strchr("ACF", *text) != NULL;
        if (r->romance && *text == 'R')
            *move = 'K'; /* French roi and Spanish rey: the king */
        take_move(r, move);
        put_check(r, pgn_sign(text + length));
        return length;
    }
    const PgnSign *sign = pgn_sign(text);
    if (sign) {
        take_sign(r, sign);
        return strlen(sign->text);
    }
    /* "5254" is e2e4 in the numeric notation of correspondence chess, which is not supported. */
    if (digits >= 4 && strspn(text, "12345678") == digits) {
        take_word(r, "no legal move", text);
        return strlen(text);
    }
    if (!digits || (isalpha((unsigned char)text[digits]) && !san_length(text + digits, move)))
        return take_unknown(r, text);
    take_number(r, text, digits, 0);
    return digits;
}

static void take_token(Reader *r) {
    char token[TOKEN];
    const char *text = pgn_look(&r->in, 2 * TOKEN);
    size_t length;
    const PgnSign *result = result_ahead(text, &length);
    if (result)
        strcpy(token, result->text);
    else
        length = read_token(text, token);
    r->in.at += length;
    r->in.fresh &= !length;
    if (!length)
        skip(r, 1); /* a bracket or a brace that ends nothing */
    for (const char *at = token; *at && begin_another(r, false);)
        at += take_part(r, at);
}

/* --- the file --------------------------------------------------------------------------------- */

/* Returns the name of a tag as the PGN standard writes it, whatever the case of the letters. */
static const char *standard_name(const char *name) {
    static const char *const STANDARD[] = {"Event", "Site",   "Date", "Round", "White",
                                           "Black", "Result", "FEN",  "SetUp", "Variant"};
    for (size_t i = 0; i < sizeof STANDARD / sizeof *STANDARD; i++)
        if (strcasecmp(name, STANDARD[i]) == 0)
            return STANDARD[i];
    return name;
}

/* Reads the tag at the next character; `value` is the offset of the tag's value. */
static void read_tag(Reader *r, TagKind kind, const char *name, size_t value) {
    const uint64_t hash = hash_words(HASH_WORDS_BASIS, name, (strlen(name) + 3) / 4 * 4);
    if (!begin_another(r, begins_game(r, name, hash)))
        return;
    if (r->name_count < NAMES)
        r->names[r->name_count++] = hash;
    skip(r, value);
    read_value(r, kind);
    if (r->text.too_long)
        take_comment(r, TOO_LONG);
    else
        take_tag(r, name, long_text_end(&r->text));
}

/* Reads a text in brackets: a tag, or a sign such as []. Any other text becomes a comment. */
static void read_brackets(Reader *r) {
    char name[TOKEN];
    size_t value;
    const TagKind kind = tag_ahead(r, name, &value);
    if (kind == TAG_QUOTED || (kind == TAG_BARE && (!r->in_moves || r->over) && !r->depth)) {
        memmove(name, standard_name(name), strlen(name));
        read_tag(r, kind, name, value);
        return;
    }
    long_text_clear(&r->text);
    for (int c = 0; c != ']' && !is_line_end(pgn_peek(&r->in));)
        long_text_put(r, &r->text, c = pgn_next(&r->in));
    const PgnSign *sign = pgn_sign(long_text_end(&r->text));
    begin_another(r, false);
    if (sign && strcmp(sign->text, r->text.data) == 0)
        take_sign(r, sign);
    else
        take_comment(r, r->text.too_long ? TOO_LONG : without_braces(&r->text));
}

static void skip_line(Reader *r) {
    while (!is_line_end(pgn_peek(&r->in)))
        pgn_next(&r->in);
}

/* Skips a blank or an invisible character, if the next character is one. */
static bool skip_blank(Reader *r) {
    const char *t = pgn_ahead(&r->in);
    bool valid = true;
    size_t length;
    if ((unsigned char)*t <= ' ' || *t == 0x7F) {
        pgn_next(&r->in);
        return true;
    }
    if ((unsigned char)*t < 0x80)
        return false;
    const char *ascii = pgn_ascii(utf8_read(t, &length, &valid));
    if (!ascii || (*ascii && *ascii != ' '))
        return false;
    /* Unlike pgn_next, this step does not clear in.fresh. So the first line of a file still counts
     * as fresh after a byte order mark. */
    r->in.at += length;
    return true;
}

/* Returns the length of a remark in parentheses, such as "(=)" or "(0:01)", in which no word is a
 * move. Returns 0 if the text is not a remark. */
static size_t remark_ahead(Reader *r) {
    const char *begin = pgn_look(&r->in, 2 * TOKEN), *t = begin + 1;
    for (;;) {
        char token[TOKEN], move[SAN_SIZE];
        t += strspn(t, " \t\r\n");
        const size_t length = read_token(t, token);
        if (!length)
            return *t == ')' ? (size_t)(t + 1 - begin) : 0;
        const char *word = token + strspn(token, "0123456789");
        word += strspn(word, ".");
        const PgnSign *sign = pgn_sign(word);
        if (san_length(token, move) || san_length(word, move) || (sign && sign->kind == SIGN_NULL))
            return 0;
        t += length;
    }
}

/* Returns the length of a heading before the first game: the text up to the first line that begins
 * with a bracket or with "1.". Returns 0 if the text begins with anything but a word, or if a line
 * of the text has "1." after other words. */
static size_t heading_ahead(Reader *r) {
    char token[TOKEN], move[SAN_SIZE];
    if (r->count.games > 1 || r->name_count || r->in_moves || r->no_heading)
        return 0;
    const char *text = pgn_look(&r->in, PGN_FAR_AHEAD);
    read_token(text, token);
    const unsigned char first = (unsigned char)*token;
    if ((!isalpha(first) && first != '<' && first < 0x80) || san_length(token, move) ||
        pgn_sign(token))
        return 0;
    for (const char *t = text + 1; *t; t++) {
        const bool number = strncmp(t, "1.", 2) == 0 && !isdigit((unsigned char)t[2]);
        if (is_line_end(t[-1]) && (*t == '[' || number))
            return (size_t)(t - text);
        if (number && !isalnum((unsigned char)t[-1]))
            break;
    }
    r->no_heading = true;
    return 0;
}

/* Turns a heading, or a remark in parentheses, into a comment, unless the remark is empty. */
static void take_remark(Reader *r, size_t length) {
    long_text_clear(&r->text);
    for (size_t i = 0; i < length; i++) {
        const int c = pgn_next(&r->in);
        if (r->in.fresh || c != '\r')
            long_text_put(r, &r->text, r->in.fresh ? ' ' : c);
    }
    if (length > 2)
        take_comment(r, without_braces(&r->text));
}

static void read_enclosed(Reader *r, int c) {
    if (!begin_another(r, false))
        return;
    const size_t remark = c == '(' && !r->faulty ? remark_ahead(r) : 0;
    if (remark)
        take_remark(r, remark);
    else if (c == '(')
        begin_variation(r);
    else
        read_comment(r);
}

static void take_text(Reader *r) {
    const size_t heading = heading_ahead(r);
    if (!heading)
        take_token(r);
    else if (begin_another(r, false))
        take_remark(r, heading);
}

/* Reads a token, a tag, or a comment. */
static void read_item(Reader *r, int c) {
    if (c == ';' && (!r->started || (r->over && after_gap(r)))) {
        skip_line(r); /* skip_line keeps last_line, for after_gap */
        return;
    }
    if (r->in.fresh && (c == '%' || strncmp(pgn_ahead(&r->in), "```", 3) == 0))
        skip_line(r);
    else if (c == '[')
        read_brackets(r);
    else if (c == '{' || c == ';' || c == '(')
        read_enclosed(r, c);
    else if (c == ')')
        end_variation(r);
    else
        take_text(r);
    r->last_line = r->in.line;
}

static void read_all(Reader *r) {
    for (int c; !r->stopped && !r->count.out_of_memory && (c = pgn_peek(&r->in));)
        if (!skip_blank(r))
            read_item(r, c);
    if (!r->stopped)
        finish(r);
}

PgnCount pgn_read(const PgnSource *source, const PgnHandler *handler) {
    Reader *r = aligned_new(sizeof *r);
    if (!r)
        return (PgnCount){.out_of_memory = true};
    memset(r, 0, sizeof *r);
    r->in.source = source;
    r->in.line = 1;
    r->in.fresh = true;
    r->handler = handler;
    read_all(r);
    const PgnCount count = r->count;
    free(r->text.data);
    free(r->variation.data);
    free(r->unread.data);
    aligned_free(r);
    return count;
}
