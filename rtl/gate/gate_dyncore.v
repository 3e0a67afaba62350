// gate_dyncore - drains and powers off the highest-numbered SMs while the machine is little used.
//
// Param     window_cycles reset 2048 max 65535: core cycles between two decisions.
// Param     t_act_cycles reset 40960 max 2097151: SM cycles with a warp issued that keep all SMs on.
// Param     sms reset 8 max 255: SMs that are switched off below t_act_cycles.
// Contract  The first report that makes a window window_cycles long ends it; G_act is the sum of its active
//           SM cycles. 0 < G_act < t_act_cycles: the `sms` highest enabled SMs drain, but one
//           enabled SM always stays on; else all come back, also those still draining. Unlike [DYNCTA], G_act = 0
//           brings SMs back: an idle machine saves nothing by draining, and may be waiting
//           for these SMs (gate_claso reserves CTAs for them).
// Timing    A report counts two edges after its own. After a window's end SMs drain from the highest down, a word of
//           neighbours per cycle, in at most STEPS cycles; they come back together.
// Size      SMS + STEPS flops, 8 for every ten SMs, 35 more and $clog2(SMS) twice; lib_quota.
// Users     gate_bank.   Source  [DYNCTA §4.2, §5.2].   Not modelled: the time it takes to switch power.
`default_nettype none
module gate_dyncore #(
    parameter SMS   = 28,                                       // 1..256
    parameter STEPS = 16        // own: cycles in which the SMs to drain are found, at most; 1 or more
) (
    input  wire                 clk_i,
    input  wire                 rst_ni,         // synchronous, active low
    input  wire                 en_i,           // the POLICY register selects this policy
    input  wire                 init_i,         // clears all state; only while no kernel is busy
    input  wire [15:0]          param_window_cycles_i,
    input  wire [20:0]          param_t_act_cycles_i,
    input  wire [7:0]           param_sms_i,

    input  wire [SMS-1:0]       sm_enable_i,    // the host lets SM s receive CTAs
    output wire [SMS-1:0]       ok_o,           // SM s may receive a block of that kernel
    output wire [SMS-1:0]       drain_o,        // SM s receives no CTA and is powered off once empty

    input  wire                 mon_evt_i,      // the monitors report: counts since the previous report
    input  wire [4:0]           mon_cycles_i,   // cycles counted, 0..16
    input  wire [SMS*5-1:0]     mon_active_i,   // cycles in which an issue occupies a scheduler's port ([DYNCTA §2], N_act)
    output wire                 all_sms_o,      // a kernel must be allowed on all SMs: smaller partitions are refused
    output wire                 busy_o          // a register changes at this clock edge
);
    localparam WIN_W = 16;                      // bits of a window
    localparam ACT_W = WIN_W + $clog2(SMS + 1); // bits of a window's active SM cycles
    localparam TEAMS  = (SMS + 9) / 10;         // two pipeline stages: sums of ten SMs, then of all
    localparam TEAM_W = 8;                      // bits of a sum of ten SMs
    localparam LEFT_W = (SMS > 1) ? $clog2(SMS) : 1;    // one SM always stays on

    wire [WIN_W-1:0] window = param_window_cycles_i;
    wire [31:0]      t_act  = {11'd0, param_t_act_cycles_i};
    wire [31:0]      sms    = {24'd0, param_sms_i};

    // --- window length, and G_act in two pipeline stages -----------------------------------------
    wire                    report = en_i && mon_evt_i;
    wire                    fresh  = !rst_ni || init_i;
    reg  [WIN_W-1:0]        win_q;                  // cycles of the window
    reg                     team_v_q, team_end_q;   // a report is in stage 1; it ends a window
    reg                     over_q;                 // a window has ended: act_q is its G_act
    reg  [TEAMS*TEAM_W-1:0] team_q, team;           // 0 without a report
    reg  [ACT_W-1:0]        act_q, act;
    wire [TEAMS*50-1:0]     active = {{(TEAMS*50 - SMS*5){1'b0}}, mon_active_i};
    // The last report may exceed the window by 15 cycles; the counter saturates.
    wire [WIN_W:0]          win  = {1'b0, win_q}
                                 + {{(WIN_W - 4){1'b0}}, mon_cycles_i & {5{report}}};
    wire                    ends = report && win >= {1'b0, window};
    integer t, q;
    always @* begin
        team = {TEAMS*TEAM_W{1'b0}};
        if (report)
            for (t = 0; t < TEAMS; t = t + 1)
                for (q = 0; q < 10; q = q + 1)
                    team[t*TEAM_W +: TEAM_W] = team[t*TEAM_W +: TEAM_W]
                                             + {{(TEAM_W - 5){1'b0}}, active[(t*10 + q)*5 +: 5]};
    end
    integer a;
    always @* begin
        act = act_q & {ACT_W{!over_q}};
        for (a = 0; a < TEAMS; a = a + 1)
            act = act + {{(ACT_W - TEAM_W){1'b0}}, team_q[a*TEAM_W +: TEAM_W]};
    end
    wire [31:0] act_32 = {{(32 - ACT_W){1'b0}}, act_q};
    wire        low    = act_32 < t_act && |act_q;

    always @(posedge clk_i) begin
        team_q     <= team & {TEAMS*TEAM_W{!fresh}};
        team_v_q   <= report && !fresh;
        team_end_q <= ends && !fresh;
        over_q     <= team_end_q && !fresh;
        win_q      <= (win[WIN_W-1:0] | {WIN_W{win[WIN_W]}}) & {WIN_W{!(ends || fresh)}};
        act_q      <= act & {ACT_W{!fresh}};
    end

    // --- drain -----------------------------------------------------------------------------------
    localparam [SMS-1:0] S_ONE = 1;
    localparam COUNT_W = $clog2((SMS + STEPS - 1)/STEPS + 1);
    reg  [SMS-1:0] drain_q;
    wire [SMS-1:0] lowest = sm_enable_i & (~sm_enable_i + S_ONE);   // stays on
    wire [SMS-1:0] at, hit, may_r, at_r, hit_r;     // the SMs visited; of these, those that drain; *_r: mirrored
    wire           finds, ends_find;                // a word is visited
    wire [COUNT_W-1:0] members;
    wire           some  = |(sm_enable_i & ~drain_q);   // the host may disable SMs meanwhile
    wire           all_on = fresh || (over_q && !low);
    genvar m;
    generate
        for (m = 0; m < SMS; m = m + 1) begin : g_mirror
            assign may_r[m] = sm_enable_i[SMS-1-m] && !lowest[SMS-1-m];
            assign {at[m], hit[m]} = {at_r[SMS-1-m], hit_r[SMS-1-m]};
        end
    endgenerate
    lib_quota #(.N(SMS), .QUOTA_W(LEFT_W), .STEPS(STEPS)) u_quota (
        .clk_i(clk_i), .rst_ni(!all_on), .go_i(over_q),
        .quota_i(|sms[31:LEFT_W] ? {LEFT_W{1'b1}} : sms[LEFT_W-1:0]), .set_i(may_r),
        .at_o(at_r), .hit_o(hit_r), .count_o(members), .busy_o(finds), .last_o(ends_find)
    );
    wire unused = &{1'b0, members, ends_find};

    assign drain_o = drain_q & {SMS{some}};
    assign ok_o    = ~drain_o;
    assign all_sms_o = 1'b1;
    assign busy_o  = report || team_v_q || over_q || finds;

    always @(posedge clk_i) drain_q <= ((drain_q & ~at) | hit) & {SMS{!all_on}};

`ifdef FORMAL
    parameter F_TOP = 0;                        // 1: this module is the top of the proof
    reg f_past_q = 1'b0, f_run_q = 1'b0, f_over_q, f_low_q, f_find_q;
    reg [SMS-1:0] f_drain_q, f_en_q;
    // Reference for G_act: active cycles reported in the current window, and in the last one.
    reg [ACT_W-1:0] f_sum, f_sum_q, f_total_q, f_g_act_q;
    reg [WIN_W:0]   f_win_q;                    // its cycles
    wire [WIN_W:0]  f_win  = f_win_q + mon_cycles_i;
    wire            f_ends = report && f_win >= window;
    reg  f_calm_q;
    localparam F_STATE = 2*SMS + WIN_W + ACT_W + 3;
    wire [F_STATE-1:0] f_state = {drain_q, at, win_q, act_q, team_v_q, team_end_q, over_q};
    reg  [F_STATE-1:0] f_state_q;
    integer f;
    always @* begin
        f_sum = f_sum_q;
        if (report) for (f = 0; f < SMS; f = f + 1) f_sum = f_sum + mon_active_i[f*5 +: 5];
    end
    always @(posedge clk_i) begin
        f_sum_q   <= (fresh || f_ends) ? 0 : f_sum;
        f_win_q   <= (fresh || f_ends) ? 0 : report ? f_win : f_win_q;
        if (f_ends) f_total_q <= f_sum;
        f_g_act_q <= f_total_q;
        f_calm_q  <= !busy_o && !fresh;
        f_state_q <= f_state;
        f_past_q  <= 1'b1;
        f_run_q   <= rst_ni && !init_i;
        f_over_q  <= over_q;
        f_low_q   <= low;
        f_find_q  <= finds;
        f_drain_q <= drain_q;
        f_en_q    <= sm_enable_i;
    end
    always @* assume (f_past_q || !rst_ni);     // every run begins in reset
    generate
        if (F_TOP) begin : g_cover
            reg f_was_q = 1'b0;                 // SMs drained, and now none does
            always @(posedge clk_i) f_was_q <= rst_ni && !init_i && (f_was_q || drain_o[SMS-1]);
            always @* if (f_past_q) begin
                drained: cover (rst_ni && drain_o[SMS-1] && !ok_o[SMS-1] && ok_o[0]);
                back:    cover (rst_ni && f_was_q && f_run_q && &ok_o && &sm_enable_i);
            end
        end
    endgenerate
    always @* if (f_past_q) begin
        one_on:   assert (!(|sm_enable_i) || |(sm_enable_i & ok_o));
        closed:   assert (!(drain_o & ok_o));
        // SMs come back only at a window's end, and drain only in the cycles after a window below the threshold.
        no_back:  assert (!f_run_q || f_over_q || f_find_q || !(f_drain_q & ~drain_q));
        no_drain: assert (!f_run_q || f_find_q || !(drain_q & ~f_drain_q));
        return:   assert (!(f_run_q && f_over_q && !f_low_q) || (!(|drain_q) && !finds));
        begin_at: assert (!(f_run_q && f_over_q && f_low_q) || at[SMS-1]);
        afresh:   assert (f_run_q || !(|f_state));
        calm:     assert (!f_calm_q || f_state == f_state_q);
        g_act:    assert (!over_q || act_q == f_g_act_q);
        inv_sum:  assert (act == (team_end_q ? f_total_q : f_sum_q));
        inv_win:  assert (win_q == f_win_q);
        inv_team: assert (team_v_q || (!team_end_q && !(|team_q)));
    end
`endif
endmodule
`default_nettype wire
