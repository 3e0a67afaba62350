/* synth_liberty.c - reads what synthesis must know of a Liberty file: names, areas, flip-flops, an inverter, the
 * supply. It checks enough to name a fault in one line before Yosys starts, and writes a copy that all tools read
 * alike. */
#include "cost/synth_liberty.h"
#include "cost/synth.h"

#include "base/outfile.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum { DEPTH_LIBRARY = 1, DEPTH_CELL = 2, DEPTH_PIN = 3, DEPTH_TIMING = 4 };

typedef struct {
    synth_lib_text_t t;
    char library[SYNTH_LIB_WORD];
    struct {
        double area;
        uint32_t inputs, outputs;
        bool inverts; /* its output has the function !A */
        char in[64], out[64];
    } cell;
    struct {
        bool is_input, is_output, inverts;
    } pin;
    bool related, needs_none; /* of a timing group: has a related pin; is of a type that has none */
    bool has_flop;
    double buffer_area, inverter_area; /* um2, of lib->buffer and lib->inverter */
    char condition[SYNTH_LIB_WORD];    /* default_operating_conditions */
    double condition_volts;            /* of that, or of the first */
} reader_t;

static void to_lower(char lower[SYNTH_LIB_WORD], const char *cell)
{
    size_t i = 0;
    for (; cell[i] && i + 1 < SYNTH_LIB_WORD; i++) lower[i] = (char)tolower((unsigned char)cell[i]);
    lower[i] = '\0';
}

static bool is_nand2(const char *cell)
{
    char lower[SYNTH_LIB_WORD];
    to_lower(lower, cell);
    const char *at = strstr(lower, "nand2");
    return at && !isdigit((unsigned char)at[5]) && at[5] != 'b'; /* nand2b: an input is inverted */
}

/* True for a plain buffer: not for a tristate one (tbuf, bufz, ebuf), nor for one of clocks, isolation or level shifts.
 */
static bool is_buffer(const char *cell)
{
    char lower[SYNTH_LIB_WORD];
    to_lower(lower, cell);
    const char *at = strstr(lower, "buf");
    return at && (at == lower || at[-1] == '_') && at[3] != 'z' && !strstr(lower, "clk") && !strstr(lower, "iso") &&
           !strstr(lower, "lpflow") && !strstr(lower, "inv");
}

/* True for a function such as !A, (!A), A' of one input. */
static bool is_not(const char *function)
{
    uint32_t marks = 0;
    for (const char *c = function; *c; c++) {
        marks += *c == '!' || *c == '~' || *c == '\'';
        if (strchr("*&|+^", *c)) return false;
    }
    return marks == 1;
}

/* True: the cell is the smallest so far. */
static bool smaller(char best[64], double *best_area, const char *cell, double area)
{
    if (area <= 0.0 || (best[0] && area >= *best_area)) return false;
    snprintf(best, 64, "%.63s", cell);
    *best_area = area;
    return true;
}

static void end_cell(reader_t *r, synth_lib_t *lib, const char *cell)
{
    const double area = r->cell.area;
    lib->cells++;
    if (is_nand2(cell) && area > 0.0 && (lib->nand2_area <= 0.0 || area < lib->nand2_area)) lib->nand2_area = area;
    if (is_buffer(cell)) smaller(lib->buffer, &r->buffer_area, cell, area);
    char lower[SYNTH_LIB_WORD]; /* those of clocks and delay lines are slower than logic */
    to_lower(lower, cell);
    const bool special = strstr(lower, "clk") || strstr(lower, "dly") || strstr(lower, "lpflow");
    const bool inverter = r->cell.inputs == 1 && r->cell.outputs == 1 && r->cell.inverts && !special;
    if (!inverter || !smaller(lib->inverter, &r->inverter_area, cell, area)) return;
    memcpy(lib->inverter_in, r->cell.in, sizeof lib->inverter_in);
    memcpy(lib->inverter_out, r->cell.out, sizeof lib->inverter_out);
}

static void end_pin(reader_t *r, const char *pin)
{
    if (r->pin.is_input) snprintf(r->cell.in, sizeof r->cell.in, "%.63s", pin);
    if (r->pin.is_output) snprintf(r->cell.out, sizeof r->cell.out, "%.63s", pin);
    r->cell.inputs += r->pin.is_input;
    r->cell.outputs += r->pin.is_output;
    r->cell.inverts |= r->pin.inverts;
}

/* The head of the group that is open at this depth; "": none. */
static const char *group(const reader_t *r, uint32_t depth)
{
    return r->t.depth >= depth ? r->t.open[depth - 1].head : "";
}

static bool in_cell(const reader_t *r) { return !strcmp(group(r, DEPTH_CELL), "cell"); }

static bool open_group(reader_t *r, const synth_lib_stmt_t *s, err_t *err)
{
    switch (r->t.depth) {
    case DEPTH_LIBRARY:
        if (r->library[0])
            return err_set(err, r->t.path, s->line, "found a second library, %.60s behind %.60s; give a file with one",
                           s->value, r->library);
        if (!s->value[0]) return err_set(err, r->t.path, s->line, "found a library without a name; give it one");
        memcpy(r->library, s->value, sizeof r->library);
        return true;
    case DEPTH_CELL: memset(&r->cell, 0, sizeof r->cell); return true;
    case DEPTH_PIN:
        memset(&r->pin, 0, sizeof r->pin);
        r->has_flop |= in_cell(r) && !strcmp(s->head, "ff");
        return true;
    case DEPTH_TIMING: r->related = r->needs_none = false; return true;
    default: return true;
    }
}

static bool close_group(reader_t *r, synth_lib_t *lib, const synth_lib_stmt_t *s, err_t *err)
{
    const uint32_t depth = r->t.depth + 1; /* that it had */
    if (depth == DEPTH_CELL && !strcmp(s->head, "cell")) end_cell(r, lib, s->value);
    if (depth == DEPTH_PIN && in_cell(r) && !strcmp(s->head, "pin")) end_pin(r, s->value);
    if (depth == DEPTH_TIMING && !strcmp(s->head, "timing") && !r->related && !r->needs_none)
        return err_set(err, r->t.path, r->t.open[depth - 1].line,
                       "found timing () of %.60s, pin %.60s, without related_pin; add it, or remove this group",
                       r->t.open[DEPTH_CELL - 1].value, r->t.open[DEPTH_PIN - 1].value);
    return true;
}

static void library_attribute(reader_t *r, synth_lib_t *lib, const synth_lib_stmt_t *s)
{
    if (!strcmp(s->head, "nom_voltage")) lib->volts = strtod(s->value, NULL);
    if (!strcmp(s->head, "default_operating_conditions")) memcpy(r->condition, s->value, sizeof r->condition);
}

/* Attributes by the depth of the group that they stand in. */
static void attribute(reader_t *r, synth_lib_t *lib, const synth_lib_stmt_t *s)
{
    const uint32_t depth = r->t.depth;
    if (depth == DEPTH_LIBRARY) library_attribute(r, lib, s);
    if (depth == DEPTH_CELL && in_cell(r) && !strcmp(s->head, "area")) r->cell.area = strtod(s->value, NULL);
    if (depth == DEPTH_CELL && !strcmp(group(r, DEPTH_CELL), "operating_conditions") && !strcmp(s->head, "voltage") &&
        (r->condition_volts <= 0.0 || !strcmp(r->condition, r->t.open[DEPTH_CELL - 1].value)))
        r->condition_volts = strtod(s->value, NULL);
    if (depth == DEPTH_PIN && !strcmp(group(r, DEPTH_PIN), "pin")) {
        r->pin.is_input |= !strcmp(s->head, "direction") && !strcmp(s->value, "input");
        r->pin.is_output |= !strcmp(s->head, "direction") && !strcmp(s->value, "output");
        r->pin.inverts |= !strcmp(s->head, "function") && is_not(s->value);
    }
    if (depth == DEPTH_TIMING) {
        r->related |= !strncmp(s->head, "related_pin", 11) || !strncmp(s->head, "related_bus", 11);
        r->needs_none |= !strcmp(s->head, "timing_type") && strstr(s->value, "clock_tree_path");
    }
}

/* Statements that none of the tools needs, and that some do not read: definitions of attributes, thresholds written as
 * expressions, the currents and receivers of other delay models. Groups go with all that is in them. A word stands for
 * all heads that begin with it. */
static bool skipped(const synth_lib_stmt_t *s)
{
    static const char *const heads[] = {"define",         "input_voltage",
                                        "output_voltage", "output_current_",
                                        "compact_",       "receiver_capacitance",
                                        "ccsn_",          "dc_current",
                                        "base_curves",    "normalized_driver_waveform",
                                        "sensitization"};
    for (size_t i = 0; i < sizeof heads / sizeof heads[0]; i++)
        if (!strncmp(s->head, heads[i], strlen(heads[i]))) return true;
    return false;
}

/* Reads all statements and writes the copy. */
static bool scan(reader_t *r, synth_lib_t *lib, FILE *copy, err_t *err)
{
    synth_lib_stmt_t s;
    unsigned line = 1;
    uint32_t hidden = 0; /* depth of the group that is left out */
    while (synth_lib_next(&r->t, &s, err)) {
        if (!s.kind) {
            fputc('\n', copy);
            return true;
        }
        if (!hidden && s.kind == '{' && skipped(&s)) hidden = r->t.depth;
        const bool out = hidden || (s.kind != '{' && s.kind != '}' && skipped(&s));
        if (!out && s.kind == '{' && !open_group(r, &s, err)) return false;
        if (!out && s.kind == '}' && !close_group(r, lib, &s, err)) return false;
        if (!out && s.kind == '}' && !r->t.depth && lib->volts <= 0.0 && r->condition_volts > 0.0)
            fprintf(copy, "nom_voltage : %g; ", r->condition_volts); /* OpenSTA computes power with it */
        if (!out && (s.kind == ':' || s.kind == '(')) attribute(r, lib, &s);
        if (!out) synth_lib_write(copy, &s, &line);
        if (hidden && s.kind == '}' && r->t.depth < hidden) hidden = 0;
    }
    return false;
}

static bool check_supply(const reader_t *r, synth_lib_t *lib, err_t *err)
{
    if (lib->volts <= 0.0) lib->volts = r->condition_volts;
    return lib->volts > 0.0 ||
           err_set(err, r->t.path, 0,
                   "library %.60s has neither nom_voltage nor operating_conditions with a voltage, so "
                   "no power; add `nom_voltage : V;`",
                   r->library);
}

static bool check(const reader_t *r, synth_lib_t *lib, err_t *err)
{
    const synth_lib_text_t *t = &r->t;
    if (!t->bytes) return err_set(err, t->path, 0, "is empty; " SYNTH_LIB_REMEDY);
    if (!r->library[0]) return err_set(err, t->path, t->line, "holds no library (...); " SYNTH_LIB_REMEDY);
    if (t->depth) {
        const bool cell = t->depth >= DEPTH_CELL && in_cell(r);
        return err_set(err, t->path, t->line, "ends inside %s%.60s%s: it was cut off; fetch it again",
                       cell ? "cell (" : "the library", cell ? t->open[DEPTH_CELL - 1].value : "", cell ? ")" : "");
    }
    if (lib->nand2_area <= 0.0)
        return err_set(err, t->path, 0,
                       "library %.60s, %u cells, has no two-input NAND with an area "
                       "(a cell named *nand2*); " SYNTH_LIB_REMEDY,
                       r->library, lib->cells);
    if (!r->has_flop)
        return err_set(err, t->path, 0,
                       "library %.60s, %u cells, has no flip-flop (a cell with ff (...)); " SYNTH_LIB_REMEDY,
                       r->library, lib->cells);
    return check_supply(r, lib, err);
}

bool synth_lib_read(synth_lib_t *lib, const char *path, err_t *err)
{
    reader_t r = {0};
    lib->cells = 0;
    lib->nand2_area = lib->volts = lib->fo4_ns = 0.0;
    lib->buffer[0] = lib->inverter[0] = '\0';
    bool ok = synth_lib_load(&r.t, path, err);
    outfile_t *o = ok ? outfile_open(lib->path, err) : NULL;
    ok = o && scan(&r, lib, outfile_stream(o), err);
    ok = ok && check(&r, lib, err);
    if (!ok) outfile_abort(o);
    else ok = outfile_commit(o, err);
    snprintf(lib->name, sizeof lib->name, "%.63s", r.library);
    free(r.t.text);
    return ok;
}
