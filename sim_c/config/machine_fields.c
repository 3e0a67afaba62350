/* machine_fields.c - the table of machine keys: name, member, unit, range, default, sentence. */
#include "config/machine_fields.h"

#include "policy/sas.h"
#include "policy/scheduler.h"

#define WORD(word, name) #word,
static const char *const replacement_words[] = {CACHE_REPLACEMENTS(WORD) NULL};
static const char *const write_words[] = {"write_through", "write_evict", "write_back", NULL};
static const char *const allocate_words[] = {"miss", "fill", NULL};
static const char *const index_words[] = {"linear", "fermi", NULL};
static const char *const fetch_words[] = {"line", "path", NULL};
static const char *const fetch_policy_words[] = {"null.1", "rr.2", "both.2", NULL};
static const char *const line_arrives_words[] = {"beside", "fetches", NULL};
static const char *const warp_ends_words[] = {"drained", "searched", NULL};
static const char *const issue_order_words[] = {"together", "in_turn", NULL};
static const char *const zero_register_words[] = {"free", "read", NULL};
static const char *const longlat_words[] = {"pending", "sticky", NULL};
static const char *const smem_atomic_words[] = {"lanes", "words", NULL};
static const char *const atomic_txns_words[] = {"lines", "apart", NULL};
static const char *const after_atomic_words[] = {"continues", "waits", NULL};
static const char *const fence_words[] = {"stores", "results", NULL};
static const char *const c_mem_words[] = {"blocked", "scoreboard", NULL};
static const char *const c_idle_words[] = {"nothing", "unready", NULL};
static const char *const l1_miss_room_words[] = {"sent", "fixed", NULL};
static const char *const look_up_words[] = {"arriving", "queued", NULL};
static const char *const writeback_words[] = {"before", "behind", NULL};
static const char *const mshr_free_words[] = {"filled", "served", NULL};
static const char *const mshr_of_words[] = {"line", "sector", NULL};
static const char *const replies_words[] = {"fills_first", "one_queue", NULL};
static const char *const priority_words[] = {DRAM_PRIORITIES(WORD) NULL};
static const char *const delay_words[] = {"after", "before", NULL};
static const char *const credits_words[] = {"shared", "per_slice", NULL};
static const char *const read_data_words[] = {"end", "begin", NULL};
static const char *const kind_words[] = {"frfcfs", "fixed", NULL};

/* A key has the name of its member, except those of arrays (pipes, collectors, issue_width, lat). */
/* clang-format off */
#define AT(member) offsetof(machine_t, member)
#define U32(member, unit, min, max, text) \
    {#member, AT(member), FIELD_U32, NEED_ALWAYS, unit, min, max, 0, NULL, text}
#define OPTION(member, unit, min, max, fallback, text) \
    {#member, AT(member), FIELD_U32, NEED_NEVER, unit, min, max, fallback, NULL, text}
#define DRAM_T(member, min, text) \
    {"dram." #member, AT(dram.member), FIELD_U32, NEED_FRFCFS, "DRAM cycles", min, 255, 0, NULL, text}
#define PIPES(unit, index, min, text) \
    {"sm.pipes." unit, AT(sm.pipes[index]), FIELD_U32, NEED_ALWAYS, "pipelines", min, 16, 0, NULL, text}
#define COLLECTORS(unit, index) \
    {"sm.collectors." unit, AT(sm.collectors[index]), FIELD_U32, NEED_NEVER, "collectors", 0, 16, 0, \
     NULL, "operand collectors of the unit; if all four keys are 0, operands are read at issue"}
#define ISSUE_WIDTH(unit, index) \
    {"sm.issue_width." unit, AT(sm.issue_width[index]), FIELD_U32, NEED_NEVER, "instructions", 1, 8, \
     1, NULL, "instructions that may wait before the unit's collectors, and as many behind them"}
#define LATENCY(class, index, text) \
    {"sm.lat." class ".latency_cycles", AT(sm.lat[index].latency_cycles), FIELD_U32, NEED_ALWAYS, \
     "core cycles", 1, 1000, 0, NULL, text ": issue to result"}, \
    {"sm.lat." class ".interval_cycles", AT(sm.lat[index].interval_cycles), FIELD_U32, \
     NEED_ALWAYS, "core cycles", 1, 1000, 0, NULL, \
     text ": issue to next issue on the same pipeline"}
#define ENERGY(member, unit, max, text) \
    {"energy." #member, AT(energy.member), FIELD_U32, NEED_ENERGY, unit, 0, max, 0, NULL, text}
#define PJ(member, text) ENERGY(member, "pJ", 1000000, text)
#define MW(member, text) ENERGY(member, "mW", 1000000, text)
#define CACHE(c, what) \
    U32(c.sets, "sets", 1, 65536, what ": sets, a power of two"), \
    U32(c.ways, "ways", 1, 64, what ": lines per set"), \
    U32(c.line_bytes, "bytes", 32, 256, what ": line, a power of two"), \
    U32(c.sector_bytes, "bytes", 32, 256, what ": sector; equal to line_bytes: not sectored"), \
    U32(c.mshrs, "entries", 1, 1024, what ": lines with outstanding fetches"), \
    U32(c.mshr_merges, "accesses", 1, 1024, what ": accesses per MSHR, the first included"), \
    U32(c.miss_queue, "requests", 1, 1024, what ": requests waiting for the next level"), \
    U32(c.hit_latency_cycles, "cycles", 0, 1000, what ": from the access to its data, pipelined; 0, in the cycle of the access: L1D and L1C with collectors only"), \
    {#c ".mshr_free", AT(c.mshr_free), FIELD_WORD, NEED_NEVER, "", 0, 0, MSHR_FREE_FILLED, mshr_free_words, \
     what ": an MSHR is occupied until its data arrive (filled), or until all its accesses are answered (served)"}, \
    {#c ".write", AT(c.write), FIELD_WORD, NEED_ALWAYS, "", 0, 0, 0, write_words, \
     what ": what a write does to its line"}, \
    {#c ".index", AT(c.index), FIELD_WORD, NEED_NEVER, "", 0, 0, INDEX_LINEAR, index_words, \
     what ": how the set of a line is chosen; fermi: xor-hashed, 32 or 64 sets of 128 bytes"}, \
    {#c ".replacement", AT(c.replacement), FIELD_WORD, NEED_NEVER, "", 0, 0, REPLACE_LRU, replacement_words, \
     what ": which line of a set is replaced: least recently used, tree pseudo-LRU, or at random"}, \
    {#c ".allocate", AT(c.allocate), FIELD_WORD, NEED_NEVER, "", 0, 0, ALLOCATE_MISS, allocate_words, \
     what ": when a read miss takes its way: at once, or when its data arrive (fill: L1I, L1C, L1T, not sectored)"}

const field_t machine_fields[] = {
    {"name", AT(name), FIELD_NAME, NEED_NEVER, "", 0, 0, 0, NULL,
     "word in tables; default: the file's name"},
    U32(sms, "SMs", 1, SCHED_SMS_MAX, "streaming multiprocessors"),
    U32(mcs, "controllers", 1, 32, "memory controllers"),
    U32(interleave_bytes, "bytes", 32, 65536, "consecutive bytes that one memory controller serves"),
    U32(core_mhz, "MHz", 1, 10000, "clock of the SMs"),
    OPTION(dispatcher_clocks, "clocks", 1, SCHED_SMS_MAX, 1,
           "dispatcher clocks per core cycle; in each it can dispatch one CTA, to a different SM each time"),
    OPTION(pool.live, "kernels", 1, SCHED_KERNELS, SCHED_KERNELS,
           "kernels that run at once (the dispatcher's POOL); further launches wait until one of them ends"),
    OPTION(binary_version, "", 30, 129, 70,
           "SM version in traces written by `ctadel trace`: instructions take 16 bytes from 70 on, 8 below"),
    U32(icnt_mhz, "MHz", 1, 10000, "clock of the interconnect"),
    U32(l2_mhz, "MHz", 1, 10000, "clock of the L2 slices"),
    U32(dram_mhz, "MHz", 1, 10000, "command clock of the DRAM"),
    {"max_cycles", AT(max_cycles), FIELD_U64, NEED_NEVER, "core cycles", 1, UINT64_MAX, 2000000000,
     NULL, "a run that takes longer stops with an error"},
    {"no_progress_cycles", AT(no_progress_cycles), FIELD_U32, NEED_NEVER, "core cycles", 1000,
     UINT32_MAX, 100000, NULL, "a run without an issue, a CTA start or a report for this long stops as a deadlock"},

    U32(sm.warp_lanes, "threads", 8, WARP_LANES_MAX, "threads per warp: 8, 16 or 32"),
    U32(sm.threads, "threads", 8, 2048, "resident threads"),
    U32(sm.cta_slots, "CTAs", 1, SCHED_SLOTS_MAX, "resident CTAs"),
    U32(sm.registers, "registers", 1, WARP_LANES_MAX * REG_CAP_REGS_MASK, "32-bit registers"),
    U32(sm.smem_bytes, "bytes", 0, REG_CAP_SMEM_MASK, "shared memory"),
    U32(sm.schedulers, "schedulers", 1, 4, "warp schedulers: 1, 2 or 4; warp w belongs to scheduler w mod this"),
    OPTION(sm.issue_cycles, "core cycles", 1, 32, 1,
           "cycles for which an issue occupies its scheduler's port: 4 where 8 lanes execute a warp of 32 [DYNCTA §2]"),
    {"sm.issue_order", AT(sm.issue_order), FIELD_WORD, NEED_NEVER, "", 0, 0, ISSUE_TOGETHER, issue_order_words,
     "how schedulers share units in a cycle. together: a unit is offered to as many schedulers as it can serve; "
     "in_turn: one after another, each is offered the units that are left; the first one rotates every cycle"},
    {"sm.c_mem", AT(sm.c_mem), FIELD_WORD, NEED_NEVER, "", 0, 0, C_MEM_BLOCKED, c_mem_words,
     "cycles that C_mem counts [DYNCTA §4.1]. scoreboard: all warps wait for load data; blocked: for these, or for "
     "the LD/ST unit"},
    {"sm.c_idle", AT(sm.c_idle), FIELD_WORD, NEED_NEVER, "", 0, 0, C_IDLE_NOTHING, c_idle_words,
     "cycles that C_idle counts [DYNCTA §4.1]. nothing: no warp has a decoded instruction, those at barriers "
     "apart; unready: no warp is ready"},
    PIPES("sp", UNIT_SP, 1, "SP pipelines: integer, f32, moves, branches"),
    PIPES("dp", UNIT_DP, 0, "DP pipelines: f64; 0: the SFU pipelines execute f64"),
    PIPES("sfu", UNIT_SFU, 1, "SFU pipelines: transcendental functions, division, square root"),
    PIPES("ldst", UNIT_LDST, 1, "LD/ST pipelines: issue ports of the LD/ST unit, for every memory space"),
    LATENCY("int", LAT_INT, "integer add, logic, shift, move, compare, branch"),
    LATENCY("imul", LAT_IMUL, "integer multiply"),
    LATENCY("fp", LAT_FP, "f32 add, multiply, fma"),
    LATENCY("dp", LAT_DP, "f64 add, multiply, fma"),
    LATENCY("sfu", LAT_SFU, "approximate functions"),
    LATENCY("div", LAT_DIV, "integer division, exact division and square root"),
    OPTION(sm.control_cycles, "core cycles", 0, 1000, 0,
      "latency of barriers, fences and exits in the SP pipeline; 0: that of int; used with collectors only"),
    COLLECTORS("sp", UNIT_SP),
    COLLECTORS("dp", UNIT_DP),
    COLLECTORS("sfu", UNIT_SFU),
    COLLECTORS("ldst", UNIT_LDST),
    ISSUE_WIDTH("sp", UNIT_SP),
    ISSUE_WIDTH("dp", UNIT_DP),
    ISSUE_WIDTH("sfu", UNIT_SFU),
    ISSUE_WIDTH("ldst", UNIT_LDST),
    OPTION(sm.register_banks, "banks", 1, 64, 16,
      "banks of the register file, one access per cycle each; used with collectors only"),
    OPTION(sm.results, "results", 1, 16, 2,
      "result ports: results that the pipelines write per cycle at most; used with collectors only"),
    {"sm.zero_register", AT(sm.zero_register), FIELD_WORD, NEED_NEVER, "", 0, 0, ZERO_FREE, zero_register_words,
     "cost of a source R255 in a trace, which is always 0. free: none; read: a read of its bank; with collectors only"},
    U32(sm.ibuffer, "instructions", 1, 16, "decoded instructions that a warp holds"),
    {"sm.fetch", AT(sm.fetch), FIELD_WORD, NEED_NEVER, "", 0, 0, FETCH_LINE, fetch_words,
     "line: a fetch ends with its cache line; path: it goes on across lines and jumps, predicted perfectly"},
    {"sm.fetch_policy", AT(sm.fetch_policy), FIELD_WORD, NEED_NEVER, "", 0, 0, FETCH_NULL_1, fetch_policy_words,
     "warps that fetch in a cycle [SMK §3.3]. null.1: one warp; rr.2: two warps of one kernel, kernels in turn; "
     "both.2: one warp of each of two kernels"},
    {"sm.line_arrives", AT(sm.line_arrives), FIELD_WORD, NEED_NEVER, "", 0, 0, LINE_BESIDE, line_arrives_words,
     "when a missed instruction line is decoded. beside: when it arrives; fetches: it takes the fetch of a cycle and is "
     "decoded in the next, as a hit is"},
    {"sm.warp_ends", AT(sm.warp_ends), FIELD_WORD, NEED_NEVER, "", 0, 0, WARP_ENDS_DRAINED, warp_ends_words,
     "when a warp that has ended leaves its CTA. drained: with its last result or store; searched: when the search for "
     "a warp to fetch passes it, and a refused fetch passes the turn on (null.1; as drained with other fetch policies)"},
    OPTION(sm.l1i_banks, "banks", 1, 16, 2,
           "banks of the L1I, chosen by line address, a power of two; one fetch per cycle each (null.1: one in all)"),
    {"sm.longlat", AT(sm.longlat), FIELD_WORD, NEED_NEVER, "", 0, 0, LONGLAT_PENDING, longlat_words,
     "--warp tl, tl_active: a warp that reads a load's register waits long until the data arrive (pending), or "
     "until the register is overwritten (sticky: there parameters never count, as constants never do)"},
    U32(sm.ldst_queue, "instructions", 1, 64, "memory instructions between issue and the end of their address phase"),
    U32(sm.inflight_loads, "instructions", 1, 1024, "memory instructions of warps from issue to their last result"),
    OPTION(sm.l1d_banks, "banks", 1, 4, 1,
           "banks of the L1D, chosen by line address, a power of two; lines of one instruction in different banks "
           "are looked up in one cycle"),
    OPTION(sm.task_queue, "indices", 0, SAS_DEPTH_MAX, 0,
           "indices of a parallel loop that the task unit holds for each thread context; 0: no task unit"),
    OPTION(sm.l1d_wait_cycles, "core cycles", 0, 500, 0, "from the address phase to the L1D look-up, pipelined"),
    OPTION(sm.store_bytes, "bytes", 32, 256, 256,
           "stores, atomics and loads past the L1D transfer whole units of this size, a power of two; of an L1D sector "
           "if that is smaller"),
    U32(sm.smem_banks, "banks", 1, 64, "shared memory banks, 4 bytes wide, a power of two"),
    U32(sm.smem_latency_cycles, "core cycles", 1, 500, "from a shared memory access to its data"),
    {"sm.smem_atomic", AT(sm.smem_atomic), FIELD_WORD, NEED_NEVER, "", 0, 0, SMEM_ATOMIC_LANES, smem_atomic_words,
     "what takes turns in a shared memory atomic. lanes: those on one word; words: those of one bank, as in a load"},
    {"sm.atomic_txns", AT(sm.atomic_txns), FIELD_WORD, NEED_NEVER, "", 0, 0, ATOMIC_TXN_LINES, atomic_txns_words,
     "transactions of an atomic past the L1D. lines: one per line; apart: of sm.store_bytes, and one per lane on the same bytes"},
    {"sm.after_atomic", AT(sm.after_atomic), FIELD_WORD, NEED_NEVER, "", 0, 0, ATOMIC_CONTINUES, after_atomic_words,
     "whether a warp waits until its atomic or reduction is answered, in any memory"},
    {"sm.fence", AT(sm.fence), FIELD_WORD, NEED_NEVER, "", 0, 0, FENCE_STORES, fence_words,
     "a fence waits for acknowledgements of stores, or for results of the warp; then it drops the lines of the L1D"},
    U32(sm.barrier_cycles, "core cycles", 1, 500, "from the last arrival at a barrier until its warps may issue"),
    {"sm.victim_tags", AT(sm.victim_tags), FIELD_U32, NEED_NEVER, "tags", 1, 256, 16, NULL,
     "victim tags of the L1D per warp, a power of two, 8 ways; used by --warp ccws only"},
    {"sm.l1_miss_room", AT(sm.l1_miss_room), FIELD_WORD, NEED_NEVER, "", 0, 0, MISS_ROOM_SENT, l1_miss_room_words,
     "free places in the miss queue that an L1 read needs if it misses or merges. sent: one per request that it sends; "
     "fixed: two in the L1D, one in the others"},
    CACHE(sm.l1d, "L1 data cache"),
    CACHE(sm.l1i, "L1 instruction cache"),
    CACHE(sm.l1c, "L1 constant cache"),
    CACHE(sm.l1t, "texture cache (hit_latency_cycles includes the texture unit)"),

    U32(icnt.flit_bytes, "bytes", 1, 1024, "bytes that a port moves per interconnect cycle in each direction"),
    U32(icnt.latency_cycles, "icnt cycles", 1, 1000, "latency of a head flit through an idle interconnect"),
    OPTION(icnt.reply_cycles, "icnt cycles", 0, 1000, 0, "what a reply takes more than a request: queues at the SM"),
    U32(icnt.queue, "packets", 1, 1024,
      "packets that wait at most in a virtual channel of an input, and at an output port"),
    OPTION(icnt.vcs, "channels", 1, ICNT_VCS_MAX, 1, "virtual channels of an input"),
    OPTION(icnt.input_flits, "flits", 1, 65535, 65535,
      "a virtual channel accepts a packet while fewer flits than this wait in it"),
    OPTION(icnt.input_speedup, "channels", 1, ICNT_VCS_MAX, 1,
      "virtual channels of an input that send in the same cycle; a divisor of icnt.vcs"),
    U32(icnt.cluster, "SMs", 1, SCHED_SMS_MAX, "SMs that share an interconnect port"),
    U32(icnt.header_bytes, "bytes", 0, 64, "header added to every request and every reply"),

    U32(l2.slices, "slices", 1, 16, "L2 slices per memory controller"),
    U32(l2.latency_cycles, "L2 cycles", 0, 1000, "from the arrival of a request to its tag look-up, pipelined"),
    U32(l2.queue, "entries", 1, 1024,
      "entries of each queue between interconnect, L2 and DRAM; a request to the L2 takes one per l2.port_bytes"),
    {"l2.look_up", AT(l2.look_up), FIELD_WORD, NEED_NEVER, "", 0, 0, LOOK_UP_ARRIVING, look_up_words,
     "first cycle in which a part of a request is looked up. arriving: when it enters the input queue; queued: one later, "
     "and the slice looks nothing up while its queue to the DRAM is full"},
    {"l2.writeback", AT(l2.writeback), FIELD_WORD, NEED_NEVER, "", 0, 0, WRITEBACK_BEFORE, writeback_words,
     "when a dirty victim goes to the DRAM. before: before the miss, in one cycle; behind: after the miss's "
     "fetch; a write miss reads it out, l2.port_bytes per cycle, and a read miss needs two places in the miss queue"},
    {"l2.replies", AT(l2.replies), FIELD_WORD, NEED_NEVER, "", 0, 0, REPLIES_FILLS_FIRST, replies_words,
     "fills_first: replies to misses overtake those to hits; one_queue: all replies in order, those to misses from the cycle after the fill on"},
    {"l2.mshr_of", AT(l2.mshr_of), FIELD_WORD, NEED_NEVER, "", 0, 0, MSHR_OF_LINE, mshr_of_words,
     "what l2.cache.mshrs counts, each with l2.cache.mshr_merges accesses: lines or sectors; sector: l2.port_bytes is "
     "at most a sector"},
    OPTION(l2.port_bytes, "bytes", 32, 256, 256,
      "bytes that a slice looks up per cycle; each part is replied to separately"),
    OPTION(l2.atomic_cycles, "L2 cycles", 0, 1000, 2, "for which 32 bytes of an atomic occupy the atomic unit of a slice"),
    OPTION(l2.inclusive, "0 or 1", 0, 1, 0, "1: a line that the L2 replaces is invalidated in the L1s too"),
    CACHE(l2.cache, "L2 slice"),

    {"dram.kind", AT(dram.kind), FIELD_WORD, NEED_ALWAYS, "", 0, 0, 0, kind_words,
     "frfcfs: banks and timing; fixed: a constant access time and a bus"},
    {"dram.priority", AT(dram.priority), FIELD_WORD, NEED_NEVER, "", 0, 0, DRAM_BY_AGE, priority_words,
     "which request's command goes first. age: the oldest; turns: banks take turns, and a bank keeps the "
     "request it has chosen; tRTPL bars the precharges of its bank group"},
    {"dram.delay", AT(dram.delay), FIELD_WORD, NEED_NEVER, "", 0, 0, DRAM_DELAY_AFTER, delay_words,
     "frfcfs: where latency_cycles pass. after: after the data bus; before: before the queue, and in the cycle in "
     "which a request leaves the delay for the last place of the queue, the delay accepts another"},
    {"dram.credits", AT(dram.credits), FIELD_WORD, NEED_NEVER, "", 0, 0, CREDITS_SHARED, credits_words,
     "with delay before: what limits the requests inside. shared: queue + return_queue; per_slice: one more, of which "
     "each slice has one to itself, and a write counts for tWL after its last command"},
    {"dram.read_data", AT(dram.read_data), FIELD_WORD, NEED_NEVER, "", 0, 0, READ_DATA_END, read_data_words,
     "frfcfs: when a burst's data are there. end: with its last cycle on the bus; begin: with its first"},
    U32(dram.queue, "requests", 1, 4096, "requests that wait at a controller at most"),
    U32(dram.return_queue, "requests", 1, 4096, "served requests on their way back to the L2 at most"),
    U32(dram.latency_cycles, "DRAM cycles", 0, 10000, "added to every access; with kind fixed, the whole access time"),
    U32(dram.banks, "banks", 1, 64, "banks per controller, a power of two"),
    U32(dram.bank_groups, "groups", 1, 16, "groups into which the banks are divided; 1: no groups"),
    U32(dram.row_bytes, "bytes", 32, 65536, "row of a bank, over all chips of the controller"),
    U32(dram.burst_bytes, "bytes", 8, 256, "bytes moved by one column command"),
    U32(dram.bytes_per_cycle, "bytes", 1, 256, "bytes that the data bus carries per DRAM cycle, data rate included"),
    DRAM_T(tCL, 1, "read command to data"),
    DRAM_T(tRP, 1, "precharge to activate, same bank"),
    DRAM_T(tRC, 1, "activate to activate, same bank"),
    DRAM_T(tRAS, 1, "activate to precharge, same bank"),
    DRAM_T(tRCD, 1, "activate to column command"),
    OPTION(dram.tRCDWR, "DRAM cycles", 0, 255, 0, "activate to write command; 0: as tRCD"),
    DRAM_T(tRRD, 1, "activate to activate, any bank of the channel"),
    DRAM_T(tCCD, 1, "column command to column command"),
    DRAM_T(tCCDL, 0, "column command to column command in the same bank group; 0: as tCCD"),
    DRAM_T(tCDLR, 0, "last write data to read command"),
    DRAM_T(tWR, 0, "last write data to precharge"),
    DRAM_T(tWL, 0, "write command to data"),
    DRAM_T(tRTPL, 0, "read command to precharge of the same bank, under priority turns of the same group; 0: none"),

    PJ(int_pj, "a lane's integer operation; computing an address counts as one"),
    PJ(imul_pj, "a lane's integer multiplication"),
    PJ(fp_pj, "a lane's f32 operation"),
    PJ(dp_pj, "a lane's f64 operation"),
    PJ(sfu_pj, "a lane's approximate function"),
    PJ(div_pj, "a lane's division or exact square root"),
    PJ(issue_pj, "a warp instruction: decoding, scoreboard, warp scheduler"),
    PJ(active_pj, "an ACTIVE cycle of an SM: clock of the pipelines"),
    PJ(rf_read_pj, "a register of a whole warp, read"),
    PJ(rf_write_pj, "a register of a whole warp, written"),
    PJ(smem_pj, "a cycle of the shared memory's banks"),
    PJ(l1d_pj, "L1 data cache: an access or a fill"),
    PJ(l1i_pj, "L1 instruction cache: an access or a fill"),
    PJ(l1c_pj, "L1 constant cache: an access or a fill"),
    PJ(l1t_pj, "texture cache: an access or a fill"),
    PJ(l2_pj, "L2 slice: an access or a fill"),
    PJ(icnt_flit_pj, "a flit through the interconnect"),
    PJ(dram_read_pj, "a burst read"),
    PJ(dram_write_pj, "a burst written"),
    PJ(dram_activate_pj, "a row opened and closed"),
    MW(sm_static_mw, "an SM without register file and shared memory: leakage, clock tree"),
    MW(rf_static_mw, "the register file of an SM"),
    MW(smem_static_mw, "the shared memory of an SM"),
    MW(uncore_static_mw, "L2, interconnect and memory controllers, all of them"),
    MW(dram_static_mw, "DRAM, all of it"),
    ENERGY(storage_gating, "0 or 1", 1, "1: registers and shared memory that no CTA holds are switched off"),
    ENERGY(core_gating, "0 or 1", 1, "1: an SM that the gate drains and that holds no CTA is switched off"),
};
/* clang-format on */

const uint32_t machine_field_count = sizeof machine_fields / sizeof machine_fields[0];

_Static_assert(sizeof machine_fields / sizeof machine_fields[0] <= MACHINE_FIELDS_MAX, "raise MACHINE_FIELDS_MAX");
