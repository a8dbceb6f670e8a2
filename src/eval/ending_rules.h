/* The rules of endings: what each knows is in endings.h, which pattern has which in endings.c. */
#ifndef EVAL_ENDING_RULES_H
#define EVAL_ENDING_RULES_H

#include "eval/ending_view.h"

/* Endings without pawns: see pawnless_rules.c. */
int value_draw(const EndingView *v);
int value_kxk(const EndingView *v);
int value_kbnk(const EndingView *v);
int value_krkb(const EndingView *v);
int value_krkn(const EndingView *v);
int value_ahead(const EndingView *v);
int value_level(const EndingView *v);
int value_bishop_pair(const EndingView *v);
int value_kqknn(const EndingView *v);
int value_kqkrm(const EndingView *v);

/* Endings with pawns: see pawn_rules.c. */
int value_kpk(const EndingView *v);
int value_krkp(const EndingView *v);
int value_kqkp(const EndingView *v);
int value_knnkp(const EndingView *v);
int value_kppk(const EndingView *v);
int value_kbpk(const EndingView *v);
int value_knpk(const EndingView *v);
int value_krpkn(const EndingView *v);
int value_krpkb(const EndingView *v);
int value_kbpkb(const EndingView *v);
int value_knpkn(const EndingView *v);
int value_kbpkn(const EndingView *v);
int value_knpkb(const EndingView *v);
int value_kpkn(const EndingView *v);
int value_kpkb(const EndingView *v);
int scale_krpkr(const EndingView *v);
int scale_kqpkq(const EndingView *v);
int scale_krppkrp(const EndingView *v);
int scale_kbpk(const EndingView *v);
int scale_kpsk(const EndingView *v);
int scale_knpk(const EndingView *v);
int scale_kpkp(const EndingView *v);

#endif
