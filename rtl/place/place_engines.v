// place_engines - groups of SMs (engines) take CTAs in strict turn; a full engine makes all others wait.
//
// Param     size reset 8 max 256: SMs of an engine: SMs 0 to size-1 are engine 0, the next `size` ones engine 1, and so on;
//           the last one may be smaller. 0: as 1.
// Contract  Asks all SMs about the first kernel by rank with CTAs left, as place_rr does. Its next CTA goes to the engine in
//           turn: there to the candidates in rounds, within a round the lowest-numbered first. After a pick the next engine
//           has the turn; when no kernel has CTAs left, engine 0. An engine without a candidate keeps the turn (head-of-line blocking), but for one that has no CTA
//           and whose SMs all refuse: it passes the turn on if another engine has an SM that agrees.
// Timing    one pick per cycle with three SMs or more, two cycles for an engine that passes the turn on; three idle cycles
//           when the kernel changes.
// Size      3 * SMS + KERNELS + KID_W + 13 flops, two comparisons with a constant per SM, an OR of map_i.
// Users     place_bank.   Source  [ACE]: AMD GPUs hand work-groups to shader engines in turn. Rounds within an engine, and
//           who passes the turn on, are own.
`default_nettype none
module place_engines #(
    parameter SMS     = 28,                                     // 1..256
    parameter SLOTS   = 8,                                      // CTA slots per SM, 1 or more
    parameter KERNELS = 4,                                      // kernel table entries, 1..16
    parameter KID_W   = (KERNELS > 1) ? $clog2(KERNELS) : 1     // derived: never set
) (
    input  wire                       clk_i,
    input  wire                       rst_ni,       // synchronous, active low
    input  wire                       en_i,         // the POLICY register selects this policy
    input  wire                       init_i,       // clears all state; only while no kernel is busy
    input  wire [8:0]                 param_size_i,

    input  wire [SMS-1:0]             sm_enable_i,  // the host lets SM s receive CTAs
    input  wire [KERNELS-1:0]         live_i,       // kernel k is in the pool and has CTAs left to dispatch
    input  wire [KERNELS*KERNELS-1:0] before_i,     // bit k*KERNELS+j: j ranks before k
    output wire [KID_W-1:0]           want_kid_o,   // kernel that all SMs are asked about
    output wire [SMS-1:0]             want_valid_o, // SM s may answer about the previous cycle's kernel
    input  wire [SMS-1:0]             agree_i,      // the other stages accept SM s for the previous cycle's kernel
    output wire                       all_sms_o,    // a kernel must be allowed on all SMs: smaller partitions are refused

    input  wire [SMS-1:0]             cand_i,       // SM s is a candidate for the kernel of two cycles ago
    input  wire                       load_i,       // the booking register can take a pick
    output wire [SMS-1:0]             pick_sm_o,    // selected SM: one-hot, a subset of cand_i; or zero
    output wire [KID_W-1:0]           pick_kid_o,   // its kernel; also valid without a pick

    input  wire [SMS-1:0]             book_sm_i,    // SM of the pick that waits to be booked, one-hot or zero
    input  wire [SMS*KERNELS*SLOTS-1:0] map_i,      // per SM, bit k*SLOTS+c: slot c holds a CTA of kernel k
    output wire                       busy_o        // a register changes without a pick
);
    localparam [SMS-1:0] ONE = 1;

    wire [KERNELS-1:0] cur;                         // the live kernel that ranks first, one-hot or zero
    wire [KID_W-1:0]   cur_kid;
    wire               held;                        // cand_i answers about this kernel
    wire               moves;
    lib_oldest #(.KERNELS(KERNELS)) u_cur (
        .clk_i(clk_i), .rst_ni(rst_ni && en_i), .live_i(live_i), .before_i(before_i), .stay_i(1'b0),
        .hot_o(cur), .kid_o(cur_kid), .held_o(held), .busy_o(moves)
    );

    // Masks of the engine in turn and of the next one are registers: base_q is the first SM of the engine after these.
    reg  [7:0]     base_q;
    reg  [SMS-1:0] mine_q, next_q;
    reg  [1:0]     fill_q;                          // masks still to be filled
    reg  [SMS-1:0] had_q;                           // SM s was picked in the current round of its engine
    reg            could_q;                         // a cycle ago the current engine had no CTA and kept the turn
    wire           some, own;                       // in that cycle an SM agreed; an SM of that engine agreed
    wire           skip = could_q && some && !own;
    wire [8:0]     behind = {1'b0, base_q} + param_size_i + {8'd0, !(|param_size_i)};
    reg  [SMS-1:0] inner, above, holds;             // SMs of that engine, those behind it; SMs with CTAs
    integer s;
    always @* begin
        {above, inner, holds} = {3*SMS{1'b0}};
        if (en_i)                                   // a simulation passes over the loop while another policy is selected
            for (s = 0; s < SMS; s = s + 1) begin
                above[s] = s[8:0] >= behind;
                inner[s] = s[7:0] >= base_q && !above[s];
                holds[s] = |map_i[s*KERNELS*SLOTS +: KERNELS*SLOTS];
            end
    end
    wire [SMS-1:0] offer  = cand_i & mine_q & {SMS{en_i && held && load_i}};
    wire [SMS-1:0] fresh  = offer & ~had_q;
    wire [SMS-1:0] among  = |fresh ? fresh : offer;
    wire           picked = |offer, move = picked || skip || |fill_q;
    wire           empty  = en_i && held && !(|(mine_q & (holds | book_sm_i)));
    assign pick_sm_o = among & (~among + ONE);      // the lowest-numbered one
    always @(posedge clk_i)
        if (!rst_ni || init_i || !(|live_i)) begin
            base_q <= 8'd0;
            fill_q <= 2'd2;
            had_q  <= {SMS{1'b0}};
            could_q <= 1'b0;
        end else begin
            if (move) base_q <= |(sm_enable_i & above) ? behind[7:0] : 8'd0;
            fill_q <= fill_q - {1'b0, |fill_q};
            had_q  <= (had_q & ~(mine_q & {SMS{picked && !(|fresh)}})) | pick_sm_o;     // without fresh ones, a round begins
            could_q <= empty && !move;
        end
    lib_any #(.N(SMS)) u_some (.clk_i(clk_i), .set_i(agree_i), .any_o(some));
    lib_any #(.N(SMS)) u_own (.clk_i(clk_i), .set_i(mine_q & agree_i), .any_o(own));
    always @(posedge clk_i) if (move) {mine_q, next_q} <= {next_q, inner};      // filled before an SM is picked: not reset

    // All SMs answer about one kernel.
    assign want_valid_o = {SMS{|cur}};
    assign want_kid_o   = cur_kid;
    assign pick_kid_o   = cur_kid;
    assign all_sms_o    = 1'b1;
    assign busy_o       = en_i && (moves || empty || skip);

`ifdef FORMAL
    parameter F_TOP = 0;                            // 1: this module is the top of the proof
    (* anyconst *) reg [7:0] f_s, f_r;              // any two SMs
    wire [SMS-1:0] f_hot = {{SMS-1{1'b0}}, 1'b1} << f_s, f_other = {{SMS-1{1'b0}}, 1'b1} << f_r;
    reg f_past_q = 1'b0;
    reg [1:0]         f_on_q = 2'd0;                // selected in the last two cycles
    reg [KID_W-1:0]   f_want_q, f_want_2_q;         // want_kid_o of these cycles
    reg [8:0]         f_size_q;
    reg [SMS-1:0]     f_mine_q, f_enable_q;
    reg               f_moved_q;                    // a pick, or an engine without a CTA that could take none
    reg               f_could_q;                    // the engine in turn had no CTA and no SM that agreed, another had one
    reg               f_had_q;                      // f_s was picked in this round of its engine
    reg [KERNELS-1:0] f_oldest;                     // the live kernel that ranks first
    reg               f_order;                      // exactly one kernel is that
    wire [KERNELS-1:0] f_live = live_i >> cur_kid;
    wire [8:0]         f_size = |param_size_i ? param_size_i : 9'd1;
    wire               f_mates = {1'b0, f_r} / f_size == {1'b0, f_s} / f_size;     // f_s and f_r are of one engine
    wire               f_run   = rst_ni && !init_i && |live_i, f_full = f_run && f_on && !(|fill_q);
    reg                f_on = 1'b0;                 // a kernel had CTAs left a cycle ago
    integer f;
    always @* begin
        f_order = 1'b1;
        for (f = 0; f < KERNELS; f = f + 1) begin
            f_oldest[f] = live_i[f] && !(|(live_i & before_i[f*KERNELS +: KERNELS]));
            f_order     = f_order && !before_i[f*KERNELS + f];
        end
        f_order = f_order && !(f_oldest & (f_oldest - 1'b1)) && (|f_oldest || !(|live_i));
    end
    always @(posedge clk_i) begin
        f_past_q   <= 1'b1;
        f_on_q     <= {f_on_q[0], 1'b1} & {2{rst_ni && en_i}};
        f_want_q   <= cur_kid;
        f_want_2_q <= f_want_q;
        f_on       <= f_run;
        f_size_q   <= param_size_i;
        f_enable_q <= sm_enable_i;
        f_mine_q   <= mine_q;
        f_could_q  <= f_run && held && en_i && !(|(mine_q & (agree_i | holds))) && |agree_i;
        f_moved_q  <= f_run && (|pick_sm_o || f_could_q || |fill_q);
        f_had_q    <= f_run && (|(pick_sm_o & f_hot) || (f_had_q && !(|(pick_sm_o & had_q) && |(mine_q & f_hot))));
    end
    always @* begin
        assume (f_past_q || !rst_ni);               // every run begins in reset
        assume (f_s < SMS && f_r < SMS && f_s != f_r);
    end
    always @* if (f_past_q) begin
        in_order: assume (f_order);
        in_still: assume (!(|live_i) || (param_size_i == f_size_q && sm_enable_i == f_enable_q && !init_i));
        in_size:  assume (param_size_i <= 9'd256);
    end
    generate
        if (F_TOP) begin : g_cover
            always @* if (f_past_q) begin
                second: cover (rst_ni && |(pick_sm_o & f_hot) && !mine_q[0] && f_want_2_q == 1'b1);
                passed: cover (f_full && skip && f_size > 9'd1);
                waits:  cover (rst_ni && held && load_i && |cand_i && !(|pick_sm_o) && en_i);
            end
        end
    endgenerate
    always @* if (f_past_q) begin
        one_hot:  assert (!(pick_sm_o & (pick_sm_o - 1'b1)) && !(pick_sm_o & ~cand_i));
        loadable: assert (!(|pick_sm_o) || (load_i && en_i));
        agreed:   assert (!(|pick_sm_o) || (&f_on_q && f_live[0] && pick_kid_o == cur_kid && want_kid_o == cur_kid
                                            && cur_kid == f_want_q && cur_kid == f_want_2_q));
        // The picked SM belongs to the engine in turn, which is all SMs with one quotient by the size.
        turn:     assert (!(|(pick_sm_o & f_hot)) || (|(mine_q & f_hot) && |(mine_q & f_other) == f_mates));
        work:     assert (!(en_i && load_i && held && |(cand_i & mine_q)) || |pick_sm_o);
        // The turn moves on after a pick, or from an engine that has no CTA and no SM that agrees.
        moves_on: assert (!f_full || mine_q == f_mine_q || f_moved_q);
        // No SM is picked a second time in a round while a candidate of its engine has not been picked.
        rounds:   assert (!(|(pick_sm_o & f_hot) && f_had_q) || !(|(cand_i & mine_q & f_other & ~had_q)));
        filled:   assert (!held || !(|fill_q));
        inv_had:  assert (|(had_q & f_hot) == f_had_q);
        inv_skip: assert (!skip || f_could_q);
        inv_base: assert (!f_run || !f_on || ({1'b0, base_q} % f_size == 9'd0 && {1'b0, base_q} < SMS));
        inv_mine: assert (!f_full || ((!(|(mine_q & f_hot)) || |(mine_q & f_other) == f_mates)
                                      && (!(|(next_q & f_hot)) || |(next_q & f_other) == f_mates)));
        inv_next: assert (!(f_run && f_on && fill_q == 2'd1) || !(|(next_q & f_hot)) || |(next_q & f_other) == f_mates);
        inv_fill: assert (fill_q != 2'd3);
        inv_held: assert (!(|live_i) || fill_q != 2'd2 || !f_on);
    end
`endif
endmodule
`default_nettype wire
