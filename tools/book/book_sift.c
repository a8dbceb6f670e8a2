#include "book/book_sift.h"

#include "board/fen.h"
#include "board/make.h"
#include "book/book_walk.h"
#include "core/minmax.h"
#include "moves/notation.h"
#include "os/timing.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct Sift {
    const Book *book;
    Searches *searches;
    BookEntries *entries;
    Position *pos; /* for looking behind a move */
    int margin;
    int64_t most; /* positions to search */
    int64_t searched, left_out, start, told;
} Sift;

static void tell(Sift *s) {
    s->told = clock_now();
    printf("%" PRId64 " of %" PRId64 " positions, %" PRId64 " moves left out, %" PRId64 " s\n",
           s->searched, book_positions(s->book), s->left_out, (s->told - s->start) / 1000);
    fflush(stdout);
}

/* How much worse than the best a move is, in *loss; at least as much if it is not among the moves
 * found and the last of them is bad already. Else the position behind it is searched. False if that
 * fails. */
static bool weigh(Sift *s, const Position *pos, Move m, const Candidate *candidates, int count,
                  int *loss) {
    Candidate answer = {MOVE_NONE, -SCORE_MOST};
    int i = 0;
    while (i < count - 1 && candidates[i].move != m)
        i++;
    *loss = candidates[0].score - candidates[i].score;
    if (candidates[i].move == m || *loss >= s->margin)
        return true;
    position_copy(s->pos, pos);
    make_move(s->pos, m);
    const int answers = searches_take(s->searches, s->pos, 1, 1, &answer);
    *loss = candidates[0].score + answer.score;
    return answers >= 0;
}

static void tell_bad(const Position *pos, Move m, int loss, Move better) {
    char fen[FEN_SIZE], text[MOVE_TEXT_SIZE], best[MOVE_TEXT_SIZE];
    fen_write(pos, fen);
    move_write(pos, m, text);
    move_write(pos, better, best);
    printf("%s: %s is %d or more worse than %s\n", fen, text, loss, best);
}

/* Searches a position, and keeps the moves that are good. */
static bool judge(void *context, const Position *pos, int ply, BookChoice *choices, int count) {
    enum { INTERVAL = 60000 };
    Sift *s = context;
    Candidate candidates[LINES_MAX];
    const bool wanted = s->searched < s->most;
    const int lines =
        wanted ? searches_take(s->searches, pos, min_int(LINES_MAX, count + 1), 1, candidates) : 0;
    (void)ply;
    s->searched += wanted;
    for (int i = 0; i < count && lines >= 0; i++) {
        const BookChoice choice = choices[i];
        int loss = 0;
        if (wanted && !weigh(s, pos, choice.move, candidates, lines, &loss))
            return false;
        if (loss < s->margin) {
            if (!entries_add(s->entries, (BookEntry){book_key(pos), choice.move, choice.weight}))
                return false;
        } else {
            tell_bad(pos, choice.move, loss, candidates[0].move);
            s->left_out++;
            choices[i].move = MOVE_NONE;
        }
    }
    if (clock_now() - s->told >= INTERVAL)
        tell(s);
    return lines >= 0;
}

bool book_sift(const Book *book, Searches *searches, int64_t positions, int margin,
               BookEntries *entries) {
    Sift s = {.book = book, .searches = searches, .entries = entries, .margin = margin};
    s.most = positions;
    s.start = s.told = clock_now();
    s.pos = aligned_alloc(CACHE_LINE, sizeof *s.pos);
    if (!s.pos)
        fprintf(stderr, "book: memory is short\n");
    const bool good = s.pos && book_walk(book, judge, &s);
    tell(&s);
    free(s.pos);
    return good;
}
