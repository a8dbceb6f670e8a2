/* Texts from files as UTF-8 and as HTML, and moves in texts. */
#include "report/report_internal.h"

#include "board/make.h"
#include "core/text.h"
#include "moves/notation.h"

#include <string.h>

/* --- utf8 ------------------------------------------------------------------------------------ */

void utf8_add(Document *out, const char *text) {
    bool valid = true;
    size_t length;
    for (const char *t = text; *t && valid; t += length)
        utf8_read(t, &length, &valid);
    if (valid) {
        document_add_text(out, text);
        return;
    }
    for (; *text; text++) {
        char bytes[UTF8_LONGEST];
        /* a byte above 127 is not UTF-8, so utf8_read takes it as Windows-1252 */
        const char byte[] = {*text, '\0'};
        document_add_bytes(out, bytes, utf8_write(utf8_read(byte, &length, &valid), bytes));
    }
}

/* --- directions ------------------------------------------------------------------------------- */

/* Ranges of characters. */
typedef struct Range {
    unsigned first, last;
} Range;

/* The characters that set directions: embeddings and overrides, and then isolates. */
static const Range DIRECTING[] = {{0x202A, 0x202E}, {0x2066, 0x2069}};

/* Right-to-left letters: Hebrew, Arabic and others, with the right-to-left mark U+200F. */
static const Range LEFTWARD[] = {{0x590, 0x8FF},   {0x200F, 0x200F},   {0xFB1D, 0xFDFF},
                                 {0xFE70, 0xFEFE}, {0x10800, 0x10FFF}, {0x1E800, 0x1EFFF}};

static bool is_in(unsigned character, const Range *ranges, size_t count) {
    for (size_t i = 0; i < count; i++)
        if (character >= ranges[i].first && character <= ranges[i].last)
            return true;
    return false;
}

/* Returns the number of bytes of the next character, 1 for a bad byte. Sets *directs if the character sets directions,
 * and *leftward if the character is a right-to-left letter. */
static size_t look_at(const char *text, bool *directs, bool *leftward) {
    bool valid = true;
    size_t length;
    const unsigned character = utf8_read(text, &length, &valid);
    *directs = is_in(character, DIRECTING, sizeof DIRECTING / sizeof *DIRECTING);
    *leftward = is_in(character, LEFTWARD, sizeof LEFTWARD / sizeof *LEFTWARD);
    return length;
}

/* Adds a text in UTF-8 without the characters that set directions: embeddings, overrides, isolates. */
static void utf8_add_undirected(Document *out, const char *text) {
    bool directs, leftward;
    for (size_t length; *text; text += length) {
        length = look_at(text, &directs, &leftward);
        if (!directs)
            document_add_bytes(out, text, length);
    }
}

void utf8_add_isolated(Document *out, const char *text) {
    Document whole = {0};
    bool directs = false, leftward = false;
    utf8_add(&whole, text);
    for (const char *at = whole.data; at && *at && !directs && !leftward;)
        at += look_at(at, &directs, &leftward);
    if (directs || leftward) {
        document_add_text(out, "\xE2\x81\xA8");
        utf8_add_undirected(out, whole.data);
        document_add_text(out, "\xE2\x81\xA9");
    } else if (whole.data) {
        document_add_text(out, whole.data);
    }
    out->out_of_memory |= whole.out_of_memory;
    document_free(&whole);
}

/* --- html text ------------------------------------------------------------------------------- */

static const char *entity_of(char c) {
    return c == '<'   ? "&lt;"
           : c == '>' ? "&gt;"
           : c == '&' ? "&amp;"
           : c == '"' ? "&quot;"
                      : "&#39;";
}

void html_text(Document *out, const char *text) {
    while (*text) {
        const size_t plain = strcspn(text, "<>&\"'");
        document_add_bytes(out, text, plain);
        text += plain;
        if (*text)
            document_add_text(out, entity_of(*text++));
    }
}

void html_isolated(Document *out, const char *text) {
    Document plain = {0};
    utf8_add_undirected(&plain, text);
    document_add_text(out, "<bdi>");
    html_text(out, plain.data ? plain.data : "");
    document_add_text(out, "</bdi>");
    out->out_of_memory |= plain.out_of_memory;
    document_free(&plain);
}

/* --- move text ------------------------------------------------------------------------------- */

void numbered_move(Document *out, Position *pos, Move m) {
    char san[SAN_SIZE];
    const int ply = game_ply(pos);
    san_write(pos, m, san);
    document_add(out, "%d.%s%s", ply / 2 + 1, ply % 2 ? ".." : "", san);
}

void numbered_line(Document *out, Position *pos, const Move *moves, int count) {
    numbered_move(out, pos, moves[0]);
    for (int i = 1; i < count; i++) {
        char san[SAN_SIZE];
        make_move(pos, moves[i - 1]);
        san_write(pos, moves[i], san);
        if (game_ply(pos) % 2)
            document_add(out, " %s", san);
        else
            document_add(out, " %d.%s", game_ply(pos) / 2 + 1, san);
    }
    for (int i = 1; i < count; i++)
        unmake_move(pos);
}
