/* memsys_internal.h - fields of the memory system, shared by memsys.c (the SMs' side) and memsys_clock.c (the cycles of
 * each clock). */
#ifndef CTADEL_MEM_MEMSYS_INTERNAL_H
#define CTADEL_MEM_MEMSYS_INTERNAL_H

#include "mem/addrmap.h"
#include "mem/clocks.h"
#include "mem/credits.h"
#include "mem/dram.h"
#include "mem/icnt.h"
#include "mem/l2.h"
#include "mem/mem_counters.h"
#include "mem/memsys.h"
#include "mem/packet.h"

#include <pthread.h>

enum { SLICES_MAX = ICNT_PORTS_MAX, SLICE_ID_SHIFT = 24 };
_Static_assert(SLICES_MAX <= 1 << (32 - SLICE_ID_SHIFT),
               "an id of the DRAM has the number of a slice above a packet's");

typedef enum { CLOCK_DRAM, CLOCK_L2, CLOCK_ICNT, CLOCK_COUNT } clock_id_t; /* in order of ticking */

typedef struct {
    MEMSYS_COUNTERS(STATS_FIELD, _)
    uint64_t read_replies; /* counted for the mean only */
} memsys_stats_t;

struct memsys {
    uint32_t cluster, ports; /* SMs per interconnect port; number of ports */
    uint32_t mcs, slices;    /* controllers; slices of all controllers */
    uint32_t words;          /* of masks of ports, SMs, slices and controllers that are in use */
    uint32_t per_mc;         /* slices per controller */
    uint32_t l2_port_bytes;  /* bytes of a part, which has a reply of its own */
    bool shifts_upper_half;  /* UPPER_HALF_SHIFTED */
    core_clock_t core;
    domain_t clock[CLOCK_COUNT];
    core_clock_t ahead; /* DRAM_DELAY_BEFORE: the core clock dram.latency_cycles - 1 cycles ahead, ... */
    domain_t dram_then; /* ... and the DRAM's clock at that time */
    addrmap_t map;
    packets_t packets;
    icnt_t *req, *rep; /* SM ports to slices, and back */
    l2_t *l2[SLICES_MAX];
    dram_t *dram[SLICES_MAX];
    credits_t credit[SLICES_MAX]; /* by controller, with dram_by_credit */

    /* Worklists of slices and of controllers. A part in no list costs nothing. */
    mask_t l2_busy;                                      /* slices with a next cycle, or stalled */
    mask_t l2_stalled;                                   /* slices whose look-up is stalled */
    mask_t l2_to_dram;                                   /* slices with a request for their controller */
    mask_t dram_busy;                                    /* controllers with a next cycle */
    mask_t dram_back;                                    /* controllers with read data queued for their slices */
    uint64_t l2_next[SLICES_MAX], dram_next[SLICES_MAX]; /* in cycles of their clocks */
    uint8_t turn[SLICES_MAX];                            /* by controller: slice with priority at its queue */
    uint32_t awaited[SCHED_SMS_MAX];                     /* by SM: requests not answered */
    mask_t passing;    /* ports whose next reply is not the last part of its request */
    sm_mask_t waiting; /* SMs that can pop a reply; its words are read while another port's thread writes them */
    sm_mask_t blocked, admitted;           /* SMs that await room; for which there is room */
    uint32_t blocked_flits[SCHED_SMS_MAX]; /* by SM: of the packet that it awaits room for */
    mask_t popped;                         /* ports that handed over a reply in this core cycle */
    bool shared;                           /* memsys_share: push and pop take the lock */
    pthread_mutex_t lock;
    memsys_stats_t st;
};

/* Both in memsys_clock.c. */
void memsys_note_replies(memsys_t *ms);                /* renews `passing` and `waiting` */
void memsys_look_ahead(memsys_t *ms, uint64_t cycles); /* core cycles of `ahead` */

#endif
