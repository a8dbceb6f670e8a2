#include "report/game_pgn.h"

void game_pgn(Document *out, ExplainedGame *game) {
    (void)out;
    (void)game;
}
