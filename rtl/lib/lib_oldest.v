// lib_oldest - tracks the kernel that ranks first of those with CTAs left.
//
// Contract  hot_o and kid_o name the live kernel that ranks before every other live one; 0 if none is live.
//           While stay_i is high they keep their kernel until it has no CTA left.
//           held_o: the kernel was the same in the last two cycles and still has CTAs left, so answers that
//           took the stages two cycles are about this kernel.
// Timing    hot_o and kid_o are registers: they show live_i of the previous cycle. live_i also masks held_o directly.
// Size      KERNELS + KID_W + 2 flops.
// Users     place_rr, place_room, place_engines, place_bcs, place_tile.   Source  [LCS Fig. 3] (kernels one after the other).
`default_nettype none
module lib_oldest #(
    parameter KERNELS = 4,                                      // kernel table entries, 1..16
    parameter KID_W   = (KERNELS > 1) ? $clog2(KERNELS) : 1     // derived: never set
) (
    input  wire                       clk_i,
    input  wire                       rst_ni,       // synchronous, active low
    input  wire [KERNELS-1:0]         live_i,       // kernel k has CTAs left to dispatch
    input  wire [KERNELS*KERNELS-1:0] before_i,     // bit k*KERNELS+j: j ranks before k
    input  wire                       stay_i,       // the kernel keeps its turn
    output wire [KERNELS-1:0]         hot_o,        // one-hot or none
    output wire [KID_W-1:0]           kid_o,
    output wire                       held_o,
    output wire                       busy_o        // a register changes at this clock edge
);
    wire [KERNELS-1:0] oldest;
    reg  [KERNELS-1:0] hot_q;
    reg  [KID_W-1:0]   kid_q;
    reg  [1:0]         held_q;                      // hot_q has been stable for one edge, for two
    wire [KID_W-1:0]   kid;

    lib_first #(.KERNELS(KERNELS)) u_oldest (.set_i(live_i), .before_i(before_i), .hot_o(oldest));
    lib_enc1h #(.N(KERNELS)) u_kid (.hot_i(oldest), .bin_o(kid));

    wire stays = stay_i && |(hot_q & live_i);
    wire same  = stays || oldest == hot_q;
    always @(posedge clk_i)
        if (!rst_ni) begin
            hot_q  <= {KERNELS{1'b0}};
            kid_q  <= {KID_W{1'b0}};
            held_q <= 2'd0;
        end else begin
            hot_q  <= stays ? hot_q : oldest;
            kid_q  <= stays ? kid_q : kid;
            held_q <= {held_q[0], 1'b1} & {2{same}};
        end

    assign hot_o  = hot_q;
    assign kid_o  = kid_q;
    assign held_o = held_q[1] && |(hot_q & live_i);
    assign busy_o = !same || !(&held_q);

`ifdef FORMAL
    parameter F_TOP = 0;                            // 1: this module is the top of the proof
    reg f_past_q = 1'b0;
    reg [KERNELS-1:0] f_hot_q, f_hot_2_q, f_oldest_q;
    reg [1:0]         f_runs_q = 2'd0;              // cycles out of reset, at most 2
    reg               f_order;                      // exactly one live kernel is the oldest
    integer i;
    always @* begin
        f_order = !(oldest & (oldest - 1'b1)) && (|oldest || !(|live_i));
        for (i = 0; i < KERNELS; i = i + 1)
            f_order = f_order && !before_i[i*KERNELS + i];
    end
    always @(posedge clk_i) begin
        f_past_q   <= 1'b1;
        f_runs_q   <= !rst_ni ? 2'd0 : f_runs_q == 2'd2 ? 2'd2 : f_runs_q + 2'd1;
        f_hot_q    <= hot_q;
        f_hot_2_q  <= f_hot_q;
        f_oldest_q <= !rst_ni ? {KERNELS{1'b0}} : stay_i && |(hot_q & live_i) ? hot_q : oldest;
    end
    always @* assume (f_past_q || !rst_ni);         // every run begins in reset
    always @* if (f_past_q) in_order: assume (f_order);
    always @* if (f_past_q) begin
        one_hot:  assert (!(hot_q & (hot_q - 1'b1)));
        late:     assert (hot_q == f_oldest_q);
        number:   assert (|hot_q ? hot_q == {{KERNELS-1{1'b0}}, 1'b1} << kid_q : !(|kid_q));
        holds:    assert (!held_o || (f_runs_q == 2'd2 && hot_q == f_hot_q && hot_q == f_hot_2_q
                                      && |(hot_q & live_i)));
        offers:   assert (!(f_runs_q == 2'd2 && hot_q == f_hot_q && hot_q == f_hot_2_q
                            && |(hot_q & live_i)) || held_o);
        inv_held: assert (held_q == {f_runs_q == 2'd2 && hot_q == f_hot_q && hot_q == f_hot_2_q,
                                     |f_runs_q && hot_q == f_hot_q});
    end
    generate
        if (F_TOP) begin : g_cover
            always @* if (f_past_q) changed: cover (rst_ni && held_o && hot_q[KERNELS-1] && f_runs_q == 2'd2);
        end
    endgenerate
`endif
endmodule
`default_nettype wire
