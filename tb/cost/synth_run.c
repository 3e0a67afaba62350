/* synth_run.c - measures each design in a process of its own: records a co-simulated run whose waves hold the ports of
 * the dispatcher and of an arbiter, starts synth/point.sh, and reads the result.txt that it writes. */
#include "cost/synth.h"
#include "run/outputs.h"
#include "run/pool.h"
#include "ui/in_path.h"

#include "policy/scheduler.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { DIR_BYTES = RUN_PATH_BYTES + 192, ARG_BYTES = DIR_BYTES + 64, ARGS = 16, SETS = 48 };

typedef struct {
    const synth_request_t *q;
    const synth_point_t *points;
    uint32_t count; /* of points; jobs from there on are their modules */
} work_t;

static void point_dir(const work_t *w, uint32_t job, char dir[DIR_BYTES])
{
    const synth_point_t *p = &w->points[job % w->count];
    snprintf(dir, DIR_BYTES, "%s/%s.%s-%ux%u-%u-%u%s", w->q->out, w->q->lib.name, p->name, p->sms, p->slots,
             w->q->kernels, synth_arb_warps(w->q, p), job >= w->count ? ".modules" : "");
    for (char *c = dir + strlen(w->q->out) + 1; *c; c++)
        if (*c == '/') *c = '_';
}

/* Power can be measured only of designs that the small dispatcher, which is recorded, can hold. */
static bool measurable(const synth_request_t *q, const synth_point_t *p)
{
    return !q->no_power && (p->kind == SYNTH_DISP || p->kind == SYNTH_ARB || p->kind == SYNTH_UNIT) &&
           p->sms <= SCHED_SMS_SMALL && p->slots <= SCHED_SLOTS_SMALL && q->kernels >= SCHED_KERNELS_SMALL;
}

typedef struct { /* options of the measured run of a design, and the texts that they point to */
    run_opts_t o;
    char machine[RUN_PATH_BYTES], workload[RUN_PATH_BYTES], set[4][48], text[sizeof((synth_point_t *)0)->options];
    const char *sets[SETS];
} measured_t;

/* The workload on a machine of the design's size, under the design's policy. */
static bool measured_options(const synth_request_t *q, const synth_point_t *p, measured_t *m, err_t *err)
{
    m->o = (run_opts_t){.size = q->size, .sets = m->sets, .set_count = 4};
    if (!run_data_path(RUN_MACHINE, q->machine, m->machine, err) ||
        !run_data_path(RUN_WORKLOAD, q->workload, m->workload, err))
        return false;
    m->o.machine_path = m->machine;
    m->o.workload_path[0] = m->workload;
    snprintf(m->set[0], sizeof m->set[0], "sms=%u", p->sms);
    snprintf(m->set[1], sizeof m->set[1], "sm.cta_slots=%u", p->slots);
    snprintf(m->set[2], sizeof m->set[2], "sm.threads=%u", q->warps * 32);
    snprintf(m->set[3], sizeof m->set[3], "sm.schedulers=%u", q->schedulers);
    for (uint32_t i = 0; i < m->o.set_count; i++) m->sets[i] = m->set[i];
    snprintf(m->text, sizeof m->text, "%s", p->options);
    for (char *rest = m->text, *pair; (pair = strtok_r(rest, " ", &rest)) != NULL;) {
        char *value = strchr(pair, '=');
        const char *dot = strchr(pair, '.');
        if (dot && dot < value) { /* a key of the machine: what --set takes */
            if (m->o.set_count == SETS)
                return err_set(err, NULL, 0,
                               "%s: synth/runs.txt sets more than %d keys of the machine; allowed: up to %d", p->name,
                               SETS - 4, SETS - 4);
            m->sets[m->o.set_count++] = pair;
            continue;
        }
        *value = '\0';
        if (!run_option_set(&m->o, pair, value + 1, p->name, err)) return false;
    }
    for (uint32_t i = 0; i < q->sets.count; i++) { /* behind those of the policy: the user's count */
        if (m->o.set_count == SETS)
            return err_set(err, NULL, 0, "--set: found more than %d; allowed: up to that", (int)i);
        m->sets[m->o.set_count++] = q->sets.word[i];
    }
    return true;
}

bool synth_programs(const synth_request_t *q, const synth_point_t *points, uint32_t count, err_t *err)
{
    static const struct {
        const char *name, *package;
        bool power; /* needed only to measure power */
    } program[] = {{"yosys", "yosys", false},
                   {"sta", "opensta", false},
                   {"fst2vcd", "gtkwave", true},
                   {"iverilog", "iverilog", true},
                   {"vvp", "iverilog", true}};
    bool power = false;
    for (uint32_t i = 0; i < count; i++) power = power || measurable(q, &points[i]);
    for (size_t i = 0; i < sizeof program / sizeof program[0]; i++)
        if ((power || !program[i].power) && !ui_in_path(program[i].name))
            return err_set(err, NULL, 0, "%s is not in PATH; `apt-get install %s` installs it, as `make synth` does",
                           program[i].name, program[i].package);
    return true;
}

bool synth_check(const synth_request_t *q, const synth_point_t *points, uint32_t count, err_t *err)
{
    measured_t m;
    for (uint32_t i = 0; i < count; i++)
        if (measurable(q, &points[i]) && (!measured_options(q, &points[i], &m, err) || !cosim_probe(&m.o, err)))
            return false;
    return true;
}

/* Did the policy do nothing? So it is if the run takes as many cycles as one with the baseline policies. */
static bool is_idle(const synth_request_t *q, const synth_point_t *p, uint64_t cycles, bool *idle, err_t *err)
{
    measured_t m;
    run_result_t r;
    synth_point_t base = *p;
    *idle = false;
    if (p->everything || p->kind == SYNTH_UNIT || !strcmp(p->name, synth_base_name(p))) return true;
    base.options[0] = '\0';
    if (!measured_options(q, &base, &m, err) || !cosim_run(&m.o, &r, err)) return false;
    *idle = r.cycles == cycles;
    return true;
}

/* Runs, and records the waves; notes in the folder whether the policy did nothing. */
static bool record_run(const synth_request_t *q, const synth_point_t *p, const char *wave, bool *idle, err_t *err)
{
    measured_t m;
    run_result_t r;
    if (!measured_options(q, p, &m, err)) return false;
    m.o.waves = wave;
    if (!cosim_run(&m.o, &r, err)) return false;
    if (r.failed[0]) return err_set(err, NULL, 0, "%s: %s: check failed: %.300s", p->name, q->workload, r.failed);
    return is_idle(q, p, r.cycles, idle, err);
}

/* The value of the POLICY register for banks that hold the design's own policies alone. */
static uint32_t own_policy(const synth_point_t *p)
{
    uint32_t gates = 0;
    for (const char *at = p->banks; (at = strstr(at, "gate_")) != NULL; at++) gates += strncmp(at, "gate_none", 9) != 0;
    const policy_use_t use = {.gates = (UINT32_C(1) << gates) - 1};
    return policy_pack(&use);
}

/* Of the top; it ignores those that it lacks. */
static void parameters(const synth_request_t *q, const synth_point_t *p, char arg[ARG_BYTES])
{
    int used = snprintf(arg, ARG_BYTES, "sizes=SMS=%u SLOTS=%u KERNELS=%u WARPS=%u", p->sms, p->slots, q->kernels,
                        synth_arb_warps(q, p));
    if (p->consumers)
        used += snprintf(arg + used, ARG_BYTES - (size_t)used, " REGS=%u CONSUMERS=%u DESTS=%u SOURCES=%u",
                         SYNTH_ISSUE_REGS, p->consumers, SYNTH_ISSUE_DESTS, SYNTH_ISSUE_SOURCES);
    for (synth_feature_t f = 0; f < SYNTH_FEATURES; f++)
        used += snprintf(arg + used, ARG_BYTES - (size_t)used, " %s=%u", synth_feature_parameter[f],
                         p->everything || p->with[f]);
    snprintf(arg + used, ARG_BYTES - (size_t)used, " CLUSTERS=%u", p->everything || p->clusters);
}

typedef struct { /* synthesises design `index`, or the modules of design `index - count` */
    pool_job_t job;
    uint32_t index;
} synth_job_t;

/* Of the wave of a run: where the ports of the top are. */
static const char *const scope_of[] = {[SYNTH_DISP] = "disp", [SYNTH_ARB] = "sm0_arb0", [SYNTH_UNIT] = "sm0_issue0"};

static bool run_point(const void *self, void *job, err_t *err)
{
    const synth_job_t *j = job;
    const work_t *w = self;
    const synth_request_t *q = w->q;
    const synth_point_t *p = &w->points[j->index % w->count];
    const bool modules = j->index >= w->count, power = !modules && measurable(q, p);
    char dir[DIR_BYTES], log[ARG_BYTES], wave[DIR_BYTES + 16], arg[ARGS][ARG_BYTES];
    char *argv[ARGS + 1] = {0};
    uint32_t n = 0;
    bool idle = false;
    point_dir(w, j->index, dir);
    snprintf(log, sizeof log, "%s/error.txt", dir);
    snprintf(wave, sizeof wave, "%s/run.fst", dir);
    if (!outputs_folder(dir, "--out", NULL, err) || (power && !record_run(q, p, wave, &idle, err))) return false;
    snprintf(arg[n++], ARG_BYTES, "%s/synth/point.sh", q->root);
    snprintf(arg[n++], ARG_BYTES, "out=%s", dir);
    snprintf(arg[n++], ARG_BYTES, "top=%s", p->top);
    parameters(q, p, arg[n++]);
    snprintf(arg[n++], ARG_BYTES, "banks=%s", p->banks);
    snprintf(arg[n++], ARG_BYTES, "lib=%s", q->lib.path);
    snprintf(arg[n++], ARG_BYTES, "drive=%s", q->lib.buffer);
    snprintf(arg[n++], ARG_BYTES, "clock_ps=%.0f", 1e6 / q->lib.mhz);
    snprintf(arg[n++], ARG_BYTES, "map=%s", q->map);
    if (q->blocks.count) {
        char blocks[SYNTH_PATH_BYTES];
        synth_blocks(q, blocks);
        snprintf(arg[n++], ARG_BYTES, "blocks=%s", blocks);
    }
    if (modules) snprintf(arg[n++], ARG_BYTES, "modules=1");
    else if (!strcmp(p->name, synth_base_name(p))) snprintf(arg[n++], ARG_BYTES, "orders=%u", q->orders);
    if (!modules && !q->no_power && p->kind == SYNTH_ISSUE) /* no wave has all its ports */
        snprintf(arg[n++], ARG_BYTES, "still=1");
    if (idle) snprintf(arg[n++], ARG_BYTES, "idle=1");
    if (power) {
        snprintf(arg[n++], ARG_BYTES, "wave=%s", wave);
        snprintf(arg[n++], ARG_BYTES, "scope=%s", scope_of[p->kind]);
        if (p->kind == SYNTH_DISP && !p->everything) snprintf(arg[n++], ARG_BYTES, "policy=%u", own_policy(p));
    }
    for (uint32_t i = 0; i < n; i++) argv[i] = arg[i];
    return synth_script(argv, log, err);
}

static bool number(const char *key, const char *text, const char *name, double *value)
{
    if (strcmp(key, name) != 0) return false;
    *value = strtod(text, NULL);
    return true;
}

/* Area and path of one mapping more. */
static void read_order(synth_result_t *r, const char *text)
{
    double area, ns;
    if (sscanf(text, "%lf %lf", &area, &ns) != 2) return;
    if (!r->orders++) {
        r->area_low = r->area_high = r->area;
        r->ns_low = r->ns_high = r->ns;
        r->orders = 2;
    }
    r->area_low = fmin(r->area_low, area);
    r->area_high = fmax(r->area_high, area);
    r->ns_low = fmin(r->ns_low, ns);
    r->ns_high = fmax(r->ns_high, ns);
}

static void read_line(synth_result_t *r, const char *line, double clock_ns)
{
    char key[48], rest[400] = "";
    double v = 0.0;
    if (sscanf(line, "%47s %399[^\n]", key, rest) < 1) return;
    if (!strcmp(key, "total")) sscanf(rest, "%u %u %lf", &r->cells, &r->flops, &r->area);
    if (!strcmp(key, "start")) snprintf(r->start, sizeof r->start, "%.95s", rest);
    if (!strcmp(key, "end")) snprintf(r->end, sizeof r->end, "%.95s", rest);
    if (number(key, rest, "slack_ns", &v)) r->ns = clock_ns - v;
    if (number(key, rest, "comb_ps", &v)) r->comb_ns = v / 1e3;
    if (number(key, rest, "gates", &v)) r->gates = (uint32_t)v;
    if (number(key, rest, "replayed_cycles", &v)) r->replayed_cycles = (uint64_t)v;
    number(key, rest, "power_mw", &r->power_mw);
    number(key, rest, "power_clock_mw", &r->clock_mw);
    number(key, rest, "power_data_mw", &r->data_mw);
    number(key, rest, "power_leak_mw", &r->leak_mw);
    number(key, rest, "activity", &r->activity);
    if (number(key, rest, "idle", &v)) r->idle = v > 0.0;
    if (!strcmp(key, "order")) read_order(r, rest);
    synth_path_t *p = &r->path[r->path_count];
    if (!strcmp(key, "path") && r->path_count < SYNTH_PATH_MAX &&
        sscanf(rest, "%lf %u %95s %95s", &p->ns, &p->gates, p->start, p->end) == 4)
        r->path_count++;
    synth_module_t *m = &r->module[r->module_count];
    if (!strcmp(key, "module") && r->module_count < SYNTH_MODULES_MAX &&
        sscanf(rest, "%63s %u %u %u %lf", m->name, &m->instances, &m->cells, &m->flops, &m->area) == 5)
        r->module_count++;
}

static bool read_result(const work_t *w, uint32_t job, synth_result_t *r, err_t *err)
{
    char path[DIR_BYTES + 16], line[512];
    point_dir(w, job, path);
    strcat(path, "/result.txt");
    FILE *f = fopen(path, "r");
    if (!f) return err_set(err, path, 0, "cannot be read: %s", strerror(errno));
    while (fgets(line, sizeof line, f)) read_line(r, line, 1e3 / w->q->lib.mhz);
    fclose(f);
    return true;
}

bool synth_run(const synth_request_t *q, const synth_point_t *points, uint32_t count, synth_result_t *results,
               synth_result_t *modules, err_t *err)
{
    const work_t work = {q, points, count};
    const uint32_t all = modules ? 2 * count : count;
    synth_job_t *jobs = pool_jobs_create(all, sizeof *jobs);
    if (!jobs) return err_set(err, NULL, 0, "out of memory");
    for (uint32_t i = 0; i < all; i++) {
        jobs[i].index = i;
        snprintf(jobs[i].job.name, sizeof jobs[i].job.name, "%s", points[i % count].name);
        if (i >= count && points[i - count].kind == SYNTH_MODULE) jobs[i].job.state = POOL_DONE;
    }
    const pool_t pool = {"synth", sizeof *jobs, run_point, &work, q->parallel, NULL, POOL_RESUME};
    pool_run(&pool, jobs, all);
    bool ok = true;
    for (uint32_t i = 0; ok && i < all; i++) {
        if (jobs[i].job.state == POOL_ERROR) {
            *err = jobs[i].job.err;
            ok = false;
        } else if (i < count || points[i - count].kind != SYNTH_MODULE) {
            ok = read_result(&work, i, i < count ? &results[i] : &modules[i - count], err);
        }
    }
    pool_jobs_destroy(jobs, all, sizeof *jobs);
    return ok;
}
