/* What the search finds in the positions of a game. */
#ifndef REPORT_ANALYSIS_H
#define REPORT_ANALYSIS_H

#include "engine/engine.h"
#include "report/game_record.h"
#include "report/settings.h"

enum { LINE_PLIES = 16 }; /* moves of a line that are kept */

/* A line of play; its score is for the side that begins it. */
typedef struct Line {
    int score; /* see core/score.h; SCORE_NONE: there is no such line */
    int count;
    Move moves[LINE_PLIES];
} Line;

/* A position of the game and the move played in it. Scores are for the side to move. */
typedef struct Analysis {
    bool searched;
    Color side; /* to move */
    Evaluation evaluation;
    int material; /* see wdl_material */
    int depth;    /* of the lines */
    int line_count;
    Line lines[REPORT_LINES_MAX]; /* the best first; none if the game is over by the rules */
    Wdl table; /* by tablebase: WDL_WIN, WDL_DRAW, WDL_LOSS, or WDL_UNKNOWN where none knows */
    /* The move played and the best one at the same depth, which may be less than `depth`. In the
     * game's last position, which has no move, SCORE_NONE. */
    Line played;
    int best_score, common_depth;
} Analysis;

/* A score in winning chances: the expected points in percent, 0 to 100. */
double analysis_chances(const Analysis *a, int score);

/* The score of the position, as far as it is searched or over by the rules. */
int analysis_score(const Analysis *a);

/* What follows the move played in a position: from the search of the next one, which lies behind it
 * in an array, or else of the move itself. Its score is SCORE_NONE. */
Line analysis_reply(const Analysis *a);

/* Searches a position, and the move played in it (MOVE_NONE: none) where it is not among the best
 * lines. Returns false if *stop has ended it: what is in *a then does not count. */
bool analysis_make(Engine *engine, const Position *pos, Move played, const ReportSettings *settings,
                   const atomic_bool *stop, Analysis *a);

#endif
