/* slurm.c - submits the shards of a sweep, and waits for their rows. */
#include "experiment/slurm.h"

#include "experiment/sweep_costs.h"
#include "run/command.h"
#include "run/outputs.h"
#include "ui/in_path.h"
#include "ui/progress.h"

#include "base/interrupt.h"
#include "base/outfile.h"

#include <errno.h>
#include <glob.h>
#include <inttypes.h>
#include <limits.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { SAID_BYTES = 4096, SCRIPT_BYTES = 1 << 15, ARGS_MAX = 64, POLL_SECONDS = 5 };

typedef struct {
    const slurm_t *s;
    sweep_plan_t *plan;
    char out[PATH_MAX], file[PATH_MAX + 16]; /* absolute; out/slurm/job: number, mark and tasks of the submission */
    char mark[40];                           /* in `file` and in the job's script: both see the same folder */
    char number[32];                         /* of the job */
} job_t;

/* Appends text to a script as one word of sh. */
static bool quote(char script[SCRIPT_BYTES], size_t *used, const char *text)
{
    char *at = script + *used, *end = script + SCRIPT_BYTES - 8;
    if (at >= end) return false;
    *at++ = ' ';
    *at++ = '\'';
    for (; *text && at < end; text++) {
        if (*text == '\'') at = stpcpy(at, "'\\''");
        else *at++ = *text;
    }
    *at++ = '\'';
    *at = '\0';
    *used = (size_t)(at - script);
    return !*text;
}

/* After the words of `set --`: $1 folder of the submission, $2 its mark's file, $3 the program. */
#define CHECKS                                                                                                         \
    "\nnode=${SLURMD_NODENAME:-$(hostname)}\n"                                                                         \
    "echo \"node $node\"\n"                                                                                            \
    "stop() { echo \"ctadel: node $node: $1\" >&2; exit 2; }\n"                                                        \
    "cd \"$1\" 2>/dev/null || stop \"has no folder $1, which host $host has; give a folder that all nodes share\"\n"   \
    "grep -q \"$mark\" \"$2\" 2>/dev/null ||\n"                                                                        \
    "    stop \"does not see the files of host $host in ${2%/slurm/job}; give --out a folder that all nodes share\"\n" \
    "[ -x \"$3\" ] || stop \"has no program $3; install it there under this path\"\n"                                  \
    "exec"

/* The script of each task. A node that does not see the folder, or not the program, says so before the first run. */
static bool write_script(const job_t *j, uint32_t tasks, char script[SCRIPT_BYTES], err_t *err)
{
    char here[PATH_MAX], self[PATH_MAX] = "", host[SWEEP_HOST_BYTES] = "", program[20];
    const ssize_t chars = readlink("/proc/self/exe", self, sizeof self - 1);
    if (chars <= 0 || !getcwd(here, sizeof here)) return err_set(err, NULL, 0, "the program's own path is not known");
    gethostname(host, sizeof host - 1);
    snprintf(program, sizeof program, "%016" PRIx64, j->plan->e->program);
    size_t used = (size_t)snprintf(script, SCRIPT_BYTES, "#!/bin/sh\nmark=%s host=%s\nset --", j->mark, host);
    bool ok = quote(script, &used, here) && quote(script, &used, j->file) && quote(script, &used, self) &&
              used + sizeof CHECKS + 8 < SCRIPT_BYTES;
    if (ok) used += (size_t)snprintf(script + used, SCRIPT_BYTES - used, "%s", CHECKS);
    ok = ok && quote(script, &used, self) && quote(script, &used, "sweep");
    for (const char *const *a = j->s->arguments; ok && *a; a++) ok = quote(script, &used, *a);
    ok = ok && quote(script, &used, "--program") && quote(script, &used, program) && used + 80 < SCRIPT_BYTES;
    if (ok) snprintf(script + used, SCRIPT_BYTES - used, " --jobs 1 --shard \"$SLURM_ARRAY_TASK_ID/%u\"\n", tasks);
    return ok ||
           err_set(err, NULL, 0, "the arguments are too long for a job's script; allowed: %d bytes", SCRIPT_BYTES);
}

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
    char said[SAID_BYTES], *script = malloc(SCRIPT_BYTES);
    words_t w;
    snprintf(j->mark, sizeof j->mark, "%08lx%08lx", (unsigned long)time(NULL), (unsigned long)getpid());
    bool ok = script || err_set(err, NULL, 0, "out of memory");
    ok = ok && batch_words(j, tasks, &w, err) && write_script(j, tasks, script, err) && note(j, "-", tasks, err);
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

/* Does Slurm still have a task of the job? SILENT: no answer, as while the controller restarts. */
static queue_t queue(const job_t *j, char said[SAID_BYTES])
{
    const char *const argv[] = {"squeue", "-h", "-j", j->number, "-o", "%T", NULL};
    const int code = command_run(argv, NULL, said, SAID_BYTES);
    if (code == 0) return said[0] ? QUEUE_THERE : QUEUE_GONE;
    return strstr(said, "Invalid job id") ? QUEUE_GONE : QUEUE_SILENT;
}

/* An earlier submission of this folder whose tasks are still in the queue. *tasks: their number. */
static bool still_there(job_t *j, uint32_t *tasks)
{
    char said[SAID_BYTES];
    uint32_t count;
    if (!read_note(j->file, j->mark, j->number, &count) || queue(j, said) != QUEUE_THERE) return false;
    *tasks = count;
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

/* Until all rows are there, or Slurm has no task of the job any more. */
static void wait_for_rows(const job_t *j)
{
    char said[SAID_BYTES];
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
        if (since++ % POLL_SECONDS == POLL_SECONDS - 1 && queue(j, said) == QUEUE_GONE) break;
        const struct timespec second = {.tv_sec = 1};
        nanosleep(&second, NULL);
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
    const bool there = ok && still_there(j, &tasks);
    ok = ok && (there || !waiting || submit(j, tasks, err));
    if (ok && waiting)
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
    snprintf(path, sizeof path, "%s/slurm/%s_*.log", out, number);
    const bool some = glob(path, 0, NULL, &found) == 0;
    for (size_t i = 0; some && i < found.gl_pathc; i++) print_log(found.gl_pathv[i], f);
    const uint32_t logs = some ? (uint32_t)found.gl_pathc : 0;
    if (some) globfree(&found);
    if (logs < tasks)
        fprintf(f,
                "%u of %u tasks wrote no log into %s/slurm: they did not start, or their nodes do not see this "
                "folder; give --out a folder that all nodes share\n",
                tasks - logs, tasks, out);
}
