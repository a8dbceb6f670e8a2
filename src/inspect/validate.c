#include "board/fen.h"
#include "core/text.h"
#include "inspect/fen_repair.h"
#include "inspect/fen_tidy.h"
#include "inspect/inspect.h"

#include <string.h>

/* A field of a FEN: text without blanks. */
typedef struct FieldText {
    const char *text;
    int length;
} FieldText;

/* Returns the field at *at and moves *at behind it. */
static FieldText next_field(const char **at) {
    *at += strspn(*at, " ");
    const FieldText field = {*at, (int)strcspn(*at, " ")};
    *at += field.length;
    return field;
}

/* The fields of a valid FEN that differ from how it was understood. */
static void add_differences(Document *out, const char *given, const char *understood) {
    static const char *const REASONS[FEN_FIELD_COUNT] = {
        "the same board, written differently",
        "the same side",
        "the other rights have no king and rook in place, or are written differently",
        "no legal capture en passant is there",
        "a missing one counts as 0",
        "a missing one counts as 1, and so does 0"};
    for (FenField f = FEN_BOARD; f < FEN_FIELD_COUNT; f++) {
        const FieldText a = next_field(&given), b = next_field(&understood);
        if (a.length == b.length && memcmp(a.text, b.text, (size_t)a.length) == 0)
            continue;
        document_add(out, "  %s field: '%.*s' is read as '%.*s': %s\n", fen_field_name(f), a.length,
                     a.text, b.length, b.text, REASONS[f]);
    }
}

static void add_fault(Document *out, const FenFault *fault) {
    document_add(out, "Field:  %s\n", fen_field_name(fault->field));
    if (fault->square != SQUARE_NONE)
        document_add(out, "Square: %s\n", square_name(fault->square));
    document_add(out, "Reason: %s\n", fault->reason);
}

/* Repairs the text as a whole, then one field after the other, each once; returns false if the result
 * is still invalid. */
static bool repaired(Document *out, Position *pos, const char *fen, FenFault fault) {
    char mended[FEN_MENDED_SIZE], next[FEN_MENDED_SIZE];
    unsigned tried = 0;
    if (!fen_tidy(fen, mended, sizeof mended)) {
        if (!fen_repair(fen, fault.field, mended))
            return false;
        tried = 1u << fault.field;
    }
    for (; !fen_check(pos, mended, &fault); tried |= 1u << fault.field) {
        if (tried >> fault.field & 1 || !fen_repair(mended, fault.field, next))
            return false;
        document_add(out, "\nAfter that repair:\n");
        add_fault(out, &fault);
        memcpy(mended, next, sizeof mended);
    }
    return true;
}

bool validate_text(Document *out, const char *fen, bool chess960) {
    static Position pos;
    char written[FEN_SIZE];
    FenFault fault;
    pos.chess960 = chess960;
    const bool good = fen_check(&pos, fen, &fault);
    if (good) {
        fen_write(&pos, written);
        document_add(out, "The FEN is valid.\n");
        if (*fault.reason && fault.field == FEN_BOARD)
            document_add(out, "  board field: %s\n", fault.reason);
        add_differences(out, fen, written);
        document_add(out, "Written in full: %s\n", written);
        return true;
    }
    document_add(out, "The FEN is invalid.\n");
    add_fault(out, &fault);
    if (repaired(out, &pos, fen, fault)) {
        fen_write(&pos, written);
        document_add(out, "\nRepaired FEN: %s\n", written);
    } else {
        document_add(out, "\nNo repaired FEN: it is not clear what is meant.\n");
    }
    return false;
}
