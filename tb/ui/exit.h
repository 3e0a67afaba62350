/* exit.h - exit codes of the program; prints a user's mistake. */
#ifndef CTADEL_TB_UI_EXIT_H
#define CTADEL_TB_UI_EXIT_H

#include "base/err.h"

enum { UI_OK = 0, UI_FAILED = 1, UI_BAD_INPUT = 2 };

int ui_fail(const err_t *err); /* prints err on stderr, returns UI_BAD_INPUT */

#endif
