/* Facts in words and as JSON. */
#include "core/text.h"
#include "inspect/facts_internal.h"

#include <string.h>

/* --- in words --------------------------------------------------------------------------------- */

/* Adds what a letter of a clause stands for. */
static void add_part(Document *out, char letter, const Fact *fact, Color us) {
    const Square sq = fact->square;
    switch (letter) {
    case 'S':
    case 'O':
        document_add_text(out, color_name(letter == 'S' ? fact->side : opponent(fact->side)));
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
    for (const char *at = fact_rows[fact->kind].clause; *at; at++) {
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

typedef struct FactList {
    int count;
    Fact facts[FACT_LIMIT];
} FactList;

void facts_text(Document *out, const Position *pos) {
    static FactList list;
    list.count = facts_find(pos, list.facts, FACT_LIMIT);
    for (int i = 0; i < list.count; i++) {
        const Fact *f = &list.facts[i];
        document_add(out, "%+5d  %s: %s, %s\n", f->value, color_name(f->side),
                     fact_rows[f->kind].name, square_name(f->square));
    }
    document_add(out, "%d fact%s.\n", list.count, list.count == 1 ? "" : "s");
}

void facts_json(Document *out, const Position *pos) {
    static FactList list;
    Json j;
    list.count = facts_find(pos, list.facts, FACT_LIMIT);
    json_begin(&j, out, "facts", pos);
    json_open(&j, "facts", '[');
    for (int i = 0; i < list.count; i++) {
        const Fact *f = &list.facts[i];
        json_open(&j, NULL, '{');
        json_text(&j, "kind", fact_rows[f->kind].name);
        json_text(&j, "color", json_color(f->side));
        json_square(&j, "square", f->square);
        json_number(&j, "value", f->value);
        json_close(&j, '}');
    }
    json_close(&j, ']');
    json_close(&j, '}');
    document_add(out, "\n");
}
