// disp_gpcs_tb - disp_gpcs: the GPC of each SM, every other address, a busy dispatcher.
//
// TEST RATIONALE  Drawn words to all addresses of the block and to drawn ones elsewhere, while kernels are busy or not, against
//   an array of GPCs. Corners: one SM, a last word that is full or not, 256 SMs, no clusters.
// params: SMS=1; SMS=8; SMS=13; SMS=256; SMS=28, CLUSTERS=0
`default_nettype none
module disp_gpcs_tb;
    parameter SMS = 28, CLUSTERS = 1, SEED = 1;
    localparam WORDS = (SMS + 7)/8;
    reg clk = 0, rst_n = 0, wr_valid = 0, busy = 0;
    reg  [11:0] wr_addr = 0, rd_addr = 0;
    reg  [31:0] data = 0;
    wire [31:0] got;
    wire wr_err, rd_err;
    wire [SMS*4-1:0] gpc;
    disp_gpcs #(.SMS(SMS), .CLUSTERS(CLUSTERS)) dut (
        .clk_i(clk), .rst_ni(rst_n), .wr_valid_i(wr_valid), .wr_addr_i(wr_addr), .wr_data_i(data), .wr_err_o(wr_err),
        .rd_addr_i(rd_addr), .rd_data_o(got), .rd_err_o(rd_err), .busy_i(busy), .gpc_o(gpc)
    );
    `include "check.vh"
    integer seed = SEED, s, w, taken = 0, refused = 0;
    reg [3:0]  of [0:255];
    reg [31:0] word;
    reg wr_there, rd_there;
    function there(input [11:0] a);
        there = a >= 12'he00 && a < 12'he00 + 4*WORDS && a % 4 == 0;
    endfunction
    function [11:0] draw(input integer kind);
        draw = kind % 4 ? 12'he00 + $unsigned($random(seed)) % (4*WORDS + 8) : $random(seed);
    endfunction
    initial begin
        for (s = 0; s < 256; s = s + 1) of[s] = 0;
        for (cycle = 0; cycle < 4000; cycle = cycle + 1) begin
            rst_n = cycle != 0;
            busy = $random(seed);
            wr_addr = draw($random(seed));
            rd_addr = draw($random(seed));
            if (cycle % 2) {wr_addr[1:0], rd_addr[1:0]} = 4'd0;
            data = $random(seed);
            #1;
            wr_there = there(wr_addr) && CLUSTERS != 0;
            rd_there = there(rd_addr);
            check(wr_err === !(wr_there && !busy), "a write: error", wr_err, wr_addr);
            check(rd_err === !rd_there, "a read: error", rd_err, rd_addr);
            word = 0;
            w = (rd_addr - 12'he00)/4;
            for (s = 0; s < 8; s = s + 1) if (rd_there && w*8 + s < SMS) word[s*4 +: 4] = of[w*8 + s];
            if (rst_n) check(got === word, "a read: value", got, word);
            for (s = 0; s < SMS; s = s + 1) if (rst_n) check(gpc[s*4 +: 4] === of[s], "GPC", gpc[s*4 +: 4], of[s]);
            wr_valid = !wr_err && rst_n;
            w = (wr_addr - 12'he00)/4;
            if (wr_valid) begin
                taken = taken + 1;
                for (s = 0; s < 8; s = s + 1) if (w*8 + s < SMS) of[w*8 + s] = data[s*4 +: 4];
            end else if (wr_there) refused = refused + 1;
            #1 clk = 1;
            #1 clk = 0;
        end
        check(CLUSTERS == 0 || (taken > 100 && refused > 100), "writes taken, and refused", taken, refused);
        finish;
    end
endmodule
`default_nettype wire
