/* slurm.c - submits a sweep, and waits for its rows. */
#include "experiment/slurm_job.h"

#include "experiment/sweep_costs.h"
#include "ui/in_path.h"
#include "ui/progress.h"

#include "base/interrupt.h"

#include <linux/magic.h>
#include <math.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/vfs.h>
#include <time.h>
#include <unistd.h>

enum { POLL_SECONDS = 5, PATIENCE_SECONDS = 20, REASON_BYTES = 120 };

static void sleep_s(time_t seconds)
{
    const struct timespec t = {.tv_sec = seconds};
    nanosleep(&t, NULL);
}

typedef enum { EARLIER_NONE, EARLIER_RUNS, EARLIER_ENDED } earlier_t;

/* An earlier submission of this sweep. False (err): another sweep's job runs in this folder; or the queue is not known,
 * so that a submission might repeat runs. */
static bool find_earlier(slurm_job_t *j, bool waiting, earlier_t *earlier, err_t *err)
{
    char said[SLURM_SAID_BYTES];
    bool same;
    *earlier = EARLIER_NONE;
    if (!slurm_job_read(j, &same) || (!same && !waiting)) return true;
    const time_t until = time(NULL) + PATIENCE_SECONDS;
    slurm_queue_t found;
    while ((found = slurm_job_queue(j, said)) == SLURM_SILENT && time(NULL) < until) sleep_s(POLL_SECONDS);
    if (found == SLURM_SILENT)
        return err_set(err, NULL, 0, "squeue: %.300s; job %s of before may still run, so nothing was submitted",
                       said[0] ? said : "no answer", j->number);
    if (found == SLURM_THERE && !same)
        return err_set(err, j->s->out, 0,
                       "job %s of another sweep, or of another build, still runs here; wait for it, end it by scancel "
                       "%s, or give another --out",
                       j->number, j->number);
    if (same) *earlier = found == SLURM_THERE ? EARLIER_RUNS : EARLIER_ENDED;
    else slurm_job_forget(j);
    return true;
}

/* A second Ctrl-C means no. */
static bool asks_to_cancel(const slurm_job_t *j)
{
    char answer[16] = "";
    struct pollfd in = {.fd = STDIN_FILENO, .events = POLLIN};
    if (!isatty(STDIN_FILENO) || !isatty(STDERR_FILENO)) return false;
    fprintf(stderr, "\nctadel: cancel the tasks of job %s? [y/N] ", j->number);
    if (poll(&in, 1, -1) < 1 || !fgets(answer, sizeof answer, stdin)) fputc('\n', stderr);
    return answer[0] == 'y' || answer[0] == 'Y';
}

/* On a terminal the user decides; elsewhere the job goes on. */
static _Noreturn void interrupted(const slurm_job_t *j)
{
    char said[SLURM_SAID_BYTES];
    if (!asks_to_cancel(j)) {
        fprintf(stderr, "ctadel: job %s goes on; the same command waits for it again, scancel %s ends it\n", j->number,
                j->number);
    } else if (slurm_job_cancel(j, true, said)) {
        slurm_job_forget(j);
        fprintf(stderr, "ctadel: job %s is cancelled; rows so far are kept\n", j->number);
    } else {
        fprintf(stderr, "ctadel: job %s remains: %s\n", j->number, said);
    }
    interrupt_end(interrupt_pending());
}

/* Runs without a result. */
static uint32_t missing(const slurm_job_t *j)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < j->plan->count; i++) {
        const sweep_job_t *job = &j->plan->job[i];
        n += job->job.state == POOL_WAITING && access(job->row_path, F_OK) != 0 && !sweep_failure_there(job, j->folder);
    }
    return n;
}

/* If no task runs, and none will start by itself: Slurm's reason, if it is not the one shown before. After the death of
 * a node, or with --begin, the reason is BeginTime. */
static bool new_reason(const char *said, char shown[REASON_BYTES])
{
    static const char waits[] = "PENDING ";
    static const char *const usual[] = {"None", "Priority", "Resources", "BeginTime"};
    char reason[REASON_BYTES];
    for (const char *line = said; *line; line += strcspn(line, "\n"), line += *line == '\n')
        if (strncmp(line, waits, sizeof waits - 1) != 0) return false;
    snprintf(reason, sizeof reason, "%.*s", (int)strcspn(said + sizeof waits - 1, "\n"), said + sizeof waits - 1);
    for (size_t i = 0; i < sizeof usual / sizeof usual[0]; i++)
        if (strcmp(reason, usual[i]) == 0) return false;
    if (strcmp(reason, shown) == 0) return false;
    memcpy(shown, reason, sizeof reason);
    return true;
}

/* Says a line above the bar. */
static void say(const slurm_job_t *j, ui_progress_t **bar, const char *what, const char *why)
{
    ui_progress_destroy(*bar);
    fprintf(stderr, "job %s: %s%.200s\n", j->number, what, why);
    *bar = ui_progress_create_logged(j->plan->e->name);
}

/* Asks Slurm, and says what keeps the rows waiting. False: it has no task of the job any more. */
static bool look(const slurm_job_t *j, ui_progress_t **bar, char shown[REASON_BYTES])
{
    static const char silent[] = "squeue does not answer; still waiting for rows: ";
    char said[SLURM_SAID_BYTES];
    const slurm_queue_t there = slurm_job_queue(j, said);
    if (there == SLURM_SILENT && strcmp(shown, silent) != 0) {
        said[strcspn(said, "\n")] = '\0';
        say(j, bar, silent, said[0] ? said : "it took longer than 15 s");
        snprintf(shown, REASON_BYTES, "%s", silent);
    }
    if (there == SLURM_THERE && new_reason(said, shown)) say(j, bar, "no task runs; Slurm's reason: ", shown);
    return there != SLURM_GONE;
}

/* How long after the last task its rows may still be unseen here: a client of NFS remembers for a minute that a file is
 * not there (acdirmax). */
static time_t unseen_s(const slurm_job_t *j)
{
    struct statfs disk;
    return statfs(j->rows, &disk) == 0 && disk.f_type == NFS_SUPER_MAGIC ? 60 : 0;
}

/* Until all runs have a result, or Slurm has no task of the job any more. True: it still has some. */
static bool wait_for_rows(const slurm_job_t *j)
{
    char shown[REASON_BYTES] = "";
    const uint32_t all = missing(j);
    const time_t unseen = unseen_s(j);
    uint32_t left, since = 0;
    time_t gone = 0;
    ui_progress_t *bar = ui_progress_create_logged(j->plan->e->name);
    interrupt_hold();
    while ((left = missing(j)) > 0 && (!gone || time(NULL) <= gone + unseen)) {
        ui_progress_set(bar, all - left, all);
        if (interrupt_pending()) {
            ui_progress_destroy(bar);
            interrupted(j);
        }
        if (!gone && since++ % POLL_SECONDS == POLL_SECONDS - 1 && !look(j, &bar, shown)) gone = time(NULL);
        sleep_s(1);
    }
    interrupt_release();
    ui_progress_destroy(bar);
    return !gone;
}

static const char *plural(uint32_t n) { return n == 1 ? "" : "s"; }

/* Waits, unless the user detaches. Then cancels tasks that have not started: no run waits for them. */
static slurm_end_t follow(const slurm_job_t *j, uint32_t waiting, bool before)
{
    char said[SLURM_SAID_BYTES];
    fprintf(stderr, "job %s: %u run%s in %u task%s%s; logs: %s/slurm/%s_*.log\n", j->number, waiting, plural(waiting),
            j->tasks, plural(j->tasks), before ? ", submitted before" : "", j->s->out, j->number);
    if (j->s->detach) return SLURM_DETACHED;
    if (wait_for_rows(j)) slurm_job_cancel(j, false, said);
    return SLURM_ENDED;
}

/* Slurm takes about a second to start a task: each gets work for longer than that. */
static uint32_t tasks_of(const slurm_t *s, const sweep_plan_t *plan, uint32_t waiting)
{
    const double seconds = sweep_costs_total(plan);
    uint32_t tasks = (waiting + SLURM_TASK_RUNS - 1) / SLURM_TASK_RUNS;
    if (seconds > 0) tasks = 1 + (uint32_t)fmin(seconds / SLURM_TASK_SECONDS, SLURM_TASKS);
    if (s->tasks || tasks > SLURM_TASKS) tasks = s->tasks ? s->tasks : SLURM_TASKS;
    return tasks < waiting ? tasks : waiting;
}

slurm_end_t slurm_sweep(const slurm_t *s, const sweep_plan_t *plan, err_t *err)
{
    slurm_job_t *j = malloc(sizeof *j);
    const uint32_t waiting = sweep_plan_count(plan).left;
    earlier_t earlier = EARLIER_NONE;
    slurm_end_t end = SLURM_ENDED;
    char said[SLURM_SAID_BYTES];
    bool ok = j || err_set(err, NULL, 0, "out of memory");
    if (ok && !ui_in_path("sbatch"))
        ok = err_set(err, NULL, 0,
                     "--slurm: sbatch is not in PATH; install Slurm (Debian: slurm-client), or use --shard");
    ok = ok && slurm_job_open(j, s, plan, err) && find_earlier(j, waiting != 0, &earlier, err);
    if (ok && earlier == EARLIER_RUNS && !waiting) {
        slurm_job_cancel(j, false, said);
    } else if (ok && earlier == EARLIER_RUNS) {
        end = follow(j, waiting, true);
    } else if (ok && earlier == EARLIER_NONE && waiting) {
        j->tasks = tasks_of(s, plan, waiting);
        interrupt_hold(); /* until the number of the job is noted */
        ok = slurm_job_submit(j, err);
        if (ok) end = follow(j, waiting, false);
        interrupt_release();
    }
    free(j);
    return ok ? end : SLURM_ERROR;
}
