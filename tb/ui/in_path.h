/* in_path.h - is a program installed? */
#ifndef CTADEL_TB_UI_IN_PATH_H
#define CTADEL_TB_UI_IN_PATH_H

#include <stdbool.h>

bool ui_in_path(const char *program); /* a folder of PATH has it; a name without slashes */

#endif
