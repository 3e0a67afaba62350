/* gnuplot.h - charts: scripts for gnuplot, and gnuplot itself, which draws them as SVG. */
#ifndef CTADEL_TB_UI_GNUPLOT_H
#define CTADEL_TB_UI_GNUPLOT_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* The terminal and axes of every chart: a white background, for pages in dark mode, and 16 colours that are dark enough
 * on it; the first eight differ for the colour-blind (Okabe and Ito, without yellow). Output is set by the caller. */
void ui_gnuplot_svg(FILE *g, uint32_t width, uint32_t height);
/* A chart's width in pixels: `width`, or what a title of so many letters needs. */
uint32_t ui_gnuplot_width(uint32_t width, size_t title_letters);
void ui_gnuplot_text(FILE *g, const char *text); /* in gnuplot's single quotes */
/* Runs a script in its folder, so that it names no path. 0: drawn; 127: there is no gnuplot. */
int ui_gnuplot_run(const char *dir, const char *script);
void ui_gnuplot_advice(int status); /* says on stdout why there is no .svg */

#endif
