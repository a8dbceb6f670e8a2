#include "search/roster.h"

static _Atomic(Search *) roster[ROSTER_SIZE];

/* Changes the first entry that is `from`. */
static void change(Search *from, Search *to) {
    for (int i = 0; i < ROSTER_SIZE; i++) {
        Search *expected = from;
        if (atomic_compare_exchange_strong(&roster[i], &expected, to))
            return;
    }
}

void roster_add(Search *s) {
    change(NULL, s);
}

void roster_remove(Search *s) {
    change(s, NULL);
}

const Search *roster_at(int place) {
    return atomic_load(&roster[place]);
}
