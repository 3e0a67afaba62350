/* gnuplot.c - common parts of chart scripts, and the gnuplot process. */
#include "ui/gnuplot.h"
#include "ui/in_path.h"

#include "base/interrupt.h"

#include <limits.h>
#include <signal.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

void ui_gnuplot_svg(FILE *g, uint32_t width, uint32_t height)
{
    static const char *const colours[] = {"#0072b2", "#d55e00", "#009e73", "#cc79a7", "#56b4e9", "#a06a00",
                                          "#000000", "#7f7f7f", "#882255", "#117733", "#332288", "#ddcc77",
                                          "#44aa99", "#aa4499", "#e69f00", "#999933"};
    fprintf(g, "set terminal svg size %u,%u noenhanced background rgb 'white'\n", width, height);
    for (uint32_t i = 0; i < sizeof colours / sizeof colours[0]; i++)
        fprintf(g, "set linetype %u lc rgb '%s'\n", i + 1, colours[i]);
    fputs("set border 3\nset tics nomirror\nset grid y\n", g);
}

uint32_t ui_gnuplot_width(uint32_t width, size_t title_letters)
{
    enum { LETTER = 7, MARGIN = 40 };
    const uint32_t title = (uint32_t)title_letters * LETTER + MARGIN;
    return width < title ? title : width;
}

static void put_quoted(FILE *g, const char *text, size_t chars)
{
    fputc('\'', g);
    for (size_t i = 0; i < chars; i++) fputs(text[i] == '\'' ? "''" : (char[]){text[i], '\0'}, g);
    fputc('\'', g);
}

void ui_gnuplot_text(FILE *g, const char *text) { put_quoted(g, text, strlen(text)); }

void ui_gnuplot_lines(FILE *g, const char *text, size_t letters)
{
    while (strlen(text) > letters) {
        size_t end = letters;
        while (end > 0 && text[end] != ' ') end--;
        if (!end) end = strcspn(text, " ");
        if (!text[end]) break;
        put_quoted(g, text, end);
        fputs(".\"\\n\".", g);
        text += end + 1;
    }
    ui_gnuplot_text(g, text);
}

void ui_gnuplot_title(FILE *g, const char *title, const ui_origin_t *origin)
{
    char text[UI_ORIGIN_TEXT_BYTES];
    ui_origin_text(origin, text);
    fputs("set title ", g);
    if (title && title[0]) {
        ui_gnuplot_text(g, title);
        fputs(".\"\\n\".", g);
    }
    ui_gnuplot_text(g, text);
    fputc('\n', g);
}

/* Between fork and interrupt_helper a signal is held, else it would leave the child alone. */
static pid_t start(const char *dir, char *const argv[])
{
    fflush(NULL);
    interrupt_hold();
    const pid_t pid = fork();
    if (pid == 0) {
        interrupt_child();
        prctl(PR_SET_PDEATHSIG, SIGTERM);
        if (chdir(dir) == 0) execvp(argv[0], argv);
        _exit(127);
    }
    if (pid > 0) interrupt_helper(pid);
    interrupt_release();
    return pid;
}

/* Runs a program that writes dir/file. As ui_gnuplot_run. */
static int run(const char *dir, const char *file, char *const argv[])
{
    char path[PATH_MAX];
    int status = 0;
    snprintf(path, sizeof path, "%s/%s", dir, file);
    interrupt_keep(path);
    const pid_t pid = start(dir, argv);
    const bool ran = pid > 0 && waitpid(pid, &status, 0) == pid && WIFEXITED(status);
    interrupt_helper(0);
    interrupt_forget(path);
    return ran ? WEXITSTATUS(status) : -1;
}

int ui_gnuplot_run(const char *dir, const char *script)
{
    enum { NAME_BYTES = 256 };
    char name[NAME_BYTES], svg[NAME_BYTES], pdf[NAME_BYTES], gnuplot[] = "gnuplot";
    char rsvg[] = "rsvg-convert", format[] = "--format=pdf", output[] = "--output";
    const int stem = (int)strlen(script) - 3;
    snprintf(name, sizeof name, "%s", script);
    snprintf(svg, sizeof svg, "%.*s.svg", stem, script);
    snprintf(pdf, sizeof pdf, "%.*s.pdf", stem, script);
    char *draw[] = {gnuplot, name, NULL}, *convert[] = {rsvg, format, output, pdf, svg, NULL};
    const int status = run(dir, svg, draw);
    if (status == 0 && ui_in_path(rsvg) && run(dir, pdf, convert) != 0) {
        char path[PATH_MAX];
        snprintf(path, sizeof path, "%s/%s", dir, pdf);
        remove(path);
        fprintf(stderr, "ctadel: note: %s: rsvg-convert could not write it\n", path);
    }
    return status;
}

void ui_gnuplot_advice(int status)
{
    if (status == 127)
        puts("gnuplot, which draws it as .svg, is not installed: make charts, or apt-get install gnuplot-nox");
    else if (status) puts("gnuplot could not draw it; its message is above");
}
