/* exit.c - a mistake is one line on stderr, behind what was printed so far. */
#include "ui/exit.h"

#include <stdio.h>

int ui_fail(const err_t *err)
{
    fflush(stdout);
    fprintf(stderr, "ctadel: %s\n", err->text);
    return UI_BAD_INPUT;
}
