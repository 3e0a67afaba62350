// place_bcs_tb - place_bcs: blocks of CTAs in a whole dispatcher, CTA by CTA.
//
// TEST RATIONALE  Grids of 2-D kernels on a dispatcher whose SMs keep every CTA until told: the
//   blocks of [LCS Fig. 9], one CTA per cycle; a grid with an odd number of CTAs; no block where an SM has one
//   free slot, a block where it has two; a block size above T_max; a 1-D kernel. Then random
//   completions, after which every block must have gone whole to one SM.
// params: SMS=4, SLOTS=4; SMS=28, SLOTS=8; SMS=3, SLOTS=5; SMS=1, SLOTS=2
`default_nettype none
module place_bcs_tb;
    parameter SMS = 4, SLOTS = 4;
    localparam SM_W = (SMS > 1) ? $clog2(SMS) : 1, SLOT_W = (SLOTS > 1) ? $clog2(SLOTS) : 1;
    `include "policy_ids.vh"
    `include "registers.vh"
    reg clk = 0, rst_n = 0, wvalid = 0;
    reg [11:0] addr = 0;
    reg [31:0] data = 0;
    wire bvalid, issue_valid, in_block, irq;
    wire [1:0] bresp;
    wire [SM_W-1:0] sm;
    wire [SLOT_W-1:0] slot;
    wire [31:0] lid;
    reg  [SMS-1:0] done_valid = 0;
    reg  [SMS*SLOT_W-1:0] done_slot = 0;
    wire [SMS-1:0] done_ready;
    disp_top #(.SMS(SMS), .SLOTS(SLOTS), .KERNELS(2)) dut (
        .clk_i(clk), .rst_ni(rst_n),
        .s_axil_awvalid_i(wvalid), .s_axil_awready_o(), .s_axil_awaddr_i(addr),
        .s_axil_wvalid_i(wvalid), .s_axil_wready_o(), .s_axil_wdata_i(data),
        .s_axil_wstrb_i(4'hf), .s_axil_bvalid_o(bvalid), .s_axil_bready_i(1'b1),
        .s_axil_bresp_o(bresp), .s_axil_arvalid_i(1'b0), .s_axil_arready_o(),
        .s_axil_araddr_i(12'd0), .s_axil_rvalid_o(), .s_axil_rready_i(1'b1),
        .s_axil_rdata_o(), .s_axil_rresp_o(), .irq_o(irq),
        .issue_valid_o(issue_valid), .issue_ready_i({SMS{1'b1}}), .issue_sm_o(sm),
        .issue_slot_o(slot), .issue_kid_o(), .issue_x_o(), .issue_y_o(), .issue_z_o(),
        .issue_lid_o(lid), .issue_block_o(in_block), .issue_half_o(),
        .done_valid_i(done_valid), .done_slot_i(done_slot), .done_ready_o(done_ready),
        `include "monitor_none.vh"
        .mon_kid_o(), .quota_o(), .paused_o(), .drain_o(), .sleep_o(), .why_i(1'b0)
    );
    always #5 clk = !clk;

    `include "check.vh"
    integer seed = 1;
    task put(input [11:0] a, input [31:0] d);
        begin
            @(negedge clk) wvalid = 1; addr = a; data = d;
            @(negedge clk) wvalid = 0;
            @(negedge clk);                         // check cycle of the write
            check(bvalid && bresp == 0, "write answer at address", {bresp, 8'd0, a}, 0);
            @(negedge clk);
        end
    endtask
    task launch(input integer ctas, input integer two_d, input integer tmax, input integer block);
        begin
            put(REG_PLACE_BCS_BLOCK, block);
            put(reg_kernel(0, REG_K_GRID_X), ctas); put(reg_kernel(0, REG_K_GRID_Y), 1);
            put(reg_kernel(0, REG_K_GRID_Z), 1); put(reg_kernel(0, REG_K_THREADS), 32);
            put(reg_kernel(0, REG_K_WARPS), 1); put(reg_kernel(0, REG_K_REGS), 1); put(reg_kernel(0, REG_K_SMEM), 0);
            put(reg_kernel(0, REG_K_FLAGS), two_d); put(reg_kernel(0, REG_K_TMAX), tmax);
            issued = 0; first = -1;
            for (i = 0; i < SMS; i = i + 1) used[i] = 0;
            put(reg_kernel(0, REG_K_CMD), REG_K_CMD_LAUNCH);
        end
    endtask

    // Every CTA at the port: its linear id, the SM of its block, and that no block is split.
    integer issued, first, last, i, c, of_block, block_sm, expect_block, total, random;
    reg [SLOTS-1:0] used [0:SMS-1];
    reg [15:0] sm_of [0:4095];
    always @(posedge clk) begin
        cycle <= cycle + 1;
        if (rst_n && issue_valid) begin
            check(lid == issued, "linear id", lid, issued);
            check(in_block == (issued % expect_block != 0), "marked as of a block", in_block,
                  issued % expect_block != 0);
            if (in_block) check(sm == block_sm, "SM of the block", sm, block_sm);
            block_sm = sm;
            sm_of[lid] = sm;
            check(!used[sm][slot], "slot in use", slot, 0);
            used[sm][slot] = 1;
            if (first < 0) first = cycle;
            last = cycle;
            issued = issued + 1;
        end
        for (i = 0; i < SMS; i = i + 1)
            if (done_ready[i]) begin
                used[i][done_slot[i*SLOT_W +: SLOT_W]] = 0;
                done_valid[i] <= 1'b0;
            end
    end
    task retire(input integer s, input integer n);  // n CTAs of SM s complete, lowest slots first
        for (c = 0; c < SLOTS; c = c + 1)
            if (used[s][c] && n > 0) begin
                n = n - 1;
                @(negedge clk) done_valid[s] = 1;
                done_slot[s*SLOT_W +: SLOT_W] = c;
                while (done_valid[s]) @(negedge clk);
            end
    endtask
    task drain;                                     // everything completes until the kernel is done
        begin
            c = 0;
            while (!irq && c < 20000) begin
                @(negedge clk) c = c + 1;
                for (i = 0; i < SMS; i = i + 1)
                    if (!done_valid[i] && |used[i] && $unsigned($random(seed)) % 4 == 0) begin
                        random = $unsigned($random(seed)) % SLOTS;
                        if (used[i][random]) begin
                            done_valid[i] = 1;
                            done_slot[i*SLOT_W +: SLOT_W] = random;
                        end
                    end
            end
            check(irq && issued == total, "CTAs of a finished kernel", issued, total);
            repeat (2) @(negedge clk);
            put(REG_IRQ_STATUS, 1);
        end
    endtask

    initial begin
        expect_block = 2; issued = 0; first = -1; block_sm = 0;
        for (i = 0; i < SMS; i = i + 1) used[i] = 0;
        repeat (3) @(negedge clk);
        rst_n = 1;
        put(REG_CAP_SLOTS, SLOTS); put(REG_CAP_WARPS, 64); put(REG_CAP_THREADS, 2048);
        put(REG_CAP_REGS, 64); put(REG_CAP_SMEM, 64);
        put(REG_IRQ_ENABLE, 1); put(REG_POLICY, PLACE_BCS | LIMIT_TMAX); put(REG_CTRL, REG_CTRL_INIT);

        // [LCS Fig. 9 (c)]: CTAs 0 and 1 to SM 0, 2 and 3 to SM 1, ... until no pair fits.
        total = SMS*SLOTS + 3;
        launch(total, 1, SLOTS, 2);
        repeat (2*total + 8) @(negedge clk);
        check(issued == SMS*(SLOTS/2)*2, "CTAs of full SMs", issued, SMS*(SLOTS/2)*2);
        check(last - first == issued - 1, "cycles of the first wave", last - first, issued - 1);
        for (i = 0; i < SMS*(SLOTS/2)*2; i = i + 1)
            check(sm_of[i] == i / 2 % SMS, "SM of a CTA", sm_of[i], i / 2 % SMS);

        // Delayed assignment: one slot more on two SMs is no room for a block, two on one are.
        if (SMS > 1 && SLOTS % 2 == 0) begin
            retire(0, 1); retire(SMS-1, 1);
            repeat (8) @(negedge clk);
            check(issued == SMS*SLOTS, "CTAs while no pair fits", issued, SMS*SLOTS);
            retire(SMS-1, 1);
            repeat (12) @(negedge clk);
            check(issued == total, "the last CTA, in one free slot", issued, total);
            for (i = 0; i < 3; i = i + 1)
                check(sm_of[SMS*SLOTS+i] == (i < 2 ? SMS - 1 : 0), "SM of a pair and of the last",
                      sm_of[SMS*SLOTS+i], i < 2 ? SMS - 1 : 0);
        end
        drain;

        // A block as large as an SM, and one larger: both are T_max CTAs.
        total = 3*SLOTS*SMS + 1; expect_block = SLOTS;
        launch(total, 1, SLOTS, SLOTS);      drain;
        launch(total, 1, SLOTS, 16);         drain;
        expect_block = 1;
        launch(total, 0, SLOTS, 2);          drain;
        launch(total, 1, SLOTS, 0);          drain;
        launch(total, 1, 1, 2);              drain;
        finish;
    end
endmodule
`default_nettype wire
