/* host_report.c - what the monitors of SMs may have counted, at random. */
#include "host.h"

const disp_mon_t *host_report(uint32_t sms, uint32_t slots, bool honest)
{
    static disp_mon_t mon;
    if (host_rnd(8)) return NULL;
    mon.cycles = (uint8_t)host_rnd(MON_CYCLES + 1);
    for (uint32_t s = 0; s < sms; s++) {
#define PER_SM(name, bits) mon.name[s] = (uint8_t)host_rnd(mon.cycles + 1u);
#define PER_SLOT(name, bits)                                                                                           \
    for (uint32_t c = 0; c < slots; c++) mon.name[s][c] = (uint8_t)host_rnd(mon.cycles + 1u);
        MONITORS_PER_SM(PER_SM)
        MONITORS_PER_SLOT(PER_SLOT)
#undef PER_SM
#undef PER_SLOT
        mon.sp_part[s] = (uint8_t)host_rnd(mon.sp_busy[s] + 1u); /* parts of a whole, as monitors.txt says */
        mon.ldst_part[s] = (uint8_t)host_rnd(mon.ldst_busy[s] + 1u);
        if (honest && !host_ctas_on(s)) mon.active[s] = 0;
    }
    return &mon;
}
