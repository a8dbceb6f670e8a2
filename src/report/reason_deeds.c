/* Reasons without a gain: threats, captures, trades, attacks and facts. */
#include "report/report_internal.h"

#include "board/make.h"
#include "core/text.h"
#include "inspect/facts.h"
#include "inspect/inspect.h"
#include "moves/generate.h"

#include <stdio.h>
#include <string.h>

/* --- lines that are shown --------------------------------------------------------------------- */

/* Returns the number of moves of a line that a sentence shows. The sentence shows the moves up to the last capture or
 * promotion among the first four moves, and the captures and promotions that follow without a gap, up to OUTCOME_PLIES
 * moves. If these are 2 or 4 moves, the sentence shows one more move. */
static int shown_plies(Position *pos, const Move *moves, int count) {
    enum { PLIES = 4 };
    count = min_int(count, OUTCOME_PLIES);
    int shown = proof_plies(pos, moves, min_int(count, PLIES));
    while (shown < count && proof_plies(pos, moves, shown + 1) > shown)
        shown++;
    return min_int(count, shown > PLIES ? shown : shown | 1);
}

/* True if the first move of a line checks or takes, or if a later move takes or promotes among the moves that
 * shown_plies counts. */
static bool is_forcing(Position *pos, const Move *moves, int count) {
    return taken_square(pos->state, moves[0]) != SQUARE_NONE || gives_check(pos, moves[0]) ||
           shown_plies(pos, moves, count) > 1;
}

/* --- threats ---------------------------------------------------------------------------------- */

/* A threat. `line` is the best line after the threatened side has passed. */
typedef struct Danger {
    const Line *line;
    Outcome outcome;
    bool mates;
} Danger;

/* True if a move takes a piece other than a pawn with a piece that is not worth more. attack_of explains a threat by
 * such a capture. */
static bool is_plain_capture(const State *s, Move m) {
    const Square at = taken_square(s, m);
    return at != SQUARE_NONE && exchange_type_value(type_on(s, at)) > EXCHANGE_PAWN &&
           exchange_type_value(type_on(s, at)) >= exchange_type_value(type_on(s, move_from(m)));
}

/* True if a threat is worth a sentence, and then sets *d. The threat must mate in two moves, or win a pawn or more
 * within three plies and raise the score. `without` is the score without the threat, in centipawns. The threatened side
 * is to move in `pos`. The function leaves the position as it was. */
static bool is_danger(const Case *c, Position *pos, ThreatAt at, int without, Danger *d) {
    enum { MATE_MOST = 2, PLIES_MOST = 3, GAIN_LEAST = 100, CENTIPAWNS_MOST = 2, TOLERANCE = 60 };
    const Line *line = d->line = &c->a->threats[at];
    if (!c->a->asked || !line->count)
        return false;
    const bool quiet = is_quiet(pos) && !is_plain_capture(pos->state, line->moves[0]);
    const int gain = searched_centipawns(c->a, line->score) - without;
    make_null(pos);
    d->outcome = outcome_from(pos, line);
    d->mates = line->score >= SCORE_MATE_BOUND && mate_moves(line->score) <= MATE_MOST &&
               line_mates(pos, line->moves, 2 * mate_moves(line->score) - 1);
    unmake_move(pos);
    const int value = d->outcome.value;
    return d->mates ||
           (quiet && d->outcome.plies && d->outcome.plies <= PLIES_MOST && gain >= GAIN_LEAST &&
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

/* True if the other side threatened the move `m` already before the move played: the search after a pass in that
 * position begins with `m`. */
static bool is_old(const Case *c, Move m) {
    const Line *start = &c->a->threats[THREAT_AT_START];
    return start->count && start->moves[0] == m;
}

/* True if the line after the move played has a reply, and the better line does not have the same reply. */
static bool has_reply(const Case *c) {
    return c->worse.count > 1 && !(c->better.count > 1 && c->better.moves[1] == c->worse.moves[1]);
}

/* Returns a line of two moves: the better move, and the reply to the move played. If the reply is not legal after the
 * better move, returns a line without moves. Sets c->other to the position after the better move. */
static Line same_reply(const Case *c) {
    const Move reply = c->worse.moves[1];
    return (Line){.count = move_is_legal(position_after_better(c), reply) ? 2 : 0,
                  .moves = {c->better.moves[0], reply}};
}

/* True if the reply to the move played would make the same threat after the better move, too. */
static bool is_same_threat(Case *c, Move threat) {
    const Square to = move_to(threat);
    if (!same_reply(c).count || type_on(c->other->state, to) != type_on(c->after->state, to))
        return false;
    make_move(c->other, c->worse.moves[1]);
    if (in_check(c->other->state))
        return false;
    make_null(c->other);
    return move_is_legal(c->other, threat) &&
           (taken_square(c->other->state, threat) == SQUARE_NONE ||
            played_exchange(c->other, threat) >= EXCHANGE_PAWN);
}

/* True if the mover's answer to the reply takes the piece that makes the threat. */
static bool is_answered(const Case *c, Move threat) {
    return c->worse.count > 2 && move_to(c->worse.moves[2]) == move_from(threat);
}

/* Explains a threat that a reply without a capture makes: "15.Qe2 allows 15...Nb4 with the threat 16...Nxc2+, which
 * wins a pawn". */
static void explain_reply_threat(Case *c) {
    const Line *line = &c->a->threats[THREAT_AT_REPLY];
    const Move reply = c->worse.moves[1], threat = line->moves[0];
    Danger d;
    if (!has_reply(c) || !line->count || is_old(c, reply) || is_old(c, threat) ||
        taken_square(c->after->state, reply) != SQUARE_NONE || is_answered(c, threat) ||
        is_same_threat(c, threat))
        return;
    position_copy(c->other, c->after);
    make_move(c->other, reply);
    if (!is_danger(c, c->other, THREAT_AT_REPLY, -searched_centipawns(c->a, c->a->played.score),
                   &d))
        return;
    numbered_move(text_of(c), c->before, c->played);
    document_add_text(text_of(c), " allows ");
    numbered_move(text_of(c), c->after, reply);
    document_add_text(text_of(c), d.mates ? " with the threat of " : " with the threat ");
    add_danger(c, c->other, &d);
    set_reason(c, d.mates ? "a threat of mate allowed" : "a threat allowed");
    end_sentence(c);
}

/* True if the move `m` is the move played, or is legal after the move played and a pass of the other side. Also true
 * if the move played gives check, since a side in check may not pass. */
static bool is_threatened_anyway(const Case *c, Move m) {
    if (m == c->played || in_check(c->after->state))
        return true;
    make_null(c->after);
    const bool legal = move_is_legal(c->after, m);
    unmake_move(c->after);
    return legal;
}

/* Explains a threat that the better move makes: "Better is 20.Qd4, which threatens mate by 21.Rh8#". */
static void explain_better_threat(Case *c) {
    Danger d;
    if (is_exchange(&c->better, 0) ||
        !is_danger(c, position_after_better(c), THREAT_AT_BETTER,
                   searched_centipawns(c->a, c->a->best_score), &d) ||
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

/* --- deeds ------------------------------------------------------------------------------------ */

typedef struct Clause {
    char text[2 * sizeof(Phrase) + 32];
} Clause;

/* Finds a deed in the first moves of a line that the other line does not have, and writes a clause about it. A deed is
 * a capture, a trade, an attack, a discovered attack or a rescue. If `from` is 0, the deed is by the side that begins
 * the line. If `from` is 1, the deed is by the side that replies. Returns the number of moves up to the deed, or 0
 * without a deed. */
typedef int DeedFinder(Case *c, const Line *line, const Line *other, int from, Clause *clause);

/* Writes a verb and the piece on `sq`, such as "takes the pawn on d4". If `other` is not SQUARE_NONE, writes `between`
 * and the piece on `other`, too. */
static void write_clause(Clause *clause, const State *s, const char *verb, Square sq,
                         const char *between, Square other) {
    const bool two = other != SQUARE_NONE;
    snprintf(clause->text, sizeof clause->text, "%s %s%s%s", verb, piece_words(s, sq).text,
             two ? between : "", two ? piece_words(s, other).text : "");
}

/* True if the other side does not answer a capture, the move number `from` of a line. The other side does not capture
 * with its next move, and does not retake on the same square with its next two moves. c->other is the position before
 * the capture. */
static bool is_kept(Case *c, const Line *line, int from) {
    enum { PLIES = 4 };
    bool kept = c->a->asked && line->count > from + PLIES;
    for (int i = from + 1; kept && i <= from + PLIES; i += 2)
        kept = move_to(line->moves[i]) != move_to(line->moves[from]);
    make_move(c->other, line->moves[from]);
    kept = kept && taken_square(c->other->state, line->moves[from + 1]) == SQUARE_NONE;
    unmake_move(c->other);
    return kept;
}

/* Returns what the other side wins by an exchange in its answer to a capture, the move number `from` of a line, in
 * centipawns, 0 or more. c->other is the position before the capture. */
static int won_back(Case *c, const Line *line, int from) {
    if (line->count < from + 2)
        return 0;
    make_move(c->other, line->moves[from]);
    const Move m = line->moves[from + 1];
    const int value = taken_square(c->other->state, m) == SQUARE_NONE || is_exchange(line, from)
                          ? 0
                          : exchange_value(c->other, m);
    unmake_move(c->other);
    return max_int(0, value);
}

/* Finds a capture that costs nothing, and takes at least a pawn more than the move played takes. A capture costs
 * something if the side that captures loses material in the first PLIES moves of the line. */
static int capture_of(Case *c, const Line *line, const Line *other, int from, Clause *clause) {
    enum { CENTIPAWNS_MOST = 2, TOLERANCE = 60, PLIES = 8 };
    /* the index of the move by which the same side may make the same capture in the other line */
    const int again = from ? from : 2;
    const Move m = line->moves[from];
    position_copy(c->other, c->before);
    if (from)
        make_move(c->other, line->moves[0]);
    const Square at = taken_square(c->other->state, m);
    if (at == SQUARE_NONE || (other->count > again && move_to(other->moves[again]) == move_to(m)))
        return 0;
    const int value = taken_value(c->other->state, m),
              gain = value - taken_value(c->before->state, c->played);
    const Trade base = pieces_ahead(c->before->state, c->us);
    const Outcome own = outcome_of_line(c->before, &base, line->moves, min_int(line->count, PLIES));
    if (gain < EXCHANGE_PAWN || won_back(c, line, from) > gain ||
        (own.plies && (from ? -own.value : own.value) < 0) ||
        (from ? -c->contrast.better.value : c->contrast.worse.value) >= gain ||
        gain > CENTIPAWNS_MOST * c->contrast.searched + TOLERANCE ||
        (played_exchange(c->other, m) < value && !is_kept(c, line, from)))
        return 0;
    write_clause(clause, c->other->state, "takes", at, "", SQUARE_NONE);
    return from + 1;
}

/* A trade of queens, or a trade after which only kings and pawns are left. */
typedef struct Swap {
    /* the number of moves of the line until the trade is over, or 0 if the line has no trade */
    int plies;
    bool last; /* no queen, rook, bishop or knight is left */
} Swap;

/* Returns the first even trade of queens, or into a pawn ending, in the first `most` moves of a line. */
static Swap swap_in(Case *c, const Line *line, int most) {
    const Trade base = pieces_ahead(c->before->state, c->us);
    position_copy(c->other, c->before);
    for (int i = 0; i + 1 < min_int(line->count, most); i++) {
        const State *s = c->other->state;
        const Square at = taken_square(s, line->moves[i]);
        const bool swaps = at != SQUARE_NONE && is_exchange(line, i);
        const bool queens =
            swaps && type_on(s, at) == QUEEN && type_on(s, move_from(line->moves[i])) == QUEEN;
        make_move(c->other, line->moves[i]);
        if (!swaps)
            continue;
        make_move(c->other, line->moves[i + 1]);
        const State *is = c->other->state;
        const Trade ahead = pieces_ahead(is, c->us), gain = trade_less(&ahead, &base);
        const bool last = (is->by_type[PAWN] | is->by_type[KING]) == occupied(is);
        if ((queens || last) && !trade_value(&gain))
            return (Swap){i + 2, last};
        unmake_move(c->other);
    }
    return (Swap){.plies = 0};
}

/* Finds a trade. In the better line, a trade that the other side offers does not count, since the better move does not
 * aim at it. A trade by a side that is more than BEHIND_MOST centipawns behind counts only if no piece is left. */
static int trade_of(Case *c, const Line *line, const Line *other, int from, Clause *clause) {
    enum { PLIES = 4, OTHER_PLIES = 8, CENTIPAWNS_MOST = 300, BEHIND_MOST = 150 };
    const Swap swap = swap_in(c, line, PLIES), same = swap_in(c, other, OTHER_PLIES);
    const bool offered = !from && swap.plies == PLIES && is_exchange(line, 1);
    const int behind = from ? searched_centipawns(c->a, c->a->played.score)
                            : -searched_centipawns(c->a, c->a->best_score);
    if (!swap.plies || offered || same.plies ||
        ((c->contrast.searched > CENTIPAWNS_MOST || behind > BEHIND_MOST) && !swap.last))
        return 0;
    snprintf(clause->text, sizeof clause->text,
             swap.last ? "goes into a pawn ending" : "trades the queens");
    return swap.plies;
}

/* True if the piece on `sq` is a target for the attacker on `by`. A target is worth more than the attacker, or has
 * fewer defenders than attackers. A king is not a target. A piece that attacks the attacker, too, is not a target if
 * the attacker is undefended, or is worth as much as the piece or more. */
static bool is_target(const State *s, Square sq, Square by) {
    const int value = exchange_type_value(type_on(s, sq)),
              other = exchange_type_value(type_on(s, by));
    const Color us = s->by_color[BLACK] & bb(sq) ? BLACK : WHITE;
    const uint32_t attackers = attackers_of(s, sq, opponent(us));
    const bool strikes_back = s->map[by] >> man_bit(s->man_on[sq]) & 1;
    return type_on(s, sq) != KING &&
           (value > other || popcount(attackers_of(s, sq, us)) < popcount(attackers)) &&
           !(strikes_back && (value <= other || !attackers_of(s, by, opponent(us))));
}

/* Returns the targets that the moved piece attacks after a move, but not before it, and that are worth `worth`
 * centipawns or more. Castling has no targets. `was` is the state before the move, `s` the state after the move. */
static Bitboard attacked_by(const State *was, const State *s, Move m, int worth) {
    const Square to = move_to(m);
    Bitboard targets = 0;
    if (move_kind(m) == MOVE_CASTLING)
        return 0;
    const Bit bit = man_bit(s->man_on[to]);
    for (Bitboard men = s->by_color[s->side]; men;) {
        const Square sq = pop_bit(&men);
        const bool old = was->map[sq] >> man_bit(was->man_on[move_from(m)]) & 1;
        if ((s->map[sq] >> bit & 1) && !old && is_target(s, sq, to) &&
            exchange_type_value(type_on(s, sq)) >= worth)
            targets |= bb(sq);
    }
    return targets;
}

/* Returns the most valuable piece of a set that is not empty. */
static Square most_valuable(const State *s, Bitboard men) {
    Square best = pop_bit(&men);
    while (men) {
        const Square sq = pop_bit(&men);
        if (exchange_type_value(type_on(s, sq)) > exchange_type_value(type_on(s, best)))
            best = sq;
    }
    return best;
}

/* True if the move `m` is one of the other side's moves in a line. */
static bool has_move(const Line *line, Move m) {
    for (int i = 1; i < line->count; i += 2)
        if (line->moves[i] == m)
            return true;
    return false;
}

/* True if the attack on `targets` by move number `at` is real. The move is of c->worse if `at` is odd, else of
 * c->better. An attack is real if the next move moves a target, if the attacker's next move takes a target, or if the
 * search after a pass begins by taking a target. Three more attacks count as real: any attack if a->asked is false, a
 * reply's attack on the piece that the move before moved, and the attack by move 2 after a forcing first move, unless
 * move 1 moved a target. */
static bool is_proved(const Case *c, Bitboard targets, int at) {
    const Line *threat = &c->a->threats[at ? THREAT_AT_REPLY : THREAT_AT_BETTER],
               *line = at % 2 ? &c->worse : &c->better;
    return !c->a->asked || (at % 2 && targets & bb(move_to(line->moves[at - 1]))) ||
           (at == 2 && is_forcing(c->before, line->moves, 1) &&
            !(targets & bb(move_to(line->moves[1])))) ||
           (at < 2 && threat->count && bb(move_to(threat->moves[0])) & targets) ||
           (line->count > at + 1 && bb(move_from(line->moves[at + 1])) & targets) ||
           (line->count > at + 2 && bb(move_to(line->moves[at + 2])) & targets);
}

/* Returns the targets that were not targets already before the move played. The moved piece is a new target if it was
 * not one after the move, before the reply. */
static Bitboard new_targets(const Case *c, const State *s, Bitboard targets) {
    Bitboard fresh = targets;
    while (targets) {
        const Square sq = pop_bit(&targets);
        const State *was = sq == move_to(c->played) ? c->after->state : c->before->state;
        uint32_t by = was->man_on[sq] == s->man_on[sq] ? attackers_of(was, sq, c->them) : 0;
        while (by)
            if (is_target(was, sq, was->square_of[pop_bit32(&by)]))
                fresh &= ~bb(sq);
    }
    return fresh;
}

/* Returns the targets that move number `at` of a line newly attacks and that are worth a sentence. If the move is a
 * capture, it counts only as the reply, not by the king, and its targets are only pieces, not pawns. */
static Bitboard targets_at(const Case *c, const State *was, const State *s, const Line *line,
                           const Line *other, int from, int at) {
    enum { SHARE = 2, WORTH_MOST = 300 };
    const Move m = line->moves[at];
    const bool takes = taken_square(was, m) != SQUARE_NONE;
    const int worth = takes ? EXCHANGE_MINOR : min_int(c->contrast.searched / SHARE, WORTH_MOST);
    if (at % 2 != from || m == c->played || is_exchange(line, at) ||
        (takes && (at != 1 || type_on(was, move_from(m)) == KING)))
        return 0;
    const Bitboard targets = attacked_by(was, s, m, worth);
    const bool again =
        from && has_move(other, m) && !(c->a->asked && targets & bb(move_to(c->played)));
    const Bitboard fresh =
        from ? new_targets(c, s, targets)
             : targets & ~attacked_by(c->before->state, c->after->state, c->played, worth);
    return again || !is_proved(c, fresh, at) ? 0 : fresh;
}

/* Finds an attack on one or two pieces. In the better line, the attack is by one of the mover's first two moves. In the
 * worse line, the attack is by the reply, or, if the reply begins a trade, by the opponent's move after the trade. */
static int attack_of(Case *c, const Line *line, const Line *other, int from, Clause *clause) {
    enum { BETTER_PLIES = 3, REPLY_PLIES = 2, TRADE_PLIES = 4 };
    const int plies = !from                                    ? BETTER_PLIES
                      : c->a->asked && is_exchange(line, from) ? TRADE_PLIES
                                                               : REPLY_PLIES;
    position_copy(c->other, c->before);
    for (int i = 0; i < min_int(line->count, plies); i++) {
        const State *was = c->other->state;
        make_move(c->other, line->moves[i]);
        const State *s = c->other->state;
        const Bitboard targets = targets_at(c, was, s, line, other, from, i);
        if (!targets)
            continue;
        const Square first = most_valuable(s, targets);
        const Bitboard rest = targets & ~bb(first) & ~s->by_type[PAWN];
        write_clause(clause, s, "attacks", first, " and ",
                     rest ? most_valuable(s, rest) : SQUARE_NONE);
        return i + 1;
    }
    return 0;
}

/* Finds an attack by a bishop, rook or queen whose file, rank or diagonal the reply opens. */
static int discovery_of(Case *c, const Line *line, __attribute__((unused)) const Line *other,
                        int from, Clause *clause) {
    position_copy(c->other, c->before);
    make_move(c->other, line->moves[0]);
    const State *was = c->other->state;
    make_move(c->other, line->moves[from]);
    const State *s = c->other->state;
    const Bit mover = man_bit(s->man_on[move_to(line->moves[from])]);
    const uint32_t sliders = s->sliders & half_of(c->them) & ~(UINT32_C(1) << mover);
    for (Bitboard men = s->by_color[c->us]; men;) {
        const Square sq = pop_bit(&men);
        const uint32_t opened = s->map[sq] & ~was->map[sq] & sliders;
        const Square by = opened ? s->square_of[lowest_bit(opened)] : SQUARE_NONE;
        if (!opened || !is_target(s, sq, by) || !is_proved(c, bb(sq), from))
            continue;
        write_clause(clause, s, "opens the line from", by, " to ", sq);
        return from + 1;
    }
    return 0;
}

/* Finds a reply that saves a knight, bishop or rook. Before the reply the mover threatens to take the piece. The
 * reply takes nothing, and after it the mover can take nothing with gain. */
static int rescue_of(Case *c, const Line *line, __attribute__((unused)) const Line *other, int from,
                     Clause *clause) {
    ThreatList list;
    Square target = SQUARE_NONE;
    position_copy(c->other, c->before);
    make_move(c->other, line->moves[0]);
    const State *was = c->other->state;
    threats_list(c->other, &list);
    for (int i = 0; i < list.count && target == SQUARE_NONE; i++)
        if (list.threats[i].by == c->us && threat_is_capture(&list.threats[i]))
            target = list.threats[i].target;
    make_move(c->other, line->moves[from]);
    if (target == SQUARE_NONE || type_on(was, target) == QUEEN || type_on(was, target) == PAWN ||
        in_check(was) || is_exchange(line, from) ||
        taken_square(was, line->moves[from]) != SQUARE_NONE || !is_quiet(c->other))
        return 0;
    write_clause(clause, was, "saves", target, "", SQUARE_NONE);
    return from + 1;
}

/* explain_deed looks for the first DEED_COUNT of the DEEDS in both lines. tell_reply looks for the others in the reply,
 * if the reply has no other sentence. */
enum { DEED_COUNT = 3, REPLY_DEED_COUNT = 5 };

static const struct {
    DeedFinder *find;
    const char *name;
    bool takes; /* a capture or a trade, which a move may fail to prevent */
} DEEDS[REPLY_DEED_COUNT] = {{capture_of, "a capture", true},
                             {trade_of, "a trade", true},
                             {attack_of, "an attack", false},
                             {discovery_of, "a discovered attack", false},
                             {rescue_of, "a rescue", false}};

/* Explains a deed, one of the DEEDS, that the move allows: "16.f4 allows 16...Re4, which attacks the pawn on d4". A
 * deed is not a reason if the same reply after the better move does the same deed. */
static void explain_deed_allowed(Case *c, int deed) {
    Clause clause, again;
    const int plies = has_reply(c) ? DEEDS[deed].find(c, &c->worse, &c->better, 1, &clause) : 0;
    if (!plies)
        return;
    static const Line none = {.count = 0};
    const Line same = same_reply(c);
    if (same.count && DEEDS[deed].find(c, &same, &none, 1, &again) &&
        !strcmp(clause.text, again.text))
        return;
    numbered_move(text_of(c), c->before, c->played);
    const bool old = is_old(c, c->worse.moves[1]) && DEEDS[deed].takes &&
                     move_to(c->worse.moves[1]) != move_to(c->played);
    document_add_text(text_of(c), old ? " does not prevent " : " allows ");
    numbered_line(text_of(c), c->after, c->worse.moves + 1, plies - 1);
    document_add(text_of(c), ", which %s", clause.text);
    set_reason(c, "%s allowed", DEEDS[deed].name);
    end_sentence(c);
}

/* Explains a deed, one of the DEEDS, of the better line: "Better is 15.d4, which attacks the knight on e5". If the
 * reply to the move played is forcing, first tries explain_purpose in place of an attack. */
static void explain_deed_missed(Case *c, int deed) {
    Clause clause;
    const int told = c->out->count[c->ply];
    if (DEEDS[deed].find == attack_of && has_reply(c) &&
        is_forcing(c->after, c->worse.moves + 1, 1))
        explain_purpose(c);
    const int plies = DEEDS[deed].find(c, &c->better, &c->worse, 0, &clause);
    if (!plies || c->out->count[c->ply] > told)
        return;
    begin_better(c, plies);
    document_add_text(text_of(c), clause.text);
    set_reason(c, "%s missed", DEEDS[deed].name);
    end_sentence(c);
}

void explain_deed(Case *c) {
    static void (*const REASONS[])(Case *, int) = {explain_deed_allowed, explain_deed_missed};
    for (int deed = 0; deed < DEED_COUNT && !c->out->count[c->ply]; deed++) {
        const bool bad = mark_is_bad(c->verdict->mark);
        REASONS[bad && c->missed](c, deed);
        if (!c->out->count[c->ply] && bad)
            REASONS[!c->missed](c, deed);
    }
}

/* --- the purpose of the better move ----------------------------------------------------------- */

/* True if the better move prevents a reply. If the mover passes instead, the reply is legal and loses nothing. After
 * the better move, the reply is illegal, loses a pawn or more at once, or no longer gives a check that the pass allows.
 * A better move that gives check does not count. If the reply takes nothing, a better move that takes something counts
 * only if it takes the piece that replies. */
static bool is_prevented(Case *c, Move reply) {
    const Square from = move_from(reply), at = taken_square(c->after->state, reply),
                 taken = taken_square(c->before->state, c->better.moves[0]);
    if (at == move_to(c->played) || in_check(c->before->state) || in_check(c->after->state) ||
        (at == SQUARE_NONE && taken != SQUARE_NONE && taken != from))
        return false;
    make_null(c->before);
    const bool possible = move_is_legal(c->before, reply) && exchange_value(c->before, reply) >= 0;
    const bool checks = possible && gives_check(c->before, reply);
    unmake_move(c->before);
    const bool legal = same_reply(c).count;
    return possible && !in_check(c->other->state) &&
           (!legal || exchange_value(c->other, reply) <= -EXCHANGE_PAWN ||
            (checks && gives_check(c->after, reply) && !gives_check(c->other, reply)));
}

/* Explains that the move played is better one move later: "Better is 25.e6 fxe6 first, and then 26.b3". The better line
 * begins with a forcing move, and its third move is the move played, which answers no check there. */
static bool explain_order(Case *c) {
    const Line *line = &c->better;
    if (line->count < 3 || line->moves[2] != c->played || !is_forcing(c->before, line->moves, 1))
        return false;
    make_move(position_after_better(c), line->moves[1]);
    if (in_check(c->other->state))
        return false;
    document_add_text(text_of(c), "Better is ");
    numbered_line(text_of(c), c->before, line->moves, 2);
    document_add_text(text_of(c), " first, and then ");
    numbered_move(text_of(c), c->other, c->played);
    set_reason(c, "the order of two moves");
    end_sentence(c);
    return c->better_told = true;
}

/* Explains a reply that the better move prevents: "Better is 20.Kg2, which prevents 20...Qxh3". If the better move wins
 * the piece that replies, the sentence has "takes the queen on d3". If the better move moves the piece that the reply
 * would take, the sentence has "avoids". The function adds nothing if the better line loses material. */
void explain_purpose(Case *c) {
    if (explain_order(c) || !has_reply(c) || c->contrast.better.value < 0 ||
        !is_prevented(c, c->worse.moves[1]))
        return;
    const Move reply = c->worse.moves[1];
    const bool flees = taken_square(c->after->state, reply) == move_from(c->better.moves[0]);
    const bool takes = taken_square(c->before->state, c->better.moves[0]) == move_from(reply) &&
                       exchange_value(c->before, c->better.moves[0]) > 0;
    begin_better(c, 1);
    document_add_text(text_of(c), takes ? "takes " : flees ? "avoids " : "prevents ");
    if (takes)
        document_add_text(text_of(c), piece_words(c->before->state, move_from(reply)).text);
    else
        numbered_move(text_of(c), c->after, reply);
    set_reason(c, "a reply not prevented");
    end_sentence(c);
}

/* --- facts ------------------------------------------------------------------------------------ */

/* Adds a clause after the clause `last`, or the first clause if `last` is NULL. "and" joins the two. If both begin with
 * the same SHARED words, the second clause omits these: "gives White the open e-file and more space". */
static void add_clause(Document *out, const Document *clause, const Document *last) {
    static const char *const SHARED[] = {"gives White ", "gives Black ", "leaves White ",
                                         "leaves Black ", "keeps "};
    size_t same = 0;
    out->out_of_memory |= clause->out_of_memory;
    if (clause->out_of_memory)
        return;
    for (size_t i = 0; last && last->data && i < sizeof SHARED / sizeof *SHARED; i++) {
        const size_t length = strlen(SHARED[i]);
        if (!strncmp(last->data, SHARED[i], length) && !strncmp(clause->data, SHARED[i], length))
            same = length;
    }
    document_add(out, "%s%s", last ? " and " : "", clause->data + same);
}

/* True if a fact may explain the loss. Any fact may explain a loss up to a pawn. A fact about a move, if it is good for
 * its side, may explain a loss up to MOVE_MOST centipawns. A fact of the better line, except development, may explain
 * any loss, if the fact's value is VALUE_LEAST or more. A trade of queens does not count. A king in the centre, a
 * backward pawn, a shut-in piece or a knight on the rim does not count if it comes to its square later in the line. */
static bool is_weighty(const Case *c, const Fact *fact) {
    enum { MOVE_MOST = 120, VALUE_LEAST = 15 };
    const int searched = c->contrast.searched;
    if (fact->kind == FACT_NO_QUEENS)
        return false;
    if (fact->kind == FACT_UNCASTLED || fact->kind == FACT_BACKWARD || fact->kind == FACT_SHUT_IN ||
        fact->kind == FACT_RIM_KNIGHT) {
        const Position *at = fact->missed ? position_after_better(c) : c->after;
        if (!(men_of(at->state, fact->side, fact->piece) & bb(fact->square)))
            return false;
    }
    return searched <= EXCHANGE_PAWN ||
           (searched <= MOVE_MOST && fact->kind >= FACT_MOVE_FIRST && fact->value > 0) ||
           (fact->missed && fact->kind != FACT_DEVELOPS && fact->value >= VALUE_LEAST);
}

/* Adds one sentence on the facts of the better line if `missed` is true, else on the facts of the worse line. */
static void explain_facts_of(Case *c, const Fact *facts, int count, bool missed) {
    Document clauses[2] = {{0}};
    int said = 0;
    for (int i = 0; i < count; i++) {
        if (facts[i].missed != missed || facts[i].kept || !is_weighty(c, &facts[i]))
            continue;
        fact_text(&clauses[said], &facts[i], c->us);
        set_reason(c, "%s%s", fact_name(facts[i].kind), missed ? " missed" : "");
        if (!said && missed)
            begin_better(c, 1);
        if (!said && !missed) {
            numbered_move(text_of(c), c->before, c->played);
            document_add_text(text_of(c), " ");
        }
        add_clause(text_of(c), &clauses[said], said ? &clauses[0] : NULL);
        said++;
    }
    if (said)
        end_sentence(c);
    document_free(&clauses[0]);
    document_free(&clauses[1]);
}

void explain_facts(Case *c) {
    enum { MOST = 2, CENTIPAWNS_MOST = 170, FIRST = 6, STEP = 3 };
    Fact facts[MOST];
    if (c->contrast.searched > CENTIPAWNS_MOST)
        return;
    for (int plies = FIRST; plies <= OUTCOME_PLIES && !c->out->count[c->ply]; plies += STEP) {
        const int count = facts_differ(c->before, c->better.moves, min_int(c->better.count, plies),
                                       c->worse.moves, min_int(c->worse.count, plies),
                                       c->game->network, facts, MOST);
        explain_facts_of(c, facts, count, false);
        explain_facts_of(c, facts, count, true);
    }
}

/* --- openings --------------------------------------------------------------------------------- */

void explain_opening(Case *c) {
    const OpeningName *played = &c->game->judgement.opening;
    OpeningName opening;
    if (!openings_find(position_after_better(c), &opening) ||
        (played->ply >= 0 && strcmp(played->name, opening.name) == 0))
        return;
    begin_better(c, 1);
    document_add(text_of(c), "leads to the %s", opening.name);
    set_reason(c, "the opening left");
    end_sentence(c);
}

/* --- the lines -------------------------------------------------------------------------------- */

/* True if it explains nothing to show the lines. The loss is below LOSS_NEAR, the better move neither checks nor takes,
 * and the reply neither checks nor takes, except that it may recapture. */
static bool is_slight(const Case *c) {
    return c->verdict->loss < LOSS_NEAR && !is_forcing(c->before, c->better.moves, 1) &&
           (c->worse.count < 2 || is_exchange(&c->worse, 0) ||
            !is_forcing(c->after, c->worse.moves + 1, 1));
}

/* True if the better move, which neither takes nor checks, has another answer to the reply that follows the move played,
 * and if the other side gets no more by this reply than by its best one. The reply does not answer a check. */
static bool is_denied(const Case *c) {
    enum { WORSE_MOST = 30 };
    const Line *line = &c->a->denied;
    return line->count && !in_check(c->after->state) &&
           !is_forcing(c->before, c->better.moves, 1) &&
           searched_centipawns(c->a, line->score) >=
               searched_centipawns(c->a, c->a->best_score) - WORSE_MOST &&
           !(c->worse.count > 2 && c->worse.moves[2] == line->moves[0]);
}

/* Adds ", since 17...Qd5 is met by 18.Qb3" for the line of is_denied. */
static void add_denied(Case *c) {
    const Line *line = &c->a->denied;
    document_add_text(text_of(c), ", since ");
    numbered_move(text_of(c), position_after_better(c), c->worse.moves[1]);
    make_move(c->other, c->worse.moves[1]);
    document_add_text(text_of(c), " is met by ");
    numbered_line(text_of(c), c->other, line->moves,
                  shown_plies(c->other, line->moves, line->count));
}

/* True if the reply recaptures, and the captures that shown_plies counts only go on with this exchange. */
static bool only_retakes(const Case *c) {
    const Move *moves = c->worse.moves;
    const Square to = recapture_square(c->before->state, c->played);
    const int shown = shown_plies(c->after, moves + 1, c->worse.count - 1);
    bool only = to != SQUARE_NONE && move_to(moves[1]) == to;
    position_copy(c->other, c->after);
    for (int i = 1; only && i <= shown; i++) {
        const Square at = taken_square(c->other->state, moves[i]);
        only = at == to || (at == SQUARE_NONE && move_kind(moves[i]) != MOVE_PROMOTION);
        make_move(c->other, moves[i]);
    }
    return only;
}

/* Adds a sentence with the reply to the move: "17.Bc2 is met by 17...Nxe3 18.Rxe3 Qxc5". If the move already has a
 * sentence (`told`), adds one only if the reply was a threat before the move, or is forcing and not just a
 * recapture. */
static void tell_reply(Case *c, bool told) {
    enum { LEAST = 3 };
    const Move *moves = c->worse.moves + 1;
    const int count = c->worse.count - 1;
    if (count < 1 || (told && !is_old(c, moves[0]) && !is_forcing(c->after, moves, count)))
        return;
    const int sentences = c->out->count[c->ply];
    for (int deed = DEED_COUNT; deed < REPLY_DEED_COUNT; deed++) {
        explain_deed_allowed(c, deed);
        if (c->out->count[c->ply] > sentences)
            return;
    }
    if (told ? only_retakes(c) : is_slight(c) && !is_denied(c))
        return;
    const bool more = !has_reply(c) || is_exchange(&c->worse, 0);
    const int shown = max_int(shown_plies(c->after, moves, count), more ? LEAST : 1);
    numbered_move(text_of(c), c->before, c->played);
    document_add_text(text_of(c), " is met by ");
    numbered_line(text_of(c), c->after, moves, min_int(count, shown));
    end_sentence(c);
}

/* Adds a sentence with the better line: "Better is 17.Bxd5 cxd5 18.Qg3". If the move already has a sentence (`told`),
 * first tries explain_purpose, and adds the better line only if that fails and the line is forcing. */
static void tell_better(Case *c, bool told) {
    const int count = c->out->count[c->ply];
    if (told)
        explain_purpose(c);
    if (c->out->count[c->ply] != count ||
        (told && !is_forcing(c->before, c->better.moves, c->better.count)))
        return;
    document_add_text(text_of(c), "Better is ");
    const int shown = shown_plies(c->before, c->better.moves, c->better.count);
    const bool denied = !told && is_denied(c);
    numbered_line(text_of(c), c->before, c->better.moves,
                  denied || (!told && is_slight(c)) ? 1 : shown);
    if (denied)
        add_denied(c);
    end_sentence(c);
}

void explain_lines(Case *c) {
    static void (*const LINES[])(Case *, bool) = {tell_reply, tell_better};
    static void (*const REASONS[])(Case *, int) = {explain_deed_allowed, explain_deed_missed};
    const int told = c->out->count[c->ply];
    const bool first = told ? !c->better_told : c->missed;
    for (int deed = 0; told && deed < DEED_COUNT && c->out->count[c->ply] == told; deed++)
        REASONS[first](c, deed);
    if (c->out->count[c->ply] == told)
        LINES[first](c, told);
    if (!told)
        LINES[!first](c, false);
    set_reason(c, "a move missed");
}
