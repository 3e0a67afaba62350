/* command.c - a child process with pipes. */
#include "run/command.h"

#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static _Noreturn void child(const char *const *argv, const int in[2], const int out[2])
{
    dup2(in[0], STDIN_FILENO);
    dup2(out[1], STDOUT_FILENO);
    dup2(out[1], STDERR_FILENO);
    close(in[0]);
    close(in[1]);
    close(out[0]);
    close(out[1]);
    setpgid(0, 0); /* a Ctrl-C is for the caller alone */
    execvp(argv[0], (char *const *)(void *)argv);
    _exit(127);
}

static void collect(int from, char *said, size_t bytes)
{
    size_t used = 0;
    char block[512];
    ssize_t got;
    while ((got = read(from, block, sizeof block)) > 0)
        for (ssize_t i = 0; i < got && used + 1 < bytes; i++) said[used++] = block[i];
    while (used && said[used - 1] == '\n') used--;
    said[used] = '\0';
}

/* A script fits into the pipe: the program need not read it before this process goes on. One that ends without reading
 * says why by its exit code. */
static void feed(int to, const char *input)
{
    const struct sigaction ignore = {.sa_handler = SIG_IGN};
    struct sigaction before;
    sigaction(SIGPIPE, &ignore, &before);
    const ssize_t written = write(to, input, strlen(input));
    sigaction(SIGPIPE, &before, NULL);
    (void)written;
}

int command_run(const char *const *argv, const char *input, char *said, size_t bytes)
{
    int in[2], out[2], status;
    said[0] = '\0';
    if (pipe(in) != 0) return -1;
    if (pipe(out) != 0) {
        close(in[0]);
        close(in[1]);
        return -1;
    }
    const pid_t pid = fork();
    if (pid == 0) child(argv, in, out);
    close(in[0]);
    close(out[1]);
    if (pid > 0 && input) feed(in[1], input);
    close(in[1]);
    if (pid > 0) collect(out[0], said, bytes);
    close(out[0]);
    const bool ended = pid > 0 && waitpid(pid, &status, 0) == pid;
    return ended && WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}
