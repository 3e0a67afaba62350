/* host.h - parts of cosim-host: the random host of host.c, and what is checked at each of its steps beside lockstep. */
#ifndef CTADEL_TESTS_COSIM_HOST_H
#define CTADEL_TESTS_COSIM_HOST_H

#include "engine/engine.h"

enum { HOST_CTAS_MAX = 200 * 6 }; /* of a launch */

/* The first finding; later ones keep it. */
void host_wrong(const char *text);

uint32_t host_rnd(uint32_t n); /* 0 to n-1 */

/* host_sleep.c: two dispatchers of the RTL as one engine. One is clocked always, the other one only if it was awake
 * after its last clock or an input event arrives. All outputs are compared in every clock. */
void *host_sleep_create(const engine_cfg_t *cfg, err_t *err); /* NULL: err */
extern const sched_ops_t host_sleep_ops;
uint64_t host_slept(void); /* clocks that the second one has been spared */

/* host_words.c: a model of the words that a host writes and reads back. */
void host_words_reset(disp_size_t built);
void host_words_wrote(uint32_t addr, uint32_t value); /* the dispatcher accepted that write */
void host_words_read(uint32_t addr, uint32_t value);  /* and answered that read */
uint32_t host_word(uint32_t addr);                    /* what the word holds */

/* host_ctas.c: which CTAs of each launch have been issued, which slots hold one, and what they use. */
void host_ctas_init(uint32_t sms);                   /* an init was accepted: SMs are empty, capacities are loaded */
void host_ctas_launch(uint32_t kid);                 /* a launch was accepted */
void host_ctas_issue(const disp_out_t *out);         /* the SM takes the CTA at the port */
void host_ctas_complete(uint32_t sm, uint32_t slot); /* its report was accepted */
slot_mask_t host_ctas_on(uint32_t sm);               /* slots that hold a CTA */
void host_ctas_end(uint32_t kid); /* its launch ended and was not aborted: every CTA has been issued */

/* host_report.c: of every 8 clocks or so one report, else NULL.
 *
 * Honest monitors report activity of SMs that hold CTAs only. Under DYNCORE with CLASO all must be: CLASO keeps CTAs
 * for the SMs that DYNCORE drains, and DYNCORE brings these back when a window has no activity. Monitors that report
 * some on an idle machine, as no SM does, would keep them drained for ever, until the host aborts the kernel. */
const disp_mon_t *host_report(uint32_t sms, uint32_t slots, bool honest);

/* host_gangs.c: CTAs of a cluster leave one after the other, to different SMs of one GPC. */
uint32_t host_gangs_size(void);               /* of register CLUSTER, at random; more often than not one CTA */
uint32_t host_gangs_gpcs(uint32_t gpcs);      /* of a register GPC, at random, below gpcs */
void host_gangs_launch(uint32_t kid);         /* a launch was accepted */
void host_gangs_abort(uint32_t kid);          /* so was its abort: its last cluster may lack CTAs */
void host_gangs_issue(const disp_out_t *out); /* the SM takes the CTA at the port */
uint32_t host_gangs_ctas(uint32_t kid);       /* of a cluster of its launch */
uint32_t host_gangs(void);                    /* clusters of several CTAs so far */

#endif
