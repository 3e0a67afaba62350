/* cmd_why.c - `ctadel why`: says why SMs got no CTA in a cycle, from the file of `run --why`. */
#include "app/app.h"
#include "run/why_file.h"
#include "ui/words.h"

#include "policy/why.h"

#include <inttypes.h>
#include <string.h>

static const ui_opt_t opts[] = {
    {"cycle", 'c', "N", "the cycle, from 0; required"},
    {"sm", 's', "S", "only SM S; default: all SMs, those with the same causes in one line"},
    {"help", 'h', NULL, "this text"},
};
enum { OPTS = sizeof opts / sizeof opts[0] };

typedef struct {
    const char *path, *cycle_text, *sm_text;
    uint64_t cycle, sm;
    bool help;
} request_t;

static void print_help(FILE *f)
{
    fputs("usage: ctadel why FILE.csv --cycle N [--sm S]\n"
          "Says for each kernel that had CTAs left why SMs got none in cycle N. FILE.csv is from\n"
          "`ctadel run ... --why FILE.csv`.\n\n",
          f);
    ui_args_help(f, opts, OPTS);
    fputs("\nExamples:\n"
          "  ctadel run lcs28 mmul --size tiny --limit lcs --why why.csv\n"
          "  ctadel why why.csv --cycle 1000\n"
          "  ctadel why why.csv --cycle 1000 --sm 3\n"
          "Exit code: 0 ok, 2 bad input.\n",
          f);
}

static bool parse(request_t *q, int argc, char **argv, err_t *err)
{
    ui_args_t args = {.argc = argc, .at = 1, .argv = argv, .opts = opts, .opt_count = OPTS};
    const ui_opt_t *opt;
    const char *value;
    *q = (request_t){0};
    while (ui_args_next(&args, &opt, &value, err)) {
        if (!opt && q->path) return err_set(err, NULL, 0, "found a second file '%s'; allowed: one", value);
        if (!opt) q->path = value;
        else if (!strcmp(opt->name, "cycle")) q->cycle_text = value;
        else if (!strcmp(opt->name, "sm")) q->sm_text = value;
        else q->help = true;
    }
    if (err->text[0] || q->help) return q->help;
    if (!q->path || !q->cycle_text)
        return err_set(err, NULL, 0, "%s is missing; see ctadel why --help", q->path ? "--cycle N" : "FILE.csv");
    if (!ui_number(q->cycle_text, UINT64_MAX, &q->cycle))
        return err_set(err, NULL, 0, "--cycle: found '%s'; allowed: a number of a cycle, from 0", q->cycle_text);
    if (q->sm_text && !ui_number(q->sm_text, UINT32_MAX, &q->sm))
        return err_set(err, NULL, 0, "--sm: found '%s'; allowed: a number of an SM, from 0", q->sm_text);
    return true;
}

static void print_cause(uint16_t cause)
{
#define TEXT(arg, bit, name, word, text) text,
    static const char *const texts[WHY_CAUSE_COUNT] = {WHY_CAUSES(TEXT, _)};
#undef TEXT
    const char *between = "";
    if (cause == WHY_FREE) fputs("could take a CTA, but another SM was picked", stdout);
    for (uint32_t left = cause; left; left &= left - 1) {
        printf("%s%s", between, texts[__builtin_ctz(left)]);
        between = ", ";
    }
    putchar('\n');
}

/* The SMs with this cause, as "0, 4-7". */
static void print_sms(const why_kernel_t *k, uint32_t sms, uint16_t cause)
{
    const char *between = "";
    for (uint32_t s = 0; s < sms; s++) {
        uint32_t last = s;
        if (k->cause[s] != cause) continue;
        while (last + 1 < sms && k->cause[last + 1] == cause) last++;
        printf(last > s ? "%s%" PRIu32 "-%" PRIu32 : "%s%" PRIu32, between, s, last);
        between = ", ";
        s = last;
    }
}

static void print_kernel(const request_t *q, const why_state_t *w, const why_kernel_t *k)
{
    const uint32_t first = q->sm_text ? (uint32_t)q->sm : 0, end = q->sm_text ? first + 1 : w->sms;
    bool any = false;
    for (uint32_t s = first; s < end; s++) any |= k->cause[s] != WHY_NOT_ASKED;
    if (!any) return;
    printf("\n%s (kernel %" PRIu64 "): %" PRIu64 " CTAs dispatched so far", k->name, k->id, k->count);
    if (k->last.any)
        printf("; CTA %" PRIu32 " went to SM %" PRIu32 " in cycle %" PRIu64, k->last.cta, k->last.sm, k->last.cycle);
    if (k->next.any)
        printf("; next, CTA %" PRIu32 " goes to SM %" PRIu32 " in cycle %" PRIu64, k->next.cta, k->next.sm,
               k->next.cycle);
    putchar('\n');
    for (uint32_t s = first; s < end; s++) {
        bool printed = false;
        for (uint32_t before = first; before < s; before++) printed |= k->cause[before] == k->cause[s];
        if (printed || k->cause[s] == WHY_NOT_ASKED) continue;
        fputs("  SM ", stdout);
        if (q->sm_text) printf("%" PRIu32, s);
        else print_sms(k, w->sms, k->cause[s]);
        fputs(": ", stdout);
        print_cause(k->cause[s]);
    }
}

static bool waits(const why_state_t *w)
{
    for (uint32_t k = 0; k < w->kernels; k++)
        for (uint32_t s = 0; s < w->sms; s++)
            if (w->kernel[k].cause[s] != WHY_NOT_ASKED) return true;
    return false;
}

static void print_state(const request_t *q, const why_state_t *w)
{
    uint32_t went = 0;
    for (uint32_t k = 0; k < w->kernels; k++) went += w->kernel[k].last.any && w->kernel[k].last.cycle == q->cycle;
    printf("%s, cycle %" PRIu64 " of 0 to %" PRIu64 ": %s\n", w->machine, q->cycle, w->cycles - 1,
           went       ? "a CTA was dispatched"
           : waits(w) ? "no CTA was dispatched"
                      : "no kernel had a CTA to dispatch");
    for (uint32_t k = 0; k < w->kernels; k++) print_kernel(q, w, &w->kernel[k]);
}

int cmd_why(int argc, char **argv)
{
    request_t q;
    why_state_t w;
    err_t err = {{0}};
    if (!parse(&q, argc, argv, &err)) return ui_fail(&err);
    if (q.help) {
        print_help(stdout);
        return UI_OK;
    }
    if (!why_file_read(q.path, q.cycle, &w, &err)) return ui_fail(&err);
    const bool ok = !q.sm_text || q.sm < w.sms ||
                    err_set(&err, NULL, 0, "--sm: found '%s'; allowed: 0 to %" PRIu32 ", the SMs of %s", q.sm_text,
                            w.sms - 1, w.machine);
    if (ok) print_state(&q, &w);
    why_file_free(&w);
    return ok ? UI_OK : ui_fail(&err);
}
