// disp_host - the host side of the dispatcher: register port, kernel table, and the next CTA of each kernel.
//
// Contract  The host writes registers and launches kernels by AXI4-Lite (disp_axil). disp_regs holds policy, capacities and
//           counters, disp_desc the descriptors, disp_attr attributes of a launch, disp_parts partitions, disp_kernels
//           states and CTAs in flight, disp_walk each grid's next CTA.
//           Parameters of policies are outside: wr_err_i, rd_err_i (1: no policy has this word) and
//           rd_data_i (then 0) answer for them. An aborted kernel, and one whose CTA fits on no SM (never_i), gets no
//           further CTA dispatched (stop_o).
// Timing    as in the modules: rd_addr_o -> s_axil_rdata_o one cycle; book_khot_i -> next_*_o, last_o combinational.
// Size      the seven modules, one multiplexer.
// Users     disp_top.
`default_nettype none
module disp_host #(
    parameter SMS       = 28,                                   // 1..256
    parameter SLOTS     = 8,                                    // CTA slots per SM, 1 or more
    parameter KERNELS   = 4,                                    // kernel table entries, 1..16
    parameter X_W       = 24,                                   // bits of a coordinate, 2..31
    parameter Y_W       = 16,
    parameter Z_W       = 16,
    parameter LID_W     = 32,                                   // bits of a linear id, <= 32
    parameter WARPS_W   = 7,                                    // bits of the capacity of an SM: warps,
    parameter THREADS_W = 12,                                   // threads,
    parameter REGS_W    = 14,                                   // warp-registers,
    parameter SMEM_W    = 17,                                   // bytes of shared memory
    parameter PRIORITIES = 1,                                   // 0: every kernel has priority 0
    parameter PARTITIONS = 1,                                   // 0: every kernel uses all SMs
    parameter CLUSTERS  = 1,                                    // 0: every cluster is one CTA, and every SM is in GPC 0
    parameter CNT_W     = $clog2(SLOTS + 1),                    // derived: never set
    parameter KID_W     = (KERNELS > 1) ? $clog2(KERNELS) : 1,  // derived: never set
    parameter OUT_W     = $clog2(SMS*SLOTS + 1),                // derived: never set
    parameter GRID_W    = X_W + Y_W + Z_W,                      // derived: never set
    parameter AMT_W     = CNT_W + WARPS_W + THREADS_W + REGS_W + SMEM_W + 5     // derived: never set
) (
    input  wire                       clk_i,
    input  wire                       rst_ni,           // synchronous, active low

    input  wire                       s_axil_awvalid_i, // AXI4-Lite slave, byte addresses
    output wire                       s_axil_awready_o,
    input  wire [11:0]                s_axil_awaddr_i,
    input  wire                       s_axil_wvalid_i,
    output wire                       s_axil_wready_o,
    input  wire [31:0]                s_axil_wdata_i,
    input  wire [3:0]                 s_axil_wstrb_i,
    output wire                       s_axil_bvalid_o,
    input  wire                       s_axil_bready_i,
    output wire [1:0]                 s_axil_bresp_o,
    input  wire                       s_axil_arvalid_i,
    output wire                       s_axil_arready_o,
    input  wire [11:0]                s_axil_araddr_i,
    output wire                       s_axil_rvalid_o,
    input  wire                       s_axil_rready_i,
    output wire [31:0]                s_axil_rdata_o,
    output wire [1:0]                 s_axil_rresp_o,
    output wire                       irq_o,            // a kernel is done whose interrupt is enabled
    output wire                       idle_o,           // no bus access is in progress

    output wire                       wr_valid_o,       // to the policies' parameters: an accepted write,
    output wire [11:0]                wr_addr_o,
    output wire [31:0]                wr_data_o,
    output wire [11:0]                rd_addr_o,        // a read
    input  wire                       wr_err_i,         // no policy accepts this write
    input  wire                       rd_err_i,         // no policy has this word
    input  wire [31:0]                rd_data_i,

    output wire                       init_o,           // init: frees all slots, loads the capacities
    output wire                       anew_o,           // policies clear their state
    output wire [AMT_W-1:0]           cap_o,            // capacity of an empty SM as written,
    output wire [AMT_W-1:0]           held_o,           // and as loaded by the last init
    output wire [SMS-1:0]             sm_enable_o,
    input  wire                       in_order_i,       // the place policy wants launch order: no priorities
    input  wire                       gangs_i,          // the place policy places clusters
    output wire [KERNELS*17-1:0]      cluster_o,        // cluster of kernel k: { its CTAs; its sizes less 1: z, y, x }
    output wire [SMS*4-1:0]           gpc_o,            // GPC of SM s
    input  wire                       all_sms_i,        // a selected policy needs all SMs: no smaller partition
    input  wire [KID_W-1:0]           want_kid_i,       // kernel that SMs are asked about
    output wire [SMS-1:0]             may_o,            // SM s is enabled and serves the previous cycle's kernel
    output wire                       part_busy_o,      // partitions change
    output wire [7:0]                 place_o,          // selected policies, as in POLICY
    output wire [7:0]                 limit_o,
    output wire [15:0]                gate_o,
    input  wire [7:0]                 place_count_i,    // built policies: constants
    input  wire [7:0]                 limit_count_i,
    input  wire [15:0]                gate_mask_i,

    output wire [KERNELS-1:0]         launch_o,         // kernel launched at this clock edge, one-hot or zero
    output wire [KERNELS-1:0]         live_o,           // kernel k has CTAs left to dispatch
    output wire [KERNELS-1:0]         busy_o,           // kernel k is launched and has not ended
    output wire [KERNELS-1:0]         fin_o,            // kernel k ends at this clock edge
    output wire [KERNELS*KERNELS-1:0] before_o,         // bit k*KERNELS+j: j ranks before k, by priority, then by launch
    output wire [KERNELS-1:0]         pool_live_o,      // live_o of the kernels in the pool,
    output wire [KERNELS-1:0]         pool_busy_o,      // busy_o of the kernels in the pool,
    output wire [KERNELS-1:0]         pool_start_o,     // kernel k enters the pool at this clock edge
    output wire [KERNELS*AMT_W-1:0]   amt_o,            // resources of a CTA of kernel k, see disp_fit_sm
    output wire [KERNELS-1:0]         two_d_o,          // kernel k is 2-D
    output wire [KERNELS*CNT_W-1:0]   tmax_o,           // T_max: CTAs of kernel k that fill an empty SM
    output wire [KERNELS*GRID_W-1:0]  grid_o,           // grid of kernel k, in CTAs: { z, y, x }
    output wire [KERNELS*LID_W-1:0]   issued_o,         // CTAs of kernel k booked since its launch
    output wire [KERNELS*OUT_W-1:0]   out_o,            // of these, not yet released
    input  wire [KERNELS-1:0]         sat_i,            // a counter of the limit has saturated for kernel k
    input  wire [KERNELS-1:0]         never_i,          // a CTA or block of kernel k fits on no SM
    output wire [KERNELS-1:0]         stop_o,           // no further CTA of kernel k is dispatched

    input  wire [KERNELS-1:0]         ask_i,            // kernel whose grid a gate requests, one-hot or zero
    output wire [X_W-1:0]             ask_x_o,          // its grid, in CTAs
    output wire [Y_W-1:0]             ask_y_o,
    output wire [Z_W-1:0]             ask_z_o,
    input  wire [KERNELS*CNT_W-1:0]   block_i,          // CTAs per block of kernel k
    output wire [CNT_W-1:0]           ask_block_o,      // of kernel ask_i

    input  wire [KERNELS-1:0]         book_khot_i,      // kernel of the booking register, one-hot
    input  wire                       book_i,           // the pick is booked at this clock edge
    output wire [1:0]                 half_o,           // issue_half_o of disp_top, for that kernel
    output wire [X_W-1:0]             grid_x_o,         // its grid, in CTAs
    output wire [Y_W-1:0]             grid_y_o,
    output wire [Z_W-1:0]             grid_z_o,
    output wire [X_W-1:0]             next_x_o,         // its next CTA
    output wire [Y_W-1:0]             next_y_o,
    output wire [Z_W-1:0]             next_z_o,
    output wire [LID_W-1:0]           next_lid_o,
    output wire                       last_o,           // that CTA is the last of its grid
    output wire [KERNELS-1:0]         final_o,          // one CTA of kernel k is left to dispatch
    input  wire [KERNELS-1:0]         freed_khot_i,     // kernel of the released CTA, one-hot or zero
    input  wire                       bad_done_i,       // a completion named a slot that is not in use
    input  wire                       sleep_i
`ifdef FORMAL
    , output wire [KERNELS-1:0]       f_done_o          // kernel k is DONE, not yet cleared
`endif
);
    wire [31:0]        regs_data, desc_data, attr_data, part_data, gpc_data;
    wire               regs_wr_err, desc_wr_err, attr_wr_err, part_wr_err, gpc_wr_err;
    wire               regs_rd_err, desc_rd_err, attr_rd_err, part_rd_err, gpc_rd_err;
    wire [KERNELS-1:0] part_none, borrow;
    reg  [KERNELS-1:0] apart;                   // kernel k has clusters that are not placed; or they are, under a gate
    wire [4:0]         pool;
    wire [2:0]         launch_one;
    wire [KERNELS*3-1:0] level;                 // priorities
    wire [KERNELS-1:0] done, clear, quit, aborted;
    wire [KERNELS-1:0] booked = book_khot_i & {KERNELS{book_i}};

    assign stop_o = quit | never_i;
`ifdef FORMAL
    wire [KERNELS-1:0] f_run;                   // see disp_walk
    assign f_done_o = done;
`endif

    disp_axil u_axil (
        .clk_i(clk_i), .rst_ni(rst_ni),
        .s_axil_awvalid_i(s_axil_awvalid_i), .s_axil_awready_o(s_axil_awready_o), .s_axil_awaddr_i(s_axil_awaddr_i),
        .s_axil_wvalid_i(s_axil_wvalid_i), .s_axil_wready_o(s_axil_wready_o),
        .s_axil_wdata_i(s_axil_wdata_i), .s_axil_wstrb_i(s_axil_wstrb_i),
        .s_axil_bvalid_o(s_axil_bvalid_o), .s_axil_bready_i(s_axil_bready_i), .s_axil_bresp_o(s_axil_bresp_o),
        .s_axil_arvalid_i(s_axil_arvalid_i), .s_axil_arready_o(s_axil_arready_o), .s_axil_araddr_i(s_axil_araddr_i),
        .s_axil_rvalid_o(s_axil_rvalid_o), .s_axil_rready_i(s_axil_rready_i),
        .s_axil_rdata_o(s_axil_rdata_o), .s_axil_rresp_o(s_axil_rresp_o),
        .wr_valid_o(wr_valid_o), .wr_addr_o(wr_addr_o), .wr_data_o(wr_data_o),
        // Each refuses the words of the others.
        .wr_err_i(regs_wr_err && desc_wr_err && attr_wr_err && part_wr_err && gpc_wr_err && wr_err_i),
        .rd_addr_o(rd_addr_o), .rd_data_i(regs_data | desc_data | attr_data | part_data | gpc_data | rd_data_i),
        .rd_err_i(regs_rd_err && desc_rd_err && attr_rd_err && part_rd_err && gpc_rd_err && rd_err_i), .idle_o(idle_o)
    );

    disp_regs #(
        .SMS(SMS), .SLOTS(SLOTS), .KERNELS(KERNELS), .WARPS_W(WARPS_W), .THREADS_W(THREADS_W),
        .REGS_W(REGS_W), .SMEM_W(SMEM_W)
    ) u_regs (
        .clk_i(clk_i), .rst_ni(rst_ni),
        .wr_valid_i(wr_valid_o), .wr_addr_i(wr_addr_o), .wr_data_i(wr_data_o), .wr_err_o(regs_wr_err),
        .rd_addr_i(rd_addr_o), .rd_data_o(regs_data), .rd_err_o(regs_rd_err),
        .init_o(init_o), .cap_o(cap_o), .sm_enable_o(sm_enable_o),
        .place_o(place_o), .limit_o(limit_o), .gate_o(gate_o), .pool_o(pool),
        .place_count_i(place_count_i), .limit_count_i(limit_count_i), .gate_mask_i(gate_mask_i),
        .busy_i(busy_o), .sleep_i(sleep_i), .fin_i(fin_o), .clear_o(clear), .irq_o(irq_o),
        .count_i({bad_done_i, |fin_o, |freed_khot_i, book_i}),
        .held_o(held_o), .anew_o(anew_o)
    );

    disp_desc #(
        .KERNELS(KERNELS), .X_W(X_W), .Y_W(Y_W), .Z_W(Z_W), .LID_W(LID_W), .WARPS_W(WARPS_W),
        .THREADS_W(THREADS_W), .REGS_W(REGS_W), .SMEM_W(SMEM_W), .OUT_W(OUT_W),
        .SLOTS(SLOTS), .PRIORITIES(PRIORITIES)
    ) u_desc (
        .clk_i(clk_i), .rst_ni(rst_ni),
        .wr_valid_i(wr_valid_o), .wr_addr_i(wr_addr_o), .wr_data_i(wr_data_o), .wr_err_o(desc_wr_err),
        .rd_addr_i(rd_addr_o), .rd_data_o(desc_data), .rd_err_o(desc_rd_err),
        .cap_i(held_o), .none_i(part_none | apart), .in_order_i(in_order_i), .borrow_o(borrow),
        .busy_i(busy_o), .live_i(live_o), .done_i(done), .count_i(issued_o), .out_i(out_o),
        .launch_o(launch_o), .launch_one_o(launch_one), .amt_o(amt_o), .two_d_o(two_d_o), .tmax_o(tmax_o),
        .priority_o(level),
        .sel_i(book_khot_i), .grid_x_o(grid_x_o), .grid_y_o(grid_y_o), .grid_z_o(grid_z_o),
        .ask_i(ask_i), .ask_x_o(ask_x_o), .ask_y_o(ask_y_o), .ask_z_o(ask_z_o),
        .abort_o(quit), .aborted_i(aborted), .sat_i(sat_i), .grid_o(grid_o)
    );

    integer c;
    always @* for (c = 0; c < KERNELS; c = c + 1) apart[c] = gangs_i ? |gate_o : cluster_o[c*17 + 12 +: 5] != 5'd1;
    disp_attr #(.KERNELS(KERNELS), .CLUSTERS(CLUSTERS)) u_attr (
        .clk_i(clk_i), .rst_ni(rst_ni), .wr_valid_i(wr_valid_o), .wr_addr_i(wr_addr_o), .wr_data_i(wr_data_o), .wr_err_o(attr_wr_err),
        .rd_addr_i(rd_addr_o), .rd_data_o(attr_data), .rd_err_o(attr_rd_err), .busy_i(busy_o), .cluster_o(cluster_o)
    );

    disp_gpcs #(.SMS(SMS), .CLUSTERS(CLUSTERS)) u_gpcs (
        .clk_i(clk_i), .rst_ni(rst_ni), .wr_valid_i(wr_valid_o), .wr_addr_i(wr_addr_o), .wr_data_i(wr_data_o), .wr_err_o(gpc_wr_err),
        .rd_addr_i(rd_addr_o), .rd_data_o(gpc_data), .rd_err_o(gpc_rd_err), .busy_i(|busy_o), .gpc_o(gpc_o)
    );

    disp_parts #(.SMS(SMS), .KERNELS(KERNELS), .PARTITIONS(PARTITIONS)) u_parts (
        .clk_i(clk_i), .rst_ni(rst_ni),
        .wr_valid_i(wr_valid_o), .wr_addr_i(wr_addr_o), .wr_data_i(wr_data_o), .wr_err_o(part_wr_err),
        .rd_addr_i(rd_addr_o), .rd_data_o(part_data), .rd_err_o(part_rd_err),
        .sm_enable_i(sm_enable_o), .all_sms_i(all_sms_i), .busy_i(busy_o), .live_i(pool_live_o), .borrow_i(borrow),
        .want_kid_i(want_kid_i), .none_o(part_none), .may_o(may_o), .busy_o(part_busy_o)
    );

    disp_kernels #(.KERNELS(KERNELS), .CTAS(SMS*SLOTS)) u_kernels (
        .clk_i(clk_i), .rst_ni(rst_ni), .init_i(init_o),
        .launch_i(launch_o), .clear_i(clear), .priority_i(level),
        .live_o(live_o), .busy_o(busy_o), .done_o(done), .before_o(before_o),
        .pool_i(pool), .pool_live_o(pool_live_o), .pool_busy_o(pool_busy_o), .pool_start_o(pool_start_o),
        .book_khot_i(booked), .last_i(last_o), .take_i(freed_khot_i), .fin_o(fin_o), .out_o(out_o),
        .abort_i(stop_o), .aborted_o(aborted), .sel_i(book_khot_i), .half_o(half_o)
    );

    disp_walk #(.KERNELS(KERNELS), .X_W(X_W), .Y_W(Y_W), .Z_W(Z_W), .LID_W(LID_W), .CLUSTERS(CLUSTERS)) u_walk (
        .clk_i(clk_i), .rst_ni(rst_ni), .init_i(init_o),
        .start_i(launch_o), .start_one_i(launch_one), .step_i(booked), .sel_i(book_khot_i),
        .grid_x_i(grid_x_o), .grid_y_i(grid_y_o), .grid_z_i(grid_z_o), .cluster_i(cluster_o),
        .next_x_o(next_x_o), .next_y_o(next_y_o), .next_z_o(next_z_o), .next_lid_o(next_lid_o),
        .last_o(last_o), .final_o(final_o), .count_o(issued_o)
`ifdef FORMAL
        , .f_grid_i(grid_o), .f_run_o(f_run)
`endif
    );

    lib_mux1h #(.N(KERNELS), .W(CNT_W)) u_ask_block (.sel_i(ask_i), .data_i(block_i), .data_o(ask_block_o));

`ifdef FORMAL
    parameter F_TOP = 0;                        // 1: this module is the top of the proof
    localparam [OUT_W-1:0] F_FULL = SMS * SLOTS;
    reg                f_past_q = 1'b0, f_all_q, f_order_q, f_gangs_q;
    reg  [31:0]        f_built_q;
    wire [31:0]        f_built = {place_count_i, limit_count_i, gate_mask_i};   // the set of built policies is constant
    reg  [KERNELS-1:0] f_idle, f_full;          // no CTA of kernel k is in flight; the SMs are full of them
    reg  [KERNELS-1:0] f_some, f_walked;        // T_max of kernel k is at least 1; a CTA of it was booked
    reg  [KERNELS-1:0] f_raised;                // it has a priority
    wire [CNT_W-1:0]   f_slots = held_o[AMT_W-2 -: CNT_W];
    integer f;
    always @(posedge clk_i) begin
        f_past_q  <= 1'b1;
        f_built_q <= f_built;
        f_all_q   <= all_sms_i;
        {f_order_q, f_gangs_q} <= {in_order_i, gangs_i};
    end
    always @*
        for (f = 0; f < KERNELS; f = f + 1) begin
            f_idle[f] = !(|out_o[f*OUT_W +: OUT_W]);
            f_full[f] = out_o[f*OUT_W +: OUT_W] == F_FULL;
            f_some[f] = |tmax_o[f*CNT_W +: CNT_W];
            f_raised[f] = |level[f*3 +: 3];
            f_walked[f] = |issued_o[f*LID_W +: LID_W];
        end
    always @* assume (f_past_q || !rst_ni);     // every run begins in reset
    always @* if (f_past_q) begin
        in_built: assume (f_built == f_built_q && |place_count_i && |limit_count_i);
        in_all:   assume (!(|busy_o || |launch_o) || (all_sms_i == f_all_q && in_order_i == f_order_q && gangs_i == f_gangs_q));
        in_upper: assume (wr_err_i || wr_addr_o[11]);       // the upper half of the addresses belongs to the policies
        in_left:  assume (!(freed_khot_i & (freed_khot_i - 1'b1)) && !(freed_khot_i & f_idle));
        // A kernel that is aborted in this cycle may be booked for the last time.
        in_book:  assume (!book_i || (|book_khot_i && !(book_khot_i & (book_khot_i - 1'b1)) && !(book_khot_i & ~pool_live_o)
                                      && !(book_khot_i & f_full)));
        starts:   assert (!(|launch_o) || (!(launch_o & (launch_o - 1'b1)) && !(launch_o & busy_o)));
        empties:  assert (!init_o || !(|busy_o));
        stops:    assert (!(never_i & ~stop_o) && !(fin_o & ~busy_o));
        pools:    assert (!(pool_busy_o & ~busy_o) && !(pool_live_o & ~live_o));
        of_it:    assert (!ask_i[0] || |ask_i[KERNELS-1:1] || ask_block_o == block_i[CNT_W-1:0]);
        inv_busy: assert (!(busy_o & ~f_some) && (|sm_enable_o || !(|busy_o)) && f_slots <= SLOTS);
        inv_walk: assert (!(live_o & ~f_run));  // a kernel with CTAs left walks its grid
        inv_gate: assert (!(gangs_i && |gate_o) || !(|busy_o));     // a gate judges one CTA at a time
        inv_flat: assert (!in_order_i || !(|(busy_o & f_raised)));
        inv_wait: assert (!(live_o & ~pool_busy_o & f_walked));
    end
    generate
        if (F_TOP) begin : g_top
            // What limits rely on, here for three kernels: the proof of disp_top has two.
            localparam [AMT_W-1:0] F_GUARD = {1'b1, {CNT_W{1'b0}}, 1'b1, {SMEM_W{1'b0}}, 1'b1, {REGS_W{1'b0}},
                                              1'b1, {THREADS_W{1'b0}}, 1'b1, {WARPS_W{1'b0}}};
            wire f_order, f_tmax, f_sms, f_amts;
            formal_limit_kernels #(.SMS(SMS), .SLOTS(SLOTS), .KERNELS(KERNELS), .AMT_W(AMT_W)) u_limits (
                .clk_i(clk_i), .rst_ni(rst_ni), .busy_i(pool_busy_o), .before_i(before_o), .tmax_i(tmax_o),
                .block_i({KERNELS*CNT_W{1'b0}}), .sm_enable_i(sm_enable_o), .cap_i(held_o), .guard_i(F_GUARD),
                .amt_i(amt_o), .order_ok_o(f_order), .tmax_ok_o(f_tmax), .sms_ok_o(f_sms), .amts_ok_o(f_amts),
                .block_ok_o()
            );
            always @* limits: assert (f_order && f_tmax && f_sms && f_amts);
            always @* if (f_past_q)
                written: cover (rst_ni && s_axil_bvalid_o && !s_axil_bresp_o[1]);
        end
    endgenerate
`endif
endmodule
`default_nettype wire
