/* suggest.h - help after a misspelt word: the nearest allowed one, and the list of all. */
#ifndef CTADEL_BASE_SUGGEST_H
#define CTADEL_BASE_SUGGEST_H

#include <stddef.h>
#include <stdint.h>

/* The word with the fewest edits (Levenshtein); the first of equals. NULL when even that one needs
 * more edits than a third of the longer word's letters, 2 at least: a far guess only misleads. */
const char *suggest_nearest(const char *word, const char *const *words, uint32_t count);

/* Writes "did you mean X? allowed: a, b, c" (without the question if nothing is near) and returns
 * `text`. Ends in ", ..." when `bytes` is too small for the list. */
const char *suggest_text(char *text, size_t bytes, const char *word, const char *const *words, uint32_t count);

#endif
