// lib_ranks - for each member of a set the number of members below it.
//
// Contract  rank_o of bit i is the number of bits of set_i below i that are set; count_o is that of all bits.
// Timing    combinational: one adder tree per bit.
// Size      about N*N/2 full adders.
// Users     lib_quota, place_spatial, on words of some ten SMs.   Source  own.
`default_nettype none
module lib_ranks #(
    parameter N   = 9,                          // bits, 1..16
    parameter R_W = $clog2(N + 1)               // derived: never set
) (
    input  wire [N-1:0]     set_i,
    output reg  [N*R_W-1:0] rank_o,             // of bit i at [i*R_W +: R_W]
    output reg  [R_W-1:0]   count_o
);
    localparam [R_W-1:0] ONE = 1;
    integer i, j, c;
    always @* begin
        rank_o  = {N*R_W{1'b0}};
        count_o = {R_W{1'b0}};
        if (|set_i) begin                       // saves simulators the loops
            for (i = 1; i < N; i = i + 1)
                for (j = 0; j < i; j = j + 1)
                    rank_o[i*R_W +: R_W] = rank_o[i*R_W +: R_W] + (ONE & {R_W{set_i[j]}});
            for (c = 0; c < N; c = c + 1) count_o = count_o + (ONE & {R_W{set_i[c]}});
        end
    end

`ifdef FORMAL
    parameter F_TOP = 0;                        // 1: this module is the top of the proof
    (* anyconst *) reg [3:0] f_i;               // any bit
    wire [N*R_W-1:0] f_rank = rank_o >> (f_i*R_W), f_next = rank_o >> ((f_i + 4'd1)*R_W);
    wire [N-1:0]     f_set  = set_i >> f_i;
    always @* begin
        assume (f_i < N);
        first: assert (f_i != 0 || f_rank[R_W-1:0] == 0);
        each:  assert ((f_i == N - 1 ? count_o : f_next[R_W-1:0]) == f_rank[R_W-1:0] + f_set[0]);
    end
    generate
        if (F_TOP) begin : g_cover
            always @* full: cover (count_o == N);
        end
    endgenerate
`endif
endmodule
`default_nettype wire
