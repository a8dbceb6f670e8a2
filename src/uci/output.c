#include "uci/output.h"

#include "uci/log.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

void output_init(void) {
    static char buffer[TEXT_SIZE + 1];
    setvbuf(stdout, buffer, _IOFBF, sizeof buffer);
    log_init();
}

/* Writes whole lines. stdio's own lock is held over all steps, so they are one. The log comes
 * first: no answer can be heard before what it answers was logged. */
static void write_piece(const char *data, size_t length) {
    flockfile(stdout);
    log_lines(LOG_SAID, data, length);
    fwrite(data, 1, length, stdout);
    fflush(stdout);
    funlockfile(stdout);
}

/* Ends the text with an end of line, in place of the last byte if it is full. */
static void end_line(Text *text) {
    if (text->length == TEXT_SIZE - 1)
        text->length--;
    text->data[text->length++] = '\n';
    text->data[text->length] = '\0';
}

void output_line(const char *format, ...) {
    Text text;
    text_clear(&text);
    va_list arguments;
    va_start(arguments, format);
    text_add_list(&text, format, arguments);
    va_end(arguments);
    end_line(&text);
    write_piece(text.data, text.length);
}

void output_text(const Text *text) {
    write_piece(text->data, text->length);
}

bool output_document(const Document *document) {
    if (document->short_of_memory || !document->data)
        return output_error("not enough memory for the answer");
    write_piece(document->data, document->length);
    return true;
}

bool output_error(const char *format, ...) {
    Text text;
    text_clear(&text);
    text_add(&text, "info string error: ");
    va_list arguments;
    va_start(arguments, format);
    text_add_list(&text, format, arguments);
    va_end(arguments);
    for (size_t i = 0; i < text.length; i++)
        if (text.data[i] < ' ' || text.data[i] > '~')
            text.data[i] = '?';
    end_line(&text);
    write_piece(text.data, text.length);
    return false;
}

bool output_wants_color(void) {
    const char *no_color = getenv("NO_COLOR");
    return isatty(STDOUT_FILENO) && !(no_color && *no_color);
}
