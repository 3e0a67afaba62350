/* slurm_job.c - talks to Slurm by its programs. */
#include "experiment/slurm_job.h"

#include "experiment/slurm_script.h"
#include "experiment/sweep_costs.h"
#include "run/command.h"
#include "run/outputs.h"

#include "base/folder.h"
#include "base/outfile.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static uint64_t hash_of(const sweep_plan_t *plan)
{
    uint64_t h = 0;
    for (uint32_t i = 0; i < plan->count; i++) h = (h ^ plan->job[i].key.row) * UINT64_C(1099511628211);
    return h;
}

bool slurm_job_open(slurm_job_t *j, const slurm_t *s, const sweep_plan_t *plan, err_t *err)
{
    char folder[PATH_MAX + 8];
    *j = (slurm_job_t){.s = s, .plan = plan, .sweep = hash_of(plan)};
    if (!realpath(s->out, j->out)) return err_set(err, s->out, 0, "cannot be read: %s", strerror(errno));
    if (!realpath(s->rows, j->rows)) return err_set(err, s->rows, 0, "cannot be read: %s", strerror(errno));
    snprintf(folder, sizeof folder, "%s/slurm", j->out);
    snprintf(j->note, sizeof j->note, "%s/job", folder);
    return outputs_folder(folder, "--out", NULL, err);
}

static void name_folder(slurm_job_t *j) { snprintf(j->folder, sizeof j->folder, "%s/job-%s", j->rows, j->mark); }

bool slurm_job_note(slurm_job_t *j, const char *number, err_t *err)
{
    outfile_t *o = outfile_open(j->note, err);
    if (!o) return false;
    fprintf(outfile_stream(o), "%s %s %u %016" PRIx64 "\n", j->mark, number, j->tasks, j->sweep);
    return outfile_commit(o, err);
}

bool slurm_job_read(slurm_job_t *j, bool *same)
{
    FILE *f = fopen(j->note, "r");
    uint64_t sweep;
    const bool read = f && fscanf(f, "%39s %31s %u %" SCNx64, j->mark, j->number, &j->tasks, &sweep) == 4;
    if (f) fclose(f);
    if (!read || j->number[0] == '-') return false;
    name_folder(j);
    *same = sweep == j->sweep;
    return true;
}

void slurm_job_forget(const slurm_job_t *j)
{
    glob_t found;
    unlink(j->note);
    folder_list(j->folder, "*", &found);
    for (size_t i = 0; i < found.gl_pathc; i++) unlink(found.gl_pathv[i]);
    globfree(&found);
    rmdir(j->folder);
}

/* What sbatch says of its error: the last line with "error: ", else the first line; without its own words before it. */
static const char *cause(const char *said)
{
    static const char error[] = "error: ", own[] = "sbatch: ";
    const char *last = NULL;
    for (const char *at = said; (at = strstr(at, error)) != NULL;) last = at += sizeof error - 1;
    if (last) return last;
    return said + (strncmp(said, own, sizeof own - 1) == 0 ? sizeof own - 1 : 0);
}

static bool refused(const char *said, err_t *err)
{
    static const char *const down[] = {"contact", "unge", "uthentication", "onfig", "ocket"};
    const char *why = said[0] ? cause(said) : "no answer";
    bool service = !said[0];
    for (size_t i = 0; i < sizeof down / sizeof down[0]; i++) service |= strstr(said, down[i]) != NULL;
    return err_set(err, NULL, 0, "sbatch: %.*s%s", (int)(strcspn(why, "\n") < 300 ? strcspn(why, "\n") : 300), why,
                   service ? "; is Slurm there (packages slurm-client, munge), and are munged and slurmctld up?" : "");
}

/* The answer of --parsable: NUMBER, or NUMBER;CLUSTER. */
static bool take_number(slurm_job_t *j, const char *said, err_t *err)
{
    const char *line = strrchr(said, '\n') ? strrchr(said, '\n') + 1 : said;
    const size_t digits = strspn(line, "0123456789");
    if (!digits || digits >= sizeof j->number || (line[digits] && line[digits] != ';'))
        return err_set(err, NULL, 0, "sbatch: found '%.80s' instead of the number of a job", line);
    snprintf(j->number, sizeof j->number, "%.*s", (int)digits, line);
    return true;
}

/* A row that is damaged must not count as this job's. */
static void clear(const sweep_plan_t *plan, const uint32_t *task)
{
    run_result_t r;
    for (uint32_t i = 0; i < plan->count; i++)
        if (task[i] && !sweep_row_load(plan->job[i].row_path, &r)) unlink(plan->job[i].row_path);
}

bool slurm_job_submit(slurm_job_t *j, err_t *err)
{
    char said[SLURM_SAID_BYTES], *script = malloc(SLURM_SCRIPT_BYTES);
    uint32_t *task = calloc(j->plan->count + 1, sizeof *task);
    slurm_words_t *w = malloc(sizeof *w);
    snprintf(j->mark, sizeof j->mark, "%08lx%08lx", (unsigned long)time(NULL), (unsigned long)getpid());
    name_folder(j);
    const slurm_script_t content = {.note = j->note,
                                    .mark = j->mark,
                                    .folder = j->folder,
                                    .arguments = j->s->arguments,
                                    .program = j->plan->e->program,
                                    .tasks = j->tasks};
    bool ok = (script && task && w) || err_set(err, NULL, 0, "out of memory");
    ok = ok && sweep_costs_assign(j->plan, j->tasks, task, err) && slurm_script(&content, script, err) &&
         slurm_job_note(j, "-", err) && outputs_folder(j->folder, "--rows", NULL, err) &&
         sweep_assign_write(j->plan, task, j->folder, err);
    if (ok) {
        clear(j->plan, task);
        slurm_words(j, task, w);
        ok = command_run(w->argv, script, said, sizeof said) == 0 ? take_number(j, said, err) : refused(said, err);
        if (!ok) slurm_job_forget(j);
        ok = ok && slurm_job_note(j, j->number, err);
    }
    free(script);
    free(task);
    free(w);
    return ok;
}

slurm_queue_t slurm_job_queue(const slurm_job_t *j, char said[SLURM_SAID_BYTES])
{
    const char *const argv[] = {"timeout", "15", "squeue", "-h", "-j", j->number, "-o", "%T %r", NULL};
    const int code = command_run(argv, NULL, said, SLURM_SAID_BYTES);
    if (code == 0) return said[0] ? SLURM_THERE : SLURM_GONE;
    return strstr(said, "Invalid job id") ? SLURM_GONE : SLURM_SILENT;
}

bool slurm_job_cancel(const slurm_job_t *j, bool started, char said[SLURM_SAID_BYTES])
{
    const char *const argv[] = {"scancel", started ? "--quiet" : "--state=PENDING", j->number, NULL};
    return command_run(argv, NULL, said, SLURM_SAID_BYTES) == 0;
}

bool slurm_job_cancelled(const slurm_job_t *j)
{
    char said[SLURM_SAID_BYTES];
    const char *const argv[] = {"timeout", "15", "scontrol", "-o", "show", "job", j->number, NULL};
    return command_run(argv, NULL, said, sizeof said) == 0 && strstr(said, "JobState=CANCELLED");
}
