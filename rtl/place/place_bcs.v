// place_bcs - block CTA scheduling: B sequential CTAs of a 2-D kernel go to one SM together.
//
// Param     block reset 2 max 16: CTAs of a 2-D kernel that go to an SM together.
// Contract  The longest-launched kernel with CTAs left is served, SMs in turn, as in place_rr. A
//           block is min(block, T_max) CTAs of a 2-D kernel, one CTA of any other; the last CTA
//           of a grid may be a block of its own. A block begins only on an SM that would hold at
//           most T_max CTAs of the kernel after all of it and has room for all of it (need_o), and all
//           of it goes there, without a CTA of another block in between.
// Timing    one pick per cycle, within a block and between blocks; three idle cycles when the
//           offered kernel changes.
// Size      2*SMS + KERNELS + KID_W + 3*CNT_W + 2 flops, a comparison of a slot count per SM.
// Users     place_bank.   Source  BCS with delayed assignment, 000 §4.2.
`default_nettype none
module place_bcs #(
    parameter SMS     = 28,                                     // 1..256
    parameter SLOTS   = 8,                                      // CTA slots per SM, 1..16
    parameter KERNELS = 4,                                      // kernel table entries, 1..16
    parameter KID_W   = (KERNELS > 1) ? $clog2(KERNELS) : 1,    // derived: never set
    parameter CNT_W   = $clog2(SLOTS + 1)                       // derived: never set
) (
    input  wire                       clk_i,
    input  wire                       rst_ni,       // synchronous, active low
    input  wire                       en_i,         // this policy is in use
    input  wire                       init_i,       // start over, no kernel is busy
    input  wire [4:0]                 param_block_i,

    input  wire [KERNELS-1:0]         live_i,       // kernel k has CTAs left
    input  wire [KERNELS*KERNELS-1:0] before_i,     // bit k*KERNELS+j: j was launched before k
    input  wire [KERNELS-1:0]         two_d_i,      // kernel k is 2-D
    input  wire [KERNELS*CNT_W-1:0]   tmax_i,       // so many of its CTAs fill an empty SM
    output wire [KERNELS*CNT_W-1:0]   block_o,      // CTAs in a block of kernel k, from 1
    input  wire [SMS*CNT_W-1:0]       resident_i,   // SM s holds so many CTAs of what it wants
    output wire [SMS-1:0]             want_valid_o, // SM s is offered,
    output wire [SMS*KID_W-1:0]       want_kid_o,   // to this kernel
    output wire [CNT_W-1:0]           need_o,       // CTAs that must find room there together
    output wire [CNT_W-1:0]           rest_o,       // behind this edge so many CTAs of a block go
    output wire [SMS-1:0]             keep_o,       // here next, one-hot; 0: none

    input  wire [SMS-1:0]             cand_i,       // all stages agreed on SM s a cycle ago,
    input  wire                       load_i,       // a pick is possible in this cycle
    output wire [SMS-1:0]             pick_sm_o,    // one-hot inside cand_i, or none; only where
                                                    // want_kid_o is cand_kid_i is pick_kid_o
    output wire [KID_W-1:0]           pick_kid_o,   // valid without a pick too
    output wire                       pick_head_o,  // this CTA begins a block

    input  wire                       last_i,       // it is the last of its grid
    output wire                       busy_o        // a register here changes without a pick
);
    localparam [CNT_W-1:0] ONE      = 1;
    localparam [31:0]      SLOTS_32 = SLOTS;
    localparam [4:0]       SLOTS_5  = SLOTS_32[4:0];

    reg  [SMS-1:0]     keep_q;                      // SM of the open block, one-hot or none
    reg  [CNT_W-1:0]   left_q;                      // its CTAs still to go
    wire [KERNELS-1:0] cur;                         // longest launched, one-hot or none
    wire               held;                        // cand_i is about it
    wire               moves;
    reg  [KERNELS*CNT_W-1:0] block;
    reg  [SMS-1:0]     room;
    wire [KID_W-1:0]   cur_kid;
    wire [CNT_W-1:0]   tmax_d, block_d;
    reg  [CNT_W-1:0]   cur_tmax_q, cur_block_q;     // of cur a cycle ago, as of all that is held
    wire [SMS-1:0]     gnt;
    wire               open = |keep_q;
    wire               go   = en_i && load_i && held;
    wire               pick = go && |cand_i;

    // A block above SLOTS is one of SLOTS, and one of 0 is one of 1.
    wire [4:0]         clipped = (param_block_i < SLOTS_5) ? param_block_i : SLOTS_5;
    wire [CNT_W-1:0]   size    = |clipped ? clipped[CNT_W-1:0] : ONE;

    integer k, s;
    always @*
        for (k = 0; k < KERNELS; k = k + 1)
            block[k*CNT_W +: CNT_W] = !two_d_i[k]                       ? ONE
                                    : tmax_i[k*CNT_W +: CNT_W] < size ? tmax_i[k*CNT_W +: CNT_W]
                                                                      : size;

    wire [KERNELS*2*CNT_W-1:0] shapes;
    genvar g;
    generate
        for (g = 0; g < KERNELS; g = g + 1) begin : g_shape
            assign shapes[g*2*CNT_W +: 2*CNT_W] = {tmax_i[g*CNT_W +: CNT_W],
                                                   block[g*CNT_W +: CNT_W]};
        end
    endgenerate

    lib_oldest #(.KERNELS(KERNELS)) u_cur (
        .clk_i(clk_i), .rst_ni(rst_ni && en_i), .live_i(live_i), .before_i(before_i),
        .hot_o(cur), .kid_o(cur_kid), .held_o(held), .busy_o(moves)
    );
    lib_mux1h #(.N(KERNELS), .W(2*CNT_W)) u_shape (
        .sel_i(cur), .data_i(shapes), .data_o({tmax_d, block_d})
    );
    always @(posedge clk_i) begin
        cur_tmax_q  <= tmax_d  | {{(CNT_W - 1){1'b0}}, !(|cur)};
        cur_block_q <= block_d | {{(CNT_W - 1){1'b0}}, !(|cur)};
    end
    lib_rr_arb #(.N(SMS)) u_turn (
        .clk_i(clk_i), .rst_ni(rst_ni && !init_i),
        .req_i(cand_i), .adv_i(go), .gnt_o(gnt)
    );

    // What is wanted is always the first CTA of a block: those behind it do not ask again. The SM
    // they went to is withheld in the two cycles after the last of them, so no old answer is used.
    wire [CNT_W-1:0] need = last_i ? ONE : cur_block_q;
    wire [CNT_W-1:0] most = cur_tmax_q - need;      // an SM may hold so many before it
    always @*
        for (s = 0; s < SMS; s = s + 1)
            room[s] = resident_i[s*CNT_W +: CNT_W] <= most;

    // A pick goes to the open block or begins one. With its kernel's last CTA a block ends, too: then
    // the kernel is held no longer.
    wire [CNT_W-1:0] left = open ? left_q : cur_block_q;    // CTAs of it from this one on
    wire             ends = left == ONE;
    always @(posedge clk_i)
        if (!rst_ni || init_i) begin
            keep_q <= {SMS{1'b0}};
            left_q <= {CNT_W{1'b0}};
        end else begin
            keep_q <= keep_o;
            if (pick) left_q <= left - ONE;
        end

    // All SMs are offered to one kernel.
    assign block_o      = block;
    assign want_valid_o = room & {SMS{|cur}};
    assign want_kid_o   = {SMS{cur_kid}};
    assign need_o       = need;
    assign rest_o       = pick ? left - ONE : left_q & {CNT_W{open && held}};
    assign keep_o       = pick ? pick_sm_o & ~{SMS{ends}} : keep_q & {SMS{held}};
    assign pick_sm_o    = gnt & {SMS{go}};
    assign pick_kid_o   = cur_kid;              // last_i is about what is wanted
    assign pick_head_o  = !open;
    assign busy_o       = en_i && moves;

    // One parameter only, and of the grid only its end matters.
    wire unused = &{1'b0, clipped};

`ifdef FORMAL
    parameter F_TOP = 0;                        // 1: this module is the top of the proof
    reg f_past_q = 1'b0, f_run_q = 1'b0, f_pick_q, f_open_q;
    reg [SMS-1:0]    f_keep_q, f_sm_q;
    reg [CNT_W-1:0]  f_left_q, f_block_q;
    reg              f_live_q;                  // the kernel had CTAs left
    reg [KERNELS-1:0] f_cur_q;
    (* anyconst *) reg [7:0] f_s;               // any SM
    wire [SMS*CNT_W-1:0] f_cnt  = resident_i >> (f_s * CNT_W);
    wire [CNT_W:0]       f_held = {1'b0, f_cnt[CNT_W-1:0]};
    wire [SMS-1:0]       f_want = want_valid_o >> f_s;
    always @(posedge clk_i) begin
        f_past_q  <= 1'b1;
        f_run_q   <= rst_ni && !init_i;
        f_pick_q  <= |pick_sm_o;
        f_sm_q    <= pick_sm_o;
        f_open_q  <= open;
        f_keep_q  <= keep_q;
        f_left_q  <= left_q;
        f_block_q <= cur_block_q;
        f_live_q  <= |(cur & live_i);
        f_cur_q   <= cur;
    end
    reg  [KERNELS-1:0] f_oldest;                // live, and launched before every other live one
    reg                f_order;                 // that is exactly one
    integer f;
    always @* begin
        f_order = 1'b1;
        for (f = 0; f < KERNELS; f = f + 1) begin
            f_oldest[f] = live_i[f] && !(|(live_i & before_i[f*KERNELS +: KERNELS]));
            f_order     = f_order && !before_i[f*KERNELS + f];
        end
        f_order = f_order && !(f_oldest & (f_oldest - 1'b1)) && (|f_oldest || !(|live_i));
    end
    reg  f_shape;                               // T_max between 1 and SLOTS
    reg  f_blocks;                              // block_o is as the contract says
    reg  [CNT_W-1:0] f_tmax, f_block, f_min, f_tmax_q, f_size_q;    // of cur; a cycle ago
    wire [4:0] f_most = param_block_i == 0 ? 5'd1 : param_block_i > SLOTS ? SLOTS : param_block_i;
    integer i;
    always @* begin
        f_shape  = 1'b1;
        f_blocks = 1'b1;
        f_tmax   = 1;                           // the smallest, if there is none
        f_block  = 1;
        for (i = 0; i < KERNELS; i = i + 1) begin
            f_min    = tmax_i[i*CNT_W +: CNT_W] > f_most ? f_most : tmax_i[i*CNT_W +: CNT_W];
            if (!two_d_i[i]) f_min = 1;
            f_blocks = f_blocks && block_o[i*CNT_W +: CNT_W] == f_min;
            f_shape  = f_shape && (!(live_i[i] || cur[i]) || |tmax_i[i*CNT_W +: CNT_W]);
            if (cur[i]) begin
                f_tmax  = tmax_i[i*CNT_W +: CNT_W];
                f_block = f_min;
            end
        end
    end
    always @(posedge clk_i) begin
        f_tmax_q <= f_tmax;
        f_size_q <= f_block;
    end
    always @* begin
        assume (f_past_q || !rst_ni);           // every run begins in reset
        assume (f_s < SMS);
    end
    // An open block's kernel stays the oldest until it has no CTA left; candidates are those of disp_issue.
    always @* if (f_past_q) begin
        in_order: assume (f_order);
        in_shape: assume (f_shape);
        in_kept:  assume (!open || !(cand_i & ~keep_q));
        in_stays: assume (!(open && f_live_q) || (en_i && cur == f_cur_q));
    end
    always @* if (f_past_q) begin
        one_hot:  assert (!(pick_sm_o & (pick_sm_o - 1'b1)) && !(pick_sm_o & ~cand_i));
        loadable: assert (!(|pick_sm_o) || (load_i && en_i));
        agreed:   assert (!(|pick_sm_o) || (pick_kid_o == want_kid_o[KID_W-1:0] && |cur));
        work:     assert (!(en_i && load_i && held && |cand_i) || |pick_sm_o);
        whole:    assert (!f_want[0] || f_held + {1'b0, last_i ? ONE : cur_block_q}
                                        <= {1'b0, cur_tmax_q});
        some:     assert (!(|cur) || (|need_o && need_o <= cur_tmax_q && need_o <= cur_block_q));
        inv_keep: assert (!(keep_q & (keep_q - 1'b1)) && (!open || |left_q) && |rest_o == |keep_o);
        begun:    assert (!(f_run_q && f_pick_q && !f_open_q && f_block_q != ONE)
                          || (keep_q == f_sm_q && left_q == f_block_q - ONE));
        single:   assert (!(f_run_q && f_pick_q && !f_open_q && f_block_q == ONE) || !open);
        goes_on:  assert (!(f_run_q && f_open_q) || (f_pick_q
                          ? (f_left_q == ONE ? !open : keep_q == f_keep_q && left_q == f_left_q - ONE)
                          : f_live_q ? keep_q == f_keep_q && left_q == f_left_q : !open));
        follows:  assert (!(open && held && load_i && en_i && cand_i == keep_q) || pick_sm_o == keep_q);
        inside:   assert (!(en_i && open) || !(pick_sm_o & ~keep_q));
        inv_held: assert (!open || held == |(cur & live_i));
        blocks:   assert (f_blocks);
        of_cur:   assert (!f_run_q || (cur_tmax_q == f_tmax_q && cur_block_q == f_size_q));
    end
    generate
        if (F_TOP) begin : g_cover
            always @* if (f_past_q)
                second: cover (rst_ni && open && pick_sm_o[SMS-1] && f_pick_q && f_open_q);
        end
    endgenerate
`endif
endmodule
`default_nettype wire
