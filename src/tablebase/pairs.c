/* The compressed values of a part.
 *
 * The generator replaced frequent pairs of symbols by new symbols, again and again. The symbols of
 * the resulting sequence have canonical Huffman codes, whose lengths fall as the codes rise. Codes
 * are packed, highest bit first, into blocks of equal size. A block holds up to 65,536 values. */
#include "tablebase/tablebase_internal.h"

#include <stdlib.h>
#include <string.h>

enum { LEAF = 0xfff, SYMBOL_LIMIT = 0xfff, RUN_MAX = 255 };

const char TABLE_DAMAGED[] = "it is cut off or damaged; replace or remove it";

const uint8_t *take(Reader *r, uint64_t bytes) {
    const uint64_t at = r->at;
    if (r->fault || at > r->size || r->size - at < bytes) {
        r->fault = r->fault ? r->fault : TABLE_DAMAGED;
        return r->bytes;
    }
    r->at += bytes;
    return r->bytes + at;
}

_Static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "as the numbers in the files");

/* Reads a little-endian number of 1 to 4 bytes. */
static ALWAYS_INLINE uint32_t little_endian(const uint8_t *bytes, size_t count) {
    uint32_t number = 0;
    memcpy(&number, bytes, count);
    return number;
}

static uint64_t big_endian_64(const uint8_t *bytes) {
    uint64_t number;
    memcpy(&number, bytes, sizeof number);
    return __builtin_bswap64(number);
}

/* --- the header ------------------------------------------------------------------------------ */

/* Computes how many values each symbol stands for. Each round computes the symbols whose two halves
 * are known. Returns false if a half does not exist, or a symbol contains itself or has too many
 * values. */
static bool find_runs(Pairs *p) {
    bool known[SYMBOL_LIMIT] = {false};
    uint32_t left = p->symbols;
    for (uint32_t before = left + 1; left && left < before;) {
        before = left;
        for (uint32_t i = 0; i < p->symbols; i++) {
            const uint32_t pair = little_endian(p->pair + 3 * i, 3);
            const uint32_t first = pair & 0xfff, second = pair >> 12;
            if (known[i])
                continue;
            if (second == LEAF) {
                p->run[i] = 0;
            } else {
                if (first >= p->symbols || second >= p->symbols)
                    return false;
                if (!known[first] || !known[second])
                    continue;
                if (p->run[first] + p->run[second] >= RUN_MAX)
                    return false;
                p->run[i] = (uint8_t)(p->run[first] + p->run[second] + 1);
            }
            known[i] = true;
            left--;
        }
    }
    return left == 0;
}

/* Computes the least code of each length, from the longest length to the shortest. The least code
 * of a length is half of the code that follows the codes of the next longer length. `first` has the
 * first symbol of each length (2 bytes). */
static void find_codes(Pairs *p, const uint8_t *first) {
    uint64_t code = 0;
    for (unsigned i = p->codes; i-- > 0;) {
        const unsigned unused = 64 - p->shortest - i;
        const uint32_t symbol = little_endian(first + 2 * i, 2);
        if (i + 1 < p->codes)
            code = (code + symbol - little_endian(first + 2 * i + 2, 2)) / 2;
        p->code[i] = code << unused;
        p->symbol[i] = symbol - (uint32_t)(p->code[i] >> unused);
    }
}

/* Reads the symbols: their number (2 bytes), their pairs (3 bytes each), padded to an even size. */
static void read_symbols(Reader *r, Pairs *p) {
    p->symbols = little_endian(take(r, 2), 2);
    p->pair = take(r, 3 * p->symbols + (p->symbols & 1));
    if (r->fault)
        return;
    p->run = malloc(p->symbols + 1);
    if (!p->run)
        r->fault = "not enough memory";
    else if (p->symbols > SYMBOL_LIMIT || !find_runs(p))
        r->fault = TABLE_DAMAGED;
}

/* Reads a header. The header has these fields, with the number of bytes in brackets:
 * - flags (1); with PAIRS_CONSTANT only the value (1) follows;
 * - the binary logarithms of the size of a block and of a span (1 each);
 * - the number of entries of `length` in addition to one for each block (1);
 * - the number of blocks (4);
 * - the lengths of the longest and of the shortest code (1 each);
 * - the first symbol of each length (2 each), and the symbols: see read_symbols. */
void pairs_read(Reader *r, Pairs *p) {
    const uint8_t *header = take(r, 2);
    p->flags = header[0];
    p->constant = header[1];
    if (p->flags & PAIRS_CONSTANT)
        return;
    take(r, 8);
    if (r->fault)
        return;
    p->block_bits = header[1];
    p->span_bits = header[2];
    p->blocks = little_endian(header + 4, 4);
    p->lengths = p->blocks + header[3];
    const unsigned longest = header[8];
    p->shortest = header[9];
    p->codes = longest - p->shortest + 1;
    if (p->block_bits > 24 || p->span_bits < 1 || p->span_bits > 32 || p->shortest < 1 ||
        p->shortest > longest || longest > CODES_MAX)
        r->fault = TABLE_DAMAGED;
    const uint8_t *first = take(r, 2 * (uint64_t)p->codes);
    if (r->fault)
        return;
    find_codes(p, first);
    read_symbols(r, p);
}

/* --- a value --------------------------------------------------------------------------------- */

/* Finds the block of an index, and the place of its value in the block. Steps from block to block,
 * forwards or backwards, from the middle of the index's span. Returns false if the block does not
 * exist, or is farther away than in any valid table. */
static bool find_block(const Pairs *p, uint64_t index, uint64_t *block, int64_t *place) {
    enum { FAR = 1 << 16 };
    const uint64_t span = (uint64_t)1 << p->span_bits;
    const uint8_t *entry = p->index + 6 * (index >> p->span_bits);
    *block = little_endian(entry, 4);
    *place =
        (int64_t)little_endian(entry + 4, 2) + (int64_t)(index & (span - 1)) - (int64_t)(span / 2);
    for (int i = 0; i < FAR; i++) {
        const uint64_t at = *block - (*place < 0);
        if (at >= p->lengths)
            return false;
        const int values = (int)little_endian(p->length + 2 * at, 2) + 1;
        if (*place < 0) {
            *place += values;
            *block = at;
        } else if (*place >= values) {
            *place -= values;
            ++*block;
        } else {
            return at < p->blocks;
        }
    }
    return false;
}

/* Returns the value at a place among the values of a symbol. The loop ends, since each half of a
 * symbol has fewer values than the symbol. */
static int value_in_symbol(const Pairs *p, uint32_t symbol, int place) {
    for (unsigned run; (run = p->run[symbol]) != 0;) {
        const uint32_t pair = little_endian(p->pair + 3 * symbol, 3);
        const uint32_t first = pair & 0xfff, second = pair >> 12;
        if (first >= p->symbols || second >= p->symbols || p->run[first] >= run ||
            p->run[second] >= run)
            return -1;
        const bool is_in_first = place <= p->run[first];
        place -= is_in_first ? 0 : p->run[first] + 1;
        symbol = is_in_first ? first : second;
    }
    return (int)(little_endian(p->pair + 3 * symbol, 3) & 0xfff);
}

/* Returns the value at a place in a block, or -1 if the block ends before the place. Reading 8
 * bytes at once is safe, since the file has at least 16 more bytes after the last block. */
static int value_in_block(const Pairs *p, uint64_t block, int place) {
    const uint8_t *bytes = p->data + (block << p->block_bits);
    const uint64_t bits = (uint64_t)8 << p->block_bits;
    /* the bits from `at` on, highest first: `known` bits from the block, then zeros */
    uint64_t next = 0;
    unsigned known = 0, length;
    for (uint64_t at = 0; at < bits; at += length, known -= length, next <<= length) {
        if (known < CODES_MAX) {
            next = big_endian_64(bytes + at / 8) << at % 8;
            known = 64 - at % 8;
        }
        unsigned i = 0;
        while (next < p->code[i])
            i++;
        length = p->shortest + i;
        const uint32_t symbol = p->symbol[i] + (uint32_t)(next >> (64 - length));
        if (symbol >= p->symbols)
            return -1;
        const int run = p->run[symbol];
        if (place <= run)
            return value_in_symbol(p, symbol, place);
        place -= run + 1;
    }
    return -1;
}

int pairs_value(const Pairs *p, uint64_t index) {
    uint64_t block;
    int64_t place;
    if (index >= p->positions)
        return -1;
    if (p->flags & PAIRS_CONSTANT)
        return (int)p->constant;
    return find_block(p, index, &block, &place) ? value_in_block(p, block, (int)place) : -1;
}
