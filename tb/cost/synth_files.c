/* synth_files.c - writes what the designs cost as CSV and JSON. Each row names its size, library, Yosys and machine. */
#include "cost/synth.h"
#include "ui/table.h"

#include "base/outfile.h"

#include <jansson.h>
#include <string.h>

static const char *const kinds[] = {"dispatcher", "arbiter", "issue", "unit", "module"};

/* A row of the CSV and JSON files: names and values. */
static json_t *row_json(const synth_report_t *r, uint32_t i)
{
    const synth_point_t *p = &r->point[i];
    const synth_result_t *x = &r->result[i], *base = synth_base(r, i);
    json_t *o = json_pack("{s:s, s:s, s:i, s:i, s:i, s:i, s:i, s:f, s:f, s:f, s:f, s:f, s:i, s:s, s:s}", "kind",
                          kinds[p->kind], "name", p->name, "sms", (int)p->sms, "slots", (int)p->slots, "kernels",
                          (int)r->q->kernels, "cells", (int)x->cells, "flops", (int)x->flops, "nand2_eq",
                          synth_nand2(r, x->area), "area_um2", x->area, "path_ns", x->ns, "gates_ns", x->comb_ns, "mhz",
                          x->ns > 0.0 ? 1e3 / x->ns : 0.0, "gates", (int)x->gates, "start", x->start, "end", x->end);
    if (o && base) json_object_set_new(o, "added_nand2_eq", json_real(synth_nand2(r, x->area - base->area)));
    if (o && x->ns > 0.0 && r->q->lib.fo4_ns > 0.0)
        json_object_set_new(o, "path_fo4", json_real(x->ns / r->q->lib.fo4_ns));
    if (o && synth_noise(r, i) >= 0.0)
        json_object_set_new(o, "noise_nand2_eq", json_real(synth_nand2(r, synth_noise(r, i))));
    if (o && x->orders > 1) {
        json_object_set_new(o, "orders", json_integer(x->orders));
        json_object_set_new(o, "mhz_low", json_real(1e3 / x->ns_high));
        json_object_set_new(o, "mhz_high", json_real(1e3 / x->ns_low));
    }
    if (o) json_object_set_new(o, "library", json_string(r->q->lib.name));
    if (o) json_object_set_new(o, "yosys", json_string(r->q->lib.yosys));
    if (o && r->q->blocks.count) {
        char blocks[SYNTH_PATH_BYTES];
        synth_blocks(r->q, blocks);
        json_object_set_new(o, "blocks", json_string(blocks));
    }
    if (o) json_object_set_new(o, "version", json_string(ui_version()));
    if (o && synth_of_scheduler(p)) json_object_set_new(o, "warps", json_integer(synth_arb_warps(r->q, p)));
    if (o && x->replayed_cycles) {
        json_object_set_new(o, "machine", json_string(r->q->machine_name));
        json_object_set_new(o, "workload", json_string(r->q->workload));
        json_object_set_new(o, "size", json_string(r->q->size));
        json_object_set_new(o, "policy_idle", json_integer(x->idle));
        json_object_set_new(o, "power_cycles", json_integer((json_int_t)x->replayed_cycles));
        json_object_set_new(o, "data_mw", json_real(x->data_mw));
        json_object_set_new(o, "changes_per_net_cycle", json_real(x->activity));
    }
    if (o && (x->replayed_cycles || x->clock_mw > 0.0)) {
        json_object_set_new(o, "clock_mw", json_real(x->clock_mw));
        json_object_set_new(o, "leak_mw", json_real(x->leak_mw));
    }
    return o;
}

bool synth_report_json(const synth_report_t *r, const char *path, err_t *err)
{
    const synth_lib_t *lib = &r->q->lib;
    json_t *rows = json_array();
    for (uint32_t i = 0; i < r->count; i++) json_array_append_new(rows, row_json(r, i));
    json_t *all =
        json_pack("{s:s, s:s, s:s, s:f, s:i, s:f, s:f, s:i, s:s, s:s, s:s, s:s, s:o}", "version", ui_version(),
                  "library", lib->name, "yosys", lib->yosys, "fo4_ns", lib->fo4_ns, "node_nm", (int)lib->node_nm,
                  "volts", lib->volts, "nand2_um2", lib->nand2_area, "clock_mhz", (int)lib->mhz, "map", r->q->map,
                  "machine", r->q->machine_name, "workload", r->q->workload, "size", r->q->size, "designs", rows);
    if (!all) return err_set(err, NULL, 0, "out of memory");
    outfile_t *o = outfile_open(path, err);
    if (o) json_dumpf(all, outfile_stream(o), JSON_INDENT(1) | JSON_REAL_PRECISION(6));
    if (o) fputc('\n', outfile_stream(o));
    json_decref(all);
    return o && outfile_commit(o, err);
}

bool synth_report_csv(const synth_report_t *r, const char *path, err_t *err)
{
    static const char *const names[] = {"kind",     "name",         "sms",
                                        "slots",    "kernels",      "cells",
                                        "flops",    "nand2_eq",     "added_nand2_eq",
                                        "area_um2", "path_ns",      "gates_ns",
                                        "mhz",      "gates",        "start",
                                        "end",      "power_cycles", "clock_mw",
                                        "data_mw",  "leak_mw",      "changes_per_net_cycle",
                                        "warps",    "path_fo4",     "noise_nand2_eq",
                                        "orders",   "mhz_low",      "mhz_high",
                                        "library",  "yosys",        "machine",
                                        "workload", "size",         "policy_idle",
                                        "blocks",   "version"};
    enum { NAMES = sizeof names / sizeof names[0] };
    ui_table_t *t = ui_table_create(1 + r->count, NAMES);
    for (uint32_t c = 0; c < NAMES; c++) ui_table_set(t, 0, c, "%s", names[c]);
    for (uint32_t i = 0; i < r->count; i++) {
        json_t *o = row_json(r, i);
        for (uint32_t c = 0; c < NAMES; c++) {
            const json_t *v = json_object_get(o, names[c]);
            if (json_is_string(v)) ui_table_set(t, 1 + i, c, "%s", json_string_value(v));
            if (json_is_integer(v)) ui_table_set(t, 1 + i, c, "%lld", (long long)json_integer_value(v));
            if (json_is_real(v)) ui_table_set(t, 1 + i, c, "%.6g", json_real_value(v));
        }
        json_decref(o);
    }
    const bool ok = ui_table_csv(t, NULL, path, err);
    ui_table_destroy(t);
    return ok;
}
