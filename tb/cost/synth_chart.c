/* synth_chart.c - draws the area that each policy adds, in NAND2 gates, as bars: writes DIR/synth.gp, which gnuplot
 * draws as synth.svg. */
#include "cost/synth.h"
#include "ui/gnuplot.h"

#include "base/outfile.h"

#include <math.h>
#include <string.h>

/* Not the design with all policies: beside it, no other bar could be read. */
static bool shown(const synth_report_t *r, uint32_t i)
{
    return (r->point[i].kind == SYNTH_DISP || r->point[i].kind == SYNTH_ARB) && !r->point[i].everything &&
           synth_base(r, i);
}

static bool write_script(const synth_report_t *r, uint32_t bars, const char *path, err_t *err)
{
    outfile_t *o = outfile_open(path, err);
    if (!o) return false;
    FILE *g = outfile_stream(o);
    double low = 0.0, high = 1.0; /* of the axis, which has 0 on it; one bar alone gives gnuplot no range */
    fputs("$data << EOD\n", g);
    for (uint32_t i = 0; i < r->count; i++) {
        const synth_point_t *p = &r->point[i];
        if (!shown(r, i)) continue;
        const double added = synth_nand2(r, r->result[i].area - synth_base(r, i)->area);
        low = fmin(low, added);
        high = fmax(high, added);
        fprintf(g, "\"%s %ux%u\" %.1f\n", p->name, p->sms, p->slots, added);
    }
    fputs("EOD\n", g);
    static const char title[] = "Area added to the plain dispatcher (none) or arbiter (gto)";
    const ui_origin_t origin = synth_origin(r->q);
    ui_gnuplot_svg(g, ui_gnuplot_width(200 + 30 * bars, strlen(title)), 420);
    ui_gnuplot_title(g, title, &origin);
    fprintf(g,
            "set output 'synth.svg'\n"
            "set style data histogram\nset style fill solid 0.8\nset xtics rotate by -45\nset yrange "
            "[%.0f:%.0f]\n"
            "set ylabel 'NAND2-equivalents'\nunset key\nplot $data using 2:xtic(1)\n",
            1.1 * low, 1.1 * high);
    return outfile_commit(o, err);
}

bool synth_chart(const synth_report_t *r, const char *dir, err_t *err)
{
    char path[RUN_PATH_BYTES + 16];
    uint32_t bars = 0;
    for (uint32_t i = 0; i < r->count; i++) bars += shown(r, i);
    if (!bars) return true;
    snprintf(path, sizeof path, "%s/synth.gp", dir);
    if (!write_script(r, bars, path, err)) return false;
    const int status = ui_gnuplot_run(dir, "synth.gp");
    printf("chart: %s/synth.%s\n", dir, status == 0 ? "svg" : "gp");
    ui_gnuplot_advice(status);
    return true;
}
