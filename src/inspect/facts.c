/* Facts of positions, facts that make one line better than another, and facts in words and as JSON. */
#include "board/make.h"
#include "core/text.h"
#include "eval/evaluate.h"
#include "eval/pawns.h"
#include "inspect/facts_internal.h"

#include <stdlib.h>
#include <string.h>

/* --- values ----------------------------------------------------------------------------------- */

typedef struct Sum {
    int64_t mg, eg;
} Sum;

static void add_weight(Sum *sum, int weight, int times) {
    sum->mg += times * mg_of(weights[weight]);
    sum->eg += times * eg_of(weights[weight]);
}

/* Adds sign times the value of one entry of a trace: a weight times its count. In the families of squares and mobility
 * every piece has a weight on every square. There the value of a fact is the weight minus the mean of all weights that
 * the piece could have. */
static void add_site(Sum *sum, const TraceSite *site, int sign) {
    enum { BLOCK = SQUARE_COUNT * WING_FILES };
    const WeightGroup *g = weight_groups;
    Sum here = {0, 0}, mean = {0, 0};
    while (site->weight >= g->first + g->count)
        g++;
    add_weight(&here, site->weight, site->count);
    if (g->family == FAMILY_SQUARES || g->family == FAMILY_MOBILITY) {
        const int first = g->first + (site->weight - g->first) / BLOCK * BLOCK;
        const int size = min_int(g->count, BLOCK);
        for (int w = first; w < first + size; w++)
            add_weight(&mean, w, site->count);
        here.mg -= mean.mg / size;
        here.eg -= mean.eg / size;
    }
    const int unit = g->kind == KIND_CURVE ? CURVE_STEP : 1;
    sum->mg += sign * here.mg / unit;
    sum->eg += sign * here.eg / unit;
}

static bool has_term(const FactRow *kind, int weight) {
    for (int i = 0; i < FACT_RANGES; i++)
        if (weight >= kind->terms[i].first && weight <= kind->terms[i].last && kind->terms[i].last)
            return true;
    return false;
}

/* Returns the value for colour c of a fact on some squares: the sum of its terms in the classical evaluation, weighed by
 * the phase. If its kind's `least` is positive, the value is at least `least`; if negative, at most. Returns 0 if `least`
 * is 0. */
static int value_of(const Board *b, const FactRow *kind, Color c, Bitboard squares) {
    const int phase = b->t->phase;
    Sum sum = {0, 0};
    for (int i = 0; i < b->t->site_count; i++) {
        const TraceSite *site = &b->t->sites[i];
        const bool here = site->square == SQUARE_NONE ? kind->whole && site->color == c
                                                      : has_bit(squares, site->square);
        if (here && has_term(kind, site->weight))
            add_site(&sum, site, site->color == c ? 1 : -1);
    }
    const int value = (int)((sum.mg * phase + sum.eg * (PHASE_FULL - phase)) / PHASE_FULL);
    if (!kind->least)
        return 0;
    return kind->least > 0 ? max_int(value, kind->least) : min_int(value, kind->least);
}

static int compare_facts(const void *left, const void *right) {
    const Fact *a = left, *b = right;
    if (abs(a->value) != abs(b->value))
        return abs(a->value) > abs(b->value) ? -1 : 1;
    return a->kind != b->kind
               ? (int)a->kind - (int)b->kind
               : (a->side * SQUARE_COUNT + a->square) - (b->side * SQUARE_COUNT + b->square);
}

/* --- facts of one position -------------------------------------------------------------------- */

/* A Board, the State and the Trace to which the Board points, and the facts found on the Board. */
typedef struct Seen {
    State state;
    Trace trace;
    Board board;
    int count;
    Fact facts[FACT_LIMIT];
} Seen;

static Fact fact_at(const Board *b, FactKind kind, Color c, Bitboard squares) {
    const Square sq = lowest_bit(squares);
    const FactRow *row = fact_row(kind);
    const int value = row->find ? value_of(b, row, c, squares) : row->least;
    return (Fact){kind, c, type_on(b->s, sq), sq, value, false, false};
}

static void add_facts(Seen *seen, FactKind kind, Color c) {
    const FactRow *row = fact_row(kind);
    for (Bitboard left = row->find(&seen->board, c); left;) {
        const Bitboard these = row->whole ? left : left & -left;
        if (seen->count < FACT_LIMIT)
            seen->facts[seen->count++] = fact_at(&seen->board, kind, c, these);
        left &= ~these;
    }
}

static void see(const Position *pos, Seen *seen) {
    const State *s = &seen->state;
    const PawnEntry *pawns = pawns_probe(pos->state);
    seen->state = *pos->state;
    evaluate_trace(pos, &seen->trace);
    seen->board = (Board){.s = s,
                          .t = &seen->trace,
                          .passed = pawns->passed,
                          .reach = {pawns->reach[WHITE], pawns->reach[BLACK]},
                          .attacked = {attacked_squares(s, WHITE), attacked_squares(s, BLACK)}};
    seen->count = 0;
    for (FactKind kind = 0; kind < FACT_MOVE_FIRST; kind++)
        for (Color c = WHITE; c <= BLACK; c++)
            add_facts(seen, kind, c);
}

int facts_find(const Position *pos, Fact out[FACT_LIMIT]) {
    Seen seen;
    see(pos, &seen);
    memcpy(out, seen.facts, (size_t)seen.count * sizeof *out);
    qsort(out, (size_t)seen.count, sizeof *out, compare_facts);
    return seen.count;
}

int facts_of_move(Position *pos, Move m, Fact out[FACT_LIMIT]) {
    Seen before, after;
    const Step step = {&before.board, &after.board, m, pos->state->side};
    int count = 0;
    see(pos, &before);
    make_move(pos, m);
    see(pos, &after);
    unmake_move(pos);
    for (FactKind kind = FACT_MOVE_FIRST; kind < FACT_COUNT; kind++) {
        const Bitboard squares = fact_row(kind)->does(&step);
        if (squares)
            out[count++] = fact_at(step.after, kind, step.by, squares);
    }
    qsort(out, (size_t)count, sizeof *out, compare_facts);
    return count;
}

/* --- the differences between two lines --------------------------------------------------------- */

/* A fact counts as a fact of a line's end if it holds in all of the last LAST positions. */
enum { LAST = 4 };

/* A line with the facts of the line's first and last positions. */
typedef struct LineSeen {
    const Move *moves;
    /* the number of moves without the captures and checks at the line's end, after which an exchange may be incomplete */
    int count;
    Seen start[3]; /* the positions before and after the first move, and after the reply */
    Seen last[LAST];
    int last_count;
    /* White's material minus Black's at the end of the line, in centipawns (pawn 100, queen 900) */
    int material;
    Contributions network; /* the network's contributions at the end of the line */
} LineSeen;

static bool is_noisy(const State *s) {
    return (s->undo & (UNDO_CAPTURE | UNDO_PROMOTION)) || in_check(s);
}

static void see_line(Position *pos, const Move *moves, int count, const Network *net,
                     LineSeen *out) {
    out->moves = moves;
    out->count = count;
    out->last_count = 0;
    for (int i = 0; i < count; i++)
        make_move(pos, moves[i]);
    while (out->count > 1 && is_noisy(pos->state - (count - out->count)))
        out->count--;
    for (int i = count; i > out->count; i--)
        unmake_move(pos);
    out->material = material_worth(pos->state, WHITE) - material_worth(pos->state, BLACK);
    if (net)
        contributions_find(net, pos->state, &out->network);
    for (int i = out->count; i >= 0; i--) {
        if (i > 0 && i > out->count - LAST)
            see(pos, &out->last[out->last_count++]);
        if (i < 3)
            see(pos, &out->start[i]);
        if (i > 0)
            unmake_move(pos);
    }
}

static bool is_same(const Fact *a, const Fact *b) {
    const Same same = fact_row(a->kind)->same;
    return a->kind == b->kind && (a->side == b->side || !fact_row(a->kind)->least) &&
           (same == SAME_SIDE || a->square == b->square ||
            (same == SAME_FILE && file_of(a->square) == file_of(b->square)));
}

/* Returns the number of positions in which a fact holds. */
static int times_held(const Seen *positions, int count, const Fact *fact) {
    int times = 0;
    for (int i = 0; i < count; i++) {
        bool held = false;
        for (int n = 0; n < positions[i].count; n++)
            held |= is_same(&positions[i].facts[n], fact);
        times += held;
    }
    return times;
}

static int for_color(Color c, Color us, int value) {
    return c == us ? value : -value;
}

/* Compares the piece on a square in one position with the pieces of the same colour and type in another position. Sets
 * *gain, for colour `us`, to the network's contribution of the piece minus the mean contribution of the others. Does
 * not change *gain if one of the positions has no such piece. */
static void network_gain(const Contributions *here, const Contributions *there, Square sq, Color us,
                         int *gain) {
    const PieceContribution *piece = NULL;
    int sum = 0, count = 0;
    for (int i = 0; i < here->piece_count; i++)
        if (here->pieces[i].placed.square == sq)
            piece = &here->pieces[i];
    for (int i = 0; piece && i < there->piece_count; i++) {
        const bool same = there->pieces[i].placed.piece == piece->placed.piece;
        sum += same ? there->pieces[i].whole : 0;
        count += same;
    }
    if (count)
        *gain = for_color(WHITE, us, piece->whole - sum / count);
}

typedef struct Reason {
    Fact fact;
    int weight;
} Reason;

/* lines[0] is the better line, lines[1] the line played. `found` has the reasons found so far. */
typedef struct Reasons {
    Color us;
    bool has_network; /* a network has evaluated the ends of both lines */
    LineSeen lines[2];
    int count;
    Reason found[FACT_LIMIT];
} Reasons;

/* Returns the weight of a fact of a line: the size of the fact's value plus an eighth of the gain that the network sees
 * for the piece (network_gain). Returns 0 if the value is small, or if the network sees a loss. */
static int weight_of(const Reasons *to, const Fact *fact) {
    enum { LEAST = 8, SHARE = 8, MOST = 100, NOISE = 25 };
    const bool of_board = fact->kind < FACT_MOVE_FIRST && fact_row(fact->kind)->least;
    const LineSeen *line = &to->lines[!fact->missed], *other = &to->lines[fact->missed];
    int gain = 0;
    if (to->has_network && of_board)
        network_gain(&line->network, &other->network, fact->square, to->us, &gain);
    gain = fact->missed ? gain : -gain;
    if (gain < -NOISE || abs(fact->value) < LEAST)
        return 0;
    return abs(fact->value) + clamp_int(gain, 0, MOST) / SHARE;
}

/* Adds a fact of one line to the reasons if the fact speaks for the better line, weight_of is not 0, and the list does
 * not have the fact yet. Leaves out two kinds of facts if the position before the lines already has them: facts about
 * both sides, and the enemy's weaknesses, which the line played removes. */
static void add_reason(Reasons *to, Fact fact, bool missed) {
    /* the value, in centipawns, of a fact about both sides: LAST_TRADE for a pawn ending, else TRADE */
    enum { TRADE = 12, LAST_TRADE = 40 };
    fact.missed = missed;
    if (!fact_row(fact.kind)->least) {
        fact.side = to->us;
        fact.value = fact.kind == FACT_PAWN_ENDING ? LAST_TRADE : TRADE;
        fact.value = missed ? fact.value : -fact.value;
    }
    for (int i = 0; i < to->count; i++)
        if (to->found[i].fact.missed == missed && is_same(&to->found[i].fact, &fact))
            return;
    fact.kept = times_held(&to->lines[0].start[0], 1, &fact);
    const bool old = fact.kept && ((missed && fact.side != to->us) || !fact_row(fact.kind)->least);
    const int weight = old ? 0 : weight_of(to, &fact);
    if (weight && to->count < FACT_LIMIT &&
        (for_color(fact.side, to->us, fact.value) > 0) == missed)
        to->found[to->count++] = (Reason){fact, weight};
}

static int compare_reasons(const void *left, const void *right) {
    const Reason *a = left, *b = right;
    return a->weight != b->weight ? b->weight - a->weight : compare_facts(&a->fact, &b->fact);
}

/* Adds the facts that hold in all `count` positions of one line and in none of the other line. */
static void compare_boards(const Seen *line, const Seen *other, int count, bool missed,
                           Reasons *to) {
    for (int i = 0; i < line->count; i++) {
        const Fact *fact = &line->facts[i];
        if (times_held(line, count, fact) == count && !times_held(other, count, fact))
            add_reason(to, *fact, missed);
    }
}

/* True if a line has the move `m` at ply `first` or an even number of plies later. */
static bool has_move(const LineSeen *line, int first, Move m) {
    for (int i = first; i < line->count; i += 2)
        if (line->moves[i] == m)
            return true;
    return false;
}

/* Adds facts of the first move of a line (ply 0) or of the reply (ply 1). Leaves out facts that the other line's move
 * at the same ply also has. Leaves out a reply that the other line has at a later ply. */
static void compare_moves(const LineSeen *line, const LineSeen *other, int ply, bool missed,
                          Reasons *to) {
    if (line->count <= ply || (ply && has_move(other, ply + 2, line->moves[ply])))
        return;
    const Color by = ply ? opponent(to->us) : to->us;
    const Step step = {&line->start[ply].board, &line->start[ply + 1].board, line->moves[ply], by};
    const Step instead = {&other->start[ply].board, &other->start[ply + 1].board, other->moves[ply],
                          by};
    for (FactKind kind = FACT_MOVE_FIRST; kind < FACT_COUNT; kind++) {
        const FactRow *row = fact_row(kind);
        const Bitboard squares = ply && !row->of_reply ? 0 : row->does(&step);
        if (squares && !(other->count > ply && row->does(&instead)))
            add_reason(to, fact_at(step.after, kind, by, squares), missed);
    }
}

/* True if both lines have LAST positions at their ends, and the network, if one has evaluated them, gives the end of
 * the better line the higher score. */
static bool ends_agree(const Reasons *r) {
    const LineSeen *better = &r->lines[0], *played = &r->lines[1];
    return better->last_count == LAST && played->last_count == LAST &&
           (!r->has_network ||
            for_color(WHITE, r->us, better->network.score - played->network.score) > 0);
}

/* Returns the side that a fact helps. */
static Color winner_of(const Fact *fact) {
    return fact->value > 0 ? fact->side : opponent(fact->side);
}

/* True if the first `count` facts of `told` include a fact of the same line that helps the same side and has the same
 * kind or theme. */
static bool tells_the_same(const Fact *fact, const Fact *told, int count) {
    const Theme theme = fact_row(fact->kind)->theme;
    for (int i = 0; i < count; i++)
        if (told[i].missed == fact->missed && winner_of(&told[i]) == winner_of(fact) &&
            (told[i].kind == fact->kind ||
             (theme != THEME_OWN && theme == fact_row(told[i].kind)->theme)))
            return true;
    return false;
}

int facts_differ(Position *pos, const Move *better, int better_count, const Move *played,
                 int played_count, const Network *net, Fact *out, int most) {
    /* Centipawns. If the material at the ends of the lines differs by DECIDES or more, facts of the ends do not count,
     * and facts of the starts count only in an ending: otherwise the material is reason enough. */
    enum { DECIDES = 150 };
    Reasons r;
    LineSeen *const a = &r.lines[0], *const b = &r.lines[1];
    r.us = pos->state->side;
    r.has_network = net != NULL;
    r.count = 0;
    if (!better_count || !played_count)
        return 0;
    see_line(pos, better, better_count, net, a);
    see_line(pos, played, played_count, net, b);
    const bool decided = abs(a->material - b->material) >= DECIDES;
    if (decided && !is_ending(&a->start[0].board))
        return 0;
    compare_moves(a, b, 0, true, &r);
    compare_moves(b, a, 0, false, &r);
    compare_moves(b, a, 1, false, &r);
    if (a->count > 1 && b->count > 1 && !is_noisy(&a->start[2].state) &&
        !is_noisy(&b->start[2].state)) {
        compare_boards(&a->start[1], &b->start[1], 2, true, &r);
        compare_boards(&b->start[1], &a->start[1], 2, false, &r);
    }
    if (!decided && ends_agree(&r)) {
        compare_boards(a->last, b->last, LAST, true, &r);
        compare_boards(b->last, a->last, LAST, false, &r);
    }
    qsort(r.found, (size_t)r.count, sizeof *r.found, compare_reasons);
    int count = 0;
    for (int i = 0; i < r.count && count < most; i++)
        if (!tells_the_same(&r.found[i].fact, out, count))
            out[count++] = r.found[i].fact;
    return count;
}

/* --- in words --------------------------------------------------------------------------------- */

/* Adds the text that replaces {letter} in the clause of a FactRow, such as White's name for {S} or the square for {q}. */
static void add_part(Document *out, char letter, const Fact *fact, Color us) {
    const Square sq = fact->square;
    const Color winner = letter == '~' ? opponent(fact->side) : fact->side;
    switch (letter) {
    case 'S':
        document_add_text(out, color_name(fact->side));
        return;
    case '=':
    case '~':
        if (fact->kept && winner == us)
            document_add_text(out, "keeps ");
        else
            document_add(out, "%s %s ", fact->kept ? "leaves" : "gives", color_name(winner));
        return;
    case 's':
        document_add(out, fact->side == us ? "the" : "%s's", color_name(fact->side));
        return;
    case 'f':
        document_add(out, "%c", 'a' + file_of(sq));
        return;
    case 'w':
        document_add_text(out, file_of(sq) < FILE_E ? "queenside" : "kingside");
        return;
    case 'p':
        document_add_text(out, type_word(fact->piece));
        return;
    default:
        document_add_text(out, square_name(sq));
    }
}

void fact_text(Document *out, const Fact *fact, Color us) {
    for (const char *at = fact_row(fact->kind)->clause; *at; at++) {
        if (*at != '{') {
            document_add_bytes(out, at, 1);
            continue;
        }
        const size_t length = strcspn(at, "}");
        if (at[1] == '+' && fact->side == us)
            document_add(out, "%.*ss", (int)length - 2, at + 2);
        else if (at[1] == '+')
            document_add(out, "lets %s %.*s", color_name(fact->side), (int)length - 2, at + 2);
        else
            add_part(out, at[1], fact, us);
        at += length;
    }
}

/* The facts of a move, and then the facts of the position before the move. */
typedef struct FactList {
    int count;
    Fact facts[2 * FACT_LIMIT];
} FactList;

static FactList facts_listed(Position *pos, Move m) {
    FactList list;
    list.count = m == MOVE_NONE ? 0 : facts_of_move(pos, m, list.facts);
    list.count += facts_find(pos, list.facts + list.count);
    return list;
}

const char *fact_name(FactKind kind) {
    return fact_row(kind)->name;
}

void facts_text(Document *out, Position *pos, Move m) {
    const FactList list = facts_listed(pos, m);
    for (const Fact *f = list.facts; f < list.facts + list.count; f++)
        document_add(out, "%+5d  %s: %s, %s\n", f->value, color_name(f->side), fact_name(f->kind),
                     square_name(f->square));
    if (!list.count)
        document_add_text(out, "none\n");
}

void facts_json(Document *out, Position *pos, Move m) {
    const FactList list = facts_listed(pos, m);
    Json j;
    json_begin(&j, out, "facts", pos);
    json_open(&j, "facts", '[');
    for (const Fact *f = list.facts; f < list.facts + list.count; f++) {
        json_open(&j, NULL, '{');
        json_text(&j, "kind", fact_name(f->kind));
        json_bool(&j, "of_move", f->kind >= FACT_MOVE_FIRST);
        json_text(&j, "side", json_color(f->side));
        json_square(&j, "square", f->square);
        json_number(&j, "value", f->value);
        json_close(&j, '}');
    }
    json_close(&j, ']');
    json_end(&j);
}
