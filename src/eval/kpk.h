/* King and pawn against king, exactly: a bit for each position, made at start by retrograde
 * analysis.
 */
#ifndef EVAL_KPK_H
#define EVAL_KPK_H

#include "core/types.h"

/* Makes the table, in less than a millisecond. Call once; further calls change nothing. */
void kpk_init(void);

/* True if the side with the pawn, `strong`, wins. The position must be legal. */
bool kpk_wins(Color strong, Square strong_king, Square pawn, Square weak_king, Color to_move);

#endif
