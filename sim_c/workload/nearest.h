/* nearest.h - the word a mistyped one was probably meant to be, and lists of words for messages. */
#ifndef CTADEL_WORKLOAD_NEAREST_H
#define CTADEL_WORKLOAD_NEAREST_H

#include <stddef.h>
#include <stdint.h>

/* NULL when none of them is near: more than a third of the letters would have to change. */
const char *nearest_word(const char *word, const char *const *words, uint32_t count);

/* "; allowed: a, b, c (nearest: b)", cut with "..." when `size` is short. Returns `text`. */
const char *nearest_list(char *text, size_t size, const char *word, const char *const *words,
                         uint32_t count);

#endif
