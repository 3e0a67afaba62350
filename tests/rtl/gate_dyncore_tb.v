// gate_dyncore_tb - gate_dyncore: windows against sums in integers; draining starts, is cancelled, and never takes all SMs.
//
// TEST RATIONALE  drain_o is compared in every cycle with a model that knows only the contract:
//   windows, two edges from a report to the decision, a word of SMs per cycle from the highest down.
//   Reports come in every cycle or rarely, and of 0 to 16 cycles; windows end on a report's
//   edge and inside one; the threshold is met exactly; the host changes the enabled SMs while
//   some drain. Directed: half-way through draining, all SMs come back.
// params: SMS=1; SMS=2, SEED=2; SMS=5; SMS=30, ROUNDS=30; SMS=144, ROUNDS=8
`default_nettype none
module gate_dyncore_tb;
    parameter SMS = 5, KERNELS = 2, ROUNDS = 100, SEED = 1;
    localparam WORD = (SMS + 15) / 16, WORDS = (SMS + WORD - 1) / WORD;     // SMs visited at once; how often
    reg clk = 0, rst_n = 0, evt = 0;
    reg [31:0] window = 64, t_act = 100, sms = 2;
    reg  [4:0] cycles = 0;
    reg  [SMS*5-1:0] active = 0;
    reg  [SMS-1:0] enable = {SMS{1'b1}};
    wire [SMS-1:0] ok, drain;
    wire busy;
    gate_dyncore #(.SMS(SMS)) dut (
        .clk_i(clk), .rst_ni(rst_n), .en_i(1'b1), .init_i(1'b0), .param_window_cycles_i(window[15:0]),
        .param_t_act_cycles_i(t_act[20:0]), .param_sms_i(sms[7:0]), .sm_enable_i(enable), .ok_o(ok),
        .drain_o(drain), .mon_evt_i(evt), .mon_cycles_i(cycles), .mon_active_i(active),
        .busy_o(busy)
    );
    always #5 clk = !clk;

    `include "check.vh"
    integer seed = SEED;
    function integer rnd(input integer n);
        rnd = $unsigned($random(seed)) % n;
    endfunction

    // --- model ----------------------------------------------------------------------------------
    integer due = 0;                                // active cycles of the report an edge ago
    reg due_ends = 0, over = 0;                     // it ends a window; the window is complete
    integer in_window = 0, in_active = 0, word = WORDS, quota = 0, s;
    reg [SMS-1:0] off = 0, expect_drain;
    task account;                                   // at a clock edge
        begin
            for (s = SMS - 1; s >= 0; s = s - 1)        // the word visited, from its highest SM down
                if ((SMS - 1 - s) / WORD == word) begin
                    off[s] = enable[s] && quota > 0 && (enable & (({SMS{1'b0}} | 1'b1) << s) - 1'b1) != 0;
                    if (off[s]) quota = quota - 1;
                end
            if (word < WORDS) word = word + 1;
            if (over) begin
                if (in_active > 0 && in_active < t_act) begin
                    word  = 0;
                    quota = sms > SMS ? SMS : sms;
                end else begin
                    word = WORDS;
                    off  = 0;
                end
                in_active = 0;
            end
            in_active = in_active + due;
            over = due_ends;
            due = 0;
            due_ends = 0;
            if (evt) begin
                for (s = 0; s < SMS; s = s + 1) due = due + active[s*5 +: 5];
                in_window = in_window + cycles;
                due_ends  = in_window >= window;
                if (due_ends) in_window = 0;
            end
        end
    endtask
    task step;
        begin
            #1 expect_drain = (enable & ~off) != 0 ? off : {SMS{1'b0}};
            check(drain === expect_drain, "drain", drain, expect_drain);
            check(ok === ~drain, "ok", ok, ~drain);
            check(enable == 0 || (enable & ok) != 0, "an enabled SM that is on", ok, enable);
            @(posedge clk) account;
            cycle = cycle + 1;
            @(negedge clk) evt = 0;
        end
    endtask
    task report(input integer n, input integer each);   // n cycles, each SM active in `each`
        begin
            evt = 1;
            cycles = n;
            for (s = 0; s < SMS; s = s + 1) active[s*5 +: 5] = each;
            step;
        end
    endtask

    integer round, i, level;
    initial begin
        repeat (3) @(negedge clk);
        rst_n = 1;
        step;
        check(busy === 1'b0, "busy at rest", busy, 0);

        // Five SMs at work in 4 of 16 cycles: 4 * 4 * 5 = 80 < 100, so SMs 4 and 3 drain.
        if (SMS == 5) begin
            repeat (4) report(16, 4);
            repeat (2) step;
            check(drain === 5'b00000, "before the decision", drain, 0);
            step;
            check(drain === 5'b10000, "SM 4 drains", drain, 5'b10000);
            step;
            check(drain === 5'b11000, "and SM 3", drain, 5'b11000);
            repeat (5) step;
            check(drain === 5'b11000 && busy === 1'b0, "and no other", drain, 5'b11000);
            repeat (4) report(16, 5);               // 100: not below
            repeat (2) step;
            check(drain === 5'b00000 && ok === 5'b11111, "all come back", drain, 0);
            // Half-way: a window of one report ends while SMs are still being found.
            window = 16; sms = 4; t_act = 60;
            report(16, 11);                         // 55: drain
            report(16, 12);                         // 60: back
            step;
            check(drain === 5'b00000, "decision", drain, 0);
            repeat (8) step;
            check(drain === 5'b00000 && busy === 1'b0, "cancelled half-way", drain, 0);
            report(16, 0);
            repeat (8) step;
            check(drain === 5'b00000, "nothing ran: all stay on", drain, 0);
        end
        for (round = 0; round < ROUNDS; round = round + 1) begin
            window = (round % 7 == 0) ? rnd(3) : 8 + rnd(200);
            sms    = (round % 5 == 0) ? rnd(256) : rnd(SMS + 2);
            level  = rnd(17);
            t_act  = (round % 3 == 0) ? window * SMS * level / 16 : rnd(window * SMS + 1);
            for (i = 0; i < 300; i = i + 1) begin
                if (rnd(100) == 0) enable = $random(seed);
                if (rnd(100) < ((round & 1) ? 10 : 90)) begin
                    evt = 1;
                    cycles = rnd(17);
                    for (s = 0; s < SMS; s = s + 1)
                        active[s*5 +: 5] = (round % 3 == 0) ? level * cycles / 16 : rnd(cycles + 1);
                end
                step;
            end
            enable = {SMS{1'b1}};
        end
        finish;
    end
endmodule
`default_nettype wire
