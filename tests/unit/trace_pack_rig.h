/* trace_pack_rig.h - kernels of random lines, what a run sees of them, and their compact forms. */
#ifndef CTADEL_TESTS_TRACE_PACK_RIG_H
#define CTADEL_TESTS_TRACE_PACK_RIG_H

#include "trace_rig.h"

#include "trace/trace_pack.h"

#include <fcntl.h>
#include <glob.h>
#include <inttypes.h>
#include <stddef.h>
#include <sys/stat.h>
#include <xxhash.h>

enum { GRID = 3, THREADS = 72, WARPS = 3, RECORDS = 1024 };

static uint32_t seed = 1;
static inline uint32_t draw(uint32_t below)
{
    seed = seed * 1664525 + 1013904223;
    return (uint32_t)((uint64_t)(seed >> 8) * below >> 24);
}

/* ---- a kernel of random lines ---- */

static inline uint64_t any_address(void)
{
    static const uint64_t bases[] = {0, 0x40, 0x7f9a00000000, 0x7f9b00000000, 0x7f5800000000, 0xfffffffffffff000};
    return bases[draw(6)] + draw(0x3000);
}

static inline void put_addresses(FILE *f, uint32_t lanes)
{
    const int n = __builtin_popcount(lanes);
    const uint32_t mode = draw(3);
    const int32_t most = draw(2) ? 128 : 1 << (8 + draw(23));
    if (mode == 0)
        for (int i = 0; i <= n; i++) fprintf(f, i ? " 0x%016" PRIx64 : " 0", any_address());
    if (mode == 1) fprintf(f, " 1 0x%" PRIx64 " %d", any_address(), (int)draw(2 * (uint32_t)most) - most);
    if (mode == 2) fprintf(f, " 2 0x%" PRIx64, any_address());
    for (int i = 1; mode == 2 && i < n; i++) fprintf(f, " %d", (int)draw(2 * (uint32_t)most) - most);
}

static inline uint32_t any_lanes(uint32_t exist)
{
    const uint32_t some = draw(1u << 16) << 16 | draw(1u << 16);
    switch (draw(4)) {
    case 0: return some & exist;
    case 1: return 0;
    case 2: return UINT32_MAX << draw(32) & UINT32_MAX >> draw(32) & exist;
    default: return exist;
    }
}

static inline void put_warp(FILE *f, uint32_t warp)
{
    static const char *const listed[] = {"1 R4 LDG.E.64 1 R2 8",       "0 STS 2 R1 R3 4",
                                         "1 R7 LD.E 1 R2 4",           "0 STL.64 1 R1 8",
                                         "1 R3 ATOMG.ADD 2 R2 R255 4", "1 R1 QQQ 0 4"};
    static const char *const plain[] = {"1 R4 FFMA 3 R1 R2 R3 0", "0 BAR.SYNC 0 0", "0 BRA 0 0", "1 R9 MOV 0 0",
                                        "1 R1 LDG 0 0"};
    const uint32_t exist = warp == WARPS - 1 ? UINT32_MAX >> (WARPS * 32 - THREADS) : UINT32_MAX, spread = 1 + draw(60);
    const uint32_t insts = draw(8) ? draw(100) : 0, straight = draw(2) * 60;
    uint32_t lanes = exist, pc = 0;
    fprintf(f, "warp = %u\ninsts = %u\n", warp, insts);
    for (uint32_t i = 0; i < insts; i++) {
        if (!draw(10)) lanes = any_lanes(exist);
        pc = i < straight || draw(4) ? pc + 1 : draw(spread);
        const uint32_t kind = pc * 7 % 11;
        fprintf(f, "%04x %08x %s", pc * 8, lanes, kind < 6 ? listed[kind] : plain[kind - 6]);
        if (kind < 6) put_addresses(f, lanes);
        fputs(" 0\n", f);
    }
}

static inline void put_kernel(const bed_t *b)
{
    FILE *f = bed_file(b, "kernel-1.traceg");
    fprintf(f,
            "-kernel name = k\n-grid dim = (%d,1,1)\n-block dim = (%d,1,1)\n-shmem = 64\n-nregs = %u\n"
            "-binary version = %u\n-shmem base_addr = 0x7f9a00000000\n-local mem base_addr = 0x%s00000000\n"
            "-accelsim tracer version = 5\n-ctadel local bytes = %u\n-ctadel registers = 0010 1 R3 2 R4 R5\n#\n",
            GRID, THREADS, draw(2) * 16, 50 + draw(2) * 20 - draw(2) * 50, draw(4) ? "7f9b" : "0", draw(2) * 512);
    for (uint32_t c = GRID; c-- > 0;) {
        if (!draw(6)) continue;
        fprintf(f, "#BEGIN_TB\nthread block = %u,0,0\n", c);
        for (uint32_t w = 0; w < WARPS; w++)
            if (draw(8)) put_warp(f, w);
        fputs("#END_TB\n", f);
    }
    fputs("#BEGIN_TB\n#END_TB\n", f);
    fclose(f);
    list_one(b);
}

/* ---- everything that a run sees of it ---- */

typedef struct {
    winst_t w;
    winst_exec_t x; /* addresses of inactive lanes are 0 */
} record_t;
typedef struct {
    char head[256], notes[512], said[1024];
    trace_opcode_t opcode[16];
    uint32_t opcodes, records;
    record_t record[RECORDS];
} seen_t;

static inline void see_exec(const winst_exec_t *x, winst_exec_t *out)
{
    out->lanes = x->lanes;
    out->space = x->space;
    if (x->space == SPACE_LOCAL) out->pitch_bytes = x->pitch_bytes;
    for (uint32_t left = x->space != SPACE_NONE ? x->lanes : 0; left; left &= left - 1)
        out->addr[__builtin_ctz(left)] = x->addr[__builtin_ctz(left)];
}

/* Warps in turn, CTAs from the last to the first. False: err. */
static inline bool see_cta(const kernel_launch_t *k, uint32_t lid, seen_t *s, err_t *err)
{
    const cta_place_t place = {.x = lid, .lid = lid, .sm = 2, .slot = lid};
    fe_cta_t *cta = k->ops->cta_begin(k->self, &place, err);
    bool ok = cta != NULL, live = ok;
    while (ok && live) {
        live = false;
        for (uint32_t w = 0; ok && w < WARPS; w++) {
            winst_exec_t x = {0};
            const winst_t *next = k->ops->peek(cta, w);
            if (!next || s->records == RECORDS) continue;
            record_t *r = &s->record[s->records++];
            memcpy(&r->w, next, offsetof(winst_t, bypass_l1) + 1);
            live = ok = k->ops->exec(cta, w, &x, err);
            if (ok) see_exec(&x, &r->x);
        }
    }
    k->ops->cta_end(k->self, cta);
    return ok;
}

/* *packed: it ran from a compact form. */
static inline bool see(bed_t *b, const char *cache, seen_t *s, bool *packed)
{
    memset(s, 0, sizeof *s);
    b->err = (err_t){{0}};
    const trace_cache_t at = {cache, 1};
    trace_t *t = trace_open(b->list, b->sass, &(trace_opts_t){.cache = cache ? &at : NULL}, &b->err);
    const kernel_launch_t *k = t ? trace_kernel(t, 0, &b->err) : NULL;
    bool ok = k != NULL;
    for (uint32_t c = GRID; ok && c-- > 0;) ok = see_cta(k, c, s, &b->err);
    if (k) {
        snprintf(s->head, sizeof s->head, "%s %u %u %u %u %u %" PRIu64, k->name, k->regs_per_thread, k->smem_bytes,
                 k->inst_bytes, k->warps_per_cta, k->local.thread_bytes, k->local.region_bytes);
        trace_notes(t, s->notes, sizeof s->notes);
        s->opcodes = trace_opcodes(t, s->opcode, 16);
        for (uint32_t i = 0; i < s->opcodes; i++) s->opcode[i].taken_as = NULL;
        if (packed) *packed = k->ops == &trace_packed_source.fe;
    }
    snprintf(s->said, sizeof s->said, "%s", b->err.text);
    trace_destroy(t);
    return ok;
}

/* ---- the folder of compact forms ---- */

static inline const char *cache_of(const bed_t *b)
{
    static char path[128];
    snprintf(path, sizeof path, "%s/cache/traces", b->dir);
    return path;
}

/* Path of its only file; "": none. */
static inline const char *form_of(const bed_t *b)
{
    static char path[256];
    glob_t found;
    snprintf(path, sizeof path, "%s/*", cache_of(b));
    const bool any = glob(path, 0, NULL, &found) == 0;
    if (any) assert_int_equal(found.gl_pathc, 1);
    snprintf(path, sizeof path, "%s", any ? found.gl_pathv[0] : "");
    globfree(&found);
    return path;
}

static inline void empty(const bed_t *b)
{
    char path[128];
    unlink(form_of(b));
    rmdir(cache_of(b));
    snprintf(path, sizeof path, "%s/cache", b->dir);
    rmdir(path);
}

static inline uint8_t *take(const char *path, size_t *bytes)
{
    FILE *f = fopen(path, "rb");
    assert_non_null(f);
    uint8_t *data = malloc(1 << 20);
    *bytes = fread(data, 1, 1 << 20, f);
    fclose(f);
    return data;
}

static inline void give(const char *path, const uint8_t *data, size_t bytes)
{
    unlink(path);
    FILE *f = fopen(path, "wb");
    assert_non_null(f);
    fwrite(data, 1, bytes, f);
    fclose(f);
    chmod(path, 0600);
}

static inline void seal(uint8_t *data, size_t bytes)
{
    trace_pack_head_t *h = (trace_pack_head_t *)(void *)data;
    const size_t record_at = trace_pack_record_at(h) < bytes ? trace_pack_record_at(h) : bytes;
    h->text = XXH3_64bits(data + h->head_at, h->inst_at - h->head_at);
    h->offsets = XXH3_64bits(data + sizeof *h, record_at - sizeof *h);
    h->body = XXH3_64bits(data + record_at, bytes - record_at);
    h->check = XXH3_64bits(h, offsetof(trace_pack_head_t, check));
}

#endif
