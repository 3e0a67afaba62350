// limit_static - at most n CTAs of a kernel on an SM, n set by the host.
//
// Param     n reset 1 max 31: most CTAs of a kernel resident on one SM.
// Contract  ok_o[s] = SM s would hold at most n CTAs of the kernel it is offered to, or no more than a
//           block of them: a kernel whose blocks are larger than n runs with one block per SM.
// Timing    combinational from the registered counts and the parameter.
// Size      no flops; one comparison of a slot count per SM.
// Users     limit_bank.   Source  the static sweeps of [LCS Fig. 5] and [DYNCTA Fig. 1].
`default_nettype none
module limit_static #(
    parameter SMS     = 28,                                     // 1..256
    parameter SLOTS   = 8,                                      // CTA slots per SM, 1..16
    parameter KERNELS = 4,                                      // kernel table entries, 1..16
    parameter KID_W   = (KERNELS > 1) ? $clog2(KERNELS) : 1,    // derived: never set
    parameter CNT_W   = $clog2(SLOTS + 1)                       // derived: never set
) (
    input  wire [4:0]               param_n_i,
    input  wire [KERNELS*CNT_W-1:0] block_i,    // so many CTAs of kernel k go together
    input  wire [SMS*KID_W-1:0]     want_kid_i, // the kernel SM s is offered to
    input  wire [SMS*CNT_W-1:0]     ahead_i,    // CTAs of it on SM s before the last of the block that
                                                // goes next
    output wire [SMS-1:0]           ok_o        // SM s may take that block
);
    localparam [31:0] SLOTS_32 = SLOTS;
    localparam [4:0]  MOST = SLOTS_32[4:0];

    // An n above SLOTS limits nothing; clipped once, the comparison per SM is CNT_W bits wide.
    wire [4:0]       n    = (param_n_i < MOST) ? param_n_i : MOST;
    wire [CNT_W-1:0] most = n[CNT_W-1:0];
    reg  [SMS-1:0]   ok;
    reg  [CNT_W-1:0] block;                     // of the kernel the SM is offered to

    integer s, k;
    always @*
        for (s = 0; s < SMS; s = s + 1) begin
            block = {CNT_W{1'b0}};
            for (k = 0; k < KERNELS; k = k + 1)
                if (want_kid_i[s*KID_W +: KID_W] == k[KID_W-1:0])
                    block = block | block_i[k*CNT_W +: CNT_W];
            ok[s] = ahead_i[s*CNT_W +: CNT_W] < ((block < most) ? most : block);
        end

    assign ok_o = ok;
    wire unused = &{1'b0, n};                   // its upper bits are 0 with few slots

`ifdef FORMAL
    (* anyconst *) reg [7:0] f_s;               // any SM
    wire [SMS*CNT_W-1:0] f_cnt = ahead_i >> (f_s * CNT_W);
    wire [CNT_W-1:0]     f_res = f_cnt[CNT_W-1:0];
    wire [SMS*KID_W-1:0]     f_kid    = want_kid_i >> (f_s * KID_W);
    wire [KERNELS*CNT_W-1:0] f_blocks = block_i >> (f_kid[KID_W-1:0] * CNT_W);
    wire [CNT_W-1:0]         f_block  = f_blocks[CNT_W-1:0];
    always @* begin
        assume (f_s < SMS);
        below: assert (!(ok[f_s] && f_res < SLOTS) || f_res < param_n_i || f_res < f_block);
        first: assert (f_res >= f_block || ok[f_s]);
        above: assert (ok[f_s] || f_res >= param_n_i || f_res >= SLOTS);
        held:  cover (!ok_o[0] && ok_o[SMS-1] && param_n_i == 5'd2);
    end
`endif
endmodule
`default_nettype wire
