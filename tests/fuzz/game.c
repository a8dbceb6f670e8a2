/* The bytes choose kernels, a start and legal moves, unmakes, null moves, new roots and copies. After
 * each of them matrix, lists, keys and generators are compared with what is made from scratch, now
 * and then the evaluation, too; what is taken back must be as it was before. */
#include "fuzz/fuzz.h"

#include "board/fen.h"
#include "board/make.h"
#include "board/position.h"
#include "kernels/registry.h"
#include "moves/captures.h"
#include "moves/generate.h"
#include "selfcheck/verify.h"
#include "support/games.h"

#include <stdio.h>
#include <string.h>

/* --- kernels -------------------------------------------------------------------------------- */

/* The n-th version of a kernel that this machine can run, the C reference for 0; the last one at
 * most. */
static KernelFunction *version(const char *name, int n) {
    const Kernel *kernel = kernel_find(name);
    const KernelVersion *picked = kernel_next(kernel, NULL), *next;
    while (n-- > 0 && (next = kernel_next(kernel, picked)) != NULL)
        picked = next;
    return picked->function;
}

static void pick_kernels(unsigned choice) {
    make_normal[WHITE] = (MakeNormal *)version("make_white", choice & 3);
    make_normal[BLACK] = (MakeNormal *)version("make_black", choice & 3);
    captures_advance = (CapturesAdvance *)version("captures_advance", choice >> 2 & 1);
    emit_pieces = (EmitPieces *)version("emit_pieces", choice >> 3 & 3);
    emit_steps = (EmitSteps *)version("emit_steps", choice >> 3 & 3);
}

/* --- starts --------------------------------------------------------------------------------- */

static const char *const STARTS[] = {
    FEN_START,
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
    "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
    "8/PPPPPPPP/8/2k5/5K2/8/pppppppp/8 w - - 0 1",
    "nbrq1bnr/PPPPPPPP/8/2k5/5K2/8/pppppppp/NBRQ1BNR w - - 0 1",
    "qqqqkqqq/qq6/8/8/8/8/QQ6/QQQQKQQQ w - - 0 1",
    "rrrrkr2/rrr2r2/7r/8/8/7R/RRR2R2/RRRRKR2 w - - 0 1",
    "nnnnkn2/nnn2n2/8/2n5/2N5/8/NNN2N2/NNNNKN2 w - - 0 1",
    "bbbbkb2/bbb2b2/8/8/8/8/BBB2B2/BBBBKB2 w - - 0 1",
    "4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - - 0 1",
    "rnbqkbnr/8/8/PpPpPpPp/pPpPpPpP/8/8/RNBQKBNR w KQkq - 0 1",
    "8/8/8/8/k2Pp2Q/8/8/3K4 b - d3 0 1",
    "r1k1r2q/p1ppp1pp/8/8/8/8/P1PPP1PP/R1K1R2Q w KQkq - 0 1",
    "1rk3r1/8/8/8/8/8/8/1RK3R1 w GBgb - 0 1",
    "4k3/8/8/8/8/8/8/4K2R w K - 0 99999",
};
enum { START_COUNT = sizeof STARTS / sizeof *STARTS };

/* Pieces anywhere: a byte for the square and one for the piece. Written as a FEN of which much will
 * be refused. */
static void scatter(Bytes *b, char *fen) {
    static const char LETTERS[] = "PPPPNBRQppppnbrq";
    char board[SQUARE_COUNT] = {0};
    const int white = bytes_next(b) & 63, black = bytes_next(b) & 63, count = bytes_next(b) & 31;
    for (int i = 0; i < count; i++) {
        const int sq = bytes_next(b) & 63;
        board[sq] = LETTERS[bytes_next(b) & 15];
    }
    board[white] = 'K';
    board[black] = 'k';
    for (int i = 0; i < SQUARE_COUNT; i++) {
        if (i && i % 8 == 0)
            *fen++ = '/';
        *fen++ = board[i] ? board[i] : '1';
    }
    strcpy(fen, bytes_next(b) & 1 ? " w KQkq - 0 1" : " b KQkq - 0 1");
}

static void set_up(Bytes *b, Position *pos) {
    char fen[2 * FEN_SIZE];
    const int kind = bytes_next(b);
    pos->chess960 = kind & 1;
    if (kind < 64) {
        Random r = {bytes_pair(b) + 1};
        random_start(&r, kind & 2, fen);
    } else if (kind < 128) {
        scatter(b, fen);
    } else {
        strcpy(fen, STARTS[kind % START_COUNT]);
    }
    if (!fen_parse(pos, fen, NULL, 0))
        fuzz_set(pos, STARTS[kind % START_COUNT]);
    fuzz_verify(pos, "set-up");
}

/* --- what is taken back --------------------------------------------------------------------- */

/* What was before the moves since the root. */
static struct {
    State state;
    Lists lists;
} before[STATE_LIMIT];

static void note(const Position *pos) {
    before[pos->state - pos->states].state = *pos->state;
    before[pos->state - pos->states].lists = pos->lists;
}

static void require_noted(const Position *pos, const char *event) {
    const long ply = pos->state - pos->states;
    FUZZ_REQUIRE(memcmp(&before[ply].state, pos->state, sizeof *pos->state) == 0 &&
                     memcmp(&before[ply].lists, &pos->lists, sizeof pos->lists) == 0,
                 "%s: not as it was before", event);
}

/* --- steps ---------------------------------------------------------------------------------- */

static void make(Position *pos, unsigned choice) {
    const MoveList list = legal_list(pos);
    if (!list.count)
        return;
    if (pos->state == pos->states + STATE_LIMIT - 2)
        position_reroot(pos);
    note(pos);
    make_move(pos, list.moves[choice % (unsigned)list.count]);
    fuzz_verify(pos, "make");
}

static void unmake(Position *pos) {
    if (pos->state == pos->states)
        return;
    unmake_move(pos);
    require_noted(pos, "unmake");
    fuzz_verify(pos, "unmake");
}

static void pass(Position *pos) {
    if (in_check(pos->state))
        return;
    if (pos->state == pos->states + STATE_LIMIT - 2)
        position_reroot(pos);
    note(pos);
    make_null(pos);
    fuzz_verify(pos, "null move");
    unmake_move(pos);
    require_noted(pos, "unmake of a null move");
}

static void start_anew(Position *pos) {
    char old[FEN_SIZE], now[FEN_SIZE];
    fen_write(pos, old);
    position_reroot(pos);
    fuzz_verify(pos, "reroot");
    fen_write(pos, now);
    FUZZ_REQUIRE(strcmp(old, now) == 0, "reroot: %s, then %s", old, now);
}

static void copy(const Position *pos) {
    position_copy(fuzz_position(1), pos);
    fuzz_verify(fuzz_position(1), "copy");
}

/* A move from the transposition table may be any 16 bits. */
static void try_any_move(const Position *pos, unsigned m) {
    static char report[DIFFERENCE_SIZE];
    bool legal;
    FUZZ_REQUIRE(verify_table_move(pos, (Move)m, &legal, report), "%s", report);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    enum { STEPS = 300 };
    Bytes b = {data, data + size};
    Position *pos = fuzz_position(0);
    pick_kernels(bytes_next(&b));
    set_up(&b, pos);
    for (int i = 0; i < STEPS && b.at < b.end; i++) {
        const uint8_t step = bytes_next(&b);
        if (step < 216)
            make(pos, step);
        else if (step < 240)
            unmake(pos);
        else if (step < 246)
            pass(pos);
        else if (step < 248)
            start_anew(pos);
        else if (step < 250)
            copy(pos);
        else if (step == 250)
            fuzz_verify_evaluation(pos);
        else
            try_any_move(pos, bytes_pair(&b));
    }
    return 0;
}
