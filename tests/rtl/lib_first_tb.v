// lib_first_tb - lib_first: the first kernel by rank, against a search.
//
// TEST RATIONALE  Every set of kernels under many launch orders; order bits of pairs that are not both in the
//   set are random, since the output must not depend on them.
// params: KERNELS=1; KERNELS=2; KERNELS=5; KERNELS=8
`default_nettype none
module lib_first_tb;
    parameter KERNELS = 4;
    reg  [KERNELS-1:0] set;
    reg  [KERNELS*KERNELS-1:0] before;
    wire [KERNELS-1:0] hot;
    lib_first #(.KERNELS(KERNELS)) dut (.set_i(set), .before_i(before), .hot_o(hot));
    `include "check.vh"
    integer seed = 1, order [0:KERNELS-1], i, j, t, expected;
    initial begin
        for (i = 0; i < KERNELS; i = i + 1) order[i] = i;
        for (cycle = 0; cycle < 40 << KERNELS; cycle = cycle + 1) begin
            i = $unsigned($random(seed)) % KERNELS;
            j = $unsigned($random(seed)) % KERNELS;
            t = order[i]; order[i] = order[j]; order[j] = t;
            set = cycle;
            expected = 0;
            for (i = 0; i < KERNELS; i = i + 1)
                for (j = 0; j < KERNELS; j = j + 1)
                    before[i*KERNELS + j] = (set[i] && set[j]) ? order[j] < order[i] : $random(seed);
            for (i = KERNELS; i >= 0; i = i - 1)
                for (j = 0; j < KERNELS; j = j + 1) if (set[j] && order[j] == i) expected = 1 << j;
            #1 check(hot === expected, "first", hot, expected);
        end
        finish;
    end
endmodule
`default_nettype wire
