// disp_regs_tb - disp_regs: the dispatcher's own register words against a table of words, in every cycle.
//
// TEST RATIONALE  Checks and writes of random addresses, near the words and far from them, with values around
//   what is built; kernels end, are acknowledged and cleared by init in the same cycle. SM masks of one
//   to eight words, the last one full or not, and fields that are reset while they hold something.
//   disp_bus_tb tests the same words behind the bus.
// params: SMS=1, SLOTS=1, KERNELS=1; SMS=33, SLOTS=3; SMS=256, SLOTS=16, KERNELS=16; SMS=2, SLOTS=63; SMS=64, SMEM_W=32, SEED=2
`default_nettype none
module disp_regs_tb;
    parameter SMS = 28, SLOTS = 8, KERNELS = 4, SEED = 1;
    parameter WARPS_W = 7, THREADS_W = 12, REGS_W = 14, SMEM_W = 17;
    localparam CNT_W = $clog2(SLOTS + 1);
    localparam AMT_W = CNT_W + WARPS_W + THREADS_W + REGS_W + SMEM_W + 5;
    localparam PLACES = 2, LIMITS = 5, CYCLES = SMS > 64 ? 2000 : 6000;
    localparam [15:0] GATES = 16'h8006;

    reg clk = 0, rst_n = 0, wr_valid = 0, sleep = 0;
    reg  [11:0] wr_addr = 0, rd_addr = 0;
    reg  [31:0] wr_data = 0;
    reg  [KERNELS-1:0] busy = 0, fin = 0;
    reg  [3:0] count = 0, count_q = 0;
    wire wr_err, rd_err, init, irq, anew;
    wire [31:0] rd_data;
    wire [AMT_W-1:0] cap, held;
    wire [SMS-1:0] sm_enable;
    wire [7:0] place, limit;
    wire [15:0] gate;
    wire [4:0] pool;
    wire [KERNELS-1:0] clear;
    disp_regs #(
        .SMS(SMS), .SLOTS(SLOTS), .KERNELS(KERNELS), .WARPS_W(WARPS_W), .THREADS_W(THREADS_W),
        .REGS_W(REGS_W), .SMEM_W(SMEM_W)
    ) dut (
        .clk_i(clk), .rst_ni(rst_n), .wr_valid_i(wr_valid), .wr_addr_i(wr_addr), .wr_data_i(wr_data),
        .wr_err_o(wr_err), .rd_addr_i(rd_addr), .rd_data_o(rd_data), .rd_err_o(rd_err),
        .init_o(init), .cap_o(cap), .sm_enable_o(sm_enable), .place_o(place), .limit_o(limit),
        .gate_o(gate), .pool_o(pool), .place_count_i(8'd2), .limit_count_i(8'd5), .gate_mask_i(GATES),
        .busy_i(busy), .sleep_i(sleep), .fin_i(fin), .clear_o(clear), .irq_o(irq), .count_i(count),
        .held_o(held), .anew_o(anew)
    );
    always #5 clk = !clk;

    `include "check.vh"
    integer seed = SEED;
    function integer rnd(input integer n);
        rnd = $unsigned($random(seed)) % n;
    endfunction

    // --- the table: words 0x000 to 0x0cc by number ------------------------------------------------
    localparam CTRL = 2, STATUS = 3, IRQ = 4, ENABLE = 5, POLICY = 6, POOL = 7, MASK = 8, CAPS = 16, PERF = 48;
    reg [31:0] word [0:63];
    reg [AMT_W-1:0] held_then = 0;
    integer w, m;
    function [31:0] low(input [31:0] value, input integer bits);
        low = value & (32'hffffffff >> (32 - bits));
    endfunction
    function integer mask_word(input integer of);       // bits of a word of the mask of SMs; 0: none
        begin
            m = SMS - 32*(of - MASK);
            mask_word = (of < MASK || of >= MASK + 8 || m <= 0) ? 0 : m > 32 ? 32 : m;
        end
    endfunction
    function integer width(input integer of);           // stored bits of a word; 0: not stored
        case (of)
        IRQ, ENABLE: width = KERNELS;
        POLICY: width = 32;
        POOL: width = 5;
        CAPS: width = 6;
        CAPS + 1: width = WARPS_W;
        CAPS + 2: width = THREADS_W;
        CAPS + 3: width = REGS_W;
        CAPS + 4: width = SMEM_W;
        default: width = mask_word(of);
        endcase
    endfunction
    function integer number(input [11:0] addr);         // word number; -1: none
        begin
            number = addr / 4;
            if (addr % 4 != 0 || addr > 12'h0cc || (addr > 12'h050 && addr < 12'h0c0)
                || (addr >= 12'h020 && addr < 12'h040 && mask_word(addr / 4) == 0)) number = -1;
        end
    endfunction
    function may_write(input integer of);
        case (of)
        -1: may_write = 0;
        CTRL: may_write = !wr_data[0] || busy == 0;
        POLICY: may_write = busy == 0 && wr_data[7:0] < PLACES && wr_data[15:8] < LIMITS
                         && (wr_data[31:16] & ~GATES) == 0;
        POOL: may_write = busy == 0 && wr_data >= 1 && wr_data <= KERNELS;
        default: may_write = width(of) > 0 && (mask_word(of) == 0 || busy == 0);
        endcase
    endfunction
    task reset;
        begin
            for (w = 0; w < 64; w = w + 1) word[w] = 0;
            word[0] = 32'h43544144;
            word[1] = {KERNELS[7:0], SLOTS[7:0], SMS[15:0]};
            word[POOL] = KERNELS;
            for (w = MASK; w < MASK + 8; w = w + 1)
                if (mask_word(w) > 0) word[w] = low(-1, mask_word(w));
            held_then = 0;
            count_q = 0;
        end
    endtask
    function [AMT_W-1:0] amounts(input integer any);    // as the capacity words say
        amounts = {1'b0, {CNT_W{1'b0}}, 1'b0, word[CAPS + 4][SMEM_W-1:0], 1'b0, word[CAPS + 3][REGS_W-1:0],
                   1'b0, word[CAPS + 2][THREADS_W-1:0], 1'b0, word[CAPS + 1][WARPS_W-1:0]}
                | ({{AMT_W{1'b0}}, (word[CAPS] < SLOTS ? word[CAPS] : SLOTS)} << (AMT_W - 1 - CNT_W));
    endfunction

    // --- a cycle ---------------------------------------------------------------------------------
    integer n, inits = 0, acks = 0;
    reg looked = 0;                             // a word was looked at a cycle ago and may be written
    function [11:0] address(input integer any);
        begin
            address = 4*rnd(53);
            if (rnd(3) == 0) address = 4*(IRQ + rnd(3));
            if (rnd(8) == 0) address = 4*CTRL;
            if (rnd(16) == 0) address = 4*POOL;
            if (rnd(12) == 0) address = $random(seed);
            if (rnd(12) == 0) address = address ^ (12'd1 << rnd(12));
        end
    endfunction
    task drive;
        begin
            if (!looked) begin
                wr_addr = address(0);
                wr_data = rnd(2) ? $random(seed) : $random(seed) & 32'h80061fff;
                if (wr_addr == 4*POLICY && rnd(4) > 0)
                    wr_data = rnd(PLACES + 1) | 256*rnd(LIMITS + 1)
                            | (rnd(2) ? 0 : (GATES & $random(seed)) << 16) | (rnd(8) ? 0 : 65536 << rnd(16));
                if (mask_word(wr_addr / 4) > 0 && rnd(3) == 0) wr_data = 0;
                if (wr_addr == 4*POOL && rnd(4) > 0) wr_data = rnd(KERNELS + 2);
                busy = rnd(3) ? 0 : 1 << rnd(KERNELS);
            end else if (rnd(4) == 0) busy = 0;  // the kernel ended since
            rd_addr = address(0);
            sleep = $random(seed);
            fin   = rnd(4) ? 0 : $random(seed);
            count = rnd(3) ? $random(seed) : 0;
            rst_n = cycle > 1 && (looked || rnd(400) > 0);
        end
    endtask
    integer of;
    reg [31:0] expected;
    task compare;
        begin
            word[STATUS] = {sleep, {31{1'b0}}} | busy;
            of = number(rd_addr);
            expected = (of < 0) ? 0 : word[of];
            check(rd_err === (of < 0), "read error", rd_err, rd_addr);
            check(rd_data === expected, "read data", rd_data, expected);
            check(cap === amounts(0), "capacity", cap, amounts(0));
            check(held === held_then, "capacity of the last init", held, held_then);
            check({gate, limit, place} === word[POLICY], "policy", {gate, limit, place}, word[POLICY]);
            check(pool === word[POOL][4:0], "pool", pool, word[POOL]);
            for (w = 0; w < SMS; w = w + 1)
                check(sm_enable[w] === word[MASK + w/32][w % 32], "SM enabled", sm_enable[w], w);
            check(irq === |(word[IRQ] & word[ENABLE]), "interrupt", irq, word[IRQ]);
            of = number(wr_addr);
            check(wr_err === !may_write(of), "write error", wr_err, wr_addr);
            check(init === (wr_valid && of == CTRL && wr_data[0]), "init", init, of);
            check(anew === (wr_valid && (of == POLICY || (of == CTRL && wr_data[0]))), "anew", anew, of);
            check(clear === ((wr_valid && of == IRQ) ? wr_data[KERNELS-1:0] : {KERNELS{1'b0}}), "acknowledged",
                  clear, of);
        end
    endtask
    task account;                               // at a clock edge
        begin
            for (w = 0; w < 4; w = w + 1) word[PERF + w] = word[PERF + w] + count_q[w];
            count_q = count;
            if (wr_valid && of == IRQ) begin
                word[IRQ] = word[IRQ] & ~wr_data;
                acks = acks + 1;
            end else if (wr_valid && of >= 0) if (width(of) > 0) word[of] = low(wr_data, width(of));
            word[IRQ] = word[IRQ] | fin;
            if (wr_valid && of == CTRL && wr_data[0]) begin
                inits = inits + 1;
                held_then = amounts(0);
                for (w = 0; w < 4; w = w + 1) word[PERF + w] = 0;
                count_q = 0;
                word[IRQ] = 0;
            end
        end
    endtask
    initial begin
        reset;
        repeat (2) @(negedge clk) cycle = cycle + 1;
        while (cycle < CYCLES) begin
            drive;
            // Words of others are written at the same port.
            wr_valid = looked && rst_n && rnd(8) > 0;
            #1 compare;
            @(posedge clk) account;
            looked = !looked && rst_n && (number(wr_addr) < 0 || may_write(number(wr_addr)));
            if (!rst_n) reset;
            @(negedge clk) cycle = cycle + 1;
        end
        check(inits > 20 && acks > 20, "inits, acknowledgements", inits, acks);
        finish;
    end
endmodule
`default_nettype wire
