/* cmd_sweep_options.c - the options of `ctadel sweep` and its help text. */
#include "app/cmd_sweep.h"

#include "experiment/slurm.h"

#include <string.h>

enum { SHARDS_MAX = 65536 };

static const ui_opt_t opts[] = {
    {"jobs", 'j', "N", "runs at the same time; default: one per processor; not with --slurm"},
    {"out", 'o', "DIR", "folder of the results; default sweep-<experiment>"},
    {"machine", 0, "MACHINE", "machine to use instead of the experiment's"},
    {"size", 0, "SIZE", "size to use instead of the experiment's"},
    {"workloads", 0, "WORD,...", "workloads to run instead of the experiment's"},
    {"points", 0, "NAME,...", "points to run, instead of all of the experiment's"},
    {"gaps", 0, "BYTES,...", "repeat each run with these bytes free before each buffer; numbers are medians"},
    {"rows", 0, "DIR", "folder of finished runs, which sweeps may share; default DIR/rows of --out"},
    {"shard", 0, "I/N", "run only the I-th of N parts, as on the I-th of N hosts that share the folder"},
    {"slurm", 0, NULL, "run as a job array of Slurm; words after -- go to sbatch"},
    {"array", 0, "N", "with --slurm: most tasks; default: up to 256 of at least 10 s, or of 4 runs"},
    {"time", 0, "LIMIT", "with --slurm: time limit of a task; default: from earlier rows"},
    {"partition", 0, "NAME", "with --slurm: partition; default: Slurm's"},
    {"detach", 0, NULL, "with --slurm: return after the submission"},
    {"program", 0, "HASH", "refuse to run unless the program has this hash, which --slurm passes on"},
    {"job", 0, "DIR", "with --shard: folder of the job, which --slurm passes on"},
    {"help", 'h', NULL, "this text"},
};

void cmd_sweep_help(FILE *f)
{
    fputs("usage: ctadel sweep EXPERIMENT [options]\n"
          "Runs every combination of an experiment (a word of `ctadel list`, or a .yaml file) and\n"
          "prints a table. Finished runs are kept in DIR/rows and reused while program, machine,\n"
          "workload and options are unchanged: an interrupted sweep resumes where it stopped.\n"
          "DIR/table.csv has the table, DIR/runs.csv all metrics of each run that passed its checks.\n"
          "Several hosts that share DIR run a sweep together (docs/cluster.md).\n\n",
          f);
    ui_args_help(f, opts, sizeof opts / sizeof opts[0]);
    fputs("\nExamples:\n"
          "  ctadel sweep cta_limit\n"
          "  ctadel sweep cta_limit --size tiny --workloads vadd,tran -j 2 --out try\n"
          "  ctadel sweep lcs --machine lcs28-v3 --points gto,lcs --out lcs28-v3\n"
          "  ctadel sweep cta_limit --slurm --array 64 -- --account=me\n"
          "Exit code: 0 all checks passed, 1 a check failed, 2 bad input.\n",
          f);
}

static void take(sweep_request_t *q, const ui_opt_t *opt, const char *value)
{
    const struct {
        const char *name, **to;
    } texts[] = {{"out", &q->out},
                 {"machine", &q->machine},
                 {"size", &q->size},
                 {"workloads", &q->workloads},
                 {"points", &q->points},
                 {"gaps", &q->gaps},
                 {"jobs", &q->jobs},
                 {"rows", &q->rows_option},
                 {"shard", &q->shard_option},
                 {"array", &q->array},
                 {"time", &q->time},
                 {"partition", &q->partition},
                 {"program", &q->program},
                 {"job", &q->job}};
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++)
        if (strcmp(opt->name, texts[i].name) == 0) *texts[i].to = value;
    q->help |= opt->letter == 'h';
    q->slurm |= strcmp(opt->name, "slurm") == 0;
    q->detach |= strcmp(opt->name, "detach") == 0;
}

/* Adds a word to a list of up to CMD_SWEEP_WORDS words. */
static bool add_word(const char **list, const char *word, err_t *err)
{
    uint32_t n = 0;
    while (n < CMD_SWEEP_WORDS && list[n]) n++;
    if (n == CMD_SWEEP_WORDS)
        return err_set(err, NULL, 0, "found more words after --; allowed: up to %d", CMD_SWEEP_WORDS);
    list[n] = word;
    return true;
}

static bool check(sweep_request_t *q, err_t *err)
{
    static const char *const slurm_only = "%s is an option of --slurm; add --slurm, or leave it out";
    char text[32] = "", *slash;
    uint64_t shard, shards, tasks = 0;
    const char *without = q->array       ? "--array"
                          : q->time      ? "--time"
                          : q->partition ? "--partition"
                          : q->detach    ? "--detach"
                          : q->batch[0]  ? "a word after --"
                                         : NULL;
    if (!q->slurm && without) return err_set(err, NULL, 0, slurm_only, without);
    if (q->slurm && q->shard_option)
        return err_set(err, NULL, 0, "--shard and --slurm exclude each other; --slurm makes the shards");
    if (q->slurm && q->jobs)
        return err_set(err, NULL, 0, "--jobs and --slurm exclude each other; a task runs one after the other");
    if (q->job && !q->shard_option) return err_set(err, NULL, 0, "--job needs --shard");
    if (q->array && (!ui_number(q->array, SLURM_TASKS_MAX, &tasks) || !tasks))
        return err_set(err, NULL, 0, "--array: found '%.40s'; allowed: 1 to %d", q->array, SLURM_TASKS_MAX);
    q->tasks = (uint32_t)tasks;
    if (!q->shard_option) return true;
    snprintf(text, sizeof text, "%s", q->shard_option);
    slash = strchr(text, '/');
    if (slash) *slash = '\0';
    if (!slash || !ui_number(slash + 1, SHARDS_MAX, &shards) || !ui_number(text, shards, &shard) || !shard)
        return err_set(err, NULL, 0,
                       "--shard: found '%.40s'; allowed: I/N with I from 1 to N and N up to %d, as in 2/8",
                       q->shard_option, SHARDS_MAX);
    q->shard = (uint32_t)shard;
    q->shards = (uint32_t)shards;
    return true;
}

/* The arguments that each task of Slurm repeats. */
static bool repeat(sweep_request_t *q, err_t *err)
{
    const char *const words[] = {"--out",      q->out,     "--machine", q->machine, "--size", q->size,  "--workloads",
                                 q->workloads, "--points", q->points,   "--gaps",   q->gaps,  "--rows", q->rows_option};
    bool ok = add_word(q->repeated, q->experiment, err);
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i += 2)
        if (words[i + 1]) ok = ok && add_word(q->repeated, words[i], err) && add_word(q->repeated, words[i + 1], err);
    return ok;
}

bool cmd_sweep_parse(sweep_request_t *q, int argc, char **argv, err_t *err)
{
    ui_args_t args = {.argc = argc, .at = 1, .argv = argv, .opts = opts, .opt_count = sizeof opts / sizeof opts[0]};
    const ui_opt_t *opt;
    const char *value;
    *q = (sweep_request_t){0};
    while (ui_args_next(&args, &opt, &value, err)) {
        if (!opt && args.only_words) {
            if (!add_word(q->batch, value, err)) return false;
        } else if (!opt && q->experiment) {
            return err_set(err, NULL, 0, "found a second word '%s'; allowed: EXPERIMENT", value);
        } else if (!opt) {
            q->experiment = value;
        } else {
            take(q, opt, value);
        }
    }
    if (err->text[0] || q->help) return !err->text[0];
    if (!q->experiment) return err_set(err, NULL, 0, "EXPERIMENT is missing; see ctadel sweep --help");
    return pool_parallel(q->jobs, &q->parallel, err) && check(q, err) && repeat(q, err);
}
