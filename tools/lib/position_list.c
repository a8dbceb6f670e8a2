#include "lib/position_list.h"

#include "core/bits.h"
#include "core/types.h"
#include "engine/match.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static uint64_t checksum_of(const Lines *lines) {
    uint64_t hash = HASH_WORDS_BASIS;
    for (size_t i = 0; i < lines->size; i++)
        hash = (hash ^ (unsigned char)lines->text[i]) * 1099511628211u;
    return hash ? hash : 1;
}

/* Lists the lines that have a position, and reports bad lines. */
static void sift(PositionList *list, const char *tool, const char *path, Position *pos) {
    enum { REPORTED_MAX = 20 };
    char error[EPD_ERROR_SIZE];
    Epd epd;
    size_t bad = 0;
    pos->chess960 = false;
    for (size_t i = 0; i < list->lines.count; i++) {
        const Token line = lines_at(&list->lines, i);
        if (epd_is_blank(line))
            continue;
        const bool read = epd_parse(line, pos, &epd, error);
        if (read && game_end_by_rules(pos) == GAME_GOES_ON) {
            list->good[list->count++] = i;
            continue;
        }
        if (bad++ < REPORTED_MAX)
            fprintf(stderr, "%s: %s, line %zu: %s; the line is skipped\n", tool, path, i + 1,
                    read ? "the game is over there" : error);
    }
    if (bad > REPORTED_MAX)
        fprintf(stderr, "%s: %s: %zu bad lines in all\n", tool, path, bad);
}

bool position_list_read(PositionList *list, const char *tool, const char *path, uint64_t seed) {
    *list = (PositionList){0};
    const char *fault = lines_read(&list->lines, path);
    Position *pos = fault ? NULL : aligned_alloc(CACHE_LINE, sizeof *pos);
    list->good = fault ? NULL : calloc(list->lines.count, sizeof *list->good);
    if (pos && list->good) {
        memset(pos, 0, sizeof *pos);
        list->checksum = checksum_of(&list->lines);
        sift(list, tool, path, pos);
        if (seed)
            shuffle(list->good, list->count, sizeof *list->good, &seed);
        fault = list->count ? NULL : "it has no position";
    } else if (!fault) {
        fault = "there is not enough memory for it";
    }
    free(pos);
    if (fault) {
        fprintf(stderr, "%s: '%s' is refused: %s\n", tool, path, fault);
        position_list_free(list);
    }
    return !fault;
}

void position_list_free(PositionList *list) {
    lines_free(&list->lines);
    free(list->good);
    *list = (PositionList){0};
}

Token position_list_line(const PositionList *list, uint64_t number) {
    return lines_at(&list->lines, list->good[number % list->count]);
}

bool opening_of(const PositionList *list, uint64_t seed, uint64_t number, const atomic_bool *stop,
                char fen[FEN_SIZE]) {
    if (list)
        return epd_fen(position_list_line(list, number), fen);
    Openings *source = openings_create(random_next(&seed) ^ hash_multiply(number + 1));
    bool found = false;
    while (source && !found && !*stop)
        found = openings_try(source, FEN_START, fen);
    openings_free(source);
    return found;
}
