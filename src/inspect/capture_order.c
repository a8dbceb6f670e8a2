#include "core/text.h"
#include "inspect/inspect.h"
#include "inspect/json.h"
#include "moves/captures.h"
#include "moves/exchange.h"
#include "moves/generate.h"
#include "moves/notation.h"
#include "moves/tactics.h"

/* The square of the piece that a move takes; SQUARE_NONE if it takes none. */
static Square victim_of(const State *s, Move m) {
    if (move_kind(m) == MOVE_EN_PASSANT)
        return move_to(m) - pawn_push(s->side);
    return move_kind(m) != MOVE_CASTLING && s->man_on[move_to(m)] != MAN_NONE ? move_to(m)
                                                                              : SQUARE_NONE;
}

/* A line for a capture; the victim is named if it is not that of the line before. */
static void add_capture(Document *out, const Position *pos, Move m, Square *last) {
    const State *s = pos->state;
    const Square victim = victim_of(s, m);
    char text[MOVE_TEXT_SIZE];
    move_write(pos, m, text);
    if (victim != *last)
        document_add(out, "  %-9s  %4d", piece_phrase(s, victim).text, cell_on(pos, victim));
    else
        document_add(out, "  %-9s  %4s", "", "");
    *last = victim;
    document_add(out, "  %-6s  %-9s  %+6d\n", text, piece_phrase(s, move_from(m)).text,
                 exchange_value(pos, m));
}

static void add_heading(Document *out) {
    document_add(out, "  victim     cell  move    taken by   exchange\n");
}

/* All captures, with a line that shows where the threshold ends the walk. */
static void add_walk(Document *out, const Position *pos, Cell threshold) {
    const Bitboard pinned = pinned_men(pos->state, pos->state->side);
    CaptureWalk whole, walk;
    Square last = SQUARE_NONE;
    int count = 0, met = 0;
    captures_start(&walk, pos, pinned, threshold);
    while (captures_next(&walk) != MOVE_NONE)
        met++;
    captures_start(&whole, pos, pinned, THRESHOLD_ALL);
    for (Move m; (m = captures_next(&whole)) != MOVE_NONE; count++) {
        if (count == met && threshold < THRESHOLD_ALL)
            document_add(out, "  --- the threshold ends the walk here\n");
        add_capture(out, pos, m, &last);
    }
    document_add(out, "%d capture%s", count, count == 1 ? "" : "s");
    if (threshold < THRESHOLD_ALL)
        document_add(out, ", %d of them before the threshold, cell %d (%s)", met, threshold,
                     slot_name(threshold));
    document_add(out, ".\n");
}

/* Moves that have stages of their own. */
static void add_others(Document *out, const Position *pos) {
    const State *s = pos->state;
    Square last = SQUARE_NONE;
    MoveList list;
    list.count = 0;
    en_passant_moves(s, &list);
    if (list.count)
        document_add(out, "En passant, a stage of its own:\n");
    for (int i = 0; i < list.count; i++)
        add_capture(out, pos, list.moves[i], &last);
    list.count = 0;
    push_promotions(pos, pinned_men(s, s->side), false, &list);
    for (int i = 0; i < list.count; i++) {
        char text[MOVE_TEXT_SIZE];
        move_write(pos, list.moves[i], text);
        document_add(out, "%s %s", i ? "" : "Promotions without a capture:", text);
    }
    document_add(out, "%s", list.count ? "\n" : "");
}

static void add_evasions(Document *out, const Position *pos) {
    Square last = SQUARE_NONE;
    MoveList list;
    list.count = 0;
    evasion_moves(pos, &list);
    document_add(out,
                 "%s is in check: there is no walk, evasions come all at once. Of %d these "
                 "capture:\n",
                 color_name(pos->state->side), list.count);
    add_heading(out);
    for (int i = 0; i < list.count; i++)
        if (victim_of(pos->state, list.moves[i]) != SQUARE_NONE)
            add_capture(out, pos, list.moves[i], &last);
}

/* --- as JSON --------------------------------------------------------------------------------- */

static void json_capture(Json *j, const Position *pos, Move m, bool met) {
    const Square victim = victim_of(pos->state, m);
    char text[MOVE_TEXT_SIZE];
    move_write(pos, m, text);
    json_open(j, NULL, '{');
    json_text(j, "move", text);
    json_piece(j, "victim", pos->state, victim);
    json_number(j, "cell", cell_on(pos, victim));
    json_piece(j, "taker", pos->state, move_from(m));
    json_number(j, "value", exchange_value(pos, m));
    json_bool(j, "met", met);
    json_close(j, '}');
}

/* The captures of the walk, and how many of them come before the threshold; in check, the evasions
 * that capture, for which no threshold counts. */
static void list_captures(const Position *pos, Cell threshold, MoveList *list, int *met) {
    const State *s = pos->state;
    CaptureWalk walk;
    MoveList evasions = {.count = 0};
    list->count = *met = 0;
    if (in_check(s)) {
        evasion_moves(pos, &evasions);
        for (int i = 0; i < evasions.count; i++)
            if (victim_of(s, evasions.moves[i]) != SQUARE_NONE)
                list->moves[list->count++] = evasions.moves[i];
        *met = list->count;
        return;
    }
    captures_start(&walk, pos, pinned_men(s, s->side), threshold);
    while (captures_next(&walk) != MOVE_NONE)
        ++*met;
    captures_start(&walk, pos, pinned_men(s, s->side), THRESHOLD_ALL);
    for (Move m; (m = captures_next(&walk)) != MOVE_NONE;)
        list->moves[list->count++] = m;
}

void captures_json(Document *out, const Position *pos, Cell threshold) {
    MoveList list;
    int met;
    Json j;
    list_captures(pos, threshold, &list, &met);
    json_begin(&j, out, "captures", pos);
    json_number(&j, "threshold", threshold);
    json_bool(&j, "in_check", in_check(pos->state));
    json_open(&j, "captures", '[');
    for (int i = 0; i < list.count; i++)
        json_capture(&j, pos, list.moves[i], i < met);
    json_close(&j, ']');
    json_close(&j, '}');
    document_add(out, "\n");
}

/* --- as text --------------------------------------------------------------------------------- */

void captures_text(Document *out, const Position *pos, Cell threshold) {
    if (in_check(pos->state)) {
        add_evasions(out, pos);
        return;
    }
    document_add(out, "%s's captures, in the order of the walk over %s's list:\n",
                 color_name(pos->state->side), color_name(opponent(pos->state->side)));
    add_heading(out);
    add_walk(out, pos, threshold);
    add_others(out, pos);
}
