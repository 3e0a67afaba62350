/* machine.h - one GPU as the model sees it; read from configs/machines/<name>.yaml.
 *
 * The fields of its SMs are in machine_sm.h, those that all caches have in machine_cache.h.
 *
 * Every field is a row of one table (config/machine_fields.c: key, type, unit, range, default, sentence), which drives
 * the YAML reader, --set, `ctadel help machine` and the documentation. Values in a machine_t have been range-checked; a
 * function that takes a pointer copies what it needs. */
#ifndef CTADEL_CONFIG_MACHINE_H
#define CTADEL_CONFIG_MACHINE_H

#include "config/machine_cache.h"
#include "config/machine_sm.h"

#include <stdbool.h>
#include <stdint.h>

enum {
    ICNT_VCS_MAX = 8,
    ICNT_FLY_PORTS = 64 /* of a butterfly, on either side: so much to do in every cycle that its masks are one word */
};

/* Network, implemented by mem/icnt_WORD.c. */
#define ICNT_KINDS(X) X(crossbar, ICNT_CROSSBAR) X(fly, ICNT_FLY) X(xbar, ICNT_XBAR)
typedef enum { ICNT_KINDS(MACHINE_ENUM) } icnt_kind_t;

/* Which inputs an output of `xbar` chooses from, and in which turn.
 *
 * chained: an input whose packet has left offers its next one to later outputs in the same cycle; the turn begins
 * behind the winner. single: an input sends one packet per cycle; the turn begins behind the input after the winner. */
#define ICNT_MATCHES(X) X(chained, ICNT_CHAINED) X(single, ICNT_SINGLE)
typedef enum { ICNT_MATCHES(MACHINE_ENUM) } icnt_match_t;

typedef struct {
    icnt_kind_t kind;
    icnt_match_t match;      /* xbar */
    uint32_t flit_bytes;     /* channel width: bytes per icnt cycle and port, each direction */
    uint32_t latency_cycles; /* icnt cycles of a head flit through an idle network */
    uint32_t reply_cycles;   /* what a reply takes more than a request */
    uint32_t queue;         /* packets per virtual channel of an input, and per output port; fly: of replies at an SM */
    uint32_t reply_queue;   /* replies at an SM, besides those in `queue`; xbar */
    uint32_t vcs;           /* virtual channels of an input */
    uint32_t input_flits;   /* a channel accepts a packet while it holds fewer flits than this; fly: never holds more */
    uint32_t input_speedup; /* channels of an input that send in the same cycle */
    uint32_t speedup;       /* steps of the router per cycle; fly */
    uint32_t node_flits;    /* that wait before an input; fly */
    uint32_t output_flits;  /* buffer of an output; fly */
    uint32_t boundary_flits; /* buffer behind it, from which packets are popped; fly */
    uint32_t cluster;        /* SMs that share a port */
    uint32_t header_bytes;   /* added to each request and reply */
} icnt_cfg_t;

/* clang-format off */
/* When the L2 writes a dirty victim to the DRAM.
 *
 * before: before the miss that evicts it, in a cycle of its own. behind: behind that miss's fetch; a write miss reads
 * it out, port_bytes per cycle. A read that misses or merges needs two places in the miss queue, a write miss one,
 * whether or not there is a victim. */
#define L2_WRITEBACKS(X) X(before, WRITEBACK_BEFORE) X(behind, WRITEBACK_BEHIND)
typedef enum { L2_WRITEBACKS(MACHINE_ENUM) } l2_writeback_t;

/* DRAM bursts that a dirty victim takes. */
#define VICTIM_BURSTS(X) \
    X(spread, VICTIM_SPREAD) /* those that hold its dirty units */ \
    X(packed, VICTIM_PACKED) /* as few as its dirty units fill, wherever they lie */
typedef enum { VICTIM_BURSTS(MACHINE_ENUM) } victim_bursts_t;

/* When the L2 looks up a part of a request. */
#define L2_LOOK_UPS(X) \
    X(arriving, LOOK_UP_ARRIVING) /* from the cycle in which the part enters the input queue */ \
    X(queued, LOOK_UP_QUEUED) /* from the next cycle on, and in no cycle in which the queue to the DRAM is full */
typedef enum { L2_LOOK_UPS(MACHINE_ENUM) } l2_look_up_t;

/* Order of the L2's replies. */
#define L2_REPLIES(X) \
    X(fills_first, REPLIES_FILLS_FIRST) /* replies of fills overtake those of hits */ \
    X(one_queue, REPLIES_ONE_QUEUE) /* one queue, which fills enter one per cycle */
typedef enum { L2_REPLIES(MACHINE_ENUM) } l2_replies_t;

/* Where a 64-byte request for the upper half of a 128-byte line is looked up in the L2. */
#define UPPER_HALVES(X) \
    X(in_place, UPPER_HALF_IN_PLACE) \
    X(shifted, UPPER_HALF_SHIFTED) /* in the upper half of the next line */
typedef enum { UPPER_HALVES(MACHINE_ENUM) } upper_half_t;

/* A write makes a sector that it misses readable if it writes 32 bytes.
 *
 * own: to that sector. summed: to it and to the sectors below it together, if the request has 128 bytes. */
#define WRITE_BYTES(X) X(own, WRITE_BYTES_OWN) X(summed, WRITE_BYTES_SUMMED)
typedef enum { WRITE_BYTES(MACHINE_ENUM) } write_bytes_t;
/* clang-format on */

typedef struct {
    uint32_t slices;         /* L2 slices per memory controller */
    uint32_t latency_cycles; /* fixed pipeline before the tag look-up (L2 clock) */
    uint32_t queue;          /* entries of each queue: icnt to L2, replies, L2 to DRAM */
    l2_look_up_t look_up;
    l2_writeback_t writeback;
    victim_bursts_t victim_bursts;
    l2_replies_t replies;
    upper_half_t upper_half;
    write_bytes_t write_bytes;
    uint32_t port_bytes;    /* bytes looked up and answered at a time; >= line_bytes: whole lines */
    uint32_t atomic_cycles; /* of a slice's atomic unit, per 32 bytes */
    uint32_t inclusive;     /* 1: a replaced line leaves the L1s too */
    cache_cfg_t cache;      /* of one slice */
} l2_cfg_t;

/* clang-format off */
#define DRAM_KINDS(X) X(frfcfs, DRAM_FRFCFS) X(fixed, DRAM_FIXED)
typedef enum { DRAM_KINDS(MACHINE_ENUM) } dram_kind_t;

/* Scheduler: which request is served and which command issues first, implemented by mem/dram_WORD.c.
 *
 * age: column before activate before precharge, of each that of the oldest request. turns: banks take turns, and a bank
 * keeps the request it chose in a register; a read bars the precharges of its whole bank group for tRTPL. */
#define DRAM_PRIORITIES(X) X(age, DRAM_BY_AGE) X(turns, DRAM_IN_TURN)
typedef enum { DRAM_PRIORITIES(MACHINE_ENUM) } dram_priority_t;

/* Command buses of a channel. two: one for column commands and one for row commands, each with a command per cycle. */
#define DRAM_BUSES(X) X(one, DRAM_ONE_BUS) X(two, DRAM_TWO_BUSES)
typedef enum { DRAM_BUSES(MACHINE_ENUM) } dram_buses_t;

/* When latency_cycles pass. */
#define DRAM_DELAYS(X) \
    X(after, DRAM_DELAY_AFTER) /* after the data bus */ \
    X(before, DRAM_DELAY_BEFORE) /* as core cycles before the queue */
typedef enum { DRAM_DELAYS(MACHINE_ENUM) } dram_delay_t;

/* What limits the requests in a controller with DRAM_DELAY_BEFORE. */
#define DRAM_CREDITS(X) \
    X(shared, CREDITS_SHARED) /* their number */ \
    X(per_slice, CREDITS_PER_SLICE) /* credits of its slices */
typedef enum { DRAM_CREDITS(MACHINE_ENUM) } dram_credits_t;

/* Data of a burst with which a read is answered. */
#define READ_DATAS(X) \
    X(end, READ_DATA_END) /* the last */ \
    X(begin, READ_DATA_BEGIN) /* the first */
typedef enum { READ_DATAS(MACHINE_ENUM) } read_data_t;
/* clang-format on */

typedef struct {
    dram_kind_t kind;
    dram_priority_t priority;
    dram_buses_t buses;
    dram_delay_t delay;
    dram_credits_t credits;
    read_data_t read_data;
    uint32_t queue;          /* requests waiting per controller */
    uint32_t return_queue;   /* reads on their way back to the L2 */
    uint32_t latency_cycles; /* added to every access (DRAM_FIXED: the access time) */
    uint32_t banks, bank_groups;
    uint32_t row_bytes;       /* bytes of a row of one bank */
    uint32_t rows;            /* of a bank; addresses beyond them wrap around. 0: no limit */
    uint32_t burst_bytes;     /* bytes moved by one column command */
    uint32_t bytes_per_cycle; /* data bus of one controller, per DRAM cycle (data rate included) */
    uint32_t tCL, tRP, tRC, tRAS, tRCD, tRRD, tCCD, tCCDL, tCDLR, tWR, tWL, tRTPL;
    uint32_t tRCDWR; /* DRAM cycles, as all t*: tRCD of a write; 0: as tRCD */
} dram_cfg_t;

typedef struct {                                            /* all 0: the machine file has no energy section */
    uint32_t int_pj, imul_pj, fp_pj, dp_pj, sfu_pj, div_pj; /* one lane's operation, by latency class */
    uint32_t issue_pj;                                      /* a warp instruction */
    uint32_t active_pj;                                     /* an SM cycle with an issue */
    uint32_t rf_read_pj, rf_write_pj;                       /* a register of a whole warp */
    uint32_t smem_pj;                                       /* one cycle of the banks */
    uint32_t l1d_pj, l1i_pj, l1c_pj, l1t_pj, l2_pj;         /* one access or one fill */
    uint32_t icnt_flit_pj;
    uint32_t dram_read_pj, dram_write_pj;                /* a burst */
    uint32_t dram_activate_pj;                           /* an activate and its precharge */
    uint32_t sm_static_mw, rf_static_mw, smem_static_mw; /* of one SM */
    uint32_t uncore_static_mw, dram_static_mw;           /* of the whole machine */
    uint32_t storage_gating;                             /* 1: unallocated registers and shared memory are off */
    uint32_t core_gating;                                /* 1: an SM drained by the gate and empty is off */
} energy_cfg_t;

/* Order of the clocks' ticks, mem/clocks.h. */
#define CLOCKS(X) X(exact, CLOCKS_EXACT) X(summed, CLOCKS_SUMMED)
typedef enum { CLOCKS(MACHINE_ENUM) } clocks_t;

/* Slice of an address, mem/addrmap.h. */
#define SLICE_INDICES(X) X(linear, SLICE_LINEAR) X(ipoly, SLICE_IPOLY)
typedef enum { SLICE_INDICES(MACHINE_ENUM) } slice_index_t;

/* What a kernel finds in the caches when it is launched onto the empty machine.
 *
 * kept: in L2, L1I and L1C what earlier kernels left. cold: nothing, as under a profiler that flushes between launches;
 * dirty lines of the L2 are gone without a write. */
#define LAUNCH_CACHES(X) X(kept, LAUNCH_CACHES_KEPT) X(cold, LAUNCH_CACHES_COLD)
typedef enum { LAUNCH_CACHES(MACHINE_ENUM) } launch_caches_t;

enum { MACHINE_LIST_MAX = 16 };

typedef struct { /* whole numbers; machine files write them as 18+16 */
    uint32_t count, item[MACHINE_LIST_MAX];
} machine_list_t;

/* Network between the SMs of a GPC, mem/sm_network.h. */
typedef struct {
    uint32_t bits;           /* per core cycle and output port; 0: the machine has no such network */
    uint32_t latency_cycles; /* from the end of a message at its output port until its SM has it */
    uint32_t queue;          /* requests that wait at an SM's input, and as many answers */
    uint32_t hold_cycles;    /* of the LD/ST unit after an answer */
    uint32_t atomic_factor;  /* the bytes of an atomic's and a reduction's messages count as so many times as many */
} sm_network_cfg_t;

typedef struct {
    char name[32];
    uint32_t sms;
    machine_list_t gpc_sms; /* by GPC: its SMs, in the order of their numbers; empty: one GPC has all */
    sm_network_cfg_t sm_network;
    uint32_t mcs;              /* memory controllers */
    uint32_t interleave_bytes; /* consecutive bytes on one controller */
    slice_index_t slice_index;
    uint32_t core_mhz, icnt_mhz, l2_mhz, dram_mhz;
    clocks_t clocks;
    uint32_t binary_version;    /* SM version of traces written for it */
    uint32_t newest_binary;     /* of traces that it runs */
    uint32_t dispatcher_clocks; /* dispatcher clocks per core cycle */
    struct {
        uint32_t live;          /* kernels that run at once */
        uint32_t launch_cycles; /* from a launch until the dispatcher has the kernel */
        launch_caches_t launch_caches;
    } pool;
    sm_cfg_t sm;
    icnt_cfg_t icnt;
    l2_cfg_t l2;
    dram_cfg_t dram;
    energy_cfg_t energy;
    uint64_t max_cycles;         /* cycle limit of a run */
    uint32_t no_progress_cycles; /* cycles without an issue, a CTA start or a report: deadlock */
} machine_t;

static inline bool machine_has_sm_network(const machine_t *m) { return m->sm_network.bits != 0; }

static inline uint32_t machine_gpcs(const machine_t *m) { return m->gpc_sms.count ? m->gpc_sms.count : 1; }

static inline uint32_t machine_gpc_sms(const machine_t *m, uint32_t gpc)
{
    return m->gpc_sms.count ? m->gpc_sms.item[gpc] : m->sms;
}

/* GPC of an SM, below machine_gpcs. */
static inline uint32_t machine_gpc_of(const machine_t *m, uint32_t sm)
{
    uint32_t gpc = 0;
    for (uint32_t end = 0; gpc + 1 < m->gpc_sms.count; gpc++)
        if (sm < (end += m->gpc_sms.item[gpc])) break;
    return gpc;
}

#endif
