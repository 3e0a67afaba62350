/* machine_rows.h - how machine_fields.c writes a row of its table: the words of each enum, and a macro for each kind of
 * key. For that file only. */
#ifndef CTADEL_CONFIG_MACHINE_ROWS_H
#define CTADEL_CONFIG_MACHINE_ROWS_H

#include "config/machine_fields.h"

#define WORD(word, name) #word,
static const char *const replacement_words[] = {CACHE_REPLACEMENTS(WORD) NULL};
static const char *const write_words[] = {"write_through", "write_evict", "write_back", NULL};
static const char *const allocate_words[] = {"miss", "fill", NULL};
static const char *const index_words[] = {"linear", "fermi", NULL};
static const char *const fetch_words[] = {"line", "path", "behind", NULL};
static const char *const fetch_policy_words[] = {"null.1", "rr.2", "both.2", NULL};
static const char *const clocks_words[] = {"exact", "summed", NULL};
static const char *const constants_words[] = {"cached", "alu", NULL};
static const char *const store_words_words[] = {"all", "exact", NULL};
static const char *const line_order_words[] = {"by_lane", "highest_first", NULL};
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
static const char *const upper_half_words[] = {"in_place", "shifted", NULL};
static const char *const mshr_of_words[] = {"line", "sector", NULL};
static const char *const replies_words[] = {"fills_first", "one_queue", NULL};
static const char *const priority_words[] = {DRAM_PRIORITIES(WORD) NULL};
static const char *const delay_words[] = {"after", "before", NULL};
static const char *const credits_words[] = {"shared", "per_slice", NULL};
static const char *const read_data_words[] = {"end", "begin", NULL};
static const char *const icnt_kind_words[] = {"crossbar", "fly", NULL};
static const char *const kind_words[] = {"frfcfs", "fixed", NULL};

/* A key has the name of its member, except those of arrays (pipes, collectors, issue_width, lat). */
/* clang-format off */
#define AT(member) offsetof(machine_t, member)
#define U32(member, unit, min, max, text) \
    {#member, AT(member), FIELD_U32, NEED_ALWAYS, unit, min, max, 0, NULL, text}
#define OPTION(member, unit, min, max, fallback, text) \
    {#member, AT(member), FIELD_U32, NEED_NEVER, unit, min, max, fallback, NULL, text}
#define DRAM_T(member, min, text) \
    {#member, AT(member), FIELD_U32, NEED_FRFCFS, "DRAM cycles", min, 255, 0, NULL, text}
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
    {#member, AT(member), FIELD_U32, NEED_ENERGY, unit, 0, max, 0, NULL, text}
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
/* clang-format on */

#endif
