/* timeline_chart.h - the counters of a run's timeline as a chart over time. */
#ifndef CTADEL_TB_EXPERIMENT_TIMELINE_CHART_H
#define CTADEL_TB_EXPERIMENT_TIMELINE_CHART_H

#include "ui/page.h"

/* Reads what `ctadel run --timeline` wrote and leaves DIR/<stem>.csv, .gp and, with gnuplot installed, .svg, named
 * after the timeline: Tb, the CTAs that each kernel may have on an SM, and the share of cycles in which SP and
 * LD/ST units are busy [SMK, Figure 12]. The chart goes to `page` too, if there is one. DIR NULL: the timeline's own.
 * False: no file, no timeline, or no kernel of it has a Tb, as only --limit smk states one. */
bool timeline_chart(const char *timeline, const char *dir, ui_page_t *page, err_t *err);

#endif
