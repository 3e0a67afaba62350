// place_engines_tb - place_engines: engines in strict turn, the SMs of an engine in rounds.
//
// TEST RATIONALE  Random kernels, answers, candidates and stalls, engines of several sizes, some SMs disabled, SMs with and
//   without CTAs, against a model in integers: an engine's number by division, its SMs searched one by one. How the oldest
//   kernel is followed is judged by the bench of place_rr.
// params: SMS=1, KERNELS=1; SMS=3, KERNELS=2; SMS=28, KERNELS=4; SMS=132, KERNELS=2
`default_nettype none
module place_engines_tb;
    parameter SMS = 9, KERNELS = 3, SLOTS = 2;
    localparam KID_W = (KERNELS > 1) ? $clog2(KERNELS) : 1;
    reg clk = 0, rst_n = 0, en = 1, init = 0, load = 0;
    reg  [8:0] size = 8;
    reg  [KERNELS-1:0] live = 0;
    reg  [KERNELS*KERNELS-1:0] earlier = 0;
    reg  [SMS*KERNELS*SLOTS-1:0] map = 0;
    reg  [SMS-1:0] enable = {SMS{1'b1}}, agree = 0, cand = 0, book_sm = 0, one = 1;
    wire [SMS-1:0] want_valid, pick;
    wire [KID_W-1:0] want_kid, pick_kid;
    wire busy, all_sms;
    place_engines #(.SMS(SMS), .SLOTS(SLOTS), .KERNELS(KERNELS)) dut (
        .clk_i(clk), .rst_ni(rst_n), .en_i(en), .init_i(init), .param_size_i(size), .sm_enable_i(enable), .live_i(live),
        .before_i(earlier), .want_kid_o(want_kid), .want_valid_o(want_valid), .agree_i(agree), .all_sms_o(all_sms),
        .cand_i(cand), .load_i(load), .pick_sm_o(pick), .pick_kid_o(pick_kid), .book_sm_i(book_sm), .map_i(map), .busy_o(busy)
    );
    `include "check.vh"
    integer seed = 1;
    function integer rnd(input integer below);
        rnd = $unsigned($random(seed)) % below;
    endfunction
    integer want = -1, been = 0, next, turn = 0, per, sm, s, k, picks = 0, passes = 0, waits = 0;
    reg [SMS-1:0] had = 0, own;
    reg held, empty, skip = 0, passes_on, more;
    task drive;
        begin
            init = cycle % 1000 == 999;
            if (cycle % 1000 == 0) begin
                live = 0;
                size = cycle == 0 ? 8 : cycle == 1000 ? 0 : cycle == 2000 ? 256 : 1 + rnd(SMS);
                enable = cycle < 3000 ? {SMS{1'b1}} : {$random(seed), $random(seed), $random(seed), $random(seed), $random(seed)} | one;
            end
            if (cycle % 1000 > 2 && rnd(60) == 0) live = $random(seed);
            if (init) live = 0;
            for (k = 0; k < KERNELS; k = k + 1) earlier[k*KERNELS +: KERNELS] = (one << k) - one;   // by number
            next = -1;
            for (k = KERNELS - 1; k >= 0; k = k - 1) if (live[k]) next = k;
            agree = {$random(seed), $random(seed), $random(seed), $random(seed), $random(seed)} & enable;
            cand  = {$random(seed), $random(seed), $random(seed), $random(seed), $random(seed)} & enable;
            per   = size == 0 ? 1 : size;
            if (rnd(2)) begin agree = agree & {$random(seed), $random(seed), $random(seed), $random(seed), $random(seed)}; cand = cand & agree; end
            own = 0;
            for (s = 0; s < SMS; s = s + 1) own[s] = s / per == turn;
            if (rnd(3) == 0) begin agree = agree & ~own; cand = cand & ~own; end
            map = 0;
            for (s = 0; s < SMS; s = s + 1)
                if (own[s] ? rnd(3) == 0 : rnd(2)) map[s*KERNELS*SLOTS + rnd(KERNELS*SLOTS)] = 1;
            if (rnd(2)) for (s = 0; s < SMS; s = s + 1) if (own[s]) map[s*KERNELS*SLOTS +: KERNELS*SLOTS] = 0;
            load    = rnd(4) != 0;
            book_sm = rnd(6) ? 0 : one << rnd(SMS);
        end
    endtask
    initial begin
        for (cycle = 0; cycle < 8000; cycle = cycle + 1) begin
            rst_n = cycle != 0;
            drive;
            held = want >= 0 && been == 2 && live[want < 0 ? 0 : want];
            sm = -1;
            for (s = SMS - 1; s >= 0; s = s - 1) if (own[s] && cand[s] && had[s]) sm = s;
            for (s = SMS - 1; s >= 0; s = s - 1) if (own[s] && cand[s] && !had[s] && (sm < 0 || had[sm] || s < sm)) sm = s;
            if (!held || !load) sm = -1;
            empty = held && !(|(own & book_sm));
            for (s = 0; s < SMS; s = s + 1) if (own[s] && |map[s*KERNELS*SLOTS +: KERNELS*SLOTS]) empty = 0;
            #1 if (rst_n) begin
                check(want_valid === {SMS{want >= 0}}, "offer", want_valid, want);
                check(want < 0 || want_kid === want, "kernel", want_kid, want);
                check(pick === (sm < 0 ? 0 : one << sm), "picked SM", pick, sm);
                check(sm < 0 || pick_kid === want, "picked kernel", pick_kid, want);
                check(busy === (want != next || been < 2 || passes_on || empty || skip), "busy", busy, empty);
                check(all_sms === 1'b1, "needs all SMs", all_sms, 1);
                picks  = picks + (sm >= 0);
                passes = passes + skip;
                waits  = waits + (held && load && |cand && sm < 0 && !skip);
            end
            if (sm >= 0) begin
                if (had[sm]) had = had & ~own;
                had[sm] = 1;
            end
            more = 0;
            for (s = (turn + 1)*per; s < SMS; s = s + 1) more = more || enable[s];
            passes_on = empty && !skip && sm < 0 && |agree && !(|(own & agree));
            if (sm >= 0 || skip) turn = more ? turn + 1 : 0;
            skip = passes_on;
            if (!rst_n || init || live == 0) begin turn = 0; had = 0; skip = 0; end
            been = (!rst_n || next != want) ? 0 : (been < 2) ? been + 1 : 2;
            want = rst_n ? next : -1;
            #1 clk = 1;
            #1 clk = 0;
        end
        check(picks > 500 && (SMS == 1 || (passes > 20 && waits > 20)), "picks, waits", picks, passes);
        finish;
    end
endmodule
`default_nettype wire
