/* sweep_assign.c - which task of a job runs which of the waiting runs: a file that the host writes and each task reads.
 * Its lines stand in the order of the plan. */
#include "experiment/sweep_costs.h"

#include "base/outfile.h"

#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

static const char *path_of(const char *folder, char path[PATH_MAX + 16])
{
    snprintf(path, PATH_MAX + 16, "%s/tasks", folder);
    return path;
}

bool sweep_assign_write(const sweep_plan_t *plan, const uint32_t *task, const char *folder, err_t *err)
{
    char path[PATH_MAX + 16];
    outfile_t *o = outfile_open(path_of(folder, path), err);
    if (!o) return false;
    for (uint32_t i = 0; i < plan->count; i++)
        if (task[i]) fprintf(outfile_stream(o), "%" PRIu32 " %016" PRIx64 "\n", task[i], plan->job[i].key.row);
    return outfile_commit(o, err);
}

/* Reads a line. *at: index of its run, the search for which begins at the one before; plan->count: this host computes
 * no such run. False: no line is left. */
static bool next(FILE *f, const sweep_plan_t *plan, uint32_t *task, uint32_t *at)
{
    uint64_t key;
    uint32_t tried = 0;
    if (!f || fscanf(f, "%" SCNu32 " %" SCNx64, task, &key) != 2) return false;
    if (*at == plan->count) *at = 0;
    while (tried < plan->count && plan->job[*at].key.row != key) *at = (*at + 1) % plan->count, tried++;
    *at = tried < plan->count ? plan->first[*at] : plan->count;
    return true;
}

bool sweep_assign_take(sweep_plan_t *plan, const char *folder, uint32_t task, err_t *err)
{
    char path[PATH_MAX + 16];
    FILE *f = fopen(path_of(folder, path), "r");
    uint32_t of, at = 0;
    bool ok =
        f || err_set(err, path, 0, "cannot be read: %s; give --rows a folder that all nodes share", strerror(errno));
    bool *mine = calloc(plan->count + 1, sizeof *mine);
    if (!mine) ok = err_set(err, NULL, 0, "out of memory");
    while (ok && next(f, plan, &of, &at)) {
        if (of != task) continue;
        if (at == plan->count)
            ok = err_set(err, path, 0,
                         "this host computes other runs than the one that submitted them: machine, workload or "
                         "experiment files differ; share them, or install the same");
        else mine[at] = true;
    }
    if (f) fclose(f);
    for (uint32_t i = 0; ok && i < plan->count; i++)
        if (plan->job[i].job.state == POOL_WAITING && !mine[i]) plan->job[i].job.state = POOL_LEFT;
    free(mine);
    return ok;
}

uint32_t sweep_assign_unfinished(const sweep_plan_t *plan, const char *folder, bool *unfinished, uint32_t tasks)
{
    char path[PATH_MAX + 16];
    FILE *f = fopen(path_of(folder, path), "r");
    uint32_t of, at = 0, count = 0;
    memset(unfinished, 0, (tasks + 1) * sizeof *unfinished);
    while (next(f, plan, &of, &at)) {
        const pool_state_t state = at < plan->count ? plan->job[at].job.state : POOL_KEPT;
        if ((state != POOL_WAITING && state != POOL_LEFT) || of > tasks || unfinished[of]) continue;
        unfinished[of] = true;
        count++;
    }
    if (f) fclose(f);
    return count;
}
