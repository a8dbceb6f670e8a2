/* Lines of standard input, and the loop that runs the lines. */
#include "uci/uci_internal.h"

#include <stdlib.h>
#include <string.h>

bool input_init(Input *input) {
    enum { FIRST_SIZE = 1 << 16 };
    *input =
        (Input){.buffer = malloc(FIRST_SIZE), .size = FIRST_SIZE, .source = input_source_open()};
    if (input->buffer && input->source)
        return true;
    input_free(input);
    return false;
}

/* Makes space in the buffer after the bytes read. If memory is short, drops the last byte of the line. */
static void make_space(Input *input) {
    if (input->start) {
        memmove(input->buffer, input->buffer + input->start, input->end - input->start);
        input->end -= input->start;
        input->start = 0;
    }
    if (input->end < input->size)
        return;
    const size_t size = 2 * input->size;
    char *buffer = realloc(input->buffer, size);
    if (buffer) {
        input->buffer = buffer;
        input->size = size;
    } else {
        input->end--;
    }
}

/* Makes the next `length` bytes of the buffer the current line, and skips the end of line after them. */
static InputEvent take(Input *input, size_t length) {
    char *line = input->buffer + input->start;
    const size_t mark = input->begun ? 0 : byte_order_mark(line, length);
    input->begun = true;
    input->line = line + mark;
    input->length = length - mark;
    input->start += length;
    if (input->start < input->end)
        input->start++;
    return INPUT_LINE;
}

InputEvent input_next(Input *input) {
    for (size_t from = input->start;;) {
        const char *feed =
            from < input->end ? memchr(input->buffer + from, '\n', input->end - from) : NULL;
        if (feed)
            return take(input, (size_t)(feed - (input->buffer + input->start)));
        if (input->ended)
            return input->start < input->end ? take(input, input->end - input->start) : INPUT_END;
        make_space(input);
        from = input->end;
        const ssize_t count =
            input_source_read(input->source, input->buffer + from, input->size - from);
        if (count == INLET_WOKEN)
            return INPUT_WOKEN;
        input->ended = count == INLET_END;
        input->end += (size_t)count;
    }
}

void input_wake(Input *input) {
    input_source_wake(input->source);
}

void input_free(Input *input) {
    input_source_close(input->source);
    free(input->buffer);
    *input = (Input){0};
}

/* --- the console -------------------------------------------------------------------------------- */

bool console_run(Session *session) {
    Input *input = &session->input;
    if (terminal_is_input())
        output_line("Panoptes " PANOPTES_VERSION
                    ", a UCI chess engine. 'help' lists the commands.");
    for (InputEvent event; !session->quit && (event = input_next(input)) != INPUT_END;) {
        if (event == INPUT_LINE)
            schedule_line(session, input->line, input->length);
        else
            schedule_catch_up(session);
    }
    schedule_finish(session);
    engine_stop(session->player.engine);
    worker_join(session);
    return true;
}
