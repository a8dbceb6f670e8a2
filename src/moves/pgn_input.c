#include "moves/pgn_internal.h"

#include "core/text.h"
#include "os/thread.h"

#include <string.h>

static size_t read_bytes(PgnInput *in, char *bytes, size_t size) {
    const size_t count = in->source->read(in->source->context, bytes, size);
    in->dry = count == 0;
    thread_step();
    return count;
}

/* Adds bytes of UTF-16 to the buffer, which must hold twice as many more. */
static void add_utf16(PgnInput *in, const char *bytes, size_t count) {
    for (size_t i = 0; i < count; i++) {
        const unsigned byte = (unsigned char)bytes[i], first = in->first;
        in->half = !in->half;
        in->first = byte;
        if (in->half)
            continue;
        unsigned unit = in->encoding == UTF16_LITTLE ? byte << 8 | first : first << 8 | byte;
        const unsigned before = in->surrogate;
        in->surrogate = unit >= 0xD800 && unit < 0xDC00 ? unit : 0;
        if (unit >= 0xDC00 && unit < 0xE000)
            unit = before ? 0x10000 + ((before - 0xD800) << 10) + (unit - 0xDC00) : 0xFFFD;
        if (unit && !in->surrogate)
            in->end += utf8_write(unit, in->buffer + in->end);
    }
}

/* Adds bytes to the buffer, in which they may lie after its end already. */
static void add_bytes(PgnInput *in, const char *bytes, size_t count) {
    char *out = in->buffer + in->end;
    if (!memchr(bytes, '\0', count)) {
        memmove(out, bytes, count);
        in->end += count;
        return;
    }
    for (size_t i = 0; i < count; i++)
        if (bytes[i])
            in->buffer[in->end++] = bytes[i];
}

/* Detects the encoding by the first bytes: a mark, or a 0 as every other byte of two letters. */
static void begin(PgnInput *in) {
    char bytes[4];
    size_t count = 0;
    while (count < sizeof bytes && !in->dry)
        count += read_bytes(in, bytes + count, sizeof bytes - count);
    in->begun = true;
    if (count == sizeof bytes) {
        const bool little = !bytes[1] && !bytes[3], big = !bytes[0] && !bytes[2];
        if (memcmp(bytes, "\xFF\xFE", 2) == 0 || (little && bytes[0] && bytes[2]))
            in->encoding = UTF16_LITTLE;
        else if (memcmp(bytes, "\xFE\xFF", 2) == 0 || (big && bytes[1] && bytes[3]))
            in->encoding = UTF16_BIG;
    }
    if (in->encoding == UTF8)
        add_bytes(in, bytes, count);
    else
        add_utf16(in, bytes, count);
}

static void read_more(PgnInput *in) {
    char raw[PGN_BUFFER / 4];
    if (!in->begun)
        begin(in);
    else if (in->encoding == UTF8)
        add_bytes(in, in->buffer + in->end,
                  read_bytes(in, in->buffer + in->end, PGN_BUFFER - in->end));
    else
        add_utf16(in, raw, read_bytes(in, raw, sizeof raw));
}

const char *pgn_look(PgnInput *in, size_t count) {
    if (!in->dry && in->end - in->at < count) {
        memmove(in->buffer, in->buffer + in->at, in->end - in->at);
        in->end -= in->at;
        in->at = 0;
        while (!in->dry && in->end < count)
            read_more(in);
        in->buffer[in->end] = '\0';
    }
    return in->buffer + in->at;
}

int pgn_next(PgnInput *in) {
    const char *next = pgn_ahead(in);
    const int c = (unsigned char)*next;
    if (!c)
        return c;
    in->at++;
    in->fresh = c == '\n' || (c == '\r' && next[1] != '\n');
    in->line += in->fresh;
    return c;
}
