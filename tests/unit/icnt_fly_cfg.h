/* icnt_fly_cfg.h - the butterfly of configs/machines/gtx480.yaml, one SM per port, for tests. */
#ifndef CTADEL_TESTS_ICNT_FLY_CFG_H
#define CTADEL_TESTS_ICNT_FLY_CFG_H

#include "config/machine.h"

static const icnt_cfg_t FLY_CFG = {.kind = ICNT_FLY,
                                   .flit_bytes = 40,
                                   .latency_cycles = 6,
                                   .queue = 32,
                                   .vcs = 1,
                                   .input_flits = 64,
                                   .input_speedup = 1,
                                   .speedup = 2,
                                   .node_flits = 9,
                                   .output_flits = 64,
                                   .boundary_flits = 16,
                                   .cluster = 1,
                                   .header_bytes = 8};

#endif
