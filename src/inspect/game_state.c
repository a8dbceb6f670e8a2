#include "inspect/game_state_internal.h"

#include "board/make.h"
#include "core/text.h"
#include "inspect/inspect.h"
#include "moves/generate.h"
#include "moves/notation.h"

/* --- finding it ----------------------------------------------------------------------------- */

/* Dead material has nothing but the kings and one minor piece, or bishops on squares of one colour.
 * Every other piece must be captured first, and every pawn captured or promoted. */
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

/* Keeps those of the legal moves that bring a position for the third time. */
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

/* --- as text -------------------------------------------------------------------------------- */

static const char MAY_CLAIM[] = "; a player may claim a draw";

/* What is left of dead material, besides the kings. */
static const char *dead_rest(const State *s) {
    const Bitboard bishops = s->by_type[BISHOP];
    if (s->by_type[KNIGHT])
        return " and a knight";
    if (several(bishops))
        return bishops & DARK_SQUARES ? " and bishops on dark squares"
                                      : " and bishops on light squares";
    return bishops ? " and a bishop" : "";
}

/* A mate, a stalemate or dead material. */
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

/* Repetitions that were, and those that the next move can bring. */
static void add_repetitions(Document *out, const Position *pos, const GameState *game,
                            const char *indent) {
    const int count = game->occurrences;
    const bool over = count >= REPETITION_DRAW;
    if (count >= REPETITION_CLAIM)
        document_add(out, "%s%s repetition%s: this position has occurred %d times%s.\n", indent,
                     over ? "Fivefold" : "Threefold", over ? ", a draw" : "", count,
                     over ? "" : MAY_CLAIM);
    else if (count == 2)
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
                     over ? "" : MAY_CLAIM);
    else if (quiet > 0 && !game_state_is_over(game))
        document_add(out,
                     "%sA draw by the fifty-move rule in %d %s without a capture or a pawn move.\n",
                     indent, left, left == 1 ? "ply" : "plies");
}

/* Says how near dead material is. */
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
