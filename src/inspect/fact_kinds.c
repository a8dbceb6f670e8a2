/* The kinds of facts: a definition in chess terms above each function, and their tables. */
#include "inspect/facts_internal.h"

#include <stdlib.h>

/* Returns the squares on which the classical evaluation counts one of the weights `first` to `last` for a colour. */
static Bitboard counted(const Board *b, Color c, int first, int last) {
    Bitboard squares = 0;
    for (int i = 0; i < b->t->site_count; i++) {
        const TraceSite *site = &b->t->sites[i];
        if (site->color == c && site->weight >= first && site->weight <= last &&
            site->square != SQUARE_NONE)
            squares |= bb(site->square);
    }
    return squares;
}

/* --- pawns ----------------------------------------------------------------------------------- */

/* Returns the passed pawns. A passed pawn has no pawn of either side in front of it on its file, and no enemy pawn
 * further forward on the files beside. */
static Bitboard passed(const Board *b, Color c) {
    return b->passed & b->s->by_color[c];
}

/* Returns the isolated pawns, which have no own pawn on the files beside. Passed pawns do not count. */
static Bitboard isolated(const Board *b, Color c) {
    return men(b, c, PAWN) & ~beside_bb(file_fill(men(b, c, PAWN))) & ~b->passed;
}

/* Returns the pawns that have another own pawn in front of them. */
static Bitboard doubled(const Board *b, Color c) {
    return men(b, c, PAWN) & front_span(opponent(c), men(b, c, PAWN));
}

/* Returns the backward pawns. A backward pawn has own pawns on the files beside, and all of these stand further
 * forward. An enemy pawn guards the square in front of it, and no enemy pawn stands in front of it on its file. */
static Bitboard backward(const Board *b, Color c) {
    const Color them = opponent(c);
    const Bitboard pawns = men(b, c, PAWN), enemies = men(b, them, PAWN);
    return pawns & beside_bb(file_fill(pawns)) & ~beside_bb(pawns | front_span(c, pawns)) &
           push_bb(them, pawn_attacks_bb(them, enemies)) & ~front_span(them, enemies);
}

/* Returns the pawns of a wing (files a-d or e-h) on which the side has more pawns than the other side. No pawn of the
 * wing is passed or doubled. Both sides have equally many pawns on the board, and half of the pieces or fewer are
 * left. */
static Bitboard majority(const Board *b, Color c) {
    const Bitboard pawns = men(b, c, PAWN), enemies = men(b, opponent(c), PAWN);
    Bitboard wing = 0x0F0F0F0F0F0F0F0Fu;
    if (popcount(pawns) != popcount(enemies) || b->t->phase > PHASE_FULL / 2)
        return 0;
    if (popcount(pawns & wing) < popcount(enemies & wing))
        wing = ~wing;
    const bool more = popcount(pawns & wing) > popcount(enemies & wing);
    return more && !(b->passed & pawns & wing) && !(doubled(b, c) & wing) ? pawns & wing : 0;
}

/* Returns the pawns on the 5th and 6th rank that an own pawn guards and that are not passed. */
static Bitboard protected_pawn(const Board *b, Color c) {
    const Bitboard pawns = men(b, c, PAWN);
    return pawns & pawn_attacks_bb(c, pawns) & ranks_bb(c, RANK_5, RANK_6) & ~b->passed;
}

/* In the opening, returns the side's pawns on d4, e4, d5 and e5, if the enemy has fewer pawns on these squares. */
static Bitboard centre(const Board *b, Color c) {
    const Bitboard own = men(b, c, PAWN) & CENTRE, theirs = men(b, opponent(c), PAWN) & CENTRE;
    return is_opening(b) && popcount(own) > popcount(theirs) ? own : 0;
}

/* --- files and outposts ---------------------------------------------------------------------- */

/* Returns the rooks on files without a pawn, an enemy rook or an enemy queen, if the board has six pawns or more. */
static Bitboard open_file(const Board *b, Color c) {
    const Color them = opponent(c);
    const Bitboard heavy = men(b, them, ROOK) | men(b, them, QUEEN);
    return popcount(b->s->by_type[PAWN]) >= 6
               ? men(b, c, ROOK) & ~file_fill(b->s->by_type[PAWN] | heavy)
               : 0;
}

/* Returns the rooks on the 7th rank, if the enemy king is on the 8th rank or an enemy pawn is on the 7th rank. */
static Bitboard seventh(const Board *b, Color c) {
    const Color them = opponent(c);
    const Bitboard prey = (men(b, them, KING) & ranks_bb(c, RANK_8, RANK_8)) |
                          (men(b, them, PAWN) & ranks_bb(c, RANK_7, RANK_7));
    return prey ? men(b, c, ROOK) & ranks_bb(c, RANK_7, RANK_7) : 0;
}

/* Returns the knights and bishops on files c-f of the 4th to 6th rank that an own pawn guards and no enemy pawn can
 * ever attack. */
static Bitboard outpost(const Board *b, Color c) {
    return (men(b, c, KNIGHT) | men(b, c, BISHOP)) & ranks_bb(c, RANK_4, RANK_6) & CENTRE_FILES &
           ~b->reach[opponent(c)] & pawn_attacks_bb(c, men(b, c, PAWN));
}

/* Returns the squares of files c-f on the 3rd to 5th rank that no own pawn can ever guard again, an enemy pawn guards,
 * and an enemy knight attacks. */
static Bitboard hole(const Board *b, Color c) {
    const Color them = opponent(c);
    Bitboard attacks = 0;
    for (Bitboard left = men(b, them, KNIGHT); left;)
        attacks |= b->s->attacks[man_bit(b->s->man_on[pop_bit(&left)])];
    return attacks & CENTRE_FILES & ranks_bb(c, RANK_3, RANK_5) & ~b->reach[c] &
           ~b->s->by_color[them] & pawn_attacks_bb(them, men(b, them, PAWN));
}

/* --- kings ----------------------------------------------------------------------------------- */

/* Returns the king if it stands on files a-c or g-h of its first two ranks without cover by pawns, and the enemy has a
 * queen. Without cover means that on two or three of the king_files no own pawn stands on the 2nd or 3rd rank. */
static Bitboard bare(const Board *b, Color c) {
    const Bitboard wings = 0xC7C7C7C7C7C7C7C7u & ranks_bb(c, RANK_1, RANK_2);
    const Bitboard zone = king_files(b, c) & ranks_bb(c, RANK_2, RANK_3);
    const int files = popcount(king_files(b, c) & rank_bb(RANK_1));
    const int covered = popcount(file_fill(zone & men(b, c, PAWN)) & rank_bb(RANK_1));
    return men(b, opponent(c), QUEEN) && files - covered >= 2 ? men(b, c, KING) & wings : 0;
}

/* Returns the king if it stands on its third rank or further forward, the enemy has a queen, and half of the pieces or
 * more are left. */
static Bitboard exposed(const Board *b, Color c) {
    return b->t->phase >= PHASE_FULL / 2 && men(b, opponent(c), QUEEN)
               ? men(b, c, KING) & ranks_bb(c, RANK_3, RANK_8)
               : 0;
}

/* Returns the king if it stands on files d-f of its first two ranks without a right to castle, the enemy has a queen,
 * and two thirds of the pieces or more are left. */
static Bitboard uncastled(const Board *b, Color c) {
    const Bitboard middle = 0x3838383838383838u & ranks_bb(c, RANK_1, RANK_2);
    const int rights = (CASTLE_WHITE_SHORT | CASTLE_WHITE_LONG) << 2 * c;
    return b->t->phase >= PHASE_FULL * 2 / 3 && men(b, opponent(c), QUEEN) &&
                   !(b->s->castling & rights)
               ? men(b, c, KING) & middle
               : 0;
}

/* Returns the king if an enemy rook or queen attacks the king, or a square beside the king, along a file. The file is
 * the king's file or a file beside the king's file, and has no own pawn. The king is on its first three ranks, and the
 * enemy has a queen. */
static Bitboard king_file(const Board *b, Color c) {
    const Color them = opponent(c);
    const Bitboard open = king_files(b, c) & ~file_fill(men(b, c, PAWN));
    const Bitboard ring = b->s->attacks[bit_make(c, BIT_KING)] | men(b, c, KING);
    Bitboard reached = 0;
    for (Bitboard left = open & (men(b, them, ROOK) | men(b, them, QUEEN)); left;) {
        const Square sq = pop_bit(&left);
        reached |= b->s->attacks[man_bit(b->s->man_on[sq])] & file_bb(file_of(sq)) & ring;
    }
    return reached && men(b, them, QUEEN) ? men(b, c, KING) & ranks_bb(c, RANK_1, RANK_3) : 0;
}

/* Returns the king if the enemy queen and two other enemy pieces attack squares beside the king. */
static Bitboard king_attacked(const Board *b, Color c) {
    const Color them = opponent(c);
    const Bitboard king = men(b, c, KING);
    const Bitboard ring = b->s->attacks[bit_make(c, BIT_KING)];
    int attackers = 0;
    bool queen = false;
    for (Bitboard left = b->s->by_color[them] & ~men(b, them, PAWN) & ~men(b, them, KING); left;) {
        const Man man = b->s->man_on[pop_bit(&left)];
        const bool near = (b->s->attacks[man_bit(man)] & ring) != 0;
        attackers += near;
        queen |= near && man_type(man) == QUEEN;
    }
    return queen && attackers >= 3 ? king : 0;
}

/* Returns the king if it stands on its first rank and cannot leave the rank. No own rook or queen stands on this rank,
 * and the enemy has a rook or queen. */
static Bitboard no_escape(const Board *b, Color c) {
    const Color them = opponent(c);
    const Bitboard rank = ranks_bb(c, RANK_1, RANK_1), king = men(b, c, KING) & rank;
    const Bitboard heavy = b->s->by_type[ROOK] | b->s->by_type[QUEEN];
    const Bitboard out = b->s->attacks[bit_make(c, BIT_KING)] & ~rank & ~b->s->by_color[c];
    return (heavy & b->s->by_color[them]) && !(heavy & b->s->by_color[c] & rank) &&
                   !(out & ~b->attacked[them])
               ? king
               : 0;
}

/* --- pieces ---------------------------------------------------------------------------------- */

/* Returns the bishops if they stand on light and on dark squares, and the other side does not have bishops of both
 * kinds. */
static Bitboard bishop_pair(const Board *b, Color c) {
    const Bitboard own = men(b, c, BISHOP), theirs = men(b, opponent(c), BISHOP);
    return (own & DARK_SQUARES) && (own & ~DARK_SQUARES) &&
                   !((theirs & DARK_SQUARES) && (theirs & ~DARK_SQUARES))
               ? own
               : 0;
}

/* Returns the bishops with three or more own pawns on squares of the bishop's colour, each blocked by an enemy pawn.
 * At least one of these pawns stands on files c-f. */
static Bitboard bad_bishop(const Board *b, Color c) {
    const Color them = opponent(c);
    const Bitboard blocked = men(b, c, PAWN) & push_bb(them, men(b, them, PAWN));
    Bitboard bad = 0;
    for (int shade = 0; shade < 2; shade++) {
        const Bitboard squares = shade ? DARK_SQUARES : ~DARK_SQUARES;
        if (popcount(blocked & squares) >= 3 && (blocked & squares & CENTRE_FILES))
            bad |= men(b, c, BISHOP) & squares;
    }
    return bad;
}

/* Returns the knights and bishops that attack only own pawns and squares that enemy pawns guard, and the rooks that
 * their own king shuts in on a wing. In the opening, pieces on their own first rank do not count. */
static Bitboard shut_in(const Board *b, Color c) {
    const Color them = opponent(c);
    const Bitboard there = is_opening(b) ? ~ranks_bb(c, RANK_1, RANK_1) : ~(Bitboard)0;
    const Bitboard barred = men(b, c, PAWN) | pawn_attacks_bb(them, men(b, them, PAWN));
    Bitboard found = counted(b, c, WEIGHT_ROOK_TRAPPED, WEIGHT_ROOK_TRAPPED) & there;
    for (Bitboard left = (men(b, c, KNIGHT) | men(b, c, BISHOP)) & there; left;) {
        const Square sq = pop_bit(&left);
        if (!(b->s->attacks[man_bit(b->s->man_on[sq])] & ~barred))
            found |= bb(sq);
    }
    return found;
}

/* Returns the knights on the 3rd to 6th rank of the a-file and the h-file. */
static Bitboard rim_knight(const Board *b, Color c) {
    return men(b, c, KNIGHT) & (FILE_A_BB | FILE_H_BB) & ranks_bb(c, RANK_3, RANK_6);
}

/* Returns the passed pawns of both sides that have a rook of colour c behind them. */
static Bitboard rook_behind(const Board *b, Color c) {
    const int own = WEIGHT_PASSED_ROOK_BEHIND, enemy = WEIGHT_PASSED_ROOK_BEHIND + 1;
    return counted(b, c, own, own) | counted(b, opponent(c), enemy, enemy);
}

/* In the opening, returns the minor pieces on their squares of the start position, if the other side has fewer such
 * pieces by two or more. */
static Bitboard undeveloped(const Board *b, Color c) {
    const Bitboard own = at_home(b, c);
    return is_opening(b) && popcount(own) >= popcount(at_home(b, opponent(c))) + 2 ? own : 0;
}

/* --- space and endings ------------------------------------------------------------------------ */

/* Returns the squares of files c-f on the 2nd to 4th rank of colour c that have no own pawn and that no enemy pawn
 * guards. */
static Bitboard free_squares(const Board *b, Color c) {
    const Color them = opponent(c);
    return CENTRE_FILES & ranks_bb(c, RANK_2, RANK_4) & ~men(b, c, PAWN) &
           ~pawn_attacks_bb(them, men(b, them, PAWN));
}

/* While more than half of the pieces are left, returns the free_squares of the side, if the other side has at least
 * three fewer free_squares. */
static Bitboard space(const Board *b, Color c) {
    const Bitboard own = free_squares(b, c);
    return b->t->phase > PHASE_FULL / 2 &&
                   popcount(own) >= popcount(free_squares(b, opponent(c))) + 3
               ? own
               : 0;
}

static bool is_pawn_ending(const Board *b) {
    return !has_pieces(b->s, WHITE) && !has_pieces(b->s, BLACK);
}

/* In a pawn ending, returns the king if both kings stand on a file, rank or diagonal with one square between them, and
 * the other side is to move. */
static Bitboard opposition(const Board *b, Color c) {
    const Square own = king_square(b->s, c), other = king_square(b->s, opponent(c));
    const int files = abs(file_of(own) - file_of(other)),
              ranks = abs(rank_of(own) - rank_of(other));
    const bool faces = (files == 0 || files == 2) && (ranks == 0 || ranks == 2);
    return is_pawn_ending(b) && b->s->side != c && faces ? bb(own) : 0;
}

/* Returns the passed pawns with a free path, if the enemy has only pawns, and the enemy king comes too late. */
static Bitboard unstoppable(const Board *b, Color c) {
    return counted(b, c, WEIGHT_PASSED_UNSTOPPABLE, WEIGHT_PASSED_UNSTOPPABLE);
}

/* In an ending, returns the king if it stands on files c-f of its 4th rank or further forward, and the enemy king does
 * not. */
static Bitboard active_king(const Board *b, Color c) {
    const bool other =
        men(b, opponent(c), KING) & CENTRE_FILES & ranks_bb(opponent(c), RANK_4, RANK_8);
    return is_ending(b) && !other ? men(b, c, KING) & CENTRE_FILES & ranks_bb(c, RANK_4, RANK_8)
                                  : 0;
}

/* In an ending, returns the passed pawns of both sides, if the king of colour c is nearer to the square in front of the
 * pawn than the other king, by two moves or more. */
static Bitboard king_nearer(const Board *b, Color c) {
    const Square own = king_square(b->s, c), other = king_square(b->s, opponent(c));
    Bitboard near = 0;
    for (Bitboard left = is_ending(b) ? b->passed : 0; left;) {
        const Square sq = pop_bit(&left);
        const Square stop = sq + pawn_push(has_bit(b->s->by_color[WHITE], sq) ? WHITE : BLACK);
        if (distance(own, stop) + 2 <= distance(other, stop))
            near |= bb(sq);
    }
    return near;
}

/* Returns the king's square if a condition holds and colour c is to move, else the empty set. A fact about both sides
 * is thus listed once, on the square of one king. */
static Bitboard anchor_if(bool condition, const Board *b, Color c) {
    return condition && b->s->side == c ? men(b, c, KING) : 0;
}

/* Returns the king's square for the side to move if no queen, but a rook or a minor piece is on the board. */
static Bitboard no_queens(const Board *b, Color c) {
    return anchor_if(!b->s->by_type[QUEEN] && !is_pawn_ending(b), b, c);
}

/* Returns the king's square for the side to move if only kings and pawns are on the board. */
static Bitboard pawn_ending(const Board *b, Color c) {
    return anchor_if(is_pawn_ending(b), b, c);
}

/* Returns the king's square for the side to move if half of the pieces or fewer are left, each side has one bishop and
 * no knight, and one bishop stands on a light square, the other on a dark one. */
static Bitboard opposite_bishops(const Board *b, Color c) {
    const Bitboard bishops = b->s->by_type[BISHOP];
    return anchor_if(b->t->phase <= PHASE_FULL / 2 && !b->s->by_type[KNIGHT] &&
                         popcount(men(b, WHITE, BISHOP)) == 1 &&
                         popcount(men(b, BLACK, BISHOP)) == 1 && (bishops & DARK_SQUARES) &&
                         (bishops & ~DARK_SQUARES),
                     b, c);
}

/* --- facts of a move -------------------------------------------------------------------------- */

static PieceType mover(const Step *step) {
    return type_on(step->before->s, move_from(step->move));
}

static bool takes(const Step *step) {
    return move_kind(step->move) == MOVE_EN_PASSANT ||
           has_bit(occupied(step->before->s), move_to(step->move));
}

static bool is_minor(const Step *step) {
    return mover(step) == KNIGHT || mover(step) == BISHOP;
}

/* Returns the move's destination as a set if a condition holds, else the empty set. */
static Bitboard goal_if(bool condition, const Step *step) {
    return condition ? bb(move_to(step->move)) : 0;
}

/* Returns the move's destination if, in the opening, a minor piece leaves its square of the start position without a
 * capture. */
static Bitboard develops(const Step *step) {
    return goal_if(is_opening(step->before) && !takes(step) &&
                       has_bit(at_home(step->before, step->by), move_from(step->move)),
                   step);
}

static Bitboard castles(const Step *step) {
    return move_kind(step->move) == MOVE_CASTLING ? men(step->after, step->by, KING) : 0;
}

/* If a pawn advances, returns the enemy pawns that the pawn attacks. At least as many own as enemy pieces must attack
 * the pawn's new square. */
static Bitboard breaks(const Step *step) {
    const Color us = step->by, them = opponent(us);
    const Board *after = step->after;
    const Square to = move_to(step->move);
    const bool holds =
        popcount(attackers_of(after->s, to, us)) >= popcount(attackers_of(after->s, to, them));
    return mover(step) == PAWN && !takes(step) && holds
               ? pawn_attacks_bb(us, bb(to)) & men(after, them, PAWN)
               : 0;
}

/* Returns the move's destination if, in the opening, a pawn comes to d4, e4, d5 or e5. At least as many own as enemy
 * pieces must attack this square. */
static Bitboard takes_centre(const Step *step) {
    const State *s = step->after->s;
    const Square to = move_to(step->move);
    return goal_if(is_opening(step->before) && mover(step) == PAWN && has_bit(CENTRE, to) &&
                       popcount(attackers_of(s, to, step->by)) >=
                           popcount(attackers_of(s, to, opponent(step->by))),
                   step);
}

/* Returns the move's destination if, in the opening, a minor piece that no enemy attacks goes back to its first rank
 * without a capture. */
static Bitboard retreats(const Step *step) {
    const Square from = move_from(step->move);
    const Bitboard home = ranks_bb(step->by, RANK_1, RANK_1);
    return goal_if(is_opening(step->before) && is_minor(step) && !takes(step) &&
                       !has_bit(home, from) && has_bit(home, move_to(step->move)) &&
                       !attackers_of(step->before->s, from, opponent(step->by)),
                   step);
}

/* Returns the move's destination if, in the opening, a minor piece moves again, without a capture. The piece had left
 * its square of the start position, and no enemy attacks the piece. At least two other minor pieces of the side still
 * stand on their squares of the start position. */
static Bitboard moves_again(const Step *step) {
    const Square from = move_from(step->move);
    const Bitboard home = at_home(step->before, step->by);
    return goal_if(is_opening(step->before) && is_minor(step) && !takes(step) && several(home) &&
                       !has_bit(home, from) &&
                       !attackers_of(step->before->s, from, opponent(step->by)),
                   step);
}

/* Returns the move's destination if a pawn in front of the own king advances. The king must stand on files a-c or g-h
 * of its first rank, and the enemy must have a queen. */
static Bitboard loosens(const Step *step) {
    const Board *b = step->before;
    const Bitboard wings = 0xC7C7C7C7C7C7C7C7u & ranks_bb(step->by, RANK_1, RANK_1);
    return goal_if(mover(step) == PAWN && !takes(step) && (men(b, step->by, KING) & wings) &&
                       men(b, opponent(step->by), QUEEN) &&
                       has_bit(king_files(b, step->by) & ranks_bb(step->by, RANK_2, RANK_3),
                               move_from(step->move)),
                   step);
}

/* Returns the move's destination if a passed pawn advances to its 5th rank or further. At least as many own as enemy
 * pieces must attack this square. */
static Bitboard advances(const Step *step) {
    const State *s = step->after->s;
    const Square to = move_to(step->move);
    return goal_if(has_bit(step->before->passed, move_from(step->move)) &&
                       relative_rank(step->by, to) >= RANK_5 && !takes(step) &&
                       popcount(attackers_of(s, to, step->by)) >=
                           popcount(attackers_of(s, to, opponent(step->by))),
                   step);
}

/* --- the tables -------------------------------------------------------------------------------- */

#define TERM(name)                                                                                 \
    { WEIGHT_##name, WEIGHT_LAST_##name }
#define TERM_AT(name, i)                                                                           \
    { WEIGHT_##name + (i), WEIGHT_##name + (i) }
#define MOBILITY                                                                                   \
    { WEIGHT_KNIGHT_MOBILITY, WEIGHT_LAST_QUEEN_MOBILITY }
enum { PAIR_BB = 5 }; /* the index, among the weights OWN_PAIR, of the weight for two bishops */

/* clang-format off */
const FactRow board_facts[FACT_MOVE_FIRST] = {
    [FACT_PASSED] = {"passed pawn", "{=}a passed {f}-pawn", THEME_PASSED, SAME_FILE, false, 15, passed, {{WEIGHT_PASSED, WEIGHT_LAST_PASSED_ROOK_BEHIND}}, NULL, false},
    [FACT_ISOLATED] = {"isolated pawn", "leaves {s} {f}-pawn isolated", THEME_WEAK_FILE, SAME_FILE, false, -10, isolated, {TERM(ISOLATED)}, NULL, false},
    [FACT_DOUBLED] = {"doubled pawn", "leaves {s} {f}-pawns doubled", THEME_WEAK_FILE, SAME_FILE, false, -10, doubled, {TERM(DOUBLED)}, NULL, false},
    [FACT_BACKWARD] = {"backward pawn", "leaves {s} pawn on {q} backward", THEME_OWN, SAME_FILE, false, -10, backward, {TERM(BACKWARD)}, NULL, false},
    [FACT_MAJORITY] = {"majority", "{=}the majority on the {w}", THEME_OWN, SAME_SIDE, true, 10, majority, {TERM(CANDIDATE)}, NULL, false},
    [FACT_PROTECTED] = {"protected pawn", "{=}a protected pawn on {q}", THEME_OWN, SAME_FILE, false, 5, protected_pawn, {{0, 0}}, NULL, false},
    [FACT_CENTRE] = {"centre", "{=}the centre", THEME_CENTRE, SAME_SIDE, true, 12, centre, {TERM(PAWN_SQUARE)}, NULL, false},
    [FACT_OPEN_FILE] = {"open file", "{=}the open {f}-file", THEME_OWN, SAME_FILE, false, 12, open_file, {TERM(ROOK_FILE)}, NULL, false},
    [FACT_SEVENTH] = {"rook on the seventh rank", "{=}a rook on the seventh rank", THEME_OWN, SAME_SIDE, false, 20, seventh, {TERM(PIECE_SQUARE)}, NULL, false},
    [FACT_OUTPOST] = {"outpost", "{=}an outpost on {q}", THEME_SQUARE, SAME_SQUARE, false, 15, outpost, {TERM(KNIGHT_OUTPOST), TERM(BISHOP_OUTPOST)}, NULL, false},
    [FACT_HOLE] = {"hole", "{~}the square {q} for a knight", THEME_SQUARE, SAME_SQUARE, false, -15, hole, {{0, 0}}, NULL, false},
    [FACT_SHELTER] = {"bare king", "leaves {s} king without cover by pawns", THEME_KING, SAME_SIDE, false, -25, bare, {TERM(SHELTER), TERM(STORM), TERM(KING_CURVE)}, NULL, false},
    [FACT_EXPOSED] = {"exposed king", "leaves {s} king out in the open", THEME_KING, SAME_SIDE, false, -25, exposed, {TERM(KING_CURVE)}, NULL, false},
    [FACT_UNCASTLED] = {"king in the centre", "leaves {s} king in the centre", THEME_KING, SAME_SIDE, false, -20, uncastled, {TERM(PIECE_SQUARE), TERM(KING_CURVE)}, NULL, false},
    [FACT_KING_FILE] = {"open file near the king", "leaves an open file near {s} king", THEME_KING, SAME_SIDE, false, -15, king_file, {TERM(SHELTER), TERM(KING_CURVE)}, NULL, false},
    [FACT_KING_ATTACKED] = {"attacked king", "leaves {s} king under attack", THEME_KING, SAME_SIDE, false, -20, king_attacked, {TERM(KING_CURVE)}, NULL, false},
    [FACT_NO_ESCAPE] = {"no escape square", "leaves {s} king without an escape square", THEME_KING, SAME_SIDE, false, -10, no_escape, {{0, 0}}, NULL, false},
    [FACT_BISHOP_PAIR] = {"bishop pair", "{=}the bishop pair", THEME_OWN, SAME_SIDE, true, 20, bishop_pair, {TERM(BISHOP_PAIR), TERM_AT(OWN_PAIR, PAIR_BB)}, NULL, false},
    [FACT_BAD_BISHOP] = {"bad bishop", "leaves {s} bishop behind its own pawns", THEME_OWN, SAME_SIDE, false, -12, bad_bishop, {TERM(BISHOP_PAWNS), TERM(BISHOP_RAMMED), TERM(BISHOP_MOBILITY)}, NULL, false},
    [FACT_SHUT_IN] = {"shut-in piece", "leaves {s} {p} on {q} shut in", THEME_OWN, SAME_SQUARE, false, -15, shut_in, {MOBILITY, TERM(ROOK_TRAPPED)}, NULL, false},
    [FACT_RIM_KNIGHT] = {"knight on the rim", "leaves {s} knight on the rim", THEME_OWN, SAME_SIDE, false, -5, rim_knight, {TERM(PIECE_SQUARE), TERM(KNIGHT_MOBILITY)}, NULL, false},
    [FACT_ROOK_BEHIND] = {"rook behind a passed pawn", "{=}a rook behind the passed {f}-pawn", THEME_PASSED, SAME_FILE, false, 10, rook_behind, {TERM(PASSED_ROOK_BEHIND)}, NULL, false},
    [FACT_UNDEVELOPED] = {"undeveloped pieces", "leaves {S} behind in development", THEME_TIME, SAME_SIDE, true, -20, undeveloped, {TERM(PIECE_SQUARE), MOBILITY}, NULL, false},
    [FACT_SPACE] = {"space", "{=}more space", THEME_OWN, SAME_SIDE, true, 10, space, {TERM(SPACE), TERM(SPACE_BEHIND)}, NULL, false},
    [FACT_OPPOSITION] = {"opposition", "{=}the opposition", THEME_OWN, SAME_SIDE, false, 20, opposition, {{0, 0}}, NULL, false},
    [FACT_UNSTOPPABLE] = {"unstoppable pawn", "lets {S}'s {f}-pawn run through", THEME_PASSED, SAME_FILE, false, 200, unstoppable, {{0, 0}}, NULL, false},
    [FACT_ACTIVE_KING] = {"active king", "{=}the more active king", THEME_OWN, SAME_SIDE, false, 15, active_king, {TERM(PIECE_SQUARE)}, NULL, false},
    [FACT_KING_NEARER] = {"king nearer to a passed pawn", "{=}the king nearer to the passed {f}-pawn", THEME_PASSED, SAME_FILE, false, 10, king_nearer, {TERM(PASSED_OUR_KING), TERM(PASSED_THEIR_KING)}, NULL, false},
    [FACT_NO_QUEENS] = {"no queens", "trades the queens", THEME_OWN, SAME_SIDE, true, 0, no_queens, {{0, 0}}, NULL, false},
    [FACT_PAWN_ENDING] = {"pawn ending", "goes into a pawn ending", THEME_OWN, SAME_SIDE, true, 0, pawn_ending, {{0, 0}}, NULL, false},
    [FACT_OPPOSITE_BISHOPS] = {"bishops of opposite colours", "leaves bishops of opposite colours", THEME_OWN, SAME_SIDE, true, 0, opposite_bishops, {{0, 0}}, NULL, false},
};

const FactRow move_facts[FACT_COUNT - FACT_MOVE_FIRST] = {
    [FACT_DEVELOPS - FACT_MOVE_FIRST] = {"development", "develops the {p}", THEME_TIME, SAME_SIDE, false, 20, NULL, {{0, 0}}, develops, false},
    [FACT_CASTLES - FACT_MOVE_FIRST] = {"castling", "brings the king into safety", THEME_KING, SAME_SIDE, false, 25, NULL, {{0, 0}}, castles, false},
    [FACT_BREAKS - FACT_MOVE_FIRST] = {"pawn break", "{+attack} the pawn on {q}", THEME_OWN, SAME_SQUARE, false, 18, NULL, {{0, 0}}, breaks, true},
    [FACT_TAKES_CENTRE - FACT_MOVE_FIRST] = {"pawn in the centre", "{+take} the centre", THEME_CENTRE, SAME_SIDE, false, 15, NULL, {{0, 0}}, takes_centre, true},
    [FACT_RETREATS - FACT_MOVE_FIRST] = {"retreat", "moves the {p} back", THEME_TIME, SAME_SIDE, false, -15, NULL, {{0, 0}}, retreats, false},
    [FACT_MOVES_AGAIN - FACT_MOVE_FIRST] = {"loss of time", "moves the same {p} again", THEME_TIME, SAME_SIDE, false, -12, NULL, {{0, 0}}, moves_again, false},
    [FACT_LOOSENS - FACT_MOVE_FIRST] = {"loose shelter", "loosens the pawns before the king", THEME_KING, SAME_SIDE, false, -10, NULL, {{0, 0}}, loosens, false},
    [FACT_ADVANCES - FACT_MOVE_FIRST] = {"passed pawn advances", "{+advance} the passed {f}-pawn", THEME_PASSED, SAME_FILE, false, 20, NULL, {{0, 0}}, advances, true},
};
/* clang-format on */
