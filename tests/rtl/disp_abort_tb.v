// disp_abort_tb - kernels that the host aborts, and writes that would leave one without an end.
//
// TEST RATIONALE  The port shows that nothing of an aborted kernel leaves but what stood there, STATUS and
//   the counters that it ends. Aborts fall into ISSUE with SMs full, with the port stalled and a pick in the
//   booking register behind it, into DRAIN, and on the three that wait behind another kernel. What is refused
//   is tried beside what it looks like and is allowed.
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
            put(12'h200 + n*64, ctas, 0); put(12'h204 + n*64, 1, 0); put(12'h208 + n*64, 1, 0);
            put(12'h20c + n*64, warps*32, 0); put(12'h210 + n*64, warps, 0);
            put(12'h214 + n*64, 1, 0); put(12'h218 + n*64, 0, 0);
        end
    endtask
    task launch(input integer n);
        begin
            taken[n] = 0;
            put(12'h224 + n*64, 1, 0);
        end
    endtask
    task ended(input integer n);                // aborted and done, everything accounted for
        begin
            expect_reg(12'h228 + n*64, 7);
            expect_reg(12'h22c + n*64, taken[n]);
            expect_reg(12'h230 + n*64, taken[n]);
            put(12'h010, 1 << n, 0);
            expect_reg(12'h228 + n*64, 0);
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
        put(12'h018, PLACE_RR | LIMIT_TMAX, 0);
        put(12'h040, SLOTS, 0); put(12'h044, 48, 0); put(12'h048, 1536, 0); put(12'h04c, 64, 0);
        put(12'h014, 15, 0);
        describe(0, 2*FULL + 3, 1);
        put(12'h224, 1, 2);                     // no init has loaded anything
        put(12'h008, 1, 0);
        put(12'h224, 2, 2); put(12'h224, 3, 2); // nothing to abort
        describe(1, 1, 49);
        put(12'h044, 50, 0); put(12'h048, 2000, 0);
        put(12'h264, 1, 2);                     // larger than what was loaded
        put(12'h008, 1, 0); put(12'h264, 1, 0); // and no more
        put(12'h020, 1, 2);                     // SMs stay while a kernel runs
        issue_ready = {SMS{1'b1}};
        run_out;
        for (k = 0; k < SMS; k = k + 32) put(12'h020 + k/8, 0, 0);
        put(12'h224, 1, 2);                     // no SM
        for (k = 0; k < SMS; k = k + 32) put(12'h020 + k/8, -1, 0);

        // Full SMs, CTAs left.
        launch(0);
        put(12'h200, 1, 2);
        repeat (2*FULL + 12) @(negedge clk);
        check(taken[0] == FULL, "CTAs of a full machine", taken[0], FULL);
        put(12'h224, 2, 0);
        expect_reg(12'h228, 6);
        run_out;
        check(taken[0] == FULL && irq, "no CTA behind the abort", taken[0], FULL);
        ended(0);

        // The port stalls: what stands there goes, the pick behind it does not.
        issue_ready = 0;
        launch(0);
        repeat (10) @(negedge clk);
        check(issue_valid && lid == 0, "first CTA", lid, 0);
        check(SMS*SLOTS == 1 || |dut.book_sm, "pick behind it", dut.book_sm, 1);
        put(12'h224, 2, 0);
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
        expect_reg(12'h228, 2);
        put(12'h224, 2, 0);
        for (k = 1; k < KERNELS; k = k + 1) begin
            put(12'h224 + k*64, 2, 0);
            @(negedge clk) ended(k);
        end
        expect_reg(12'h228, 6);
        run_out;
        check(taken[0] == FULL, "CTAs of a kernel aborted in DRAIN", taken[0], FULL);
        ended(0);

        // The entry is as good as new.
        describe(0, 2, 1);
        launch(0);
        run_out;
        run_out;
        expect_reg(12'h228, 3);
        get(12'h0c0, 0); before = got;
        expect_reg(12'h0c4, before);
        expect_reg(12'h0c8, 4 + KERNELS);
        finish;
    end
    initial begin
        #4000000 $display("cycle %0d: no end in sight: 0 passed, 1 failed", cycle);
        $finish_and_return(1);
    end
endmodule
`default_nettype wire
