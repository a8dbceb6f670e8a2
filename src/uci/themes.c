#include "uci/themes.h"

#include <stdlib.h>
#include <string.h>

void theme_of(const char *id, char theme[EPD_ID_SIZE]) {
    static const char DIGITS[] = "0123456789", SEPARATORS[] = " .-_#:/,";
    size_t length = strlen(id), digits = length;
    while (digits > 0 && !strchr(DIGITS, id[digits - 1]))
        digits--;
    if (digits > 0) {
        length = digits;
        while (length > 0 && strchr(DIGITS, id[length - 1]))
            length--;
    }
    while (length > 0 && strchr(SEPARATORS, id[length - 1]))
        length--;
    memcpy(theme, id, length);
    theme[length] = '\0';
}

void sums_add(SuiteSums *sums, const Epd *epd, bool solved, int points) {
    sums->positions++;
    sums->asked += epd_asks(epd);
    sums->solved += epd_asks(epd) && solved;
    sums->has_points |= epd->scored.count > 0;
    sums->points += points;
}

/* The theme of such a name, a new one if there is none; NULL if memory is short. */
static Theme *find(Themes *themes, const char *name) {
    for (size_t i = themes->count; i-- > 0;) /* most often it is the latest */
        if (strcmp(themes->list[i].name, name) == 0)
            return &themes->list[i];
    if (themes->count == themes->room) {
        const size_t room = themes->room ? 2 * themes->room : 16;
        Theme *list = realloc(themes->list, room * sizeof *list);
        if (!list)
            return NULL;
        themes->list = list;
        themes->room = room;
    }
    Theme *theme = &themes->list[themes->count++];
    *theme = (Theme){0};
    strcpy(theme->name, name);
    return theme;
}

void themes_add(Themes *themes, const Epd *epd, bool solved, int points) {
    char name[EPD_ID_SIZE];
    theme_of(epd->id, name);
    if (!*name)
        return;
    Theme *theme = find(themes, name);
    themes->out_of_memory |= !theme;
    themes->positions++;
    if (theme)
        sums_add(&theme->sums, epd, solved, points);
}

bool themes_differ(const Themes *themes) {
    return themes->count > 1 && themes->count < themes->positions;
}

void themes_free(Themes *themes) {
    free(themes->list);
    *themes = (Themes){0};
}
