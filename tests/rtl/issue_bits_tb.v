// issue_bits_tb - issue_bits: stall, yield, dependence counters and DEPBAR by hand, then against the naive model.
//
// TEST RATIONALE  Every stall with and without yield, each measured by the first cycle with ok_o. A counter is tried at each
//   side of every limit: in Control, at 0, at DEPBAR's n, at 60; with all events of a cycle, alone and together with Control.
//   Random runs alternate between many events and few, so that counters stay near 0 or fill up; starts end stalls, and the
//   sub-core stands still in some cycles.
// params: WARPS=1; WARPS=16; WARPS=2, READS=1, WRITES=1; WARPS=5, READS=3; WARPS=64; WARPS=33, READS=8, WRITES=8
`default_nettype none
`timescale 1ns/1ps
module issue_bits_tb;
    parameter WARPS = 5, READS = 2, WRITES = 2;
    localparam REGS = 0, CONSUMERS = 1, DESTS = 1, SOURCES = 4;
    `include "check.vh"
    `include "issue_model.vh"
    wire [WARPS-1:0] ok, idle;
    issue_bits #(.WARPS(WARPS), .READS(READS), .WRITES(WRITES)) dut (
        .clk_i(clk), .rst_ni(rst_n), .start_i(start), .head_i(head), .gnt_i(gnt), .hold_i(hold),
        .read_evt_i(read_evt), .read_warp_i(read_warp), .read_tag_i(read_tag),
        .write_evt_i(write_evt), .write_warp_i(write_warp), .write_tag_i(write_tag),
        .ok_o(ok), .idle_o(idle)
    );

    `include "issue_bench.vh"

    // The oldest instruction of warp 0; 7: no counter.
    task oldest(input [3:0] stall, input yield, input [2:0] write, input [2:0] read, input [5:0] mask);
        head[26:0] = {10'd0, mask, read, write, yield, stall};
    endtask
    task depbar(input [2:0] k, input [5:0] most, input [5:0] mask);
        head[26:0] = {most, k, 1'b1, mask, 3'd7, 3'd7, 5'd4};
    endtask
    task written(input [2:0] k);
        begin write_evt[0] = 1; write_warp = 0; write_tag[2:0] = k; end
    endtask

    // Every control word's stall: the distance to the first cycle in which the warp may issue again, if the sub-core stands
    // still in the first cycles after the issue.
    integer s, y, gap;
    task stalls(input integer stands);
        for (y = 0; y < 2; y = y + 1)
            for (s = 0; s < 16; s = s + 1) begin
                reset;
                oldest(s, y, 7, 7, 0);
                issue;
                while (!ok[0] && cycle < 100) begin hold = cycle <= stands; tick; end
                gap = s > 1 ? s : 1;
                if (y == 0 && s > 11) gap = 2;
                if (y == 1 && s < 2) gap = s == 0 ? 45 : 2;
                if (gap > 1) gap = gap + stands;
                check(cycle == gap, "cycles until the next issue", cycle, gap);
            end
    endtask

    // The diagram of docs/rtl/issue.md: a load that reserves counter 0 with a stall of 2, and its consumer.
    task shows(input control, input integer count);
        begin
            check(dut.ctl_q[0] === control, "warp 0 in Control", dut.ctl_q[0], control);
            check(dut.count_q[5:0] === count, "counter 0", dut.count_q[5:0], count);
        end
    endtask
    task diagram;
        begin
            reset;
            oldest(2, 0, 0, 7, 0);
            shows(0, 0);
            issue;
            oldest(1, 0, 7, 7, 6'b000001);
            expect_ok(1'b0); shows(1, 0); tick;         // 1: the stall; the load is in Control
            expect_ok(1'b0); shows(0, 1); tick;         // 2
            written(0);
            expect_ok(1'b0); shows(0, 1); tick;         // 3: the result is written
            shows(0, 0);
            issue;                                      // 4
            shows(1, 0);
        end
    endtask

    task control_is_late;
        begin
            reset;
            oldest(1, 0, 3, 7, 0);
            issue;
            oldest(1, 0, 7, 7, 6'b001000);
            issue;                              // a stall of 1 is too small: the counter is still 0
            expect_ok(1'b0);
            check(!idle[0], "idle_o", idle[0], 0);
            written(3);
            tick;
            expect_ok(1'b1);
            check(!idle[0] || cycle > 2, "idle_o", idle[0], 1);
            // One instruction in Control, with its release at the same edge.
            reset;
            oldest(1, 0, 2, 2, 0);
            issue;
            oldest(1, 0, 7, 7, 6'b000100);
            written(2);
            tick;
            expect_ok(1'b0);                    // 2 - 1
            written(2);
            tick;
            expect_ok(1'b1);
            check(idle[0], "idle_o after the last release", idle[0], 1);
        end
    endtask

    // Control and releases go on while the sub-core stands still; a warp that starts meanwhile has neither stall nor yield.
    task counters_do_not_stand;
        begin
            reset;
            oldest(1, 0, 3, 7, 0);
            issue;
            oldest(1, 0, 7, 7, 6'b001000);
            hold = 1; tick;
            expect_ok(1'b0); shows(0, 0);
            check(dut.count_q[23:18] === 1, "counter 3", dut.count_q[23:18], 1);
            hold = 1; written(3); tick;
            expect_ok(1'b1);
            reset;
            oldest(9, 1, 7, 7, 0);
            issue;
            hold = 1; tick;
            expect_ok(1'b0);
            hold = 1; start[0] = 1; tick;
            expect_ok(1'b1);
        end
    endtask

    task depbar_waits_for_n;
        begin
            reset;
            oldest(1, 0, 1, 7, 0);
            issue; issue; issue;
            depbar(1, 6'd1, 0);
            tick;
            expect_ok(1'b0);                    // 3
            written(1); tick;
            expect_ok(1'b0);                    // 2
            written(1); tick;
            expect_ok(1'b1);                    // 1
            depbar(1, 6'd0, 0);  expect_ok(1'b0);
            depbar(1, 6'd1, 6'b000010); expect_ok(1'b0);        // its own wait mask holds as well
            depbar(6, 6'd0, 0);  expect_ok(1'b1);               // no counter
            written(1); tick;
            depbar(1, 6'd0, 0);  issue;
        end
    endtask

    // All events of a cycle release the same counter, while Control reserves it twice.
    integer all;
    task sum_of_events;
        begin
            reset;
            all = READS + WRITES;
            for (s = 0; s < all; s = s + 1) begin oldest(1, 0, 4, 4, 0); issue; end
            oldest(1, 0, 7, 7, 6'b010000);
            read_evt = {READS{1'b1}};   read_warp = 0;  read_tag = {READS{3'd4}};
            write_evt = {WRITES{1'b1}}; write_warp = 0; write_tag = {WRITES{3'd4}};
            tick;                               // 2 * all - 2 + 2 - all
            expect_ok(1'b0);
            read_evt = {READS{1'b1}};
            write_evt = {WRITES{1'b1}};
            tick;
            expect_ok(1'b1);
            check(idle[0], "idle_o after all releases", idle[0], 1);
        end
    endtask

    task full_counter_blocks;
        begin
            reset;
            oldest(1, 0, 5, 7, 0);
            for (s = 0; s < 61; s = s + 1) issue;       // the last one sees 59: one more is in Control
            expect_ok(1'b0);                            // 60
            oldest(1, 0, 7, 5, 0); expect_ok(1'b0);
            oldest(1, 0, 4, 3, 0); expect_ok(1'b1);     // other counters
            tick;                                       // 61
            oldest(1, 0, 5, 5, 0);
            written(5); tick;
            expect_ok(1'b0);
            written(5); tick;
            issue;
        end
    endtask

    integer ticks, busy;
    task random_ticks;
        for (ticks = 0; ticks < 1200 + 24000/(WARPS + 2); ticks = ticks + 1) begin
            if (ticks % 256 == 0) busy = ticks/256 % 3;   // 0: one warp fills a counter, few events
            random_events(busy == 0 ? 16*(READS + WRITES) : busy);
            compare;
            for (w = 0; w < WARPS; w = w + 1) start[w] = model_idle(w) && rnd(8) == 0;
            w = busy == 0 ? 0 : rnd(WARPS);
            hold = rnd(8) == 0;
            if (ok[w] && !hold && flights < FLIGHTS - 1 && rnd(8) > 0) begin gnt[w] = 1; start[w] = 0; end
            pass_edge;
            if (rnd(16) == 0 || m_ctl == w) random_head(w, busy == 0);
        end
    endtask

    initial begin
        stalls(0);
        stalls(1);
        stalls(3);
        diagram;
        control_is_late;
        counters_do_not_stand;
        depbar_waits_for_n;
        sum_of_events;
        full_counter_blocks;
        reset;
        fulls = 0; odds = 0;
        random_ticks;
        check(fulls > 0 && odds > 10, "full counters, odd stalls", fulls, 1);
        finish;
    end
endmodule
`default_nettype wire
