/* listing.c - control bits as text. */
#include "control/listing.h"

#include <stdio.h>

static char counter(uint8_t number) { return number < CONTROL_COUNTERS ? (char)('0' + number) : '-'; }

void control_text(const inst_control_t *c, char text[CONTROL_TEXT_BYTES])
{
    char wait[CONTROL_COUNTERS + 1] = "------";
    for (uint8_t i = 0; i < CONTROL_COUNTERS; i++)
        if (c->wait >> i & 1) wait[i] = counter(i);
    snprintf(text, CONTROL_TEXT_BYTES, "[B%s:R%c:W%c:%c:S%02u]", wait, counter(c->read_counter),
             counter(c->write_counter), c->yield ? 'Y' : '-', c->stall_cycles & 15U);
}
