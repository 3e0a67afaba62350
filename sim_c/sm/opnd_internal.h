/* opnd_internal.h - fields of the operand collectors, shared by opnd.c (issue, pipelines) and opnd_collect.c
 * (collectors, register banks).
 *
 * A part is what has collectors, banks, places and pipelines of its own: the whole SM, or with SUB_CORES_OWN the
 * sub-core of one scheduler. */
#ifndef CTADEL_SM_OPND_INTERNAL_H
#define CTADEL_SM_OPND_INTERNAL_H

#include "sm/opnd.h"

enum { OPND_COLLECTORS_MAX = 64, OPND_WIDTH_MAX = 8, OPND_BANKS_MAX = 64, OPND_PARTS_MAX = SM_SCHEDS };
enum {
    OPND_INSIDE_MAX = OPND_COLLECTORS_MAX + 2 * UNIT_NONE * OPND_WIDTH_MAX /* instructions in places, collectors */
};
enum { OPND_SOURCE_BITS = 4 }; /* number of a bank request: collector << OPND_SOURCE_BITS | source */
_Static_assert(WINST_SRC_MAX < 1 << OPND_SOURCE_BITS, "each source has a number, and so has the zero register");

typedef struct { /* instructions, in the order of issue */
    uint64_t at; /* byte n: number in opnd.inst of the n-th; bytes behind the last are 0 */
    uint8_t used;
} places_t;
_Static_assert(OPND_WIDTH_MAX <= sizeof(uint64_t), "a byte of places_t.at for each place");

typedef struct { /* results due in a cycle */
    uint8_t count;
    uint16_t pipes[UNIT_NONE]; /* bit p: one of pipeline p */
} due_t;

struct opnd { /* masks: a bit per collector or bank */
    const sm_cfg_t *cfg;
    units_t *units;
    wheel_t *wheel;
    bool own; /* SUB_CORES_OWN */
    uint32_t parts;
    /* By part. Masks of units: whose input places are taken; with an instruction in an output place. Mask of turns:
     * unit_at[turn] has an instruction in an input place; they enter collectors in this order */
    uint32_t full[OPND_PARTS_MAX], leaving[OPND_PARTS_MAX], entering[OPND_PARTS_MAX];
    uint8_t unit_at[UNIT_NONE], turn_of[UNIT_NONE];
    uint32_t first_bank[OPND_PARTS_MAX];
    uint64_t set[OPND_PARTS_MAX][UNIT_NONE]; /* collectors that take an instruction of the unit */
    places_t issued[OPND_PARTS_MAX][UNIT_NONE], complete[OPND_PARTS_MAX][UNIT_NONE]; /* input and output places */
    issued_t inst[OPND_INSIDE_MAX];
    uint8_t unused[OPND_INSIDE_MAX]; /* stack of free numbers */
    uint8_t width[UNIT_NONE];        /* input places of a part, and output places */
    uint8_t unit_of[OPND_COLLECTORS_MAX], part_of[OPND_COLLECTORS_MAX];
    uint8_t collector[OPND_COLLECTORS_MAX]; /* the instruction in it */
    uint8_t lacking[OPND_COLLECTORS_MAX];   /* operands not read yet */
    uint64_t free, ready;
    uint8_t last[UNIT_NONE][OPND_WIDTH_MAX]; /* by output place: collector that left through it last */
    uint64_t asked, written;                 /* banks with waiting reads; banks written in this cycle */
    int16_t bank_head[OPND_BANKS_MAX], bank_tail[OPND_BANKS_MAX], next[OPND_COLLECTORS_MAX << OPND_SOURCE_BITS];
    uint8_t bank[OPND_REGS_MAX]; /* by register number plus warp number: bank of a part */
    due_t due[WHEEL_CYCLES];     /* by cycle modulo WHEEL_CYCLES */
    uint32_t inside;             /* instructions in places and collectors */
    uint32_t issues;             /* so far */
    sm_counters_t *st;
};

static inline uint32_t opnd_unit_bit(uint32_t unit) { return UINT32_C(1) << unit; }

static inline bool opnd_has_place(const opnd_t *o, const places_t *r, uint32_t unit)
{
    return r->used < o->width[unit];
}

static inline uint8_t opnd_first(const places_t *r) { return (uint8_t)r->at; }

static inline uint8_t opnd_pop(places_t *r)
{
    const uint8_t what = opnd_first(r);
    r->used--;
    r->at >>= 8;
    return what;
}

/* opnd_collect.c */
void opnd_place(const opnd_t *o, places_t *r, uint8_t what); /* needs opnd_has_place */
/* Of the parts that have an instruction in the unit's output places (output false: in its input places), the one whose
 * first instruction issued first; o->parts: none has. */
uint32_t opnd_oldest(const opnd_t *o, uint32_t unit, bool output);

/* One step of collectors and banks: full collectors leave, banks are read, instructions enter. */
void opnd_collect(opnd_t *o);         /* collectors of one unit each */
void opnd_collect_general(opnd_t *o); /* SUB_CORES_OWN */
uint64_t opnd_banks_written(const opnd_t *o, uint32_t part, uint32_t warp, const winst_t *in);

#endif
