/* Facts in words and as JSON. */
#include "core/text.h"
#include "inspect/facts_internal.h"

#include <string.h>

/* --- in words --------------------------------------------------------------------------------- */

/* Adds what a letter of a clause stands for. */
static void add_part(Document *out, char letter, const Fact *fact, Color us) {
    const Square sq = fact->square;
    const Color winner = letter == '~' ? opponent(fact->side) : fact->side;
    switch (letter) {
    case 'S':
    case 'O':
        document_add_text(out, color_name(letter == 'S' ? fact->side : opponent(fact->side)));
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
        document_add(out, "%c%s", type_name(fact->piece)[0] | 32, type_name(fact->piece) + 1);
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

/* The facts of a move and of the position before it. */
typedef struct FactList {
    int count;
    Fact facts[2 * FACT_LIMIT];
} FactList;

static FactList facts_listed(Position *pos, Move m) {
    FactList list;
    list.count = m == MOVE_NONE ? 0 : facts_of_move(pos, m, list.facts, FACT_LIMIT);
    list.count += facts_find(pos, list.facts + list.count, FACT_LIMIT);
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
    json_close(&j, '}');
    document_add(out, "\n");
}
