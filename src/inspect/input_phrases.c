#include "inspect/input_phrases.h"

#include "core/text.h"

static Color color_of(PlacedPiece p) {
    return p.piece & 1;
}

static PieceType type_of(PlacedPiece p) {
    return p.piece >> 1;
}

char placed_letter(PlacedPiece p) {
    return piece_letter(color_of(p), type_of(p));
}

void placed_phrase(Document *out, PlacedPiece p) {
    document_add(out, "%s's %s %s", color_name(color_of(p)), type_name(type_of(p)),
                 square_name(p.square));
}

void pair_phrase(Document *out, const PairContribution *c) {
    const PlacedPiece attacker = {c->pair.attacker, c->pair.from};
    const PlacedPiece target = {c->pair.target, c->pair.to};
    const bool attacks = color_of(attacker) != color_of(target);
    placed_phrase(out, attacker);
    document_add(out, " %s the %s %s", attacks ? "attacks" : "defends", type_name(type_of(target)),
                 square_name(target.square));
}

void placed_json(Json *j, const char *key, PlacedPiece p) {
    json_man(j, key, color_of(p), type_of(p), p.square);
}

void pair_json(Json *j, const char *key, const PairContribution *c) {
    json_open(j, key, '{');
    placed_json(j, "attacker", (PlacedPiece){c->pair.attacker, c->pair.from});
    placed_json(j, "target", (PlacedPiece){c->pair.target, c->pair.to});
    json_close(j, '}');
}
