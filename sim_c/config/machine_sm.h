/* machine_sm.h - fields of an SM in a machine, and the words that they may take. */
#ifndef CTADEL_CONFIG_MACHINE_SM_H
#define CTADEL_CONFIG_MACHINE_SM_H

#include "config/machine_cache.h"
#include "config/machine_stages.h"
#include "isa/winst.h"

#include <stdint.h>

/* clang-format off */
/* How far a fetch goes. */
#define FETCH_SPANS(X) \
    X(line, FETCH_LINE) /* the instructions that follow in the sector; a jump drops them */ \
    X(path, FETCH_PATH) /* the instructions that the warp will execute, across lines and jumps: a perfect predictor */ \
    X(behind, FETCH_BEHIND) /* those of FETCH_PATH, out of the line 16 bytes behind the instruction that issued last */
typedef enum { FETCH_SPANS(MACHINE_ENUM) } fetch_span_t;

/* Warps that fetch in a cycle [SMK §3.3]. */
#define FETCH_POLICIES(X) \
    X(null.1, FETCH_NULL_1) /* one warp of any kernel, round robin */ \
    X(rr.2, FETCH_RR_2) /* two warps of one kernel, kernels in turn */ \
    X(both.2, FETCH_BOTH_2) /* one warp of each of two kernels */
typedef enum { FETCH_POLICIES(MACHINE_ENUM) } fetch_policy_t;

/* When the warp of an L1I miss decodes its line. */
#define LINE_ARRIVALS(X) \
    X(beside, LINE_BESIDE) /* when the line arrives, in parallel with fetches */ \
    X(fetches, LINE_FETCHES) /* as a hit: it takes the fetch of a cycle, which follows issue; decoded in the next */
typedef enum { LINE_ARRIVALS(MACHINE_ENUM) } line_arrives_t;

/* The L1D and shared memory share one array, unified_bytes: at each launch shared memory takes the smallest of these
 * sizes, in KB, that holds what the CTAs of all kernels launched and not ended may use together. */
#define CARVE_OUTS(X) \
    X(none, CARVE_OUT_NONE) /* they are apart */ \
    X(volta, CARVE_OUT_VOLTA) /* 0, 8, 16, 32, 64, 96 */ \
    X(ampere, CARVE_OUT_AMPERE) /* 0, 8, 16, 32, 64, 100: sm_86 */
typedef enum { CARVE_OUTS(MACHINE_ENUM) } carve_out_t;

/* When a drained warp leaves its CTA. */
#define WARP_ENDS(X) X(drained, WARP_ENDS_DRAINED) X(searched, WARP_ENDS_SEARCHED)
typedef enum { WARP_ENDS(MACHINE_ENUM) } warp_ends_t;

/* How the schedulers of an SM share units in a cycle. */
#define ISSUE_ORDERS(X) \
    X(together, ISSUE_TOGETHER) /* all are asked at once; a unit is offered to as many schedulers as it can serve */ \
    X(in_turn, ISSUE_IN_TURN) /* one after another, each is offered the units left; the first one rotates every cycle */
typedef enum { ISSUE_ORDERS(MACHINE_ENUM) } issue_order_t;

/* Pipelines, operand collectors and register banks of an SM.
 *
 * shared: all schedulers use all of them. own: each scheduler uses a part of its own, a sub-core; needs collectors that
 * take instructions of all units (sm.collectors.general), and schedulers that issue in turn. staged: sub-cores without
 * collectors: stages Control and Allocate (sm/ports.h), an L0 instruction cache (sm/supply.h). */
#define SUB_CORES(X) X(shared, SUB_CORES_SHARED) X(own, SUB_CORES_OWN) X(staged, SUB_CORES_STAGED)
typedef enum { SUB_CORES(MACHINE_ENUM) } sub_cores_t;

/* Unit of f64 divisions and square roots on a machine with DP pipelines. */
#define F64_DIVISIONS(X) X(dp, F64_DIVISION_DP) X(sfu, F64_DIVISION_SFU)
typedef enum { F64_DIVISIONS(MACHINE_ENUM) } f64_division_t;

/* Cost of a source R255 in a trace. */
#define ZERO_REGISTERS(X) \
    X(free, ZERO_FREE) /* none: it is always 0 */ \
    X(read, ZERO_READ) /* a read of its bank, as any register */
typedef enum { ZERO_REGISTERS(MACHINE_ENUM) } zero_register_t;

/* Places in the miss queue that a read of an L1 needs if it misses or merges. */
#define L1_MISS_ROOMS(X) \
    X(sent, MISS_ROOM_SENT) /* one for each request that it sends */ \
    X(fixed, MISS_ROOM_FIXED) /* two in the L1D, one in each other cache, whatever it sends */
typedef enum { L1_MISS_ROOMS(MACHINE_ENUM) } l1_miss_room_t;

/* How long a warp that reads a load's register counts as waiting long (arb_in_t.longlat). */
#define LONGLATS(X) \
    X(pending, LONGLAT_PENDING) /* until the load has written it */ \
    X(sticky, LONGLAT_STICKY) /* until an instruction other than a load has written it; parameters never count */
typedef enum { LONGLATS(MACHINE_ENUM) } longlat_t;

/* In which order an instruction's lines are accessed. */
#define LINE_ORDERS(X) \
    X(by_lane, LINES_BY_LANE) /* of the first lane of each */ \
    X(highest_first, LINES_HIGHEST_FIRST) /* of descending addresses */
typedef enum { LINE_ORDERS(MACHINE_ENUM) } line_order_t;

/* What a store writes of the units of 32 bytes that it touches. */
#define STORE_WORDS(X) \
    X(all, STORE_WORDS_ALL) \
    X(exact, STORE_WORDS_EXACT) /* whole words of 4 bytes; a shorter access leaves its word out */
typedef enum { STORE_WORDS(MACHINE_ENUM) } store_words_t;

/* What a store sends of a line if it writes to both of its halves. */
#define BOTH_HALVES(X) \
    X(touched, BOTH_HALVES_TOUCHED) /* from the first unit of store_bytes that it touches to the last */ \
    X(line, BOTH_HALVES_LINE) /* the whole line */
typedef enum { BOTH_HALVES(MACHINE_ENUM) } both_halves_t;

/* Aligned bytes of global or local memory within which accesses of a warp's lanes form one transaction. */
#define SEGMENTS(X) \
    X(line, SEGMENT_LINE) /* a line of the L1D */ \
    X(sector, SEGMENT_SECTOR) /* a sector of the L1D */ \
    X(by_width, SEGMENT_BY_WIDTH) /* 32 for accesses of 1 byte and loads past the L1D, 64 for 2 bytes, else a line */
typedef enum { SEGMENTS(MACHINE_ENUM) } segment_t;

/* Where the words of local memory lie, which are interleaved over the threads of a CTA. */
#define LOCAL_MEMORIES(X) \
    X(by_slot, LOCAL_BY_SLOT) /* a region for each CTA slot of each SM */ \
    X(interleaved, LOCAL_INTERLEAVED) /* word n of all CTAs of the kernel that are there at once, then word n + 1 */
typedef enum { LOCAL_MEMORIES(MACHINE_ENUM) } local_memory_t;

/* Loads from constant and parameter memory. */
#define CONSTANT_LOADS(X) \
    X(cached, CONSTANTS_CACHED) /* through the LD/ST unit and the L1C */ \
    X(alu, CONSTANTS_ALU) /* integer instructions */ \
    X(indexed, CONSTANTS_INDEXED) /* integer instructions, but PTX's from constant memory with the address in a register \
                                     and LDC of sequences: through the LD/ST unit and the L1C, an address per cycle */
typedef enum { CONSTANT_LOADS(MACHINE_ENUM) } constants_t;

/* Where the code of kernels that run at once lies. */
#define CODE_PLACES(X) \
    X(apart, CODE_APART) /* each in a region of its own */ \
    X(overlaid, CODE_OVERLAID) /* all from sm.code_address on: a kernel finds lines of another in L1I and L2 */
typedef enum { CODE_PLACES(MACHINE_ENUM) } code_places_t;

/* The cache that texture accesses look up. */
#define TEXTURE_CACHES(X) \
    X(l1t, TEXTURES_L1T) /* one of their own */ \
    X(l1d, TEXTURES_L1D)
typedef enum { TEXTURE_CACHES(MACHINE_ENUM) } textures_t;

/* The instructions that a kernel's PTX becomes. */
#define CODES(X) \
    X(ptx, CODE_PTX) /* one of each, in the order of the text */ \
    X(ptxas, CODE_PTXAS) /* as NVIDIA's assembler does: neighbouring loads from shared memory are joined, and the \
                            instructions of a basic block are ordered by latency */
typedef enum { CODES(MACHINE_ENUM) } code_t;

/* Words of a shared-memory access of 8 bytes or more that take turns at the banks. */
#define SMEM_WIDES(X) \
    X(phases, SMEM_WIDE_PHASES) /* all words, a half or a quarter of the warp at a time */ \
    X(first_word, SMEM_WIDE_FIRST_WORD) /* the first word of each lane, of the whole warp at once */
typedef enum { SMEM_WIDES(MACHINE_ENUM) } smem_wide_t;

/* Lanes of a shared-memory atomic that access one word. */
#define SMEM_ATOMICS(X) \
    X(lanes, SMEM_ATOMIC_LANES) /* take a cycle each */ \
    X(words, SMEM_ATOMIC_WORDS) /* take one cycle together, as lanes of a load do */
typedef enum { SMEM_ATOMICS(MACHINE_ENUM) } smem_atomic_t;

/* Transactions of an atomic or reduction that the L2 serves. */
#define ATOMIC_TXNS(X) \
    X(lines, ATOMIC_TXN_LINES) /* one per line, as those of a store */ \
    X(apart, ATOMIC_TXN_APART) /* of store_bytes each; lanes on the same bytes need different ones */
typedef enum { ATOMIC_TXNS(MACHINE_ENUM) } atomic_txns_t;

/* A warp that has issued an atomic or a reduction.
 *
 * continues: a reduction is over when it is accepted. waits: until the last answer is in the write-back register;
 * without collectors, until the instruction is over; a reduction is answered, too. */
#define AFTER_ATOMICS(X) X(continues, ATOMIC_CONTINUES) X(waits, ATOMIC_WAITS)
typedef enum { AFTER_ATOMICS(MACHINE_ENUM) } after_atomic_t;

/* When a store to shared memory is over. */
#define SMEM_STORES(X) \
    X(latency, SMEM_STORE_LATENCY) /* as a load: smem_latency_cycles after its last cycle of the banks */ \
    X(banks, SMEM_STORE_BANKS) /* with its last cycle of the banks */
typedef enum { SMEM_STORES(MACHINE_ENUM) } smem_stores_t;

/* An access to shared memory, or a barrier, that no lane executes. */
#define NO_LANES(X) \
    X(skipped, NO_LANES_SKIPPED) /* over in a cycle; does not arrive at the barrier */ \
    X(executed, NO_LANES_EXECUTED) /* passes the shared memory's pipeline; arrives */
typedef enum { NO_LANES(MACHINE_ENUM) } no_lanes_t;

/* The way of atomics, and of loads that bypass the L1D, to the L2. */
#define PAST_L1DS(X) \
    X(queued, PAST_L1D_QUEUED) /* through the L1D's miss queue; an atomic drops the L1D's line */ \
    X(direct, PAST_L1D_DIRECT) /* into the interconnect in the cycle of the address phase; the L1D keeps the line */
typedef enum { PAST_L1DS(MACHINE_ENUM) } past_l1d_t;

/* What a fence waits for. */
#define FENCES(X) \
    X(stores, FENCE_STORES) /* acknowledgements of the warp's stores */ \
    X(results, FENCE_RESULTS) /* the warp's pending results; it passes the LD/ST unit and drops the L1D's clean lines, \
                                   unless no access has looked the L1D up since the last fence */
typedef enum { FENCES(MACHINE_ENUM) } fence_t;

/* Cycles that C_mem counts: all warps wait for their data [DYNCTA §4.1].
 *
 * blocked: each waits for a load's register, or for the LD/ST unit while a cache refuses it or it has no entry free;
 * stalled or not. scoreboard: each waits for a load's register, in cycles that are not stalled. */
#define C_MEMS(X) X(blocked, C_MEM_BLOCKED) X(scoreboard, C_MEM_SCOREBOARD)
typedef enum { C_MEMS(MACHINE_ENUM) } c_mem_t;

/* Cycles that C_idle counts: not stalled, no thread to execute [DYNCTA §4.1]. */
#define C_IDLES(X) \
    X(nothing, C_IDLE_NOTHING) /* no warp has a decoded instruction, except held ones (barrier, fence) */ \
    X(unready, C_IDLE_UNREADY) /* no warp is ready: each waits for a result */
typedef enum { C_IDLES(MACHINE_ENUM) } c_idle_t;
/* clang-format on */

typedef struct {              /* a latency class */
    uint32_t latency_cycles;  /* issue to result; with collectors, start in the pipeline to result */
    uint32_t interval_cycles; /* issue to next issue on the same pipeline */
} lat_cfg_t;

typedef struct {
    uint32_t warp_lanes; /* threads per warp: 8, 16, 32 */
    uint32_t threads;    /* resident threads */
    uint32_t cta_slots;  /* resident CTAs, 1..SCHED_SLOTS_MAX */
    uint32_t registers;  /* 32-bit registers */
    uint32_t smem_bytes;
    carve_out_t carve_out;
    uint32_t unified_bytes; /* of L1D and shared memory together, with a carve_out */
    uint32_t schedulers;    /* warp schedulers: 1, 2, 4; warp w belongs to w mod schedulers */
    uint32_t issue_cycles;  /* core cycles for which an issue occupies its scheduler's port */
    issue_order_t issue_order;
    c_mem_t c_mem;              /* definition of the monitor C_mem, */
    c_idle_t c_idle;            /* and of C_idle */
    uint32_t pipes[UNIT_COUNT]; /* by unit: pipelines; UNIT_NONE unused */
    lat_cfg_t lat[LAT_COUNT];
    f64_division_t f64_division;
    sub_cores_t sub_cores;
    issue_by_t issue_by; /* counting_scoreboard, control_bits: staged, as are the next four */
    uint32_t consumers;  /* of a register, that a counting scoreboard counts */
    reuse_t reuse;
    fp_units_t fp_units;
    l0i_cfg_t l0i;
    l0c_cfg_t l0c;
    ldc_cfg_t ldc;
    uint32_t memory_queue; /* memory instructions of a sub-core from issue until the LD/ST unit has taken them */
    uint32_t address_cycles, memory_interval_cycles, copy_cycles; /* of address unit, LD/ST unit, and way of a copy */
    uint32_t collectors[UNIT_COUNT];                              /* by unit: operand collectors */
    uint32_t general_collectors;      /* of all units, in place of them; all 0: operands are read at issue */
    uint32_t collector_steps;         /* per cycle: reads of a bank, moves into and out of a collector */
    uint32_t issue_width[UNIT_COUNT]; /* by unit: input places of the collectors, and output places */
    uint32_t register_banks;          /* one access per bank and cycle; with collectors */
    zero_register_t zero_register;    /* with collectors */
    uint32_t results;                 /* result ports: results of pipelines per cycle; with collectors */
    uint32_t ibuffer;                 /* decoded instructions per warp */
    fetch_span_t fetch;
    fetch_policy_t fetch_policy;
    uint64_t code_address; /* of the first kernel's first instruction */
    code_places_t code_places;
    constants_t constants;
    textures_t textures;
    code_t code;
    local_memory_t local_memory;
    uint32_t local_offset; /* bytes from the base of local memory to its first word */
    line_order_t line_order;
    store_words_t store_words;
    both_halves_t both_halves;
    segment_t segment;
    line_arrives_t line_arrives;
    warp_ends_t warp_ends;
    uint32_t control_cycles;  /* latency of barriers, fences and exits in a pipeline; 0: that of int */
    uint32_t perfect_fetches; /* per cycle, none of which misses, each decoded before the next; 0: through the L1I */
    uint32_t l1i_banks;       /* selected by line address; one fetch per bank and cycle */
    longlat_t longlat;
    uint32_t ldst_queue; /* warp memory instructions between issue (with collectors: arrival in the unit) and the end of
                            their address phase */
    uint32_t inflight_loads;  /* entries: warp memory instructions from issue to their last result */
    uint32_t l1d_banks;       /* one transaction per bank and cycle */
    uint32_t l1d_bank_bytes;  /* neighbouring bytes that lie in one bank; 0: a line */
    uint32_t task_queue;      /* indices per thread context in the task unit; 0: no task unit */
    uint32_t l1d_wait_cycles; /* from the address phase to the L1D look-up, pipelined */
    uint32_t store_bytes; /* a store, atomic or bypassing load transfers whole units of this size, or of an L1D sector
                             if that is smaller */
    uint32_t smem_banks;  /* 4 bytes wide */
    uint32_t smem_latency_cycles;
    smem_wide_t smem_wide;
    smem_atomic_t smem_atomic;
    smem_stores_t smem_stores;
    no_lanes_t no_lanes;
    past_l1d_t past_l1d;
    atomic_txns_t atomic_txns;
    after_atomic_t after_atomic;
    fence_t fence;
    uint32_t barrier_cycles; /* from the last arrival to the release */
    uint32_t victim_tags;    /* per warp, in the L1D; kept only for arbiters that read them */
    l1_miss_room_t l1_miss_room;
    cache_cfg_t l1d, l1i, l1c, l1t; /* data, instruction, constant, texture */
} sm_cfg_t;

/* Ways that the L1D has while CTAs may use so many bytes of shared memory, at most smem_bytes; with a carve_out. 0: the
 * size that holds them leaves no way. */
static inline uint32_t sm_l1d_ways(const sm_cfg_t *cfg, uint32_t used_bytes)
{
    static const uint8_t kb[][6] = {
        [CARVE_OUT_VOLTA] = {0, 8, 16, 32, 64, 96}, [CARVE_OUT_AMPERE] = {0, 8, 16, 32, 64, 100}};
    const uint8_t *size = kb[cfg->carve_out];
    uint32_t i = 0;
    while (i + 1 < sizeof kb[0] && size[i] * UINT32_C(1024) < used_bytes) i++;
    const uint32_t smem_bytes = size[i] * UINT32_C(1024), way_bytes = cfg->l1d.sets * cfg->l1d.line_bytes;
    return smem_bytes < cfg->unified_bytes ? (cfg->unified_bytes - smem_bytes + way_bytes / 2) / way_bytes : 0;
}

static inline bool sm_collects(const sm_cfg_t *cfg) { return cfg->collectors[UNIT_SP] || cfg->general_collectors; }

#endif
