/* Verdicts on the moves of a game, and on the sides. README.md has the formulas. */
#ifndef REPORT_JUDGEMENT_H
#define REPORT_JUDGEMENT_H

#include "report/analysis.h"
#include "report/openings.h"

typedef enum Mark {
    MARK_NONE,
    MARK_BOOK,
    MARK_ONLY,
    MARK_INACCURACY,
    MARK_MISTAKE,
    MARK_BLUNDER,
    MARK_MISSED_MATE,
    MARK_ALLOWED_MATE,
    MARK_COUNT
} Mark;

typedef enum Phase { PHASE_OPENING, PHASE_MIDDLEGAME, PHASE_ENDGAME, PHASE_COUNT } Phase;

typedef struct Verdict {
    bool judged; /* its loss counts */
    Mark mark;
    Phase phase;
    double loss; /* points of a hundred in winning chances, 0 or more */
    int loss_cp; /* centipawns, 0 or more */
} Verdict;

/* Sums of moves. */
typedef struct Precision {
    int moves;
    double sum, inverse_sum; /* of the accuracies of the moves, and of their inverses */
} Precision;

typedef struct SideVerdict {
    int count[MARK_COUNT];
    int loss_cp; /* of all moves judged */
    Precision all, phase[PHASE_COUNT];
} SideVerdict;

typedef struct Judgement {
    int searched;   /* plies of the game whose positions, before and after, are searched */
    int book_plies; /* so many moves are book */
    OpeningName opening;
    Verdict plies[PGN_PLIES];
    SideVerdict sides[COLOR_COUNT];
} Judgement;

/* True for moves that a sentence explains. */
bool mark_is_bad(Mark mark);

/* "blunder" and so on; NULL for MARK_NONE. */
const char *mark_name(Mark mark);

/* 0 to 100, or below 0 where there is nothing to judge. */
double precision_accuracy(const Precision *precision);

/* The average of the centipawns lost by a side of which a move at least was judged. */
int judgement_average_loss(const SideVerdict *side);

/* Judges a game whose positions are analysed up to judgement->searched; opening and book_plies are
 * set. analyses[i] is of the position before move i. `pos` is room to work in. */
void judge_game(const GameRecord *game, const Analysis *analyses, const ReportSettings *settings,
                Position *pos, Judgement *judgement);

#endif
