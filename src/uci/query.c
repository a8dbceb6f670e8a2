#include "uci/uci_internal.h"

#include "api/question.h"
#include "uci/output.h"

/* Writes the answer to the file that was asked for. What it holds may be replaced if it is empty or
 * an answer of the same form; a text replaces any. */
static bool write_file(const Question *q) {
    static const char *const SIGNS[] = {"", "{\"command\":", "<svg "};
    static const char *const OTHERS[] = {"", "it is there already and is no JSON of this program",
                                         "it is there already and is no picture (SVG)"};
    const char *reason = atomic_write_fault(q->file, SIGNS[q->form], OTHERS[q->form]);
    AtomicWrite *file = reason ? NULL : atomic_write_begin(q->file, &reason);
    if (file)
        fwrite(q->answer.data, 1, q->answer.length, atomic_write_stream(file));
    if (!file || !atomic_write_finish(file, &reason))
        return output_error("%s: '%s' cannot be written: %s; give another file", q->name, q->file,
                            reason);
    output_line("info string %s written to %s", q->name, q->file);
    return true;
}

bool query_ask(Session *session, Tokens tokens) {
    Question q = {.player = &session->player, .color = session->color};
    bool good = question_ask(&q, tokens);
    if (q.answer.length || q.answer.out_of_memory)
        good &= q.file[0] && !q.answer.out_of_memory ? write_file(&q) : output_document(&q.answer);
    if (q.notes.length)
        output_document(&q.notes);
    question_free(&q);
    return good;
}
