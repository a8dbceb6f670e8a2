/* Two positions for the tests of a group, empty at the beginning of the group. */
#ifndef SUPPORT_TWO_POSITIONS_H
#define SUPPORT_TWO_POSITIONS_H

#include "board/position.h"

extern Position *pos, *other_pos;

#endif
