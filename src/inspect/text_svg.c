#include "inspect/text_svg.h"

#include <string.h>

/* How many of the first `length` characters fit on a line: all, or those up to a blank. */
static size_t fitting(const char *text, size_t length) {
    enum { WIDTH = 88 };
    if (length <= WIDTH)
        return length;
    size_t used = WIDTH;
    while (used > 0 && text[used] != ' ')
        used--;
    return used ? used : WIDTH;
}

int svg_text(Document *out, int x, int y, const char *text) {
    int lines = 0;
    while (*text) {
        text += strspn(text, " \n");
        const size_t used = fitting(text, strcspn(text, "\n"));
        if (used && out)
            document_add(out, "<text x=\"%d\" y=\"%d\" font-size=\"14\">%.*s</text>\n", x,
                         y + SVG_LINE * lines, (int)used, text);
        lines += used > 0;
        text += used;
    }
    return lines;
}
