/* trace_shown.c - copies the beginning of a field, with printable characters only. */
#include "trace/trace_shown.h"

#include <string.h>

trace_shown_t trace_shown(const char *at, const char *end)
{
    trace_shown_t s;
    const size_t chars = (size_t)(end - at), most = sizeof s.text - 4;
    size_t n = 0;
    for (; n < chars && n < most; n++) s.text[n] = at[n] >= ' ' && at[n] <= '~' ? at[n] : '?';
    strcpy(s.text + n, chars > most ? "..." : "");
    return s;
}
