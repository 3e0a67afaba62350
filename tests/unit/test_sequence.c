/* test_sequence.c - the reader of sequences: what it makes of a file, and every mistake with its line. */
#include "sequence_rig.h"

#include "sequence/sequence_opcode.h"
#include "trace/trace_internal.h"

#define KERNEL "kernel k 2 96 16 256 1\n"

typedef struct {
    const char *text, *message; /* the message without the path */
} mistake_t;

static void refuse(const mistake_t *m, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        char path[32], expected[400];
        err_t err = {""};
        sequence_t *s = read_bytes(m[i].text, strlen(m[i].text), path, &err);
        snprintf(expected, sizeof expected, "%s:%s", path, m[i].message);
        if (s || strncmp(err.text, expected, strlen(expected)) != 0)
            fail_msg("case %zu\n  found    %s\n  expected %s", i, err.text, expected);
    }
}
#define REFUSE(list) refuse(list, sizeof(list) / sizeof(list)[0])

static void mistakes_in_kernels_and_files(void **state)
{
    static const mistake_t m[] = {
        {"", " found no kernel; allowed: at least one line kernel NAME"},
        {"# nothing\n\n", " found no kernel"},
        {"NOP -" PLAIN, "1: first line: found 'NOP'; allowed: kernel NAME"},
        {"kernel k 1 32 8 0\n", "1: number of columns: found '6'; allowed: 7: kernel NAME"},
        {"kernel k,2 1 32 8 0 1\n", "1: kernel: found 'k,2'; allowed: up to 39 letters"},
        {"kernel k 0 32 8 0 1\n", "1: CTAS: found '0'; allowed: 1 to 2147483647"},
        {"kernel k 99999999999999999999 32 8 0 1\n", "1: CTAS: found '99999999999999999999'"},
        {"kernel k 1 1025 8 0 1\n", "1: THREADS: found '1025'; allowed: 1 to 1024"},
        {"kernel k 1 0 8 0 1\n", "1: THREADS: found '0'"},
        {"kernel k 1 32 256 0 1\n", "1: REGISTERS: found '256'; allowed: 1 to 255"},
        {"kernel k 1 32 8 -1 1\n", "1: SHARED: found '-1'; allowed: 0 to 1048576"},
        {"kernel k 1 32 8 0 0\n", "1: TIMES: found '0'; allowed: 1 to 2147483647"},
        {KERNEL "NOP -" PLAIN, "1: kernel 'k': found no EXIT"},
        {KERNEL END KERNEL END, "3: kernel: found 'k'; allowed: a name that no earlier kernel has (line 1)"},
        {"kernel a 1 32 8 0 1\nkernel b 1 32 8 0 1\n" END, "1: kernel 'a': found no EXIT"},
        {"kernel k 1 32 8 0 2\nNOP -" PLAIN END, "3: found no BRA before EXIT; allowed: BRA 0x0 there, as TIMES is 2"},
        {"kernel k 1 32 8 0 2\n" END, "2: found no BRA before EXIT"},
        {"kernel k 1 32 8 0 2\nBRA 0x0" PLAIN "BRA 0x0" PLAIN END, "2: found BRA in the middle"},
        {KERNEL "BRA 0x0" PLAIN END, "2: found BRA in a body that runs once; allowed: TIMES above 1"},
        {KERNEL "init R16=1\n", "2: register: found 'R16'; allowed: RZ and R0 to R15"},
        {KERNEL "init R1=1\ninit R1=2\n", "3: init: found 'R1'; allowed: a register other than RZ, once"},
        {KERNEL "init RZ=1\n", "2: init: found 'RZ'"},
        {KERNEL "init R1\n", "2: init: found 'R1'; allowed: as in init R5=1.5"},
        {KERNEL "init\n", "2: init: found ''"},
        {KERNEL "init R1=4294967296\n", "2: init: found '4294967296'; allowed: a whole number of 32 bits"},
        {KERNEL "init R1=1e99\n", "2: init: found '1e99'"},
        {KERNEL END "init R1=1\n", "3: init: found 'R1=1'; allowed: between the kernel line"},
    };
    (void)state;
    REFUSE(m);
}

static void mistakes_in_operands(void **state)
{
    static const mistake_t m[] = {
        {KERNEL "FAD R1,R2,R3" PLAIN, "2: opcode: found 'FAD'; did you mean FADD? allowed: FADD, FMUL"},
        {KERNEL "SHFL R1,R2,R3" PLAIN, "2: opcode: found 'SHFL'; allowed: FADD, FMUL"},
        {KERNEL "FADD R1,R2" PLAIN, "2: operands: found 'R1,R2'; allowed: Rd,Ra,Rb"},
        {KERNEL "FADD R1,R2,R3,R4,R5" PLAIN, "2: operands: found 'R1,R2,R3,R4,R5'; allowed: Rd,Ra,Rb"},
        {KERNEL "FADD R16,R2,R3" PLAIN, "2: register: found 'R16'; allowed: RZ and R0 to R15, of the kernel's 16"},
        {KERNEL "FADD R1,R2,R0x3" PLAIN, "2: register: found 'R0x3'"},
        {KERNEL "FADD R1,R2,R" PLAIN, "2: register: found 'R'"},
        {KERNEL "FADD R1,R2,R99999999999999999999" PLAIN, "2: register: found 'R99999999999999999999'"},
        {KERNEL "FADD R1,R2,R3.use" PLAIN, "2: register: found 'R3.use'"},
        {KERNEL "FADD R1,RZ.reuse,R3" PLAIN, "2: operand: found 'RZ.reuse'"},
        {KERNEL "FADD R1,R2,1e39" PLAIN,
         "2: operand: found '1e39'; allowed: Rn, -Rn, RZ, Rn.reuse, c[0x0][0x160], or a n"},
        {KERNEL "FADD R1,R2,nan" PLAIN, "2: operand: found 'nan'"},
        {KERNEL "IADD3 R1,R2,R3,4294967296" PLAIN,
         "2: operand: found '4294967296'; allowed: Rn, -Rn, RZ, Rn.reuse, c[0x0][0x160], or a"},
        {KERNEL "IADD3 R1,R2,R3,-2147483649" PLAIN, "2: operand: found '-2147483649'"},
        {KERNEL "MOV R1,1.5" PLAIN, "2: operand: found '1.5'"},
        {KERNEL "DADD R15,R2,R4" PLAIN, "2: register: found 'R15'; allowed: a group within RZ and R0 to R15"},
        {KERNEL "DADD R3,R2,R4" PLAIN, "2: register: found 'R3'; allowed: a multiple of 2, the first of 2 registers"},
        {KERNEL "NOP R1" PLAIN, "2: operand: found 'R1'; allowed: -"},
        {KERNEL "BRA 0x10" PLAIN, "2: operand: found '0x10'; allowed: 0x0"},
        {KERNEL "BAR.SYNC 0x10" PLAIN, "2: barrier: found '0x10'; allowed: 0x0 to 0xf"},
        {KERNEL "CS2R R1,SR_TID" PLAIN, "2: operand: found 'SR_TID'; allowed: SR_CLOCKLO"},
        {KERNEL "DEPBAR.LE SB6,0x1" PLAIN, "2: counter: found '6'; allowed: 0 to 5"},
        {KERNEL "DEPBAR.LE B1,0x1" PLAIN, "2: operand: found 'B1'; allowed: SB0 to SB5"},
        {KERNEL "DEPBAR.LE SB1,64" PLAIN, "2: count: found '64'; allowed: 0 to 63"},
        {KERNEL "DEPBAR.LE SB1,1,{6}" PLAIN, "2: counter: found '6'"},
        {KERNEL "DEPBAR.LE SB1,1,{}" PLAIN, "2: counter: found ''"},
        {KERNEL "DEPBAR.LE SB1,1,2" PLAIN, "2: counters: found '2'; allowed: as in {2,1}"},
        {KERNEL "DEPBAR.LE SB1,1,{2} 3 0 -1 -1 0\n", "2: stall: found '3'; allowed: 4 to 15 for DEPBAR"},
    };
    (void)state;
    REFUSE(m);
}

static void mistakes_in_operands_of_memory(void **state)
{
    static const mistake_t m[] = {
        {KERNEL "LDC R1,c[0x0] 4 0 -1 -1 0 0 0 0 0 0 4\n", "2: operand: found 'c[0x0]'; allowed: c[0x0][0x160]"},
        {KERNEL "LDC R1,c[0x0][0x10000] 4 0 -1 -1 0 0 0 0 0 0 4\n", "2: offset: found '0x10000'"},
        {KERNEL "LDC R1,c[99][0x0] 4 0 -1 -1 0 0 0 0 0 0 4\n", "2: bank: found '99'"},
        {KERNEL "FADD R1,R2,c[0x0][0x162]" PLAIN, "2: constant: found 'c[0x0][0x162]'; allowed: a multiple of 4"},
        {KERNEL "FADD R1,R2,c[0x0][R3]" PLAIN, "2: constant: found 'c[0x0][R3]'; allowed: a multiple of 4 as its"},
        {KERNEL "FADD R1,c[0x0][0x0],c[0x0][0x4]" PLAIN, "2: operands: found 'two of constant memory'; allowed: one"},
        {KERNEL "MUFU.RCP R1,c[0x0][0x0]" PLAIN,
         "2: operand: found 'c[0x0][0x0]'; allowed: Rn or a number, as MUFU.RCP"},
        {KERNEL "LDG.E R1,R2 4 0 -1 -1 0 0 0 0 0 0 4\n", "2: address: found 'R2'; allowed: [Rn.64], [Rn], [URn]"},
        {KERNEL "LDG.E R1,[UR63] 4 0 -1 -1 0 0 0 0 0 0 4\n", "2: register: found 'UR63'"},
        {KERNEL "LDS R1,[R2.64] 4 0 -1 -1 0 0 0 0 0 0 4\n", "2: register: found 'R2.64'"},
        {KERNEL "STG.E.128 [R2.64],R2 4 0 -1 -1 0 0 0 0 0 0 16\n", "2: register: found 'R2'; allowed: a multiple of 4"},
    };
    (void)state;
    REFUSE(m);
}

static void mistakes_in_control_bits(void **state)
{
    static const mistake_t m[] = {
        {KERNEL "NOP - 1 0 -1 -1\n", "2: number of columns: found '6'; allowed: 7: OPCODE"},
        {KERNEL "NOP\n", "2: number of columns: found '1'"},
        {KERNEL "NOP - 16 0 -1 -1 0\n", "2: stall: found '16'; allowed: 0 to 15"},
        {KERNEL "NOP - -1 0 -1 -1 0\n", "2: stall: found '-1'"},
        {KERNEL "NOP - 1 2 -1 -1 0\n", "2: yield: found '2'; allowed: 0 to 1"},
        {KERNEL "MOV R1,R2 1 0 7 -1 0\n", "2: write counter: found '7'; allowed: -1 (none), 0 to 5"},
        {KERNEL "MOV R1,R2 1 0 -2 -1 0\n", "2: write counter: found '-2'"},
        {KERNEL "MOV R1,R2 1 0 -1 6 0\n", "2: read counter: found '6'; allowed: -1 (none), 0 to 5"},
        {KERNEL "MOV R1,R2 1 0 -1 -1 64\n", "2: mask: found '64'; allowed: 0 to 63"},
        {KERNEL "NOP - 1 0 0 -1 0\n", "2: write counter: found '0'; allowed: -1, as the opcode has no result"},
        {KERNEL "NOP - 1 0 -1 0 0\n", "2: read counter: found '0'; allowed: -1, as the opcode reads no register"},
        {KERNEL "STS [R1],R2 1 0 3 -1 0 0x7f0000000000 4 0 0 0 4\n", "2: write counter: found '3'; allowed: -1, as"},
    };
    (void)state;
    REFUSE(m);
}

#define LDG    KERNEL "LDG.E R1,[R2.64] 2 0 0 -1 0 "
#define LDG128 KERNEL "LDG.E.128 R4,[R2.64] 2 0 0 -1 0 "
#define LDS    KERNEL "LDS R1,[R2] 2 0 0 -1 0 "

static void mistakes_in_addresses(void **state)
{
    static const mistake_t m[] = {
        {LDG "\n", "2: address: found 'none'; allowed: BASE LANE WARP CTA TIME BYTES behind the mask of LDG.E"},
        {KERNEL "NOP - 1 0 -1 -1 0 0 0 0 0 0 4\n", "2: address: found 'one'; allowed: none, as NOP accesses no memory"},
        {LDG "0 4 0 0 0 4 4\n", "2: number of columns: found '14'"},
        {LDG "0 4 0 0 0 8\n", "2: BYTES: found '8'; allowed: 4, the width of LDG.E"},
        {LDG "2 4 0 0 0 4\n", "2: BASE: found '2'; allowed: a multiple of 4, as accesses are aligned"},
        {LDG128 "0 8 0 0 0 16\n", "2: LANE: found '8'; allowed: a multiple of 16"},
        {LDG "0 4 6 0 0 4\n", "2: WARP: found '6'"},
        {LDG "-4 4 0 0 0 4\n", "2: BASE: found '-4'; allowed: 0 to 0x7fffffffffff"},
        {LDG "99999999999999999999 4 0 0 0 4\n", "2: BASE: found '99999999999999999999'"},
        {LDG "0x7f0000000000 4 0 0 0 4\n", "2: addresses: found '0x7f0000000000 to 0x7f000000007f'; allowed: 0x0 to"},
        {LDG "0 4 0 0x7efffffffffc 0 4\n", "2: addresses: found '0x0 to 0x7f000000007b'"},
        {LDG "0 0x7ffffffffffc 0 0 0 4\n", "2: addresses: found '0x0 and far above'"},
        {LDS "0 4 0 0 0 4\n", "2: addresses: found '0x0 to 0x7f'; allowed: 0x7f0000000000 to 0x7f00000000ff, the"},
        {LDS "0x7f0000000000 4 128 0 0 4\n", "2: addresses: found '0x7f0000000000 to 0x7f000000017f'"},
        {"kernel k 1 32 8 0 1\nLDS R1,[R2] 2 0 0 -1 0 0x7f0000000000 4 0 0 0 4\n",
         "2: addresses: found '0x7f0000000000 to 0x7f000000007f'; allowed: none, as the kernel has no shared memory"},
        {KERNEL "LDC R1,c[0x0][R2] 2 0 0 -1 0 0 4096 0 0 0 4\n", "2: addresses: found '0x0 to 0x1f003'"},
        {KERNEL "LDGSTS [R1],[R2.64] 2 0 0 -1 0 0 4 0 0 0 4\n", "2: bytes copied by a CTA: found '384'; allowed: up"},
    };
    (void)state;
    REFUSE(m);
}

static void mistakes_in_bytes(void **state)
{
    char path[32], text[2000];
    err_t nul = {""}, line = {""};
    static const char with_nul[] = KERNEL "NOP\0 -" PLAIN END;
    (void)state;
    assert_null(read_bytes(with_nul, sizeof with_nul - 1, path, &nul));
    assert_non_null(strstr(nul.text, ":2: line: found 'a NUL byte'; allowed: text"));
    snprintf(text, sizeof text, "%s#%1000d\n%s", KERNEL, 1, END);
    assert_null(read_bytes(text, strlen(text), path, &line));
    assert_non_null(strstr(line.text, ":2: line: found '#"));
    assert_non_null(strstr(line.text, "allowed: up to 511 characters"));
    err_t missing = {""}, folder = {""};
    assert_null(sequence_open("/nonexistent/x", &missing));
    assert_string_equal(missing.text, "/nonexistent/x: cannot be read: No such file or directory");
    assert_null(sequence_open("/tmp", &folder));
    assert_string_equal(folder.text, "/tmp: cannot be read: Is a directory");
}

static void open_each_form(bed_t *b)
{
    bed_open(b, "# a comment\r\n\r\n  kernel k 3 70 64 512 1   # of three CTAs\n"
                "FFMA R1,R2.reuse,-R63,R4.reuse 15 1 5 0 63\r\n"
                "DFMA R2,R4,1.5,R6" PLAIN "DEPBAR.LE SB3,0x2a,{5,0} 4 0 -1 -1 2\n"
                "STG.E.128 [R2.64],R8 2 0 -1 1 0 0x1000 16 0 0 0 16\n"
                "LDG.E.64 R8,[UR4] 2 0 1 -1 0 0 8 0 0 0 8\n"
                "LDC R9,c[0x0][R5] 2 0 1 -1 0 0 0 0 0 0 4\n"
                "STS [RZ],R1 2 0 -1 1 0 0x7f0000000000 4 0 0 0 4\n"
                "FFMA R1,R2,c[0x3][0x16c],R3" PLAIN END "BRA 0x0" PLAIN);
}

static void control_bits_reach_the_sm(void **state)
{
    bed_t b;
    (void)state;
    open_each_form(&b);
    const inst_control_t *c = insts_of(b.k)[0].control;
    assert_int_equal(c->stall_cycles, 15);
    assert_true(c->yield);
    assert_int_equal(c->write_counter, 5);
    assert_int_equal(c->read_counter, 0);
    assert_int_equal(c->wait, 63);
    assert_int_equal(c->reuse, 5);
    assert_int_equal(c->atmost_counter, CONTROL_NONE);
    assert_int_equal(insts_of(b.k)[1].control->write_counter, CONTROL_NONE);
    c = insts_of(b.k)[2].control;
    assert_int_equal(c->atmost_counter, 3);
    assert_int_equal(c->atmost_count, 42);
    assert_int_equal(c->wait, 1 | 2 | 32);
    bed_close(&b);
}

static void operands_reach_the_sm(void **state)
{
    static const struct {
        uint32_t nsrc, ndst, operand[CONTROL_OPERANDS], regs[CONTROL_OPERANDS];
    } expected[] = {{3, 1, {2, 63, 4}, {1, 1, 1}},
                    {4, 2, {4, CONTROL_NO_REG, 6}, {2, 0, 2}},
                    {0, 0, {CONTROL_NO_REG, CONTROL_NO_REG, CONTROL_NO_REG}, {0}},
                    {6, 0, {2, 8, CONTROL_NO_REG}, {2, 4, 0}},
                    {0, 2, {CONTROL_NO_REG, CONTROL_NO_REG, CONTROL_NO_REG}, {0}},
                    {1, 1, {5, CONTROL_NO_REG, CONTROL_NO_REG}, {1, 0, 0}},
                    {1, 0, {CONTROL_NO_REG, 1, CONTROL_NO_REG}, {0, 1, 0}}};
    bed_t b;
    (void)state;
    open_each_form(&b);
    const winst_t *w = insts_of(b.k);
    for (uint32_t i = 0; i < sizeof expected / sizeof expected[0]; i++) {
        assert_int_equal(w[i].nsrc, expected[i].nsrc);
        assert_int_equal(w[i].ndst, expected[i].ndst);
        for (uint32_t o = 0; o < CONTROL_OPERANDS; o++) {
            assert_int_equal(w[i].control->operand[o], expected[i].operand[o]);
            assert_int_equal(w[i].control->operand_regs[o], expected[i].regs[o]);
        }
        assert_int_equal(w[i].reads_zero, i == 6);
    }
    assert_true(w[5].indexed);
    assert_false(w[1].control->has_constant);
    assert_true(w[7].control->has_constant);
    assert_int_equal(w[7].control->constant_addr & 0xfffff, 0x3016c);
    assert_int_equal(w[7].nsrc, 2);
    bed_close(&b);
}

static void the_code_lies_in_memory(void **state)
{
    bed_t b;
    (void)state;
    open_each_form(&b);
    const winst_t *w = insts_of(b.k);
    assert_int_equal(code_of(b.k).count, 10); /* with the branch behind EXIT */
    assert_int_equal(b.k->inst_bytes, 16);
    assert_int_equal(b.k->warps_per_cta, 3);
    assert_int_equal(w[0].line, 4);
    assert_int_equal(w[2].pc_bytes, 32);
    assert_int_equal(w[1].unit, UNIT_DP);
    assert_int_equal(w[3].reach, REACH_WRITES);
    assert_int_equal(w[4].width_bytes, 8);
    bed_close(&b);
}

/* An instruction is the same to the model, whether it comes from a trace or a sequence. */
static void opcodes_are_those_of_traces(void **state)
{
    err_t err = {""};
    const char *name;
    trace_sass_t *table = trace_sass_load("configs/opcodes/sass.txt", &err);
    (void)state;
    if (!table) fail_msg("%s", err.text);
    for (uint32_t i = 0; (name = sequence_opcode_name(i)) != NULL; i++) {
        bool known;
        const sequence_opcode_t *op = sequence_opcode(name);
        const trace_sass_row_t *row = trace_sass_find(table, name, strcspn(name, "."), 86, &known);
        if (strcmp(name, "CLOCK") == 0) continue; /* another word for CS2R */
        if (!known || op->unit != row->unit || op->lat != row->lat || op->op != row->op || op->space != row->space)
            fail_msg("%s: found unit %u, latency %u, operation %u, space %u; expected %u, %u, %u, %u", name, op->unit,
                     op->lat, op->op, op->space, row->unit, row->lat, row->op, row->space);
    }
    trace_sass_destroy(table);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(mistakes_in_kernels_and_files),  cmocka_unit_test(mistakes_in_operands),
        cmocka_unit_test(mistakes_in_operands_of_memory), cmocka_unit_test(mistakes_in_control_bits),
        cmocka_unit_test(mistakes_in_addresses),          cmocka_unit_test(mistakes_in_bytes),
        cmocka_unit_test(control_bits_reach_the_sm),      cmocka_unit_test(operands_reach_the_sm),
        cmocka_unit_test(the_code_lies_in_memory),        cmocka_unit_test(opcodes_are_those_of_traces),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
