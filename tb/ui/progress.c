/* progress.c - redraws the bar in place by a carriage return, at most ten times a second; or writes a line per tenth.
 */
#include "ui/progress.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { BAR_CHARS = 30, WHAT_BYTES = 64, TENTHS = 10 };
#define SILENT_SECONDS 2.0 /* a short run needs no bar */
#define REDRAW_SECONDS 0.1

struct ui_progress {
    char what[WHAT_BYTES];
    double begin, drawn; /* seconds */
    bool visible;
    bool lines;      /* no terminal */
    uint32_t tenths; /* of these lines, written so far */
};

static double now_seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

ui_progress_t *ui_progress_create(const char *what)
{
    return isatty(STDERR_FILENO) ? ui_progress_create_logged(what) : NULL;
}

ui_progress_t *ui_progress_create_logged(const char *what)
{
    ui_progress_t *p = calloc(1, sizeof *p);
    if (!p) return NULL;
    snprintf(p->what, sizeof p->what, "%s", what);
    p->lines = !isatty(STDERR_FILENO);
    p->begin = now_seconds();
    return p;
}

static void time_left(double share, double elapsed)
{
    const long left = (long)(elapsed * (1.0 - share) / share + 0.5);
    fprintf(stderr, "  %ld:%02ld:%02ld to go", left / 3600, left / 60 % 60, left % 60);
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
    if (share > 0.0) time_left(share, elapsed);
    fputs("\033[K", stderr);
}

/* The last tenth has no line: what follows says that the work is done. */
static void write_line(ui_progress_t *p, uint64_t done, uint64_t total, double elapsed)
{
    const uint32_t tenths = total ? (uint32_t)(TENTHS * done / total) : 0;
    if (tenths <= p->tenths || tenths >= TENTHS) return;
    p->tenths = tenths;
    fprintf(stderr, "%s: %u %%", p->what, 100 / TENTHS * tenths);
    if (elapsed >= SILENT_SECONDS) time_left((double)done / (double)total, elapsed);
    fputc('\n', stderr);
}

void ui_progress_set(ui_progress_t *p, uint64_t done, uint64_t total)
{
    if (!p) return;
    double now = now_seconds();
    if (p->lines) {
        write_line(p, done, total, now - p->begin);
        return;
    }
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
