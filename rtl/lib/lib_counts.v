// lib_counts - N saturating counters that all add in the same cycle and are read and cleared a word at a time.
//
// Contract  add_i adds field n of data_i to counter n, for all n. take_i selects a word of WORD neighbouring counters:
//           value_o shows them, and the clock edge clears each to what add_i adds at that edge. A counter is exact below
//           2^(W-1); once bit W-1 is set, it stays set. en_i low clears all counters.
// Timing    take_i -> value_o combinational. add_i may be high in every cycle.
// Size      N*W flops, N adders of IN_W bits and carries.
// Users     limit_dyncta.   Source  own.
`default_nettype none
module lib_counts #(
    parameter N     = 28,               // counters, 1..256
    parameter IN_W  = 5,                // bits of an addend
    parameter W     = 6,                // bits of a counter, more than IN_W
    parameter WORD  = 1,                // counters of a word, 1..N
    parameter WORDS = (N + WORD - 1)/WORD       // derived: never set
) (
    input  wire              clk_i,
    input  wire              en_i,      // low: clears all counters
    input  wire              add_i,
    input  wire [N*IN_W-1:0] data_i,    // addend n at [n*IN_W +: IN_W]
    input  wire [WORDS-1:0]  take_i,    // word to read and clear; one-hot or zero while en_i
    output reg  [WORD*W-1:0] value_o    // counter i of that word at [i*W +: W], 0 beyond N; take_i zero: 0
);
    generate
        if (W <= IN_W) begin : g_check
            lib_counts_needs_W_above_IN_W u_stop ();
        end
    endgenerate

    // Bit planes: word b holds bit b of all counters, so one word operation per bit adds for all of them.
    reg  [W*N-1:0] count_q, count_d, data;
    reg  [N-1:0]   had, more, carry, taken;
    integer v, n, t, i, j, g;
    always @* begin
        taken = {N{1'b0}};
        if (|take_i)                    // saves simulators the loop
            for (t = 0; t < N; t = t + 1) taken[t] = take_i[t/WORD];
    end
    always @* begin
        value_o = {WORD*W{1'b0}};
        if (|take_i)
            for (v = 0; v < W; v = v + 1)
                for (n = 0; n < N; n = n + 1)
                    value_o[(n%WORD)*W + v] = value_o[(n%WORD)*W + v] | (count_q[v*N + n] & taken[n]);
    end
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
                had   = count_q[g*N +: N] & ~taken;
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
    reg  [W-1:0]   f_sum_q, f_count;            // expected count, clipped at 2^(W-1); actual count
    wire [N*IN_W-1:0] f_datas = data_i >> (f_s*IN_W);
    wire [WORDS-1:0]  f_takes = take_i >> (f_s/WORD);
    wire [WORD*W-1:0] f_values = value_o >> (f_s%WORD*W);
    wire [W:0]     f_sum = (f_takes[0] ? 0 : f_sum_q) + (add_i ? f_datas[IN_W-1:0] : 0);
    localparam [W-1:0] F_MOST = 1 << (W - 1);
    integer f_i;
    always @*
        for (f_i = 0; f_i < W; f_i = f_i + 1) f_count[f_i] = |(count_q[f_i*N +: N] & ({{N-1{1'b0}}, 1'b1} << f_s));
    always @(posedge clk_i) begin
        f_past_q <= f_past_q || !en_i;
        f_sum_q  <= !en_i ? 0 : (f_sum > F_MOST) ? F_MOST : f_sum[W-1:0];
    end
    always @* begin
        assume (f_s < N);
        in_one: assume (!(f_past_q && en_i) || !(take_i & (take_i - 1'b1)));
        if (f_past_q) begin
            exact: assert (f_count == f_sum_q || (f_count[W-1] && f_sum_q == F_MOST));
            value: assert (!(en_i && f_takes[0]) || f_values[W-1:0] == f_count);
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
