/* test_ptx_rows.c - does every instruction of the decoders' tables stand in a PTX test, with every type that its row
 * accepts? Reads the sources of the tests, and the kernels that the command-line tests run. */
#include "ptx_fixture.h"

#include "ptx/ptx_build.h"

#include <ctype.h>
#include <glob.h>
#include <stdlib.h>

enum { TABLES_MAX = 32, ROWS_MAX = 64 };
static const char *const FILES[] = {"tests/unit/test_ptx_*.c", "tests/unit/ptx_*.h", "tests/unit/diverge_text.h",
                                    "tests/unit/data/*.ptx",   "configs/*/*/*.ptx",  "examples/*/*.ptx"};
/* Instructions whose micro-op is the same for .sN and .uN. */
static const char *const SIGNLESS[] = {"add",  "addc", "sub", "subc", "mul",  "mad",  "madc", "mov",   "selp", "slct",
                                       "and",  "or",   "xor", "not",  "cnot", "shl",  "popc", "clz",   "brev", "bfi",
                                       "lop3", "prmt", "ld",  "ldu",  "st",   "suld", "sust", "match", "neg",  NULL};
/* The words of each type; .bN is decoded as .uN. */
static const char *const WORDS[][2] = {{"u8", "b8"},   {"s8", ""},   {"u16", "b16"}, {"s16", ""},
                                       {"u32", "b32"}, {"s32", ""},  {"u64", "b64"}, {"s64", ""},
                                       {"f32", ""},    {"f64", ""},  {"pred", ""},   {"", ""},
                                       {"f16", ""},    {"bf16", ""}, {"f16x2", ""},  {"bf16x2", ""}};
enum { TYPES = sizeof WORDS / sizeof *WORDS };

static struct {
    bool named;
    uint32_t types; /* bit per type with which a test has it */
} seen[TABLES_MAX][ROWS_MAX];

static bool is_word(const char *at, size_t len, const char *word)
{
    return strlen(word) == len && !strncmp(at, word, len);
}

/* at: a mnemonic with its modifiers. */
static void note(const char *at, size_t len)
{
    const size_t name = strcspn(at, ".") < len ? strcspn(at, ".") : len;
    for (uint32_t t = 0; ptx_table(t); t++) {
        for (uint32_t r = 0; ptx_table(t)[r].name; r++) {
            if (!is_word(at, name, ptx_table(t)[r].name)) continue;
            seen[t][r].named = true;
            for (const char *part = at + name + 1; part < at + len; part++) {
                const size_t rest = (size_t)(at + len - part), to_dot = strcspn(part, "."),
                             n = to_dot < rest ? to_dot : rest;
                for (uint32_t w = 0; w < TYPES; w++)
                    if (is_word(part, n, WORDS[w][0]) || is_word(part, n, WORDS[w][1])) seen[t][r].types |= 1u << w;
                part += n;
            }
        }
    }
}

static bool in_mnemonic(char c) { return islower((unsigned char)c) || isdigit((unsigned char)c) || strchr("._:", c); }

static void read_file(const char *path)
{
    FILE *f = fopen(path, "r");
    char line[4096];
    assert_non_null(f);
    while (fgets(line, sizeof line, f)) {
        for (const char *at = line; *at;) {
            size_t len = 0;
            while (at[len] && in_mnemonic(at[len])) len++;
            if (len)
                note(at[0] == 'n' && at > line && at[-1] == '\\' ? at + 1 : at,
                     at[0] == 'n' && at > line && at[-1] == '\\' ? len - 1 : len);
            at += len ? len : 1;
        }
    }
    fclose(f);
}

static void read_all(void)
{
    for (uint32_t i = 0; i < sizeof FILES / sizeof *FILES; i++) {
        glob_t g;
        assert_int_equal(glob(FILES[i], 0, NULL, &g), 0);
        for (size_t p = 0; p < g.gl_pathc; p++)
            if (!strstr(g.gl_pathv[p], "test_ptx_rows")) read_file(g.gl_pathv[p]);
        globfree(&g);
    }
}

/* The types that tests of this row must show. */
static uint32_t wanted_types(const ptx_row_t *row)
{
    uint32_t types = row->types;
    for (uint32_t i = 0; SIGNLESS[i]; i++)
        if (strcmp(SIGNLESS[i], row->name) == 0) types &= ~(TM(T_S8) | TM(T_S16) | TM(T_S32) | TM(T_S64));
    return types;
}

/* A test with .s32 of such an instruction shows .u32. */
static uint32_t shown_types(const ptx_row_t *row, uint32_t types)
{
    return wanted_types(row) == row->types ? types
                                           : types | (types & (TM(T_S8) | TM(T_S16) | TM(T_S32) | TM(T_S64))) >> 1;
}

static void every_row_and_type_is_tested(void **state)
{
    uint32_t missing = 0;
    (void)state;
    read_all();
    for (uint32_t t = 0; ptx_table(t); t++) {
        for (uint32_t r = 0; ptx_table(t)[r].name; r++) {
            const ptx_row_t *row = &ptx_table(t)[r];
            assert_true(t < TABLES_MAX && r < ROWS_MAX);
            if (!seen[t][r].named) fprintf(stderr, "no test has %s\n", ptx_table(t)[r].name), missing++;
            for (uint32_t w = 0; w < TYPES; w++) {
                if (!(wanted_types(row) >> w & 1) || shown_types(row, seen[t][r].types) >> w & 1) continue;
                fprintf(stderr, "no test has %s with .%s\n", ptx_table(t)[r].name, WORDS[w][0]);
                missing++;
            }
        }
    }
    assert_int_equal(missing, 0);
}

/* Rows of the last table are refused, because no machine has what they need. */
static void an_unknown_instruction_lists_every_row(void **state)
{
    err_t err = {{0}};
    char word[64];
    (void)state;
    ptx_module_t *m = ptx_parse_text(FIX_HEAD ".entry k() {\nfoo;\n}\n", "test.ptx", false, &err);
    assert_non_null(m);
    char *list = test_malloc(sizeof err.text + 1);
    snprintf(list, sizeof err.text + 1, "%s ", ptx_kernel_refusal(m->kernel[0]));
    for (uint32_t t = 0; ptx_table(t + 1); t++) {
        for (const ptx_row_t *row = ptx_table(t); row->name; row++) {
            snprintf(word, sizeof word, " %s ", row->name);
            if (!strstr(list, word)) fail_msg("'%s' lacks %s", list, row->name);
        }
    }
    test_free(list);
    ptx_module_destroy(m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_row_and_type_is_tested),
                                       cmocka_unit_test(an_unknown_instruction_lists_every_row)};
    return cmocka_run_group_tests_name("ptx_rows", tests, NULL, NULL);
}
