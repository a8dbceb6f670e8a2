/* A report marks a move by the winning chances that it loses. Its sentences name the right reason: material, a
 * defender, an attack or a threat. */
#include "board/make.h"
#include "moves/notation.h"
#include "report/report_internal.h"
#include "support/cmocka_test.h"
#include "support/rows.h"
#include "support/setup.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- lines ------------------------------------------------------------------------------------ */

static void want_outcome(const char *fen, const char *line, int plies, const char *won) {
    Move moves[16];
    Document d = {0};
    position_set(pos, fen);
    const Key key = pos->state->key;
    const Trade base = pieces_ahead(pos->state, pos->state->side);
    const Outcome o = outcome_of_line(pos, &base, moves, line_read(pos, line, moves));
    assert_int_equal(o.plies, plies);
    assert_int_equal(pos->state->key, key);
    assert_int_equal(o.value, trade_value(&o.trade));
    trade_text(&d, &o.trade, o.value < 0 ? -1 : 1);
    assert_string_equal(d.data ? d.data : "", won);
    document_free(&d);
}

TEST(lines_win_what_they_take) {
    static const char FORK[] = "r3k3/8/8/1N6/8/8/8/4K3 w - - 0 1";
    want_outcome(FORK, "b5c7 e8d7 c7a8", 3, "a rook");
    /* The outcome is unknown (0 plies) without a quiet position: Black is in check, then White can take a rook. */
    want_outcome(FORK, "b5c7 e8d7", 0, "");
    /* A move that gives material away ends the line, unless it is the first one or answers a check. */
    want_outcome("r3k3/8/8/1N6/8/8/8/4K3 b - - 0 1", "e8d7 b5a7 a8a7", 1, "");
    want_outcome("r3k3/8/8/1N6/8/8/8/4K3 w - - 0 1", "b5a7 a8a7", 2, "a knight");
    want_outcome("4k3/3b4/8/8/8/8/8/R3K3 w - - 0 1", "a1a8 d7c8 a8c8 e8e7", 4, "a bishop");
    /* If a threatened piece flees and is captured, the capture counts. A fleeing pawn is given away. */
    want_outcome("4k3/8/8/3b4/8/8/8/3QK3 w - - 0 1", "e1f2 d5b3 d1b3 e8e7", 3, "a bishop");
    want_outcome("4k3/8/8/3p4/8/8/8/3QK3 w - - 0 1", "e1f2 d5d4 d1d4 e8e7", 1, "");
    /* A line is not settled while the other side can still carry out a threatened capture. */
    want_outcome("4k3/7p/8/8/8/r7/P7/4K2R w - - 0 1", "h1h7 e8d8 e1e2", 0, "");
    want_outcome("4k3/7p/8/8/8/r7/P7/4K2R w - - 0 1", "h1h7 e8d8 h7h2 d8e8", 2, "a pawn");
    /* Equal losses of both sides cancel each other. */
    want_outcome("4k3/8/4p3/3p4/4P3/8/8/4K3 w - - 0 1", "e4d5 e6d5", 2, "");
    want_outcome("3rk3/8/2p5/3q4/8/8/3R4/3RK3 w - - 0 1", "d2d5 d8d5 d1d5 c6d5", 2,
                 "a queen for a rook");
    want_outcome("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8q", 0, "");
    want_outcome("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", "a7a8q e8d7", 2, "a new queen");
    /* A pawn won long after the rook is not named. A pawn that is the only gain is named. */
    want_outcome("r3k3/7p/8/1N6/8/8/8/4K2R w - - 0 1", "b5c7 e8d7 c7a8 d7c6 h1h7", 3, "a rook");
    want_outcome("4k3/7p/8/1N6/8/8/8/4K2R w - - 0 1", "e1d1 e8d8 h1h7", 3, "a pawn");
    /* The outcome also names a loss of the side that moves first. */
    want_outcome("4k3/8/8/3r4/8/8/8/3QK3 b - - 0 1", "e8e7 d1d5", 2, "a rook");
}

TEST(trades_have_names) {
    static const struct {
        Trade trade;
        const char *name;
    } CASES[] = {
        {{.won = {[ROOK] = 1, [KNIGHT] = -1}}, "the exchange"},
        {{.won = {[ROOK] = 1, [BISHOP] = -1, [PAWN] = 2}}, "the exchange and two pawns"},
        {{.won = {[KNIGHT] = 1, [BISHOP] = -1, [PAWN] = 1}}, "a pawn"},
        {{.won = {[QUEEN] = 2, [ROOK] = -1, [PAWN] = -1}, .queened = 1},
         "a new queen and a queen for a rook"},
        {{.won = {[KNIGHT] = 1, [BISHOP] = 1, [ROOK] = -1}}, "a bishop and a knight for a rook"},
        {{.won = {[QUEEN] = 1, [ROOK] = -1, [BISHOP] = -1}}, "a queen for a rook and a bishop"},
        {{.won = {[ROOK] = 1, [BISHOP] = 1, [PAWN] = 3}}, "a rook, a bishop and three pawns"}};
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        Document d = {0};
        trade_text(&d, &CASES[i].trade, 1);
        assert_string_equal(d.data, CASES[i].name);
        document_free(&d);
    }
    const Trade both = {.won = {[PAWN] = 1}}, all = {.won = {[PAWN] = 2, [ROOK] = 1}},
                none = {.queened = 0};
    assert_int_equal(trade_beyond(&all, &both).won[PAWN], 1);
    assert_int_equal(trade_beyond(&both, &all).won[PAWN], 1); /* `both` is the smaller trade */
    assert_int_equal(trade_beyond(&all, &none).won[ROOK], 1);
}

/* A difference in material is a reason only if the search's scores differ the same way, and about as much. */
TEST(contrasts_hold) {
    static const struct {
        int worse, better, searched;
        bool holds;
    } CASES[] = {{-100, 0, 60, true},     {-100, 0, 10, false}, {-300, 0, 90, false},
                 {-300, 0, 170, true},    {0, 300, 1000, true}, {0, 100, 1000, false},
                 {-100, -100, 60, false}, {100, 0, 100, false}, {-300, -200, 900, true},
                 {0, 100, 350, false},    {-300, 0, 150, false}};
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        Contrast c = {{.plies = 2, .value = CASES[i].worse},
                      {.plies = 2, .value = CASES[i].better},
                      CASES[i].searched};
        assert_int_equal(contrast_holds(&c), CASES[i].holds);
        c.better.plies = 0; /* never quiet */
        assert_int_equal(contrast_holds(&c), CASES[i].holds && CASES[i].worse <= -300);
        c.worse.plies = 0;
        assert_false(contrast_holds(&c));
    }
}

/* --- exchanges -------------------------------------------------------------------------------- */

static void want_exchange(const char *fen, const char *move, int value) {
    position_set(pos, fen);
    const Key key = pos->state->key;
    assert_int_equal(played_exchange(pos, move_read(pos, move)), value);
    assert_int_equal(pos->state->key, key);
}

TEST(exchanges_are_played_by_the_rules) {
    want_exchange("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "e4d5", 100);
    want_exchange("4k3/8/4p3/3p4/8/8/8/3QK3 w - - 0 1", "d1d5", -800);
    want_exchange("q2rk3/8/8/3p4/8/2N5/8/3RK3 w - - 0 1", "c3d5", -200);   /* the rook first */
    want_exchange("3qk3/8/2p5/3p4/4P3/2N5/8/4K3 w - - 0 1", "c3d5", -200); /* the pawn first */
    want_exchange("r3k3/1P6/8/8/8/8/8/4K3 w - - 0 1", "b7a8q", 1300);
    want_exchange("4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1", "d4e3", 100);
    /* The rook recaptures and discovers a check, which prevents a third capture. The static exchange evaluation, which
     * ignores checks, gives +300. */
    static const char CHECK[] = "8/7p/4k1pP/2rrp3/p1pBR2b/P7/KPP5/4R3 b - - 2 45";
    want_exchange(CHECK, "d5d4", -200);
    Threat t;
    position_set(pos, CHECK);
    assert_true(threat_of_capture(pos, move_read(pos, "d5d4"), &t));
    assert_int_equal(t.value, 300);
    assert_false(played_threat(pos, &t));
}

/* --- defenders -------------------------------------------------------------------------------- */

static void want_fate(const char *fen, const char *move, const char *target, DefenderFate fate,
                      Square from) {
    position_set(pos, fen);
    position_copy(other_pos, pos);
    const Move m = move_read(pos, move);
    make_move(other_pos, m);
    const Defender d = defender_of(pos, other_pos, m, square_at(target[0] - 'a', target[1] - '1'));
    assert_int_equal(d.fate, fate);
    assert_int_equal(d.from, from);
}

TEST(defenders_have_fates) {
    enum { F3 = 21, E1_ = 4, E6 = 44, D4 = 27 };
    /* The knight on f3 no longer defends e5 after it has moved. */
    want_fate("4k3/8/8/4P3/8/5N2/8/K7 w - - 0 1", "f3g1", "e5", DEFENDER_LEFT, F3);
    want_fate("4k3/8/8/4P3/8/5N2/8/K7 w - - 0 1", "a1a2", "e5", DEFENDER_NONE, SQUARE_NONE);
    want_fate("4k3/8/8/4P3/8/5N2/8/K3R3 w - - 0 1", "f3g1", "e5", DEFENDER_LEFT, F3);
    /* The rook still defends e5 after its move. */
    want_fate("k7/8/8/4P3/8/8/8/K3R3 w - - 0 1", "e1e2", "e5", DEFENDER_NONE, SQUARE_NONE);
    /* The bishop moves between the rook and the pawn that the rook defends. */
    want_fate("k7/8/8/4P3/8/8/8/K3RB2 w - - 0 1", "f1e2", "e5", DEFENDER_SHUT, E1_);
    /* The knight e6 is pinned to the king e8. */
    want_fate("4k3/8/4n3/6p1/8/8/8/K3R3 b - - 0 1", "e8e7", "g5", DEFENDER_PINNED, E6);
    /* The knight is the only defender of the bishop and of the rook, and both are attacked. */
    want_fate("3r1r1k/8/8/5R2/3N4/1B6/8/1r5K w - - 0 1", "h1h2", "b3", DEFENDER_OVERLOADED, D4);
}

/* --- verdicts --------------------------------------------------------------------------------- */

static ExplainedGame room;
static const ReportSettings BOTH = {.judges = {true, true}};

/* Returns a score whose winning chances, by the network's win model, are `chances` percent. */
static int score_with(const Analysis *a, double chances) {
    int score = -3000;
    while (analysis_chances(a, score) < chances)
        score++;
    return score;
}

/* Judges a game of one move from the start position. The arguments are the chances of the best move, of the move played
 * and of the second best move. */
static Verdict judge(double best, double played, double second) {
    position_set(pos, FEN_START);
    memset(&room, 0, sizeof room);
    Analysis *a = room.analyses;
    *a = (Analysis){.searched = true,
                    .evaluation = EVALUATION_NETWORK,
                    .material = wdl_material(pos->state),
                    .line_count = 2};
    strcpy(room.record.start, FEN_START);
    room.record.plies = room.judgement.searched = 1;
    room.record.moves[0] = move_read(pos, "e2e4");
    a->best_score = a->lines[0].score = score_with(a, best);
    a->played.score = score_with(a, played);
    a->lines[1].score = score_with(a, second);
    a->played.moves[0] = room.record.moves[0];
    a->lines[0].moves[0] = best > played ? MOVE_NULL : room.record.moves[0];
    judge_game(&room.record, a, &BOTH, pos, &room.judgement);
    return room.judgement.plies[0];
}

TEST(losses_have_marks) {
    static const struct {
        double lost;
        Mark mark;
    } CASES[] = {{0, MARK_NONE},         {4.8, MARK_NONE},     {5.2, MARK_INACCURACY},
                 {9.8, MARK_INACCURACY}, {10.2, MARK_MISTAKE}, {19.8, MARK_MISTAKE},
                 {20.2, MARK_BLUNDER}};
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        const Verdict v = judge(60, 60 - CASES[i].lost, 58);
        assert_int_equal(v.mark, CASES[i].mark);
        assert_true(fabs(v.loss - CASES[i].lost) < 0.25);
        const double accuracy = 103.1668 * exp(-0.04354 * v.loss) - 3.1668;
        assert_true(fabs(precision_accuracy(&room.judgement.sides[WHITE].all) - accuracy) < 0.01);
        assert_true(precision_accuracy(&room.judgement.sides[BLACK].all) < 0);
    }
    assert_int_equal(judge(60, 60, 51).mark, MARK_NONE);
    assert_int_equal(judge(60, 60, 49).mark, MARK_ONLY);
    assert_int_equal(judge(50, 55, 49).mark, MARK_NONE); /* better than the best line: no loss */
}

/* Judges a game of one move from the start position, given scores instead of chances. */
static Mark judge_scores(int best, int played) {
    judge(60, 59, 58);
    room.analyses[0].best_score = best;
    room.analyses[0].played.score = played;
    judge_game(&room.record, room.analyses, &BOTH, pos, &room.judgement);
    return room.judgement.plies[0].mark;
}

TEST(mates_have_marks_of_their_own) {
    assert_int_equal(judge_scores(SCORE_MATE - 3, 2000), MARK_MISSED_MATE); /* a mate in 2 */
    assert_int_equal(judge_scores(SCORE_MATE - 21, 2000), MARK_NONE);       /* in 11; still won */
    assert_int_equal(judge_scores(SCORE_MATE - 21, 0), MARK_MISSED_MATE);   /* in 11; a draw now */
    assert_int_equal(judge_scores(SCORE_MATE - 3, SCORE_MATE - 9), MARK_NONE); /* still mates */
    assert_int_equal(judge_scores(0, 4 - SCORE_MATE), MARK_ALLOWED_MATE);
    assert_int_equal(judge_scores(-2500, 4 - SCORE_MATE), MARK_NONE); /* lost before the move */
    assert_int_equal(judge_scores(4 - SCORE_MATE, 2 - SCORE_MATE), MARK_NONE);
    assert_int_equal(judge_scores(SCORE_MATE - 1, 4 - SCORE_MATE), MARK_ALLOWED_MATE); /* both */
}

/* Returns the score of the move played after the next search has found the score `reply`. */
static int hindsight(int reply) {
    room.analyses[1] = (Analysis){.line_count = 1, .lines[0].score = reply};
    analysis_hindsight(room.analyses);
    return room.analyses[0].played.score;
}

TEST(a_move_is_as_good_as_the_next_search_finds) {
    judge(60, 59, 58);
    assert_int_equal(hindsight(SCORE_MATE - 5), 6 - SCORE_MATE);
    assert_int_equal(hindsight(4 - SCORE_MATE), SCORE_MATE - 5);
    assert_int_equal(hindsight(300), SCORE_MATE - 5);
    judge(60, 50, 58);
    const int best = room.analyses[0].best_score;
    assert_int_equal(hindsight(1 - best), best - 1);
    assert_int_equal(hindsight(300 - best), best - 1);
}

/* If only the next search finds a mate against the best move, the second best line is better if it has six moves. */
TEST(a_refuted_move_is_not_the_best) {
    for (int count = 5; count <= 6; count++) {
        judge(50, 50, 45);
        room.analyses[0].lines[1].count = count;
        hindsight(SCORE_MATE - 5);
        judge_game(&room.record, room.analyses, &BOTH, pos, &room.judgement);
        assert_int_equal(room.judgement.plies[0].mark, count == 6 ? MARK_ALLOWED_MATE : MARK_NONE);
    }
}

TEST(book_moves_and_other_sides_are_not_judged) {
    static const ReportSettings BLACK_ONLY = {.judges = {false, true}};
    judge(60, 30, 58);
    judge_game(&room.record, room.analyses, &BLACK_ONLY, pos, &room.judgement);
    assert_int_equal(room.judgement.plies[0].mark, MARK_NONE);
    assert_int_equal(room.judgement.sides[WHITE].all.moves, 0);
    room.judgement.book_plies = 1;
    judge_game(&room.record, room.analyses, &BOTH, pos, &room.judgement);
    assert_int_equal(room.judgement.plies[0].mark, MARK_BOOK);
    assert_int_equal(room.judgement.sides[WHITE].all.moves, 0);
}

/* Judges a game, given as moves in UCI notation. Each move played has 60 % chances, the second best only 49 %. */
static void judge_line(const char *fen, const char *line) {
    judge(60, 60, 49);
    const Analysis like = room.analyses[0];
    strcpy(room.record.start, fen);
    position_set(pos, fen);
    room.judgement.searched = room.record.plies = line_read(pos, line, room.record.moves);
    for (int i = 0; i < room.record.plies; i++) {
        room.analyses[i] = like;
        room.analyses[i].side = pos->state->side ^ (i & 1);
        room.analyses[i].lines[0].moves[0] = room.analyses[i].played.moves[0] =
            room.record.moves[i];
    }
    judge_game(&room.record, room.analyses, &BOTH, pos, &room.judgement);
}

TEST(obvious_moves_are_no_only_moves) {
    judge_line(FEN_START, "e2e4 d7d5 e4d5 d8d5");
    assert_int_equal(room.judgement.plies[2].mark, MARK_ONLY);
    assert_int_equal(room.judgement.plies[3].mark, MARK_NONE);
    judge_line("6k1/5ppp/8/3r4/8/8/5PPP/3R2K1 w - - 0 1", "d1d5");
    assert_int_equal(room.judgement.plies[0].mark, MARK_NONE);
    judge_line("6k1/5ppp/4p3/3n4/4P3/8/5PPP/6K1 w - - 0 1", "e4d5"); /* guarded */
    assert_int_equal(room.judgement.plies[0].mark, MARK_NONE);
}

TEST(people_lose_nothing_beyond_ten_pawns) {
    judge(60, 50, 58);
    Analysis *a = room.analyses;
    a->slope = 0.0022;
    a->best_score = SCORE_MATE - 50;
    while (wdl_centipawns(a->evaluation, a->played.score, a->material) < 1000)
        a->played.score++;
    assert_true(analysis_loss(a) == 0);
    while (wdl_centipawns(a->evaluation, a->played.score, a->material) > 800)
        a->played.score--;
    assert_true(analysis_loss(a) > 4);
}

TEST(phases_go_by_pieces) {
    static const struct {
        const char *fen;
        Phase phase;
    } CASES[] = {{"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", PHASE_OPENING},
                 {"r1bqkb1r/8/8/8/8/8/4P3/R1BQKB1R w - - 0 1", PHASE_MIDDLEGAME},
                 {"r2qk2r/8/8/8/8/8/4P3/RB1QK2R w - - 0 1", PHASE_MIDDLEGAME},
                 {"r2qk2r/8/8/8/8/8/4P3/R2QK2R w - - 0 1", PHASE_ENDGAME}};
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        judge_line(CASES[i].fen, "e2e4");
        assert_int_equal(room.judgement.plies[0].phase, CASES[i].phase);
    }
}

/* --- sentences -------------------------------------------------------------------------------- */

/* Stores the line that a side would play after a pass of the other side, as a search after a pass would. Adds the
 * replies to the move played in a->played. */
static void set_threat(ThreatAt at, const char *line) {
    Analysis *a = room.analyses;
    Line *threat = &a->threats[at];
    a->asked = true;
    line_go_on(&a->played, 1, &a[1].lines[0]);
    if (at != THREAT_AT_START)
        position_advance(pos, at == THREAT_AT_BETTER ? a->lines[0].moves[0] : room.record.moves[0]);
    if (at == THREAT_AT_REPLY)
        position_advance(pos, room.record.moves[1]);
    position_advance(pos, MOVE_NULL);
    threat->count = line_read(pos, line, threat->moves);
    threat->score = 500;
}

/* Cells: FEN, line played, best line, score of the best line, score of the line played, sentences. Two more cells, if
 * there are any: the place of a threat and its line; "second" and the second best line; "offer" and the best line if the
 * offer is taken; "offered" and the same for the reply; "opening" and the name of the game's opening; or "tables", and
 * the tablebase results before and after the move. */
static void want_row(char **cells) {
    static const char *const PLACES[THREAT_AT_COUNT] = {"start", "reply", "better"};
    const bool tables = strcmp(cells[6], "tables") == 0;
    Document said = {0};
    judge_line(cells[0], cells[1]);
    Analysis *a = room.analyses;
    const int replies = --room.record.plies;
    room.judgement.searched = room.record.plies = 1;
    position_set(pos, cells[0]);
    a->lines[0].count = line_read(pos, cells[2], a->lines[0].moves);
    a->lines[0].score = a->best_score = atoi(cells[3]);
    a->played.score = atoi(cells[4]);
    a->table = tables ? atoi(cells[7]) : WDL_UNKNOWN;
    a[1] = (Analysis){.searched = true, .side = opponent(a->side)};
    a[1].table = tables ? atoi(strchr(cells[7], ' ')) : WDL_UNKNOWN;
    a[1].line_count = replies > 0;
    a[1].lines[0] = (Line){.score = -a->played.score, .count = replies};
    memcpy(a[1].lines[0].moves, room.record.moves + 1, (size_t)replies * sizeof(Move));
    const bool second = strcmp(cells[6], "second") == 0;
    const bool offer = strcmp(cells[6], "offer") == 0, offered = strcmp(cells[6], "offered") == 0;
    const bool opening = strcmp(cells[6], "opening") == 0;
    bool known = tables || second || offer || offered || opening || !*cells[6];
    if (second || offer || offered) {
        Line *line = second ? &a->lines[1] : &a->offers[offer ? OFFER_AT_BETTER : OFFER_AT_REPLY];
        if (offered)
            position_advance(pos, room.record.moves[0]);
        line->count = line_read(pos, cells[7], line->moves);
        line->score = !second                                     ? 500
                      : line_mates(pos, line->moves, line->count) ? line->count - SCORE_MATE
                                                                  : line->score;
    }
    for (ThreatAt at = 0; at < THREAT_AT_COUNT; at++)
        if (strcmp(cells[6], PLACES[at]) == 0) {
            set_threat(at, cells[7]);
            known = true;
        }
    assert_true(known);
    judge_game(&room.record, a, &BOTH, pos, &room.judgement);
    room.judgement.opening = (OpeningName){.ply = opening ? 0 : -1};
    strcpy(room.judgement.opening.name, opening ? cells[7] : "");
    sentences_clear(&room.sentences);
    sentences_find(&room);
    for (int i = 0; i < room.sentences.count[0]; i++)
        document_add(&said, "%s|", sentence_at(&room.sentences, 0, i));
    assert_string_equal(said.data ? said.data : "", cells[5]);
    if (room.judgement.plies[0].mark == MARK_ALLOWED_MATE)
        assert_string_equal(sentence_reason(&room.sentences, 0), "a mate allowed");
    document_free(&said);
    sentences_free(&room.sentences);
}

TEST(sentences_give_the_reason) {
    each_row("report/sentences.tsv", NULL, want_row);
}

/* --- lines that are searched again -------------------------------------------------------------- */

/* Searches the lines of the first analysis again, in the position `pos`. */
static void ask_again(void) {
    static const SearchReporter SILENT = {0};
    static const atomic_bool NEVER;
    static const ReportSettings SETTINGS = {
        .time = LIMIT_NONE, .nodes = 64000, .depth = LIMIT_NONE, .lines = 2};
    Engine *engine = engine_create(&SILENT, NULL);
    analysis_ask(engine, pos, &SETTINGS, &NEVER, false, other_pos, room.analyses);
    engine_destroy(engine);
}

/* White mates in time even if Black wins the pawn, so a line may lose it. analysis_ask finds a line that keeps it. */
TEST(lines_lose_no_more_than_they_must) {
    Analysis *a = room.analyses;
    judge(60, 60, 10);
    position_set(pos, "7R/8/1R6/8/k7/8/P7/7K w - - 0 1");
    a->played.moves[0] = a->lines[0].moves[0] = move_read(pos, "b6c6");
    a->lines[1].count = line_read(pos, "h1g1 a4a3 h8h7 a3a2 h7a7", a->lines[1].moves);
    ask_again();
    const Trade base = pieces_ahead(pos->state, WHITE);
    assert_int_equal(outcome_of_line(pos, &base, a->lines[1].moves, a->lines[1].count).value, 0);
}

/* If a loss is just enough for a mark, analysis_ask searches the replies longer. Here it finds that both moves win, so
 * neither loses anything. The test takes each of them once as the better move. */
TEST(a_small_loss_is_doubted) {
    static const char *const MOVES[] = {"g1g2", "g1h2"};
    Analysis *a = room.analyses;
    for (int best = 0; best < 2; best++) {
        judge(60, 54, 10);
        position_set(pos, "8/1Q3pk1/6p1/8/8/6PP/5P2/4r1K1 w - - 0 1");
        a->lines[0].count = line_read(pos, MOVES[best], a->lines[0].moves);
        a->played.count = line_read(pos, MOVES[!best], a->played.moves);
        assert_true(analysis_is_bad(a));
        ask_again();
        assert_false(analysis_is_bad(a));
    }
}

/* The better line keeps its reply if the search of the replies does not lower its score. */
TEST(a_line_follows_its_score) {
    static const char *const REPLIES[] = {"d1d5 g7g6", "d1d5 h7h6"};
    Analysis *a = room.analyses;
    for (int i = 0; i < 2; i++) {
        judge(60, 20, 10);
        position_set(pos, "6k1/5ppp/8/3q4/8/8/5PPP/3R2K1 w - - 0 1");
        a->lines[0].count = line_read(pos, REPLIES[i], a->lines[0].moves);
        a->played.count = line_read(pos, "g2g3 d5d1", a->played.moves);
        const Move reply = a->lines[0].moves[1];
        ask_again();
        assert_true(a->lines[0].moves[1] == reply);
    }
}

/* --- summaries -------------------------------------------------------------------------------- */

/* Cells: the chances of the best moves and of the moves played, each for the side to move; the result of the game, with
 * '!' if a fault follows the moves; its summary; its tablebase results for White: '<', '=', '>', or '-' for no result,
 * '/' for a draw by the rules. */
static void want_summary(char **cells) {
    double chances[2][4];
    Document d = {0};
    position_set(pos, FEN_START);
    memset(&room, 0, sizeof room);
    strcpy(room.record.start, FEN_START);
    for (int i = 0; i < 2; i++)
        assert_int_equal(sscanf(cells[i], "%lf %lf %lf %lf", &chances[i][0], &chances[i][1],
                                &chances[i][2], &chances[i][3]),
                         4);
    static const char *const MOVES[] = {"e2e4", "e7e5", "g1f3", "b8c6"};
    for (int i = 0; i <= 4; i++) {
        Analysis *a = &room.analyses[i];
        *a = (Analysis){.searched = true,
                        .side = i % 2,
                        .evaluation = EVALUATION_NETWORK,
                        .material = WDL_MATERIAL_MAX,
                        .line_count = 1,
                        .table = WDL_UNKNOWN};
        if (i == 4 && *cells[4] && cells[4][4] == '/') {
            a->line_count = a->best_score = 0;
            break;
        }
        if (*cells[4] && cells[4][i] != '-')
            a->table = (i % 2 ? -2 : 2) * (cells[4][i] - '=');
        a->best_score = a->lines[0].score =
            score_with(a, i < 4 ? chances[0][i] : 100 - chances[1][3]);
        if (i == 4)
            break;
        a->played.score = score_with(a, chances[1][i]);
        room.record.moves[i] = move_read(pos, MOVES[i]);
        make_move(pos, room.record.moves[i]);
    }
    room.record.plies = room.judgement.searched = 4;
    char *fault = strchr(cells[2], '!');
    if (fault) {
        *fault = '\0';
        room.record.fault.length = 1;
    }
    assert_true(strcmp(cells[2], "*") == 0 || strcmp(cells[2], "1/2-1/2") == 0 ||
                strcmp(cells[2], "1-0") == 0);
    room.record.result = *cells[2] == '*'     ? PGN_UNKNOWN
                         : cells[2][1] == '/' ? PGN_DRAWN
                                              : PGN_WHITE_WON;
    room.record.first_ply = 20;
    judge_game(&room.record, room.analyses, &BOTH, pos, &room.judgement);
    summary_add(&d, &room.record, room.analyses, &room.judgement);
    assert_string_equal(d.data ? d.data : "", cells[3]);
    document_free(&d);
}

TEST(games_have_summaries) {
    each_row("report/summaries.tsv", NULL, want_summary);
}
