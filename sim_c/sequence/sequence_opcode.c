/* sequence_opcode.c - the table of opcodes. Unit, latency class and operation are those of configs/opcodes/sass.txt. */
#include "sequence/sequence_opcode.h"

#include "isa/winst.h"

#include <stddef.h>
#include <string.h>

#define ALU(name_, unit_, lat_, type_, fn_, sources_)                                                                  \
    {                                                                                                                  \
        .name = name_, .unit = unit_, .lat = lat_, .op = WI_ALU, .form = FORM_ALU, .type = type_, .fn = fn_,           \
        .sources = sources_, .words = (type_) == TYPE_F64 ? 2 : 1                                                      \
    }
#define MUFU(name_, fn_) ALU("MUFU." name_, UNIT_SFU, LAT_SFU, TYPE_F32, fn_, 1)
#define MEM(name_, op_, space_, form_, words_)                                                                         \
    {                                                                                                                  \
        .name = name_, .unit = UNIT_LDST, .lat = LAT_INT, .op = op_, .space = space_, .form = form_, .words = words_   \
    }
#define MEM3(name_, op_, space_, form_)                                                                                \
    MEM(name_, op_, space_, form_, 1), MEM(name_ ".64", op_, space_, form_, 2), MEM(name_ ".128", op_, space_, form_, 4)
#define OTHER(name_, unit_, op_, form_)                                                                                \
    {                                                                                                                  \
        .name = name_, .unit = unit_, .lat = LAT_INT, .op = op_, .form = form_, .words = 1                             \
    }

static const sequence_opcode_t table[] = {
    ALU("FADD", UNIT_SP, LAT_FP, TYPE_F32, FN_ADD, 2),
    ALU("FMUL", UNIT_SP, LAT_FP, TYPE_F32, FN_MUL, 2),
    ALU("FFMA", UNIT_SP, LAT_FP, TYPE_F32, FN_FMA, 3),
    ALU("IADD3", UNIT_SP, LAT_INT, TYPE_INT, FN_ADD3, 3),
    ALU("IMAD", UNIT_SP, LAT_IMUL, TYPE_INT, FN_FMA, 3),
    ALU("HFMA2", UNIT_SP, LAT_FP, TYPE_HALF2, FN_FMA, 3),
    ALU("MOV", UNIT_SP, LAT_INT, TYPE_INT, FN_MOV, 1),
    MUFU("RCP", FN_RCP),
    MUFU("RSQ", FN_RSQ),
    MUFU("SQRT", FN_SQRT),
    MUFU("EX2", FN_EX2),
    MUFU("LG2", FN_LG2),
    MUFU("SIN", FN_SIN),
    MUFU("COS", FN_COS),
    ALU("DADD", UNIT_DP, LAT_DP, TYPE_F64, FN_ADD, 2),
    ALU("DMUL", UNIT_DP, LAT_DP, TYPE_F64, FN_MUL, 2),
    ALU("DFMA", UNIT_DP, LAT_DP, TYPE_F64, FN_FMA, 3),
    MEM3("LDG.E", WI_LOAD, SPACE_GLOBAL, FORM_LOAD),
    MEM3("STG.E", WI_STORE, SPACE_GLOBAL, FORM_STORE),
    MEM3("LDS", WI_LOAD, SPACE_SHARED, FORM_LOAD),
    MEM3("STS", WI_STORE, SPACE_SHARED, FORM_STORE),
    MEM("LDGSTS", WI_LOAD, SPACE_GLOBAL, FORM_COPY, 1),
    MEM3("LDGSTS.E", WI_LOAD, SPACE_GLOBAL, FORM_COPY),
    MEM("LDC", WI_LOAD, SPACE_CONST, FORM_CONST, 1),
    MEM("LDC.64", WI_LOAD, SPACE_CONST, FORM_CONST, 2),
    OTHER("CS2R", UNIT_SP, WI_ALU, FORM_CS2R),
    OTHER("CLOCK", UNIT_SP, WI_ALU, FORM_CLOCK),
    OTHER("NOP", UNIT_NONE, WI_ALU, FORM_NONE),
    OTHER("BAR.SYNC", UNIT_NONE, WI_BARRIER, FORM_BARRIER),
    OTHER("DEPBAR.LE", UNIT_NONE, WI_ALU, FORM_DEPBAR),
    OTHER("BRA", UNIT_SP, WI_BRANCH, FORM_BRANCH),
    OTHER("EXIT", UNIT_NONE, WI_EXIT, FORM_NONE),
};
enum { OPCODES = sizeof table / sizeof table[0] };

const char *sequence_opcode_name(uint32_t i) { return i < OPCODES ? table[i].name : NULL; }

const sequence_opcode_t *sequence_opcode(const char *name)
{
    for (uint32_t i = 0; i < OPCODES; i++)
        if (strcmp(name, table[i].name) == 0) return &table[i];
    return NULL;
}
