#include "eval/material.h"

#include "core/bits.h"
#include "core/stats.h"
#include "core/text.h"

#include <string.h>

enum { MATERIAL_TABLE_SIZE = 1 << 10 };

/* The entries, indexed by signature. An entry's signature is inverted, so that a zeroed entry
 * matches no material. */
static _Thread_local MaterialEntry table[MATERIAL_TABLE_SIZE];

/* The points that a piece of each type adds to the game phase. The start position has PHASE_FULL
 * points. */
static const int8_t PHASE[TYPE_COUNT] = {0, 1, 1, 2, 4, 0};

static int game_phase(uint64_t material) {
    int phase = 0;
    for (Color c = WHITE; c <= BLACK; c++)
        for (PieceType type = KNIGHT; type <= QUEEN; type++)
            phase += PHASE[type] * material_count(material, c, type);
    return min_int(phase, PHASE_FULL);
}

/* The number of pieces of a type from which material_value forms pairs: at most two, except pawns.
 * A third piece, which only a promotion can give, forms no new pairs. */
static ALWAYS_INLINE int paired(uint64_t material, Color c, PieceType type) {
    const int n = material_count(material, c, type);
    return type == PAWN || n < 2 ? n : 2;
}

/* The value of a colour's pieces: a weight for each piece, for each pair of own pieces, and for
 * each pair of an own piece and an enemy piece. */
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

/* --- the table of endings --------------------------------------------------------------------- */

/* The first row whose pattern fits the material decides. */
static const Ending ENDINGS[] = {
    /* without pawns */
    {"K-K", value_draw, NULL},
    {"KN-K", value_draw, NULL},
    {"KB-K", value_draw, NULL},
    {"KNN-K", value_draw, NULL},
    {"KN-KN", value_draw, NULL},
    {"KB-KN", value_draw, NULL},
    {"KB-KB", value_draw, NULL},
    {"KBN-K", value_kbnk, NULL},
    {"KR-KB", value_krkb, NULL},
    {"KR-KN", value_krkn, NULL},
    {"KBB-KN", value_bishop_pair, NULL},
    {"KQ-KR", value_ahead, NULL},
    {"KQ-KBB", value_ahead, NULL},
    {"KQ-KBN", value_ahead, NULL},
    {"KQ-KNN", value_kqknn, NULL},
    {"KQ-KRN", value_kqkrm, NULL},
    {"KQ-KRB", value_kqkrm, NULL},
    {"KQN-KQ", value_level, NULL},
    {"KQB-KQ", value_level, NULL},
    /* with pawns */
    {"KP-K", value_kpk, NULL},
    {"KPP-K", value_kppk, NULL},
    {"KNP-K", value_knpk, NULL},
    {"KBP-K", value_kbpk, NULL},
    {"KP-KN", value_kpkn, NULL},
    {"KP-KB", value_kpkb, NULL},
    {"KR-KP", value_krkp, NULL},
    {"KQ-KP", value_kqkp, NULL},
    {"KNN-KP", value_knnkp, NULL},
    {"KBB-KP", value_bishop_pair, NULL},
    {"KBN-KP", value_ahead, NULL},
    {"KNP-KN", value_knpkn, NULL},
    {"KNP-KB", value_knpkb, NULL},
    {"KBP-KB", value_kbpkb, NULL},
    {"KBP-KN", value_kbpkn, NULL},
    {"KRP-KN", value_krpkn, NULL},
    {"KRP-KB", value_krpkb, NULL},
    {"KP+-K", NULL, scale_kpsk},
    {"KBP+-KP", NULL, scale_kbpk},
    {"KBP+-K", NULL, scale_kbpk},
    {"KP-KP", NULL, scale_kpkp},
    {"KRP-KR", NULL, scale_krpkr},
    {"KQP-KQ", NULL, scale_kqpkq},
    {"KRPP-KRP", NULL, scale_krppkrp},
    /* any mating material against the bare king */
    {"KQX-K", value_kxk, NULL},
    {"KRX-K", value_kxk, NULL},
    {"KBBX-K", value_kxk, NULL},
    {"KBNX-K", value_kxk, NULL},
};
enum { ENDING_COUNT = sizeof ENDINGS / sizeof *ENDINGS };

/* A parsed pattern: the least and the greatest number of pieces of each type, strong side first. */
typedef struct Range {
    uint8_t least[COLOR_COUNT][TYPE_COUNT], most[COLOR_COUNT][TYPE_COUNT];
} Range;

static Range ranges[ENDING_COUNT];

static Range read_pattern(const char *pattern) {
    Range r = {0};
    PieceType type = KING;
    for (int side = 0; *pattern; pattern++) {
        const char *letter = strchr(PIECE_LETTERS, *pattern);
        if (*pattern == '-') {
            side++;
        } else if (*pattern == '+') {
            r.most[side][type] = 15;
        } else if (*pattern == 'X') {
            memset(r.most[side], 15, sizeof r.most[side]);
        } else {
            type = (PieceType)(letter - PIECE_LETTERS);
            r.least[side][type]++;
            r.most[side][type]++;
        }
    }
    return r;
}

void endings_init(void) {
    for (int i = 0; i < ENDING_COUNT; i++)
        ranges[i] = read_pattern(ENDINGS[i].pattern);
}

static bool fits(const Range *r, uint64_t material, Color strong) {
    for (int side = 0; side < 2; side++) {
        for (PieceType type = PAWN; type <= QUEEN; type++) {
            const int n = material_count(material, side ? opponent(strong) : strong, type);
            if (n < r->least[side][type] || n > r->most[side][type])
                return false;
        }
    }
    return true;
}

static const Ending *find(uint64_t material, Color strong, bool value) {
    for (int i = 0; i < ENDING_COUNT; i++)
        if ((value ? ENDINGS[i].value != NULL : ENDINGS[i].scale != NULL) &&
            fits(&ranges[i], material, strong))
            return &ENDINGS[i];
    return NULL;
}

const Ending *ending_with_value(uint64_t material, Color strong) {
    return find(material, strong, true);
}

const Ending *ending_with_scale(uint64_t material, Color strong) {
    return find(material, strong, false);
}

static EndingView view_of(const Position *pos, Color strong) {
    const State *s = pos->state;
    EndingView v = {.pos = pos, .strong = strong, .strong_to_move = s->side == strong};
    const Bitboard pawns = s->by_type[PAWN];
    v.flip = strong == WHITE ? 0 : 56;
    if (pawns && file_of(lowest_bit(pawns)) > FILE_D)
        v.flip ^= 7;
    v.king[0] = king_square(s, strong) ^ v.flip;
    v.king[1] = king_square(s, opponent(strong)) ^ v.flip;
    return v;
}

int ending_value(const Ending *ending, const Position *pos, Color strong) {
    assert(ending->value && fits(&ranges[ending - ENDINGS], pos->state->material, strong));
    const EndingView v = view_of(pos, strong);
    return ending->value(&v);
}

int ending_scale(const Ending *ending, const Position *pos, Color strong) {
    assert(ending->scale && fits(&ranges[ending - ENDINGS], pos->state->material, strong));
    const EndingView v = view_of(pos, strong);
    return ending->scale(&v);
}
