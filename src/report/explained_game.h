/* All that is known of a game when it is written down. */
#ifndef REPORT_EXPLAINED_GAME_H
#define REPORT_EXPLAINED_GAME_H

#include "report/analysis.h"
#include "report/game_record.h"
#include "report/judgement.h"
#include "report/sentences.h"

typedef struct ExplainedGame {
    GameRecord record;
    Judgement judgement;
    Sentences sentences;
    const Network *network; /* NULL: it does not judge */
    Position before, after; /* room to work in */
    Analysis analyses[PGN_PLIES + 1];
} ExplainedGame;

#endif
