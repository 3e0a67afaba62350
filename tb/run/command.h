/* command.h - runs a program of the system and collects what it prints. */
#ifndef CTADEL_TB_RUN_COMMAND_H
#define CTADEL_TB_RUN_COMMAND_H

#include <stdbool.h>
#include <stddef.h>

/* Runs argv[0], found in PATH, with `input` on standard input (NULL: nothing). `said`: what it prints on standard
 * output and standard error, cut to `bytes`, without the newline at the end. Returns its exit code; -1: it could not be
 * started or died by a signal. */
int command_run(const char *const *argv, const char *input, char *said, size_t bytes);

#endif
