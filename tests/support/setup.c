#include "support/setup.h"

#include "board/fen.h"
#include "board/make.h"
#include "engine/engine.h"
#include "moves/notation.h"
#include "selfcheck/selfcheck.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void setup_tables(void) {
    bool known;
    tables_init(cpu_level(&known));
    selfcheck_init();
    setvbuf(stdout, NULL, _IOLBF, 0);
}

int scaled(int amount) {
#ifdef PANOPTES_VERIFY
    return amount / 5 + 1;
#else
    return amount;
#endif
}

Position *position_new(void) {
    Position *pos = aligned_alloc(CACHE_LINE, sizeof *pos);
    if (!pos) {
        fprintf(stderr, "out of memory\n");
        exit(2);
    }
    memset(pos, 0, sizeof *pos);
    return pos;
}

void position_set(Position *pos, const char *fen) {
    char error[FEN_ERROR_SIZE] = "";
    if (fen_parse(pos, fen, error, sizeof error))
        return;
    fprintf(stderr, "%s\n  %s\n", fen, error);
    exit(2);
}

const char *fen_of(const Position *pos) {
    static char fen[FEN_SIZE];
    fen_write(pos, fen);
    return fen;
}

void position_play(Position *pos, const char *moves) {
    char copy[256], *rest = copy;
    snprintf(copy, sizeof copy, "%s", moves);
    for (char *text; (text = strtok_r(rest, " ", &rest)) != NULL;) {
        const Move m = move_read(pos, text);
        if (m == MOVE_NONE) {
            fprintf(stderr, "test move %s is illegal\n", text);
            exit(2);
        }
        make_move(pos, m);
    }
}

int line_read(Position *pos, const char *moves, Move *line) {
    const State *const begin = pos->state;
    position_play(pos, moves);
    const int count = (int)(pos->state - begin);
    for (int i = count - 1; i >= 0; i--) {
        line[i] = pos->state->move;
        unmake_move(pos);
    }
    return count;
}

int plies_left(const Position *pos) {
    return STATE_LIMIT - 2 - (int)(pos->state - pos->states);
}
