// formal_room_counts - what lib_room knows and counts of one SM is right.
//
// ok_o: if SM s_i is known, n_i is the number of its CTAs that fit, found by repeated subtraction; if its word is in a stage
// of lib_times, that stage counts the word that free_i still has.
// Users  lib_room.
`default_nettype none
module formal_room_counts #(
    parameter SMS    = 3,
    parameter AMT_W  = 8,
    parameter CNT_W  = 2
) (
    input  wire [7:0]              s_i,
    input  wire                    on_i,
    input  wire [AMT_W-1:0]        guard_i,
    input  wire [AMT_W-1:0]        need_i,
    input  wire [SMS*AMT_W-1:0]    free_i,
    input  wire [SMS*CNT_W-1:0]    n_i,
    input  wire [SMS-1:0]          known_i,
    input  wire [CNT_W*SMS-1:0]   at_i,
    input  wire [CNT_W*CNT_W-1:0] stage_n_i,
    input  wire [CNT_W-1:0]       sure_i,
    output wire                    ok_o
);
    wire [SMS*AMT_W-1:0] frees = free_i >> (s_i*AMT_W);
    wire [SMS*CNT_W-1:0] ns    = n_i >> (s_i*CNT_W);
    wire [SMS-1:0]       known = known_i >> s_i;
    reg  [AMT_W-1:0]     rest, less;
    reg  [CNT_W-1:0]     fits;
    reg                  stages;
    reg  [SMS-1:0]       at;
    integer i, j;
    always @* begin
        rest = frees[AMT_W-1:0];
        less = {AMT_W{1'b0}};
        fits = {CNT_W{1'b0}};
        for (i = 1; i < 1 << CNT_W; i = i + 1) begin
            less = (rest | guard_i) - need_i;
            if (&(less | ~guard_i)) begin
                fits = fits + 1'b1;
                rest = less & ~guard_i;
            end
        end
        stages = 1'b1;
        for (j = 0; j < CNT_W; j = j + 1) begin
            at     = at_i[j*SMS +: SMS] >> s_i;
            stages = stages && (!at[0] || (sure_i[j] && stage_n_i[j*CNT_W +: CNT_W] == fits && !known[0]));
        end
    end
    assign ok_o = !on_i || (stages && (!known[0] || ns[CNT_W-1:0] == fits));
endmodule
`default_nettype wire
