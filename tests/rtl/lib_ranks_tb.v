// lib_ranks_tb - lib_ranks: every set, against a count.
//
// params: N=1; N=2; N=9; N=16
`default_nettype none
module lib_ranks_tb;
    parameter N = 5;
    localparam R_W = $clog2(N + 1);
    reg  [N-1:0] set;
    wire [N*R_W-1:0] rank;
    wire [R_W-1:0] count;
    lib_ranks #(.N(N)) dut (.set_i(set), .rank_o(rank), .count_o(count));
    `include "check.vh"
    integer i, below;
    initial begin
        for (cycle = 0; cycle < 1 << N; cycle = cycle + 1) begin
            set = cycle;
            below = 0;
            #1 for (i = 0; i < N; i = i + 1) begin
                check(rank[i*R_W +: R_W] === below, "rank", rank[i*R_W +: R_W], below);
                below = below + set[i];
            end
            check(count === below, "members", count, below);
        end
        finish;
    end
endmodule
`default_nettype wire
