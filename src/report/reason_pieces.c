/* Functions that all reasons share, and two kinds of reasons: pieces won or lost, and motifs. */
#include "report/report_internal.h"

#include "board/make.h"
#include "core/text.h"
#include "inspect/inspect.h"
#include "inspect/motifs.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- parts of sentences ----------------------------------------------------------------------- */

void end_sentence(Case *c) {
    document_add_bytes(&c->out->texts, ".", 1);
    document_add_bytes(&c->out->texts, "", 1);
    c->out->count[c->ply]++;
}

void set_reason(Case *c, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    if (!*c->reason)
        vsnprintf(c->reason, sizeof c->reason, format, arguments);
    va_end(arguments);
}

int proof_plies(Position *pos, const Move *moves, int plies) {
    int shown = 1;
    for (int i = 0; i < plies; i++) {
        if (taken_square(pos->state, moves[i]) != SQUARE_NONE ||
            move_kind(moves[i]) == MOVE_PROMOTION)
            shown = i + 1;
        make_move(pos, moves[i]);
    }
    for (int i = 0; i < plies; i++)
        unmake_move(pos);
    return shown;
}

Position *position_after_better(const Case *c) {
    position_copy(c->other, c->before);
    make_move(c->other, c->better.moves[0]);
    return c->other;
}

void begin_better(Case *c, int plies) {
    document_add_text(text_of(c), "Better is ");
    numbered_line(text_of(c), c->before, c->better.moves, plies);
    document_add_text(text_of(c), ", which ");
    c->better_told = true;
}

int searched_centipawns(const Analysis *a, int score) {
    enum { MOST = 3000 };
    return analysis_centipawns(a, score, MOST);
}

/* --- trades and motifs ------------------------------------------------------------------------- */

/* True if a trade is worth a sentence: the trade wins up to a pawn within six plies, or more than a pawn within ten. */
static bool tells(int value, int plies) {
    enum { AT_ONCE = 6, SOON = 10 };
    return value > 0 && plies <= (value > EXCHANGE_PAWN ? SOON : AT_ONCE);
}

/* If a trade has neither a motif nor a cause, and is worth more than PLAIN_MOST times the difference of the scores, the
 * trade is not a reason. */
enum { PLAIN_MOST = 2 };

/* True if a trade wins a knight, bishop, rook or queen. With the sign -1, true if the trade loses such a piece. */
static bool has_piece(const Trade *t, int sign) {
    bool has = false;
    for (PieceType type = KNIGHT; type < KING; type++)
        has |= sign * t->won[type] > 0;
    return has;
}

/* Sets *out to the trade of a line, without the other line's trade if the trade contains it (trade_beyond). Returns
 * false if both trades win, or both lose, different pieces of similar value. Values are similar if the other value is
 * at least half of this value, or more than two thirds if this trade wins (or loses) a piece that the other trade does
 * not. */
static bool beyond(const Outcome *of, const Outcome *other, Trade *out) {
    const bool both = of->value > 0 ? other->value > 0 : other->value < 0;
    const int value = abs(of->value), rest = abs(other->value);
    const Trade less = trade_less(&of->trade, &other->trade);
    *out = both ? trade_beyond(&of->trade, &other->trade) : of->trade;
    return !both || trade_value(out) == of->value - other->value || 2 * rest < value ||
           (3 * rest <= 2 * value && has_piece(&less, of->value > 0 ? 1 : -1));
}

/* --- motifs ----------------------------------------------------------------------------------- */

enum { MOTIFS_MOST = 8 };

/* The motifs that motifs_find finds in a line. */
typedef struct Motifs {
    int count;
    Motif motifs[MOTIFS_MOST];
} Motifs;

static Motifs motifs_of(Position *pos, const Line *line, int from) {
    Motifs m = {.count = 0};
    if (line->count > from)
        m.count = motifs_find(pos, line->moves + from,
                              min_int(line->count - from, MOTIF_LINE_PLIES), m.motifs, MOTIFS_MOST);
    return m;
}

static bool has_motif(const Motifs *of, const Motif *m) {
    for (int i = 0; i < of->count; i++) {
        const Motif *other = &of->motifs[i];
        if (other->kind == m->kind && other->targets[0] == m->targets[0] &&
            (m->kind != MOTIF_FORK || other->targets[1] == m->targets[1]))
            return true;
    }
    return false;
}

/* Sets a motif as the reason, such as "fork by a knight allowed". */
static void set_motif(Case *c, const Motif *m, const char *how) {
    if (m->type == TYPE_NONE)
        set_reason(c, "%s %s", motif_name(m->kind), how);
    else
        set_reason(c, "%s by a %s %s", motif_name(m->kind), type_word(m->type), how);
}

/* True for a motif whose name explains less than the words "wins a pawn" do: a hanging piece, a zwischenzug, a
 * desperado, a discovered check that attacks nothing else, a discovered attack on a piece of the same type, and a guard
 * that is worth more than the piece that it guarded. */
static bool is_quaint(const Motif *m) {
    const bool guard = m->kind == MOTIF_REMOVED_DEFENDER && m->types[1] < KING &&
                       exchange_type_value(m->types[0]) > exchange_type_value(m->types[1]);
    return guard || m->kind == MOTIF_HANGING || m->kind == MOTIF_ZWISCHENZUG ||
           m->kind == MOTIF_DESPERADO ||
           (m->kind == MOTIF_DISCOVERED_CHECK && m->types[1] == TYPE_NONE) ||
           (m->kind == MOTIF_DISCOVERED_ATTACK && m->type == m->types[0]);
}

/* True if the move of a motif, one of `of`, also makes a queen, which the other line does not make. The new queen says
 * more than what the queen pins, forks or threatens. */
static bool is_new_queen(const Motifs *of, const Motifs *other, const Motif *m) {
    const Motif queen = {.kind = MOTIF_PROMOTION, .targets[0] = move_to(m->move)};
    return move_kind(m->move) == MOVE_PROMOTION && m->kind < MOTIF_PROMOTION &&
           has_motif(of, &queen) && !has_motif(other, &queen);
}

/* Finds the weightiest motif in `of` that the other line does not have, and that fits `gain`, in centipawns. A motif
 * fits if it occurs in the first `plies` moves, and is worth from a third of the gain to twice the gain. A threat of
 * mate or an offer of stalemate by the first move fits a gain of 150 or more. Perpetual check fits a gain of 60 or
 * more if `score`, the score of the line, is a draw. A promotion in the first `plies` moves also fits a gain of 60.
 * If c->late is true, only a promotion, a fork or a skewer fits. Sets the reason to the motif's name and `how`, which is
 * "allowed" or "missed". */
static bool telling_motif(Case *c, const Motifs *of, const Motifs *other, int score, int gain,
                          int plies, const char *how, Motif *out) {
    enum { LEAST = 3, MOST = 2, MATE_GAIN = 150, DRAW_GAIN = 60 };
    for (int i = 0; i < of->count; i++) {
        const Motif *m = &of->motifs[i];
        const bool no_piece = m->kind == MOTIF_MATE_THREAT || m->kind == MOTIF_STALEMATE;
        const bool plain =
            m->kind == MOTIF_PROMOTION || m->kind == MOTIF_FORK || m->kind == MOTIF_SKEWER;
        const bool fits =
            m->kind == MOTIF_PERPETUAL
                ? score == SCORE_DRAW && m->ply < OUTCOME_PLIES && gain >= DRAW_GAIN
            : m->kind == MOTIF_PROMOTION ? m->ply < plies && gain >= DRAW_GAIN
            : no_piece                   ? !m->ply && gain >= MATE_GAIN
                       : m->ply < plies && LEAST * m->value >= gain && m->value <= MOST * gain;
        if (!fits || is_quaint(m) || is_new_queen(of, other, m) || has_motif(other, m) ||
            (c->late && !plain))
            continue;
        set_motif(c, m, how);
        *out = *m;
        return true;
    }
    return false;
}

/* Finds the motif by which the other side wins something after the move played. */
static bool motif_allowed(Case *c, int gain, int plies, Motif *out) {
    const Motifs theirs = motifs_of(c->after, &c->worse, 1);
    const Motifs other = motifs_of(position_after_better(c), &c->better, 1);
    return telling_motif(c, &theirs, &other, c->worse.score, gain, plies, "allowed", out);
}

/* Finds the motif by which the better line wins something. */
static bool motif_missed(Case *c, int gain, int plies, Motif *out) {
    const Motifs ours = motifs_of(c->before, &c->better, 0);
    const Motifs other = motifs_of(c->before, &c->worse, 0);
    return telling_motif(c, &ours, &other, c->a->best_score, gain, plies, "missed", out);
}

/* Adds a line up to its motif, and then the motif: "22.Nxf6+, which forks the king and a rook". */
static void add_motif(Case *c, Position *pos, const Move *line, const Motif *m) {
    numbered_line(text_of(c), pos, line, m->ply + 1);
    document_add_text(text_of(c), ", which ");
    motif_text(text_of(c), m);
}

/* --- what the move loses ---------------------------------------------------------------------- */

void add_lost_guard(Case *c, Square target) {
    const State *is = c->after->state;
    document_add(text_of(c),
                 attackers_of(is, target, c->us) ? " takes a guard from %s"
                                                 : " leaves %s unguarded",
                 piece_words(c->before->state, target).text);
    set_reason(c, "a guard moved away");
}

void add_opened_line(Case *c, Square from, Square target) {
    const State *was = c->before->state;
    document_add(text_of(c), " opens the line from %s to %s", piece_words(was, from).text,
                 piece_words(was, target).text);
    set_reason(c, "a line opened");
}

/* True if the piece on `from`, of the other side, attacks the piece on `target` only since the move. */
static bool is_opened(const Case *c, Square from, Square target) {
    const State *was = c->before->state;
    return was->man_on[target] == c->after->state->man_on[target] &&
           !has_bit(was->map[target], man_bit(was->man_on[from]));
}

/* Adds words on why the piece on `target`, which the reply takes, lacks a defender: "leaves the pawn on e5 unguarded".
 * Returns false, and adds nothing, if defender_of finds no reason. */
static bool add_fate(Case *c, Square target) {
    const State *is = c->after->state;
    const Defender d = defender_of(c->before, c->after, c->played, target);
    const Phrase piece = piece_words(is, target),
                 guard = d.fate == DEFENDER_NONE ? piece : piece_words(is, d.from);
    switch (d.fate) {
    case DEFENDER_NONE:
        return false;
    case DEFENDER_LEFT:
        add_lost_guard(c, target);
        return true;
    case DEFENDER_SHUT:
        set_reason(c, "a guard shut off");
        document_add(text_of(c), " shuts %s off from %s", guard.text, piece.text);
        return true;
    case DEFENDER_PINNED:
        set_reason(c, "a guard that is pinned");
        if (d.from == move_to(c->played))
            document_add(text_of(c), " guards %s with a pinned %s", piece.text,
                         type_word(type_on(is, d.from)));
        else
            document_add(text_of(c), " relies on %s, which is pinned", guard.text);
        return true;
    case DEFENDER_OVERLOADED:
        set_reason(c, "a guard with two charges");
        document_add(text_of(c), " leaves %s to guard both %s and %s", guard.text, piece.text,
                     piece_words(is, d.other).text);
        return true;
    }
    return false;
}

/* Adds the reason why the reply can capture, such as "puts the rook on d8 en prise". Returns false if the reason is
 * not known, or if the capture wins less than half of `lost`, the material lost in centipawns. */
static bool add_cause(Case *c, Move reply, int lost) {
    Threat t;
    Motif wrong;
    if (motif_wrong_recapture(c->before, c->played, c->better.moves[0], &wrong)) {
        document_add_text(text_of(c), " ");
        motif_text(text_of(c), &wrong);
        set_reason(c, "a wrong recapture");
        return true;
    }
    if (!threat_of_capture(c->after, reply, &t) || !played_threat(c->after, &t) ||
        2 * t.value < lost)
        return false;
    const Phrase piece = piece_words(c->after->state, t.target);
    const Square to = move_to(c->played);
    if (t.target == to && move_kind(c->played) != MOVE_CASTLING) {
        const PieceType taken = type_on(c->before->state, to);
        if (played_exchange(c->before, c->played) >= 0)
            return false;
        set_reason(c, taken == TYPE_NONE ? "a piece put en prise" : "a guarded piece taken");
        if (taken == TYPE_NONE)
            document_add(text_of(c), " puts %s en prise", piece.text);
        else
            document_add(text_of(c), " takes a guarded %s", type_word(taken));
        return true;
    }
    if (was_threatened(c->before, &t)) {
        document_add(text_of(c), " leaves %s en prise", piece.text);
        set_reason(c, "a piece left en prise");
    } else if (!add_fate(c, t.target)) {
        if (!is_opened(c, t.from, t.target))
            return false;
        add_opened_line(c, t.from, t.target);
    }
    return true;
}

/* Adds the moves by which the other side wins material: the first `plies` moves from the reply on, up to their last
 * capture or promotion. */
static void add_proof(Case *c, const Move *reply, int plies) {
    numbered_line(text_of(c), c->after, reply, proof_plies(c->after, reply, plies));
}

/* True if the reply takes a piece, or threatens to win at least half of `lost` centipawns: the search after the reply
 * and a pass wins so much. Also true without such a search, as after a reply that gives check, or if the line of the
 * search mates or has no outcome. */
static bool wins_half(Case *c, int lost) {
    const Line *threat = &c->a->threats[THREAT_AT_REPLY];
    const Move reply = c->worse.moves[1];
    if (!threat->count || score_is_mate(threat->score) ||
        taken_square(c->after->state, reply) != SQUARE_NONE)
        return true;
    position_copy(c->other, c->after);
    make_move(c->other, reply);
    make_null(c->other);
    const Outcome won = outcome_from(c->other, threat);
    return !won.plies || 2 * won.value >= lost;
}

/* Adds the trade that a motif wins: " and wins a rook". Leaves out the queen and the pawn of a promotion, which the
 * motif tells. Adds nothing if no other gain is left. */
static void add_won(Case *c, const Motif *m, Trade won, int sign) {
    if (m->kind == MOTIF_PROMOTION && sign * won.won[QUEEN] > 0) {
        won.won[QUEEN] -= sign;
        won.won[PAWN] += sign;
        won.queened -= sign;
    }
    if (sign * trade_value(&won) <= 0)
        return;
    document_add_text(text_of(c), " and wins ");
    trade_text(text_of(c), &won, sign);
}

/* Explains the material that the move loses: "17.Be3 shuts the queen on e2 off from the pawn on e5; 17...Nxe5 wins a
 * pawn", "21...Qxe4 allows 22.Nxf6+, which forks the king and the queen on e4 and wins a queen", "8...c5 loses a pawn
 * to 9.Nxb5", "32...Kh8 allows a new queen: 33.c7 e2 34.c8=Q+". */
void explain_loss(Case *c) {
    const Outcome *worse = &c->contrast.worse, *better = &c->contrast.better;
    const Move *reply = c->worse.moves + 1;
    Trade lost;
    Motif motif;
    if (worse->value >= min_int(0, better->value) || worse->plies < 2 ||
        !beyond(worse, better, &lost))
        return;
    const int value = -trade_value(&lost);
    if (!tells(value, worse->plies) || !wins_half(c, value))
        return;
    const size_t begin = text_of(c)->length;
    numbered_move(text_of(c), c->before, c->played);
    const bool cause = add_cause(c, reply[0], value);
    if (cause || motif_allowed(c, value, worse->plies - 1, &motif)) {
        document_add_text(text_of(c), cause ? "; " : " allows ");
        if (cause) {
            add_proof(c, reply, worse->plies - 1);
            document_add_text(text_of(c), " wins ");
            trade_text(text_of(c), &worse->trade, -1);
        } else {
            add_motif(c, c->after, reply, &motif);
            add_won(c, &motif, worse->trade, -1);
        }
    } else if (value > PLAIN_MOST * c->contrast.searched) {
        text_of(c)->length = begin;
        return;
    } else {
        const Trade *told = worse->trade.queened < 0 ? &lost : &worse->trade;
        const bool queens = told->queened < 0 && told->won[QUEEN] < 0;
        document_add_text(text_of(c), queens ? " allows a new queen: " : " loses ");
        if (!queens) {
            trade_text(text_of(c), told, -1);
            document_add_text(text_of(c), " to ");
        }
        add_proof(c, reply, worse->plies - 1);
        set_reason(c, "material lost");
    }
    end_sentence(c);
}

/* --- what the better move does ---------------------------------------------------------------- */

/* True if the better line's gain of `won` centipawns needs no proof, or has one. A gain needs a proof if it is at most
 * a pawn, the better move neither takes nor checks, and the reply neither takes nor moves a piece that the better move
 * attacks. The proof: after every legal reply the pawn is lost. */
static bool is_proved(Case *c, int won) {
    const Move *m = c->better.moves;
    position_copy(c->other, c->before);
    make_move(c->other, m[0]);
    const State *s = c->other->state;
    const Bitboard attacked =
        move_kind(m[0]) == MOVE_CASTLING ? 0 : s->attacks[man_bit(s->man_on[move_to(m[0])])];
    return won > EXCHANGE_PAWN || c->better.count < 3 || in_check(s) ||
           taken_square(c->before->state, m[0]) != SQUARE_NONE ||
           taken_square(s, m[1]) != SQUARE_NONE || (attacked & bb(move_from(m[1]))) ||
           !(s->by_color[c->them] & bb(move_to(m[2]))) ||
           played_worst(c->other, SQUARE_NONE, bb(move_to(m[2]))) > 0;
}

/* Explains the material that the better line wins: "Better is 17.Rxd5, which wins a pawn". If the move played takes
 * something, too, the sentence names only the better line's gain beyond the line of the move played. */
void explain_gain(Case *c) {
    const Outcome *worse = &c->contrast.worse, *better = &c->contrast.better;
    const bool takes = taken_value(c->before->state, c->played) > 0;
    Trade won;
    const Trade *told = takes ? &won : &better->trade;
    Motif motif;
    if (better->value <= max_int(0, worse->value) || !beyond(better, worse, &won) ||
        !tells(trade_value(&won), better->plies) ||
        trade_value(&won) == played_exchange(c->before, c->played))
        return;
    if (motif_missed(c, trade_value(&won), better->plies, &motif)) {
        c->better_told = true;
        document_add_text(text_of(c), "Better is ");
        add_motif(c, c->before, c->better.moves, &motif);
        add_won(c, &motif, *told, 1);
    } else {
        if (trade_value(&won) > PLAIN_MOST * c->contrast.searched ||
            !is_proved(c, trade_value(&won)))
            return;
        begin_better(c, proof_plies(c->before, c->better.moves, better->plies));
        document_add_text(text_of(c), "wins ");
        trade_text(text_of(c), told, 1);
    }
    set_reason(c, "a gain missed");
    end_sentence(c);
}

/* --- an offered piece ------------------------------------------------------------------------- */

/* An offer that the other side cannot take without loss. */
typedef struct Offer {
    const Line *line;
    Position *pos; /* the position before the move that offers the piece */
    int mate;      /* the number of moves to a mate, or 0 */
    Outcome won;
} Offer;

/* Finds an offer. After the capture, the side that offers the piece mates, or wins a pawn or more at a score that the
 * other line exceeds by at most WORSE_MOST centipawns. A line that mates wins no pawn. Without a mate, a
 * capture of a more valuable piece is not an offer. Returns false without such an offer. */
static bool find_offer(Case *c, OfferAt at, Offer *o) {
    enum { MATE_MOST = 5, WORSE_MOST = 50, PLIES_LEAST = 3, PLIES_MOST = 10 };
    const bool better = at == OFFER_AT_BETTER;
    const int without = better ? searched_centipawns(c->a, c->a->best_score)
                               : -searched_centipawns(c->a, c->a->played.score);
    const Line *line = &c->a->offers[at];
    *o = (Offer){.line = line, .pos = better ? c->before : c->after};
    if (line->count < 2 || searched_centipawns(c->a, line->score) < without - WORSE_MOST)
        return false;
    if (line->score >= SCORE_MATE_BOUND && mate_moves(line->score) <= MATE_MOST)
        o->mate = mate_moves(line->score);
    const int plies = 2 * o->mate + 1;
    if (o->mate && (plies > line->count || !line_mates(o->pos, line->moves, plies)))
        o->mate = 0;
    if (!o->mate && line_mates(o->pos, line->moves, line->count))
        return false;
    const Trade base = pieces_ahead(o->pos->state, o->pos->state->side);
    o->won = outcome_of_line(o->pos, &base, line->moves, min_int(line->count, PLIES_MOST));
    const State *s = o->pos->state;
    return o->mate || (o->won.plies >= PLIES_LEAST && o->won.value >= EXCHANGE_PAWN &&
                       is_exchange(line, 0) && !is_exchange(line, 1) &&
                       taken_value(s, line->moves[0]) <=
                           exchange_type_value(type_on(s, move_from(line->moves[0]))));
}

/* Adds "18...fxg6 allows mate in 2: 19.Qxg6+ Kh8 20.Qg7#" or "19...Bxf6 is met by 20.Re8, which wins a queen". */
static void add_offer(Case *c, const Offer *o) {
    const Move *m = o->line->moves;
    make_move(o->pos, m[0]);
    numbered_move(text_of(c), o->pos, m[1]);
    make_move(o->pos, m[1]);
    if (o->mate)
        document_add(text_of(c), " allows mate in %d: ", o->mate);
    else
        document_add_text(text_of(c), " is met by ");
    numbered_line(text_of(c), o->pos, m + 2,
                  o->mate ? 2 * o->mate - 1 : proof_plies(o->pos, m + 2, o->won.plies - 2));
    unmake_move(o->pos);
    unmake_move(o->pos);
    if (o->mate)
        return;
    document_add_text(text_of(c), ", which wins ");
    trade_text(text_of(c), &o->won.trade, 1);
}

/* Explains an offer: "18...Bg7 allows 19.f6, since 19...Bxf6 is met by 20.Re8, which wins a queen", "Better is
 * 18.Bxg6, since 18...fxg6 allows mate in 2: 19.Qxg6+ Kh8 20.Qg7#". */
static void explain_offer_at(Case *c, OfferAt at) {
    Offer o;
    if (c->out->count[c->ply] || !find_offer(c, at, &o))
        return;
    if (at == OFFER_AT_REPLY)
        numbered_move(text_of(c), c->before, c->played);
    document_add_text(text_of(c), at == OFFER_AT_REPLY ? " allows " : "Better is ");
    numbered_move(text_of(c), o.pos, o.line->moves[0]);
    document_add_text(text_of(c), ", since ");
    add_offer(c, &o);
    set_reason(c, at == OFFER_AT_REPLY ? "a sacrifice allowed" : "a sacrifice missed");
    end_sentence(c);
    c->better_told |= at == OFFER_AT_BETTER;
}

void explain_offer(Case *c) {
    explain_offer_at(c, c->missed ? OFFER_AT_BETTER : OFFER_AT_REPLY);
    explain_offer_at(c, c->missed ? OFFER_AT_REPLY : OFFER_AT_BETTER);
}

void explain_offer_too(Case *c) {
    Offer o;
    Document move = {0};
    for (OfferAt at = OFFER_AT_REPLY; at < OFFER_AT_COUNT; at++) {
        if ((at == OFFER_AT_BETTER) != c->better_told || !find_offer(c, at, &o))
            continue;
        numbered_move(&move, o.pos, o.line->moves[0]);
        if (!move.out_of_memory && !text_of(c)->out_of_memory &&
            strstr(text_of(c)->data + c->out->begin[c->ply], move.data)) {
            add_offer(c, &o);
            end_sentence(c);
        }
        document_free(&move);
    }
}

/* Returns the number of moves in which explain_motif looks for a motif. A motif is less of a reason the later it comes,
 * since the line need not end with a gain. */
static int motif_plies(const Case *c) {
    return c->late ? OUTCOME_PLIES : 3;
}

static bool explain_motif_allowed(Case *c, int gain) {
    Motif motif;
    if (!motif_allowed(c, gain, motif_plies(c), &motif))
        return false;
    numbered_move(text_of(c), c->before, c->played);
    document_add_text(text_of(c), " allows ");
    add_motif(c, c->after, c->worse.moves + 1, &motif);
    end_sentence(c);
    return true;
}

static bool explain_motif_missed(Case *c, int gain) {
    Motif motif;
    if (!motif_missed(c, gain, motif_plies(c), &motif))
        return false;
    c->better_told = true;
    document_add_text(text_of(c), "Better is ");
    add_motif(c, c->before, c->better.moves, &motif);
    end_sentence(c);
    return true;
}

/* Explains a motif: "Better is 30.Qe8+, which gives perpetual check". */
void explain_motif(Case *c) {
    enum { GAIN_MOST = 900 };
    const int gain = min_int(c->contrast.searched, GAIN_MOST);
    if (mark_is_bad(c->verdict->mark) && c->missed && explain_motif_missed(c, gain))
        return;
    if (!explain_motif_allowed(c, gain) && mark_is_bad(c->verdict->mark) && !c->missed)
        explain_motif_missed(c, gain);
}

void explain_late_motif(Case *c) {
    c->late = true;
    explain_motif(c);
}
