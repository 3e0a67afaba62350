// arb_sm_tb - arb_sm: the schedulers of an SM with arb_alt, connected by arb_sm, against a model of the whole SM.
//
// TEST RATIONALE  The turn belongs to the SM and grants to the schedulers, so their interaction in one cycle is
//   checked: no scheduler grants a warp of another kernel while any has one of the kernel in turn, and each
//   that has one grants. The model scans all warps one by one. Random CTAs have warps on some
//   schedulers only, are paused and end; sparse cycles pass the turn on.
//
// sources: build/rtl/arb_alt/arb_bank.v
// params:  SCHEDS=1, KERNELS=1; SCHEDS=2, KERNELS=2; SCHEDS=4, KERNELS=4; SCHEDS=3, KERNELS=5, SLOTS=8, WARPS=12
`default_nettype none
`timescale 1ns/1ps
module arb_sm_tb;
    parameter SCHEDS = 2, KERNELS = 2, WARPS = 6, SLOTS = 4, TICKS = 4000;
    localparam SLOT_W = $clog2(SLOTS), KID_W = KERNELS > 1 ? $clog2(KERNELS) : 1;
    localparam ALL = SCHEDS * WARPS;

    reg clk = 0, rst_n = 0, start = 0, ends = 0;
    reg  [SLOT_W-1:0] start_slot = 0, end_slot = 0;
    reg  [KID_W-1:0]  start_kid = 0;
    reg  [ALL-1:0]    start_warps = 0, ready = 0;       // warp w of scheduler s is bit s*WARPS + w
    reg  [SLOTS-1:0]  paused = 0;
    wire [ALL-1:0]    gnt;
    wire [SCHEDS*KERNELS-1:0] asks;
    wire [KERNELS-1:0] serve;
    genvar g;
    generate for (g = 0; g < SCHEDS; g = g + 1) begin : g_sched
        arb_top #(.WARPS(WARPS), .SLOTS(SLOTS), .KERNELS(KERNELS)) u_arb (
            .clk_i(clk), .rst_ni(rst_n),
            .cta_start_evt_i(start), .cta_start_slot_i(start_slot), .cta_start_kid_i(start_kid),
            .cta_start_warps_i(start_warps[g*WARPS +: WARPS]), .cta_start_partner_i(start_slot),
            .cta_end_evt_i(ends), .cta_end_slot_i(end_slot),
            .valid_i({WARPS{1'b1}}), .ready_i(ready[g*WARPS +: WARPS]), .load_i({WARPS{1'b0}}),
            .longlat_i({WARPS{1'b0}}), .victim_evt_i({WARPS{1'b0}}), .paused_i(paused),
            .asks_o(asks[g*KERNELS +: KERNELS]), .serve_i(serve),
            .gnt_o(gnt[g*WARPS +: WARPS]), .gnt_valid_o(), .still_o());
    end endgenerate
    arb_sm #(.SCHEDS(SCHEDS), .KERNELS(KERNELS)) dut (
        .clk_i(clk), .rst_ni(rst_n), .asks_i(asks), .serve_o(serve));

    `include "check.vh"
    // --- the model: who has which warp, the kernel in turn, the greedy warp of each scheduler ------
    integer owner [0:ALL-1], since [0:SLOTS-1], kid [0:SLOTS-1], greedy [0:SCHEDS-1], want [0:SCHEDS-1];
    reg [SLOTS-1:0] live = 0;
    integer turn = 0, serial = 0, switches = 0, starved = 0, w, s, k, serves;

    function competes(input integer x);         // the paused only where no other of the scheduler is ready
        integer y;
        begin
            competes = ready[x] && owner[x] >= 0;
            if (competes) if (paused[owner[x]])
                for (y = x / WARPS * WARPS; y < (x / WARPS + 1) * WARPS; y = y + 1)
                    if (ready[y] && owner[y] >= 0) if (!paused[owner[y]]) competes = 1'b0;
        end
    endfunction
    function kernel_competes(input integer of);
        integer x;
        begin
            kernel_competes = 1'b0;
            for (x = 0; x < ALL; x = x + 1) if (competes(x)) if (kid[owner[x]] == of) kernel_competes = 1'b1;
        end
    endfunction
    function older(input integer x, input integer y);
        older = owner[x] == owner[y] ? x < y : since[owner[x]] < since[owner[y]];
    endfunction

    task model;
        begin
            serves = -1;
            for (k = KERNELS - 1; k >= 0; k = k - 1)
                if (kernel_competes((turn + k) % KERNELS)) serves = (turn + k) % KERNELS;
            if (serves >= 0 && serves != turn) switches = switches + 1;
            if (serves >= 0) turn = serves;
            for (s = 0; s < SCHEDS; s = s + 1) begin
                want[s] = -1;
                for (w = s * WARPS; w < (s + 1) * WARPS; w = w + 1)
                    if (competes(w)) if (kid[owner[w]] == serves) begin
                        if (want[s] < 0) want[s] = w;
                        else if (w == greedy[s] || (want[s] != greedy[s] && older(w, want[s]))) want[s] = w;
                    end
                if (want[s] >= 0) greedy[s] = want[s];
                else for (w = s * WARPS; w < (s + 1) * WARPS; w = w + 1) if (competes(w)) starved = starved + 1;
            end
        end
    endtask
    task events;
        begin
            check(!(start && live[start_slot]), "in_asks: the slot of a CTA that starts", start_slot, 0);
            for (w = 0; w < ALL; w = w + 1)
                check(!(start && start_warps[w]) || owner[w] < 0 || (ends && owner[w] == end_slot), "in_asks: its warps", w, 0);
            if (ends) begin
                live[end_slot] = 1'b0;
                for (w = 0; w < ALL; w = w + 1)
                    if (owner[w] == end_slot) begin
                        owner[w] = -1;
                        if (greedy[w / WARPS] == w) greedy[w / WARPS] = -1;
                    end
            end
            if (start) begin
                live[start_slot] = 1'b1;
                since[start_slot] = serial;
                kid[start_slot] = start_kid;
                serial = serial + 1;
                for (w = 0; w < ALL; w = w + 1) if (start_warps[w]) owner[w] = start_slot;
            end
        end
    endtask

    task tick(input [ALL-1:0] now);
        begin
            ready = now;
            model;
            #1 check(serve === (serves < 0 ? 0 : 1 << serves), "serve_o", serve, serves);
            events;
            clk = 1;
            #1 for (s = 0; s < SCHEDS; s = s + 1)
                check(gnt[s*WARPS +: WARPS] === (want[s] < 0 ? 0 : 1 << (want[s] - s * WARPS)), "grant",
                      gnt[s*WARPS +: WARPS], want[s] - s * WARPS);
            clk = 0;
            start = 0;
            ends = 0;
            cycle = cycle + 1;
            #1;
        end
    endtask
    task grants(input integer low, input integer high);         // the last tick's, in the bench's own words
        begin
            check(gnt[WARPS-1:0] === (low < 0 ? 0 : 1 << low), "grant of scheduler 0", gnt[WARPS-1:0], low);
            check(gnt[WARPS +: WARPS] === (high < 0 ? 0 : 1 << high), "grant of scheduler 1", gnt[WARPS +: WARPS], high);
        end
    endtask
    task start_cta(input integer slot, input integer of, input [WARPS-1:0] low, input [WARPS-1:0] high);
        begin
            start = 1;
            start_slot = slot;
            start_kid = of;
            start_warps = {high, low};
            tick(0);
        end
    endtask

    // Kernel 0 has slot 1: warps 0 of both schedulers; kernel 1 has slot 0: warps 1 and 2 of the first, 1 of
    // the second. The diagram of docs/rtl/arb_kernels.md.
    localparam [WARPS-1:0] NO_WARPS = 0;
    task turns;
        begin
            start_cta(1, 0, 3'b001, 3'b001);
            start_cta(0, 1, 3'b110, 3'b010);
            tick({6'b000011, 6'b000111});
            grants(0, 0);               // kernel 0 in both
            tick({6'b000011, 6'b000110});
            grants(-1, 0);              // it stalls in the first, which waits for the second
            tick({6'b000010, 6'b000110});
            grants(1, 1);               // it stalls in both: kernel 1, in the same cycle
            tick({6'b000011, 6'b000111});
            grants(1, 1);               // kernel 0 is back, and waits
            tick({6'b000001, 6'b000101});
            grants(2, -1);              // one warp of kernel 1 is enough
            tick({6'b000001, 6'b000001});
            grants(0, 0);
            tick({2{NO_WARPS}});
            grants(-1, -1);
        end
    endtask

    integer n, seed = 1, dense = 0;
    function [ALL-1:0] bits(input integer unused);
        integer x;
        for (x = 0; x < ALL; x = x + 1) bits[x] = $random(seed);
    endfunction
    task random_ticks;
        for (n = 0; n < TICKS; n = n + 1) begin
            if (n % 64 == 0) dense = $random(seed);
            s = $unsigned($random(seed)) % SLOTS;
            if (live[s] && $random(seed) % 16 == 0) begin ends = 1; end_slot = s; end
            s = $unsigned($random(seed)) % SLOTS;
            if (!live[s] && $random(seed) % 4 == 0) begin
                start = 1;
                start_slot = s;
                start_kid = $unsigned($random(seed)) % KERNELS;
                start_warps = bits(0);
                for (w = 0; w < ALL; w = w + 1) if (owner[w] >= 0) start_warps[w] = 1'b0;
            end
            paused = dense[3] ? $random(seed) & $random(seed) : 0;
            tick(bits(0) & (dense[0] ? bits(0) : {ALL{1'b1}}) & (dense[1] ? bits(0) & bits(0) : {ALL{1'b1}}));
        end
    endtask

    initial begin
        for (w = 0; w < ALL; w = w + 1) owner[w] = -1;
        for (s = 0; s < SCHEDS; s = s + 1) greedy[s] = -1;
        #1 clk = 1;
        #1 clk = 0;
        rst_n = 1;
        #1 if (SCHEDS == 2 && KERNELS == 2) turns;
        random_ticks;
        check(KERNELS == 1 || switches > TICKS / 16, "turns", switches, TICKS / 16);
        check(KERNELS == 1 || SCHEDS == 1 || starved > TICKS / 16, "warps that waited", starved, TICKS / 16);
        finish;
    end
endmodule
`default_nettype wire
