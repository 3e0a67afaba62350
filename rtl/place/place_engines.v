// place_engines - groups of SMs (engines) take CTAs in strict turn; a full engine makes all others wait.
//
// Param     size reset 8 max 256: SMs of an engine: SMs 0 to size-1 are engine 0, the next `size` ones engine 1, and so on;
//           the last one may be smaller. 0: as 1.
// Contract  Asks all SMs about the first kernel by rank with CTAs left, as place_rr does. Its next CTA goes to the engine in
//           turn: there to the candidates in rounds, within a round the lowest-numbered first. After a pick the next engine
//           has the turn. An engine without a candidate keeps the turn (head-of-line blocking), but for one that has no CTA
//           and whose SMs all refuse: it passes the turn on if another engine has an SM that agrees.
// Timing    one pick per cycle with three SMs or more, one cycle for an engine that passes the turn on; three idle cycles
//           when the kernel changes.
// Size      SMS + KERNELS + KID_W + 19 flops, two comparisons with a constant per SM, a tournament tree, an OR of map_i.
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
    wire [KERNELS-1:0] cur;                         // the live kernel that ranks first, one-hot or zero
    wire [KID_W-1:0]   cur_kid;
    wire               held;                        // cand_i answers about this kernel
    wire               moves;
    lib_oldest #(.KERNELS(KERNELS)) u_cur (
        .clk_i(clk_i), .rst_ni(rst_ni && en_i), .live_i(live_i), .before_i(before_i), .stay_i(1'b0),
        .hot_o(cur), .kid_o(cur_kid), .held_o(held), .busy_o(moves)
    );

    reg  [7:0]     base_q;                          // first SM of the engine in turn
    reg  [8:0]     size_q;                          // size a cycle ago: a new one begins with engine 0
    reg  [SMS-1:0] had_q;                           // SM s was picked in the current round of its engine
    wire [8:0]     behind = {1'b0, base_q} + param_size_i + {8'd0, !(|param_size_i)};   // first SM of the next engine
    reg  [SMS-1:0] mine, above, holds;              // SMs of the engine in turn, those behind it; SMs with CTAs
    integer s;
    always @*
        for (s = 0; s < SMS; s = s + 1) begin
            above[s]  = s[8:0] >= behind;
            mine[s] = s[7:0] >= base_q && !above[s];
            holds[s]  = |map_i[s*KERNELS*SLOTS +: KERNELS*SLOTS];
        end
    wire [SMS-1:0] offer = cand_i & mine & {SMS{en_i && held && load_i}};
    lib_best #(.N(SMS), .W(1)) u_best (.req_i(offer), .key_i(~had_q), .hot_o(pick_sm_o));
    wire picked = |offer;
    wire again  = |(pick_sm_o & had_q);             // a round of the engine begins
    wire skips  = en_i && held && !picked && !(|(mine & (agree_i | holds | book_sm_i))) && |agree_i;
    always @(posedge clk_i)
        if (!rst_ni || init_i || param_size_i != size_q) begin
            base_q <= 8'd0;
            had_q  <= {SMS{1'b0}};
        end else if (picked || skips) begin
            base_q <= |(sm_enable_i & above) ? behind[7:0] : 8'd0;
            had_q  <= (had_q & ~(mine & {SMS{again}})) | pick_sm_o;
        end
    always @(posedge clk_i) size_q <= param_size_i;

    // All SMs answer about one kernel.
    assign want_valid_o = {SMS{|cur}};
    assign want_kid_o   = cur_kid;
    assign pick_kid_o   = cur_kid;
    assign all_sms_o    = 1'b1;
    assign busy_o       = (en_i && (moves || skips)) || param_size_i != size_q;

`ifdef FORMAL
    parameter F_TOP = 0;                            // 1: this module is the top of the proof
    (* anyconst *) reg [7:0] f_s, f_r;              // any two SMs
    wire [SMS-1:0] f_hot = {{SMS-1{1'b0}}, 1'b1} << f_s, f_other = {{SMS-1{1'b0}}, 1'b1} << f_r;
    reg f_past_q = 1'b0;
    reg [1:0]         f_on_q = 2'd0;                // selected in the last two cycles
    reg [KID_W-1:0]   f_want_q, f_want_2_q;         // want_kid_o of these cycles
    reg [8:0]         f_size_q;
    reg [7:0]         f_base_q;
    reg               f_moved_q;                    // a pick, or an engine without a CTA that could take none
    reg               f_had_q;                      // f_s was picked in this round of its engine
    reg [KERNELS-1:0] f_oldest;                     // the live kernel that ranks first
    reg               f_order;                      // exactly one kernel is that
    wire [KERNELS-1:0] f_live = live_i >> cur_kid;
    wire [8:0]         f_size = |param_size_i ? param_size_i : 9'd1;
    wire [8:0]         f_base = {1'b0, f_s} / f_size * f_size;     // first SM of f_s' engine
    wire               f_set  = f_past_q && param_size_i == f_size_q;      // the size has not just changed
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
        f_size_q   <= param_size_i;
        f_base_q   <= rst_ni && !init_i && f_set ? base_q : 8'd0;
        f_moved_q  <= rst_ni && !init_i && (|pick_sm_o || (!(|(mine & agree_i)) && !(|(mine & holds)) && |agree_i));
        f_had_q    <= rst_ni && !init_i && f_set
                   && (|(pick_sm_o & f_hot) || (f_had_q && !(|(pick_sm_o & had_q) && f_base == {1'b0, base_q})));
    end
    always @* begin
        assume (f_past_q || !rst_ni);               // every run begins in reset
        assume (f_s < SMS && f_r < SMS && f_s != f_r);
    end
    always @* if (f_past_q) begin
        in_order: assume (f_order);
        in_still: assume (!(|live_i) || (f_set && !init_i));    // a launch is a write of its own
        in_size:  assume (param_size_i <= 9'd256);
    end
    generate
        if (F_TOP) begin : g_cover
            always @* if (f_past_q) begin
                second: cover (rst_ni && |(pick_sm_o & f_hot) && base_q != 8'd0 && f_want_2_q == 1'b1);
                passed: cover (rst_ni && skips && f_size > 9'd1);
                waits:  cover (rst_ni && held && load_i && |cand_i && !(|pick_sm_o) && en_i);
            end
        end
    endgenerate
    always @* if (f_past_q) begin
        one_hot:  assert (!(pick_sm_o & (pick_sm_o - 1'b1)) && !(pick_sm_o & ~cand_i));
        loadable: assert (!(|pick_sm_o) || (load_i && en_i));
        agreed:   assert (!(|pick_sm_o) || (&f_on_q && f_live[0] && pick_kid_o == cur_kid && want_kid_o == cur_kid
                                            && cur_kid == f_want_q && cur_kid == f_want_2_q));
        // The picked SM belongs to the engine in turn.
        turn:     assert (!(|(pick_sm_o & f_hot)) || f_base == {1'b0, base_q});
        work:     assert (!(en_i && load_i && held && |(cand_i & mine)) || |pick_sm_o);
        // The turn moves on after a pick, or from an engine that has no CTA and no SM that agrees.
        moves_on: assert (base_q == f_base_q || f_moved_q || !(|f_on_q));
        // No SM is picked a second time in a round while a candidate of its engine has not been picked.
        rounds:   assert (!(|(pick_sm_o & f_hot) && f_had_q) || !(|(cand_i & mine & f_other & ~had_q)));
        inv_had:  assert (!f_set || |(had_q & f_hot) == f_had_q);
        inv_base: assert (!f_set || ({1'b0, base_q} % f_size == 9'd0 && {1'b0, base_q} < SMS));
    end
`endif
endmodule
`default_nettype wire
