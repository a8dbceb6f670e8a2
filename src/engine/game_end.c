#include "engine/game_end.h"

#include "board/position.h"
#include "moves/generate.h"

GameEnd game_end_by_rules(const Position *pos) {
    if (legal_count(pos) == 0)
        return in_check(pos->state) ? GAME_MATE : GAME_STALEMATE;
    if (insufficient_material(pos->state))
        return GAME_MATERIAL;
    if (is_rule_draw(pos->state))
        return GAME_FIFTY_MOVES;
    return repetitions(pos, 2) >= 2 ? GAME_REPETITION : GAME_GOES_ON;
}

void score_streaks_add(ScoreStreaks *s, const ScoreRule *rule, int score) {
    s->plies++;
    s->white = score >= rule->win_score ? s->white + 1 : 0;
    s->black = score <= -rule->win_score ? s->black + 1 : 0;
    s->level = score <= rule->draw_score && score >= -rule->draw_score ? s->level + 1 : 0;
}

GameEnd game_end_by_scores(const ScoreStreaks *s, const ScoreRule *rule) {
    if (s->white >= rule->win_plies || s->black >= rule->win_plies)
        return GAME_CLEAR_WIN;
    return s->plies >= rule->draw_from && s->level >= rule->draw_plies ? GAME_CLEAR_DRAW
                                                                       : GAME_GOES_ON;
}
