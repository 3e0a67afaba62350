// lib_fit2 - do m CTAs of one kernel and n of another fit an SM together?
//
// Contract  fits_o with done_o: in every field of an amount word m * amt_a + n * amt_b <= cap. What is asked
//           stays while run_i. Amount words as in disp_fit_sm, the guard bits of all but guard_i 0.
// Timing    a bit of the words per cycle, the lowest first: done_o in the 64th cycle of run_i. If run_i
//           stays, the next pass follows at once.
// Size      2*CNT_W + 12 flops: the products are summed up bit by bit, with a carry of CNT_W + 1 bits.
// Users     limit_smk.   Source  own; [SMK Eq. 1].
`default_nettype none
module lib_fit2 #(
    parameter KERNELS = 4,                      // 1..16
    parameter AMT_W   = 54,                     // bits of an amount word, guards included, 2..62
    parameter CNT_W   = 4                       // bits of m and n
) (
    input  wire                     clk_i,
    input  wire                     run_i,
    input  wire [AMT_W-1:0]         cap_i,      // what an empty SM has
    input  wire [AMT_W-1:0]         guard_i,    // the guard bits: each ends the field below it
    input  wire [KERNELS*AMT_W-1:0] amt_i,      // what a CTA of each kernel takes
    input  wire [KERNELS-1:0]       a_i,        // one kernel, one-hot,
    input  wire [KERNELS-1:0]       b_i,        // and the other
    input  wire [CNT_W-1:0]         m_i,        // so many of a
    input  wire [CNT_W-1:0]         n_i,        // and so many of b
    output wire                     done_o,
    output wire                     fits_o
);
    localparam PAD = 64 - AMT_W;

    generate
        if (AMT_W < 2 || AMT_W > 62) begin : g_check
            lib_fit2_needs_AMT_W_from_2_to_62 u_stop ();
        end
    endgenerate

    reg [5:0]       at_q;                       // the bit that is read; its sum follows a cycle later
    reg             a_q, b_q, cap_q, end_q;     // that bit of a's word, b's, the capacity, the guards
    reg [CNT_W:0]   carry_q;
    reg             more_q, over_q;             // so far the field sums to more; another one does

    // Two steps: one of each eight bits, then one of the eight that are left.
    function pick(input [AMT_W-1:0] word, input [5:0] at);
        reg [63:0] all;
        reg [7:0]  few, low, high;
        integer    i;
        begin
            all  = {{PAD{1'b0}}, word};
            low  = 8'd1 << at[2:0];
            high = 8'd1 << at[5:3];
            for (i = 0; i < 8; i = i + 1) few[i] = |(all[8*i +: 8] & low);
            pick = |(few & high);
        end
    endfunction

    reg a, b;
    integer k;
    always @* begin
        a = 1'b0;
        b = 1'b0;
        for (k = 0; k < KERNELS; k = k + 1) begin
            a = a | (a_i[k] & pick(amt_i[k*AMT_W +: AMT_W], at_q));
            b = b | (b_i[k] & pick(amt_i[k*AMT_W +: AMT_W], at_q));
        end
    end

    wire [CNT_W+1:0] sum  = {1'b0, carry_q} + {2'b0, m_i & {CNT_W{a_q}}} + {2'b0, n_i & {CNT_W{b_q}}};
    wire             more = (sum[0] == cap_q) ? more_q : sum[0];
    wire             last = &at_q;

    assign done_o = run_i && last;
    assign fits_o = !over_q;

    always @(posedge clk_i) begin
        at_q    <= (at_q + 6'd1) & {6{run_i}};
        a_q     <= a && run_i;
        b_q     <= b && run_i;
        cap_q   <= pick(cap_i, at_q) && run_i;
        end_q   <= pick(guard_i, at_q) && run_i;
        carry_q <= sum[CNT_W+1:1] & {CNT_W+1{run_i && !last && !end_q}};
        more_q  <= more && run_i && !last && !end_q;
        over_q  <= (over_q || (end_q && (more_q || |carry_q))) && run_i && !last;
    end

`ifdef FORMAL
`endif
endmodule
`default_nettype wire
