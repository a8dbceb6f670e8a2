/* Reasons without pieces: what two lines make of the position, and openings. */
#include "report/sentences_internal.h"

#include "board/make.h"
#include "core/text.h"
#include "inspect/facts.h"

#include <string.h>

/* --- facts ------------------------------------------------------------------------------------ */

/* Adds a clause behind another: "gives White the open e-file and more space". */
static void add_clause(Document *out, const Document *clause, const Document *last) {
    static const char *const SHARED[] = {"gives White ", "gives Black ", "leaves White ",
                                         "leaves Black ", "keeps "};
    size_t same = 0;
    out->out_of_memory |= clause->out_of_memory;
    if (clause->out_of_memory)
        return;
    for (size_t i = 0; last && last->data && i < sizeof SHARED / sizeof *SHARED; i++) {
        const size_t length = strlen(SHARED[i]);
        if (!strncmp(last->data, SHARED[i], length) && !strncmp(clause->data, SHARED[i], length))
            same = length;
    }
    document_add(out, "%s%s", last ? " and " : "", clause->data + same);
}

/* Facts of one of the lines. */
static void explain_facts_of(Case *c, const Fact *facts, int count, bool missed) {
    Document clauses[2] = {{0}};
    int said = 0;
    for (int i = 0; i < count; i++) {
        if (facts[i].missed != missed || facts[i].kept)
            continue;
        fact_text(&clauses[said], &facts[i], c->us);
        set_reason(c, "%s%s", fact_name(facts[i].kind), missed ? " missed" : "");
        if (!said && missed)
            begin_better(c, 1);
        if (!said && !missed) {
            numbered_move(text_of(c), c->before, c->played);
            document_add_text(text_of(c), " ");
        }
        add_clause(text_of(c), &clauses[said], said ? &clauses[0] : NULL);
        said++;
    }
    if (said)
        end_sentence(c);
    document_free(&clauses[0]);
    document_free(&clauses[1]);
}

/* What the two lines soon make of the position, where little is lost. */
void explain_facts(Case *c) {
    enum { MOST = 2, CENTIPAWNS_MOST = 100, PLIES = 6 };
    Fact facts[MOST];
    if (c->contrast.searched > CENTIPAWNS_MOST)
        return;
    const int count =
        facts_differ(c->before, c->better.moves, min_int(c->better.count, PLIES), c->worse.moves,
                     min_int(c->worse.count, PLIES), c->game->network, facts, MOST);
    explain_facts_of(c, facts, count, false);
    explain_facts_of(c, facts, count, true);
}

/* --- openings --------------------------------------------------------------------------------- */

/* The usual move. */
void explain_opening(Case *c) {
    OpeningName opening;
    position_copy(c->other, c->before);
    make_move(c->other, c->better.moves[0]);
    if (!openings_find(c->other, &opening))
        return;
    begin_better(c, 1);
    document_add(text_of(c), "leads to the %s", opening.name);
    set_reason(c, "the opening left");
    end_sentence(c);
}
