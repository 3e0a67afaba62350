/* exit.c - prints a mistake as one line on stderr, after flushing stdout. */
#include "ui/exit.h"

#include <stdio.h>

int ui_fail(const err_t *err)
{
    fflush(stdout);
    fprintf(stderr, "ctadel: %s\n", err->text);
    return UI_BAD_INPUT;
}
