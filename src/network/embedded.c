#include "core/embedded_file.h"

EMBEDDED_FILE(embedded_network, "src/network/panoptes.net", 64);
