#include "report/embedded_page.h"

#include "core/embedded_file.h"

EMBEDDED_FILE(embedded_page, "src/report/page/page.html", 16);
