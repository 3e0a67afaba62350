/* dispatch_score.c - scores a run against a dispatch log: same SM, order of the starts, tail.
 *
 * The order of the starts is Spearman's rho within each launch, and of that the mean over the launches, weighted by
 * their CTAs. Over all CTAs together it would be near 1 for every policy, because launches follow each other.
 *
 * SMs get other numbers greedily: of all pairs of a logged SM and an SM of the run, the pair with most CTAs on both
 * becomes one SM, then the next pair among the SMs that are left; of equal pairs the one with the lower numbers. */
#include "compare/dispatch.h"

#include "policy/scheduler.h"
#include "stats/rank.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    uint32_t sms;
    uint64_t *both;       /* both[log SM * sms + run SM]: CTAs that ran on this SM in the log, and on that in the run */
    double *log, *run;    /* starts of a launch */
    double rho;           /* summed over launches, times their CTAs */
    uint64_t ctas, ranks; /* CTAs so far; those of launches that have a rho */
} sums_t;

static uint32_t largest_grid(const dispatch_log_t *log)
{
    uint32_t ctas = 1;
    for (uint32_t k = 0; k < log->kernels; k++)
        if (log->kernel[k].ctas > ctas) ctas = log->kernel[k].ctas;
    return ctas;
}

static uint64_t first_start(const dispatch_kernel_t *k)
{
    uint64_t first = UINT64_MAX;
    for (uint32_t c = 0; c < k->ctas; c++)
        if (k->cta[c].start < first) first = k->cta[c].start;
    return first;
}

/* Starts are counted from the first one: nanoseconds of a GPU's timer have more digits than a double. */
static bool add_launch(sums_t *s, const dispatch_kernel_t *log, const dispatch_kernel_t *run)
{
    const uint64_t log_first = first_start(log), run_first = first_start(run);
    double rho;
    for (uint32_t c = 0; c < log->ctas; c++) {
        s->both[log->cta[c].sm * s->sms + run->cta[c].sm]++;
        s->log[c] = (double)(log->cta[c].start - log_first);
        s->run[c] = (double)(run->cta[c].start - run_first);
    }
    if (!rank_rho(s->log, s->run, log->ctas, &rho)) return false;
    s->ctas += log->ctas;
    if (isnan(rho)) return true;
    s->rho += rho * log->ctas;
    s->ranks += log->ctas;
    return true;
}

/* CTAs on the same SM after the greedy renumbering. */
static uint64_t relabel(const sums_t *s)
{
    bool log_taken[SCHED_SMS_MAX] = {false}, run_taken[SCHED_SMS_MAX] = {false};
    uint64_t same = 0;
    for (uint32_t pairs = 0; pairs < s->sms; pairs++) {
        uint32_t log_sm = 0, run_sm = 0;
        uint64_t most = 0;
        for (uint32_t i = 0; i < s->sms * s->sms; i++) {
            if (s->both[i] <= most || log_taken[i / s->sms] || run_taken[i % s->sms]) continue;
            most = s->both[i];
            log_sm = i / s->sms;
            run_sm = i % s->sms;
        }
        if (!most) break;
        same += most;
        log_taken[log_sm] = run_taken[run_sm] = true;
    }
    return same;
}

static void finish(const sums_t *s, dispatch_score_t *out)
{
    uint64_t same = 0;
    for (uint32_t sm = 0; sm < s->sms; sm++) same += s->both[sm * s->sms + sm];
    out->same_sm = (double)same / (double)s->ctas;
    out->relabelled = (double)relabel(s) / (double)s->ctas;
    out->starts = s->ranks ? s->rho / (double)s->ranks : NAN;
}

bool dispatch_score(const dispatch_log_t *log, const dispatch_log_t *run, uint32_t sms, dispatch_score_t *out)
{
    const uint32_t largest = largest_grid(log);
    sums_t s = {.sms = sms,
                .both = calloc((size_t)sms * sms, sizeof *s.both),
                .log = malloc(largest * sizeof *s.log),
                .run = malloc(largest * sizeof *s.run)};
    bool ok = s.both && s.log && s.run;
    for (uint32_t k = 0; ok && k < log->kernels; k++) ok = add_launch(&s, &log->kernel[k], &run->kernel[k]);
    if (ok) finish(&s, out);
    out->tail = dispatch_tail(run, sms);
    out->tail_more = out->tail - dispatch_tail(log, sms);
    free(s.both);
    free(s.log);
    free(s.run);
    return ok;
}

static uint64_t tail_of(const dispatch_kernel_t *k, uint32_t sms, uint64_t *end)
{
    uint64_t ends[SCHED_SMS_MAX] = {0}, first = UINT64_MAX;
    bool used[SCHED_SMS_MAX] = {false};
    *end = 0;
    for (uint32_t c = 0; c < k->ctas; c++) {
        const dispatch_cta_t *cta = &k->cta[c];
        used[cta->sm] = true;
        if (cta->end > ends[cta->sm]) ends[cta->sm] = cta->end;
        if (cta->end > *end) *end = cta->end;
    }
    for (uint32_t sm = 0; sm < sms; sm++)
        if (used[sm] && ends[sm] < first) first = ends[sm];
    return *end - first;
}

double dispatch_tail(const dispatch_log_t *log, uint32_t sms)
{
    double tails = 0.0, times = 0.0;
    for (uint32_t k = 0; k < log->kernels; k++) {
        uint64_t end;
        tails += (double)tail_of(&log->kernel[k], sms, &end);
        times += (double)(end - first_start(&log->kernel[k]));
    }
    return times > 0.0 ? tails / times : 0.0;
}
