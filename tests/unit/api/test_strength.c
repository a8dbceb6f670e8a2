/* UCI_Elo sets the strength of the engine if UCI_LimitStrength is true, else Skill Level sets it. */
#include "api/options.h"
#include "search/search.h"
#include "support/cmocka_test.h"

#include <string.h>

/* The skill of the engine after an option is set; -1 if the option is refused. */
static int skill_after(Player *player, const char *name, const char *value) {
    const Option *option = option_find(player, (Token){name, strlen(name)});
    const bool set = option && option_set(player, option, tokens_of(value, strlen(value)));
    return set ? engine_settings(player->engine).skill : -1;
}

TEST(strength_is_limited_by_one_option) {
    static const SearchReporter REPORTER = {0};
    static Player room;
    Player *player = &room;
    player_open(player, engine_create(&REPORTER, NULL));
    assert_int_equal(skill_after(player, "UCI_Elo", "1000"), SKILL_FULL);
    const int weak = handicap_skill_of_elo(1000);
    assert_int_equal(skill_after(player, "UCI_LimitStrength", "true"), weak);
    /* Skill Level counts only while UCI_LimitStrength is false. */
    assert_int_equal(skill_after(player, "Skill Level", "20"), weak);
    assert_int_equal(skill_after(player, "UCI_LimitStrength", "false"), SKILL_FULL);
    assert_int_equal(skill_after(player, "Skill Level", "1"), SKILL_UNIT);
    static const char *const REFUSED[][2] = {
        {"UCI_Elo", "999"},    {"UCI_Elo", "4000"}, {"Skill Level", "21"},
        {"Skill Level", "-1"}, {"UCI_ShowWDL", ""}, {"UCI_LimitStrength", "maybe"},
    };
    for (size_t i = 0; i < sizeof REFUSED / sizeof *REFUSED; i++)
        assert_int_equal(skill_after(player, REFUSED[i][0], REFUSED[i][1]), -1);
    player_close(player);
}
