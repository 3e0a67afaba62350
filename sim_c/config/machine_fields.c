/* machine_fields.c - the table of machine keys: name, member, unit, range, default, sentence. */
#include "config/machine_rows.h"
#include "config/machine_rows_gpcs.h"
#include "config/machine_rows_staged.h"

#include "policy/sas.h"
#include "policy/scheduler.h"

/* clang-format off */
const field_t machine_fields[] = {
    {"name", AT(name), FIELD_NAME, NEED_NEVER, "", 0, 0, 0, NULL, "word in tables; default: the file's name"},
    U32(sms, "SMs", 1, SCHED_SMS_MAX, "streaming multiprocessors"),
    GPC_ROWS,
    U32(mcs, "controllers", 1, 64, "memory controllers"),
    U32(interleave_bytes, "bytes", 32, 65536, "consecutive bytes that one memory controller serves"),
    CHOICE_OPTION(slice_index, SLICE_INDICES, SLICE_LINEAR,
     "how interleave_bytes are distributed. linear: to the controllers in turn, then to the slices of each in turn; ipoly: so, "
     "but hashed by a polynomial of the higher address bits, to 16 to 64 slices over all controllers"),
    U32(core_mhz, "MHz", 1, 10000, "clock of the SMs"),
    OPTION(dispatcher_clocks, "clocks", 1, SCHED_SMS_MAX, 1, "dispatcher clocks per core cycle; in each it can dispatch one CTA, to a different SM each time"),
    OPTION(pool.launch_cycles, "core cycles", 0, 1000000, 0, "from a kernel's launch until the dispatcher has it"),
    CHOICE_OPTION(pool.launch_caches, LAUNCH_CACHES, LAUNCH_CACHES_KEPT,
     "what a kernel launched onto the empty machine finds. kept: lines of earlier kernels in L2, L1I and L1C; cold: no line, as "
     "under a profiler; dirty lines of the L2 are gone without a write"),
    OPTION(pool.live, "kernels", 1, SCHED_KERNELS_MAX, SCHED_KERNELS_SMALL,
           "kernels that run at once (the dispatcher's POOL); further launches wait until one of them ends"),
    OPTION(binary_version, "", 30, 129, 70, "SM version in traces written by `ctadel trace`: instructions take 16 bytes from 70 on, 8 below"),
    OPTION(newest_binary, "", 30, 129, 89, "newest SM version of a trace that it runs; 90 brings clusters and bulk copies"),
    U32(icnt_mhz, "MHz", 1, 10000, "clock of the interconnect"),
    U32(l2_mhz, "MHz", 1, 10000, "clock of the L2 slices"),
    U32(dram_mhz, "MHz", 1, 10000, "command clock of the DRAM"),
    CHOICE_OPTION(clocks, CLOCKS, CLOCKS_EXACT,
     "how the clocks' ticks are ordered. exact: by exact ratios; summed: by periods added up in double precision"),
    {"max_cycles", AT(max_cycles), FIELD_U64, NEED_NEVER, "core cycles", 1, UINT64_MAX, 2000000000,
     NULL, "a run that takes longer stops with an error"},
    {"no_progress_cycles", AT(no_progress_cycles), FIELD_U32, NEED_NEVER, "core cycles", 1000,
     UINT32_MAX, 100000, NULL, "a run without an issue, a CTA start or a report for this long stops as a deadlock"},

    U32(sm.warp_lanes, "threads", 8, WARP_LANES_MAX, "threads per warp: 8, 16 or 32"),
    U32(sm.threads, "threads", 8, 2048, "resident threads"),
    U32(sm.cta_slots, "CTAs", 1, SCHED_SLOTS_MAX, "resident CTAs"),
    U32(sm.registers, "registers", 1, WARP_LANES_MAX * REG_CAP_REGS_MASK, "32-bit registers"),
    U32(sm.smem_bytes, "bytes", 0, REG_CAP_SMEM_MASK, "shared memory"),
    CHOICE_OPTION(sm.carve_out, CARVE_OUTS, CARVE_OUT_NONE,
     "volta: L1D and shared memory share sm.unified_bytes; at each launch shared memory gets 0, 8, 16, 32, 64 or 96 KB (ampere: "
     "100), the least that holds what the CTAs of all running kernels may use, and the L1D the other ways; none: they are apart"),
    OPTION(sm.unified_bytes, "bytes", 0, 1048576, 0, "L1D and shared memory together, with sm.carve_out"),
    U32(sm.schedulers, "schedulers", 1, 4, "warp schedulers: 1, 2 or 4; warp w belongs to scheduler w mod this"),
    OPTION(sm.issue_cycles, "core cycles", 1, 32, 1, "cycles for which an issue occupies its scheduler's port: 4 where 8 lanes execute a warp of 32 [DYNCTA §2]"),
    CHOICE_OPTION(sm.issue_order, ISSUE_ORDERS, ISSUE_TOGETHER,
     "how schedulers share units in a cycle. together: a unit is offered to as many schedulers as it can serve; "
     "in_turn: one after another, each is offered the units that are left; the first one rotates every cycle"),
    CHOICE_OPTION(sm.c_mem, C_MEMS, C_MEM_BLOCKED,
     "cycles that C_mem counts [DYNCTA §4.1]. scoreboard: all warps wait for load data; blocked: for these, or for "
     "the LD/ST unit"),
    CHOICE_OPTION(sm.c_idle, C_IDLES, C_IDLE_NOTHING,
     "cycles that C_idle counts [DYNCTA §4.1]. nothing: no warp has a decoded instruction, those at barriers "
     "apart; unready: no warp is ready"),
    PIPES("sp", UNIT_SP, 1, "SP pipelines: integer, f32, moves, branches"),
    PIPES("dp", UNIT_DP, 0, "DP pipelines: f64; 0: the SFU pipelines execute f64; 1 with sm.sub_cores staged: all schedulers share it"),
    PIPES("sfu", UNIT_SFU, 1, "SFU pipelines: transcendental functions, division, square root"),
    PIPES("ldst", UNIT_LDST, 1, "LD/ST pipelines: issue ports of the LD/ST unit, for every memory space"),
    CHOICE_OPTION(sm.f64_division, F64_DIVISIONS, F64_DIVISION_DP, "unit of f64 divisions and square roots, with DP pipelines"),
    SUB_CORE_PIPES("int", UNIT_INT, "INT pipelines: integer, moves, conversions"),
    CHOICE_OPTION(sm.sub_cores, SUB_CORES, SUB_CORES_SHARED,
     "own: each scheduler has a pipeline of each unit, a place before and behind the collectors for each unit, and a part of "
     "the collectors and register banks of its own; staged: sub-cores of today, without collectors; shared: all schedulers use all"),
    STAGED_ROWS
    LATENCY("int", LAT_INT, "integer add, logic, shift, move, compare, branch"),
    LATENCY("imul", LAT_IMUL, "integer multiply"),
    LATENCY("fp", LAT_FP, "f32 add, multiply, fma"),
    LATENCY("dp", LAT_DP, "f64 add, multiply, fma"),
    LATENCY("sfu", LAT_SFU, "approximate functions"),
    LATENCY("div", LAT_DIV, "integer division, exact division and square root"),
    SPECIAL_UNIT("branch", UNIT_BRANCH, LAT_BRANCH, "branches"),
    SPECIAL_UNIT("texture", UNIT_TEXTURE, LAT_TEXTURE, "texture instructions"),
    SPECIAL_UNIT("tensor", UNIT_TENSOR, LAT_TENSOR, "matrix products"),
    SPECIAL_UNIT("uniform", UNIT_UNIFORM, LAT_UNIFORM, "instructions of the uniform datapath"),
    OPTION(sm.control_cycles, "core cycles", 0, 1000, 0,
      "latency of barriers, fences and exits in the integer (else SP) pipeline; 0: that of int; used with collectors only"),
    COLLECTORS("sp", UNIT_SP),
    COLLECTORS("dp", UNIT_DP),
    COLLECTORS("sfu", UNIT_SFU),
    COLLECTORS("ldst", UNIT_LDST),
    {"sm.collectors.general", AT(sm.general_collectors), FIELD_U32, NEED_NEVER, "collectors", 0, 64, 0, NULL,
     "operand collectors for instructions of all units, in place of those by unit; with sm.sub_cores own"},
    OPTION(sm.collector_steps, "steps", 1, 4, 1, "steps of the operand collectors per cycle: in each, a bank serves a read, and instructions enter and leave"),
    ISSUE_WIDTH("sp", UNIT_SP),
    ISSUE_WIDTH("dp", UNIT_DP),
    ISSUE_WIDTH("sfu", UNIT_SFU),
    ISSUE_WIDTH("ldst", UNIT_LDST),
    OPTION(sm.register_banks, "banks", 1, 64, 16, "banks of the register file, one access per cycle each; used with collectors only"),
    OPTION(sm.results, "results", 1, 16, 2, "result ports: results that the pipelines write per cycle at most; used with collectors only"),
    CHOICE_OPTION(sm.zero_register, ZERO_REGISTERS, ZERO_FREE,
     "cost of a source R255 in a trace, always 0. free: none; read: a read of its bank; with collectors only"),
    U32(sm.ibuffer, "instructions", 1, 16, "decoded instructions that a warp holds"),
    CHOICE_OPTION(sm.fetch, FETCH_SPANS, FETCH_LINE,
     "line: a fetch ends with its cache line; path: it goes on across lines and jumps, predicted perfectly; behind: as "
     "path, but it looks up the line 16 bytes behind the instruction that the warp issued last"),
    OPTION(sm.perfect_fetches, "fetches", 0, 8, 0,
     "fetches per cycle that always hit, each decoded before the next; needs sm.fetch_policy null.1 and sm.line_arrives "
     "fetches; 0: one fetch, through the L1I"),
    CHOICE_OPTION(sm.fetch_policy, FETCH_POLICIES, FETCH_NULL_1,
     "warps that fetch in a cycle [SMK §3.3]. null.1: one warp; rr.2: two warps of one kernel, kernels in turn; "
     "both.2: one warp of each of two kernels"),
    CHOICE_OPTION(sm.constants, CONSTANT_LOADS, CONSTANTS_CACHED, "loads from constant and parameter memory. cached: "
     "through the LD/ST unit and the L1C; alu: integer instructions; indexed: as alu, but PTX's from constant memory "
     "with the address in a register, and LDC of sequences, are cached, an address per cycle"),
    CHOICE_OPTION(sm.code, CODES, CODE_PTX, "the instructions that PTX becomes. ptx: one of each, in the order of the "
     "text; ptxas: neighbouring loads of shared memory are joined, and blocks ordered by the latencies of a V100"),
    CHOICE_OPTION(sm.textures, TEXTURE_CACHES, TEXTURES_L1T, "the cache that texture accesses look up"),
    CHOICE_OPTION(sm.local_memory, LOCAL_MEMORIES, LOCAL_BY_SLOT,
     "where words of local memory lie. by_slot: those of a CTA together, in a region of its slot; interleaved: word n of "
     "all CTAs of a kernel that run at once, then word n + 1; first the CTAs in slot 0 of all SMs, then those in slot 1"),
    OPTION(sm.local_offset, "bytes", 0, UINT32_MAX, 0,
      "from the base of local memory to its first word: it decides which slices, banks and rows hold it; whole lines of the L2"),
    CHOICE_OPTION(sm.store_words, STORE_WORDS, STORE_WORDS_ALL,
     "what a store writes of the units of 32 bytes that it touches. all: all of them; exact: its words, and the L2 fetches a "
     "unit that is written in part when it is read"),
    CHOICE_OPTION(sm.both_halves, BOTH_HALVES, BOTH_HALVES_TOUCHED,
     "what a store sends of a line if it writes to both of its halves. touched: from the first unit of sm.store_bytes "
     "that it touches to the last; line: the whole line"),
    CHOICE_OPTION(sm.segment, SEGMENTS, SEGMENT_LINE,
     "bytes within which a warp's accesses form one transaction. line: a line; sector: a sector of the L1D; by_width: 32 for accesses of 1 byte and "
     "loads past the L1D, 64 for 2 bytes, else a line"),
    CHOICE_OPTION(sm.line_order, LINE_ORDERS, LINES_BY_LANE,
     "order in which the lines of one memory instruction are accessed. by_lane: of their first lanes; highest_first: of "
     "descending addresses"),
    {"sm.code_address", AT(sm.code_address), FIELD_U64, NEED_NEVER, "bytes", UINT64_C(1) << 60, UINT64_MAX, UINT64_C(1) << 60, NULL,
     "address of the first instruction, above all data: it decides which slice and bank serve the misses of the L1I"},
    CHOICE_OPTION(sm.code_places, CODE_PLACES, CODE_APART, "where the code of kernels that run at once lies. apart: each in "
     "a region of its own; overlaid: all from sm.code_address on, so that a kernel finds lines of another in L1I and L2"),
    CHOICE_OPTION(sm.line_arrives, LINE_ARRIVALS, LINE_BESIDE,
     "when a missed instruction line is decoded. beside: when it arrives; fetches: it takes the fetch of a cycle and is "
     "decoded in the next, as a hit is, and fetch follows issue in a cycle"),
    CHOICE_OPTION(sm.warp_ends, WARP_ENDS, WARP_ENDS_DRAINED,
     "when a warp that has ended leaves its CTA. drained: with its last result or store; searched: when the search for "
     "a warp to fetch passes it, and a refused fetch passes the turn on (null.1; as drained with other fetch policies)"),
    OPTION(sm.l1i_banks, "banks", 1, 16, 2, "banks of the L1I, chosen by line address, a power of two; one fetch per cycle each (null.1: one in all)"),
    CHOICE_OPTION(sm.longlat, LONGLATS, LONGLAT_PENDING,
     "--warp tl, tl_active, tl_clocked: a warp that reads a load's register waits long until the data arrive (pending), or "
     "until the register is overwritten (sticky: there parameters never count, as constants never do)"),
    U32(sm.ldst_queue, "instructions", 1, 64, "memory instructions between issue and the end of their address phase"),
    U32(sm.inflight_loads, "instructions", 1, 1024, "memory instructions of warps from issue to their last result"),
    OPTION(sm.l1d_banks, "banks", 1, 4, 1, "banks of the L1D, a power of two; transactions of one instruction in different banks are looked up in one cycle"),
    OPTION(sm.l1d_bank_bytes, "bytes", 0, 256, 0, "neighbouring bytes that lie in one bank of the L1D, a power of two, at least a sector; 0: a line"),
    OPTION(sm.task_queue, "indices", 0, SAS_DEPTH_MAX, 0, "indices of a parallel loop that the task unit holds for each thread context; 0: no task unit"),
    OPTION(sm.l1d_wait_cycles, "core cycles", 0, 500, 0, "from the address phase to the L1D look-up, pipelined"),
    OPTION(sm.store_bytes, "bytes", 32, 256, 256,
           "stores, atomics and loads past the L1D transfer whole units of this size, a power of two; of an L1D sector "
           "if that is smaller"),
    U32(sm.smem_banks, "banks", 1, 64, "shared memory banks, 4 bytes wide, a power of two"),
    U32(sm.smem_latency_cycles, "core cycles", 1, 500, "from a shared memory access to its data"),
    CHOICE_OPTION(sm.smem_wide, SMEM_WIDES, SMEM_WIDE_PHASES, "bank cycles of shared memory accesses of 8 bytes or more. "
     "phases: of all words, a half or a quarter of the warp at a time; first_word: of each lane's first word"),
    CHOICE_OPTION(sm.smem_atomic, SMEM_ATOMICS, SMEM_ATOMIC_LANES,
     "what takes turns in a shared memory atomic. lanes: those on one word; words: those of one bank, as in a load"),
    CHOICE_OPTION(sm.atomic_txns, ATOMIC_TXNS, ATOMIC_TXN_LINES,
     "transactions of an atomic past the L1D. lines: one per line; apart: of sm.store_bytes, and one per lane on the same bytes"),
    CHOICE_OPTION(sm.after_atomic, AFTER_ATOMICS, ATOMIC_CONTINUES,
     "whether a warp waits until its atomic or reduction is answered, in any memory"),
    CHOICE_OPTION(sm.smem_stores, SMEM_STORES, SMEM_STORE_LATENCY, "when a store to shared memory is over. latency: "
     "sm.smem_latency_cycles after its last cycle of the banks, as a load; banks: with that cycle"),
    CHOICE_OPTION(sm.no_lanes, NO_LANES, NO_LANES_SKIPPED, "a shared-memory access or barrier that no lane executes. skipped: "
     "over in a cycle, no arrival; executed: it passes the shared memory's pipeline, and arrives"),
    CHOICE_OPTION(sm.past_l1d, PAST_L1DS, PAST_L1D_QUEUED, "atomics, and loads that bypass the L1D. queued: through its miss "
     "queue, and an atomic drops its line; direct: into the interconnect in the cycle of the address phase, past the L1D"),
    CHOICE_OPTION(sm.fence, FENCES, FENCE_STORES,
     "a fence waits for acknowledgements of stores, or for results of the warp; then it drops the lines of the L1D"),
    U32(sm.barrier_cycles, "core cycles", 0, 500,
      "from the last arrival at a barrier until its warps may issue; 0: schedulers that issue later in the cycle see it"),
    {"sm.victim_tags", AT(sm.victim_tags), FIELD_U32, NEED_NEVER, "tags", 1, 256, 16, NULL,
     "victim tags of the L1D per warp, a power of two, 8 ways; used by --warp ccws only"},
    CHOICE_OPTION(sm.l1_miss_room, L1_MISS_ROOMS, MISS_ROOM_SENT,
     "free places in the miss queue that an L1 read needs if it misses or merges. sent: one per request that it sends; "
     "fixed: two in the L1D, one in the others"),
    CACHE(sm.l1d, "L1 data cache"),
    CACHE(sm.l1i, "L1 instruction cache"),
    CACHE(sm.l1c, "L1 constant cache"),
    CACHE(sm.l1t, "texture cache (hit_latency_cycles includes the texture unit)"),

    CHOICE_OPTION(icnt.kind, ICNT_KINDS, ICNT_CROSSBAR,
     "crossbar: queued inputs and outputs; fly: the one-stage butterfly of GPGPU-Sim, with the buffers of its nodes; "
     "xbar: its crossbar, which moves whole packets, one per output and cycle"),
    CHOICE_OPTION(icnt.match, ICNT_MATCHES, ICNT_CHAINED, "xbar: packets that an input sends per cycle, chained: several, to ascending outputs; single: one"),
    U32(icnt.flit_bytes, "bytes", 1, 1024, "bytes that a port moves per interconnect cycle in each direction"),
    U32(icnt.latency_cycles, "icnt cycles", 1, 1000, "latency of a head flit through an idle interconnect"),
    OPTION(icnt.reply_cycles, "icnt cycles", 0, 1000, 0, "what a reply takes more than a request: queues at the SM"),
    U32(icnt.queue, "packets", 1, 1024,
      "packets that wait at most in a virtual channel of an input, and at an output port; xbar: at an input, and at an output; "
      "fly: replies at an SM's port"),
    OPTION(icnt.reply_queue, "packets", 1, 1024, 32, "xbar: replies that wait at an SM's port, besides those in icnt.queue"),
    OPTION(icnt.vcs, "channels", 1, ICNT_VCS_MAX, 1, "virtual channels of an input"),
    OPTION(icnt.input_flits, "flits", 1, 65535, 65535, "a virtual channel accepts a packet while fewer flits than this wait in it; fly: what its buffer holds"),
    OPTION(icnt.input_speedup, "channels", 1, ICNT_VCS_MAX, 1, "virtual channels of an input that send in the same cycle; a divisor of icnt.vcs"),
    OPTION(icnt.speedup, "steps", 1, 4, 1, "fly: steps of the router per cycle"),
    OPTION(icnt.node_flits, "flits", 1, 1024, 64, "fly: flits that wait before an input; a packet enters as a whole"),
    OPTION(icnt.output_flits, "flits", 1, 1024, 64, "fly: buffer of an output"),
    OPTION(icnt.boundary_flits, "flits", 1, 1024, 64, "fly: buffer behind it, from which whole packets leave"),
    U32(icnt.cluster, "SMs", 1, SCHED_SMS_MAX, "SMs that share an interconnect port"),
    U32(icnt.header_bytes, "bytes", 0, 64, "header added to every request and every reply"),

    U32(l2.slices, "slices", 1, 16, "L2 slices per memory controller"),
    U32(l2.latency_cycles, "L2 cycles", 0, 1000, "from the arrival of a request to its tag look-up, pipelined"),
    U32(l2.queue, "entries", 1, 1024,
      "entries of each queue between interconnect, L2 and DRAM; a request to the L2 takes one per l2.port_bytes"),
    CHOICE_OPTION(l2.look_up, L2_LOOK_UPS, LOOK_UP_ARRIVING,
     "first cycle in which a part of a request is looked up. arriving: when it enters the input queue; queued: one later, "
     "and the slice looks nothing up while its queue to the DRAM is full"),
    CHOICE_OPTION(l2.victim_bursts, VICTIM_BURSTS, VICTIM_SPREAD, "DRAM bursts of a dirty victim. spread: those that hold its "
     "dirty 32-byte units; packed: as few as they fill"),
    CHOICE_OPTION(l2.writeback, L2_WRITEBACKS, WRITEBACK_BEFORE,
     "when a dirty victim goes to the DRAM. before: before the miss, in one cycle; behind: after the miss's "
     "fetch; a write miss reads it out, l2.port_bytes per cycle, and a read miss needs two places in the miss queue"),
    CHOICE_OPTION(l2.replies, L2_REPLIES, REPLIES_FILLS_FIRST,
     "fills_first: replies to misses overtake those to hits; one_queue: all replies in order, those to misses from the cycle after the fill on"),
    CHOICE_OPTION(l2.upper_half, UPPER_HALVES, UPPER_HALF_IN_PLACE,
     "where a 64-byte request for the upper half of a 128-byte line is looked up. in_place; shifted: in the "
     "upper half of the next line, as by GPGPU-Sim, which adds the offset of a sector to an address that has it"),
    CHOICE_OPTION(l2.write_bytes, WRITE_BYTES, WRITE_BYTES_OWN,
     "bytes that must be 32 for a sector to be readable after a write that misses it. own: those that are written to it; "
     "summed: those to it and to the sectors below it in a request of 128 bytes, as by GPGPU-Sim, which does not clear "
     "its byte mask between sectors"),
    OPTION(l2.port_bytes, "bytes", 32, 256, 256, "bytes that a slice looks up per cycle; each part is replied to separately"),
    OPTION(l2.atomic_cycles, "L2 cycles", 0, 1000, 2, "for which 32 bytes of an atomic occupy the atomic unit of a slice"),
    OPTION(l2.inclusive, "0 or 1", 0, 1, 0, "1: a line that the L2 replaces is invalidated in the L1s too"),
    CACHE(l2.cache, "L2 slice"),

    CHOICE(dram.kind, DRAM_KINDS,
     "frfcfs: banks and timing; fixed: a constant access time and a bus"),
    CHOICE_OPTION(dram.priority, DRAM_PRIORITIES, DRAM_BY_AGE,
     "which request's command goes first. age: the oldest; turns: banks take turns, and a bank keeps the "
     "request it has chosen; tRTPL bars the precharges of its bank group"),
    CHOICE_OPTION(dram.buses, DRAM_BUSES, DRAM_ONE_BUS,
     "frfcfs: command buses. one: for all commands; two: in a cycle a column command issues on the one, then an activate or "
     "a precharge on the other, as with HBM"),
    CHOICE_OPTION(dram.delay, DRAM_DELAYS, DRAM_DELAY_AFTER,
     "frfcfs: where latency_cycles pass. after: after the data bus; before: before the queue, they are core cycles, and "
     "in the cycle in which a request leaves the delay for the last place of the queue, the delay accepts another"),
    CHOICE_OPTION(dram.credits, DRAM_CREDITS, CREDITS_SHARED,
     "with delay before: what limits the requests inside. shared: queue + return_queue; per_slice: one more, of which "
     "each slice has one to itself, and a write counts for tWL after its last command"),
    CHOICE_OPTION(dram.read_data, READ_DATAS, READ_DATA_END,
     "frfcfs: when a burst's data are there. end: with its last cycle on the bus; begin: with its first"),
    U32(dram.queue, "requests", 1, 4096, "requests that wait at a controller at most"),
    U32(dram.return_queue, "requests", 1, 4096, "served requests on their way back to the L2 at most"),
    U32(dram.latency_cycles, "DRAM cycles", 0, 10000, "added to every access; core cycles with delay before; with kind fixed, the whole access time"),
    U32(dram.banks, "banks", 1, 64, "banks per controller, a power of two"),
    U32(dram.bank_groups, "groups", 1, 16, "groups into which the banks are divided; 1: no groups"),
    U32(dram.row_bytes, "bytes", 32, 65536, "row of a bank, over all chips of the controller"),
    OPTION(dram.rows, "rows", 0, 1048576, 0, "rows of a bank, a power of two; addresses beyond them wrap around. 0: no limit"),
    U32(dram.burst_bytes, "bytes", 8, 256, "bytes moved by one column command"),
    U32(dram.bytes_per_cycle, "bytes", 1, 256, "bytes that the data bus carries per DRAM cycle, data rate included"),
    DRAM_T(dram.tCL, 1, "read command to data"),
    DRAM_T(dram.tRP, 1, "precharge to activate, same bank"),
    DRAM_T(dram.tRC, 1, "activate to activate, same bank"),
    DRAM_T(dram.tRAS, 1, "activate to precharge, same bank"),
    DRAM_T(dram.tRCD, 1, "activate to column command"),
    OPTION(dram.tRCDWR, "DRAM cycles", 0, 255, 0, "activate to write command; 0: as tRCD"),
    DRAM_T(dram.tRRD, 1, "activate to activate, any bank of the channel"),
    DRAM_T(dram.tCCD, 1, "column command to column command"),
    DRAM_T(dram.tCCDL, 0, "column command to column command in the same bank group; 0: as tCCD"),
    DRAM_T(dram.tCDLR, 0, "last write data to read command"),
    DRAM_T(dram.tWR, 0, "last write data to precharge"),
    DRAM_T(dram.tWL, 0, "write command to data"),
    DRAM_T(dram.tRTPL, 0, "read command to precharge of the same bank, under priority turns of the same group; 0: none"),

    PJ(energy.int_pj, "a lane's integer operation; computing an address counts as one"),
    PJ(energy.imul_pj, "a lane's integer multiplication"),
    PJ(energy.fp_pj, "a lane's f32 operation"),
    PJ(energy.dp_pj, "a lane's f64 operation"),
    PJ(energy.sfu_pj, "a lane's approximate function"),
    PJ(energy.div_pj, "a lane's division or exact square root"),
    PJ(energy.issue_pj, "a warp instruction: decoding, scoreboard, warp scheduler"),
    PJ(energy.active_pj, "an ACTIVE cycle of an SM: clock of the pipelines"),
    PJ(energy.rf_read_pj, "a register of a whole warp, read"),
    PJ(energy.rf_write_pj, "a register of a whole warp, written"),
    PJ(energy.smem_pj, "a cycle of the shared memory's banks"),
    PJ(energy.l1d_pj, "L1 data cache: an access or a fill"),
    PJ(energy.l1i_pj, "L1 instruction cache: an access or a fill"),
    PJ(energy.l1c_pj, "L1 constant cache: an access or a fill"),
    PJ(energy.l1t_pj, "texture cache: an access or a fill"),
    PJ(energy.l2_pj, "L2 slice: an access or a fill"),
    PJ(energy.icnt_flit_pj, "a flit through the interconnect"),
    PJ(energy.dram_read_pj, "a burst read"),
    PJ(energy.dram_write_pj, "a burst written"),
    PJ(energy.dram_activate_pj, "a row opened and closed"),
    MW(energy.sm_static_mw, "an SM without register file and shared memory: leakage, clock tree"),
    MW(energy.rf_static_mw, "the register file of an SM"),
    MW(energy.smem_static_mw, "the shared memory of an SM"),
    MW(energy.uncore_static_mw, "L2, interconnect and memory controllers, all of them, and what else of the board always takes"),
    MW(energy.dram_static_mw, "DRAM, all of it"),
    ENERGY(energy.storage_gating, "0 or 1", 1, "1: registers and shared memory that no CTA holds are switched off"),
    ENERGY(energy.core_gating, "0 or 1", 1, "1: an SM that the gate drains and that holds no CTA is switched off"),
};
/* clang-format on */

const uint32_t machine_field_count = sizeof machine_fields / sizeof machine_fields[0];

_Static_assert(sizeof machine_fields / sizeof machine_fields[0] <= MACHINE_FIELDS_MAX, "raise MACHINE_FIELDS_MAX");
