// place_rr_tb - place_rr: the oldest kernel, SMs round-robin.
//
// TEST RATIONALE  Random launch orders, candidates and stalls against a list of kernels and a cyclic
//   search over the SMs; SMs are asked about a kernel a cycle after it became the oldest, and the first pick
//   comes three cycles later at the earliest.
// params: SMS=1, KERNELS=1; SMS=3, KERNELS=2; SMS=5, KERNELS=4; SMS=28, KERNELS=4
`default_nettype none
module place_rr_tb;
    parameter SMS = 5, KERNELS = 3;
    localparam KID_W = (KERNELS > 1) ? $clog2(KERNELS) : 1;
    reg clk = 0, rst_n = 0, en = 1, init = 0, load = 0;
    reg  [KERNELS-1:0] live = 0;
    reg  [KERNELS*KERNELS-1:0] earlier = 0;
    wire [SMS-1:0] want_valid, pick;
    reg  [SMS-1:0] cand = 0, one = 1;
    wire [KID_W-1:0] want_kid, pick_kid;
    wire busy;
    place_rr #(.SMS(SMS), .KERNELS(KERNELS)) dut (
        .clk_i(clk), .rst_ni(rst_n), .en_i(en), .init_i(init), .live_i(live), .before_i(earlier),
        .want_valid_o(want_valid), .want_kid_o(want_kid), .cand_i(cand), .load_i(load),
        .pick_sm_o(pick), .pick_kid_o(pick_kid), .busy_o(busy)
    );
    `include "check.vh"
    integer seed = 1;
    integer stamp [0:KERNELS-1];                // when each kernel was launched
    integer turn = 0, now = 0, k, j, s, sm;
    integer want = -1;
    integer next;                               // the oldest now: wanted in the next cycle
    integer been = 0;                           // wanted for so many cycles, at most 2
    initial begin
        for (k = 0; k < KERNELS; k = k + 1) stamp[k] = 0;
        for (cycle = 0; cycle < 3000; cycle = cycle + 1) begin
            rst_n = cycle != 0;
            init = cycle % 500 == 499;
            k = $unsigned($random(seed)) % KERNELS;
            if (!live[k]) begin now = now + 1; stamp[k] = now; end
            if ($unsigned($random(seed)) % 4 == 0) live[k] = !live[k];
            for (k = 0; k < KERNELS; k = k + 1)
                for (j = 0; j < KERNELS; j = j + 1)
                    earlier[k*KERNELS + j] = stamp[j] < stamp[k];
            next = -1;
            for (k = 0; k < KERNELS; k = k + 1)
                if (live[k] && (next < 0 || stamp[k] < stamp[next])) next = k;
            cand = {$random(seed), $random(seed)};
            load = $unsigned($random(seed)) % 4 != 0;
            sm = -1;
            for (s = 0; s < SMS; s = s + 1)
                if (sm < 0 && cand[(turn + s) % SMS]) sm = (turn + s) % SMS;
            if (!load || want < 0 || been < 2 || !live[want]) sm = -1;
            #1 if (rst_n) begin
                check(want_valid === {SMS{want >= 0}}, "offer", want_valid, want);
                check(want < 0 || want_kid === want, "kernel", want_kid, want);
                check(pick === (sm < 0 ? 0 : one << sm), "picked SM", pick, sm);
                check(sm < 0 || pick_kid === want, "picked kernel", pick_kid, want);
                check(busy === (want != next || been < 2), "busy", busy, want != next);
            end
            if (!rst_n || init) turn = 0;
            else if (sm >= 0) turn = (sm + 1) % SMS;
            been = (!rst_n || next != want) ? 0 : (been < 2) ? been + 1 : 2;
            want = rst_n ? next : -1;
            #1 clk = 1;
            #1 clk = 0;
        end
        finish;
    end
endmodule
`default_nettype wire
