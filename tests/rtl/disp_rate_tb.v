// disp_rate_tb - the dispatcher sustains one CTA per cycle under every combination of policies.
//
// TEST RATIONALE  Every value of POLICY that the dispatcher accepts is tried: it fills an empty machine,
//   and between the first CTA and the last no cycle may be without one. No CTA completes,
//   so a policy is measured from its start; each must let at least half of the slots be filled. Where SMs are
//   asked about several kernels, two kernels fill the machine together: then no cycle may be without a CTA while each
//   live kernel still gets CTAs on three SMs or more (lib_offers). The first four CTAs do not
//   count: a limit may have refused a kernel on all SMs before the port was ready, and then the other one goes first.
// params: SMS=9, SLOTS=4; SMS=30, SLOTS=8; SMS=5, SLOTS=16
`default_nettype none
module disp_rate_tb;
    parameter SMS = 30, SLOTS = 8;
    localparam SM_W = $clog2(SMS), SLOT_W = $clog2(SLOTS), FULL = SMS * SLOTS;
    `include "policy_ids.vh"
    `include "registers.vh"
    reg clk = 0, rst_n = 0, wvalid = 0, ready = 1;
    reg [11:0] addr = 0;
    reg [31:0] data = 0;
    wire bvalid, issue_valid, kid;
    wire [1:0] bresp;
    wire [SM_W-1:0] sm;
    disp_top #(.SMS(SMS), .SLOTS(SLOTS), .KERNELS(2)) dut (
        .clk_i(clk), .rst_ni(rst_n),
        .s_axil_awvalid_i(wvalid), .s_axil_awready_o(), .s_axil_awaddr_i(addr),
        .s_axil_wvalid_i(wvalid), .s_axil_wready_o(), .s_axil_wdata_i(data),
        .s_axil_wstrb_i(4'hf), .s_axil_bvalid_o(bvalid), .s_axil_bready_i(1'b1),
        .s_axil_bresp_o(bresp), .s_axil_arvalid_i(1'b0), .s_axil_arready_o(),
        .s_axil_araddr_i(12'd0), .s_axil_rvalid_o(), .s_axil_rready_i(1'b1),
        .s_axil_rdata_o(), .s_axil_rresp_o(), .irq_o(),
        .issue_valid_o(issue_valid), .issue_ready_i({SMS{ready}}), .issue_sm_o(sm),
        .issue_slot_o(), .issue_kid_o(kid), .issue_x_o(), .issue_y_o(), .issue_z_o(),
        .issue_lid_o(), .issue_block_o(), .issue_half_o(),
        .done_valid_i({SMS{1'b0}}), .done_slot_i({SMS*SLOT_W{1'b0}}), .done_ready_o(),
        `include "monitor_none.vh"
        .mon_kid_o(), .quota_o(), .paused_o(), .drain_o(), .sleep_o(), .why_i(1'b0)
    );
    always #5 clk = !clk;

    integer passed = 0, failed = 0, cycle = 0, policy = 0;
    task check(input ok, input [40*8-1:0] what, input [31:0] found, input [31:0] expected);
        if (ok) passed = passed + 1;
        else begin
            failed = failed + 1;
            $display("POLICY %h: %0s: found %0d, expected %0d", policy, what, found, expected);
        end
    endtask
    reg taken;                                  // the last write was accepted
    task put(input [11:0] a, input [31:0] d);
        begin
            @(negedge clk) wvalid = 1; addr = a; data = d;
            @(negedge clk) wvalid = 0;
            @(negedge clk);                         // check cycle of the write
            taken = bvalid && bresp == 0;
            @(negedge clk);
        end
    endtask

    integer at [0:FULL];                        // cycle of each CTA
    reg [SMS-1:0]      on [0:FULL];             // its SM, one-hot
    reg [0:FULL]       of;                      // its kernel
    reg [SMS-1:0]      later_0, later_1;        // SMs that a later CTA of the kernel goes to
    integer lost, n;
    integer wait_cycles, issued, of_second, place, limit, gate, two_d, built;
    always @(posedge clk) begin
        cycle <= cycle + 1;
        if (rst_n && issue_valid && ready) begin
            of_second = of_second + kid;
            at[issued] = cycle;
            on[issued] = 1 << sm;
            of[issued] = kid;
            issued = issued + 1;
        end
    end

    task launch(input integer k);
        begin
            put(reg_kernel(k, REG_K_GRID_X), FULL + 5);
            put(reg_kernel(k, REG_K_GRID_Y), 1); put(reg_kernel(k, REG_K_GRID_Z), 1);
            put(reg_kernel(k, REG_K_THREADS), 32); put(reg_kernel(k, REG_K_WARPS), 1);
            put(reg_kernel(k, REG_K_REGS), 1); put(reg_kernel(k, REG_K_SMEM), 0);
            put(reg_kernel(k, REG_K_FLAGS), two_d);
            put(reg_kernel(k, REG_K_CMD), REG_K_CMD_LAUNCH);
            check(taken, "launch", taken, 1);
        end
    endtask

    function few(input [SMS-1:0] sms);          // one SM or two
        few = |sms && !(|(sms & (sms - 1) & ((sms & (sms - 1)) - 1)));
    endfunction
    task count_lost;                            // of one kernel every cycle counts
        begin
            lost = 0; later_0 = 0; later_1 = 0;
            for (n = issued - 1; n > (two ? 3 : 0); n = n - 1) begin
                if (of[n]) later_1 = later_1 | on[n];
                else later_0 = later_0 | on[n];
                if (of_second == 0 || !(few(later_0) || few(later_1))) lost = lost + at[n] - at[n-1] - 1;
            end
        end
    endtask

    reg two, shared;
    initial begin
        issued = 0; of_second = 0; built = 0;
        for (place = 0; place < 16; place = place + 1)
            for (limit = 0; limit < 12; limit = limit + 1)
                for (gate = 0; gate < 8; gate = gate + 1)
                    for (two_d = 0; two_d < 2; two_d = two_d + 1) begin
                        shared = place == PLACE_MIXED || place == PLACE_SPATIAL;
                        two = two_d && SMS >= 8;                 // a kernel on two SMs waits for them
                        rst_n = 0;
                        repeat (3) @(negedge clk);
                        rst_n = 1;
                        policy = gate << REG_POLICY_GATES_LSB | limit << REG_POLICY_LIMIT_LSB
                               | place << REG_POLICY_PLACE_LSB;
                        put(REG_POLICY, policy);
                        if (taken && place == PLACE_GPCS) built = built + 1;    // place_gpcs_tb judges its rate, within a cluster
                        else if (taken) begin
                            built = built + 1;
                            put(REG_CAP_SLOTS, SLOTS); put(REG_CAP_WARPS, 64); put(REG_CAP_THREADS, 2048);
                            put(REG_CAP_REGS, 64); put(REG_CAP_SMEM, 64); put(REG_LIMIT_STATIC_N, SLOTS);
                            put(REG_PLACE_ENGINES_SIZE, 1);     // even engines: none is full before the others
                            put(REG_CTRL, REG_CTRL_INIT);
                            issued = 0; of_second = 0;
                            ready = !(two && shared);
                            launch(0);
                            if (!ready) begin
                                launch(1);
                                repeat (200) @(negedge clk);    // credits are worked out
                                ready = 1;
                            end
                            for (wait_cycles = 0; wait_cycles < 2*FULL + 400 && issued < FULL; wait_cycles = wait_cycles + 1)
                                @(negedge clk);
                            repeat (8) @(negedge clk);          // no more than fill it
                            check(issued >= FULL/2 && issued <= FULL, "CTAs of a filled machine",
                                  issued, FULL);
                            check(!(two && shared)
                                  || (of_second >= issued/3 && of_second <= issued/2 + 1), "CTAs of the second", of_second, issued/2);
                            count_lost;
                            check(lost == 0, "cycles without a CTA", lost, 0);
                        end
                    end
        check(built >= 8, "policies built", built, 8);
        $display("%0d passed, %0d failed", passed, failed);
        $finish_and_return(failed != 0);
    end
endmodule
`default_nettype wire
