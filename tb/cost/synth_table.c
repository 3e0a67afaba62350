/* synth_table.c - writes what the designs cost as text. Each row names its size; what a design adds is
 * counted over the plain design of the same size: `none` for a dispatcher, gto for an arbiter, control bits for an
 * issue logic or unit. */
#include "cost/synth.h"
#include "ui/table.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { PAPER_NODE_NM = 65 };
static const double paper_volts = 1.2; /* nominal supply of a 65 nm library */

const char *synth_base_name(const synth_point_t *p)
{
    switch (p->kind) {
    case SYNTH_DISP: return "none";
    case SYNTH_ARB: return policy_plain(POLICY_WARP);
    case SYNTH_ISSUE:
    case SYNTH_UNIT: return p->base;
    default: return "";
    }
}

const synth_result_t *synth_base(const synth_report_t *r, uint32_t i)
{
    const synth_point_t *p = &r->point[i];
    for (uint32_t k = 0; k < r->count; k++)
        if (k != i && r->point[k].kind == p->kind && !strcmp(r->point[k].name, synth_base_name(p)) &&
            (synth_of_scheduler(p) || r->point[k].sms == p->sms) && r->point[k].slots == p->slots)
            return strcmp(p->name, synth_base_name(p)) ? &r->result[k] : NULL;
    return NULL;
}

double synth_noise(const synth_report_t *r, uint32_t i)
{
    const synth_result_t *base = synth_base(r, i);
    if (!base && !strcmp(r->point[i].name, synth_base_name(&r->point[i]))) base = &r->result[i];
    return base && base->orders > 1 ? base->area_high - base->area_low : -1.0;
}

double synth_nand2(const synth_report_t *r, double area) { return area / r->q->lib.nand2_area; }

ui_origin_t synth_origin(const synth_request_t *q)
{
    ui_origin_t o = {.machine = ""};
    ui_origin_add(&o, q->no_power ? NULL : q->machine_name, q->no_power ? NULL : q->size, q->lib.name, ui_version());
    return o;
}

/* The last two parts of a path: a register and its instance, as in "u_sm.map_q[5]". */
static const char *tail(const char *name)
{
    const char *dot = strrchr(name, '.');
    while (dot && dot > name && dot[-1] != '.') dot--;
    return dot ? dot : name;
}

static double mhz(const synth_result_t *x) { return x->ns > 0.0 ? 1e3 / x->ns : 0.0; /* 0: constants only */ }

/* What a design adds; chance can be as much as the noise of both designs. */
static void added_cells(const synth_report_t *r, ui_table_t *t, uint32_t row, uint32_t *c, uint32_t i)
{
    const synth_result_t *x = &r->result[i], *base = synth_base(r, i);
    if (!base) {
        ui_table_set(t, row, (*c)++, "-");
        ui_table_set(t, row, (*c)++, "-");
        return;
    }
    const double added = x->area - base->area, noise = synth_noise(r, i);
    ui_table_set(t, row, (*c)++, "%+.0f", synth_nand2(r, added));
    ui_table_set(t, row, (*c)++, "%+.1f %%%s", 100.0 * added / base->area,
                 noise >= 0.0 && fabs(added) <= 2.0 * noise ? " (noise)" : "");
}

static void point_row(const synth_report_t *r, ui_table_t *t, uint32_t row, uint32_t i)
{
    const synth_point_t *p = &r->point[i];
    const synth_result_t *x = &r->result[i];
    uint32_t c = 0;
    ui_table_set(t, row, c++, "%s", p->name);
    if (synth_of_scheduler(p)) ui_table_set(t, row, c++, "%u/%u", synth_arb_warps(r->q, p), p->slots);
    else ui_table_set(t, row, c++, "%ux%u", p->sms, p->slots);
    ui_table_set(t, row, c++, "%u", x->cells);
    ui_table_set(t, row, c++, "%u", x->flops);
    ui_table_set(t, row, c++, "%.0f", synth_nand2(r, x->area));
    added_cells(r, t, row, &c, i);
    ui_table_set(t, row, c++, x->ns > 0.0 && r->q->lib.fo4_ns > 0.0 ? "%.1f" : "-", x->ns / r->q->lib.fo4_ns);
    ui_table_set(t, row, c++, x->ns > 0.0 ? "%.0f" : "-", mhz(x));
    ui_table_set(t, row, c++, "%.0f", x->area);
    ui_table_set(t, row, c++, "%.3f", x->ns);
    const bool still = x->clock_mw > 0.0 || x->replayed_cycles;
    ui_table_set(t, row, c++, still ? "%.3g" : "-", x->clock_mw);
    ui_table_set(t, row, c++, x->replayed_cycles ? "%.3g" : "-", x->data_mw);
    ui_table_set(t, row, c++, still ? "%.3g" : "-", x->leak_mw);
    ui_table_set(t, row, c, "%.29s -> %.29s", tail(x->start), tail(x->end));
}

static void print_kind(const synth_report_t *r, FILE *f, synth_kind_t kind, const char *title, const char *size)
{
    const char *const heads[] = {"",    size,  "cells", "flops",    "NAND2-eq", "added",   "added %",     "FO4",
                                 "MHz", "um2", "ns",    "clock mW", "data mW",  "leak mW", "slowest path"};
    enum { COLUMNS = sizeof heads / sizeof heads[0] };
    uint32_t rows = 0;
    for (uint32_t i = 0; i < r->count; i++) rows += r->point[i].kind == kind;
    if (!rows) return;
    ui_table_t *t = ui_table_create(1 + rows, COLUMNS);
    for (uint32_t c = 0; c < COLUMNS; c++) ui_table_set(t, 0, c, "%s", heads[c]);
    rows = 1;
    for (uint32_t i = 0; i < r->count; i++)
        if (r->point[i].kind == kind) point_row(r, t, rows++, i);
    fprintf(f, "\n%s\n", title);
    ui_table_print(t, f, ui_colour(f));
    ui_table_destroy(t);
}

/* Looks up in synth/claims.txt what a paper says of a policy's cost; "-": nothing. */
static bool claim(const synth_report_t *r, const char *name, char text[RUN_HEAD_BYTES * 2], err_t *err)
{
    char path[RUN_PATH_BYTES + 32], line[256], word[96];
    snprintf(path, sizeof path, "%s/synth/claims.txt", r->q->root);
    FILE *f = fopen(path, "r");
    strcpy(text, "-");
    if (!f)
        return err_set(err, path, 0, "cannot be read: %s; set CTADEL_DATA to the folder of the sources",
                       strerror(errno));
    while (fgets(line, sizeof line, f)) {
        char said[RUN_HEAD_BYTES * 2] = "";
        if (sscanf(line, "%95s %95[^\n]", word, said) == 2 && !strcmp(word, name)) strcpy(text, said);
    }
    fclose(f);
    return true;
}

/* Prints added area and dynamic power, scaled to the papers' node: area by the square of the node, energy per cycle by
 * the node (capacitance) and the square of the voltage; the clock stays. */
static bool print_scaled(const synth_report_t *r, FILE *f, err_t *err)
{
    const synth_lib_t *lib = &r->q->lib;
    const double area = pow((double)PAPER_NODE_NM / lib->node_nm, 2.0);
    const double energy = (double)PAPER_NODE_NM / lib->node_nm * pow(paper_volts / lib->volts, 2.0);
    uint32_t rows = 0;
    for (uint32_t i = 0; i < r->count; i++) rows += r->point[i].kind == SYNTH_DISP && synth_base(r, i);
    if (!rows) return true;
    ui_table_t *t = ui_table_create(1 + rows, 6);
    const char *const heads[] = {"added to none", "SMSxSLOTS", "flops", "mm2", "dynamic mW", "the paper says"};
    for (uint32_t c = 0; c < 6; c++) ui_table_set(t, 0, c, "%s", heads[c]);
    rows = 1;
    bool ok = true;
    for (uint32_t i = 0; ok && i < r->count; i++) {
        const synth_result_t *x = &r->result[i], *base = synth_base(r, i);
        char said[RUN_HEAD_BYTES * 2];
        if (r->point[i].kind != SYNTH_DISP || !base) continue;
        ok = claim(r, r->point[i].name, said, err);
        ui_table_set(t, rows, 0, "%s", r->point[i].name);
        ui_table_set(t, rows, 1, "%ux%u", r->point[i].sms, r->point[i].slots);
        ui_table_set(t, rows, 2, "%+d", (int)x->flops - (int)base->flops);
        ui_table_set(t, rows, 3, "%+.4f", 1e-6 * area * (x->area - base->area));
        if (x->replayed_cycles && base->replayed_cycles)
            ui_table_set(t, rows, 4, "%+.3g", energy * (x->clock_mw + x->data_mw - base->clock_mw - base->data_mw));
        else ui_table_set(t, rows, 4, "-");
        ui_table_set(t, rows++, 5, "%s", said);
    }
    fprintf(f,
            "\nScaled to %d nm by area x (%d/%u)^2 and dynamic power x %d/%u x (%.1f V/%.1f V)^2, at the same %u MHz\n",
            PAPER_NODE_NM, PAPER_NODE_NM, lib->node_nm, PAPER_NODE_NM, lib->node_nm, paper_volts, lib->volts, lib->mhz);
    ui_table_print(t, f, ui_colour(f));
    ui_table_destroy(t);
    return ok;
}

static void print_modules(const synth_report_t *r, FILE *f, uint32_t i)
{
    const synth_result_t *m = &r->modules[i];
    if (!m->module_count) return;
    ui_table_t *t = ui_table_create(1 + m->module_count, 6);
    const char *const heads[] = {"module", "instances", "cells", "flops", "NAND2-eq", "share"};
    for (uint32_t c = 0; c < 6; c++) ui_table_set(t, 0, c, "%s", heads[c]);
    for (uint32_t k = 0; k < m->module_count; k++) {
        const synth_module_t *x = &m->module[k];
        ui_table_set(t, 1 + k, 0, "%s", x->name);
        ui_table_set(t, 1 + k, 1, "%u", x->instances);
        ui_table_set(t, 1 + k, 2, "%u", x->cells);
        ui_table_set(t, 1 + k, 3, "%u", x->flops);
        ui_table_set(t, 1 + k, 4, "%.0f", synth_nand2(r, x->area));
        ui_table_set(t, 1 + k, 5, "%.1f %%", 100.0 * x->area / m->area);
    }
    fprintf(f, "\n%s %ux%u by module, nothing shared or removed across their ports\n", r->point[i].name,
            r->point[i].sms, r->point[i].slots);
    ui_table_print(t, f, ui_colour(f));
    ui_table_destroy(t);
}

static void print_paths(const synth_report_t *r, FILE *f, uint32_t i)
{
    const synth_result_t *x = &r->result[i];
    const uint32_t n = r->q->paths < x->path_count ? r->q->paths : x->path_count;
    if (!n) return;
    fprintf(f, "\n%s %ux%u, the slowest path to each of the %u latest ends\n", r->point[i].name, r->point[i].sms,
            r->point[i].slots, n);
    for (uint32_t k = 0; k < n; k++)
        fprintf(f, "%9.3f ns  %3u cells  %s -> %s\n", x->path[k].ns, x->path[k].gates, x->path[k].start,
                x->path[k].end);
}

/* How far the baselines differ when they are mapped in several orders, and designs whose policy did nothing. */
static void print_remarks(const synth_report_t *r, FILE *f)
{
    for (uint32_t i = 0; i < r->count; i++) {
        const synth_result_t *x = &r->result[i];
        if (x->orders > 1)
            fprintf(f, "noise: %s %ux%u mapped in %u orders: %.0f to %.0f NAND2-eq, %.0f to %.0f MHz\n",
                    r->point[i].name, r->point[i].sms, r->point[i].slots, x->orders, synth_nand2(r, x->area_low),
                    synth_nand2(r, x->area_high), 1e3 / x->ns_high, 1e3 / x->ns_low);
        if (x->idle)
            fprintf(
                f,
                "%s %ux%u: its replayed run takes as many cycles as with the baseline policies, so the policy had no "
                "effect; see --workload, --size, --set\n",
                r->point[i].name, r->point[i].sms, r->point[i].slots);
    }
}

bool synth_report_text(const synth_report_t *r, FILE *f, err_t *err)
{
    const synth_request_t *q = r->q;
    const ui_origin_t origin = synth_origin(q);
    char text[UI_ORIGIN_TEXT_BYTES];
    ui_origin_text(&origin, text);
    fprintf(f,
            "%s;\n"
            "library %s, %u nm, %.1f V, NAND2 %.3f um2, FO4 %.1f ps; Yosys %s, mapped for %s at %u MHz, power at the "
            "same;\n"
            "no wires, ideal clock, no clock gating; %u kernels, %u warps and %u schedulers per SM;\n",
            text, q->lib.name, q->lib.node_nm, q->lib.volts, q->lib.nand2_area, 1e3 * q->lib.fo4_ns, q->lib.yosys,
            strcmp(q->map, "both") ? q->map : "area and speed", q->lib.mhz, q->kernels, q->warps, q->schedulers);
    if (q->blocks.count) {
        char blocks[SYNTH_PATH_BYTES];
        synth_blocks(q, blocks);
        fprintf(f, "mapped once each: %s;\n", blocks);
    }
    if (q->no_power) fputs("power: not asked for\n", f);
    else
        fprintf(f,
                "power: %s, size %s, on %s, every net's changes counted; of issue logic the clock and leakage alone\n",
                q->workload, q->size, q->machine_name);
    print_kind(r, f, SYNTH_DISP, "Dispatcher with one policy built in, what it adds to none", "SMSxSLOTS");
    print_kind(r, f, SYNTH_ARB, "Warp arbiter of one scheduler, what it adds to gto", "WARPS/SLOTS");
    print_kind(r, f, SYNTH_ISSUE, "Issue logic of one scheduler, what a scoreboard adds to control bits",
               "WARPS/SLOTS");
    print_kind(r, f, SYNTH_UNIT, "Issue unit of one scheduler without arbiter, what a scoreboard adds to control bits",
               "WARPS/SLOTS");
    print_kind(r, f, SYNTH_MODULE, "Modules on their own", "SMSxSLOTS");
    print_remarks(r, f);
    if (!print_scaled(r, f, err)) return false;
    for (uint32_t i = 0; r->modules && i < r->count; i++) print_modules(r, f, i);
    for (uint32_t i = 0; i < r->count; i++) print_paths(r, f, i);
    return true;
}
