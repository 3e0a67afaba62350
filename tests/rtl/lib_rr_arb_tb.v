// lib_rr_arb_tb - lib_rr_arb: every grant against a cyclic search.
//
// TEST RATIONALE  The cyclic search is the definition of round-robin and shares no trick with the module.
//   Requests are dense, sparse and single, grants used and unused; a reset in between.
// params: N=1; N=2; N=3; N=28; N=144
`default_nettype none
module lib_rr_arb_tb;
    parameter N = 5;
    reg clk = 0, rst_n = 0, adv = 0;
    reg  [N-1:0] req = 0;
    wire [N-1:0] gnt;
    lib_rr_arb #(.N(N)) dut (
        .clk_i(clk), .rst_ni(rst_n), .req_i(req), .adv_i(adv), .gnt_o(gnt)
    );
    `include "check.vh"
    integer seed = 1;
    integer turn = 0, want, i;                  // turn: who is first now
    reg [N-1:0] one = 1;
    initial begin
        for (cycle = 0; cycle < 2000; cycle = cycle + 1) begin
            rst_n = cycle != 0 && cycle != 1000;
            req = {$random(seed), $random(seed)};
            if (cycle % 3 == 1) req = req & {$random(seed), $random(seed)};
            if (cycle % 7 == 2) req = one << ($unsigned($random(seed)) % N);
            adv = $random(seed);
            want = -1;
            for (i = 0; i < N; i = i + 1)
                if (want < 0 && req[(turn + i) % N]) want = (turn + i) % N;
            #1 if (rst_n) check(gnt === (want < 0 ? 0 : one << want), "grant", gnt, want);
            if (!rst_n) turn = 0;
            else if (adv && want >= 0) turn = (want + 1) % N;
            #1 clk = 1;
            #1 clk = 0;
        end
        finish;
    end
endmodule
`default_nettype wire
