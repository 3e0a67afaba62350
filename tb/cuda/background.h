/* background.h - going on while the program asks for nothing. */
#ifndef CTADEL_TB_CUDA_BACKGROUND_H
#define CTADEL_TB_CUDA_BACKGROUND_H

#include "cuda/context.h"

bool cuda_background_start(cuda_t *c); /* false: no thread can be made */

#endif
