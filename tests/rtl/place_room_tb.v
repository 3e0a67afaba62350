// place_room_tb - place_room: the candidate with the most room.
//
// TEST RATIONALE  Random candidates, stalls, kernels and scores; a launch ranks behind all others or before them. SMs book
//   and release CTAs as the dispatcher does. Leaders of teams and their winner are found by linear searches, a cycle after the
//   other, by quotients, free slots or threads of the first cycle; the winner stays while the booking register is taken. Which
//   SMs lib_room knows is read from it; its own bench judges that. While a candidate is not known, no leader.
// params: SMS=1, KERNELS=1; SMS=3, KERNELS=2; SMS=5, KERNELS=4, SLOTS=16, GROUP=2; SMS=40, KERNELS=4, SLOTS=32; SMS=30
`default_nettype none
module place_room_tb;
    parameter SMS = 5, KERNELS = 3, SLOTS = 8, GROUP = 32;
    localparam KID_W = (KERNELS > 1) ? $clog2(KERNELS) : 1, CNT_W = $clog2(SLOTS + 1), T_W = 6, W_W = 4;
    localparam AMT_W = CNT_W + T_W + W_W + 3, TEAM = 4, TEAMS = (SMS + TEAM - 1)/TEAM;
    localparam [AMT_W-1:0] GUARD = {1'b1, {CNT_W{1'b0}}, 1'b1, {T_W{1'b0}}, 1'b1, {W_W{1'b0}}};
    reg clk = 0, rst_n = 0, en = 1, init = 0, load = 0, book = 0;
    reg  [1:0] score = 0;
    reg  [KERNELS-1:0] live = 0, book_khot = 0, done_khot = 0;
    reg  [KERNELS*KERNELS-1:0] earlier = 0;
    reg  [KERNELS*AMT_W-1:0] amt = 0;
    reg  [SMS*AMT_W-1:0] free = 0;
    reg  [SMS-1:0] cand = 0, book_sm = 0, done_sm = 0, one = 1;
    wire [SMS-1:0] want_valid, pick;
    wire [KID_W-1:0] want_kid, pick_kid;
    wire busy;
    place_room #(.SMS(SMS), .SLOTS(SLOTS), .KERNELS(KERNELS), .AMT_W(AMT_W), .WARPS_W(W_W), .THREADS_W(T_W),
                 .GROUP(GROUP)) dut (
        .clk_i(clk), .rst_ni(rst_n), .en_i(en), .init_i(init), .param_score_i(score), .sm_enable_i({SMS{1'b1}}),
        .live_i(live), .before_i(earlier), .guard_i(GUARD), .amt_i(amt), .free_i(free),
        .want_valid_o(want_valid), .want_kid_o(want_kid), .cand_i(cand), .load_i(load), .pick_sm_o(pick), .pick_kid_o(pick_kid),
        .book_sm_i(book_sm), .book_khot_i(book_khot), .book_i(book), .done_sm_i(done_sm), .done_khot_i(done_khot), .busy_o(busy)
    );
    `include "check.vh"
    integer seed = 1;
    function integer rnd(input integer below);
        rnd = $unsigned($random(seed)) % below;
    endfunction
    function integer least(input integer a, input integer b);
        least = a < b ? a : b;
    endfunction
    function [AMT_W-1:0] of(input integer sm);
        of = free[sm*AMT_W +: AMT_W];
    endfunction
    function integer points(input [AMT_W-1:0] word, input [AMT_W-1:0] need);
        case (score)
        0: begin
            points = word[AMT_W-2 -: CNT_W];
            if (|need[W_W-1:0]) points = least(points, word[W_W-1:0] / need[W_W-1:0]);
            if (|need[W_W + 1 +: T_W]) points = least(points, word[W_W + 1 +: T_W] / need[W_W + 1 +: T_W]);
        end
        1: points = word[AMT_W-2 -: CNT_W];
        default: points = word[W_W + 1 +: T_W];
        endcase
    endfunction
    integer stamp [0:KERNELS-1];                // the lowest ranks first
    integer held [0:SMS*KERNELS-1];             // CTAs of each kernel on each SM
    integer want = -1, next, been = 0;          // the kernel asked about, the oldest now, cycles for which it was asked about
    integer leader [0:TEAMS-1], led_by [0:TEAMS-1];     // SM that leads a team, -1: none; its score then
    integer won;                                // leader that wins now
    integer best = -1, now = 0, k, j, s, picks = 0, changes = 0;
    reg fits, stays;                            // the CTA fits; the winner stays
    task descriptors;
        for (k = 0; k < KERNELS; k = k + 1) begin
            amt[k*AMT_W +: AMT_W] = 1 << (AMT_W - 1 - CNT_W);
            amt[k*AMT_W +: W_W] = 1 + rnd(3);
            amt[k*AMT_W + W_W + 1 +: T_W] = 1 + rnd(9);
        end
    endtask
    initial begin
        for (k = 0; k < KERNELS; k = k + 1) stamp[k] = 0;
        for (s = 0; s < TEAMS; s = s + 1) leader[s] = -1;
        for (s = 0; s < SMS*KERNELS; s = s + 1) held[s] = 0;
        free = {SMS{~GUARD}};
        descriptors;
        for (cycle = 0; cycle < 6000; cycle = cycle + 1) begin
            rst_n = cycle != 0;
            init = cycle % 1500 == 1499;
            if (cycle % 1500 == 0) score = (cycle / 1500) % 3;
            k = rnd(KERNELS);
            if (rnd(40) == 0) begin             // a kernel has dispatched all of its CTAs, or is launched
                if (!live[k]) begin now = now + 1; stamp[k] = rnd(3) ? now : -now; end
                live[k] = !live[k];
            end
            for (k = 0; k < KERNELS; k = k + 1)
                for (j = 0; j < KERNELS; j = j + 1)
                    earlier[k*KERNELS + j] = stamp[j] < stamp[k];
            next = -1;
            for (k = 0; k < KERNELS; k = k + 1)
                if (live[k] && (next < 0 || stamp[k] < stamp[next])) next = k;
            cand = {$random(seed), $random(seed)};
            load = rnd(4) != 0;
            // At most one CTA is booked and one is released, on different SMs.
            book_sm = one << rnd(SMS);
            s = 0;
            for (j = 0; j < SMS; j = j + 1) if (book_sm[j]) s = j;
            k = (want >= 0 && rnd(4) != 0) ? want : rnd(KERNELS);
            book_khot = 1 << k;
            book = rnd(3) == 0 && (of(s) & ~GUARD) != 0;
            fits = of(s) >> (AMT_W - 1 - CNT_W) >= 1 && free[s*AMT_W +: W_W] >= amt[k*AMT_W +: W_W]
                && free[s*AMT_W + W_W + 1 +: T_W] >= amt[k*AMT_W + W_W + 1 +: T_W];
            book = book && fits;
            j = rnd(SMS);
            done_sm = (rnd(3) == 0) ? one << j : 0;
            if (book) done_sm = done_sm & ~book_sm;
            done_khot = 0;
            for (k = 0; k < KERNELS; k = k + 1)
                if (held[j*KERNELS + k] > 0 && !(|done_khot)) done_khot = 1 << k;
            if (!(|done_sm)) done_khot = 0;
            #1 if (rst_n) begin
                check(want_valid === {SMS{want >= 0}}, "offer", want_valid, want);
                check(want < 0 || want_kid === want, "kernel", want_kid, want);
                if (!load || want < 0 || been < 2 || !live[want] || best < 0 || !cand[best < 0 ? 0 : best]) j = -1;
                else j = best;
                check(pick === (j < 0 ? 0 : one << j), "picked SM", pick, j);
                check(j < 0 || pick_kid === want, "picked kernel", pick_kid, want);
                check(busy || pick === 0, "busy", busy, pick);
                if (j >= 0) picks = picks + 1;
                if (j >= 0 && points(of(j), amt[want*AMT_W +: AMT_W]) != points(of(0), amt[want*AMT_W +: AMT_W]))
                    changes = changes + 1;
                stays = !load && want >= 0 && been == 2 && live[want] && best >= 0 && cand[best < 0 ? 0 : best];
                won = -1;
                if (!stays && want >= 0 && been == 2 && live[want])
                    for (s = TEAMS - 1; s >= 0; s = s - 1)
                        if (leader[s] >= 0 && (won < 0 || led_by[s] >= led_by[won / TEAM])) won = leader[s];
                for (s = 0; s < TEAMS; s = s + 1) leader[s] = -1;
                if (want >= 0 && been == 2 && live[want] && (score != 0 || !(|(cand & ~dut.known))))
                    for (s = SMS - 1; s >= 0; s = s - 1)
                        if (cand[s] && s != best && s != won
                            && (leader[s / TEAM] < 0 || points(of(s), amt[want*AMT_W +: AMT_W]) >= led_by[s / TEAM])) begin
                            leader[s / TEAM] = s;
                            led_by[s / TEAM] = points(of(s), amt[want*AMT_W +: AMT_W]);
                        end
                if (!stays) best = won;
            end
            if (!rst_n || init) begin
                best = -1;
                for (s = 0; s < TEAMS; s = s + 1) leader[s] = -1;
            end
            been = (!rst_n || next != want) ? 0 : (been < 2) ? been + 1 : 2;
            want = rst_n ? next : -1;
            #1 clk = 1;
            #1 clk = 0;
            for (s = 0; s < SMS; s = s + 1)
                for (k = 0; k < KERNELS; k = k + 1) begin
                    if (book && book_sm[s] && book_khot[k]) begin
                        free[s*AMT_W +: AMT_W] = of(s) - amt[k*AMT_W +: AMT_W];
                        held[s*KERNELS + k] = held[s*KERNELS + k] + 1;
                    end
                    if (done_sm[s] && done_khot[k]) begin
                        free[s*AMT_W +: AMT_W] = of(s) + amt[k*AMT_W +: AMT_W];
                        held[s*KERNELS + k] = held[s*KERNELS + k] - 1;
                    end
                end
        end
        check(picks > 200 && (SMS == 1 || changes > 50), "picks", picks, changes);
        finish;
    end
endmodule
`default_nettype wire
