/* words.c - a growing list of strings; splits at commas and expands ranges of numbers. */
#include "ui/words.h"
#include "ui/exit.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { RANGE_MAX = 1024 }; /* a longer range, such as 1..1000000000, is a typing mistake and stays a word */

void ui_words_add(ui_words_t *w, const char *word, size_t chars)
{
    char **grown = realloc(w->word, (w->count + 1) * sizeof *grown);
    char *copy = grown ? strndup(word, chars) : NULL;
    if (!copy) {
        fputs("out of memory\n", stderr);
        exit(UI_FAILED);
    }
    w->word = grown;
    w->word[w->count++] = copy;
}

bool ui_number(const char *text, uint64_t max, uint64_t *value)
{
    if (!isdigit((unsigned char)text[0])) return false;
    char *end;
    errno = 0;
    unsigned long long v = strtoull(text, &end, 10);
    if (errno || *end || v > max) return false;
    *value = v;
    return true;
}

/* Adds the numbers of "a..b". False: not a range. */
static bool add_range(ui_words_t *w, const char *text, size_t chars)
{
    char part[48];
    if (chars >= sizeof part) return false;
    memcpy(part, text, chars);
    part[chars] = '\0';
    char *dots = strstr(part, "..");
    if (!dots) return false;
    *dots = '\0';
    uint64_t from, to;
    if (!ui_number(part, UINT32_MAX, &from) || !ui_number(dots + 2, UINT32_MAX, &to)) return false;
    if (to < from || to - from >= RANGE_MAX) return false;
    for (uint64_t v = from; v <= to; v++) {
        char number[24];
        int n = snprintf(number, sizeof number, "%llu", (unsigned long long)v);
        ui_words_add(w, number, (size_t)n);
    }
    return true;
}

void ui_words_split(ui_words_t *w, const char *text)
{
    for (;;) {
        size_t chars = strcspn(text, ",");
        if (!add_range(w, text, chars)) ui_words_add(w, text, chars);
        if (!text[chars]) return;
        text += chars + 1;
    }
}

void ui_words_free(ui_words_t *w)
{
    for (uint32_t i = 0; i < w->count; i++) free(w->word[i]);
    free(w->word);
    *w = (ui_words_t){0};
}
