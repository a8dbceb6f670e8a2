/* Where a table's men may stand so that a probe of the position reads that table and no other. */
#ifndef TABLEBASE_PLACEMENT_H
#define TABLEBASE_PLACEMENT_H

#include "tablebase/table_file.h"

typedef struct Placement {
    Bitboard by_color[COLOR_COUNT], by_type[TYPE_COUNT];
} Placement;

/* Places the men of a name so that Black, the side named second, is to move and can take nothing; a
 * probe would look into the tables of what captures lead to first. White is not in check. The same
 * for the same name. False if no such placement is found, which does not happen for names that
 * table_name_read accepts. */
bool placement_without_captures(const TableName *name, Placement *p);

#endif
