/* Checks of copies of a position, of its FEN, and of cases with a known result. */
#include "selfcheck/verify.h"

#include "board/fen.h"
#include "board/make.h"
#include "core/bits.h"
#include "moves/generate.h"

#include <stdio.h>
#include <string.h>

/* --- copies ----------------------------------------------------------------------------------- */

#define COPY_DIFFERS(...) difference_report(report, pos, "copying a position", __VA_ARGS__)

/* The key of the position `back` plies ago, on the stack or before its root. */
static Key key_before(const Position *pos, int back) {
    const int ply = (int)(pos->state - pos->states);
    return back <= ply ? pos->states[ply - back].key : pos->past_keys[pos->past_count + ply - back];
}

/* True if a copy has the state of the original, and the keys of the positions before: all keys, or
 * at least the last KEY_LIMIT / 2. */
static bool copy_agrees(const Position *pos, const Position *copy, char *report) {
    const int known = pos->past_count + (int)(pos->state - pos->states);
    const int least = known < KEY_LIMIT / 2 ? known : KEY_LIMIT / 2;
    if (copy->past_count < least || copy->past_count > KEY_LIMIT)
        return COPY_DIFFERS("copy: %d of %d keys of the game before it", copy->past_count, known);
    for (int back = 1; back <= copy->past_count; back++)
        if (back > known || key_before(copy, back) != key_before(pos, back))
            return COPY_DIFFERS("copy: the key %d plies ago is another", back);
    if (copy->state != copy->states || memcmp(copy->state, pos->state, sizeof *pos->state) != 0)
        return COPY_DIFFERS("copy: its state is another");
    return game_ply(copy) == game_ply(pos) ||
           COPY_DIFFERS("copy: it is after %d plies of %d", game_ply(copy), game_ply(pos));
}

/* True if the slow reader and the engine read the position's FEN as the same position. Its counters
 * are those of the position, as far as a FEN can write them. */
static bool text_agrees(const Position *pos, Position *room, bool chess960, char *report) {
    char fen[FEN_SIZE], error[FEN_ERROR_SIZE];
    SlowBoard want, read, got;
    slow_take(&want, pos->state, pos->castle_rook);
    want.quiet = min_int(want.quiet, FEN_HALFMOVE_MAX);
    const int plies = min_int(game_ply(pos), 2 * (FEN_FULLMOVE_MAX - 1) + pos->state->side);
    room->chess960 = chess960;
    fen_write(room, fen);
    slow_read(&read, fen);
    if (!slow_same(&read, &want) || read.quiet != want.quiet)
        return COPY_DIFFERS("FEN: %s is written, another position", fen);
    if (!fen_parse(room, fen, error, sizeof error))
        return COPY_DIFFERS("FEN: %s is refused: %s", fen, error);
    slow_take(&got, room->state, room->castle_rook);
    if (!slow_same(&got, &want) || got.quiet != want.quiet || room->state->key != pos->state->key)
        return COPY_DIFFERS("FEN: %s is read as another position", fen);
    return game_ply(room) == plies ||
           COPY_DIFFERS("FEN: %s is read as after %d plies, want %d", fen, game_ply(room), plies);
}

/* True if castling moves in both notations, and every `stride`-th other move, are read back as the
 * same moves. */
static bool moves_agree(const Position *pos, Position *room, int stride, char *report) {
    MoveList legal = {.count = 0};
    legal_moves(room, &legal);
    for (int i = 0; i < legal.count; i++) {
        const Move m = legal.moves[i];
        char got[SAN_SIZE], want[MOVE_TEXT_SIZE];
        if (move_kind(m) != MOVE_CASTLING &&
            (room->chess960 || (i + room->state->key) % (unsigned)stride != 0))
            continue;
        move_write(room, m, got);
        slow_write(m, room->chess960, want);
        if (strcmp(got, want) != 0)
            return COPY_DIFFERS("notation: %s is written as %s", want, got);
        Move read;
        san_write(room, m, got);
        if (move_read(room, want) != m || san_read(room, got, &read) != 1 || read != m)
            return COPY_DIFFERS("notation: %s or %s is read as another move", want, got);
    }
    return true;
}

/* True if a copy counts as many repetitions as the original, or fewer if it has forgotten keys. */
static bool repetitions_agree(const Position *pos, const Position *copy, char *report) {
    const int got = repetitions(copy, 3), want = repetitions(pos, 3);
    return got == want || (got < want && copy->past_count < pos->state->rule50) ||
           COPY_DIFFERS("copy: %d repetitions, want %d", got, want);
}

bool verify_copies(const Position *pos, Position *room, int stride, char *report) {
    position_copy(room, pos);
    if (!copy_agrees(pos, room, report) || !verify_position(room, "a copy", report))
        return false;
    position_reroot(room);
    if (!verify_position(room, "a new root", report) || !repetitions_agree(pos, room, report))
        return false;
    for (int chess960 = 0; chess960 < 2; chess960++)
        if (!text_agrees(pos, room, chess960, report) || !moves_agree(pos, room, stride, report))
            return false;
    return true;
}

/* --- known cases ------------------------------------------------------------------------------ */

/* Positions for all checks. The engine and the slow reader must read each FEN as the same
 * position. */
static const char *const CASES[] = {
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    /* Castling: with a rook that is not the outermost rook, across the king, on a line with a
     * pin. */
    "r1r1k1rr/8/8/8/8/8/8/RR2K1RR w GBgc - 3 9", "rr1k2rr/8/8/8/8/8/8/1R1RK1R1 b KQkq - 12 30",
    "1r1k1r1r/8/8/8/8/8/8/R2KR2R w EAfb - 12 30", "1rk5/8/8/8/8/8/8/1RK5 b Bb - 0 3",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "4k3/8/8/8/8/8/8/qR1K4 w B - 0 1", "Qr1k4/8/8/8/8/8/8/4K3 b b - 0 1",
    /* Double checks; checks answered by e.p. and by promotions. */
    "4k3/8/8/8/4r3/5n1R/8/4K3 w - - 0 1", "4k3/8/5N1r/4R3/8/8/8/4K3 b - - 0 1",
    "8/8/8/2k5/3Pp3/8/8/4K3 b - d3 0 1", "r3K3/1P6/8/8/8/8/8/4k3 w - - 0 1",
    "4K3/8/8/8/8/8/1p6/R3k3 b - - 0 1",
    /* E.p. captures. In some, a line opens behind the pawn that takes or behind the pawn that is
     * taken. */
    "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2", "4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 2",
    "8/8/8/8/1k1Pp2R/8/8/4K3 b - d3 0 1", "4k3/2p5/8/3pP3/8/8/8/3RK3 w - d6 0 2",
    "3rk3/8/8/8/3Pp3/8/2P5/4K3 b - d3 0 2",
    /* Three or more pieces of a type. */
    "nnn1k3/pppppppp/8/8/8/8/PPPPPPPP/NNN1K3 w - - 0 1",
    "bbb1k1rr/r1pppppp/8/8/8/8/PPPPPPP1/BBB1K1RR b - - 5 80",
    "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1", "6k1/8/8/8/Q6Q/8/8/Q3K3 w - - 0 1",
    /* Exchanges: with a pinned guard, a pinner that leaves the line of the pin, batteries, and
     * pawns that promote. */
    "4k3/3p4/4p3/1B6/3N4/8/8/4K3 w - - 0 1", "4k3/8/8/3n4/1b6/4P3/3P4/4K3 b - - 0 1",
    "4k3/1b2n3/8/3pQ3/2P5/8/8/4K3 w - - 0 1", "4k3/8/8/2p5/3Pq3/8/1B2N3/4K3 b - - 0 1",
    "4k3/8/8/8/4P3/8/4r3/1K6 w - - 0 1", "1k6/4R3/8/4p3/8/8/8/4K3 b - - 0 1",
    "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1", "8/1k6/6b1/8/8/4N3/2p3K1/3n4 w - - 0 1",
    /* Ends of games at the edge of the fifty-move rule. */
    "7k/8/6K1/8/8/8/8/R7 w - - 99 100", "R6k/8/6K1/8/8/8/8/8 b - - 100 100",
    "7k/5Q2/6K1/8/8/8/8/8 b - - 100 100", "R6k/8/8/6K1/8/8/8/8 b - - 100 100",
    "4k3/8/8/8/8/8/8/4KB2 w - - 4 100"};

static bool cases_agree(Search *s, Position *pos, Position *room, char *report) {
    enum { PICKS = 8 };
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        SlowBoard want, got;
        const bool accepted = fen_parse(pos, CASES[i], NULL, 0);
        slow_read(&want, CASES[i]);
        want.ep = (int8_t)slow_ep(&want);
        slow_take(&got, pos->state, pos->castle_rook);
        if (!accepted || !slow_same(&got, &want) || got.quiet != want.quiet)
            return COPY_DIFFERS("FEN: %s is read as another position", CASES[i]);
        if (!verify_position(pos, "a FEN", report) || !verify_rules(pos, report) ||
            !verify_moves(pos, report) || !verify_exchanges(pos, 1, report) ||
            !verify_questions(pos, report) || !verify_ends(pos, room, report) ||
            !verify_copies(pos, room, 1, report))
            return false;
        for (uint64_t seed = 0; s && seed < PICKS; seed++)
            if (!verify_picks(s, pos, seed, report))
                return false;
    }
    return true;
}

/* Lines of moves. Some lines repeat a position, or come within one move of a repetition, with or
 * without a piece in the way. In some lines a promoted piece is captured, or reuses the bit of a
 * captured piece. In one line king and rook cross. */
static const struct {
    const char *fen, *moves;
} LINES[] = {{"R2b4/8/8/8/7k/8/8/1K6 w - - 0 1", "b1a1 h4h3 a8a7 h3h4 a7e7 h4h3 e7e8"},
             {"R7/8/8/8/7k/8/8/1K6 w - - 0 1", "b1a1 h4h3 a8a7 h3h4 a7e7 h4h3 e7e8 h3h4 e8a8 h4h3"},
             {"4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "e1e2 e8e7 e2e1 e7e8"},
             {"n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1", "g2f1q e2f1 d7d6 b7b8q d6d5"},
             {"4k3/8/8/8/3q4/5N2/p7/4K3 w - - 0 1", "f3d4 a2a1q"},
             {"r1k1r2q/p1ppp1pp/8/8/8/8/P1PPP1PP/R1K1R2Q w EAea - 0 1", "c1a1 c8a8"},
             {"4k3/8/8/8/8/8/8/R3K3 w - - 9999 99999", "e1e2 e8e7 a1a2"}};

static bool lines_agree(Position *pos, Position *room, char *report) {
    char text[MOVE_TEXT_SIZE];
    for (size_t i = 0; i < sizeof LINES / sizeof *LINES; i++) {
        if (!fen_parse(pos, LINES[i].fen, NULL, 0))
            continue;
        for (const char *at = LINES[i].moves; *at; at += strspn(at, " ")) {
            const size_t length = strcspn(at, " ");
            snprintf(text, sizeof text, "%.*s", (int)length, at);
            const Move m = move_read(pos, text);
            if (m == MOVE_NONE)
                return COPY_DIFFERS("notation: %s is not read", text);
            make_move(pos, m);
            at += length;
            if (!verify_position(pos, "a move", report) || !verify_rules(pos, report) ||
                !verify_ends(pos, room, report) || !verify_copies(pos, room, 1, report))
                return false;
        }
        while (pos->state != pos->states) {
            unmake_move(pos);
            if (!verify_position(pos, "a move taken back", report))
                return false;
        }
    }
    return true;
}

/* Plays a long game: a rook moves up six squares and home, and a king moves aside and back. Each
 * position becomes the root. Positions recur after twelve plies. Since half of KEY_LIMIT is not a
 * multiple of twelve, a key in a wrong place is noticed. */
static bool long_game_is_known(Position *pos, char *report) {
    enum { PLIES = 2 * KEY_LIMIT + 8, PERIOD = 12, RISE = 6 };
    Key keys[PERIOD] = {0};
    bool well = fen_parse(pos, "4k3/8/8/8/8/8/8/R3K3 w - - 0 1", NULL, 0);
    for (int ply = 1; well && ply <= PLIES; ply++) {
        const int turn = (ply - 1) / 2, aside = turn % 2;
        keys[(ply - 1) % PERIOD] = pos->state->key;
        position_advance(pos, ply % 2 ? move_make(8 * (turn % RISE), 8 * ((turn + 1) % RISE))
                                      : move_make(60 - aside, 59 + aside));
        const int want = ply / PERIOD < 3 ? ply / PERIOD : 3, got = repetitions(pos, 3);
        if (pos->past_count < (ply < KEY_LIMIT / 2 ? ply : KEY_LIMIT / 2))
            return COPY_DIFFERS("game: %d keys are left after %d plies", pos->past_count, ply);
        for (int back = 1; well && back <= PERIOD && back <= ply; back++)
            well = pos->past_keys[pos->past_count - back] == keys[(ply - back) % PERIOD] ||
                   COPY_DIFFERS("game: the key %d plies before is wrong after %d", back, ply);
        well = well && (got == want || COPY_DIFFERS("game: %d repetitions after %d plies, want %d",
                                                    got, ply, want));
    }
    return well;
}

bool verify_known_cases(Search *s, Position *room, char *report) {
    Position *pos = aligned_new(sizeof *pos);
    if (!pos)
        return true;
    pos->chess960 = false;
    const bool well = cases_agree(s, pos, room, report) && lines_agree(pos, room, report) &&
                      long_game_is_known(pos, report) && verify_table(pos, report);
    aligned_free(pos);
    return well;
}
