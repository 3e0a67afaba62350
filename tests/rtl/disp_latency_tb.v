// disp_latency_tb - no effect comes later by a cycle per SM.
//
// TEST RATIONALE  The same events on a machine of LESS SMs and on one of MORE (disp_latency_rig). What depends on their
//   number by its logarithm differs by a few cycles, what depends on it linearly by MORE - LESS; a quarter of this divides
//   the two. Policies that visit the SMs in words do so in 16 steps on both. place_room counts a group of SMs one by one: here
//   the smaller machine is a group.
// sources: tests/rtl/disp_latency_rig.v
// params: LESS=16, MORE=48
`default_nettype none
module disp_latency_tb;
    parameter LESS = 16, MORE = 48;
    `include "check.vh"
    disp_latency_rig #(.SMS(LESS)) a ();
    disp_latency_rig #(.SMS(MORE)) b ();
    defparam a.dut.u_place.u_place_room.GROUP = LESS, b.dut.u_place.u_place_room.GROUP = LESS;

    localparam integer FEW = (MORE - LESS)/4;
    integer e, grows;
    initial begin
        wait (a.over && b.over);
        check(a.failed == 0 && b.failed == 0, "failures of the rigs", a.failed + b.failed, 0);
        check(a.events == b.events && a.events > 40, "events", a.events, b.events);
        for (e = 0; e < a.events; e = e + 1) begin
            grows = b.value[e] - a.value[e];
            check(grows <= FEW, a.name[e], b.value[e], a.value[e]);
        end
        finish;
    end
endmodule
`default_nettype wire
