/* book: opening books in the Polyglot format, from games or from the engine's own searches. book.usage
 * says how to use it. `make book ARGS="make BOOK GAMES..."` builds and runs it. */
#include "book/book_count.h"
#include "book/book_searches.h"
#include "book/book_show.h"
#include "book/book_sift.h"
#include "book/book_tree.h"
#include "engine/tables.h"
#include "lib/parse_unsigned.h"
#include "moves/pgn.h"
#include "os/regular_file.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char USAGE[] =
#include "book_usage.h"
    ;

enum { FILES_MOST = 1000 };

typedef struct Settings {
    CountSettings count;
    uint64_t positions, nodes, margin;
    const char *base, *files[FILES_MOST];
    int file_count;
    bool least_given;
} Settings;

/* --- the command line ------------------------------------------------------------------------- */

/* Reads an option and its value; returns how many arguments they are, 0 with the reason on stderr.
 */
static int read_option(Settings *s, const char *name, const char *value) {
    const struct {
        const char *name;
        uint64_t *at, least, most;
    } known[] = {{"--least", &s->count.least, 0, UINT32_MAX},
                 {"--depth", &s->count.depth, 1, PGN_PLIES},
                 {"--prior", &s->count.prior, 1, 1000000},
                 {"--positions", &s->positions, 1, TREE_POSITIONS_MAX},
                 {"--nodes", &s->nodes, 1, UINT32_MAX},
                 {"--margin", &s->margin, 1, SCORE_MOST}};
    if (strcmp(name, "--skip") == 0)
        return s->count.skip = true;
    if (strcmp(name, "--base") == 0 && value) {
        s->base = value;
        return 2;
    }
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        if (strcmp(name, known[i].name) != 0)
            continue;
        s->least_given |= i == 0;
        if (value && parse_unsigned(value, known[i].least, known[i].most, known[i].at))
            return 2;
        fprintf(stderr, "book: %s takes a number from %" PRIu64 " to %" PRIu64 "\n", name,
                known[i].least, known[i].most);
        return 0;
    }
    fprintf(stderr,
            strcmp(name, "--base") ? "book: there is no option %s\n"
                                   : "book: %s takes the path of a book\n",
            name);
    return 0;
}

/* Reads all that stands behind the command. */
static bool read_settings(Settings *s, int count, char **arguments) {
    for (int i = 0; i < count;) {
        if (strncmp(arguments[i], "--", 2) == 0) {
            const int taken = read_option(s, arguments[i], i + 1 < count ? arguments[i + 1] : NULL);
            if (!taken)
                return false;
            i += taken;
        } else if (s->file_count < FILES_MOST) {
            s->files[s->file_count++] = arguments[i++];
        } else {
            fprintf(stderr, "book: more than %d files; give fewer\n", FILES_MOST);
            return false;
        }
    }
    return true;
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
    if (base && !s->least_given)
        s->count.least = 0;
    BookCount *count = count_create(&s->count);
    bool good = count != NULL;
    for (int i = 1; i < s->file_count; i++)
        good = count && count_file(count, s->files[i]) && good;
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
    regular_file_init();
    static Settings s = {.count = {.depth = 40, .least = 3, .prior = 20}, .margin = 50};
    const char *command = argc > 1 ? argv[1] : "";
    const bool make = strcmp(command, "make") == 0, grow = strcmp(command, "grow") == 0;
    const bool sift = strcmp(command, "sift") == 0, show = strcmp(command, "show") == 0;
    bool known;
    for (int i = 1; i < argc; i++)
        if (strcmp(argv[i], "--help") == 0 || strcmp(argv[i], "-h") == 0)
            return fputs(USAGE, stdout) == EOF;
    tables_init(cpu_level(&known));
    if (show && argc > 2)
        return !show_book(argc - 2, argv + 2);
    s.positions = sift ? TREE_POSITIONS_MAX : 3000;
    s.nodes = sift ? 150000 : 60000;
    if ((make || grow || sift) && !read_settings(&s, argc - 2, argv + 2))
        return 2;
    if (make && s.file_count >= 2)
        return !make_book(&s);
    if (grow && s.file_count == 1)
        return !grow_book(&s);
    if (sift && s.file_count == 2)
        return !sift_book(&s);
    fputs(USAGE, stderr);
    return 2;
}
