// lib_ratio - pipelined sum / max of N values, rounded to whole blocks and capped.
//
// Contract  count_o = sum / max of data_i, rounded once to a multiple of block_i (down, up or nearest); at least block_i,
//           at most the largest multiple of it within most_i and N. All values 0: that largest multiple.
// Timing    accepts a set of values in every cycle. Values sampled at edge 0 give count_o in the cycle after edge
//           LEVELS + CNT_W + 1; rounding_i, most_i and block_i are sampled one cycle before that. No stage has more than
//           one operation on SUM_W bits.
// Size      about 2*N*(2*W + LEVELS) + CNT_W*(2*W + CNT_W + 1) flops.
// Users     limit_lcs.   Source  [LCS §4.1]; restoring division, textbook.
`default_nettype none
module lib_ratio #(
    parameter N      = 8,                               // values, 1 or more
    parameter W      = 16,                              // bits of a value, 2..24
    parameter CNT_W  = $clog2(N + 1),                   // derived: never set
    parameter LEVELS = $clog2(N)                        // derived: never set
) (
    input  wire             clk_i,
    input  wire             run_i,          // low: clears the pipeline
    input  wire [N*W-1:0]   data_i,         // value n at [n*W +: W]; 0 for an unused one
    input  wire [1:0]       rounding_i,     // 0 down, 1 up, 2 and 3 nearest, halves up
    input  wire [CNT_W-1:0] most_i,
    input  wire [CNT_W-1:0] block_i,        // 1..N
    output wire [CNT_W-1:0] count_o
);
    localparam P     = 1 << LEVELS;         // leaves of the tree; those from N on are constant 0
    localparam SUM_W = W + LEVELS;
    localparam REM_W = W + CNT_W;           // { remainder, dividend bits left / quotient bits found }
    localparam [CNT_W-1:0] ONE = 1;

    generate
        if (N < 1 || W < 2 || W > 24) begin : g_check
            lib_ratio_needs_N_from_1_and_W_2_to_24 u_stop ();
        end
    endgenerate

    // Node n of the tree at index n - 1: the root is node 1, its children are nodes 2n and 2n + 1.
    reg [(2*P-1)*SUM_W-1:0]    sum_q, sum_d;
    reg [(2*P-1)*W-1:0]        max_q, max_d;
    // Division stage n has found n bits of the quotient.
    reg [(CNT_W+1)*REM_W-1:0]  rem;
    reg [CNT_W*REM_W-1:0]      rem_q, rem_d;
    reg [(CNT_W+1)*W-1:0]      div;
    reg [CNT_W*W-1:0]          div_q;
    reg [CNT_W-1:0]            t_q, t_d;            // count_o is the largest multiple of block_i within it
    reg [CNT_W-1:0]            block_q;
    reg [W:0]                  top, less;
    reg                        take;
    integer n, i;
    always @* begin
        sum_d = {(2*P-1)*SUM_W{1'b0}};
        max_d = {(2*P-1)*W{1'b0}};
        if (run_i) begin                        // lets simulators skip the loops
            for (n = 0; n < N; n = n + 1) begin
                sum_d[(P - 1 + n)*SUM_W +: W] = data_i[n*W +: W];
                max_d[(P - 1 + n)*W +: W]     = data_i[n*W +: W];
            end
            for (n = 1; n < P; n = n + 1) begin
                sum_d[(n - 1)*SUM_W +: SUM_W] = sum_q[(2*n - 1)*SUM_W +: SUM_W]
                                              + sum_q[2*n*SUM_W +: SUM_W];
                max_d[(n - 1)*W +: W] = max_q[(2*n - 1)*W +: W] > max_q[2*n*W +: W]
                                      ? max_q[(2*n - 1)*W +: W] : max_q[2*n*W +: W];
            end
        end
    end

    // One quotient bit per stage. The sum is at most N times the divisor, so its bits above the last
    // CNT_W are a valid first remainder (below the divisor); a divisor of 0 gives a quotient of all ones.
    always @* begin
        rem[REM_W-1:0]              = {REM_W{1'b0}};
        rem[SUM_W-1:0]              = sum_q[SUM_W-1:0];
        rem[REM_W +: CNT_W*REM_W]   = rem_q;
        div                         = {div_q, max_q[W-1:0]};
        rem_d                       = {CNT_W*REM_W{1'b0}};
        top  = {W + 1{1'b0}};
        less = {W + 1{1'b0}};
        take = 1'b0;
        if (run_i)
            for (i = 0; i < CNT_W; i = i + 1) begin
                top  = rem[i*REM_W + CNT_W - 1 +: W + 1];
                less = top - {1'b0, div[i*W +: W]};
                take = !less[W];
                rem_d[i*REM_W +: CNT_W]     = (rem[i*REM_W +: CNT_W] << 1) | (ONE & {CNT_W{take}});
                rem_d[i*REM_W + CNT_W +: W] = take ? less[W-1:0] : top[W-1:0];
            end
    end

    wire [CNT_W-1:0] quot = rem[CNT_W*REM_W +: CNT_W];
    wire [W-1:0]     rest = rem[CNT_W*REM_W + CNT_W +: W];
    // Rounding x = quot + rest/div to a multiple of b is rounding a sum down: x itself (down), the greatest integer below
    // x + b (up), x + b/2 (nearest). `half`, `one` are the carries of the fractions of rest/div and b/2 into quot.
    wire             half = {rest, 1'b0} >= {1'b0, div[CNT_W*W +: W]};
    wire             one  = rounding_i[1] ? half && block_i[0] : rounding_i[0] && |rest;
    wire [CNT_W-1:0] more = rounding_i[1] ? block_i >> 1 : (block_i - ONE) & {CNT_W{rounding_i[0]}};
    wire [CNT_W:0]   t    = {1'b0, quot} + {1'b0, more} + {{CNT_W{1'b0}}, one};
    always @* t_d = quot >= most_i || t >= {1'b0, most_i} ? most_i : t[CNT_W-1:0];

    always @(posedge clk_i) begin
        sum_q <= sum_d;
        max_q <= max_d;
        rem_q <= rem_d;
        div_q <= div[CNT_W*W-1:0] & {CNT_W*W{run_i}};
        t_q   <= t_d & {CNT_W{run_i}};
        block_q <= block_i & {CNT_W{run_i}};
    end

    // Rounds t down to a multiple m of the block size b, unrolled over all b: m is the answer for t in m..m+b-1;
    // below the first multiple the answer is the first, above the last one the last.
    reg [CNT_W-1:0] count;
    integer b, m;
    always @* begin
        count = {CNT_W{1'b0}};
        if (|block_q)                           // 0 after a cycle with run_i low; lets simulators skip the loops
            for (b = 1; b <= N; b = b + 1)
                for (m = b; m <= N; m = m + b)
                    if (block_q == b[CNT_W-1:0] && (m == b || t_q >= m[CNT_W-1:0])
                        && (m + b > N || t_q < m[CNT_W-1:0] + b[CNT_W-1:0]))
                        count = count | m[CNT_W-1:0];
    end
    assign count_o = count;
`ifdef FORMAL
    // A pipeline without feedback: after LATENCY steps no bit of an arbitrary initial state is left.
    parameter F_TOP = 0;                    // 1: this module is the top of the proof
    generate if (F_TOP) begin : g_alone
        localparam LATENCY = LEVELS + CNT_W + 1;
        localparam F_W = W + 2*CNT_W + 2;   // wide enough that no sum or product overflows
        reg [LATENCY*N*W-1:0] f_data_q;     // sampled one to LATENCY edges before the last
        reg [N*W-1:0]         f_mine_q;     // sampled at edge 0: count_o is their result
        reg [LATENCY:0]       f_run_q = 0;
        reg                   f_past_q = 1'b0;
        reg [1:0]             f_how_q;
        reg [CNT_W-1:0]       f_most_q;
        always @(posedge clk_i) begin
            {f_mine_q, f_data_q} <= {f_data_q, data_i};
            f_run_q  <= {f_run_q[LATENCY-1:0], run_i};
            f_past_q <= 1'b1;
            f_how_q  <= rounding_i;
            f_most_q <= most_i;
        end
        reg [F_W-1:0] f_sum, f_max;
        integer f;
        always @* begin
            f_sum = 0;
            f_max = 0;
            for (f = 0; f < N; f = f + 1) begin
                f_sum = f_sum + f_mine_q[f*W +: W];
                if (f_mine_q[f*W +: W] > f_max) f_max = f_mine_q[f*W +: W];
            end
        end
        wire [F_W-1:0] f_count = count_o, f_block = block_q;
        wire [F_W-1:0] f_prod = f_count * f_max, f_step = f_block * f_max;
        wire [F_W-1:0] f_top = f_most_q < N ? f_most_q : N;
        wire f_all   = &f_run_q && |block_q && block_q <= N;    // of blocks of another size nothing is said
        wire f_first = f_count == f_block;          // the minimum,
        wire f_cut   = f_count + f_block > f_top;   // the maximum
        always @* begin
            whole:    assert (!f_all || count_o % block_q == 0);
            block_1:  assert (!f_all || (f_count >= f_block && f_count <= N));
            capped:   assert (!f_all || f_first || f_count <= f_top);
            nothing:  assert (!f_all || |f_max || f_cut);
            down:     assert (!(f_all && f_how_q == 0 && |f_max)
                              || ((f_first || f_prod <= f_sum) && (f_cut || f_sum < f_prod + f_step)));
            up_to:    assert (!(f_all && f_how_q == 1 && |f_max)
                              || ((f_cut || f_sum <= f_prod) && (f_first || f_prod < f_sum + f_step)));
            nearest:  assert (!(f_all && f_how_q[1] && |f_max)
                              || ((f_cut || 2*f_sum < 2*f_prod + f_step)
                                  && (f_first || 2*f_prod <= 2*f_sum + f_step)));
            cleared:  assert (f_run_q[0] || !f_past_q || !(|{sum_q, max_q, rem_q, div_q, t_q, block_q}));
            topmost:  cover (f_all && f_how_q == 1 && count_o == N && f_sum < N*f_max);
        end
    end endgenerate
`endif
endmodule
`default_nettype wire
