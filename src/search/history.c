#include "search/history.h"

#include <stdlib.h>
#include <string.h>

void history_clear(History *h) {
    memset(h, 0, sizeof *h);
}

/* Gravity: the nearer an entry is to its limit, the less a bonus of the same sign moves it. */
static void add_bonus(int16_t *entry, int bonus) {
    *entry = (int16_t)(*entry + bonus - *entry * abs(bonus) / HISTORY_MAX);
}

void history_cutoff(History *h, Color c, int ply, int depth, Move best, const MoveList *tried) {
    Move *killers = h->killers[ply];
    if (killers[0] != best) {
        killers[1] = killers[0];
        killers[0] = best;
    }
    const int bonus = depth > 12 ? 1600 : 10 * depth * depth + 20 * depth;
    add_bonus(&h->butterfly[c][move_from(best)][move_to(best)], bonus);
    for (int i = 0; i < tried->count; i++)
        if (tried->moves[i] != best)
            add_bonus(&h->butterfly[c][move_from(tried->moves[i])][move_to(tried->moves[i])],
                      -bonus);
}
