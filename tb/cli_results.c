/* ctadel report: the figures of an experiment's papers, from what a sweep has left. */
#include "sweep.h"

#include <string.h>

static const cli_opt_t opts[] = {
    {"out", 'o', "DIR", "the sweep's; default sweep-<experiment>"},
    {"help", 'h', NULL, "this text"},
};

static void print_help(FILE *f)
{
    fputs("usage: ctadel report EXPERIMENT [options]\n"
          "Fills the figures that the experiment names with the runs of DIR/runs.csv, which\n"
          "`ctadel sweep EXPERIMENT --out DIR` has written: a table for each, with our means and the\n"
          "paper's, and in DIR a .csv, a gnuplot script and, with gnuplot installed, an .svg.\n\n",
          f);
    cli_args_help(f, opts, sizeof opts / sizeof opts[0]);
    fputs("\nExample:\n"
          "  ctadel sweep lcs --size tiny && ctadel report lcs\n"
          "Exit code: 0 all right, 2 bad input.\n",
          f);
}

static int report(sweep_experiment_t *e, const char *dir, const char *runs)
{
    err_t err = {{0}};
    if (!e->figure_count) {
        err_set(&err, yamldoc_path(e->doc), 0, "has no figures to report");
        return cli_fail(&err);
    }
    sweep_job_t *jobs = sweep_row_csv_read(e, runs, &err);
    const bool ok = jobs && sweep_charts(e, jobs, dir, &err);
    sweep_jobs_destroy(jobs, e->workloads.count * e->columns);
    return ok ? CLI_OK : cli_fail(&err);
}

int cli_results(int argc, char **argv)
{
    cli_args_t args = {.argc = argc, .at = 1, .argv = argv, .opts = opts,
                       .opt_count = sizeof opts / sizeof opts[0]};
    const cli_opt_t *opt;
    const char *value, *word = NULL, *out = NULL;
    err_t err = {{0}};
    while (cli_args_next(&args, &opt, &value, &err)) {
        if (opt && opt->letter == 'h') {
            print_help(stdout);
            return CLI_OK;
        }
        if (opt)
            out = value;
        else if (word) {
            err_set(&err, NULL, 0, "found a second word '%s'; allowed: EXPERIMENT", value);
            break;
        } else
            word = value;
    }
    if (!err.text[0] && !word) err_set(&err, NULL, 0, "EXPERIMENT is missing; see ctadel report --help");
    char path[CLI_PATH_BYTES], dir[CLI_PATH_BYTES - 16], runs[CLI_PATH_BYTES];
    if (err.text[0] || !cli_data_path(CLI_EXPERIMENT, word, path, &err)) return cli_fail(&err);
    sweep_experiment_t e;
    int code = CLI_BAD_INPUT;
    if (sweep_experiment_read(&e, path, &err)) {
        snprintf(dir, sizeof dir, out ? "%s" : "sweep-%s", out ? out : e.name);
        snprintf(runs, sizeof runs, "%s/runs.csv", dir);
        code = report(&e, dir, runs);
    } else {
        cli_fail(&err);
    }
    sweep_experiment_free(&e);
    return code;
}
