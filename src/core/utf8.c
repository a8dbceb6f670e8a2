#include "core/utf8.h"

/* The character of a byte in Windows-1252; for the five that it leaves open, the replacement. */
static unsigned windows_1252(unsigned char byte) {
    static const unsigned short HIGH[32] = {
        0x20AC, 0xFFFD, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160,
        0x2039, 0x0152, 0xFFFD, 0x017D, 0xFFFD, 0xFFFD, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022,
        0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0xFFFD, 0x017E, 0x0178};
    return byte >= 0x80 && byte < 0xA0 ? HIGH[byte - 0x80] : byte;
}

unsigned utf8_read(const char *text, size_t *length, bool *valid) {
    static const unsigned FIRST[] = {0, 0, 0x80, 0x800, 0x10000}; /* of as many bytes */
    const unsigned char *t = (const unsigned char *)text;
    const size_t bytes = t[0] < 0x80 ? 1 : t[0] < 0xE0 ? 2 : t[0] < 0xF0 ? 3 : 4;
    unsigned character = bytes == 1 ? t[0] : t[0] & (0x7Fu >> bytes);
    bool good = t[0] < 0x80 || (t[0] >= 0xC2 && t[0] < 0xF5);
    for (size_t i = 1; good && i < bytes; i++) {
        good = (t[i] & 0xC0) == 0x80;
        character = character << 6 | (t[i] & 0x3F);
    }
    good = good && character >= FIRST[bytes] && character <= 0x10FFFF &&
           (character < 0xD800 || character > 0xDFFF);
    *length = good ? bytes : 1;
    *valid &= good;
    return good ? character : windows_1252(t[0]);
}

size_t utf8_write(unsigned c, char bytes[UTF8_LONGEST]) {
    const size_t count = c < 0x80 ? 1 : c < 0x800 ? 2 : c < 0x10000 ? 3 : 4;
    static const unsigned char LEAD[] = {0, 0, 0xC0, 0xE0, 0xF0};
    for (size_t i = count; i-- > 1; c >>= 6)
        bytes[i] = (char)(0x80 | (c & 0x3F));
    bytes[0] = (char)(LEAD[count] | c);
    return count;
}
