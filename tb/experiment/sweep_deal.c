/* sweep_deal.c - which task of a job runs which of the waiting runs: a file that the host writes and each task reads.
 */
#include "experiment/sweep_costs.h"

#include "base/infile.h"
#include "base/outfile.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

bool sweep_deal_write(const sweep_plan_t *plan, const uint32_t *task, const char *path, err_t *err)
{
    outfile_t *o = outfile_open(path, err);
    if (!o) return false;
    for (uint32_t i = 0; i < plan->count; i++)
        if (task[i]) fprintf(outfile_stream(o), "%" PRIu32 " %016" PRIx64 "\n", task[i], plan->job[i].key.row);
    return outfile_commit(o, err);
}

/* The waiting run with this key; NULL: this host computes no such run. */
static sweep_job_t *find(const sweep_plan_t *plan, uint64_t key)
{
    for (uint32_t i = 0; i < plan->count; i++)
        if (plan->first[i] == i && plan->job[i].key.row == key) return &plan->job[i];
    return NULL;
}

bool sweep_deal_take(sweep_plan_t *plan, const char *path, uint32_t task, err_t *err)
{
    FILE *f = fopen(path, "r");
    uint32_t of;
    uint64_t key;
    bool ok =
        f || err_set(err, path, 0, "cannot be read: %s; give --rows a folder that all nodes share", strerror(errno));
    bool *mine = calloc(plan->count + 1, sizeof *mine);
    if (!mine) ok = err_set(err, NULL, 0, "out of memory");
    while (ok && fscanf(f, "%" SCNu32 " %" SCNx64, &of, &key) == 2) {
        if (of != task) continue;
        const sweep_job_t *j = find(plan, key);
        if (j) mine[j - plan->job] = true;
        else
            ok = err_set(err, path, 0,
                         "this host computes other runs than the one that submitted them: machine, workload or "
                         "experiment files differ; share them, or install the same");
    }
    if (f) fclose(f);
    for (uint32_t i = 0; ok && i < plan->count; i++)
        if (plan->job[i].job.state == POOL_WAITING && !mine[i]) plan->job[i].job.state = POOL_LEFT;
    free(mine);
    return ok;
}

uint32_t sweep_deal_open(const sweep_plan_t *plan, const char *path, bool *open, uint32_t tasks)
{
    FILE *f = fopen(path, "r");
    uint32_t of, count = 0;
    uint64_t key;
    memset(open, 0, (tasks + 1) * sizeof *open);
    while (f && fscanf(f, "%" SCNu32 " %" SCNx64, &of, &key) == 2) {
        const sweep_job_t *j = find(plan, key);
        const bool left = j && (j->job.state == POOL_WAITING || j->job.state == POOL_LEFT);
        if (!left || of > tasks || open[of]) continue;
        open[of] = true;
        count++;
    }
    if (f) fclose(f);
    return count;
}
