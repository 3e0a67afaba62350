/* place_mixed.c - CTAs of all kernels on every SM, one by one (place_rounds.h). */
#include "policy/place_rounds.h"

const place_policy_t policy_place_mixed = {.name = "place_mixed",
                                           .in_turn = true,
                                           .state_bytes = sizeof(place_rounds_t),
                                           .shares = true,
                                           .ask = place_rounds_ask,
                                           .sms = place_rounds_sms,
                                           .pick = place_rounds_pick,
                                           .clock = place_rounds_clock};
