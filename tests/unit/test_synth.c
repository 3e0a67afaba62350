/* test_synth.c - designs made from words, the options of their measured runs, and the table of what they cost. */
#include "cost/synth.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

static synth_request_t request(const char *words)
{
    synth_request_t q = {.kernels = 4,
                         .warps = 48,
                         .schedulers = 2,
                         .map = "both",
                         .machine = "lcs28",
                         .workload = "mmul",
                         .size = "tiny",
                         .no_power = true};
    assert_true(run_data_root(q.root));
    ui_words_split(&q.words, words);
    ui_words_split(&q.sms, "4,8");
    ui_words_split(&q.slots, "4");
    return q;
}

static void release(synth_request_t *q)
{
    ui_words_free(&q->words);
    ui_words_free(&q->sms);
    ui_words_free(&q->slots);
}

static void designs_of_words(void **state)
{
    (void)state;
    synth_request_t q = request("none,dyncta+dyncore,gto,disp_fit,gto,none");
    uint32_t count = 0;
    err_t err = {{0}};
    synth_point_t *p = synth_points(&q, &count, &err);
    assert_non_null(p);
    assert_int_equal(count, 7); /* an arbiter does not depend on the number of SMs: once; nor is a word made twice */
    assert_int_equal(p[0].kind, SYNTH_DISP);
    assert_string_equal(p[0].banks, "place_rr limit_tmax gate_none");
    assert_string_equal(p[1].banks, "place_rr limit_dyncta gate_dyncore");
    assert_int_equal(p[2].kind, SYNTH_ARB);
    assert_string_equal(p[2].top, "arb_top");
    assert_int_equal(synth_arb_warps(&q, &p[2]), 24);
    assert_int_equal(p[3].kind, SYNTH_MODULE);
    assert_int_equal(p[4].sms, 8);
    free(p);
    release(&q);
}

static void an_issue_logic_joins_a_unit_with_an_arbiter(void **state)
{
    (void)state;
    synth_request_t q = request("bits+cggty,regs63+cggty,regs1+sim");
    uint32_t count = 0;
    err_t err = {{0}};
    synth_point_t *p = synth_points(&q, &count, &err);
    assert_non_null(p);
    assert_int_equal(count, 3); /* as an arbiter it does not depend on the number of SMs */
    static const uint32_t consumers[] = {0, 63, 1}, warps[] = {24, 24, 48};
    static const char *const base[] = {"bits+cggty", "bits+cggty", "bits+sim"};
    for (uint32_t i = 0; i < count; i++) {
        assert_int_equal(p[i].kind, SYNTH_ISSUE);
        assert_string_equal(p[i].top, "issue_sub");
        assert_int_equal(p[i].consumers, consumers[i]);
        assert_int_equal(synth_arb_warps(&q, &p[i]), warps[i]);
        assert_string_equal(synth_base_name(&p[i]), base[i]);
    }
    assert_string_equal(p[0].banks, "arb_cggty");
    const synth_result_t r[3] = {{.area = 1.0}};
    const synth_report_t report = {.q = &q, .point = p, .result = r, .count = count};
    assert_null(synth_base(&report, 0));
    assert_ptr_equal(synth_base(&report, 1), &r[0]);
    assert_null(synth_base(&report, 2)); /* not with another arbiter */
    free(p);
    release(&q);
}

static void an_issue_unit_stands_alone(void **state)
{
    (void)state;
    synth_request_t q = request("regs63,bits");
    uint32_t count = 0;
    err_t err = {{0}};
    synth_point_t *p = synth_points(&q, &count, &err);
    assert_non_null(p);
    assert_int_equal(count, 2);
    static const char *const top[] = {"issue_regs", "issue_bits"};
    for (uint32_t i = 0; i < count; i++) {
        assert_int_equal(p[i].kind, SYNTH_UNIT);
        assert_string_equal(p[i].top, top[i]);
        assert_int_equal(synth_arb_warps(&q, &p[i]), 24);
    }
    assert_string_equal(p[0].options, "sm.consumers=63 sm.issue_by=counting_scoreboard warp=cggty");
    assert_string_equal(p[1].options, "sm.issue_by=control_bits warp=cggty");
    const synth_result_t r[2] = {{.area = 1.0}};
    const synth_report_t report = {.q = &q, .point = p, .result = r, .count = count};
    assert_ptr_equal(synth_base(&report, 0), &r[1]);
    assert_null(synth_base(&report, 1));
    free(p);
    release(&q);
}

static void wrong_words(void **state)
{
    (void)state;
    static const char *const row[][2] = {
        {"lcx", "unknown policy or module 'lcx'; did you mean lcs?"},
        {"lcs+dyncta", "lcs+dyncta: found two policies of stage limit; allowed: one per stage, several gates"},
        {"lcs+gto", "lcs+gto: gto is a warp arbiter; '+' joins policies of the dispatcher"},
        {"claso+claso", "claso+claso: found claso twice; allowed: once"},
        {"all+lcs", "all+lcs: all stands alone; '+' joins policies of the dispatcher"},
        {"bits+lcs", "bits+lcs: '+' joins an issue unit with a warp arbiter; allowed: bits+gto"},
        {"bits+gto+lrr", "bits+gto+lrr: '+' joins an issue unit with a warp arbiter; allowed: bits+gto"},
        {"regs+gto", "regs+gto: allowed as issue unit: bits, regs1, regs3, regs7, regs15, regs31, regs63"},
        {"regs2+gto", "regs2+gto: allowed as issue unit: bits, regs1,"},
        {"regs", "regs: allowed as issue unit: bits, regs1,"},
        {"bits+", "bits+: '+' joins an issue unit with a warp arbiter; allowed: bits+gto"},
        {"regs63x+gto", "regs63x+gto: allowed as issue unit: bits, regs1,"},
        {"arb_top", "arb_top is built around an arbiter: name that, such as gto"},
    };
    for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
        synth_request_t q = request(row[i][0]);
        uint32_t count;
        err_t err = {{0}};
        assert_null(synth_points(&q, &count, &err));
        release(&q);
        if (strncmp(err.text, row[i][1], strlen(row[i][1])) != 0)
            fail_msg("found '%s', expected '%s'", err.text, row[i][1]);
    }
}

static void an_option_without_a_value_is_refused(void **state)
{
    (void)state;
    synth_request_t q = request("lcs");
    char dir[] = "/tmp/test_synth.XXXXXX", path[64];
    uint32_t count;
    err_t err = {{0}};
    assert_non_null(mkdtemp(dir));
    strcpy(q.root, dir);
    snprintf(path, sizeof path, "%s/synth", dir);
    assert_int_equal(mkdir(path, 0777), 0);
    snprintf(path, sizeof path, "%s/synth/runs.txt", dir);
    FILE *f = fopen(path, "w");
    assert_non_null(f);
    fputs("# comment\nlimit_lcs ctas\n", f);
    fclose(f);
    assert_null(synth_points(&q, &count, &err));
    assert_non_null(strstr(err.text, "runs.txt:2: found 'ctas'; allowed: an option of ctadel run as KEY=VALUE"));
    unlink(path);
    path[strlen(dir) + strlen("/synth")] = '\0';
    rmdir(path);
    rmdir(dir);
    release(&q);
}

static void what_a_policy_adds(void **state)
{
    (void)state;
    synth_request_t q = request("none,lcs");
    uint32_t count = 0;
    err_t err = {{0}};
    static char text[8000];
    synth_point_t *p = synth_points(&q, &count, &err);
    synth_result_t *r = calloc(count, sizeof *r);
    q.lib = (synth_lib_t){.name = "lib", .nand2_area = 10.0, .volts = 1.8, .node_nm = 180, .mhz = 200};
    for (uint32_t i = 0; i < count; i++) {
        r[i] = (synth_result_t){.cells = 100, .flops = 10 + i, .area = 1000.0 * (1 + i), .ns = 4.0};
        strcpy(r[i].start, "u_a.x_q");
        strcpy(r[i].end, "u_b.y_q");
    }
    const synth_report_t report = {.q = &q, .point = p, .result = r, .count = count};
    assert_null(synth_base(&report, 0));
    assert_ptr_equal(synth_base(&report, 1), &r[0]);
    assert_ptr_equal(synth_base(&report, 3), &r[2]); /* of the same size */
    FILE *f = fmemopen(text, sizeof text, "w");
    assert_true(synth_report_text(&report, f, &err));
    fclose(f);
    assert_non_null(strstr(text, "power: not asked for\n"));
    assert_non_null(strstr(text, "+100  +100.0 %"));
    assert_non_null(strstr(text, "250"));
    free(r);
    free(p);
    release(&q);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(designs_of_words),
                                       cmocka_unit_test(an_issue_logic_joins_a_unit_with_an_arbiter),
                                       cmocka_unit_test(an_issue_unit_stands_alone),
                                       cmocka_unit_test(wrong_words),
                                       cmocka_unit_test(an_option_without_a_value_is_refused),
                                       cmocka_unit_test(what_a_policy_adds)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
