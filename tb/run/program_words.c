/* program_words.c - parses the options of a run that serves a CUDA program, from arguments or the environment. */
#include "run/program_words.h"

#include "ui/args.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef enum { CUDA = 1, LAUNCHABLE = 2, BOTH = CUDA | LAUNCHABLE } commands_t;

static const struct {
    commands_t commands; /* that have the option */
    ui_opt_t opt;
} rows[] = {
    {BOTH, {"machine", 0, "WORD", "a machine of `ctadel list`, or a .yaml file; default " PROGRAM_WORDS_MACHINE}},
    {BOTH, {"place", 0, "WORD", "which SM gets a CTA next, and which CTA; default rr"}},
    {BOTH, {"limit", 0, "WORD", "how many CTAs an SM may hold; default tmax"}},
    {BOTH,
     {"partition", 0, "SMS+SMS...",
      "SMs of the default streams, then of each stream by creation, as in 0-13+14-20,27; other streams: all"}},
    {BOTH,
     {"lend", 0, NULL, "of partitions: an SM serves others while no kernel of its partition has CTAs to dispatch"}},
    {BOTH, {"ctas", 0, "N", "CTAs per SM under --limit static"}},
    {BOTH, {"gate", 0, "WORD,...", "whether a CTA may be dispatched now; all listed gates must agree; default none"}},
    {BOTH, {"warp", 0, "WORD", "which warp issues next; default gto"}},
    {BOTH, {"engine", 0, "WORD", "rtl (default), c, or lockstep: both, compared every cycle"}},
    {CUDA,
     {"check-hazards", 0, NULL, "check that control bits keep reads and writes of registers in order; exit 1 if not"}},
    {BOTH, {"threads", 0, "N", "threads of this host for the simulation, with the same results; default 1"}},
    {BOTH,
     {"set", 0, "KEY=VALUE", "a parameter (help machine, help policies), may be repeated; of a key the last counts"}},
    {CUDA,
     {"repeat-after", 0, "N",
      "a launch already simulated N times takes the mean of their cycles; default: simulate all"}},
    {BOTH, {"table", 0, "FILE", "write the table to FILE; default: standard error"}},
    {LAUNCHABLE, {"csv", 0, "FILE.csv", "write its rows as CSV"}},
    {CUDA, {"waves", 0, "FILE.fst", "write waveforms"}},
    {CUDA, {"stats", 0, "FILE.json", "write every statistic"}},
    {CUDA, {"stats-csv", 0, "FILE.csv", "write every statistic as CSV, with unit and description"}},
    {CUDA, {"timeline", 0, "FILE.json", "write when each CTA and kernel ran, for ui.perfetto.dev or chrome://tracing"}},
    {CUDA, {"why", 0, "FILE.csv", "write why SMs got no CTA, for `ctadel why`"}},
    {CUDA, {"dispatch-log", 0, "FILE.csv", "write SM, start and end of each CTA, for `ctadel compare-dispatch`"}},
    {BOTH, {"help", 'h', NULL, "this text"}},
};
enum { ROWS = sizeof rows / sizeof rows[0] };

/* The options of a command. Returns their number. */
static uint32_t options_of(bool launchable, ui_opt_t opts[ROWS])
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < ROWS; i++)
        if (rows[i].commands & (launchable ? LAUNCHABLE : CUDA)) opts[count++] = rows[i].opt;
    return count;
}

void program_words_help(bool launchable, FILE *f)
{
    ui_opt_t opts[ROWS];
    ui_args_help(f, opts, options_of(launchable, opts));
}

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
    else if (strcmp(name, "csv") == 0) w->opts.csv = value;
    else if (strcmp(name, "repeat-after") == 0) return take_repeats(w, value, err);
    else if (strcmp(name, "machine") == 0) return run_machine_path(value, w->machine, err);
    else return run_option_take(&w->opts, w->sets, name, value, err);
    return true;
}

bool program_words_take(program_words_t *w, int argc, char **argv, err_t *err)
{
    ui_opt_t opts[ROWS];
    const bool launchable = strcmp(argv[0], PROGRAM_WORDS_LAUNCHABLE) == 0;
    ui_args_t args = {.argc = argc, .at = 1, .argv = argv, .opts = opts, .opt_count = options_of(launchable, opts)};
    const ui_opt_t *opt;
    const char *value;
    *w = (program_words_t){.opts = {.seed = 1}, .rest = argc, .launchable = launchable};
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
    int argc = 0;
    char *to = text;
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
    char *text = malloc(strlen(given ? given : PROGRAM_WORDS_CUDA) + 2), **argv = calloc(WORDS_MAX, sizeof *argv);
    if (!text || !argv) return err_set(err, NULL, 0, "out of memory");
    strcpy(text, given && *given ? given : PROGRAM_WORDS_CUDA);
    const int argc = split(text, argv, WORDS_MAX);
    if (strcmp(argv[0], PROGRAM_WORDS_CUDA) != 0 && strcmp(argv[0], PROGRAM_WORDS_LAUNCHABLE) != 0)
        return err_set(err, NULL, 0,
                       PROGRAM_WORDS_ENV ": found '%s'; allowed first: " PROGRAM_WORDS_CUDA
                                         ", " PROGRAM_WORDS_LAUNCHABLE,
                       argv[0]);
    const bool ok = program_words_take(w, argc, argv, err);
    if (ok && (w->rest < argc || w->help))
        return err_set(err, NULL, 0, PROGRAM_WORDS_ENV ": found '%s'; allowed: options of `ctadel %s` alone",
                       w->help ? "--help" : argv[w->rest], argv[0]);
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
    enum { FILES = 9 };
    static const char *const files[FILES] = {"--machine",   "--table",    "--csv", "--waves",       "--stats",
                                             "--stats-csv", "--timeline", "--why", "--dispatch-log"};
    char *text = NULL, folder[RUN_PATH_BYTES];
    size_t bytes;
    FILE *f = getcwd(folder, sizeof folder) ? open_memstream(&text, &bytes) : NULL;
    if (!f) return NULL;
    const char *const path[FILES] = {w->machine,       w->opts.table,      w->opts.csv,
                                     w->opts.waves,    w->opts.stats_json, w->opts.stats_csv,
                                     w->opts.timeline, w->opts.why,        w->opts.dispatch_log};
    add(f, argv[0]);
    for (uint32_t i = 0; i < FILES; i++) add_file(f, files[i], path[i], folder);
    for (int i = 1; i < argc && i < w->rest; i++) {
        const size_t chars = strcspn(argv[i], "=");
        bool file = false;
        for (size_t k = 0; k < FILES; k++) file |= strlen(files[k]) == chars && !strncmp(argv[i], files[k], chars);
        if (file) i += argv[i][chars] != '=';
        else if (strcmp(argv[i], "--") != 0) add(f, argv[i]);
    }
    if (fclose(f) == 0) return text;
    free(text);
    return NULL;
}
