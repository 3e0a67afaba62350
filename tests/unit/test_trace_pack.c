/* Compact forms of traces: a kernel runs from one as from its text, whatever its lines hold; a damaged, foreign or
 * missing one changes nothing. */
#include "trace_rig.h"

#include "trace/trace_pack.h"

#include <fcntl.h>
#include <glob.h>
#include <inttypes.h>
#include <stddef.h>
#include <sys/stat.h>
#include <xxhash.h>

enum { GRID = 3, THREADS = 72, WARPS = 3, RECORDS = 1024, KERNELS = 150, SMALL = 80, SENSELESS = 1000 };

static uint32_t seed = 1;
static uint32_t draw(uint32_t below)
{
    seed = seed * 1664525 + 1013904223;
    return (uint32_t)((uint64_t)(seed >> 8) * below >> 24);
}

/* ---- a kernel of random lines ---- */

static uint64_t any_address(void)
{
    static const uint64_t bases[] = {0, 0x40, 0x7f9a00000000, 0x7f9b00000000, 0x7f5800000000, 0xfffffffffffff000};
    return bases[draw(6)] + draw(0x3000);
}

static void put_addresses(FILE *f, uint32_t lanes)
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

static uint32_t any_lanes(uint32_t exist)
{
    const uint32_t some = draw(1u << 16) << 16 | draw(1u << 16);
    switch (draw(4)) {
    case 0: return some & exist;
    case 1: return 0;
    case 2: return UINT32_MAX << draw(32) & UINT32_MAX >> draw(32) & exist;
    default: return exist;
    }
}

static void put_warp(FILE *f, uint32_t warp)
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

static void put_kernel(const bed_t *b)
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

static void see_exec(const winst_exec_t *x, winst_exec_t *out)
{
    out->lanes = x->lanes;
    out->space = x->space;
    if (x->space == SPACE_LOCAL) out->pitch_bytes = x->pitch_bytes;
    for (uint32_t left = x->space != SPACE_NONE ? x->lanes : 0; left; left &= left - 1)
        out->addr[__builtin_ctz(left)] = x->addr[__builtin_ctz(left)];
}

/* Warps in turn, CTAs from the last to the first. False: err. */
static bool see_cta(const kernel_launch_t *k, uint32_t lid, seen_t *s, err_t *err)
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
static bool see(bed_t *b, const char *cache, seen_t *s, bool *packed)
{
    memset(s, 0, sizeof *s);
    b->err = (err_t){{0}};
    trace_t *t = trace_open(b->list, b->sass, cache, &b->err);
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

static const char *cache_of(const bed_t *b)
{
    static char path[128];
    snprintf(path, sizeof path, "%s/cache/traces", b->dir);
    return path;
}

/* Path of its only file; "": none. */
static const char *form_of(const bed_t *b)
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

static void empty(const bed_t *b)
{
    char path[128];
    unlink(form_of(b));
    rmdir(cache_of(b));
    snprintf(path, sizeof path, "%s/cache", b->dir);
    rmdir(path);
}

static uint8_t *take(const char *path, size_t *bytes)
{
    FILE *f = fopen(path, "rb");
    assert_non_null(f);
    uint8_t *data = malloc(1 << 20);
    *bytes = fread(data, 1, 1 << 20, f);
    fclose(f);
    return data;
}

static void give(const char *path, const uint8_t *data, size_t bytes)
{
    unlink(path);
    FILE *f = fopen(path, "wb");
    assert_non_null(f);
    fwrite(data, 1, bytes, f);
    fclose(f);
    chmod(path, 0600);
}

static void seal(uint8_t *data, size_t bytes)
{
    trace_pack_head_t *h = (trace_pack_head_t *)(void *)data;
    h->body = XXH3_64bits(data + sizeof *h, bytes - sizeof *h);
    h->check = XXH3_64bits(h, offsetof(trace_pack_head_t, check));
}

/* ---- tests ---- */

static void a_compact_form_gives_the_same_records(void **state)
{
    (void)state;
    bed_t b;
    bool packed = true;
    uint64_t records = 0;
    seen_t *text = calloc(1, sizeof *text), *form = calloc(1, sizeof *form);
    bed_open(&b);
    for (int i = 0; i < KERNELS; i++) {
        put_kernel(&b);
        const bool ok = see(&b, NULL, text, &packed);
        if (ok) assert_false(packed);
        for (int again = 0; again < 2; again++) {
            if (see(&b, cache_of(&b), form, &packed) != ok)
                fail_msg("kernel %d: '%s', not '%s'", i, form->said, text->said);
            if (ok) assert_true(packed);
            assert_memory_equal(form, text, sizeof *text);
        }
        assert_true(!ok || form_of(&b)[0]);
        records += text->records;
        empty(&b);
    }
    assert_true(records > 100 * KERNELS);
    free(text);
    free(form);
    bed_close(&b);
}

/* A mistake shows in the run, as from the text, and nothing is kept. */
static void a_trace_with_a_mistake_has_none(void **state)
{
    (void)state;
    bed_t b;
    seen_t *text = calloc(1, sizeof *text), *form = calloc(1, sizeof *form);
    bed_open(&b);
    FILE *f = bed_file(&b, "kernel-1.traceg");
    fprintf(f, "-kernel name = k\n-grid dim = (3,1,1)\n-block dim = (72,1,1)\n-shmem = 0\n-nregs = 8\n"
               "-binary version = 70\n-accelsim tracer version = 5\n#\n");
    for (int c = 0; c < GRID; c++)
        fprintf(f, "#BEGIN_TB\nthread block = %d,0,0\nwarp = 0\ninsts = 2\n0 f 0 MOV 0 0 0\n8 f 0 %s 0 0 0\n#END_TB\n",
                c, c == 1 ? "MOV 9" : "EXIT");
    fclose(f);
    list_one(&b);
    assert_false(see(&b, NULL, text, NULL));
    assert_false(see(&b, cache_of(&b), form, NULL));
    assert_memory_equal(form, text, sizeof *text);
    if (!strstr(text->said, ":21: ")) fail_msg("%s", text->said);
    assert_string_equal(form_of(&b), "");
    empty(&b);
    free(text);
    free(form);
    bed_close(&b);
}

typedef struct {
    bed_t b;
    seen_t *text, *form;
    uint8_t *data;
    size_t bytes;
    char path[256];
} damage_t;

static void expect_same(damage_t *d, bool is_packed)
{
    bool packed;
    if (!see(&d->b, cache_of(&d->b), d->form, &packed)) fail_msg("%s", d->form->said);
    assert_int_equal(packed, is_packed);
    assert_memory_equal(d->form, d->text, sizeof *d->text);
}

/* The damaged file is replaced. */
static void expect_mended(damage_t *d)
{
    size_t bytes;
    expect_same(d, true);
    uint8_t *data = take(form_of(&d->b), &bytes);
    assert_int_equal(bytes, d->bytes);
    assert_memory_equal(data, d->data, bytes);
    free(data);
}

static void damage_open(damage_t *d)
{
    seed = 7;
    d->text = calloc(1, sizeof *d->text);
    d->form = calloc(1, sizeof *d->form);
    bed_open(&d->b);
    do put_kernel(&d->b);
    while (!see(&d->b, NULL, d->text, NULL) || d->text->records > SMALL);
    expect_same(d, true);
    snprintf(d->path, sizeof d->path, "%s", form_of(&d->b));
    d->data = take(d->path, &d->bytes);
}

static void damage_close(damage_t *d)
{
    empty(&d->b);
    bed_close(&d->b);
    free(d->text);
    free(d->form);
    free(d->data);
}

static void damage_is_mended(void **state)
{
    (void)state;
    damage_t d;
    damage_open(&d);
    const trace_pack_head_t *h = (const trace_pack_head_t *)(const void *)d.data;
    const size_t ends[] = {0, 1, sizeof *h - 1, sizeof *h, h->warp_at, h->inst_at, h->inst_at + 4, d.bytes - 1};
    for (size_t i = 0; i < sizeof ends / sizeof ends[0]; i++) {
        give(d.path, d.data, ends[i]);
        expect_mended(&d);
    }
    for (size_t i = 0; i < d.bytes; i++) {
        d.data[i] ^= (uint8_t)(1u << i % 8);
        give(d.path, d.data, d.bytes);
        d.data[i] ^= (uint8_t)(1u << i % 8);
        expect_mended(&d);
    }
    damage_close(&d);
}

static void foreign_files_are_replaced(void **state)
{
    (void)state;
    damage_t d;
    damage_open(&d);
    trace_pack_head_t *h = (trace_pack_head_t *)(void *)d.data;
    const trace_pack_head_t right = *h;
    h->version++;
    seal(d.data, d.bytes);
    give(d.path, d.data, d.bytes);
    *h = right;
    expect_mended(&d);
    h->of.low++; /* of another trace */
    seal(d.data, d.bytes);
    give(d.path, d.data, d.bytes);
    *h = right;
    expect_mended(&d);
    h->warps++;
    seal(d.data, d.bytes);
    give(d.path, d.data, d.bytes);
    *h = right;
    expect_mended(&d);
    assert_int_equal(chmod(d.path, 0666), 0);
    expect_mended(&d);
    struct stat st;
    assert_int_equal(stat(d.path, &st), 0);
    assert_int_equal(st.st_mode & 07777, 0600);
    if (geteuid() == 0) {
        assert_int_equal(chown(d.path, 1, 1), 0);
        expect_mended(&d);
    }
    damage_close(&d);
}

static void an_unusable_folder_changes_nothing(void **state)
{
    (void)state;
    damage_t d;
    bool packed;
    damage_open(&d);
    assert_true(see(&d.b, "/dev/null/traces", d.form, &packed));
    assert_false(packed);
    assert_memory_equal(d.form, d.text, sizeof *d.text);
    unlink(d.path);
    assert_int_equal(mkdir(d.path, 0700), 0); /* a folder has the name of the form */
    expect_same(&d, false);
    assert_int_equal(rmdir(d.path), 0);
    damage_close(&d);
}

/* Records that make no sense although the hashes are right: an error, and nothing outside of the file is read. */
static void senseless_records_are_an_error(void **state)
{
    (void)state;
    damage_t d;
    uint32_t refused = 0;
    damage_open(&d);
    const trace_pack_head_t *h = (const trace_pack_head_t *)(const void *)d.data;
    for (int i = 0; i < SENSELESS; i++) {
        uint8_t *data = malloc(d.bytes);
        memcpy(data, d.data, d.bytes);
        for (uint32_t n = 1 + draw(4); n; n--)
            data[sizeof *h + draw((uint32_t)(h->inst_at - sizeof *h))] = (uint8_t)draw(256);
        seal(data, d.bytes);
        give(d.path, data, d.bytes);
        free(data);
        if (see(&d.b, cache_of(&d.b), d.form, NULL)) continue;
        assert_non_null(strstr(d.form->said, "kernel-1.traceg: its compact form"));
        refused++;
    }
    assert_true(refused > SENSELESS / 10);
    damage_close(&d);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(a_compact_form_gives_the_same_records),
                                       cmocka_unit_test(a_trace_with_a_mistake_has_none),
                                       cmocka_unit_test(damage_is_mended),
                                       cmocka_unit_test(foreign_files_are_replaced),
                                       cmocka_unit_test(an_unusable_folder_changes_nothing),
                                       cmocka_unit_test(senseless_records_are_an_error)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
