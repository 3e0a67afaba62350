/* cmd_report.c - `ctadel report`: draws the figures of experiments from the runs.csv of their sweeps, the Pareto chart
 * of speed-up against area, and the charts of a timeline. */
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
    fputs("usage: ctadel report EXPERIMENT... [options]\n"
          "       ctadel report --timeline F.json [--out DIR] [--html FILE]\n"
          "Draws each experiment's figures from DIR/runs.csv, which `ctadel sweep EXPERIMENT --out DIR`\n"
          "wrote. Prints a table for each figure, with our means and the paper's, and writes a .csv, a\n"
          "gnuplot script and, if gnuplot is installed, an .svg to DIR.\n"
          "With --synth: compares the IPC and area of each point of the experiment with the first point;\n"
          "the area is that of the dispatcher and of the arbiters of all warp schedulers. Writes\n"
          "DIR/pareto.csv, .gp and .svg.\n"
          "With --timeline: draws, for a mix under --limit smk, the CTAs that each kernel may have on an\n"
          "SM, and SP and LD/ST utilisation, over time. F.json is from `ctadel run --timeline`.\n"
          "Writes DIR/F.csv, .gp and .svg.\n"
          "The page of --html has a part for each EXPERIMENT (as for all figures of a paper) and needs no\n"
          "other file; without gnuplot it has no charts.\n\n",
          f);
    ui_args_help(f, opts, sizeof opts / sizeof opts[0]);
    fputs("\nExamples:\n"
          "  ctadel sweep lcs --size small && ctadel report lcs --html lcs.html\n"
          "  ctadel report cta_limit lcs bcs mcke --html lcs.html\n"
          "  ctadel synth $(ctadel report pareto --designs) --no-power --out cost\n"
          "  ctadel sweep pareto && ctadel report pareto --synth cost/synth.csv\n"
          "  ctadel run smk15 bp+hot --place mixed --limit smk --timeline walk.json\n"
          "  ctadel report --timeline walk.json\n"
          "Exit code: 0 ok, 2 bad input.\n",
          f);
}

enum { EXPERIMENTS_MAX = 16, TITLE_BYTES = 8 + EXPERIMENTS_MAX * 66 /* a stem and what separates it */ };

typedef struct {
    const char *experiment[EXPERIMENTS_MAX];
    uint32_t experiments;
    const char *out, *synth, *timeline, *html;
    bool designs, help;
} request_t;

static bool parse(request_t *q, int argc, char **argv, err_t *err)
{
    ui_args_t args = {.argc = argc, .at = 1, .argv = argv, .opts = opts, .opt_count = sizeof opts / sizeof opts[0]};
    const ui_opt_t *opt;
    const char *value;
    *q = (request_t){0};
    while (ui_args_next(&args, &opt, &value, err)) {
        if (!opt && q->experiments == EXPERIMENTS_MAX)
            return err_set(err, NULL, 0, "found one more EXPERIMENT, '%s'; allowed: up to %d", value, EXPERIMENTS_MAX);
        if (!opt) q->experiment[q->experiments++] = value;
        else if (opt->letter == 'h') return q->help = true;
        else if (opt->letter == 'o') q->out = value;
        else if (strcmp(opt->name, "synth") == 0) q->synth = value;
        else if (strcmp(opt->name, "timeline") == 0) q->timeline = value;
        else if (strcmp(opt->name, "html") == 0) q->html = value;
        else q->designs = true;
    }
    if (err->text[0]) return false;
    if (q->timeline && (q->experiments || q->synth || q->designs))
        return err_set(
            err, NULL, 0,
            "--timeline: found together with EXPERIMENT, --synth or --designs; allowed with it: --out, --html");
    if (q->html && q->designs)
        return err_set(err, NULL, 0, "--html: found together with --designs; allowed: one of the two");
    if (q->experiments > 1 && (q->out || q->synth || q->designs))
        return err_set(err, NULL, 0,
                       "--out, --synth, --designs: found with %u EXPERIMENTs; allowed with one, as each has a folder "
                       "sweep-<experiment>",
                       q->experiments);
    return q->experiments || q->timeline || err_set(err, NULL, 0, "EXPERIMENT is missing; see ctadel report --help");
}

static const char *title_of(const sweep_experiment_t *e) { return e->title ? e->title : e->name; }

static bool report_figures(sweep_experiment_t *e, const char *dir, const char *runs, ui_page_t *page, err_t *err)
{
    if (!e->figure_count)
        return err_set(err, yamldoc_path(e->doc), 0, "has no figures to report; give it a `figures` list");
    sweep_job_t *jobs = sweep_row_csv_read(e, runs, err);
    if (jobs) {
        const ui_origin_t origin = sweep_origin(e, jobs);
        char text[UI_ORIGIN_TEXT_BYTES];
        ui_origin_text(&origin, text);
        ui_page_part(page, title_of(e), &origin);
        printf("%s\n%s\n\n", title_of(e), text);
    }
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

static bool report_experiment(const char *word, const request_t *q, ui_page_t *page, err_t *err)
{
    char path[RUN_PATH_BYTES], dir[SWEEP_FOLDER_BYTES], runs[RUN_PATH_BYTES];
    sweep_experiment_t e = {0};
    bool ok = run_data_path(RUN_EXPERIMENT, word, path, err) && sweep_experiment_read(&e, path, err) &&
              sweep_folder(q->out, e.name, dir, err);
    if (ok) {
        snprintf(runs, sizeof runs, "%s/runs.csv", dir);
        ok = q->synth || q->designs ? report_pareto(&e, q, dir, runs, page, err)
                                    : report_figures(&e, dir, runs, page, err);
    }
    sweep_experiment_free(&e);
    return ok;
}

/* "CTAdel: lcs, bcs" */
static void page_title(const request_t *q, char title[TITLE_BYTES])
{
    int at = sprintf(title, "CTAdel:");
    for (uint32_t i = 0; i < q->experiments; i++) {
        char stem[64];
        sweep_stem(q->experiment[i], stem);
        at += sprintf(title + at, "%s %s", i ? "," : "", stem);
    }
}

static bool report_experiments(const request_t *q, err_t *err)
{
    char title[TITLE_BYTES];
    ui_page_t *page = NULL;
    bool ok = true;
    page_title(q, title);
    if (q->html && !(page = ui_page_open(q->html, title, err))) return false;
    for (uint32_t i = 0; ok && i < q->experiments; i++) {
        if (i) putchar('\n');
        ok = report_experiment(q->experiment[i], q, page, err);
    }
    return close_page(page, q, ok, err);
}

int cmd_report(int argc, char **argv)
{
    request_t q;
    err_t err = {{0}};
    const bool parsed = parse(&q, argc, argv, &err);
    if (parsed && q.help) {
        print_help(stdout);
        return UI_OK;
    }
    return parsed && (q.timeline ? report_timeline(&q, &err) : report_experiments(&q, &err)) ? UI_OK : ui_fail(&err);
}
