/* test_ptx_executors.c - has every operation that a decoder lets through an executor? Writes the forms of the decoders'
 * tables, as messages list them, with operands of every width, and runs what is accepted. An operation without an
 * executor ends the program with its name. */
#include "ptx_fixture.h"

#include "ptx/ptx_build.h"
#include "ptx/ptx_lanes.h"

#include <ctype.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#define TYPES   "u8,s8,u16,s16,u32,s32,u64,s64,b8,b16,b32,b64,f16,bf16,f16x2,bf16x2,f32,f64"
#define NUMBERS "u8,s8,u16,s16,u32,s32,u64,s64,f16,bf16,f32,f64"
#define MODES   ".rn,.rz,.rm,.rp,.rni,.rzi,.rmi,.rpi"
enum { FORM_CHARS = 512, RUNS_MAX = 4 };

/* Forms that the messages put in words. */
static const char *const MORE[] = {"set.{eq,ne,lt,le,gt,ge,lo,ls,hi,hs,equ,neu,ltu,leu,gtu,geu,num,nan}.u32.{" TYPES
                                   "}",
                                   "set.eq.{" TYPES "}.{" TYPES "}",
                                   "cvt{" MODES "}{.sat}.{" NUMBERS "}.{" NUMBERS "}",
                                   "cvt.pack.sat.{u2,s2,u4,s4,u8,s8,u16,s16}.s32{.b32}",
                                   "cvt.{rn,rz,rna}{.relu}{.satfinite}.{f16,bf16,f16x2,bf16x2,tf32,e4m3x2,e5m2x2}.f32",
                                   "cvt.rn.satfinite{.relu}.{e2m1x2,e2m3x2,e3m2x2}.f32",
                                   "cvt.rn{.relu}.f16x2.{e4m3x2,e5m2x2,e2m1x2,e2m3x2,e3m2x2}",
                                   "add{.rn,.rz,.rm,.rp}{.ftz}{.sat}.{f32,f32x2}{.f16,.bf16}",
                                   "fma{.rn,.rz,.rm,.rp}{.ftz}{.sat}.{f32,f32x2}{.f16,.bf16}",
                                   "mul{.rn,.rz,.rm,.rp}{.ftz}.f32x2",
                                   "mov.{v2,v4}.b32",
                                   NULL};

/* Operands of an instruction, a letter each: p predicate, r 32 bits, d 64 bits, b a pair r|p, 1 the constant, c the
 * clock, v and w a vector of two or four r, a an address, t a texel. Each mnemonic is tried with all. */
static const char *const SHAPES[] = {
    "",      "r",     "d",     "p",      "a",    "1",    "rr",   "dd",   "rd",   "dr",  "pp",   "pr",
    "pd",    "br",    "ra",    "da",     "ar",   "ad",   "rrr",  "ddd",  "ppp",  "prr", "pdd",  "drr",
    "ddr",   "rdd",   "rar",   "dad",    "rdr",  "ppr",  "rrp",  "prp",  "brr",  "bdr", "rrrr", "dddd",
    "drrd",  "ddrr",  "rrrp",  "dddp",   "prrp", "pddp", "dddr", "rarr", "dadd", "rpr", "rddp", "rrrrr",
    "dddrr", "brrrr", "rrrr1", "brrr1p", "dv",   "vd",   "vv",   "rc",   "wt",   "vt",  "tv",   NULL};
static struct {
    char at[1 << 14];
    size_t used;
} text;
#define COUNT(name) +1
enum { BASES = 0 PTX_BASES(COUNT), GROUPS = 0 PTX_GROUPS(COUNT) };
static bool ran[GROUPS][BASES];

static void put(const char *word)
{
    text.used += (size_t)snprintf(text.at + text.used, sizeof text.at - text.used, "%s", word);
}

static void put_kernel(const char *mnemonic, uint32_t shape)
{
    char word[40];
    snprintf(word, sizeof word, ".entry k%u(.param .u64 a) {\n", shape);
    put(word);
    put(".reg .pred %p<9>; .reg .b32 %r<9>; .reg .b64 %d<9>;\nld.param.u64 %d8, [a];\n");
    put(mnemonic);
    for (uint32_t i = 0; SHAPES[shape][i]; i++) {
        const char c = SHAPES[shape][i];
        if (c == '1') snprintf(word, sizeof word, "1");
        else if (c == 'a') snprintf(word, sizeof word, "[%%d8]");
        else if (c == 'c') snprintf(word, sizeof word, "%%clock");
        else if (c == 't') snprintf(word, sizeof word, "[%%d8, {%%r8}]");
        else if (c == 'v') snprintf(word, sizeof word, "{%%r1, %%r2}");
        else if (c == 'w') snprintf(word, sizeof word, "{%%r1, %%r2, %%r3, %%r4}");
        else if (c == 'b') snprintf(word, sizeof word, "%%r%u|%%p%u", i, i);
        else snprintf(word, sizeof word, "%%%c%u", c, i);
        put(i ? ", " : " ");
        put(word);
    }
    put(";\nret;\n}\n");
}

/* Runs a kernel that no decoder refused. It may fail: its operands mean nothing. */
static void run(const ptx_kernel_t *k, gmem_t *gmem, uint64_t addr)
{
    const ptx_launch_cfg_t cfg = {
        .grid = {1, 1, 1}, .block = {32, 1, 1}, .warp_lanes = 32, .regs_per_thread = 16, .params = &addr, .gmem = gmem};
    kernel_launch_t launch = {0};
    err_t err = {{0}};
    uint64_t insts;
    for (uint32_t i = 0; i < k->uops; i++) ran[k->uop[i].group][k->uop[i].op / 16] = true;
    if (!ptx_launch_create(k, &cfg, &launch, &err)) return;
    ptx_run_functional(&launch, 1000, &insts, &err);
    ptx_launch_destroy(&launch);
}

static void try_mnemonic(const char *mnemonic, gmem_t *gmem, uint64_t addr)
{
    err_t err = {{0}};
    uint32_t runs = 0;
    if (strstr(mnemonic, "…")) return; /* words are left out of it */
    text.used = 0;
    put(".version 8.7\n.target sm_100\n.address_size 64\n");
    for (uint32_t i = 0; SHAPES[i]; i++) put_kernel(mnemonic, i);
    assert_true(text.used < sizeof text.at - 1);
    ptx_module_t *m = ptx_parse_text(text.at, "forms.ptx", false, &err);
    if (!m) fail_msg("%s", err.text);
    for (uint32_t i = 0; i < m->kernels_used && runs < RUNS_MAX; i++)
        if (!m->kernel[i]->refusal) run(m->kernel[i], gmem, addr), runs++;
    ptx_module_destroy(m);
}

/* The } that ends the { at `open`. */
static const char *closing(const char *open)
{
    uint32_t depth = 0;
    const char *at = open;
    do depth += (*at == '{') - (*at == '}');
    while (depth && *++at);
    assert_int_equal(*at, '}');
    return at;
}

/* Writes out the first {a,b} of a form, and what follows it, in turn. {.a}: or nothing; "…": every type. At most
 * `others` of the words are not the first of their {}. */
static void expand(const char *form, uint32_t others, gmem_t *gmem, uint64_t addr)
{
    const char *open = strchr(form, '{');
    if (!open) {
        try_mnemonic(form, gmem, addr);
        return;
    }
    const char *close = closing(open);
    uint32_t depth = 0;
    char word[FORM_CHARS], whole[2 * FORM_CHARS];
    size_t chars = 0;
    if (open[1] == '.') {
        snprintf(whole, sizeof whole, "%.*s%s", (int)(open - form), form, close + 1);
        expand(whole, others, gmem, addr);
    }
    bool first = open[1] != '.';
    for (const char *at = open + 1; at <= close; at++) {
        depth += (*at == '{') - (*at == '}' && at < close);
        if (at < close && (*at != ',' || depth)) {
            word[chars++] = *at;
            continue;
        }
        word[chars] = '\0';
        chars = 0;
        const bool types = !strcmp(word, "…");
        if (!first && !types && !others) continue;
        const char *every = !types ? word : open[1] == '.' ? "{" MODES "}" : "{" TYPES "}";
        snprintf(whole, sizeof whole, "%.*s%s%s", (int)(open - form), form, every, close + 1);
        expand(whole, first || types ? others : others - 1, gmem, addr);
        first = false;
    }
}

/* One form: up to a space, or the comma before the next. */
static const char *next_form(const char *at, char form[FORM_CHARS])
{
    uint32_t depth = 0;
    size_t chars = 0;
    bool ended = false;
    for (; *at && (depth || *at != ','); at++) {
        depth += (*at == '{') - (*at == '}');
        ended |= *at == ' ';
        if (!ended) form[chars++] = *at;
    }
    form[chars] = '\0';
    return *at ? at + 2 : at;
}

static void every_form(const ptx_row_t *row, gmem_t *gmem, uint64_t addr)
{
    const size_t name = strlen(row->name);
    char form[FORM_CHARS];
    for (const char *at = row->forms; at && *at;) {
        at = next_form(at, form);
        if (!strncmp(form, row->name, name) && strchr(".{", form[name])) expand(form, 2, gmem, addr);
    }
    for (uint32_t i = 0; MORE[i]; i++)
        if (!strncmp(MORE[i], row->name, name) && strchr(".{", MORE[i][name])) expand(MORE[i], 3, gmem, addr);
}

static void every_accepted_operation_executes(void **state)
{
    static const char *const NAMES[] = {
#define NAME(name) #name,
        PTX_BASES(NAME)};
    err_t err = {{0}};
    gmem_t *gmem = gmem_create(1 << 20);
    const uint64_t addr = gmem_alloc(gmem, "a", 4096, &err);
    (void)state;
    for (uint32_t t = 0; ptx_table(t); t++)
        for (const ptx_row_t *row = ptx_table(t); row->name; row++) every_form(row, gmem, addr);
    gmem_destroy(gmem);
    uint32_t missing = 0;
    for (uint32_t b = 0; b < BASES; b++) {
        bool any = false;
        for (uint32_t g = 0; g < GROUPS; g++) any |= ran[g][b];
        if (!any) fprintf(stderr, "no form has %s\n", NAMES[b]), missing++;
    }
    assert_int_equal(missing, 0);
}

static void a_missing_executor_is_named(void **state)
{
    (void)state;
    static const uint8_t zeros[PTX_LANES * 8];
    uint64_t d[PTX_LANES];
    const ptx_files_t f = {{zeros, zeros}};
    const ptx_uop_t u = {.group = G_BITS, .op = UOP(O_ADD, T_U32)};
    char said[160] = "";
    int end[2], status;
    assert_int_equal(pipe(end), 0);
    const pid_t child = fork();
    if (!child) {
        dup2(end[1], STDERR_FILENO);
        signal(SIGABRT, SIG_DFL);
        ptx_alu_bits(&u, d, &f);
        _exit(0);
    }
    close(end[1]);
    assert_true(read(end[0], said, sizeof said - 1) > 0);
    close(end[0]);
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT);
    assert_string_equal(said, "ctadel: G_BITS executes no O_ADD of T_U32, which a decoder allows\n");
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_accepted_operation_executes),
                                       cmocka_unit_test(a_missing_executor_is_named)};
    return cmocka_run_group_tests_name("ptx_executors", tests, NULL, NULL);
}
