/* trace_words.h - what the commands on traces share. */
#ifndef CTADEL_TB_APP_TRACE_WORDS_H
#define CTADEL_TB_APP_TRACE_WORDS_H

#include "trace/trace.h"

#define TRACE_FORMAT_HELP "traceg: text; tracez: Accel-Sim's compressed and indexed form"

/* The form of that word, traceg or tracez. False: err. */
bool trace_format(const char *word, trace_form_t *form, err_t *err);

#endif
