// disp_bus_tb - the host's view: every register word, and every write that must be refused.
//
// TEST RATIONALE  Refusals are a list, so they are tested as a list; each must answer SLVERR and
//   change nothing, which reading back and a clean launch at the end show. Sizes: masks of one
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
            put(12'h200 + k*64, nx, 0);
            put(12'h204 + k*64, ny, 0);
            put(12'h208 + k*64, nz, 0);
            put(12'h20c + k*64, nw * 32, 0);
            put(12'h210 + k*64, nw, 0);
            put(12'h214 + k*64, nr, 0);
            put(12'h218 + k*64, nm, 0);
        end
    endtask
    task init;
        begin
            put(12'h040, SLOTS, 0);
            put(12'h044, CAP_WARPS, 0);
            put(12'h048, CAP_THREADS, 0);
            put(12'h04c, CAP_REGS, 0);
            put(12'h050, CAP_SMEM, 0);
            put(12'h008, 1, 0);
            put(12'h014, 32'hffffffff, 0);
        end
    endtask

    // Every refusal of the register table, none of which may change anything.
    task refusals;
        begin
            put(12'h000, 1, 2); put(12'h004, 1, 2); put(12'h00c, 1, 2); put(12'h01c, 1, 2);
            put(12'h020 + 4*((SMS + 31)/32), 1, 2);
            put(12'h09c, 1, 2); put(12'h0c0, 1, 2); put(12'h0cc, 1, 2); put(12'h0d0, 1, 2);
            put(12'h200 + KERNELS*64, 1, 2); put(12'h228, 1, 2); put(12'h238, 1, 2);
            put(12'h018, 32'h000000ff, 2); put(12'h018, 32'h0000ff00, 2);
            put(12'h018, 32'h80000000, 2); put(12'h041, 1, 2);
            get(12'h01c, 2); get(12'h0d0, 2); get(12'h238, 2); get(12'hffc, 2); get(12'h002, 2);
            get(12'h09c, 2);
            wstrb = 4'h7; put(12'h040, 1, 2); wstrb = 4'hf; expect_reg(12'h040, SLOTS);
            put_desc(0, 2, 1, 1, CAP_WARPS + 1, 1, 1); put(12'h224, 1, 2);
            put_desc(0, 2, 1, 1, 1, CAP_REGS + 1, 1);  put(12'h224, 1, 2);
            put_desc(0, 2, 1, 1, 1, 1, CAP_SMEM + 1);  put(12'h224, 1, 2);
            put_desc(0, 2, 0, 1, 1, 1, 1);             put(12'h224, 1, 2);
            put_desc(0, 2, 1, 1, 0, 1, 1);             put(12'h224, 1, 2);
            put_desc(0, 2, 1, 1, 1, 1, 1); put(12'h234, 0, 0); put(12'h224, 1, 2);
            put(12'h234, SLOTS, 0);
            expect_reg(12'h228, 0);
            @(negedge clk) expect_reg(12'h00c, 32'h80000000);   // asleep after three quiet edges
        end
    endtask
    task busy_refusals;                         // with kernel 0 in ISSUE or DRAIN
        begin
            put(12'h200, 9, 2); put(12'h21c, 1, 2); put(12'h234, 1, 2);
            put(12'h224, 1, 2); put(12'h008, 1, 2);
            put(12'h018, 0, 2); put(12'h224, 0, 0); put(12'h008, 0, 0);
            put(REG_LIMIT_STATIC_N, 3, 2); put(REG_GATE_CLASO_P_A, 2, 2); // parameters stand still
            expect_reg(12'h00c, 32'h1 | (sleep << 31));
        end
    endtask
    task apart;                                 // AW and W in different cycles, B and R waiting
        begin
            bready = 0;
            @(negedge clk) awvalid = 1; awaddr = 12'h050;
            @(negedge clk) awvalid = 0; check(!bvalid, "B before W", bvalid, 0);
            repeat (2) @(negedge clk);
            wvalid = 1; wdata = 77;
            @(negedge clk) wvalid = 0; @(negedge clk) check(bvalid && bresp == 0, "B after W", bvalid, 1);
            repeat (2) @(negedge clk) check(bvalid && !awready && !wready, "B stands", bvalid, 1);
            bready = 1;
            @(negedge clk) check(!bvalid && awready && wready, "B taken", bvalid, 0);
            wvalid = 1; wdata = 78;
            @(negedge clk) wvalid = 0; check(!bvalid && !wready && awready, "B before AW", 1, 0);
            awvalid = 1; awaddr = 12'h04c;
            @(negedge clk) awvalid = 0; @(negedge clk) check(bvalid, "B after AW", bvalid, 1);
            @(posedge clk);
            expect_reg(12'h050, 77); expect_reg(12'h04c, 78);
        end
    endtask

    task fields;                                // what was written is read, field by field
        integer k, w;
        begin
            for (k = 0; k < KERNELS; k = k + 1) begin
                put_desc(k, 32'hff000100 + k, 2, 3, 4 + k, 5, 6 + k);
                put(12'h21c + k*64, 3, 0); put(12'h220 + k*64, 32'h1a5, 0);
                expect_reg(12'h234 + k*64, SLOTS); put(12'h234 + k*64, 1 + k % SLOTS, 0);
            end
            for (k = 0; k < KERNELS; k = k + 1) begin
                expect_reg(12'h200 + k*64, 32'h100 + k);
                expect_reg(12'h204 + k*64, 2); expect_reg(12'h208 + k*64, 3);
                expect_reg(12'h20c + k*64, (4 + k)*32); expect_reg(12'h210 + k*64, 4 + k);
                expect_reg(12'h214 + k*64, 5); expect_reg(12'h218 + k*64, 6 + k);
                expect_reg(12'h21c + k*64, 1); expect_reg(12'h220 + k*64, 8'ha5);
                expect_reg(12'h224 + k*64, 0); expect_reg(12'h228 + k*64, 0);
                expect_reg(12'h234 + k*64, 1 + k % SLOTS); put(12'h234 + k*64, SLOTS, 0);
            end
            for (w = 0; w < SMS; w = w + 32) begin
                expect_reg(12'h020 + w/8, (SMS - w < 32) ? (1 << (SMS - w)) - 1 : -1);
                put(12'h020 + w/8, w + 1, 0);
            end
            for (w = 0; w < SMS; w = w + 32) begin
                expect_reg(12'h020 + w/8, (SMS - w < 32) ? (w + 1) & ((1 << (SMS - w)) - 1) : w + 1);
                put(12'h020 + w/8, w == 0, 0);  // SM 0 alone from here on
            end
            put(12'h018, LIMIT_TMAX, 0); expect_reg(12'h018, LIMIT_TMAX);
            put(12'h014, 1, 0); expect_reg(12'h014, 1);
            expect_reg(12'h044, CAP_WARPS); expect_reg(12'h048, CAP_THREADS);
            expect_reg(12'h04c, CAP_REGS); expect_reg(12'h050, CAP_SMEM);
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
        expect_reg(12'h000, 32'h43544144);
        expect_reg(12'h004, (KERNELS << 24) | (SLOTS << 16) | SMS);
        expect_reg(REG_LIMIT_STATIC_N, 1);
        expect_reg(REG_GATE_DYNCORE_WINDOW_CYCLES, 2048);
        expect_reg(12'h018, 0);
        put(12'h014, 0, 0);
        check(clocks == 3, "clocks of a write", clocks, 3);
        apart;
        init;
        refusals;
        fields;
        most(REG_LIMIT_STATIC_N, 31); most(REG_LIMIT_LCS_ROUNDING, 2); most(REG_LIMIT_LCS_SCOPE, 1);
        most(REG_LIMIT_DYNCTA_WINDOW_CYCLES, 65535); most(REG_LIMIT_DYNCTA_T_IDLE_CYCLES, 32);
        expect_reg(REG_GATE_DYNCORE_WINDOW_CYCLES, 2048);   // of the same name, but its own
        most(REG_GATE_DYNCORE_T_ACT_CYCLES, 2097151); most(REG_PLACE_BCS_BLOCK, 16);
        put(REG_PLACE_BCS_BLOCK, 2, 0);
        put_desc(0, 1, 2, 1, 1, 1, 1);
        put(12'h224, 1, 0);                     // nobody is ready: the first CTA stands
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
        expect_reg(12'h228, 3); expect_reg(12'h010, 1); expect_reg(12'h0c8, 1);
        put(12'h010, 1, 0);
        @(negedge clk) check(!irq, "interrupt cleared", irq, 0);
        expect_reg(12'h228, 0);
        @(negedge clk) expect_reg(12'h00c, 32'h80000000);
        finish;
    end
    initial begin
        #1000000 $display("cycle %0d: no end in sight: 0 passed, 1 failed", cycle);
        $finish_and_return(1);
    end
endmodule
`default_nettype wire
