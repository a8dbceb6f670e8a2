#include "book/book_show.h"

#include "board/fen.h"
#include "board/make.h"
#include "book/book_walk.h"
#include "moves/notation.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct Reached {
    int64_t positions, entries, plies;
    int longest;
} Reached;

static bool add_position(void *context, const Position *pos, int ply, BookChoice *choices,
                         int count) {
    Reached *r = context;
    (void)pos;
    (void)choices;
    r->positions++;
    r->entries += count;
    r->plies += ply;
    r->longest = ply > r->longest ? ply : r->longest;
    return true;
}

static bool show_size(const Book *book) {
    Reached r = {0};
    if (!book_walk(book, add_position, &r))
        return false;
    printf("%s: %" PRId64 " entries, %" PRId64 " positions\n", book_name(book), book_entries(book),
           book_positions(book));
    printf("reached from the start position: %" PRId64 " entries, %" PRId64 " positions\n",
           r.entries, r.positions);
    if (r.positions)
        printf("the longest line has %d plies; a position is %.1f plies from the start\n",
               r.longest + 1, (double)r.plies / (double)r.positions);
    return true;
}

static void show_choices(const Book *book, const Position *pos) {
    BookChoice choices[BOOK_CHOICES];
    const int count = book_choices(book, pos, choices);
    int total = 0;
    for (int i = 0; i < count; i++)
        total += choices[i].weight;
    if (!count)
        printf("no move\n");
    for (int i = 0; i < count; i++) {
        char text[MOVE_TEXT_SIZE];
        move_write(pos, choices[i].move, text);
        printf("%-5s %5d %5.1f %%\n", text, choices[i].weight,
               total ? 100.0 * choices[i].weight / total : 0);
    }
}

static bool play(Position *pos, const char *text) {
    Move m = move_read(pos, text);
    if (m == MOVE_NONE && san_read(pos, text, &m) != 1) {
        fprintf(stderr, "book: '%s' is not a legal move there\n", text);
        return false;
    }
    make_move(pos, m);
    position_reroot(pos);
    return true;
}

bool book_show(const Book *book, int count, char **moves) {
    Position *pos = aligned_alloc(CACHE_LINE, sizeof *pos);
    bool good = pos && show_size(book);
    if (good) {
        pos->chess960 = false;
        fen_parse(pos, FEN_START, NULL, 0);
    }
    for (int i = 0; good && i < count; i++)
        good = play(pos, moves[i]);
    if (good)
        show_choices(book, pos);
    free(pos);
    return good;
}
