// place_spatial_tb - place_spatial: assignment of SMs, all at a launch, a finished kernel's to the others.
//
// TEST RATIONALE  Random launches and ends against an owner per SM and the turns of offers.vh, with SMs disabled between
//   kernels; whenever the assignment after a launch ends undisturbed, sets differ by one SM at most and earlier kernels
//   have the larger ones. Assignment waits at the word of an open block. First by hand: two kernels on five SMs, and the
//   reassignment at the end of the first.
// params: SMS=5, SLOTS=2, KERNELS=2; SMS=1, SLOTS=1, KERNELS=1; SMS=7, KERNELS=4; SMS=28, KERNELS=4; SMS=60, KERNELS=6, SLOTS=2
`default_nettype none
module place_spatial_tb;
    parameter SMS = 5, SLOTS = 4, KERNELS = 3;
    localparam KID_W = (KERNELS > 1) ? $clog2(KERNELS) : 1;
    localparam WORD = (SMS + 15) / 16, WORDS = (SMS + WORD - 1) / WORD;     // SMs assigned at once; how often
    reg clk = 0, rst_n = 0, en = 1, init = 0, load = 0, stir = 0, change = 0;
    reg  [KERNELS-1:0] live = 0, was = 0, stands = 0, book_khot = 0, k_one = 1;
    reg  [KERNELS*KERNELS-1:0] earlier = 0;
    reg  [SMS-1:0] cand = 0, agree = 0, book_sm = 0, one = 1, enable = {SMS{1'b1}}, answers, mine;
    wire [SMS-1:0] want_valid, pick;
    wire [SMS*KERNELS-1:0] serves;
    wire [KID_W-1:0] want_kid, pick_kid;
    wire busy, deals;
    integer seed = 1;
    `include "check.vh"
    `include "offers.vh"
    wire [KERNELS*CNT_W-1:0] blocks;
    wire [SMS-1:0] keep;
    wire [CNT_W-1:0] rests;
    wire head;
    place_spatial #(.SMS(SMS), .SLOTS(SLOTS), .KERNELS(KERNELS)) dut (
        .clk_i(clk), .rst_ni(rst_n), .en_i(en), .init_i(init), .sm_enable_i(enable), .live_i(live),
        .param_block_i(block), .two_d_i(two_d), .tmax_i(tmax), .final_i(final_cta), .block_o(blocks),
        .rest_o(rests), .keep_o(keep), .pick_head_o(head),
        .before_i(earlier), .want_valid_o(want_valid), .want_kid_o(want_kid), .agree_i(agree), .serves_o(serves),
        .deals_o(deals), .cand_i(cand), .load_i(load), .pick_sm_o(pick), .pick_kid_o(pick_kid),
        .book_sm_i(book_sm), .book_khot_i(book_khot), .change_i(stir), .busy_o(busy)
    );
    integer of [0:SMS-1], next_of [0:SMS-1];    // whose an SM is, now and behind this edge; -1: nobody's
    integer stamp [0:KERNELS-1], count [0:KERNELS-1];
    integer now = 0, s, k, j;
    integer at = -1, to = 0;                    // the word that is dealt now, -1: none; its next SM goes to this kernel
    reg all = 0, waits = 0;
    integer waited = 0;                         // cycles in which the dealing did

    function integer launched_after(input [KERNELS-1:0] set, input integer from);    // the next one of a set, or its first
        integer i, first, later;
        begin
            later = -1; first = -1;
            for (i = 0; i < KERNELS; i = i + 1)
                if (set[i]) begin
                    if (first < 0 || stamp[i] < stamp[first]) first = i;
                    if (from >= 0 && stamp[i] > stamp[from] && (later < 0 || stamp[i] < stamp[later])) later = i;
                end
            launched_after = (later < 0) ? first : later;
        end
    endfunction
    task fair;                                  // sets that a whole deal leaves
        begin
            for (k = 0; k < KERNELS; k = k + 1) count[k] = 0;
            for (s = 0; s < SMS; s = s + 1)
                if (enable[s] && of[s] >= 0) count[of[s]] = count[of[s]] + 1;
            for (k = 0; k < KERNELS; k = k + 1)
                for (j = 0; j < KERNELS; j = j + 1)
                    if (live[k] && live[j] && stamp[k] < stamp[j])
                        check(count[k] == count[j] || count[k] == count[j] + 1, "even sets", count[k], count[j]);
        end
    endtask
    task one_cycle;
        begin
            for (k = 0; k < KERNELS; k = k + 1)
                for (j = 0; j < KERNELS; j = j + 1) earlier[k*KERNELS + j] = stamp[j] < stamp[k];
            waits = at >= 0 && open_sm >= 0 && open_sm / WORD == at;
            waited = waited + waits;
            for (s = 0; s < SMS; s = s + 1)
                if (s / WORD == at && !waits && enable[s] && (all || of[s] < 0 || !live[of[s]])) begin
                    next_of[s] = to;
                    to = launched_after(was, to);
                end else next_of[s] = (of[s] >= 0 && live[of[s]]) ? of[s] : -1;
            stands = |book_sm ? book_khot : 0;
            change = stir || at >= 0 || live != was;
            for (s = 0; s < SMS; s = s + 1) begin
                answers[s] = asked >= 0 && of[s] == asked;
                mine[s]    = of[s] == turn && (s / WORD != at || s == open_sm);
            end
            choose(mine);
            #1 if (rst_n) begin
                for (s = 0; s < SMS; s = s + 1)
                    check(serves[s*KERNELS +: KERNELS] === (of[s] < 0 ? 0 : k_one << of[s]), "owner", serves, of[s]);
                check(want_valid === answers && want_kid === ask, "asked about", want_valid, answers);
                check(deals === (at >= 0 || live != was), "deals", deals, at);
                check(pick === (sm < 0 ? 0 : one << sm), "picked SM", pick, sm);
                check(sm < 0 || (pick_kid === turn && of[sm] == turn), "picked kernel", pick_kid, turn);
                compare_blocks(keep, rests, head, blocks);
                check(busy === (awake != 0 || deals), "busy", busy, at);
            end
            pass(agree & answers);
            for (s = 0; s < SMS; s = s + 1) of[s] = rst_n ? next_of[s] : -1;
            all = |(live & ~was) || (all && at >= 0);
            if (live != was) begin
                at = |live ? 0 : -1;
                to = launched_after(live, -1);
            end else if (!waits || !(|live)) at = (at >= 0 && at + 1 < WORDS && |live) ? at + 1 : -1;
            was = live;
            #1 clk = 1;
            #1 clk = 0;
            cycle = cycle + 1;
        end
    endtask
    task launch(input integer kid);
        begin now = now + 1; stamp[kid] = now; live[kid] = 1; end
    endtask

    integer quiet;
    reg launched;
    initial begin
        for (k = 0; k < KERNELS; k = k + 1) stamp[k] = 0;
        for (s = 0; s < SMS; s = s + 1) of[s] = -1;
        one_cycle;
        rst_n = 1;
        if (SMS == 5) begin
            launch(1);
            repeat (8) one_cycle;
            check(serves === 10'b1010101010, "alone", serves, 10'b1010101010);
            launch(0);
            repeat (8) one_cycle;
            check(serves === 10'b1001100110, "two kernels: the earlier has SMs 0, 2, 4", serves, 10'b1001100110);
            live[1] = 0;
            repeat (8) one_cycle;
            check(serves === 10'b0101010101, "handed over", serves, 10'b0101010101);
            live = 0;
            repeat (3) one_cycle;
        end
        quiet = 0; launched = 0;
        while (cycle < 20000) begin
            init = cycle % 900 == 899;
            quiet = quiet + 1;
            if ($unsigned($random(seed)) % (SMS + 8) == 0) begin
                k = $unsigned($random(seed)) % KERNELS;
                quiet = 0;
                launched = !live[k];
                if (!live[k]) launch(k); else live[k] = 0;
            end else if (live == 0 && was == 0 && $unsigned($random(seed)) % 4 == 0) enable = $random(seed);
            new_kernels;
            cand = {$random(seed), $random(seed)};
            agree = $unsigned($random(seed)) % 4 ? {$random(seed), $random(seed)} : 0;
            stir = $unsigned($random(seed)) % 8 == 0;
            book_sm  = $unsigned($random(seed)) % 3 ? 0 : one << ($unsigned($random(seed)) % SMS);
            book_khot = k_one << ($unsigned($random(seed)) % KERNELS);
            if (open_sm >= 0) cand = one << open_sm;
            load = $unsigned($random(seed)) % 4 != 0;
            one_cycle;
            quiet = quiet - waits;
            if (quiet == SMS + 2 && launched) fair;
        end
        check((second > 50 && waited > 5) || SLOTS == 1, "picks inside a block, cycles waited", second, waited);
        finish;
    end
endmodule
`default_nettype wire
