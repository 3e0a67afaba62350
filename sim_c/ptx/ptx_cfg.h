/* ptx_cfg.h - basic blocks of a kernel. */
#ifndef CTADEL_PTX_PTX_CFG_H
#define CTADEL_PTX_PTX_CFG_H

#include "ptx/ptx_module.h"

#define PTX_CFG_NONE UINT32_MAX

typedef struct {
    uint32_t first, last; /* micro-ops, both inside */
    uint32_t succ[2];     /* blocks; `blocks` stands for the exit, PTX_CFG_NONE for nothing */
} ptx_block_t;

typedef struct {
    ptx_block_t *block;
    uint32_t *block_of; /* by micro-op */
    uint32_t blocks;
} ptx_cfg_t;

bool ptx_cfg_build(ptx_cfg_t *g, const ptx_kernel_t *k); /* false: no memory; free it all the same */
void ptx_cfg_free(ptx_cfg_t *g);

#endif
