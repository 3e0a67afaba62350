// disp_top_tb - the dispatcher against SMs that stall, delay and contend.
//
// TEST RATIONALE  Every rule of a CTA's way is checked on the port, where a user sees it: order
//   and coordinates per kernel, slot and resources per SM (own books), payload while stalled, one
//   completion per cycle. Random rounds mix kernels, pools, limits, stalls and lifetimes
//   (of which a kernel beyond the pool has none before an earlier one has ended); directed parts
//   reach what chance does not: a full machine, a CTA as large as an SM, a false completion.
//   Parameter sets: corners of one and three, a 28 x 8 machine, 30 x 8 for the rate, 144 SMs.
// params: SMS=1, SLOTS=1, KERNELS=1; SMS=3, SLOTS=3, KERNELS=2, ROUNDS=40; SMS=5, SEED=3
// params: SMS=2, SLOTS=16; SMS=28, SLOTS=8, KERNELS=4; SMS=30, SLOTS=8, ROUNDS=3
// params: SMS=33, SLOTS=16, ROUNDS=3; SMS=144, SLOTS=2, ROUNDS=0
`default_nettype none
module disp_top_tb;
    parameter SMS = 5, SLOTS = 3, KERNELS = 3, ROUNDS = 12, SEED = 1;
    `include "disp_host.vh"
    integer seed = SEED;
    function integer rnd(input integer n);
        rnd = $unsigned($random(seed)) % n;
    endfunction

    // --- books: what each SM holds, what each kernel still owes ---------------------------------
    integer gx [0:KERNELS-1], gy [0:KERNELS-1], gz [0:KERNELS-1], next [0:KERNELS-1];
    integer warps [0:KERNELS-1], threads [0:KERNELS-1], regs [0:KERNELS-1], smem [0:KERNELS-1];
    integer pool = KERNELS, run, owed [0:KERNELS-1];    // kernels that may run; CTAs of each not heard yet
    integer issues, stall_pct = 0, life = 0, most = 99, wave_order = 0, first_cycle, last_cycle;
    reg hold_done = 0;
    reg [SMS*SLOTS-1:0] used = 0;
    integer slot_kid [0:SMS*SLOTS-1], left [0:SMS*SLOTS-1];
    reg [SMS-1:0] enable = {SMS{1'b1}};
    integer s, c, w, t, r, m, n, e;
    reg was_stalled = 0;
    reg [SMS-1:0] heard = 0;                    // a cycle ago: not asked again at once
    reg [SM_W+SLOT_W+KID_W+90-1:0] pay_before;
    wire [SM_W+SLOT_W+KID_W+90-1:0] pay = {sm, slot, kid, x, y, z, lid, half};

    // Which of an SM's schedulers: as the kernels that were in the pool when the CTA was booked were launched.
    integer launched [0:KERNELS-1], launches = 0, h, booked, halves = 0;
    reg [1:0] want_half = 0;
    always @(posedge clk) if (rst_n) begin
        if (issue_valid) check(half == want_half, "half of the schedulers", half, want_half);
        if (dut.book) begin
            booked = dut.book_kid;
            want_half = 0;
            for (h = 0; h < KERNELS; h = h + 1)
                if (h != booked && dut.pool_busy[h] && want_half != 2) want_half = launched[h] < launched[booked] ? 2 : 1;
            halves = halves | 1 << want_half;
        end
        for (h = 0; h < KERNELS; h = h + 1) if (dut.launch[h]) begin
            launched[h] = launches;
            launches = launches + 1;
        end
    end

    always @(posedge clk) if (rst_n) begin
        cycle <= cycle + 1;
        if (was_stalled) check(issue_valid && pay == pay_before, "payload while stalled", lid, 0);
        check(!(issue_valid && done_valid[sm] && done_slot[sm*SLOT_W +: SLOT_W] == slot), "in_sms: completes what it took",
              slot, sm);
        was_stalled <= issue_valid && !issue_ready[sm];
        pay_before  <= pay;
        check((done_ready & (done_ready - 1'b1)) == 0 && (done_ready & ~done_valid) == 0
              && (|done_ready) == (|(done_valid & ~heard)), "done_ready", done_ready, done_valid);
        heard = done_ready;
        for (s = 0; s < SMS; s = s + 1)
            if (done_valid[s] && done_ready[s]) begin
                e = s*SLOTS + done_slot[s*SLOT_W +: SLOT_W];
                if (used[e]) owed[slot_kid[e]] = owed[slot_kid[e]] - 1;
                used[e] = 0;
            end
        if (issue_valid && issue_ready[sm]) take_cta;
    end

    task take_cta;
        begin
            e = sm*SLOTS + slot;
            check(!used[e] && slot < SLOTS, "slot in use", slot, SLOTS);
            check(enable[sm], "SM enabled", sm, 0);
            check(lid == next[kid] && x == lid % gx[kid] && y == lid / gx[kid] % gy[kid]
                  && z == lid / gx[kid] / gy[kid] && z < gz[kid], "linear id", lid, next[kid]);
            next[kid] = next[kid] + 1;
            run = 0;                            // entries are launched in their order
            for (c = 0; c < kid; c = c + 1) run = run + (owed[c] > 0);
            check(run < pool, "kernels that run beside an earlier one", run, pool);
            used[e] = 1;
            slot_kid[e] = kid;
            left[e] = 1 + rnd(life + 1);
            w = 0; t = 0; r = 0; m = 0; n = 0;
            for (c = sm*SLOTS; c < sm*SLOTS + SLOTS; c = c + 1)
                if (used[c]) begin
                    w = w + warps[slot_kid[c]];
                    t = t + threads[slot_kid[c]];
                    r = r + regs[slot_kid[c]];
                    m = m + smem[slot_kid[c]];
                    n = n + (slot_kid[c] == kid);
                end
            check(w <= CAP_WARPS && t <= CAP_THREADS && r <= CAP_REGS && m <= CAP_SMEM,
                  "over-allocated SM", sm, 0);
            check(n <= most, "CTAs of the kernel on the SM", n, most);
            if (wave_order && issues < SMS) check(sm == issues, "SM of the first wave", sm, issues);
            if (issues == 0) first_cycle = cycle;
            last_cycle = cycle;
            issues = issues + 1;
        end
    endtask

    // SMs: a slot's lifetime runs down, then the SM reports it and waits to be heard.
    integer ss, cc;
    always @(negedge clk) begin
        for (ss = 0; ss < SMS; ss = ss + 1) begin
            issue_ready[ss] = rnd(100) >= stall_pct;
            if (!hold_done) begin
                if (done_valid[ss] && !used[ss*SLOTS + done_slot[ss*SLOT_W +: SLOT_W]])
                    done_valid[ss] = 0;
                for (cc = 0; cc < SLOTS; cc = cc + 1)
                    if (used[ss*SLOTS + cc]) begin
                        if (left[ss*SLOTS + cc] > 0) left[ss*SLOTS + cc] = left[ss*SLOTS + cc] - 1;
                        else if (!done_valid[ss]) begin
                            done_valid[ss] = 1;
                            done_slot[ss*SLOT_W +: SLOT_W] = cc;
                        end
                    end
            end
        end
    end

    // --- kernels ---------------------------------------------------------------------------------
    task describe(input integer k, input integer nx, input integer ny, input integer nz,
                  input integer nw, input integer nr, input integer nm);
        begin
            check(1.0*nx*ny*nz < 4294967296.0, "in_grid: CTAs of the grid", nx, 0);
            gx[k] = nx; gy[k] = ny; gz[k] = nz;
            warps[k] = nw; threads[k] = nw * 32; regs[k] = nr; smem[k] = nm; next[k] = 0; owed[k] = nx*ny*nz;
            put(reg_kernel(k, REG_K_GRID_X), nx, 0);
            put(reg_kernel(k, REG_K_GRID_Y), ny, 0);
            put(reg_kernel(k, REG_K_GRID_Z), nz, 0);
            put(reg_kernel(k, REG_K_THREADS), nw * 32, 0);
            put(reg_kernel(k, REG_K_WARPS), nw, 0);
            put(reg_kernel(k, REG_K_REGS), nr, 0);
            put(reg_kernel(k, REG_K_SMEM), nm, 0);
        end
    endtask
    task finish_kernel(input integer k);
        integer patience;
        begin
            patience = 0;
            get(reg_kernel(k, REG_K_STATUS), 0);
            while (got[1:0] != 3 && patience < 20000) begin
                get(reg_kernel(k, REG_K_STATUS), 0);
                patience = patience + 1;
            end
            check(got[1:0] == 3, "state of the kernel", got, 3);
            check(irq, "interrupt", irq, 1);
            check(next[k] == gx[k]*gy[k]*gz[k], "CTAs issued", next[k], gx[k]*gy[k]*gz[k]);
            expect_reg(reg_kernel(k, REG_K_ISSUED), next[k]);
            expect_reg(reg_kernel(k, REG_K_COMPLETED), next[k]);
            put(REG_IRQ_STATUS, 1 << k, 0);
            expect_reg(reg_kernel(k, REG_K_STATUS), 0);
        end
    endtask

    integer i, k, round, full, wave;
    initial begin
        for (i = 0; i < KERNELS; i = i + 1) begin
            gx[i] = 1; gy[i] = 1; gz[i] = 1; next[i] = 0; owed[i] = 0;
            warps[i] = 0; threads[i] = 0; regs[i] = 0; smem[i] = 0;
        end
        repeat (3) @(negedge clk);
        rst_n = 1;
        init;
        repeat (5) @(negedge clk);
        check(sleep, "sleep of an empty machine", sleep, 1);

        // First wave, no CTA finishes: SM i gets CTA i, one CTA per cycle, on two SMs two in
        // three (an SM sits two cycles out), then the machine sleeps.
        put(REG_POLICY, PLACE_RR | LIMIT_TMAX, 0);
        hold_done = 1; wave_order = 1; issues = 0; full = SMS*SLOTS;
        describe(0, full + 3, 2, 1, 1, 1, 1);
        put(reg_kernel(0, REG_K_CMD), REG_K_CMD_LAUNCH, 0);
        repeat (2*full + 8) @(negedge clk);
        check(issues == full, "CTAs of a full machine", issues, full);
        wave = (SMS > 2) ? full - 1 : (SMS == 2) ? 3*SLOTS - 2 : 3*(SLOTS - 1);
        check(last_cycle - first_cycle == wave, "cycles of the first wave", last_cycle - first_cycle, wave);
        check(sleep, "sleep of a full machine", sleep, 1);
        hold_done = 0; wave_order = 0; life = 3;
        finish_kernel(0);

        // A CTA as large as an SM, twice over; then a report of a slot that is not in use.
        describe(0, 2*SMS + 1, 1, 1, CAP_WARPS, CAP_REGS, CAP_SMEM);
        put(reg_kernel(0, REG_K_CMD), REG_K_CMD_LAUNCH, 0);
        finish_kernel(0);
        check(!(|used), "slots in use at the end", used, 0);
        hold_done = 1;
        @(negedge clk) done_valid[0] = 1; done_slot[SLOT_W-1:0] = 0;
        @(negedge clk) done_valid[0] = 0; hold_done = 0;
        repeat (2) @(negedge clk);              // booked and counted
        expect_reg(REG_PERF_BADDONE, 1);
        expect_reg(REG_PERF_KERNELS, 2);

        for (round = 0; round < ROUNDS; round = round + 1) begin
            stall_pct = (round & 1) ? rnd(90) : 0;
            life      = (round & 2) ? rnd(60) : rnd(4);
            most      = (round & 4) ? 1 + rnd(SLOTS + 1) : 99;
            pool      = (round % 4) ? 1 + rnd(KERNELS) : KERNELS;
            put(REG_POLICY, ((round % 4) ? PLACE_MIXED : PLACE_RR) | ((most == 99) ? LIMIT_TMAX : LIMIT_STATIC), 0);
            put(REG_POOL, pool, 0);
            put(REG_LIMIT_STATIC_N, (most == 99) ? 1 : most, 0);
            enable = (round % 3 == 2) ? {SMS{1'b1}} ^ (1 << rnd(SMS)) : {SMS{1'b1}};
            if (!(|enable)) enable = {SMS{1'b1}};
            for (i = 0; i < SMS; i = i + 32) put(REG_SM_ENABLE + i/8, enable >> i, 0);
            for (k = 0; k < KERNELS; k = k + 1) begin
                describe(k, 1 + rnd(2*SMS), 1 + rnd(4), 1 + rnd(3), 1 + rnd(12),
                         rnd(CAP_REGS/2), rnd(CAP_SMEM/2));
                put(reg_kernel(k, REG_K_CMD), REG_K_CMD_LAUNCH, 0);
            end
            for (k = 0; k < KERNELS; k = k + 1) finish_kernel(k);
            check(!(|used) && !irq, "slots in use at the end", used, 0);
        end
        get(REG_PERF_ISSUED, 0); i = got;
        expect_reg(REG_PERF_COMPLETED, i);
        expect_reg(REG_PERF_BADDONE, 1);
        expect_reg(REG_PERF_KERNELS, 2 + ROUNDS*KERNELS);
        put(REG_CTRL, REG_CTRL_INIT, 0);
        expect_reg(REG_PERF_ISSUED, 0);
        check(ROUNDS < 10 || KERNELS < 2 || halves == 7, "halves seen", halves, 7);
        finish;
    end
    initial begin
        #50000000 $display("cycle %0d: no end in sight: 0 passed, 1 failed", cycle);
        $finish_and_return(1);
    end
endmodule
`default_nettype wire
