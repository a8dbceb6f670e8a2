/* book: opening books in the Polyglot format, from games or from the engine's own searches. book.usage
 * says how to use it. `make book ARGS="make BOOK GAMES..."` builds and runs it. */
#include "book/book_count.h"
#include "book/book_searches.h"
#include "book/book_show.h"
#include "book/book_sift.h"
#include "book/book_tree.h"
#include "lib/options.h"
#include "lib/pgn_reader.h"

#include <stdio.h>
#include <string.h>

static const char USAGE[] =
#include "book_usage.h"
    ;

/* The commands, as options know them. */
enum { MAKE = 1, GROW = 2, SIFT = 4 };

typedef struct Settings {
    CountSettings count;
    uint64_t positions, nodes, margin;
    const char *base;
    char **files;
} Settings;

static const uint64_t UNSAID = UINT64_MAX;

/* Reads what stands behind the command; false, with the reason on stderr, if it is wrong. */
static bool read_settings(Settings *s, int command, char **words, int least, int most) {
    const Option table[] = {
        {"--least", MAKE, .number = &s->count.least, .most = UINT32_MAX},
        {"--depth", MAKE, .number = &s->count.depth, .least = 1, .most = PGN_PLIES},
        {"--prior", MAKE, .number = &s->count.prior, .least = 1, .most = 1000000},
        {"--skip", MAKE, .flag = &s->count.skip},
        {"--base", MAKE, .text = &s->base, .what = "the path of a book"},
        {"--positions", GROW | SIFT, .number = &s->positions, .least = 1,
         .most = TREE_POSITIONS_MAX},
        {"--nodes", GROW | SIFT, .number = &s->nodes, .least = 1, .most = UINT32_MAX},
        {"--margin", SIFT, .number = &s->margin, .least = 1, .most = SCORE_MOST},
        {NULL}};
    s->files = words;
    return options_read("book", table, command, words, least, most) >= 0;
}

/* --- commands --------------------------------------------------------------------------------- */

static Book *open_book(const char *path) {
    char error[BOOK_ERROR_SIZE];
    Book *book = book_open(path, error, sizeof error);
    if (!book)
        fprintf(stderr, "book: %s\n", error);
    return book;
}

/* Writes the entries, if there are any, and frees them. */
static bool finish(BookEntries *entries, const char *path, bool good) {
    if (good && !entries->count) {
        fprintf(stderr, "book: no move is left, so that there is no book to write\n");
        good = false;
    }
    good = good && entries_write(entries, path);
    if (good)
        printf("%s: %zu entries\n", path, entries->count);
    entries_free(entries);
    return good;
}

static bool make_book(Settings *s) {
    BookEntries entries = {0};
    Book *base = NULL;
    if (!entries_may_go_to(s->files[0]) || (s->base && !(base = open_book(s->base))))
        return false;
    s->count.base = base;
    if (s->count.least == UNSAID)
        s->count.least = base ? 0 : 3;
    BookCount *count = count_create(&s->count);
    bool good = count != NULL;
    for (char **file = s->files + 1; *file; file++)
        good = count && count_file(count, *file) && good;
    good = good && count_harvest(count, &entries);
    count_free(count);
    book_close(base);
    return finish(&entries, s->files[0], good);
}

/* Opens the searches that belong to a book. */
static Searches *open_searches(const Settings *s, const char *path) {
    char beside[4096];
    if (snprintf(beside, sizeof beside, "%s.searches", path) < (int)sizeof beside)
        return searches_open(beside, s->nodes);
    fprintf(stderr, "book: %s: is too long\n", path);
    return NULL;
}

static bool grow_book(Settings *s) {
    BookEntries entries = {0};
    Searches *searches = entries_may_go_to(s->files[0]) ? open_searches(s, s->files[0]) : NULL;
    bool good = searches && tree_grow(searches, (int)s->positions, &entries);
    good = searches_close(searches) && good;
    return finish(&entries, s->files[0], good);
}

static bool sift_book(Settings *s) {
    BookEntries entries = {0};
    Book *book = open_book(s->files[0]);
    Searches *searches =
        book && entries_may_go_to(s->files[1]) ? open_searches(s, s->files[1]) : NULL;
    bool good =
        searches && book_sift(book, searches, (int64_t)s->positions, (int)s->margin, &entries);
    good = searches_close(searches) && good;
    book_close(book);
    return finish(&entries, s->files[1], good);
}

static bool show_book(int count, char **arguments) {
    Book *book = open_book(arguments[0]);
    const bool good = book && book_show(book, count - 1, arguments + 1);
    book_close(book);
    return good;
}

int main(int argc, char **argv) {
    tool_begin(argc, argv, USAGE);
    const char *command = argc > 1 ? argv[1] : "";
    char **words = argv + 2;
    Settings s = {.count = {.depth = 40, .least = UNSAID, .prior = 20},
                  .positions = 3000,
                  .nodes = 60000,
                  .margin = 50};
    if (strcmp(command, "make") == 0)
        return read_settings(&s, MAKE, words, 2, argc) ? !make_book(&s) : 2;
    if (strcmp(command, "grow") == 0)
        return read_settings(&s, GROW, words, 1, 1) ? !grow_book(&s) : 2;
    if (strcmp(command, "sift") == 0) {
        s.positions = TREE_POSITIONS_MAX;
        s.nodes = 150000;
        return read_settings(&s, SIFT, words, 2, 2) ? !sift_book(&s) : 2;
    }
    if (strcmp(command, "show") == 0 && argc > 2)
        return !show_book(argc - 2, words);
    fputs(USAGE, stderr);
    return 2;
}
