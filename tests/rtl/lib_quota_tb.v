// lib_quota_tb - lib_quota: the members within the quota against a count, member by member.
//
// TEST RATIONALE  Quotas of none, of all and of more than all members; sets that are empty, full and random; walks that
//   begin anew in the middle.
// params: N=1, QUOTA_W=1; N=17; N=28, QUOTA_W=3; N=132, QUOTA_W=8; N=7, QUOTA_W=6, STEPS=2
`default_nettype none
module lib_quota_tb;
    parameter N = 28, QUOTA_W = 5, STEPS = 16;
    localparam WORD = (N + STEPS - 1) / STEPS, WORDS = (N + WORD - 1) / WORD, R_W = $clog2(WORD + 1);
    reg clk = 0, rst_n = 0, go = 0;
    reg  [QUOTA_W-1:0] quota = 0;
    reg  [N-1:0] set = 0;
    wire [N-1:0] at, hit;
    wire [R_W-1:0] count;
    wire busy, last;
    lib_quota #(.N(N), .QUOTA_W(QUOTA_W), .STEPS(STEPS)) dut (
        .clk_i(clk), .rst_ni(rst_n), .go_i(go), .quota_i(quota), .set_i(set), .at_o(at), .hit_o(hit), .count_o(count),
        .busy_o(busy), .last_o(last)
    );
    `include "check.vh"
    integer seed = 1, word = WORDS, left = 0, i, members, cuts = 0;
    function integer rnd(input integer n);
        rnd = $unsigned($random(seed)) % n;
    endfunction
    initial begin
        for (cycle = 0; cycle < 6000; cycle = cycle + 1) begin
            rst_n = cycle > 0 && rnd(400) > 0;
            go    = word == WORDS ? rnd(3) == 0 : rnd(5*WORDS) == 0;
            quota = rnd(3) ? $random(seed) : {QUOTA_W{rnd(2) == 0}};
            if (word == WORDS)
                for (i = 0; i < N; i = i + 1)
                    set[i] = cycle % 5 == 0 || (cycle % 5 > 1 && rnd(2) == 0);
            #1;
            members = 0;
            for (i = 0; i < N; i = i + 1)
                if (i / WORD == word) begin
                    if (cycle > 0) check(hit[i] === (set[i] && left > 0), "within the quota", i, left);
                    cuts    = cuts + (set[i] && left == 0);
                    members = members + set[i];
                    if (set[i] && left > 0) left = left - 1;
                end else if (cycle > 0) check(hit[i] === 1'b0, "not visited", i, word);
            if (cycle > 0) check(count === members && busy === (word < WORDS) && last === (word == WORDS - 1), "members",
                                 count, members);
            if (!rst_n) word = WORDS;
            else if (go) begin
                word = 0;
                left = quota;
            end else if (word < WORDS) word = word + 1;
            clk = 1;
            #1 clk = 0;
        end
        check(cuts > 10 || N == 1, "members beyond the quota", cuts, 10);
        finish;
    end
endmodule
`default_nettype wire
