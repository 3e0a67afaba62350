/* gnuplot.h - common parts of chart scripts, and the call of gnuplot, which draws a script as SVG. */
#ifndef CTADEL_TB_UI_GNUPLOT_H
#define CTADEL_TB_UI_GNUPLOT_H

#include "ui/origin.h"

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* Writes the terminal and axis settings of every chart: size in pixels, white background (for pages in dark mode), and
 * 16 colours that are dark enough on it; colour-blind readers can tell the first eight apart (Okabe and Ito, without
 * yellow). The caller sets the output. */
void ui_gnuplot_svg(FILE *g, uint32_t width, uint32_t height);
/* Width of a chart in pixels: `width`, or more if a title of `title_letters` letters needs it. */
uint32_t ui_gnuplot_width(uint32_t width, size_t title_letters);
/* Sets the title: `title` (NULL or "": none), below it the origin of the numbers. */
void ui_gnuplot_title(FILE *g, const char *title, const ui_origin_t *origin);
/* Writes a string as an expression, with line ends at blanks so that a line has about `letters` at most. */
void ui_gnuplot_lines(FILE *g, const char *text, size_t letters);
void ui_gnuplot_text(FILE *g, const char *text); /* writes a string in gnuplot's single quotes */
/* Runs gnuplot on a script X.gp in folder `dir`, which draws X.svg there; and rsvg-convert, if it is installed, which
 * makes X.pdf of it, for LaTeX. A signal leaves no half of them. 0: drawn; 127:
 * gnuplot is not installed; other: its exit code; -1: no process. */
int ui_gnuplot_run(const char *dir, const char *script);
void ui_gnuplot_advice(int status); /* prints why there is no .svg, if status is not 0 */

#endif
