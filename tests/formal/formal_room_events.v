// formal_room_events - what lib_room relies on: free amounts change only by bookings and releases.
//
// ok_o: guard bits are constant, and 0 in all amounts; a CTA takes one slot. While a kernel is counted, its needs are
// constant, and free_i of an SM falls by them with took_i, rises by them with gave_i, which are never for one SM, and stays
// the same without an event.
// Users  lib_room and place_room rely on it; the proof of disp_top asserts it.
`default_nettype none
module formal_room_events #(
    parameter SMS   = 3,
    parameter AMT_W = 8,
    parameter CNT_W = 2
) (
    input  wire                 clk_i,
    input  wire                 rst_ni,
    input  wire                 on_i,
    input  wire [SMS-1:0]       enable_i,
    input  wire [AMT_W-1:0]     guard_i,
    input  wire [AMT_W-1:0]     need_i,
    input  wire [SMS*AMT_W-1:0] free_i,
    input  wire [SMS-1:0]       took_i,
    input  wire [SMS-1:0]       gave_i,
    input  wire [SMS-1:0]       other_i,
    output wire                 ok_o
);
    localparam [CNT_W-1:0] ONE = 1;
    reg on_q = 1'b0, past_q = 1'b0;
    reg [AMT_W-1:0]     guard_q, need_q;
    reg [SMS*AMT_W-1:0] free_q;
    reg [SMS-1:0]       enable_q, took_q, gave_q, other_q;
    reg                 amounts, clear;         // free_i follows the events; its guard bits are 0
    always @(posedge clk_i) begin
        past_q   <= 1'b1;
        on_q     <= rst_ni && on_i;
        guard_q  <= guard_i;
        need_q   <= need_i;
        free_q   <= free_i;
        enable_q <= enable_i;
        took_q   <= took_i;
        gave_q   <= gave_i;
        other_q  <= other_i;
    end
    integer s;
    always @* begin
        amounts = 1'b1;
        clear   = !(need_i & guard_i);
        for (s = 0; s < SMS; s = s + 1) begin
            clear = clear && !(free_i[s*AMT_W +: AMT_W] & guard_i);
            if (!other_q[s])
                amounts = amounts && free_q[s*AMT_W +: AMT_W] + (need_q & {AMT_W{gave_q[s]}})
                                     == free_i[s*AMT_W +: AMT_W] + (need_q & {AMT_W{took_q[s]}});
        end
    end
    assign ok_o = (!past_q || guard_i == guard_q) && guard_i[AMT_W-1] && guard_i[AMT_W-2-CNT_W] && clear
               && (!on_i || (need_i[AMT_W-2 -: CNT_W] == ONE && !(took_i & gave_i)))
               && (!(on_i && on_q) || (need_i == need_q && enable_i == enable_q && amounts));
endmodule
`default_nettype wire
