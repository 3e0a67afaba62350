// limit_static_tb - limit_static: resident CTAs against n, n against the slots.
//
// TEST RATIONALE  Random counts; every n that the register holds, also above SLOTS, where a clipped
//   comparison might wrap; blocks below and above n, and a different one for kernels that are not asked about. A full
//   SM is disp_fit's task, so ok_o may be either there.
// params: SMS=1, SLOTS=1, KERNELS=1; SMS=3, SLOTS=3; SMS=28, SLOTS=8; SMS=5, SLOTS=16; SMS=2, SLOTS=63
`default_nettype none
module limit_static_tb;
    parameter SMS = 3, SLOTS = 8, KERNELS = 4;
    localparam CNT_W = $clog2(SLOTS + 1), KID_W = (KERNELS > 1) ? $clog2(KERNELS) : 1;
    reg  [SMS*CNT_W-1:0] resident = 0;
    reg  [4:0] n = 0;
    reg  [KERNELS*CNT_W-1:0] block = 0;
    wire [SMS-1:0] ok;
    limit_static #(.SMS(SMS), .SLOTS(SLOTS), .KERNELS(KERNELS)) dut (
        .param_n_i(n), .block_i(block), .want_kid_i({KID_W{1'b0}}), .ahead_i(resident), .ok_o(ok)
    );
    `include "check.vh"
    integer seed = 1;
    integer s, m, b, k;
    initial begin
        for (cycle = 0; cycle < 500; cycle = cycle + 1) begin
            n = cycle;
            for (s = 0; s < SMS; s = s + 1)
                resident[s*CNT_W +: CNT_W] = $unsigned($random(seed)) % (SLOTS + 1);
            for (k = 0; k < KERNELS; k = k + 1) block[k*CNT_W +: CNT_W] = 1 + $unsigned($random(seed)) % SLOTS;
            b = block[CNT_W-1:0];
            #1;
            for (s = 0; s < SMS; s = s + 1) begin
                m = resident[s*CNT_W +: CNT_W];
                if (m < SLOTS) check(ok[s] === (m < n || m < b), "ok", ok[s], m < n || m < b);
            end
        end
        finish;
    end
endmodule
`default_nettype wire
