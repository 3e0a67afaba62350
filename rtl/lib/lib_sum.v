// lib_sum - the sum of N numbers, as a pipeline of adders with four addends a stage.
//
// Contract  Each edge with take_i begins a sum of data_i. sum_o is that sum in the cycle in which valid_o is high.
//           clear_i drops the sums under way; none begins at its edge.
// Timing    a sum may begin in every cycle. It is valid LEVELS edges later: the base 4 logarithm of N, rounded up,
//           at least 1.
// Size      about N*(W + 3)/3 flops, LEVELS stages.
// Users     limit_smc.   Source  textbook.
`default_nettype none
module lib_sum #(
    parameter N      = 28,                                          // addends, 1..256
    parameter W      = 7,                                           // bits of an addend
    parameter LEVELS = (N <= 4) ? 1 : (N <= 16) ? 2 : (N <= 64) ? 3 : 4,    // derived: never set
    parameter SUM_W  = W + 2*LEVELS                                 // derived: never set
) (
    input  wire             clk_i,
    input  wire             clear_i,
    input  wire             take_i,
    input  wire [N*W-1:0]   data_i,
    output wire             valid_o,
    output wire [SUM_W-1:0] sum_o
);
    generate
        if (N < 1 || N > 256) begin : g_check
            lib_sum_needs_N_from_1_to_256 u_stop ();
        end
    endgenerate

    // all[first(l)] up: the numbers before stage l, of W + 2*l bits each; the last one is the sum.
    function integer many(input integer l);     // how many there are
        many = (N + (1 << 2*l) - 1) >> 2*l;
    endfunction
    function integer first(input integer l);
        integer j;
        begin
            first = 0;
            for (j = 0; j < l; j = j + 1) first = first + many(j)*(W + 2*j);
        end
    endfunction
    localparam SUM_AT = first(LEVELS);
    wire [SUM_AT+SUM_W-1:0] all;
    reg  [LEVELS-1:0]       valid_q;
    assign all[N*W-1:0] = data_i;
    genvar l, i;
    generate
        for (l = 0; l < LEVELS; l = l + 1) begin : g_stage
            localparam IN = many(l), IN_W = W + 2*l, OUT = many(l + 1), OUT_W = IN_W + 2;
            localparam AT = first(l), NEXT = first(l + 1);
            wire                  take = (l == 0) ? take_i : valid_q[(l > 0) ? l - 1 : 0];
            wire [4*OUT*IN_W-1:0] data;         // fours, filled up with zeros
            reg  [OUT*OUT_W-1:0]  add_q;        // guarded by valid_q: not reset
            assign data[IN*IN_W-1:0] = all[AT +: IN*IN_W];
            if (IN < 4*OUT) begin : g_fill
                assign data[4*OUT*IN_W-1:IN*IN_W] = {(4*OUT - IN)*IN_W{1'b0}};
            end
            for (i = 0; i < OUT; i = i + 1) begin : g_add
                always @(posedge clk_i)
                    if (take)
                        add_q[i*OUT_W +: OUT_W]
                            <= {2'd0, data[4*i*IN_W +: IN_W]}       + {2'd0, data[(4*i + 1)*IN_W +: IN_W]}
                             + {2'd0, data[(4*i + 2)*IN_W +: IN_W]} + {2'd0, data[(4*i + 3)*IN_W +: IN_W]};
            end
            assign all[NEXT +: OUT*OUT_W] = add_q;
            always @(posedge clk_i) valid_q[l] <= take && !clear_i;
        end
    endgenerate
    assign valid_o = valid_q[LEVELS-1];
    assign sum_o   = all[SUM_AT +: SUM_W];

`ifdef FORMAL
    parameter F_TOP = 0;                        // 1: this module is the top of the proof
    generate
        if (F_TOP) begin : g_top
            reg [SUM_W-1:0]        f_sum;       // of the numbers at the input
            reg [LEVELS*SUM_W-1:0] f_sums_q;    // of those 1 to LEVELS edges ago
            reg [LEVELS-1:0]       f_begun_q;   // that began then, and none was cleared since
            integer f_i;
            always @* begin
                f_sum = {SUM_W{1'b0}};
                for (f_i = 0; f_i < N; f_i = f_i + 1) f_sum = f_sum + {{SUM_W-W{1'b0}}, data_i[f_i*W +: W]};
            end
            always @(posedge clk_i) begin
                f_sums_q  <= (f_sums_q << SUM_W) | {{(LEVELS - 1)*SUM_W{1'b0}}, f_sum};
                f_begun_q <= {f_begun_q << 1 | {{LEVELS-1{1'b0}}, take_i}} & {LEVELS{!clear_i}};
            end
            reg f_past_q = 1'b0;                // a clear is over
            always @(posedge clk_i) f_past_q <= f_past_q || clear_i;
            always @* begin
                if (f_past_q) begin
                    in_time: assert (valid_o == f_begun_q[LEVELS-1]);
                    exact:   assert (!valid_o || sum_o == f_sums_q[(LEVELS - 1)*SUM_W +: SUM_W]);
                    full:    cover (valid_o && sum_o == N * ((1 << W) - 1) && f_begun_q == {LEVELS{1'b1}});
                end
            end
        end
    endgenerate
`endif
endmodule
`default_nettype wire
