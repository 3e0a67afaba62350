/* why_file.c - reads the file of `run --why` up to a cycle. */
#include "run/why_file.h"

#include "base/infile.h"
#include "policy/why.h"
#include "ui/words.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LINE_BYTES = 512, FIELDS = 5 };

typedef struct {
    const char *path;
    uint32_t line;
    uint64_t cycle; /* asked for */
    bool ended;
    why_state_t *w;
    err_t *err;
} reader_t;

static bool bad(const reader_t *r, const char *what, const char *found, const char *allowed)
{
    return err_set(r->err, r->path, r->line, "%s: found '%s'; allowed: %s", what, found, allowed);
}

static why_kernel_t *find(const why_state_t *w, uint64_t id)
{
    for (uint32_t k = w->kernels; k-- > 0;)
        if (w->kernel[k].id == id) return &w->kernel[k];
    return NULL;
}

static bool add_kernel(reader_t *r, char *text)
{
    why_state_t *w = r->w;
    uint64_t id;
    char *name = strchr(text, ' ');
    if (name) *name++ = '\0';
    if (!name || !ui_number(text, UINT64_MAX, &id) || find(w, id))
        return bad(r, "kernel", text, "a new number and a name");
    why_kernel_t *all = realloc(w->kernel, (w->kernels + 1) * sizeof *all);
    if (!all) return err_set(r->err, NULL, 0, "out of memory");
    w->kernel = all;
    why_kernel_t *k = &all[w->kernels++];
    *k = (why_kernel_t){.id = id};
    snprintf(k->name, sizeof k->name, "%.63s", name);
    for (uint32_t s = 0; s < WHY_SMS_MAX; s++) k->cause[s] = WHY_NOT_ASKED;
    return true;
}

/* A line that begins with "# ". */
static bool read_note(reader_t *r, char *text)
{
    uint64_t n;
    char *value = strchr(text, ' ');
    if (!value) return bad(r, "line", text, "machine, sms, kernel, end");
    *value++ = '\0';
    if (!strcmp(text, "machine")) {
        snprintf(r->w->machine, sizeof r->w->machine, "%.63s", value);
        return true;
    }
    if (!strcmp(text, "kernel")) return add_kernel(r, value);
    if (!ui_number(value, UINT64_MAX, &n)) return bad(r, text, value, "a number");
    if (!strcmp(text, "sms") && n && n <= WHY_SMS_MAX) {
        r->w->sms = (uint32_t)n;
        return true;
    }
    if (strcmp(text, "end") != 0) return bad(r, "line", text, "machine, sms (1 to 256), kernel, end");
    r->w->cycles = n;
    r->ended = true;
    return true;
}

/* False: an unknown word. */
static bool causes_of(char *text, uint16_t *cause)
{
    *cause = 0;
    if (!strcmp(text, WHY_FILE_NOTHING)) *cause = WHY_NOT_ASKED;
    else if (!strcmp(text, WHY_FILE_DISPATCHED)) *cause = WHY_DISPATCHED;
    if (*cause || !strcmp(text, WHY_FILE_TURN)) return true;
    for (char *next; text; text = next) {
        uint32_t bit = 0;
        if ((next = strchr(text, '+'))) *next++ = '\0';
        while (bit < WHY_CAUSE_COUNT && strcmp(text, why_word(bit)) != 0) bit++;
        if (bit == WHY_CAUSE_COUNT) return false;
        *cause |= (uint16_t)(1U << bit);
    }
    return true;
}

static void note(const reader_t *r, why_kernel_t *k, const why_dispatch_t *d, uint16_t cause)
{
    const bool later = d->cycle > r->cycle;
    if (cause != WHY_DISPATCHED) {
        if (!later) k->cause[d->sm] = cause;
    } else if (!later) {
        k->last = *d;
        k->count++;
    } else if (!k->next.any) {
        k->next = *d;
    }
}

static bool read_row(reader_t *r, char *text)
{
    char *field[FIELDS];
    uint64_t cycle, sm, id, cta = 0;
    uint16_t cause;
    for (uint32_t i = 0; i < FIELDS; i++) {
        field[i] = text;
        if (!(text = strchr(text, ',')) != (i + 1 == FIELDS)) return bad(r, "row", field[0], WHY_FILE_COLUMNS);
        if (text) *text++ = '\0';
    }
    if (!ui_number(field[0], UINT64_MAX, &cycle)) return bad(r, "cycle", field[0], "a number");
    if (!ui_number(field[1], WHY_SMS_MAX - 1, &sm) || sm >= r->w->sms)
        return bad(r, "sm", field[1], "an SM of the machine");
    why_kernel_t *k = ui_number(field[2], UINT64_MAX, &id) ? find(r->w, id) : NULL;
    if (!k) return bad(r, "kernel", field[2], "one of the lines '# kernel'");
    if (!causes_of(field[3], &cause)) return bad(r, "cause", field[3], "a cause, as in docs/why.md");
    if (cause == WHY_DISPATCHED && !ui_number(field[4], UINT32_MAX, &cta)) return bad(r, "cta", field[4], "a number");
    note(r, k, &(why_dispatch_t){true, cycle, (uint32_t)sm, (uint32_t)cta}, cause);
    return true;
}

static bool read_line(reader_t *r, char *line)
{
    char *end = strchr(line, '\n');
    if (!end || r->ended) return bad(r, "line", line, "whole lines, up to '# end'");
    *end = '\0';
    if (r->line == 1)
        return !strcmp(line, WHY_FILE_HEAD) ||
               err_set(r->err, r->path, 1,
                       "is no file of ctadel run --why; write one: ctadel run MACHINE WORKLOAD --why F.csv");
    if (!strncmp(line, "# ", 2)) return read_note(r, line + 2);
    return !strcmp(line, WHY_FILE_COLUMNS) || read_row(r, line);
}

bool why_file_read(const char *path, uint64_t cycle, why_state_t *w, err_t *err)
{
    char line[LINE_BYTES];
    reader_t r = {.path = path, .cycle = cycle, .w = w, .err = err};
    *w = (why_state_t){0};
    FILE *f = infile_open(path);
    if (!f) return err_set(err, path, 0, "cannot be read: %s", strerror(errno));
    bool ok = true;
    while (ok && fgets(line, sizeof line, f)) {
        r.line++;
        ok = read_line(&r, line);
    }
    fclose(f);
    if (ok && !r.ended) ok = err_set(err, path, r.line, "ends without '# end': it is not whole, or empty");
    if (ok && cycle >= w->cycles)
        ok = err_set(err, NULL, 0, "--cycle: found '%" PRIu64 "'; allowed: 0 to %" PRIu64 ", the last cycle of %s",
                     cycle, w->cycles - 1, path);
    if (!ok) why_file_free(w);
    return ok;
}

void why_file_free(why_state_t *w) { free(w->kernel); }
