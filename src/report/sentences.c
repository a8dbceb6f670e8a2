#include "report/report_internal.h"

#include "board/make.h"
#include "core/text.h"
#include "inspect/facts.h"
#include "inspect/inspect.h"
#include "inspect/motifs.h"
#include "moves/generate.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* A move that is explained. The bits of `before` and `after` are the same pieces. */
typedef struct Case {
    const ExplainedGame *game;
    Sentences *out;
    int ply;
    Position *before, *after, *other; /* the last: room to work in */
    int seen;                         /* moves of a line whose point is seen without showing them */
    Bitboard *tempi; /* of both colours: the squares from where a tempo was gained in this game */
    const Analysis *a;
    const Verdict *verdict;
    Move played; /* of the only good move: the next best */
    Line worse;  /* that move and what follows it */
    Line better;
    Contrast contrast;
    Color us, them;
    char reason[64]; /* the first that was given; "": none */
} Case;

/* --- sentences -------------------------------------------------------------------------------- */

/* Ends a sentence that was added to the texts. */
static void end_sentence(Case *c) {
    document_add_bytes(&c->out->texts, ".", 1);
    document_add_bytes(&c->out->texts, "", 1);
    c->out->count[c->ply]++;
}

/* Keeps why the move is bad, in a few words, unless a reason is there. */
__attribute__((format(printf, 2, 3))) static void set_reason(Case *c, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    if (!*c->reason)
        vsnprintf(c->reason, sizeof c->reason, format, arguments);
    va_end(arguments);
}

static Document *text_of(Case *c) {
    return &c->out->texts;
}

/* Adds the first move of a line, or if its point is not seen at once, all moves up to this. */
static void add_proof(Case *c, Position *pos, const Move *moves, int plies) {
    numbered_line(text_of(c), pos, moves, plies > c->seen ? plies : 1);
}

/* True if a trade is worth telling: a pawn or two soon, more at any time. */
static bool tells(int value, int plies) {
    enum { SOON = 8 };
    return value >= EXCHANGE_MINOR || (value > 0 && plies <= SOON);
}

/* --- mates ------------------------------------------------------------------------------------ */

/* True if a line of a position ends in checkmate. */
static bool line_mates(Position *pos, const Move *moves, int count) {
    for (int i = 0; i < count; i++)
        make_move(pos, moves[i]);
    const bool mates = in_check(pos->state) && legal_count(pos) == 0;
    for (int i = 0; i < count; i++)
        unmake_move(pos);
    return mates;
}

/* Adds "mate in 3: 24.Qxh7+ Kxh7 25.Rh3+ Kg8 26.Rh8#"; of a mate that is longer than the line only
 * how it begins. */
static void add_mate(Case *c, Position *pos, int in, const Line *line) {
    const int plies = 2 * in - 1;
    document_add(text_of(c), "mate in %d: ", in);
    if (plies <= line->count && line_mates(pos, line->moves, plies))
        numbered_line(text_of(c), pos, line->moves, plies);
    else
        numbered_move(text_of(c), pos, line->moves[0]);
}

static void explain_mates(Case *c) {
    if (c->verdict->mark == MARK_MISSED_MATE && c->better.score >= SCORE_MATE_BOUND) {
        numbered_move(text_of(c), c->before, c->played);
        document_add_text(text_of(c), " misses ");
        add_mate(c, c->before, mate_moves(c->better.score), &c->better);
        set_reason(c, "a mate missed");
        end_sentence(c);
    }
    if (c->verdict->mark == MARK_ALLOWED_MATE && c->worse.count > 1) {
        Line reply = {.count = c->worse.count - 1};
        memcpy(reply.moves, c->worse.moves + 1, (size_t)reply.count * sizeof *reply.moves);
        numbered_move(text_of(c), c->before, c->played);
        document_add_text(text_of(c), " allows ");
        add_mate(c, c->after, -mate_moves(c->a->played.score), &reply);
        set_reason(c, "a mate allowed");
        end_sentence(c);
    }
}

/* --- motifs ----------------------------------------------------------------------------------- */

enum { MOTIFS_MOST = 8 };

/* The motifs of a line from its move `from` on, which the position is before. */
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
        if (other->kind == m->kind && other->targets[0] == m->targets[0])
            return true;
    }
    return false;
}

/* Keeps a motif as the reason: "fork by a knight allowed". */
static void set_motif(Case *c, const Motif *m, const char *how) {
    if (m->type == TYPE_NONE)
        set_reason(c, "%s %s", motif_name(m->kind), how);
    else
        set_reason(c, "%s by a %s %s", motif_name(m->kind), type_word(m->type), how);
}

/* The weightiest motif of a line that the other line has not, and which tells of a gain: it wins a
 * third of it at least, not twice as much, and soon; or it threatens mate or draws at once. A gain
 * tells itself that a piece hangs, and that a move comes in between. It is kept as the reason, `how` it
 * came. */
static bool telling_motif(Case *c, const Motifs *of, const Motifs *other, int gain, const char *how,
                          Motif *out) {
    enum { LEAST = 3, MOST = 2, PLY_MOST = 2, MATE_GAIN = 150 };
    for (int i = 0; i < of->count; i++) {
        const Motif *m = &of->motifs[i];
        const bool no_piece = m->kind == MOTIF_MATE_THREAT || m->kind == MOTIF_PERPETUAL ||
                              m->kind == MOTIF_STALEMATE;
        const bool fits =
            no_piece ? !m->ply && gain >= MATE_GAIN
                     : m->ply <= PLY_MOST && LEAST * m->value >= gain && m->value <= MOST * gain;
        if (!fits || m->kind == MOTIF_HANGING || m->kind == MOTIF_ZWISCHENZUG ||
            has_motif(other, m))
            continue;
        set_motif(c, m, how);
        *out = *m;
        return true;
    }
    return false;
}

/* The motif by which the line of the move played wins something for the other side. */
static bool motif_allowed(Case *c, int gain, Motif *out) {
    position_copy(c->other, c->before);
    make_move(c->other, c->better.moves[0]);
    const Motifs theirs = motifs_of(c->after, &c->worse, 1);
    const Motifs other = motifs_of(c->other, &c->better, 1);
    return telling_motif(c, &theirs, &other, gain, "allowed", out);
}

/* The motif by which the better line wins something. */
static bool motif_missed(Case *c, int gain, Motif *out) {
    const Motifs ours = motifs_of(c->before, &c->better, 0);
    const Motifs other = motifs_of(c->before, &c->worse, 0);
    return telling_motif(c, &ours, &other, gain, "missed", out);
}

/* Adds a line as far as its motif, and this: "22.Nxf6+, which forks the king and a rook". */
static void add_motif(Case *c, Position *pos, const Move *line, const Motif *m) {
    numbered_line(text_of(c), pos, line, m->ply + 1);
    document_add_text(text_of(c), ", which ");
    motif_text(text_of(c), m);
}

/* --- what the move loses ---------------------------------------------------------------------- */

/* Adds what became of the defenders of a piece that the reply takes: "leaves the pawn on e5
 * unguarded". False if nothing is to be said. */
static bool add_fate(Case *c, Square target) {
    const State *was = c->before->state, *is = c->after->state;
    const Defender d = defender_of(c->before, c->after, c->played, target);
    const Phrase piece = piece_words(is, target),
                 guard = d.fate == DEFENDER_NONE ? piece : piece_words(is, d.from);
    switch (d.fate) {
    case DEFENDER_NONE:
        return false;
    case DEFENDER_LEFT:
        document_add(text_of(c),
                     attackers_of(is, target, c->us) ? " takes a guard from %s"
                                                     : " leaves %s unguarded",
                     piece.text);
        set_reason(c, "a guard moved away");
        return true;
    case DEFENDER_SHUT:
        set_reason(c, "a guard shut off");
        document_add(text_of(c), " shuts %s off from %s", guard.text, piece.text);
        return true;
    case DEFENDER_PINNED:
        set_reason(c, "a guard that is pinned");
        document_add(text_of(c), " relies on %s, which is pinned", guard.text);
        return true;
    case DEFENDER_OVERLOADED:
        set_reason(c, "a guard with two charges");
        document_add(text_of(c), " leaves %s to guard both %s and %s", guard.text, piece.text,
                     piece_words(is, d.other).text);
        return true;
    }
    return was != is;
}

/* Adds why the reply can take: "puts the rook on d8 en prise". False if that is not known, or if it
 * takes less than half of what is lost. */
static bool add_cause(Case *c, Move reply, int lost) {
    Threat t;
    Motif wrong;
    if (motif_wrong_recapture(c->before, c->played, c->better.moves[0], &wrong)) {
        document_add_text(text_of(c), " ");
        motif_text(text_of(c), &wrong);
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
    if (!was_threatened(c->before, &t))
        return add_fate(c, t.target);
    document_add(text_of(c), " leaves %s en prise", piece.text);
    set_reason(c, "a piece left en prise");
    return true;
}

/* What the move loses, and why: "17.Be3 shuts the queen on e2 off from the pawn on e5; 17...Nxe5
 * wins a pawn", "21...Qxe4 allows 22.Nxf6+, which forks the king and the queen on e4 and wins a
 * queen", "8...c5 loses a pawn to 9.Nxb5". */
static void explain_loss(Case *c) {
    const Outcome *worse = &c->contrast.worse, *better = &c->contrast.better;
    const Trade lost =
        better->value < 0 ? trade_beyond(&worse->trade, &better->trade) : worse->trade;
    const Move *reply = c->worse.moves + 1;
    const int value = -trade_value(&lost);
    Motif motif;
    if (worse->value >= min_int(0, better->value) || worse->plies < 2 ||
        !tells(value, worse->plies))
        return;
    numbered_move(text_of(c), c->before, c->played);
    if (add_cause(c, reply[0], value)) {
        document_add_text(text_of(c), "; ");
        add_proof(c, c->after, reply, worse->plies - 1);
        document_add_text(text_of(c), " wins ");
        trade_text(text_of(c), &lost, -1);
    } else if (motif_allowed(c, value, &motif)) {
        document_add_text(text_of(c), " allows ");
        add_motif(c, c->after, reply, &motif);
        document_add_text(text_of(c), " and wins ");
        trade_text(text_of(c), &lost, -1);
    } else {
        document_add_text(text_of(c), " loses ");
        trade_text(text_of(c), &lost, -1);
        document_add_text(text_of(c), " to ");
        add_proof(c, c->after, reply, worse->plies - 1);
        set_reason(c, "material lost");
    }
    end_sentence(c);
}

/* --- what the better move does ---------------------------------------------------------------- */

/* Begins "Better is 9.Nxb5, which": as much of the better line as its point needs. */
static void begin_better(Case *c, int plies) {
    document_add_text(text_of(c), "Better is ");
    add_proof(c, c->before, c->better.moves, plies);
    document_add_text(text_of(c), ", which ");
}

/* What the better line wins. */
static void explain_gain(Case *c) {
    const Outcome *worse = &c->contrast.worse, *better = &c->contrast.better;
    const Trade won =
        worse->value > 0 ? trade_beyond(&better->trade, &worse->trade) : better->trade;
    Motif motif;
    if (better->value <= max_int(0, worse->value) || !tells(trade_value(&won), better->plies))
        return;
    if (motif_missed(c, trade_value(&won), &motif)) {
        document_add_text(text_of(c), "Better is ");
        add_motif(c, c->before, c->better.moves, &motif);
        document_add_text(text_of(c), " and ");
    } else {
        begin_better(c, better->plies);
    }
    document_add_text(text_of(c), "wins ");
    trade_text(text_of(c), &won, 1);
    set_reason(c, "a gain missed");
    end_sentence(c);
}

/* A motif that the lines prove, where their ends do not tell: "Better is 30.Qe8+, which gives
 * perpetual check". */
static void explain_motif(Case *c) {
    Motif motif;
    if (motif_allowed(c, c->contrast.searched, &motif)) {
        numbered_move(text_of(c), c->before, c->played);
        document_add_text(text_of(c), " allows ");
        add_motif(c, c->after, c->worse.moves + 1, &motif);
        end_sentence(c);
    } else if (motif_missed(c, c->contrast.searched, &motif)) {
        document_add_text(text_of(c), "Better is ");
        add_motif(c, c->before, c->better.moves, &motif);
        end_sentence(c);
    }
}

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
static void explain_chase(Case *c) {
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

/* --- tempi ------------------------------------------------------------------------------------ */

/* True if a move of a line attacks a piece that the next one moves away. */
static bool gains_tempo(const Line *line, int at, const Threat *t) {
    const Move next = at + 1 < line->count ? line->moves[at + 1] : MOVE_NONE;
    return move_to(line->moves[at]) == t->from && move_from(next) == t->target &&
           move_to(next) != t->from;
}

/* A threat that the better line makes and parries, or the line of the move played: a tempo. Each is
 * told once a game. */
static void explain_tempo(Case *c) {
    enum { CENTIPAWNS_MOST = 150 };
    Position *const other = c->other;
    Threat t;
    if (c->contrast.searched > CENTIPAWNS_MOST || c->better.count < 2 || c->worse.count < 2)
        return;
    position_copy(other, c->before);
    make_move(other, c->better.moves[0]);
    if (new_threat(c->before, c->after, other, c->us, &t) && gains_tempo(&c->better, 0, &t) &&
        !(c->tempi[c->us] & bb(t.from))) {
        c->tempi[c->us] |= bb(t.from);
        begin_better(c, 1);
        document_add(text_of(c), "attacks %s and gains a tempo",
                     piece_words(other->state, t.target).text);
        set_reason(c, "a tempo missed");
        end_sentence(c);
        return;
    }
    make_move(other, c->better.moves[1]);
    make_move(c->after, c->worse.moves[1]);
    const bool allows = new_threat(c->before, other, c->after, c->them, &t) &&
                        gains_tempo(&c->worse, 1, &t) && !(c->tempi[c->them] & bb(t.from));
    const Phrase piece = piece_words(c->after->state, t.target);
    unmake_move(c->after);
    if (!allows)
        return;
    c->tempi[c->them] |= bb(t.from);
    numbered_move(text_of(c), c->before, c->played);
    document_add_text(text_of(c), " loses a tempo: ");
    numbered_move(text_of(c), c->after, c->worse.moves[1]);
    document_add(text_of(c), " attacks %s", piece.text);
    set_reason(c, "a tempo lost");
    end_sentence(c);
}

/* --- facts ------------------------------------------------------------------------------------ */

/* Adds a clause behind another: "gives White the open e-file and more space". */
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

/* Facts of one of the lines. */
static void explain_line(Case *c, const Fact *facts, int count, bool missed) {
    Document clauses[2] = {{0}};
    int said = 0;
    for (int i = 0; i < count; i++) {
        if (facts[i].missed != missed)
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

/* What the two lines make of the position, where no pieces tell. */
static void explain_facts(Case *c) {
    enum { MOST = 2 };
    Fact facts[MOST];
    const int count = facts_differ(
        c->before, c->better.moves, min_int(c->better.count, OUTCOME_PLIES), c->worse.moves,
        min_int(c->worse.count, OUTCOME_PLIES), c->game->network, facts, MOST);
    explain_line(c, facts, count, false);
    explain_line(c, facts, count, true);
}

/* --- openings --------------------------------------------------------------------------------- */

/* The usual move. */
static void explain_opening(Case *c) {
    OpeningName opening;
    position_copy(c->other, c->before);
    make_move(c->other, c->better.moves[0]);
    if (!openings_find(c->other, &opening))
        return;
    begin_better(c, 1);
    document_add(text_of(c), "leads to the %s", opening.name);
    set_reason(c, "the opening left");
    end_sentence(c);
}

/* --- the rest --------------------------------------------------------------------------------- */

static const char *table_word(Wdl result) {
    return result == WDL_DRAW ? "drawn" : result > WDL_DRAW ? "won" : "lost";
}

/* A move that changes the result by the tablebases. */
static void explain_table(Case *c, const Analysis *next) {
    const Wdl was = c->a->table;
    if (was == WDL_UNKNOWN || !next->searched || next->table == WDL_UNKNOWN || was == -next->table)
        return;
    document_add(text_of(c), "By tablebase the position was %s for %s, and is %s now",
                 table_word(was), color_name(c->us), table_word(-next->table));
    set_reason(c, "a result lost by tablebase");
    end_sentence(c);
}

/* --- a move ----------------------------------------------------------------------------------- */

/* A score in centipawns, which a mate or a won ending makes no greater than a queen and more. */
static int centipawns(const Analysis *a, int score) {
    enum { MOST = 3000 };
    const int cp =
        score_is_decisive(score) ? score : wdl_centipawns(a->evaluation, score, a->material);
    return max_int(-MOST, min_int(cp, MOST));
}

/* How much better the search finds the best move, by the deepest searches there are. */
static int searched_difference(const Analysis *a) {
    const Analysis *next = a + 1;
    const int played = next->line_count ? -next->lines[0].score : a->played.score;
    return centipawns(a, a->lines[0].score) - centipawns(a, played);
}

static void set_contrast(Case *c, const Trade *base, int searched) {
    c->contrast =
        (Contrast){.worse = outcome_of_line(c->before, base, c->worse.moves, c->worse.count),
                   .better = outcome_of_line(c->before, base, c->better.moves, c->better.count),
                   .searched = searched};
}

static void explain_pieces(Case *c) {
    if (!contrast_holds(&c->contrast))
        return;
    const int lost = -c->contrast.worse.value, won = c->contrast.better.value;
    if (2 * lost >= won)
        explain_loss(c);
    if (2 * won >= lost)
        explain_gain(c);
}

/* The first reason that holds. */
static void explain_contrast(Case *c, const Trade *base) {
    static void (*const REASONS[])(Case *) = {explain_motif, explain_chase, explain_tempo,
                                              explain_facts, explain_opening};
    set_contrast(c, base, searched_difference(c->a));
    explain_pieces(c);
    for (size_t i = 0; i < sizeof REASONS / sizeof *REASONS && !c->out->count[c->ply]; i++)
        REASONS[i](c);
}

/* Keeps the reason behind the sentences. */
static void keep_reason(const Case *c) {
    if (!*c->reason)
        return;
    c->out->reason[c->ply] = c->out->texts.length;
    document_add_bytes(&c->out->texts, c->reason, strlen(c->reason) + 1);
}

static void explain_bad(Case *c, const Analysis *next, const Trade *base) {
    explain_mates(c);
    explain_table(c, next);
    if (c->verdict->mark != MARK_ALLOWED_MATE && c->verdict->mark != MARK_MISSED_MATE)
        explain_contrast(c, base);
    keep_reason(c);
}

/* The move played, and what follows it. */
static Line played_line(const Analysis *a, Move played) {
    const Line reply = analysis_reply(a);
    Line line = {.score = a->played.score, .count = min_int(1 + reply.count, LINE_PLIES)};
    line.moves[0] = played;
    memcpy(line.moves + 1, reply.moves, (size_t)(line.count - 1) * sizeof *line.moves);
    return line;
}

/* Of the only good move, what the next best one loses. */
static void explain_only(Case *c, const Trade *base) {
    const Analysis *a = c->a;
    document_add_text(text_of(c), "The only good move: ");
    c->seen = 0;
    set_contrast(c, base, centipawns(a, a->lines[0].score) - centipawns(a, a->lines[1].score));
    if (contrast_holds(&c->contrast))
        explain_loss(c);
    if (c->out->count[c->ply])
        return;
    document_add_text(text_of(c), "the next best, ");
    numbered_move(text_of(c), c->before, c->played);
    document_add(text_of(c), ", costs %.0f points of a hundred",
                 analysis_chances(a, a->lines[0].score) - analysis_chances(a, a->lines[1].score));
    end_sentence(c);
}

static void explain_move(Case *c, const Trade *base) {
    const bool bad = mark_is_bad(c->verdict->mark);
    c->out->begin[c->ply] = c->out->texts.length;
    if (!bad && c->verdict->mark != MARK_ONLY)
        return;
    c->worse = bad ? played_line(c->a, c->played) : c->a->lines[1];
    c->played = c->worse.moves[0];
    c->better = c->a->lines[0];
    c->us = c->before->state->side;
    c->them = opponent(c->us);
    position_copy(c->after, c->before);
    make_move(c->after, c->played);
    if (bad)
        explain_bad(c, c->a + 1, base);
    else
        explain_only(c, base);
}

/* --- a game ----------------------------------------------------------------------------------- */

void sentences_clear(Sentences *s) {
    s->texts.length = s->summary.length = 0;
    document_add_bytes(&s->texts, "", 1);
    memset(s->count, 0, sizeof s->count);
    memset(s->reason, 0, sizeof s->reason);
}

void sentences_free(Sentences *s) {
    document_free(&s->texts);
    document_free(&s->summary);
}

void sentences_find(ExplainedGame *g) {
    Position *const before = &g->before;
    Bitboard tempi[COLOR_COUNT] = {0};
    Trade base[COLOR_COUNT];
    int men = 0; /* on the board a move ago */
    fen_parse(before, g->record.start, NULL, 0);
    for (int ply = 0; ply < g->judgement.searched; ply++) {
        Case c = {.game = g,
                  .out = &g->sentences,
                  .ply = ply,
                  .seen = 3,
                  .before = before,
                  .after = &g->after,
                  .other = &g->other,
                  .tempi = tempi,
                  .a = &g->analyses[ply],
                  .verdict = &g->judgement.plies[ply],
                  .played = g->record.moves[ply]};
        const State *s = before->state;
        if (popcount(occupied(s)) >= men || is_quiet(before)) {
            base[WHITE] = pieces_ahead(s, WHITE);
            base[BLACK] = pieces_ahead(s, BLACK);
        }
        men = popcount(occupied(s));
        explain_move(&c, &base[s->side]);
        position_advance(before, g->record.moves[ply]);
    }
    summary_add(&g->sentences.summary, &g->record, g->analyses, &g->judgement);
}

const char *sentence_reason(const Sentences *s, int ply) {
    return s->reason[ply] ? s->texts.data + s->reason[ply] : NULL;
}

const char *sentence_at(const Sentences *s, int ply, int n) {
    const char *text = s->texts.data + s->begin[ply];
    while (n-- > 0)
        text += strlen(text) + 1;
    return text;
}
