/* icnt_xbar_cfg.h - a crossbar of whole packets, small enough that tests fill it. */
#ifndef CTADEL_TESTS_ICNT_XBAR_CFG_H
#define CTADEL_TESTS_ICNT_XBAR_CFG_H

#include "config/machine.h"

static const icnt_cfg_t XBAR_CFG = {.kind = ICNT_XBAR,
                                    .flit_bytes = 40,
                                    .latency_cycles = 1,
                                    .queue = 4,
                                    .reply_queue = 3,
                                    .vcs = 1,
                                    .input_flits = 65535,
                                    .input_speedup = 1,
                                    .speedup = 1,
                                    .cluster = 1,
                                    .header_bytes = 8};

#endif
