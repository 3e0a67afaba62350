// place_gpcs_tb - place_gpcs: clusters whole in one GPC, GPCs in turn, SMs behind the last one, kernels that are refused.
//
// TEST RATIONALE  The bench is a small dispatcher in integers: free places per SM, answers a cycle behind the
//   question, a booking register that stalls, CTAs that end at random, random maps of GPCs with empty and uneven ones. What is
//   judged does not repeat the pipeline: every cluster lies on K different SMs of one GPC that agreed; CTAs of a cluster are
//   picked whenever the booking register can load; while nothing ends, clusters follow the turns exactly; no GPC that could
//   take a cluster is left out for ever; a kernel is refused exactly if its cluster fits no GPC or does not divide its grid.
// params: SMS=1, KERNELS=1; SMS=5, KERNELS=2; SMS=28, KERNELS=4; SMS=132, KERNELS=2, X_W=6
`default_nettype none
module place_gpcs_tb;
    parameter SMS = 13, KERNELS = 3, SLOTS = 4, X_W = 24, Y_W = 16, Z_W = 16, SEED = 1;
    localparam KID_W = (KERNELS > 1) ? $clog2(KERNELS) : 1, CNT_W = $clog2(SLOTS + 1);
    reg clk = 0, rst_n = 0, en = 1, init = 0, load = 0, change = 0;
    reg  [4:0] count = 1;
    reg  [3:0] first = 0;
    reg  [SMS*4-1:0] gpcs = 0;
    reg  [KERNELS-1:0] live = 0;
    reg  [KERNELS*KERNELS-1:0] earlier = 0;
    reg  [KERNELS*17-1:0] cluster = 0;
    reg  [SMS-1:0] enable = {SMS{1'b1}}, agree = 0, cand = 0, book_sm = 0, one = 1;
    reg  [X_W-1:0] gx = 1;
    reg  [Y_W-1:0] gy = 1;
    reg  [Z_W-1:0] gz = 1;
    wire [SMS-1:0] want_valid, pick, keep, plan;
    wire [KID_W-1:0] want_kid, pick_kid;
    wire [CNT_W-1:0] rest;
    wire [KERNELS-1:0] never;
    wire busy, all_sms, gangs;
    place_gpcs #(.SMS(SMS), .KERNELS(KERNELS), .SLOTS(SLOTS), .X_W(X_W), .Y_W(Y_W), .Z_W(Z_W)) dut (
        .clk_i(clk), .rst_ni(rst_n), .en_i(en), .init_i(init), .param_count_i(count), .param_first_i(first), .sm_enable_i(enable),
        .gpc_i(gpcs), .live_i(live), .before_i(earlier), .cluster_i(cluster), .gangs_o(gangs), .never_o(never),
        .want_kid_o(want_kid), .want_valid_o(want_valid), .agree_i(agree), .all_sms_o(all_sms), .rest_o(rest), .keep_o(keep),
        .plan_o(plan), .cand_i(cand), .load_i(load), .pick_sm_o(pick), .pick_kid_o(pick_kid), .book_sm_i(book_sm),
        .change_i(change), .grid_x_i(gx), .grid_y_i(gy), .grid_z_i(gz), .busy_o(busy)
    );
    `include "check.vh"
    integer seed = SEED;
    function integer rnd(input integer below);
        rnd = $unsigned($random(seed)) % below;
    endfunction

    // One kernel at a time, entry `kid`, with clusters of `ctas` CTAs and `left` of them to place.
    integer free [0:255], last_of [0:15], size [0:15];
    integer kid = 0, cx, cy, cz, ctas, left = 0, s, g, k, picked, at, turn, calm, idle, since, placed = 0, aborted = 0, whole, fits;
    integer stalls, endings, waits = 0, follows = 0, refused;
    reg [SMS-1:0] used, open_keep, was_keep, next_book, could;
    reg stall;
    function integer able(input integer gpc);   // SMs of the GPC with a free place that no pick is under way to
        integer i;
        begin
            able = 0;
            for (i = 0; i < SMS; i = i + 1)
                if (gpcs[i*4 +: 4] == gpc && enable[i] && free[i] > 0 && !book_sm[i]) able = able + 1;
        end
    endfunction
    task launch;
        begin
            kid = rnd(KERNELS);
            cx = 1 + rnd(4); cy = 1 + rnd(2); cz = 1 + rnd(2);
            if (rnd(2)) begin cx = 1 + rnd(2); cy = 1; cz = 1; end
            ctas = cx*cy*cz;
            cluster = {$random(seed), $random(seed), $random(seed), $random(seed)};
            for (k = 0; k < KERNELS; k = k + 1) cluster[k*17 + 12 +: 5] = 1 + rnd(16);
            cluster[kid*17 +: 17] = {ctas[4:0], cz[3:0] - 4'd1, cy[3:0] - 4'd1, cx[3:0] - 4'd1};
            gx = cx*(1 + rnd(5)); gy = cy*(1 + rnd(3)); gz = cz*(1 + rnd(2));
            whole = 1;
            if (rnd(4) == 0) begin gx = gx + 1; whole = gx % cx == 0; end
            left = gx*gy*gz/ctas;
            fits = 0;
            for (g = 0; g < count; g = g + 1) begin
                size[g] = 0;
                for (s = 0; s < SMS; s = s + 1) if (gpcs[s*4 +: 4] == g && enable[s]) size[g] = size[g] + 1;
                fits = fits || size[g] >= ctas;
            end
            if (ctas == 1) whole = 1;
            if (ctas == 1 && !fits) left = 0;
            picked = 0; used = 0; since = 0; refused = 0;
            live = one << kid;
            calm = 0;
            endings = rnd(3);                   // 0: no CTA ends while the kernel is placed
            stalls  = rnd(3);
        end
    endtask
    task map;                                   // between kernels: all SMs empty
        begin
            count = 1 + rnd(rnd(2) ? 16 : 4);
            for (s = 0; s < SMS; s = s + 1) begin
                gpcs[s*4 +: 4] = rnd(3) ? rnd(count) : s*count/SMS;
                free[s] = 1 + rnd(SLOTS);
                enable[s] = rnd(12) != 0 || SMS < 3;
            end
            first = rnd(rnd(2) ? 16 : count);
            turn = first < count ? first : 0;
            for (g = 0; g < 16; g = g + 1) last_of[g] = -1;
            init = 1;
        end
    endtask
    // The SM behind the last one that the GPC used, among those that are kept.
    function integer behind(input integer gpc);
        integer i;
        begin
            behind = -1;
            for (i = SMS - 1; i >= 0; i = i - 1) if (open_keep[i] && i <= last_of[gpc]) behind = i;
            for (i = SMS - 1; i >= 0; i = i - 1) if (open_keep[i] && i > last_of[gpc]) behind = i;
        end
    endfunction
    task judge_pick;
        begin
            for (s = 0; s < SMS; s = s + 1) if (pick[s]) at = s;
            g = gpcs[at*4 +: 4];
            check(left > 0 && !never[kid], "a pick for a kernel with clusters left", pick, left);
            check(free[at] > 0 && enable[at], "place on the picked SM", free[at], at);
            check(g < count, "GPC with turns", g, count);
            if (picked == 0) begin
                used = 0;
                if (calm > 40 + 4*count && endings == 0) begin  // nothing ends: the first in turn that can take it
                    for (k = 0; k < count && able(turn) < ctas; k = k + 1) turn = turn + 1 == count ? 0 : turn + 1;
                    check(turn == g, "GPC in turn", g, turn);
                    follows = follows + 1;
                end
                turn = g;
            end
            check(g == turn, "one GPC for the cluster", g, turn);
            check(!used[at], "different SMs", at, used);
            check(at == behind(g), "SM behind the last one", at, behind(g));
            used[at] = 1;
            last_of[g] = at;
            picked = picked + 1;
            if (picked == ctas) begin
                picked = 0;
                left = left - 1;
                placed = placed + 1;
                turn = turn + 1 == count ? 0 : turn + 1;
            end
        end
    endtask
    initial begin
        for (s = 0; s < 256; s = s + 1) free[s] = 0;
        for (s = 0; s < 16; s = s + 1) size[s] = 0;
        was_keep = 0; idle = 0; at = 0; turn = 0; picked = 0; since = 0; calm = 0; endings = 0; stalls = 0; ctas = 1;
        used = 0; whole = 1; fits = 1; refused = 0; stall = 0; could = 0;
        for (cycle = 0; cycle < 30000; cycle = cycle + 1) begin
            rst_n = cycle > 1;
            init = 0; change = 0;
            if (cycle > 3 && live == 0 && book_sm == 0) begin
                if (idle == 0) map;
                if (idle == 2) launch;
                idle = idle == 2 ? 0 : idle + 1;
            end
            // CTAs that end; the dispatcher's answers are about the SMs as of this cycle.
            if (endings && live != 0 && rnd(8) == 0) begin
                s = rnd(SMS);
                if (free[s] < SLOTS) begin free[s] = free[s] + 1; change = 1; end
            end
            agree = 0;
            for (s = 0; s < SMS; s = s + 1) agree[s] = enable[s] && free[s] > 0;
            stall = stalls != 0 && rnd(stalls == 1 ? 3 : 40) == 0 && book_sm != 0;
            load  = book_sm == 0 || !stall;
            cand  = was_keep != 0 ? was_keep : agree & ~book_sm;
            open_keep = cand;
            #1;
            check(rest === (keep != 0), "open", rest, keep != 0);
            check(gangs && all_sms, "constant outputs", gangs, all_sms);
            if (rst_n && pick != 0) judge_pick;
            else if (rst_n && was_keep != 0 && load && live != 0)
                check(0, "a pick of the open cluster", pick, was_keep);
            if (rst_n && never != 0) begin
                check(never === one << kid && ctas > 1 && !(whole && fits), "refused kernel", whole, fits);
                refused = 1;
                aborted = aborted + 1;
            end
            since = live == 0 || pick != 0 ? 0 : since + 1;
            // Within a time after the last event a cluster leaves if a GPC can take it.
            could = 0;
            for (g = 0; g < count; g = g + 1) could[0] = could[0] || able(g) >= ctas;
            check(!(since > 120 && could[0] && endings == 0) || left == 0, "a cluster that can be placed waits", since, left);
            if (since > 60 && !could[0]) waits = waits + 1;
            calm = calm + 1;
            // At the edge: the CTA in the booking register is booked, the pick takes its place.
            for (s = 0; s < SMS; s = s + 1) if (book_sm[s] && !stall) free[s] = free[s] - 1;
            next_book = pick & {SMS{rst_n}} | (stall ? book_sm : {SMS{1'b0}});
            was_keep = keep & {SMS{rst_n && rest != 0}};
            #1 clk = 1;
            #1 book_sm = next_book;
            if (refused || left == 0 || (since > 200 && endings == 0) || since > 2000) begin
                if (left != 0 && !refused && endings == 0) check(!could[0], "kernel given up while a GPC has room", since, left);
                live = 0; left = 0;
            end
            #1 clk = 0;
        end
        check(placed > 300 && aborted > 20 && (SMS == 1 || follows > 20), "clusters, refusals, turns", placed, aborted);
        finish;
    end
endmodule
`default_nettype wire
