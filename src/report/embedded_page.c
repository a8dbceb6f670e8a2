#include "report/embedded_page.h"

#include "core/embedded_file.h"

EMBEDDED_FILE(embedded_page, "build/report/page.html", 16);
