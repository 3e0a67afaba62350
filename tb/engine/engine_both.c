/* engine_both.c - creates the engine rtl and the engine c in lockstep. */
#include "engine/engine.h"
#include "engine/models.h"

void *engine_both_create(const engine_cfg_t *cfg, err_t *err)
{
    const disp_size_t size = disp_model_size(cfg->machine);
    const engine_side_t c = {&engine_c_tally_ops, engine_c_create(cfg->warp, cfg->machine.sms * cfg->schedulers, size)};
    const engine_side_t rtl = {&engine_rtl_ops, c.self ? engine_rtl_create(cfg, err) : NULL};
    void *both = NULL;
    if (rtl.self) both = engine_lockstep_create(&rtl, &c, cfg->schedulers, size);
    else if (c.self) engine_c_ops.destroy(c.self);
    if (!both && !err->text[0]) err_set(err, NULL, 0, "out of memory");
    return both;
}

const tally_t *engine_both_tally(void *self) { return engine_c_tally(engine_lockstep_c(self)); }
