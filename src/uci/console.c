#include "os/process.h"
#include "uci/output.h"
#include "uci/uci_internal.h"

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
