// lib_times_tb - lib_times: how often one amount word goes into another.
//
// TEST RATIONALE  The quotients of the fields and their minimum, by division, of a new word in every cycle. Needs change
//   now and then: the words in the stages are lost, those behind them count. Needs of 0, and ones whose doubles exceed
//   their field, decide nothing.
// params: CNT_W=1; CNT_W=2; CNT_W=3, W=3; CNT_W=4; CNT_W=5, W=12
`default_nettype none
module lib_times_tb;
    parameter CNT_W = 4, W = 6;                 // bits of the fields below the slots
    localparam AMT_W = CNT_W + 4*W + 5;
    localparam [AMT_W-1:0] GUARD = {1'b1, {CNT_W{1'b0}}, {4{1'b1, {W{1'b0}}}}};
    reg clk = 0;
    reg  [AMT_W-1:0] free = 0, need = 0;
    wire [CNT_W-1:0] n;
    lib_times #(.AMT_W(AMT_W), .CNT_W(CNT_W)) dut (.clk_i(clk), .guard_i(GUARD), .free_i(free), .need_i(need), .n_o(n));
    `include "check.vh"
    integer seed = 1;
    integer later [0:CNT_W-1];                   // n_o in j + 1 cycles from a word, -1: another need
    integer f, j, fits, several = 0;
    initial begin
        for (j = 0; j < CNT_W; j = j + 1) later[j] = -1;
        for (cycle = 0; cycle < 5000; cycle = cycle + 1) begin
            if (cycle % 16 == 0) begin
                for (j = 0; j < CNT_W; j = j + 1) later[j] = -1;
                need = {$random(seed), $random(seed), $random(seed)} & ~GUARD;
                for (f = 0; f < 4; f = f + 1)
                    need[f*(W + 1) +: W + 1] = need[f*(W + 1) +: W] >> ($unsigned($random(seed)) % (W + 1));
                need[AMT_W-2 -: CNT_W] = 1;
            end
            free = {$random(seed), $random(seed), $random(seed)} & ~GUARD;
            #1;
            if (later[CNT_W-1] >= 0) check(n === later[CNT_W-1], "times", n, later[CNT_W-1]);
            fits = free[AMT_W-2 -: CNT_W];
            for (f = 0; f < 4; f = f + 1)
                if (|need[f*(W + 1) +: W] && free[f*(W + 1) +: W] / need[f*(W + 1) +: W] < fits)
                    fits = free[f*(W + 1) +: W] / need[f*(W + 1) +: W];
            if (fits > 1) several = several + 1;
            for (j = CNT_W - 1; j > 0; j = j - 1) later[j] = later[j - 1];
            later[0] = fits;
            #1 clk = 1;
            #1 clk = 0;
        end
        check(CNT_W < 2 || several > 100, "words with room for several", several, 100);
        finish;
    end
endmodule
`default_nettype wire
