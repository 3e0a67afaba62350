/* words.h - lists of strings; parses numbers. */
#ifndef CTADEL_TB_UI_WORDS_H
#define CTADEL_TB_UI_WORDS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct {
    char **word;
    uint32_t count;
} ui_words_t; /* {0} is empty */

void ui_words_add(ui_words_t *w, const char *word, size_t chars); /* copies; exits the program if out of memory */
void ui_words_split(ui_words_t *w, const char *text);             /* adds the parts between commas; 2..4 adds 2, 3, 4 */
void ui_words_free(ui_words_t *w);
bool ui_number(const char *text, uint64_t max, uint64_t *value); /* false: no decimal number from 0 to max */

#endif
