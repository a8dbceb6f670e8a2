#include "inspect/move_summary.h"

#include "core/text.h"
#include "inspect/game_state.h"
#include "inspect/worth.h"

/* Far from its end the fifty-move rule is no news. */
enum { QUIET_TOLD = QUIET_CLAIM - 20 };

void move_summary(Document *out, const Position *before, const Position *after, Move m,
                  const MoveWorth *worth) {
    static GameState game;
    const char *side = color_name(before->state->side);
    if (move_kind(m) == MOVE_CASTLING)
        document_add(out, "%s castles %s.\n", side,
                     castling_wing(m) == WING_SHORT ? "short" : "long");
    else
        document_add(out, "%s: %s.\n", side, move_phrase(before, m).text);
    game_state_find(after, &game);
    if (game.quiet_plies < QUIET_TOLD)
        game.quiet_plies = 0;
    game_state_text(out, after, &game, "");
    if (worth)
        worth_text(out, before, worth);
}
