#include "search/picker.h"

#include "moves/exchange.h"
#include "moves/generate.h"
#include "moves/pins.h"

/* Stages in order; picker_next names the one that follows. */
enum {
    STAGE_TABLE_MOVE,
    STAGE_PROMOTIONS_INIT,
    STAGE_PROMOTIONS,
    STAGE_CAPTURES,
    STAGE_EN_PASSANT_INIT,
    STAGE_EN_PASSANT,
    STAGE_KILLERS,
    STAGE_QUIETS_INIT,
    STAGE_QUIETS,
    STAGE_PUT_OFF_INIT,
    STAGE_PUT_OFF,
    STAGE_EVASIONS_INIT,
    STAGE_EVASIONS,
    STAGE_DONE
};

static void begin(Picker *p, const Position *pos, const History *history, Move table_move) {
    p->pos = pos;
    p->history = history;
    p->table_move =
        table_move != MOVE_NONE && move_is_legal(pos, table_move) ? table_move : MOVE_NONE;
    p->stage = p->table_move ? STAGE_TABLE_MOVE : STAGE_PROMOTIONS_INIT;
    p->index = p->killer = 0;
    p->skip_quiets = false;
    p->killers[0] = p->killers[1] = MOVE_NONE;
    p->put_off.count = p->list.count = 0;
    p->threshold = THRESHOLD_ALL;
    if (in_check(pos->state)) {
        p->stage = p->table_move ? STAGE_TABLE_MOVE : STAGE_EVASIONS_INIT;
        return;
    }
    p->pinned = pinned_men(pos->state, pos->state->side);
}

void picker_init(Picker *p, const Position *pos, const History *history, Move table_move, int ply) {
    begin(p, pos, history, table_move);
    p->quiescence = false;
    if (in_check(pos->state))
        return; /* evasions come by score alone */
    p->killers[0] = history->killers[ply][0];
    p->killers[1] = history->killers[ply][1];
}

void picker_init_quiescence(Picker *p, const Position *pos, const History *history, Move table_move,
                            Cell threshold) {
    const bool evading = in_check(pos->state);
    const bool useful = table_move != MOVE_NONE && (evading || is_tactical(pos->state, table_move));
    begin(p, pos, history, useful ? table_move : MOVE_NONE);
    p->quiescence = true;
    p->threshold = threshold;
}

void picker_skip_quiets(Picker *p) {
    p->skip_quiets = true;
}

/* The next move of the list that is not the table's, or MOVE_NONE. */
static Move next_in_order(Picker *p) {
    while (p->index < p->list.count) {
        const Move m = p->list.moves[p->index++];
        if (m != p->table_move)
            return m;
    }
    return MOVE_NONE;
}

/* The best-scored move of what is left of the list: one pass, since a cutoff mostly comes early. */
static Move next_best(Picker *p) {
    while (p->index < p->list.count) {
        int best = p->index;
        for (int i = p->index + 1; i < p->list.count; i++)
            if (p->scores[i] > p->scores[best])
                best = i;
        const Move m = p->list.moves[best];
        p->list.moves[best] = p->list.moves[p->index];
        p->scores[best] = p->scores[p->index];
        p->index++;
        if (m != p->table_move && m != p->killers[0] && m != p->killers[1])
            return m;
    }
    return MOVE_NONE;
}

static void start_list(Picker *p) {
    p->list.count = 0;
    p->index = 0;
}

/* The next push to a Queen; under-promotions are put off. */
static Move next_promotion(Picker *p) {
    for (Move m; (m = next_in_order(p)) != MOVE_NONE;) {
        if (move_promotion(m) == QUEEN)
            return m;
        list_add(&p->put_off, m);
    }
    return MOVE_NONE;
}

/* The next capture of the walk that does not lose; the others are put off, or dropped in
 * quiescence. */
static Move next_capture(Picker *p) {
    for (Move m; (m = captures_next(&p->walk)) != MOVE_NONE;) {
        if (m == p->table_move)
            continue;
        const bool under = move_kind(m) == MOVE_PROMOTION && move_promotion(m) != QUEEN;
        if (!under && exchange_at_least(p->pos, m, 0))
            return m;
        if (!p->quiescence)
            list_add(&p->put_off, m);
    }
    return MOVE_NONE;
}

/* The next killer that is a legal quiet move here. A killer that is not is forgotten, so that the
 * quiets leave out only those that were given. */
static Move next_killer(Picker *p) {
    while (p->killer < 2) {
        Move *m = &p->killers[p->killer];
        const bool repeated = *m == p->table_move || (p->killer == 1 && *m == p->killers[0]);
        if (*m == MOVE_NONE || repeated || is_tactical(p->pos->state, *m) ||
            !move_is_legal(p->pos, *m))
            *m = MOVE_NONE;
        p->killer++;
        if (*m != MOVE_NONE)
            return *m;
    }
    return MOVE_NONE;
}

static void start_quiets(Picker *p) {
    start_list(p);
    quiet_moves(p->pos, p->pinned, &p->list);
    for (int i = 0; i < p->list.count; i++)
        p->scores[i] = history_score(p->history, p->pos->state->side, p->list.moves[i]);
}

/* Evasions: captures by victim, least valuable capturer first, before quiets by history. */
static void start_evasions(Picker *p) {
    const State *s = p->pos->state;
    start_list(p);
    evasion_moves(p->pos, &p->list);
    for (int i = 0; i < p->list.count; i++) {
        const Move m = p->list.moves[i];
        const PieceType victim = type_on(s, move_to(m));
        if (is_tactical(s, m))
            p->scores[i] = 2 * HISTORY_MAX + 16 * (victim == TYPE_NONE ? 0 : victim) -
                           type_on(s, move_from(m)) +
                           (move_kind(m) == MOVE_PROMOTION ? 100 * (move_promotion(m) - ROOK) : 0);
        else
            p->scores[i] = history_score(p->history, s->side, m);
    }
}

Move picker_next(Picker *p) {
    Move m;
    switch (p->stage) {
    case STAGE_TABLE_MOVE:
        p->stage = in_check(p->pos->state) ? STAGE_EVASIONS_INIT : STAGE_PROMOTIONS_INIT;
        return p->table_move;

    case STAGE_PROMOTIONS_INIT: /* the run of pre-promoted Pawns; mostly there are none */
        start_list(p);
        push_promotions(p->pos, p->pinned, p->quiescence, &p->list);
        p->stage = STAGE_PROMOTIONS;
        /* fall through */
    case STAGE_PROMOTIONS:
        if ((m = next_promotion(p)) != MOVE_NONE)
            return m;
        captures_start(&p->walk, p->pos, p->pinned, p->threshold);
        p->stage = STAGE_CAPTURES;
        /* fall through */
    case STAGE_CAPTURES: /* down the enemy's list, to the threshold */
        if ((m = next_capture(p)) != MOVE_NONE)
            return m;
        p->stage = STAGE_EN_PASSANT_INIT;
        /* fall through */
    case STAGE_EN_PASSANT_INIT: /* worth a Pawn: futile where ordinary Pawns are */
        start_list(p);
        if (p->threshold >= THRESHOLD_ALL)
            en_passant_moves(p->pos->state, &p->list);
        p->stage = STAGE_EN_PASSANT;
        /* fall through */
    case STAGE_EN_PASSANT:
        if ((m = next_in_order(p)) != MOVE_NONE)
            return m;
        if (p->quiescence) {
            p->stage = STAGE_DONE;
            return MOVE_NONE;
        }
        p->stage = STAGE_KILLERS;
        /* fall through */
    case STAGE_KILLERS:
        if (!p->skip_quiets && (m = next_killer(p)) != MOVE_NONE)
            return m;
        p->stage = STAGE_QUIETS_INIT;
        /* fall through */
    case STAGE_QUIETS_INIT:
        if (!p->skip_quiets)
            start_quiets(p);
        p->stage = STAGE_QUIETS;
        /* fall through */
    case STAGE_QUIETS:
        if (!p->skip_quiets && (m = next_best(p)) != MOVE_NONE)
            return m;
        p->stage = STAGE_PUT_OFF_INIT;
        /* fall through */
    case STAGE_PUT_OFF_INIT:
        p->index = 0;
        p->stage = STAGE_PUT_OFF;
        /* fall through */
    case STAGE_PUT_OFF:
        if (p->index < p->put_off.count)
            return p->put_off.moves[p->index++];
        p->stage = STAGE_DONE;
        return MOVE_NONE;

    case STAGE_EVASIONS_INIT:
        start_evasions(p);
        p->stage = STAGE_EVASIONS;
        /* fall through */
    case STAGE_EVASIONS:
        if ((m = next_best(p)) != MOVE_NONE)
            return m;
        p->stage = STAGE_DONE;
        /* fall through */
    default:
        return MOVE_NONE;
    }
}
