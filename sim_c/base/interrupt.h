/* interrupt.h - removes temporary files when a signal ends the program.
 *
 * The program calls interrupt_install once. SIGINT, SIGTERM and SIGHUP then
 * remove the files that are listed here and end the process by that signal (a shell shows 130, 143, 129). SIGPIPE
 * and SIGXFSZ do not end it: the write fails, and its caller reports the error. SIGBUS, which a full disk raises in
 * a file that is mapped, prints a line and exits with 2. A signal that the parent ignores stays ignored. */
#ifndef CTADEL_BASE_INTERRUPT_H
#define CTADEL_BASE_INTERRUPT_H

#include <stdbool.h>

void interrupt_install(void);
/* The same for a library in another program: of SIGINT, SIGTERM and SIGHUP those that the program has left alone. */
void interrupt_install_library(void);

enum { INTERRUPT_FILES = 8 /* at once */, INTERRUPT_PATH_BYTES = 4400 };
/* From now until interrupt_forget a signal removes `path`. A path that is too long, or one too many, is not listed. */
void interrupt_keep(const char *path);
void interrupt_forget(const char *path); /* one that is not listed is fine */

bool interrupt_broken_pipe(void); /* a SIGPIPE came */

/* Between hold and release a signal that would end the process is only noted. */
void interrupt_hold(void);
int interrupt_pending(void);              /* the signal noted, 0: none */
void interrupt_release(void);             /* ends the process if one is noted */
void interrupt_child(void);               /* after fork, in the child: releases, and lists no file of its parent */
_Noreturn void interrupt_end(int number); /* as if the signal came now */

#endif
