/* Scoreboard numbers: a kernel with more virtual registers than SASS has shares numbers among those that are live one
 * after the other, and among no others. */
#include "ptx_fixture.h"

#include <stdbool.h>

enum { NUMBERS = 255, CHAIN = 400, ROOM = 64 * 1024, INSTS = 4096 };

typedef struct {
    char text[ROOM];
    size_t used;
} text_t;

#define PUT(t, ...) ((t)->used += (size_t)snprintf((t)->text + (t)->used, ROOM - (t)->used, __VA_ARGS__))

static void put_head(text_t *t)
{
    t->used = 0;
    PUT(t, "%s.reg .b32 %%c<%d>;\n", FIX_HEAD FIX_ENTRY, CHAIN + 2);
}

/* Runs the only warp; copies of what it executed, in w. Returns their number. */
static uint32_t executed(fix_t *x, winst_t *w)
{
    const cta_place_t place = {0};
    winst_exec_t e;
    uint32_t n = 0;
    fe_cta_t *cta = x->launch.ops->cta_begin(x->launch.self, &place, &x->err);
    for (const winst_t *in; (in = x->launch.ops->peek(cta, 0)); n++) {
        assert_true(n < INSTS);
        w[n] = *in;
        if (!x->launch.ops->exec(cta, 0, &e, &x->err)) fail_msg("%s", x->err.text);
    }
    x->launch.ops->cta_end(x->launch.self, cta);
    return n;
}

/* Opens the text and runs it, see executed. `fits`: R0 to R254 are enough. */
static uint32_t run_text(fix_t *x, const text_t *t, bool fits, winst_t *w)
{
    if (!fix_open(x, t->text, 32, 32)) fail_msg("%s", x->err.text);
    assert_int_equal(x->launch.flat_regs <= NUMBERS, fits);
    return executed(x, w);
}

static uint32_t writes_of(const winst_t *w, uint32_t n, uint16_t number)
{
    uint32_t writes = 0;
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t d = 0; d < w[i].ndst; d++) writes += w[i].dst[d] == number;
    return writes;
}

/* A chain in which each value is read once fits; %c0, read at its end, keeps its number to itself. */
static void values_in_turn_share_numbers(void **state)
{
    (void)state;
    static text_t t;
    static winst_t w[INSTS];
    fix_t x;
    put_head(&t);
    PUT(&t, "mov.u32 %%c0, %%t;\nadd.u32 %%c1, %%c0, 1;\n");
    for (uint32_t i = 2; i < CHAIN; i++) PUT(&t, "add.u32 %%c%u, %%c%u, 1;\n", i, i - 1);
    PUT(&t, "add.u32 %%c%u, %%c%u, %%c0;\nst.global.u32 [%%out], %%c%u;\n" FIX_TAIL, CHAIN, CHAIN - 1, CHAIN);
    const uint32_t n = run_text(&x, &t, true, w);
    uint32_t at = 0;
    while (w[at].nsrc != 2 || w[at].dst[0] == w[at].src[0] || w[at + 1].op != WI_STORE) at++; /* the last add */
    const uint16_t kept = w[at].src[1];
    assert_int_equal(writes_of(w, n, kept), 1);
    for (uint32_t i = at - CHAIN + 3; i < at; i++) { /* each add reads what the one before wrote */
        assert_int_equal(w[i].src[0], w[i - 1].dst[0]);
        assert_true(w[i].dst[0] != w[i].src[0] && w[i].dst[0] < x.launch.flat_regs);
    }
    fix_free(&x);
}

/* %c0 is live around the loop, so no value of its body may take its number. */
static void a_value_of_a_loop_keeps_its_number(void **state)
{
    (void)state;
    static text_t t;
    static winst_t w[INSTS];
    fix_t x;
    put_head(&t);
    PUT(&t, "mov.u32 %%c0, %%t;\nmov.u32 %%r1, 0;\nLOOP:\nadd.u32 %%c1, %%c0, 1;\n");
    for (uint32_t i = 2; i < CHAIN; i++) PUT(&t, "add.u32 %%c%u, %%c%u, 1;\n", i, i - 1);
    PUT(&t,
        "st.global.u32 [%%out], %%c%u;\nadd.u32 %%r1, %%r1, 1;\nsetp.lt.u32 %%p1, %%r1, 2;\n@%%p1 bra LOOP;\n" FIX_TAIL,
        CHAIN - 1);
    const uint32_t n = run_text(&x, &t, true, w);
    uint32_t store = 0;
    while (w[store].op != WI_STORE) store++;
    const uint16_t kept = w[store - CHAIN + 1].src[0];
    assert_int_equal(w[store - CHAIN + 1].ndst, 1);
    assert_int_equal(writes_of(w, n, kept), 1);
    fix_free(&x);
}

/* Values that are live at once keep different numbers, also beyond 255. */
static void values_at_once_share_nothing(void **state)
{
    (void)state;
    static text_t t;
    static winst_t w[INSTS];
    fix_t x;
    put_head(&t);
    for (uint32_t i = 0; i < CHAIN; i++) PUT(&t, "ld.global.u32 %%c%u, [%%out];\n", i);
    for (uint32_t i = 1; i < CHAIN; i++) PUT(&t, "add.u32 %%c0, %%c0, %%c%u;\n", i);
    PUT(&t, "st.global.u32 [%%out], %%c0;\n" FIX_TAIL);
    const uint32_t n = run_text(&x, &t, false, w);
    assert_true(x.launch.flat_regs >= CHAIN);
    static bool seen[INSTS];
    uint32_t loads = 0;
    for (uint32_t i = 0; i < n; i++) {
        if (w[i].op != WI_LOAD || w[i].space != SPACE_GLOBAL) continue;
        assert_false(seen[w[i].dst[0]]);
        seen[w[i].dst[0]] = true;
        loads++;
    }
    assert_int_equal(loads, CHAIN);
    fix_free(&x);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(values_in_turn_share_numbers),
        cmocka_unit_test(a_value_of_a_loop_keeps_its_number),
        cmocka_unit_test(values_at_once_share_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
