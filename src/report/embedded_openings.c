#include "report/embedded_openings.h"

#include "core/embedded_file.h"

EMBEDDED_FILE(embedded_openings, "src/report/openings.bin", 16);
