// lib_words_tb - lib_words: walks against a number of the word.
//
// TEST RATIONALE  Walks that begin at rest, in the middle and at the last word; words that stay for a while; reset.
//   Fewer members than steps, as many, one more, and sizes whose last word is not full.
// params: N=1; N=16; N=17; N=28; N=132; N=256; N=5, STEPS=2
`default_nettype none
module lib_words_tb;
    parameter N = 28, STEPS = 16;
    localparam WORD = (N + STEPS - 1) / STEPS, WORDS = (N + WORD - 1) / WORD;
    reg clk = 0, rst_n = 0, go = 0, stay = 0;
    wire [N-1:0] at;
    wire busy, last;
    lib_words #(.N(N), .STEPS(STEPS)) dut (
        .clk_i(clk), .rst_ni(rst_n), .go_i(go), .stay_i(stay), .at_o(at), .busy_o(busy), .last_o(last)
    );
    `include "check.vh"
    integer seed = 1, word = WORDS, i, ends = 0; // WORDS: none
    function integer rnd(input integer n);
        rnd = $unsigned($random(seed)) % n;
    endfunction
    initial begin
        check(WORDS <= STEPS, "words", WORDS, STEPS);
        for (cycle = 0; cycle < 5000; cycle = cycle + 1) begin
            rst_n = cycle > 0 && rnd(300) > 0;
            go    = rnd(WORDS + 3) == 0;
            stay  = rnd(4) == 0;
            #1;
            if (cycle > 0) begin
                for (i = 0; i < N; i = i + 1) check(at[i] === (i / WORD == word), "visited", i, word);
                check(busy === (word < WORDS), "busy", busy, word);
                check(last === (word == WORDS - 1 && !stay), "last", last, word);
                ends = ends + last;
            end
            if (!rst_n) word = WORDS;
            else if (go) word = 0;
            else if (!stay && word < WORDS) word = word + 1;
            clk = 1;
            #1 clk = 0;
        end
        check(ends > 20, "ends of walks", ends, 20);
        finish;
    end
endmodule
`default_nettype wire
