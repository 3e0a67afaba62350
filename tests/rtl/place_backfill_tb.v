// place_backfill_tb - place_backfill: the first awake kernel by rank, a bound on those that pass the first one.
//
// TEST RATIONALE  Random launches behind all others or before them, answers, candidates, bookings and events against a model
//   in integers: it keeps a list of kernels by rank and searches it. The bound: a counter of its own over the picks.
// params: SMS=1, KERNELS=1; SMS=3, KERNELS=2; SMS=5, KERNELS=4; SMS=28, KERNELS=16
`default_nettype none
module place_backfill_tb;
    parameter SMS = 5, KERNELS = 3;
    localparam KID_W = (KERNELS > 1) ? $clog2(KERNELS) : 1;
    reg clk = 0, rst_n = 0, en = 1, init = 0, load = 0, change = 0;
    reg  [15:0] most = 64;
    reg  [KERNELS-1:0] live = 0, book_khot = 0;
    reg  [KERNELS*KERNELS-1:0] earlier = 0;
    reg  [SMS-1:0] agree = 0, cand = 0, book_sm = 0, one = 1;
    wire [SMS-1:0] want_valid, pick;
    wire [KID_W-1:0] want_kid, pick_kid;
    wire busy;
    place_backfill #(.SMS(SMS), .KERNELS(KERNELS)) dut (
        .clk_i(clk), .rst_ni(rst_n), .en_i(en), .init_i(init), .param_pass_i(most), .live_i(live), .before_i(earlier),
        .want_kid_o(want_kid), .want_valid_o(want_valid), .agree_i(agree), .cand_i(cand), .load_i(load),
        .pick_sm_o(pick), .pick_kid_o(pick_kid), .book_sm_i(book_sm), .book_khot_i(book_khot), .change_i(change), .busy_o(busy)
    );
    `include "check.vh"
    integer seed = 1;
    function integer rnd(input integer below);
        rnd = $unsigned($random(seed)) % below;
    endfunction
    integer stamp [0:KERNELS-1];                // the lowest ranks first
    integer ask = 0, asked = -1, turn = -1;     // kernels asked about, answered about, picked for; -1: none
    integer head, head_was = -1, next, others = 0, sm, sm_turn = 0, now = 0, k, j, s, seconds = 0, stops = 0;
    reg [KERNELS-1:0] idle = 0, awake, stands;
    reg stale = 0, changed = 0, used;
    integer least;
    function integer first(input [KERNELS-1:0] set);
        begin
            least = -1;
            for (k = 0; k < KERNELS; k = k + 1)
                if (set[k]) if (least < 0 || stamp[k] < stamp[least < 0 ? 0 : least]) least = k;
            first = least;
        end
    endfunction
    task drive;
        begin
            init = cycle % 1500 == 1499;
            if (cycle % 1500 == 0) begin live = 0; most = cycle == 0 ? 64 : cycle == 1500 ? 0 : 1 + rnd(4); end
            k = rnd(KERNELS);
            if (cycle % 1500 > 2 && rnd(30) == 0) begin  // a kernel has dispatched all of its CTAs, or is launched
                if (!live[k]) begin now = now + 1; stamp[k] = rnd(3) ? now : -now; end
                live[k] = !live[k];
            end
            if (init) live = 0;
            for (k = 0; k < KERNELS; k = k + 1)
                for (j = 0; j < KERNELS; j = j + 1) earlier[k*KERNELS + j] = stamp[j] < stamp[k];
            agree   = rnd(2) ? 0 : {$random(seed), $random(seed)};
            cand    = rnd(3) ? {$random(seed), $random(seed)} : 0;
            load    = rnd(4) != 0;
            change  = rnd(12) == 0;
            book_sm = rnd(8) ? 0 : one << rnd(SMS);
            book_khot = 1 << rnd(KERNELS);
        end
    endtask
    task edge_of_clock;
        begin
            stands = |book_sm ? book_khot : 0;
            if (head != head_was || (sm >= 0 && turn == head)) others = 0;
            else if (sm >= 0) others = others + 1;
            if (asked >= 0 && !(|agree) && !stale) idle[asked] = 1;
            idle    = changed ? 0 : idle & ~stands;
            stale   = stands[ask];
            turn    = asked < 0 ? -1 : live[asked] ? asked : -1;
            asked   = live[ask] ? ask : -1;
            changed = change;
            if (next >= 0) ask = next;
            if (sm >= 0) sm_turn = (sm + 1) % SMS;
            head_was = head;
            if (!rst_n || init) begin
                ask = 0; asked = -1; turn = -1; idle = 0; changed = 0; sm_turn = 0; head_was = -1; others = 0;
            end
        end
    endtask
    initial begin
        for (k = 0; k < KERNELS; k = k + 1) stamp[k] = 0;
        for (cycle = 0; cycle < 9000; cycle = cycle + 1) begin
            rst_n = cycle != 0;
            drive;
            head  = first(live);
            awake = live & (changed ? {KERNELS{1'b1}} : ~idle);
            if (others >= most) awake = head_was < 0 ? 0 : awake & (1 << head_was);
            next = first(awake);
            sm   = -1;
            used = 0;                           // the answers: no kernel that ranks before theirs may be asked about
            if (turn >= 0) used = live[turn] && (others < most || turn == head_was)
                               && (next < 0 || stamp[turn < 0 ? 0 : turn] <= stamp[next < 0 ? 0 : next]);
            for (s = SMS - 1; s >= 0; s = s - 1)
                if (load && used && cand[(sm_turn + s) % SMS]) sm = (sm_turn + s) % SMS;
            #1 if (rst_n) begin
                check(want_kid === ask, "kernel", want_kid, ask);
                check(want_valid === {SMS{asked >= 0 && (others < most || asked == head_was)}}, "offer", want_valid, asked);
                check(pick === (sm < 0 ? 0 : one << sm), "picked SM", pick, sm);
                check(sm < 0 || pick_kid === turn, "picked kernel", pick_kid, turn);
                check(busy === (next >= 0 || head != head_was), "busy", busy, next);
                if (sm >= 0 && turn != head) seconds = seconds + 1;
                if (others == most && most > 0 && next < 0 && |live) stops = stops + 1;
            end
            edge_of_clock;
            #1 clk = 1;
            #1 clk = 0;
        end
        check(KERNELS == 1 || (seconds > 20 && stops > 10), "passes and ends of passing", seconds, stops);
        finish;
    end
endmodule
`default_nettype wire
