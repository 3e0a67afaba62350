/* cmd_synth_options.c - the options of `ctadel synth` and its help text. */
#include "app/cmd_synth.h"

#include "config/config.h"
#include "run/options.h"
#include "run/pool.h"
#include "ui/args.h"

#include <stddef.h>
#include <string.h>

enum { SMS_MAX = 256, KERNELS_MAX = 16, WARPS_MAX = 64, MHZ_MAX = 10000, NODE_MAX = 1000, ORDERS_MAX = 9 };

#define TEXT2(x) #x
#define TEXT(x)  TEXT2(x)
static const ui_opt_t opts[] = {
    {"liberty", 'l', "F.lib[.gz]", "cell library; default: generic, made from logical effort (synth/generic)"},
    {"sms", 0, "N,...", "SMs, 1 to 256; default 16; a row for each size"},
    {"slots", 0, "N,...", "CTA slots per SM, 1 to " TEXT(SYNTH_SLOTS_MAX) "; default 8"},
    {"kernels", 0, "N", "kernel table entries, 1 to 16; default 4; power needs 4"},
    {"warps", 0, "N", "warps per SM, 2 to 64; default 48"},
    {"schedulers", 0, "N", "warp schedulers per SM: 1, 2 or 4; default 2"},
    {"mhz", 0, "N", "clock, for gate sizing and power; default: that of the library in synth/nodes.txt"},
    {"map", 0, "GOAL", "what the mapping optimises: area, speed or both (default)"},
    {"node", 0, "NM", "process node; default: that of the library in synth/nodes.txt"},
    {"modules", 0, NULL, "also print the area of each module inside"},
    {"blocks", 0, "MODULE,...", "map each of these modules once, whatever its instances; for large designs"},
    {"paths", 0, "N", "print the N slowest paths to different registers, 1 to 64"},
    {"machine", 'm', "MACHINE", "machine of the replayed run, reduced to the design's size; default lcs28"},
    {"workload", 'w', "WORKLOAD", "workload of the replayed run; default mmul"},
    {"size", 0, "SIZE", "size of that workload; default tiny"},
    {"set", 0, "KEY=VALUE", "a key of that run's machine or policies, as of ctadel run; repeatable"},
    {"orders", 0, "N", "map none, gto and bits in N orders, 1 to 9, to show what is chance; default 3"},
    {"no-power", 0, NULL, "area and timing only: no run, no replay"},
    {"out", 'o', "DIR", "folder of all results; default ctadel-synth"},
    {"jobs", 'j', "N", "designs at the same time; default: one per processor"},
    {"help", 'h', NULL, "this text"},
};
enum { OPTS = sizeof opts / sizeof opts[0] };

void cmd_synth_help(FILE *f)
{
    fputs("usage: ctadel synth POLICY|MODULE|all ... [options]\n"
          "Synthesises the Verilog with Yosys and times the netlist with OpenSTA. Then replays a\n"
          "co-simulated kernel on the netlist: its outputs must equal those of the run in every cycle.\n"
          "Power is computed from the toggles of each net in the replay.\n\n"
          "  none          the dispatcher with the baseline policies (rr, tmax, no gate), without priorities\n"
          "                and partitions\n"
          "  lcs, bcs ...  the dispatcher with that policy instead of the baseline; A+B: with both\n"
          "  priority, partition   the same with priorities, with partitions of SMs\n"
          "  everything    the dispatcher with all policies, priorities and partitions\n"
          "  gto, lrr ...  the arbiter of a warp scheduler, from rtl/arb\n"
          "  bits+gto ...  that arbiter with the control bits of a sub-core's warps (area, timing, clock and leakage)\n"
          "  regs63+gto    the same with a scoreboard of 332 registers, up to 63 consumers of each; or\n"
          "                regs1, 3, 7, 15, 31\n"
          "  bits, regs63  that unit without arbiter (with power; on a machine with sm.sub_cores: staged, as a6000)\n"
          "  disp_fit ...  any module of rtl/ alone (area and timing)\n"
          "  all           none, each policy and feature alone, everything, each arbiter\n\n",
          f);
    ui_args_help(f, opts, OPTS);
    fputs("\nA design that is in DIR already and has not changed is not synthesised again. DIR receives\n"
          "synth.csv, synth.json, synth.svg, and a folder for each design with netlist, paths and logs.\n"
          "\nExamples:\n"
          "  ctadel synth none lcs --sms 4 --slots 4\n"
          "  ctadel synth all --liberty NangateOpenCellLibrary_typical.lib --sms 30\n"
          "  ctadel synth none dyncta --sms 14,15,28,30,64 --paths 5\n"
          "Exit code: 0 ok, 1 a tool failed or a netlist differs from the RTL, 2 bad input.\n",
          f);
}

static bool ranged(const char *option, const char *text, uint64_t from, uint64_t to, uint32_t *value, err_t *err)
{
    uint64_t n;
    if (!ui_number(text, to, &n) || n < from)
        return err_set(err, NULL, 0, "--%s: found '%.40s'; allowed: %u to %u", option, text, (unsigned)from,
                       (unsigned)to);
    *value = (uint32_t)n;
    return true;
}

static bool sizes(const char *option, const char *text, uint64_t to, ui_words_t *words, err_t *err)
{
    uint32_t n;
    ui_words_free(words);
    ui_words_split(words, text);
    for (uint32_t i = 0; i < words->count; i++) {
        if (!ranged(option, words->word[i], 1, to, &n, err)) return false;
        for (uint32_t k = 0; k < i; k++)
            if (!strcmp(words->word[i], words->word[k]))
                return err_set(err, NULL, 0, "--%s: found '%s' twice; allowed: sizes that differ", option,
                               words->word[i]);
    }
    return true;
}

/* A key for the measured runs; their size is that of the design. */
static bool add_set(synth_request_t *q, const char *pair, err_t *err)
{
    static const char *const of_design[] = {"sms=", "sm.cta_slots=", "sm.threads=", "sm.schedulers="};
    for (size_t i = 0; i < sizeof of_design / sizeof of_design[0]; i++)
        if (!strncmp(pair, of_design[i], strlen(of_design[i])))
            return err_set(err, NULL, 0,
                           "--set: found %.60s; the design gives this key: use --sms, --slots, --warps, --schedulers",
                           pair);
    ui_words_add(&q->sets, pair, strlen(pair));
    return true;
}

static bool is(const ui_opt_t *opt, const char *name) { return !strcmp(opt->name, name); }

static bool set_option(synth_request_t *q, const ui_opt_t *opt, const char *value, const char **jobs, err_t *err)
{
    static const struct {
        const char *name;
        size_t at;
    } texts[] = {{"liberty", offsetof(synth_request_t, liberty)},
                 {"machine", offsetof(synth_request_t, machine)},
                 {"workload", offsetof(synth_request_t, workload)},
                 {"size", offsetof(synth_request_t, size)},
                 {"out", offsetof(synth_request_t, out)}};
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++)
        if (is(opt, texts[i].name)) {
            memcpy((char *)q + texts[i].at, &value, sizeof value);
            return true;
        }
    if (is(opt, "sms")) return sizes("sms", value, SMS_MAX, &q->sms, err);
    if (is(opt, "slots")) return sizes("slots", value, SYNTH_SLOTS_MAX, &q->slots, err);
    if (is(opt, "kernels")) return ranged("kernels", value, 1, KERNELS_MAX, &q->kernels, err);
    if (is(opt, "warps")) return ranged("warps", value, 2, WARPS_MAX, &q->warps, err);
    if (is(opt, "mhz")) return ranged("mhz", value, 1, MHZ_MAX, &q->lib.mhz, err);
    if (is(opt, "node")) return ranged("node", value, 1, NODE_MAX, &q->lib.node_nm, err);
    if (is(opt, "orders")) return ranged("orders", value, 1, ORDERS_MAX, &q->orders, err);
    if (is(opt, "set")) return add_set(q, value, err);
    if (is(opt, "blocks")) {
        ui_words_free(&q->blocks);
        ui_words_split(&q->blocks, value);
        return true;
    }
    if (is(opt, "paths")) return ranged("paths", value, 1, SYNTH_PATH_MAX, &q->paths, err);
    if (is(opt, "schedulers")) {
        err_t none = {{0}};
        return (ranged("schedulers", value, 1, 4, &q->schedulers, &none) && q->schedulers != 3) ||
               err_set(err, NULL, 0, "--schedulers: found '%.40s'; allowed: 1, 2, 4", value);
    }
    if (is(opt, "map")) {
        q->map = value;
        return !strcmp(value, "area") || !strcmp(value, "both") || !strcmp(value, "speed") ||
               err_set(err, NULL, 0, "--map: found '%.40s'; allowed: area, both, speed", value);
    }
    if (is(opt, "modules")) q->modules = true;
    if (is(opt, "no-power")) q->no_power = true;
    if (is(opt, "jobs")) *jobs = value;
    return true;
}

bool cmd_synth_parse(synth_request_t *q, int argc, char **argv, err_t *err)
{
    ui_args_t args = {.argc = argc, .at = 1, .argv = argv, .opts = opts, .opt_count = OPTS};
    const ui_opt_t *opt;
    const char *value, *jobs = NULL;
    *q = (synth_request_t){.map = "both",
                           .machine = "lcs28",
                           .workload = "mmul",
                           .size = "tiny",
                           .out = "ctadel-synth",
                           .kernels = 4,
                           .warps = 48,
                           .schedulers = 2,
                           .orders = 3};
    ui_words_add(&q->sms, "16", 2);
    ui_words_add(&q->slots, "8", 1);
    while (ui_args_next(&args, &opt, &value, err)) {
        if (!opt) ui_words_add(&q->words, value, strlen(value));
        else if (opt->letter == 'h') return q->help = true;
        else if (!set_option(q, opt, value, &jobs, err)) return false;
    }
    if (err->text[0] || !pool_parallel(jobs, &q->parallel, err)) return false;
    if (!q->words.count) return err_set(err, NULL, 0, "POLICY, MODULE or all is missing; see ctadel synth --help");
    if (q->warps < 2 * q->schedulers)
        return err_set(err, NULL, 0, "--warps: found %u for %u schedulers; allowed: at least 2 per scheduler", q->warps,
                       q->schedulers);
    if (strlen(q->out) >= RUN_PATH_BYTES / 2)
        return err_set(err, NULL, 0, "--out: found a path of %zu characters; allowed: up to %d", strlen(q->out),
                       RUN_PATH_BYTES / 2 - 1);
    char machine[RUN_PATH_BYTES]; /* every run looks it up again; the note on a former name is printed here, once */
    machine_t m;
    const bool ok = run_machine_path(q->machine, machine, err) && machine_load(machine, &m, err);
    if (ok) snprintf(q->machine_name, sizeof q->machine_name, "%s", m.name);
    return ok;
}
