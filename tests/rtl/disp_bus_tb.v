// disp_bus_tb - the dispatcher's registers as the host sees them: every word, and every write that must be refused.
//
// also: disp_host
//
// TEST RATIONALE  Refusals are a list, so the bench goes through that list; each must answer SLVERR and
//   change nothing, which reads and a clean launch at the end show. Sizes: SM masks of one
//   to five words, entries beyond the table, a machine of one SM.
// params: SMS=1, SLOTS=1, KERNELS=1; SMS=5; SMS=33, KERNELS=4; SMS=64, SLOTS=16, KERNELS=16
// params: SMS=144, KERNELS=2
`default_nettype none
module disp_bus_tb;
    parameter SMS = 5, SLOTS = 3, KERNELS = 3;
    `include "disp_host.vh"
    always @(posedge clk) cycle <= cycle + 1;

    task put_desc(input integer k, input integer nx, input integer ny, input integer nz,
                  input integer nw, input integer nr, input integer nm);
        begin
            put(reg_kernel(k, REG_K_GRID_X), nx, 0);
            put(reg_kernel(k, REG_K_GRID_Y), ny, 0);
            put(reg_kernel(k, REG_K_GRID_Z), nz, 0);
            put(reg_kernel(k, REG_K_THREADS), nw * 32, 0);
            put(reg_kernel(k, REG_K_WARPS), nw, 0);
            put(reg_kernel(k, REG_K_REGS), nr, 0);
            put(reg_kernel(k, REG_K_SMEM), nm, 0);
        end
    endtask

    // Every refusal of the register table, none of which may change anything.
    task refusals;
        integer a;
        reg here;
        begin
            put(REG_ID, 1, 2); put(REG_SHAPE, 1, 2); put(REG_STATUS, 1, 2); put(REG_PERF_ISSUED, 1, 2);
            put(REG_PERF_BADDONE, 1, 2); put(reg_kernel(0, REG_K_STATUS), 1, 2);
            put(reg_kernel(0, REG_K_ISSUED), 1, 2); put(reg_kernel(0, REG_K_COMPLETED), 1, 2);
            // Every address but those of registers, and of these the read-only ones: of the dispatcher, of the
            // first entry and the last, and where another one would be.
            for (a = 0; a < reg_kernel(KERNELS + 1, 0) && a < REG_PART; a = a + 4) begin
                if (a == reg_kernel(1, 0) && KERNELS > 1) a = reg_kernel(KERNELS - 1, 0);
                here = a < reg_kernel(KERNELS, 0) && (a < REG_SM_ENABLE + 4*((SMS + 31)/32)
                                                      || a >= REG_SM_ENABLE + 4*REG_SM_ENABLE_WORDS)
                                                  && !(a >= reg_attr(KERNELS, 0) && a < reg_attr(16, 0));
                get(a, here && REG_READABLE[a/4] ? 0 : 2);
                if (!(here && REG_WRITABLE[a/4])) put(a, 1, 2);
            end
            put(reg_attr(KERNELS - 1, REG_A_CLUSTER), REG_A_CLUSTER_RESET, 0);      // clusters of 1 to 16 CTAs
            put(reg_attr(KERNELS - 1, REG_A_CLUSTER), 0, 2); put(reg_attr(KERNELS - 1, REG_A_CLUSTER), REG_A_CLUSTER_RESET + 16, 2);
            put(reg_attr(KERNELS - 1, REG_A_PREFERRED), REG_A_PREFERRED_RESET + 1, 2);              // others: a plain launch only
            put(REG_GPC + 4*((SMS + 7)/8), 1, 2); get(REG_GPC + 4*((SMS + 7)/8), 2);
            put(reg_attr(KERNELS - 1, REG_A_MODE), 0, 0); put(reg_attr(KERNELS - 1, REG_A_MODE), REG_A_MODE_COOPERATIVE, 2);
            for (a = REG_PART; a < REG_PART + KERNELS*REG_PART_STRIDE; a = a + 4)   // words of SMs that there are
                get(a, a % REG_PART_STRIDE / 4 < (SMS + 31)/32 ? 0 : 2);
            if (KERNELS < 16) get(REG_PART + KERNELS*REG_PART_STRIDE, 2);
            put(REG_PART + 4*((SMS + 31)/32), 1, SMS > 224 ? 0 : 2);
            put(REG_CAP_SLOTS + 1, 1, 2); get(REG_ID + 2, 2); get(-4, 2);   // odd ones, and the last
            put(REG_POLICY, REG_POLICY_PLACE, 2); put(REG_POLICY, REG_POLICY_LIMIT, 2);
            put(REG_POLICY, 1 << (REG_POLICY_GATES_LSB + 15), 2);
            put(REG_POOL, 0, 2); put(REG_POOL, KERNELS + 1, 2); put(REG_POOL, 32 + KERNELS, 2);
            expect_reg(REG_POOL, KERNELS);
            wstrb = 4'h7; put(REG_CAP_SLOTS, 1, 2); wstrb = 4'hf; expect_reg(REG_CAP_SLOTS, SLOTS);
            put_desc(0, 2, 1, 1, CAP_WARPS + 1, 1, 1); put(reg_kernel(0, REG_K_CMD), REG_K_CMD_LAUNCH, 2);
            put_desc(0, 2, 1, 1, 1, CAP_REGS + 1, 1);  put(reg_kernel(0, REG_K_CMD), REG_K_CMD_LAUNCH, 2);
            put_desc(0, 2, 1, 1, 1, 1, CAP_SMEM + 1);  put(reg_kernel(0, REG_K_CMD), REG_K_CMD_LAUNCH, 2);
            put_desc(0, 2, 0, 1, 1, 1, 1);             put(reg_kernel(0, REG_K_CMD), REG_K_CMD_LAUNCH, 2);
            put_desc(0, 2, 1, 1, 0, 1, 1);             put(reg_kernel(0, REG_K_CMD), REG_K_CMD_LAUNCH, 2);
            put_desc(0, 2, 1, 1, 1, 1, 1);
            for (a = 0; a < SMS; a = a + 32) put(REG_PART + a/8, 0, 0);     // a partition without SMs, and with SM 0 alone
            put(reg_kernel(0, REG_K_CMD), REG_K_CMD_LAUNCH, 2);
            put(REG_PART, 1, 0);
            put(reg_kernel(0, REG_K_TMAX), 0, 0);
            put(reg_kernel(0, REG_K_CMD), REG_K_CMD_LAUNCH, 2);
            put(reg_kernel(0, REG_K_TMAX), SLOTS, 0);
            expect_reg(reg_kernel(0, REG_K_STATUS), 0);
            @(negedge clk) expect_reg(REG_STATUS, REG_STATUS_ASLEEP);   // asleep after three quiet edges
        end
    endtask
    task busy_refusals;                         // with kernel 0 in ISSUE or DRAIN
        begin
            put(reg_kernel(0, REG_K_GRID_X), 9, 2); put(reg_kernel(0, REG_K_FLAGS), 1, 2);
            put(reg_kernel(0, REG_K_TMAX), 1, 2);
            put(reg_kernel(0, REG_K_CMD), REG_K_CMD_LAUNCH, 2); put(REG_CTRL, REG_CTRL_INIT, 2);
            put(REG_PART, 0, 2); put(REG_PART, 1, 0); expect_reg(REG_PART, 1);   // its only SM
            put(REG_GPC, 0, 2); put(reg_attr(0, REG_A_CLUSTER), REG_A_CLUSTER_RESET, 2);
            put(REG_POLICY, 0, 2); put(REG_POOL, KERNELS, 2); put(reg_kernel(0, REG_K_CMD), 0, 0); put(REG_CTRL, 0, 0);
            put(REG_LIMIT_STATIC_N, 3, 2); put(REG_GATE_CLASO_P_A, 2, 2); // parameters stand still
            expect_reg(REG_STATUS, 32'h1 | (sleep ? REG_STATUS_ASLEEP : 0));
        end
    endtask
    task apart;                                 // AW and W in different cycles, B and R waiting
        begin
            bready = 0;
            @(negedge clk) awvalid = 1; awaddr = REG_CAP_SMEM;
            @(negedge clk) awvalid = 0; check(!bvalid, "B before W", bvalid, 0);
            repeat (2) @(negedge clk);
            wvalid = 1; wdata = 77;
            @(negedge clk) wvalid = 0; @(negedge clk) check(bvalid && bresp == 0, "B after W", bvalid, 1);
            repeat (2) @(negedge clk) check(bvalid && !awready && !wready, "B stands", bvalid, 1);
            bready = 1;
            @(negedge clk) check(!bvalid && awready && wready, "B taken", bvalid, 0);
            wvalid = 1; wdata = 78;
            @(negedge clk) wvalid = 0; check(!bvalid && !wready && awready, "B before AW", 1, 0);
            awvalid = 1; awaddr = REG_CAP_REGS;
            @(negedge clk) awvalid = 0; @(negedge clk) check(bvalid, "B after AW", bvalid, 1);
            @(posedge clk);
            expect_reg(REG_CAP_SMEM, 77); expect_reg(REG_CAP_REGS, 78);
        end
    endtask

    task fields;                                // what was written is read, field by field
        integer k, w;
        begin
            for (k = 0; k < KERNELS; k = k + 1) begin
                put_desc(k, 32'hff000100 + k, 2, 3, 4 + k, 5, 6 + k);
                put(reg_kernel(k, REG_K_FLAGS), 7, 0); put(reg_kernel(k, REG_K_STREAM), 32'h1a5, 0);
                put(reg_kernel(k, REG_K_PRIORITY), 8 + k % 8, 0);
                expect_reg(reg_kernel(k, REG_K_TMAX), SLOTS); put(reg_kernel(k, REG_K_TMAX), 1 + k % SLOTS, 0);
            end
            for (k = 0; k < KERNELS; k = k + 1) begin
                expect_reg(reg_kernel(k, REG_K_GRID_X), 32'h100 + k);
                expect_reg(reg_kernel(k, REG_K_GRID_Y), 2); expect_reg(reg_kernel(k, REG_K_GRID_Z), 3);
                expect_reg(reg_kernel(k, REG_K_THREADS), (4 + k)*32);
                expect_reg(reg_kernel(k, REG_K_WARPS), 4 + k);
                expect_reg(reg_kernel(k, REG_K_REGS), 5); expect_reg(reg_kernel(k, REG_K_SMEM), 6 + k);
                expect_reg(reg_kernel(k, REG_K_FLAGS), 3); expect_reg(reg_kernel(k, REG_K_STREAM), 8'ha5);
                expect_reg(reg_kernel(k, REG_K_CMD), 0); expect_reg(reg_kernel(k, REG_K_STATUS), 0);
                expect_reg(reg_kernel(k, REG_K_TMAX), 1 + k % SLOTS); put(reg_kernel(k, REG_K_TMAX), SLOTS, 0);
                expect_reg(reg_kernel(k, REG_K_PRIORITY), k % 8); put(reg_kernel(k, REG_K_PRIORITY), 0, 0);
            end
            for (w = 0; w < SMS; w = w + 32) begin
                expect_reg(REG_SM_ENABLE + w/8, (SMS - w < 32) ? (1 << (SMS - w)) - 1 : -1);
                put(REG_SM_ENABLE + w/8, w + 1, 0);
            end
            for (w = 0; w < SMS; w = w + 32) begin
                expect_reg(REG_SM_ENABLE + w/8, (SMS - w < 32) ? (w + 1) & ((1 << (SMS - w)) - 1) : w + 1);
                put(REG_SM_ENABLE + w/8, w == 0, 0);  // SM 0 alone from here on
            end
            for (k = 1; k <= KERNELS; k = k + 1) begin
                put(REG_POOL, k, 0); expect_reg(REG_POOL, k);
            end
            put(REG_POLICY, LIMIT_TMAX, 0); expect_reg(REG_POLICY, LIMIT_TMAX);
            put(REG_IRQ_ENABLE, 1, 0); expect_reg(REG_IRQ_ENABLE, 1);
            expect_reg(REG_CAP_WARPS, CAP_WARPS); expect_reg(REG_CAP_THREADS, CAP_THREADS);
            expect_reg(REG_CAP_REGS, CAP_REGS); expect_reg(REG_CAP_SMEM, CAP_SMEM);
        end
    endtask
    task most(input [11:0] addr, input [31:0] max); // a parameter takes its greatest value, no more
        begin
            put(addr, max, 0); expect_reg(addr, max);
            put(addr, max - 1, 0);
            put(addr, max + 1, 2); put(addr, max | 32'h80000000, 2); put(addr, 2*max, 2);
            put(addr, 32'hffffffff, 2);
            expect_reg(addr, max - 1);
        end
    endtask
    initial begin
        repeat (3) @(negedge clk);
        rst_n = 1;
        expect_reg(REG_ID, REG_ID_RESET);
        expect_reg(REG_SHAPE, (KERNELS << REG_SHAPE_KERNELS_LSB) | (SLOTS << REG_SHAPE_SLOTS_LSB)
                              | (SMS << REG_SHAPE_SMS_LSB));
        expect_reg(REG_LIMIT_STATIC_N, 1);
        expect_reg(REG_GATE_DYNCORE_WINDOW_CYCLES, 2048);
        expect_reg(REG_POLICY, 0);
        put(REG_IRQ_ENABLE, 0, 0);
        check(clocks == 3, "clocks of a write", clocks, 3);
        apart;
        init;
        refusals;
        fields;
        most(REG_LIMIT_STATIC_N, 63); most(REG_LIMIT_LCS_ROUNDING, 2); most(REG_LIMIT_LCS_SCOPE, 1);
        most(REG_LIMIT_DYNCTA_WINDOW_CYCLES, 65535); most(REG_LIMIT_DYNCTA_T_IDLE_CYCLES, 32);
        expect_reg(REG_GATE_DYNCORE_WINDOW_CYCLES, 2048);   // of the same name, but its own
        most(REG_GATE_DYNCORE_T_ACT_CYCLES, 2097151); most(REG_PLACE_BCS_BLOCK, 16);
        put(REG_PLACE_BCS_BLOCK, 2, 0);
        put_desc(0, 1, 2, 1, 1, 1, 1);
        put(reg_kernel(0, REG_K_CMD), REG_K_CMD_LAUNCH, 0);     // no SM is ready: the first CTA stands
        repeat (6) @(negedge clk);
        check(issue_valid && lid == 0, "first CTA", lid, 0);
        busy_refusals;
        issue_ready = {SMS{1'b1}};
        repeat (2) @(negedge clk);
        done_valid = 1;
        @(negedge clk) done_valid = 0;
        repeat (6) @(negedge clk);
        if (SLOTS > 1) done_slot = 1;
        done_valid = 1;
        @(negedge clk) done_valid = 0;
        @(negedge clk);                         // it is booked a cycle after it was taken
        check(irq, "interrupt", irq, 1);
        expect_reg(reg_kernel(0, REG_K_STATUS), 3); expect_reg(REG_IRQ_STATUS, 1);
        expect_reg(REG_PERF_KERNELS, 1);
        put(REG_IRQ_STATUS, 1, 0);
        @(negedge clk) check(!irq, "interrupt cleared", irq, 0);
        expect_reg(reg_kernel(0, REG_K_STATUS), 0);
        @(negedge clk) expect_reg(REG_STATUS, REG_STATUS_ASLEEP);
        finish;
    end
    initial begin
        #1000000 $display("cycle %0d: no end in sight: 0 passed, 1 failed", cycle);
        $finish_and_return(1);
    end
endmodule
`default_nettype wire
