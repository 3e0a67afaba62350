/* timeline_chart.h - draws the counters of a run's timeline over time. */
#ifndef CTADEL_TB_EXPERIMENT_TIMELINE_CHART_H
#define CTADEL_TB_EXPERIMENT_TIMELINE_CHART_H

#include "ui/page.h"

/* Reads the file of `ctadel run --timeline` and writes DIR/<stem>.csv, .gp and, if gnuplot is installed, .svg, where
 * <stem> is the name of the file. The chart shows Tb, the CTAs that each kernel may have on an SM, and the share of
 * cycles in which SP and LD/ST units are busy [SMK, Figure 12]. `dir` NULL: the folder of the timeline. Adds the chart
 * to `page`, unless NULL. False: err; also if the timeline has no Tb, which only --limit smk sets. */
bool timeline_chart(const char *timeline, const char *dir, ui_page_t *page, err_t *err);

#endif
