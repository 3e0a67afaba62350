// rounds.vh - what lib_rounds does, in integers, beside offers.vh: include it in a bench that has SMS, SLOTS, KERNELS and
// BLOCKS, and instantiate the module behind it.
    localparam KID_W = (KERNELS > 1) ? $clog2(KERNELS) : 1;
    localparam PATIENCE = 4*KERNELS + 4;
    reg clk = 0, rst_n = 0, en = 1, init = 0, load = 0, change = 0;
    reg  [KERNELS-1:0] live = 0, stands = 0, book_khot = 0, k_one = 1;
    reg  [SMS-1:0] cand = 0, agree = 0, book_sm = 0, one = 1, offers;
    wire [SMS-1:0] want_valid, pick;
    wire [KID_W-1:0] want_kid, pick_kid;
    wire busy;
    integer seed = 1;
    `include "check.vh"
    `include "offers.vh"
    wire [KERNELS*CNT_W-1:0] blocks;
    wire [SMS-1:0] keep;
    wire [CNT_W-1:0] rests;
    wire head;
    reg  [KERNELS-1:0] had [0:SMS-1];           // kernels that have had their turn on an SM
    reg  [SMS-1:0] next_cand = 0;
    integer s, passed_over = 0;
    reg     random_cands = 1;

    task one_cycle;
        begin
            stands = |book_sm ? book_khot : 0;
            choose({SMS{1'b1}});
            offers = 0;
            for (s = 0; s < SMS; s = s + 1)
                if (asked >= 0) offers[s] = !had[s][asked] || (awake & ~had[s]) == 0;
            if (asked >= 0) passed_over = passed_over + (offers != {SMS{1'b1}});
            #1 if (rst_n) begin
                check(want_valid === offers, "offered", want_valid, offers);
                check(want_kid === ask, "asked about", want_kid, ask);
                check(pick === (sm < 0 ? 0 : one << sm), "picked SM", pick, sm);
                check(sm < 0 || pick_kid === turn, "picked kernel", pick_kid, turn);
                check(busy === |awake, "busy", busy, awake);
                if (BLOCKS) compare_blocks(keep, rests, head, blocks);
            end
            next_cand = rest > 0 ? (one << (sm >= 0 ? sm : open_sm)) : offers & agree & ~pick;
            for (s = 0; s < SMS; s = s + 1) begin
                if (s == sm) had[s] = (awake & ~had[s] & ~(k_one << turn)) == 0 ? k_one << turn : had[s] | k_one << turn;
                else if (asked >= 0 && !agree[s]) had[s] = had[s] | k_one << asked;
                if (!rst_n || init) had[s] = 0;
            end
            pass(agree);
            #1 clk = 1;
            #1 clk = 0;
            cycle = cycle + 1;
            cand = rst_n && !init ? next_cand : 0;
            if (random_cands && open_sm < 0) cand = cand & {$random(seed), $random(seed)};
        end
    endtask

    // Stages that let kernel `only` onto SM `at` and refuse everything else.
    integer only, at, waited, spare, picked = -1;
    task starve;
        begin
            live = {KERNELS{1'b1}};
            only = $unsigned($random(seed)) % KERNELS;
            at   = $unsigned($random(seed)) % SMS;
            book_sm = 0; load = 1; agree = 0; change = 1; random_cands = 0;
            spare = SLOTS + 2;                  // an open block ends, candidates of before go
            while (open_sm >= 0 || spare > 0) begin
                one_cycle;
                spare = spare - 1;
            end
            change = 0;
            sm = -1;
            waited = 0;
            while (!(sm == at && picked == only) && waited < PATIENCE) begin
                agree = asked == only ? one << at : 0;
                picked = turn;
                one_cycle;
                waited = waited + 1;
            end
            check(waited < PATIENCE, "starved kernel", waited, PATIENCE);
        end
    endtask

    initial begin
        for (s = 0; s < SMS; s = s + 1) had[s] = 0;
        one_cycle;
        rst_n = 1;
        while (cycle < 6000) begin
            init = cycle % 700 == 699;
            if ($unsigned($random(seed)) % 16 == 0) live = $random(seed);
            agree  = (cycle & 256) ? 0 : {$random(seed), $random(seed)} | {$random(seed), $random(seed)};
            load   = $unsigned($random(seed)) % 4 != 0;
            change = $unsigned($random(seed)) % ((cycle & 256) ? 64 : 4) == 0;
            book_sm  = ($unsigned($random(seed)) % 3 == 0) ? one << ($unsigned($random(seed)) % SMS) : 0;
            book_khot = k_one << ($unsigned($random(seed)) % KERNELS);
            new_kernels;
            if (!BLOCKS) two_d = 0;             // each CTA goes by itself
            one_cycle;
        end
        init = 0;
        check((second > 50 || SLOTS == 1 || !BLOCKS) && naps > 50 && passed_over > 50, "picks inside a block, naps, SMs passed over",
              second, passed_over);
        repeat (40) starve;
        finish;
    end
