// lib_best - tournament: the requester with the highest key; of equal keys, the one with the lowest number.
//
// Contract  hot_o is one-hot or zero, a subset of req_i, and non-zero whenever req_i is. No requester has a higher key than
//           the winner, and none of lower number has the same key. key_o is the winner's key.
// Timing    combinational: a tree with four inputs per node. A node compares all pairs of its inputs in parallel; then a gate
//           per level from the root down to the winner.
// Size      about 2*N comparators of W + 1 bits, no flops.
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
    localparam LEVELS = (N <= 4) ? 1 : (N <= 16) ? 2 : (N <= 64) ? 3 : 4;

    generate
        if (N < 1 || N > 256) begin : g_check
            lib_best_needs_N_from_1_to_256 u_stop ();
        end
    endgenerate

    function integer many(input integer l);     // inputs of level l
        many = (N + (1 << 2*l) - 1) >> 2*l;
    endfunction
    genvar l, k;
    generate
        for (l = 0; l < LEVELS; l = l + 1) begin : g_level
            localparam IN = many(l), OUT = many(l + 1);
            wire [IN*(W + 1)-1:0]  entry;       // request and key of each
            reg  [OUT*(W + 1)-1:0] top;         // of the best input of each node
            reg  [IN-1:0]          first;       // the input is the best of its node,
            wire [IN-1:0]          won;         // and its node's output wins at every level above
            integer f, i, j;
            always @* begin
                top   = {OUT*(W + 1){1'b0}};
                first = {IN{1'b1}};
                if (|req_i)                     // saves simulators the loops
                    for (f = 0; f < OUT; f = f + 1) begin
                        for (i = 4*f + 1; i < 4*f + 4 && i < IN; i = i + 1)
                            for (j = 4*f; j < i; j = j + 1)
                                if (entry[j*(W + 1) +: W + 1] >= entry[i*(W + 1) +: W + 1]) first[i] = 1'b0;
                                else                                                        first[j] = 1'b0;
                        for (i = 4*f; i < 4*f + 4 && i < IN; i = i + 1)
                            top[f*(W + 1) +: W + 1] = top[f*(W + 1) +: W + 1]
                                                    | (entry[i*(W + 1) +: W + 1] & {W + 1{first[i]}});
                    end
            end
            for (k = 0; k < IN; k = k + 1) begin : g_entry
                if (l == 0) begin : g_leaf
                    assign entry[k*(W + 1) +: W + 1] = {req_i[k], key_i[k*W +: W]};
                end
                if (l == LEVELS - 1) begin : g_root
                    assign won[k] = first[k];
                end else begin : g_up
                    assign won[k] = first[k] && g_level[l+1].won[k/4];
                end
            end
            if (l > 0) begin : g_four
                assign entry = g_level[l-1].top;
            end
        end
    endgenerate
    assign hot_o = g_level[0].won & req_i;
    assign key_o = g_level[LEVELS-1].top[W-1:0];

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
