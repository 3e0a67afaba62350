/* slurm_words.c - the words that sbatch is called with: what the runs need, doubled, as nodes differ. */
#include "experiment/slurm_job.h"

#include "experiment/sweep_costs.h"

#include <assert.h>
#include <stdarg.h>
#include <string.h>

static void word(slurm_words_t *w, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
static void word(slurm_words_t *w, const char *fmt, ...)
{
    va_list args;
    va_start(args, fmt);
    vsnprintf(w->text[w->texts], sizeof w->text[0], fmt, args);
    va_end(args);
    w->argv[w->count++] = w->text[w->texts++];
}

void slurm_words(const slurm_job_t *j, const uint32_t *task, slurm_words_t *w)
{
    const sweep_need_t need = sweep_costs_need(j->plan, task, j->tasks);
    *w = (slurm_words_t){0};
    word(w, "sbatch");
    word(w, "--array=1-%u", j->tasks);
    word(w, "--job-name=ctadel-%s", j->plan->e->name);
    word(w, "--output=%s/slurm/%%A_%%a.log", j->out);
    if (j->s->time) word(w, "--time=%s", j->s->time);
    else if (need.seconds > 0) word(w, "--time=%.0f", 2 + 2 * need.seconds / 60); /* minutes */
    if (need.mbytes > 0) word(w, "--mem=%.0fM", 256 + 2 * need.mbytes);
    if (j->s->partition) word(w, "--partition=%s", j->s->partition);
    static const char *const fixed[] = {"--parsable", "--requeue", "--open-mode=append", "--ntasks=1",
                                        "--cpus-per-task=1"};
    for (size_t i = 0; i < sizeof fixed / sizeof fixed[0]; i++) w->argv[w->count++] = fixed[i];
    for (const char *const *o = j->s->options; *o; o++) w->argv[w->count++] = *o;
    assert(w->count < SLURM_ARGS_MAX); /* the command line takes fewer words after -- */
}

bool slurm_check(const char *out, const char *const *options, err_t *err)
{
    static const char *const own[] = {"--array",      "--output", "--parsable", "--open-mode", "--requeue",
                                      "--no-requeue", "--wrap",   "--help",     "--usage",     "--version",
                                      "--test-only",  "--quiet",  "--wait",     "-a",          "-o",
                                      "-h",           "-V",       "-Q",         "-W"};
    if (out[strcspn(out, "%\\")])
        return err_set(err, NULL, 0,
                       "--out: found '%c', which Slurm replaces in the names of logs; allowed: a folder without %% and "
                       "\\",
                       out[strcspn(out, "%\\")]);
    for (const char *const *o = options; *o; o++) {
        bool bad =
            (*o)[0] != '-' && (o == options || o[-1][0] != '-' || strchr(o[-1], '=')); /* a script of the user's */
        for (size_t i = 0; i < sizeof own / sizeof own[0]; i++) {
            const size_t chars =
                own[i][1] == '-' ? strcspn(*o, "=") : 2; /* sbatch takes the beginning of a long word */
            bad |= chars > 1 && strncmp(*o, own[i], chars) == 0;
        }
        if (bad)
            return err_set(
                err, NULL, 0,
                "found '%.60s' after --, %s; allowed: other options of sbatch, such as --account, --qos, --nice", *o,
                (*o)[0] == '-' ? "which --slurm sets itself or which changes sbatch's answer" : "which is no option");
    }
    return true;
}
