/* exit.h - exit codes of the program. */
#ifndef CTADEL_TB_UI_EXIT_H
#define CTADEL_TB_UI_EXIT_H

enum { CLI_OK = 0, CLI_FAILED = 1, CLI_BAD_INPUT = 2 };

#endif
