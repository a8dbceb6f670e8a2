#include "eval/material.h"

#include "core/random.h"
#include "core/stats.h"

enum { MATERIAL_TABLE_SIZE = 1 << 10 };

/* Entries by signature. The signatures are inverted, so that a zeroed entry matches no material. */
static _Thread_local MaterialEntry table[MATERIAL_TABLE_SIZE];

/* The part of each type in the game phase; the start position's sum is PHASE_FULL. */
static const int8_t PHASE[TYPE_COUNT] = {0, 1, 1, 2, 4, 0};

static int game_phase(uint64_t material) {
    int phase = 0;
    for (Color c = WHITE; c <= BLACK; c++)
        for (PieceType type = KNIGHT; type <= QUEEN; type++)
            phase += PHASE[type] * material_count(material, c, type);
    return min_int(phase, PHASE_FULL);
}

/* The number of pieces of a type that count in pairs. A third piece of a type, which only a
 * promotion can give, forms no new pairs. */
static ALWAYS_INLINE int paired(uint64_t material, Color c, PieceType type) {
    const int n = material_count(material, c, type);
    return type == PAWN || n < 2 ? n : 2;
}

/* The value of a colour's pieces, of pairs of its pieces, and of pairs with an enemy piece. */
static ALWAYS_INLINE Tapered material_value(uint64_t material, Color c, Trace *t) {
    Tapered sum = 0;
    int own_pair = WEIGHT_OWN_PAIR, enemy_pair = WEIGHT_ENEMY_PAIR;
    for (PieceType type = PAWN; type <= QUEEN; type++) {
        const int n = paired(material, c, type);
        sum += term(t, c, WEIGHT_MATERIAL + type, material_count(material, c, type));
        for (PieceType other = PAWN; other < type; other++) {
            sum += term(t, c, own_pair++, n * paired(material, c, other));
            sum += term(t, c, enemy_pair++, n * paired(material, opponent(c), other));
        }
        sum += term(t, c, own_pair++, n * (n - 1) / 2);
    }
    return sum;
}

static ALWAYS_INLINE void make_entry(uint64_t material, MaterialEntry *entry, Trace *t) {
    entry->signature = ~material;
    entry->ending = NULL;
    entry->strong = WHITE;
    for (Color c = WHITE; c <= BLACK; c++) {
        const Ending *ending = ending_with_value(material, c);
        if (ending && !entry->ending) {
            entry->ending = ending;
            entry->strong = c;
        }
        entry->scale[c] = ending_with_scale(material, c);
    }
    entry->phase = game_phase(material);
    entry->score = material_value(material, WHITE, t) - material_value(material, BLACK, t);
}

static NO_INLINE void renew_entry(uint64_t material, MaterialEntry *entry) {
    STAT(MATERIAL_ENTRIES);
    make_entry(material, entry, NULL);
}

const MaterialEntry *material_probe(const State *s) {
    const uint64_t hash = hash_multiply(s->material);
    MaterialEntry *entry = &table[hash / (((uint64_t)1 << 63) / MATERIAL_TABLE_SIZE * 2)];
    if (UNLIKELY(entry->signature != ~s->material))
        renew_entry(s->material, entry);
    return entry;
}

void material_trace(const State *s, MaterialEntry *entry, Trace *t) {
    make_entry(s->material, entry, t);
}
