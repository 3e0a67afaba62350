// any_lib_share - a lib_share that takes any time and answers anything its contract allows.
//
// In place of the real one, whose own proof shows the contract, it keeps long division out of the
// proof of gate_claso. As there, the answer is right if the request stood unchanged from the cycle after go_i on, with
// sizes of at least 1; else it is any answer.
// Users  tests/formal/proofs_disp.txt.
`default_nettype none
module lib_share #(
    parameter N       = 28,                             // 1..64
    parameter X_W     = 24,                             // bits of the sizes, 1..31
    parameter Y_W     = 16,
    parameter Z_W     = 16,
    parameter BLOCK_W = 4,                              // bits of the block
    parameter MOST    = 120,                            // most of share_o
    parameter SHARE_W = 7,                              // its bits
    parameter LEVEL_W = 3,                              // bits of level_i
    parameter COUNT_W = $clog2(N + 1),                  // derived: never set
    parameter SUM_W   = X_W + Y_W + Z_W,                // derived: never set
    parameter N_W     = (SUM_W > 32) ? 32 : (SUM_W < SHARE_W) ? SHARE_W : SUM_W,    // derived
    parameter REST_W  = $clog2(N*((1 << LEVEL_W) - 1) + 1)      // derived: never set
) (
    input  wire               clk_i,
    input  wire               rst_ni,       // synchronous, active low
    input  wire               en_i,         // else nothing changes
    input  wire               go_i,         // begin; looked at only when at rest
    input  wire [N-1:0]       mask_i,
    input  wire [X_W-1:0]     x_i,
    input  wire [Y_W-1:0]     y_i,
    input  wire [Z_W-1:0]     z_i,
    input  wire [BLOCK_W-1:0] block_i,
    input  wire [LEVEL_W-1:0] level_i,
    output wire               busy_o,       // between go_i and valid_o, both excluded
    output wire               last_o,       // valid_o comes in the next cycle
    output wire               valid_o,      // for one cycle, then at rest
    output wire [N-1:0]       mask_o,       // who shares; this and the rest with valid_o
    output wire [SHARE_W-1:0] share_o,
    output wire [N_W-1:0]     above_o,
    output wire [REST_W-1:0]  rest_o
`ifdef FORMAL
    , output wire             f_kept_o      // the request has stood unchanged so far, or there is none
`endif
);
    (* anyseq *) reg               f_last;
    (* anyseq *) reg [SHARE_W-1:0] f_share;
    (* anyseq *) reg [N_W-1:0]     f_above;
    (* anyseq *) reg [REST_W-1:0]  f_rest;
    localparam F_W = N_W + 4;               // bits that no product or sum here fills
    reg         busy_q, valid_q, f_past_q = 1'b0;
    reg [N-1:0] mask_q;
    localparam IN_W = X_W + Y_W + Z_W + BLOCK_W + LEVEL_W;
    reg             f_valid_q;                  // an answer a cycle ago, which is held
    reg             f_idle_q, f_kept_q;         // nothing asked a cycle ago; the request stood until then
    reg  [IN_W-1:0] f_in_q;
    wire [IN_W-1:0] f_in = {x_i, y_i, z_i, block_i, level_i};
    wire f_idle = !busy_q && !valid_q && !f_valid_q;
    wire f_kept = f_kept_q && (f_idle_q || f_in == f_in_q) && en_i && |x_i && |y_i && |z_i && |block_i && |level_i;
    wire [F_W-1:0] f_x = x_i, f_y = y_i, f_z = z_i, f_b = block_i, f_l = level_i;
    wire [F_W-1:0] f_blocks = (f_x * f_y * f_z + f_b - 1) / f_b;
    wire [F_W-1:0] f_s = f_share, f_a = f_above, f_r = f_rest;
    // What those who share have together: so much each, without a multiplication.
    reg  [F_W-1:0] f_shares, f_lows, f_tops;    // share - 1, level - 1, level
    integer f;
    always @* begin
        f_shares = 0;
        f_lows   = 0;
        f_tops   = 0;
        for (f = 0; f < N; f = f + 1)
            if (mask_q[f]) begin
                f_shares = f_shares + f_s - 1;
                f_lows   = f_lows + f_l - 1;
                f_tops   = f_tops + f_l;
            end
    end

    assign busy_o  = busy_q;
    assign last_o  = busy_q && f_last;
    assign valid_o = valid_q;
    assign mask_o  = mask_q | {N{!(|mask_q)}};
    assign share_o = f_share;
    assign above_o = f_above;
    assign rest_o  = f_rest;
    assign f_kept_o = f_idle || f_kept;
    always @(posedge clk_i) begin
        f_past_q  <= 1'b1;
        f_valid_q <= rst_ni && valid_q;
        f_idle_q  <= f_idle;
        f_kept_q  <= f_idle || f_kept;
        f_in_q    <= f_in;
        if (!rst_ni) begin
            busy_q  <= 1'b0;
            valid_q <= 1'b0;
        end else if (en_i) begin
            busy_q  <= busy_q ? !f_last : go_i && !valid_q;
            valid_q <= busy_q && f_last;
            if (!busy_q && !valid_q) mask_q <= mask_i;
        end
    end
    // The assertions of lib_share at valid_o.
    always @* if (!f_idle && f_kept) begin
        if (!(|mask_q)) assume (&f_above && f_s == MOST);
        else assume (f_s != 0 && f_s <= MOST && (f_s == MOST || f_a == 0)
                     && f_r > f_lows && f_r <= f_tops
                     && f_blocks + f_lows == f_shares + f_a + f_r);
    end
    always @* if (f_past_q) begin
        inv_one: assert (!busy_q || !valid_q);
    end
endmodule
`default_nettype wire
