// lib_reach_tb - lib_reach: ends of nested loops against sums in integers.
//
// TEST RATIONALE  Every bound, step and number of steps of a narrow level, with random neighbours; random
//   values of wide levels near the largest bound, where a sum has more bits than a bound.
// params: LEVELS=1, W=3; LEVELS=2, W=4; LEVELS=3, W=16; LEVELS=4, W=5
`default_nettype none
module lib_reach_tb;
    parameter LEVELS = 3, W = 4;
    localparam V = LEVELS*W, ALL = (W < 5) ? 1 << 3*W : 20000;
    reg  [V-1:0] at = 0, step = 0, upper = 0;
    reg  once = 0, twice = 0;
    reg  [LEVELS-1:0] ends = 0;
    wire [LEVELS-1:0] far, go;
    lib_reach #(.LEVELS(LEVELS), .W(W)) dut (
        .at_i(at), .step_i(step), .upper_i(upper), .once_i(once), .twice_i(twice), .end_i(ends), .far_o(far), .go_o(go)
    );
    `include "check.vh"
    integer seed = 1;
    integer i, n, l, a, s, u, reached = 0;
    reg [V-1:0] at_d, step_d, upper_d;
    reg inner;
    initial begin
        for (i = 0; i < ALL; i = i + 1)
            for (n = 0; n < 3; n = n + 1) begin
                for (l = 0; l < LEVELS; l = l + 1) begin
                    at_d[l*W +: W]    = $random(seed);
                    step_d[l*W +: W]  = $random(seed);
                    upper_d[l*W +: W] = (i & 1) ? $random(seed) : {W{1'b1}} - (i >> 1) % 3;
                    if (i & 2) step_d[l*W +: W] = (upper_d[l*W +: W] - at_d[l*W +: W]) >> (n == 2);
                end
                if (W < 5) {at_d[W-1:0], step_d[W-1:0], upper_d[W-1:0]} = i;
                {at, step, upper} = {at_d, step_d, upper_d};
                {twice, once} = n;
                ends = $random(seed);
                #1 inner = 1;
                for (l = LEVELS - 1; l >= 0; l = l - 1) begin
                    a = at[l*W +: W]; s = step[l*W +: W]; u = upper[l*W +: W];
                    if (n == 0 || a + (n - 1)*s < u) check(far[l] === (a + n*s >= u), "far", far[l], a + n*s >= u);
                    if (n == 2 && a + s < u && far[l]) reached = reached + 1;
                    check(go[l] === inner, "go", go[l], inner);
                    inner = inner && ends[l];
                end
                cycle = cycle + 1;
            end
        check(reached > 20, "ends reached by two steps", reached, 20);
        finish;
    end
endmodule
`default_nettype wire
