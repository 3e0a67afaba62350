// limit_static - limits an SM to n CTAs of a kernel; the host sets n.
//
// Param     n reset 1 max 63: most CTAs of a kernel resident on one SM.
// Contract  ok_o[s]: with its next block SM s holds at most n CTAs of the kernel, or just that block: a
//           kernel whose blocks are larger than n runs with one block per SM.
// Timing    combinational from the registered counts and the parameter.
// Size      no flops; one comparison of a slot count per SM.
// Users     limit_bank.   Source  the static sweeps of [LCS Fig. 5] and [DYNCTA Fig. 1].
`default_nettype none
module limit_static #(
    parameter SMS     = 28,                                     // 1..256
    parameter SLOTS   = 8,                                      // CTA slots per SM, 1 or more
    parameter KERNELS = 4,                                      // kernel table entries, 1..16
    parameter KID_W   = (KERNELS > 1) ? $clog2(KERNELS) : 1,    // derived: never set
    parameter CNT_W   = $clog2(SLOTS + 1)                       // derived: never set
) (
    input  wire [5:0]               param_n_i,
    input  wire [KERNELS*CNT_W-1:0] block_i,    // CTAs per block of kernel k, 1 or more
    input  wire [KID_W-1:0]         want_kid_i, // kernel that all SMs are asked about
    input  wire [SMS*CNT_W-1:0]     ahead_i,    // CTAs of that kernel on SM s plus its next block, minus 1: at most SLOTS
                                                // where the fit stage agrees; elsewhere the sum may wrap, and ok_o is
                                                // ignored
    output wire [SMS-1:0]           ok_o        // SM s may take one more CTA of that kernel
);
    localparam [31:0] SLOTS_32 = SLOTS;
    localparam [5:0]  MOST = SLOTS_32[5:0];

    generate
        if (SLOTS > 63) begin : g_check
            limit_static_needs_param_n_i_to_hold_SLOTS u_stop ();
        end
    endgenerate

    // Clips n to SLOTS once, so the comparison per SM is CNT_W bits wide.
    wire [5:0]       n    = (param_n_i < MOST) ? param_n_i : MOST;
    wire [CNT_W-1:0] most = n[CNT_W-1:0];
    reg  [SMS-1:0]   ok;
    reg  [CNT_W-1:0] block, top;                // block of the kernel that SMs are asked about; its most CTAs on an SM

    integer s, k;
    always @* begin
        block = {CNT_W{1'b0}};
        for (k = 0; k < KERNELS; k = k + 1)
            if (want_kid_i == k[KID_W-1:0]) block = block | block_i[k*CNT_W +: CNT_W];
        top = (block < most) ? most : block;
        for (s = 0; s < SMS; s = s + 1) ok[s] = ahead_i[s*CNT_W +: CNT_W] < top;
    end

    assign ok_o = ok;
    wire unused = &{1'b0, n};                   // with few slots the upper bits of n are 0

`ifdef FORMAL
    (* anyconst *) reg [7:0] f_s;               // any SM
    wire [SMS*CNT_W-1:0] f_cnt = ahead_i >> (f_s * CNT_W);
    wire [CNT_W-1:0]     f_res = f_cnt[CNT_W-1:0];
    wire [KERNELS*CNT_W-1:0] f_blocks = block_i >> (want_kid_i * CNT_W);
    wire [CNT_W-1:0]         f_block  = f_blocks[CNT_W-1:0];
    always @* begin
        assume (f_s < SMS);
        below: assert (!(ok[f_s] && f_res < SLOTS) || f_res < param_n_i || f_res < f_block);
        first: assert (f_res >= f_block || ok[f_s]);
        above: assert (ok[f_s] || f_res >= param_n_i || f_res >= SLOTS);
        held:  cover (!ok_o[0] && ok_o[SMS-1] && param_n_i == 6'd2);
    end
`endif
endmodule
`default_nettype wire
