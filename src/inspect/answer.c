/* The parts of answers: scores as printed, the state of the game, and pieces in words. */
#include "inspect/inspect_internal.h"

#include "board/make.h"
#include "core/text.h"
#include "moves/generate.h"
#include "moves/notation.h"

#include <stdio.h>

/* --- words ----------------------------------------------------------------------------------- */

/* Returns words for what a move does on its destination: "takes Pawn on f7", or "to f7" without a capture. */
static Phrase aim_phrase(const State *s, Move m) {
    Phrase p;
    const char *to = square_name(move_to(m));
    if (move_kind(m) == MOVE_EN_PASSANT)
        snprintf(p.text, sizeof p.text, "takes Pawn en passant on %s", to);
    else if (s->man_on[move_to(m)] != MAN_NONE)
        snprintf(p.text, sizeof p.text, "takes %s on %s", type_name(type_on(s, move_to(m))), to);
    else
        snprintf(p.text, sizeof p.text, "to %s", to);
    return p;
}

Phrase move_phrase(const Position *pos, Move m) {
    const State *s = pos->state;
    const bool promotes = move_kind(m) == MOVE_PROMOTION;
    Phrase p;
    if (move_kind(m) == MOVE_CASTLING)
        snprintf(p.text, sizeof p.text, "castling %s",
                 castling_wing(m) == WING_SHORT ? "short" : "long");
    else
        snprintf(p.text, sizeof p.text, "%s from %s %.40s%s%s", type_name(type_on(s, move_from(m))),
                 square_name(move_from(m)), aim_phrase(s, m).text,
                 promotes ? " and becomes a " : "", promotes ? type_name(move_promotion(m)) : "");
    return p;
}

Phrase piece_phrase(const State *s, Square sq) {
    Phrase p;
    if (s->man_on[sq] == MAN_NONE)
        snprintf(p.text, sizeof p.text, "%s", square_name(sq));
    else
        snprintf(p.text, sizeof p.text, "%s %s", type_name(type_on(s, sq)), square_name(sq));
    return p;
}

Phrase man_words(PieceType type, Square sq) {
    Phrase p;
    if (type == TYPE_NONE)
        snprintf(p.text, sizeof p.text, "%s", square_name(sq));
    else if (type == KING)
        snprintf(p.text, sizeof p.text, "the king");
    else
        snprintf(p.text, sizeof p.text, "the %s on %s", type_word(type), square_name(sq));
    return p;
}

Phrase piece_words(const State *s, Square sq) {
    return man_words(type_on(s, sq), sq);
}

const char *slot_name(Cell cell) {
    static const struct {
        int first;
        const char *name;
    } SLOTS[] = {{SLOT_DUMMY, "DUMMY"},
                 {SLOT_PAWN, "Pawn"},
                 {SLOT_PREPROMOTED, "pre-promoted"},
                 {SLOT_KNIGHT, "Knight"},
                 {SLOT_BISHOP, "Bishop"},
                 {SLOT_UNDERPROMOTED, "under-promoted"},
                 {SLOT_ROOK, "Rook"},
                 {SLOT_PROMOTED_QUEEN, "promoted Queen"},
                 {SLOT_QUEEN, "Queen"},
                 {SLOT_KING, "King"}};
    int i = 0;
    while (slot_of(cell) < SLOTS[i].first)
        i++;
    return SLOTS[i].name;
}

void squares_text(Document *out, Bitboard set) {
    for (const char *blank = ""; set; blank = " ")
        document_add(out, "%s%s", blank, square_name(pop_bit(&set)));
}

/* --- printed --------------------------------------------------------------------------------- */

int printed_centipawns(Evaluation evaluation, const Position *pos, int units) {
    return wdl_centipawns(evaluation, units, wdl_material(pos->state));
}

double printed_pawns(Evaluation evaluation, const Position *pos, int units) {
    return printed_centipawns(evaluation, pos, units) / 100.0;
}

void printed_line(Document *out, const char *name, Evaluation evaluation, const Position *pos,
                  int units) {
    const Color side = pos->state->side;
    const int sign = side == WHITE ? 1 : -1, points = printed_centipawns(evaluation, pos, units);
    document_add(out,
                 "%s: %d units, %+.2f pawns, for %s, to move; "
                 "%+.2f from White's point of view\n",
                 name, sign * units, sign * points / 100.0, color_name(side), points / 100.0);
}

/* --- the state of the game ----------------------------------------------------------------------------- */

/* Returns the least number of captures and promotions until the material is dead, which means that neither side can
 * mate. Dead material is two kings alone, with one minor piece, or with bishops on squares of one colour. */
static int steps_to_dead_material(const State *s) {
    const Bitboard bishops = s->by_type[BISHOP], others = s->by_type[KNIGHT] | bishops;
    const int on_dark = popcount(bishops & DARK_SQUARES), on_light = popcount(bishops) - on_dark;
    const int stay = max_int(others != 0, max_int(on_dark, on_light));
    return popcount(occupied(s)) - 2 - stay;
}

static GameEnd end_of(const Position *pos, const GameState *game, int legal) {
    if (legal == 0)
        return in_check(pos->state) ? GAME_CHECKMATE : GAME_STALEMATE;
    if (insufficient_material(pos->state))
        return GAME_DEAD;
    if (game->occurrences >= REPETITION_CLAIM)
        return GAME_REPETITION;
    return game->quiet_plies >= QUIET_CLAIM ? GAME_FIFTY_MOVES : GAME_GOES_ON;
}

/* Keeps only the moves of a list after which the new position has occurred three times or more. */
static void keep_repeating(const Position *pos, MoveList *moves) {
    Position tried;
    int kept = 0;
    position_copy(&tried, pos);
    for (int i = 0; i < moves->count; i++) {
        make_move(&tried, moves->moves[i]);
        if (repetitions(&tried, REPETITION_CLAIM - 1) == REPETITION_CLAIM - 1)
            moves->moves[kept++] = moves->moves[i];
        unmake_move(&tried);
    }
    moves->count = kept;
}

void game_state_find(const Position *pos, GameState *game) {
    game->occurrences = 1 + repetitions(pos, REPETITION_DRAW - 1);
    game->quiet_plies = pos->state->rule50;
    game->dead_in = steps_to_dead_material(pos->state);
    game->repeating.count = 0;
    legal_moves(pos, &game->repeating);
    game->end = end_of(pos, game, game->repeating.count);
    if (game->end == GAME_GOES_ON)
        keep_repeating(pos, &game->repeating);
    else
        game->repeating.count = 0;
}

bool game_state_is_over(const GameState *game) {
    return (game->end >= GAME_CHECKMATE && game->end <= GAME_DEAD) ||
           game->occurrences >= REPETITION_DRAW || game->quiet_plies >= QUIET_DRAW;
}

/* --- the state of the game as text -------------------------------------------------------------------------------- */

/* The end of a sentence on a draw that a player may claim. Empty if the game is over. */
static const char *may_claim(const GameState *game) {
    return game_state_is_over(game) ? "" : "; a player may claim a draw";
}

/* In a position that neither side can win: returns words for the pieces besides the kings, such as " and a knight". */
static const char *dead_rest(const State *s) {
    const Bitboard bishops = s->by_type[BISHOP];
    if (s->by_type[KNIGHT])
        return " and a knight";
    if (several(bishops))
        return bishops & DARK_SQUARES ? " and bishops on dark squares"
                                      : " and bishops on light squares";
    return bishops ? " and a bishop" : "";
}

/* Adds a sentence if the game has ended by checkmate, stalemate or dead material. */
static void add_end(Document *out, const State *s, GameEnd end, const char *indent) {
    if (end == GAME_CHECKMATE)
        document_add(out, "%sCheckmate: %s wins.\n", indent, color_name(opponent(s->side)));
    else if (end == GAME_STALEMATE)
        document_add(out, "%sStalemate, a draw: %s has no legal move and is not in check.\n",
                     indent, color_name(s->side));
    else
        document_add(out, "%sDead material, a draw: with only the kings%s no moves can mate.\n",
                     indent, dead_rest(s));
}

/* Adds sentences: how often the position has occurred, and which moves would bring a position for the third time. */
static void add_repetitions(Document *out, const Position *pos, const GameState *game,
                            const char *indent) {
    const int count = game->occurrences;
    const bool over = count >= REPETITION_DRAW;
    if (count >= REPETITION_CLAIM)
        document_add(out, "%s%s repetition%s: this position has occurred %d times%s.\n", indent,
                     over ? "Fivefold" : "Threefold", over ? ", a draw" : "", count,
                     may_claim(game));
    else if (count == 2 && !game_state_is_over(game))
        document_add(out, "%sThis position has occurred twice: once more is a draw.\n", indent);
    if (game->repeating.count == 0)
        return;
    document_add(out, "%sA position occurs for the third time, a draw, after", indent);
    for (int i = 0; i < game->repeating.count; i++) {
        char text[MOVE_TEXT_SIZE];
        move_write(pos, game->repeating.moves[i], text);
        document_add(out, "%s %s", i ? " or" : "", text);
    }
    document_add(out, ".\n");
}

static void add_quiet_plies(Document *out, const GameState *game, const char *indent) {
    const int quiet = game->quiet_plies, left = QUIET_CLAIM - quiet;
    const bool over = quiet >= QUIET_DRAW;
    if (left <= 0)
        document_add(out, "%s%s-move rule%s: %d plies without a capture or a pawn move%s.\n",
                     indent, over ? "Seventy-five" : "Fifty", over ? ", a draw" : "", quiet,
                     may_claim(game));
    else if (quiet > 0 && !game_state_is_over(game))
        document_add(out,
                     "%sA draw by the fifty-move rule in %d %s without a capture or a pawn move.\n",
                     indent, left, left == 1 ? "ply" : "plies");
}

/* If one or two captures or promotions can leave too little material to mate, adds a sentence on them. */
static void add_dead_distance(Document *out, const State *s, int steps, const char *indent) {
    const bool pawns = s->by_type[PAWN] != 0;
    if (steps == 1)
        document_add(out, "%sOne capture%s can lead to dead material, a draw.\n", indent,
                     pawns ? " or promotion" : "");
    else if (steps == 2)
        document_add(out, "%sTwo captures%s can lead to dead material, a draw.\n", indent,
                     pawns ? " or promotions" : "");
}

void game_state_text(Document *out, const Position *pos, const GameState *game,
                     const char *indent) {
    if (game->end >= GAME_CHECKMATE && game->end <= GAME_DEAD) {
        add_end(out, pos->state, game->end, indent);
        return;
    }
    add_repetitions(out, pos, game, indent);
    add_quiet_plies(out, game, indent);
    if (!game_state_is_over(game))
        add_dead_distance(out, pos->state, game->dead_in, indent);
}

void game_text(Document *out, const Position *pos) {
    GameState game;
    game_state_find(pos, &game);
    document_add(out, "Game: %s\n",
                 game_state_is_over(&game)  ? "over"
                 : game.end == GAME_GOES_ON ? "goes on"
                                            : "goes on unless a player claims a draw");
    game_state_text(out, pos, &game, "  ");
}

/* --- as JSON --------------------------------------------------------------------------------- */

void json_man(Json *j, const char *key, Color c, PieceType type, Square sq) {
    json_open(j, key, '{');
    json_text(j, "color", json_color(c));
    json_text(j, "type", type_name(type));
    json_square(j, "square", sq);
    json_close(j, '}');
}

void json_piece(Json *j, const char *key, const State *s, Square sq) {
    if (s->man_on[sq] == MAN_NONE) {
        json_null(j, key);
        return;
    }
    json_man(j, key, bit_color(man_bit(s->man_on[sq])), type_on(s, sq), sq);
}

void json_score(Json *j, Evaluation evaluation, const Position *pos, int units) {
    json_number(j, "centipawns", printed_centipawns(evaluation, pos, units));
    json_number(j, "units", units);
}

void json_search_score(Json *j, const State *root, Evaluation evaluation, int score) {
    const bool mate = score_is_mate(score);
    json_number_or_null(j, "centipawns", !mate,
                        mate ? 0 : wdl_centipawns(evaluation, score, wdl_material(root)));
    json_number_or_null(j, "mate", mate, mate ? mate_moves(score) : 0);
}

void json_game(Json *j, const char *key, const Position *pos) {
    static const char *const ENDS[] = {[GAME_GOES_ON] = NULL,
                                       [GAME_CHECKMATE] = "checkmate",
                                       [GAME_STALEMATE] = "stalemate",
                                       [GAME_DEAD] = "dead material",
                                       [GAME_REPETITION] = "repetition",
                                       [GAME_FIFTY_MOVES] = "fifty moves"};
    GameState game;
    game_state_find(pos, &game);
    json_open(j, key, '{');
    json_text_or_null(j, "end", ENDS[game.end]);
    json_bool(j, "over", game_state_is_over(&game));
    json_number(j, "occurrences", game.occurrences);
    json_open(j, "repeating", '[');
    for (int i = 0; i < game.repeating.count; i++) {
        char text[MOVE_TEXT_SIZE];
        move_write(pos, game.repeating.moves[i], text);
        json_text(j, NULL, text);
    }
    json_close(j, ']');
    json_number(j, "quiet_plies", game.quiet_plies);
    json_number(j, "fifty_moves_in", max_int(QUIET_CLAIM - game.quiet_plies, 0));
    json_number(j, "dead_in", game.dead_in);
    json_close(j, '}');
}

void json_begin(Json *j, Document *out, const char *command, const Position *pos) {
    char fen[FEN_SIZE];
    fen_write(pos, fen);
    *j = (Json){.out = out};
    json_open(j, NULL, '{');
    json_text(j, "command", command);
    json_text(j, "fen", fen);
    json_text(j, "side", json_color(pos->state->side));
    json_game(j, "game", pos);
}

void json_end(Json *j) {
    json_close(j, '}');
    document_add_text(j->out, "\n");
}
