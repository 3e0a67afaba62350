/* cmd_list.c - `ctadel list`: prints the machines, workloads, experiments and policies that ctadel finds. */
#include "app/app.h"
#include "run/cosim_task.h"

#include "base/suggest.h"
#include "config/config.h"
#include "config/yamldoc.h"

#include <stdlib.h>
#include <string.h>

static const ui_opt_t opts[] = {{"help", 'h', NULL, "this text"}};

static void print_help(FILE *f)
{
    fputs("usage: ctadel list [machines|workloads|experiments|policies ...]\n"
          "       ctadel list sizes MACHINE [WORKLOAD...]\n"
          "Lists the words that other commands take as MACHINE, WORKLOAD, EXPERIMENT or policy; without an\nargument, "
          "all of them. sizes: CTAs, T_max and waves of each workload at each of its sizes, on a machine\n"
          "(without a WORKLOAD: of all, which takes a while).\n\n",
          f);
    ui_args_help(f, opts, 1);
    fputs("\nExamples:\n"
          "  ctadel list\n"
          "  ctadel list workloads\n"
          "  ctadel list sizes lcs28 mmul bfs\n"
          "Exit code: 0 ok, 2 bad input.\n",
          f);
}

/* Width of the longest name. */
static int width_of(const ui_words_t *names)
{
    size_t width = 0;
    for (uint32_t i = 0; i < names->count; i++)
        if (strlen(names->word[i]) > width) width = strlen(names->word[i]);
    return (int)width;
}

static bool list_machines(err_t *err)
{
    ui_words_t names = {0};
    bool ok = true;
    run_data_names(RUN_MACHINE, &names);
    const int width = width_of(&names);
    puts("machines");
    for (uint32_t i = 0; ok && i < names.count; i++) {
        char path[RUN_PATH_BYTES];
        machine_t m;
        run_data_file(RUN_MACHINE, names.word[i], path);
        ok = machine_load(path, &m, err);
        if (ok)
            printf("  %-*s %2u SMs at %u MHz, %u threads and %u CTA%s each, L1 %u KB, L2 %u KB, %u MC%s\n", width,
                   names.word[i], m.sms, m.core_mhz, m.sm.threads, m.sm.cta_slots, m.sm.cta_slots == 1 ? "" : "s",
                   m.sm.l1d.sets * m.sm.l1d.ways * m.sm.l1d.line_bytes / 1024,
                   m.l2.cache.sets * m.l2.cache.ways * m.l2.cache.line_bytes / 1024 * m.l2.slices * m.mcs, m.mcs,
                   m.mcs == 1 ? "" : "s");
    }
    ui_words_free(&names);
    return ok;
}

/* Prints a line for a workload or an experiment: its name, its title, and the words of `sizes`. */
static bool list_file(const char *name, int width, const char *path, err_t *err)
{
    yamldoc_t *d = yamldoc_open(path, err);
    if (!d) return false;
    int root = yamldoc_root(d);
    bool map = yamldoc_kind(d, root) == YAMLDOC_MAP;
    int title = map ? yamldoc_find(d, root, "title") : 0;
    int sizes = map ? yamldoc_find(d, root, "sizes") : 0;
    bool has_title = title && yamldoc_kind(d, title) == YAMLDOC_SCALAR;
    printf("  %-*s %s", width, name, has_title ? yamldoc_text(d, title) : "");
    if (sizes && yamldoc_kind(d, sizes) == YAMLDOC_MAP)
        for (uint32_t i = 0; i < yamldoc_size(d, sizes); i++)
            printf("%s%s", i ? ", " : " (", yamldoc_text(d, yamldoc_key(d, sizes, i)));
    puts(sizes ? ")" : "");
    yamldoc_close(d);
    return true;
}

static bool list_files(run_data_t kind, const char *head, err_t *err)
{
    ui_words_t names = {0};
    bool ok = true;
    run_data_names(kind, &names);
    const int width = width_of(&names);
    puts(head);
    for (uint32_t i = 0; ok && i < names.count; i++) {
        char path[RUN_PATH_BYTES];
        run_data_file(kind, names.word[i], path);
        ok = list_file(names.word[i], width, path, err);
    }
    ui_words_free(&names);
    return ok;
}

static bool list_workloads(err_t *err)
{
    return list_files(RUN_WORKLOAD, "workloads", err) &&
           list_files(RUN_LOOPS, "workloads of parallel loops, for a machine with a task unit (sas4)", err) &&
           list_files(RUN_CLUSTERS, "workloads with clusters, for --place gpcs on a machine with sm_network", err);
}

static bool list_experiments(err_t *err) { return list_files(RUN_EXPERIMENT, "experiments", err); }

static bool list_policies(err_t *err)
{
    (void)err;
    puts("policies");
    for (policy_stage_t s = 0; s <= POLICY_STAGES; s++) {
        const char *option = s < POLICY_STAGES ? policy_option(s) : "engine";
        ui_words_t names = {0};
        run_policy_names(option, &names);
        printf("  --%-8s", option);
        for (uint32_t i = 0; i < names.count; i++) printf(" %s", names.word[i]);
        putchar('\n');
        ui_words_free(&names);
    }
    printf("  --%-8s", "task");
    for (uint32_t i = 0; cosim_task_word(i); i++) printf(" %s", cosim_task_word(i));
    putchar('\n');
    return true;
}

static const struct {
    const char *word;
    bool (*list)(err_t *err);
} parts[] = {
    {"machines", list_machines},
    {"workloads", list_workloads},
    {"experiments", list_experiments},
    {"policies", list_policies},
};
enum { PARTS = sizeof parts / sizeof parts[0] };
static const char SIZES[] = "sizes"; /* takes the words behind it */

static bool list_part(const char *word, err_t *err)
{
    const char *words[PARTS + 1] = {[PARTS] = SIZES};
    for (int i = 0; i < PARTS; i++) {
        if (strcmp(parts[i].word, word) == 0) return parts[i].list(err);
        words[i] = parts[i].word;
    }
    char list[160];
    return err_set(err, NULL, 0, "unknown list '%s'; %s", word,
                   suggest_text(list, sizeof list, word, words, PARTS + 1));
}

int cmd_list(int argc, char **argv)
{
    ui_args_t args = {.argc = argc, .at = 1, .argv = argv, .opts = opts, .opt_count = 1};
    const ui_opt_t *opt;
    const char *value;
    err_t err = {{0}};
    ui_words_t words = {0};
    bool ok = true;
    while (ui_args_next(&args, &opt, &value, &err)) {
        if (opt) {
            ui_words_free(&words);
            print_help(stdout);
            return UI_OK;
        }
        ui_words_add(&words, value, strlen(value));
    }
    for (int i = 0; !err.text[0] && !words.count && i < PARTS; i++) parts[i].list(&err);
    for (uint32_t i = 0; ok && !err.text[0] && i < words.count; i++) {
        const bool sizes = strcmp(words.word[i], SIZES) == 0;
        ok = sizes ? list_sizes((const char *const *)words.word + i + 1, words.count - i - 1, &err)
                   : list_part(words.word[i], &err);
        if (sizes) break;
    }
    ui_words_free(&words);
    return err.text[0] ? ui_fail(&err) : UI_OK;
}
