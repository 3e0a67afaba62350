/* slurm_script.c - the checks and the command of a task. */
#include "experiment/slurm_script.h"

#include "experiment/sweep.h"

#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* Appends text to a script as one word of sh. */
static bool quote(char script[SLURM_SCRIPT_BYTES], size_t *used, const char *text)
{
    char *at = script + *used, *end = script + SLURM_SCRIPT_BYTES - 8;
    if (at >= end) return false;
    *at++ = ' ';
    *at++ = '\'';
    for (; *text && at < end; text++) {
        if (*text == '\'') at = stpcpy(at, "'\\''");
        else *at++ = *text;
    }
    *at++ = '\'';
    *at = '\0';
    *used = (size_t)(at - script);
    return !*text;
}

/* After the words of `set --`: $1 folder of the submission, $2 its mark's file, $3 the program. */
#define CHECKS                                                                                                         \
    "\nnode=${SLURMD_NODENAME:-$(hostname)}\n"                                                                         \
    "echo \"node $node\"\n"                                                                                            \
    "stop() { echo \"ctadel: node $node: $1\" >&2; exit 2; }\n"                                                        \
    "cd \"$1\" 2>/dev/null || stop \"has no folder $1, which host $host has; give a folder that all nodes share\"\n"   \
    "grep -q \"$mark\" \"$2\" 2>/dev/null ||\n"                                                                        \
    "    stop \"does not see the files of host $host in ${2%/slurm/job}; give --out a folder that all nodes share\"\n" \
    "[ -x \"$3\" ] || stop \"has no program $3; install it there under this path\"\n"                                  \
    "exec"

/* A node that does not see the folder, or not the program, says so before the first run. */
bool slurm_script(const slurm_script_t *s, char script[SLURM_SCRIPT_BYTES], err_t *err)
{
    char here[PATH_MAX], self[PATH_MAX] = "", host[SWEEP_HOST_BYTES] = "", program[20];
    const ssize_t chars = readlink("/proc/self/exe", self, sizeof self - 1);
    if (chars <= 0 || !getcwd(here, sizeof here)) return err_set(err, NULL, 0, "the program's own path is not known");
    gethostname(host, sizeof host - 1);
    snprintf(program, sizeof program, "%016" PRIx64, s->program);
    size_t used = (size_t)snprintf(script, SLURM_SCRIPT_BYTES, "#!/bin/sh\nmark=%s host=%s\nset --", s->mark, host);
    bool ok = quote(script, &used, here) && quote(script, &used, s->note) && quote(script, &used, self) &&
              used + sizeof CHECKS + 8 < SLURM_SCRIPT_BYTES;
    if (ok) used += (size_t)snprintf(script + used, SLURM_SCRIPT_BYTES - used, "%s", CHECKS);
    ok = ok && quote(script, &used, self) && quote(script, &used, "sweep");
    for (const char *const *a = s->arguments; ok && *a; a++) ok = quote(script, &used, *a);
    ok = ok && quote(script, &used, "--program") && quote(script, &used, program) && quote(script, &used, "--job") &&
         quote(script, &used, s->folder) && used + 80 < SLURM_SCRIPT_BYTES;
    if (ok)
        snprintf(script + used, SLURM_SCRIPT_BYTES - used, " --jobs 1 --shard \"$SLURM_ARRAY_TASK_ID/%u\"\n", s->tasks);
    return ok || err_set(err, NULL, 0, "the arguments are too long for a job's script; allowed: %d bytes",
                         SLURM_SCRIPT_BYTES);
}
