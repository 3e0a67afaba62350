/* cmd_synth.h - the options of `ctadel synth` and its help text. */
#ifndef CTADEL_TB_APP_CMD_SYNTH_H
#define CTADEL_TB_APP_CMD_SYNTH_H

#include "cost/synth.h"

/* cmd_synth_options.c. False: err. The words of *q are freed by the caller in any case. */
bool cmd_synth_parse(synth_request_t *q, int argc, char **argv, err_t *err);
void cmd_synth_help(FILE *f);

#endif
