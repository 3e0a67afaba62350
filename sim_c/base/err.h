/* err.h - one user mistake as a value: it travels up and is printed in one place.
 *
 * The text is complete: "file:line: what was found; what is allowed". Our own broken invariants are
 * assert()s, never an err_t. */
#ifndef CTADEL_BASE_ERR_H
#define CTADEL_BASE_ERR_H

#include <stdbool.h>

typedef struct {
    char text[512]; /* a sentence without control characters, "" while nothing is wrong */
} err_t;

/* Sets the sentence unless one is set already (the first mistake is the one to report). `file` may
 * be NULL (no place to name), `line` 0 (the file as a whole). Always false: `return err_set(…)`. */
bool err_set(err_t *err, const char *file, unsigned line, const char *fmt, ...) __attribute__((format(printf, 4, 5)));

#endif
