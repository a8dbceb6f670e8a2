#include "data/starts.h"

#include "board/make.h"
#include "core/bits.h"
#include "moves/generate.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

enum { ROW_SIZE = 9, ARRANGEMENTS = 960 };

static uint64_t below(uint64_t *random, uint64_t n) {
    return random_next(random) % n;
}

StartKind start_draw_kind(const GameOptions *o, uint64_t *random) {
    const uint64_t kind = below(random, 1000), odds = below(random, 1000);
    return (StartKind){.chess960 = kind < o->frc + o->dfrc,
                       .both = kind >= o->frc && kind < o->frc + o->dfrc,
                       .odds = odds < o->odds};
}

/* --- Chess960 --------------------------------------------------------------------------------- */

/* Puts a piece on the empty file number `empty` of a back rank, counted from 0 at the a-file. */
static void put_on_empty(char row[ROW_SIZE], uint64_t empty, char piece) {
    char *c = row;
    while (*c || empty-- > 0)
        c++;
    *c = piece;
}

/* Writes the back rank of a Chess960 arrangement by its Scharnagl number, 0 to 959. Standard chess
 * has the number 518. */
static void write_row(uint64_t number, char row[ROW_SIZE]) {
    static const uint8_t KNIGHTS[10][2] = {{0, 0}, {0, 1}, {0, 2}, {0, 3}, {1, 1},
                                           {1, 2}, {1, 3}, {2, 2}, {2, 3}, {3, 3}};
    memset(row, 0, ROW_SIZE);
    row[2 * (number % 4) + 1] = 'b';
    row[2 * (number / 4 % 4)] = 'b';
    put_on_empty(row, number / 16 % 6, 'q');
    /* KNIGHTS[i][1] counts the files that are still empty after the first knight is placed. */
    put_on_empty(row, KNIGHTS[number / 96][0], 'n');
    put_on_empty(row, KNIGHTS[number / 96][1], 'n');
    put_on_empty(row, 0, 'r');
    put_on_empty(row, 0, 'k');
    put_on_empty(row, 0, 'r');
}

static void write_start(StartKind kind, uint64_t *random, char fen[FEN_SIZE]) {
    char white[ROW_SIZE], black[ROW_SIZE];
    if (!kind.chess960) {
        strcpy(fen, FEN_START);
        return;
    }
    const uint64_t number = below(random, ARRANGEMENTS);
    write_row(number, white);
    write_row(kind.both ? below(random, ARRANGEMENTS) : number, black);
    for (char *c = white; *c; c++)
        *c = (char)toupper((unsigned char)*c);
    snprintf(fen, FEN_SIZE, "%s/pppppppp/8/8/8/8/PPPPPPPP/%s w KQkq - 0 1", black, white);
}

/* --- odds ------------------------------------------------------------------------------------- */

/* Replaces a piece of a FEN by an empty square; adds up adjacent digits. */
static void clear_square(const char *fen, char *at) {
    char *first = at, *last = at;
    int empty = 1;
    if (at > fen && isdigit((unsigned char)at[-1]))
        empty += *--first - '0';
    if (isdigit((unsigned char)at[1]))
        empty += *++last - '0';
    *first = (char)('0' + empty);
    memmove(first + 1, last + 1, strlen(last + 1) + 1);
}

/* Removes a piece of a random colour and type from the board of a FEN; with a rook, also all
 * castling rights. */
static void take_piece_off(char *fen, uint64_t *random) {
    static const char TYPES[] = "PPPNNNBBBRRRQQ";
    const char type = TYPES[below(random, sizeof TYPES - 1)];
    const char piece = below(random, 2) ? type : (char)tolower((unsigned char)type);
    char *at[SQUARE_COUNT];
    uint64_t count = 0;
    for (char *c = fen; *c != ' '; c++)
        if (*c == piece)
            at[count++] = c;
    if (count == 0)
        return;
    clear_square(fen, at[below(random, count)]);
    if (type == 'R') {
        char *rights = strchr(fen, ' ') + 3;
        const char *rest = strchr(rights, ' ');
        memmove(rights + 1, rest, strlen(rest) + 1);
        *rights = '-';
    }
}

static bool give_odds(Position *pos, uint64_t *random) {
    char fen[FEN_SIZE];
    fen_write(pos, fen);
    take_piece_off(fen, random);
    if (below(random, 3) == 0)
        take_piece_off(fen, random);
    return fen_parse(pos, fen, NULL, 0);
}

/* --- all together ----------------------------------------------------------------------------- */

bool start_draw(Position *pos, const PositionList *openings, StartKind kind, int plies,
                uint64_t *random) {
    char fen[FEN_SIZE];
    if (openings)
        epd_fen(position_list_line(openings, random_next(random)), fen);
    else
        write_start(kind, random, fen);
    pos->chess960 = false;
    if (!fen_parse(pos, fen, NULL, 0))
        return false;
    for (; plies > 0; plies--) {
        MoveList list = {.count = 0};
        legal_moves(pos, &list);
        if (list.count == 0)
            return false;
        position_advance(pos, list.moves[below(random, (uint64_t)list.count)]);
    }
    return !kind.odds || give_odds(pos, random);
}
