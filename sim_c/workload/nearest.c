#include "workload/nearest.h"

#include <stdio.h>
#include <string.h>

enum { WORD_MAX = 32 }; /* longer words are compared by their beginnings */

/* Letters to insert, delete or replace, one row of the table at a time. */
static uint32_t distance(const char *a, const char *b)
{
    uint32_t row[WORD_MAX + 1];
    uint32_t la = (uint32_t)strnlen(a, WORD_MAX), lb = (uint32_t)strnlen(b, WORD_MAX);
    for (uint32_t j = 0; j <= lb; j++) row[j] = j;
    for (uint32_t i = 1; i <= la; i++) {
        uint32_t diagonal = row[0];
        row[0] = i;
        for (uint32_t j = 1; j <= lb; j++) {
            uint32_t best = diagonal + (a[i - 1] != b[j - 1]);
            diagonal = row[j];
            if (row[j] + 1 < best) best = row[j] + 1;
            if (row[j - 1] + 1 < best) best = row[j - 1] + 1;
            row[j] = best;
        }
    }
    return row[lb];
}

const char *nearest_word(const char *word, const char *const *words, uint32_t count)
{
    const char *best = NULL;
    uint32_t best_distance = (uint32_t)strnlen(word, WORD_MAX) / 3 + 2;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t d = distance(word, words[i]);
        if (d < best_distance) {
            best_distance = d;
            best = words[i];
        }
    }
    return best;
}

const char *nearest_list(char *text, size_t size, const char *word, const char *const *words,
                         uint32_t count)
{
    const char *near = nearest_word(word, words, count);
    size_t tail = near ? strlen(near) + sizeof " (nearest: )..." : sizeof "...";
    size_t used = (size_t)snprintf(text, size, "; allowed: ");
    for (uint32_t i = 0; i < count; i++) {
        if (used + strlen(words[i]) + 2 + tail > size) {
            used += (size_t)snprintf(text + used, size - used, "...");
            break;
        }
        used += (size_t)snprintf(text + used, size - used, "%s%s", i ? ", " : "", words[i]);
    }
    if (!count) used = (size_t)snprintf(text, size, "; there are none");
    if (near && used < size) snprintf(text + used, size - used, " (nearest: %s)", near);
    return text;
}
