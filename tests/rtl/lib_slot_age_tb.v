// lib_slot_age_tb - lib_slot_age: ranks of slots against a list per SM in order of start.
//
// TEST RATIONALE  The freed slot, and the CTAs and free slots ranked behind it, determine which ranks change:
//   random starts and ends, at rates that fill and empty the SMs, reach every list of few slots. Corners: one
//   slot, one SM, a number of slots that is no power of two, and reset while CTAs are resident.
// params: SMS=1, SLOTS=1; SMS=2, SLOTS=3; SMS=5, SLOTS=8; SMS=28, SLOTS=5, CYCLES=1500; SMS=1, SLOTS=16
`default_nettype none
module lib_slot_age_tb;
    parameter SMS = 5, SLOTS = 8, CYCLES = 4000;
    localparam SLOT_W = (SLOTS > 1) ? $clog2(SLOTS) : 1;
    reg clk = 0, rst_n = 0, init = 0;
    reg  [SMS*SLOTS-1:0] live = 0;
    reg  [SMS-1:0] freed_sm = 0;
    reg  [SLOT_W-1:0] freed_slot = 0;
    wire [SMS*SLOTS*SLOT_W-1:0] rank;
    wire [SMS-1:0] moves;
    wire busy;
    lib_slot_age #(.SMS(SMS), .SLOTS(SLOTS)) dut (
        .clk_i(clk), .rst_ni(rst_n), .init_i(init), .live_i(live), .freed_sm_i(freed_sm),
        .freed_slot_i(freed_slot), .rank_o(rank), .moves_o(moves), .busy_o(busy)
    );
    always #5 clk = !clk;

    `include "check.vh"
    integer seed = 1;
    function integer rnd(input integer n);
        rnd = $unsigned($random(seed)) % n;
    endfunction

    // --- a list per SM: slots in use in the order their CTAs came, then the free ones by number ----
    integer list [0:SMS*SLOTS-1], used [0:SMS-1];
    integer s, c, at, slot;
    task restart;
        for (s = 0; s < SMS; s = s + 1) begin
            used[s] = 0;
            for (c = 0; c < SLOTS; c = c + 1) list[s*SLOTS + c] = c;
        end
    endtask
    task leave(input integer sm, input integer place);  // the CTA at a place of the list
        begin
            slot = list[sm*SLOTS + place];
            used[sm] = used[sm] - 1;
            for (at = place; at < SLOTS - 1 && (at < used[sm] || list[sm*SLOTS + at + 1] < slot);
                 at = at + 1)
                list[sm*SLOTS + at] = list[sm*SLOTS + at + 1];
            list[sm*SLOTS + at] = slot;
        end
    endtask
    function integer rank_of(input integer sm, input integer of);
        integer b;
        begin
            rank_of = 0;
            for (b = 0; b < SLOT_W; b = b + 1)
                if (rank[(sm*SLOT_W + b)*SLOTS + of]) rank_of = rank_of + (1 << b);
        end
    endfunction

    integer fill = 0, full = 0, gone;           // gone: the SM left a cycle ago; -1: none
    reg home;                                   // ranks are set back at the next edge
    task compare;
        begin
            check(busy === (home || gone >= 0), "busy", busy, home);
            for (s = 0; s < SMS; s = s + 1) begin
                if (!home) check(moves[s] === (s == gone), "moves", moves, gone);
                for (c = 0; c < SLOTS; c = c + 1)
                    if (!home && s != gone)
                        check(rank_of(s, list[s*SLOTS + c]) === c, "rank", rank_of(s, list[s*SLOTS + c]), c);
            end
        end
    endtask
    initial begin
        restart;
        home = 1;
        gone = -1;
        repeat (2) @(negedge clk);
        rst_n = 1;
        while (cycle < CYCLES) begin
            if (cycle % 64 == 0) fill = rnd(4);
            for (s = 0; s < SMS; s = s + 1)     // newcomers that entered at the last edge
                if (!home && s != gone && used[s] < SLOTS && rnd(4) <= fill) begin
                    live[s*SLOTS + list[s*SLOTS + used[s]]] = 1;
                    used[s] = used[s] + 1;
                    if (used[s] == SLOTS) full = full + 1;
                end
            freed_sm = 0;
            s = rnd(SMS);
            freed_slot = rnd(SLOTS);            // counts for nothing without an SM
            at = -1;
            if (s != gone && used[s] > 0 && rnd(2)) begin
                at = rnd(used[s]);
                freed_sm = 1 << s;
                freed_slot = list[s*SLOTS + at];
            end
            rst_n = rnd(300) > 0;
            init = rnd(300) == 0;
            #1 compare;
            home = !rst_n || init;
            @(negedge clk) cycle = cycle + 1;
            gone = -1;
            if (home) begin
                restart;
                live = 0;
            end else if (at >= 0) begin
                for (gone = 0; !freed_sm[gone]; gone = gone + 1) ;
                live[gone*SLOTS + freed_slot] = 0;
                leave(gone, at);
            end
        end
        check(full > 20, "SMs filled", full, 20);
        finish;
    end
endmodule
`default_nettype wire
