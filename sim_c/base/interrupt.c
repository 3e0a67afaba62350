/* interrupt.c - signal handling; its static state is the only one of the program that is not passed as an argument,
 * because a signal handler has none. */
#include "base/interrupt.h"

#include <signal.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static struct {
    char path[INTERRUPT_FILES][INTERRUPT_PATH_BYTES]; /* "": free */
    volatile sig_atomic_t used[INTERRUPT_FILES];      /* the entry is valid */
    pid_t owner[INTERRUPT_FILES];                     /* a forked child must not remove its parent's files */
    volatile sig_atomic_t held, pending, broken_pipe, speaks;
    volatile sig_atomic_t helper, program; /* processes; 0: none */
} state;

static void remove_files(void)
{
    for (int i = 0; i < INTERRUPT_FILES; i++)
        if (state.used[i] && state.owner[i] == getpid()) unlink(state.path[i]);
}

/* Ends the process by the signal itself, so that a shell or make sees which one. */
void interrupt_end(int number)
{
    sigset_t set;
    remove_files();
    signal(number, SIG_DFL);
    sigemptyset(&set);
    sigaddset(&set, number);
    sigprocmask(SIG_UNBLOCK, &set, NULL);
    raise(number);
    _exit(128 + number); /* process 1 of a container survives the signal */
}

/* The line begins anew, as a progress bar may stand there. */
static void say(void)
{
    static const char text[] = "\nctadel: interrupted; unfinished output files are removed\n";
    const size_t from = isatty(STDERR_FILENO) ? 0 : 1;
    if (state.speaks && write(STDERR_FILENO, text + from, sizeof text - 1 - from) < 0) return;
}

static void on_end(int number)
{
    if (state.held) {
        state.pending = number;
        return;
    }
    if (state.helper > 0 && kill(state.helper, SIGTERM) == 0) waitpid(state.helper, NULL, 0);
    say();
    interrupt_end(number);
}

/* A terminal's signal has no sender and goes to the program as well. */
static void pass_on(int number, siginfo_t *info, void *context)
{
    (void)context;
    if (info->si_code <= 0) kill(state.program, number);
}

static void on_full_disk(int number)
{
    static const char text[] =
        "ctadel: a mapped file could not be written (SIGBUS): the disk of --waves or /tmp is full\n";
    (void)number;
    remove_files();
    if (write(STDERR_FILENO, text, sizeof text - 1) < 0) _exit(2);
    _exit(2);
}

static void on_failed_write(int number)
{
    if (number == SIGPIPE) state.broken_pipe = 1;
}

static void install(int number, void (*handler)(int))
{
    struct sigaction old, new = {.sa_handler = handler, .sa_flags = SA_RESTART};
    sigemptyset(&new.sa_mask);
    if (sigaction(number, NULL, &old) == 0 && old.sa_handler != SIG_IGN) sigaction(number, &new, NULL);
}

void interrupt_install(void)
{
    state.speaks = 1;
    install(SIGINT, on_end);
    install(SIGTERM, on_end);
    install(SIGHUP, on_end);
    install(SIGBUS, on_full_disk);
    install(SIGPIPE, on_failed_write);
    install(SIGXFSZ, on_failed_write);
}

void interrupt_install_library(void)
{
    static const int ends[] = {SIGINT, SIGTERM, SIGHUP};
    struct sigaction old;
    for (size_t i = 0; i < sizeof ends / sizeof ends[0]; i++)
        if (sigaction(ends[i], NULL, &old) == 0 && !(old.sa_flags & SA_SIGINFO) && old.sa_handler == SIG_DFL)
            install(ends[i], on_end);
}

void interrupt_keep(const char *path)
{
    int i = 0;
    while (i < INTERRUPT_FILES && state.used[i]) i++;
    if (i == INTERRUPT_FILES || strlen(path) >= INTERRUPT_PATH_BYTES) return;
    strcpy(state.path[i], path);
    state.owner[i] = getpid();
    state.used[i] = 1;
}

void interrupt_forget(const char *path)
{
    for (int i = 0; i < INTERRUPT_FILES; i++)
        if (state.used[i] && strcmp(state.path[i], path) == 0) {
            state.used[i] = 0;
            return;
        }
}

void interrupt_helper(pid_t pid) { state.helper = pid; }

void interrupt_program(pid_t pid)
{
    static const int numbers[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT};
    struct sigaction old, new = {.sa_sigaction = pass_on, .sa_flags = SA_RESTART | SA_SIGINFO};
    sigemptyset(&new.sa_mask);
    state.program = pid;
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++)
        if (sigaction(numbers[i], NULL, &old) == 0 && old.sa_handler != SIG_IGN) sigaction(numbers[i], &new, NULL);
}

bool interrupt_broken_pipe(void) { return state.broken_pipe; }

void interrupt_hold(void) { state.held = 1; }

bool interrupt_held(void) { return state.held; }

int interrupt_pending(void) { return state.pending; }

void interrupt_release(void)
{
    state.held = 0;
    if (state.pending) interrupt_end(state.pending);
}

void interrupt_child(void)
{
    for (int i = 0; i < INTERRUPT_FILES; i++) state.used[i] = 0;
    state.speaks = 0;
    state.helper = 0;
    interrupt_release();
}
