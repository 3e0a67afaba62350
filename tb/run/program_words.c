/* program_words.c - parses the options of a run that serves a CUDA program, from arguments or the environment. */
#include "run/program_words.h"

#include "ui/args.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const ui_opt_t opts[] = {
    {"machine", 0, "WORD", "a machine of `ctadel list`, or a .yaml file; default " PROGRAM_WORDS_MACHINE},
    {"place", 0, "WORD", "which SM gets a CTA next, and which CTA; default rr"},
    {"limit", 0, "WORD", "how many CTAs an SM may hold; default tmax"},
    {"partition", 0, "SMS+SMS...",
     "SMs of the default streams, then of each stream by creation, as in 0-13+14-20,27; other streams: all"},
    {"lend", 0, NULL, "of partitions: an SM serves others while no kernel of its partition has CTAs to dispatch"},
    {"ctas", 0, "N", "CTAs per SM under --limit static"},
    {"gate", 0, "WORD,...", "whether a CTA may be dispatched now; all listed gates must agree; default none"},
    {"warp", 0, "WORD", "which warp issues next; default gto"},
    {"engine", 0, "WORD", "rtl (default), c, or lockstep: both, compared every cycle"},
    {"check-hazards", 0, NULL, "check that control bits keep reads and writes of registers in order; exit 1 if not"},
    {"threads", 0, "N", "threads of this host for the simulation, with the same results; default 1"},
    {"set", 0, "KEY=VALUE", "a parameter (help machine, help policies), may be repeated; of a key the last counts"},
    {"repeat-after", 0, "N",
     "a launch already simulated N times takes the mean of their cycles; default: simulate all"},
    {"table", 0, "FILE", "write the table to FILE; default: standard error"},
    {"waves", 0, "FILE.fst", "write waveforms"},
    {"stats", 0, "FILE.json", "write every statistic"},
    {"stats-csv", 0, "FILE.csv", "write every statistic as CSV, with unit and description"},
    {"timeline", 0, "FILE.json", "write when each CTA and kernel ran, for ui.perfetto.dev or chrome://tracing"},
    {"why", 0, "FILE.csv", "write why SMs got no CTA, for `ctadel why`"},
    {"dispatch-log", 0, "FILE.csv", "write SM, start and end of each CTA, for `ctadel compare-dispatch`"},
    {"help", 'h', NULL, "this text"},
};
enum { OPTS = sizeof opts / sizeof opts[0] };

void program_words_help(FILE *f) { ui_args_help(f, opts, OPTS); }

static bool take_repeats(program_words_t *w, const char *value, err_t *err)
{
    uint64_t n;
    if (!ui_number(value, PROGRAM_REPEATS_MAX, &n) || n == 0)
        return err_set(err, NULL, 0, "--repeat-after: found '%s'; allowed: 1 to %d", value, PROGRAM_REPEATS_MAX);
    w->repeat_after = (uint32_t)n;
    return true;
}

static bool take(program_words_t *w, const char *name, const char *value, err_t *err)
{
    if (strcmp(name, "help") == 0) w->help = true;
    else if (strcmp(name, "table") == 0) w->opts.table = value;
    else if (strcmp(name, "repeat-after") == 0) return take_repeats(w, value, err);
    else if (strcmp(name, "machine") == 0) return run_machine_path(value, w->machine, err);
    else return run_option_take(&w->opts, w->sets, name, value, err);
    return true;
}

bool program_words_take(program_words_t *w, int argc, char **argv, err_t *err)
{
    ui_args_t args = {.argc = argc, .at = 1, .argv = argv, .opts = opts, .opt_count = OPTS};
    const ui_opt_t *opt;
    const char *value;
    *w = (program_words_t){.opts = {.seed = 1}, .rest = argc};
    if (!run_machine_path(PROGRAM_WORDS_MACHINE, w->machine, err)) return false;
    while (ui_args_next(&args, &opt, &value, err)) {
        if (opt && !take(w, opt->name, value, err)) return false;
        if (opt) continue;
        w->rest = args.at - 1;
        break;
    }
    w->opts.machine_path = w->machine;
    return !err->text[0];
}

/* Splits `text` in place. */
static int split(char *text, char **argv, int most)
{
    int argc = 1;
    char *to = text;
    argv[0] = NULL;
    for (const char *at = text; *at && argc < most;) {
        at += strspn(at, " ");
        if (!*at) break;
        argv[argc++] = to;
        for (; *at && *at != ' '; at++) {
            if (*at == '\\' && at[1]) at++;
            *to++ = *at;
        }
        if (*at) at++;
        *to++ = '\0';
    }
    return argc;
}

bool program_words_env(program_words_t *w, err_t *err)
{
    enum { WORDS_MAX = 2 * RUN_SETS_MAX + 64 };
    const char *given = getenv(PROGRAM_WORDS_ENV);
    char *text = malloc(strlen(given ? given : "") + 2), **argv = calloc(WORDS_MAX, sizeof *argv);
    if (!text || !argv) return err_set(err, NULL, 0, "out of memory");
    strcpy(text, given ? given : "");
    const int argc = split(text, argv, WORDS_MAX);
    const bool ok = program_words_take(w, argc, argv, err);
    if (ok && (w->rest < argc || w->help))
        return err_set(err, NULL, 0, PROGRAM_WORDS_ENV ": found '%s'; allowed: options of `ctadel cuda` alone",
                       w->help ? "--help" : argv[w->rest]);
    return ok; /* does not free text and argv: the options point into them */
}

static void add(FILE *f, const char *word)
{
    fputc(' ', f);
    for (; *word; word++) {
        if (*word == ' ' || *word == '\\') fputc('\\', f);
        fputc(*word, f);
    }
}

static void add_file(FILE *f, const char *option, const char *path, const char *folder)
{
    if (!path) return;
    add(f, option);
    if (path[0] == '/') {
        add(f, path);
        return;
    }
    char absolute[2 * RUN_PATH_BYTES];
    snprintf(absolute, sizeof absolute, "%s/%s", folder, path);
    add(f, absolute);
}

char *program_words_text(const program_words_t *w, int argc, char **argv)
{
    static const char *const files[] = {"--machine",   "--table",    "--waves", "--stats",
                                        "--stats-csv", "--timeline", "--why",   "--dispatch-log"};
    char *text = NULL, folder[RUN_PATH_BYTES];
    size_t bytes;
    FILE *f = getcwd(folder, sizeof folder) ? open_memstream(&text, &bytes) : NULL;
    if (!f) return NULL;
    add_file(f, files[0], w->machine, folder);
    add_file(f, files[1], w->opts.table, folder);
    add_file(f, files[2], w->opts.waves, folder);
    add_file(f, files[3], w->opts.stats_json, folder);
    add_file(f, files[4], w->opts.stats_csv, folder);
    add_file(f, files[5], w->opts.timeline, folder);
    add_file(f, files[6], w->opts.why, folder);
    add_file(f, files[7], w->opts.dispatch_log, folder);
    for (int i = 1; i < argc && i < w->rest; i++) {
        const size_t chars = strcspn(argv[i], "=");
        bool file = false;
        for (size_t k = 0; k < sizeof files / sizeof files[0]; k++)
            file |= strlen(files[k]) == chars && !strncmp(argv[i], files[k], chars);
        if (file) i += argv[i][chars] != '=';
        else if (strcmp(argv[i], "--") != 0) add(f, argv[i]);
    }
    if (fclose(f) == 0) return text;
    free(text);
    return NULL;
}
