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
