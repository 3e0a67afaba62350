/* machine.h - one GPU as the model sees it; read from configs/machines/<name>.yaml.
 *
 * Every field stands in one table (config/machine_fields.c: key, type, unit, range, default,
 * sentence) that drives the YAML reader, --set, --help and the documentation. Values in a machine_t
 * have been range-checked; a function that takes a pointer copies what it needs. */
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

typedef enum {               /* the set of a line */
               INDEX_LINEAR, /* low bits of the line number */
               INDEX_FERMI   /* xor-hashed, as measured on a GTX 470: Nugteren et al., HPCA 2014 */
} cache_index_t;

/* A word of a machine file and the enum's name for it. */
#define MACHINE_ENUM(word, name) name,

/* Which line of a set is replaced: X(word, name), implemented by mem/replace_WORD.c. */
#define CACHE_REPLACEMENTS(X) X(lru, REPLACE_LRU) X(plru, REPLACE_PLRU) X(random, REPLACE_RANDOM)
typedef enum { CACHE_REPLACEMENTS(MACHINE_ENUM) } cache_replacement_t;

typedef struct {
    uint32_t sets; /* power of two */
    uint32_t ways;
    uint32_t line_bytes;         /* power of two, 32..256 */
    uint32_t sector_bytes;       /* = line_bytes: not sectored */
    uint32_t mshrs;              /* outstanding lines (or sectors) */
    uint32_t mshr_merges;        /* accesses per MSHR, the first included */
    uint32_t miss_queue;         /* requests waiting for the level below */
    uint32_t hit_latency_cycles; /* access to data, pipelined */
    cache_write_t write;
    cache_index_t index;
    cache_replacement_t replacement;
} cache_cfg_t;

typedef enum {
    FETCH_LINE, /* what follows in the line; a jump drops it */
    FETCH_PATH  /* what the warp will execute, across lines and jumps: a perfect predictor */
} fetch_span_t;

typedef enum {               /* which warps fetch in a cycle [SMK §3.3] */
               FETCH_NULL_1, /* one, round robin, whatever its kernel */
               FETCH_RR_2,   /* two of one kernel, kernels in turn */
               FETCH_BOTH_2  /* one of each of two kernels */
} fetch_policy_t;

typedef enum {              /* when a line that the L1I missed is decoded */
               LINE_BESIDE, /* when it arrives, beside the fetches */
               LINE_FETCHES /* as a hit is: it takes the fetch of a cycle, and is decoded in the next one */
} line_arrives_t;

typedef enum {                 /* how the schedulers of an SM share units in a cycle */
               ISSUE_TOGETHER, /* asked at once; a unit is offered to as many of them as it can serve */
               ISSUE_IN_TURN   /* one after another, each offered what is left; the first one changes every cycle */
} issue_order_t;

typedef enum {            /* what a source R255 of a trace costs */
               ZERO_FREE, /* nothing: it is always 0 */
               ZERO_READ  /* a read of its bank, as any register */
} zero_register_t;

typedef enum {                  /* since when, to a two-level arbiter, a warp waits long that reads a load's register */
               LONGLAT_PENDING, /* until the load has written it */
               LONGLAT_STICKY   /* until something other than a load has written it */
} longlat_t;

typedef enum {                  /* cycles in which all warps wait for their data [DYNCTA §4.1]: C_mem */
               C_MEM_BLOCKED,   /* a register lacks a load's data, or LD/ST takes no more as a cache refuses it;
                                   stalled or not */
               C_MEM_SCOREBOARD /* a register lacks a load's data, in cycles that are not stalled */
} c_mem_t;

typedef enum {                 /* cycles, not stalled, with no thread to execute [DYNCTA §4.1]: C_idle */
               C_IDLE_NOTHING, /* no warp has a decoded instruction and stands at no barrier or fence */
               C_IDLE_UNREADY  /* no warp is ready: each waits for a result */
} c_idle_t;

typedef struct {              /* of one latency class */
    uint32_t latency_cycles;  /* issue to result; with collectors, stages of the pipeline */
    uint32_t interval_cycles; /* issue to next issue on the same pipeline */
} lat_cfg_t;

typedef struct {
    uint32_t warp_lanes; /* threads per warp: 8, 16, 32 */
    uint32_t threads;    /* resident threads */
    uint32_t cta_slots;  /* resident CTAs, 1..16 */
    uint32_t registers;  /* 32-bit registers */
    uint32_t smem_bytes;
    uint32_t schedulers;   /* warp schedulers: 1, 2, 4; warp w belongs to w mod schedulers */
    uint32_t issue_cycles; /* core cycles that an issue takes of its scheduler's port */
    issue_order_t issue_order;
    c_mem_t c_mem; /* what the monitors of the same names count */
    c_idle_t c_idle;
    uint32_t pipes[UNIT_COUNT]; /* pipelines of each unit; UNIT_NONE unused */
    lat_cfg_t lat[LAT_COUNT];
    uint32_t collectors[UNIT_COUNT];  /* operand collectors of each unit; all 0: read at issue */
    uint32_t issue_width[UNIT_COUNT]; /* instructions before the collectors, and again behind them */
    uint32_t register_banks;          /* one access per cycle each; with collectors */
    zero_register_t zero_register;    /* with collectors */
    uint32_t results;                 /* results of the pipelines per cycle; with collectors */
    uint32_t ibuffer;                 /* decoded instructions per warp */
    fetch_span_t fetch;
    fetch_policy_t fetch_policy;
    line_arrives_t line_arrives;
    uint32_t l1i_banks; /* by line address, one fetch per cycle each */
    longlat_t longlat;
    uint32_t ldst_queue;      /* warp memory instructions between issue and address phase done;
                                 with collectors, in the unit */
    uint32_t inflight_loads;  /* warp loads/atomics waiting for data */
    uint32_t l1d_banks;       /* by line address; transactions of an instruction that it takes in one cycle */
    uint32_t task_queue;      /* indices that the task unit keeps for each thread context; 0: there is no task unit */
    uint32_t l1d_wait_cycles; /* address phase to L1D look-up, pipelined */
    uint32_t store_bytes;     /* unit of what a store or atomic carries; at most an L1D sector */
    uint32_t smem_banks;      /* 4 bytes wide */
    uint32_t smem_latency_cycles;
    uint32_t barrier_cycles;        /* last arrival to release */
    uint32_t victim_tags;           /* of the L1D per warp, kept only for warp schedulers that use them */
    cache_cfg_t l1d, l1i, l1c, l1t; /* data, instruction, constant, texture */
} sm_cfg_t;

enum { ICNT_VCS_MAX = 8 };

typedef struct {
    uint32_t flit_bytes;     /* channel width: bytes per icnt cycle and port, each direction */
    uint32_t latency_cycles; /* icnt cycles, head flit, unloaded */
    uint32_t queue;          /* packets per virtual channel of an input, and per output port */
    uint32_t vcs;            /* virtual channels of an input */
    uint32_t input_flits;    /* a channel takes a packet while fewer flits than these wait in it */
    uint32_t input_speedup;  /* channels of an input that send at once */
    uint32_t cluster;        /* SMs that share a port */
    uint32_t header_bytes;   /* request/reply packet overhead */
} icnt_cfg_t;

typedef enum {                   /* when a dirty victim of the L2 goes to the DRAM */
               WRITEBACK_BEFORE, /* before the miss that evicts it, in a cycle of its own */
               WRITEBACK_BEHIND  /* behind that miss's fetch; a write miss reads it out, port_bytes per cycle. A read
                                    that misses or merges needs two places in the miss queue, a write miss one,
                                    whether or not there is a victim */
} l2_writeback_t;

typedef enum {                      /* in which order the L2 answers */
               REPLIES_FILLS_FIRST, /* what a fill answers overtakes hits */
               REPLIES_ONE_QUEUE    /* they share a queue, which a fill enters once per cycle */
} l2_replies_t;

typedef struct {
    uint32_t slices;         /* L2 slices per memory controller */
    uint32_t latency_cycles; /* fixed pipeline before the tag look-up (L2 clock) */
    uint32_t queue;          /* entries of each queue between icnt, L2 and DRAM */
    l2_writeback_t writeback;
    l2_replies_t replies;
    uint32_t port_bytes; /* looked up and answered at a time; >= line_bytes: whole lines */
    uint32_t inclusive;  /* 1: a line that is replaced leaves the L1s, too */
    cache_cfg_t cache;   /* of one slice */
} l2_cfg_t;

typedef enum { DRAM_FRFCFS, DRAM_FIXED } dram_kind_t;

/* Which request is served and which command goes first: X(word, name), implemented by mem/dram_WORD.c.
 * age: column, activate, precharge; the oldest request of each. turns: bank after bank; a bank keeps what it chose, in
 * a register of its own. */
#define DRAM_PRIORITIES(X) X(age, DRAM_BY_AGE) X(turns, DRAM_IN_TURN)

typedef enum { DRAM_PRIORITIES(MACHINE_ENUM) } dram_priority_t;

typedef enum { DRAM_DELAY_AFTER, DRAM_DELAY_BEFORE } dram_delay_t; /* latency_cycles: of data, of requests */

typedef struct {
    dram_kind_t kind;
    dram_priority_t priority;
    dram_delay_t delay;
    uint32_t queue; /* requests per controller */
    uint32_t return_queue;
    uint32_t latency_cycles; /* added to every access (DRAM_FIXED: the access time) */
    uint32_t banks, bank_groups;
    uint32_t row_bytes;       /* per bank and controller */
    uint32_t burst_bytes;     /* moved by one column command */
    uint32_t bytes_per_cycle; /* data bus of one controller, per DRAM cycle (data rate included) */
    uint32_t tCL, tRP, tRC, tRAS, tRCD, tRRD, tCCD, tCCDL, tCDLR, tWR, tWL, tRTPL;
    uint32_t tRCDWR; /* tRCD of a write; 0: as tRCD */
} dram_cfg_t;

typedef struct {                                            /* all 0: the machine file has no energy section */
    uint32_t int_pj, imul_pj, fp_pj, dp_pj, sfu_pj, div_pj; /* a lane's operation, by latency class */
    uint32_t issue_pj;                                      /* a warp instruction */
    uint32_t active_pj;                                     /* an SM cycle with an issue */
    uint32_t rf_read_pj, rf_write_pj;                       /* a register of a whole warp */
    uint32_t smem_pj;                                       /* a cycle of the banks */
    uint32_t l1d_pj, l1i_pj, l1c_pj, l1t_pj, l2_pj;         /* an access or a fill */
    uint32_t icnt_flit_pj;
    uint32_t dram_read_pj, dram_write_pj;                /* a burst */
    uint32_t dram_activate_pj;                           /* a row opened, and closed again */
    uint32_t sm_static_mw, rf_static_mw, smem_static_mw; /* of one SM */
    uint32_t uncore_static_mw, dram_static_mw;           /* of all */
    uint32_t storage_gating;                             /* 1: registers and shared memory not allocated are off */
    uint32_t core_gating;                                /* 1: an SM that is drained and empty is off */
} energy_cfg_t;

typedef struct {
    char name[32];
    uint32_t sms;
    uint32_t mcs;              /* memory controllers */
    uint32_t interleave_bytes; /* consecutive bytes on one controller */
    uint32_t core_mhz, icnt_mhz, l2_mhz, dram_mhz;
    uint32_t binary_version;    /* SM version of traces written for it */
    uint32_t dispatcher_clocks; /* of the dispatcher per core cycle */
    struct {
        uint32_t live; /* kernels that run at once */
    } pool;
    sm_cfg_t sm;
    icnt_cfg_t icnt;
    l2_cfg_t l2;
    dram_cfg_t dram;
    energy_cfg_t energy;
    uint64_t max_cycles;         /* cycle limit of a run */
    uint32_t no_progress_cycles; /* no instruction issued and nothing moving for this long: deadlock */
} machine_t;

#endif
