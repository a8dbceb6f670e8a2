#include "board/repetition.h"

#include "board/zobrist.h"
#include "core/minmax.h"

#include <assert.h>

/* The key of the position `back` plies ago, which must be remembered. */
static Key past_key(const Position *pos, int back) {
    const int depth = (int)(pos->state - pos->states);
    return back <= depth ? pos->state[-back].key : pos->past_keys[pos->past_count - (back - depth)];
}

/* Plies back to the previous occurrence of the current position, looking `from` plies back and
 * more; 0 if there is none. Two sides need four plies at least to come back. The walk never passes
 * a null move: the states behind it are as many plies away as they are states. */
static int previous_occurrence(const Position *pos, int from) {
    const State *s = pos->state;
    const int known = pos->past_count + (int)(pos->state - pos->states);
    const int limit = min_int(known, min_int(s->rule50, s->plies_from_null));
    for (int back = from; back <= limit; back += 2)
        if (past_key(pos, back) == s->key)
            return back;
    return 0;
}

int repetitions(const Position *pos, int enough) {
    int count = 0;
    for (int back = 4; count < enough && (back = previous_occurrence(pos, back)) != 0; back += 2)
        count++;
    return count;
}

bool is_repetition(const Position *pos, int ply) {
    assert(ply >= 0);
    const int back = previous_occurrence(pos, 4);
    return back && (back < ply || previous_occurrence(pos, back + 2));
}

/* --- moves that can be taken back ---------------------------------------------------------- */

/* What a reversible move changes in the key, and its squares. Each entry lies at one of two places
 * that its key names, so that a lookup takes two comparisons at most. */
enum { CUCKOO_SIZE = 8192 };
static Key cuckoo_key[CUCKOO_SIZE];
static Move cuckoo_move[CUCKOO_SIZE];

static unsigned first_place(Key key) {
    return key % CUCKOO_SIZE;
}

static unsigned second_place(Key key) {
    return (key >> 16) % CUCKOO_SIZE;
}

/* Puts an entry in; one that it drives out goes to its own other place, and so on. */
static void cuckoo_insert(Key key, Move move) {
    for (unsigned i = first_place(key); move != MOVE_NONE;) {
        const Key old_key = cuckoo_key[i];
        const Move old_move = cuckoo_move[i];
        cuckoo_key[i] = key;
        cuckoo_move[i] = move;
        key = old_key;
        move = old_move;
        i = i == first_place(key) ? second_place(key) : first_place(key);
    }
}

void repetition_init(void) {
    static bool filled;
    if (filled)
        return;
    filled = true;
    for (Color c = WHITE; c <= BLACK; c++)
        for (PieceType type = KNIGHT; type <= KING; type++)
            for (Square from = 0; from < SQUARE_COUNT; from++)
                for (Square to = from + 1; to < SQUARE_COUNT; to++)
                    if (piece_attacks(c, type, from, 0) & bb(to))
                        cuckoo_insert(zobrist.man[c][type][from] ^ zobrist.man[c][type][to] ^
                                          zobrist.side,
                                      move_make(from, to));
}

bool upcoming_repetition(const Position *pos, int ply) {
    const State *s = pos->state;
    const int known = (int)(s - pos->states);
    /* The earlier position lies behind the root: fewer than `ply` plies back. */
    const int limit = min_int(min_int(ply - 1, known), min_int(s->rule50, s->plies_from_null));
    /* Either side has moved back and forth but for this one move: an odd number of plies. */
    for (int back = 3; back <= limit; back += 2) {
        const Key difference = s->key ^ s[-back].key;
        unsigned i = first_place(difference);
        if (cuckoo_key[i] != difference)
            i = second_place(difference);
        if (cuckoo_key[i] != difference || !difference)
            continue;
        const Square a = move_from(cuckoo_move[i]), b = move_to(cuckoo_move[i]);
        if (!(geometry.between[a][b] & occupied(s)))
            return true;
    }
    return false;
}
