/* trace_head.c - reads the header, the lines before the first CTA. Checks every number: real files contain garbage. */
#include "trace/trace_internal.h"
#include "trace/trace_scan.h"

#include <inttypes.h>
#include <stdio.h>

typedef enum {
    H_NAME,
    H_GRID,
    H_BLOCK,
    H_SHMEM,
    H_NREGS,
    H_BINARY,
    H_STREAM,
    H_SHMEM_BASE,
    H_LOCAL_BASE,
    H_LOCAL_BYTES,
    H_VERSION,
    H_LINEINFO,
    H_REGISTERS,
    H_CONTROL,
    H_COUNT
} head_key_t;
enum { REQUIRED = H_BINARY + 1 };

static const struct {
    const char *key;
    uint64_t min, max;  /* range of the number, or of each extent; unused for names, addresses and lists */
    const char *remedy; /* what the reader of a refusal can do, or NULL */
} keys[H_COUNT] = {
    [H_NAME] = {"-kernel name", 0, 0, NULL},
    [H_GRID] = {"-grid dim", 1, INT32_MAX, NULL},
    [H_BLOCK] = {"-block dim", 1, TRACE_THREADS_MAX, NULL},
    [H_SHMEM] = {"-shmem", 0, TRACE_SHMEM_MAX, NULL},
    [H_NREGS] = {"-nregs", 0, UINT32_MAX, NULL},
    [H_BINARY] = {"-binary version", 0, UINT32_MAX, NULL},
    [H_STREAM] = {"-cuda stream id", 0, 0, NULL},
    [H_SHMEM_BASE] = {"-shmem base_addr", 0, 0, NULL},
    [H_LOCAL_BASE] = {"-local mem base_addr", 0, 0, NULL},
    [H_LOCAL_BYTES] = {"-ctadel local bytes", 0, TRACE_LOCAL_MAX, NULL},
    [H_VERSION] = {"-accelsim tracer version", 0, 6,
                   "trace it by a tracer of Accel-Sim 1 or 2, which writes 6 or less"},
    [H_LINEINFO] = {"-enable lineinfo", 0, 1, NULL},
    [H_REGISTERS] = {"-ctadel registers", 0, 0, NULL},
    [H_CONTROL] = {"-ctadel control", 0, 0, NULL},
};

static bool bad_value(const trace_text_t *t, const trace_line_t *line, uint32_t key, const char *at, err_t *err)
{
    const char *three = key == H_GRID || key == H_BLOCK ? "three numbers " : "";
    const char *remedy = keys[key].remedy;
    return trace_text_error(t, line->offset, err, "%s: found '%s'; allowed: %s%" PRIu64 " to %" PRIu64 "%s%s",
                            keys[key].key + 1, trace_shown(at, line->end).text, three, keys[key].min, keys[key].max,
                            remedy ? "; " : "", remedy ? remedy : "");
}

static void keep(trace_head_t *h, uint32_t key, const uint64_t v[3])
{
    uint32_t *const small[H_COUNT] = {[H_SHMEM] = &h->shmem_bytes,
                                      [H_NREGS] = &h->nregs,
                                      [H_BINARY] = &h->binary,
                                      [H_VERSION] = &h->version,
                                      [H_LOCAL_BYTES] = &h->local_bytes};
    for (uint32_t i = 0; i < 3; i++) {
        if (key == H_GRID) h->grid[i] = (uint32_t)v[i];
        if (key == H_BLOCK) h->block[i] = (uint32_t)v[i];
    }
    if (small[key]) *small[key] = (uint32_t)v[0];
    if (key == H_STREAM) h->stream = v[0];
    if (key == H_SHMEM_BASE) h->shmem_base = v[0];
    if (key == H_LOCAL_BASE) h->local_base = v[0];
    if (key == H_LINEINFO) h->lineinfo = v[0] != 0;
}

static bool read_value(const trace_text_t *t, const trace_line_t *line, uint32_t key, const char *at, trace_head_t *h,
                       err_t *err)
{
    uint64_t v[3] = {0};
    const char *c = at;
    if (key == H_NAME) {
        snprintf(h->name, sizeof h->name, "%.*s", (int)(line->end - at), at);
        for (char *p = h->name; *p; p++) *p = *p >= ' ' && *p <= '~' ? *p : '?';
        return true;
    }
    if (key == H_REGISTERS) return trace_mores_add(&h->mores, t, line, at, err);
    if (key == H_CONTROL) return trace_mores_control(&h->mores, t, line, at, err);
    if (key == H_SHMEM_BASE || key == H_LOCAL_BASE) {
        if (!scan_hex(&c, line->end, v) || c != line->end)
            return trace_text_error(t, line->offset, err, "%s: found '%s'; allowed: a hexadecimal address",
                                    keys[key].key + 1, trace_shown(at, line->end).text);
    } else if (key == H_STREAM) { /* a number, or a pointer that some tools print as a signed one */
        if (!scan_64(at, line->end, v))
            return trace_text_error(t, line->offset, err, "%s: found '%s'; allowed: a decimal number of 64 bits",
                                    keys[key].key + 1, trace_shown(at, line->end).text);
    } else if (key == H_GRID || key == H_BLOCK) {
        if (!scan_triple(at, line->end, v)) return bad_value(t, line, key, at, err);
        for (uint32_t i = 0; i < 3; i++)
            if (v[i] < keys[key].min || v[i] > keys[key].max) return bad_value(t, line, key, at, err);
    } else if (!scan_decimal(&c, line->end, v) || c != line->end || v[0] < keys[key].min || v[0] > keys[key].max) {
        return bad_value(t, line, key, at, err);
    }
    keep(h, key, v);
    if (key == H_BINARY) h->binary_at = line->offset;
    return true;
}

static bool finish(const trace_text_t *t, const trace_line_t *line, const trace_head_t *h, uint32_t seen, err_t *err)
{
    for (uint32_t k = 0; k < REQUIRED; k++)
        if (!(seen >> k & 1))
            return trace_text_error(t, line->offset, err, "the header ends here without '%s = '", keys[k].key);
    const uint64_t threads = (uint64_t)h->block[0] * h->block[1] * h->block[2];
    const uint64_t plane = (uint64_t)h->grid[0] * h->grid[1];
    if (threads > TRACE_THREADS_MAX)
        return trace_text_error(t, line->offset, err, "block dim: %" PRIu64 " threads; allowed: 1 to %d", threads,
                                TRACE_THREADS_MAX);
    if (plane > INT32_MAX || plane * h->grid[2] > INT32_MAX)
        return trace_text_error(t, line->offset, err, "grid dim: more than the 2^31-1 CTAs allowed");
    return true;
}

bool trace_head_read(trace_lines_t *l, const trace_text_t *text, trace_head_t *h, bool *begins, err_t *err)
{
    trace_line_t line = {0};
    uint32_t seen = 0;
    *h = (trace_head_t){0};
    while (trace_lines_next(l, &line, err)) {
        if (*line.at == '#') {
            h->bytes = line.offset;
            *begins = line.end - line.at == 9 && memcmp(line.at, "#BEGIN_TB", 9) == 0;
            return finish(text, &line, h, seen, err);
        }
        if (*line.at != '-')
            return trace_text_error(text, line.offset, err,
                                    "found '%s' in the header; allowed: '-key = value' lines up to "
                                    "the first '#'",
                                    trace_shown(line.at, line.end).text);
        for (uint32_t k = 0; k < H_COUNT; k++) {
            const char *value = scan_key(line.at, line.end, keys[k].key);
            if (!value) continue;
            if (!read_value(text, &line, k, value, h, err)) return false;
            seen |= 1u << k;
        }
    }
    return err->text[0] ? false
                        : err_set(err, trace_text_path(text), 0,
                                  "the file ends inside the header; expected a '#' line at its end");
}
