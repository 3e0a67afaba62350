// lib_fit2 - do m CTAs of one kernel and n of another fit on an SM together?
//
// Contract  With done_o, fits_o says whether m_i * amt_a + n_i * amt_b <= cap_i in every field of an amount word, where a
//           and b are the kernels of a_i and b_i. Inputs are constant from the first cycle of run_i until done_o. Amount
//           words as in disp_fit_sm; their guard bits are 0.
// Timing    reads one bit of the words per cycle, the lowest first: done_o in the 64th cycle of run_i. If run_i stays, the
//           next pass starts in the cycle after it.
// Size      2*CNT_W + 12 flops: the products are summed bit by bit, with a carry of CNT_W + 1 bits.
// Users     limit_smk.   Source  own; [SMK Eq. 1].
`default_nettype none
module lib_fit2 #(
    parameter KERNELS = 4,                      // 1..16
    parameter AMT_W   = 59,                     // bits of an amount word, guards included, 2..62
    parameter CNT_W   = 4                       // bits of m and n
) (
    input  wire                     clk_i,
    input  wire                     run_i,      // computes; low: clears all state
    input  wire [AMT_W-1:0]         cap_i,      // capacity of an empty SM
    input  wire [AMT_W-1:0]         guard_i,    // the guard bits of an amount word: each ends the field below it
    input  wire [KERNELS*AMT_W-1:0] amt_i,      // resources of a CTA of kernel k
    input  wire [KERNELS-1:0]       a_i,        // kernel a, one-hot
    input  wire [KERNELS-1:0]       b_i,        // kernel b, one-hot
    input  wire [CNT_W-1:0]         m_i,        // CTAs of kernel a
    input  wire [CNT_W-1:0]         n_i,        // CTAs of kernel b
    output wire                     done_o,     // fits_o is valid
    output wire                     fits_o      // they fit
);
    localparam PAD = 64 - AMT_W;

    generate
        if (AMT_W < 2 || AMT_W > 62) begin : g_check
            lib_fit2_needs_AMT_W_from_2_to_62 u_stop ();
        end
    endgenerate

    reg [5:0]       at_q;                       // bit of the words that is read; it is added a cycle later
    reg             a_q, b_q, cap_q, end_q;     // the bit read before, of amt_a, amt_b, cap_i, guard_i
    reg [CNT_W:0]   carry_q;
    reg             more_q;                     // the bits added so far of this field exceed those of cap_i
    reg             over_q;                     // a complete field exceeds that of cap_i

    // Bit `at` of a word: selects one bit of every eight, then one of these eight.
    function bit_of(input [AMT_W-1:0] word, input [5:0] at);
        reg [63:0] all;
        reg [7:0]  few, low, high;
        integer    i;
        begin
            all  = {{PAD{1'b0}}, word};
            low  = 8'd1 << at[2:0];
            high = 8'd1 << at[5:3];
            for (i = 0; i < 8; i = i + 1) few[i] = |(all[8*i +: 8] & low);
            bit_of = |(few & high);
        end
    endfunction

    wire cap_bit = bit_of(cap_i, at_q), end_bit = bit_of(guard_i, at_q);
    reg a, b, own;                              // the bit of amt_a, amt_b, and of kernel k
    integer k;
    always @* begin
        a   = 1'b0;
        b   = 1'b0;
        own = 1'b0;
        for (k = 0; k < KERNELS; k = k + 1) begin
            own = bit_of(amt_i[k*AMT_W +: AMT_W], at_q);
            a   = a | (a_i[k] & own);
            b   = b | (b_i[k] & own);
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
        cap_q   <= cap_bit && run_i;
        end_q   <= end_bit && run_i;
        carry_q <= sum[CNT_W+1:1] & {CNT_W+1{run_i && !last && !end_q}};
        more_q  <= more && run_i && !last && !end_q;
        over_q  <= (over_q || (end_q && (more_q || |carry_q))) && run_i && !last;
    end

`ifdef FORMAL
    parameter F_TOP = 0;                        // 1: this module is the top of the proof
    localparam F_W = AMT_W + CNT_W + 1;         // bits of a sum, without overflow
    reg             f_rest_q = 1'b0;            // run_i was low before
    reg             f_past_q = 1'b0, f_run_q;
    reg [AMT_W-1:0] f_a, f_b;                   // words of both kernels
    wire [4*AMT_W+2*CNT_W-1:0] f_ask = {f_a, f_b, m_i, n_i, cap_i, guard_i};
    reg  [4*AMT_W+2*CNT_W-1:0] f_ask_q;
    integer f;
    always @* begin
        f_a = {AMT_W{1'b0}};
        f_b = {AMT_W{1'b0}};
        for (f = 0; f < KERNELS; f = f + 1) begin
            f_a = f_a | (amt_i[f*AMT_W +: AMT_W] & {AMT_W{a_i[f]}});
            f_b = f_b | (amt_i[f*AMT_W +: AMT_W] & {AMT_W{b_i[f]}});
        end
    end
    reg [5:0]       f_from_q;                   // the lowest bit of the field that is summed up
    reg             f_over_q;                   // a field below it is exceeded
    wire [5:0]      f_len  = at_q - f_from_q;   // with the bit that is registered
    wire [5:0]      f_done = (f_len == 6'd0) ? 6'd0 : f_len - 6'd1;
    wire [F_W-1:0]  f_mask = ~({F_W{1'b1}} << f_done);
    wire [F_W-1:0]  f_one  = ({{CNT_W+1{1'b0}}, f_a} >> f_from_q) & f_mask;
    wire [F_W-1:0]  f_two  = ({{CNT_W+1{1'b0}}, f_b} >> f_from_q) & f_mask;
    wire [F_W-1:0]  f_most = ({{CNT_W+1{1'b0}}, cap_i} >> f_from_q) & f_mask;
    wire [F_W-1:0]  f_sum  = f_one * m_i + f_two * n_i;
    wire [63:0]     f_bits = {{PAD{1'b0}}, guard_i} >> (at_q - 6'd1);
    wire [63:0]     f_as = {{PAD{1'b0}}, f_a} >> (at_q - 6'd1), f_bs = {{PAD{1'b0}}, f_b} >> (at_q - 6'd1);
    wire [63:0]     f_caps = {{PAD{1'b0}}, cap_i} >> (at_q - 6'd1);
    wire            f_on = run_i && f_run_q && at_q != 6'd0;
    always @(posedge clk_i) begin
        f_past_q  <= 1'b1;
        f_run_q   <= run_i;
        f_rest_q  <= f_rest_q || !run_i;
        f_ask_q   <= f_ask;
        if (!run_i || last) begin
            f_from_q <= 6'd0;
            f_over_q <= 1'b0;
        end else if (end_q) begin
            f_from_q <= at_q;
            f_over_q <= f_over_q || f_sum > f_most;
        end
    end
    always @* if (f_past_q) begin
        in_guard: assume (!run_i || (!((f_a | f_b | cap_i) & guard_i) && guard_i[AMT_W-1]));
        in_stays: assume (!(run_i && f_run_q && at_q != 6'd0) || f_ask == f_ask_q);
    end
    always @* if (f_rest_q && F_TOP) begin
        answer:   assert (!done_o || fits_o == !f_over_q);
        whole:    assert (!done_o || f_from_q == AMT_W);
        inv_from: assert (!f_run_q || (f_from_q <= at_q && f_from_q <= AMT_W));
        inv_bit:  assert (!f_on || (a_q == f_as[0] && b_q == f_bs[0] && cap_q == f_caps[0] && end_q == f_bits[0]));
        inv_zero: assert (f_run_q && at_q != 6'd0 || (!(|carry_q) && !more_q && !over_q && (f_from_q == 6'd0)
                          && !f_over_q && !a_q && !b_q && !end_q && !cap_q));
        inv_over: assert (!f_on || over_q == f_over_q);
        inv_sum:  assert (!f_on || f_from_q == AMT_W || {{F_W-CNT_W-1{1'b0}}, carry_q} == f_sum >> f_done);
        inv_more: assert (!f_on || f_from_q == AMT_W || more_q == ((f_sum & f_mask) > f_most));
        inv_last: assert (!f_on || at_q <= AMT_W || f_from_q == AMT_W);
        inv_none: assert (!f_on || f_from_q != AMT_W || (!(|carry_q) && !more_q));
    end
    generate
        if (F_TOP) begin : g_cover
            always @* if (f_rest_q) begin
                full: cover (done_o && fits_o && &m_i && &n_i && |(f_a & f_b) && cap_i == f_a * m_i + f_b * n_i);
                over: cover (done_o && !fits_o);
            end
        end
    endgenerate
`endif
endmodule
`default_nettype wire
