#include "report/utf8.h"

/* How many bytes a valid character takes that begins here; 0 if there is none. */
static size_t valid_length(const unsigned char *t) {
    const size_t length = t[0] < 0x80   ? 1
                          : t[0] < 0xC2 ? 0
                          : t[0] < 0xE0 ? 2
                          : t[0] < 0xF0 ? 3
                          : t[0] < 0xF5 ? 4
                                        : 0;
    for (size_t i = 1; i < length; i++)
        if ((t[i] & 0xC0) != 0x80)
            return 0;
    const bool overlong = (t[0] == 0xE0 && t[1] < 0xA0) || (t[0] == 0xF0 && t[1] < 0x90);
    const bool surrogate = t[0] == 0xED && t[1] >= 0xA0;
    const bool beyond = t[0] == 0xF4 && t[1] >= 0x90;
    return overlong || surrogate || beyond ? 0 : length;
}

static bool is_valid(const char *text) {
    for (const unsigned char *t = (const unsigned char *)text; *t;) {
        const size_t length = valid_length(t);
        if (!length)
            return false;
        t += length;
    }
    return true;
}

/* The character of a byte in Windows-1252; for the five that it leaves open, the replacement. */
static unsigned character_of(unsigned char byte) {
    static const unsigned short HIGH[32] = {
        0x20AC, 0xFFFD, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160,
        0x2039, 0x0152, 0xFFFD, 0x017D, 0xFFFD, 0xFFFD, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022,
        0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0xFFFD, 0x017E, 0x0178};
    return byte >= 0x80 && byte < 0xA0 ? HIGH[byte - 0x80] : byte;
}

void utf8_add(Document *out, const char *text) {
    if (is_valid(text)) {
        document_add_text(out, text);
        return;
    }
    for (; *text; text++) {
        const unsigned c = character_of((unsigned char)*text);
        const char two[] = {(char)(0xC0 | c >> 6), (char)(0x80 | (c & 63))};
        const char three[] = {(char)(0xE0 | c >> 12), (char)(0x80 | (c >> 6 & 63)),
                              (char)(0x80 | (c & 63))};
        if (c < 0x80)
            document_add_bytes(out, text, 1);
        else if (c < 0x800)
            document_add_bytes(out, two, sizeof two);
        else
            document_add_bytes(out, three, sizeof three);
    }
}

/* --- directions ------------------------------------------------------------------------------- */

/* Ranges of characters. */
typedef struct Range {
    unsigned first, last;
} Range;

/* Embeddings and overrides; isolates. */
static const Range DIRECTING[] = {{0x202A, 0x202E}, {0x2066, 0x2069}};

/* Hebrew, Arabic and others; the marks among the rest. */
static const Range LEFTWARD[] = {{0x590, 0x8FF},   {0x200F, 0x200F},   {0xFB1D, 0xFDFF},
                                 {0xFE70, 0xFEFE}, {0x10800, 0x10FFF}, {0x1E800, 0x1EFFF}};

/* True if a character of so many bytes is in one of some ranges. */
static bool is_in(const char *text, size_t length, const Range *ranges, size_t count) {
    unsigned c = (unsigned char)*text;
    if (length > 1)
        c &= 0x7Fu >> length;
    for (size_t i = 1; i < length; i++)
        c = c << 6 | ((unsigned char)text[i] & 63);
    for (size_t i = 0; i < count; i++)
        if (c >= ranges[i].first && c <= ranges[i].last)
            return true;
    return false;
}

/* The bytes of the next character, 1 for what is none; *directs, *leftward: its kind. */
static size_t look_at(const char *text, bool *directs, bool *leftward) {
    const size_t valid = valid_length((const unsigned char *)text), length = valid ? valid : 1;
    *directs = is_in(text, length, DIRECTING, sizeof DIRECTING / sizeof *DIRECTING);
    *leftward = is_in(text, length, LEFTWARD, sizeof LEFTWARD / sizeof *LEFTWARD);
    return length;
}

void utf8_add_undirected(Document *out, const char *text) {
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
