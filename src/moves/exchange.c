#include "moves/exchange.h"

#include "board/make.h"
#include "core/stats.h"
#include "moves/tactics.h"

/* The king counts as 0, since it is never taken. */
static const int VALUE[8] = {EXCHANGE_PAWN, EXCHANGE_MINOR, EXCHANGE_MINOR, EXCHANGE_ROOK,
                             EXCHANGE_QUEEN};

int exchange_type_value(PieceType type) {
    return VALUE[type];
}

/* An exchange under way on one square. */
typedef struct Exchange {
    const State *s;
    Square target;
    Bitboard occupied; /* pieces still on the board */
    /* bits of the pieces of both sides that attack the target and have not captured */
    uint32_t attackers;
    Bitboard pinned[COLOR_COUNT];
} Exchange;

/* Adds the sliders behind `from` to the attackers of the target, after a piece has left `from`. */
static void open_line(Exchange *x, Square from) {
    const State *s = x->s;
    const Bitboard ray = geometry.beyond[from][x->target];
    uint32_t behind = s->map[from] & s->sliders & ~x->attackers;
    while (behind) {
        const Bit bit = pop_bit32(&behind);
        const Square sq = s->square_of[bit];
        if (has_bit(ray & x->occupied, sq))
            x->attackers |= bit_mask(bit);
    }
}

static ALWAYS_INLINE void begin(Exchange *x, const State *s, Color us, Move m) {
    const Square from = move_from(m);
    x->s = s;
    x->target = move_to(m);
    x->occupied = occupied(s) ^ bb(from);
    x->attackers = s->map[x->target] & ~bit_mask(man_bit(s->man_on[from]));
    x->pinned[WHITE] = pinned_men(s, WHITE);
    x->pinned[BLACK] = pinned_men(s, BLACK);
    open_line(x, from);
    if (move_kind(m) == MOVE_EN_PASSANT) {
        /* The captured pawn leaves a square other than the target, and opens lines through that
         * square. The captured pawn itself does not attack the target. */
        const Square victim = x->target - pawn_push(us);
        x->occupied ^= bb(victim);
        open_line(x, victim);
    }
}

/* True if a piece may take on the target. A piece pinned to another line may take only if the
 * pinner has left. */
static bool may_take(const Exchange *x, Square from, Color c) {
    const State *s = x->s;
    if (LIKELY(!(x->pinned[c] >> from & 1)))
        return true;
    const Square king = king_square(s, c);
    if (pin_allows(king, from, x->target))
        return true;
    const Bitboard pinner = geometry.beyond[from][king] & s->by_color[opponent(c)];
    uint32_t seen = s->map[from] & s->sliders & half_of(opponent(c));
    while (seen)
        if (has_bit(pinner & x->occupied, s->square_of[pop_bit32(&seen)]))
            return false;
    return true;
}

/* Returns the square of the least valuable piece of a colour that may take now, or SQUARE_NONE.
 * Removes this piece from the set of attackers. The king takes only if the enemy has no attacker
 * left. */
static Square next_taker(Exchange *x, Color c) {
    const State *s = x->s;
    uint32_t set = x->attackers & half_of(c);
    while (set) {
        const Bit bit = least_valuable(s, set);
        const Square from = s->square_of[bit];
        set &= ~bit_mask(bit);
        if ((bit == bit_make(c, BIT_KING) && x->attackers & half_of(opponent(c))) ||
            !may_take(x, from, c))
            continue;
        x->attackers &= ~bit_mask(bit);
        x->occupied ^= bb(from);
        open_line(x, from);
        return from;
    }
    return SQUARE_NONE;
}

/* Returns the material that the move itself wins, in centipawns. *standing becomes the type of the
 * piece on the target after the move. */
static int first_gain(const State *s, Move m, PieceType *standing) {
    const Square to = move_to(m);
    *standing = type_on(s, move_from(m));
    switch (move_kind(m)) {
    case MOVE_EN_PASSANT:
        return VALUE[PAWN];
    case MOVE_PROMOTION:
        *standing = move_promotion(m);
        return VALUE[type_on(s, to)] + VALUE[*standing] - VALUE[PAWN];
    default:
        return VALUE[type_on(s, to)];
    }
}

/* Returns the type of a piece after it takes on the target. A pawn that takes on the last rank
 * always becomes a queen here. The exchange then counts the gain of the promotion, and a recapture
 * costs a queen. */
static PieceType promoted(const Exchange *x, PieceType type) {
    const int rank = rank_of(x->target);
    return type == PAWN && (rank == RANK_1 || rank == RANK_8) ? QUEEN : type;
}

/* Each side may stop before a capture that loses. On entry gain[i] is the balance for the side that
 * made capture i, if the exchange stops after this capture. gain[0] becomes the value of the
 * exchange. Returns the number of moves played, the first move included. */
static ALWAYS_INLINE int negamax_gains(int *gain, int n) {
    int played = n + 1;
    while (n > 0) {
        if (gain[n - 1] < -gain[n])
            played = n;
        gain[n - 1] = gain[n - 1] < -gain[n] ? gain[n - 1] : -gain[n];
        n--;
    }
    return played;
}

/* Plays out the exchange that a move of `us` begins, and records it in `line` unless `line` is
 * NULL. Returns the value of the exchange. */
static ALWAYS_INLINE int play_out(const State *s, Color us, Move m, ExchangeLine *line) {
    int gain[BIT_COUNT + 1], n = 0;
    PieceType standing;
    gain[0] = first_gain(s, m, &standing);
    if (line) {
        const PieceType taken = move_kind(m) == MOVE_EN_PASSANT ? PAWN : type_on(s, move_to(m));
        line->steps[0] =
            (ExchangeStep){move_from(m), type_on(s, move_from(m)), standing, taken, gain[0]};
    }
    Exchange x;
    begin(&x, s, us, m);
    Color c = opponent(us);
    for (Square from; (from = next_taker(&x, c)) != SQUARE_NONE; c = opponent(c)) {
        const PieceType type = type_on(s, from), taker = promoted(&x, type);
        n++;
        gain[n] = VALUE[standing] + VALUE[taker] - VALUE[type] - gain[n - 1];
        if (line)
            line->steps[n] =
                (ExchangeStep){from, type, taker, standing, c == us ? gain[n] : -gain[n]};
        standing = taker;
    }
    const int played = negamax_gains(gain, n);
    if (line) {
        line->count = n + 1;
        line->played = played;
        line->value = gain[0];
    }
    return gain[0];
}

int exchange_value(const Position *pos, Move m) {
    const State *s = pos->state;
    assert(move_is_plausible(pos, m));
    return move_kind(m) == MOVE_CASTLING ? 0 : play_out(s, s->side, m, NULL);
}

void exchange_line(const Position *pos, Move m, ExchangeLine *line) {
    const State *s = pos->state;
    assert(s->man_on[move_from(m)] != MAN_NONE && move_kind(m) != MOVE_CASTLING);
    play_out(s, bit_color(man_bit(s->man_on[move_from(m)])), m, line);
}

/* The answer to exchange_at_least, if the rows of `from` and `to` in the map suffice for an answer;
 * else UNDECIDED. */
typedef enum EarlyAnswer { UNDECIDED, ENOUGH, TOO_LITTLE } EarlyAnswer;

/* Decides most moves without an exchange. `gain` is the value of the piece taken, `standing` the
 * type that the move leaves on the target. The move must not be e.p., which opens a line elsewhere.
 * The target must not be on a last rank, where a pawn that recaptures also promotes. */
static EarlyAnswer answer_early(const State *s, Move m, int gain, PieceType standing,
                                int threshold) {
    const Square from = move_from(m), to = move_to(m);
    const Color them = opponent(s->side);
    if (gain - VALUE[standing] >= threshold) {
        STAT(SEE_CANNOT_LOSE);
        return ENOUGH;
    }
    /* No enemy guards the target. After the mover has left, no slider can guard the target either,
     * since no enemy slider attacks the mover. */
    const uint32_t enemies = half_of(them);
    if (!((s->map[to] | (s->map[from] & s->sliders)) & enemies)) {
        STAT(SEE_FREE);
        return ENOUGH;
    }
    /* An unpinned enemy pawn can take the moved piece. Even if we then take this pawn without loss,
     * the gain stays below the threshold. */
    if (gain - VALUE[standing] + VALUE[PAWN] < threshold) {
        for (uint32_t pawns = s->map[to] & s->pawns & enemies; pawns;) {
            const Square pawn = s->square_of[pop_bit32(&pawns)];
            if (pinned_men(s, them) & bb(pawn))
                continue;
            STAT(SEE_PAWN_GUARD);
            return TOO_LITTLE;
        }
    }
    return UNDECIDED;
}

bool exchange_at_least(const Position *pos, Move m, int threshold) {
    const State *s = pos->state;
    assert(move_is_plausible(pos, m));
    if (move_kind(m) == MOVE_CASTLING)
        return threshold <= 0;
    PieceType standing;
    const int gain = first_gain(s, m, &standing);
    STAT(SEE);
    if (gain < threshold) {
        STAT(SEE_TOO_LITTLE);
        return false;
    }
    const int rank = rank_of(move_to(m));
    if (rank != RANK_1 && rank != RANK_8 && move_kind(m) == MOVE_NORMAL) {
        const EarlyAnswer answer = answer_early(s, m, gain, standing, threshold);
        if (answer != UNDECIDED)
            return answer == ENOUGH;
    }
    STAT(SEE_SWAP);
    return exchange_value(pos, m) >= threshold;
}
