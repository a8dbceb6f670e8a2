#include "api/player.h"

#include "core/text.h"
#include "search/search.h"

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

/* Formats a text for a function that hears it, if there is one. */
static void tell(void (*hear)(void *context, const char *text), void *context, const char *format,
                 va_list arguments) {
    Text text;
    text_clear(&text);
    text_add_list(&text, format, arguments);
    if (hear)
        hear(context, text.data);
}

void player_say(const Player *player, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    tell(player->line, player->context, format, arguments);
    va_end(arguments);
}

bool player_complain(const Player *player, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    tell(player->error, player->context, format, arguments);
    va_end(arguments);
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
