// lib_blocks - blocks of CTAs: CTAs per block of each kernel, the SM of the open block, and its remaining CTAs.
//
// Contract  A block is min(param_i, SLOTS, T_max) CTAs of a 2-D kernel, or one CTA of any other; param_i = 0 counts as 1. A
//           pick without an open block begins one of size_i CTAs; with one it continues it. The block is open until all
//           of it has been picked, or its kernel has no CTA left. Three CTAs on SM 2, with a cycle without a pick:
//
//             cycle    |  1     2     3     4     5
//             pick_i   |  1     0     1     1     0
//             open_o   |  0     SM2   SM2   SM2   0         the block that began before this cycle
//             rest_o   |  2     2     1     0     0         CTAs still to pick after the edge of this cycle
//             keep_o   |  SM2   SM2   SM2   0     0         their SM: the only candidate of the next cycle
//
// Timing    block_o, keep_o and rest_o combinational; open_o is a register.
// Size      SMS + CNT_W flops.
// Users     place_bcs, lib_offers.   Source  [LCS §4.2].
`default_nettype none
module lib_blocks #(
    parameter SMS     = 28,                                     // 1..256
    parameter SLOTS   = 8,                                      // CTA slots per SM, 1 or more
    parameter KERNELS = 4,                                      // kernel table entries, 1..16
    parameter CNT_W   = $clog2(SLOTS + 1)                       // derived: never set
) (
    input  wire                     clk_i,
    input  wire                     rst_ni,     // synchronous, active low

    input  wire [4:0]               param_i,    // wanted CTAs per block
    input  wire [KERNELS-1:0]       two_d_i,    // kernel k is 2-D
    input  wire [KERNELS*CNT_W-1:0] tmax_i,     // T_max: CTAs of kernel k that fill an empty SM
    output wire [KERNELS*CNT_W-1:0] block_o,    // CTAs per block of kernel k, 1 or more

    input  wire                     pick_i,     // an SM is picked
    input  wire [SMS-1:0]           pick_sm_i,  // this SM, one-hot or zero; the SM of the open block, if one is open
    input  wire [CNT_W-1:0]         size_i,     // CTAs of a block that begins now, 1 or more
    input  wire                     live_i,     // the kernel of the open block has CTAs left to dispatch
    output wire [SMS-1:0]           open_o,     // SM of the block that is open in this cycle, one-hot or zero
    output wire [CNT_W-1:0]         rest_o,     // CTAs of the open block still to pick after this edge
    output wire [SMS-1:0]           keep_o      // SM of the open block after this edge, one-hot; zero: no block is open
);
    localparam [CNT_W-1:0] ONE      = 1;
    localparam [31:0]      SLOTS_32 = SLOTS;

    // CTAs per block before T_max: 1 to SLOTS.
    wire [CNT_W+4:0] wanted  = {{CNT_W{1'b0}}, param_i};
    wire [CNT_W+4:0] clipped = (wanted < SLOTS_32[CNT_W+4:0]) ? wanted : SLOTS_32[CNT_W+4:0];
    wire [CNT_W-1:0] size    = |clipped ? clipped[CNT_W-1:0] : ONE;
    reg  [KERNELS*CNT_W-1:0] block;

    integer k;
    always @*
        for (k = 0; k < KERNELS; k = k + 1)
            block[k*CNT_W +: CNT_W] = !two_d_i[k]                       ? ONE
                                    : tmax_i[k*CNT_W +: CNT_W] < size ? tmax_i[k*CNT_W +: CNT_W]
                                                                      : size;

    reg  [SMS-1:0]   keep_q;                    // SM of the open block, one-hot or none
    reg  [CNT_W-1:0] left_q;                    // its CTAs still to pick
    wire             open = |keep_q;
    wire [CNT_W-1:0] left = open ? left_q : size_i;     // its CTAs from this pick on
    always @(posedge clk_i)
        if (!rst_ni) begin
            keep_q <= {SMS{1'b0}};
            left_q <= {CNT_W{1'b0}};
        end else begin
            keep_q <= keep_o;
            if (pick_i) left_q <= left - ONE;
        end

    // A block also ends when its kernel has no CTA left: after its last CTA, or after an abort.
    assign block_o = block;
    assign open_o  = keep_q;
    assign rest_o  = pick_i ? left - ONE : left_q & {CNT_W{open && live_i}};
    assign keep_o  = pick_i ? pick_sm_i & {SMS{left != ONE}} : keep_q & {SMS{live_i}};

    wire unused = &{1'b0, clipped};             // its upper bits are 0

`ifdef FORMAL
    parameter F_TOP = 0;                        // 1: this module is the top of the proof
    reg f_past_q = 1'b0, f_run_q = 1'b0, f_pick_q, f_live_q;
    reg [SMS-1:0]   f_keep_q, f_sm_q;
    reg [CNT_W-1:0] f_left_q, f_size_q;
    wire [4:0]      f_most = param_i == 0 ? 5'd1 : param_i > SLOTS ? SLOTS : param_i;
    reg             f_blocks;                   // block_o is as the contract says
    reg [CNT_W-1:0] f_min;
    integer i;
    always @(posedge clk_i) begin
        f_past_q <= 1'b1;
        f_run_q  <= rst_ni;
        f_pick_q <= pick_i;
        f_live_q <= live_i;
        f_sm_q   <= pick_sm_i;
        f_keep_q <= keep_q;
        f_left_q <= left_q;
        f_size_q <= size_i;
    end
    always @* begin
        f_blocks = 1'b1;
        for (i = 0; i < KERNELS; i = i + 1) begin
            f_min = tmax_i[i*CNT_W +: CNT_W] > f_most ? f_most : tmax_i[i*CNT_W +: CNT_W];
            if (!two_d_i[i]) f_min = 1;
            f_blocks = f_blocks && block_o[i*CNT_W +: CNT_W] == f_min;
        end
    end
    always @* assume (f_past_q || !rst_ni);     // every run begins in reset
    always @* if (f_past_q) begin
        in_pick:  assume (pick_i == |pick_sm_i && !(pick_sm_i & (pick_sm_i - 1'b1)));
        in_size:  assume (!pick_i || open || |size_i);
        in_there: assume (!(pick_i && open) || pick_sm_i == keep_q);
    end
    always @* if (f_past_q) begin
        blocks:   assert (f_blocks);
        inv_keep: assert (!(keep_q & (keep_q - 1'b1)) && (!open || |left_q) && |rest_o == |keep_o);
        begins:   assert (!(f_run_q && f_pick_q && !(|f_keep_q))
                          || (f_size_q == ONE ? !open : keep_q == f_sm_q && left_q == f_size_q - ONE));
        goes_on:  assert (!(f_run_q && f_pick_q && |f_keep_q)
                          || (f_left_q == ONE ? !open : keep_q == f_keep_q && left_q == f_left_q - ONE));
        stands:   assert (!(f_run_q && !f_pick_q && f_live_q)
                          || (keep_q == f_keep_q && (!open || left_q == f_left_q)));
        ends:     assert (!(f_run_q && !f_pick_q && !f_live_q) || !open);
    end
    generate
        if (F_TOP) begin : g_cover
            always @* if (f_past_q)
                second: cover (rst_ni && open && pick_sm_i[SMS-1] && f_pick_q && |f_keep_q);
        end
    endgenerate
`endif
endmodule
`default_nettype wire
