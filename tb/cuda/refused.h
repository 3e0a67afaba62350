/* refused.h - CUDA entry points that this library does not support. The build generates a function for each name in
 * refused.txt, so that a program that links to one starts; a call to it is refused by name. */
#ifndef CTADEL_TB_CUDA_REFUSED_H
#define CTADEL_TB_CUDA_REFUSED_H

#include "cuda/abi.h"

cuda_error_t cuda_refused(const char *entry_point);

#endif
