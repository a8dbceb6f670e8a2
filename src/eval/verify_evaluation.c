#include "eval/verify_evaluation.h"

#include "core/text.h"
#include "eval/evaluate.h"
#include "eval/weights.h"

#include <string.h>

/* The pieces on a board: all that an evaluation sees but for the side to move. */
typedef struct Men {
    uint8_t type[SQUARE_COUNT]; /* TYPE_NONE: empty */
    uint8_t color[SQUARE_COUNT];
} Men;

static void read_men(const State *s, Men *men) {
    for (Square sq = 0; sq < SQUARE_COUNT; sq++) {
        const Man man = s->man_on[sq];
        men->type[sq] = (uint8_t)(man == MAN_NONE ? TYPE_NONE : man_type(man));
        men->color[sq] = (uint8_t)bit_color(man_bit(man));
    }
}

/* Traces the evaluation of a board, or of the board with colours exchanged. */
static void trace_men(const Men *men, Color side, bool exchanged, Position *room, Trace *t) {
    position_clear(room);
    for (Square sq = 0; sq < SQUARE_COUNT; sq++)
        if (men->type[sq] != TYPE_NONE)
            position_put(room, exchanged ? sq ^ 56 : sq, men->color[sq] ^ exchanged, men->type[sq]);
    room->state->side = (uint8_t)(side ^ exchanged);
    position_finish(room);
    evaluate_trace(room, t);
}

static bool is_asymmetric(const Men *men, Color side, Position *room) {
    Trace one, other;
    trace_men(men, side, false, room, &one);
    trace_men(men, side, true, room, &other);
    return one.score != other.score;
}

/* Takes pieces off as long as the scores still differ: those that are left show where. */
static void say_culprits(Difference *d, const State *s, Position *room) {
    Men men;
    read_men(s, &men);
    if (!is_asymmetric(&men, s->side, room)) {
        difference_say(d, "  set up anew it is the same: what it was read from is wrong\n");
        return;
    }
    for (bool fewer = true; fewer;) {
        fewer = false;
        for (Square sq = 0; sq < SQUARE_COUNT; sq++) {
            const uint8_t type = men.type[sq];
            if (type == TYPE_NONE || type == KING)
                continue;
            men.type[sq] = TYPE_NONE;
            if (is_asymmetric(&men, s->side, room))
                fewer = true;
            else
                men.type[sq] = type;
        }
    }
    difference_say(d, "  the fewest pieces that show it:");
    for (Square sq = 0; sq < SQUARE_COUNT; sq++)
        if (men.type[sq] != TYPE_NONE)
            difference_say(d, " %s %s on %s,", color_name(men.color[sq]), type_name(men.type[sq]),
                           square_name(sq));
    difference_say(d, " %s to move\n", color_name(s->side));
}

/* The terms that are counted otherwise for exchanged colours. */
static void say_terms(Difference *d, const Trace *one, const Trace *other) {
    for (const WeightGroup *g = weight_groups; g->name; g++) {
        if (g->kind == KIND_COMPLEXITY)
            continue;
        for (int w = g->first; w < g->first + g->count; w++)
            for (Color c = WHITE; c <= BLACK; c++)
                if (one->count[w][c] != other->count[w][opponent(c)])
                    difference_say(d, "  %s[%d]: counted %d times for %s, %d times exchanged\n",
                                   g->name, w - g->first, one->count[w][c], color_name(c),
                                   other->count[w][opponent(c)]);
    }
}

bool verify_evaluation(const Position *pos, Position *room, char *report) {
    Men men;
    Trace fresh, exchanged;
    const State *s = pos->state;
    const int score = evaluate(pos);
    evaluate_trace(pos, &fresh);
    read_men(s, &men);
    trace_men(&men, s->side, true, room, &exchanged);
    if (score == fresh.score && score == exchanged.score)
        return true;
    Difference d = difference_begin(report, "evaluating");
    difference_say(&d,
                   "evaluation: %d for %s to move, %d without tables, %d with colours exchanged\n",
                   score, color_name(s->side), fresh.score, exchanged.score);
    if (fresh.score != exchanged.score) {
        say_terms(&d, &fresh, &exchanged);
        say_culprits(&d, s, room);
    }
    difference_position(&d, pos);
    return false;
}
