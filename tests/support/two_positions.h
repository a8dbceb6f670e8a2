/* Two positions for any test of a group, empty when the group begins. */
#ifndef SUPPORT_TWO_POSITIONS_H
#define SUPPORT_TWO_POSITIONS_H

#include "board/position.h"

extern Position *pos, *other_pos;

#endif
