/* option_take.c - sets a run option from an option of the command line and its value. */
#include "run/options.h"

#include <string.h>

static bool take_set(run_opts_t *o, const char **sets, const char *value, err_t *err)
{
    if (o->set_count == RUN_SETS_MAX)
        return err_set(err, NULL, 0, "found --set more than the %d times allowed", RUN_SETS_MAX);
    sets[o->set_count++] = value;
    o->sets = sets;
    return true;
}

static bool take_threads(run_opts_t *o, const char *value, err_t *err)
{
    uint64_t n;
    if (!ui_number(value, UINT32_MAX, &n) || n == 0)
        return err_set(err, NULL, 0, "--threads: found '%s'; allowed: 1 to the number of SMs", value);
    o->threads = (uint32_t)n;
    return true;
}

bool run_option_take(run_opts_t *o, const char **sets, const char *name, const char *value, err_t *err)
{
    const struct {
        const char *name, **file;
    } files[] = {{"waves", &o->waves},
                 {"stats", &o->stats_json},
                 {"stats-csv", &o->stats_csv},
                 {"timeline", &o->timeline},
                 {"why", &o->why},
                 {"registers", &o->registers},
                 {"dispatch-log", &o->dispatch_log}};
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++)
        if (strcmp(name, files[i].name) == 0) {
            *files[i].file = value;
            return true;
        }
    if (strcmp(name, "check-hazards") == 0) {
        o->check_hazards = true;
        return true;
    }
    char where[48];
    snprintf(where, sizeof where, "--%s", name);
    if (strcmp(name, "sos") == 0 || strcmp(name, "lend") == 0) return run_option_set(o, name, "true", where, err);
    if (strcmp(name, "threads") == 0) return take_threads(o, value, err);
    if (strcmp(name, "set") == 0) return take_set(o, sets, value, err);
    return run_option_set(o, name, value, where, err);
}
