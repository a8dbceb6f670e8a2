#include "postmortem/postmortem_internal.h"

#include "core/text.h"
#include "os/thread.h"
#include "search/search.h"
#include "selfcheck/verify.h"

#include <errno.h>
#include <unistd.h>

/* --- raw output ------------------------------------------------------------------------------ */

void raw_flush(RawOutput *out) {
    const char *at = out->buffer;
    while (out->used) {
        const ssize_t n = write(out->descriptor, at, out->used);
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0) {
            out->failed = true;
            break;
        }
        at += n;
        out->used -= (size_t)n;
    }
    out->used = 0;
}

static void raw_char(RawOutput *out, char c) {
    if (out->used == sizeof out->buffer)
        raw_flush(out);
    out->buffer[out->used++] = c;
}

void raw_text(RawOutput *out, const char *text) {
    while (*text)
        raw_char(out, *text++);
}

/* Adds a number in a base, with at least `digits` digits. */
static void raw_digits(RawOutput *out, uint64_t number, unsigned base, int digits) {
    char text[32];
    int n = 0;
    do {
        text[n++] = "0123456789abcdef"[number % base];
        number /= base;
    } while (number || n < digits);
    while (n)
        raw_char(out, text[--n]);
}

void raw_number(RawOutput *out, int64_t number) {
    if (number < 0)
        raw_char(out, '-');
    raw_digits(out, number < 0 ? -(uint64_t)number : (uint64_t)number, 10, 1);
}

void raw_hex(RawOutput *out, uint64_t number, int digits) {
    raw_digits(out, number, 16, digits);
}

/* --- positions ------------------------------------------------------------------------------- */

/* Writes the board in the letters of FEN, and the rest of the state as numbers. */
static void write_board(RawOutput *out, const State *s) {
    for (int rank = RANK_8; rank >= RANK_1; rank--) {
        int empty = 0;
        for (int file = FILE_A; file <= FILE_H; file++) {
            const Man man = s->man_on[square_at(file, rank)];
            const PieceType type = man_type(man);
            if (type >= TYPE_COUNT) {
                empty++;
                continue;
            }
            if (empty)
                raw_number(out, empty);
            empty = 0;
            const char letter[2] = {piece_letter(bit_color(man_bit(man)), type), '\0'};
            raw_text(out, letter);
        }
        if (empty)
            raw_number(out, empty);
        raw_text(out, rank > RANK_1 ? "/" : "");
    }
    raw_text(out, s->side == WHITE ? " w rights " : " b rights ");
    raw_hex(out, s->castling, 1);
    raw_text(out, " ep ");
    raw_text(out, square_name(s->ep));
    raw_text(out, " rule50 ");
    raw_number(out, s->rule50);
    raw_text(out, " key ");
    raw_hex(out, s->key, 16);
    raw_text(out, "\n");
}

static void write_move(RawOutput *out, Move m) {
    raw_text(out, " ");
    if (m == MOVE_NULL) {
        raw_text(out, "null");
        return;
    }
    raw_text(out, square_name(move_from(m)));
    raw_text(out, square_name(move_to(m)));
    const char letter[2] = {piece_letter(BLACK, move_promotion(m)), '\0'};
    raw_text(out, move_kind(m) == MOVE_PROMOTION ? letter : "");
}

static void write_map(RawOutput *out, const char *which, const uint32_t *map) {
    raw_text(out, "  map, ");
    raw_text(out, which);
    raw_text(out, ", a to h:\n");
    for (int rank = RANK_8; rank >= RANK_1; rank--) {
        raw_text(out, "   ");
        raw_number(out, rank + 1);
        for (int file = FILE_A; file <= FILE_H; file++) {
            raw_text(out, " ");
            raw_hex(out, map[square_at(file, rank)], 8);
        }
        raw_text(out, "\n");
    }
}

static void write_attacks(RawOutput *out, const char *which, const uint64_t *attacks) {
    raw_text(out, "  attacks by bit, ");
    raw_text(out, which);
    raw_text(out, ":\n");
    for (Bit bit = 0; bit < BIT_COUNT; bit++) {
        raw_text(out, bit % 4 ? " " : "    ");
        raw_hex(out, attacks[bit], 16);
        raw_text(out, bit % 4 == 3 ? "\n" : "");
    }
}

/* Writes the incremental matrix, the matrix from scratch, and the squares at which the two
 * differ. */
static void write_matrices(RawOutput *out, const State *s) {
    ScratchMatrix scratch;
    scratch_build(s, &scratch);
    write_map(out, "incremental", s->map);
    write_map(out, "from scratch", scratch.map);
    write_attacks(out, "incremental", s->attacks);
    write_attacks(out, "from scratch", scratch.attacks);
    raw_text(out, "  squares that differ:");
    int differ = 0;
    for (Square sq = 0; sq < SQUARE_COUNT; sq++) {
        if (s->map[sq] == scratch.map[sq])
            continue;
        differ++;
        raw_text(out, " ");
        raw_text(out, square_name(sq));
    }
    raw_text(out, differ ? "\n" : " none\n");
}

/* The index of the current state, clamped, since another thread may be changing the position. */
static int state_index(const Position *pos) {
    const ptrdiff_t index = pos->state - pos->states;
    return index < 0 ? 0 : index >= STATE_LIMIT ? STATE_LIMIT - 1 : (int)index;
}

static void write_position(RawOutput *out, const Position *pos) {
    const State *s = &pos->states[state_index(pos)];
    raw_text(out, "  board: ");
    write_board(out, s);
    write_matrices(out, s);
}

/* Writes the moves from the root to the current position. */
static void write_line(RawOutput *out, const Position *pos) {
    raw_text(out, "  line:");
    for (int i = 1; i <= state_index(pos); i++)
        write_move(out, pos->states[i].move);
    raw_text(out, "\n");
}

/* --- threads --------------------------------------------------------------------------------- */

static void write_search(RawOutput *out, const SearchSnapshot *shot, int number) {
    raw_text(out, "thread ");
    raw_number(out, number);
    raw_text(out, shot->thread == thread_id() ? ", where it happened" : "");
    raw_text(out, ": nodes ");
    raw_number(out, (int64_t)shot->nodes);
    raw_text(out, " depth ");
    raw_number(out, shot->depth);
    raw_text(out, "\n  root: ");
    write_board(out, &shot->root->states[0]);
    write_line(out, shot->at);
    write_position(out, shot->at);
}

/* Takes a snapshot of the search at a place of the registry. Returns false if no search runs at
 * this place. */
static bool look_at(int place, SearchSnapshot *shot) {
    const Search *s = search_registry_at(place);
    if (!s)
        return false;
    search_snapshot(s, shot);
    return shot->thread != 0;
}

void dump_work(RawOutput *out, const Position *job) {
    int number = 0;
    SearchSnapshot shot;
    for (int place = 0; place < REGISTRY_SIZE; place++)
        if (look_at(place, &shot))
            write_search(out, &shot, ++number);
    if (job) {
        raw_text(out, "the worker's job:\n");
        write_line(out, job);
        write_position(out, job);
    } else if (!number) {
        raw_text(out, "no search was under way\n");
    }
}

int64_t dump_nodes(void) {
    int64_t nodes = 0;
    SearchSnapshot shot;
    for (int place = 0; place < REGISTRY_SIZE; place++)
        if (look_at(place, &shot))
            nodes += (int64_t)shot.nodes;
    return nodes;
}
