// place_rr_tb - the oldest kernel, and SMs in turn.
//
// TEST RATIONALE  Random launch orders, candidates and stalls against a list of kernels and a walk
//   around the SMs; a kernel is offered a cycle after it became the oldest, and nothing is picked
//   until it has been for three.
// params: SMS=1, KERNELS=1; SMS=3, KERNELS=2; SMS=5, KERNELS=4; SMS=28, KERNELS=4
`default_nettype none
module place_rr_tb;
    parameter SMS = 5, KERNELS = 3;
    localparam KID_W = (KERNELS > 1) ? $clog2(KERNELS) : 1;
    reg clk = 0, rst_n = 0, en = 1, init = 0, load = 0;
    reg  [KERNELS-1:0] live = 0;
    reg  [KERNELS*KERNELS-1:0] earlier = 0;
    wire [SMS-1:0] want_valid, pick;
    wire [SMS*KID_W-1:0] want_kid;
    reg  [SMS-1:0] cand = 0, one = 1;
    reg  [KID_W-1:0] kid = 0;
    wire [KID_W-1:0] pick_kid;
    wire busy, head;
    wire [KERNELS*4-1:0] block;
    wire [3:0] need;
    wire [SMS-1:0] keep;
    wire [3:0] rest;
    wire [23:0] x;
    wire [15:0] y, z;
    wire [31:0] lid;
    place_rr #(.SMS(SMS), .KERNELS(KERNELS)) dut (
        .clk_i(clk), .rst_ni(rst_n), .en_i(en), .init_i(init), .params_i(512'd0),
        .live_i(live), .before_i(earlier), .two_d_i({KERNELS{1'b0}}), .tmax_i({KERNELS*4{1'b1}}),
        .resident_i({SMS*4{1'b0}}), .block_o(block), .need_o(need), .rest_o(rest), .keep_o(keep),
        .want_valid_o(want_valid), .want_kid_o(want_kid), .last_i(1'b0), .pick_head_o(head),
        .cand_i(cand), .cand_kid_i({SMS{kid}}), .load_i(load), .pick_sm_o(pick),
        .pick_kid_o(pick_kid), .next_x_i(24'd1), .next_y_i(16'd2), .next_z_i(16'd3),
        .next_lid_i(32'd4), .grid_x_i(24'd9), .grid_y_i(16'd9), .grid_z_i(16'd9),
        .pick_x_o(x), .pick_y_o(y), .pick_z_o(z), .pick_lid_o(lid), .busy_o(busy)
    );
    `include "check.vh"
    integer seed = 1;
    integer stamp [0:KERNELS-1];                // when each kernel was launched
    integer turn = 0, now = 0, k, j, s, sm;
    integer want = -1;
    integer next;                               // the oldest now: wanted in the next cycle
    integer was = -1, been = 0;                 // wanted a cycle ago; for so many cycles, at most 2
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
            kid  = (was >= 0) ? was : $unsigned($random(seed)) % KERNELS;
            sm = -1;
            for (s = 0; s < SMS; s = s + 1)
                if (sm < 0 && cand[(turn + s) % SMS]) sm = (turn + s) % SMS;
            if (!load || want < 0 || been < 2 || !live[want]) sm = -1;
            #1 if (rst_n) begin
                check(want_valid === {SMS{want >= 0}}, "offer", want_valid, want);
                check(want < 0 || want_kid === {SMS{want[KID_W-1:0]}}, "kernel", want_kid, want);
                check(pick === (sm < 0 ? 0 : one << sm), "picked SM", pick, sm);
                check(sm < 0 || pick_kid === want, "picked kernel", pick_kid, want);
                check(block === {KERNELS{4'd1}} && need === 1 && !keep && !rest && head, "block", need, 1);
                check({x, y, z, lid} === {24'd1, 16'd2, 16'd3, 32'd4}, "CTA", lid, 4);
                check(busy === (want != next || been < 2), "busy", busy, want != next);
            end
            if (!rst_n || init) turn = 0;
            else if (sm >= 0) turn = (sm + 1) % SMS;
            been = (!rst_n || next != want) ? 0 : (been < 2) ? been + 1 : 2;
            was  = rst_n ? want : -1;
            want = rst_n ? next : -1;
            #1 clk = 1;
            #1 clk = 0;
        end
        finish;
    end
endmodule
`default_nettype wire
