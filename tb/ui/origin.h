/* origin.h - where the numbers of a table come from: machine, size of the workloads, cell library, version of the
 * program. Every table, CSV file and page of results shows it, in the words of this file. */
#ifndef CTADEL_TB_UI_ORIGIN_H
#define CTADEL_TB_UI_ORIGIN_H

#include <stddef.h>

enum { UI_ORIGIN_BYTES = 96, UI_ORIGIN_TEXT_BYTES = 4 * UI_ORIGIN_BYTES };

typedef struct { /* "": does not apply, as the size of a trace; several are joined by / */
    char machine[UI_ORIGIN_BYTES], size[UI_ORIGIN_BYTES], library[UI_ORIGIN_BYTES];
    char version[UI_ORIGIN_BYTES]; /* of the program that ran; ui_origin_add fills it */
} ui_origin_t;

const char *ui_version(void); /* of this program */
/* Adds words to the lists of *o that lack them; NULL and "" add nothing. */
void ui_origin_add(ui_origin_t *o, const char *machine, const char *size, const char *library, const char *version);
/* "machine lcs28, size tiny, library generic, ctadel 0.2.0" */
void ui_origin_text(const ui_origin_t *o, char text[UI_ORIGIN_TEXT_BYTES]);

#endif
