/* slurm.c - submits the shards of a sweep, and waits for their rows. */
#include "experiment/slurm.h"

#include "experiment/slurm_script.h"
#include "experiment/sweep_costs.h"
#include "run/command.h"
#include "run/outputs.h"
#include "ui/in_path.h"
#include "ui/progress.h"

#include "base/folder.h"
#include "base/interrupt.h"
#include "base/outfile.h"

#include <errno.h>
#include <limits.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { SAID_BYTES = 4096, ARGS_MAX = 64, POLL_SECONDS = 5, PATIENCE_SECONDS = 20, REASON_BYTES = 120 };

typedef struct {
    const slurm_t *s;
    sweep_plan_t *plan;
    char out[PATH_MAX], file[PATH_MAX + 16]; /* absolute; out/slurm/job: number, mark and tasks of the submission */
    char mark[40];                           /* in `file` and in the job's script: both see the same folder */
    char number[32];                         /* of the job */
} job_t;

/* Words of sbatch: what the runs need, doubled, as nodes differ. */
typedef struct {
    const char *argv[ARGS_MAX];
    uint32_t count;
    char text[8][PATH_MAX + 64];
    uint32_t texts;
} words_t;

static void word(words_t *w, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
static void word(words_t *w, const char *fmt, ...)
{
    va_list args;
    va_start(args, fmt);
    vsnprintf(w->text[w->texts], sizeof w->text[0], fmt, args);
    va_end(args);
    w->argv[w->count++] = w->text[w->texts++];
}

static bool batch_words(const job_t *j, uint32_t tasks, words_t *w, err_t *err)
{
    const sweep_need_t need = sweep_costs_need(j->plan, tasks);
    *w = (words_t){0};
    word(w, "sbatch");
    word(w, "--array=1-%u", tasks);
    word(w, "--job-name=ctadel-%s", j->plan->e->name);
    word(w, "--output=%s/slurm/%%A_%%a.log", j->out);
    if (j->s->time) word(w, "--time=%s", j->s->time);
    else if (need.seconds > 0) word(w, "--time=%.0f", 2 + 2 * need.seconds / 60); /* minutes */
    if (need.mbytes > 0) word(w, "--mem=%.0fM", 256 + 2 * need.mbytes);
    if (j->s->partition) word(w, "--partition=%s", j->s->partition);
    static const char *const fixed[] = {"--parsable", "--requeue", "--open-mode=append", "--ntasks=1",
                                        "--cpus-per-task=1"};
    for (size_t i = 0; i < sizeof fixed / sizeof fixed[0]; i++) w->argv[w->count++] = fixed[i];
    for (const char *const *o = j->s->options; *o; o++) {
        if (w->count + 1 >= ARGS_MAX) return err_set(err, NULL, 0, "too many options of sbatch; allowed: up to 48");
        w->argv[w->count++] = *o;
    }
    return true;
}

static bool note(const job_t *j, const char *number, uint32_t tasks, err_t *err)
{
    outfile_t *o = outfile_open(j->file, err);
    if (!o) return false;
    fprintf(outfile_stream(o), "%s %s %u\n", j->mark, number, tasks);
    return outfile_commit(o, err);
}

static bool submit(job_t *j, uint32_t tasks, err_t *err)
{
    static const char *const why = "; is Slurm there (packages slurm-client, munge), and are munged and slurmctld up?";
    char said[SAID_BYTES], *script = malloc(SLURM_SCRIPT_BYTES);
    const slurm_script_t content = {
        .file = j->file, .mark = j->mark, .arguments = j->s->arguments, .program = j->plan->e->program, .tasks = tasks};
    words_t w;
    snprintf(j->mark, sizeof j->mark, "%08lx%08lx", (unsigned long)time(NULL), (unsigned long)getpid());
    bool ok = script || err_set(err, NULL, 0, "out of memory");
    ok = ok && batch_words(j, tasks, &w, err) && slurm_script(&content, script, err) && note(j, "-", tasks, err);
    if (ok) {
        const int code = command_run(w.argv, script, said, sizeof said);
        char *last = strrchr(said, '\n');
        last = last ? last + 1 : said;
        ok = code == 0 ? true : err_set(err, NULL, 0, "sbatch: %.300s%s", said[0] ? said : "no answer", why);
        if (ok) snprintf(j->number, sizeof j->number, "%.*s", (int)strcspn(last, ";"), last);
        ok = ok && note(j, j->number, tasks, err);
    }
    free(script);
    return ok;
}

/* False: no submission that Slurm took. */
static bool read_note(const char *path, char mark[40], char number[32], uint32_t *tasks)
{
    FILE *f = fopen(path, "r");
    const bool read = f && fscanf(f, "%39s %31s %u", mark, number, tasks) == 3;
    if (f) fclose(f);
    return read && number[0] != '-';
}

typedef enum { QUEUE_GONE, QUEUE_THERE, QUEUE_SILENT } queue_t;

/* Does Slurm still have a task of the job? SILENT: no answer, as while the controller restarts. said: a line for each,
 * its state and why it waits. */
static queue_t queue(const job_t *j, char said[SAID_BYTES])
{
    const char *const argv[] = {"squeue", "-h", "-j", j->number, "-o", "%T %r", NULL};
    const int code = command_run(argv, NULL, said, SAID_BYTES);
    if (code == 0) return said[0] ? QUEUE_THERE : QUEUE_GONE;
    return strstr(said, "Invalid job id") ? QUEUE_GONE : QUEUE_SILENT;
}

static void sleep_s(time_t seconds)
{
    const struct timespec t = {.tv_sec = seconds};
    nanosleep(&t, NULL);
}

/* An earlier submission of this folder whose tasks are still in the queue: *tasks is their number, else it is kept.
 * False (err): the queue is not known, so that another submission might repeat the runs. */
static bool find_earlier(job_t *j, bool *there, uint32_t *tasks, err_t *err)
{
    char said[SAID_BYTES];
    uint32_t count;
    *there = false;
    if (!read_note(j->file, j->mark, j->number, &count)) return true;
    const time_t until = time(NULL) + PATIENCE_SECONDS;
    queue_t found;
    while ((found = queue(j, said)) == QUEUE_SILENT && time(NULL) < until) sleep_s(POLL_SECONDS);
    if (found == QUEUE_SILENT)
        return err_set(err, NULL, 0, "squeue: %.300s; job %s of before may still run, so nothing was submitted", said,
                       j->number);
    *there = found == QUEUE_THERE;
    if (*there) *tasks = count;
    return true;
}

/* On a terminal the user decides; elsewhere the jobs go on. */
static _Noreturn void interrupted(const job_t *j)
{
    char answer[16] = "", said[SAID_BYTES];
    const char *const cancel[] = {"scancel", j->number, NULL};
    if (isatty(STDIN_FILENO) && isatty(STDERR_FILENO)) {
        fprintf(stderr, "\nctadel: cancel the tasks of job %s? [y/N] ", j->number);
        if (!fgets(answer, sizeof answer, stdin)) answer[0] = '\0';
    }
    if (answer[0] == 'y' || answer[0] == 'Y') {
        const bool ok = command_run(cancel, NULL, said, sizeof said) == 0;
        fprintf(stderr, "ctadel: job %s %s%s\n", j->number,
                ok ? "is cancelled; rows so far are kept" : "remains: ", said);
    } else {
        fprintf(stderr, "ctadel: job %s goes on; the same command waits for it again, scancel %s ends it\n", j->number,
                j->number);
    }
    interrupt_end(interrupt_pending());
}

static uint32_t missing(const sweep_plan_t *plan)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < plan->count; i++)
        n += plan->job[i].job.state == POOL_WAITING && access(plan->job[i].row_path, F_OK) != 0;
    return n;
}

/* If no task runs, and none will without somebody's help: Slurm's reason, if it is not the one shown before. */
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

/* Until all rows are there, or Slurm has no task of the job any more. */
static void wait_for_rows(const job_t *j)
{
    char said[SAID_BYTES], shown[REASON_BYTES] = "";
    const uint32_t all = sweep_plan_count(j->plan).runs;
    uint32_t left, since = 0;
    ui_progress_t *bar = ui_progress_create(j->plan->e->name);
    interrupt_hold();
    while ((left = missing(j->plan)) > 0) {
        ui_progress_set(bar, all - left, all);
        if (interrupt_pending()) {
            ui_progress_destroy(bar);
            interrupted(j);
        }
        if (since++ % POLL_SECONDS == POLL_SECONDS - 1) {
            const queue_t there = queue(j, said);
            if (there == QUEUE_GONE) break;
            if (there == QUEUE_THERE && new_reason(said, shown)) {
                ui_progress_destroy(bar);
                fprintf(stderr, "job %s: no task runs; Slurm's reason: %s\n", j->number, shown);
                bar = ui_progress_create(j->plan->e->name);
            }
        }
        sleep_s(1);
    }
    interrupt_release();
    ui_progress_destroy(bar);
}

slurm_end_t slurm_sweep(const slurm_t *s, sweep_plan_t *plan, err_t *err)
{
    job_t *j = calloc(1, sizeof *j);
    char folder[PATH_MAX + 8];
    const sweep_count_t n = sweep_plan_count(plan);
    const uint32_t waiting = n.left;
    uint32_t tasks = s->tasks ? s->tasks : waiting < SLURM_TASKS ? waiting : SLURM_TASKS;
    bool ok = j || err_set(err, NULL, 0, "out of memory");
    if (ok && !ui_in_path("sbatch"))
        ok = err_set(err, NULL, 0,
                     "--slurm: sbatch is not in PATH; install Slurm (Debian: slurm-client), or use --shard");
    if (ok && !realpath(s->out, j->out)) ok = err_set(err, s->out, 0, "cannot be read: %s", strerror(errno));
    if (ok) {
        j->s = s;
        j->plan = plan;
        snprintf(folder, sizeof folder, "%s/slurm", j->out);
        snprintf(j->file, sizeof j->file, "%s/job", folder);
        ok = outputs_folder(folder, NULL, err);
    }
    bool there = false;
    ok = ok && (!waiting || find_earlier(j, &there, &tasks, err));
    const bool due = ok && !there && missing(plan) > 0; /* the last tasks of before may have ended just now */
    ok = ok && (!due || submit(j, tasks, err));
    if (ok && (there || due))
        fprintf(stderr, "job %s: %u runs in %u tasks%s; logs: %s/slurm/%s_*.log\n", j->number, waiting, tasks,
                there ? ", submitted before" : "", s->out, j->number);
    if (ok && waiting && !s->detach) wait_for_rows(j);
    free(j);
    return !ok ? SLURM_ERROR : s->detach && waiting ? SLURM_DETACHED : SLURM_ENDED;
}

/* The first line of a log names the node; the last one says how the task ended. */
static void print_log(const char *path, FILE *f)
{
    char line[512], node[80] = "node ?", last[512] = "ended without output";
    FILE *log = fopen(path, "r");
    while (log && fgets(line, sizeof line, log)) {
        line[strcspn(line, "\n")] = '\0';
        if (strncmp(line, "node ", 5) == 0) snprintf(node, sizeof node, "%.79s", line);
        else if (line[0]) snprintf(last, sizeof last, "%s", line);
    }
    if (log) fclose(log);
    if (!strstr(last, "runs are in")) fprintf(f, "%s, %s: %s\n", path, node, last);
}

void slurm_logs(const char *out, FILE *f)
{
    char path[RUN_PATH_BYTES + 64], mark[40], number[32];
    uint32_t tasks;
    glob_t found;
    snprintf(path, sizeof path, "%s/slurm/job", out);
    if (!read_note(path, mark, number, &tasks)) return;
    snprintf(path, sizeof path, "slurm/%s_*.log", number);
    folder_list(out, path, &found);
    for (size_t i = 0; i < found.gl_pathc; i++) print_log(found.gl_pathv[i], f);
    const uint32_t logs = (uint32_t)found.gl_pathc;
    globfree(&found);
    if (logs < tasks)
        fprintf(f,
                "%u of %u tasks wrote no log into %s/slurm: they did not start, or their nodes do not see this "
                "folder; give --out a folder that all nodes share\n",
                tasks - logs, tasks, out);
}
