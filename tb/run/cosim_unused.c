/* cosim_unused.c - notes on parameters that are set and have no effect: of policies that no run uses, and of machine
 * keys that need another key or policy. */
#include "run/cosim.h"
#include "run/options.h"

#include "config/config.h"
#include "policy/policy.h"

#include <string.h>

/* key: a whole key, or the beginning of keys and a * */
static bool sets_key(const run_opts_t *o, const char *key)
{
    const size_t begin = strcspn(key, "*");
    for (uint32_t i = 0; i < o->set_count; i++)
        if (!strncmp(o->sets[i], key, begin) && (key[begin] || o->sets[i][begin] == '=')) return true;
    return false;
}

static bool no_collectors(const run_opts_t *o, const machine_t *m)
{
    (void)o;
    return !sm_collects(&m->sm);
}

static bool one_l1d_bank(const run_opts_t *o, const machine_t *m)
{
    (void)o;
    return m->sm.l1d_banks == 1;
}

static bool no_carve_out(const run_opts_t *o, const machine_t *m)
{
    (void)o;
    return m->sm.carve_out == CARVE_OUT_NONE;
}

#define NO_PIPES(name, unit)                                                                                           \
    static bool name(const run_opts_t *o, const machine_t *m)                                                          \
    {                                                                                                                  \
        (void)o;                                                                                                       \
        return !m->sm.pipes[unit];                                                                                     \
    }
NO_PIPES(no_dp, UNIT_DP)
NO_PIPES(no_branch_unit, UNIT_BRANCH)
NO_PIPES(no_texture_unit, UNIT_TEXTURE)
NO_PIPES(no_tensor_unit, UNIT_TENSOR)
NO_PIPES(no_uniform_unit, UNIT_UNIFORM)

static bool no_banks(const run_opts_t *o, const machine_t *m)
{
    (void)o;
    return m->dram.kind == DRAM_FIXED;
}

static bool no_gaps(const run_opts_t *o, const machine_t *m)
{
    (void)o;
    return m->sm.store_words == STORE_WORDS_ALL || m->l2.cache.write != WRITE_BACK;
}

static bool no_reply_queue(const run_opts_t *o, const machine_t *m)
{
    (void)o;
    return m->icnt.kind != ICNT_XBAR;
}

static bool no_flits(const run_opts_t *o, const machine_t *m)
{
    (void)o;
    return m->icnt.kind == ICNT_XBAR;
}

static bool places_of_sub_cores(const run_opts_t *o, const machine_t *m)
{
    (void)o;
    return m->sm.sub_cores != SUB_CORES_SHARED;
}

static bool no_stages(const run_opts_t *o, const machine_t *m)
{
    (void)o;
    return m->sm.sub_cores != SUB_CORES_STAGED;
}

static bool no_counts(const run_opts_t *o, const machine_t *m)
{
    (void)o;
    return m->sm.issue_by != ISSUE_BY_COUNTS;
}

static bool no_register_banks(const run_opts_t *o, const machine_t *m)
{
    return no_collectors(o, m) && no_stages(o, m);
}

static bool no_l1i(const run_opts_t *o, const machine_t *m)
{
    (void)o;
    return m->sm.perfect_fetches && m->sm.fetch != FETCH_LINE;
}

static bool no_l1t(const run_opts_t *o, const machine_t *m)
{
    (void)o;
    return m->sm.textures == TEXTURES_L1D;
}

static bool no_sm_network(const run_opts_t *o, const machine_t *m)
{
    (void)o;
    return !machine_has_sm_network(m);
}

static bool no_ptx(const run_opts_t *o, const machine_t *m)
{
    (void)m;
    return o->trace_path || o->sequence_path;
}

static bool no_victims(const run_opts_t *o, const machine_t *m)
{
    policy_use_t use;
    (void)m;
    return cosim_policies(o, &use) && !arb_policies[use.warp]->victim_tags;
}

static const struct {
    const char *key; /* *: all keys that begin so */
    bool (*idle)(const run_opts_t *o, const machine_t *m);
    const char *why;
} rows[] = {
    {"sm.victim_tags", no_victims, "no run uses a warp policy that reads victim tags (ctadel run --warp ccws)"},
    {"sm.control_cycles", no_collectors, "the machine has no operand collectors (sm.collectors)"},
    {"sm.collector_steps", no_collectors, "the machine has no operand collectors (sm.collectors)"},
    {"sm.f64_division", no_dp, "the machine has no DP pipelines (sm.pipes.dp)"},
    {"sm.lat.branch.*", no_branch_unit, "the machine has no unit for branches (sm.pipes.branch)"},
    {"sm.lat.texture.*", no_texture_unit, "the machine has no unit for texture instructions (sm.pipes.texture)"},
    {"sm.lat.tensor.*", no_tensor_unit, "the machine has no unit for matrix products (sm.pipes.tensor)"},
    {"sm.lat.uniform.*", no_uniform_unit, "the machine has no unit for the uniform datapath (sm.pipes.uniform)"},
    {"sm.l1d_bank_bytes", one_l1d_bank, "the L1D has one bank (sm.l1d_banks)"},
    {"sm.unified_bytes", no_carve_out, "L1D and shared memory are apart (sm.carve_out=volta)"},
    {"sm.register_banks", no_register_banks,
     "the machine has neither operand collectors (sm.collectors) nor staged sub-cores"},
    {"sm.results", no_collectors, "the machine has no operand collectors (sm.collectors)"},
    {"sm.zero_register", no_collectors, "the machine has no operand collectors (sm.collectors)"},
    {"sm.issue_width.*", places_of_sub_cores, "a sub-core has one place per unit (sm.sub_cores=shared)"},
    {"sm.consumers", no_counts, "no counting scoreboard decides what issues (sm.issue_by=counting_scoreboard)"},
    {"sm.reuse", no_stages, "the machine's sub-cores have no stages (sm.sub_cores=staged)"},
    {"sm.fp_units", no_stages, "the machine's sub-cores have no stages (sm.sub_cores=staged)"},
    {"sm.memory_queue", no_stages, "the machine's sub-cores have no stages (sm.sub_cores=staged)"},
    {"sm.address_cycles", no_stages, "the machine's sub-cores have no stages (sm.sub_cores=staged)"},
    {"sm.memory_interval_cycles", no_stages, "the machine's sub-cores have no stages (sm.sub_cores=staged)"},
    {"sm.copy_cycles", no_stages, "the machine's sub-cores have no stages (sm.sub_cores=staged)"},
    {"sm.ldc.*", no_stages, "the machine's sub-cores have no stages (sm.sub_cores=staged)"},
    {"sm.l0c.*", no_stages, "the machine's sub-cores have no stages (sm.sub_cores=staged)"},
    {"sm.l0i.*", no_stages, "the machine's sub-cores have no stages (sm.sub_cores=staged)"},
    {"sm.code", no_ptx, "traces and sequences have machine code already (run a workload)"},
    {"sm.l1t.*", no_l1t, "textures look up the L1D (sm.textures=l1t)"},
    {"sm.code_*", no_l1i, "every fetch hits (sm.perfect_fetches=0)"},
    {"sm.l1i*", no_l1i, "every fetch hits (sm.perfect_fetches=0)"},
    {"icnt.vcs", no_flits, "the crossbar moves whole packets (icnt.kind)"},
    {"icnt.input_*", no_flits, "the crossbar moves whole packets (icnt.kind)"},
    {"icnt.speedup", no_flits, "the crossbar moves whole packets (icnt.kind)"},
    {"icnt.node_flits", no_flits, "the crossbar moves whole packets (icnt.kind)"},
    {"icnt.output_flits", no_flits, "the crossbar moves whole packets (icnt.kind)"},
    {"icnt.boundary_flits", no_flits, "the crossbar moves whole packets (icnt.kind)"},
    {"icnt.reply_queue", no_reply_queue, "the machine's interconnect has none (icnt.kind=xbar)"},
    {"sm_network.*", no_sm_network, "the machine has no network between SMs (sm_network.bits)"},
    {"l2.write_bytes", no_gaps, "it needs sm.store_words=exact and l2.cache.write=write_back"},
    {"dram.buses", no_banks, "the machine's DRAM has no banks and timing (dram.kind=frfcfs)"},
    {"dram.t*", no_banks, "the machine's DRAM has no banks and timing (dram.kind=frfcfs)"},
};

/* True: *m is the machine as the options set it. */
static bool machine_of(const run_opts_t *o, machine_t *m)
{
    err_t none = {{0}};
    bool ok = machine_load(o->machine_path, m, &none);
    for (uint32_t i = 0; ok && i < o->set_count; i++) ok = cosim_set_check(m, o->sets[i], &none);
    return ok;
}

static void note_machine_key(const run_opts_t *runs, uint32_t count, uint32_t row, const char *file, FILE *f)
{
    bool set = false, used = false;
    for (uint32_t i = 0; i < count && !used; i++) {
        machine_t m;
        if (!sets_key(&runs[i], rows[row].key)) continue;
        set = true;
        used = !machine_of(&runs[i], &m) || !rows[row].idle(&runs[i], &m);
    }
    if (!set || used) return;
    fprintf(f, "ctadel: note: %s%s%s %s has no effect: %s\n", file ? file : "", file ? ": " : "",
            file ? "set" : "--set", rows[row].key, rows[row].why);
}

static bool sets(const run_opts_t *o, const policy_param_t *p)
{
    for (uint32_t i = 0; i < o->set_count; i++)
        if (policy_param(o->sets[i], strcspn(o->sets[i], "=")) == p) return true;
    return false;
}

static void note_param(const policy_param_t *p, const char *file, FILE *f)
{
    const char *word = policy_param_word(p), *value, *option = cosim_param_option(p, &value);
    if (file)
        fprintf(f, "ctadel: note: %s: set %s.%s has no effect: no run uses the policy %s (%s: %s)\n", file, word,
                p->key, word, option, value);
    else
        fprintf(f, "ctadel: note: --set %s.%s has no effect: no run uses the policy %s (ctadel run --%s %s)\n", word,
                p->key, word, option, value);
}

void cosim_note_unused(const run_opts_t *runs, uint32_t count, const char *file, FILE *f)
{
    for (const policy_param_t *p = policy_params; p->policy; p++) {
        bool set = false, used = false;
        for (uint32_t i = 0; i < count && !used; i++) {
            policy_use_t use;
            if (!sets(&runs[i], p)) continue;
            set = true;
            used = cosim_policies(&runs[i], &use) && policy_param_used(p, &use);
        }
        if (set && !used) note_param(p, file, f);
    }
    for (uint32_t row = 0; row < sizeof rows / sizeof rows[0]; row++) note_machine_key(runs, count, row, file, f);
}
