// lib_room_tb - lib_room: the CTAs of a kernel that fit each SM, against the free amounts.
//
// TEST RATIONALE  SMs book and release CTAs of the kernel and of another one at random; a phase in three has events in every
//   cycle, one has none for a while. What is known must be the minimum of the quotients in that cycle. An SM must be unknown
//   after a CTA of the other kernel, and only then; without events every enabled SM must be known in time.
// params: SMS=1, CNT_W=2; SMS=3, CNT_W=3; SMS=5, CNT_W=4; SMS=28, CNT_W=5
`default_nettype none
module lib_room_tb;
    parameter SMS = 3, CNT_W = 4, W = 6;
    localparam AMT_W = CNT_W + W + 2;
    localparam [AMT_W-1:0] GUARD = {1'b1, {CNT_W{1'b0}}, 1'b1, {W{1'b0}}};
    reg clk = 0, rst_n = 0, on = 0;
    reg  [SMS-1:0] enable = 0, took = 0, gave = 0, other = 0;
    reg  [AMT_W-1:0] need = 0, theirs = 0, take = 0;        // of the kernel, of the other one; a change of an SM
    reg  [SMS*AMT_W-1:0] free = 0;
    wire [SMS*CNT_W-1:0] n;
    wire [SMS-1:0] known;
    wire busy;
    lib_room #(.SMS(SMS), .AMT_W(AMT_W), .CNT_W(CNT_W)) dut (
        .clk_i(clk), .rst_ni(rst_n), .on_i(on), .enable_i(enable), .guard_i(GUARD), .need_i(need), .free_i(free),
        .took_i(took), .gave_i(gave), .other_i(other), .n_o(n), .known_o(known), .busy_o(busy)
    );
    `include "check.vh"
    integer seed = 1;
    function integer rnd(input integer below);
        rnd = $unsigned($random(seed)) % below;
    endfunction
    function integer fits(input [AMT_W-1:0] word);
        begin
            fits = word[AMT_W-2 -: CNT_W];
            if (|need[W-1:0] && word[W-1:0] / need[W-1:0] < fits) fits = word[W-1:0] / need[W-1:0];
        end
    endfunction
    function room_for(input [AMT_W-1:0] word, input [AMT_W-1:0] amount);
        room_for = word[W-1:0] >= amount[W-1:0] && |word[AMT_W-2 -: CNT_W];
    endfunction
    integer mine [0:SMS-1];                     // CTAs of the kernel on each SM, of the other one
    integer its [0:SMS-1];
    integer s, quiet = 0, several = 0, again = 0;
    reg [SMS-1:0] was = 0, lost = 0;            // known a cycle ago; a CTA of the other kernel then
    task kernel;                                // a new one, and SMs that hold some CTAs of the other
        begin
            on = 0;
            quiet = 0;
            need = 1 << (AMT_W - 1 - CNT_W);
            theirs = need;
            need[W-1:0] = rnd(4) ? rnd(1 << (W - 2)) : 0;
            theirs[W-1:0] = rnd(1 << (W - 2));
            enable = {$random(seed), $random(seed)};
            for (s = 0; s < SMS; s = s + 1) begin
                free[s*AMT_W +: AMT_W] = ~GUARD;
                mine[s] = 0;
                its[s] = 0;
            end
        end
    endtask
    initial begin
        for (cycle = 0; cycle < 9000; cycle = cycle + 1) begin
            if (cycle % 200 == 0) kernel;
            rst_n = cycle != 0;
            took = 0;
            gave = 0;
            other = 0;
            s = rnd(SMS);
            if (cycle % 100 < 60 && rnd(3) != 0)
                case (rnd(4))
                0: if (room_for(free[s*AMT_W +: AMT_W], need)) took[s] = on;
                1: if (mine[s] > 0) gave[s] = on;
                2: if (room_for(free[s*AMT_W +: AMT_W], theirs)) other[s] = 1;
                default: if (its[s] > 0) other[s] = 1;
                endcase
            quiet = (on && !(|took || |gave || |other)) ? quiet + 1 : 0;
            #1 if (on) check(!(known & ~enable), "known SMs are enabled", known, enable);
            check(busy === (on && |(enable & ~known)), "busy", busy, known);
            if (on) check(!(was & ~lost & ~known) && !(known & lost & was), "unknown after another kernel's CTA", known, was);
            for (s = 0; s < SMS; s = s + 1)
                if (on && known[s]) begin
                    check(n[s*CNT_W +: CNT_W] === fits(free[s*AMT_W +: AMT_W]), "CTAs that fit", n[s*CNT_W +: CNT_W],
                          fits(free[s*AMT_W +: AMT_W]));
                    if (fits(free[s*AMT_W +: AMT_W]) > 1) several = several + 1;
                end
            if (quiet > SMS + CNT_W + 1) check(known === enable, "all are known", known, enable);
            again = again + |(lost & was);
            was = known & {SMS{on}};
            lost = other;
            #1 clk = 1;
            #1 clk = 0;
            for (s = 0; s < SMS; s = s + 1) begin
                take = (took[s] || gave[s]) ? need : theirs;
                if (took[s] || (other[s] && (its[s] == 0 || (cycle & 1) == 0) && room_for(free[s*AMT_W +: AMT_W], take))) begin
                    free[s*AMT_W +: AMT_W] = free[s*AMT_W +: AMT_W] - take;
                    if (took[s]) mine[s] = mine[s] + 1; else its[s] = its[s] + 1;
                end else if (gave[s] || other[s]) begin
                    free[s*AMT_W +: AMT_W] = free[s*AMT_W +: AMT_W] + take;
                    if (gave[s]) mine[s] = mine[s] - 1; else its[s] = its[s] - 1;
                end
            end
            if (cycle % 200 > 2) on = 1;
        end
        check(several > 100 && again > 50, "events", several, again);
        finish;
    end
endmodule
`default_nettype wire
