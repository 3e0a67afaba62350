// place_mixed_tb - SMs are offered to their kernels in turn, and nothing starves.
//
// TEST RATIONALE  Against a kernel per SM and the age of its offer: the offer passes on when a CTA is booked, when
//   it is refused and when its kernel has no CTA left, in the order of table entries, and stands still a
//   round after the last change; inside a block of CTAs all offers stand. Then stages that accept one kernel at one SM only: it is offered there within a
//   round, with any other offers, and the bench fails if it is not picked.
// params: SMS=1, SLOTS=1, KERNELS=2; SMS=3, SLOTS=2, KERNELS=2; SMS=5, KERNELS=4; SMS=28, KERNELS=4
`default_nettype none
module place_mixed_tb;
    parameter SMS = 5, SLOTS = 4, KERNELS = 3;
    localparam KID_W = (KERNELS > 1) ? $clog2(KERNELS) : 1;
    localparam CALM = 3*KERNELS + 4;
    reg clk = 0, rst_n = 0, en = 1, init = 0, load = 0, book = 0, change = 0;
    reg  [KERNELS-1:0] live = 0;
    reg  [SMS-1:0] cand = 0, book_sm = 0, one = 1;
    wire [SMS-1:0] want_valid, pick;
    wire [SMS*KID_W-1:0] want_kid;
    wire [KID_W-1:0] pick_kid;
    wire busy;
    integer seed = 1;
    `include "check.vh"
    `include "offers.vh"
    wire [KERNELS*CNT_W-1:0] blocks;
    wire [SMS-1:0] keep;
    wire [CNT_W-1:0] rests;
    wire head;
    place_mixed #(.SMS(SMS), .SLOTS(SLOTS), .KERNELS(KERNELS)) dut (
        .clk_i(clk), .rst_ni(rst_n), .en_i(en), .init_i(init), .live_i(live),
.param_block_i(block), .two_d_i(two_d), .tmax_i(tmax), .final_i(final_cta), .block_o(blocks),
        .rest_o(rests), .keep_o(keep), .pick_head_o(head),
        .want_valid_o(want_valid), .want_kid_o(want_kid), .cand_i(cand), .load_i(load),
        .pick_sm_o(pick), .pick_kid_o(pick_kid), .book_sm_i(book_sm), .book_i(book),
        .change_i(change), .busy_o(busy)
    );
    integer calm = 0, s, k, lives;
    reg leaves;

    function integer following(input integer from);     // the next kernel with CTAs left, itself last
        integer i;
        begin
            following = -1;
            for (i = KERNELS; i > 0; i = i - 1)
                if (live[(from + i) % KERNELS]) following = (from + i) % KERNELS;
        end
    endfunction

    task one_cycle;
        begin
            lives = 0;
            for (k = 0; k < KERNELS; k = k + 1) lives = lives + live[k];
            for (s = 0; s < SMS; s = s + 1) begin
                leaves = (book && book_sm[s] && s != open_sm)
                      || (age[s] == 2 && !cand[s] && !book_sm[s] && calm < CALM && open_sm < 0);
                next_of[s] = (of[s] >= 0 && live[of[s]] && !leaves) ? of[s]
                           : following(of[s] < 0 ? KERNELS - 1 : of[s]);
            end
            choose({SMS{1'b1}});
            #1 if (rst_n) begin
                for (s = 0; s < SMS; s = s + 1) begin
                    check(want_valid[s] === (of[s] >= 0), "offered", want_valid, of[s]);
                    check(of[s] < 0 || want_kid[s*KID_W +: KID_W] === of[s], "kernel", want_kid, of[s]);
                end
                check(pick === (sm < 0 ? 0 : one << sm), "picked SM", pick, sm);
                check(sm < 0 || pick_kid === of[sm], "picked kernel", pick_kid, kernel);
                compare_blocks(keep, rests, head, blocks);
                check(busy === (moved || young || next != kernel || (calm < CALM && lives > 1)), "busy", busy, calm);
            end
            calm = (!rst_n || change) ? 0 : calm < CALM ? calm + 1 : CALM;
            pass;
            #1 clk = 1;
            #1 clk = 0;
            cycle = cycle + 1;
        end
    endtask

    // Stages that let kernel `only` onto SM `at` and refuse everything else, as fast as the dispatcher answers.
    reg [SMS*KID_W-1:0] want_then;
    integer only, at, waited;
    task starve;
        begin
            live = {KERNELS{1'b1}};
            only = $unsigned($random(seed)) % KERNELS;
            at   = $unsigned($random(seed)) % SMS;
            book = 0; book_sm = 0; load = 1; change = 1; block = 1;
            while (open_sm >= 0) begin
                cand = one << open_sm;
                one_cycle;
            end
            cand = 0;
            one_cycle;
            change = 0;
            waited = 0;
            while (sm != at && waited < 2*CALM) begin
                cand = (want_then[at*KID_W +: KID_W] == only && want_kid[at*KID_W +: KID_W] == only) ? one << at : 0;
                want_then = want_kid;
                one_cycle;
                waited = waited + 1;
            end
            check(sm == at, "starved kernel", waited, 2*CALM);
        end
    endtask

    initial begin
        one_cycle;
        rst_n = 1;
        while (cycle < 6000) begin
            init = cycle % 700 == 699;
            if ($unsigned($random(seed)) % 8 == 0) live = $random(seed);
            cand = {$random(seed), $random(seed)} & ((cycle & 512) ? {$random(seed), $random(seed)} & {$random(seed), $random(seed)} : {SMS{1'b1}});
            if (cycle & 256) cand = 0;
            load = $unsigned($random(seed)) % 4 != 0;
            change = $unsigned($random(seed)) % ((cycle & 256) ? 64 : 4) == 0;
            book_sm = ($unsigned($random(seed)) % 3 == 0) ? one << ($unsigned($random(seed)) % SMS) : 0;
            book = |book_sm && $unsigned($random(seed)) % 2;
            new_kernels;
            if (open_sm >= 0) cand = one << open_sm;
            else cand = cand & ~book_sm;
            one_cycle;
        end
        init = 0;
        check(second > 50 || SLOTS == 1, "picks inside a block", second, 50);
        want_then = want_kid;
        repeat (40) starve;
        finish;
    end
endmodule
`default_nettype wire
