/* trace_convert.h - writes the kernels of a trace in another form. */
#ifndef CTADEL_TRACE_TRACE_CONVERT_H
#define CTADEL_TRACE_TRACE_CONVERT_H

#include "trace/trace.h"

typedef struct {
    const char *list, *sass; /* kernelslist.g; table of opcodes */
    const char *dir;         /* a folder that exists and is not the list's */
    trace_form_t form;
    bool strict;                                                 /* as in trace_opts_t */
    void (*done)(void *self, uint32_t kernels, uint32_t of_all); /* after each kernel; NULL: no callback */
    void *self;
} trace_convert_t;

/* Reads and checks all lines of each kernel and writes it to <dir>/<name>.traceg, .tracez or .pack, <name> being its
 * file's name without an ending; then <dir>/kernelslist.g, with the other lines of the list, such as memory copies. A
 * .pack becomes no text, since it lacks a part of it (trace_pack.h). False: err; there is no list, and no file that is
 * not whole. */
bool trace_convert(const trace_convert_t *job, err_t *err);

#endif
