/* slurm_logs.c - why tasks left runs without a result: what their logs say. */
#include "experiment/slurm_job.h"

#include "experiment/sweep_costs.h"

#include <stdlib.h>
#include <string.h>

enum { LINE_BYTES = 512, CAUSES = 16 };

typedef struct { /* of tasks that say the same */
    char text[LINE_BYTES], log[PATH_MAX + 64], node[80];
    uint32_t tasks;
} cause_t;

typedef struct {
    cause_t cause[CAUSES];
    uint32_t count, silent; /* silent: tasks without a log */
} causes_t;

/* The line of a log that says why the task ended: what Slurm says of its limit, else the last error, else the last
 * line. The first line names the node. False: no log. */
static bool read_log(const char *path, cause_t *c)
{
    char line[LINE_BYTES];
    int rank = 0;
    FILE *log = fopen(path, "r");
    if (!log) return false;
    snprintf(c->node, sizeof c->node, "node ?");
    snprintf(c->text, sizeof c->text, "ended without output");
    snprintf(c->log, sizeof c->log, "%s", path);
    while (fgets(line, sizeof line, log)) {
        line[strcspn(line, "\n")] = '\0';
        if (strncmp(line, "node ", 5) == 0) {
            snprintf(c->node, sizeof c->node, "%.79s", line);
            continue;
        }
        const int now = strstr(line, "DUE TO") || strstr(line, "CANCELLED AT") ? 3
                        : strstr(line, "error:") || strstr(line, "ctadel:")    ? 2
                                                                               : 1;
        if (!line[0] || now < rank) continue;
        rank = now;
        snprintf(c->text, sizeof c->text, "%s", line);
    }
    fclose(log);
    return true;
}

static void add(causes_t *all, const cause_t *c)
{
    uint32_t i = 0;
    while (i < all->count && strcmp(all->cause[i].text, c->text) != 0) i++;
    if (i == CAUSES) i--;
    else if (i == all->count) all->cause[all->count++] = *c;
    all->cause[i].tasks++;
}

static void collect(const slurm_job_t *j, const bool *unfinished, causes_t *all)
{
    for (uint32_t t = 1; t <= j->tasks; t++) {
        char path[PATH_MAX + 64];
        cause_t c = {.tasks = 0};
        if (!unfinished[t]) continue;
        snprintf(path, sizeof path, "%s/slurm/%s_%u.log", j->s->out, j->number, t);
        if (read_log(path, &c)) add(all, &c);
        else all->silent++;
    }
}

static void print(const slurm_job_t *j, const causes_t *all, FILE *f)
{
    for (uint32_t i = 0; i < all->count; i++) {
        const cause_t *c = &all->cause[i];
        fprintf(f, "%s, %s: %s", c->log, c->node, c->text);
        if (strstr(c->text, "DUE TO TIME LIMIT")) fputs("; give a longer --time", f);
        if (c->tasks > 1) fprintf(f, " (and %u more task%s)", c->tasks - 1, c->tasks > 2 ? "s" : "");
        fputc('\n', f);
    }
    if (!all->silent) return;
    if (slurm_job_cancelled(j)) fprintf(f, "job %s was cancelled\n", j->number);
    else
        fprintf(f,
                "%u of %u tasks wrote no log into %s/slurm: they did not start, or their nodes do not see this folder; "
                "give --out a folder that all nodes share\n",
                all->silent, j->tasks, j->s->out);
}

void slurm_logs(const slurm_t *s, sweep_plan_t *plan, FILE *f)
{
    slurm_job_t *j = malloc(sizeof *j);
    causes_t *all = calloc(1, sizeof *all);
    bool same = false, *unfinished = NULL;
    err_t none = {{0}};
    if (j && all && slurm_job_open(j, s, plan, &none) && slurm_job_read(j, &same) && same) {
        sweep_failure_load(plan, j->folder);
        unfinished = calloc(j->tasks + 1, sizeof *unfinished);
        if (unfinished && sweep_assign_unfinished(plan, j->folder, unfinished, j->tasks)) {
            collect(j, unfinished, all);
            print(j, all, f);
        }
        slurm_job_forget(j);
    } else if (sweep_plan_count(plan).left) {
        fputs("another command that waited for this job has reported how its runs ended\n", f);
    }
    free(unfinished);
    free(all);
    free(j);
}
