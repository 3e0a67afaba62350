// issue_regs_tb - issue_regs: each kind of hazard by hand, then against the naive model.
//
// TEST RATIONALE  RAW, WAW and WAR between neighbouring instructions, each with the event that ends it one cycle before and
//   after; a register that an instruction names twice, or reads and writes; counts at their limit, with all read events of a
//   cycle. Random instructions name few registers, among them the first and the last, so that most of them collide.
// params: WARPS=1, REGS=2, CONSUMERS=1; WARPS=16, REGS=40, CONSUMERS=3; WARPS=2, CONSUMERS=63
// params: WARPS=5, REGS=9, CONSUMERS=7, READS=3, WRITES=1; WARPS=3, REGS=16, CONSUMERS=3, READS=1; WARPS=64, REGS=12, CONSUMERS=1
// params: WARPS=4, REGS=20, CONSUMERS=3, DESTS=8, SOURCES=10; WARPS=3, CONSUMERS=63, DESTS=2, SOURCES=2
`default_nettype none
`timescale 1ns/1ps
module issue_regs_tb;
    parameter WARPS = 5, READS = 2, WRITES = 2, REGS = 332, CONSUMERS = 63, DESTS = 1, SOURCES = 4;
    `include "check.vh"
    `include "issue_model.vh"
    wire [WARPS-1:0] ok, idle;
    issue_regs #(.WARPS(WARPS), .READS(READS), .WRITES(WRITES), .REGS(REGS), .CONSUMERS(CONSUMERS),
                 .DESTS(DESTS), .SOURCES(SOURCES)) dut (
        .clk_i(clk), .rst_ni(rst_n), .start_i(start), .head_i(head), .gnt_i(gnt),
        .read_evt_i(read_evt), .read_warp_i(read_warp), .read_tag_i(read_tag),
        .write_evt_i(write_evt), .write_warp_i(write_warp), .write_tag_i(write_tag),
        .ok_o(ok), .idle_o(idle)
    );

    `include "issue_bench.vh"

    // The oldest instruction of warp 0: its last destination, its first and its last source; -1: none.
    reg [READ_W-1:0] sources;
    task oldest(input integer dst, input integer src, input integer other);
        begin
            head[HEAD_W-1:0] = 0;
            head[(DESTS - 1)*FIELD_W +: FIELD_W] = {dst >= 0, dst[REG_W-1:0]};
            head[DESTS*FIELD_W +: FIELD_W] = {src >= 0, src[REG_W-1:0]};
            head[(DESTS + SOURCES - 1)*FIELD_W +: FIELD_W] = {other >= 0, other[REG_W-1:0]};
            sources = head[HEAD_W-1:DESTS*FIELD_W];
        end
    endtask
    task has_read(input [READ_W-1:0] tag);
        begin read_evt[0] = 1; read_warp = 0; read_tag[READ_W-1:0] = tag; end
    endtask
    task has_written(input integer r);
        begin
            write_evt[0] = 1; write_warp = 0;
            write_tag[WRITE_W-1:0] = 0;
            write_tag[(DESTS - 1)*FIELD_W +: FIELD_W] = {1'b1, r[REG_W-1:0]};
        end
    endtask

    localparam A = 0, B = REGS - 1;
    reg [READ_W-1:0] first;
    task hazards;
        begin
            reset;
            oldest(A, B, -1);
            first = sources;
            issue;                                      // A = B
            oldest(-1, -1, A); expect_ok(1'b0);         // RAW, in the very next cycle
            oldest(A, -1, -1); expect_ok(1'b0);         // WAW
            oldest(B, -1, -1); expect_ok(1'b0);         // WAR
            oldest(-1, B, B);  expect_ok(CONSUMERS > 1);        // one reader more
            has_read(first);
            oldest(B, -1, -1); expect_ok(1'b0); tick;
            expect_ok(1'b1);
            oldest(-1, A, -1); expect_ok(1'b0);
            has_written(A); tick;
            expect_ok(1'b1);
            check(idle[0], "idle_o when all is done", idle[0], 1);
        end
    endtask

    task one_register_twice;
        begin
            reset;
            oldest(A, A, A);                            // reads it in two sources, and writes it
            first = sources;
            issue;
            oldest(A, -1, -1); expect_ok(1'b0);
            has_written(A); tick;
            expect_ok(1'b0);                            // its read is still to come
            has_read(first); tick;
            expect_ok(1'b1);
            check(idle[0], "idle_o after one read of two sources", idle[0], 1);
        end
    endtask

    integer s, once;
    task counts;
        begin
            reset;
            oldest(-1, B, -1);
            first = sources;
            for (s = 0; s < CONSUMERS; s = s + 1) issue;
            expect_ok(1'b0);                            // as many as fit
            once = READS < CONSUMERS ? READS : CONSUMERS;
            for (s = 0; s < once; s = s + 1) read_evt[s] = 1;
            read_warp = 0;
            read_tag = {READS{first}};
            tick;
            for (s = 0; s < once; s = s + 1) issue;
            expect_ok(1'b0);
            has_read(first); tick;
            gnt[0] = 1; has_read(first); expect_ok(1'b1);
            if (CONSUMERS == 1) read_evt = 0;           // none is left that could have read
            tick;
            expect_ok(CONSUMERS > 1);
        end
    endtask

    integer ticks, busy;
    task random_ticks;
        for (ticks = 0; ticks < 800 + 24000/(WARPS + 2)*12/(REGS + 12); ticks = ticks + 1) begin
            busy = ticks/256 % 3;                       // 0: one warp fills a count, few events
            random_events(busy == 0 ? 16*(READS + WRITES) : busy);
            compare;
            for (w = 0; w < WARPS; w = w + 1) start[w] = model_idle(w) && rnd(8) == 0;
            w = busy == 0 ? 0 : rnd(WARPS);
            if (ok[w] && flights < FLIGHTS - 1 && rnd(8) > 0) begin gnt[w] = 1; start[w] = 0; end
            pass_edge;
            if (rnd(16) == 0 || read_evt == 0) random_head(w, busy == 0);
        end
    endtask

    initial begin
        hazards;
        one_register_twice;
        counts;
        reset;
        fulls = 0; twices = 0;
        random_ticks;
        check(fulls > 0 && twices > 0, "full counts, registers named twice", fulls, 1);
        finish;
    end
endmodule
`default_nettype wire
