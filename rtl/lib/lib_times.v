// lib_times - how many times an amount word goes into another, in every field: divides all fields at once, without a divider.
//
// Contract  n_o is the highest n of CNT_W bits for which n * need_i <= free_i in every field, of the word that free_i had
//           CNT_W cycles ago, if need_i has not changed since. Amount words are as in disp_fit_sm: the guard bits are 0, the
//           highest field has CNT_W bits, and its need is 1, so that n_o cannot overflow. A stage tries one bit of n, the
//           highest first: if 2^b * need_i fits into what is left in every field, the bit is set and the product is
//           subtracted from all fields.
// Timing    one bit of n per cycle: n_o of cycle t + CNT_W is about free_i of cycle t. A new word every cycle.
// Size      CNT_W * (AMT_W + CNT_W) flops without constant ones, CNT_W subtractors of a word.
// Users     lib_room.   Source  own; restoring division.
`default_nettype none
module lib_times #(
    parameter AMT_W = 59,                       // bits of an amount word, guards included
    parameter CNT_W = 4                         // bits of n
) (
    input  wire             clk_i,
    input  wire [AMT_W-1:0] guard_i,            // the guard bits of an amount word: each ends the field below it
    input  wire [AMT_W-1:0] free_i,
    input  wire [AMT_W-1:0] need_i,
    output wire [CNT_W-1:0] n_o
`ifdef FORMAL
    , output wire [CNT_W*CNT_W-1:0] f_n_o       // the n_o that the word in each stage must give
    , output wire [CNT_W-1:0]       f_sure_o    // need_i has not changed since that word was taken
`endif
);
    reg [CNT_W*AMT_W-1:0]  left_q;              // of the word in stage j: what the bits tried so far have left,
    reg [CNT_W*CNT_W-1:0]  n_q;                 // and these bits

    reg [CNT_W*AMT_W-1:0]  product;             // 2^b * need_i,
    reg [CNT_W-1:0]        over;                // which exceeds a field
    reg [AMT_W-1:0]        word;
    reg                    beyond;
    integer b;
    always @* begin
        word   = need_i;
        beyond = 1'b0;
        for (b = 0; b < CNT_W; b = b + 1) begin
            product[b*AMT_W +: AMT_W] = word;
            over[b] = beyond;
            word    = word << 1;
            beyond  = beyond || |(word & guard_i);      // the highest bit of a field
            word    = word & ~guard_i;
        end
    end

    reg [CNT_W*AMT_W-1:0]  left;
    reg [CNT_W*CNT_W-1:0]  n;
    reg [AMT_W-1:0]        diff, rest;
    reg [CNT_W-1:0]        sum;
    integer j, at;
    always @* begin
        diff = {AMT_W{1'b0}};
        for (j = 0; j < CNT_W; j = j + 1) begin
            rest = left_q[j*AMT_W +: AMT_W];
            sum  = n_q[j*CNT_W +: CNT_W];
            at   = CNT_W - 1 - j;
            diff = (rest | guard_i) - product[at*AMT_W +: AMT_W];
            if (&(diff | ~guard_i) && !over[at]) begin
                rest    = diff & ~guard_i;
                sum[at] = 1'b1;
            end
            left[j*AMT_W +: AMT_W] = rest;
            n[j*CNT_W +: CNT_W]    = sum;
        end
    end
    assign n_o = n[(CNT_W - 1)*CNT_W +: CNT_W];

    integer r;
    always @(posedge clk_i) begin               // the user knows which words count: not reset
        left_q[0 +: AMT_W] <= free_i;
        n_q[0 +: CNT_W]    <= {CNT_W{1'b0}};
        for (r = 1; r < CNT_W; r = r + 1) begin
            left_q[r*AMT_W +: AMT_W] <= left[(r - 1)*AMT_W +: AMT_W];
            n_q[r*CNT_W +: CNT_W]    <= n[(r - 1)*CNT_W +: CNT_W];
        end
    end
    wire unused = &{1'b0, left[(CNT_W - 1)*AMT_W +: AMT_W]};

`ifdef FORMAL
    parameter F_TOP = 0;                        // 1: this module is the top of the proof
    // n of a word, by repeated subtraction.
    function [CNT_W-1:0] f_times(input [AMT_W-1:0] free, input [AMT_W-1:0] need, input [AMT_W-1:0] guard);
        reg [AMT_W-1:0] f_rest, f_less;
        integer f_i;
        begin
            f_rest  = free;
            f_times = {CNT_W{1'b0}};
            for (f_i = 1; f_i < 1 << CNT_W; f_i = f_i + 1) begin
                f_less = (f_rest | guard) - need;
                if (&(f_less | ~guard)) begin
                    f_times = f_times + 1'b1;
                    f_rest  = f_less & ~guard;
                end
            end
        end
    endfunction
    reg                    f_past_q = 1'b0;
    reg [CNT_W*CNT_W-1:0] f_n_q;
    reg [CNT_W-1:0]       f_sure_q = {CNT_W{1'b0}};
    reg [AMT_W-1:0]        f_need_q, f_guard_q;
    reg [CNT_W-1:0]        f_left;
    reg                    f_parts;             // bits tried and what is left give n together, in every stage
    localparam [CNT_W-1:0] F_UNIT = 1;
    wire                   f_same = need_i == f_need_q && need_i[AMT_W-2 -: CNT_W] == F_UNIT;
    assign f_n_o    = f_n_q;
    assign f_sure_o = f_sure_q & {CNT_W{f_same}};
    integer f;
    always @(posedge clk_i) begin
        f_past_q  <= 1'b1;
        f_need_q  <= need_i;
        f_guard_q <= guard_i;
        f_n_q     <= {f_n_q, f_times(free_i, need_i, guard_i)};
        f_sure_q  <= {f_sure_q & {CNT_W{f_same}}, f_past_q};
    end
    always @* begin
        f_parts = 1'b1;
        for (f = 0; f < CNT_W; f = f + 1) begin
            f_left  = f_times(left_q[f*AMT_W +: AMT_W], need_i, guard_i);
            f_parts = f_parts && (!f_sure_o[f] || (n_q[f*CNT_W +: CNT_W] + f_left == f_n_q[f*CNT_W +: CNT_W]
                                                   && ({1'b0, f_left} >> (CNT_W - f)) == 0
                                                   && !(left_q[f*AMT_W +: AMT_W] & guard_i)
                                                   && (n_q[f*CNT_W +: CNT_W] & ((1 << (CNT_W - f)) - 1)) == 0));
        end
    end
    always @* if (f_past_q) begin
        in_guard: assume (!(free_i & guard_i) && !(need_i & guard_i) && guard_i == f_guard_q
                          && guard_i[AMT_W-1] && guard_i[AMT_W-2-CNT_W]);
    end
    always @* if (f_past_q) begin
        inv_parts: assert (f_parts);
        counted:   assert (!f_sure_o[CNT_W-1] || n_o == f_n_q[(CNT_W - 1)*CNT_W +: CNT_W]);
    end
    generate
        if (F_TOP) begin : g_cover
            always @* begin
                large: cover (f_sure_o[CNT_W-1] && n_o == 1 && over[CNT_W-1]);
                full:  cover (f_sure_o[CNT_W-1] && &n_o);
            end
        end
    endgenerate
`endif
endmodule
`default_nettype wire
