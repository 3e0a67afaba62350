/* sweep_failure.c - how a run on another host failed, in a file of its job's folder: the host that gathers the rows
 * reports it as if the run had been its own. It is no row: the next sweep repeats the run. */
#include "experiment/sweep_fields.h"
#include "experiment/sweep_plan.h"

#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static const char *path_of(const sweep_job_t *j, const char *folder, char path[PATH_MAX + 32])
{
    snprintf(path, PATH_MAX + 32, "%s/%016" PRIx64 ".json", folder, j->key.row);
    return path;
}

bool sweep_failure_save(const sweep_job_t *j, const char *folder, const sweep_about_t *about, const err_t *cause,
                        err_t *err)
{
    char path[PATH_MAX + 32];
    json_t *row = cause ? json_pack("{ss}", "error", cause->text) : sweep_row_json(&j->result, about);
    if (row && !cause) json_object_set_new(row, "failed", json_string(j->result.failed));
    return sweep_row_write(row, path_of(j, folder, path), err);
}

bool sweep_failure_there(const sweep_job_t *j, const char *folder)
{
    char path[PATH_MAX + 32];
    return access(path_of(j, folder, path), F_OK) == 0;
}

static void load(sweep_job_t *j, const char *folder)
{
    char path[PATH_MAX + 32];
    sweep_about_t about;
    json_t *row = json_load_file(path_of(j, folder, path), 0, NULL);
    const char *error = json_string_value(json_object_get(row, "error"));
    const char *failed = json_string_value(json_object_get(row, "failed"));
    if (error) {
        j->job.state = POOL_ERROR;
        snprintf(j->job.err.text, sizeof j->job.err.text, "%s", error);
    } else if (failed && sweep_row_parse(row, &j->result, &about)) {
        j->job.state = POOL_DONE;
        snprintf(j->result.failed, sizeof j->result.failed, "%s", failed);
    }
    json_decref(row);
}

void sweep_failure_load(sweep_plan_t *plan, const char *folder)
{
    for (uint32_t i = 0; i < plan->count; i++) {
        sweep_job_t *j = &plan->job[i];
        const bool waits = j->job.state == POOL_LEFT || j->job.state == POOL_WAITING;
        if (plan->first[i] == i && waits) load(j, folder);
    }
}
