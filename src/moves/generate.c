#include "moves/generate.h"

#include "board/make.h"
#include "moves/captures.h"
#include "moves/tactics.h"
#include "os/thread.h"

/* Adds the moves of one piece to a set of squares. */
static ALWAYS_INLINE void put_targets(MoveList *list, Square from, Bitboard targets) {
    while (targets)
        list_add(list, move_make(from, pop_bit(&targets)));
}

/* Adds moves of pawns that make the same step, to squares not on the last rank. */
static ALWAYS_INLINE void put_steps(MoveList *list, Bitboard targets, int step) {
    list->count = (int)(emit_steps(targets, step, list->moves + list->count) - list->moves);
}

static ALWAYS_INLINE void put_promotions(MoveList *list, Bitboard targets, int step) {
    while (UNLIKELY(targets)) {
        const Square to = pop_bit(&targets);
        for (PieceType type = QUEEN; type >= KNIGHT; type--)
            list_add(list, move_make_promotion(to - step, to, type));
    }
}

/* --- The king ------------------------------------------------------------------------------ */

/* Adds king moves to the unattacked squares of a set. In the map a checking slider does not attack
 * the squares behind the king, which the king blocks. So the caller must leave out these
 * squares. */
static ALWAYS_INLINE void king_moves(const State *s, MoveList *list, Bitboard targets,
                                     const Color us) {
    targets &= s->attacks[bit_make(us, BIT_KING)] & ~attacked_squares(s, opponent(us));
    put_targets(list, king_square(s, us), targets);
}

bool castling_is_legal(const Position *pos, int wing) {
    const State *s = pos->state;
    const Color us = s->side;
    assert(!in_check(s));
    return may_castle(pos, us, wing, attacked_squares(s, opponent(us)), pinned_men(s, us));
}

static ALWAYS_INLINE void castling_moves(const Position *pos, MoveList *list, Bitboard pinned,
                                         const Color us) {
    const State *s = pos->state;
    if (LIKELY(!(s->castling >> (2 * us) & 3)))
        return;
    const Bitboard attacked = attacked_squares(s, opponent(us));
    for (int wing = WING_SHORT; wing <= WING_LONG; wing++)
        if (may_castle(pos, us, wing, attacked, pinned))
            list_add(list, move_make_kind(king_square(s, us), pos->castle_rook[2 * us + wing],
                                          MOVE_CASTLING));
}

/* --- pieces and pawns, not in check -------------------------------------------------------- */

static ALWAYS_INLINE void piece_moves(const State *s, MoveList *list, Bitboard pinned,
                                      Bitboard targets, const Color us) {
    uint32_t pieces = s->alive & ~s->pawns & half_of(us) & ~bit_mask(bit_make(us, BIT_KING));
    for (Bitboard left = pinned & ~s->by_type[PAWN]; UNLIKELY(left);) {
        const Square from = pop_bit(&left);
        const Bit bit = man_bit(s->man_on[from]);
        pieces &= ~bit_mask(bit);
        put_targets(list, from, s->attacks[bit] & targets & ray_through(king_square(s, us), from));
    }
    list->count = (int)(emit_pieces(s, pieces, targets, list->moves + list->count) - list->moves);
}

/* The moves that a caller wants. */
typedef enum Wanted { QUIETS, ALL_MOVES } Wanted;

/* Adds the moves of a set of pawns to squares of `allowed`, except e.p. */
static ALWAYS_INLINE void pawn_set_moves(const State *s, MoveList *list, Bitboard pawns,
                                         Bitboard allowed, const Wanted wanted, const Color us) {
    const Bitboard empty = ~occupied(s), last = rank_bb(us == WHITE ? RANK_8 : RANK_1);
    const Bitboard third = rank_bb(us == WHITE ? RANK_3 : RANK_6);
    const int up = pawn_push(us);
    const Bitboard one = push_bb(us, pawns) & empty;
    const Bitboard two = push_bb(us, one & third) & empty & allowed;
    put_steps(list, one & allowed & ~last, up);
    put_steps(list, two, 2 * up);
    if (wanted == QUIETS)
        return;
    const Bitboard victims = s->by_color[opponent(us)] & allowed;
    const int left = us == WHITE ? 7 : -9, right = us == WHITE ? 9 : -7;
    const Bitboard takes_left = pawn_west(us, pawns) & victims;
    const Bitboard takes_right = pawn_east(us, pawns) & victims;
    put_steps(list, takes_left & ~last, left);
    put_steps(list, takes_right & ~last, right);
    put_promotions(list, takes_left & last, left);
    put_promotions(list, takes_right & last, right);
    put_promotions(list, one & allowed & last, up);
}

static ALWAYS_INLINE void pawn_moves(const State *s, MoveList *list, Bitboard pinned,
                                     const Wanted wanted, const Color us) {
    const Bitboard pawns = men_of(s, us, PAWN);
    pawn_set_moves(s, list, pawns & ~pinned, ~(Bitboard)0, wanted, us);
    for (Bitboard left = pawns & pinned; UNLIKELY(left);) {
        const Square from = pop_bit(&left);
        pawn_set_moves(s, list, bb(from), ray_through(king_square(s, us), from), wanted, us);
    }
}

static ALWAYS_INLINE void moves_not_in_check(const Position *pos, MoveList *list, Bitboard pinned,
                                             const Wanted wanted, const Color us) {
    const State *s = pos->state;
    const Bitboard targets = wanted == QUIETS ? ~occupied(s) : ~s->by_color[us];
    king_moves(s, list, targets, us);
    castling_moves(pos, list, pinned, us);
    piece_moves(s, list, pinned, targets, us);
    pawn_moves(s, list, pinned, wanted, us);
}

void quiet_moves(const Position *pos, Bitboard pinned, MoveList *list) {
    assert(!in_check(pos->state) && pinned == pinned_men(pos->state, pos->state->side));
    if (pos->state->side == WHITE)
        moves_not_in_check(pos, list, pinned, QUIETS, WHITE);
    else
        moves_not_in_check(pos, list, pinned, QUIETS, BLACK);
}

/* --- evasions ------------------------------------------------------------------------------ */

/* Adds the captures of the only checker by its attackers that are not pinned. */
static void capture_checker(const State *s, MoveList *list, Square checker, Bitboard pinned,
                            Color us) {
    uint32_t takers = attackers_of(s, checker, us) & ~bit_mask(bit_make(us, BIT_KING));
    while (takers) {
        const Bit bit = pop_bit32(&takers);
        const Square from = s->square_of[bit];
        if (pinned & bb(from))
            continue;
        if ((s->pawns >> bit & 1) && relative_rank(us, checker) == RANK_8)
            for (PieceType type = QUEEN; type >= KNIGHT; type--)
                list_add(list, move_make_promotion(from, checker, type));
        else
            list_add(list, move_make(from, checker));
    }
}

/* Adds the moves that block a check, to the squares `between` the king and the checker. The row of
 * such a square has the pieces that can move to the square. The row does not have the pawns that
 * can push to the square, since a push is not an attack. */
static void interpose(const State *s, MoveList *list, Bitboard between, Bitboard pinned, Color us) {
    const uint32_t pieces = s->alive & ~s->pawns & ~bit_mask(bit_make(us, BIT_KING));
    for (Bitboard left = between; left;) {
        const Square to = pop_bit(&left);
        uint32_t set = attackers_of(s, to, us) & pieces;
        while (set) {
            const Square from = s->square_of[pop_bit32(&set)];
            if (!(pinned & bb(from)))
                list_add(list, move_make(from, to));
        }
    }
    const Bitboard pawns = men_of(s, us, PAWN) & ~pinned;
    const Bitboard last = rank_bb(us == WHITE ? RANK_8 : RANK_1);
    pawn_set_moves(s, list, pawns, between, QUIETS, us);
    put_promotions(list, push_bb(us, pawns) & between & last, pawn_push(us));
}

void evasion_moves(const Position *pos, MoveList *list) {
    const State *s = pos->state;
    const Color us = s->side;
    const Square king = king_square(s, us);
    const uint32_t checkers = checkers_of(s, us);
    assert(checkers != 0);
    Bitboard shadow = 0; /* squares behind the king on the lines of checking sliders */
    for (uint32_t left = checkers & s->sliders; left;)
        shadow |= geometry.beyond[king][s->square_of[pop_bit32(&left)]];
    king_moves(s, list, ~s->by_color[us] & ~shadow, us);
    if (checkers & (checkers - 1))
        return;
    const Bitboard pinned = pinned_men(s, us);
    const Square checker = s->square_of[lowest_bit(checkers)];
    capture_checker(s, list, checker, pinned, us);
    en_passant_moves(s, list);
    interpose(s, list, geometry.between[king][checker], pinned, us);
}

/* --- all moves ----------------------------------------------------------------------------- */

void legal_moves(const Position *pos, MoveList *list) {
    const State *s = pos->state;
    if (UNLIKELY(in_check(s))) {
        evasion_moves(pos, list);
        return;
    }
    if (s->side == WHITE)
        moves_not_in_check(pos, list, pinned_men(s, WHITE), ALL_MOVES, WHITE);
    else
        moves_not_in_check(pos, list, pinned_men(s, BLACK), ALL_MOVES, BLACK);
    en_passant_moves(s, list);
}

/* --- counting legal moves without making a list: popcounts over columns ---------------------- */

typedef enum Counted { COUNT_ALL, COUNT_CAPTURES } Counted;

/* Counts the moves of a colour's pieces, from knights to queens. Bits 8 to 14 need no branch, since
 * a bit without a piece attacks nothing. A second loop counts the moves of promoted pieces that
 * have a pawn's bit. At the end the function subtracts the moves by which pinned pieces would leave
 * their line. */
static ALWAYS_INLINE int count_pieces(const State *s, Bitboard pinned, Bitboard targets,
                                      const Color us) {
    const Bitboard *columns = &s->attacks[bit_make(us, 0)];
    int count = 0;
    for (int i = BIT_KNIGHT; i < BIT_KING; i++)
        count += popcount(columns[i] & targets);
    uint32_t odd = s->alive & half_of(us) & ~s->pawns & 0x00FF00FFu;
    while (UNLIKELY(odd))
        count += popcount(s->attacks[pop_bit32(&odd)] & targets);
    for (Bitboard left = pinned & ~s->by_type[PAWN]; UNLIKELY(left);) {
        const Square from = pop_bit(&left);
        const Bitboard reach = s->attacks[man_bit(s->man_on[from])] & targets;
        count -= popcount(reach & ~ray_through(king_square(s, us), from));
    }
    return count;
}

/* The squares of a line through the king, see CutLines. */
static ALWAYS_INLINE Bitboard king_line(const State *s, Color us, int line) {
    const CutLines *lines = &geometry.lines[king_square(s, us)];
    return lines->lower[line] | lines->upper[line];
}

/* Counts the moves of pawns. A pinned pawn keeps to its line: it pushes on the king's file, and
 * takes along its diagonal to the king. A move to the last rank counts four times. */
static ALWAYS_INLINE int count_pawns(const State *s, Bitboard pinned, const Counted counted,
                                     const Color us) {
    enum { FILES, RANKS, DIAGONALS, ANTIDIAGONALS };
    const Bitboard last = rank_bb(us == WHITE ? RANK_8 : RANK_1);
    const Bitboard third = rank_bb(us == WHITE ? RANK_3 : RANK_6);
    const Bitboard empty = ~occupied(s), victims = s->by_color[opponent(us)];
    const Bitboard pawns = men_of(s, us, PAWN), unpinned = ~pinned;
    const Bitboard to_west = unpinned | king_line(s, us, us == WHITE ? ANTIDIAGONALS : DIAGONALS);
    const Bitboard to_east = unpinned | king_line(s, us, us == WHITE ? DIAGONALS : ANTIDIAGONALS);
    const Bitboard west = pawn_west(us, pawns & to_west) & victims;
    const Bitboard east = pawn_east(us, pawns & to_east) & victims;
    const Bitboard one = push_bb(us, pawns & (unpinned | king_line(s, us, FILES))) & empty;
    int count = popcount(west) + popcount(east);
    if (counted == COUNT_ALL)
        count += popcount(one) + popcount(push_bb(us, one & third) & empty);
    if (UNLIKELY((west | east | one) & last)) {
        count += 3 * (popcount(west & last) + popcount(east & last));
        count += (counted == COUNT_ALL ? 3 : 4) * popcount(one & last);
    }
    return count;
}

static ALWAYS_INLINE int count_for(const Position *pos, const Counted counted, const Color us) {
    const State *s = pos->state;
    const Bitboard pinned = pinned_men(s, us);
    const Bitboard targets =
        counted == COUNT_CAPTURES ? s->by_color[opponent(us)] : ~s->by_color[us];
    const Bitboard king = s->attacks[bit_make(us, BIT_KING)] & targets;
    const Bitboard attacked = attacked_squares(s, opponent(us));
    int count = count_pieces(s, pinned, targets, us) + popcount(king & ~attacked);
    count += count_pawns(s, pinned, counted, us);
    if (counted == COUNT_ALL && UNLIKELY(s->castling >> (2 * us) & 3))
        count += may_castle(pos, us, WING_SHORT, attacked, pinned) +
                 may_castle(pos, us, WING_LONG, attacked, pinned);
    if (UNLIKELY(s->ep != SQUARE_NONE)) {
        MoveList list;
        list.count = 0;
        en_passant_moves(s, &list);
        count += list.count;
    }
    return count;
}

static int count_evasions(const Position *pos) {
    MoveList list;
    list.count = 0;
    evasion_moves(pos, &list);
    return list.count;
}

int legal_count(const Position *pos) {
    if (UNLIKELY(in_check(pos->state)))
        return count_evasions(pos);
    return pos->state->side == WHITE ? count_for(pos, COUNT_ALL, WHITE)
                                     : count_for(pos, COUNT_ALL, BLACK);
}

int captures_count(const Position *pos) {
    assert(!in_check(pos->state));
    return pos->state->side == WHITE ? count_for(pos, COUNT_CAPTURES, WHITE)
                                     : count_for(pos, COUNT_CAPTURES, BLACK);
}

/* --- move_is_legal: is a move of any 16 bits legal? The matrix has the answer ---------------- */

/* True if a pawn can move from one square to another. Ignores the king's safety and e.p. */
static bool pawn_reaches(const State *s, Square from, Square to, Color us) {
    const Bit bit = man_bit(s->man_on[from]);
    if (s->man_on[to] != MAN_NONE)
        /* A capture. The pawn also "attacks" own pieces, which move_is_legal has excluded. */
        return (s->attacks[bit] & bb(to)) != 0;
    const int up = pawn_push(us);
    if (to == from + up)
        return true;
    return to == from + 2 * up && relative_rank(us, from) == RANK_2 &&
           s->man_on[from + up] == MAN_NONE;
}

bool king_may_go(const State *s, Square king, Square to, Color us) {
    if (attackers_of(s, to, opponent(us)))
        return false;
    for (uint32_t left = checkers_of(s, us) & s->sliders; left;)
        if (geometry.beyond[king][s->square_of[pop_bit32(&left)]] & bb(to))
            return false;
    return true;
}

/* True if a move of a piece other than the king leaves the king safe. After a single check the king
 * is safe if the move takes the checker or blocks its line. A pinned piece must also stay on the
 * pin's line. */
static bool leaves_king_safe(const State *s, Square from, Square to, Color us) {
    const Square king = king_square(s, us);
    const uint32_t checkers = checkers_of(s, us);
    if (checkers & (checkers - 1))
        return false;
    if (checkers) {
        const Square checker = s->square_of[lowest_bit(checkers)];
        if (to != checker && !(geometry.between[king][checker] & bb(to)))
            return false;
    }
    return !(pinned_men(s, us) & bb(from)) || pin_allows(king, from, to);
}

static bool en_passant_is_legal(const State *s, Move m) {
    MoveList list = {.count = 0};
    en_passant_moves(s, &list);
    return list_has(&list, m);
}

bool move_is_legal(const Position *pos, Move m) {
    const State *s = pos->state;
    const Color us = s->side;
    const Square from = move_from(m), to = move_to(m);
    const Man man = s->man_on[from];
    if (man == MAN_NONE || bit_color(man_bit(man)) != us)
        return false;
    const MoveKind kind = move_kind(m);
    if (kind != MOVE_PROMOTION && (m >> 12 & 3))
        return false; /* the promotion bits must be 0, so that a move has only one encoding */
    const PieceType type = man_type(man);
    if (kind == MOVE_CASTLING) {
        const int wing = castling_wing(m);
        return type == KING && !in_check(s) && pos->castle_rook[2 * us + wing] == to &&
               castling_is_legal(pos, wing);
    }
    if (kind == MOVE_EN_PASSANT)
        return en_passant_is_legal(s, m);
    if (s->by_color[us] & bb(to))
        return false;
    if (type == PAWN) {
        const bool promotes = relative_rank(us, to) == RANK_8;
        return promotes == (kind == MOVE_PROMOTION) && pawn_reaches(s, from, to, us) &&
               leaves_king_safe(s, from, to, us);
    }
    if (kind == MOVE_PROMOTION || !(s->attacks[man_bit(man)] & bb(to)))
        return false;
    return type == KING ? king_may_go(s, from, to, us) : leaves_king_safe(s, from, to, us);
}

bool gives_check(Position *pos, Move m) {
    make_move(pos, m);
    const bool check = in_check(pos->state);
    unmake_move(pos);
    return check;
}

Move mating_move(Position *pos) {
    MoveList list = {.count = 0};
    legal_moves(pos, &list);
    for (int i = 0; i < list.count; i++) {
        make_move(pos, list.moves[i]);
        const bool mated = in_check(pos->state) && legal_count(pos) == 0;
        unmake_move(pos);
        if (mated)
            return list.moves[i];
    }
    return MOVE_NONE;
}

/* --- emit ------------------------------------------------------------------------------------ */

static Move *KERNEL_ABI emit_pieces_c(const State *s, uint32_t men, Bitboard targets, Move *out) {
    while (men) {
        const Bit bit = pop_bit32(&men);
        const Square from = s->square_of[bit];
        for (Bitboard to = s->attacks[bit] & targets; to;)
            *out++ = move_make(from, pop_bit(&to));
    }
    return out;
}

static Move *KERNEL_ABI emit_steps_c(Bitboard targets, int step, Move *out) {
    assert(popcount(targets) <= 32);
    while (targets) {
        const Square to = pop_bit(&targets);
        *out++ = move_make(to - step, to);
    }
    return out;
}

EmitPieces emit_pieces_avx2, emit_pieces_vbmi2;
EmitSteps emit_steps_avx2, emit_steps_vbmi2;

static Kernel pieces_kernel = {
    .name = "emit_pieces",
    .versions = {KERNEL_C(emit_pieces_c), KERNEL_NASM("avx2", CPU_AVX2, 0, emit_pieces_avx2),
                 KERNEL_NASM("vbmi2", CPU_AVX512, CPU_VBMI2, emit_pieces_vbmi2)}};
static Kernel steps_kernel = {
    .name = "emit_steps",
    .versions = {KERNEL_C(emit_steps_c), KERNEL_NASM("avx2", CPU_AVX2, 0, emit_steps_avx2),
                 KERNEL_NASM("vbmi2", CPU_AVX512, CPU_VBMI2, emit_steps_vbmi2)}};

EmitPieces *emit_pieces = emit_pieces_c;
EmitSteps *emit_steps = emit_steps_c;

void emit_init(void) {
    emit_pieces = (EmitPieces *)kernel_add(&pieces_kernel);
    emit_steps = (EmitSteps *)kernel_add(&steps_kernel);
}

/* --- perft ----------------------------------------------------------------------------------- */

void perft_moves(const Position *pos, PerftMode mode, MoveList *list) {
    if (mode != PERFT_CAPTURES || in_check(pos->state)) {
        legal_moves(pos, list);
        return;
    }
    CaptureWalk walk;
    const Bitboard pinned = pinned_men(pos->state, pos->state->side);
    captures_start(&walk, pos, pinned, THRESHOLD_ALL);
    for (Move m; (m = captures_next(&walk)) != MOVE_NONE;)
        list_add(list, m);
    push_promotions(pos, pinned, false, list);
    en_passant_moves(pos->state, list);
}

/* The number of moves that perft_moves would give. */
static int leaf_count(const Position *pos, PerftMode mode) {
    return mode != PERFT_CAPTURES || in_check(pos->state) ? legal_count(pos) : captures_count(pos);
}

uint64_t perft(Position *pos, int depth, PerftMode mode, const atomic_bool *stop) {
    assert(depth >= 0 && depth <= MAX_PLY);
    if (depth == 0)
        return 1;
    if (depth == 1 && mode != PERFT_FULL)
        return (uint64_t)leaf_count(pos, mode);
    MoveList list;
    list.count = 0;
    perft_moves(pos, mode, &list);
    uint64_t leaves = 0;
    for (int i = 0; i < list.count && !(stop && *stop); i++) {
        thread_step();
        make_move(pos, list.moves[i]);
        leaves += depth == 1 ? 1 : perft(pos, depth - 1, mode, stop);
        unmake_move(pos);
    }
    return leaves;
}
