// lib_sum_tb - sums against a loop, and when they are valid.
//
// TEST RATIONALE  Sums begin in any pattern of cycles, back to back and with gaps, of random numbers and of the
//   greatest; they are cleared at any time. The model keeps each sum in a line as long as the adders. N from one addend
//   to all four levels, full and partly filled fours at each of them.
// params: N=1, W=3; N=4, W=7; N=5, W=1; N=16, W=4; N=17, W=7; N=64, W=2; N=65, W=7; N=256, W=5
`default_nettype none
module lib_sum_tb;
    parameter N = 28, W = 7;
    localparam LEVELS = (N <= 4) ? 1 : (N <= 16) ? 2 : (N <= 64) ? 3 : 4;
    reg clk = 0, clear = 1, take = 0;
    reg  [N*W-1:0] data = 0;
    wire valid;
    wire [W+2*LEVELS-1:0] sum;
    lib_sum #(.N(N), .W(W)) dut (
        .clk_i(clk), .clear_i(clear), .take_i(take), .data_i(data), .valid_o(valid), .sum_o(sum)
    );
    `include "check.vh"
    integer seed = 1, line [0:LEVELS], i, total, sums = 0;      // -1: no sum begins at this edge
    reg [31:0] word;
    initial begin
        for (i = 0; i <= LEVELS; i = i + 1) line[i] = -1;
        while (cycle < 4000) begin
            clear = cycle == 0 || $unsigned($random(seed)) % 50 == 0;
            take  = $unsigned($random(seed)) % 4 > cycle / 1000;
            total = 0;
            for (i = 0; i < N; i = i + 1) begin
                word = (cycle % 7 == 0) ? 32'hffffffff : $random(seed);
                data[i*W +: W] = word[W-1:0];
                total = total + data[i*W +: W];
            end
            for (i = LEVELS; i > 0; i = i - 1) line[i] = clear ? -1 : line[i-1];
            line[0] = -1;
            if (take && !clear) line[1] = total;
            #1 clk = 1;
            #1 clk = 0;
            #1 cycle = cycle + 1;
            check(valid === (line[LEVELS] >= 0), "valid", valid, line[LEVELS] >= 0);
            if (line[LEVELS] >= 0) begin
                check(sum === line[LEVELS], "sum", sum, line[LEVELS]);
                sums = sums + 1;
            end
        end
        check(sums > 500, "sums", sums, 500);
        finish;
    end
endmodule
`default_nettype wire
