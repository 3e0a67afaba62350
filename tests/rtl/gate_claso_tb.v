// gate_claso_tb - gate_claso: credits against a model in integers, and the case of [CLASO §3.2] CTA by CTA.
//
// TEST RATIONALE  The answer for every SM is compared in every cycle, so no wrong state stays hidden:
//   launches overlap, with and without blocks, on any subset of SMs; a small and an even
//   grid, one that ends in the middle of a round, and
//   one with more CTAs than credits. Picks follow the dispatcher's rule (an answer is a cycle
//   old, the gate sees a pick one cycle later), back to back or with pauses. A kernel that never finishes is a deadlock.
//   With APART, SMs are assigned to kernels and reassigned at random times.
// params: SMS=4, KERNELS=1, SMALL=0; SMS=1, SLOTS=2, KERNELS=2; SMS=3, KERNELS=2; SMS=5, SEED=2
// params: SMS=28, SLOTS=8, KERNELS=4, ROUNDS=12; SMS=5, SEED=3, APART=1; SMS=63, ROUNDS=6; SMS=4, KERNELS=2, SMALL=0, APART=1
`default_nettype none
module gate_claso_tb;
    parameter SMS = 5, SLOTS = 4, KERNELS = 3, ROUNDS = 40, SEED = 1;
    parameter SMALL = 1;                            // credits of 4 bits instead of 7
    parameter APART = 0;                            // an SM serves one kernel, until SMs are dealt anew
    localparam KID_W = (KERNELS > 1) ? $clog2(KERNELS) : 1, CNT_W = $clog2(SLOTS + 1);
    localparam CREDIT_W = SMALL ? 4 : 7, MOST = (1 << CREDIT_W) - 8;
    localparam ENDLESS = -1;

    reg clk = 0, rst_n = 0, deals = 0;
    reg [2:0] p_a = 1, p_l = 0;
    reg  [KERNELS-1:0] part = 0;                    // the limit keeps this kernel to some SMs
    reg  [KERNELS-1:0] start = 0;
    wire [KERNELS-1:0] ask;
    reg  [KERNELS*24-1:0] x = 0;                    // the descriptors
    reg  [KERNELS*16-1:0] y = 0, z = 0;
    reg  [KERNELS*CNT_W-1:0] b = 0;
    reg  [23:0] ask_x;
    reg  [15:0] ask_y, ask_z;
    reg  [CNT_W-1:0] ask_b;
    reg  [SMS-1:0] enable = {SMS{1'b1}}, want_valid = 0, pick = 0, told = 0;
    reg  [KID_W-1:0]     want = 0;
    reg  [SMS*KID_W-1:0] owner = 0;             // APART: the kernel that SM s is assigned to
    wire [SMS*KERNELS-1:0] serve;                   // as function serves
    reg  [KID_W-1:0] pick_kid = 0, told_kid = 0;
    wire [SMS-1:0] ok;
    wire alone, busy;
    gate_claso #(.SMS(SMS), .SLOTS(SLOTS), .KERNELS(KERNELS), .CREDIT_W(CREDIT_W)) dut (
        .clk_i(clk), .rst_ni(rst_n), .en_i(1'b1), .init_i(1'b0),
        .param_p_a_i(p_a), .param_p_l_i(p_l), .start_i(start), .ask_o(ask),
        .ask_x_i(ask_x), .ask_y_i(ask_y), .ask_z_i(ask_z), .ask_block_i(ask_b),
        .sm_enable_i(enable), .want_valid_i(want_valid), .want_kid_i(want),
        .serves_i(serve), .deals_i(deals), .part_i(part), .ok_o(ok),
        .alone_o(alone), .pick_sm_i(told), .pick_kid_i(told_kid), .busy_o(busy),
        .stop_i({KERNELS{1'b0}})
    );
    always #5 clk = !clk;

    `include "check.vh"
    integer seed = SEED;
    function integer rnd(input integer n);
        rnd = $unsigned($random(seed)) % n;
    endfunction

    integer a;
    always @* begin
        ask_x = 0; ask_y = 0; ask_z = 0; ask_b = 0;
        for (a = 0; a < KERNELS; a = a + 1)
            if (ask[a]) begin                       // as a one-hot multiplexer answers
                ask_x = ask_x | x[a*24 +: 24];
                ask_y = ask_y | y[a*16 +: 16];
                ask_z = ask_z | z[a*16 +: 16];
                ask_b = ask_b | b[a*CNT_W +: CNT_W];
            end
    end

    // --- model ----------------------------------------------------------------------------------
    reg  [KERNELS-1:0] pending = 0, open = 0;
    integer working = 0, left = 0;                  // on whose credits, for so many cycles more
    integer loc [0:KERNELS*SMS-1], glob [0:KERNELS-1], free [0:KERNELS-1];
    integer next_loc [0:SMS-1], next_glob, next_free;
    integer todo [0:KERNELS-1];                     // blocks not issued
    integer levels, pa, pl, s, k, w, cores, blocks, share, late;
    reg     may, some;

    function serves(input integer sm, input integer kid);
        serves = enable[sm] && (!APART || owner[sm*KID_W +: KID_W] == kid);
    endfunction
    genvar at;
    generate for (at = 0; at < SMS*KERNELS; at = at + 1) begin : g_serve
        assign serve[at] = !APART || owner[(at/KERNELS)*KID_W +: KID_W] == at % KERNELS;
    end endgenerate
    task work_out;                                  // what kernel `working` will have, and when
        begin
            pa = p_a == 0 ? 1 : p_a;
            pl = p_l;
            cores = 0;
            for (s = 0; s < SMS; s = s + 1) cores = cores + serves(s, working);
            blocks = todo[working];                 // none is issued yet
            late = 0;
            next_free = 0;
            if (cores == 0) begin
                next_free = ENDLESS;
                share = MOST;
            end else begin
                share = (blocks + cores - 1) / cores;
                if (share >= MOST) begin
                    next_free = (share - MOST) * cores;
                    share = MOST;
                    late = $clog2(SMS + 1);
                end
                next_glob = (blocks - 1) % cores + 1 + (pa - 1) * cores;
            end
            for (s = 0; s < SMS; s = s + 1)
                next_loc[s] = (serves(s, working) || cores == 0) ? share + pl : 0;
            left = 2 + 16 + 24 + 32 + 2 + pa + 2 + late
                 + (b[working*CNT_W +: CNT_W] > 1 ? 33 : 0);
        end
    endtask
    task account;                                   // at a clock edge
        begin
            for (s = 0; s < SMS; s = s + 1)
                if (pick[s]) todo[pick_kid] = todo[pick_kid] - 1;
            for (s = 0; s < SMS; s = s + 1)
                if (told[s]) begin
                    if (open[told_kid] || free[told_kid] == ENDLESS) ;
                    else if (free[told_kid] > 0) free[told_kid] = free[told_kid] - 1;
                    else begin
                        if (loc[told_kid*SMS + s] <= levels) glob[told_kid] = glob[told_kid] - 1;
                        loc[told_kid*SMS + s] = loc[told_kid*SMS + s] - 1;
                        check(loc[told_kid*SMS + s] >= 0 && glob[told_kid] >= 0, "credits spent",
                              glob[told_kid], 0);
                    end
                end
            open = open | part;
            if (deals) begin
                open = open | ~pending;
                left = 0;
            end else if (|pending && left == 0) begin
                working = 0;
                while (!pending[working]) working = working + 1;
                work_out;
            end
            if (|pending && !deals) left = left - 1;
            if (|pending && !deals && left == 0) begin
                pending[working] = 0;
                for (s = 0; s < SMS; s = s + 1) loc[working*SMS + s] = next_loc[s];
                glob[working] = next_glob;
                free[working] = next_free;
            end
            pending = pending | start;
            open = open & ~start;
            levels = (p_a == 0 ? 1 : p_a) + p_l;
        end
    endtask

    // --- a cycle ---------------------------------------------------------------------------------
    reg [SMS-1:0] ok_then = 0, room = {SMS{1'b1}};
    reg [KID_W-1:0] want_then = 0;
    reg [KERNELS-1:0] void_then = 0;                // alone_o, and one of this kernel was picked or told
    integer pause_pct = 0, first;
    task offer;                                     // kernels with CTAs left, moving now and then
        begin
        deals = APART && (deals ? rnd(8) != 0 : rnd(200) == 0);
        part  = (APART && rnd(300) == 0) ? 1 << rnd(KERNELS) : 0;
        if (rnd(4) == 0) want = rnd(KERNELS);
        for (s = 0; s < SMS; s = s + 1) begin
            if (deals && rnd(8) == 0 && !told[s]) owner[s*KID_W +: KID_W] = rnd(KERNELS);
            want_valid[s] = todo[want] > 0 && !start[want] && (!APART || owner[s*KID_W +: KID_W] == want) && rnd(16) > 0;
            room[s] = rnd(100) >= pause_pct;
        end
        end
    endtask
    task choose;                                    // as the dispatcher would
        begin
            pick = 0;
            first = rnd(SMS);
            if (rnd(100) >= pause_pct)
                for (s = 0; s < SMS; s = s + 1) begin
                    w = (first + s) % SMS;
                    k = want;
                    if (pick == 0 && !void_then[k] && ok_then[w] && room[w] && want_valid[w]
                        && want_then == k && todo[k] > 0) begin
                        pick[w] = 1;
                        pick_kid = k;
                    end
                end
        end
    endtask
    task step;
        begin
            #1;
            check(!(ask & (ask - 1'b1)), "one kernel is asked about", ask, 1);
            some = 0;
            for (s = 0; s < SMS; s = s + 1) begin
                k = want;
                may = !pending[k] && left != 3 && (open[k] || loc[k*SMS + s] > 0)
                   && (open[k] || free[k] != 0 || loc[k*SMS + s] > levels || glob[k] > 0);
                if (want_valid[s]) check(ok[s] === may, "ok", ok[s], may);
                some = some || (want_valid[s] && may && !open[k] && free[k] == 0 && loc[k*SMS + s] <= levels
                                && (glob[k] == 1 || glob[k] == 2));
            end
            check(alone === some, "alone", alone, some);
            check(busy === |pending, "busy", busy, |pending);
            ok_then   = ok & want_valid & ~pick & ~told;
            want_then = want;
            void_then = alone ? (|pick << pick_kid) | (|told << told_kid) : 0;
            @(posedge clk) account;
            cycle = cycle + 1;
            @(negedge clk) start = 0;
            told = pick;
            told_kid = pick_kid;
            pick = 0;
        end
    endtask
    task describe(input integer kid, input integer nx, input integer ny, input integer nz,
                  input integer nb);
        begin
            x[kid*24 +: 24] = nx;
            y[kid*16 +: 16] = ny;
            z[kid*16 +: 16] = nz;
            b[kid*CNT_W +: CNT_W] = nb;
            todo[kid] = (nx*ny*nz + nb - 1) / nb;
            start[kid] = 1;
        end
    endtask

    // --- [CLASO §3.2]: 17 CTAs, 4 SMs of 3 slots ------------------------------------------------------
    task may_issue(input integer sm, input yes);    // SM sm asks; if allowed, it is issued one
        begin
            check(ok[sm] === yes, "[CLASO §3.2]: allowed", ok[sm], yes);
            step;
            if (yes) begin
                pick[sm] = 1; pick_kid = 0;
                step;
            end
            step;
        end
    endtask
    task case_004;
        integer c;
        begin
            describe(0, 17, 1, 1, 1);
            step;
            want_valid = {SMS{1'b1}};
            repeat (80) step;
            for (c = 0; c < 12; c = c + 1) may_issue(c % 4, 1);     // the first wave
            check(glob[0] == 1 && loc[SMS-1] == 2, "[CLASO §3.2]: credits", loc[SMS-1], 2);
            may_issue(3, 1);                        // CTA 7 ends: CTA 12
            may_issue(3, 1);                        // CTA 11 ends: CTA 13, the global credit
            may_issue(3, 0);                        // CTA 3 ends
            may_issue(0, 1);                        // CTA 4 ends: CTA 14
            may_issue(0, 0);                        // CTA 0 ends
            may_issue(0, 0);                        // and another of SM 0
            may_issue(1, 1);                        // CTA 15
            may_issue(1, 0);
            may_issue(2, 1);                        // CTA 16
            check(todo[0] == 0, "[CLASO §3.2]: CTAs left", todo[0], 0);
        end
    endtask

    integer round, i, patience, owed;
    initial begin
        for (i = 0; i < KERNELS; i = i + 1) begin
            glob[i] = 0; free[i] = 0; todo[i] = 0;
            for (s = 0; s < SMS; s = s + 1) loc[i*SMS + s] = 0;
        end
        next_glob = 0; levels = 1;
        repeat (3) @(negedge clk);
        rst_n = 1;
        if (SMS == 4 && !APART) case_004;
        for (round = 0; round < ROUNDS; round = round + 1) begin
            p_a = (round % 4 == 3) ? rnd(8) : 1;
            p_l = (round % 8 >= 6) ? rnd(8) : 0;
            levels = (p_a == 0 ? 1 : p_a) + p_l;
            pause_pct = (round & 1) ? rnd(90) : 0;
            enable = (round % 5 == 4) ? $random(seed) : {SMS{1'b1}};
            for (i = 0; i < KERNELS; i = i + 1) begin
                case (rnd(4))
                0: describe(i, 1 + rnd(SMS), 1, 1, 1);
                1: describe(i, SMS, 1 + rnd(4), 1 + rnd(3), 1);
                2: describe(i, 1 + rnd(3*SMS), 1 + rnd(3), 1 + rnd(2), 1 + rnd(SLOTS));
                default: describe(i, (MOST + rnd(9) - 4)*SMS + rnd(SMS), 1, 1, 1);
                endcase
                offer;
                step;
                repeat (rnd(2)*rnd(60)) begin
                    offer;
                    step;
                end
            end
            patience = 0;
            owed = 1;
            while (owed > 0 && patience < 60000) begin
                offer;
                choose;
                step;
                owed = 0;
                for (i = 0; i < KERNELS; i = i + 1) owed = owed + todo[i];
                patience = patience + 1;
            end
            check(owed == 0, "blocks no SM may be issued", owed, 0);
            step;                                   // the gate sees the last pick
        end
        finish;
    end
endmodule
`default_nettype wire
