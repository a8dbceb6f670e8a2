#include "engine/openings.h"

#include "board/make.h"
#include "core/random.h"
#include "moves/generate.h"
#include "os/memory.h"
#include "search/search.h"
#include "search/table.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { PLIES = 8, SEARCH_DEPTH = 5, TABLE_MEGABYTES = 1 };

struct Openings {
    Search *search;
    Position pos;
    Table table;
    uint64_t state; /* of the random numbers */
};

Openings *openings_create(uint64_t seed) {
    Openings *o = aligned_new(sizeof *o);
    if (!o)
        return NULL;
    *o = (Openings){.state = seed};
    o->search = search_create(&o->table, NULL);
    if (o->search && table_resize(&o->table, TABLE_MEGABYTES))
        return o;
    search_free(o->search);
    aligned_free(o);
    return NULL;
}

void openings_free(Openings *o) {
    if (!o)
        return;
    search_free(o->search);
    table_free(&o->table);
    aligned_free(o);
}

uint64_t openings_draw(Openings *o, uint64_t n) {
    assert(n > 0);
    return (uint64_t)((unsigned __int128)random_next(&o->state) * n >> 64);
}

/* Plays random moves; false if the game ends with them or before. */
static bool play_random(Openings *o, int plies) {
    for (int ply = 0; ply < plies; ply++) {
        MoveList list = {.count = 0};
        legal_moves(&o->pos, &list);
        if (!list.count)
            return false;
        make_move(&o->pos, list.moves[openings_draw(o, (uint64_t)list.count)]);
        position_reroot(&o->pos);
    }
    return legal_count(&o->pos) > 0 && !is_rule_draw(o->pos.state);
}

/* The score of a short search that has learnt nothing from earlier ones. */
static int search_score(Openings *o) {
    SearchLimits limits = limits_none();
    limits.depth = SEARCH_DEPTH;
    table_clear(&o->table);
    search_forget(o->search);
    search_prepare(o->search, &o->pos, &limits, NULL);
    return search_run(o->search).score;
}

bool openings_try(Openings *o, const char *start, char fen[FEN_SIZE]) {
    if (!fen_parse(&o->pos, start, NULL, 0) || !play_random(o, PLIES + (int)openings_draw(o, 2)) ||
        abs(search_score(o)) > OPENING_SCORE_MAX)
        return false;
    fen_write(&o->pos, fen);
    return true;
}
