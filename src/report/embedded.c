#include "core/embedded_file.h"
#include "report/report_internal.h"

EMBEDDED_FILE(embedded_openings, "src/report/openings.bin", 16);

/* --- embedded page --------------------------------------------------------------------------- */

EMBEDDED_FILE(embedded_page, "build/report/page.html", 16);
