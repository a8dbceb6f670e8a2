#include "search/search_registry.h"

#include "search/search_data.h"

static _Atomic(Search *) registry[REGISTRY_SIZE];

/* Changes the first entry that is `from`. */
static void change(Search *from, Search *to) {
    for (int i = 0; i < REGISTRY_SIZE; i++) {
        Search *expected = from;
        if (atomic_compare_exchange_strong(&registry[i], &expected, to))
            return;
    }
}

void search_registry_add(Search *s) {
    change(NULL, s);
}

void search_registry_remove(Search *s) {
    change(s, NULL);
}

const Search *search_registry_at(int place) {
    return atomic_load(&registry[place]);
}

void search_snapshot(const Search *s, SearchSnapshot *shot) {
    shot->thread = s->thread;
    shot->nodes = search_nodes(s);
    shot->depth = s->root_depth;
    shot->root = &s->root;
    shot->at = &s->pos;
}
