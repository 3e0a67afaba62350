// sas_top - task scheduling of the machine: one tiler; per SM a scheduler and a choice of width.
//
// Contract  start_i starts a parallel loop, only before the first loop or when every context has piece_none_o; its
//           parameters and the mode must be stable until all have had piece_none_o for a cycle, and
//           no stride is 0. No context asks before the first loop or while the mode changes.
//           Every index of the loop goes to one context, alone or in its tile. Context c of SM s is bit
//           s*CONTEXTS + c.
// Timing    The first tile goes out 4 cycles after start_i, its first index 3 cycles later. Outputs as in
//           sas_sched.
// Size      no flops of its own.
// Users     sas_unit; the tiler may also be placed with the host's registers, the schedulers in the SMs.
// Source    [SAS §IV].
`default_nettype none
module sas_top #(
    parameter SMS      = 4,                         // 1..256
    parameter CONTEXTS = 16,                        // thread contexts of an SM, 1..256
    parameter GROUP    = 8,                         // contexts of a SIMT group, a power of two, 1..128
    parameter DEPTH    = 4,                         // indices that a context's queue holds, 2..16
    parameter LEVELS   = 3,                         // nested loops, 1 or more
    parameter W        = 16,                        // bits of a bound, 1..32
    parameter TASKS_W  = 16                         // bits of param_tasks_i
) (
    input  wire                             clk_i,
    input  wire                             rst_ni, // synchronous, active low

    input  wire                             param_whole_i,  // 1: a piece is a tile; 0: an index
    input  wire [TASKS_W-1:0]               param_tasks_i,  // pieces per trial of a width (SOS); 0: no trials
    input  wire                             start_i,
    input  wire [LEVELS*W-1:0]              loop_lower_i,   // level l at [l*W +: W]; 0: outermost
    input  wire [LEVELS*W-1:0]              loop_upper_i,
    input  wire [LEVELS*W-1:0]              loop_stride_i,
    input  wire [LEVELS*W-1:0]              loop_edge_i,    // edges of a tile, in index values
    input  wire [LEVELS*W-1:0]              loop_first_i,   // lower bounds of the first tile

    input  wire [SMS*CONTEXTS-1:0]          live_i,         // context has a thread
    input  wire [SMS*CONTEXTS-1:0]          want_i,         // context waits for a piece of work
    output wire [SMS*CONTEXTS-1:0]          piece_valid_o,
    output wire [SMS*CONTEXTS-1:0]          piece_none_o,
    output wire [SMS*CONTEXTS-1:0]          piece_off_o,
    output wire [SMS*CONTEXTS*LEVELS*W-1:0] piece_lower_o,
    output wire [SMS*CONTEXTS*LEVELS*W-1:0] piece_upper_o
);
    localparam V = LEVELS*W;
    wire [SMS-1:0]          ask, tile_evt;
    wire [SMS*CONTEXTS-1:0] allow;
    wire [V-1:0]            tile_lower, tile_upper;
    wire                    none;
`ifdef FORMAL
    wire [SMS-1:0]          f_walks;                // SM s is distributing a tile
`endif

    sas_tiler #(.ASKERS(SMS), .LEVELS(LEVELS), .W(W)) u_tiler (
        .clk_i(clk_i), .rst_ni(rst_ni), .start_i(start_i), .loop_lower_i(loop_lower_i),
        .loop_upper_i(loop_upper_i), .loop_edge_i(loop_edge_i), .loop_first_i(loop_first_i), .ask_i(ask),
        .tile_evt_o(tile_evt), .tile_lower_o(tile_lower), .tile_upper_o(tile_upper), .none_o(none)
    );

    genvar s;
    generate
        for (s = 0; s < SMS; s = s + 1) begin : g_sm
            sas_sos #(.CONTEXTS(CONTEXTS), .GROUP(GROUP), .TASKS_W(TASKS_W)) u_sos (
                .clk_i(clk_i), .rst_ni(rst_ni), .param_tasks_i(param_tasks_i), .start_i(start_i),
                .live_i(live_i[s*CONTEXTS +: CONTEXTS]),
                .task_evt_i(piece_valid_o[s*CONTEXTS +: CONTEXTS] & want_i[s*CONTEXTS +: CONTEXTS]),
                .allow_o(allow[s*CONTEXTS +: CONTEXTS])
            );
            sas_sched #(.CONTEXTS(CONTEXTS), .DEPTH(DEPTH), .LEVELS(LEVELS), .W(W)) u_sched (
                .clk_i(clk_i), .rst_ni(rst_ni), .param_whole_i(param_whole_i), .loop_stride_i(loop_stride_i),
                .allow_i(allow[s*CONTEXTS +: CONTEXTS]), .ask_o(ask[s]), .tile_evt_i(tile_evt[s]),
                .tile_lower_i(tile_lower), .tile_upper_i(tile_upper), .none_i(none),
                .want_i(want_i[s*CONTEXTS +: CONTEXTS]),
                .piece_valid_o(piece_valid_o[s*CONTEXTS +: CONTEXTS]),
                .piece_none_o(piece_none_o[s*CONTEXTS +: CONTEXTS]),
                .piece_off_o(piece_off_o[s*CONTEXTS +: CONTEXTS]),
                .piece_lower_o(piece_lower_o[s*CONTEXTS*V +: CONTEXTS*V]),
                .piece_upper_o(piece_upper_o[s*CONTEXTS*V +: CONTEXTS*V])
            );
`ifdef FORMAL
            (* hierconn *) wire \u_sched.idle ;
            assign f_walks[s] = !\u_sched.idle ;
`endif
        end
    endgenerate

`ifdef FORMAL
    // The parts' assumptions about each other are assertions in this proof. Assumed here: the
    // host's duties about a loop.
    parameter F_TOP = 0;                            // 1: this module is the top of the proof
    reg f_past_q = 1'b0, f_none_q, f_run_q = 1'b0;
    reg [5*V+TASKS_W-1:0] f_loop_q;
    reg                   f_whole_q;
    wire [5*V+TASKS_W-1:0] f_loop = {param_tasks_i, loop_lower_i, loop_upper_i, loop_stride_i,
                                     loop_edge_i, loop_first_i};
    wire [LEVELS-1:0]      f_on, f_stride;
    wire                   f_rest = &piece_none_o;
    wire                   f_free = !f_run_q || (f_rest && f_none_q);  // no loop is running: parameters may change
    always @(posedge clk_i) begin
        f_past_q  <= 1'b1;
        f_run_q   <= rst_ni && (start_i || f_run_q);
        f_none_q  <= rst_ni && f_rest;
        f_loop_q  <= f_loop;
        f_whole_q <= param_whole_i;
    end
    (* hierconn *) wire \u_tiler.f_busy ;
    wire [SMS-1:0] f_idle;                          // SM s has no work
    genvar f;
    generate
        for (f = 0; f < SMS; f = f + 1) begin : g_quiet
            assign f_idle[f] = !ask[f] && !tile_evt[f] && !(|piece_valid_o[f*CONTEXTS +: CONTEXTS]) && !f_walks[f];
        end
        for (f = 0; f < LEVELS; f = f + 1) begin : g_f
            wire [2*W-1:0] f_lo = loop_lower_i[f*W +: W], f_up = loop_upper_i[f*W +: W],
                           f_e = loop_edge_i[f*W +: W], f_f = loop_first_i[f*W +: W];
            assign f_stride[f] = |loop_stride_i[f*W +: W];
            assign f_on[f] = f_e != 0 && (f_lo >= f_up || (f_f >= f_lo && f_f < f_up
                                          && f_f == f_lo + (f_f - f_lo) / f_e * f_e));
        end
    endgenerate
    always @* begin
        assume (f_past_q || !rst_ni);               // every run begins in reset
        if (f_past_q) begin
            in_early:  assume (f_run_q || start_i || !(|want_i));
            in_start:  assume (!start_i || f_free);
            in_stride: assume (&f_stride);
            in_first:  assume ((f_free && !start_i) || &f_on);
            in_loop:   assume (f_loop == f_loop_q || f_free);
            in_mode:   assume (param_whole_i == f_whole_q || (f_free && !(|want_i)));
            one_each: assert (!(piece_valid_o & piece_none_o)
                              && !(piece_off_o & (piece_valid_o | piece_none_o)));
            quiet:    assert (f_run_q || (&f_idle && !none && !\u_tiler.f_busy ));
            last:     assert (!(|piece_none_o) || none);
            to_one:   assert (!(tile_evt & (tile_evt - 1'b1)) && !(tile_evt & ~ask));
        end
    end
    generate
        if (F_TOP) begin : g_cover
            always @* if (f_past_q && rst_ni) begin
                busy: cover (|piece_valid_o[CONTEXTS-1:0] && |piece_valid_o[SMS*CONTEXTS-1 -: CONTEXTS]
                             && !param_whole_i);
            end
        end
    endgenerate
`endif
endmodule
`default_nettype wire
