// disp_why_tb - disp_why: the cause of each SM and kernel after random answers, against a model of integers.
//
// TEST RATIONALE  Every answer is random, mostly yes, so that each question is the first to be refused in some
//   cycles and none in others; recording, launches and init come and go. The model walks the questions in the order of
//   the header. Every cause of every SM and kernel is compared in every cycle in which it is known.
// params: SMS=1, KERNELS=1; SMS=3, KERNELS=2; SMS=28, KERNELS=4; SMS=5, KERNELS=16
`default_nettype none
`timescale 1ns/1ps
module disp_why_tb;
    parameter SMS = 28, KERNELS = 4, TICKS = 3000;
    localparam KID_W = KERNELS > 1 ? $clog2(KERNELS) : 1;

    reg clk = 0, rst_n = 0;
    reg init = 0, on = 0, sure = 0, open = 0;
    reg  [KERNELS-1:0] start = 0, live = 0, live_1 = 0;
    reg  [KID_W-1:0] kid = 0;
    reg  [SMS-1:0] enable = 0, may = 0, place_ok = 0, limit_ok = 0, gate_ok = 0, masked = 0;
    reg  [SMS*5-1:0] lack = 0;
    wire [KERNELS-1:0] known;
    wire [SMS*KERNELS*12-1:0] cause;
    disp_why #(.SMS(SMS), .KERNELS(KERNELS)) dut (
        .clk_i(clk), .rst_ni(rst_n), .init_i(init), .start_i(start), .live_i(live),
        .on_i(on), .sure_i(sure), .kid_i(kid), .open_i(open), .sm_enable_i(enable),
        .may_i(may), .place_ok_i(place_ok), .lack_i(lack), .limit_ok_i(limit_ok),
        .gate_ok_i(gate_ok), .masked_i(masked), .known_o(known), .cause_o(cause));
    `include "check.vh"

    reg asked;
    integer seed = 1, s, k, b, want, seen;
    integer model [0:SMS*KERNELS-1], is_known [0:KERNELS-1];
    integer count [0:13];                       // recorded: by bit; none refused; several lacks

    function integer one_in(input integer n);
        one_in = $unsigned($random(seed)) % n == 0;
    endfunction

    // The first refusal of SM s, question by question.
    task refuse;
        begin
            want = 0;
            for (b = 0; b < 5; b = b + 1) if (lack[s*5 + b]) want = want + (1 << (8 - b));
            if (open) want = 1;
            else if (!enable[s]) want = 2;
            else if (!may[s]) want = 4;
            else if (!place_ok[s]) want = 8;
            else if (want == 0 && !limit_ok[s]) want = 512;
            else if (want == 0 && !gate_ok[s]) want = 1024;
            else if (want == 0 && masked[s]) want = 2048;
        end
    endtask

    initial begin
        for (k = 0; k < KERNELS; k = k + 1) is_known[k] = 0;
        for (b = 0; b < 14; b = b + 1) count[b] = 0;
        for (cycle = 0; cycle < TICKS; cycle = cycle + 1) begin
            rst_n = cycle > 1;
            init  = one_in(200);
            on    = !one_in(3);
            sure  = !one_in(4);
            open  = one_in(12);
            kid   = $unsigned($random(seed)) % KERNELS;
            live  = $random(seed) | $random(seed) | $random(seed);
            start = one_in(20) ? 1 << $unsigned($random(seed)) % KERNELS : 0;
            for (s = 0; s < SMS; s = s + 1) begin
                enable[s]   = !one_in(8);
                place_ok[s] = !one_in(8);
                may[s]      = !one_in(8);
                limit_ok[s] = !one_in(4);
                gate_ok[s]  = !one_in(4);
                masked[s]   = one_in(3);
                for (b = 0; b < 5; b = b + 1) lack[s*5 + b] = one_in(12);
            end
            if (one_in(16)) place_ok = 0;
            asked = on && sure && live_1[kid] && |(enable & place_ok);
            live_1 = live;
            for (k = 0; k < KERNELS; k = k + 1)
                if (!rst_n || init || (on ? !live[k] : start[k])) is_known[k] = 0;
                else if (asked && kid == k) is_known[k] = 1;
            if (on && !asked)
                for (s = 0; s < SMS*KERNELS; s = s + 1) if (model[s] == 2048) model[s] = 8;
            if (asked)
                for (s = 0; s < SMS; s = s + 1) begin
                    refuse;
                    model[s*KERNELS + kid] = want;
                    seen = 12;
                    for (b = 11; b >= 0; b = b - 1) if (want[b]) seen = b;
                    count[seen] = count[seen] + 1;
                    if (want != 0 && want != 1 << seen) count[13] = count[13] + 1;
                end
            #1 clk = 1;
            #1 for (k = 0; k < KERNELS; k = k + 1) begin
                check(known[k] === is_known[k][0], "known", k, is_known[k]);
                if (is_known[k] != 0)
                    for (s = 0; s < SMS; s = s + 1)
                        check(cause[(s*KERNELS + k)*12 +: 12] === model[s*KERNELS + k][11:0], "cause",
                              cause[(s*KERNELS + k)*12 +: 12], model[s*KERNELS + k]);
            end
            #1 clk = 0;
        end
        for (b = 0; b < 14; b = b + 1)          // with one SM that is off, or not for the kernel, nothing is asked
            check(count[b] > 0 || (SMS == 1 && (b == 1 || b == 3)), "a cause that no SM had", b, count[b]);
        finish;
    end
endmodule
`default_nettype wire
