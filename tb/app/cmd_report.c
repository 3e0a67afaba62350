/* cmd_report.c - `ctadel report`: draws an experiment's figures from the runs.csv of a sweep, the Pareto chart of
 * speed-up against area, and the charts of a timeline. */
#include "app/app.h"
#include "cost/pareto.h"
#include "experiment/timeline_chart.h"

#include <string.h>

static const ui_opt_t opts[] = {
    {"out", 'o', "DIR", "folder of the sweep; default sweep-<experiment>; with --timeline, that of F.json"},
    {"synth", 0, "F.csv", "instead of figures: speed-up against area, areas from a synth.csv of ctadel synth"},
    {"designs", 0, NULL, "print the words that ctadel synth needs to make that synth.csv"},
    {"timeline", 0, "F.json", "without EXPERIMENT: CTAs per SM of each kernel and busy units over time"},
    {"html", 0, "FILE", "also write tables and charts to FILE, one page for a browser"},
    {"help", 'h', NULL, "this text"},
};

static void print_help(FILE *f)
{
    fputs("usage: ctadel report EXPERIMENT [options]\n"
          "       ctadel report --timeline F.json [--out DIR] [--html FILE]\n"
          "Draws the experiment's figures from DIR/runs.csv, which `ctadel sweep EXPERIMENT --out DIR`\n"
          "wrote. Prints a table for each figure, with our means and the paper's, and writes a .csv, a\n"
          "gnuplot script and, if gnuplot is installed, an .svg to DIR.\n"
          "With --synth: compares the IPC and area of each point of the experiment with the first point;\n"
          "the area is that of the dispatcher and of the arbiters of all warp schedulers. Writes\n"
          "DIR/pareto.csv, .gp and .svg.\n"
          "With --timeline: draws, for a mix under --limit smk, the CTAs that each kernel may have on an\n"
          "SM, and SP and LD/ST utilisation, over time. F.json is from `ctadel run --timeline`.\n"
          "Writes DIR/F.csv, .gp and .svg.\n"
          "The page of --html needs no other file; without gnuplot it has no charts.\n\n",
          f);
    ui_args_help(f, opts, sizeof opts / sizeof opts[0]);
    fputs("\nExamples:\n"
          "  ctadel sweep lcs --size tiny && ctadel report lcs --html lcs.html\n"
          "  ctadel synth $(ctadel report pareto --designs) --no-power --out cost\n"
          "  ctadel sweep pareto && ctadel report pareto --synth cost/synth.csv\n"
          "  ctadel run smk bp+hot --place mixed --limit smk --timeline walk.json\n"
          "  ctadel report --timeline walk.json\n"
          "Exit code: 0 ok, 2 bad input.\n",
          f);
}

typedef struct {
    const char *word, *out, *synth, *timeline, *html;
    bool designs, help;
} request_t;

static bool parse(request_t *q, int argc, char **argv, err_t *err)
{
    ui_args_t args = {.argc = argc, .at = 1, .argv = argv, .opts = opts, .opt_count = sizeof opts / sizeof opts[0]};
    const ui_opt_t *opt;
    const char *value;
    *q = (request_t){0};
    while (ui_args_next(&args, &opt, &value, err)) {
        if (!opt && q->word) return err_set(err, NULL, 0, "found a second word '%s'; allowed: EXPERIMENT", value);
        if (!opt) q->word = value;
        else if (opt->letter == 'h') return q->help = true;
        else if (opt->letter == 'o') q->out = value;
        else if (strcmp(opt->name, "synth") == 0) q->synth = value;
        else if (strcmp(opt->name, "timeline") == 0) q->timeline = value;
        else if (strcmp(opt->name, "html") == 0) q->html = value;
        else q->designs = true;
    }
    if (err->text[0]) return false;
    if (q->timeline && (q->word || q->synth || q->designs))
        return err_set(
            err, NULL, 0,
            "--timeline: found together with EXPERIMENT, --synth or --designs; allowed with it: --out, --html");
    if (q->html && q->designs)
        return err_set(err, NULL, 0, "--html: found together with --designs; allowed: one of the two");
    return q->word || q->timeline || err_set(err, NULL, 0, "EXPERIMENT is missing; see ctadel report --help");
}

static bool report_figures(sweep_experiment_t *e, const char *dir, const char *runs, ui_page_t *page, err_t *err)
{
    if (!e->figure_count)
        return err_set(err, yamldoc_path(e->doc), 0, "has no figures to report; give it a `figures` list");
    sweep_job_t *jobs = sweep_row_csv_read(e, runs, err);
    const bool ok = jobs && sweep_charts(e, jobs, dir, page, err);
    sweep_jobs_destroy(jobs, sweep_cells(e) * e->gaps);
    return ok;
}

static bool report_pareto(sweep_experiment_t *e, const request_t *q, const char *dir, const char *runs, ui_page_t *page,
                          err_t *err)
{
    pareto_t p;
    pareto_costs_t costs = {0};
    sweep_job_t *jobs = NULL;
    bool ok = pareto_create(&p, e, err);
    if (ok && q->designs) pareto_print_designs(&p, stdout);
    else if (ok)
        ok = pareto_costs_read(&costs, q->synth, err) && (jobs = sweep_row_csv_read(e, runs, err)) != NULL &&
             pareto_fill(&p, &costs, jobs, err) && pareto_report(&p, dir, page, err);
    sweep_jobs_destroy(jobs, sweep_cells(e) * e->gaps);
    pareto_costs_free(&costs);
    pareto_free(&p);
    return ok;
}

/* Ends the page. After an error the file is left as it was. */
static bool close_page(ui_page_t *page, const request_t *q, bool ok, err_t *err)
{
    if (!ok) ui_page_abort(page);
    else if ((ok = ui_page_commit(page, err)) && q->html) printf("page: %s\n", q->html);
    return ok;
}

static bool report_timeline(const request_t *q, err_t *err)
{
    ui_page_t *page = NULL;
    if (q->html && !(page = ui_page_open(q->html, q->timeline, err))) return false;
    return close_page(page, q, timeline_chart(q->timeline, q->out, page, err), err);
}

static bool report_experiment(sweep_experiment_t *e, const request_t *q, err_t *err)
{
    char dir[SWEEP_FOLDER_BYTES], runs[RUN_PATH_BYTES];
    ui_page_t *page = NULL;
    if (!sweep_folder(q->out, e->name, dir, err)) return false;
    snprintf(runs, sizeof runs, "%s/runs.csv", dir);
    if (q->html && !(page = ui_page_open(q->html, e->title ? e->title : e->name, err))) return false;
    const bool ok =
        q->synth || q->designs ? report_pareto(e, q, dir, runs, page, err) : report_figures(e, dir, runs, page, err);
    return close_page(page, q, ok, err);
}

int cmd_report(int argc, char **argv)
{
    char path[RUN_PATH_BYTES];
    request_t q;
    err_t err = {{0}};
    const bool parsed = parse(&q, argc, argv, &err);
    if (parsed && q.help) {
        print_help(stdout);
        return UI_OK;
    }
    if (parsed && q.timeline) return report_timeline(&q, &err) ? UI_OK : ui_fail(&err);
    if (!parsed || !run_data_path(RUN_EXPERIMENT, q.word, path, &err)) return ui_fail(&err);
    sweep_experiment_t e;
    const bool ok = sweep_experiment_read(&e, path, &err) && report_experiment(&e, &q, &err);
    sweep_experiment_free(&e);
    return ok ? UI_OK : ui_fail(&err);
}
