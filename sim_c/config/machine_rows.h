/* machine_rows.h - how machine_fields.c writes a row of its table: a macro for each kind of key. For that file only. */
#ifndef CTADEL_CONFIG_MACHINE_ROWS_H
#define CTADEL_CONFIG_MACHINE_ROWS_H

#include "config/machine_fields.h"

/* A key has the name of its member, except those of arrays (pipes, collectors, issue_width, lat). */
/* clang-format off */
#define AT(member) offsetof(machine_t, member)
#define U32(member, unit, min, max, text) \
    {#member, AT(member), FIELD_U32, NEED_ALWAYS, unit, min, max, 0, NULL, text}
#define OPTION(member, unit, min, max, fallback, text) \
    {#member, AT(member), FIELD_U32, NEED_NEVER, unit, min, max, fallback, NULL, text}
#define WORD(word, name) #word,
#define WORDS(names) (const char *const[]){names(WORD) NULL} /* names: a list of machine*.h, as CACHE_WRITES */
#define CHOICE(member, names, text) \
    {#member, AT(member), FIELD_WORD, NEED_ALWAYS, "", 0, 0, 0, WORDS(names), text}
#define CHOICE_OPTION(member, names, fallback, text) \
    {#member, AT(member), FIELD_WORD, NEED_NEVER, "", 0, 0, fallback, WORDS(names), text}
#define DRAM_T(member, min, text) \
    {#member, AT(member), FIELD_U32, NEED_FRFCFS, "DRAM cycles", min, 255, 0, NULL, text}
#define PIPES(unit, index, min, text) \
    {"sm.pipes." unit, AT(sm.pipes[index]), FIELD_U32, NEED_ALWAYS, "pipelines", min, 16, 0, NULL, text}
#define SUB_CORE_PIPES(unit, index, text) \
    {"sm.pipes." unit, AT(sm.pipes[index]), FIELD_U32, NEED_NEVER, "pipelines", 0, 4, 0, NULL, \
     text "; with sm.sub_cores own; 0: those of INT, or else of SP, execute them"}
#define COLLECTORS(unit, index) \
    {"sm.collectors." unit, AT(sm.collectors[index]), FIELD_U32, NEED_NEVER, "collectors", 0, 16, 0, \
     NULL, "operand collectors of the unit; if all keys sm.collectors are 0, operands are read at issue"}
#define ISSUE_WIDTH(unit, index) \
    {"sm.issue_width." unit, AT(sm.issue_width[index]), FIELD_U32, NEED_NEVER, "instructions", 1, 8, \
     1, NULL, "instructions that may wait before the unit's collectors, and as many behind them"}
#define LATENCY_OF(class, index, need, fallback, text) \
    {"sm.lat." class ".latency_cycles", AT(sm.lat[index].latency_cycles), FIELD_U32, need, \
     "core cycles", 1, 1000, fallback, NULL, text ": issue to result"}, \
    {"sm.lat." class ".interval_cycles", AT(sm.lat[index].interval_cycles), FIELD_U32, \
     need, "core cycles", 1, 1000, fallback, NULL, \
     text ": issue to next issue on the same pipeline"}
#define SPECIAL_UNIT(unit, index, class, text) \
    SUB_CORE_PIPES(unit, index, "pipelines of a unit for " text), \
    LATENCY_OF(unit, class, NEED_NEVER, 1, text ", with sm.pipes." unit)
#define LATENCY(class, index, text) LATENCY_OF(class, index, NEED_ALWAYS, 0, text)
#define ENERGY(member, unit, max, text) \
    {#member, AT(member), FIELD_U32, NEED_ENERGY, unit, 0, max, 0, NULL, text}
#define PJ(member, text) ENERGY(member, "pJ", 1000000, text)
#define MW(member, text) ENERGY(member, "mW", 1000000, text)
#define CACHE(c, what) \
    U32(c.sets, "sets", 1, 65536, what ": sets, a power of two"), \
    U32(c.ways, "ways", 1, 256, what ": lines per set; more than 64 with replacement lru only"), \
    U32(c.line_bytes, "bytes", 32, 256, what ": line, a power of two"), \
    U32(c.sector_bytes, "bytes", 32, 256, what ": sector; equal to line_bytes: not sectored"), \
    U32(c.mshrs, "entries", 1, 1024, what ": lines, or sectors, with outstanding fetches"), \
    U32(c.mshr_merges, "accesses", 1, 1024, what ": accesses per MSHR, the first included"), \
    U32(c.miss_queue, "requests", 1, 1024, what ": requests waiting for the next level"), \
    U32(c.hit_latency_cycles, "cycles", 0, 1000, what ": from the access to its data, pipelined; 0, in the cycle of the access: L1D and L1C with collectors only"), \
    CHOICE_OPTION(c.mshr_of, MSHR_COUNTS, MSHR_OF_LINE, \
     what ": what mshrs and mshr_merges count: lines or sectors, and accesses to each; sector: L1D and L2 only"), \
    CHOICE_OPTION(c.mshr_free, MSHR_FREES, MSHR_FREE_FILLED, \
     what ": an MSHR is occupied until its data arrive (filled), or until all its accesses are answered (served)"), \
    CHOICE(c.write, CACHE_WRITES, \
     what ": what a write does to its line"), \
    CHOICE_OPTION(c.index, CACHE_INDICES, INDEX_LINEAR, \
     what ": how the set of a line is chosen; fermi: xor-hashed, 32 or 64 sets of 128 bytes; ipoly: hashed by a polynomial, 16, 32 or 64 sets"), \
    CHOICE_OPTION(c.replacement, CACHE_REPLACEMENTS, REPLACE_LRU, \
     what ": which line of a set is replaced: least recently used, tree pseudo-LRU, or at random"), \
    CHOICE_OPTION(c.allocate, CACHE_ALLOCATES, ALLOCATE_MISS, \
     what ": when a read miss takes its way: at once, or when its data arrive (fill: L1I, L1C, L1T, not sectored)")
/* clang-format on */

#endif
