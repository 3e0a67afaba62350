/* interrupt.h - removes temporary files when a signal ends the program.
 *
 * The program calls interrupt_install once. SIGINT, SIGTERM and SIGHUP then print a line, remove the listed files and
 * end the process by that signal (a shell shows 130, 143, 129). A run with output files holds the signal instead, and
 * closes them as they stand. SIGPIPE and SIGXFSZ do not end it: the write fails, and
 * its caller reports the error. SIGBUS, which a full disk raises in a mapped file, prints a line and exits with 2. A
 * signal that the parent ignores stays ignored. */
#ifndef CTADEL_BASE_INTERRUPT_H
#define CTADEL_BASE_INTERRUPT_H

#include <stdbool.h>
#include <sys/types.h>

void interrupt_install(void);
/* For a library inside another program: prints nothing, and handles SIGINT, SIGTERM and SIGHUP only where the program
 * has no handler. */
void interrupt_install_library(void);

enum { INTERRUPT_FILES = 8 /* listed at the same time */, INTERRUPT_PATH_BYTES = 4400 };
/* Lists a file: until interrupt_forget, a signal removes it. Does nothing if the path or the list is too long. */
void interrupt_keep(const char *path);
void interrupt_forget(const char *path); /* does nothing for a path that is not listed */

/* A child that writes one of the listed files: a signal first ends it by SIGTERM. 0: no longer. */
void interrupt_helper(pid_t pid);
/* A child that decides itself what SIGINT, SIGTERM, SIGHUP and SIGQUIT do: from now on it gets them, and this process
 * goes on. */
void interrupt_program(pid_t pid);

bool interrupt_broken_pipe(void); /* true: a SIGPIPE was received */

/* Between hold and release, a signal that would end the process is deferred. */
void interrupt_hold(void);
bool interrupt_held(void);
int interrupt_pending(void);              /* the deferred signal; 0: none */
void interrupt_release(void);             /* ends the process if a signal was deferred */
void interrupt_child(void);               /* after fork, in the child: clears the lists, prints nothing, releases */
_Noreturn void interrupt_end(int number); /* as if the signal arrived now */

#endif
