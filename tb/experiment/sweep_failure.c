/* sweep_failure.c - how a run on another host failed, in a file beside its row: the host that gathers the rows reports
 * it as if the run had been its own. It is no row: the next sweep repeats the run. */
#include "experiment/sweep_fields.h"
#include "experiment/sweep_plan.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

static const char *path_of(const sweep_job_t *j, char path[SWEEP_FAILURE_BYTES])
{
    snprintf(path, SWEEP_FAILURE_BYTES, "%s.failed", j->row_path);
    return path;
}

bool sweep_failure_save(const sweep_job_t *j, const sweep_about_t *about, const err_t *cause, err_t *err)
{
    char path[SWEEP_FAILURE_BYTES];
    json_t *row = cause ? json_pack("{ss}", "error", cause->text) : sweep_row_json(&j->result, about);
    if (row && !cause) json_object_set_new(row, "failed", json_string(j->result.failed));
    return sweep_row_write(row, path_of(j, path), err);
}

bool sweep_failure_there(const sweep_job_t *j)
{
    char path[SWEEP_FAILURE_BYTES];
    return access(path_of(j, path), F_OK) == 0;
}

void sweep_failure_load(sweep_job_t *j)
{
    char path[SWEEP_FAILURE_BYTES];
    sweep_about_t about;
    json_t *row = json_load_file(path_of(j, path), 0, NULL);
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

void sweep_failure_remove(const sweep_job_t *j)
{
    char path[SWEEP_FAILURE_BYTES];
    unlink(path_of(j, path));
}
