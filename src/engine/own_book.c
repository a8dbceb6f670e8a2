#include "engine/book_internal.h"

#include "core/embedded_file.h"

EMBEDDED_FILE(own_book, "src/engine/own_book.bin", 16);
