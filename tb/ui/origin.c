/* origin.c - lists of machines, sizes, libraries and versions, and their text. */
#include "ui/origin.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#define BETWEEN '/' /* no comma, for readers of CSV that know no quotes */

const char *ui_version(void) { return CTADEL_VERSION; }

static bool has(const char *list, const char *word)
{
    const size_t chars = strlen(word);
    for (const char *at = list; (at = strstr(at, word)) != NULL; at++)
        if ((at == list || at[-1] == BETWEEN) && (!at[chars] || at[chars] == BETWEEN)) return true;
    return false;
}

/* A list that gets too long ends in "...", so that it cannot be taken for all. */
static void add(char list[UI_ORIGIN_BYTES], const char *word)
{
    const char between[] = {BETWEEN, '\0'};
    const size_t used = strlen(list), room = UI_ORIGIN_BYTES - used;
    if (!word || !word[0] || has(list, word)) return;
    const int chars = snprintf(list + used, room, "%.*s%s", used != 0, between, word);
    if ((size_t)chars >= room) strcpy(list + UI_ORIGIN_BYTES - sizeof "...", "...");
}

void ui_origin_add(ui_origin_t *o, const char *machine, const char *size, const char *library, const char *version)
{
    add(o->machine, machine);
    add(o->size, size);
    add(o->library, library);
    add(o->version, version);
}

void ui_origin_text(const ui_origin_t *o, char text[UI_ORIGIN_TEXT_BYTES])
{
    const struct {
        const char *what, *word;
    } part[] = {{"machine", o->machine}, {"size", o->size}, {"library", o->library}, {"ctadel", o->version}};
    size_t used = 0;
    text[0] = '\0';
    for (size_t i = 0; i < sizeof part / sizeof part[0]; i++)
        if (part[i].word[0] && used < UI_ORIGIN_TEXT_BYTES)
            used += (size_t)snprintf(text + used, UI_ORIGIN_TEXT_BYTES - used, "%s%s %s", used ? ", " : "",
                                     part[i].what, part[i].word);
}
