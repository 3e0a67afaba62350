/* machine_rows_gpcs.h - keys of GPCs and of the network between their SMs, rows of machine_fields.c. For that file
 * only. */
#ifndef CTADEL_CONFIG_MACHINE_ROWS_GPCS_H
#define CTADEL_CONFIG_MACHINE_ROWS_GPCS_H

/* clang-format off */
#define GPC_ROWS \
    {"gpc_sms", AT(gpc_sms), FIELD_LIST, NEED_NEVER, "SMs", 1, SCHED_SMS_MAX, 0, NULL, \
     "SMs of each GPC, in the order of their numbers, as 18+16+16; their sum is sms; without it one GPC has all SMs"}, \
    OPTION(sm_network.bits, "bits", 0, 65536, 0, \
     "network between the SMs of a GPC: bits per core cycle into each SM; 0: no network, SMs do not access each other's shared memory"), \
    OPTION(sm_network.latency_cycles, "core cycles", 1, 1000, 1, \
     "network between SMs: from the last part of a message at its output port until the SM has it"), \
    OPTION(sm_network.queue, "messages", 1, 1024, 8, \
     "network between SMs: requests that wait at an SM's input before its LD/ST unit stalls, and as many answers"), \
    OPTION(sm_network.hold_cycles, "core cycles", 0, 1000, 0, \
     "network between SMs: for which the LD/ST unit stands still after an answer"), \
    OPTION(sm_network.atomic_factor, "times", 1, 64, 1, \
     "network between SMs: the bytes of an atomic's or a reduction's messages count so many times")

#endif
