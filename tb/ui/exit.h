/* exit.h - exit codes of the program. */
#ifndef CTADEL_TB_UI_EXIT_H
#define CTADEL_TB_UI_EXIT_H

enum { UI_OK = 0, UI_FAILED = 1, UI_BAD_INPUT = 2 };

#endif
