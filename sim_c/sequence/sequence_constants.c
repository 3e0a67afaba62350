/* sequence_constants.c - operands in constant memory, and its contents: words that init lines give, in the order of
 * their places; all others are 0. */
#include "sequence/sequence_internal.h"

#include <stdlib.h>
#include <string.h>

enum { BANKS = 18, FIRST_ROOM = 16 };

bool sequence_constant(const sequence_at_t *at, const sequence_kernel_t *k, char *text, sequence_operand_t *out)
{
    char *middle = strstr(text, "]["), *end = text + strlen(text) - 1;
    uint64_t bank, offset = 0;
    *out = (sequence_operand_t){.reg = CONTROL_NO_REG};
    if (strncmp(text, "c[", 2) != 0 || !middle || end < middle + 2 || *end != ']')
        return sequence_bad(at, "operand", text, "c[0x0][0x160], c[0x0][Rn]");
    *middle = *end = '\0';
    if (!sequence_number(text + 2, BANKS - 1, &bank))
        return sequence_bad(at, "bank", text + 2, "0x0 to 0x%x", BANKS - 1);
    if (middle[2] == 'R' && !sequence_source_reg(at, k, middle + 2, 1, out)) return false;
    if (middle[2] != 'R' && !sequence_number(middle + 2, SEQUENCE_BANK_BYTES - 1, &offset))
        return sequence_bad(at, "offset", middle + 2, "0x0 to 0x%x, Rn", SEQUENCE_BANK_BYTES - 1);
    out->constant = true;
    out->at = (uint32_t)(bank * SEQUENCE_BANK_BYTES + offset);
    return true;
}

bool sequence_constant_place(const sequence_at_t *at, const sequence_kernel_t *k, char *text, sequence_operand_t *out)
{
    char shown[64];
    snprintf(shown, sizeof shown, "%.63s", text);
    if (!sequence_constant(at, k, text, out)) return false;
    if (out->reg == CONTROL_NO_REG && !out->zero && out->at % 4 == 0) return true;
    return sequence_bad(at, "constant", shown, "a multiple of 4 as its offset");
}

/* Number of words before `place`. */
static uint32_t before(const sequence_constants_t *c, uint32_t place)
{
    uint32_t from = 0, to = c->words;
    while (from < to) {
        const uint32_t middle = (from + to) / 2;
        if (c->word[middle].at < place) from = middle + 1;
        else to = middle;
    }
    return from;
}

uint32_t sequence_constant_get(const sequence_kernel_t *k, uint32_t place)
{
    const uint32_t i = before(&k->constants, place);
    return i < k->constants.words && k->constants.word[i].at == place ? k->constants.word[i].bits : 0;
}

sequence_put_t sequence_constant_put(sequence_kernel_t *k, uint32_t place, uint32_t bits)
{
    sequence_constants_t *c = &k->constants;
    const uint32_t i = before(c, place);
    if (i < c->words && c->word[i].at == place) return SEQUENCE_PUT_TWICE;
    if (c->words == c->room) {
        const uint32_t room = c->room ? 2 * c->room : FIRST_ROOM;
        sequence_word_t *all = realloc(c->word, room * sizeof *all);
        if (!all) return SEQUENCE_PUT_NO_MEMORY;
        c->word = all;
        c->room = room;
    }
    memmove(&c->word[i + 1], &c->word[i], (c->words - i) * sizeof *c->word);
    c->word[i] = (sequence_word_t){place, bits};
    c->words++;
    return SEQUENCE_PUT;
}
