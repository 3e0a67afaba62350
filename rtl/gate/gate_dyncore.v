// gate_dyncore - while the machine is little used, its highest-numbered SMs run empty and are off.
//
// Param     3 reset 2048 max 65535: window_cycles, core cycles between two decisions.
// Param     10 reset 40960 max 2097151: t_act_cycles, SM cycles with a warp issued that keep all SMs on.
// Param     11 reset 8 max 255: sms, SMs that are off below that.
// Contract  A window ends with the first report that makes it window_cycles long. Its active SM
//           cycles are G_act. 0 < G_act < t_act_cycles: the `sms` highest enabled SMs drain, but
//           one enabled SM always stays; else all come back, also those not yet empty. A machine
//           that did nothing in a window has nothing to save and may be waiting for these SMs
//           (a gate_claso reserves CTAs for them): G_act = 0 brings them back, unlike 001.
// Timing    A report counts three edges after its own. SMs drain from the highest down, one per
//           cycle after the window's end, and come back together.
// Size      2 * SMS flops, the sums of four SMs each, 55 more.
// Users     gate_bank.   Source  001 4.2, 5.2.   Not modelled: the time it takes to switch power.
`default_nettype none
module gate_dyncore #(
    parameter SMS     = 28,                                     // 1..256
    parameter SLOTS   = 8,                                      // CTA slots per SM, 1..16
    parameter KERNELS = 4,                                      // kernel table entries, 1..16
    parameter X_W     = 24,                                     // bits of the grid sizes
    parameter Y_W     = 16,
    parameter Z_W     = 16,
    parameter KID_W   = (KERNELS > 1) ? $clog2(KERNELS) : 1,    // derived: never set
    parameter CNT_W   = $clog2(SLOTS + 1)                       // derived: never set
) (
    input  wire                 clk_i,
    input  wire                 rst_ni,         // synchronous, active low
    input  wire                 en_i,           // this policy is in use
    input  wire                 init_i,         // start over, no kernel is busy
    input  wire [16*32-1:0]     params_i,       // parameter p at [p*32 +: 32]

    input  wire [KERNELS-1:0]   start_i,        // kernel k is launched at this edge
    output wire [KERNELS-1:0]   ask_o,          // one-hot or none: how large is kernel k?
    input  wire [X_W-1:0]       ask_x_i,        // x * y * z CTAs
    input  wire [Y_W-1:0]       ask_y_i,
    input  wire [Z_W-1:0]       ask_z_i,
    input  wire [CNT_W-1:0]     ask_block_i,    // that go so many together
    input  wire [SMS-1:0]       sm_enable_i,    // the host lets SM s receive CTAs
    input  wire [SMS-1:0]       want_valid_i,   // SM s is offered,
    input  wire [SMS*KID_W-1:0] want_kid_i,     // to this kernel
    output wire [SMS-1:0]       ok_o,           // SM s may be issued a block of that kernel
    output wire                 alone_o,        // ok_o is void if a block begins in this cycle
    output wire [SMS-1:0]       drain_o,        // SM s is to run empty and then be off

    input  wire [SMS-1:0]       pick_sm_i,      // one-hot or none: a block begins on this SM,
    input  wire [KID_W-1:0]     pick_kid_i,     // of this kernel
    input  wire [SMS-1:0]       done_sm_i,      // one-hot or none: a CTA left this SM,
    input  wire [KERNELS-1:0]   done_kid_i,     // of this kernel, one-hot; none: no CTA

    input  wire                 mon_evt_i,      // counts since the last event:
    input  wire [4:0]           mon_cycles_i,   // cycles, 0..16; of them
    input  wire [SMS*5-1:0]     mon_active_i,   // with a warp issued
    output wire                 busy_o          // a register here changes at this edge
);
    localparam WIN_W = 16;                      // bits of a window
    localparam ACT_W = WIN_W + $clog2(SMS + 1); // bits of a window's active SM cycles
    localparam QUADS = (SMS + 3) / 4;           // sums of four SMs: one addition per stage
    localparam SUM_W = (SMS < 4) ? 7 : $clog2(SMS*16 + 1);
    localparam LEFT_W = (SMS > 1) ? $clog2(SMS) : 1;    // one SM always stays
    localparam [SMS-1:0]    ONE      = 1;
    localparam [LEFT_W-1:0] LEFT_ONE = 1;

    // A window above the counter's range is cut to it.
    wire [31:0]      window_32 = params_i[3*32 +: 32];
    wire [WIN_W-1:0] window    = |window_32[31:WIN_W] ? {WIN_W{1'b1}} : window_32[WIN_W-1:0];
    wire [31:0]      t_act     = params_i[10*32 +: 32];
    wire [31:0]      sms       = params_i[11*32 +: 32];

    // --- sums: four SMs, then all, then the window's ---------------------------------------------
    reg               quad_v_q, sum_v_q, fresh_q;   // fresh: the window has just grown
    reg [4:0]         quad_cycles_q, sum_cycles_q;
    reg [QUADS*7-1:0] quad_q, quad;
    reg [SUM_W-1:0]   sum_q, sum;
    reg [WIN_W-1:0]   win_q;
    reg [ACT_W-1:0]   act_q;
    wire [QUADS*20-1:0] active = {{(QUADS*20 - SMS*5){1'b0}}, mon_active_i};
    integer q;
    always @* begin
        sum  = {SUM_W{1'b0}};
        quad = {QUADS*7{1'b0}};
        if (mon_evt_i)                          // these two for simulators
            for (q = 0; q < QUADS; q = q + 1)
                quad[q*7 +: 7] = ({2'd0, active[q*20 +: 5]} + {2'd0, active[q*20 + 5 +: 5]})
                               + ({2'd0, active[q*20 + 10 +: 5]} + {2'd0, active[q*20 + 15 +: 5]});
        if (quad_v_q)
            for (q = 0; q < QUADS; q = q + 1)
                sum = sum + {{(SUM_W - 7){1'b0}}, quad_q[q*7 +: 7]};
    end

    wire [31:0] act_32 = {{(32 - ACT_W){1'b0}}, act_q};
    wire        over   = fresh_q && win_q >= window;
    wire        low    = act_32 < t_act && |act_q;
    // The last report may pass the window's end by 15 cycles; above the range it stays there.
    wire [WIN_W:0]   win_sum = {1'b0, over ? {WIN_W{1'b0}} : win_q}
                             + {{(WIN_W - 4){1'b0}}, sum_cycles_q};

    // --- who drains ------------------------------------------------------------------------------
    reg  [SMS-1:0] drain_q, at_q;                   // at: the SM looked at, from the highest down
    reg  [LEFT_W-1:0] left_q;                       // SMs still to be found
    wire           below = |(sm_enable_i & (at_q - ONE));
    wire           found = |(sm_enable_i & at_q) && |left_q && below;
    wire           some  = |(sm_enable_i & ~drain_q);   // the host may disable SMs meanwhile

    assign drain_o = drain_q & {SMS{some}};
    assign ok_o    = ~drain_o;
    assign ask_o   = {KERNELS{1'b0}};
    assign alone_o = 1'b0;
    assign busy_o  = en_i && (mon_evt_i || quad_v_q || sum_v_q || fresh_q || |at_q);

    always @(posedge clk_i)
        if (!rst_ni || init_i) begin
            quad_v_q <= 1'b0;
            sum_v_q  <= 1'b0;
            fresh_q  <= 1'b0;
            win_q    <= {WIN_W{1'b0}};
            act_q    <= {ACT_W{1'b0}};
            drain_q  <= {SMS{1'b0}};
            at_q     <= {SMS{1'b0}};
        end else if (en_i) begin
            quad_v_q <= mon_evt_i;
            sum_v_q  <= quad_v_q;
            fresh_q  <= sum_v_q;
            if (sum_v_q) begin
                win_q <= win_sum[WIN_W] ? {WIN_W{1'b1}} : win_sum[WIN_W-1:0];
                act_q <= (over ? {ACT_W{1'b0}} : act_q) + {{(ACT_W - SUM_W){1'b0}}, sum_q};
            end else if (over) begin
                win_q <= {WIN_W{1'b0}};
                act_q <= {ACT_W{1'b0}};
            end
            if (over) begin
                at_q <= low ? ONE << (SMS - 1) : {SMS{1'b0}};
                if (!low) drain_q <= {SMS{1'b0}};
            end else begin
                at_q    <= at_q >> 1;
                drain_q <= (drain_q & ~at_q) | (at_q & {SMS{found}});
            end
        end

    // Guarded by the valid bits and by at_q: not reset.
    always @(posedge clk_i)
        if (en_i) begin
            if (mon_evt_i) quad_q <= quad;
            if (mon_evt_i) quad_cycles_q <= mon_cycles_i;
            if (quad_v_q) sum_q <= sum;
            if (quad_v_q) sum_cycles_q <= quad_cycles_q;
            if (over) left_q <= |sms[31:LEFT_W] ? {LEFT_W{1'b1}} : sms[LEFT_W-1:0];
            else if (found) left_q <= left_q - LEFT_ONE;
        end

    // Every kernel is treated alike, and only the monitors say how the machine is used.
    wire unused = &{1'b0, params_i, start_i, ask_x_i, ask_y_i, ask_z_i, ask_block_i, want_valid_i,
                    want_kid_i, pick_sm_i, pick_kid_i, done_sm_i, done_kid_i};

`ifdef FORMAL
    parameter F_TOP = 0;                        // 1: this module is the top of the proof
    reg f_past_q = 1'b0, f_run_q = 1'b0, f_over_q, f_low_q, f_scan_q;
    reg [SMS-1:0] f_drain_q, f_ok_q, f_en_q;
    always @(posedge clk_i) begin
        f_past_q  <= 1'b1;
        f_run_q   <= rst_ni && !init_i;
        f_over_q  <= over && en_i;
        f_low_q   <= low;
        f_scan_q  <= |at_q;
        f_drain_q <= drain_q;
        f_en_q    <= sm_enable_i;
    end
    always @* assume (f_past_q || !rst_ni);     // every run begins in reset
    generate
        if (F_TOP) begin : g_cover
            reg f_was_q = 1'b0;                 // an SM drained, and none does any more
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
        // Only a window's end lets SMs come back, and only a low window's scan lets them drain.
        no_back:  assert (!f_run_q || f_over_q || f_scan_q || !(f_drain_q & ~drain_q));
        no_drain: assert (!f_run_q || f_scan_q || !(drain_q & ~f_drain_q));
        return:   assert (!(f_run_q && f_over_q && !f_low_q) || (!(|drain_q) && !(|at_q)));
        begin_at: assert (!(f_run_q && f_over_q && f_low_q) || at_q[SMS-1]);
        inv_at:   assert (!(at_q & (at_q - ONE)));
    end
`endif
endmodule
`default_nettype wire
