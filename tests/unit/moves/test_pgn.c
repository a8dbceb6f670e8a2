/* The PGN reader: what it understands, what it hands on, and where it says a game's fault is. */
#include "moves/notation.h"
#include "moves/pgn.h"
#include "support/cmocka_test.h"
#include "support/setup.h"

#include <stdio.h>
#include <string.h>

/* A source that gives a text in small pieces, so that every look-ahead meets their ends. */
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

/* What was handed on, a line each. */
static char printed[1 << 16];
static int games_wanted;

__attribute__((format(printf, 1, 2))) static void print(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    const size_t used = strlen(printed);
    vsnprintf(printed + used, sizeof printed - used, format, arguments);
    va_end(arguments);
}

static void on_tag(void *context, const char *name, const char *value) {
    (void)context;
    print("tag %s=%s\n", name, value);
}

static void on_move(void *context, const Position *pos, Move m) {
    char text[MOVE_TEXT_SIZE];
    (void)context;
    move_write(pos, m, text);
    print("%s\n", text);
}

static void on_comment(void *context, const char *text) {
    (void)context;
    print("{%s}\n", text);
}

static void on_nag(void *context, int number) {
    (void)context;
    print("$%d\n", number);
}

static void on_variation(void *context, const char *text) {
    (void)context;
    print("var %s\n", text);
}

static bool on_end(void *context, const Position *pos, PgnResult result, bool good) {
    (void)context;
    print("end %d %s %s\n", (int)result, good ? "good" : "bad", pos->chess960 ? "960" : "chess");
    return --games_wanted != 0;
}

static void on_fault(void *context, long game, long line, const char *reason) {
    (void)context;
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

/* Reads a text in pieces of every size; all must give the same. */
static void want(const char *text, const char *expected) {
    for (size_t piece = 1; piece < 40; piece++) {
        games_wanted = 0;
        assert_string_equal(read_bytes(text, strlen(text), piece), expected);
    }
}

TEST(tags_have_values) {
    want("[White \"A \\\"B\\\" \\\\ C\"]\n[ Black \t\"O\"Neil\" ] 1-0",
         "tag White=A \"B\" \\ C\ntag Black=O\"Neil\nend 2 good chess\n");
    want("\xEF\xBB\xBF[Event \"\"]\r\n\r\n[Site \"x\"]\r\n*",
         "tag Event=\ntag Site=x\nend -1 good chess\n");
    want("[A \"1\"] [B \"2\"] *", "tag A=1\ntag B=2\nend -1 good chess\n");
}

TEST(bad_tags_are_faults) {
    want("[White no]\n\n1. e4 *\n",
         "fault 1:1 this is no tag, which has a name and a value in quotes: 'White'\n"
         "end -1 bad chess\n");
    want("\n[White \"no end\n\n1. e4 *\n[Black \"b\"]\n1. d4 *",
         "fault 1:2 this is no tag, which has a name and a value in quotes: 'White'\n"
         "end -1 bad chess\ntag Black=b\nd2d4\nend -1 good chess\n");
    want("[Variant \"Atomic\"]\n1. e4 *", "fault 1:1 this game is not chess but 'Atomic'\n"
                                          "tag Variant=Atomic\nend -1 bad chess\n");
}

TEST(moves_are_read) {
    want("1.e4 e5 2. Nf3! Nc6?! 3 Bb5 $10 a6 (3... Nf6 {x) y} (3... d6; z)\n) 4. O-O) {c\nd} ;e\n"
         "4. Ba4 +- 1-0",
         "e2e4\ne7e5\ng1f3\n$1\nb8c6\n$6\nf1b5\n$10\na7a6\n"
         "var (3... Nf6 {x) y} (3... d6{ z)} ) 4. O-O)\n{c d}\n{e}\nb5a4\n$18\nend 2 good chess\n");
    want("e4! e5? d4!! d5\?\? c4!? c5?! *",
         "e2e4\n$1\ne7e5\n$2\nd2d4\n$3\nd7d5\n$4\nc2c4\n$5\nc7c5\n$6\nend -1 good chess\n");
    want("e2e4 e7e5 g1f3 b8c6 f1c4 g8f6 e1g1 *",
         "e2e4\ne7e5\ng1f3\nb8c6\nf1c4\ng8f6\ne1g1\nend -1 good chess\n");
    want("1. e4\n% 1... e6 is passed over\n1... c5 1/2-1/2\n", "e2e4\nc7c5\nend 1 good chess\n");
}

TEST(chess960_is_read) {
    want("[Variant \"Fischerandom\"]\n[FEN \"4k3/8/8/8/8/8/8/RK5R w KQ - 0 1\"]\n1. O-O *",
         "tag Variant=Fischerandom\ntag FEN=4k3/8/8/8/8/8/8/RK5R w KQ - 0 1\nb1h1\n"
         "end -1 good 960\n");
    want("[FEN \"4k3/8/8/8/8/8/8/RK5R w KQ - 0 1\"]\nb1a1 *",
         "tag FEN=4k3/8/8/8/8/8/8/RK5R w KQ - 0 1\nb1a1\nend -1 good chess\n");
}

TEST(faults_end_their_game_only) {
    want("[Event \"1\"]\n1. e4 *\n\n[Event \"2\"]\n1. e4\ne4 e5 {no more} *\n\n[Event \"3\"]\n1. "
         "d4 *",
         "tag Event=1\ne2e4\nend -1 good chess\n"
         "tag Event=2\ne2e4\nfault 2:6 no legal move 'e4'\nend -1 bad chess\n"
         "tag Event=3\nd2d4\nend -1 good chess\n");
    want("1. Nf3 d5 2. Nc3 e5 3. Nd2",
         "g1f3\nd7d5\nb1c3\ne7e5\nfault 1:1 no legal move 'Nd2'\nend -1 bad chess\n");
    want(
        "[FEN \"8/8/8/8/8/8/8/8 w - - 0 1\"]\n*",
        "fault 1:1 FEN board field: White has no king; add one\ntag FEN=8/8/8/8/8/8/8/8 w - - 0 1\n"
        "end -1 bad chess\n");
}

/* What is not closed ends where the next game begins. */
TEST(the_next_game_is_found) {
    want("1. e4 {no end\n\n[Event \"2\"]\n1. d4 *",
         "e2e4\nfault 1:3 a comment has no end\nend -1 bad chess\ntag Event=2\nd2d4\n"
         "end -1 good chess\n");
    want("1. e4 (1. d4 {x}\n\n[Event \"2\"]\n1. d4 *",
         "e2e4\nfault 1:3 a variation has no end\nend -1 bad chess\ntag Event=2\nd2d4\n"
         "end -1 good chess\n");
    want("1. e4 ) e5 *", "e2e4\nfault 1:1 a variation ends that has not begun\nend -1 bad chess\n");
}

TEST(lines_of_every_system_are_counted) {
    static const char *const TEXTS[] = {"\n\n\n1. e4 x", "\r\n\r\n\r\n1. e4 x", "\r\r\r1. e4 x"};
    for (int i = 0; i < 3; i++)
        want(TEXTS[i], "e2e4\nfault 1:4 no legal move 'x'\nend -1 bad chess\n");
}

TEST(reading_ends_when_asked_to) {
    static const char TEXT[] = "[Event \"1\"]\n1. e4 *\n[Event \"2\"]\n1. d4 *\n[Event \"3\"]\n*";
    games_wanted = 2;
    assert_string_equal(read_bytes(TEXT, strlen(TEXT), 5),
                        "tag Event=1\ne2e4\nend -1 good chess\ntag Event=2\nd2d4\n"
                        "end -1 good chess\n");
}

/* A text that is too long is cut; zeros become blanks. */
TEST(texts_are_bounded) {
    static char text[PGN_TEXT_MAX * 2];
    memset(text, 'x', sizeof text);
    memcpy(text, "1. e4 {", 7);
    memcpy(text + sizeof text - 3, "} *", 3);
    games_wanted = 0;
    read_bytes(text, sizeof text, 4096);
    assert_non_null(strstr(printed, "e2e4\n{xxx"));
    games_wanted = 0;
    assert_string_equal(read_bytes("1. e4 {a\0b} *", 13, 3), "e2e4\n{a b}\nend -1 good chess\n");
}

int main(void) {
    setup_tables();
    return tests_run("pgn", NULL, NULL);
}
