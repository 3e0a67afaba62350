/* golden_attr.c - registers of clusters: the attributes of a launch, and the GPC of each SM. */
#include "policy/golden.h"

#include <string.h>

/* The value of an attribute of an entry. False: none is at the address. */
bool golden_read_attr(const golden_t *g, uint32_t addr, uint32_t *kid, uint32_t *value)
{
    if (addr < REG_ATTR || addr >= REG_ATTR + g->view.kernels * REG_ATTR_STRIDE) return false;
    *kid = (addr - REG_ATTR) / REG_ATTR_STRIDE;
    const uint32_t *size = g->view.cluster[*kid];
    switch ((addr - REG_ATTR) % REG_ATTR_STRIDE) {
    case REG_A_CLUSTER:
        *value = size[0] << REG_A_CLUSTER_X_LSB | size[1] << REG_A_CLUSTER_Y_LSB | size[2] << REG_A_CLUSTER_Z_LSB;
        return true;
    case REG_A_PREFERRED: *value = REG_A_PREFERRED_RESET; return true;
    case REG_A_MODE: *value = 0; return true;
    default: return false;
    }
}

enum { CLUSTER_MOST = 16 };

/* A cluster has 1 to 16 CTAs; the other attributes keep their values. */
bool golden_write_attr(golden_t *g, uint32_t addr, uint32_t kid, uint32_t old, uint32_t value)
{
    if (g->seen_busy >> kid & 1) return false;
    if ((addr - REG_ATTR) % REG_ATTR_STRIDE != REG_A_CLUSTER) return value == old;
    const uint32_t size[3] = {(value & REG_A_CLUSTER_X) >> REG_A_CLUSTER_X_LSB,
                              (value & REG_A_CLUSTER_Y) >> REG_A_CLUSTER_Y_LSB,
                              (value & REG_A_CLUSTER_Z) >> REG_A_CLUSTER_Z_LSB};
    const uint32_t ctas = size[0] * size[1] * size[2];
    if (!ctas || ctas > CLUSTER_MOST || value & ~(REG_A_CLUSTER_X | REG_A_CLUSTER_Y | REG_A_CLUSTER_Z)) return false;
    memcpy(g->view.cluster[kid], size, sizeof size);
    return true;
}

enum { GPC_BITS = 4, WORD_GPCS = 32 / GPC_BITS };

/* Word of the GPCs of eight SMs. False: none is at the address. */
bool golden_gpc_word(const golden_t *g, uint32_t addr, uint32_t *word)
{
    *word = (addr - REG_GPC) / 4;
    return addr >= REG_GPC && addr % 4 == 0 && *word < (g->view.sms + WORD_GPCS - 1) / WORD_GPCS;
}

bool golden_write_gpcs(golden_t *g, uint32_t word, uint32_t value)
{
    if (g->seen_busy) return false;
    for (uint32_t i = 0, s = word * WORD_GPCS; i < WORD_GPCS && s + i < g->view.sms; i++)
        g->view.gpc[s + i] = value >> GPC_BITS * i & 0xf;
    return true;
}

uint32_t golden_read_gpcs(const golden_t *g, uint32_t word)
{
    uint32_t value = 0;
    for (uint32_t i = 0, s = word * WORD_GPCS; i < WORD_GPCS && s + i < g->view.sms; i++)
        value |= (uint32_t)g->view.gpc[s + i] << GPC_BITS * i;
    return value;
}
