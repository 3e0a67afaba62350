// disp_abort_tb - the dispatcher: aborted kernels, and writes that could leave a kernel without an end.
//
// TEST RATIONALE  The port shows that an aborted kernel dispatches no CTA but the one already there; STATUS and
//   the counters show that it ends. Aborts hit ISSUE with full SMs, with a stalled port and a pick in the
//   booking register behind it, DRAIN, and three kernels that wait in the pool. Each refused write
//   is tried next to a similar one that is allowed.
// params: SMS=3, SLOTS=2; SMS=1, SLOTS=1; SMS=28, SLOTS=8
`default_nettype none
module disp_abort_tb;
    parameter SMS = 3, SLOTS = 2, KERNELS = 4;
    `include "disp_host.vh"
    localparam FULL = SMS*SLOTS;

    integer taken [0:KERNELS-1], done, s, c, k, before;
    reg [SMS*SLOTS-1:0] used = 0;
    reg finishing = 0;                          // CTAs complete
    initial for (k = 0; k < KERNELS; k = k + 1) taken[k] = 0;
    always @(posedge clk) if (rst_n) begin
        cycle <= cycle + 1;
        for (s = 0; s < SMS; s = s + 1)
            if (done_ready[s]) used[s*SLOTS + done_slot[s*SLOT_W +: SLOT_W]] = 0;
        if (issue_valid && issue_ready[sm]) begin
            check(lid == taken[kid], "linear id", lid, taken[kid]);
            taken[kid] = taken[kid] + 1;
            used[sm*SLOTS + slot] = 1;
        end
    end
    always @(negedge clk)
        for (s = 0; s < SMS; s = s + 1) begin
            if (done_valid[s] && !used[s*SLOTS + done_slot[s*SLOT_W +: SLOT_W]]) done_valid[s] = 0;
            for (c = 0; c < SLOTS; c = c + 1)
                if (finishing && !done_valid[s] && used[s*SLOTS + c]) begin
                    done_valid[s] = 1;
                    done_slot[s*SLOT_W +: SLOT_W] = c;
                end
        end

    task describe(input integer n, input integer ctas, input integer warps);
        begin
            put(reg_kernel(n, REG_K_GRID_X), ctas, 0); put(reg_kernel(n, REG_K_GRID_Y), 1, 0);
            put(reg_kernel(n, REG_K_GRID_Z), 1, 0);
            put(reg_kernel(n, REG_K_THREADS), warps*32, 0); put(reg_kernel(n, REG_K_WARPS), warps, 0);
            put(reg_kernel(n, REG_K_REGS), 1, 0); put(reg_kernel(n, REG_K_SMEM), 0, 0);
        end
    endtask
    task launch(input integer n);
        begin
            taken[n] = 0;
            put(reg_kernel(n, REG_K_CMD), REG_K_CMD_LAUNCH, 0);
        end
    endtask
    task ended(input integer n);                // aborted and done, everything accounted for
        begin
            expect_reg(reg_kernel(n, REG_K_STATUS), REG_K_STATUS_ABORTED | 3);
            expect_reg(reg_kernel(n, REG_K_ISSUED), taken[n]);
            expect_reg(reg_kernel(n, REG_K_COMPLETED), taken[n]);
            put(REG_IRQ_STATUS, 1 << n, 0);
            expect_reg(reg_kernel(n, REG_K_STATUS), 0);
        end
    endtask
    task run_out;
        begin
            finishing = 1;
            repeat (3*FULL + 20) @(negedge clk);
            finishing = 0;
        end
    endtask

    initial begin
        repeat (3) @(negedge clk);
        rst_n = 1;
        put(REG_POLICY, PLACE_RR | LIMIT_TMAX, 0);
        put(REG_CAP_SLOTS, SLOTS, 0); put(REG_CAP_WARPS, 48, 0); put(REG_CAP_THREADS, 1536, 0);
        put(REG_CAP_REGS, 64, 0);
        put(REG_IRQ_ENABLE, 15, 0);
        describe(0, 2*FULL + 3, 1);
        put(reg_kernel(0, REG_K_CMD), REG_K_CMD_LAUNCH, 2);    // no init has loaded anything
        put(REG_CTRL, REG_CTRL_INIT, 0);
        put(reg_kernel(0, REG_K_CMD), REG_K_CMD_LAUNCH | REG_K_CMD_ABORT, 2);
        put(reg_kernel(0, REG_K_CMD), REG_K_CMD_ABORT, 2);      // nothing to abort
        describe(1, 1, 49);
        put(REG_CAP_WARPS, 50, 0); put(REG_CAP_THREADS, 2000, 0);
        put(reg_kernel(1, REG_K_CMD), REG_K_CMD_LAUNCH, 2);    // larger than what was loaded
        put(REG_CTRL, REG_CTRL_INIT, 0); put(reg_kernel(1, REG_K_CMD), REG_K_CMD_LAUNCH, 0); // and no more
        put(REG_SM_ENABLE, 1, 2);               // SMs stay while a kernel runs
        issue_ready = {SMS{1'b1}};
        run_out;
        for (k = 0; k < SMS; k = k + 32) put(REG_SM_ENABLE + k/8, 0, 0);
        put(reg_kernel(0, REG_K_CMD), REG_K_CMD_LAUNCH, 2);    // no SM
        for (k = 0; k < SMS; k = k + 32) put(REG_SM_ENABLE + k/8, -1, 0);

        // Full SMs, CTAs left.
        launch(0);
        put(reg_kernel(0, REG_K_GRID_X), 1, 2);
        repeat (2*FULL + 12) @(negedge clk);
        check(taken[0] == FULL, "CTAs of a full machine", taken[0], FULL);
        put(reg_kernel(0, REG_K_CMD), REG_K_CMD_ABORT, 0);
        expect_reg(reg_kernel(0, REG_K_STATUS), REG_K_STATUS_ABORTED | 2);
        run_out;
        check(taken[0] == FULL && irq, "no CTA behind the abort", taken[0], FULL);
        ended(0);

        // The port stalls: what stands there goes, the pick behind it does not.
        issue_ready = 0;
        launch(0);
        repeat (10) @(negedge clk);
        check(issue_valid && lid == 0, "first CTA", lid, 0);
        check(SMS*SLOTS == 1 || |dut.book_sm, "pick behind it", dut.book_sm, 1);
        put(reg_kernel(0, REG_K_CMD), REG_K_CMD_ABORT, 0);
        @(negedge clk) check(!(|dut.book_sm), "pick dropped", dut.book_sm, 0);
        issue_ready = {SMS{1'b1}};
        run_out;
        check(taken[0] == 1, "CTAs of a stalled port", taken[0], 1);
        ended(0);

        // DRAIN, and three that wait: those end at once, one after the other.
        describe(0, FULL, 1);
        launch(0);
        for (k = 1; k < KERNELS; k = k + 1) begin
            describe(k, 5, 1);
            launch(k);
        end
        repeat (2*FULL + 12) @(negedge clk);
        expect_reg(reg_kernel(0, REG_K_STATUS), 2);
        put(reg_kernel(0, REG_K_CMD), REG_K_CMD_ABORT, 0);
        for (k = 1; k < KERNELS; k = k + 1) begin
            put(reg_kernel(k, REG_K_CMD), REG_K_CMD_ABORT, 0);
            @(negedge clk) ended(k);
        end
        expect_reg(reg_kernel(0, REG_K_STATUS), REG_K_STATUS_ABORTED | 2);
        run_out;
        check(taken[0] == FULL, "CTAs of a kernel aborted in DRAIN", taken[0], FULL);
        ended(0);

        // The entry is as good as new.
        describe(0, 2, 1);
        launch(0);
        run_out;
        run_out;
        expect_reg(reg_kernel(0, REG_K_STATUS), 3);
        get(REG_PERF_ISSUED, 0); before = got;
        expect_reg(REG_PERF_COMPLETED, before);
        expect_reg(REG_PERF_KERNELS, 4 + KERNELS);
        finish;
    end
    initial begin
        #4000000 $display("cycle %0d: no end in sight: 0 passed, 1 failed", cycle);
        $finish_and_return(1);
    end
endmodule
`default_nettype wire
