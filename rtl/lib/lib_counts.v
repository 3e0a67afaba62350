// lib_counts - a counter for each of N parties, fed together and read one at a time.
//
// Contract  Each edge with add_i adds data_i to all counters. take_i selects one, whose count is value_o; after that
//           edge it has only what the edge added. A counter whose uppermost bit is set keeps that bit; below it, it is exact.
//           Without en_i all are zero after the edge.
// Timing    take_i -> value_o combinational. A report may come in every cycle.
// Size      N*W flops, N adders of IN_W bits and carries.
// Users     limit_dyncta.   Source  own.
`default_nettype none
module lib_counts #(
    parameter N    = 28,                // counters, 1..256
    parameter IN_W = 5,                 // bits of what is added
    parameter W    = 6                  // bits of a counter, above IN_W
) (
    input  wire              clk_i,
    input  wire              en_i,
    input  wire              add_i,
    input  wire [N*IN_W-1:0] data_i,
    input  wire [N-1:0]      take_i,    // one-hot or none while en_i
    output reg  [W-1:0]      value_o    // none: zero
);
    generate
        if (W <= IN_W) begin : g_check
            lib_counts_needs_W_above_IN_W u_stop ();
        end
    endgenerate

    // Bit b of all counters is a word, and a carry goes from word to word: one word operation adds for all.
    reg  [W*N-1:0] count_q, count_d, data;
    reg  [N-1:0]   had, more, carry;
    wire [N-1:0]   kept = ~take_i;
    integer v, i, j, g;
    always @*
        for (v = 0; v < W; v = v + 1) value_o[v] = |(count_q[v*N +: N] & take_i);
    always @* begin
        data = {W*N{1'b0}};
        if (add_i)
            for (i = 0; i < N; i = i + 1)
                for (j = 0; j < IN_W; j = j + 1) data[j*N + i] = data_i[i*IN_W + j];
    end
    always @* begin
        count_d = {W*N{1'b0}};
        had     = {N{1'b0}};
        more    = {N{1'b0}};
        carry   = {N{1'b0}};
        if (en_i)
            for (g = 0; g < W; g = g + 1) begin
                had   = count_q[g*N +: N] & kept;
                more  = data[g*N +: N];
                count_d[g*N +: N] = (g == W - 1) ? had | carry : had ^ more ^ carry;
                carry = (had & more) | (carry & (had | more));
            end
    end
    always @(posedge clk_i) count_q <= count_d;

`ifdef FORMAL
    parameter F_TOP = 0;                        // 1: this module is the top of the proof
    (* anyconst *) reg [7:0] f_s;               // any counter
    reg            f_past_q = 1'b0;
    reg  [W-1:0]   f_sum_q, f_count;            // what it should have, up to 2^(W-1); what it has
    wire [N*IN_W-1:0] f_datas = data_i >> (f_s*IN_W);
    wire [N-1:0]   f_takes = take_i >> f_s;
    wire [W:0]     f_sum = (f_takes[0] ? 0 : f_sum_q) + (add_i ? f_datas[IN_W-1:0] : 0);
    localparam [W-1:0] F_MOST = 1 << (W - 1);
    integer f_i;
    always @*
        for (f_i = 0; f_i < W; f_i = f_i + 1) f_count[f_i] = |(count_q[f_i*N +: N] & ({{N-1{1'b0}}, 1'b1} << f_s));
    always @(posedge clk_i) begin
        f_past_q <= 1'b1;
        f_sum_q  <= !en_i ? 0 : (f_sum > F_MOST) ? F_MOST : f_sum[W-1:0];
    end
    always @* begin
        assume (f_past_q || !en_i);             // every run begins with all at zero
        assume (f_s < N);
        in_one: assume (!(f_past_q && en_i) || !(take_i & (take_i - 1'b1)));
        if (f_past_q) begin
            exact: assert (f_count == f_sum_q || (f_count[W-1] && f_sum_q == F_MOST));
            value: assert (!(en_i && f_takes[0]) || value_o == f_count);
            none:  assert (|take_i || !(|value_o));
        end
    end
    generate
        if (F_TOP) begin : g_cover
            always @* if (f_past_q) stays: cover (f_takes[0] && f_count > F_MOST && f_s == N - 1);
        end
    endgenerate
`endif
endmodule
`default_nettype wire
