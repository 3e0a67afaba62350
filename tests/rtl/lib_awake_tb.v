// lib_awake_tb - lib_awake: which kernels sleep.
//
// TEST RATIONALE  Random questions, answers, events and bookings against two flags per kernel in integers: no SM agreed on it;
//   a CTA of it waited to be booked when it was asked about.
// params: SMS=1, KERNELS=1; SMS=9, KERNELS=3; SMS=132, KERNELS=16
`default_nettype none
module lib_awake_tb;
    parameter SMS = 16, KERNELS = 3;
    reg clk = 0, rst_n = 0, change = 0;
    reg  [SMS-1:0] agree = 0, one_sm = 1;
    reg  [KERNELS-1:0] live = 0, ask = 1, stands = 0, one = 1;
    wire [KERNELS-1:0] asked, awake;
    lib_awake #(.SMS(SMS), .KERNELS(KERNELS)) dut (
        .clk_i(clk), .rst_ni(rst_n), .live_i(live), .ask_i(ask), .asked_o(asked), .agree_i(agree), .change_i(change),
        .stands_i(stands), .awake_o(awake)
    );
    `include "check.vh"
    integer seed = 1, was = -1, k, slept = 0, woke = 0;
    reg [KERNELS-1:0] sleeps = 0, before = 0;
    reg event_q = 0, stood = 0;
    initial begin
        for (cycle = 0; cycle < 4000; cycle = cycle + 1) begin
            rst_n  = cycle % 1000 != 0;
            ask    = one << ($unsigned($random(seed)) % KERNELS);
            live   = live ^ ($random(seed) & $random(seed) & $random(seed));
            agree  = $unsigned($random(seed)) % 2 ? one_sm << ($unsigned($random(seed)) % SMS) : 0;
            change = $unsigned($random(seed)) % 6 == 0;
            stands = $unsigned($random(seed)) % 3 == 0 ? one << ($unsigned($random(seed)) % KERNELS) : 0;
            #1 if (rst_n) begin
                check(asked === (was < 0 ? 0 : one << was), "asked about", asked, was);
                for (k = 0; k < KERNELS; k = k + 1)
                    check(awake[k] === (live[k] && (event_q || !sleeps[k])), "awake", awake, k);
                slept = slept + |(sleeps & ~before);
                woke  = woke + |(before & ~sleeps);
            end
            before = sleeps;
            if (was >= 0 && !(|agree) && !stood) sleeps[was] = 1;
            for (k = 0; k < KERNELS; k = k + 1) if (stands[k] || event_q) sleeps[k] = 0;
            stood   = |(ask & stands);
            event_q = change;
            was     = -1;
            for (k = 0; k < KERNELS; k = k + 1) if (ask[k] && live[k]) was = k;
            if (!rst_n) begin sleeps = 0; before = 0; event_q = 0; was = -1; end
            #1 clk = 1;
            #1 clk = 0;
        end
        check(slept > 100 && woke > 100, "kernels slept and woke", slept, woke);
        finish;
    end
endmodule
`default_nettype wire
