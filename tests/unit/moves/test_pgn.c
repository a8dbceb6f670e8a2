/* The PGN reader passes on each part of the games in a table of cases, and reports the line of each fault. */
#include "moves/notation.h"
#include "moves/pgn.h"
#include "support/cmocka_test.h"
#include "support/rows.h"
#include "support/setup.h"

#include <iconv.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A source that gives a text in small pieces, so that every look-ahead crosses an end of a piece. */
typedef struct Drip {
    const char *text;
    size_t left, piece;
} Drip;

static size_t drip(void *context, char *bytes, size_t size) {
    Drip *d = context;
    size_t count = d->piece < size ? d->piece : size;
    count = count < d->left ? count : d->left;
    memcpy(bytes, d->text, count);
    d->text += count;
    d->left -= count;
    return count;
}

/* The parts that the reader has passed on, a line each. */
static char printed[1 << 16];
static int games_wanted;
static size_t longest; /* bytes of the longest text that was passed on */

__attribute__((format(printf, 1, 2))) static void print(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    const size_t used = strlen(printed);
    vsnprintf(printed + used, sizeof printed - used, format, arguments);
    va_end(arguments);
}

static void on_tag(void *context, const char *name, const char *value) {
    longest = strlen(value) > longest ? strlen(value) : longest;
    print("tag %s=%.500s\n", name, value);
}

static void on_move(void *context, const Position *at, Move m) {
    char text[MOVE_TEXT_SIZE];
    move_write(at, m, text);
    print("%s\n", text);
}

static void on_comment(void *context, const char *text) {
    longest = strlen(text) > longest ? strlen(text) : longest;
    print("{%.500s}\n", text);
}

static void on_nag(void *context, int number) {
    print("$%d\n", number);
}

static void on_variation(void *context, const char *text) {
    print("var %s\n", text);
}

static bool on_end(void *context, const Position *at, PgnResult result, bool good) {
    print("end %d %s%s\n", (int)result, good ? "good" : "bad", at->chess960 ? " 960" : "");
    return --games_wanted != 0;
}

static void on_fault(void *context, long game, long line, const char *reason) {
    print("fault %ld:%ld %s\n", game, line, reason);
}

static const char *read_bytes(const char *text, size_t size, size_t piece) {
    Drip d = {text, size, piece};
    const PgnSource source = {&d, drip};
    const PgnHandler handler = {NULL,   on_tag,       on_move, on_comment,
                                on_nag, on_variation, on_end,  on_fault};
    *printed = '\0';
    pgn_read(&source, &handler);
    return printed;
}

/* Reads a text in pieces of many sizes; all sizes must give `expected`. */
static void want(const char *line, const char *text, size_t size, const char *expected) {
    for (size_t piece = 1; piece < 70; piece += 1 + piece / 2) {
        games_wanted = 0;
        if (strcmp(read_bytes(text, size, piece), expected) != 0)
            fail_msg("%s\nin pieces of %zu gives\n%s", line, piece, printed);
    }
}

/* Reads the text in another encoding, with or without a byte order mark. Does nothing if the text is not UTF-8, or if
 * it is too short to be recognised without a mark. */
static void want_encoded(const char *line, const char *text, size_t size, const char *encoding,
                         bool marked, const char *expected) {
    char copy[1 << 12] = "\xEF\xBB\xBF", wide[1 << 13], *from = copy + (marked ? 0 : 3), *to = wide;
    size_t left = size + (marked ? 3 : 0), room = sizeof wide;
    memcpy(copy + 3, text, size);
    iconv_t converter = iconv_open(encoding, "UTF-8");
    if (iconv(converter, &from, &left, &to, &room) != (size_t)-1 && (marked || size > 1))
        want(line, wide, sizeof wide - room, expected);
    iconv_close(converter);
}

/* Copies a text with other ends of line; returns its size. */
static size_t end_lines(const char *text, size_t size, const char *by, char *out) {
    size_t used = 0;
    for (size_t i = 0; i < size; i++)
        used += text[i] == '\n' ? strlen(strcpy(out + used, by)) : (out[used] = text[i], 1u);
    return used;
}

static void want_case(char *line) {
    char shown[1 << 11], other[1 << 11];
    char *expected = strchr(line, '\t');
    assert_non_null(expected);
    snprintf(shown, sizeof shown, "%s", line);
    *expected++ = '\0';
    const size_t size = unescape(line);
    strcpy(expected + strcspn(expected, "\n"), "|");
    for (char *c = expected; *c; c++)
        *c = *c == '|' ? '\n' : *c;
    want(shown, line, size, expected);
    want(shown, other, end_lines(line, size, "\r\n", other), expected);
    want(shown, other, end_lines(line, size, "\r", other), expected);
    for (int i = 0; i < 4; i++)
        want_encoded(shown, line, size, i % 2 ? "UTF-16LE" : "UTF-16BE", i / 2, expected);
}

/* Reads each text of the table as it is, with other ends of line, and in other encodings. */
TEST(known_cases) {
    static char line[1 << 11];
    int cases = 0;
    FILE *file = fopen(TEST_DATA_DIR "/pgn_cases.tsv", "r");
    assert_non_null(file);
    while (fgets(line, sizeof line - 1, file))
        if (*line != '#' && *line != '\n') {
            want_case(line);
            cases++;
        }
    fclose(file);
    assert_true(cases > 100);
}

TEST(reading_ends_when_asked_to) {
    static const char TEXT[] = "[Event \"1\"]\n1. e4 *\n[Event \"2\"]\n1. d4 *\n[Event \"3\"]\n*";
    games_wanted = 2;
    assert_string_equal(read_bytes(TEXT, strlen(TEXT), 5),
                        "tag Event=1\ne2e4\nend -1 good\ntag Event=2\nd2d4\n"
                        "end -1 good\n");
}

/* Reads a text of `before`, `count` letters, and `behind`. */
static void read_letters(const char *before, size_t count, const char *behind) {
    const size_t head = strlen(before), tail = strlen(behind);
    char *text = malloc(head + count + tail);
    memset(text, 'y', head + count);
    memcpy(text, before, head);
    memcpy(text + head + count, behind, tail);
    games_wanted = 0;
    longest = 0;
    read_bytes(text, head + count + tail, 4096);
    assert_non_null(strstr(printed, "e2e4\n"));
    free(text);
}

/* The reader passes on a long text whole. It omits a text that is too long, and reports the omission. */
TEST(texts_are_bounded) {
    static const struct {
        const char *before, *behind;
        size_t bound;
    } TEXTS[] = {{"[A \"", "\"] 1. e4 *", PGN_TEXT_MAX},
                 {"1. e4 {", "} *", PGN_TEXT_MAX},
                 {"1. e4 xx ", " *", PGN_TEXT_MAX},
                 {"1. e4 (1. d4 {", "}) *", PGN_VARIATION_MAX},
                 {"1. e4 (", ") *", PGN_VARIATION_MAX}};
    for (size_t i = 0; i < sizeof TEXTS / sizeof *TEXTS; i++) {
        read_letters(TEXTS[i].before, TEXTS[i].bound, TEXTS[i].behind);
        assert_non_null(strstr(printed, "too long"));
        assert_true(longest < 100);
        if (i > 1)
            continue;
        read_letters(TEXTS[i].before, TEXTS[i].bound - 1, TEXTS[i].behind);
        assert_int_equal(longest, TEXTS[i].bound - 1);
    }
}
