// disp_fit_tb - room on every SM against lists of their CTAs, for one CTA and for several together.
//
// TEST RATIONALE  What is claimed to fit must fit in every cycle; that what fits is claimed is due once the
//   amounts of a block are summed up, for which the contract gives a cycle per CTA. Each phase launches a
//   kernel with blocks of its own, or with single CTAs, beside those that are there; the SMs ask about any of them; now
//   and then a kernel comes to its last CTA. Capacities and amounts make never_o come true by any
//   field. Picks stand, CTAs leave other SMs meanwhile, a report of a free slot frees nothing.
// params: SMS=1, SLOTS=1, KERNELS=1; SMS=5, SLOTS=8, W=6; SMS=3, SLOTS=3, KERNELS=2; SMS=28, SLOTS=5, CYCLES=2500
`default_nettype none
module disp_fit_tb;
    parameter SMS = 5, SLOTS = 4, KERNELS = 3, W = 5, CYCLES = 5000;    // W: bits of an amount
    localparam SLOT_W = (SLOTS > 1) ? $clog2(SLOTS) : 1, CNT_W = $clog2(SLOTS + 1);
    localparam KID_W  = (KERNELS > 1) ? $clog2(KERNELS) : 1;
    localparam AMT_W  = CNT_W + 4*W + 5;
    localparam [AMT_W-1:0] GUARD = {1'b1, {CNT_W{1'b0}}, {4{1'b1, {W{1'b0}}}}};
    reg clk = 0, rst_n = 0, init = 0, stand = 0, pick = 0;
    reg  [AMT_W-1:0] cap = 0, held = 0;
    reg  [KERNELS*AMT_W-1:0] amt = 0;
    reg  [KERNELS-1:0] start = 0, live = 0, final_cta = 0, book_khot = 0, free_khot = 0;
    reg  [KERNELS*CNT_W-1:0] block = 0;
    reg  [KID_W-1:0] want = 0;
    reg  [KID_W-1:0] next_kid = 0;
    reg  [SMS-1:0] book_sm = 0, free_sm = 0;
    reg  [SMS-1:0] done = 0;                    // reports
    reg  [SMS*SLOT_W-1:0] done_slot = 0;
    reg  [SLOT_W-1:0] free_slot = 0;
    wire [SMS-1:0] fit;
    wire [SMS*5-1:0] lack;
    wire sure;
    wire [KERNELS-1:0] never;
    wire [SMS*CNT_W-1:0] resident, ahead;
    wire [SMS*KERNELS*SLOTS-1:0] map;
    wire busy;
    wire [SLOT_W-1:0] pick_slot;
    reg  [SLOTS-1:0] shut = 0;                  // slots that the CTA in the booking register must not take
    wire [SMS*KERNELS-1:0] done_khot;
    disp_fit #(.SMS(SMS), .SLOTS(SLOTS), .KERNELS(KERNELS), .AMT_W(AMT_W), .GUARD(GUARD)) dut (
        .clk_i(clk), .rst_ni(rst_n), .init_i(init), .cap_i(cap), .held_i(held), .amt_i(amt),
        .start_i(start), .live_i(live), .block_i(block), .final_i(final_cta), .want_kid_i(want),
        .fit_o(fit), .lack_o(lack), .sure_o(sure), .never_o(never), .resident_o(resident), .ahead_o(ahead), .map_o(map),
        .busy_o(busy), .next_kid_i(next_kid), .stand_i(stand), .book_sm_i(book_sm),
        .book_khot_i(book_khot), .shut_i(shut), .book_slot_o(pick_slot), .book_i(pick),
        .done_valid_i(done), .done_slot_i(done_slot),
        .done_khot_o(done_khot), .free_sm_i(free_sm), .free_slot_i(free_slot), .free_khot_i(free_khot)
    );
    always #5 clk = !clk;

    `include "check.vh"
    integer seed = 1;
    function integer rnd(input integer n);
        rnd = $unsigned($random(seed)) % n;
    endfunction
    function integer field(input [AMT_W-1:0] word, input integer f);    // 4: slots
        field = (f == 4) ? word[AMT_W-2 -: CNT_W] : word[f*(W + 1) +: W];
    endfunction

    // --- the CTAs --------------------------------------------------------------------------------
    integer in [0:SMS*SLOTS-1];                 // kernel in a slot, -1: none
    integer k, c, f, s, v, fits = 0, misfits = 0, wholes = 0, nevers = 0;
    reg covers;
    task find_room(input integer sm, input integer kid, input integer ctas);    // sm of SMS: an empty one
        begin
            covers = 1;
            for (f = 0; f < 5; f = f + 1) begin
                v = field(held, f) - ctas * field(amt[kid*AMT_W +: AMT_W], f);
                for (c = 0; c < SLOTS && sm < SMS; c = c + 1)
                    if (in[sm*SLOTS + c] >= 0) v = v - field(amt[in[sm*SLOTS + c]*AMT_W +: AMT_W], f);
                covers = covers && v >= 0;
            end
        end
    endtask
    function integer lowest(input integer sm);  // free slot that may be handed out, -1: none
        begin
            lowest = -1;
            for (c = field(held, 4) - 1; c >= 0; c = c - 1) if (!shut[c] && in[sm*SLOTS + c] < 0) lowest = c;
        end
    endfunction
    function integer count(input integer sm, input integer of);
        begin
            count = 0;
            for (c = 0; c < SLOTS; c = c + 1) if (in[sm*SLOTS + c] == of) count = count + 1;
        end
    endfunction
    function [CNT_W-1:0] before(input integer there, input integer more);
        before = there + more - 1;
    endfunction
    task empty(input [AMT_W-1:0] with);
        begin
            held = with;
            for (c = 0; c < SMS*SLOTS; c = c + 1) in[c] = -1;
        end
    endtask

    // --- a phase: which kernel is launched ---------------------------------------------------------
    integer age = 100, asked = 0, booked = -1, booked_kid = 0;  // cycles of the phase; whose it is; SM of the pick
    integer then = 0, then_count [0:SMS-1], then_need = 0;  // asked about a cycle ago, how many there were on each SM,
    reg then_live, then_known;                          // how many went next, whether it was known
    reg here, hopeless;
    reg [KERNELS*AMT_W-1:0] amts = 0;
    reg [KERNELS*CNT_W-1:0] blocks = 0;
    function integer need(input integer kid);           // CTAs that go next
        need = final_cta[kid] ? 1 : block[kid*CNT_W +: CNT_W];
    endfunction
    task new_phase;
        begin
            live = live & ~never;                       // the dispatcher aborts it
            k = rnd(KERNELS);
            here = booked >= 0 && booked_kid == k;
            for (s = 0; s < SMS; s = s + 1) here = here || count(s, k) > 0;
            if (!here || rnd(4) == 0) live[k] = 0;
            if (!here) begin
                asked = k;
                age = 0;
                amts[k*AMT_W +: AMT_W] = 0;
                amts[k*AMT_W + AMT_W - 1 - CNT_W] = 1'b1;
                for (f = 0; f < 4; f = f + 1) begin
                    v = rnd(4) ? rnd(1 + (1 << W) / SLOTS) : rnd(1 << W);
                    amts[k*AMT_W + f*(W + 1) +: W] = v;
                end
                blocks[k*CNT_W +: CNT_W] = rnd(3) ? 1 + rnd(SLOTS) : 1;
                amt = amts;
                block = blocks;
                final_cta[k] = rnd(10) == 0;
                start = 1 << k;
            end
        end
    endtask
    reg [SMS-1:0] reports;
    reg [SMS*SLOT_W-1:0] slots;                 // inputs are driven as a whole
    reg [AMT_W-1:0]      room = 0;
    task drive;
        begin
            age = age + 1;
            if (start != 0) live = live | start;
            start = 0;
            rst_n = cycle > 0 && rnd(1500) > 0;
            init  = cycle == 1 || rnd(150) == 0;
            if (init || !rst_n) begin live = 0; age = SLOTS + 9; end
            else if (age > SLOTS + 8 && rnd(SLOTS) == 0) new_phase;
            k = rnd(KERNELS);
            if (live[k] && rnd(60) == 0) final_cta[k] = 1;
            for (s = 0; s < SMS; s = s + 1) begin
                reports[s] = rnd(4) != 0;
                slots[s*SLOT_W +: SLOT_W] = rnd(SLOTS);
            end
            want = rnd(KERNELS);
            done = reports;
            done_slot = slots;
            for (f = 0; f < 4; f = f + 1) room[f*(W + 1) +: W] = rnd(4) ? -1 : rnd(1 << W);
            room[AMT_W-2 -: CNT_W] = rnd(3) ? SLOTS : rnd(SLOTS + 1);
            cap = room;
            pick  = booked >= 0 && rnd(3) > 0 && !init && rst_n;
            stand = booked >= 0 && !pick;
            book_sm = (booked < 0) ? 0 : 1 << booked;
            book_khot = 1 << booked_kid;
            next_kid = rnd(KERNELS);
            shut = rnd(2) ? $random(seed) : 0;
            if (booked >= 0 && lowest(booked) < 0) shut = 0;
            s = rnd(SMS);
            free_sm = (rnd(3) == 0 && s != booked) ? 1 << s : 0;
            free_slot = rnd(SLOTS);
            k = in[s*SLOTS + free_slot];
            free_khot = (k < 0 || free_sm == 0) ? 0 : 1 << k;
        end
    endtask
    task compare;
        begin
            for (s = 0; s < SMS; s = s + 1) begin
                find_room(s, then, then_need);
                if (start[then]) ;                      // it is another kernel from now on
                else if (then_known) check(fit[s] === covers, "fit", fit[s], covers);
                else if (then_live) check(!fit[s] || covers, "fit too early", fit[s], covers);
                if (!start[then]) check(fit[s] === (sure && !(|lack[s*5 +: 5])), "fits, or lacks something", fit[s], lack[s*5 +: 5]);
                if (then_known) check(ahead[s*CNT_W +: CNT_W] === before(then_count[s], then_need), "ahead",
                                      ahead[s*CNT_W +: CNT_W], then_count[s]);
                if (fit[s]) fits = fits + 1;
                else misfits = misfits + 1;
                if (then_known && fit[s] && then_need > 1) wholes = wholes + 1;
                check(resident[s*CNT_W +: CNT_W] === then_count[s], "resident", resident[s*CNT_W +: CNT_W],
                      then_count[s]);
                for (k = 0; k < KERNELS; k = k + 1) begin
                    for (c = 0; c < SLOTS; c = c + 1)
                        check(map[(s*KERNELS + k)*SLOTS + c] === (in[s*SLOTS + c] == k), "map", k, in[s*SLOTS + c]);
                    check(done_khot[s*KERNELS + k] === (done[s] && in[s*SLOTS + done_slot[s*SLOT_W +: SLOT_W]] == k),
                          "kernel of the slot", done_khot[s*KERNELS + k], k);
                end
            end
            find_room(SMS, asked, need(asked));
            hopeless = need(asked) > 1 && !covers;      // one CTA would not have been launched
            check(never === 0 || (never === 1 << asked && hopeless && live[asked]), "never", never, asked);
            if (age > SLOTS + 4 && live[asked]) begin
                check(never[asked] === hopeless, "never", never[asked], hopeless);
                nevers = nevers + hopeless;
                check(busy === hopeless, "busy", busy, hopeless);
            end
            if (booked >= 0) check(pick_slot === lowest(booked), "slot", pick_slot, lowest(booked));
        end
    endtask
    task account;                               // one clock edge
        begin
            then = want;
            then_need  = need(then);
            then_live  = live[then] && rst_n && !init;
            then_known = then_live && (then_need == 1 || then != asked || age > then_need) && !never[then];
            for (s = 0; s < SMS; s = s + 1)
                then_count[s] = count(s, then) + (booked == s && booked_kid == then);
            if (pick) in[booked*SLOTS + lowest(booked)] = booked_kid;
            for (s = 0; s < SMS; s = s + 1) if (free_sm[s]) in[s*SLOTS + free_slot] = -1;
            if (!stand) begin
                booked = -1;
                booked_kid = next_kid;
                s = rnd(SMS);
                find_room(s, next_kid, 1);
                if (covers && live[next_kid] && rnd(4) > 0) booked = s;
            end
            if (!rst_n || init) begin
                empty(rst_n ? cap : {AMT_W{1'b0}});
                booked = -1;
            end
        end
    endtask
    initial begin
        empty(0);
        while (cycle < CYCLES) begin
            drive;
            #1 if (cycle > 2) compare;
            @(posedge clk) account;
            @(negedge clk) cycle = cycle + 1;
        end
        check(fits > 100 && misfits > 100, "cycles that fit, that do not", fits, misfits);
        check(SLOTS == 1 || KERNELS == 1 || (wholes > 20 && nevers > 50), "that several fit, never", wholes, nevers);
        finish;
    end
endmodule
`default_nettype wire
