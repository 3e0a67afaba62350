// disp_kernels - kernel table: states, launch order, counts of CTAs issued and in flight.
//
// Contract  An entry is FREE, ISSUE (CTAs remain), DRAIN (all issued) or DONE. launch_i moves it
//           to ISSUE, the pick of its last CTA to DRAIN, the last completion to DONE, clear_i to
//           FREE. before_o orders the entries by launch.
// Timing    every change shows after the edge of its event; last_pick_i, fin_o are of this cycle.
// Size      KERNELS * (3 + KERNELS + OUT_W) flops.
// Users     disp_top.   Source  the dispatcher of the papers' baseline, several kernels wide.
`default_nettype none
module disp_kernels #(
    parameter KERNELS = 4,                          // kernel table entries, 1..16
    parameter CTAS    = 224                         // CTAs the machine can hold: SMS * SLOTS
) (
    input  wire                       clk_i,
    input  wire                       rst_ni,       // synchronous, active low
    input  wire                       init_i,       // every entry FREE; only with none busy

    input  wire [KERNELS-1:0]         launch_i,     // one-hot or none, never of a busy entry
    input  wire [KERNELS-1:0]         clear_i,      // DONE entries to FREE; others unmoved
    output wire [KERNELS-1:0]         live_o,       // ISSUE
    output wire [KERNELS-1:0]         busy_o,       // ISSUE or DRAIN
    output wire [KERNELS-1:0]         done_o,       // DONE
    output wire [KERNELS*KERNELS-1:0] before_o,     // bit k*KERNELS+j: j was launched before k

    input  wire [KERNELS-1:0]         pick_i,       // a CTA of this kernel is picked, one-hot
    input  wire                       last_i,       // and it is the kernel's last one
    input  wire [KERNELS-1:0]         take_i,       // a CTA of this kernel completes, one-hot
    output wire [KERNELS-1:0]         fin_o,        // this completion is the kernel's last
    output wire [KERNELS*$clog2(CTAS+1)-1:0] out_o  // CTAs picked and not completed
);
    localparam OUT_W = $clog2(CTAS + 1);
    localparam [OUT_W-1:0] ONE = 1;

    reg [KERNELS-1:0]         live_q, drain_q, done_q;  // FREE: none of them
    reg [KERNELS*KERNELS-1:0] before_q;
    reg [KERNELS*OUT_W-1:0]   out_q;
    reg [KERNELS-1:0]         single;                   // one CTA in flight

    wire [KERNELS-1:0] last = pick_i & {KERNELS{last_i}};
    // In DRAIN nothing more is picked, so the completion of the only CTA in flight ends it.
    assign fin_o    = take_i & drain_q & single;
    assign live_o   = live_q;
    assign busy_o   = live_q | drain_q;
    assign done_o   = done_q;
    assign before_o = before_q;
    assign out_o    = out_q;

    always @(posedge clk_i)
        if (!rst_ni || init_i) begin
            live_q  <= {KERNELS{1'b0}};
            drain_q <= {KERNELS{1'b0}};
            done_q  <= {KERNELS{1'b0}};
        end else begin
            live_q  <= (live_q & ~last) | launch_i;
            drain_q <= (drain_q & ~fin_o) | last;
            done_q  <= (done_q & ~clear_i & ~launch_i) | fin_o;
        end

    integer i;
    always @*
        for (i = 0; i < KERNELS; i = i + 1)
            single[i] = out_q[i*OUT_W +: OUT_W] == ONE;

    genvar k;
    generate
        for (k = 0; k < KERNELS; k = k + 1) begin : g_kid
            localparam [KERNELS-1:0] OTHERS = ~(1 << k);
            always @(posedge clk_i)
                if (!rst_ni || init_i) begin
                    before_q[k*KERNELS +: KERNELS] <= {KERNELS{1'b0}};
                    out_q[k*OUT_W +: OUT_W]        <= {OUT_W{1'b0}};
                end else begin
                    if (launch_i[k])            // the newest: after everybody
                        before_q[k*KERNELS +: KERNELS] <= OTHERS;
                    else if (|launch_i)         // somebody else is newer now
                        before_q[k*KERNELS +: KERNELS] <=
                            before_q[k*KERNELS +: KERNELS] & ~launch_i;
                    if (pick_i[k] && !take_i[k])
                        out_q[k*OUT_W +: OUT_W] <= out_q[k*OUT_W +: OUT_W] + ONE;
                    else if (take_i[k] && !pick_i[k])
                        out_q[k*OUT_W +: OUT_W] <= out_q[k*OUT_W +: OUT_W] - ONE;
                end
        end
    endgenerate
endmodule
`default_nettype wire
