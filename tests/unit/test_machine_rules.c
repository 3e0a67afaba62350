/* test_machine_rules.c - rules between machine keys: each is broken once, in a file that is like gtx480 but for one
 * line; the key to change is named with the line. */
#include "config/config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#define BASE "test_machine_rules.base"
#define TEMP "test_machine_rules.tmp.yaml"

enum { TEXT_CHARS = 400 };

/* The machine that each file is like, beside it. */
static int copy_gtx480(void **state)
{
    (void)state;
    char path[512], text[1 << 14];
    const char *data = getenv("CTADEL_DATA");
    snprintf(path, sizeof path, "%s/machines/gtx480.yaml", data ? data : "configs");
    FILE *in = fopen(path, "r"), *out = fopen(BASE ".yaml", "w");
    assert_non_null(in);
    assert_non_null(out);
    fwrite(text, 1, fread(text, 1, sizeof text, in), out);
    fclose(in);
    return fclose(out);
}

static int remove_gtx480(void **state)
{
    (void)state;
    return unlink(BASE ".yaml");
}

static void expect_refused(const char *keys, const char *sentence)
{
    char expected[TEXT_CHARS];
    FILE *f = fopen(TEMP, "w");
    assert_non_null(f);
    fprintf(f, "like: " BASE "\n%s\n", keys);
    fclose(f);
    snprintf(expected, sizeof expected, TEMP ":2: %s", sentence);
    err_t err = {{0}};
    machine_t m;
    assert_false(machine_load(TEMP, &m, &err));
    assert_string_equal(err.text, expected);
    unlink(TEMP);
}

/* A machine of two sub-cores, as far as it is one. */
#define OWN   "sub_cores: own, "
#define PIPES "pipes: {sp: 2, sfu: 2, ldst: 2"

/* The same of two with stages. */
#define STAGED(pipes, collectors, rest)                                                                                \
    "sm: {sub_cores: staged, " PIPES pipes "}, collectors: {sfu: 0, ldst: 0, " collectors                              \
    "}, l1d: {hit_latency_cycles: 1}, l1c: {hit_latency_cycles: 1}, " rest "}"
#define NO_COLLECTORS "sp: 0"
#define L0I           "l0i: {sets: 8, ways: 4}, "

/* clang-format off */
static const struct {
    const char *keys, *sentence;
} ROWS[] = {
    {"gpc_sms: 8+8", "gpc_sms is 8+8, 16 SMs; allowed: numbers whose sum is sms, 15; remedy if you set sms: --set gpc_sms=15 too"},
    {"sm: {warp_lanes: 24}", "sm.warp_lanes is 24; allowed: 8, 16 or 32"},
    {"sm: {pipes: {int: 2}}", "sm.pipes.int is 2; allowed: 0 with sm.sub_cores shared"},
    {"sm: {pipes: {branch: 2}}", "sm.pipes.branch is 2; allowed: 0 with sm.sub_cores shared"},
    {"sm: {pipes: {texture: 2}}", "sm.pipes.texture is 2; allowed: 0 with sm.sub_cores shared"},
    {"sm: {pipes: {tensor: 2}}", "sm.pipes.tensor is 2; allowed: 0 with sm.sub_cores shared"},
    {"sm: {pipes: {uniform: 2}}", "sm.pipes.uniform is 2; allowed: 0 with sm.sub_cores shared"},
    {"sm: {collectors: {general: 8}}", "sm.collectors.general is 8; allowed: 0 with sm.sub_cores shared"},
    {"sm: {" OWN "pipes: {sp: 4, sfu: 2, ldst: 2}}",
     "sm.pipes.sp is 4; allowed: 2, one per scheduler, with sm.sub_cores own"},
    {"sm: {" OWN PIPES ", int: 1}}", "sm.pipes.int is 1; allowed: 0 or 2, one per scheduler, with sm.sub_cores own"},
    {"sm: {" OWN PIPES ", tensor: 1}}",
     "sm.pipes.tensor is 1; allowed: 0 or 2, one per scheduler, with sm.sub_cores own"},
    {"sm: {" OWN PIPES "}, collectors: {sp: 0, sfu: 0, ldst: 0, general: 5}}",
     "sm.collectors.general is 5; allowed: a multiple of sm.schedulers, 2, with sm.sub_cores own"},
    {"sm: {" OWN PIPES "}, collectors: {sp: 0, sfu: 0, ldst: 0, general: 4}, register_banks: 15}",
     "sm.register_banks is 15; allowed: a multiple of sm.schedulers, 2, with sm.sub_cores own"},
    {"sm: {" OWN PIPES "}, collectors: {general: 4}}",
     "sm.collectors has collectors of a unit; allowed: general ones with sm.sub_cores own"},
    {"sm: {" OWN PIPES "}, collectors: {sp: 0, sfu: 0, ldst: 0, general: 4}, issue_order: together}",
     "sm.issue_order is together; allowed: in_turn with sm.sub_cores own"},
    {STAGED(", int: 1", NO_COLLECTORS, L0I), "sm.pipes.int is 1; allowed: 0 or 2, one per scheduler, with sm.sub_cores staged"},
    {STAGED(", dp: 3", NO_COLLECTORS, L0I),
     "sm.pipes.dp is 3; allowed: 0, 1 (of all schedulers) or 2, one per scheduler, with sm.sub_cores staged"},
    {STAGED("", "sp: 0, general: 4", L0I), "sm.collectors.general is 4; allowed: 0 with sm.sub_cores staged"},
    {STAGED("", "sp: 6", L0I), "sm.collectors.sp is 6; allowed: 0 with sm.sub_cores staged"},
    {STAGED("", NO_COLLECTORS, "l0i: {sets: 0}"), "sm.l0i.sets is 0; allowed: a power of two with sm.sub_cores staged"},
    {STAGED("", NO_COLLECTORS, "l0i: {sets: 3, ways: 4}"), "sm.l0i.sets is 3; allowed: a power of two with sm.sub_cores staged"},
    {STAGED("", NO_COLLECTORS, "l0i: {sets: 8, ways: 0}"), "sm.l0i.ways is 0; allowed: at least 1 with sm.sub_cores staged"},
    {STAGED("", NO_COLLECTORS, L0I "l0c: {sets: 3, ways: 2}"), "sm.l0c.sets is 3; allowed: 0, or a power of two"},
    {STAGED("", NO_COLLECTORS, L0I "l0c: {sets: 4, ways: 0}"), "sm.l0c.ways is 0; allowed: at least 1 with sm.l0c.sets"},
    {STAGED("", NO_COLLECTORS, L0I "register_banks: 15"),
     "sm.register_banks is 15; allowed: a multiple of sm.schedulers, 2, 2 to 8 each, with sm.sub_cores staged"},
    {STAGED("", NO_COLLECTORS, L0I "register_banks: 18"),
     "sm.register_banks is 18; allowed: a multiple of sm.schedulers, 2, 2 to 8 each, with sm.sub_cores staged"},
    {STAGED("", NO_COLLECTORS, L0I "perfect_fetches: 1"), "sm.perfect_fetches is 1; allowed: 0 with sm.sub_cores staged"},
    {STAGED(", int: 0", NO_COLLECTORS, L0I "fp_units: either"),
     "sm.pipes.int is 0; allowed: one per scheduler with sm.fp_units either"},
    {STAGED("", NO_COLLECTORS, L0I "issue_order: together"),
     "sm.issue_order is together; allowed: in_turn with sm.sub_cores staged"},
    {STAGED("", NO_COLLECTORS, L0I "fetch: behind"), "sm.fetch goes on across lines; allowed: line with sm.sub_cores staged"},
    {STAGED("", NO_COLLECTORS, L0I "fetch: line, fetch_policy: rr.2"),
     "sm.fetch_policy selects two warps; allowed: null.1 with sm.sub_cores staged"},
    {STAGED("", NO_COLLECTORS, L0I "fetch: line, line_arrives: beside"),
     "sm.line_arrives is beside; allowed: fetches with sm.sub_cores staged"},
    {STAGED("", NO_COLLECTORS, L0I "fetch: line, warp_ends: searched"),
     "sm.warp_ends is searched; allowed: drained with sm.sub_cores staged"},
    {"sm: {issue_by: control_bits}", "sm.issue_by is control_bits; allowed: scoreboard, or sm.sub_cores staged"},
    {"sm: {issue_by: counting_scoreboard}",
     "sm.issue_by is counting_scoreboard; allowed: scoreboard, or sm.sub_cores staged"},
    {"sm: {consumers: 2}", "sm.consumers is 2; allowed: 1, 3, 7, 15, 31 or 63"},
    {STAGED("", NO_COLLECTORS, L0I "issue_by: counting_scoreboard, threads: 1536"),
     "sm.threads is 1536; allowed: at most 1024, 16 warps per scheduler, with sm.issue_by counting_scoreboard"},
    {STAGED("", NO_COLLECTORS, L0I "issue_by: control_bits, threads: 1536"),
     "sm.threads is 1536; allowed: at most 1024, 16 warps per scheduler, with sm.issue_by control_bits"},
    {"sm: {carve_out: ampere, unified_bytes: 16384, smem_bytes: 16384}",
     "sm.smem_bytes is 16384; allowed: at most 102400, and so that the next size of sm.carve_out leaves the L1D a way of "
     "sm.unified_bytes"},
    {"sm: {carve_out: volta, unified_bytes: 1}",
     "sm.unified_bytes is 1; allowed: the bytes of sm.l1d (sets * ways * line_bytes), all of it without shared memory, "
     "with sm.carve_out"},
    {"sm: {carve_out: volta, unified_bytes: 16384, smem_bytes: 16384}",
     "sm.smem_bytes is 16384; allowed: at most 98304, and so that the next size of sm.carve_out leaves the L1D a way of "
     "sm.unified_bytes"},
    {"sm: {carve_out: volta, unified_bytes: 16384, smem_bytes: 9000}", /* 16 KB hold 9000 bytes */
     "sm.smem_bytes is 9000; allowed: at most 98304, and so that the next size of sm.carve_out leaves the L1D a way of "
     "sm.unified_bytes"},
    {"sm: {carve_out: volta, unified_bytes: 16384, smem_bytes: 8192, l1d: {write: local_back}}",
     "sm.l1d.write keeps dirty lines; allowed: write_through, through_allocate, write_evict with sm.carve_out"},
    {"sm: {perfect_fetches: 4, fetch_policy: rr.2}",
     "sm.perfect_fetches is 4; allowed: 0, or sm.line_arrives fetches with sm.fetch_policy null.1"},
    {"sm: {l1d: {mshr_of: sector, sector_bytes: 32}}",
     "sm.l1d.mshr_of is sector; allowed: line, or sm.segment sector"},
    {"sm: {l1d_bank_bytes: 32, l1d: {sector_bytes: 32}}",
     "sm.l1d_bank_bytes is 32; allowed: 0, or a line, without sm.segment sector"},
    {"sm: {l1i: {mshr_of: sector}}", "sm.l1i.mshr_of is sector; allowed: line; sector in L1D and L2"},
    {"sm: {l1c: {write: through_allocate}}",
     "sm.l1c.write is through_allocate; allowed: write_through, write_evict, write_back; through_allocate in sm.l1d"},
    {"sm: {l1d_bank_bytes: 64}",
     "sm.l1d_bank_bytes is 64; allowed: 0, or a power of two, at least sm.l1d.sector_bytes"},
    {"sm: {l1d: {ways: 65, replacement: plru}}",
     "sm.l1d.ways is 65; allowed: at most 64 without replacement lru"},
    {"sm: {threads: 1540}", "sm.threads is 1540; allowed: a multiple of sm.warp_lanes, 32"},
    {"sm: {threads: 1536, warp_lanes: 16}", "sm.threads is 1536; allowed: at most 1024, 64 warps of 16 threads"},
    {"sm: {registers: 131072, warp_lanes: 8, threads: 64}",
     "sm.registers is 131072; allowed: at most 131064, 16383 registers of warps of 8 threads"},
    {"sm: {schedulers: 3}", "sm.schedulers is 3; allowed: 1, 2 or 4"},
    {"sm: {schedulers: 2, threads: 32}", "sm.schedulers is 2; allowed: at most one per warp"},
    {"sm: {collectors: {sfu: 0}}", "sm.collectors.sfu is 0; allowed: at least 1, as sm.collectors.sp is"},
    {"sm: {collectors: {sp: 0, sfu: 8}}", "sm.collectors.sfu is 8; allowed: 0, as sm.collectors.sp is"},
    {"sm: {collectors: {dp: 8}}", "sm.collectors.dp is 8; allowed: 0, as sm.pipes.dp is"},
    {"sm: {l1i: {hit_latency_cycles: 0}}",
     "sm.l1i.hit_latency_cycles is 0; allowed: at least 1, 0 with collectors in L1D and L1C"},
    {"sm: {l1t: {hit_latency_cycles: 0}}",
     "sm.l1t.hit_latency_cycles is 0; allowed: at least 1, 0 with collectors in L1D and L1C"},
    {"l2: {cache: {hit_latency_cycles: 0}}",
     "l2.cache.hit_latency_cycles is 0; allowed: at least 1, 0 with collectors in L1D and L1C"},
    {"sm: {l1d: {hit_latency_cycles: 0}, collectors: {sp: 0, dp: 0, sfu: 0, ldst: 0}}",
     "sm.l1d.hit_latency_cycles is 0; allowed: at least 1, 0 with collectors in L1D and L1C"},
    {"sm: {l1c: {hit_latency_cycles: 0}, l1d: {hit_latency_cycles: 1}, collectors: {sp: 0, dp: 0, sfu: 0, ldst: 0}}",
     "sm.l1c.hit_latency_cycles is 0; allowed: at least 1, 0 with collectors in L1D and L1C"},
    {"sm: {store_bytes: 48}", "sm.store_bytes is 48; allowed: a power of two"},
    {"sm: {smem_banks: 24}", "sm.smem_banks is 24; allowed: a power of two"},
    {"sm: {l1d_banks: 3}", "sm.l1d_banks is 3; allowed: a power of two"},
    {"sm: {l1i_banks: 3}", "sm.l1i_banks is 3; allowed: a power of two"},
    {"sm: {victim_tags: 12}", "sm.victim_tags is 12; allowed: a power of two"},
    {"sms: 15\nsm: {task_queue: 4}", "sms is 15; allowed: at most 8 with a task unit"},
    {"sm: {threads: 128, task_queue: 4}\nsms: 4", "sm.threads is 128; allowed: at most 64 with a task unit"},
    {"sm: {task_queue: 1, threads: 64}\nsms: 4", "sm.task_queue is 1; allowed: 0, or at least 2"},
    {"interleave_bytes: 64", "interleave_bytes is 64; allowed: a power of two, at least l2.cache.line_bytes"},
    {"interleave_bytes: 384", "interleave_bytes is 384; allowed: a power of two, at least l2.cache.line_bytes"},
    {"l2: {cache: {line_bytes: 256}}", "l2.cache.line_bytes is 256; allowed: 128 with l2.upper_half shifted"},
    {"l2: {inclusive: 1}", "l2.inclusive is 1; allowed: 0 with l2.upper_half shifted"},
    {"l2: {upper_half: in_place, cache: {line_bytes: 256}}",
     "l2.cache.line_bytes is 256; allowed: 128 with l2.write_bytes summed"},
    {"l2: {cache: {mshr_of: line, sector_bytes: 64}}", "l2.cache.sector_bytes is 64; allowed: 32 with l2.write_bytes summed"},
    {"l2: {port_bytes: 64, cache: {mshr_of: line}}", "l2.port_bytes is 64; allowed: 32 with l2.write_bytes summed"},
    {"sm: {local_offset: 64}", "sm.local_offset is 64; allowed: a multiple of l2.cache.line_bytes"},
    {"sm: {l1c: {write: local_back}}",
     "sm.l1c.write is local_back; allowed: write_through, write_evict, write_back; local_back in sm.l1d"},
    {"l2: {cache: {write: local_back}}",
     "l2.cache.write is local_back; allowed: write_through, write_evict, write_back; local_back in sm.l1d"},
    {"l2: {port_bytes: 48}", "l2.port_bytes is 48; allowed: a power of two"},
    {"sm: {l1d: {allocate: fill}}",
     "sm.l1d.allocate is fill; allowed: miss; fill in L1I, L1C and L1T whose sector_bytes are line_bytes"},
    {"sm: {l1c: {allocate: fill, sector_bytes: 32}}",
     "sm.l1c.allocate is fill; allowed: miss; fill in L1I, L1C and L1T whose sector_bytes are line_bytes"},
    {"l2: {cache: {allocate: fill}}",
     "l2.cache.allocate is fill; allowed: miss; fill in L1I, L1C and L1T whose sector_bytes are line_bytes"},
    {"l2: {port_bytes: 64, write_bytes: own}",
     "l2.port_bytes is 64; allowed: at most l2.cache.sector_bytes with l2.cache.mshr_of sector"},
    {"l2: {cache: {miss_queue: 1}}", "l2.cache.miss_queue is 1; allowed: at least 2 with l2.writeback behind"},
    {"l2: {slices: 3}", "l2.slices is 3; allowed: a power of two"},
    {"l2: {slices: 16}\nmcs: 10", "l2.slices is 16; allowed: at most 144 slices over all controllers"},
    {"l2: {slices: 16}", "l2.slices is 16; allowed: at most 64 slices over all controllers with icnt.kind fly"},
    {"slice_index: ipoly", "slice_index is ipoly; allowed: linear; ipoly with 16 to 64 slices over all controllers"},
    {"slice_index: ipoly\nmcs: 8\nl2: {slices: 1}",
     "slice_index is ipoly; allowed: linear; ipoly with 16 to 64 slices over all controllers"},
    {"icnt: {input_speedup: 2}", "icnt.input_speedup is 2; allowed: a divisor of icnt.vcs"},
    {"icnt: {input_speedup: 2, vcs: 3}", "icnt.input_speedup is 2; allowed: a divisor of icnt.vcs"},
    {"icnt: {cluster: 16}", "icnt.cluster is 16; allowed: at most sms"},
    {"icnt: {cluster: 2}\nsms: 129",
     "icnt.cluster is 2; allowed: at least 3 for 129 SMs with icnt.kind fly, which has 64 ports"},
    {"icnt: {vcs: 2}", "icnt.vcs is 2; allowed: 1 with icnt.kind fly"},
    {"icnt: {latency_cycles: 2}", "icnt.latency_cycles is 2; allowed: an even number from 4 to 64 with icnt.kind fly"},
    {"icnt: {latency_cycles: 66}", "icnt.latency_cycles is 66; allowed: an even number from 4 to 64 with icnt.kind fly"},
    {"icnt: {latency_cycles: 7}", "icnt.latency_cycles is 7; allowed: an even number from 4 to 64 with icnt.kind fly"},
    {"icnt: {node_flits: 3}", "icnt.node_flits is 3; allowed: at least 4, a packet with the longest L1 line"},
    {"icnt: {boundary_flits: 3}", "icnt.boundary_flits is 3; allowed: at least 4, a packet with the longest L1 line"},
    {"icnt: {kind: crossbar, speedup: 3}", "icnt.speedup is 3; allowed: 1 with icnt.kind crossbar"},
    {"icnt: {kind: xbar, latency_cycles: 6}", "icnt.latency_cycles is 6; allowed: 1 with icnt.kind xbar"},
    {"icnt: {kind: xbar, latency_cycles: 1, reply_queue: 1}",
     "icnt.reply_queue is 1; allowed: at least icnt.reply_cycles with icnt.kind xbar"},
    {"dram: {banks: 12}", "dram.banks is 12; allowed: a power of two"},
    {"dram: {bank_groups: 3}", "dram.bank_groups is 3; allowed: a power of two, at most dram.banks"},
    {"dram: {bank_groups: 8, banks: 4}", "dram.bank_groups is 8; allowed: a power of two, at most dram.banks"},
    {"dram: {burst_bytes: 48}", "dram.burst_bytes is 48; allowed: a power of two, at most l2.cache.line_bytes"},
    {"dram: {burst_bytes: 256}", "dram.burst_bytes is 256; allowed: a power of two, at most l2.cache.line_bytes"},
    {"dram: {bytes_per_cycle: 65}", "dram.bytes_per_cycle is 65; allowed: at most dram.burst_bytes"},
    {"dram: {row_bytes: 3000}", "dram.row_bytes is 3000; allowed: a power of two, at least l2.cache.line_bytes"},
    {"dram: {row_bytes: 64}", "dram.row_bytes is 64; allowed: a power of two, at least l2.cache.line_bytes"},
    {"dram: {rows: 3}", "dram.rows is 3; allowed: 0, or a power of two"},
    {"dram: {tRC: 27}", "dram.tRC is 27; allowed: at least dram.tRAS"},
    {"dram: {tRCDWR: 13}", "dram.tRCDWR is 13; allowed: at most dram.tRCD"},
    {"dram: {tRAS: 11}", "dram.tRAS is 11; allowed: at least dram.tRCD"},
    {"sm: {l1d: {line_bytes: 256, sets: 16, index: linear}}",
     "sm.l1d.line_bytes is 256; allowed: at most l2.cache.line_bytes"},
};
/* clang-format on */

static void test_each_rule_names_key_and_line(void **state)
{
    (void)state;
    for (uint32_t i = 0; i < sizeof ROWS / sizeof ROWS[0]; i++) expect_refused(ROWS[i].keys, ROWS[i].sentence);
}

/* Sets, lines and sectors of each cache; a sector of any other size does not divide the line. */
static void test_each_cache_has_sets_lines_and_sectors_that_divide(void **state)
{
    (void)state;
    static const char *const CACHES[][2] = {
        {"sm", "l1d"}, {"sm", "l1i"}, {"sm", "l1c"}, {"sm", "l1t"}, {"l2", "cache"}};
    static const struct {
        const char *keys, *key, *allowed;
    } RULES[] = {
        {"sets: 48", "sets is 48", "a power of two"},
        {"line_bytes: 96", "line_bytes is 96", "a power of two"},
        {"sector_bytes: 48", "sector_bytes is 48", "a power of two, at most line_bytes"},
        {"sector_bytes: 256", "sector_bytes is 256", "a power of two, at most line_bytes"},
        {"index: fermi, sets: 16", "sets is 16", "32 or 64, of 128-byte lines, with index fermi"},
        {"index: ipoly, sets: 128", "sets is 128", "16, 32 or 64 with index ipoly"},
    };
    for (uint32_t c = 0; c < sizeof CACHES / sizeof CACHES[0]; c++)
        for (uint32_t i = 0; i < sizeof RULES / sizeof RULES[0]; i++) {
            char keys[TEXT_CHARS], sentence[TEXT_CHARS];
            snprintf(keys, sizeof keys, "%s: {%s: {%s}}", CACHES[c][0], CACHES[c][1], RULES[i].keys);
            snprintf(sentence, sizeof sentence, "%s.%s.%s; allowed: %s", CACHES[c][0], CACHES[c][1], RULES[i].key,
                     RULES[i].allowed);
            expect_refused(keys, sentence);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_each_rule_names_key_and_line),
        cmocka_unit_test(test_each_cache_has_sets_lines_and_sectors_that_divide),
    };
    return cmocka_run_group_tests(tests, copy_gtx480, remove_gtx480);
}
