// disp_attr_tb - disp_attr: every word of every entry, and every other address; busy entries.
//
// TEST RATIONALE  The module has no state: all 4096 addresses, each written with the value of a plain launch, with others
//   near it and with that of the other words, for drawn busy entries, are complete. Corners: one entry, 16 entries.
// params: KERNELS=1; KERNELS=3; KERNELS=16, SEED=2
`default_nettype none
module disp_attr_tb;
    parameter KERNELS = 4, SEED = 1;
    reg clk = 0;                                // of check.vh
    reg  [11:0] wr_addr = 0, rd_addr = 0;
    reg  [31:0] data = 0;
    reg  [KERNELS-1:0] busy = 0;
    wire [31:0] got;
    wire wr_err, rd_err;
    disp_attr #(.KERNELS(KERNELS)) dut (
        .wr_addr_i(wr_addr), .wr_data_i(data), .wr_err_o(wr_err), .rd_addr_i(rd_addr), .rd_data_o(got), .rd_err_o(rd_err),
        .busy_i(busy)
    );

    `include "check.vh"
    integer seed = SEED, a, v, k, w, taken = 0, shut = 0;
    reg there;
    reg [31:0] plain, value;
    initial begin
        for (a = 0; a < 4096; a = a + 1) begin
            k = (a - 256) / 16;
            w = a / 4 % 4;
            there = a >= 256 && a < 512 && k < KERNELS && a % 4 == 0 && w < 3;
            plain = w == 2 ? 32'd0 : 32'h0001_0101;
            rd_addr = a;
            wr_addr = a;
            for (v = 0; v < 40; v = v + 1) begin
                busy = $random(seed);
                value = plain;
                if (v > 3 && v < 36) value = plain ^ (32'd1 << (v - 4));
                if (v == 36) value = 32'h0001_0101;
                if (v == 37) value = 32'd0;
                if (v > 37) value = $random(seed);
                data = value;
                #1;
                check(wr_err == !(there && value == plain && !busy[k % KERNELS]), "a write: error", wr_err, !wr_err);
                if (there && value == plain && busy[k % KERNELS]) shut = shut + 1;
                if (!wr_err) taken = taken + 1;
            end
            check(rd_err == !there, "a read: error", rd_err, !there);
            check(got == (there ? plain : 32'd0), "a read: value", got, there ? plain : 0);
        end
        check(taken > 0 && shut > 0, "writes taken, and refused by a busy entry", taken, shut);
        finish;
    end
endmodule
`default_nettype wire
