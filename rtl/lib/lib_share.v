// lib_share - divides the blocks of a grid of x*y*z CTAs among c of N SMs: share, excess and rest, bit by bit.
//
// Contract  go_i samples mask_i; x_i to level_i are constant from the cycle after go_i until valid_o, each at least 1. For
//           B = ceil(x*y*z / block_i) blocks and c = popcount(mask_i), with valid_o:
//             share_o = min(ceil(B / c), MOST)          above_o = (ceil(B / c) - share_o) * c
//             rest_o  = (B-1) mod c + 1 + (level_i-1) * c
//           If c is 0 or the product has more than N_W bits: share_o = MOST, above_o and mask_o all ones.
// Timing    one bit per cycle, no operation wider than one addition: valid_o comes Z_W + X_W + N_W + 4 + level_i cycles
//           after go_i, N_W + 1 later if block_i is above 1, COUNT_W later if the share is MOST or more. last_o: one cycle
//           before. Meanwhile the bits of the mask are counted, as many per step as the steps for z and x need for all.
// Size      2 * N_W + N + COUNT_W + REST_W + 13 flops, one adder of N_W bits.
// Users     gate_claso.
`default_nettype none
module lib_share #(
    parameter N       = 28,                             // 1..256
    parameter X_W     = 24,                             // bits of the sizes, 1..31
    parameter Y_W     = 16,
    parameter Z_W     = 16,
    parameter BLOCK_W = 4,                              // bits of block_i
    parameter MOST    = 120,                            // greatest share_o
    parameter SHARE_W = 7,                              // bits of share_o
    parameter LEVEL_W = 3,                              // bits of level_i
    parameter COUNT_W = $clog2(N + 1),                  // derived: never set
    parameter SUM_W   = X_W + Y_W + Z_W,                // derived: never set
    parameter N_W     = (SUM_W > 32) ? 32 : (SUM_W < SHARE_W) ? SHARE_W : SUM_W,    // derived
    parameter REST_W  = $clog2(N*((1 << LEVEL_W) - 1) + 1)      // derived: never set
) (
    input  wire               clk_i,
    input  wire               rst_ni,       // synchronous, active low
    input  wire               en_i,         // low: no register changes
    input  wire               go_i,         // starts; sampled only while neither busy_o nor valid_o
    input  wire [N-1:0]       mask_i,       // bit s: SM s gets a share
    input  wire [X_W-1:0]     x_i,          // size of the grid, in CTAs
    input  wire [Y_W-1:0]     y_i,
    input  wire [Z_W-1:0]     z_i,
    input  wire [BLOCK_W-1:0] block_i,      // CTAs per block
    input  wire [LEVEL_W-1:0] level_i,      // rest_o has level_i - 1 more per SM
    output wire               busy_o,       // high between go_i and valid_o, not with them
    output wire               last_o,       // valid_o follows in the next cycle
    output wire               valid_o,      // the results are valid, also in the next cycle; high for one cycle
    output wire [N-1:0]       mask_o,       // mask_i as sampled
    output wire [SHARE_W-1:0] share_o,      // blocks per SM, at most MOST
    output wire [N_W-1:0]     above_o,      // blocks of all SMs beyond MOST per SM
    output wire [REST_W-1:0]  rest_o        // blocks in the last, partial round, plus level_i - 1 rounds
`ifdef FORMAL
    , output wire             f_kept_o      // the inputs have not changed so far, or nothing is asked
`endif
);
    localparam EACH    = (N + Z_W + X_W) / (Z_W + X_W + 1);     // bits of the mask that a step counts
    localparam REM_W   = (REST_W > BLOCK_W + 1 && REST_W > COUNT_W + 1) ? REST_W
                       : (BLOCK_W > COUNT_W) ? BLOCK_W + 1 : COUNT_W + 1;
    localparam STEP_W  = 6;                                     // counts 31 bits twice
    localparam [31:0] Z_32 = Z_W + 1, X_32 = X_W - 1, N_32 = N_W - 1, COUNT_32 = COUNT_W - 1,
                      MOST_32 = MOST, EACH_32 = EACH;
    localparam [8:0]         EACH_9 = EACH_32[8:0];
    localparam [STEP_W-1:0]  STEP_ONE = 1, FROM_Z = Z_32[STEP_W-1:0], LAST_Z = FROM_Z - STEP_ONE,
                             LAST_X = X_32[STEP_W-1:0], LAST_N = N_32[STEP_W-1:0],
                             LAST_COUNT = COUNT_32[STEP_W-1:0];
    localparam [X_W-1:0]     X_ONE = 1;
    localparam [Z_W-1:0]     Z_ONE = 1;
    localparam [COUNT_W-1:0] COUNT_ONE = 1;
    localparam [BLOCK_W-1:0] BLOCK_ONE = 1;
    localparam [N_W-1:0]     NUM_ONE = 1, MOST_N = MOST_32[N_W-1:0];

    // YZ: y*z; XYZ: x * that; BLOCK: / block_i; SHARE: / c; *_UP: rounds the quotient up; ABOVE: compares with MOST;
    // ABOVE_ALL: the excess * c; LEVEL: adds levels to the rest. Bit 3: the state doubles n_q.
    localparam [3:0] REST = 4'd0, YZ = 4'd8, XYZ = 4'd9, BLOCK = 4'd1, BLOCK_UP = 4'd2,
                     SHARE = 4'd3, SHARE_UP = 4'd4, ABOVE = 4'd5, ABOVE_ALL = 4'd10,
                     LEVEL = 4'd6, VALID = 4'd7;
    reg [3:0]         state_q;
    reg [STEP_W-1:0]  step_q;                   // steps that remain in this state
    reg [N-1:0]       mask_q;
    reg [COUNT_W-1:0] count_q;
    reg [N_W-1:0]     a_q, n_q;                 // addend; product, then dividend and quotient
    reg               bit_q;                    // a_q is added in this step
    reg [REM_W-1:0]   rem_q;                    // remainder, then the rest
    reg               over_q, above_q;          // the product is too large; share_o is MOST

    wire              done  = !(|step_q);
    wire [STEP_W-1:0] who   = (state_q == XYZ) ? step_q + FROM_Z : step_q;
    wire              twice = state_q[3];
    wire [N_W+1:0]    sum   = (twice ? {1'b0, n_q, 1'b0} : {2'd0, n_q})
                            + {2'd0, a_q & {N_W{bit_q}}};
    wire [REM_W-1:0]  by   = (state_q == BLOCK) ? {{(REM_W - BLOCK_W){1'b0}}, block_i}
                                                : {{(REM_W - COUNT_W){1'b0}}, count_q};
    wire [REM_W-1:0]  next = {rem_q[REM_W-2:0], n_q[N_W-1]};
    wire              goes = next >= by;
    wire [REM_W-1:0]  rem  = goes ? next - by : next;
    wire              endless = over_q || !(|count_q);
    wire              above   = n_q >= MOST_N && !endless;      // the share is MOST or more
    wire [STEP_W-1:0] less    = step_q - STEP_ONE;
    wire [STEP_W-1:0] levels  = {{(STEP_W - LEVEL_W){1'b0}}, level_i} - STEP_ONE;

    // Step `who` counts EACH bits of the mask, from bit who*EACH on.
    wire [N-1:0]      from = mask_q >> ({3'd0, who} * EACH_9);
    reg [COUNT_W-1:0] there;
    integer i;
    always @* begin
        there = {COUNT_W{1'b0}};
        for (i = 0; i < EACH; i = i + 1) if (from[i]) there = there + COUNT_ONE;
    end

    assign busy_o  = state_q != REST && state_q != VALID;
    assign last_o  = state_q == LEVEL && done;
    assign valid_o = state_q == VALID;
    assign mask_o  = mask_q | {N{endless}};
    assign share_o = above_q ? MOST_32[SHARE_W-1:0] : n_q[SHARE_W-1:0];
    assign above_o = {N_W{endless}} | (n_q & {N_W{above_q}});
    assign rest_o  = rem_q[REST_W-1:0];

    always @(posedge clk_i)
        if (!rst_ni) state_q <= REST;
        else if (en_i)
            case (state_q)
            REST:      if (go_i) state_q <= YZ;
            YZ:        if (done) state_q <= XYZ;
            XYZ:       if (done) state_q <= (block_i > BLOCK_ONE) ? BLOCK : SHARE;
            BLOCK:     if (done) state_q <= BLOCK_UP;
            BLOCK_UP:  state_q <= SHARE;
            SHARE:     if (done) state_q <= SHARE_UP;
            SHARE_UP:  state_q <= ABOVE;
            ABOVE:     state_q <= above ? ABOVE_ALL : LEVEL;
            ABOVE_ALL: if (done) state_q <= LEVEL;
            LEVEL:     if (done) state_q <= VALID;
            default:   state_q <= REST;
            endcase

    always @(posedge clk_i)
        if (en_i && (go_i || busy_o)) begin
            case (state_q)
            REST:              step_q <= LAST_Z;
            YZ:                step_q <= done ? LAST_X : less;
            XYZ, BLOCK, SHARE: step_q <= done ? LAST_N : less;
            BLOCK_UP:          step_q <= LAST_N;
            ABOVE:             step_q <= above ? LAST_COUNT : levels;
            ABOVE_ALL:         step_q <= done ? levels : less;
            default:           step_q <= less;
            endcase
            // bit_q and a_q of the next step: a bit of z, of x, of c, or the 1 that rounds up; y, y*z, the excess, or 1.
            case (state_q)
            REST:         bit_q <= 1'b0;
            YZ:           bit_q <= done ? |((x_i >> LAST_X) & X_ONE) : |((z_i >> less) & Z_ONE);
            XYZ:          bit_q <= |((x_i >> less) & X_ONE);
            BLOCK, SHARE: bit_q <= |rem;
            ABOVE:        bit_q <= |((count_q >> LAST_COUNT) & COUNT_ONE);
            ABOVE_ALL:    bit_q <= |((count_q >> less) & COUNT_ONE);
            default:      bit_q <= 1'b1;
            endcase
            case (state_q)
            YZ:           a_q <= done ? sum[N_W-1:0] : {{(N_W - Y_W){1'b0}}, y_i};
            BLOCK, SHARE: a_q <= NUM_ONE;
            SHARE_UP:     a_q <= ~MOST_N + NUM_ONE;
            ABOVE:        a_q <= sum[N_W-1:0];
            default:      ;
            endcase
            case (state_q)
            REST: begin
                mask_q  <= mask_i;
                count_q <= {COUNT_W{1'b0}};
                n_q     <= {N_W{1'b0}};
                rem_q   <= {REM_W{1'b0}};
                over_q  <= 1'b0;
            end
            YZ, XYZ: begin
                count_q <= count_q + there;
                over_q <= over_q || |sum[N_W+1:N_W];
                n_q    <= sum[N_W-1:0] & {N_W{!(state_q == YZ && done)}};
            end
            BLOCK, SHARE: begin
                n_q   <= {n_q[N_W-2:0], goes};
                rem_q <= rem;
            end
            BLOCK_UP: begin
                n_q   <= sum[N_W-1:0];
                rem_q <= {REM_W{1'b0}};
            end
            SHARE_UP: begin
                n_q <= sum[N_W-1:0];
                if (!(|rem_q)) rem_q <= by;
            end
            ABOVE: begin
                above_q <= above || endless;
                if (above) n_q <= {N_W{1'b0}};
            end
            ABOVE_ALL: n_q <= sum[N_W-1:0];
            LEVEL:     if (!done) rem_q <= rem_q + by;
            default:   ;
            endcase
        end

    // rest_o may be narrower than the remainder.
    wire unused = &{1'b0, rem_q};

`ifdef FORMAL
    parameter F_TOP = 0;                        // 1: what it computes; 2: that it ends
    localparam F_W = 2*N_W + 2;                 // wide enough that no product or sum overflows
    reg  f_past_q = 1'b0, f_rest_q, f_valid_q, f_kept_q;
    reg  [X_W-1:0]     f_x_q;
    reg  [Y_W-1:0]     f_y_q;
    reg  [Z_W-1:0]     f_z_q;
    reg  [BLOCK_W-1:0] f_block_q;
    reg  [LEVEL_W-1:0] f_level_q;
    wire f_rest = !busy_o && !valid_o;
    wire f_same = f_rest_q || {x_i, y_i, z_i, block_i, level_i}
                            == {f_x_q, f_y_q, f_z_q, f_block_q, f_level_q};
    // Operands, and the progress of a division: n_q has the remaining dividend bits above the quotient bits.
    wire [F_W-1:0] f_x = x_i, f_y = y_i, f_z = z_i, f_b = block_i, f_c = count_q, f_n = n_q,
                   f_a = a_q, f_r = rem_q, f_l = level_i, f_most = MOST_N;
    wire [F_W-1:0] f_step = step_q;
    wire [F_W-1:0] f_all  = f_x * f_y * f_z;
    wire [F_W-1:0] f_low  = {F_W{1'b1}} >> (F_W - N_W + 1 + f_step);    // quotient bits so far
    wire [F_W-1:0] f_quot = f_n & f_low;
    wire [F_W-1:0] f_more = f_n >> (N_W - 1 - f_step);                  // dividend bits to come
    reg  [F_W-1:0] f_blocks, f_pop, f_seen;
    integer f;
    always @* begin
        f_blocks = f_all / f_b + (f_all % f_b != 0);
        f_pop    = 0;
        f_seen   = 0;                           // of these, counted so far
        for (f = 0; f < N; f = f + 1) begin
            f_pop  = f_pop + mask_q[f];
            if (state_q == YZ ? f/EACH > step_q && f/EACH <= Z_W : state_q != XYZ || f/EACH <= Z_W || f/EACH > who)
                f_seen = f_seen + mask_q[f];
        end
    end
    reg [N+SHARE_W+N_W+REST_W-1:0] f_out_q;
    always @(posedge clk_i) begin
        f_past_q  <= 1'b1;
        f_rest_q  <= f_rest;
        f_valid_q <= valid_o && f_past_q;
        f_out_q   <= {mask_o, share_o, above_o, rest_o};
        {f_x_q, f_y_q, f_z_q, f_block_q, f_level_q} <= {x_i, y_i, z_i, block_i, level_i};
    end
    always @* assume (f_past_q || !rst_ni);     // every run begins in reset
    always @* if (f_past_q)
        stays: assert (!f_valid_q || {mask_o, share_o, above_o, rest_o} == f_out_q);
    // The results are right if the inputs did not change from the cycle after go_i on and are at least 1.
    wire f_kept = f_rest || (f_kept_q && f_same && en_i && |x_i && |y_i && |z_i && |block_i && |level_i);
    always @(posedge clk_i) f_kept_q <= f_kept;
    assign f_kept_o = f_kept;
    generate
        if (F_TOP == 2) begin : g_cover
            always @* if (f_past_q && rst_ni && f_kept) begin
                met: cover (valid_o && above_q && |above_o && count_q == 2 && level_i == 2);
            end
        end
        if (F_TOP == 1) begin : g_sum
            always @* if (f_past_q && f_kept) begin
                inv_state: assert (state_q <= VALID || state_q == YZ || state_q == XYZ || state_q == ABOVE_ALL);
                inv_count: assert (f_rest || f_c == f_seen);
                inv_step:  assert (f_step <= ((state_q == YZ) ? LAST_Z : (state_q == XYZ) ? LAST_X
                                  : (state_q == BLOCK || state_q == SHARE) ? LAST_N
                                  : (state_q == ABOVE_ALL) ? LAST_COUNT : {STEP_W{1'b1}}));
                inv_yz:    assert (state_q != YZ  || f_n == f_y * (f_z >> (f_step + 1)));
                inv_y:     assert (state_q != YZ || (f_step == LAST_Z ? !bit_q && f_n == 0
                                   : f_a == f_y && bit_q == ((f_z >> f_step) & 1'b1)));
                inv_x:     assert (state_q != XYZ || bit_q == ((f_x >> f_step) & 1'b1));
                inv_up:    assert ((state_q != BLOCK_UP && state_q != SHARE_UP)
                                   || (f_a == 1 && bit_q == |rem_q));
                inv_most:  assert (state_q != ABOVE || (bit_q && a_q == ~MOST_N + NUM_ONE));
                inv_c:     assert (state_q != ABOVE_ALL || bit_q == ((f_c >> f_step) & 1'b1));
                inv_xyz:   assert (state_q != XYZ || (f_a == f_y * f_z
                                                      && f_n == f_a * (f_x >> (f_step + 1))));
                inv_fits:  assert (f_rest || !over_q);
                inv_from:  assert (f_rest || (state_q != YZ && state_q != XYZ) || f_r == 0);
                inv_block: assert (state_q != BLOCK || (f_r < f_b && f_all ==
                                   (((f_quot * f_b) + f_r) << (f_step + 1)) + f_more));
                inv_bup:   assert (state_q != BLOCK_UP || (f_r < f_b && f_all == f_n * f_b + f_r));
                inv_share: assert (state_q != SHARE || f_c == 0 || (f_r < f_c && f_blocks ==
                                   (((f_quot * f_c) + f_r) << (f_step + 1)) + f_more));
                inv_sup:   assert (state_q != SHARE_UP || f_c == 0
                                   || (f_r < f_c && f_blocks == f_n * f_c + f_r));
                inv_above: assert (state_q != ABOVE || f_c == 0 || (f_r != 0 && f_r <= f_c
                                   && f_blocks == (f_n - 1) * f_c + f_r));
                inv_a_all: assert (state_q != ABOVE_ALL || (f_r != 0 && f_r <= f_c && above_q
                                   && f_blocks == (f_a + f_most - 1) * f_c + f_r && |count_q
                                   && f_n == f_a * (f_c >> (f_step + 1))));
                inv_level: assert (state_q != LEVEL || f_c == 0
                                   || (f_r > (f_l - 1 - f_step) * f_c && f_r <= (f_l - f_step) * f_c
                                       && f_step < f_l
                                       && f_blocks == (f_n - 1) * f_c * !above_q
                                          + (f_n + (f_most - 1) * f_c) * above_q
                                          + f_r - (f_l - 1 - f_step) * f_c
                                       && (above_q || f_n < f_most)));
                inv_none:  assert (state_q != LEVEL || f_c != 0 || above_q);
                count:     assert (!valid_o || f_c == f_pop);
                total:     assert (!valid_o || f_c == 0 || f_blocks + (f_l - 1) * f_c
                                   == (share_o - 1) * f_c + above_o + rest_o);
                rest:      assert (!valid_o || f_c == 0 || (rest_o > (f_l - 1) * f_c
                                                            && rest_o <= f_l * f_c));
                share:     assert (!valid_o || f_c == 0 || (|share_o && share_o <= MOST
                                   && (share_o == MOST || !(|above_o))));
                nobody:    assert (!valid_o || f_c != 0
                                   || (&above_o && share_o == MOST && &mask_o));
            end
        end
    endgenerate
`endif
endmodule
`default_nettype wire
