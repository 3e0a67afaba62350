// disp_done_tb - disp_done: one completion per cycle, and the kernel and slot that it releases, against a queue per SM.
//
// TEST RATIONALE  SMs hold their reports until they are accepted, in waves from one SM alone to all at once. The model
//   knows which slot every SM reports and which kernel has it; some report slots that no kernel has. No SM waits
//   while SMS others are served. Each accepted report is released exactly once, a cycle later.
// params: SMS=1, SLOTS=1, KERNELS=1; SMS=2, SLOTS=3, KERNELS=2; SMS=7, SLOTS=5, KERNELS=3; SMS=28, SLOTS=16, KERNELS=16
`default_nettype none
`timescale 1ns/1ps
module disp_done_tb;
    parameter SMS = 28, SLOTS = 8, KERNELS = 4, TICKS = 4000;
    localparam SLOT_W = SLOTS > 1 ? $clog2(SLOTS) : 1;

    reg clk = 0, rst_n = 0;
    reg  [SMS-1:0] valid = 0;
    reg  [SMS*SLOT_W-1:0] slot = 0;
    reg  [SMS*KERNELS-1:0] kids = 0;
    wire [SMS-1:0] ready, freed_sm;
    wire [KERNELS-1:0] freed_khot;
    wire [SLOT_W-1:0] freed_slot;
    wire busy, bad;
    disp_done #(.SMS(SMS), .SLOTS(SLOTS), .KERNELS(KERNELS)) dut (
        .clk_i(clk), .rst_ni(rst_n), .valid_i(valid), .slot_i(slot), .ready_o(ready), .khot_i(kids), .busy_o(busy),
        .freed_sm_o(freed_sm), .freed_khot_o(freed_khot), .freed_slot_o(freed_slot), .bad_o(bad));
    `include "check.vh"

    integer seed = 1, s, k, n, rate, taken, bads = 0, sum = 0;
    integer kid_of [0:SMS-1], waits [0:SMS-1];          // kernel of the reported slot, -1: none
    integer last_sm = -1, last_kid = -1, last_slot = 0; // accepted in the previous cycle

    initial begin
        for (s = 0; s < SMS; s = s + 1) begin kid_of[s] = -1; waits[s] = 0; end
        for (cycle = 0; cycle < TICKS; cycle = cycle + 1) begin
            rst_n = cycle > 1;
            rate = cycle % 600 < 200 ? 1 : cycle % 600 < 400 ? 8 : 4 * SMS;
            for (s = 0; s < SMS && rst_n; s = s + 1)
                if (!valid[s] && $unsigned($random(seed)) % rate == 0) begin
                    valid[s] = 1'b1;
                    waits[s] = 0;
                    slot[s*SLOT_W +: SLOT_W] = $unsigned($random(seed)) % SLOTS;
                    kid_of[s] = $unsigned($random(seed)) % 10 == 0 ? -1 : $unsigned($random(seed)) % KERNELS;
                    for (k = 0; k < KERNELS; k = k + 1) kids[s*KERNELS + k] = k == kid_of[s];
                end
            #1 taken = -1;
            n = 0;
            for (s = 0; s < SMS; s = s + 1) if (ready[s] === 1'b1) begin taken = s; n = n + 1; end
            if (rst_n) begin
                check(n <= 1, "reports accepted", n, 1);
                check(!(ready & ~valid), "accepted without a report", ready, valid);
                for (s = 0; s < SMS; s = s + 1)
                    check(!(valid[s] && n == 0 && s != last_sm), "an SM waits while none is served", s, last_sm);
                check(taken < 0 || taken != last_sm, "an SM twice in a row", taken, last_sm);
                check(freed_sm === (last_sm < 0 ? 0 : 1 << last_sm), "released SM", freed_sm, last_sm);
                check(freed_khot === (last_sm < 0 || last_kid < 0 ? 0 : 1 << last_kid), "its kernel", freed_khot, last_kid);
                check(last_sm < 0 || freed_slot === last_slot, "its slot", freed_slot, last_slot);
                check(bad === (last_sm >= 0 && last_kid < 0), "bad", bad, last_kid < 0);
                check(busy === (taken >= 0 || last_sm >= 0), "busy", busy, taken);
                bads = bads + bad;
            end
            #1 clk = 1;
            #1 last_sm = rst_n ? taken : -1;
            if (last_sm >= 0) begin
                last_kid = kid_of[last_sm];
                last_slot = slot[last_sm*SLOT_W +: SLOT_W];
                valid[last_sm] = 1'b0;
                sum = sum + 1;
            end
            for (s = 0; s < SMS; s = s + 1) if (valid[s]) begin
                waits[s] = waits[s] + 1;
                check(waits[s] <= SMS + 1, "cycles that an SM waits", waits[s], SMS + 1);
            end
            clk = 0;
        end
        check(sum > TICKS / 4, "reports", sum, TICKS / 4);
        check(bads > TICKS / 100, "bad reports", bads, TICKS / 100);
        finish;
    end
endmodule
`default_nettype wire
