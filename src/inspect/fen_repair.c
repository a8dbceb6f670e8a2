#include "inspect/fen_repair.h"

#include "core/text.h"
#include "core/types.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FIELD_SIZE = 96 };

/* The fields as texts. A missing one is empty; a longer one is cut, since no valid field is longer.
 */
typedef struct Fields {
    char text[FEN_FIELD_COUNT][FIELD_SIZE];
} Fields;

static void split(const char *fen, Fields *fields) {
    static const char BLANKS[] = " \t\r\n";
    memset(fields, 0, sizeof *fields);
    for (int i = 0; i < FEN_FIELD_COUNT; i++) {
        fen += strspn(fen, BLANKS);
        const size_t length = strcspn(fen, BLANKS);
        memcpy(fields->text[i], fen, length < FIELD_SIZE ? length : FIELD_SIZE - 1);
        fen += length;
    }
}

/* Writes the fields up to the first empty one. */
static void join(const Fields *fields, char *out) {
    size_t used = 0;
    out[0] = '\0';
    for (int i = 0; i < FEN_FIELD_COUNT && fields->text[i][0] && used < FEN_MENDED_SIZE; i++)
        used += (size_t)snprintf(out + used, FEN_MENDED_SIZE - used, "%s%s", i ? " " : "",
                                 fields->text[i]);
}

/* --- the board ----------------------------------------------------------------------------- */

/* Reads a rank into 8 squares; what is missing is empty. Returns where the next rank begins. */
static const char *read_rank(const char *at, int rank, char squares[8]) {
    int file = 0;
    memset(squares, ' ', 8);
    for (; *at && *at != '/'; at++) {
        const bool edge = rank == RANK_1 || rank == RANK_8;
        const bool piece = strchr(PIECE_LETTERS, *at) && !(edge && toupper(*at) == 'P');
        if (piece && file < 8)
            squares[file] = *at;
        file += *at >= '0' && *at <= '9' ? *at - '0' : 1;
        file = min_int(file, 8);
    }
    return *at ? at + 1 : at;
}

static char *write_rank(const char squares[8], char *out) {
    int empty = 0;
    for (int file = 0; file < 8; file++) {
        empty += squares[file] == ' ';
        if (empty && (file == 7 || squares[file] != ' ')) {
            *out++ = (char)('0' + empty);
            empty = 0;
        }
        if (squares[file] != ' ')
            *out++ = squares[file];
    }
    return out;
}

static void mend_board(char text[FIELD_SIZE]) {
    char mended[FIELD_SIZE], *out = mended;
    const char *at = text;
    for (int rank = RANK_8; rank >= RANK_1; rank--) {
        char squares[8];
        at = read_rank(at, rank, squares);
        out = write_rank(squares, out);
        *out++ = rank == RANK_1 ? '\0' : '/';
    }
    memcpy(text, mended, sizeof mended);
}

/* --- the others ---------------------------------------------------------------------------- */

static void mend_side(char text[FIELD_SIZE]) {
    const bool side = text[0] && !text[1] && strchr("wb", text[0]);
    const bool black = tolower((unsigned char)text[0]) == 'b';
    strcpy(text, black != side ? "b" : "w");
}

/* Keeps each letter with which the field is valid so far. */
static void mend_castling(Fields *fields) {
    char *text = fields->text[FEN_CASTLING];
    char wanted[FIELD_SIZE], fen[FEN_MENDED_SIZE];
    size_t kept = 0;
    memcpy(wanted, text, sizeof wanted);
    memset(text, 0, FIELD_SIZE);
    for (const char *letter = wanted; *letter && kept < 4; letter++) {
        FenFault fault;
        if (*letter == '-')
            continue;
        text[kept] = *letter;
        join(fields, fen);
        if (fen_check(NULL, fen, &fault) || fault.field > FEN_CASTLING)
            kept++;
        else
            text[kept] = '\0';
    }
    if (kept == 0)
        strcpy(text, "-");
}

static void mend_ep(char text[FIELD_SIZE]) {
    const char file = (char)tolower((unsigned char)text[0]);
    if (strlen(text) == 2 && file >= 'a' && file <= 'h' && text[1] >= '1' && text[1] <= '8')
        text[0] = file;
    else
        strcpy(text, "-");
}

static void mend_number(char text[FIELD_SIZE], int least, int most) {
    const long number = strtol(text, NULL, 10);
    snprintf(text, FIELD_SIZE, "%ld", number < least ? least : number > most ? most : number);
}

bool fen_repair(const char *fen, FenField field, char *out) {
    Fields fields;
    split(fen, &fields);
    switch (field) {
    case FEN_BOARD:
        mend_board(fields.text[FEN_BOARD]);
        break;
    case FEN_SIDE:
        mend_side(fields.text[FEN_SIDE]);
        break;
    case FEN_CASTLING:
        mend_castling(&fields);
        break;
    case FEN_EP:
        mend_ep(fields.text[FEN_EP]);
        break;
    case FEN_HALFMOVE:
        mend_number(fields.text[FEN_HALFMOVE], 0, FEN_HALFMOVE_MAX);
        break;
    default:
        mend_number(fields.text[FEN_FULLMOVE], 1, FEN_FULLMOVE_MAX);
    }
    join(&fields, out);
    return strcmp(fen, out) != 0;
}
