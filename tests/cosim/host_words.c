/* host_words.c - a model of the rw and fix words of the register map: a word holds what was written last, cut to its
 * bits. */
#include "host.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WORDS = 0x1000 / 4 };

static struct {
    bool here; /* the host writes it and reads back what it has written */
    uint32_t mask, value;
} word[WORDS];

typedef struct {
    const char *name;
    uint32_t addr, stride; /* in entry 0; bytes to the next entry, or 0 */
    const char *access;
    uint32_t mask;
    const char *reset;
} reg_t;

static void add(uint32_t addr, uint32_t mask, uint32_t value)
{
    word[addr / 4].here = true;
    word[addr / 4].mask = mask;
    word[addr / 4].value = value & mask;
}

/* Bits of a register in a dispatcher of that size. */
static uint32_t bits_of(const reg_t *r, disp_size_t built)
{
    const uint32_t slots = (UINT32_C(1) << SCHED_BITS(built.slots + 1)) - 1;
    if (strcmp(r->name, "IRQ_ENABLE") == 0) return (1U << built.kernels) - 1;
    return strcmp(r->name, "CAP_SLOTS") == 0 || strcmp(r->name, "K_TMAX") == 0 ? slots : r->mask;
}

static uint32_t reset_of(const reg_t *r, disp_size_t built)
{
    if (strcmp(r->reset, "SLOTS") == 0) return built.slots;
    return strcmp(r->reset, "KERNELS") == 0 ? built.kernels : (uint32_t)strtoul(r->reset, NULL, 16);
}

/* Words with a bit per SM. */
static void add_sms(uint32_t addr, disp_size_t built)
{
    for (uint32_t w = 0; 32 * w < built.sms; w++) add(addr + 4 * w, mask_part(mask_below(built.sms), w), UINT32_MAX);
}

/* Words with four bits per SM. */
static void add_gpcs(disp_size_t built)
{
    for (uint32_t s = 0; s < built.sms; s += 8)
        add(REG_GPC + s / 2, built.sms - s < 8 ? (UINT32_C(1) << 4 * (built.sms - s)) - 1 : UINT32_MAX, 0);
}

void host_words_reset(disp_size_t built)
{
    static const reg_t reg[] = {
#define REG(...) {__VA_ARGS__},
        REGISTERS(REG)
#undef REG
    };
    memset(word, 0, sizeof word);
    for (size_t i = 0; i < sizeof reg / sizeof reg[0]; i++) {
        const reg_t *r = &reg[i];
        const bool holds = strcmp(r->access, "rw") == 0 || strcmp(r->access, "fix") == 0;
        if (!holds || strcmp(r->reset, "ones") == 0) continue;
        for (uint32_t k = 0; k < (r->stride ? built.kernels : 1); k++)
            add(r->addr + k * r->stride, bits_of(r, built), reset_of(r, built));
    }
    add_sms(REG_SM_ENABLE, built);
    add_gpcs(built);
    for (uint32_t k = 0; k < built.kernels; k++) add_sms(REG_PART + k * REG_PART_STRIDE, built);
    for (const policy_param_t *p = policy_params; p->policy; p++) add(p->addr, UINT32_MAX, p->reset);
}

void host_words_wrote(uint32_t addr, uint32_t value)
{
    if (word[addr / 4].here) word[addr / 4].value = value & word[addr / 4].mask;
}

void host_words_read(uint32_t addr, uint32_t value)
{
    char text[80];
    if (addr % 4 || !word[addr / 4].here || word[addr / 4].value == value) return;
    snprintf(text, sizeof text, "word 0x%03x reads %x, expected %x", addr, value, word[addr / 4].value);
    host_wrong(text);
}

uint32_t host_word(uint32_t addr) { return word[addr / 4].value; }
