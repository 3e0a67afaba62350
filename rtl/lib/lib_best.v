// lib_best - tournament: the requester with the highest key; of equal keys, the one with the lowest number.
//
// Contract  hot_o is one-hot or zero, a subset of req_i, and non-zero whenever req_i is. No requester has a higher key than
//           the winner, and none of lower number has the same key. key_o is the winner's key.
// Timing    combinational: $clog2(N) comparisons up the tree, then a gate per level down to the winner.
// Size      N - 1 comparators and multiplexers of W bits, no flops.
// Users     place_room.   Source  textbook.
`default_nettype none
module lib_best #(
    parameter N = 4,                            // requesters, 1..256
    parameter W = 4                             // bits of a key, 1 or more
) (
    input  wire [N-1:0]   req_i,                // bit k: requester k takes part
    input  wire [N*W-1:0] key_i,                // its key
    output wire [N-1:0]   hot_o,
    output wire [W-1:0]   key_o                 // valid with a winner
);
    localparam LEAVES = 1 << $clog2(N);

    generate
        if (N < 1 || N > 256) begin : g_check
            lib_best_needs_N_from_1_to_256 u_stop ();
        end
    endgenerate

    // Node n of the tree has the children 2n and 2n + 1; node 1 is the root, node LEAVES + k is requester k. An entry is
    // { takes part, key }, so that one comparison ranks a node without a requester last.
    reg [2*LEAVES*(W + 1)-1:0] entry;
    reg [2*LEAVES-1:0]         lower;           // the child 2n wins, which has the requesters of lower number
    reg [2*LEAVES-1:0]         wins;            // the winner is below this node
    integer n;
    always @* begin
        entry = {2*LEAVES*(W + 1){1'b0}};
        lower = {2*LEAVES{1'b0}};
        wins  = {2*LEAVES{1'b0}};
        if (|req_i) begin                       // saves simulators the loops
            wins[1] = 1'b1;
            for (n = 0; n < N; n = n + 1)
                entry[(LEAVES + n)*(W + 1) +: W + 1] = {req_i[n], key_i[n*W +: W]};
            for (n = LEAVES - 1; n > 0; n = n - 1) begin
                lower[n] = entry[2*n*(W + 1) +: W + 1] >= entry[(2*n + 1)*(W + 1) +: W + 1];
                entry[n*(W + 1) +: W + 1] = lower[n] ? entry[2*n*(W + 1) +: W + 1] : entry[(2*n + 1)*(W + 1) +: W + 1];
            end
            for (n = 1; n < LEAVES; n = n + 1) begin
                wins[2*n]     = wins[n] && lower[n];
                wins[2*n + 1] = wins[n] && !lower[n];
            end
        end
    end
    assign hot_o = wins[LEAVES +: N];
    assign key_o = entry[W + 1 +: W];

`ifdef FORMAL
    parameter F_TOP = 0;                        // 1: this module is the top of the proof
    (* anyconst *) reg [7:0] f_k, f_j;          // any two requesters
    wire [N-1:0]   f_hot = hot_o >> f_k, f_asks = req_i >> f_j;
    wire [N*W-1:0] f_won = key_i >> (f_k*W), f_other = key_i >> (f_j*W);
    wire           f_pair = f_k < N && f_j < N && f_hot[0] && f_asks[0];
    always @* begin
        one_hot: assert (!(hot_o & (hot_o - 1'b1)) && !(hot_o & ~req_i));
        no_idle: assert (|hot_o == |req_i);
        highest: assert (!f_pair || f_won[W-1:0] >= f_other[W-1:0]);
        its_key: assert (!(f_k < N && f_hot[0]) || key_o == f_won[W-1:0]);
        lowest:  assert (!(f_pair && f_j < f_k) || f_won[W-1:0] > f_other[W-1:0]);
    end
    generate
        if (F_TOP) begin : g_cover
            always @* begin
                last:  cover (hot_o[N-1] && &req_i);
                equal: cover (f_pair && f_k < f_j && f_won[W-1:0] == f_other[W-1:0]);
            end
        end
    endgenerate
`endif
endmodule
`default_nettype wire
