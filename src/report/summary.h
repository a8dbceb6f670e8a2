/* A game in a sentence or two. */
#ifndef REPORT_SUMMARY_H
#define REPORT_SUMMARY_H

#include "report/judgement.h"

/* Adds where the game was decided, or that it was not, and what the tablebases say of its end.
 * Nothing if no move was judged. */
void summary_add(Document *out, const GameRecord *game, const Analysis *analyses,
                 const Judgement *judgement);

#endif
