#include "eval/endings.h"

#include "core/names.h"
#include "eval/kpk.h"
#include "eval/spans.h"
#include "eval/trace.h"
#include "moves/generate.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* --- looking ---------------------------------------------------------------------------------- */

static Bitboard squares_of(const EndingView *v, bool strong, PieceType type) {
    return men_of(v->pos->state, strong ? v->strong : opponent(v->strong), type);
}

/* The square, as seen, of a side's first piece of a type, which must be there. */
static Square seen(const EndingView *v, bool strong, PieceType type) {
    return lowest_bit(squares_of(v, strong, type)) ^ v->flip;
}

static bool same_shade(Square a, Square b) {
    return ((DARK_SQUARES >> a ^ DARK_SQUARES >> b) & 1) == 0;
}

static bool is_dark(Square sq) {
    return DARK_SQUARES >> sq & 1;
}

/* How near the edge, 0 in the middle to 6 in a corner. */
static int to_edge(Square sq) {
    return 6 - edge_distance(file_of(sq)) - edge_distance(rank_of(sq));
}

/* How near two squares are, 0 to 7. */
static int nearness(Square a, Square b) {
    return 8 - distance(a, b);
}

/* Material of the strong side in the endgame. */
static int own_material(const EndingView *v) {
    int sum = 0;
    for (PieceType type = PAWN; type <= QUEEN; type++)
        sum += eg_of(weights[WEIGHT_MATERIAL + type]) * popcount(squares_of(v, true, type));
    return min_int(sum, 3000);
}

/* Drives the weak king to the edge and brings the strong one near. */
static int driven(const EndingView *v) {
    return 20 * to_edge(v->king[1]) + 10 * nearness(v->king[0], v->king[1]);
}

/* --- values ----------------------------------------------------------------------------------- */

static int value_draw(const EndingView *v) {
    (void)v;
    return 0;
}

/* Any mating material against the bare king. */
static int value_kxk(const EndingView *v) {
    const Bitboard bishops = squares_of(v, true, BISHOP);
    const bool mates = squares_of(v, true, QUEEN) || squares_of(v, true, ROOK) ||
                       (bishops && squares_of(v, true, KNIGHT)) ||
                       ((bishops & DARK_SQUARES) && (bishops & ~DARK_SQUARES));
    if (!v->strong_to_move && !in_check(v->pos->state) && legal_count(v->pos) == 0)
        return 0;
    return (mates ? KNOWN_WIN : 0) + own_material(v) + driven(v);
}

/* Mate is only to be had in a corner of the bishop's shade. */
static int value_kbnk(const EndingView *v) {
    /* a1 and h8 are dark: how far the king is from the diagonal between the other two corners. For
     * a light bishop the board is mirrored. */
    const bool dark = is_dark(lowest_bit(squares_of(v, true, BISHOP)));
    const Square king = king_square(v->pos->state, opponent(v->strong)),
                 mirrored = king ^ (dark ? 0 : 7);
    const int corner = abs(7 - rank_of(mirrored) - file_of(mirrored));
    return KNOWN_WIN + own_material(v) + 60 * corner + 10 * nearness(v->king[0], v->king[1]);
}

static int value_kpk(const EndingView *v) {
    const Square pawn = seen(v, true, PAWN);
    if (!kpk_wins(WHITE, v->king[0], pawn, v->king[1], !v->strong_to_move))
        return 0;
    return KNOWN_WIN - 1000 + own_material(v) + 20 * rank_of(pawn);
}

/* Rook against pawn: won if the strong king stops it, or the weak one is far from it. */
static int value_krkp(const EndingView *v) {
    /* Seen with the pawn going down. */
    const Square pawn = seen(v, false, PAWN), rook = seen(v, true, ROOK);
    const Square king = v->king[0], weak = v->king[1], last = square_at(file_of(pawn), RANK_1);
    const int won = eg_of(weights[WEIGHT_MATERIAL + ROOK]) - 10 * distance(king, pawn);
    if (file_of(king) == file_of(pawn) && king < pawn)
        return won;
    if (distance(weak, pawn) >= 3 + !v->strong_to_move && distance(weak, rook) >= 3)
        return won;
    if (rank_of(weak) <= RANK_3 && distance(weak, pawn) == 1 && rank_of(king) >= RANK_4 &&
        distance(king, pawn) > 2 + v->strong_to_move)
        return 40 - 4 * distance(king, pawn);
    return 120 - 8 * (distance(king, pawn - 8) - distance(weak, pawn - 8) - distance(pawn, last));
}

static int value_krkb(const EndingView *v) {
    return 6 * to_edge(v->king[1]);
}

/* A knight far from its king is lost. */
static int value_krkn(const EndingView *v) {
    return 6 * to_edge(v->king[1]) + 10 * distance(v->king[1], seen(v, false, KNIGHT));
}

/* Won but for a rook's or bishop's pawn one step from promotion with its king beside it. */
static int value_kqkp(const EndingView *v) {
    const Square pawn = seen(v, false, PAWN);
    const int file = edge_distance(file_of(pawn));
    const int near = 10 * nearness(v->king[0], v->king[1]);
    if (rank_of(pawn) == RANK_2 && distance(v->king[1], pawn) == 1 && (file == 0 || file == 2) &&
        distance(v->king[0], pawn) > 3)
        return near;
    return eg_of(weights[WEIGHT_MATERIAL + QUEEN]) + near;
}

static int value_kqkr(const EndingView *v) {
    return eg_of(weights[WEIGHT_MATERIAL + QUEEN]) - eg_of(weights[WEIGHT_MATERIAL + ROOK]) +
           driven(v);
}

/* The knights may mate because the pawn moves; the less it has moved the better. */
static int value_knnkp(const EndingView *v) {
    return 8 * to_edge(v->king[1]) + 12 * rank_of(seen(v, false, PAWN));
}

/* --- scales ----------------------------------------------------------------------------------- */

/* Rook and pawn against rook. */
static int scale_krpkr(const EndingView *v) {
    const Square pawn = seen(v, true, PAWN), rook = seen(v, true, ROOK);
    const Square defender = seen(v, false, ROOK), king = v->king[0], weak = v->king[1];
    const Square last = square_at(file_of(pawn), RANK_8);
    const int rank = rank_of(pawn), tempo = v->strong_to_move;
    /* Philidor: the king before the pawn, the rook on the 6th until the pawn goes there, */
    if (rank <= RANK_5 && distance(weak, last) <= 1 && rank_of(king) <= RANK_5 &&
        (rank_of(defender) == RANK_6 || (rank <= RANK_3 && rank_of(rook) != RANK_6)))
        return 0;
    /* then checks from behind. */
    if (rank == RANK_6 && distance(weak, last) <= 1 && rank_of(king) + tempo <= RANK_6 &&
        (rank_of(defender) == RANK_1 || (!tempo && abs(file_of(defender) - file_of(pawn)) >= 3)))
        return 0;
    if (rank >= RANK_6 && weak == last && rank_of(defender) == RANK_1 &&
        (!tempo || distance(king, pawn) >= 2))
        return 0;
    /* A rook's pawn with its own rook in front, the defender behind, the king on g7 or h7. */
    if (pawn == square_at(FILE_A, RANK_7) && rook == A8 && rank_of(weak) == RANK_7 &&
        file_of(weak) >= FILE_G && file_of(defender) == FILE_A &&
        (rank_of(defender) <= RANK_3 || file_of(king) >= FILE_D || rank_of(king) <= RANK_5))
        return 0;
    /* The king blocks the pawn and the strong one is far. */
    if (rank <= RANK_5 && weak == pawn + 8 && distance(king, pawn) - tempo >= 2 &&
        distance(king, defender) - tempo >= 2)
        return 24;
    /* Lucena: one step from promotion, the king shut off. */
    if (rank == RANK_7 && file_of(pawn) != FILE_A && file_of(rook) == file_of(pawn) &&
        rook != last && distance(king, last) < distance(weak, last) - 2 + tempo)
        return SCALE_NORMAL;
    /* The king in front of the pawn, or the pawn far from home: hard to win. */
    if (rank <= RANK_4 && weak > pawn && abs(file_of(weak) - file_of(pawn)) <= 1)
        return 24 - 2 * distance(king, weak);
    return SCALE_UNKNOWN;
}

/* Two pawns against one, none passed, the king before them. */
static int scale_krppkrp(const EndingView *v) {
    static const int8_t BY_RANK[8] = {0, 9, 10, 14, 21, 44, 0, 0};
    const State *s = v->pos->state;
    const Color weak = opponent(v->strong);
    Bitboard pawns = squares_of(v, true, PAWN);
    const Bitboard enemy = squares_of(v, false, PAWN);
    int furthest = RANK_1;
    while (pawns) {
        const Square pawn = pop_bit(&pawns);
        const Bitboard front = front_span(v->strong, bb(pawn));
        const int rank = relative_rank(v->strong, pawn);
        if (!((front | beside_bb(front)) & enemy) ||
            abs(file_of(king_square(s, weak)) - file_of(pawn)) > 1 ||
            relative_rank(v->strong, king_square(s, weak)) <= rank)
            return SCALE_UNKNOWN;
        furthest = max_int(rank, furthest);
    }
    return furthest <= RANK_6 ? BY_RANK[furthest] : SCALE_UNKNOWN;
}

/* True if all pawns of the strong side stand on one rook's file; *last is where they promote. */
static bool rook_pawns_only(const EndingView *v, Square *last) {
    const Bitboard pawns = squares_of(v, true, PAWN);
    const int file = file_of(lowest_bit(pawns));
    *last = square_at(file, v->strong == WHITE ? RANK_8 : RANK_1);
    return !(pawns & ~FILE_A_BB) || !(pawns & ~FILE_H_BB);
}

/* A bishop that does not hold the corner of its rook's pawn. */
static int scale_kbpk(const EndingView *v) {
    Square last;
    if (!rook_pawns_only(v, &last) || same_shade(last, lowest_bit(squares_of(v, true, BISHOP))))
        return SCALE_UNKNOWN;
    return distance(king_square(v->pos->state, opponent(v->strong)), last) <= 1 ? 0 : SCALE_UNKNOWN;
}

/* The weak king stands on the pawn's path, where the bishop can not drive it away in time. */
static bool king_holds(const EndingView *v) {
    const Square pawn = seen(v, true, PAWN), weak = v->king[1];
    return file_of(weak) == file_of(pawn) && weak > pawn &&
           (!same_shade(weak, seen(v, true, BISHOP)) || rank_of(weak) <= RANK_6);
}

static int scale_kbpkb(const EndingView *v) {
    if (king_holds(v))
        return 0;
    return same_shade(seen(v, true, BISHOP), seen(v, false, BISHOP)) ? SCALE_UNKNOWN : 4;
}

static int scale_kbpkn(const EndingView *v) {
    return king_holds(v) ? 0 : SCALE_UNKNOWN;
}

/* Rook's pawns alone, and the king before them. */
static int scale_kpsk(const EndingView *v) {
    Square last;
    return rook_pawns_only(v, &last) &&
                   distance(king_square(v->pos->state, opponent(v->strong)), last) <= 1
               ? 0
               : SCALE_UNKNOWN;
}

/* A knight cannot drive the king from the corner of a rook's pawn on the 7th. */
static int scale_knpk(const EndingView *v) {
    return seen(v, true, PAWN) == square_at(FILE_A, RANK_7) && distance(v->king[1], A8) <= 1
               ? 0
               : SCALE_UNKNOWN;
}

/* True if a pawn may decide by itself, whatever the other one does: far advanced, but not on a
 * rook's file. */
static bool far_advanced(Color c, Square pawn) {
    return relative_rank(c, pawn) >= RANK_5 && edge_distance(file_of(pawn)) != 0;
}

/* If neither pawn would win alone against the bare king, it does not win against a pawn more. */
static int scale_kpkp(const EndingView *v) {
    const State *s = v->pos->state;
    const Square king = king_square(s, v->strong), weak = king_square(s, opponent(v->strong));
    const Square own = lowest_bit(squares_of(v, true, PAWN));
    const Square foe = lowest_bit(squares_of(v, false, PAWN));
    if (far_advanced(v->strong, own) || far_advanced(opponent(v->strong), foe) ||
        kpk_wins(v->strong, king, own, weak, s->side) ||
        kpk_wins(opponent(v->strong), weak, foe, king, s->side))
        return SCALE_UNKNOWN;
    return 0;
}

/* --- the table -------------------------------------------------------------------------------- */

/* The first row that fits counts. */
static const Ending ENDINGS[] = {
    {"K-K", value_draw, NULL},    {"KN-K", value_draw, NULL},    {"KB-K", value_draw, NULL},
    {"KNN-K", value_draw, NULL},  {"KN-KN", value_draw, NULL},   {"KB-KN", value_draw, NULL},
    {"KB-KB", value_draw, NULL},  {"KP-K", value_kpk, NULL},     {"KBN-K", value_kbnk, NULL},
    {"KR-KP", value_krkp, NULL},  {"KR-KB", value_krkb, NULL},   {"KR-KN", value_krkn, NULL},
    {"KQ-KP", value_kqkp, NULL},  {"KQ-KR", value_kqkr, NULL},   {"KNN-KP", value_knnkp, NULL},
    {"KP+-K", NULL, scale_kpsk},  {"KNP-K", NULL, scale_knpk},   {"KBP+-KP", NULL, scale_kbpk},
    {"KBP+-K", NULL, scale_kbpk}, {"KBP-KB", NULL, scale_kbpkb}, {"KBP-KN", NULL, scale_kbpkn},
    {"KP-KP", NULL, scale_kpkp},  {"KRP-KR", NULL, scale_krpkr}, {"KRPP-KRP", NULL, scale_krppkrp},
    {"KQX-K", value_kxk, NULL},   {"KRX-K", value_kxk, NULL},    {"KBBX-K", value_kxk, NULL},
    {"KBNX-K", value_kxk, NULL},
};
enum { ENDING_COUNT = sizeof ENDINGS / sizeof *ENDINGS };

/* A pattern read: how many pieces of each type at least and at most, strong side first. */
typedef struct Range {
    uint8_t least[COLOR_COUNT][TYPE_COUNT], most[COLOR_COUNT][TYPE_COUNT];
} Range;

static Range ranges[ENDING_COUNT];

static Range read_pattern(const char *pattern) {
    Range r = {0};
    PieceType type = KING;
    for (int side = 0; *pattern; pattern++) {
        const char *letter = strchr(PIECE_LETTERS, *pattern);
        if (*pattern == '-') {
            side++;
        } else if (*pattern == '+') {
            r.most[side][type] = 15;
        } else if (*pattern == 'X') {
            memset(r.most[side], 15, sizeof r.most[side]);
        } else {
            type = (PieceType)(letter - PIECE_LETTERS);
            r.least[side][type]++;
            r.most[side][type]++;
        }
    }
    return r;
}

void endings_init(void) {
    for (int i = 0; i < ENDING_COUNT; i++)
        ranges[i] = read_pattern(ENDINGS[i].pattern);
}

static bool fits(const Range *r, uint64_t material, Color strong) {
    for (int side = 0; side < 2; side++) {
        for (PieceType type = PAWN; type <= QUEEN; type++) {
            const int n = material_count(material, side ? opponent(strong) : strong, type);
            if (n < r->least[side][type] || n > r->most[side][type])
                return false;
        }
    }
    return true;
}

static const Ending *find(uint64_t material, Color strong, bool value) {
    for (int i = 0; i < ENDING_COUNT; i++)
        if ((value ? ENDINGS[i].value != NULL : ENDINGS[i].scale != NULL) &&
            fits(&ranges[i], material, strong))
            return &ENDINGS[i];
    return NULL;
}

const Ending *ending_with_value(uint64_t material, Color strong) {
    return find(material, strong, true);
}

const Ending *ending_with_scale(uint64_t material, Color strong) {
    return find(material, strong, false);
}

static EndingView view_of(const Position *pos, Color strong) {
    const State *s = pos->state;
    EndingView v = {.pos = pos, .strong = strong, .strong_to_move = s->side == strong};
    const Bitboard pawns = s->by_type[PAWN];
    v.flip = strong == WHITE ? 0 : 56;
    if (pawns && file_of(lowest_bit(pawns)) > FILE_D)
        v.flip ^= 7;
    v.king[0] = king_square(s, strong) ^ v.flip;
    v.king[1] = king_square(s, opponent(strong)) ^ v.flip;
    return v;
}

int ending_value(const Ending *ending, const Position *pos, Color strong) {
    assert(ending->value && fits(&ranges[ending - ENDINGS], pos->state->material, strong));
    const EndingView v = view_of(pos, strong);
    return ending->value(&v);
}

int ending_scale(const Ending *ending, const Position *pos, Color strong) {
    assert(ending->scale && fits(&ranges[ending - ENDINGS], pos->state->material, strong));
    const EndingView v = view_of(pos, strong);
    return ending->scale(&v);
}
