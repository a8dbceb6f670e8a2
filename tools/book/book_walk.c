#include "book/book_walk.h"

#include "board/fen.h"
#include "board/make.h"
#include "core/random.h"

#include <stdio.h>
#include <stdlib.h>

typedef struct Step {
    int64_t parent; /* -1: the start position */
    Move move;
    int ply;
} Step;

typedef struct Walk {
    const Book *book;
    Position *pos; /* the one at hand */
    Step *steps;   /* to positions that are to be visited, in this order; one each */
    int64_t count;
    Move *line; /* room for the longest */
    Key *seen;  /* their keys, as a hash table; 0 is an empty place */
    uint64_t places;
} Walk;

/* True the first time that a key is given. */
static bool is_new(Walk *w, Key key) {
    uint64_t place = hash_multiply(key) % w->places;
    key += key == 0;
    for (; w->seen[place]; place = (place + 1) % w->places)
        if (w->seen[place] == key)
            return false;
    w->seen[place] = key;
    return true;
}

/* Plays the moves that lead to a step's position. */
static void go_to(Walk *w, int64_t index) {
    int64_t plies = 0;
    for (int64_t i = index; w->steps[i].parent >= 0; i = w->steps[i].parent)
        w->line[plies++] = w->steps[i].move;
    w->pos->chess960 = false;
    fen_parse(w->pos, FEN_START, NULL, 0);
    while (plies > 0) {
        make_move(w->pos, w->line[--plies]);
        position_reroot(w->pos);
    }
}

/* Notes the positions of the book behind the one at hand. */
static void note_steps(Walk *w, int64_t index, const BookChoice *choices, int count) {
    BookChoice unused[BOOK_CHOICES];
    for (int i = 0; i < count; i++) {
        if (choices[i].move == MOVE_NONE)
            continue;
        make_move(w->pos, choices[i].move);
        if (w->count < book_positions(w->book) && book_choices(w->book, w->pos, unused) > 0 &&
            is_new(w, book_key(w->pos)))
            w->steps[w->count++] = (Step){index, choices[i].move, w->steps[index].ply + 1};
        unmake_move(w->pos);
    }
}

static bool walk(Walk *w, WalkVisit *visit, void *context) {
    BookChoice choices[BOOK_CHOICES];
    w->steps[w->count++] = (Step){.parent = -1};
    go_to(w, 0);
    is_new(w, book_key(w->pos));
    for (int64_t i = 0; i < w->count; i++) {
        go_to(w, i);
        const int count = book_choices(w->book, w->pos, choices);
        if (count > 0 && !visit(context, w->pos, w->steps[i].ply, choices, count))
            return false;
        note_steps(w, i, choices, count);
    }
    return true;
}

bool book_walk(const Book *book, WalkVisit *visit, void *context) {
    const uint64_t positions = (uint64_t)book_positions(book);
    Walk w = {.book = book, .places = 2 * positions + 1};
    w.pos = aligned_alloc(CACHE_LINE, sizeof *w.pos);
    w.steps = malloc(positions * sizeof *w.steps);
    w.line = malloc(positions * sizeof *w.line);
    w.seen = calloc(w.places, sizeof *w.seen);
    const bool good = w.pos && w.steps && w.line && w.seen;
    if (!good)
        fprintf(stderr, "book: memory is short\n");
    const bool done = good && walk(&w, visit, context);
    free(w.pos);
    free(w.steps);
    free(w.line);
    free(w.seen);
    return done;
}
