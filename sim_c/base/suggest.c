/* suggest.c - the nearest word by edit distance: at most one edit away up to three letters, two up to eight, then a
 * third of the letters. A number at the end that is missing counts as one letter. */
#include "base/suggest.h"

#include "base/min.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

enum { LETTERS_MAX = 63 }; /* longer words are compared by their first letters */

static uint32_t length(const char *word)
{
    size_t n = strlen(word);
    return n < LETTERS_MAX ? (uint32_t)n : LETTERS_MAX;
}

/* Letters added, removed, changed, or swapped with their neighbour. */
static uint32_t edits(const char *a, const char *b)
{
    uint32_t na = length(a), nb = length(b), rows[3][LETTERS_MAX + 1];
    for (uint32_t j = 0; j <= nb; j++) rows[0][j] = j;
    for (uint32_t i = 1; i <= na; i++) {
        uint32_t *row = rows[i % 3], *above = rows[(i - 1) % 3];
        row[0] = i;
        for (uint32_t j = 1; j <= nb; j++) {
            row[j] = min_u32(min_u32(above[j], row[j - 1]) + 1, above[j - 1] + (a[i - 1] != b[j - 1]));
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] && rows[(i - 2) % 3][j - 2] + 1 < row[j])
                row[j] = rows[(i - 2) % 3][j - 2] + 1;
        }
    }
    return rows[na % 3][nb];
}

/* The same; digits at the end of `b` that are missing in `a` count as one letter: lcs for lcs28, gtx for gtx480. */
static uint32_t edits_without_number(const char *a, const char *b)
{
    const uint32_t whole = edits(a, b);
    char stem[LETTERS_MAX + 1];
    uint32_t chars = length(b);
    while (chars > 1 && isdigit((unsigned char)b[chars - 1])) chars--;
    if (chars == length(b)) return whole;
    snprintf(stem, sizeof stem, "%.*s", (int)chars, b);
    return min_u32(edits(a, stem) + 1, whole);
}

static const char *last_part(const char *name)
{
    const char *dot = strrchr(name, '.');
    return dot ? dot + 1 : name;
}

/* True if so many edits between two words are a slip, and not another word. */
static bool is_slip(const char *a, const char *b, uint32_t count)
{
    const uint32_t longer = length(a) > length(b) ? length(a) : length(b);
    const uint32_t limit = longer <= 3 ? 1 : longer / 3 > 2 ? longer / 3 : 2;
    return count <= limit && count < longer;
}

const char *suggest_nearest(const char *word, const char *const *words, uint32_t count)
{
    const char *best = NULL;
    uint32_t best_edits = UINT32_MAX;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t n = edits_without_number(word, words[i]);
        if (n >= best_edits) continue;
        best = words[i];
        best_edits = n;
    }
    return best && is_slip(word, best, best_edits) ? best : NULL;
}

const char *suggest_dotted(char *text, size_t bytes, const char *word, const char *const *names, uint32_t count,
                           const char *other)
{
    uint32_t best = other ? edits_without_number(word, other) : UINT32_MAX;
    text[0] = '\0';
    for (uint32_t i = 0; i < count; i++) {
        const char *ways[] = {names[i], last_part(names[i])};
        const uint32_t n[] = {edits_without_number(word, ways[0]), edits_without_number(word, ways[1])};
        const uint32_t way = n[1] < n[0];
        const bool more = text[0] && n[way] == best;
        if ((n[way] >= best && !more) || !is_slip(word, ways[way], n[way])) continue;
        const size_t used = more ? strlen(text) : 0;
        snprintf(text + used, bytes - used, "%s%s", more ? " or " : "", names[i]);
        best = n[way];
    }
    return text;
}

const char *suggest_text(char *text, size_t bytes, const char *word, const char *const *words, uint32_t count)
{
    enum { MORE_CHARS = 6 }; /* ", ..." and its end */
    size_t used = 0;
    const char *near = suggest_nearest(word, words, count);
    int n = near ? snprintf(text, bytes, "did you mean %s? allowed: ", near) : snprintf(text, bytes, "allowed: ");
    if (n < 0 || (size_t)n >= bytes) return text;
    used = (size_t)n;
    for (uint32_t i = 0; i < count; i++) {
        const char *comma = i ? ", " : "";
        if (used + strlen(comma) + strlen(words[i]) + MORE_CHARS > bytes) {
            snprintf(text + used, bytes - used, "%s...", comma);
            break;
        }
        used += (size_t)snprintf(text + used, bytes - used, "%s%s", comma, words[i]);
    }
    return text;
}
