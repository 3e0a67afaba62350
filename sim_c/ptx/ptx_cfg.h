/* ptx_cfg.h - control-flow graph of a kernel: basic blocks and their successors. */
#ifndef CTADEL_PTX_PTX_CFG_H
#define CTADEL_PTX_PTX_CFG_H

#include "ptx/ptx_module.h"

#define PTX_CFG_NONE UINT32_MAX

typedef struct {
    uint32_t first, last;  /* micro-ops, inclusive */
    uint32_t succs, *succ; /* indices of blocks; ptx_cfg_t.blocks: the exit */
} ptx_block_t;

typedef struct {
    ptx_block_t *block;
    uint32_t *block_of; /* by micro-op */
    uint32_t *edge;     /* the successors of all blocks */
    uint32_t blocks, edges;
} ptx_cfg_t;

bool ptx_cfg_build(ptx_cfg_t *g, const ptx_kernel_t *k); /* false: out of memory; ptx_cfg_free is due either way */
void ptx_cfg_free(ptx_cfg_t *g);

#endif
