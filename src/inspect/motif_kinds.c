/* The kinds of motifs with their names, functions and clauses, and the search for all motifs of a line. */
#include "inspect/motifs_internal.h"

#include "board/make.h"
#include "core/text.h"
#include "moves/notation.h"

/* --- the kinds ------------------------------------------------------------------------------- */

/* The names and clauses of the motifs. In a clause $p stands for `piece` of the Motif with its square, $t for its type,
 * $0 and $1 for the targets. `other` replaces `text` if targets[1] is missing or an empty square. `behind` replaces
 * `text` if `piece` is not the piece that moves. */
static const struct {
    const char *name;
    MotifFinder *find; /* NULL if motifs_find does not look for motifs of the kind */
    const char *text, *other, *behind;
} KINDS[MOTIF_COUNT] = {
    [MOTIF_BACK_RANK] = {"back rank", motif_back_rank, .text = "mates on the back rank"},
    [MOTIF_FORK] = {"fork", motif_fork, .text = "forks $0 and $1"},
    [MOTIF_DOUBLE_ATTACK] = {"double attack", motif_double_attack,
                             .text = "attacks $0 and $1 at once",
                             .other = "attacks $0 and threatens mate on $1"},
    [MOTIF_MATE_THREAT] = {"mate threat", motif_mate_threat, .text = "threatens mate on $0"},
    [MOTIF_DISCOVERED_CHECK] = {"discovered check", motif_discovered_check,
                                .text = "gives a discovered check and attacks $1",
                                .other = "gives a discovered check"},
    [MOTIF_DISCOVERED_ATTACK] = {"discovered attack", motif_discovered_attack,
                                 .text = "opens the line from $p to $0"},
    [MOTIF_PIN] = {"pin", motif_pin, .text = "pins $0 to $1", .behind = "uses the pin of $0 to $1"},
    [MOTIF_RELATIVE_PIN] = {"relative pin", motif_relative_pin, .text = "pins $0 to $1",
                            .behind = "uses the pin of $0 to $1"},
    [MOTIF_SKEWER] = {"skewer", motif_skewer, .text = "skewers $0 and $1"},
    [MOTIF_XRAY] = {"x-ray", motif_xray, .text = "has $p behind the piece that takes back on $0"},
    [MOTIF_OVERLOADED] = {"overloaded defender", motif_overloaded,
                          .text = "overloads $0 with the guard of $1"},
    [MOTIF_REMOVED_DEFENDER] = {"removed defender", motif_removed_defender,
                                .text = "removes the guard of $1"},
    [MOTIF_DEFLECTION] = {"deflection", motif_deflection, .text = "forces $0 away from $1"},
    [MOTIF_INTERFERENCE] = {"interference", motif_interference, .text = "cuts $0 off from $1"},
    [MOTIF_TRAPPED] = {"trapped piece", motif_trapped, .text = "traps $0"},
    [MOTIF_HANGING] = {"hanging piece", motif_hanging, .text = "takes $0, which nobody defends"},
    [MOTIF_ZWISCHENZUG] = {"zwischenzug", motif_zwischenzug,
                           .text = "comes before the capture of $0"},
    [MOTIF_DESPERADO] = {"desperado", motif_desperado, .text = "sells the lost $t for $0"},
    [MOTIF_PROMOTION] = {"promotion", motif_promotion, .text = "makes a queen on $0"},
    [MOTIF_UNDERPROMOTION] = {"under-promotion", motif_underpromotion, .text = "makes a $t on $0"},
    [MOTIF_PERPETUAL] = {"perpetual check", motif_perpetual, .text = "gives perpetual check"},
    [MOTIF_STALEMATE] = {"stalemate", motif_stalemate,
                         .text = "offers $p: to take it is stalemate"},
    [MOTIF_WRONG_RECAPTURE] = {"wrong recapture", NULL, .text = "takes back with $p instead of $1"},
};

const char *motif_name(MotifKind kind) {
    return KINDS[kind].name;
}

/* --- finding --------------------------------------------------------------------------------- */

/* Returns the weight of a motif. A later motif weighs less, since it says less about the first move. */
static int weight(const Motif *m) {
    return (m->value + 50) * 4 / (4 + m->ply);
}

static bool is_same(const Motif *a, const Motif *b) {
    return a->kind == b->kind && a->targets[0] == b->targets[0] && a->targets[1] == b->targets[1];
}

/* Inserts a motif into a list that is sorted by descending weight, unless the list already has the motif. If the list
 * has `most` motifs, drops the last. Returns the number of motifs in the list. */
static int keep(Motif *out, int count, int most, const Motif *m) {
    int at = 0;
    for (int i = 0; i < count; i++)
        if (is_same(&out[i], m))
            return count;
    while (at < count && weight(&out[at]) >= weight(m))
        at++;
    if (at == most)
        return count;
    count = min_int(count + 1, most);
    for (int i = count - 1; i > at; i--)
        out[i] = out[i - 1];
    out[at] = *m;
    return count;
}

static Motif motif_of(const Track *t, int i, MotifKind kind) {
    const Step *s = &t->steps[i];
    return (Motif){.kind = kind,
                   .by = t->us,
                   .ply = i,
                   .move = s->move,
                   .piece = s->to,
                   .type = s->type,
                   .targets = {SQUARE_NONE, SQUARE_NONE},
                   .types = {TYPE_NONE, TYPE_NONE}};
}

int motifs_find(Position *pos, const Move *line, int count, Motif *out, int most) {
    Track t;
    int found = 0;
    track_make(&t, pos, line, count);
    for (int i = t.count - 1; i >= 0; i--)
        unmake_move(pos);
    for (int i = 0; i < t.count; i++) {
        make_move(pos, t.steps[i].move);
        for (int kind = 0; i % 2 == 0 && kind < MOTIF_COUNT; kind++) {
            Motif m = motif_of(&t, i, kind);
            if (KINDS[kind].find && KINDS[kind].find(pos, &t, i, &m))
                found = keep(out, found, most, &m);
        }
    }
    for (int i = 0; i < t.count; i++)
        unmake_move(pos);
    return found;
}

bool motif_wrong_recapture(const Position *pos, Move played, Move better, Motif *out) {
    const State *s = pos->state;
    const Square due = taking_square(s);
    if (due == SQUARE_NONE || move_to(played) != due || move_to(better) != due ||
        move_from(played) == move_from(better))
        return false;
    *out = (Motif){.kind = MOTIF_WRONG_RECAPTURE,
                   .by = s->side,
                   .move = played,
                   .piece = move_from(played),
                   .type = type_on(s, move_from(played))};
    motif_target(out, 0, s, due);
    motif_target(out, 1, s, move_from(better));
    return true;
}

/* --- in words and as JSON ---------------------------------------------------------------------- */

void motif_text(Document *out, const Motif *m) {
    const char *text = KINDS[m->kind].text;
    if (KINDS[m->kind].other && m->types[1] == TYPE_NONE)
        text = KINDS[m->kind].other;
    if (KINDS[m->kind].behind && m->piece != move_to(m->move))
        text = KINDS[m->kind].behind;
    for (; *text; text++) {
        if (*text != '$') {
            document_add_bytes(out, text, 1);
            continue;
        }
        switch (*++text) {
        case 'p':
            document_add_text(out, man_words(m->type, m->piece).text);
            break;
        case 't':
            document_add_text(out, type_word(m->type));
            break;
        default:
            document_add_text(out, man_words(m->types[*text - '0'], m->targets[*text - '0']).text);
        }
    }
}

enum { MOTIFS_SHOWN = 64 };

void motifs_text(Document *out, Position *pos, const Move *line, int count) {
    Motif motifs[MOTIFS_SHOWN];
    const int found = motifs_find(pos, line, count, motifs, MOTIFS_SHOWN);
    char moves[MOTIF_LINE_PLIES][SAN_SIZE];
    for (int i = 0; i < count; i++) {
        san_write(pos, line[i], moves[i]);
        make_move(pos, line[i]);
    }
    for (int i = 0; i < count; i++)
        unmake_move(pos);
    for (int i = 0; i < found; i++) {
        document_add(out, "%s ", moves[motifs[i].ply]);
        motif_text(out, &motifs[i]);
        document_add(out, ": %s, %+d\n", motif_name(motifs[i].kind), motifs[i].value);
    }
    if (!found)
        document_add_text(out, "none\n");
}

void motif_json(Json *j, const Motif *m) {
    Document text = {0};
    motif_text(&text, m);
    json_open(j, NULL, '{');
    json_text(j, "kind", motif_name(m->kind));
    json_text(j, "by", json_color(m->by));
    json_number(j, "ply", m->ply);
    json_man(j, "man", m->by, m->type, m->piece);
    json_open(j, "targets", '[');
    for (int n = 0; n < 2; n++)
        if (m->targets[n] != SQUARE_NONE)
            json_square(j, NULL, m->targets[n]);
    json_close(j, ']');
    json_number(j, "value", m->value);
    json_text(j, "text", text.data ? text.data : "");
    json_close(j, '}');
    document_free(&text);
}

void motifs_json(Document *out, Position *pos, const Move *line, int count) {
    Motif motifs[MOTIFS_SHOWN];
    const int found = motifs_find(pos, line, count, motifs, MOTIFS_SHOWN);
    Json j;
    json_begin(&j, out, "motifs", pos);
    json_open(&j, "motifs", '[');
    for (int i = 0; i < found; i++)
        motif_json(&j, &motifs[i]);
    json_close(&j, ']');
    json_end(&j);
}
