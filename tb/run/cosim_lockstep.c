/* cosim_lockstep.c - result of a lockstep difference: which waves to write, and a GTKWave save file with the differing
 * signal on top of the signals of its unit. */
#include "run/cosim_internal.h"
#include "engine/models.h"
#include "run/options.h"
#include "run/waves_file.h"

#include "base/outfile.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { LINE_BYTES = 8192, SAVE_BYTES = sizeof((run_difference_t *)0)->unit_save };
/* A window of the save files is 33 ns wide. GTKWave opens at a time only if as much follows, so that waves go on behind
 * the difference: it is in view, a few cycles from the right. */
enum { VIEW_PS = 40000, ROOM_CYCLES = 16, CYCLE_PS = 1000 };

const difference_t *cosim_difference(const run_t *r)
{
    static const difference_t none;
    if (r->kind != ENGINE_LOCKSTEP || !r->engine) return &none;
    const difference_t *d = engine_lockstep_difference(r->engine);
    if (!difference_found(d) && r->issue_engine) d = issue_engine_difference(r->issue_engine);
    return difference_found(d) || !r->task_engine ? d : task_engine_difference(r->task_engine);
}

/* The save file of a module of the dispatcher or of an arbiter, for the size of its model (mk/models.mk). */
static void name_save(const run_t *r, const char *module, char save[SAVE_BYTES])
{
    const disp_size_t machine = {r->machine.sms, r->machine.sm.cta_slots, r->machine.pool.live},
                      model = disp_model_size(machine);
    const bool many = model.sms > SCHED_SMS_SMALL,
               mid = model.kernels == SCHED_KERNELS_SMALL && strncmp(module, "arb_", 4) != 0;
    snprintf(save, SAVE_BYTES, "%s%s", module, !many ? "" : mid ? "_mid" : "_large");
}

/* The first policy of the stage in use that has a save file. False: none has one. */
static bool find_policy_save(const run_t *r, policy_stage_t stage, char save[SAVE_BYTES])
{
    char words[128], module[POLICY_MODULE_BYTES], path[RUN_PATH_BYTES], *rest = words;
    snprintf(words, sizeof words, "%s", cosim_policy_words(r->opts, stage));
    for (const char *word; (word = strsep(&rest, ","));) {
        policy_module(stage, word, module);
        name_save(r, module, save);
        if (run_data_save(save, path)) return true;
    }
    return false;
}

void cosim_difference_result(const run_t *r, run_result_t *out)
{
    static const policy_stage_t stage[] = {
        [DIFFERENCE_PLACE] = POLICY_PLACE, [DIFFERENCE_LIMIT] = POLICY_LIMIT, [DIFFERENCE_GATE] = POLICY_GATE};
    run_difference_t *d = &out->difference;
    d->what = *cosim_difference(r);
    switch (d->what.part) {
    case DIFFERENCE_DISP: name_save(r, "disp_top", d->unit_save); break;
    case DIFFERENCE_ISSUE:
        snprintf(d->unit_save, SAVE_BYTES, "%s",
                 r->machine.sm.issue_by == ISSUE_BY_COUNTS ? "issue_regs" : "issue_bits");
        break;
    case DIFFERENCE_ARB: name_save(r, r->warp->name, d->unit_save); break;
    case DIFFERENCE_TASK: snprintf(d->unit_save, SAVE_BYTES, "sas_unit"); break;
    default:
        if (!find_policy_save(r, stage[d->what.part], d->unit_save)) name_save(r, "disp_top", d->unit_save);
    }
    difference_text(&d->what, out->failed, sizeof out->failed);
}

static void put_replaced(FILE *f, const char *line, const char *from, const char *to)
{
    for (const char *at; (at = strstr(line, from)); line = at + strlen(from))
        fprintf(f, "%.*s%s", (int)(at - line), line, to);
    fputs(line, f);
}

/* Writes a line that concerns the whole file, and returns true. The view opens on the difference: the zoom is that of
 * the unit's save file, the marker stands at marker_ps ("*zoom marker ..."). */
static bool put_head(FILE *f, const char *line, uint64_t marker_ps)
{
    float zoom;
    int used = 0;
    if (line[0] == '[') {
        if (strncmp(line, "[*]", 3) != 0 && strncmp(line, "[timestart]", 11) != 0) fputs(line, f);
        return true;
    }
    if (sscanf(line, "*%f %*s%n", &zoom, &used) != 1 || !used) return false;
    fprintf(f, "*%f %" PRIu64 "%s", (double)zoom, marker_ps, line + used);
    return true;
}

/* Copies a line of the unit's save file, which shows scheduler 0 of SM 0, and replaces SM and scheduler by those that
 * differ. Filters ("^1 build/waves/warp.filter") get the path of the folder in which both are. */
static void put_line(FILE *f, const char *line, const char *folder, const difference_t *d)
{
    const char *unit = strstr(line, "sm0_issue0.") ? "issue" : "arb";
    char from[16], scope[40];
    snprintf(from, sizeof from, "sm0_%s0.", unit);
    snprintf(scope, sizeof scope, "sm%u_%s%u.", d->sm, unit, d->scheduler);
    if (line[0] == '^' && strrchr(line, '/'))
        fprintf(f, "%.*s%s%s", (int)(strchr(line, ' ') + 1 - line), line, folder, strrchr(line, '/'));
    else if (strncmp(line, "sm0_turn.", 9) == 0) fprintf(f, "sm%u_turn.%s", d->sm, line + 9);
    else put_replaced(f, line, from, scope);
}

cosim_waves_t cosim_difference_waves(const run_difference_t *d)
{
    const uint64_t stopped = d->what.cycle + 1;
    return (cosim_waves_t){stopped > COSIM_LOCKSTEP_CYCLES ? stopped - COSIM_LOCKSTEP_CYCLES : 0, d->what.sm,
                           ROOM_CYCLES};
}

bool cosim_difference_save(const run_difference_t *d, const char *sentence, err_t *err)
{
    char path[RUN_PATH_BYTES], line[LINE_BYTES];
    const uint64_t end_ps = waves_file_end(COSIM_LOCKSTEP_WAVES), room_ps = ROOM_CYCLES * CYCLE_PS;
    outfile_t *o = outfile_open(COSIM_LOCKSTEP_SAVE, err);
    if (!o) return false;
    FILE *f = outfile_stream(o), *unit = run_data_save(d->unit_save, path) ? fopen(path, "r") : NULL;
    if (unit) *strrchr(path, '/') = '\0';
    fprintf(f, "[*] %s\n[timestart] %" PRIu64 "\n", sentence, end_ps > VIEW_PS ? end_ps - VIEW_PS : 0);
    fprintf(f, "@200\n-differs\n@%s\n%s\n", strchr(d->what.wave, '[') ? "22" : "28", d->what.wave);
    while (unit && fgets(line, sizeof line, unit))
        if (!put_head(f, line, end_ps > room_ps ? end_ps - room_ps : 0)) put_line(f, line, path, &d->what);
    if (unit) fclose(unit);
    return outfile_commit(o, err);
}
