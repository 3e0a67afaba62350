/* suggest.h - help for a misspelt word: the nearest allowed word, and the list of all. */
#ifndef CTADEL_BASE_SUGGEST_H
#define CTADEL_BASE_SUGGEST_H

#include <stddef.h>
#include <stdint.h>

/* The word with the fewest edits (Levenshtein), the first among equals. NULL if it needs more than a third of the
 * longer word's letters (at least 2): a far guess misleads. */
const char *suggest_nearest(const char *word, const char *const *words, uint32_t count);

/* Writes "did you mean X? allowed: a, b, c" to text, without the question if no word is near; returns text. The list
 * ends in ", ..." if `bytes` is too small. */
const char *suggest_text(char *text, size_t bytes, const char *word, const char *const *words, uint32_t count);

/* Writes those of `names` that a word is nearest to, each "whole.key", to text, joined by " or ": a word may lack what
 * stands before the last dot, and then be near to several. Writes "" if none is near, or if a name is not nearer than
 * `other`, unless NULL. Returns text. */
const char *suggest_dotted(char *text, size_t bytes, const char *word, const char *const *names, uint32_t count,
                           const char *other);

#endif
