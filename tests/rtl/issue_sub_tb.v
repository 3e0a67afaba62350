// issue_sub_tb - issue_sub with arb_gto: published issue orders by hand, then every grant against naive models of unit and policy.
//
// TEST RATIONALE  The orders of Figure 4 in Huerta et al. distinguish stall from yield; the paper's policy prefers the youngest
//   warp, arb_gto the oldest, so the warps are mirrored. Random runs start and end CTAs in every order, pause some, and
//   withdraw offers, and the sub-core stands still at times; the grant of each cycle follows from the models alone.
//
// sources: build/rtl/arb_gto/arb_bank.v
// params:  WARPS=2, SLOTS=1; WARPS=5, SLOTS=3; WARPS=16, SLOTS=8; WARPS=64, SLOTS=16
// params:  WARPS=5, SLOTS=3, REGS=9, CONSUMERS=3; WARPS=16, SLOTS=4, REGS=20, CONSUMERS=1; WARPS=3, SLOTS=2, REGS=332
`default_nettype none
`timescale 1ns/1ps
module issue_sub_tb;
    parameter WARPS = 16, SLOTS = 8, READS = 2, WRITES = 2, REGS = 0, CONSUMERS = 63;
    localparam KERNELS = 4, DESTS = 1, SOURCES = 4;
    localparam SLOT_W = SLOTS > 1 ? $clog2(SLOTS) : 1;
    `include "check.vh"
    `include "issue_model.vh"
    reg              start_evt = 0, end_evt = 0;
    reg [SLOT_W-1:0] start_slot = 0, end_slot = 0;
    reg [WARPS-1:0]  start_warps = 0, offer = 0, valid = {WARPS{1'b1}};
    reg [SLOTS-1:0]  paused = 0;
    wire [WARPS-1:0] ok, idle, grant;
    wire             grant_valid;
    wire [KERNELS-1:0] asking;
    issue_sub #(.WARPS(WARPS), .SLOTS(SLOTS), .KERNELS(KERNELS), .REGS(REGS), .CONSUMERS(CONSUMERS), .READS(READS),
                .WRITES(WRITES)) dut (
        .clk_i(clk), .rst_ni(rst_n), .scheds_i(3'd4),
        .cta_start_evt_i(start_evt), .cta_start_slot_i(start_slot), .cta_start_kid_i(2'd0),
        .cta_start_warps_i(start_warps), .cta_start_partner_i(start_slot),
        .cta_end_evt_i(end_evt), .cta_end_slot_i(end_slot),
        .valid_i(valid), .offer_i(offer), .head_i(head), .load_i({WARPS{1'b0}}), .longlat_i({WARPS{1'b0}}),
        .victim_evt_i({WARPS{1'b0}}), .paused_i(paused), .hold_i(hold),
        .read_evt_i(read_evt), .read_warp_i(read_warp), .read_tag_i(read_tag),
        .write_evt_i(write_evt), .write_warp_i(write_warp), .write_tag_i(write_tag),
        .asks_o(asking), .serve_i({KERNELS{1'b1}}),
        .ok_o(ok), .idle_o(idle), .gnt_o(grant), .gnt_valid_o(grant_valid)
    );

    // The naive policy: CTAs by serial number.
    reg [SLOTS-1:0] m_live;
    reg [WARPS-1:0] m_warps [0:SLOTS-1], m_owned;
    integer m_since [0:SLOTS-1], m_serial, m_last, m_home, m_pick, m_slot;
    integer w, c;
    task choose;                                // m_pick: the warp of this cycle's grant, -1: none
        integer held;
        reg competes;
        begin
            m_pick = -1;
            for (held = 0; held < 2 && m_pick < 0; held = held + 1)
                for (c = 0; c < SLOTS; c = c + 1)
                    for (w = 0; w < WARPS; w = w + 1) begin
                        h = head[w*HEAD_W +: HEAD_W];
                        competes = !hold && m_live[c] && m_warps[c][w] && paused[c] == held && offer[w] && valid[w];
                        if (competes) competes = model_ok(w);
                        if (competes && (m_pick < 0 || m_pick != m_last))
                            if (m_pick < 0 || w == m_last || m_since[c] < m_since[m_slot]
                                || (c == m_slot && w < m_pick)) begin
                                m_pick = w;
                                m_slot = c;
                            end
                    end
            if (m_pick >= 0) begin m_last = m_pick; m_home = m_slot; end
        end
    endtask

    // What issue_sub assumes of the front end and the SM.
    reg [WARPS-1:0] staying;
    task rules;
        begin
            staying = 0;
            for (c = 0; c < SLOTS; c = c + 1) if (m_live[c] && !(end_evt && end_slot == c)) staying = staying | m_warps[c];
            check(dut.scheds_i === 3'd4, "in_scheds", dut.scheds_i, 4);
            check((dut.longlat_i & ~valid) === 0, "in_exist", dut.longlat_i, 0);
            check(start_slot < SLOTS && end_slot < SLOTS, "in_slots", start_slot, SLOTS);
            check(!start_evt || !m_live[start_slot], "in_fresh", start_slot, 0);
            check(!start_evt || (start_warps & staying) == 0, "in_masks", start_warps, 0);
            check((start & (offer | ~idle)) === 0, "in_start", start, 0);
            check(under == 0, "in_events", under, 0);
        end
    endtask

    integer bad_ok, bad_idle;
    task tick;
        begin
            start = start_warps & {WARPS{start_evt}};
            #1;
            bad_ok = 0;
            bad_idle = 0;
            for (w = 0; w < WARPS; w = w + 1) begin
                h = head[w*HEAD_W +: HEAD_W];
                if (ok[w] !== model_ok(w)) bad_ok = bad_ok + 1;
                if (idle[w] !== model_idle(w)) bad_idle = bad_idle + 1;
            end
            check(bad_ok == 0, "ok_o: warps that differ", bad_ok, 0);
            check(bad_idle == 0, "idle_o: warps that differ", bad_idle, 0);
            check(asking === 0, "asks_o", asking, 0);
            choose;
            gnt = 0;
            if (m_pick >= 0) gnt[m_pick] = 1;
            model_edge;
            rules;
            if (end_evt) begin
                m_live[end_slot] = 1'b0;
                if (m_home == end_slot) begin m_last = -1; m_home = -1; end
            end
            if (start_evt) begin
                m_live[start_slot] = 1'b1;
                m_warps[start_slot] = start_warps;
                m_since[start_slot] = m_serial;
                m_serial = m_serial + 1;
            end
            clk = 1;
            #1 check(grant === gnt && grant_valid === |gnt, "gnt_o", grant, gnt);
            clk = 0;
            start_evt = 0; end_evt = 0; hold = 0; read_evt = 0; write_evt = 0;
            cycle = cycle + 1;
        end
    endtask
    task reset;
        begin
            rst_n = 0;
            offer = 0; head = 0; paused = 0; hold = 0;
            #1 clk = 1; #1 clk = 0;
            rst_n = 1;
            cycle = 0;
            m_live = 0; m_serial = 0; m_last = -1; m_home = -1;
            model_reset;
            check(grant === 0 && grant_valid === 1'b0, "gnt_o in reset", grant, 0);
        end
    endtask

    // Warps 0 to 3 of one CTA with four instructions each, of which the second one is `second`: stall and yield. The order is
    // a digit per cycle, the first one on the left; a blank is a bubble.
    integer left [0:3], t;
    task order_of(input integer warps, input [4:0] second, input integer cycles, input [20*8-1:0] order);
        begin
            reset;
            start_evt = 1; start_slot = 0; start_warps = 15;
            tick;
            for (w = 0; w < 4; w = w + 1) left[w] = w < warps ? 4 : 0;
            for (t = cycles - 1; t >= 0; t = t - 1) begin
                for (c = 0; c < 4; c = c + 1) begin
                    offer[c] = left[c] > 0;
                    head[c*HEAD_W +: HEAD_W] = {3'd7, 3'd7, left[c] == 3 ? second : 5'd1};
                end
                tick;
                check(order[t*8 +: 8] == (m_pick < 0 ? 8'h20 : m_pick + 8'h30), "warp in the published order",
                      m_pick, order[t*8 +: 8] - 8'h30);
                if (m_pick >= 0) left[m_pick] = left[m_pick] - 1;
            end
        end
    endtask

    integer ticks, busy;
    reg [63:0] mine;
    task random_ticks;
        for (ticks = 0; ticks < 600 + 16000/(WARPS + 2)*40/(REGS + 40); ticks = ticks + 1) begin
            if (ticks % 64 == 0) busy = rnd(4);
            random_events(1 + busy);
            offer = {$random(seed), $random(seed)} | ({$random(seed), $random(seed)} & {64{busy[0]}});
            hold = rnd(8) == 0;
            valid = ~({$random(seed), $random(seed)} & {$random(seed), $random(seed)} & {$random(seed), $random(seed)});
            paused = busy[1] ? $random(seed) : 0;
            if (flights > FLIGHTS - 2) offer = 0;
            end_slot = rnd(SLOTS);
            end_evt = m_live[end_slot] && rnd(16) == 0;
            start_slot = rnd(SLOTS);
            start_warps = {$random(seed), $random(seed)};
            for (c = 0; c < SLOTS; c = c + 1)
                if (m_live[c] && !(end_evt && end_slot == c)) start_warps = start_warps & ~m_warps[c];
            for (w = 0; w < WARPS; w = w + 1) if (!model_idle(w)) start_warps[w] = 1'b0;
            start_evt = !m_live[start_slot] && rnd(4) == 0;
            if (start_evt) offer = offer & ~start_warps;
            tick;
            if (m_pick >= 0) random_head(m_pick, 1'b0);
            if (rnd(8) == 0) random_head(rnd(WARPS), 1'b0);
        end
    endtask

    initial begin
        if (WARPS >= 4 && REGS == 0) begin
            order_of(4, 5'd1, 16, "0000111122223333");
            order_of(4, 5'd4, 19, "00112200112233   33");
            order_of(4, 5'd17, 16, "0011001122332233");
            order_of(1, 5'd17, 5, "00 00");
        end
        reset;
        random_ticks;
        finish;
    end
endmodule
`default_nettype wire
