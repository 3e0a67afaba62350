/* ptx_missing.c - ends the program at an operation that a decoder lets through and no executor has. */
#include "ptx/ptx_uop.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#define NAME(name) #name,
static const char *const GROUPS[] = {PTX_GROUPS(NAME)}, *const BASES[] = {PTX_BASES(NAME)},
                         *const CMPS[] = {PTX_CMPS(NAME)}, *const TYPES[] = {PTX_TYPES(NAME)};

/* Each group has its executor; groups of comparisons have those of setp and set as operations. */
void ptx_missing(uint8_t group, uint32_t op)
{
    const uint32_t base = op / 16;
    const bool compares = group == G_CMP && base < sizeof CMPS / sizeof *CMPS;
    fprintf(stderr, "ctadel: %s executes no %s of %s, which a decoder allows\n", GROUPS[group],
            compares ? CMPS[base] : BASES[base], TYPES[op % 16]);
    abort();
}
