#include "api/player.h"

#include "core/text.h"
#include "search/handicap.h"

void player_open(Player *player, Engine *engine) {
    player->engine = engine;
    player->hash = HASH_DEFAULT;
    player->elo = UCI_ELO_DEFAULT;
    player->skill_level = SKILL_LEVEL_MAX;
}

void player_close(Player *player) {
    engine_destroy(player->engine);
    book_close(player->book);
}

void player_say(const Player *player, const char *format, ...) {
    Text text;
    va_list arguments;
    text_clear(&text);
    va_start(arguments, format);
    text_add_list(&text, format, arguments);
    va_end(arguments);
    if (player->line)
        player->line(player->context, text.data);
}

bool player_complain(const Player *player, const char *format, ...) {
    Text text;
    va_list arguments;
    text_clear(&text);
    va_start(arguments, format);
    text_add_list(&text, format, arguments);
    va_end(arguments);
    if (player->error)
        player->error(player->context, text.data);
    return false;
}

bool player_has_network(const Player *player) {
    return !engine_lacks_network(player->engine) ||
           player_complain(player,
                           "the network inside this program is refused: %s; the classical "
                           "evaluation judges, which plays weaker; get the program anew, or set "
                           "EvalFile",
                           network_embedded_fault());
}
