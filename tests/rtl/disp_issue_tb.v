// disp_issue_tb - a pick's way through the booking and the issue register, against a model in integers.
//
// TEST RATIONALE  The registers are few and every input acts at once, so all inputs are random under the
//   rules of the stages, at shares that change every 32 cycles: a full and an empty port, a machine where nothing
//   happens until it sleeps, blocks, drops, CTAs that leave, the last CTA of a grid. Every output is compared
//   in every cycle, payload as long as it means something.
// params: SMS=1, SLOTS=1, KERNELS=1; SMS=3, SLOTS=3, KERNELS=2; SMS=5, SEED=2; SMS=28, SLOTS=8, KERNELS=4
`default_nettype none
module disp_issue_tb;
    parameter SMS = 5, SLOTS = 4, KERNELS = 3, SEED = 1, CYCLES = 8000;
    localparam SM_W = (SMS > 1) ? $clog2(SMS) : 1, SLOT_W = (SLOTS > 1) ? $clog2(SLOTS) : 1;
    localparam KID_W = (KERNELS > 1) ? $clog2(KERNELS) : 1;
    localparam X_W = 24, Y_W = 16, Z_W = 16, LID_W = 32;
    localparam PAY_W = SM_W + SLOT_W + KID_W + X_W + Y_W + Z_W + LID_W + 3;

    reg clk = 0, rst_n = 0, init = 0, open = 0, alone = 0, head = 0, last = 0, change = 0, idle = 0;
    wire voids;
    reg  [SMS-1:0] ok = 0, keep = 0, take = 0, pick_sm = 0, ready = 0;
    reg  [KID_W-1:0] pick_kid = 0, ok_kid = 0;
    reg  [KERNELS-1:0] drop = 0;
    reg  [SLOT_W-1:0] slot = 0;
    reg  [X_W-1:0] x = 0;
    reg  [Y_W-1:0] y = 0;
    reg  [Z_W-1:0] z = 0;
    reg  [LID_W-1:0] lid = 0;
    reg  [1:0] half = 0;
    wire [SMS-1:0] cand, book_sm;
    wire [KERNELS-1:0] book_khot;
    wire [KID_W-1:0] book_kid;
    wire load, book_head, book_new, stand, book, valid, sleep;
    wire [PAY_W-1:0] pay;
    disp_issue #(.SMS(SMS), .SLOTS(SLOTS), .KERNELS(KERNELS)) dut (
        .clk_i(clk), .rst_ni(rst_n), .init_i(init), .ok_i(ok), .ok_kid_i(ok_kid), .cand_o(cand),
        .load_o(load), .open_i(open), .keep_i(keep), .take_i(take), .alone_i(alone), .voids_o(voids),
        .pick_sm_i(pick_sm), .pick_kid_i(pick_kid), .pick_head_i(head),
        .book_sm_o(book_sm), .book_khot_o(book_khot), .book_kid_o(book_kid), .book_head_o(book_head),
        .book_new_o(book_new), .stand_o(stand), .book_o(book), .drop_i(drop), .last_i(last),
        .book_slot_i(slot), .pick_x_i(x), .pick_y_i(y), .pick_z_i(z), .pick_lid_i(lid), .book_half_i(half),
        .issue_valid_o(valid), .issue_ready_i(ready),
        .issue_sm_o(pay[PAY_W-1 -: SM_W]), .issue_slot_o(pay[PAY_W-SM_W-1 -: SLOT_W]),
        .issue_kid_o(pay[PAY_W-SM_W-SLOT_W-1 -: KID_W]), .issue_x_o(pay[LID_W+Z_W+Y_W+3 +: X_W]),
        .issue_y_o(pay[LID_W+Z_W+3 +: Y_W]), .issue_z_o(pay[LID_W+3 +: Z_W]), .issue_lid_o(pay[3 +: LID_W]),
        .issue_half_o(pay[2:1]), .issue_block_o(pay[0]), .change_i(change), .idle_i(idle), .sleep_o(sleep)
    );
    always #5 clk = !clk;

    `include "check.vh"
    integer seed = SEED;
    function integer rnd(input integer n);
        rnd = $unsigned($random(seed)) % n;
    endfunction

    // --- the model -------------------------------------------------------------------------------
    integer booked = -1, port = -1;             // SM of the pick that waits, of the CTA at the port; -1: none
    integer kid = -1, quiet = 0;                // of the pick, or of pick_kid_i then; cycles without a change
    reg fresh = 0, leaves = 0, begins = 0;      // the pick is new; a CTA leaves its SM; it begins a block
    reg [SMS-1:0] may = 0;                      // candidates
    reg [PAY_W-1:0] at_port = 0;
    reg goes, waits, gone, voided;
    integer p, s, busy_pct = 0, stall_pct = 0, ok_pct = 0, taken = 0, naps = 0, drops = 0;
    reg [SMS-1:0] oks, readies;                 // inputs are driven as a whole
    task drive;                                 // all but the pick
        begin
            if (cycle % 32 == 0) begin
                busy_pct  = rnd(3) ? rnd(100) : 0;
                stall_pct = rnd(2) ? rnd(100) : 0;
                ok_pct    = rnd(3) ? rnd(100) : 0;
            end
            for (s = 0; s < SMS; s = s + 1) begin
                oks[s] = rnd(100) < ok_pct;
                readies[s] = rnd(100) >= stall_pct;
            end
            ok    = oks;
            ready = readies;
            ok_kid = rnd(KERNELS);
            alone = rnd(4) == 0;
            take  = (rnd(100) < busy_pct / 2) ? 1 << rnd(SMS) : 0;
            drop  = (rnd(100) < busy_pct / 4) ? 1 << rnd(KERNELS) : 0;
            keep  = (rnd(100) < ok_pct / 4) ? 1 << rnd(SMS) : 0;
            open  = |keep;
            last  = rnd(4) == 0;
            init  = rnd(300) == 0;
            rst_n = cycle > 1 && rnd(300) > 0;
            idle  = rnd(4) > 0;
            change = init || |take || |drop || rnd(400) < busy_pct;
            if (rnd(4) == 0) pick_kid = rnd(KERNELS);
            head  = $random(seed);
            slot  = rnd(SLOTS);
            x = $random(seed); y = $random(seed); z = $random(seed); lid = $random(seed); half = $random(seed);
        end
    endtask
    task choose;                                // a pick, where one may be
        begin
            gone  = port < 0;
            if (!gone) gone = ready[port];
            goes  = booked >= 0 && gone && !leaves;
            waits = booked >= 0 && !goes;
            p = -1;
            if (kid == pick_kid && (booked < 0 || (goes && !last)) && rnd(100) < busy_pct)
                for (s = 0; s < SMS; s = s + 1)
                    if (may[s] && (p < 0 || rnd(2))) p = s;
            pick_sm = (p < 0) ? 0 : 1 << p;
        end
    endtask
    task compare;
        begin
            check(cand === may, "candidates", cand, may);
            check(load === (booked < 0 || (goes && !last)), "load", load, booked);
            check(book === goes && stand === waits, "booked, stands", {book, stand}, {goes, waits});
            check(book_sm === (booked < 0 ? {SMS{1'b0}} : {{SMS-1{1'b0}}, 1'b1} << booked), "SM of the pick",
                  book_sm, booked);
            check(book_new === fresh, "new", book_new, fresh);
            if (kid >= 0)
                check(book_kid === kid && book_khot === {{KERNELS-1{1'b0}}, 1'b1} << kid && book_head === begins,
                      "kernel of the pick", book_kid, kid);
            check(valid === (port >= 0), "a CTA at the port", valid, port);
            if (port >= 0) check(pay === at_port, "payload", pay[32:1], at_port[32:1]);
            check(sleep === (quiet >= 3 && port < 0 && idle), "sleep", sleep, quiet);
            naps = naps + sleep;
        end
    endtask
    task account;                               // one clock edge
        begin
            quiet = (p >= 0 || booked >= 0 || change) ? 0 : quiet + 1;
            voided = alone && ((p >= 0 && pick_kid == ok_kid) || (fresh && kid == ok_kid));
            check(!rst_n || voids === voided, "voids", voids, voided);
            for (s = 0; s < SMS; s = s + 1)
                may[s] = open ? keep[s] : ok[s] && s != p && s != booked && !voided;
            if (gone) begin
                port = -1;
                if (goes) begin
                    port = booked;
                    at_port[PAY_W-1 -: SM_W] = booked;
                    at_port[PAY_W-SM_W-1:0] = {slot, kid[KID_W-1:0], x, y, z, lid, half, !begins};
                    taken = taken + 1;
                end
            end
            if (!waits) booked = p;
            fresh = p >= 0;
            leaves = 0;
            if (booked >= 0) leaves = take[booked];
            if (kid >= 0) if (drop[kid]) begin  // a pick of this edge is of that kernel, too
                if (booked >= 0) drops = drops + 1;
                booked = -1;
                fresh = 0;
            end
            if (!waits) begin kid = pick_kid; begins = head; end
            if (!rst_n || init) begin
                may = 0; port = -1; booked = -1; fresh = 0; quiet = 0;
            end
        end
    endtask
    initial begin
        while (cycle < CYCLES) begin
            drive;
            choose;
            #1 if (cycle > 1) compare;
            @(posedge clk) account;
            @(negedge clk) cycle = cycle + 1;
        end
        check(taken > 100 && naps > 100 && drops > 10, "CTAs taken, cycles asleep", taken, naps);
        finish;
    end
endmodule
`default_nettype wire
