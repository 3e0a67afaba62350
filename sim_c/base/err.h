/* err.h - one user mistake as a value: it travels up and is printed in one place.
 *
 * The text is complete: "file:line: found; allowed or remedy". Broken invariants of the program are assert()s, never an
 * err_t. */
#ifndef CTADEL_BASE_ERR_H
#define CTADEL_BASE_ERR_H

#include <stdbool.h>

typedef struct {
    char text[1024]; /* one sentence without control characters; "": no error */
} err_t;

/* Sets the text unless one is set already: the first error is reported. file NULL: no place; line 0: the whole file.
 * Always false, for `return err_set(…)`. Longer texts are cut to 511 bytes. */
bool err_set(err_t *err, const char *file, unsigned line, const char *fmt, ...) __attribute__((format(printf, 4, 5)));

#endif
