#include "report/html_text.h"

#include <string.h>

static const char *entity_of(char c) {
    return c == '<'   ? "&lt;"
           : c == '>' ? "&gt;"
           : c == '&' ? "&amp;"
           : c == '"' ? "&quot;"
                      : "&#39;";
}

void html_text(Document *out, const char *text) {
    while (*text) {
        const size_t plain = strcspn(text, "<>&\"'");
        document_add_bytes(out, text, plain);
        text += plain;
        if (*text)
            document_add_text(out, entity_of(*text++));
    }
}
