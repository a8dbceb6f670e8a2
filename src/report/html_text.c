#include "report/html_text.h"

#include "report/utf8.h"

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

void html_isolated(Document *out, const char *text) {
    Document plain = {0};
    utf8_add_undirected(&plain, text);
    document_add_text(out, "<bdi>");
    html_text(out, plain.data ? plain.data : "");
    document_add_text(out, "</bdi>");
    out->out_of_memory |= plain.out_of_memory;
    document_free(&plain);
}
