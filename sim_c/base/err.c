/* err.c - formats the sentence of a user mistake. */
#include "base/err.h"

#include <stdarg.h>
#include <stdio.h>

bool err_set(err_t *err, const char *file, unsigned line, const char *fmt, ...)
{
    if (!err || err->text[0]) return false;
    int used = 0;
    if (file && !*file) file = "''"; /* an empty path would print as nothing */
    if (file && line) used = snprintf(err->text, sizeof err->text, "%s:%u: ", file, line);
    else if (file) used = snprintf(err->text, sizeof err->text, "%s: ", file);
    if (used >= 0 && (size_t)used < sizeof err->text) { /* else a long path fills the text */
        va_list ap;
        va_start(ap, fmt);
        vsnprintf(err->text + used, sizeof err->text - (size_t)used, fmt, ap);
        va_end(ap);
    }
    for (char *c = err->text; *c; c++) /* text quoted from a file may hold any byte */
        if ((unsigned char)*c < ' ' || *c == 0x7f) *c = '?';
    return false;
}
