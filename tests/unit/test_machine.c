/* Machine files: the shipped ones load; each kind of mistake gets its sentence. CTADEL_DATA names
 * the folder that has machines/, configs if it is not set. */
#include "config/config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#define TEMP "test_machine.tmp.yaml"

static char *machine_path(const char *name)
{
    static char path[512];
    const char *data = getenv("CTADEL_DATA");
    snprintf(path, sizeof path, "%s/machines/%s.yaml", data ? data : "configs", name);
    return path;
}

static machine_t load(const char *name)
{
    machine_t m;
    err_t err = {{0}};
    if (!machine_load(machine_path(name), &m, &err)) fail_msg("%s", err.text);
    assert_string_equal(m.name, name);
    return m;
}

static uint32_t cache_bytes(const cache_cfg_t *c) { return c->sets * c->ways * c->line_bytes; }

enum { WHOLE_FILE = -1 };

/* Copies gtx480.yaml with the text `from` replaced by `to`, and expects the sentence at the line of
 * `from` plus `line_offset`. */
static void expect_error(const char *from, const char *to, int line_offset, const char *sentence)
{
    static char text[1 << 14];
    FILE *in = fopen(machine_path("gtx480"), "r");
    assert_non_null(in);
    text[fread(text, 1, sizeof text - 1, in)] = '\0';
    fclose(in);
    char *at = strstr(text, from);
    assert_non_null(at);
    FILE *out = fopen(TEMP, "w");
    assert_non_null(out);
    fprintf(out, "%.*s%s%s", (int)(at - text), text, to, at + strlen(from));
    fclose(out);
    int line = 1 + line_offset;
    for (const char *c = text; c < at; c++) line += *c == '\n';
    char expected[600];
    if (line_offset == WHOLE_FILE) snprintf(expected, sizeof expected, TEMP ": %s", sentence);
    else snprintf(expected, sizeof expected, TEMP ":%d: %s", line, sentence);
    machine_t m;
    err_t err = {{0}};
    assert_false(machine_load(TEMP, &m, &err));
    assert_string_equal(err.text, expected);
    unlink(TEMP);
}

static void test_gtx480_is_exact(void **state)
{
    (void)state;
    machine_t m = load("gtx480");
    assert_int_equal(m.sms, 15);
    assert_int_equal(m.mcs, 6);
    assert_int_equal(m.core_mhz, 700);
    assert_int_equal(m.dram_mhz, 924);
    assert_int_equal(m.sm.threads, 1536);
    assert_int_equal(m.sm.pipes[UNIT_SP], 2);
    assert_int_equal(m.sm.lat[LAT_SFU].latency_cycles, 8);
    assert_int_equal(m.sm.lat[LAT_SFU].interval_cycles, 4);
    assert_int_equal(cache_bytes(&m.sm.l1d), 16384);
    assert_int_equal(m.sm.l1d.write, WRITE_LOCAL_BACK);
    assert_int_equal(cache_bytes(&m.l2.cache), 65536);
    assert_int_equal(m.l2.cache.sector_bytes, 32);
    assert_int_equal(m.l2.slices, 2);
    assert_int_equal(m.dram.kind, DRAM_FRFCFS);
    assert_int_equal(m.dram.tRC, 40);
    assert_int_equal(m.dram.tRTPL, 2);
    assert_int_equal(m.dram.bytes_per_cycle, 32);
    assert_int_equal(m.no_progress_cycles, 100000); /* a default */
}

static void test_papers_machines(void **state)
{
    (void)state;
    machine_t m = load("lcs28");
    assert_int_equal(m.sms, 28);
    assert_int_equal(cache_bytes(&m.sm.l1d), 32768);
    assert_int_equal(cache_bytes(&m.l2.cache) * m.l2.slices, 131072);
    m = load("dyncta30");
    assert_int_equal(m.icnt.cluster, 3);
    assert_int_equal(m.sm.lat[LAT_INT].interval_cycles, 4);
    assert_int_equal(cache_bytes(&m.l2.cache) * m.l2.slices, 262144);
    m = load("smk15");
    assert_int_equal(m.sm.pipes[UNIT_SP] * 32, 192);
    assert_int_equal(cache_bytes(&m.l2.cache) * m.l2.slices * m.mcs, 1536 * 1024);
    m = load("sas4");
    assert_int_equal(m.sm.threads, 16);
    assert_int_equal(m.sm.task_queue, 4);
    assert_int_equal(m.sm.l1d_banks, 4);
    assert_int_equal(cache_bytes(&m.sm.l1d), 16384);
    m = load("sas512");
    assert_int_equal(m.sm.task_queue, 0);
    assert_int_equal(m.dram.kind, DRAM_FIXED);
    assert_int_equal(m.sm.l1d.write, WRITE_BACK);
    assert_int_equal(cache_bytes(&m.l2.cache) * m.l2.slices * m.mcs, 1024 * 1024);
    m = load("claso14");
    assert_int_equal(m.sms, 14);
    assert_int_equal(m.sm.lat[LAT_FP].interval_cycles, 2);
    assert_int_equal(m.dram.queue, 16);
}

#define ICNT_KEYS                                                                                                      \
    "kind, match, flit_bytes, latency_cycles, reply_cycles, queue, reply_queue, vcs, input_flits, input_speedup, "     \
    "speedup, node_flits, output_flits, boundary_flits, cluster, header_bytes"
static void test_file_mistakes(void **state)
{
    (void)state;
    expect_error("sms: 15", "smz: 15", 0,
                 "unknown key smz; did you mean sms? allowed at the top: name, sms, gpc_sms, sm_network, mcs, "
                 "interleave_bytes, slice_index, core_mhz, dispatcher_clocks, pool, binary_version, newest_binary, "
                 "icnt_mhz, l2_mhz, dram_mhz, clocks, max_cycles, no_progress_cycles, sm, icnt, l2, dram, energy");
    expect_error("cluster: 1", "clusters: 1", 0,
                 "unknown key icnt.clusters; did you mean icnt.cluster? allowed in icnt: " ICNT_KEYS);
    expect_error("sms: 15", "sms: many", 0, "sms is 'many'; allowed: a whole number from 1 to 144 (SMs)");
    expect_error("sms: 15", "sms: 145", 0, "sms is '145'; allowed: a whole number from 1 to 144 (SMs)");
    expect_error("sms: 15", "sms: -1", 0, "sms is '-1'; allowed: a whole number from 1 to 144 (SMs)");
    expect_error("sms: 15", "sms: [15]", 0, "sms is a list; allowed: a word or number");
    expect_error("mcs: 6", "sms: 6", 0, "key sms is given twice; line 5 has it already");
    expect_error("kind: frfcfs", "kind: frfcf", 0, "dram.kind is 'frfcf'; did you mean frfcfs? allowed: frfcfs, fixed");
    expect_error("fetch: behind", "fetch_policy: rr.3", 0,
                 "sm.fetch_policy is 'rr.3'; did you mean rr.2? allowed: null.1, rr.2, both.2");
    expect_error("fetch: behind", "l1i_banks: 17", 0,
                 "sm.l1i_banks is '17'; allowed: a whole number from 1 to 16 (banks)");
    expect_error("mcs: 6\n", "", WHOLE_FILE, "1 required key missing: mcs");
    expect_error("  tRTPL: 2\n", "", WHOLE_FILE, "1 required key missing: dram.tRTPL");
    expect_error("  int_pj: 5\n", "", WHOLE_FILE, "1 required key missing: energy.int_pj");
    expect_error("smem_bytes: 49152", "smem_bytes: 131072", 0,
                 "sm.smem_bytes is '131072'; allowed: a whole number from 0 to 131071 (bytes)");
    expect_error("storage_gating: 0", "storage_gating: 2", 0,
                 "energy.storage_gating is '2'; allowed: a whole number from 0 to 1 (0 or 1)");
    expect_error("sms: 15", "sms: [15", 1, "not YAML: did not find expected ',' or ']' while parsing a flow sequence");
}

static void test_no_such_file(void **state)
{
    (void)state;
    machine_t m;
    err_t err = {{0}};
    assert_false(machine_load("no/such.yaml", &m, &err));
    assert_string_equal(err.text, "no/such.yaml: cannot be read: No such file or directory");
}

/* A file in the folder of the tests, removed by the caller. */
static void write_file(const char *name, const char *text)
{
    FILE *f = fopen(name, "w");
    assert_non_null(f);
    fputs(text, f);
    fclose(f);
}

static void expect_like_error(const char *text, const char *sentence)
{
    machine_t m;
    err_t err = {{0}};
    write_file(TEMP, text);
    assert_false(machine_load(TEMP, &m, &err));
    assert_string_equal(err.text, sentence);
    unlink(TEMP);
}

static void test_like(void **state)
{
    (void)state;
    machine_t base = load("lcs28"), m = load("lcs28-v3");
    assert_int_equal(m.sm.l1d.mshrs, 32);
    assert_int_equal(m.dram.queue, 16);
    assert_int_equal(m.sm.l1d.ways, base.sm.l1d.ways); /* its own file does not have it */
    assert_int_equal(m.energy.l2_pj, base.energy.l2_pj);
    assert_int_equal(load("dyncta30-51").dram.bytes_per_cycle, 8);
    char path[32] = "configs/machines/lcs.yaml", none[] = "configs/machines/nothing.yaml", same[] = "VERSION";
    assert_true(machine_renamed(path, sizeof path));
    assert_string_equal(path, "configs/machines/lcs28.yaml");
    assert_false(machine_renamed(none, sizeof none));
    assert_false(machine_renamed(same, sizeof same));
    expect_like_error(
        "like: nothing\n",
        TEMP ":1: like is 'nothing', and there is no nothing.yaml; allowed: the name of a machine file in this folder");
    expect_like_error("like: ../x\n", TEMP ":1: like is '../x'; allowed: the name of a machine file in this folder");
    expect_like_error("like: [a]\n", TEMP ":1: like is a list; allowed: the name of a machine file in this folder");
    expect_like_error("sms: 4\nlike: test_machine.tmp\n", TEMP
                      ":2: like is 'test_machine.tmp': the chain of like is longer than 8 files; allowed: up to 8");
}

static void test_like_names_the_file_that_is_wrong(void **state)
{
    (void)state;
    static const char sibling[] = "test_machine_like.yaml";
    write_file(sibling, "sms: many\n");
    expect_like_error("like: test_machine_like\n",
                      "test_machine_like.yaml:1: sms is 'many'; allowed: a whole number from 1 to 144 (SMs)");
    write_file(sibling, "sms: 4\n");
    machine_t m;
    err_t err = {{0}};
    write_file(TEMP, "like: test_machine_like\n");
    assert_false(machine_load(TEMP, &m, &err));
    assert_non_null(strstr(err.text, TEMP ": ")); /* the rest of the keys is missing */
    assert_null(strstr(err.text, "sms,"));
    unlink(TEMP);
    unlink(sibling);
}

static void expect_set_error(const char *set, const char *sentence)
{
    machine_t m = load("gtx480");
    err_t err = {{0}};
    assert_false(machine_set(&m, set, NULL, &err));
    assert_string_equal(err.text, sentence);
}

static void test_set(void **state)
{
    (void)state;
    machine_t m = load("gtx480");
    err_t err = {{0}};
    assert_true(machine_set(&m, "sm.l1d.ways=8", NULL, &err));
    assert_int_equal(m.sm.l1d.ways, 8);
    assert_true(machine_set(&m, "max_cycles=5000000000", NULL, &err));
    assert_int_equal(m.max_cycles, 5000000000);
    assert_int_equal(m.sm.fetch_policy, FETCH_NULL_1); /* a default */
    assert_int_equal(m.sm.l1i_banks, 2);
    assert_true(machine_set(&m, "sm.fetch_policy=both.2", NULL, &err));
    assert_int_equal(m.sm.fetch_policy, FETCH_BOTH_2);
    assert_true(machine_set(&m, "sm.l1d.write=write_back", NULL, &err));
    assert_int_equal(m.sm.l1d.write, WRITE_BACK);
    assert_true(machine_check(&m, "m.yaml", &err));
    assert_true(machine_set(&m, "sm.l1d.sets=3", NULL, &err));
    assert_false(machine_check(&m, "m.yaml", &err));
    assert_string_equal(err.text, "m.yaml: sm.l1d.sets is 3; allowed: a power of two");
    m = load("sas4");
    assert_true(machine_set(&m, "sm.registers=131072", NULL, &err));
    err.text[0] = '\0';
    assert_false(machine_check(&m, "m.yaml", &err));
    assert_non_null(strstr(err.text, "allowed: at most 131064, 16383 registers of warps of 8 threads"));
    expect_set_error("sms", "--set: found 'sms'; allowed: KEY=VALUE, as in sm.l1d.ways=4");
    expect_set_error("sm.l1d.ways=0", "--set: sm.l1d.ways is '0'; allowed: a whole number from 1 to 256 (ways)");
    expect_set_error("icnt.xyz=3", "--set: unknown key icnt.xyz; allowed in icnt: " ICNT_KEYS);
}

static void test_set_reports_an_unknown_key(void **state)
{
    static const struct {
        const char *set;
        bool unknown;
    } ROWS[] = {{"icnt.xyz=3", true}, {"sms=0", false}, {"sms", false}};
    machine_t m = load("gtx480");
    (void)state;
    for (size_t i = 0; i < sizeof ROWS / sizeof *ROWS; i++) {
        err_t err = {{0}};
        bool unknown = !ROWS[i].unknown;
        assert_false(machine_set(&m, ROWS[i].set, &unknown, &err));
        assert_int_equal(unknown, ROWS[i].unknown);
    }
}

static void test_description_lists_every_key(void **state)
{
    (void)state;
    char *text = NULL;
    size_t bytes = 0;
    FILE *f = open_memstream(&text, &bytes);
    machine_describe_fields(f);
    fclose(f);
    assert_non_null(strstr(text, "  sm.l1d.ways "));
    assert_non_null(strstr(text, "write_through|through_allocate|write_evict|local_back|write_back"));
    assert_non_null(strstr(text, "(default 100000)"));
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_gtx480_is_exact),
        cmocka_unit_test(test_papers_machines),
        cmocka_unit_test(test_file_mistakes),
        cmocka_unit_test(test_no_such_file),
        cmocka_unit_test(test_like),
        cmocka_unit_test(test_like_names_the_file_that_is_wrong),
        cmocka_unit_test(test_set),
        cmocka_unit_test(test_set_reports_an_unknown_key),
        cmocka_unit_test(test_description_lists_every_key),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
