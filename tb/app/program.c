/* program.c - starts a CUDA program with CTAdel's runtime library, which simulates the program's launches, and reports
 * how the program ended. */
#include "app/app.h"
#include "run/program_words.h"
#include "ui/in_path.h"

#include "base/interrupt.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#define SONAME "libcudart.so.13"
enum { SIGNALLED = 128 /* plus the signal's number, as a shell reports it */ };

/* Finds the folder of the runtime library: cuda/ beside a built ctadel, ../lib/ctadel beside an installed one. */
static bool find_library(char folder[RUN_PATH_BYTES], err_t *err)
{
    static const char *const places[] = {"cuda", "../lib/ctadel"};
    char self[RUN_PATH_BYTES - 64], probe[RUN_PATH_BYTES + 32];
    const ssize_t chars = readlink("/proc/self/exe", self, sizeof self - 1);
    self[chars > 0 ? chars : 0] = '\0';
    char *slash = strrchr(self, '/');
    if (slash) *slash = '\0';
    for (size_t i = 0; slash && i < sizeof places / sizeof places[0]; i++) {
        snprintf(folder, RUN_PATH_BYTES, "%s/%s", self, places[i]);
        snprintf(probe, sizeof probe, "%s/" SONAME, folder);
        if (access(probe, R_OK) == 0) return true;
    }
    return err_set(err, NULL, 0, "%s/cuda/" SONAME " is missing; `make cudart` builds it", self);
}

/* Makes the file in which the library marks how far each process came. A file, as the program may close the descriptors
 * that it inherits. */
static bool make_marks(char path[RUN_PATH_BYTES], err_t *err)
{
    const char *dir = getenv("TMPDIR");
    snprintf(path, RUN_PATH_BYTES, "%.900s/ctadel-cuda-XXXXXX", dir && dir[0] ? dir : "/tmp");
    const int fd = mkstemp(path);
    if (fd < 0) {
        err_set(err, path, 0, "cannot be made: %s; make room there, or set TMPDIR to another folder", strerror(errno));
        path[0] = '\0';
        return false;
    }
    close(fd);
    interrupt_keep(path);
    return true;
}

/* The program may change its folder before the library looks for its data. */
static void make_data_absolute(void)
{
    const char *data = getenv("CTADEL_DATA");
    char *path = data && *data ? realpath(data, NULL) : NULL;
    if (path) setenv("CTADEL_DATA", path, 1);
    free(path);
}

static bool set_environment(const program_words_t *w, int argc, char **argv, const char *marks, err_t *err)
{
    char folder[RUN_PATH_BYTES];
    if (!find_library(folder, err)) return false;
    const char *old = getenv("LD_LIBRARY_PATH");
    const bool more = old && *old;
    char *path = malloc(strlen(folder) + strlen(more ? old : "") + 2);
    char *words = program_words_text(w, argc, argv);
    const bool ok = path && words;
    if (ok) {
        make_data_absolute();
        sprintf(path, "%s%s%s", folder, more ? ":" : "", more ? old : "");
        setenv("LD_LIBRARY_PATH", path, 1);
        setenv(PROGRAM_WORDS_ENV, words, 1);
        setenv("CTADEL_CUDA_MARKS", marks, 1);
    }
    free(path);
    free(words);
    return ok || err_set(err, NULL, 0, "out of memory");
}

typedef struct { /* number of processes whose library wrote each mark */
    uint32_t loaded, ended, failed, nothing;
} marks_t;

static marks_t read_marks(const char *path)
{
    marks_t m = {0};
    char line[64];
    FILE *f = fopen(path, "r");
    while (f && fgets(line, sizeof line, f)) {
        m.loaded += !strncmp(line, "loaded ", 7);
        m.ended += !strncmp(line, "ended ", 6);
        m.failed += !strncmp(line, "failed ", 7);
        m.nothing += !strncmp(line, "nothing ", 8);
    }
    if (f) fclose(f);
    return m;
}

/* Prints by which signal the program ended. Returns the exit code. */
static int judge_signal(const char *program, int number, err_t *err)
{
    err_set(err, NULL, 0, "'%s' was ended by signal %d (%s), so there is no table", program, number, strsignal(number));
    ui_fail(err);
    return SIGNALLED + number;
}

/* Prints what went wrong. Returns the exit code: the program's own, `code`, unless that is 0. */
static int judge(const char *program, int code, const marks_t *m, err_t *err)
{
    int ours = UI_OK;
    if (!m->loaded) {
        err_set(err, NULL, 0,
                "'%s' did not load " SONAME
                ", so nothing was simulated; remedy: compile it with nvcc 13 and the shared "
                "runtime, NVCC_PREPEND_FLAGS='-cudart shared' nvcc ...",
                program);
        ours = UI_BAD_INPUT;
    } else if (m->ended + m->failed + m->nothing < m->loaded) {
        err_set(err, NULL, 0,
                "'%s' ended without its exit handlers (exit code %d), so there is no table; let it "
                "return from main or call exit()",
                program, code);
        ours = UI_FAILED;
    } else if (m->failed) {
        ours = UI_FAILED; /* the library has printed why */
    } else if (!m->ended) {
        err_set(err, NULL, 0, "'%s' launched no kernel, so nothing was simulated; give it arguments that launch one",
                program);
        ours = UI_BAD_INPUT;
    }
    if (err->text[0]) ui_fail(err);
    return code ? code : ours;
}

/* Refuses the name of a source file, .cu, in place of the compiled program. */
static bool check_compiled(const char *name, err_t *err)
{
    const size_t chars = strlen(name);
    if (chars < 3 || strcmp(name + chars - 3, ".cu") != 0) return true;
    return err_set(
        err, NULL, 0, "'%s' is source text; remedy: NVCC_PREPEND_FLAGS='-cudart shared' nvcc %s -o %.*s%s", name, name,
        (int)(chars - 3), name,
        ui_in_path("nvcc") ? "" : ", for which nvcc 13 of NVIDIA's CUDA toolkit must be in PATH, where there is none");
}

static int run_program(char **argv, bool launchable, const char *marks, err_t *err)
{
    int status = 0;
    fflush(stdout);
    const pid_t pid = fork();
    if (pid == 0) {
        prctl(PR_SET_PDEATHSIG, SIGTERM); /* whatever ends ctadel ends the program too */
        execvp(argv[0], argv);
        const char *why = strerror(errno);
        const bool here = !strchr(argv[0], '/') && access(argv[0], X_OK) == 0;
        fprintf(stderr, "ctadel: '%s' cannot be started: %s; give %s%s\n", argv[0], why,
                here ? "./" : "a compiled program", here ? argv[0] : "");
        _exit(127);
    }
    if (pid < 0) {
        err_set(err, NULL, 0, "cannot start a process: %s; end other programs and try again", strerror(errno));
        return ui_fail(err);
    }
    interrupt_program(pid);
    while (waitpid(pid, &status, 0) < 0 && errno == EINTR) continue;
    if (WIFSIGNALED(status)) return judge_signal(argv[0], WTERMSIG(status), err);
    const int code = WEXITSTATUS(status);
    const marks_t m = read_marks(marks);
    if (code == 127 && !m.loaded) return UI_BAD_INPUT; /* the child has printed why execvp failed */
    const int verdict = judge(argv[0], code, &m, err);
    return launchable && m.failed ? UI_FAILED : verdict; /* the verdict on the grids counts, not the program's own */
}

int program_run(int argc, char **argv, void (*help)(void))
{
    err_t err = {{0}};
    char marks[RUN_PATH_BYTES] = "";
    int code = UI_BAD_INPUT;
    program_words_t *w = calloc(1, sizeof *w);
    bool ok = w ? program_words_take(w, argc, argv, &err) : err_set(&err, NULL, 0, "out of memory");
    if (ok && w->help) {
        help();
        code = UI_OK;
    } else {
        ok = ok && (w->rest < argc || err_set(&err, NULL, 0, "the PROGRAM is missing; see ctadel %s --help", argv[0]));
        ok = ok && check_compiled(argv[w->rest], &err) && cosim_probe_options(&w->opts, &err);
        ok = ok && make_marks(marks, &err) && set_environment(w, argc, argv, marks, &err);
        code = ok ? run_program(argv + w->rest, w->launchable, marks, &err) : ui_fail(&err);
    }
    if (marks[0]) unlink(marks);
    free(w);
    if (code == SIGNALLED + SIGINT || code == SIGNALLED + SIGTERM || code == SIGNALLED + SIGHUP)
        interrupt_end(code - SIGNALLED); /* by the same signal, so that a loop of the shell ends too */
    return code;
}
