/* progress.c - redraws the bar in place by a carriage return, at most ten times a second. */
#include "ui/progress.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { BAR_CHARS = 30, WHAT_BYTES = 64 };
#define SILENT_SECONDS 2.0 /* a short run needs no bar */
#define REDRAW_SECONDS 0.1

struct ui_progress {
    char what[WHAT_BYTES];
    double begin, drawn; /* seconds */
    bool visible;
};

static double now_seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

ui_progress_t *ui_progress_create(const char *what)
{
    if (!isatty(STDERR_FILENO)) return NULL;
    ui_progress_t *p = calloc(1, sizeof *p);
    if (!p) return NULL;
    snprintf(p->what, sizeof p->what, "%s", what);
    p->begin = now_seconds();
    return p;
}

static void draw(const ui_progress_t *p, double share, double elapsed)
{
    if (share > 1.0) share = 1.0;
    int full = (int)(share * BAR_CHARS);
    char bar[BAR_CHARS + 1];
    memset(bar, ' ', BAR_CHARS);
    memset(bar, '=', (size_t)full);
    bar[BAR_CHARS] = '\0';
    fprintf(stderr, "\r%s [%s] %3.0f %%", p->what, bar, 100.0 * share);
    if (share > 0.0) {
        long left = (long)(elapsed * (1.0 - share) / share + 0.5);
        fprintf(stderr, "  %ld:%02ld:%02ld to go", left / 3600, left / 60 % 60, left % 60);
    }
    fputs("\033[K", stderr);
}

void ui_progress_set(ui_progress_t *p, uint64_t done, uint64_t total)
{
    if (!p) return;
    double now = now_seconds();
    if (now - p->begin < SILENT_SECONDS || now - p->drawn < REDRAW_SECONDS) return;
    p->drawn = now;
    p->visible = true;
    draw(p, total ? (double)done / (double)total : 0.0, now - p->begin);
}

void ui_progress_destroy(ui_progress_t *p)
{
    if (!p) return;
    if (p->visible) fputs("\r\033[K", stderr);
    free(p);
}
