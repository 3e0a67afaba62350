/* machine.h - one GPU as the model sees it; read from configs/machines/<name>.yaml.
 *
 * Every field is a row of one table (config/machine_fields.c: key, type, unit, range, default, sentence), which drives
 * the YAML reader, --set, `ctadel help machine` and the documentation. Values in a machine_t have been range-checked; a
 * function that takes a pointer copies what it needs. */
#ifndef CTADEL_CONFIG_MACHINE_H
#define CTADEL_CONFIG_MACHINE_H

#include "isa/winst.h"

#include <stdbool.h>
#include <stdint.h>

typedef enum {
    WRITE_THROUGH, /* no write-allocate; a hit is updated */
    WRITE_EVICT,   /* no write-allocate; a hit line is evicted (Fermi L1) */
    WRITE_BACK     /* write-allocate without fetch: sectors written are marked, read-miss fetches */
} cache_write_t;

typedef enum {               /* function from a line's number to its set */
               INDEX_LINEAR, /* low bits of the line number */
               INDEX_FERMI   /* xor-hashed, as measured on a GTX 470: Nugteren et al., HPCA 2014 */
} cache_index_t;

typedef enum {                   /* how long an MSHR counts as occupied */
               MSHR_FREE_FILLED, /* until its data have arrived */
               MSHR_FREE_SERVED  /* until the last access that waited for them has its answer */
} mshr_free_t;

typedef enum { ALLOCATE_MISS, ALLOCATE_FILL } cache_allocate_t; /* when a read that misses takes a way */

typedef enum {                /* what cache_cfg_t.mshrs and mshr_merges count */
               MSHR_OF_LINE,  /* lines, and accesses per line */
               MSHR_OF_SECTOR /* sectors, and accesses per sector */
} mshr_of_t;

/* X(word, name): a word of a machine file, and its name in the enum. */
#define MACHINE_ENUM(word, name) name,

/* Policy that selects the line of a set to replace: X(word, name), implemented by mem/replace_WORD.c. */
#define CACHE_REPLACEMENTS(X) X(lru, REPLACE_LRU) X(plru, REPLACE_PLRU) X(random, REPLACE_RANDOM)
typedef enum { CACHE_REPLACEMENTS(MACHINE_ENUM) } cache_replacement_t;

typedef struct {
    uint32_t sets; /* power of two */
    uint32_t ways;
    uint32_t line_bytes;   /* power of two, 32..256 */
    uint32_t sector_bytes; /* = line_bytes: not sectored */
    uint32_t mshrs;        /* outstanding lines */
    mshr_free_t mshr_free;
    uint32_t mshr_merges;        /* accesses per MSHR, the first included */
    uint32_t miss_queue;         /* requests waiting for the next level */
    uint32_t hit_latency_cycles; /* access to data, pipelined */
    cache_write_t write;
    cache_index_t index;
    cache_replacement_t replacement;
    cache_allocate_t allocate; /* fill: L1I, L1C and L1T only, not sectored */
} cache_cfg_t;

typedef enum {
    FETCH_LINE, /* the instructions that follow in the sector; a jump drops them */
    FETCH_PATH  /* the instructions that the warp will execute, across lines and jumps: a perfect predictor */
} fetch_span_t;

typedef enum {               /* warps that fetch in a cycle [SMK §3.3] */
               FETCH_NULL_1, /* one warp of any kernel, round robin */
               FETCH_RR_2,   /* two warps of one kernel, kernels in turn */
               FETCH_BOTH_2  /* one warp of each of two kernels */
} fetch_policy_t;

typedef enum {              /* when the warp of an L1I miss decodes its line */
               LINE_BESIDE, /* when the line arrives, in parallel with fetches */
               LINE_FETCHES /* as a hit: the line takes the fetch of a cycle and is decoded in the next cycle */
} line_arrives_t;

typedef enum { WARP_ENDS_DRAINED, WARP_ENDS_SEARCHED } warp_ends_t; /* when a drained warp leaves its CTA */

typedef enum {                 /* how the schedulers of an SM share units in a cycle */
               ISSUE_TOGETHER, /* all are asked at once; a unit is offered to as many schedulers as it can serve */
               ISSUE_IN_TURN /* one after another; each is offered the units that are left. The first one rotates every
                                cycle */
} issue_order_t;

typedef enum {            /* cost of a source R255 in a trace */
               ZERO_FREE, /* none: it is always 0 */
               ZERO_READ  /* a read of its bank, as any register */
} zero_register_t;

typedef enum {                 /* places in the miss queue that a read of an L1 needs if it misses or merges */
               MISS_ROOM_SENT, /* one for each request that it sends */
               MISS_ROOM_FIXED /* two in the L1D, one in each other cache, whatever it sends */
} l1_miss_room_t;

typedef enum { /* how long a warp that reads a load's register counts as waiting long (arb_in_t.longlat) */
               LONGLAT_PENDING, /* until the load has written it */
               LONGLAT_STICKY   /* until an instruction other than a load has written it; parameters never count */
} longlat_t;

typedef enum {                    /* lanes of a shared-memory atomic that access one word */
               SMEM_ATOMIC_LANES, /* take a cycle each */
               SMEM_ATOMIC_WORDS  /* take one cycle together, as lanes of a load do */
} smem_atomic_t;

typedef enum {                   /* transactions of an atomic or reduction that the L2 serves */
               ATOMIC_TXN_LINES, /* one per line, as those of a store */
               ATOMIC_TXN_APART  /* of store_bytes each; lanes on the same bytes need different ones */
} atomic_txns_t;

typedef enum {                   /* a warp that has issued an atomic or a reduction */
               ATOMIC_CONTINUES, /* continues; a reduction is over when it is accepted */
               ATOMIC_WAITS /* waits until the last answer is in the write-back register; without collectors, until the
                               instruction is over. A reduction is answered, too */
} after_atomic_t;

typedef enum {               /* what a fence waits for */
               FENCE_STORES, /* acknowledgements of the warp's stores */
               FENCE_RESULTS /* the warp's pending results; it passes the LD/ST unit, and drops the L1D's clean lines */
} fence_t;

typedef enum {                /* cycles that C_mem counts: all warps wait for their data [DYNCTA §4.1] */
               C_MEM_BLOCKED, /* each waits for a load's register, or for the LD/ST unit while a cache refuses it or it
                                 has no entry free; stalled or not */
               C_MEM_SCOREBOARD /* each waits for a load's register, in cycles that are not stalled */
} c_mem_t;

typedef enum {                 /* cycles that C_idle counts: not stalled, no thread to execute [DYNCTA §4.1] */
               C_IDLE_NOTHING, /* no warp has a decoded instruction, except held ones (barrier, fence) */
               C_IDLE_UNREADY  /* no warp is ready: each waits for a result */
} c_idle_t;

typedef struct {              /* a latency class */
    uint32_t latency_cycles;  /* issue to result; with collectors, start in the pipeline to result */
    uint32_t interval_cycles; /* issue to next issue on the same pipeline */
} lat_cfg_t;

typedef struct {
    uint32_t warp_lanes; /* threads per warp: 8, 16, 32 */
    uint32_t threads;    /* resident threads */
    uint32_t cta_slots;  /* resident CTAs, 1..16 */
    uint32_t registers;  /* 32-bit registers */
    uint32_t smem_bytes;
    uint32_t schedulers;   /* warp schedulers: 1, 2, 4; warp w belongs to w mod schedulers */
    uint32_t issue_cycles; /* core cycles for which an issue occupies its scheduler's port */
    issue_order_t issue_order;
    c_mem_t c_mem;              /* definition of the monitor C_mem, */
    c_idle_t c_idle;            /* and of C_idle */
    uint32_t pipes[UNIT_COUNT]; /* by unit: pipelines; UNIT_NONE unused */
    lat_cfg_t lat[LAT_COUNT];
    uint32_t collectors[UNIT_COUNT];  /* by unit: operand collectors; all 0: operands are read at issue */
    uint32_t issue_width[UNIT_COUNT]; /* by unit: input places of the collectors, and output places */
    uint32_t register_banks;          /* one access per bank and cycle; with collectors */
    zero_register_t zero_register;    /* with collectors */
    uint32_t results;                 /* result ports: results of pipelines per cycle; with collectors */
    uint32_t ibuffer;                 /* decoded instructions per warp */
    fetch_span_t fetch;
    fetch_policy_t fetch_policy;
    line_arrives_t line_arrives;
    warp_ends_t warp_ends;
    uint32_t control_cycles; /* latency of barriers, fences and exits in a pipeline; 0: that of int */
    uint32_t l1i_banks;      /* selected by line address; one fetch per bank and cycle */
    longlat_t longlat;
    uint32_t ldst_queue; /* warp memory instructions between issue (with collectors: arrival in the unit) and the end of
                            their address phase */
    uint32_t inflight_loads;  /* entries: warp memory instructions from issue to their last result */
    uint32_t l1d_banks;       /* selected by line address; one transaction per bank and cycle */
    uint32_t task_queue;      /* indices per thread context in the task unit; 0: no task unit */
    uint32_t l1d_wait_cycles; /* from the address phase to the L1D look-up, pipelined */
    uint32_t store_bytes; /* a store, atomic or bypassing load transfers whole units of this size, or of an L1D sector
                             if that is smaller */
    uint32_t smem_banks;  /* 4 bytes wide */
    uint32_t smem_latency_cycles;
    smem_atomic_t smem_atomic;
    atomic_txns_t atomic_txns;
    after_atomic_t after_atomic;
    fence_t fence;
    uint32_t barrier_cycles; /* from the last arrival to the release */
    uint32_t victim_tags;    /* per warp, in the L1D; kept only for arbiters that read them */
    l1_miss_room_t l1_miss_room;
    cache_cfg_t l1d, l1i, l1c, l1t; /* data, instruction, constant, texture */
} sm_cfg_t;

enum { ICNT_VCS_MAX = 8 };

typedef struct {
    uint32_t flit_bytes;     /* channel width: bytes per icnt cycle and port, each direction */
    uint32_t latency_cycles; /* icnt cycles of a head flit through an idle network */
    uint32_t reply_cycles;   /* what a reply takes more than a request */
    uint32_t queue;          /* packets per virtual channel of an input, and per output port */
    uint32_t vcs;            /* virtual channels of an input */
    uint32_t input_flits;    /* a channel accepts a packet while it holds fewer flits than this */
    uint32_t input_speedup;  /* channels of an input that send in the same cycle */
    uint32_t cluster;        /* SMs that share a port */
    uint32_t header_bytes;   /* added to each request and reply */
} icnt_cfg_t;

typedef enum {                   /* when the L2 writes a dirty victim to the DRAM */
               WRITEBACK_BEFORE, /* before the miss that evicts it, in a cycle of its own */
               WRITEBACK_BEHIND  /* behind that miss's fetch; a write miss reads it out, port_bytes per cycle. A read
                                    that misses or merges needs two places in the miss queue, a write miss one,
                                    whether or not there is a victim */
} l2_writeback_t;

typedef enum {                   /* when the L2 looks up a part of a request */
               LOOK_UP_ARRIVING, /* from the cycle in which the part enters the input queue */
               LOOK_UP_QUEUED    /* from the next cycle on, and in no cycle in which the queue to the DRAM is full */
} l2_look_up_t;

typedef enum {                      /* order of the L2's replies */
               REPLIES_FILLS_FIRST, /* replies of fills overtake those of hits */
               REPLIES_ONE_QUEUE    /* one queue, which fills enter one per cycle */
} l2_replies_t;

typedef struct {
    uint32_t slices;         /* L2 slices per memory controller */
    uint32_t latency_cycles; /* fixed pipeline before the tag look-up (L2 clock) */
    uint32_t queue;          /* entries of each queue: icnt to L2, replies, L2 to DRAM */
    l2_look_up_t look_up;
    l2_writeback_t writeback;
    l2_replies_t replies;
    mshr_of_t mshr_of;
    uint32_t port_bytes;    /* bytes looked up and answered at a time; >= line_bytes: whole lines */
    uint32_t atomic_cycles; /* of a slice's atomic unit, per 32 bytes */
    uint32_t inclusive;     /* 1: a replaced line leaves the L1s too */
    cache_cfg_t cache;      /* of one slice */
} l2_cfg_t;

typedef enum { DRAM_FRFCFS, DRAM_FIXED } dram_kind_t;

/* Scheduler: which request is served and which command issues first; X(word, name), implemented by mem/dram_WORD.c.
 * age: column before activate before precharge, of each that of the oldest request. turns: banks take turns, and a bank
 * keeps the request it chose in a register; a read bars the precharges of its whole bank group for tRTPL. */
#define DRAM_PRIORITIES(X) X(age, DRAM_BY_AGE) X(turns, DRAM_IN_TURN)

typedef enum { DRAM_PRIORITIES(MACHINE_ENUM) } dram_priority_t;

typedef enum {
    DRAM_DELAY_AFTER,
    DRAM_DELAY_BEFORE
} dram_delay_t; /* latency_cycles pass after the data bus, or before the queue */

/* What limits the requests in a controller with DRAM_DELAY_BEFORE: their number, or credits of its slices */
typedef enum { CREDITS_SHARED, CREDITS_PER_SLICE } dram_credits_t;

typedef enum { READ_DATA_END, READ_DATA_BEGIN } read_data_t; /* a read is answered with its last or first data */

typedef struct {
    dram_kind_t kind;
    dram_priority_t priority;
    dram_delay_t delay;
    dram_credits_t credits;
    read_data_t read_data;
    uint32_t queue;          /* requests waiting per controller */
    uint32_t return_queue;   /* reads on their way back to the L2 */
    uint32_t latency_cycles; /* added to every access (DRAM_FIXED: the access time) */
    uint32_t banks, bank_groups;
    uint32_t row_bytes;       /* bytes of a row of one bank */
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

typedef struct {
    char name[32];
    uint32_t sms;
    uint32_t mcs;              /* memory controllers */
    uint32_t interleave_bytes; /* consecutive bytes on one controller */
    uint32_t core_mhz, icnt_mhz, l2_mhz, dram_mhz;
    uint32_t binary_version;    /* SM version of traces written for it */
    uint32_t dispatcher_clocks; /* dispatcher clocks per core cycle */
    struct {
        uint32_t live; /* kernels that run at once */
    } pool;
    sm_cfg_t sm;
    icnt_cfg_t icnt;
    l2_cfg_t l2;
    dram_cfg_t dram;
    energy_cfg_t energy;
    uint64_t max_cycles;         /* cycle limit of a run */
    uint32_t no_progress_cycles; /* cycles without an issue, a CTA start or a report: deadlock */
} machine_t;

#endif
