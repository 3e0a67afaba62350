/* sweep_row.c - stores the result of a run as a JSON file, whose name contains a hash of all inputs of the run. */
#include "experiment/sweep_fields.h"
#include "run/cosim_task.h"

#include "base/folder.h"
#include "base/outfile.h"
#include "config/config.h"

#include <errno.h>
#include <inttypes.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

/* clang-format off */
#define PART(w) \
    {"w" #w "_alone_cycles", offsetof(run_result_t, part[w].alone_cycles), ROW_U64}, \
    {"w" #w "_cycles", offsetof(run_result_t, part[w].cycles), ROW_U64}, \
    {"w" #w "_warp_insts", offsetof(run_result_t, part[w].warp_insts), ROW_U64}
#define ROW(field, type) {#field, offsetof(run_result_t, field), type}
const sweep_field_t sweep_fields[] = { /* without host_seconds, which differs from run to run */
    ROW(workload, ROW_TEXT), ROW(machine, ROW_TEXT), ROW(label, ROW_TEXT),
#define COUNTER(name, pattern) ROW(name, ROW_U64),
    RUN_COUNTERS(COUNTER)
#undef COUNTER
#define COUNTER(of, name, unit, text) ROW(of##_##name, ROW_U64),
    RUN_TABLES(COUNTER)
#undef COUNTER
    ROW(dram_gbps, ROW_DOUBLE), ROW(dram_peak_gbps, ROW_DOUBLE), ROW(core_ghz, ROW_DOUBLE),
    ROW(core_dynamic_pj, ROW_U64), ROW(core_static_pj, ROW_U64), ROW(uncore_pj, ROW_U64), ROW(dram_pj, ROW_U64),
    ROW(ctas_per_sm_max, ROW_U32), ROW(launches, ROW_U32), ROW(sms, ROW_U32),
    ROW(gap_bytes, ROW_U32), ROW(guard_reads, ROW_U64), ROW(verdict, ROW_U32),
    ROW(workloads, ROW_U32), ROW(concurrency_cycles, ROW_U64),
    ROW(throughput, ROW_DOUBLE), ROW(turnaround, ROW_DOUBLE), ROW(fairness, ROW_DOUBLE),
    PART(0), PART(1), PART(2), PART(3), PART(4), ROW(size, ROW_TEXT), ROW(version, ROW_TEXT),
    ROW(waves, ROW_DOUBLE),
};
/* clang-format on */
const size_t sweep_field_count = sizeof sweep_fields / sizeof sweep_fields[0];
_Static_assert(COSIM_MIX == 5, "a row has a PART for each workload of a mix");
_Static_assert(sizeof(workload_verdict_t) == sizeof(uint32_t), "the verdict is stored as ROW_U32");

size_t sweep_field_room(size_t field)
{
    static const run_result_t r;
    switch (sweep_fields[field].offset) {
    case offsetof(run_result_t, label): return sizeof r.label;
    case offsetof(run_result_t, workload): return sizeof r.workload;
    case offsetof(run_result_t, size): return sizeof r.size;
    case offsetof(run_result_t, version): return sizeof r.version;
    default: return sizeof r.machine;
    }
}

#define FNV_START UINT64_C(14695981039346656037)

static uint64_t hash_bytes(uint64_t h, const char *bytes, size_t count)
{
    for (size_t i = 0; i < count; i++) h = (h ^ (unsigned char)bytes[i]) * UINT64_C(1099511628211);
    return h;
}

static uint64_t hash_text(uint64_t h, const char *text)
{
    return text ? hash_bytes(h, text, strlen(text) + 1) : hash_bytes(h, "\1", 2);
}

static bool hash_file(uint64_t *h, const char *path, err_t *err)
{
    char block[1 << 14];
    size_t got;
    FILE *f = fopen(path, "rb");
    if (!f) return err_set(err, path, 0, "cannot be read: %s", strerror(errno));
    while ((got = fread(block, 1, sizeof block, f)) > 0) *h = hash_bytes(*h, block, got);
    fclose(f);
    return true;
}

/* Hashes the .yaml and the files next to it that it may use: kernels, arrays, registers. */
static bool hash_workload(uint64_t *h, const char *path, err_t *err)
{
    const char *slash = strrchr(path, '/');
    char folder[RUN_PATH_BYTES];
    glob_t found = {0};
    bool ok = hash_file(h, path, err); /* whatever its name */
    snprintf(folder, sizeof folder, "%.*s", slash ? (int)(slash - path) : 1, slash ? path : ".");
    if (ok && !folder_list(folder, "*.{yaml,ptx,npy,cubin,log}", &found) && errno)
        ok = err_set(err, folder, 0, "cannot be read: %s", strerror(errno));
    for (size_t i = 0; ok && i < found.gl_pathc; i++) ok = hash_file(h, found.gl_pathv[i], err);
    globfree(&found);
    return ok;
}

/* Of the program itself, because another version of the model gives other results. It has megabytes: once a sweep. */
bool sweep_row_program(uint64_t *hash, err_t *err)
{
    *hash = FNV_START;
    return hash_file(hash, "/proc/self/exe", err);
}

/* Of the options that are no policy, and of the task unit's. */
static uint64_t hash_options(uint64_t h, const run_opts_t *o)
{
    char numbers[64];
    snprintf(numbers, sizeof numbers, "%" PRIu32 " %" PRIu64 " %" PRIu32, o->ctas, o->seed, o->gap_bytes);
    h = hash_text(h, numbers);
    h = hash_text(h, o->task ? o->task : cosim_task_word(0));
    h = hash_bytes(h, (const char *)&o->sos, sizeof o->sos);
    h = hash_bytes(h, (const char *)o->priority, o->priorities * sizeof o->priority[0]);
    h = hash_bytes(h, (const char *)o->partition, o->partitions * sizeof o->partition[0]);
    return hash_bytes(h, (const char *)&o->lend, sizeof o->lend);
}

/* Of all but the program. An option left out and the same option set to its default give the same hash, so that a
 * baseline runs once. */
static bool hash_inputs(const run_opts_t *o, uint64_t *inputs, err_t *err)
{
    uint64_t h = hash_text(FNV_START, o->engine ? o->engine : "rtl");
    for (policy_stage_t s = 0; s < POLICY_STAGES; s++) h = hash_text(h, cosim_policy_words(o, s));
    for (uint32_t i = 0; i < o->set_count; i++)
        if (!o->baseline || !cosim_set_of_policy(o->sets[i])) h = hash_text(h, o->sets[i]);
    h = hash_options(h, o);
    machine_t m;
    if (!machine_load(o->machine_path, &m, err)) return false;
    h = hash_bytes(h, (const char *)&m, sizeof m);
    for (uint32_t w = 0; w < cosim_workloads(o); w++) {
        if (!hash_workload(&h, o->workload_path[w], err)) return false;
        h = hash_text(h, cosim_size(o, w));
    }
    *inputs = h;
    return true;
}

bool sweep_row_path(const run_opts_t *o, uint64_t program, const char *rows, char path[RUN_PATH_BYTES + 128],
                    sweep_key_t *key, err_t *err)
{
    enum { NAMES_BYTES = 100 }; /* leaves room for the key */
    char stem[64];
    const size_t start = (size_t)snprintf(path, RUN_PATH_BYTES + 1, "%s/", rows);
    size_t used = start;
    if (!hash_inputs(o, &key->inputs, err)) return false;
    key->row = hash_bytes(program, (const char *)&key->inputs, sizeof key->inputs);
    for (uint32_t w = 0; w < cosim_workloads(o) && used < start + NAMES_BYTES; w++) {
        sweep_stem(o->workload_path[w], stem);
        used += (size_t)snprintf(path + used, start + NAMES_BYTES - used, "%s%s", w ? "+" : "", stem);
    }
    snprintf(path + strlen(path), 32, "-%016" PRIx64 ".json", key->row);
    return true;
}

static bool load_field(const json_t *value, size_t i, run_result_t *r)
{
    char *at = (char *)r + sweep_fields[i].offset;
    uint64_t number = (uint64_t)json_integer_value(value);
    uint32_t narrow = (uint32_t)number;
    double real = json_number_value(value);
    const char *text = json_string_value(value);
    switch (sweep_fields[i].type) {
    case ROW_U64: memcpy(at, &number, sizeof number); return json_is_integer(value);
    case ROW_U32: memcpy(at, &narrow, sizeof narrow); return json_is_integer(value);
    case ROW_DOUBLE: memcpy(at, &real, sizeof real); return json_is_number(value);
    default: break;
    }
    if (!text || strlen(text) >= sweep_field_room(i)) return false;
    strcpy(at, text);
    return true;
}

static bool load_about(const json_t *row, sweep_about_t *a)
{
    const json_t *at = json_object_get(row, "about");
    const char *what = json_string_value(json_object_get(at, "what")),
               *host = json_string_value(json_object_get(at, "host"));
    const char *program = json_string_value(json_object_get(at, "program"));
    const char *inputs = json_string_value(json_object_get(at, "inputs"));
    *a = (sweep_about_t){.finished = (uint64_t)json_integer_value(json_object_get(at, "finished")),
                         .seconds = json_number_value(json_object_get(at, "seconds")),
                         .mbytes = json_number_value(json_object_get(at, "mbytes"))};
    if (!what || !host || !program || !inputs) return false;
    snprintf(a->what, sizeof a->what, "%s", what);
    snprintf(a->host, sizeof a->host, "%s", host);
    a->program = strtoull(program, NULL, 16);
    a->inputs = strtoull(inputs, NULL, 16);
    return true;
}

bool sweep_row_parse(const json_t *row, run_result_t *r, sweep_about_t *about)
{
    bool ok = load_about(row, about);
    memset(r, 0, sizeof *r);
    for (size_t i = 0; ok && i < sweep_field_count; i++)
        ok = load_field(json_object_get(row, sweep_fields[i].name), i, r);
    return ok;
}

bool sweep_row_about(const char *path, run_result_t *r, sweep_about_t *about)
{
    json_t *row = json_load_file(path, 0, NULL);
    const bool ok = row && sweep_row_parse(row, r, about);
    json_decref(row);
    return ok;
}

bool sweep_row_load(const char *path, run_result_t *r)
{
    sweep_about_t about;
    return sweep_row_about(path, r, &about);
}

json_t *sweep_field_json(size_t i, const run_result_t *r)
{
    const char *at = (const char *)r + sweep_fields[i].offset;
    uint64_t number;
    uint32_t narrow;
    double real;
    switch (sweep_fields[i].type) {
    case ROW_U64: memcpy(&number, at, sizeof number); return json_integer((json_int_t)number);
    case ROW_U32: memcpy(&narrow, at, sizeof narrow); return json_integer(narrow);
    case ROW_DOUBLE: memcpy(&real, at, sizeof real); return json_real(real);
    case ROW_TEXT: break;
    }
    return json_string(at);
}

static json_t *about_json(const sweep_about_t *a)
{
    char program[20], inputs[20];
    snprintf(program, sizeof program, "%016" PRIx64, a->program);
    snprintf(inputs, sizeof inputs, "%016" PRIx64, a->inputs);
    return json_pack("{ss ss ss ss sI sf sf}", "what", a->what, "program", program, "inputs", inputs, "host", a->host,
                     "finished", (json_int_t)a->finished, "seconds", a->seconds, "mbytes", a->mbytes);
}

json_t *sweep_row_json(const run_result_t *r, const sweep_about_t *about)
{
    json_t *row = json_pack("{so}", "about", about_json(about));
    for (size_t i = 0; row && i < sweep_field_count; i++)
        if (json_object_set_new(row, sweep_fields[i].name, sweep_field_json(i, r)) != 0) {
            json_decref(row);
            return NULL;
        }
    return row;
}

bool sweep_row_write(json_t *row, const char *path, err_t *err)
{
    if (!row)
        return err_set(err, path, 0,
                       "has a value that JSON cannot hold: text that is not UTF-8, or a non-finite number");
    outfile_t *o = outfile_open(path, err);
    if (o) json_dumpf(row, outfile_stream(o), JSON_INDENT(1));
    if (o) fputc('\n', outfile_stream(o));
    json_decref(row);
    return o && outfile_commit(o, err);
}

bool sweep_row_save(const char *path, const run_result_t *r, const sweep_about_t *about, err_t *err)
{
    return sweep_row_write(sweep_row_json(r, about), path, err);
}
