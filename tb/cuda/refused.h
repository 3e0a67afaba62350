/* refused.h - entry points that the interface has and this library has not: they are in refused.txt, from which the
 * build makes a function for each, so that a program that names one still starts and its call is refused by name. */
#ifndef CTADEL_TB_CUDA_REFUSED_H
#define CTADEL_TB_CUDA_REFUSED_H

#include "cuda/abi.h"

cuda_error_t cuda_refused(const char *entry_point);

#endif
