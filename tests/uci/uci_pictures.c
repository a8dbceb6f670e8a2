/* uci_pictures [--slow] BINARY [SCENE]
 *
 * What a picture shows besides the men, which tests/platform/clients/inspect.mjs looks at: who is at
 * the bottom, the last move, what a move changes; and that no number lies under another.
 */
#include "support/dialogue.h"
#include "support/fens.h"
#include "support/files.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { LEFT = 40, TOP = 72, SIDE = 88, NUMBERS = 20, LABELS = 32 };

static const char *const PICTURES[] = {"map svg", "threats svg", "eval svg"};
enum { PICTURE_COUNT = sizeof PICTURES / sizeof *PICTURES };

static char path[FILE_PATH_SIZE];

/* The answer to a command, which the caller frees. */
static char *picture(Child *e, const char *command, const char *fen) {
    char line[LINE];
    size_t size;
    unlink(path);
    say(e, "%s %s %s", command, path, fen);
    wait_for(e, "info string ", line);
    check(strstr(line, " written to ") != NULL, "%s %s: %s", command, fen, line);
    return file_get(path, &size);
}

static void holds(const char *text, const char *part, const char *what) {
    check(strstr(text, part) != NULL, "%s: no \"%s\"", what, part);
}

static void lacks(const char *text, const char *part, const char *what) {
    check(strstr(text, part) == NULL, "%s: \"%s\"", what, part);
}

/* Wants the letter of file a and the digit of rank 1 beside the squares where they belong. */
static void check_edges(const char *text, bool black, const char *what) {
    char digit[64], letter[64];
    snprintf(digit, sizeof digit, "y=\"%d\">1</text>", TOP + (black ? 0 : 7) * SIDE + SIDE / 2 + 6);
    snprintf(letter, sizeof letter, "<text x=\"%d\" y=\"798\">a</text>",
             LEFT + (black ? 7 : 0) * SIDE + SIDE / 2);
    holds(text, digit, what);
    holds(text, letter, what);
}

static void either_side_is_at_the_bottom(void) {
    char command[64];
    Child e;
    start(&e);
    say(&e, "position fen 8/8/8/8/8/8/8/K1k5 w - - 0 1");
    for (int i = 0; i < 2 * (PICTURE_COUNT + 1); i++) {
        const bool black = i % 2;
        snprintf(command, sizeof command, "%s%s",
                 i / 2 < PICTURE_COUNT ? PICTURES[i / 2] : "explain Ka2 svg",
                 black ? " black" : "");
        char *text = picture(&e, command, "");
        check_edges(text, black, command);
        free(text);
    }
    talk_through(&e, (const Talk[]){{"map json black", "info string map written to black"},
                                    {"map text black svg", "info string map written to black svg"},
                                    {0}});
    unlink("black");
    unlink("black svg");
    quit(&e);
}

/* The frame of the last move around a square. */
static const char *frame(const char *name, bool black, bool dashed) {
    static char text[128];
    const int column = black ? 'h' - name[0] : name[0] - 'a';
    const int row = black ? name[1] - '1' : '8' - name[1];
    snprintf(text, sizeof text,
             "<rect x=\"%d\" y=\"%d\" width=\"80\" height=\"80\" fill=\"none\" stroke=\"#009E73\" "
             "stroke-width=\"5\" stroke-dasharray=\"%s\"/>",
             LEFT + column * SIDE + 4, TOP + row * SIDE + 4, dashed ? "12 8" : "none");
    return text;
}

static void the_last_move_is_framed(void) {
    static const struct {
        const char *position, *heading;
        const char *from, *to;
    } CASES[] = {
        {"startpos moves e4", ", after 1. e4<", "e2", "e4"},
        {"startpos moves e2e4 e7e5", ", after 1... e5<", "e7", "e5"},
        {MIDDLE " moves O-O", ", after 1. O-O<", "e1", "g1"},
        {MIDDLE " moves a2a3 e8c8", ", after 1... O-O-O<", "e8", "c8"},
    };
    char command[64];
    Child e;
    start(&e);
    for (size_t c = 0; c < sizeof CASES / sizeof *CASES; c++)
        for (int i = 0; i < 2 * PICTURE_COUNT; i++) {
            snprintf(command, sizeof command, "%s%s", PICTURES[i / 2], i % 2 ? " black" : "");
            say(&e, "position %s", CASES[c].position);
            char *text = picture(&e, command, "");
            holds(text, CASES[c].heading, CASES[c].position);
            holds(text, frame(CASES[c].from, i % 2, true), CASES[c].position);
            holds(text, frame(CASES[c].to, i % 2, false), CASES[c].position);
            free(text);
        }
    /* Not where there is none, or the picture is of another position. */
    static const char *const NONE[][2] = {{"position startpos", ""},
                                          {"position startpos moves e4", START},
                                          {"position startpos moves e4\nshow 0 " MIDDLE, ""}};
    for (size_t c = 0; c < sizeof NONE / sizeof *NONE; c++)
        for (int i = 0; i < PICTURE_COUNT; i++) {
            say(&e, "%s", NONE[c][0]);
            char *text = picture(&e, PICTURES[i], NONE[c][1]);
            lacks(text, ", after ", NONE[c][0]);
            lacks(text, "#009E73", NONE[c][0]);
            free(text);
        }
    quit(&e);
}

/* The picture of a move: the position behind it, new threats and not those of before, the squares that
 * change hands, and the sentences. */
static void a_move_is_drawn(void) {
    Child e;
    start(&e);
    say(&e, "position startpos moves e4 e5 Nf3 Nc6 Bc4 Nf6 Ng5 d5");
    char *text = picture(&e, "explain Nxf7 nodes 3000 svg", "");
    holds(text, "<title>What is new, after 5. Nxf7: r1bqkb1r/ppp2Npp/", "Nxf7");
    holds(text, frame("g5", false, true), "Nxf7");
    holds(text, frame("f7", false, false), "Nxf7");
    holds(text, ">White: Knight from g5 takes Pawn on f7.</text>", "Nxf7");
    holds(text, ">Worth, by a search of ", "Nxf7");
    holds(text, ">+600</text>", "the queen is threatened");
    const char *king_takes = strstr(text, ">+300</text>");
    check(king_takes && !strstr(king_takes + 1, ">+300</text>"), "what Black threatened is drawn");
    holds(text, "fill=\"url(#dots)\"", "Nxf7");
    free(text);
    text = picture(&e, "explain a2a3 nodes 0 svg black", "4k3/8/8/8/8/8/P7/4K3 w - - 0 1");
    lacks(text, ">Worth", "nodes 0");
    holds(text, "<g fill=\"none\">\n</g>", "no threat is new");
    holds(text, ">White: Pawn from a2 to a3.</text>", "a3");
    free(text);
    quit(&e);
}

typedef struct Number {
    double x, y;
} Number;

/* How far a number's centre lies from a label, the upper left corner of which is given. */
static bool covers(Number at, Number label) {
    enum { WIDTH = 56, HEIGHT = 19, RADIUS = 10 };
    const double right = at.x - label.x - WIDTH, left = label.x - at.x;
    const double below = at.y - label.y - HEIGHT, above = label.y - at.y;
    const double dx = right > left ? right : left, dy = below > above ? below : above;
    return dx < RADIUS && dy < RADIUS && (dx < 0 || dy < 0 || dx * dx + dy * dy < RADIUS * RADIUS);
}

/* Reads where a mark stands whose line goes on behind that as `more` says. */
static bool reads(const char *line, const char *format, const char *more, Number *n) {
    int used = 0;
    return sscanf(line, format, &n->x, &n->y, &used) == 2 && used &&
           strncmp(line + used, more, strlen(more)) == 0;
}

/* Reads the numbers of a picture, on the board and below it, and the labels of the pieces. */
static void read_marks(const char *text, Number *numbers, int *number_count, Number *labels,
                       int *label_count) {
    static const char NUMBER[] = "<circle cx=\"%lf\" cy=\"%lf\"%n";
    static const char LABEL[] = "<rect x=\"%lf\" y=\"%lf\"%n";
    *number_count = *label_count = 0;
    for (const char *line = text; line; line = strchr(line, '\n')) {
        line += *line == '\n';
        if (*number_count < NUMBERS && reads(line, NUMBER, "", &numbers[*number_count]))
            ++*number_count;
        if (*label_count < LABELS &&
            reads(line, LABEL, " width=\"56\" height=\"19\"", &labels[*label_count])) {
            check(*number_count == 0, "a label lies above a number: %.60s", line);
            ++*label_count;
        }
    }
}

static void no_number_lies_under_another(void) {
    static const char *const FENS[] = {MIDDLE, START,
                                       "r1bqkb1r/ppp2Npp/2n2n2/3pp3/2B1P3/8/PPPP1PPP/RNBQK2R b "
                                       "KQkq - 0 5"};
    Child e;
    start(&e);
    for (int f = 0; f < 6; f++) {
        Number numbers[NUMBERS], labels[LABELS];
        int number_count, label_count;
        char *text = picture(&e, f % 2 ? "eval svg black" : "eval svg", FENS[f / 2]);
        read_marks(text, numbers, &number_count, labels, &label_count);
        free(text);
        check(number_count == NUMBERS && label_count > 28, "%d numbers, %d labels", number_count,
              label_count);
        for (int i = 0; i < number_count; i++) {
            for (int j = 0; j < i; j++)
                check(labs((long)(numbers[i].x - numbers[j].x)) +
                              labs((long)(numbers[i].y - numbers[j].y)) >=
                          20,
                      "%s: numbers %d and %d overlap", FENS[f / 2], j + 1, i + 1);
            for (int j = 0; j < label_count; j++)
                check(!covers(numbers[i], labels[j]), "%s: number %d covers a label", FENS[f / 2],
                      i + 1);
        }
    }
    quit(&e);
}

static const Scene SCENES[] = {
    {"either side is at the bottom", either_side_is_at_the_bottom},
    {"the last move is framed", the_last_move_is_framed},
    {"a move is drawn", a_move_is_drawn},
    {"no number lies under another", no_number_lies_under_another},
};

int main(int argc, char **argv) {
    file_place(path, "picture.svg");
    const int status = dialogue_main(argc, argv, SCENES, sizeof SCENES / sizeof *SCENES);
    unlink(path);
    files_remove();
    return status;
}
