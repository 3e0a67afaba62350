// lib_oldest_tb - lib_oldest: the first kernel by rank with CTAs left, and for how long it has been, against a list.
//
// TEST RATIONALE  Kernels are launched and run out of CTAs at random, rarely and often, so the oldest one stays for one
//   cycle, for two, and for many; a launch ranks behind all others or before them; stay_i comes at random. The model
//   keeps the launches in a list and the names of the last three cycles. A reset in the middle forgets them.
// params: KERNELS=1; KERNELS=2; KERNELS=5; KERNELS=16
`default_nettype none
`timescale 1ns/1ps
module lib_oldest_tb;
    parameter KERNELS = 4, TICKS = 6000;
    localparam KID_W = KERNELS > 1 ? $clog2(KERNELS) : 1;

    reg clk = 0, rst_n = 0, stay = 0;
    reg  [KERNELS-1:0] live = 0;
    reg  [KERNELS*KERNELS-1:0] before = 0;
    wire [KERNELS-1:0] hot;
    wire [KID_W-1:0] kid;
    wire held, busy;
    lib_oldest #(.KERNELS(KERNELS)) dut (
        .clk_i(clk), .rst_ni(rst_n), .live_i(live), .before_i(before), .stay_i(stay),
        .hot_o(hot), .kid_o(kid), .held_o(held), .busy_o(busy));
    `include "check.vh"

    integer seed = 1, since [0:KERNELS-1], serial = 0, k, j, oldest;
    integer name [0:2];                         // of the last cycle, and of the two before it; -1: none
    integer cycles, holds = 0, changes = 0, kept = 0;  // out of reset, at most 3
    reg [KERNELS-1:0] hot_before;
    reg stays;

    task look;                                  // the live kernel that was launched first
        begin
            oldest = -1;
            for (k = 0; k < KERNELS; k = k + 1)
                if (live[k]) begin
                    if (oldest < 0) oldest = k;
                    else if (since[k] < since[oldest]) oldest = k;
                end
        end
    endtask
    initial begin
        for (k = 0; k < KERNELS; k = k + 1) since[k] = 0;
        name[0] = -1; name[1] = -1; name[2] = -1; cycles = 0;
        for (cycle = 0; cycle < TICKS; cycle = cycle + 1) begin
            rst_n = cycle > 1 && cycle != TICKS / 2;
            for (k = 0; k < KERNELS; k = k + 1)
                if (live[k]) live[k] = $unsigned($random(seed)) % 12 != 0;
                else if ($unsigned($random(seed)) % (cycle % 800 < 400 ? 40 : 6) == 0) begin
                    live[k] = 1'b1;
                    since[k] = serial;
                    if ($unsigned($random(seed)) % 3 == 0) since[k] = -serial;      // before all others
                    serial = serial + 1;
                end
            for (k = 0; k < KERNELS; k = k + 1)
                for (j = 0; j < KERNELS; j = j + 1) before[k*KERNELS + j] = k != j && since[j] < since[k];
            stay = $unsigned($random(seed)) % 4 == 0;
            look;
            if (stay && name[0] >= 0) if (live[name[0]]) begin
                kept = kept + (oldest != name[0]);
                oldest = name[0];
            end
            #1 if (cycle > 1) begin
                check(hot === (name[0] < 0 ? 0 : 1 << name[0]), "hot", hot, name[0]);
                check(kid === (name[0] < 0 ? 0 : name[0]), "kid", kid, name[0]);
                stays = cycles > 2 && name[0] == name[1] && name[0] == name[2];
                if (name[0] < 0) stays = 1'b0;
                else stays = stays && live[name[0]];
                check(held === stays, "held", held, stays);
                holds = holds + held;
                check(busy || oldest == name[0], "busy", busy, 1);
            end
            hot_before = hot;
            #1 clk = 1;
            #1 changes = changes + (hot !== hot_before);
            check(cycle < 2 || busy || hot === hot_before, "still", hot, hot_before);
            name[2] = name[1]; name[1] = name[0];
            name[0] = rst_n ? oldest : -1;
            cycles = !rst_n ? 1 : cycles + (cycles < 3);
            #1 clk = 0;
        end
        check(holds > TICKS / 20, "cycles with a kernel held", holds, TICKS / 20);
        check(KERNELS == 1 || kept > 0, "cycles in which the kernel stayed though another ranked before it", kept, 1);
        check(changes > TICKS / 100, "changes", changes, TICKS / 100);
        finish;
    end
endmodule
`default_nettype wire
