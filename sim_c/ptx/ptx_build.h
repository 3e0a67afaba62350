/* ptx_build.h - state of the parser that the finished module does not keep: scopes, virtual registers, operands, the
 * instruction being decoded. Functions report errors through the lexer's err and then return false. */
#ifndef CTADEL_PTX_PTX_BUILD_H
#define CTADEL_PTX_PTX_BUILD_H

#include "ptx/ptx_lex.h"
#include "ptx/ptx_module.h"

enum { PTX_MAX_REGS = 60000, PTX_MAX_SCOPES = 64 };
enum { PTX_MAX_AREA = 1024 /* bytes of one parameter or result of a call */ };
enum { PTX_MAX_VECTOR = 8 /* elements of an operand in { } */ };
enum { PTX_MAX_PARTS = 16, PTX_PART_CHARS = 32, PTX_MAX_OPERANDS = 8, PTX_NAME_CHARS = 128 };

typedef struct ptx_reg {
    const char *name;
    uint32_t id;                   /* index; stands in operands until ptx_finish replaces it by `offset` */
    uint32_t offset;               /* bytes, in the register file of a warp */
    uint8_t bits;                  /* 1 (predicate), 32, 64, 128 */
    uint8_t sreg;                  /* ptx_sreg_t; SR_NONE: an ordinary register */
    uint16_t flat;                 /* scoreboard number */
    uint32_t live_first, live_end; /* live from this micro-op up to the one before live_end; 0: unused */
    struct ptx_reg *half[2];       /* .b128: the registers that hold it, lower first */
    ptx_var_t *points;             /* holds the address of this .param variable of a call; NULL: does not */
    uint32_t words;                /* size of a .param variable of a call, 32-bit words; 0: a register */
} ptx_reg_t;

enum { PTX_MAX_DIMS = 8, PTX_MAX_OPEN = 1 << 26 /* bytes of an array that its initialiser sizes */ };
typedef struct {                  /* dimensions of an array */
    uint64_t n[PTX_MAX_DIMS + 1]; /* elements; the last may be those of a vector type */
    uint32_t dims;
    bool is_open;       /* t[]: the first dimension is not stated */
    uint64_t row_bytes; /* of an element of the first dimension if that is open, else of the array */
} ptx_shape_t;

typedef struct {
    const char *prefix; /* %r<8> declares %r0 to %r7; a register is created at its first use */
    uint32_t prefix_len, count;
    uint8_t bits;
} ptx_range_t;

typedef struct ptx_scope {
    struct ptx_scope *outer;
    ptx_map_t regs, vars, labels, lists; /* lists: index in the kernel's target[] plus 1, as a pointer */
    ptx_range_t *range;
    uint32_t ranges, ranges_room;
    uint32_t first_pending; /* index of the first branch inside this scope whose label is not resolved yet */
    uint32_t depth;
} ptx_scope_t;

typedef struct {
    const char *label;
    uint32_t len, line;
    uint32_t at; /* the branch, or if in_list, the index in the kernel's target[] */
    bool in_list;
} ptx_pending_t;

typedef struct { /* a register that passes a parameter or a result of a function, and the variable behind it */
    ptx_reg_t *reg;
    ptx_var_t *var;
    bool is_result;
} ptx_passed_t;

typedef struct {
    ptx_lex_t lx;
    ptx_module_t *m;
    ptx_kernel_t *k; /* the kernel or function being parsed; NULL: none */
    uint32_t line;   /* of the instruction being decoded */
    bool as_ptxas;
    ptx_scope_t *scope;
    ptx_reg_t **reg;
    uint32_t regs, regs_room;
    ptx_pending_t *pending;
    uint32_t pendings, pendings_room;
    ptx_reg_t *carry;     /* CC.CF; NULL: not used yet */
    ptx_passed_t *passed; /* of the function being parsed */
    uint32_t passeds, passeds_room;
} ptx_parser_t;

typedef enum { OPD_REG, OPD_INT, OPD_F32, OPD_F64, OPD_VAR, OPD_FUNC, OPD_SINK, OPD_LABEL, OPD_WHOLE } ptx_opd_kind_t;

typedef struct {
    ptx_opd_kind_t kind;
    ptx_reg_t *reg;
    ptx_var_t *var;
    ptx_kernel_t *func;
    uint64_t value;
    const char *text; /* as written; OPD_WHOLE: a special register without .x, .y, .z or .w */
    uint32_t len;
    const char *part; /* .b0 of %r1.b0, without its dot; NULL: none */
    uint32_t part_len;
} ptx_elem_t;

typedef struct {
    ptx_elem_t e[PTX_MAX_VECTOR];
    ptx_elem_t second; /* of %p|%q */
    uint32_t n;        /* elements; 1 unless {a, b} */
    bool is_vec, is_addr, is_not, is_pair;
    bool is_minus;   /* -%r1 */
    bool is_inside;  /* coordinates that follow an address inside its brackets */
    uint64_t offset; /* in [a+offset] or a+offset */
} ptx_operand_t;

typedef struct ptx_row ptx_row_t;
typedef struct {
    ptx_parser_t *ps;
    uint32_t line;
    char name[PTX_NAME_CHARS]; /* whole mnemonic */
    char part[PTX_MAX_PARTS][PTX_PART_CHARS];
    bool part_used[PTX_MAX_PARTS];
    uint32_t parts;
    ptx_operand_t o[PTX_MAX_OPERANDS];
    uint32_t operands;
    bool takes_parts; /* the decoder has looked at .b0 and - of its operands */
    ptx_reg_t *guard;
    ptx_passed_t take[PTX_MAX_OPERANDS]; /* registers that get the results of a call */
    uint32_t taken;
    ptx_call_t *call; /* of a call instruction; the decoder moves it to the kernel's calls */
    const ptx_row_t *row;
    ptx_uop_t u;
    winst_t w;
} ptx_inst_t;

/* An instruction, in the table of its group. A new one also needs its operation in PTX_BASES (ptx_uop.h), a case in the
 * executor of its group (ptx_exec_*.c) and a row with a C reference in tests/unit/test_ptx_arith.c.
 * test_ptx_executors.c names an operation without an executor, test_ptx_rows.c an instruction without a test. */
struct ptx_row {
    const char *name;
    bool (*decode)(ptx_inst_t *in);
    const char *forms; /* supported forms, for the error message */
    uint8_t base;      /* ptx_base_t */
    uint8_t srcs;
    uint16_t types; /* bit per ptx_type_t */
};
extern const ptx_row_t ptx_rows_int[], ptx_rows_bits[], ptx_rows_float[], ptx_rows_move[], ptx_rows_mem[],
    ptx_rows_ctl[], ptx_rows_call[], ptx_rows_tex[], ptx_rows_copy[], ptx_rows_video[], ptx_rows_atom[],
    ptx_rows_sync[], ptx_rows_hint[], ptx_rows_mbar[], ptx_rows_setp[], ptx_rows_stack[], ptx_rows_matrix[],
    ptx_rows_absent[];

const ptx_row_t *ptx_table(uint32_t i); /* ptx_parse_inst.c: all tables, from 0 up; NULL: no such table */

#define TM(t)       (1u << (t))
#define TM_16       (TM(T_U16) | TM(T_S16))
#define TM_32       (TM(T_U32) | TM(T_S32))
#define TM_64       (TM(T_U64) | TM(T_S64))
#define TM_INT      (TM_16 | TM_32 | TM_64)
#define TM_FLOAT    (TM(T_F32) | TM(T_F64))
#define TM_ONE_HALF (TM(T_F16) | TM(T_BF16))
#define TM_HALF     (TM_ONE_HALF | TM(T_F16X2) | TM(T_BF16X2))
#define TM_ONE_REAL (TM_FLOAT | TM_ONE_HALF)
#define TM_REAL     (TM_FLOAT | TM_HALF)
#define TM_BYTE     (TM(T_U8) | TM(T_S8))

/* ptx_skip.c */
bool ptx_no_memory(ptx_parser_t *ps);
bool ptx_type_of(const char *word, size_t len, ptx_type_t *type); /* "f32", no dot */
bool ptx_skip_line(ptx_parser_t *ps);
bool ptx_skip_until(ptx_parser_t *ps, const char *punct);
bool ptx_skip_braces(ptx_parser_t *ps);

/* ptx_parse_*.c */
bool ptx_parse_entry(ptx_parser_t *ps);
bool ptx_parse_func(ptx_parser_t *ps);              /* after .func */
bool ptx_parse_alias(ptx_parser_t *ps);             /* after .alias */
bool ptx_skip_to_body(ptx_parser_t *ps);            /* to the { or ; behind the head of a kernel or function */
bool ptx_parse_call(ptx_inst_t *in);                /* after the mnemonic */
bool ptx_place_var(ptx_parser_t *ps, ptx_var_t *v); /* first use of a shared variable in a kernel: sets its offset */
bool ptx_add_area(ptx_parser_t *ps, ptx_areas_t *areas, const ptx_var_t *v);
bool ptx_parse_area(ptx_parser_t *ps, ptx_var_t **out); /* after .param of a function or in a body */
/* Parses a body. A mistake inside it becomes the kernel's refusal and is no error here. False: err. */
bool ptx_parse_body(ptx_parser_t *ps);
/* ptx_extern.c: a variable whose definition may follow, and that definition, with which the uses before it agree. */
bool ptx_declare_extern(ptx_parser_t *ps, ptx_var_t *v);
bool ptx_define_extern(ptx_parser_t *ps, ptx_var_t *before, const ptx_var_t *v);
bool ptx_parse_var(ptx_parser_t *ps, space_t space, bool is_extern); /* after .shared, … */
bool ptx_parse_param(ptx_parser_t *ps);
/* After '='. Sets the size of an open array. */
bool ptx_parse_init(ptx_parser_t *ps, ptx_var_t *v, const ptx_shape_t *shape);
bool ptx_parse_inst(ptx_parser_t *ps, ptx_tok_t mnemonic, ptx_reg_t *guard, bool guard_not);

/* ptx_pass.c: parameters, results and arguments that are registers */
bool ptx_pass_formal(ptx_parser_t *ps, ptx_areas_t *areas, bool is_result); /* after .reg */
bool ptx_pass_formals(const ptx_inst_t *like, bool results); /* loads the parameters, or stores the results */
bool ptx_pass_argument(ptx_inst_t *in, const ptx_elem_t *e, ptx_type_t type); /* type: of a constant */
bool ptx_pass_result(ptx_inst_t *in, ptx_reg_t *r);
bool ptx_pass_back(const ptx_inst_t *in); /* behind the call: loads its results */

/* ptx_scope.c */
ptx_reg_t *ptx_declare_formal(ptx_parser_t *ps); /* type and name of a parameter in a register; NULL: err */
bool ptx_scope_open(ptx_parser_t *ps);
bool ptx_scope_close(ptx_parser_t *ps); /* resolves the branches inside to the labels inside */
void ptx_scope_drop_all(ptx_parser_t *ps);
bool ptx_pend(ptx_parser_t *ps, ptx_pending_t p); /* a branch whose label is to be resolved */
/* ptx_parse_targets.c: after NAME: .branchtargets */
bool ptx_parse_targets(ptx_parser_t *ps, ptx_tok_t name);
bool ptx_list_at_end(const ptx_kernel_t *k); /* a list names the place behind the last instruction */
bool ptx_find_list(const ptx_parser_t *ps, const char *name, uint32_t len, uint32_t *index);
bool ptx_declare_regs(ptx_parser_t *ps);
ptx_reg_t *ptx_new_reg(ptx_parser_t *ps, const char *name, uint32_t bits); /* NULL: err */
ptx_reg_t *ptx_find_reg(ptx_parser_t *ps, const char *name, uint32_t len); /* NULL: none or err */
ptx_kernel_t *ptx_find_func(const ptx_parser_t *ps, const char *name, uint32_t len);
ptx_var_t *ptx_find_var(const ptx_parser_t *ps, const char *name, uint32_t len);
/* ptx_special.c */
ptx_reg_t *ptx_sreg(ptx_parser_t *ps, ptx_sreg_t kind, const char *name, uint32_t len); /* NULL: err */
/* A special register, with its .x, .y, .z or .w: sets e. False: err. */
bool ptx_special(ptx_parser_t *ps, ptx_tok_t name, ptx_elem_t *e);
/* Element i of e, a special register without its .x: sets *to. False: err. */
bool ptx_special_part(ptx_parser_t *ps, const ptx_elem_t *e, uint32_t i, ptx_elem_t *to);

/* ptx_decode.c: functions that decoders share */
bool ptx_mod(ptx_inst_t *in, const char *word);             /* true: the modifier is present; marks it used */
bool ptx_has_word(const ptx_inst_t *in, const char *word);  /* the same, used or not, without marking it */
bool ptx_any_mod(ptx_inst_t *in, const char *const *words); /* takes all of these that are present; NULL ends */
/* Takes .rn to .rp, .rni to .rpi: sets *mode, a ptx_round_t. False: there is none of them. */
bool ptx_rounding(ptx_inst_t *in, uint8_t *mode);
bool ptx_take_type(ptx_inst_t *in, uint32_t mask, ptx_type_t *type); /* last unused type; must be in mask */
bool ptx_count(ptx_inst_t *in, uint32_t operands);                   /* false: another number of operands, err */
/* Takes the type; .b128 becomes b64, and the operands from `first` up that are .b128 registers become pairs. */
bool ptx_take_wide(ptx_inst_t *in, uint32_t mask, uint32_t first, ptx_type_t *type, bool *is_b128);
/* The address of a variable + plus. */
bool ptx_src_var(ptx_inst_t *in, const ptx_elem_t *e, uint64_t plus, uint32_t slot, ptx_type_t type);
bool ptx_src_elem(ptx_inst_t *in, const ptx_elem_t *e, uint32_t slot, ptx_type_t type, bool relaxed);
bool ptx_dst(ptx_inst_t *in, uint32_t operand, uint32_t slot, ptx_type_t type);
bool ptx_dst_elem(ptx_inst_t *in, const ptx_elem_t *e, uint32_t slot, ptx_type_t type, bool relaxed);
bool ptx_more_src(ptx_inst_t *in, const ptx_elem_t *e, ptx_type_t type); /* appends a source that has no slot in s[] */
bool ptx_bad(ptx_inst_t *in);                                            /* reports an unsupported form; false */
bool ptx_bad_operand(ptx_inst_t *in, const ptx_elem_t *e, const char *wanted);
uint32_t ptx_const(ptx_parser_t *ps, uint64_t value, uint32_t bits, const ptx_var_t *var);
void ptx_timing(ptx_inst_t *in, unit_t unit, lat_t lat);
ptx_type_t ptx_unsigned(ptx_type_t t);
void ptx_set_op(ptx_inst_t *in, ptx_group_t group, uint8_t base, ptx_type_t type);

enum { SPACE_GENERIC = 0xff }; /* found per lane */
/* ptx_append.c */
bool ptx_decode(ptx_inst_t *in); /* row, operands, latency; appends to the kernel */
bool ptx_src(ptx_inst_t *in, uint32_t operand, uint32_t slot, ptx_type_t type);
bool ptx_same_types(ptx_inst_t *in, ptx_type_t type, uint32_t srcs); /* d and `srcs` sources, all of `type` */
/* A 16-bit float as f32, widened by a silent micro-op. */
bool ptx_widened(ptx_inst_t *in, uint32_t operand, uint32_t slot, ptx_type_t half);
bool ptx_append(ptx_inst_t *in);
void ptx_clear(ptx_inst_t *in);              /* no operands, no target */
ptx_inst_t ptx_beside(const ptx_inst_t *in); /* another micro-op of the instruction: same guard, no operands */
bool ptx_negated(ptx_inst_t *in, const ptx_elem_t *e, uint32_t slot);

/* ptx_decode_address.c */
uint8_t ptx_space_of(ptx_inst_t *in);
bool ptx_cache_policy(ptx_inst_t *in); /* drops the operand of .L2::cache_hint */
/* Memory order, scope and cache words: they select the cache level and never change the result. */
void ptx_cache_words(ptx_inst_t *in);
/* [register or variable + offset] to slot 0 and imm */
bool ptx_address(ptx_inst_t *in, uint32_t operand, uint8_t space);
/* [register or variable + offset] of a copy: register to slot, offset to the slot behind it. */
bool ptx_slot_address(ptx_inst_t *in, uint32_t operand, uint32_t slot, uint8_t space);

/* ptx_decode_absent.c: refuses the instruction, because no machine has `what`; false */
bool ptx_absent(ptx_inst_t *in, const char *what);

bool ptx_decode_cluster(ptx_inst_t *in);            /* ptx_decode_sync.c: after barrier.cluster */
bool ptx_decode_bulk(ptx_inst_t *in, bool reduces); /* ptx_decode_bulk.c: after cp{.reduce}.async.bulk */
bool ptx_decode_store_bulk(ptx_inst_t *in);
bool ptx_decode_copy_arrive(ptx_inst_t *in); /* ptx_decode_mbar.c: after cp.async.mbarrier */
bool ptx_completes(ptx_inst_t *in);          /* ptx_decode_address.c */
/* ptx_decode_atom.c: takes operation and type of an atomic; sets mod. */
bool ptx_atom_operation(ptx_inst_t *in, ptx_type_t *t, bool *is_b128);
/* Appends the instruction decoded so far and becomes mbarrier.complete_tx of [operand]: of `bytes`, or if that is 0, of
 * the size operand. */
bool ptx_then_complete(ptx_inst_t *in, uint32_t operand, uint32_t size_operand, uint32_t bytes);

/* ptx_cfg.c, ptx_finish.c */
bool ptx_reconverge(ptx_parser_t *ps); /* fills reconv of every branch */
bool ptx_finish(ptx_parser_t *ps);     /* register file, scoreboard numbers, instruction addresses */

#endif
