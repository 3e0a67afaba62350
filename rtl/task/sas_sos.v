// sas_sos - chooses how many contexts of each SIMT group receive work: the width with most tasks per cycle.
//
// Contract  Context c is lane c mod GROUP of its group; width w allows lanes 0..w-1 of every group. start_i
//           starts trials of widths 1, 2, 4, ... GROUP; each ends when param_tasks_i pieces (and those of the
//           same cycle) have been taken. The width with the fewest cycles, of equals the smallest, then holds
//           until the next start_i. param_tasks_i = 0: no trials, width GROUP.
//           Only live contexts are allowed. If no live context is a lane of the width, all live ones are
//           allowed, so the last task is never withheld.
// Timing    A trial counts cycles from the one after its first piece; it counts a piece two cycles late,
//           in every trial. allow_o is a register: one cycle after live_i, two after a trial's end.
// Size      2*CYCLES_W + TASKS_W + CONTEXTS + $clog2(CONTEXTS+1) + 8 flops, a comparison of each width.
// Users     sas_top, beside sas_sched.
// Source    Sample, Optimize, Symbios as adapted by [SAS §VI].
`default_nettype none
module sas_sos #(
    parameter CONTEXTS = 16,                        // thread contexts of the SM, 1..256
    parameter GROUP    = 8,                         // contexts of a SIMT group, a power of two, 1..128
    parameter TASKS_W  = 16,                        // bits of param_tasks_i
    parameter CYCLES_W = 24                         // bits of a trial's cycle count, which saturates
) (
    input  wire                clk_i,
    input  wire                rst_ni,              // synchronous, active low

    input  wire [TASKS_W-1:0]  param_tasks_i,       // pieces per trial; stable until the trials end
    input  wire                start_i,             // a parallel loop begins
    input  wire [CONTEXTS-1:0] live_i,              // context c has a thread

    input  wire [CONTEXTS-1:0] task_evt_i,          // context c takes a piece
    output wire [CONTEXTS-1:0] allow_o              // context c may get new pieces
);
    localparam LAST   = $clog2(GROUP);              // the last trial; trial n has width 1 << n
    localparam NOW_W  = $clog2(CONTEXTS + 1);
    localparam SUM_W  = (TASKS_W > NOW_W) ? TASKS_W + 1 : NOW_W + 1;
    localparam [31:0] LAST_32 = LAST;
    localparam [2:0]          WIDEST    = LAST_32[2:0];
    localparam [CYCLES_W-1:0] CYCLE_ONE = 1;

    generate
        if (GROUP < 1 || GROUP > 128 || (GROUP & (GROUP - 1)) != 0) begin : g_check
            sas_sos_needs_GROUP_a_power_of_two u_stop ();
        end
    endgenerate

    reg                 tries_q;                    // trials are in progress
    reg [2:0]           width_q, best_q;            // log2 of the current width, of the best one tried
    reg [NOW_W-1:0]     now_q;                      // pieces taken in the last cycle
    reg [SUM_W-1:0]     tasks_q;                    // pieces taken in this trial
    reg [CYCLES_W-1:0]  cycles_q, least_q;          // cycles of this trial, of the best one
    reg [CONTEXTS-1:0]  allow_q;

    reg [NOW_W-1:0] now;
    integer k;
    always @* begin
        now = {NOW_W{1'b0}};
        for (k = 0; k < CONTEXTS; k = k + 1)
            now = now + {{(NOW_W - 1){1'b0}}, task_evt_i[k]};
    end

    wire done   = tasks_q >= {{(SUM_W - TASKS_W){1'b0}}, param_tasks_i};
    wire better = width_q == 3'd0 || cycles_q < least_q;
    wire last   = width_q == WIDEST;

    assign allow_o = allow_q;

    always @(posedge clk_i)
        if (!rst_ni) begin
            tries_q <= 1'b0;
            width_q <= WIDEST;
        end else if (start_i) begin
            tries_q <= |param_tasks_i;
            width_q <= (|param_tasks_i) ? 3'd0 : WIDEST;
        end else if (tries_q && done) begin
            tries_q <= !last;
            width_q <= !last ? width_q + 3'd1 : better ? width_q : best_q;
        end

    always @(posedge clk_i) begin
        now_q <= now;
        if (start_i || done || !tries_q) begin
            tasks_q  <= {SUM_W{1'b0}};
            cycles_q <= {CYCLES_W{1'b0}};
        end else begin
            tasks_q  <= tasks_q + {{(SUM_W - NOW_W){1'b0}}, now_q};
            cycles_q <= cycles_q + (CYCLE_ONE & {CYCLES_W{|tasks_q && !(&cycles_q)}});
        end
        if (tries_q && done && better) begin
            best_q  <= width_q;
            least_q <= cycles_q;
        end
    end

    wire [CONTEXTS-1:0] lanes;                     // live contexts within the width
    genvar c;
    generate
        for (c = 0; c < CONTEXTS; c = c + 1) begin : g_context
            localparam [31:0] LANE = c % GROUP;
            assign lanes[c] = live_i[c] && !(|(LANE >> width_q));
        end
    endgenerate
    always @(posedge clk_i)
        if (!rst_ni) allow_q <= {CONTEXTS{1'b0}};
        else         allow_q <= (|lanes) ? lanes : live_i;

`ifdef FORMAL
    parameter F_TOP = 0;                            // 1: this module is the top of the proof
    (* anyconst *) reg [2:0] f_width;               // any width, log2
    reg  [CYCLES_W-1:0] f_took_q;                   // cycles of its trial in this loop
    reg  [CONTEXTS-1:0] f_live_q, f_lanes_q;
    reg                 f_none_q;                   // the loop has no trials
    reg                 f_past_q = 1'b0, f_rst_q, f_start_q, f_run_q, f_tried_q;
    always @(posedge clk_i) begin
        f_past_q   <= 1'b1;
        f_rst_q    <= rst_ni;
        f_start_q  <= rst_ni && start_i;
        f_run_q    <= rst_ni && (start_i || f_run_q);
        f_live_q   <= live_i;
        f_lanes_q <= lanes;
        if (start_i) f_none_q <= !(|param_tasks_i);
        if (!rst_ni || start_i) f_tried_q <= 1'b0;
        else if (tries_q && done && width_q == f_width) begin
            f_tried_q <= 1'b1;
            f_took_q  <= cycles_q;
        end
    end
    always @* begin
        assume (f_past_q || !rst_ni);               // every run begins in reset
        assume (f_width <= WIDEST);
        if (f_past_q) begin
            inv_width: assert (width_q <= WIDEST);
            inv_fresh: assert (!f_start_q || (tasks_q == 0 && cycles_q == 0 && !f_tried_q));
            inv_tried: assert (!tries_q || f_tried_q == (width_q > f_width));
            inv_rest:  assert (f_run_q || (!tries_q && width_q == WIDEST));
            inv_all:   assert (tries_q || !f_run_q || f_none_q || f_tried_q);
            inv_best:  assert (!tries_q || width_q == 0 || best_q < width_q);
            inv_least: assert (!f_tried_q || least_q <= f_took_q);
            inv_took:  assert (!(f_tried_q && f_width == best_q) || least_q == f_took_q);
            inv_small: assert (!(f_tried_q && f_width < best_q) || least_q < f_took_q);
            starts:    assert (!f_start_q || width_q == (f_none_q ? WIDEST : 3'd0));
            // The final width: no other took fewer cycles, no smaller one as few.
            stays:     assert (!(f_tried_q && !tries_q && f_width == width_q) || least_q == f_took_q);
            all:       assert (!f_run_q || !f_none_q || (!tries_q && width_q == WIDEST));
            live:      assert (!f_rst_q || !(allow_q & ~f_live_q));
            mask:      assert (!f_rst_q || !(|f_lanes_q) || allow_q == f_lanes_q);
            one:       assert (!f_rst_q || (|allow_q) == (|f_live_q));
        end
    end
    generate
        if (F_TOP) begin : g_cover
            always @* if (f_past_q && rst_ni)
                second: cover (f_run_q && !tries_q && width_q == 3'd1 && WIDEST == 3'd2 && f_took_q == 3);
        end
    endgenerate
`endif
endmodule
`default_nettype wire
