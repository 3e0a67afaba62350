// lib_blocks - blocks of CTAs: how many go together, and where the one that has begun goes on.
//
// Contract  A block is min(param_i, T_max) CTAs of a 2-D kernel, one CTA of any other; 0 counts as 1. A pick begins a
//           block of size_i CTAs, or goes to the open one. That stays open on its SM until all of it
//           has been picked, or its kernel has no CTA left.
// Timing    block_o and keep_o, rest_o in the same cycle; open_o is a register.
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

    input  wire [4:0]               param_i,
    input  wire [KERNELS-1:0]       two_d_i,    // kernel k is 2-D
    input  wire [KERNELS*CNT_W-1:0] tmax_i,     // so many of its CTAs fill an empty SM
    output wire [KERNELS*CNT_W-1:0] block_o,    // CTAs in a block of kernel k, from 1

    input  wire                     pick_i,     // an SM is picked,
    input  wire [SMS-1:0]           pick_sm_i,  // this one, one-hot
    input  wire [CNT_W-1:0]         size_i,     // CTAs of a block that begins now, from 1
    input  wire                     live_i,     // the kernel of the open block has CTAs left
    output wire [SMS-1:0]           open_o,     // a block is open on this SM, one-hot or none
    output wire [CNT_W-1:0]         rest_o,     // behind this edge so many CTAs of a block go
    output wire [SMS-1:0]           keep_o      // here next, one-hot; 0: none
);
    localparam [CNT_W-1:0] ONE      = 1;
    localparam [31:0]      SLOTS_32 = SLOTS;

    // A block above SLOTS is one of SLOTS, and one of 0 is one of 1.
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
    reg  [CNT_W-1:0] left_q;                    // its CTAs still to go
    wire             open = |keep_q;
    wire [CNT_W-1:0] left = open ? left_q : size_i;     // CTAs of it from this one on
    always @(posedge clk_i)
        if (!rst_ni) begin
            keep_q <= {SMS{1'b0}};
            left_q <= {CNT_W{1'b0}};
        end else begin
            keep_q <= keep_o;
            if (pick_i) left_q <= left - ONE;
        end

    // With its kernel's last CTA a block ends, too.
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
