/* trace_words.h - what the commands on traces share. */
#ifndef CTADEL_TB_APP_TRACE_WORDS_H
#define CTADEL_TB_APP_TRACE_WORDS_H

#include "trace/trace.h"

/* The form of that word, traceg, tracez or compact, up to `last`. False: err. */
bool trace_format(const char *word, trace_form_t last, trace_form_t *form, err_t *err);

#endif
