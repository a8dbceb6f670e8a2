#include "spsa_book.h"

#include "core/random.h"
#include "core/types.h"
#include "engine/game_end.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static uint64_t checksum_of(const Lines *lines) {
    uint64_t hash = HASH_WORDS_BASIS;
    for (size_t i = 0; i < lines->size; i++)
        hash = (hash ^ (unsigned char)lines->text[i]) * 1099511628211u;
    return hash ? hash : 1;
}

/* Notes which lines have a position, and tells of those that should. */
static void sift(SpsaBook *book, const char *path, Position *pos) {
    enum { TOLD_MAX = 20 };
    char error[EPD_ERROR_SIZE];
    Epd epd;
    size_t bad = 0;
    pos->chess960 = false;
    for (size_t i = 0; i < book->lines.count; i++) {
        const Token line = lines_at(&book->lines, i);
        if (epd_is_blank(line))
            continue;
        const bool read = epd_parse(line, pos, &epd, error);
        if (read && game_end_by_rules(pos) == GAME_GOES_ON) {
            book->good[book->count++] = i;
            continue;
        }
        if (bad++ < TOLD_MAX)
            fprintf(stderr, "spsa: %s, line %zu: %s; the line is passed over\n", path, i + 1,
                    read ? "the game is over there" : error);
    }
    if (bad > TOLD_MAX)
        fprintf(stderr, "spsa: %s: %zu bad lines in all\n", path, bad);
}

static void shuffle(SpsaBook *book, uint64_t seed) {
    for (size_t i = book->count; i > 1; i--) {
        const size_t k = random_next(&seed) % i, line = book->good[i - 1];
        book->good[i - 1] = book->good[k];
        book->good[k] = line;
    }
}

bool spsa_book_read(SpsaBook *book, const char *path, uint64_t seed) {
    *book = (SpsaBook){0};
    const char *fault = lines_read(&book->lines, path);
    Position *pos = fault ? NULL : aligned_alloc(CACHE_LINE, sizeof *pos);
    book->good = fault ? NULL : calloc(book->lines.count, sizeof *book->good);
    if (pos && book->good) {
        memset(pos, 0, sizeof *pos);
        book->checksum = checksum_of(&book->lines);
        sift(book, path, pos);
        if (seed)
            shuffle(book, seed);
        fault = book->count ? NULL : "it has no position";
    } else if (!fault) {
        fault = "there is not enough memory for it";
    }
    free(pos);
    if (fault)
        fprintf(stderr, "spsa: '%s' is refused: %s\n", path, fault);
    return !fault;
}

void spsa_book_free(SpsaBook *book) {
    lines_free(&book->lines);
    free(book->good);
    *book = (SpsaBook){0};
}

Token spsa_book_line(const SpsaBook *book, uint64_t number) {
    return lines_at(&book->lines, book->good[number % book->count]);
}
