/* background.h - simulates queued work while the program makes no CUDA calls. */
#ifndef CTADEL_TB_CUDA_BACKGROUND_H
#define CTADEL_TB_CUDA_BACKGROUND_H

#include "cuda/context.h"

bool cuda_background_start(cuda_t *c); /* starts the thread once; false: no thread can be created */

#endif
