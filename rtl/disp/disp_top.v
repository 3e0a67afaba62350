// disp_top - CTA dispatcher: host registers, kernel table, four stages, issue and completion.
//
// Contract  docs/rtl/disp.md: registers, timing, ports; "Pipeline" there shows what is decided in which cycle. A CTA is
//           dispatched when place, fit, limit and gate agree; every CTA of a launched kernel, once, unless it is aborted.
// Timing    one CTA per cycle with three SMs or more; launch write to issue_valid_o six edges; a completion that is accepted
//           at edge t is included in the stages' answers from t+2 on.
// Users     the co-simulation harness, synthesis.
// Source    own; policies name their papers.   Not modelled: SMs of different capacity, access to a CTA's arguments.
`default_nettype none
module disp_top #(
    parameter SMS       = 28,                                   // 1..256
    parameter SLOTS     = 8,                                    // CTA slots per SM, 1 or more
    parameter KERNELS   = 4,                                    // kernel table entries, 1..16
    parameter X_W       = 24,                                   // bits of a coordinate, 2..31
    parameter Y_W       = 16,
    parameter Z_W       = 16,
    parameter LID_W     = 32,                                   // bits of a linear id, <= 32
    parameter WARPS_W   = 7,                                    // bits of an SM's warps,
    parameter THREADS_W = 12,                                   // threads,
    parameter REGS_W    = 14,                                   // warp-registers,
    parameter SMEM_W    = 17,                                   // bytes of shared memory
    parameter PRIORITIES = 1,                                   // 0: every kernel has priority 0
    parameter PARTITIONS = 1,                                   // 0: every kernel uses all SMs
    parameter CLUSTERS  = 1,                                    // 0: every cluster is one CTA, and every SM is in GPC 0
    parameter WHY       = 0,                                    // 1: with disp_why, for waves and lockstep
    parameter SM_W      = (SMS > 1) ? $clog2(SMS) : 1,          // derived: never set
    parameter SLOT_W    = (SLOTS > 1) ? $clog2(SLOTS) : 1,      // derived: never set
    parameter KID_W     = (KERNELS > 1) ? $clog2(KERNELS) : 1,  // derived: never set
    parameter CNT_W     = $clog2(SLOTS + 1)                     // derived: never set
) (
    input  wire                   clk_i,
    input  wire                   rst_ni,               // synchronous, active low

    input  wire                   s_axil_awvalid_i,     // AXI4-Lite slave, byte addresses
    output wire                   s_axil_awready_o,
    input  wire [11:0]            s_axil_awaddr_i,
    input  wire                   s_axil_wvalid_i,
    output wire                   s_axil_wready_o,
    input  wire [31:0]            s_axil_wdata_i,
    input  wire [3:0]             s_axil_wstrb_i,
    output wire                   s_axil_bvalid_o,
    input  wire                   s_axil_bready_i,
    output wire [1:0]             s_axil_bresp_o,
    input  wire                   s_axil_arvalid_i,
    output wire                   s_axil_arready_o,
    input  wire [11:0]            s_axil_araddr_i,
    output wire                   s_axil_rvalid_o,
    input  wire                   s_axil_rready_i,
    output wire [31:0]            s_axil_rdata_o,
    output wire [1:0]             s_axil_rresp_o,
    output wire                   irq_o,                // a kernel is done whose interrupt is enabled

    output wire                   issue_valid_o,        // a CTA for SM issue_sm_o; issue_* are registers
    input  wire [SMS-1:0]         issue_ready_i,        // SM s takes it at this clock edge
    output wire [SM_W-1:0]        issue_sm_o,
    output wire [SLOT_W-1:0]      issue_slot_o,
    output wire [KID_W-1:0]       issue_kid_o,
    output wire [X_W-1:0]         issue_x_o,
    output wire [Y_W-1:0]         issue_y_o,
    output wire [Z_W-1:0]         issue_z_o,
    output wire [LID_W-1:0]       issue_lid_o,
    output wire                   issue_block_o,        // it belongs to the block of the CTA issued before it
    output wire [1:0]             issue_half_o,         // warp schedulers of the SM that serve it: 0 all,
                                                        // 1 the lower half, 2 the upper half

    input  wire [SMS-1:0]         done_valid_i,         // SM s reports a finished CTA
    input  wire [SMS*SLOT_W-1:0]  done_slot_i,
    output wire [SMS-1:0]         done_ready_o,         // one-hot: this report is accepted

    // mon_evt_i: the SMs report their counts of the last mon_cycles_i (0..16) cycles
    `include "monitor_ports.vh"
    output wire [KID_W-1:0]       mon_kid_o,            // kernel that the *_part monitors count
    output wire [KERNELS*CNT_W-1:0] quota_o,            // most CTAs of kernel k per SM, if the limit has one
                                                        // number for all SMs; else 0
    output wire [SMS*SLOTS-1:0]   paused_o,             // bit s*SLOTS+c: this CTA's warps rank below all others
    output wire [SMS-1:0]         drain_o,              // SM s receives no CTA and is powered off once empty
    output wire                   sleep_o,              // no register changes until an input event
    input  wire                   why_i                 // WHY: record in this cycle why SMs get no CTA
);
    localparam AMT_W = CNT_W + WARPS_W + THREADS_W + REGS_W + SMEM_W + 5;
    localparam [AMT_W-1:0] GUARD = {1'b1, {CNT_W{1'b0}}, 1'b1, {SMEM_W{1'b0}}, 1'b1, {REGS_W{1'b0}},
                                    1'b1, {THREADS_W{1'b0}}, 1'b1, {WARPS_W{1'b0}}};

    generate
        if (SMS < 1 || SMS > 256 || SLOTS < 1 || KERNELS < 1 || KERNELS > 16) begin : g_check
            disp_top_needs_SMS_1_to_256_SLOTS_from_1_KERNELS_1_to_16 u_stop ();
        end
    endgenerate

    // Host side.
    wire [11:0]        wr_addr, rd_addr;
    wire [31:0]        wr_data;
    wire               wr_valid, bus_idle, init, anew;
    wire [AMT_W-1:0]   cap, held;
    wire [SMS-1:0]     sm_enable, may;               // may: enabled SMs that serve the kernel asked about
    wire [7:0]         sel_place, sel_limit, place_count, limit_count;
    wire [15:0]        sel_gate, gate_mask;
    wire [31:0]        place_data, limit_data, gate_data;       // of policies' parameters
    wire               place_wr_err, limit_wr_err, gate_wr_err, place_rd_err, limit_rd_err, gate_rd_err;
    wire               place_all, limit_all, gate_all, part_busy, in_order; // *_all: needs all SMs
    wire [KERNELS*17-1:0] cluster;
    wire [SMS*4-1:0]   gpc;

    // Kernel table.
    wire [KERNELS-1:0]         live, busy, launch, fin, two_d, stop, final_cta;
    wire [KERNELS-1:0]         pool_live, pool_busy, pool_start;    // of the kernels in the pool: the stages see only these
    wire [KERNELS*CNT_W-1:0]   tmax, blocks;
    reg  [KERNELS*CNT_W-1:0]   block_q;                     // blocks a cycle ago: constant from before a launch
    wire [KERNELS*KERNELS-1:0] earlier;
    wire [KERNELS*(X_W+Y_W+Z_W)-1:0] grid;                  // these four for policies that use them
    wire [KERNELS*LID_W-1:0]   ctas, issued;
    wire [KERNELS*$clog2(SMS*SLOTS + 1)-1:0] out;
    wire [KERNELS*AMT_W-1:0]   amt;
    wire [1:0]                 half;
    wire [X_W-1:0]             grid_x, ask_x, next_x, pick_x;
    wire [Y_W-1:0]             grid_y, ask_y, next_y, pick_y;
    wire [Z_W-1:0]             grid_z, ask_z, next_z, pick_z;
    wire [LID_W-1:0]           next_lid, pick_lid;

    // Stages.
    wire [KID_W-1:0]             want_kid;                  // kernel that all SMs are asked about
    reg  [KID_W-1:0]             asked_kid_q;               // the same a cycle ago: the stages answer about it
    wire [SMS-1:0]               plan;                      // SMs that may be kept without a new answer
    wire [SMS-1:0]               want_valid, fit, limit_ok, gate_ok, keep, cand, pick_sm, book_sm, freed_sm;
    wire [SMS*5-1:0]             lack;
    wire [SMS*KERNELS-1:0]       serves;
    wire [SMS*CNT_W-1:0]         resident, ahead;
    wire [SMS*KERNELS*SLOTS-1:0] map;
    wire [SMS*AMT_W-1:0]         free;                      // free amounts of each SM
    wire [SMS*KERNELS-1:0]       done_khot;
    wire [KERNELS-1:0]           ask, never, place_never, limit_sat, limit_part, book_khot, freed_khot;
    wire [CNT_W-1:0]             rest, ask_block;
    wire [KID_W-1:0]             pick_kid, book_kid;
    wire [SLOTS-1:0]             shut;                      // slots that the CTA to book must not take
    wire [SLOT_W-1:0]            book_slot, freed_slot;     // slot of the CTA to book; left_*: of the released CTA
    wire                         load, pick_head, book_head, book_new, stand, planned, book, gangs, last, alone, voids, deals, bad_done, sure;
    wire                         fit_busy, place_busy, limit_busy, gate_busy, done_busy;     // fit: a block is not summed
    wire               stirs    = done_busy || wr_valid || limit_busy || gate_busy || part_busy || |fin || |pool_start || fit_busy;
    wire               change   = stirs || place_busy;
    // Answers hold for a whole block: limits judge its last CTA (ahead), gates its first. ahead may wrap where fit is 0.
    wire [SMS-1:0]     agree    = may & fit & limit_ok & gate_ok;
    wire [SMS-1:0]     ok       = want_valid & agree;
    always @(posedge clk_i) {asked_kid_q, block_q} <= {want_kid, blocks};     // guarded by want_valid, live: not reset

`ifdef FORMAL
    wire [KERNELS-1:0]       f_done;
`endif
    disp_host #(
        .SMS(SMS), .SLOTS(SLOTS), .KERNELS(KERNELS), .X_W(X_W), .Y_W(Y_W), .Z_W(Z_W), .LID_W(LID_W),
        .WARPS_W(WARPS_W), .THREADS_W(THREADS_W), .REGS_W(REGS_W), .SMEM_W(SMEM_W), .PRIORITIES(PRIORITIES), .PARTITIONS(PARTITIONS),
        .CLUSTERS(CLUSTERS)
    ) u_host (
        .clk_i(clk_i), .rst_ni(rst_ni),
        .s_axil_awvalid_i(s_axil_awvalid_i), .s_axil_awready_o(s_axil_awready_o), .s_axil_awaddr_i(s_axil_awaddr_i),
        .s_axil_wvalid_i(s_axil_wvalid_i), .s_axil_wready_o(s_axil_wready_o), .s_axil_wdata_i(s_axil_wdata_i),
        .s_axil_wstrb_i(s_axil_wstrb_i), .s_axil_bvalid_o(s_axil_bvalid_o), .s_axil_bready_i(s_axil_bready_i),
        .s_axil_bresp_o(s_axil_bresp_o), .s_axil_arvalid_i(s_axil_arvalid_i), .s_axil_arready_o(s_axil_arready_o),
        .s_axil_araddr_i(s_axil_araddr_i), .s_axil_rvalid_o(s_axil_rvalid_o), .s_axil_rready_i(s_axil_rready_i),
        .s_axil_rdata_o(s_axil_rdata_o), .s_axil_rresp_o(s_axil_rresp_o), .irq_o(irq_o), .idle_o(bus_idle),
        .wr_valid_o(wr_valid), .wr_addr_o(wr_addr), .wr_data_o(wr_data), .rd_addr_o(rd_addr),
        .wr_err_i(place_wr_err && limit_wr_err && gate_wr_err),     // each refuses what is not its own
        .rd_err_i(place_rd_err && limit_rd_err && gate_rd_err), .rd_data_i(place_data | limit_data | gate_data),
        .init_o(init), .anew_o(anew), .cap_o(cap), .held_o(held), .sm_enable_o(sm_enable),
        .gangs_i(gangs), .cluster_o(cluster), .gpc_o(gpc),
        .in_order_i(in_order), .all_sms_i(place_all || limit_all || gate_all), .want_kid_i(want_kid), .may_o(may), .part_busy_o(part_busy),
        .place_o(sel_place), .limit_o(sel_limit), .gate_o(sel_gate),
        .place_count_i(place_count), .limit_count_i(limit_count), .gate_mask_i(gate_mask),
        .launch_o(launch), .live_o(live), .busy_o(busy), .fin_o(fin), .before_o(earlier), .issued_o(issued), .out_o(out),
        .pool_live_o(pool_live), .pool_busy_o(pool_busy), .pool_start_o(pool_start),
        .amt_o(amt), .two_d_o(two_d), .tmax_o(tmax), .sat_i(limit_sat), .never_i(never | place_never), .stop_o(stop), .grid_o(grid),
        .ask_i(ask), .ask_x_o(ask_x), .ask_y_o(ask_y), .ask_z_o(ask_z), .block_i(block_q), .ask_block_o(ask_block),
        .book_khot_i(book_khot), .book_i(book), .half_o(half), .grid_x_o(grid_x), .grid_y_o(grid_y), .grid_z_o(grid_z),
        .next_x_o(next_x), .next_y_o(next_y), .next_z_o(next_z), .next_lid_o(next_lid), .last_o(last),
        .final_o(final_cta), .freed_khot_i(freed_khot), .bad_done_i(bad_done), .sleep_i(sleep_o)
`ifdef FORMAL
        , .f_done_o(f_done)
`endif
    );

    lib_ctas #(.KERNELS(KERNELS), .X_W(X_W), .Y_W(Y_W), .Z_W(Z_W), .LID_W(LID_W)) u_ctas (.grid_i(grid), .ctas_o(ctas));
    disp_fit #(.SMS(SMS), .SLOTS(SLOTS), .KERNELS(KERNELS), .AMT_W(AMT_W), .GUARD(GUARD)) u_fit (
        .clk_i(clk_i), .rst_ni(rst_ni), .init_i(init), .cap_i(cap), .held_i(held),
        .amt_i(amt), .start_i(launch), .live_i(live), .block_i(block_q), .final_i(final_cta),
        .want_kid_i(want_kid), .fit_o(fit), .lack_o(lack), .sure_o(sure), .never_o(never),
        .resident_o(resident), .ahead_o(ahead), .map_o(map), .free_o(free), .busy_o(fit_busy),
        .next_kid_i(pick_kid), .stand_i(stand), .book_sm_i(book_sm), .book_khot_i(book_khot), .shut_i(shut),
        .book_slot_o(book_slot), .book_i(book),
        .done_valid_i(done_valid_i), .done_slot_i(done_slot_i), .done_khot_o(done_khot),
        .free_sm_i(freed_sm), .free_slot_i(freed_slot), .free_khot_i(freed_khot)
    );

    place_bank #(
        .SMS(SMS), .SLOTS(SLOTS), .KERNELS(KERNELS), .X_W(X_W), .Y_W(Y_W), .Z_W(Z_W), .LID_W(LID_W),
        .AMT_W(AMT_W), .WARPS_W(WARPS_W), .THREADS_W(THREADS_W)
    ) u_place (
        .clk_i(clk_i), .rst_ni(rst_ni), .init_i(anew), .sel_i(sel_place), .count_o(place_count),
        .lock_i(|busy), .wr_valid_i(wr_valid), .wr_addr_i(wr_addr), .wr_data_i(wr_data),
        .wr_err_o(place_wr_err), .rd_addr_i(rd_addr), .rd_data_o(place_data), .rd_err_o(place_rd_err),
        .sm_enable_i(sm_enable), .live_i(pool_live), .before_i(earlier), .two_d_i(two_d), .tmax_i(tmax), .final_i(final_cta),
        .gpc_i(gpc), .cluster_i(cluster), .gangs_o(gangs), .never_o(place_never), .plan_o(plan), .planned_o(planned), .guard_i(GUARD), .amt_i(amt),
        .free_i(free), .block_o(blocks), .resident_i(resident), .want_valid_o(want_valid), .want_kid_o(want_kid),
        .agree_i(agree), .serves_o(serves), .deals_o(deals), .rest_o(rest), .keep_o(keep),
        .cand_i(cand), .load_i(load), .pick_sm_o(pick_sm), .pick_kid_o(pick_kid), .pick_head_o(pick_head),
        .book_sm_i(book_sm), .book_khot_i(book_khot), .book_i(book), .change_i(stirs), .in_order_o(in_order), .all_sms_o(place_all),
        .done_sm_i(freed_sm), .done_khot_i(freed_khot),
        .next_x_i(next_x), .next_y_i(next_y), .next_z_i(next_z), .next_lid_i(next_lid), .last_i(last),
        .grid_x_i(grid_x), .grid_y_i(grid_y), .grid_z_i(grid_z),
        .pick_x_o(pick_x), .pick_y_o(pick_y), .pick_z_o(pick_z), .pick_lid_o(pick_lid),
        `include "monitor_pins.vh"
        .busy_o(place_busy), .map_i(map), .grid_i(grid), .ctas_i(ctas), .issued_i(issued), .out_i(out)
    );

    limit_bank #(.SMS(SMS), .SLOTS(SLOTS), .KERNELS(KERNELS), .X_W(X_W), .Y_W(Y_W), .Z_W(Z_W), .LID_W(LID_W), .AMT_W(AMT_W)) u_limit (
        .clk_i(clk_i), .rst_ni(rst_ni), .init_i(anew), .sel_i(sel_limit), .count_o(limit_count),
        .lock_i(|busy), .wr_valid_i(wr_valid), .wr_addr_i(wr_addr), .wr_data_i(wr_data),
        .wr_err_o(limit_wr_err), .rd_addr_i(rd_addr), .rd_data_o(limit_data), .rd_err_o(limit_rd_err),
        .cap_i(held), .guard_i(GUARD), .amt_i(amt), .start_i(pool_start), .busy_i(pool_busy), .live_i(pool_live), .before_i(earlier),
        .two_d_i(two_d), .tmax_i(tmax), .block_i(block_q), .grid_i(grid), .ctas_i(ctas), .issued_i(issued), .out_i(out),
        .want_valid_i(want_valid), .want_kid_i(asked_kid_q), .ahead_i(ahead), .map_i(map),
        .ok_o(limit_ok), .paused_o(paused_o), .sm_enable_i(sm_enable), .sat_o(limit_sat), .part_o(limit_part),
        .quota_o(quota_o), .mon_kid_o(mon_kid_o), .shut_o(shut), .stand_i(stand || planned),
        .book_sm_i(book_sm & {SMS{book}}), .book_kid_i(book_kid), .book_slot_i(book_slot),     // limits see bookings
        .done_sm_i(freed_sm), .done_khot_i(freed_khot), .done_slot_i(freed_slot),
        `include "monitor_pins.vh"
        .busy_o(limit_busy), .all_sms_o(limit_all)
    );

    gate_bank #(.SMS(SMS), .SLOTS(SLOTS), .KERNELS(KERNELS), .X_W(X_W), .Y_W(Y_W), .Z_W(Z_W), .LID_W(LID_W)) u_gate (
        .clk_i(clk_i), .rst_ni(rst_ni), .init_i(anew), .sel_i(sel_gate), .mask_o(gate_mask),
        .lock_i(|busy), .wr_valid_i(wr_valid), .wr_addr_i(wr_addr), .wr_data_i(wr_data),
        .wr_err_o(gate_wr_err), .rd_addr_i(rd_addr), .rd_data_o(gate_data), .rd_err_o(gate_rd_err), .start_i(pool_start),
        .ask_o(ask), .ask_x_i(ask_x), .ask_y_i(ask_y), .ask_z_i(ask_z), .ask_block_i(ask_block), .sm_enable_i(sm_enable),
        .want_valid_i(want_valid), .want_kid_i(asked_kid_q), .serves_i(serves), .deals_i(deals), .part_i(limit_part),
        .ok_o(gate_ok), .alone_o(alone), .drain_o(drain_o),
        .pick_sm_i(book_sm & {SMS{book_new && book_head}}), .pick_kid_i(book_kid),     // gates see picks, a cycle later
        .done_sm_i(freed_sm), .done_khot_i(freed_khot), .all_sms_o(gate_all),
        `include "monitor_pins.vh"
        .busy_o(gate_busy), .stop_i(stop), .tmax_i(tmax), .map_i(map), .grid_i(grid), .ctas_i(ctas), .issued_i(issued), .out_i(out)
    );

    disp_done #(.SMS(SMS), .SLOTS(SLOTS), .KERNELS(KERNELS)) u_done (
        .clk_i(clk_i), .rst_ni(rst_ni), .valid_i(done_valid_i), .slot_i(done_slot_i), .ready_o(done_ready_o), .khot_i(done_khot),
        .busy_o(done_busy), .freed_sm_o(freed_sm), .freed_khot_o(freed_khot), .freed_slot_o(freed_slot), .bad_o(bad_done)
    );

    disp_issue #(.SMS(SMS), .SLOTS(SLOTS), .KERNELS(KERNELS), .X_W(X_W), .Y_W(Y_W), .Z_W(Z_W), .LID_W(LID_W)) u_issue (
        .clk_i(clk_i), .rst_ni(rst_ni), .init_i(init), .ok_i(ok), .ok_kid_i(asked_kid_q), .cand_o(cand), .load_o(load),
        .open_i(|rest), .keep_i(keep), .take_i(done_ready_o), .alone_i(alone), .voids_o(voids),
        .pick_sm_i(pick_sm), .pick_kid_i(pick_kid), .pick_head_i(pick_head), .book_sm_o(book_sm), .book_khot_o(book_khot),
        .book_kid_o(book_kid), .book_head_o(book_head), .book_new_o(book_new), .stand_o(stand), .book_o(book), .drop_i(stop), .last_i(last),
        .book_slot_i(book_slot), .book_half_i(half), .pick_x_i(pick_x), .pick_y_i(pick_y), .pick_z_i(pick_z), .pick_lid_i(pick_lid),
        .issue_valid_o(issue_valid_o), .issue_ready_i(issue_ready_i), .issue_sm_o(issue_sm_o), .issue_slot_o(issue_slot_o),
        .issue_kid_o(issue_kid_o), .issue_x_o(issue_x_o), .issue_y_o(issue_y_o), .issue_z_o(issue_z_o),
        .issue_lid_o(issue_lid_o), .issue_block_o(issue_block_o), .issue_half_o(issue_half_o), .change_i(change), .idle_i(bus_idle),
        .sleep_o(sleep_o)
    );

    wire unused = &{1'b0, why_i, lack, sure, voids, plan}; // without WHY, without FORMAL
    generate
        if (WHY != 0) begin : g_why
            wire [KERNELS + SMS*KERNELS*12-1:0] answers;    // the simulation reads the registers behind them
            disp_why #(.SMS(SMS), .KERNELS(KERNELS)) u_why (
                .clk_i(clk_i), .rst_ni(rst_ni), .init_i(init), .start_i(launch),
                .live_i(pool_live), .on_i(why_i), .sure_i(sure), .kid_i(asked_kid_q),
                .open_i(|rest), .sm_enable_i(sm_enable), .may_i(may), .place_ok_i(want_valid), .lack_i(lack),
                .limit_ok_i(limit_ok), .gate_ok_i(gate_ok), .masked_i(pick_sm | book_sm | {SMS{voids}}),
                .known_o(answers[KERNELS-1:0]), .cause_o(answers[KERNELS +: SMS*KERNELS*12])
            );
            wire unused_answers = &{1'b0, answers};
        end
    endgenerate

`ifdef FORMAL
    `include "policy_ids.vh"
    parameter F_LINEAR = 1;                     // 0: the place policy chooses the CTA
    wire f_sms, f_grid;
    always @* in_sms:  assume (f_sms);
    always @* in_grid: assume (f_grid);
    formal_disp_top #(
        .SMS(SMS), .SLOTS(SLOTS), .KERNELS(KERNELS), .LID_W(LID_W), .AMT_W(AMT_W), .GUARD(GUARD), .LINEAR(F_LINEAR),
        .PAY_W(SM_W + SLOT_W + KID_W + X_W + Y_W + Z_W + LID_W + 3)
    ) u_formal (
        .clk_i(clk_i), .rst_ni(rst_ni), .event_i(s_axil_awvalid_i || s_axil_wvalid_i || s_axil_arvalid_i || |done_valid_i
            || mon_evt_i || |issue_ready_i && issue_valid_o),
        .init_i(init), .launch_i(launch), .live_i(pool_live), .before_i(earlier), .done_i(f_done), .count_i(issued), .out_i(out),
        .map_i(map), .pick_sm_i(pick_sm), .pick_kid_i(pick_kid), .named_i(|want_valid), .stop_i(stop), .book_sm_i(book_sm),
        .book_khot_i(book_khot), .book_i(book), .last_i(last), .booked_khot_i(book_khot & {KERNELS{book}}), .pick_lid_i(pick_lid),
        .issue_valid_i(issue_valid_o), .issue_ready_i(issue_ready_i), .issue_sm_i(issue_sm_o), .issue_slot_i(issue_slot_o),
        .issue_kid_i(issue_kid_o), .issue_lid_i(issue_lid_o), .ok_i(ok & {SMS{sel_place != PLACE_ENGINES[7:0] && sel_place != PLACE_GPCS[7:0]}}),
        .issue_pay_i({issue_sm_o, issue_slot_o, issue_kid_o, issue_x_o, issue_y_o, issue_z_o, issue_lid_o, issue_half_o, issue_block_o}),
        .done_valid_i(done_valid_i), .done_slot_i(done_slot_i), .done_ready_i(done_ready_o), .freed_sm_i(freed_sm),
        .freed_khot_i(freed_khot), .freed_slot_i(freed_slot), .sleep_i(sleep_o), .want_kid_i(asked_kid_q), .resident_i(resident),
        .steady_i(!place_busy || sel_place == PLACE_MIXED[7:0] || sel_place == PLACE_MIXED_BCS[7:0]), .may_i(may),
        .one_i(sel_place == PLACE_BCS[7:0] || sel_place == PLACE_ENGINES[7:0] || sel_place == PLACE_ROOM[7:0] || sel_place == PLACE_RR[7:0]),
        .still_i(!change && !(|pick_sm) && !(|book_sm)), .keep_i(keep), .rest_i(rest), .plan_i(plan), .load_i(load), .amt_i(amt), .free_i(free),
        .sms_ok_o(f_sms), .grid_ok_o(f_grid)
    );
`endif
endmodule
`default_nettype wire
