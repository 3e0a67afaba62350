// arb_tl_clocked - two levels as GPGPU-Sim's scheduler sorts them: arb_tl_active in every cycle.
//
// Contract  As arb_tl_active with EVERY: a waiting active warp leaves the set in the cycle in which it waits, also while no
//           warp is ready. The SM clocks this arbiter in every cycle in which it has a CTA.
// Timing    As arb_tl_active. still_o is rare: while every warp waits, the set turns round in each cycle.
// Size      As arb_tl_active.   Users  arb_bank.
// Source    GPGPU-Sim, two_level_active_scheduler::order_warps, called from scheduler_unit::cycle; docs/rtl/arb.md.
`default_nettype none
module arb_tl_clocked #(
    parameter WARPS   = 24,             // warps of this scheduler, 2..64
    parameter ACTIVE  = 6               // own: active warps, 1..64; at most WARPS are used
) (
    input  wire                    clk_i,
    input  wire                    rst_ni,              // synchronous, active low

    input  wire [WARPS-1:0]        longlat_i,           // warp waits for memory or at a barrier;
                                                        // set while valid_i is clear: the warp does not exist

    input  wire [WARPS-1:0]        valid_i,             // warp is resident and has not ended
    input  wire [WARPS-1:0]        ready_i,             // warp can issue in this cycle
    input  wire [WARPS-1:0]        held_i,              // warps of paused CTAs; pool_i is ready_i, without them if yield_i is set
    input  wire                    yield_i,             // a warp of ready_i is of no paused CTA
    output wire [WARPS-1:0]        gnt_o,               // granted warp, one-hot or zero; it always issues
    output wire                    any_o,               // gnt_o is not zero, from less logic than its OR
    output wire                    still_o              // no register changes at this clock edge, except by an event
);
    arb_tl_active #(.WARPS(WARPS), .ACTIVE(ACTIVE), .EVERY(1)) u_sorted (
        .clk_i(clk_i), .rst_ni(rst_ni), .longlat_i(longlat_i), .valid_i(valid_i), .ready_i(ready_i), .held_i(held_i),
        .yield_i(yield_i), .gnt_o(gnt_o), .any_o(any_o), .still_o(still_o));

`ifdef FORMAL
    localparam [WARPS-1:0] ONE = 1;
    reg f_init_q = 1'b0, f_run_q;
    reg [WARPS-1:0] f_exist_q;
    wire [WARPS-1:0] absent = longlat_i & ~valid_i;
    wire [WARPS-1:0] exist  = (absent - ONE) & ~absent;         // warps that exist: those below the lowest absent one
    always @(posedge clk_i) begin
        f_init_q  <= 1'b1;
        f_run_q   <= rst_ni;
        f_exist_q <= exist;
    end
    always @* begin
        assume (f_init_q || !rst_ni);                   // every run begins in reset
        in_pool: assume (!f_init_q || (!(ready_i & ~valid_i) && yield_i == |(ready_i & ~held_i)));
        in_exist: assume (!f_init_q || !f_run_q || exist == f_exist_q);
        if (f_init_q) begin
            turns: assert (!(|exist) || |(exist & valid_i & ~longlat_i) || !still_o);
            sorts: cover (!(|ready_i) && !still_o);
        end
    end
`endif
endmodule
`default_nettype wire
