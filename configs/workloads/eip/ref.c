/* Reference of eip: sets up the generators as esp does, then draws two numbers from each. */
#include "../esp/esp_ref.h"

enum { STEP = 362437, SIDE = 65535 };

static void eip_expect(workload_ref_ctx_t *ctx)
{
    esp_expect(ctx);
    const int64_t ctas = workload_ref_param(ctx, "ctas", 1, 1 << 24);
    const int64_t threads = workload_ref_param(ctx, "threads", 1, 1024);
    const uint32_t *states = workload_ref_buf(ctx, "states", ELEM_U32, ctas * threads * STATE_WORDS);
    uint32_t *inside = workload_ref_buf(ctx, "inside", ELEM_U32, ctas);
    for (int64_t i = 0; i < ctas * threads; i++) {
        uint32_t v[WORDS];
        uint64_t squares = 0;
        memcpy(v, states + i * STATE_WORDS + 1, sizeof v);
        for (uint32_t n = 1; n <= 2; n++) {
            advance(v);
            const uint64_t coordinate = (v[WORDS - 1] + states[i * STATE_WORDS] + n * STEP) >> 16;
            squares += coordinate * coordinate;
        }
        inside[i / threads] += squares <= (uint64_t)SIDE * SIDE;
    }
}

const workload_ref_t workload_ref_eip = {.name = "eip", .init = esp_init, .expect = eip_expect};
