// limit_smc_tb - limit_smc: SMC against a model of the search, in every cycle.
//
// TEST RATIONALE  Kernels come and go in any order, so that pairs start, end and change within a window, a decision
//   and an assignment of SMs. In reports of any length an SM issues more with its owner's number of CTAs, up to a
//   peak that moves, so that the search stops at every n and moves the split both ways and back; or so few
//   instructions that the sums of two splits are nearly equal. Any disabled SMs, one SM alone, T_max above the slots,
//   blocks larger than n. The model uses ranks and numbers for the module's masks, and multiplies. 1..4 adder levels.
// params: SMS=5, SLOTS=16; SMS=70, SLOTS=3, SEED=7; SMS=1, SLOTS=1, KERNELS=2; SMS=3, SLOTS=4, KERNELS=3; SMS=28, SEED=2
`default_nettype none
module limit_smc_tb;
    parameter SMS = 28, SLOTS = 8, KERNELS = 4, SEED = 1, CYCLES = 1000000 / (SMS + 8);
    localparam KID_W = (KERNELS > 1) ? $clog2(KERNELS) : 1, CNT_W = $clog2(SLOTS + 1), MOST = (1 << 22) - 1;
    localparam WORD = (SMS + 15) / 16, WORDS = (SMS + WORD - 1) / WORD;     // SMs visited at once; how often
    reg clk = 0, rst_n = 0, en = 1, init = 0, evt = 0;
    reg [14:0] window = 200;
    reg [KERNELS-1:0] busy = 0;
    reg [KERNELS*KERNELS-1:0] before = 0;
    reg [KERNELS*CNT_W-1:0] tmax = 0, block = 0;
    reg [KID_W-1:0] want = 0;
    reg [SMS*CNT_W-1:0] ahead = 0;
    reg [SMS-1:0] enable = {SMS{1'b1}};
    reg [4:0] cycles = 0;
    reg [SMS*7-1:0] issued = 0;
    reg [KERNELS-1:0] whole_busy = 0;           // what is driven is made in parts, and then driven as a whole
    reg [KERNELS*KERNELS-1:0] whole_before = 0;
    reg [KERNELS*CNT_W-1:0] whole_tmax = 0, whole_block = 0;
    reg [KID_W-1:0] whole_want = 0;
    reg [SMS*CNT_W-1:0] whole_ahead = 0;
    reg [SMS-1:0] whole_enable = {SMS{1'b1}};
    reg [SMS*7-1:0] whole_issued = 0;
    wire [SMS-1:0] ok;
    wire [KERNELS-1:0] part;
    wire rouses;
    limit_smc #(.SMS(SMS), .SLOTS(SLOTS), .KERNELS(KERNELS)) dut (
        .clk_i(clk), .rst_ni(rst_n), .en_i(en), .init_i(init), .param_window_cycles_i(window),
        .busy_i(whole_busy), .before_i(whole_before), .tmax_i(whole_tmax), .block_i(whole_block),
        .want_kid_i(whole_want), .ahead_i(whole_ahead), .ok_o(ok), .sm_enable_i(whole_enable), .part_o(part),
        .mon_evt_i(evt), .mon_cycles_i(cycles), .mon_issued_i(whole_issued), .busy_o(rouses)
    );
    always #5 clk = !clk;

    `include "check.vh"
    integer seed = SEED;
    function integer rnd(input integer n);
        rnd = $unsigned($random(seed)) % n;
    endfunction

    // --- the model: a rank per SM, a number of SMs, products ----------------------------------------
    localparam NONE = 0, DEAL = 1, WINDOW = 2, DECIDE = 3, TURN = 4, SETTLED = 5;
    localparam CTAS = 0, HERE = 1, UP = 2, DOWN = 3;
    integer pair [0:1], now [0:1], n [0:1], phase = NONE, search, left, sms, split, time_c, first;
    integer count [0:1], best [0:1], sum [0:1], s, k, r, better, limit;
    reg [1:0] stopped;
    reg [63:0] value, best_value;
    integer ups = 0, downs = 0, turns = 0, settles = 0, found [0:31], late = 0;
    function integer owner(input integer sm);   // 0: the earlier kernel, 1: the later
        integer i, rank;
        begin
            rank = 0;
            for (i = 0; i < sm; i = i + 1) rank = rank + enable[i];
            owner = rank >= split;
        end
    endfunction
    function integer oldest(input integer but);
        integer i;
        begin
            oldest = -1;
            for (i = 0; i < KERNELS; i = i + 1)
                if (busy[i] && i != but && (oldest < 0 || before[oldest*KERNELS + i])) oldest = i;
        end
    endfunction
    task opens;
        begin
            phase = WINDOW; time_c = 0; count[0] = 0; count[1] = 0;
        end
    endtask
    task move(input integer to);
        begin
            search = to;
            if (to == UP ? split + 1 < sms : split > 1) begin
                split = split + (to == UP ? 1 : -1);
                if (to == UP) ups = ups + 1; else downs = downs + 1;
                opens;
            end else phase = SETTLED;
        end
    endtask
    task decide;
        if (search == CTAS) begin
            for (k = 0; k < 2; k = k + 1)
                if (!stopped[k]) begin
                    better = first || count[k] > best[k] + best[k] / 64;
                    if (better) best[k] = count[k];
                    if (!better) n[k] = n[k] + 1;
                    stopped[k] = !better || n[k] == 1;
                    if (better && !stopped[k]) n[k] = n[k] - 1;
                    if (stopped[k]) found[n[k]] = 1;
                end
            first = 0;
            if (&stopped) search = HERE;
            opens;
        end else begin
            value  = count[0] * {32'd0, best[1]} + count[1] * {32'd0, best[0]};
            better = search == HERE || value > best_value;
            if (better) best_value = value;
            if (search == HERE) begin
                first = 1;
                move(split + 1 < sms ? UP : DOWN);
            end else if (better) begin
                first = 0;
                move(search);
            end else begin
                split = split + (search == UP ? -1 : 1);
                phase = (search == UP && first) ? TURN : SETTLED;
                if (phase == TURN) turns = turns + 1; else settles = settles + 1;
            end
        end
    endtask
    task model;                                 // a clock edge
        begin
            now[0] = oldest(-1);
            now[1] = now[0] < 0 ? -1 : oldest(now[0]);
            if (!rst_n || init || !en) begin
                pair[0] = -1; pair[1] = -1; phase = NONE;
            end else if (now[0] != pair[0] || now[1] != pair[1]) begin
                pair[0] = now[0]; pair[1] = now[1];
                phase = NONE;
                sms = 0;
                for (s = 0; s < SMS; s = s + 1) sms = sms + enable[s];
                split = (sms + 1) / 2;
                search = CTAS; first = 1; stopped = 0;
                if (pair[1] >= 0) begin
                    for (k = 0; k < 2; k = k + 1) begin
                        n[k] = tmax[pair[k]*CNT_W +: CNT_W];
                        if (n[k] > SLOTS) n[k] = SLOTS;
                    end
                    phase = DEAL;
                    left  = 2 * WORDS;      // counts the SMs, then assigns them
                end
            end else case (phase)
            DEAL: begin
                left = left - 1;
                if (left == 0) opens;
            end
            WINDOW: if (evt) begin
                sum[0] = 0; sum[1] = 0;
                for (s = 0; s < SMS; s = s + 1) if (enable[s]) sum[owner(s)] = sum[owner(s)] + issued[s*7 +: 7];
                if (time_c >= window / 4)
                    for (k = 0; k < 2; k = k + 1)
                        count[k] = count[k] + sum[k] > MOST ? MOST : count[k] + sum[k];
                time_c = time_c + cycles;
                if (time_c >= window) begin
                    phase = DECIDE;
                    left  = search == CTAS ? 12 : 54;
                end
            end
            DECIDE: begin
                left = left - 1;
                if (left == 0) decide;
            end
            TURN: move(DOWN);
            default: ;
            endcase
        end
    endtask

    // --- what is driven ----------------------------------------------------------------------------
    integer peak [0:KERNELS-1], slope = 0, thin = 0, at, seen, expected, moves;
    task drive;
        begin
            rst_n  = cycle > 1 && rnd(20000) > 0;
            init   = busy == 0 && rnd(400) == 0;
            if (busy == 0) begin                // the host changes these only then
                if (rnd(4) == 0) enable = rnd(2) ? {SMS{1'b1}} : {$random(seed), $random(seed), $random(seed)};
                if (rnd(8) == 0) enable = {{SMS-1{1'b0}}, 1'b1} << rnd(SMS);
                if (enable == 0) enable[rnd(SMS)] = 1'b1;
                window = rnd(6) ? 16 * rnd(5) : rnd(120);
                en     = rnd(16) > 0;
            end
            for (k = 0; k < KERNELS; k = k + 1)
                if (!rst_n) busy[k] = 0;
                else if (busy[k]) busy[k] = rnd(3000) > 0 && !init;
                else if (!init && rnd(300) == 0) begin
                    busy[k] = 1;
                    before[k*KERNELS +: KERNELS] = ~(1 << k);
                    for (at = 0; at < KERNELS; at = at + 1) before[at*KERNELS + k] = 0;
                    tmax[k*CNT_W +: CNT_W] = 1 + rnd((1 << CNT_W) - 1);
                    block[k*CNT_W +: CNT_W] = rnd(3) ? 1 : 1 + rnd(SLOTS);
                    peak[k] = rnd(SLOTS + 2);
                    thin    = SMS < 10 && rnd(3) > 0;   // few instructions: sums that differ little
                end
            if (rnd(1500) == 0) slope = rnd(7) - 3; // who gains by an SM
            evt    = rnd(3) == 0;
            cycles = rnd(8) ? 16 : rnd(17);
            for (s = 0; s < SMS; s = s + 1) begin
                ahead[s*CNT_W +: CNT_W] = rnd(SLOTS + 1);
                seen = 40;
                if (phase > DEAL) begin         // the nearer n is to the peak the more; the border at a place
                    at   = owner(s);
                    seen = 110 - 6 * (n[at] > peak[pair[at]] ? n[at] - peak[pair[at]] : peak[pair[at]] - n[at]);
                    seen = seen + (at ? -slope : slope) * (search == CTAS ? 0 : 6);
                    if (seen < 0) seen = 0;
                end
                if (thin) seen = rnd(4) == 0;
                else if (rnd(40) == 0) seen = rnd(128);
                issued[s*7 +: 7] = seen;            // those of a disabled SM do not count
            end
            want = rnd(KERNELS);
        end
    endtask
    task compare;
        begin
            for (s = 0; s < SMS; s = s + 1) begin
                k = want;
                if (!en) expected = 0;
                else if (phase == NONE) expected = k == pair[0];
                else if (phase == DEAL) expected = 0;
                else begin
                    at    = owner(s);
                    limit = n[at] > block[k*CNT_W +: CNT_W] ? n[at] : block[k*CNT_W +: CNT_W];
                    expected = k == pair[at] && ahead[s*CNT_W +: CNT_W] < limit;
                end
                if (enable[s]) check(ok[s] === expected[0], "SM may take one", s, expected);
            end
            for (k = 0; k < KERNELS; k = k + 1)
                check(part[k] === (pair[1] >= 0 && (k == pair[0] || k == pair[1])), "kept to some SMs", part, k);
            now[0] = oldest(-1);
            now[1] = now[0] < 0 ? -1 : oldest(now[0]);
            moves = en && (now[0] != pair[0] || now[1] != pair[1] || phase == DEAL || phase == DECIDE || phase == TURN
                           || (phase == WINDOW && evt && time_c + cycles >= window));
            check(rouses === moves[0], "busy", rouses, moves);
        end
    endtask
    initial begin
        pair[0] = -1; pair[1] = -1;
        for (k = 0; k < 32; k = k + 1) found[k] = 0;
        for (k = 0; k < KERNELS; k = k + 1) peak[k] = 1;
        repeat (2) @(negedge clk) cycle = cycle + 1;
        while (cycle < CYCLES) begin
            drive;
            whole_busy   = busy;
            whole_before = before;
            whole_tmax   = tmax;
            whole_block  = block;
            whole_want   = want;
            whole_ahead  = ahead;
            whole_enable = enable;
            whole_issued = issued;
            #1 if (rst_n) compare;
            @(posedge clk) model;
            @(negedge clk) cycle = cycle + 1;
        end
        if (SMS > 3) check(ups > 2 && downs > 1 && turns > 0 && settles > 0, "moves of the border", ups, downs);
        for (k = 1; k <= SLOTS; k = k + 1) late = late + found[k];
        check(3*late > SLOTS, "different n that were found", late, SLOTS);
        finish;
    end
endmodule
`default_nettype wire
