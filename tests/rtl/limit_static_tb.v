// limit_static_tb - the count against n, n against the slots.
//
// TEST RATIONALE  Random counts; n from 0 past SLOTS, and huge, where a clipped compare would wrap; blocks
//   below and above n, another one for a kernel that is not wanted.
//   A full SM is disp_fit's business, so ok may be either there.
// params: SMS=1, SLOTS=1, KERNELS=1; SMS=3, SLOTS=3; SMS=28, SLOTS=8; SMS=5, SLOTS=16
`default_nettype none
module limit_static_tb;
    parameter SMS = 3, SLOTS = 8, KERNELS = 4;
    localparam SLOT_W = (SLOTS > 1) ? $clog2(SLOTS) : 1, CNT_W = $clog2(SLOTS + 1);
    localparam KID_W  = (KERNELS > 1) ? $clog2(KERNELS) : 1;
    reg  [SMS*CNT_W-1:0] resident = 0;
    reg  [31:0] n = 0;
    reg  [KERNELS*CNT_W-1:0] block = 0;
    wire [SMS-1:0] ok;
    wire [SMS*SLOTS-1:0] paused;
    wire busy;
    limit_static #(.SMS(SMS), .SLOTS(SLOTS), .KERNELS(KERNELS)) dut (
        .clk_i(1'b0), .rst_ni(1'b1), .en_i(1'b1), .init_i(1'b0), .params_i({480'd0, n}),
        .two_d_i({KERNELS{1'b0}}), .tmax_i({KERNELS*CNT_W{1'b1}}), .block_i(block),
        .start_i({KERNELS{1'b0}}), .want_valid_i({SMS{1'b1}}), .want_kid_i({SMS*KID_W{1'b0}}),
        .ahead_i(resident), .map_i({SMS*KERNELS*SLOTS{1'b0}}),
        .ok_o(ok), .paused_o(paused),
        .pick_sm_i({SMS{1'b0}}), .pick_kid_i({KID_W{1'b0}}), .pick_slot_i({SLOT_W{1'b0}}),
        .done_sm_i({SMS{1'b0}}), .done_kid_i({KERNELS{1'b0}}), .done_slot_i({SLOT_W{1'b0}}),
        .mon_evt_i(1'b0), .mon_cycles_i(5'd0), .mon_active_i({SMS*5{1'b0}}), .mon_idle_i({SMS*5{1'b0}}),
        .mon_mem_i({SMS*5{1'b0}}), .mon_sp_busy_i({SMS*5{1'b0}}),
        .mon_ldst_busy_i({SMS*5{1'b0}}), .mon_inst_i({SMS*SLOTS*7{1'b0}}), .busy_o(busy)
    );
    `include "check.vh"
    integer seed = 1;
    integer s, m, b, k;
    initial begin
        for (cycle = 0; cycle < 500; cycle = cycle + 1) begin
            n = (cycle % 5 == 0) ? $random(seed) : $unsigned($random(seed)) % (SLOTS + 2);
            for (s = 0; s < SMS; s = s + 1)
                resident[s*CNT_W +: CNT_W] = $unsigned($random(seed)) % (SLOTS + 1);
            for (k = 0; k < KERNELS; k = k + 1) block[k*CNT_W +: CNT_W] = 1 + $unsigned($random(seed)) % SLOTS;
            b = block[CNT_W-1:0];
            #1 check(paused === 0 && busy === 0, "paused", paused, 0);
            for (s = 0; s < SMS; s = s + 1) begin
                m = resident[s*CNT_W +: CNT_W];
                if (m < SLOTS) check(ok[s] === (m < n || m < b), "ok", ok[s], m < n || m < b);
            end
        end
        finish;
    end
endmodule
`default_nettype wire
