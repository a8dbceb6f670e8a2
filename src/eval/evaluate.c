#include "eval/evaluate.h"

/* A middlegame and an endgame value. */
typedef struct Tapered {
    int mg, eg;
} Tapered;

/* Centipawns by type. */
static const Tapered MATERIAL[TYPE_COUNT] = {{82, 110},  {335, 305},  {355, 330},
                                             {480, 545}, {1010, 980}, {0, 0}};

/* Piece-square values are the sum of a bonus for the rank, as the man's colour counts it, and one
 * for the distance of the file from the edge (0 to 3). */
static const int8_t RANK_MG[TYPE_COUNT][8] = {
    {0, -4, -6, 4, 12, 30, 55, 0}, {-32, -14, -2, 8, 16, 18, 4, -30},
    {-10, 2, 6, 6, 8, 8, -4, -14}, {-4, -8, -10, -8, -2, 6, 18, 10},
    {0, 2, 0, -2, -2, 2, -4, 4},   {22, 4, -24, -40, -48, -44, -36, -36}};
static const int8_t RANK_EG[TYPE_COUNT][8] = {
    {0, 0, 2, 8, 22, 52, 90, 0},      {-28, -14, -4, 8, 12, 6, -8, -26},
    {-10, -4, 2, 6, 8, 6, 0, -6},     {-6, -6, -4, 0, 6, 8, 10, 8},
    {-24, -16, -4, 8, 16, 16, 14, 6}, {-38, -16, -2, 10, 18, 20, 12, -14}};
static const int8_t FILE_MG[TYPE_COUNT][4] = {{-8, -2, 2, 10}, {-20, -4, 4, 8}, {-6, 2, 2, 4},
                                              {-4, -2, 4, 8},  {-4, 0, 2, 2},   {8, 14, -10, -16}};
static const int8_t FILE_EG[TYPE_COUNT][4] = {{4, 2, -2, -4}, {-14, -4, 4, 8}, {-6, 0, 2, 4},
                                              {0, 0, 0, 0},   {-10, -2, 4, 8}, {-16, -2, 6, 10}};

/* Per square of mobility, counted from a usual number of squares. */
static const Tapered MOBILITY[TYPE_COUNT] = {{0, 0}, {4, 4}, {5, 5}, {2, 5}, {1, 4}, {0, 0}};
static const int8_t USUAL_MOBILITY[TYPE_COUNT] = {0, 4, 6, 7, 12, 0};

/* What each type adds to the game phase; PHASE_FULL is the start position's sum. */
static const int8_t PHASE[TYPE_COUNT] = {0, 1, 1, 2, 4, 0};
enum { PHASE_FULL = 24, TEMPO = 14 };

static Tapered piece_square[TYPE_COUNT][SQUARE_COUNT]; /* White's; Black's are mirrored */

void evaluate_init(void) {
    for (PieceType type = PAWN; type <= KING; type++) {
        for (Square sq = 0; sq < SQUARE_COUNT; sq++) {
            const int edge = file_of(sq) < 4 ? file_of(sq) : 7 - file_of(sq);
            piece_square[type][sq] =
                (Tapered){MATERIAL[type].mg + RANK_MG[type][rank_of(sq)] + FILE_MG[type][edge],
                          MATERIAL[type].eg + RANK_EG[type][rank_of(sq)] + FILE_EG[type][edge]};
        }
    }
}

/* A colour's men: where they stand, and what they reach that no own man holds and no enemy Pawn
 * attacks. */
static ALWAYS_INLINE Tapered men_value(const State *s, Color c) {
    const Bitboard area =
        ~(s->by_color[c] | pawn_attacks_bb(opponent(c), men_of(s, opponent(c), PAWN)));
    Tapered sum = {0, 0};
    for (uint32_t men = s->alive & half_of(c); men;) {
        const Bit bit = pop_bit32(&men);
        const Square sq = s->square_of[bit];
        const PieceType type = type_on(s, sq);
        const Tapered value = piece_square[type][sq ^ (c == BLACK ? 56 : 0)];
        const int mobility = popcount(s->attacks[bit] & area) - USUAL_MOBILITY[type];
        sum.mg += value.mg + mobility * MOBILITY[type].mg;
        sum.eg += value.eg + mobility * MOBILITY[type].eg;
    }
    return sum;
}

/* PHASE_FULL with all pieces on the board, 0 with none. */
static int game_phase(uint64_t material) {
    int phase = 0;
    for (Color c = WHITE; c <= BLACK; c++)
        for (PieceType type = KNIGHT; type <= QUEEN; type++)
            phase += PHASE[type] * material_count(material, c, type);
    return phase < PHASE_FULL ? phase : PHASE_FULL;
}

int evaluate(const Position *pos) {
    const State *s = pos->state;
    const Tapered white = men_value(s, WHITE), black = men_value(s, BLACK);
    const int mg = white.mg - black.mg, eg = white.eg - black.eg;
    const int phase = game_phase(s->material);
    const int score = (mg * phase + eg * (PHASE_FULL - phase)) / PHASE_FULL;
    return (s->side == WHITE ? score : -score) + TEMPO;
}
