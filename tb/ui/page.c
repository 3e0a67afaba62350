/* page.c - writes HTML: escapes text, defines the style, copies SVG files with unique ids. */
#include "ui/page.h"

#include "base/infile.h"
#include "base/outfile.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

struct ui_page {
    outfile_t *out;
    uint32_t charts;
};

/* Charts have a white background; in dark mode the style inverts them and rotates the hues back. */
static const char style[] = ":root{color-scheme:light dark}"
                            "body{font:15px/1.5 system-ui,sans-serif;max-width:75rem;margin:2rem auto;padding:0 1rem}"
                            "h2{margin:2.5rem 0 0;font-size:1.2rem}"
                            "p{margin:.3rem 0 .8rem}"
                            ".wide{overflow-x:auto;margin:.8rem 0}"
                            "svg{max-width:none;background:#fff}"
                            "table{border-collapse:collapse;font-variant-numeric:tabular-nums}"
                            "th,td{padding:.15rem .7rem;text-align:right;border-bottom:1px solid #8884;"
                            "white-space:nowrap}"
                            "th:first-child,td:first-child{text-align:left}"
                            "@media(prefers-color-scheme:dark){svg{filter:invert(.9) hue-rotate(180deg)}}";

static FILE *stream(const ui_page_t *p) { return outfile_stream(p->out); }

static void put_text(FILE *f, const char *text)
{
    for (; *text; text++) switch (*text) {
        case '&': fputs("&amp;", f); break;
        case '<': fputs("&lt;", f); break;
        case '>': fputs("&gt;", f); break;
        case '"': fputs("&quot;", f); break;
        default: fputc(*text, f);
        }
}

static void put_element(FILE *f, const char *name, const char *text)
{
    fprintf(f, "<%s>", name);
    put_text(f, text);
    fprintf(f, "</%s>\n", name);
}

ui_page_t *ui_page_open(const char *path, const char *title, err_t *err)
{
    ui_page_t *p = calloc(1, sizeof *p);
    if (!p) err_set(err, NULL, 0, "out of memory");
    else if ((p->out = outfile_open(path, err))) {
        FILE *f = stream(p);
        fputs("<!DOCTYPE html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n"
              "<meta name=\"viewport\" content=\"width=device-width\">\n",
              f);
        put_element(f, "title", title);
        fprintf(f, "<style>%s</style>\n", style);
        return p;
    }
    free(p);
    return NULL;
}

void ui_page_part(ui_page_t *p, const char *title, const ui_origin_t *origin)
{
    char text[UI_ORIGIN_TEXT_BYTES];
    if (!p) return;
    put_element(stream(p), "h1", title);
    if (!origin) return;
    ui_origin_text(origin, text);
    put_element(stream(p), "p", text);
}

void ui_page_heading(ui_page_t *p, const char *text)
{
    if (p) put_element(stream(p), "h2", text);
}

void ui_page_text(ui_page_t *p, const char *text)
{
    if (p) put_element(stream(p), "p", text);
}

void ui_page_table(ui_page_t *p, const ui_table_t *t)
{
    if (!p) return;
    FILE *f = stream(p);
    fputs("<div class=\"wide\"><table>\n", f);
    for (uint32_t r = 0; r < ui_table_rows(t); r++) {
        fputs("<tr>", f);
        for (uint32_t c = 0; c < ui_table_columns(t); c++) {
            const char *cell = r == 0 ? "th" : "td";
            fprintf(f, "<%s>", cell);
            put_text(f, ui_table_cell(t, r, c));
            fprintf(f, "</%s>", cell);
        }
        fputs("</tr>\n", f);
    }
    fputs("</table></div>\n", f);
}

/* Makes ids unique in a page with several charts: id='gpDot' becomes id='c2-gpDot', and references to it alike. */
static void copy_svg(FILE *f, const char *svg, uint32_t chart)
{
    static const char *const before[] = {" id='", " id=\"", "xlink:href='#", "url(#"};
    while (*svg) {
        const char *found = NULL;
        for (size_t i = 0; !found && i < sizeof before / sizeof before[0]; i++)
            if (strncmp(svg, before[i], strlen(before[i])) == 0) found = before[i];
        if (found) {
            fprintf(f, "%sc%u-", found, chart);
            svg += strlen(found);
        } else fputc(*svg++, f);
    }
}

bool ui_page_svg(ui_page_t *p, const char *path, const char *about, err_t *err)
{
    if (!p) return true;
    FILE *from = infile_open(path);
    if (!from) return err_set(err, path, 0, "cannot be read: %s", strerror(errno));
    FILE *f = stream(p);
    char *line = NULL;
    size_t bytes = 0;
    bool svg = false; /* skips the XML lines before <svg> */
    fputs("<div class=\"wide\" role=\"img\" aria-label=\"", f);
    put_text(f, about);
    fputs("\">\n", f);
    p->charts++;
    while (getline(&line, &bytes, from) >= 0) {
        svg = svg || strncmp(line, "<svg", 4) == 0;
        if (svg) copy_svg(f, line, p->charts);
    }
    fputs("</div>\n", f);
    free(line);
    fclose(from);
    return svg || err_set(err, path, 0, "has no <svg>; expected a chart that gnuplot has drawn");
}

bool ui_page_commit(ui_page_t *p, err_t *err)
{
    if (!p) return true;
    fputs("</html>\n", stream(p));
    const bool ok = outfile_commit(p->out, err);
    free(p);
    return ok;
}

void ui_page_abort(ui_page_t *p)
{
    if (p) outfile_abort(p->out);
    free(p);
}
