/* test_machine_values.c - values that no machine key takes: one row for each key, with what is allowed. Each is tried
 * in a file, where the line is named, and by --set. */
#include "config/config.h"
#include "config/machine_fields.h"
#include "base/sizes.h"

#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#define TEMP "test_machine_values.tmp.yaml"

typedef struct {
    const char *key;
    uint64_t min, max; /* of a number */
    const char *unit;  /* of a number */
    const char *words; /* NULL: a number */
} row_t;

/* clang-format off */
#define NUMBER(key, min, max, unit) {key, min, max, unit, NULL}
#define WORD(key, words) {key, 0, 0, NULL, words}
#define CACHE(c) \
    NUMBER(c ".sets", 1, 65536, "sets"), \
    NUMBER(c ".ways", 1, 256, "ways"), \
    NUMBER(c ".line_bytes", 32, 256, "bytes"), \
    NUMBER(c ".sector_bytes", 32, 256, "bytes"), \
    NUMBER(c ".mshrs", 1, 1024, "entries"), \
    NUMBER(c ".mshr_merges", 1, 1024, "accesses"), \
    NUMBER(c ".miss_queue", 1, 1024, "requests"), \
    NUMBER(c ".hit_latency_cycles", 0, 1000, "cycles"), \
    WORD(c ".mshr_of", "line, sector"), \
    WORD(c ".mshr_free", "filled, served"), \
    WORD(c ".write", "write_through, through_allocate, write_evict, local_back, write_back"), \
    WORD(c ".index", "linear, fermi, ipoly"), \
    WORD(c ".replacement", "lru, plru, random"), \
    WORD(c ".allocate", "miss, fill")
#define LAT(what) \
    NUMBER("sm.lat." what ".latency_cycles", 1, 1000, "core cycles"), \
    NUMBER("sm.lat." what ".interval_cycles", 1, 1000, "core cycles")
#define UNITS(key, min, max, unit) \
    NUMBER(key ".sp", min, max, unit), NUMBER(key ".dp", min, max, unit), \
    NUMBER(key ".sfu", min, max, unit), NUMBER(key ".ldst", min, max, unit)
#define TIMING(t, min) NUMBER("dram." t, min, 255, "DRAM cycles")
#define PJ(what) NUMBER("energy." what "_pj", 0, 1000000, "pJ")
#define MW(what) NUMBER("energy." what "_static_mw", 0, 1000000, "mW")

static const row_t ROWS[] = {
    NUMBER("sms", 1, SCHED_SMS_MAX, "SMs"),
    WORD("gpc_sms", "1 to 16 whole numbers from 1 to 144 (SMs), joined by +"),
    NUMBER("sm_network.bits", 0, 65536, "bits"),
    NUMBER("sm_network.latency_cycles", 1, 1000, "core cycles"),
    NUMBER("sm_network.queue", 1, 1024, "messages"),
    NUMBER("sm_network.hold_cycles", 0, 1000, "core cycles"),
    NUMBER("sm_network.atomic_factor", 1, 64, "times"),
    NUMBER("mcs", 1, 64, "controllers"),
    NUMBER("interleave_bytes", 32, 65536, "bytes"),
    WORD("slice_index", "linear, ipoly"),
    NUMBER("core_mhz", 1, 10000, "MHz"),
    NUMBER("dispatcher_clocks", 1, SCHED_SMS_MAX, "clocks"),
    WORD("pool.launch_caches", "kept, cold"),
    NUMBER("pool.launch_cycles", 0, 1000000, "core cycles"),
    NUMBER("pool.live", 1, SCHED_KERNELS_MAX, "kernels"),
    NUMBER("binary_version", 30, 129, ""),
    NUMBER("newest_binary", 30, 129, ""),
    NUMBER("icnt_mhz", 1, 10000, "MHz"),
    NUMBER("l2_mhz", 1, 10000, "MHz"),
    NUMBER("dram_mhz", 1, 10000, "MHz"),
    WORD("clocks", "exact, summed"),
    NUMBER("max_cycles", 1, UINT64_MAX, "core cycles"),
    NUMBER("no_progress_cycles", 1000, 4294967295, "core cycles"),
    NUMBER("sm.warp_lanes", 8, 32, "threads"),
    NUMBER("sm.threads", 8, 2048, "threads"),
    NUMBER("sm.cta_slots", 1, SCHED_SLOTS_MAX, "CTAs"),
    NUMBER("sm.registers", 1, 524256, "registers"),
    NUMBER("sm.smem_bytes", 0, 131071, "bytes"),
    WORD("sm.carve_out", "none, volta, ampere"),
    NUMBER("sm.unified_bytes", 0, 1048576, "bytes"),
    NUMBER("sm.schedulers", 1, 4, "schedulers"),
    NUMBER("sm.issue_cycles", 1, 32, "core cycles"),
    WORD("sm.issue_order", "together, in_turn"),
    WORD("sm.c_mem", "blocked, scoreboard"),
    WORD("sm.c_idle", "nothing, unready"),
    NUMBER("sm.pipes.sp", 1, 16, "pipelines"), NUMBER("sm.pipes.dp", 0, 16, "pipelines"),
    NUMBER("sm.pipes.sfu", 1, 16, "pipelines"), NUMBER("sm.pipes.ldst", 1, 16, "pipelines"),
    NUMBER("sm.pipes.int", 0, 4, "pipelines"), NUMBER("sm.pipes.branch", 0, 4, "pipelines"),
    NUMBER("sm.pipes.texture", 0, 4, "pipelines"), NUMBER("sm.pipes.tensor", 0, 4, "pipelines"),
    NUMBER("sm.pipes.uniform", 0, 4, "pipelines"), LAT("texture"), LAT("tensor"), LAT("uniform"),
    WORD("sm.f64_division", "dp, sfu"),
    WORD("sm.sub_cores", "shared, own, staged"),
    WORD("sm.issue_by", "scoreboard, counting_scoreboard, control_bits"),
    NUMBER("sm.consumers", 1, 63, "instructions"),
    WORD("sm.reuse", "none, cache"),
    WORD("sm.fp_units", "sp, either"),
    NUMBER("sm.memory_queue", 1, 16, "instructions"),
    NUMBER("sm.address_cycles", 1, 32, "core cycles"),
    NUMBER("sm.memory_interval_cycles", 1, 32, "core cycles"),
    NUMBER("sm.copy_cycles", 1, 500, "core cycles"),
    NUMBER("sm.ldc.address_cycles", 1, 32, "core cycles"),
    NUMBER("sm.ldc.return_cycles", 1, 500, "core cycles"),
    NUMBER("sm.l0i.sets", 0, 1024, "sets"),
    NUMBER("sm.l0i.ways", 0, 64, "ways"),
    NUMBER("sm.l0i.hit_cycles", 1, 8, "core cycles"),
    NUMBER("sm.l0i.wait_cycles", 1, 500, "core cycles"),
    NUMBER("sm.l0i.stream_lines", 0, 32, "lines"),
    NUMBER("sm.l0c.sets", 0, 1024, "sets"),
    NUMBER("sm.l0c.ways", 0, 64, "ways"),
    NUMBER("sm.l0c.wait_cycles", 1, 500, "core cycles"),
    NUMBER("sm.l0c.miss_cycles", 0, 32, "core cycles"),
    LAT("branch"), LAT("int"), LAT("imul"), LAT("fp"), LAT("dp"), LAT("sfu"), LAT("div"),
    NUMBER("sm.control_cycles", 0, 1000, "core cycles"),
    UNITS("sm.collectors", 0, 16, "collectors"),
    NUMBER("sm.collectors.general", 0, 64, "collectors"),
    NUMBER("sm.collector_steps", 1, 4, "steps"),
    UNITS("sm.issue_width", 1, 8, "instructions"),
    NUMBER("sm.register_banks", 1, 64, "banks"),
    NUMBER("sm.results", 1, 16, "results"),
    WORD("sm.zero_register", "free, read"),
    NUMBER("sm.ibuffer", 1, 16, "instructions"),
    WORD("sm.fetch", "line, path, behind"),
    NUMBER("sm.perfect_fetches", 0, 8, "fetches"),
    WORD("sm.fetch_policy", "null.1, rr.2, both.2"),
    WORD("sm.constants", "cached, alu, indexed"),
    WORD("sm.code", "ptx, ptxas"),
    WORD("sm.textures", "l1t, l1d"),
    WORD("sm.local_memory", "by_slot, interleaved"),
    NUMBER("sm.local_offset", 0, 4294967295, "bytes"),
    WORD("sm.store_words", "all, exact"),
    WORD("sm.both_halves", "touched, line"),
    WORD("sm.segment", "line, sector, by_width"),
    WORD("sm.line_order", "by_lane, highest_first"),
    WORD("sm.code_places", "apart, overlaid"),
    NUMBER("sm.code_address", 1152921504606846976, UINT64_MAX, "bytes"),
    WORD("sm.line_arrives", "beside, fetches"),
    WORD("sm.warp_ends", "drained, searched"),
    NUMBER("sm.l1i_banks", 1, 16, "banks"),
    WORD("sm.longlat", "pending, sticky"),
    NUMBER("sm.ldst_queue", 1, 64, "instructions"),
    NUMBER("sm.inflight_loads", 1, 1024, "instructions"),
    NUMBER("sm.l1d_banks", 1, 4, "banks"),
    NUMBER("sm.l1d_bank_bytes", 0, 256, "bytes"),
    NUMBER("sm.task_queue", 0, 16, "indices"),
    NUMBER("sm.l1d_wait_cycles", 0, 500, "core cycles"),
    NUMBER("sm.store_bytes", 32, 256, "bytes"),
    NUMBER("sm.smem_banks", 1, 64, "banks"),
    NUMBER("sm.smem_latency_cycles", 1, 500, "core cycles"),
    WORD("sm.smem_wide", "phases, first_word"),
    WORD("sm.smem_atomic", "lanes, words"),
    WORD("sm.smem_stores", "latency, banks"),
    WORD("sm.no_lanes", "skipped, executed"),
    WORD("sm.past_l1d", "queued, direct"),
    WORD("sm.atomic_txns", "lines, apart"),
    WORD("sm.after_atomic", "continues, waits"),
    WORD("sm.fence", "stores, results"),
    NUMBER("sm.barrier_cycles", 0, 500, "core cycles"),
    NUMBER("sm.victim_tags", 1, 256, "tags"),
    WORD("sm.l1_miss_room", "sent, fixed"),
    WORD("icnt.kind", "crossbar, fly, xbar"),
    WORD("icnt.match", "chained, single"),
    NUMBER("icnt.flit_bytes", 1, 1024, "bytes"),
    NUMBER("icnt.latency_cycles", 1, 1000, "icnt cycles"),
    NUMBER("icnt.reply_cycles", 0, 1000, "icnt cycles"),
    NUMBER("icnt.queue", 1, 1024, "packets"),
    NUMBER("icnt.reply_queue", 1, 1024, "packets"),
    NUMBER("icnt.vcs", 1, 8, "channels"),
    NUMBER("icnt.input_flits", 1, 65535, "flits"),
    NUMBER("icnt.input_speedup", 1, 8, "channels"),
    NUMBER("icnt.speedup", 1, 4, "steps"),
    NUMBER("icnt.node_flits", 1, 1024, "flits"),
    NUMBER("icnt.output_flits", 1, 1024, "flits"),
    NUMBER("icnt.boundary_flits", 1, 1024, "flits"),
    NUMBER("icnt.cluster", 1, SCHED_SMS_MAX, "SMs"),
    NUMBER("icnt.header_bytes", 0, 64, "bytes"),
    NUMBER("l2.slices", 1, 16, "slices"),
    NUMBER("l2.latency_cycles", 0, 1000, "L2 cycles"),
    NUMBER("l2.queue", 1, 1024, "entries"),
    WORD("l2.look_up", "arriving, queued"),
    WORD("l2.victim_bursts", "spread, packed"),
    WORD("l2.writeback", "before, behind"),
    WORD("l2.replies", "fills_first, one_queue"),
    WORD("l2.upper_half", "in_place, shifted"),
    WORD("l2.write_bytes", "own, summed"),
    NUMBER("l2.port_bytes", 32, 256, "bytes"),
    NUMBER("l2.atomic_cycles", 0, 1000, "L2 cycles"),
    NUMBER("l2.inclusive", 0, 1, "0 or 1"),
    WORD("dram.kind", "frfcfs, fixed"),
    WORD("dram.priority", "age, turns"),
    WORD("dram.buses", "one, two"),
    WORD("dram.delay", "after, before"),
    WORD("dram.credits", "shared, per_slice"),
    WORD("dram.read_data", "end, begin"),
    NUMBER("dram.queue", 1, 4096, "requests"),
    NUMBER("dram.return_queue", 1, 4096, "requests"),
    NUMBER("dram.latency_cycles", 0, 10000, "DRAM cycles"),
    NUMBER("dram.banks", 1, 64, "banks"),
    NUMBER("dram.bank_groups", 1, 16, "groups"),
    NUMBER("dram.row_bytes", 32, 65536, "bytes"),
    NUMBER("dram.rows", 0, 1048576, "rows"),
    NUMBER("dram.burst_bytes", 8, 256, "bytes"),
    NUMBER("dram.bytes_per_cycle", 1, 256, "bytes"),
    TIMING("tCL", 1), TIMING("tRP", 1), TIMING("tRC", 1), TIMING("tRAS", 1), TIMING("tRCD", 1), TIMING("tRCDWR", 0),
    TIMING("tRRD", 1), TIMING("tCCD", 1), TIMING("tCCDL", 0), TIMING("tCDLR", 0), TIMING("tWR", 0), TIMING("tWL", 0), TIMING("tRTPL", 0),
    CACHE("sm.l1d"),
    CACHE("sm.l1i"),
    CACHE("sm.l1c"),
    CACHE("sm.l1t"),
    CACHE("l2.cache"),
    PJ("int"), PJ("imul"), PJ("fp"), PJ("dp"), PJ("sfu"),
    PJ("div"), PJ("issue"), PJ("active"), PJ("rf_read"), PJ("rf_write"),
    PJ("smem"), PJ("l1d"), PJ("l1i"), PJ("l1c"), PJ("l1t"),
    PJ("l2"), PJ("icnt_flit"), PJ("dram_read"), PJ("dram_write"), PJ("dram_activate"),
    MW("sm"), MW("rf"), MW("smem"), MW("uncore"), MW("dram"),
    NUMBER("energy.storage_gating", 0, 1, "0 or 1"),
    NUMBER("energy.core_gating", 0, 1, "0 or 1"),
};
/* clang-format on */

enum { ROW_COUNT = sizeof ROWS / sizeof ROWS[0], TEXT_CHARS = 400 };

/* A file with that key alone, "a.b.c" as three maps in three lines; returns the line of the value. */
static unsigned write_key(const char *key, const char *value)
{
    FILE *f = fopen(TEMP, "w");
    assert_non_null(f);
    unsigned line = 1;
    for (; strchr(key, '.'); key = strchr(key, '.') + 1, line++)
        fprintf(f, "%*s%.*s:\n", (int)line - 1, "", (int)strcspn(key, "."), key);
    fprintf(f, "%*s%s: %s\n", (int)line - 1, "", key, value);
    fclose(f);
    return line;
}

static void expect_refused(const char *key, const char *value, const char *allowed)
{
    char expected[TEXT_CHARS], set[TEXT_CHARS];
    err_t err = {{0}}, set_err = {{0}};
    machine_t m;
    const unsigned line = write_key(key, value);
    snprintf(expected, sizeof expected, TEMP ":%u: %s is '%s'; allowed: %s", line, key, value, allowed);
    assert_false(machine_load(TEMP, &m, &err));
    assert_string_equal(err.text, expected);
    snprintf(set, sizeof set, "%s=%s", key, value);
    snprintf(expected, sizeof expected, "--set: %s is '%s'; allowed: %s", key, value, allowed);
    assert_false(machine_set(&m, set, NULL, &set_err));
    assert_string_equal(set_err.text, expected);
    unlink(TEMP);
}

static void test_a_number_out_of_range(void **state)
{
    (void)state;
    for (uint32_t i = 0; i < ROW_COUNT; i++) {
        const row_t *row = &ROWS[i];
        if (row->words) continue;
        char value[32], allowed[TEXT_CHARS];
        snprintf(allowed, sizeof allowed, "a whole number from %" PRIu64 " to %" PRIu64 " (%s)", row->min, row->max,
                 row->unit);
        if (row->min) snprintf(value, sizeof value, "%" PRIu64, row->min - 1);
        else snprintf(value, sizeof value, "-1");
        expect_refused(row->key, value, allowed);
        if (row->max < UINT64_MAX) snprintf(value, sizeof value, "%" PRIu64, row->max + 1);
        else snprintf(value, sizeof value, "18446744073709551616");
        expect_refused(row->key, value, allowed);
        expect_refused(row->key, "1.5", allowed);
    }
}

static void test_an_unknown_word(void **state)
{
    (void)state;
    for (uint32_t i = 0; i < ROW_COUNT; i++)
        if (ROWS[i].words) expect_refused(ROWS[i].key, "7-7-7", ROWS[i].words);
    expect_refused("name", "a b", "1 to 31 letters, digits, - and _");
}

/* A new key needs a row. */
static void test_every_key_has_a_row(void **state)
{
    (void)state;
    for (uint32_t k = 0; k < machine_field_count; k++) {
        uint32_t rows = strcmp(machine_fields[k].key, "name") == 0;
        for (uint32_t i = 0; i < ROW_COUNT; i++) rows += strcmp(ROWS[i].key, machine_fields[k].key) == 0;
        if (rows != 1) fail_msg("%s has %u rows in this test; it needs one", machine_fields[k].key, rows);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_number_out_of_range),
        cmocka_unit_test(test_an_unknown_word),
        cmocka_unit_test(test_every_key_has_a_row),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
