/* trace_shown.h - what a file has, as messages show it. */
#ifndef CTADEL_TRACE_TRACE_SHOWN_H
#define CTADEL_TRACE_TRACE_SHOWN_H

/* The beginning of [at, end) for a message, with '?' for unprintable characters; ends in "..." if cut. */
typedef struct {
    char text[40];
} trace_shown_t;
trace_shown_t trace_shown(const char *at, const char *end);

#endif
