/* Reasons: checks that chase the king, threats, attacks, and how the other side goes on. */
#include "report/sentences_internal.h"

#include "board/make.h"
#include "core/text.h"
#include "inspect/inspect.h"
#include "moves/generate.h"

/* --- chases ----------------------------------------------------------------------------------- */

/* The moves of a line until the third check of the side that begins it, or 0: it does not check on
 * most of its moves. */
static int chase_of(Position *pos, const Line *line, int from) {
    enum { CHECKS = 3, PLIES_MOST = 7 };
    int plies = 0, checks = 0, most = min_int(line->count - from, PLIES_MOST);
    while (plies < most && checks < CHECKS) {
        make_move(pos, line->moves[from + plies++]);
        checks += plies % 2 && in_check(pos->state);
    }
    for (int i = 0; i < plies; i++)
        unmake_move(pos);
    return checks == CHECKS ? plies : 0;
}

/* A chase, where pieces do not tell: "7.exd7 exposes the king: 7...Bxf2+ 8.Ke2 Qe7+ 9.Kd3 Qxd7+
 * chases it". */
void explain_chase(Case *c) {
    enum { CENTIPAWNS_LEAST = 150 };
    if (c->contrast.searched < CENTIPAWNS_LEAST)
        return;
    const int theirs = chase_of(c->after, &c->worse, 1);
    const int ours = chase_of(c->before, &c->better, 0);
    if (theirs) {
        numbered_move(text_of(c), c->before, c->played);
        document_add_text(text_of(c), " exposes the king: ");
        numbered_line(text_of(c), c->after, c->worse.moves + 1, theirs);
        document_add_text(text_of(c), " chases it");
        set_reason(c, "a king exposed");
        end_sentence(c);
    } else if (ours && !chase_of(c->before, &c->worse, 0)) {
        begin_better(c, ours);
        document_add_text(text_of(c), "chases the king");
        set_reason(c, "a chase missed");
        end_sentence(c);
    }
}

/* --- threats ---------------------------------------------------------------------------------- */

/* What a side threatens: the begin of a line of its own, once the other side has passed. */
typedef struct Danger {
    const Line *line;
    Outcome outcome;
    bool mates;
} Danger;

/* True if a move takes a piece with one that is not worth more: such a threat is an attack. */
static bool is_plain_capture(const State *s, Move m) {
    const Square at = taken_square(s, m);
    return at != SQUARE_NONE && exchange_type_value(type_on(s, at)) > EXCHANGE_PAWN &&
           exchange_type_value(type_on(s, at)) >= exchange_type_value(type_on(s, move_from(m)));
}

/* True if a threat is worth a sentence: it mates soon; or it wins something soon, and more than the score
 * that the side has without it. The other side passes in `pos`, which is left as it was. */
static bool is_danger(const Case *c, Position *pos, ThreatAt at, int without, Danger *d) {
    enum { MATE_MOST = 2, PLIES_MOST = 5, GAIN_LEAST = 100, CENTIPAWNS_MOST = 2, TOLERANCE = 60 };
    const Line *line = d->line = &c->a->threats[at];
    if (!c->a->asked || !line->count || in_check(pos->state) ||
        is_plain_capture(pos->state, line->moves[0]))
        return false;
    const int gain = searched_centipawns(c->a, line->score) - without;
    make_null(pos);
    const Trade base = pieces_ahead(pos->state, pos->state->side);
    d->outcome = outcome_of_line(pos, &base, line->moves, line->count);
    d->mates = line->score >= SCORE_MATE_BOUND && mate_moves(line->score) <= MATE_MOST &&
               line_mates(pos, line->moves, 2 * mate_moves(line->score) - 1);
    unmake_move(pos);
    const int value = d->outcome.value;
    return d->mates || (d->outcome.plies && d->outcome.plies <= PLIES_MOST && gain >= GAIN_LEAST &&
                        value >= EXCHANGE_PAWN && value <= CENTIPAWNS_MOST * gain + TOLERANCE);
}

/* Adds "mate by 16...Qh2#" or "16...Nxc2+ 17.Kd1 Nxa1, which wins a rook". */
static void add_danger(Case *c, Position *pos, const Danger *d) {
    make_null(pos);
    document_add_text(text_of(c), d->mates ? "mate by " : "");
    numbered_line(text_of(c), pos, d->line->moves,
                  d->mates ? 2 * mate_moves(d->line->score) - 1 : d->outcome.plies);
    unmake_move(pos);
    if (d->mates)
        return;
    document_add_text(text_of(c), ", which wins ");
    trade_text(text_of(c), &d->outcome.trade, 1);
}

/* True if the other side threatened a move already. */
static bool is_old(const Case *c, Move m) {
    const Line *start = &c->a->threats[THREAT_AT_START];
    return start->count && start->moves[0] == m;
}

/* True if there is a reply that the better line does not allow as well. */
static bool has_reply(const Case *c) {
    return c->worse.count > 1 && !(c->better.count > 1 && c->better.moves[1] == c->worse.moves[1]);
}

/* True if the move after one of a line takes back. */
static bool is_exchange(const Line *line, int at) {
    return line->count > at + 1 && move_to(line->moves[at]) == move_to(line->moves[at + 1]);
}

/* A threat that the reply makes: "15.Qe2 allows 15...Nb4 with the threat 16...Nxc2+, which wins a pawn". */
static void explain_reply_threat(Case *c) {
    Danger d;
    if (!has_reply(c) || is_old(c, c->worse.moves[1]) || is_exchange(&c->worse, 1) ||
        !c->a->threats[THREAT_AT_REPLY].count || is_old(c, c->a->threats[THREAT_AT_REPLY].moves[0]))
        return;
    position_copy(c->other, c->after);
    make_move(c->other, c->worse.moves[1]);
    if (!is_danger(c, c->other, THREAT_AT_REPLY, -searched_centipawns(c->a, c->a->played.score),
                   &d))
        return;
    numbered_move(text_of(c), c->before, c->played);
    document_add_text(text_of(c), " allows ");
    numbered_move(text_of(c), c->after, c->worse.moves[1]);
    document_add_text(text_of(c), " with the threat ");
    document_add_text(text_of(c), d.mates ? "of " : "");
    add_danger(c, c->other, &d);
    set_reason(c, d.mates ? "a threat of mate allowed" : "a threat allowed");
    end_sentence(c);
}

/* True if a move is legal when the other side passes after the move played. */
static bool is_threatened_anyway(const Case *c, Move m) {
    MoveList list = {.count = 0};
    bool found = false;
    if (in_check(c->after->state))
        return true;
    make_null(c->after);
    legal_moves(c->after, &list);
    for (int i = 0; i < list.count; i++)
        found |= list.moves[i] == m;
    unmake_move(c->after);
    return found;
}

/* A threat that the better move makes: "Better is 20.Qd4, which threatens mate by 21.Rh8#". */
static void explain_better_threat(Case *c) {
    Danger d;
    position_copy(c->other, c->before);
    make_move(c->other, c->better.moves[0]);
    if (is_exchange(&c->better, 0) ||
        !is_danger(c, c->other, THREAT_AT_BETTER, searched_centipawns(c->a, c->a->best_score),
                   &d) ||
        is_threatened_anyway(c, d.line->moves[0]))
        return;
    begin_better(c, 1);
    document_add_text(text_of(c), "threatens ");
    add_danger(c, c->other, &d);
    set_reason(c, d.mates ? "a threat of mate missed" : "a threat missed");
    end_sentence(c);
}

void explain_threat(Case *c) {
    static void (*const REASONS[])(Case *) = {explain_reply_threat, explain_better_threat};
    REASONS[c->missed](c);
    if (!c->out->count[c->ply])
        REASONS[!c->missed](c);
}

/* --- replies ---------------------------------------------------------------------------------- */

/* True if a piece is worth attacking for another: it is worth more, or not guarded well enough. */
static bool is_target(const State *s, Square sq, Square by) {
    const PieceType type = type_on(s, sq);
    const Color us = s->side;
    const int guards = (int)popcount(attackers_of(s, sq, us));
    return type != KING && (exchange_type_value(type) > exchange_type_value(type_on(s, by)) ||
                            guards < (int)popcount(attackers_of(s, sq, opponent(us))));
}

/* The most valuable piece that a move newly attacks, of those worth as much; SQUARE_NONE without one.
 * The states are before and after the move. */
static Square attacked_by(const State *was, const State *s, Move m, int worth) {
    const Square to = move_to(m);
    Square best = SQUARE_NONE;
    if (move_kind(m) == MOVE_CASTLING)
        return SQUARE_NONE;
    const Bit bit = man_bit(s->man_on[to]);
    for (Bitboard men = s->by_color[s->side]; men;) {
        const Square sq = pop_bit(&men);
        const bool old = was->map[sq] >> man_bit(was->man_on[move_from(m)]) & 1;
        if (!(s->map[sq] >> bit & 1) || old || !is_target(s, sq, to) ||
            exchange_type_value(type_on(s, sq)) < worth)
            continue;
        if (best == SQUARE_NONE ||
            exchange_type_value(type_on(s, sq)) > exchange_type_value(type_on(s, best)))
            best = sq;
    }
    return best;
}

/* The moves of a line until one of the first two of a side attacks something, which is *target; 0 if none
 * does. */
static int attack_of(Case *c, const Line *line, int from, Phrase *target) {
    enum { MOVES = 2, SHARE = 2, WORTH_MOST = 300 };
    const int worth = min_int(c->contrast.searched / SHARE, WORTH_MOST);
    position_copy(c->other, c->before);
    for (int i = 0; i < min_int(line->count, from + 2 * MOVES - 1); i++) {
        const State *was = c->other->state;
        make_move(c->other, line->moves[i]);
        const Square sq = i % 2 == from && !is_exchange(line, i)
                              ? attacked_by(was, c->other->state, line->moves[i], worth)
                              : SQUARE_NONE;
        if (sq == SQUARE_NONE)
            continue;
        *target = piece_words(c->other->state, sq);
        return i + 1;
    }
    return 0;
}

/* Adds "16.f4 allows 16...exd4 17.exd4 Re4": so many moves of the line played. */
static void add_reply(Case *c, int plies) {
    numbered_move(text_of(c), c->before, c->played);
    document_add_text(text_of(c), is_old(c, c->worse.moves[1]) ? " does not prevent " : " allows ");
    numbered_line(text_of(c), c->after, c->worse.moves + 1, plies - 1);
}

static void explain_attack_allowed(Case *c) {
    Phrase target;
    const int plies = has_reply(c) ? attack_of(c, &c->worse, 1, &target) : 0;
    if (!plies)
        return;
    add_reply(c, plies);
    document_add(text_of(c), ", which attacks %s", target.text);
    set_reason(c, "an attack allowed");
    end_sentence(c);
}

static void explain_attack_missed(Case *c) {
    Phrase target;
    const int plies = attack_of(c, &c->better, 0, &target);
    if (!plies)
        return;
    c->seen = 0;
    begin_better(c, plies);
    document_add(text_of(c), "attacks %s", target.text);
    set_reason(c, "an attack missed");
    end_sentence(c);
}

void explain_attack(Case *c) {
    static void (*const REASONS[])(Case *) = {explain_attack_allowed, explain_attack_missed};
    REASONS[c->missed](c);
    if (!c->out->count[c->ply] && !c->missed && mark_is_bad(c->verdict->mark))
        REASONS[!c->missed](c);
}

void explain_reply(Case *c) {
    enum { PLIES = 4 };
    if (c->missed || !has_reply(c)) {
        numbered_move(text_of(c), c->before, c->played);
        document_add_text(text_of(c), " misses ");
        numbered_line(text_of(c), c->before, c->better.moves, min_int(c->better.count, PLIES - 1));
        set_reason(c, "a move missed");
        end_sentence(c);
    } else {
        add_reply(c, min_int(c->worse.count, PLIES));
        set_reason(c, "a reply allowed");
        end_sentence(c);
    }
}
