/* The options that make the engine weaker, and which of them counts. */
#include "engine/engine.h"
#include "search/handicap.h"
#include "support/cmocka_test.h"
#include "uci/uci_internal.h"

#include <stdlib.h>
#include <string.h>

/* The skill of the engine after an option is set; -1 if the option is refused. */
static int skill_after(Session *session, const char *text) {
    const bool set = options_set(session, tokens_of(text, strlen(text)));
    return set ? engine_settings(session->engine).skill : -1;
}

TEST(strength_is_limited_by_one_option) {
    static const SearchReporter REPORTER = {0};
    Session *session = calloc(1, sizeof *session);
    assert_non_null(session);
    session->engine = engine_create(&REPORTER, NULL);
    session->skill_level = SKILL_LEVEL_MAX;
    assert_int_equal(skill_after(session, "name UCI_Elo value 1000"), SKILL_FULL);
    const int weak = handicap_skill_of_elo(1000);
    assert_int_equal(skill_after(session, "name UCI_LimitStrength value true"), weak);
    /* UCI_LimitStrength takes precedence over Skill Level, which counts without it. */
    assert_int_equal(skill_after(session, "name Skill Level value 20"), weak);
    assert_int_equal(skill_after(session, "name UCI_LimitStrength value false"), SKILL_FULL);
    assert_int_equal(skill_after(session, "name Skill Level value 1"), SKILL_UNIT);
    static const char *const REFUSED[] = {
        "name UCI_Elo value 999",    "name UCI_Elo value 4000",
        "name Skill Level value 21", "name Skill Level value -1",
        "name UCI_ShowWDL value",    "name UCI_LimitStrength value maybe",
    };
    for (size_t i = 0; i < sizeof REFUSED / sizeof *REFUSED; i++)
        assert_int_equal(skill_after(session, REFUSED[i]), -1);
    engine_destroy(session->engine);
    free(session);
}
