// gate_none_tb - the gate that is always open.
//
// TEST RATIONALE  A constant needs one look; two sizes.
// params: SMS=1, KERNELS=1; SMS=28
`default_nettype none
module gate_none_tb;
    parameter SMS = 3, KERNELS = 4;
    localparam KID_W = (KERNELS > 1) ? $clog2(KERNELS) : 1;
    wire [SMS-1:0] ok, drain;
    wire [KERNELS-1:0] ask;
    wire alone, busy;
    gate_none #(.SMS(SMS), .KERNELS(KERNELS)) dut (
        .clk_i(1'b0), .rst_ni(1'b1), .en_i(1'b1), .init_i(1'b0), .params_i(512'd0),
        .start_i({KERNELS{1'b1}}), .ask_o(ask), .ask_x_i(24'd1), .ask_y_i(16'd1), .ask_z_i(16'd1),
        .ask_block_i(4'd1), .sm_enable_i({SMS{1'b1}}), .alone_o(alone), .drain_o(drain),
        .want_valid_i({SMS{1'b1}}), .want_kid_i({SMS*KID_W{1'b0}}), .ok_o(ok),
        .pick_sm_i({SMS{1'b0}}), .pick_kid_i({KID_W{1'b0}}), .done_sm_i({SMS{1'b0}}),
        .done_kid_i({KERNELS{1'b0}}), .mon_evt_i(1'b0), .mon_cycles_i(5'd0), .mon_active_i({SMS*5{1'b0}}),
        .busy_o(busy), .stop_i({KERNELS{1'b0}})
    );
    `include "check.vh"
    integer seed = 1;
    initial begin
        #1 check(ok === {SMS{1'b1}}, "ok", ok, {SMS{1'b1}});
        check(drain === 0, "drain", drain, 0);
        check(ask === 0 && alone === 1'b0, "ask and alone", ask, 0);
        check(busy === 1'b0, "busy", busy, 0);
        finish;
    end
endmodule
`default_nettype wire
