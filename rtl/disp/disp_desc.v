// disp_desc - kernel descriptors and the register words of each kernel table entry.
//
// Contract  Implements block KERNEL of rtl/disp/registers.txt. It refuses a write (wr_err_o, nothing
//           changes) to an unknown or read-only word, to a busy entry, and a launch that
//           could never finish: a grid size, warps, threads or T_max of 0, a CTA larger than an empty SM,
//           a priority with in_order_i, or a partition that disp_parts does not allow. Only a busy entry can be aborted. With
//           PRIORITIES 0 it also refuses to write any other priority than 0.
// Timing    The bus presents a word for a check (wr_err_o) and asserts wr_valid_i in the next cycle, unless the word
//           was refused; the edge of wr_valid_i writes it. Reads and errors are combinational from the address.
//           launch_o is asserted in the cycle of wr_valid_i.
// Size      KERNELS * (grid + amounts + CNT_W + 13) flops, one comparison with the capacity.
// Users     disp_host.   Not modelled: values wider than their field lose the upper bits.
`default_nettype none
module disp_desc #(
    parameter KERNELS   = 4,                            // kernel table entries, 1..16
    parameter X_W       = 24,                           // bits of the grid sizes
    parameter Y_W       = 16,
    parameter Z_W       = 16,
    parameter LID_W     = 32,                           // bits of a CTA count, <= 32
    parameter WARPS_W   = 7,                            // bits of the resource amounts of a CTA
    parameter THREADS_W = 12,
    parameter REGS_W    = 14,
    parameter SMEM_W    = 17,
    parameter OUT_W     = 8,                            // bits of a count of CTAs in flight
    parameter SLOTS     = 8,                            // CTA slots per SM, 1 or more
    parameter PRIORITIES = 1,                           // 0: every kernel has priority 0
    parameter CNT_W = $clog2(SLOTS + 1),                            // derived: never set
    parameter AMT_W = CNT_W + WARPS_W + THREADS_W + REGS_W + SMEM_W + 5     // derived: never set
) (
    input  wire                     clk_i,
    input  wire                     rst_ni,             // synchronous, active low

    input  wire                     wr_valid_i,         // only if wr_err_o was low for this word a cycle ago
    input  wire [11:0]              wr_addr_i,
    input  wire [31:0]              wr_data_i,
    output wire                     wr_err_o,           // the write would be refused
    input  wire [11:0]              rd_addr_i,
    output wire [31:0]              rd_data_o,          // 0 with rd_err_o
    output wire                     rd_err_o,

    input  wire [AMT_W-1:0]         cap_i,              // capacity of an empty SM, loaded by the last init
    input  wire [KERNELS-1:0]       none_i,             // kernel k's partition has too few SMs, see disp_parts
    input  wire                     in_order_i,         // a kernel with a priority must not be launched
    input  wire [KERNELS-1:0]       busy_i,             // state of each entry
    input  wire [KERNELS-1:0]       live_i,
    input  wire [KERNELS-1:0]       done_i,
    input  wire [KERNELS*LID_W-1:0] count_i,            // CTAs issued
    input  wire [KERNELS*OUT_W-1:0] out_i,              // and not yet released

    output wire [KERNELS-1:0]       launch_o,           // kernel launched in this cycle, one-hot or zero
    output wire [2:0]               launch_one_o,       // its grid has one CTA in { z, y, x }
    output wire [KERNELS*AMT_W-1:0] amt_o,              // amount words, see disp_fit_sm
    output wire [KERNELS-1:0]       two_d_o,            // the host marks the kernel as 2-D
    output wire [KERNELS-1:0]       borrow_o,           // the kernel also uses SMs of others, see disp_parts
    output wire [KERNELS*CNT_W-1:0] tmax_o,             // T_max of each kernel
    output wire [KERNELS*3-1:0]     priority_o,         // its priority, 7 the highest
    input  wire [KERNELS-1:0]       sel_i,              // one-hot: kernel whose grid is at grid_*_o
    output wire [X_W-1:0]           grid_x_o,
    output wire [Y_W-1:0]           grid_y_o,
    output wire [Z_W-1:0]           grid_z_o,
    input  wire [KERNELS-1:0]       ask_i,              // one-hot or zero: kernel whose grid is at ask_*_o
    output wire [X_W-1:0]           ask_x_o,
    output wire [Y_W-1:0]           ask_y_o,
    output wire [Z_W-1:0]           ask_z_o,
    output wire [KERNELS-1:0]       abort_o,            // kernel that the host aborts, one-hot or zero
    input  wire [KERNELS-1:0]       aborted_i,          // these kernels were aborted
    input  wire [KERNELS-1:0]       sat_i,              // a counter of the limit has saturated for these
    output wire [KERNELS*(X_W+Y_W+Z_W)-1:0] grid_o      // grids of all kernels, { z, y, x } each
);
    localparam GRID_W = X_W + Y_W + Z_W;
    localparam [AMT_W-1:0] GUARD = {1'b1, {CNT_W{1'b0}}, 1'b1, {SMEM_W{1'b0}}, 1'b1, {REGS_W{1'b0}},
                                    1'b1, {THREADS_W{1'b0}}, 1'b1, {WARPS_W{1'b0}}};
    localparam [KERNELS-1:0] ONE = 1;
    localparam [X_W-1:0] X_ONE = 1;
    localparam [Y_W-1:0] Y_ONE = 1;
    localparam [Z_W-1:0] Z_ONE = 1;
    localparam [31:0] SLOTS_32 = SLOTS;
    localparam [CNT_W-1:0] TMAX_RESET = SLOTS_32[CNT_W-1:0], SLOT_ONE = 1;

    `include "words_kernel.vh"
    localparam [31:0] ROW_W = 10 - WORD_W;                   // address bits of an entry

    generate
        if (SLOTS >= 1 << TMAX_BITS) begin : g_check
            disp_desc_needs_TMAX_of_registers_txt_to_hold_SLOTS u_stop ();
        end
    endgenerate

    reg [KERNELS*WARPS_W-1:0]   warps_q;
    reg [KERNELS*THREADS_W-1:0] threads_q;
    reg [KERNELS*REGS_W-1:0]    regs_q;
    reg [KERNELS*SMEM_W-1:0]    smem_q;
    reg [KERNELS*GRID_W-1:0]    grid_q;                 // { z, y, x }
    reg [KERNELS*8-1:0]         stream_q;
    reg [KERNELS-1:0]           two_d_q, borrow_q;
    reg [KERNELS*CNT_W-1:0]     tmax_q;
    reg [KERNELS*3-1:0]         priority_q;
    assign two_d_o = two_d_q;
    assign borrow_o = borrow_q;
    assign tmax_o  = tmax_q;
    assign priority_o = priority_q;
    assign grid_o  = grid_q;

    // Decodes entry and word of the write.
    wire [ROW_W-1:0]   wr_row = wr_addr_i[11:WORD_W+2] - ROW;
    wire               wr_in  = wr_addr_i[11:WORD_W+2] >= ROW && {{32-ROW_W{1'b0}}, wr_row} < KERNELS
                             && wr_addr_i[1:0] == 2'd0;
    wire [KERNELS-1:0] wr_hot = (ONE << wr_row) & {KERNELS{wr_in}};
    wire [WORD_W-1:0]  wr_word = wr_addr_i[WORD_W+1:2];
    wire               wr_cmd = wr_word == W_CMD;
    wire               wr_launch = wr_data_i[CMD_LAUNCH_BIT], wr_abort = wr_data_i[CMD_ABORT_BIT];
    wire [AMT_W-1:0]   wr_amt;
    wire [CNT_W-1:0]   wr_tmax;
    wire [2:0]         wr_level;
    wire [X_W-1:0]     wr_x;
    wire [Y_W-1:0]     wr_y;
    wire [Z_W-1:0]     wr_z;
    wire               wr_busy = |(busy_i & wr_hot);

    lib_mux1h #(.N(KERNELS), .W(AMT_W)) u_wr_amt (
        .sel_i(wr_hot), .data_i(amt_o), .data_o(wr_amt)
    );
    lib_mux1h #(.N(KERNELS), .W(CNT_W)) u_wr_tmax (
        .sel_i(wr_hot), .data_i(tmax_q), .data_o(wr_tmax)
    );
    lib_mux1h #(.N(KERNELS), .W(3)) u_wr_level (
        .sel_i(wr_hot), .data_i(priority_q), .data_o(wr_level)
    );
    lib_mux1h #(.N(KERNELS), .W(GRID_W)) u_wr_grid (
        .sel_i(wr_hot), .data_i(grid_q), .data_o({wr_z, wr_y, wr_x})
    );
    lib_mux1h #(.N(KERNELS), .W(GRID_W)) u_ask_grid (
        .sel_i(ask_i), .data_i(grid_q), .data_o({ask_z_o, ask_y_o, ask_x_o})
    );
    lib_mux1h #(.N(KERNELS), .W(GRID_W)) u_sel_grid (
        .sel_i(sel_i), .data_i(grid_q), .data_o({grid_z_o, grid_y_o, grid_x_o})
    );

    // One guarded subtraction compares all five amounts (see disp_fit_sm).
    wire [AMT_W-1:0] spare = (cap_i | GUARD) - wr_amt;
    wire sound = (spare & GUARD) == GUARD && !(|(none_i & wr_hot)) && |wr_x && |wr_y
              && |wr_z && |wr_amt[WARPS_W-1:0] && |wr_amt[WARPS_W+1 +: THREADS_W]
              && |wr_tmax && !(in_order_i && |wr_level);
    wire cmd_ok = wr_abort ? wr_busy && !wr_launch : !wr_launch || (!wr_busy && sound);
    // Without priorities any other value than 0 is refused; the constant lets synthesis drop the register.
    wire level_ok = PRIORITIES != 0 || wr_word != W_PRIORITY || !(|wr_data_i[2:0]);
    wire wr_ok = wr_in && (wr_cmd ? cmd_ok : WRITABLE[wr_word] && !wr_busy && level_ok);
    wire [KERNELS-1:0] set = wr_hot & {KERNELS{wr_valid_i && !wr_cmd}};

    assign wr_err_o     = !wr_ok;
    assign launch_one_o = {wr_z == Z_ONE, wr_y == Y_ONE, wr_x == X_ONE};
    assign launch_o = wr_hot & {KERNELS{wr_valid_i && wr_cmd && wr_launch}};
    assign abort_o  = wr_hot & {KERNELS{wr_valid_i && wr_cmd && wr_abort}};

    genvar k;
    generate
        for (k = 0; k < KERNELS; k = k + 1) begin : g_kid
            assign amt_o[k*AMT_W +: AMT_W] = {1'b0, SLOT_ONE, 1'b0, smem_q[k*SMEM_W +: SMEM_W],
                                              1'b0, regs_q[k*REGS_W +: REGS_W],
                                              1'b0, threads_q[k*THREADS_W +: THREADS_W],
                                              1'b0, warps_q[k*WARPS_W +: WARPS_W]};
            always @(posedge clk_i)
                if (!rst_ni) begin
                    warps_q[k*WARPS_W +: WARPS_W]       <= {WARPS_W{1'b0}};
                    threads_q[k*THREADS_W +: THREADS_W] <= {THREADS_W{1'b0}};
                    regs_q[k*REGS_W +: REGS_W]          <= {REGS_W{1'b0}};
                    smem_q[k*SMEM_W +: SMEM_W]          <= {SMEM_W{1'b0}};
                    grid_q[k*GRID_W +: GRID_W]          <= {GRID_W{1'b0}};
                    stream_q[k*8 +: 8]                  <= 8'd0;
                    {two_d_q[k], borrow_q[k]}           <= 2'd0;
                    tmax_q[k*CNT_W +: CNT_W]            <= TMAX_RESET;
                    priority_q[k*3 +: 3]                <= 3'd0;
                end else if (set[k])
                    case (wr_word)
                    W_GRID_X:  grid_q[k*GRID_W +: X_W]             <= wr_data_i[X_W-1:0];
                    W_GRID_Y:  grid_q[k*GRID_W + X_W +: Y_W]       <= wr_data_i[Y_W-1:0];
                    W_GRID_Z:  grid_q[k*GRID_W + X_W + Y_W +: Z_W] <= wr_data_i[Z_W-1:0];
                    W_THREADS: threads_q[k*THREADS_W +: THREADS_W] <= wr_data_i[THREADS_W-1:0];
                    W_WARPS:   warps_q[k*WARPS_W +: WARPS_W]       <= wr_data_i[WARPS_W-1:0];
                    W_REGS:    regs_q[k*REGS_W +: REGS_W]          <= wr_data_i[REGS_W-1:0];
                    W_SMEM:    smem_q[k*SMEM_W +: SMEM_W]          <= wr_data_i[SMEM_W-1:0];
                    W_FLAGS:   {two_d_q[k], borrow_q[k]} <= {wr_data_i[FLAGS_TWO_D_BIT], wr_data_i[FLAGS_BORROW_BIT]};
                    W_TMAX:    tmax_q[k*CNT_W +: CNT_W]            <= wr_data_i[CNT_W-1:0];
                    W_PRIORITY: priority_q[k*3 +: 3]               <= (PRIORITIES != 0) ? wr_data_i[2:0] : 3'd0;
                    default:   stream_q[k*8 +: 8]                  <= wr_data_i[7:0];
                    endcase
        end
    endgenerate

    disp_desc_rd #(
        .KERNELS(KERNELS), .X_W(X_W), .Y_W(Y_W), .Z_W(Z_W), .LID_W(LID_W), .WARPS_W(WARPS_W),
        .THREADS_W(THREADS_W), .REGS_W(REGS_W), .SMEM_W(SMEM_W), .OUT_W(OUT_W), .SLOTS(SLOTS)
    ) u_rd (
        .rd_addr_i(rd_addr_i), .rd_data_o(rd_data_o), .rd_err_o(rd_err_o),
        .grid_i(grid_q), .amt_i(amt_o), .two_d_i(two_d_q), .borrow_i(borrow_q), .stream_i(stream_q),
        .tmax_i(tmax_q), .priority_i(priority_q),
        .busy_i(busy_i), .live_i(live_i), .done_i(done_i), .aborted_i(aborted_i), .sat_i(sat_i),
        .count_i(count_i), .out_i(out_i)
    );

    // The upper bits of a written value are dropped.
    wire unused = &{1'b0, wr_data_i};

`ifdef FORMAL
    parameter F_TOP = 0;                        // 1: this module is the top of the proof
    localparam ALL_W = KERNELS * (WARPS_W + THREADS_W + REGS_W + SMEM_W + GRID_W
                                      + CNT_W + 13);
    wire [ALL_W-1:0] f_all = {warps_q, threads_q, regs_q, smem_q, grid_q, stream_q, two_d_q, borrow_q,
                         tmax_q, priority_q};
    reg  [ALL_W-1:0] f_all_q;
    reg              f_past_q = 1'b0, f_still_q = 1'b0, f_lock_q = 1'b0;
    reg  [KERNELS*AMT_W-1:0]  f_amt_q;
    reg  [KERNELS*GRID_W-1:0] f_grid_q;
    reg  [KERNELS*3-1:0]      f_level_q;
    reg  [KERNELS-1:0]        f_busy_q;
    reg  [KERNELS-1:0]        f_moved;          // a word of a busy entry changed
    reg                       f_guard;
    localparam F_SMEM = AMT_W - CNT_W - 3;      // MSB of the shared memory field
    wire [4:0]       f_less = {!(|cap_i[AMT_W-2 -: CNT_W]),
                               wr_amt[F_SMEM -: SMEM_W]       > cap_i[F_SMEM -: SMEM_W],
                               wr_amt[F_SMEM-SMEM_W-1 -: REGS_W] > cap_i[F_SMEM-SMEM_W-1 -: REGS_W],
                               wr_amt[WARPS_W+1 +: THREADS_W] > cap_i[WARPS_W+1 +: THREADS_W],
                               wr_amt[WARPS_W-1:0]            > cap_i[WARPS_W-1:0]};
    integer f;
    always @(posedge clk_i) begin
        f_past_q  <= 1'b1;
        f_all_q   <= f_all;
        f_amt_q   <= amt_o;
        f_grid_q  <= grid_q;
        f_level_q <= priority_q;
        f_busy_q  <= busy_i;
        f_still_q <= rst_ni && (!wr_valid_i || !wr_in);
        f_lock_q  <= rst_ni;
    end
    always @* begin
        f_guard = 1'b0;
        for (f = 0; f < KERNELS; f = f + 1) begin
            f_guard    = f_guard || |(amt_o[f*AMT_W +: AMT_W] & GUARD);
            f_moved[f] = amt_o[f*AMT_W +: AMT_W] != f_amt_q[f*AMT_W +: AMT_W]
                      || grid_q[f*GRID_W +: GRID_W] != f_grid_q[f*GRID_W +: GRID_W]
                      || priority_q[f*3 +: 3] != f_level_q[f*3 +: 3];
        end
    end
    always @* assume (f_past_q || !rst_ni);     // every run begins in reset
    always @* if (f_past_q) begin
        in_cap:  assume (!(cap_i & GUARD));
        // A kernel to be aborted may have ended since the check.
        in_look: assume (!(wr_valid_i && wr_in) || wr_ok || (wr_cmd && wr_abort && !wr_launch));
    end
    generate
        if (F_TOP) begin : g_cover
            always @* if (f_past_q) begin
                launched: cover (rst_ni && |launch_o);
                toolarge: cover (rst_ni && wr_in && wr_cmd && wr_err_o && !wr_busy
                                 && |f_less && |wr_x && |wr_y && |wr_z);
            end
        end
    endgenerate
    always @* if (f_past_q) begin
        one_launch: assert (!(launch_o & (launch_o - 1'b1)) && !(launch_o & busy_i));
        one_abort:  assert (!(abort_o & (abort_o - 1'b1)) && !(|abort_o && |launch_o));
        busy_only:  assert (wr_err_o || !wr_in || !wr_cmd || !wr_abort || |(wr_hot & busy_i));
        fits_empty: assert (!(|launch_o) || (!(|f_less) && !(|(launch_o & none_i))));
        not_zero:   assert (!(|launch_o) || (|wr_x && |wr_y && |wr_z
                                             && |wr_amt[WARPS_W-1:0] && |wr_tmax));
        flat:       assert (!(|launch_o) || !in_order_i || !(|wr_level));
        no_level:   assert (PRIORITIES != 0 || (!(|priority_q) && (wr_err_o || wr_word != W_PRIORITY || !(|wr_data_i[2:0]))));
        guards:     assert (!f_guard);
        refused:    assert (!f_still_q || f_all == f_all_q);
        busy_keeps: assert (!f_lock_q || !(f_moved & f_busy_q));
    end
`endif
endmodule
`default_nettype wire
