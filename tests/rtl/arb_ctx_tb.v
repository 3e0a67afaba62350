// arb_ctx_tb - arb_ctx: age, warp masks, blocks and competing warps against lists kept by the bench.
//
// TEST RATIONALE  Only two events change the context, in one cycle or in different ones: random
//   sequences at 1, 3, 8 and 16 slots reach each pair of slots in both orders. The directed part
//   has the cases a matrix gets wrong first: a slot reused while CTAs older than its former one still live, and a
//   block whose leader has left. The model numbers the blocks; the leader is a block's oldest CTA.
//
// params:  WARPS=2, SLOTS=1, KERNELS=1; WARPS=5, SLOTS=3; WARPS=24, SLOTS=8; WARPS=64, SLOTS=16
`default_nettype none
`timescale 1ns/1ps
module arb_ctx_tb;
    parameter WARPS = 5, SLOTS = 3, KERNELS = 4;
    localparam SLOT_W = SLOTS > 1 ? $clog2(SLOTS) : 1;
    localparam KID_W  = KERNELS > 1 ? $clog2(KERNELS) : 1;

    reg clk = 0, rst_n = 0, start_evt = 0, end_evt = 0;
    reg [SLOT_W-1:0] start_slot = 0, end_slot = 0, start_partner = 0;
    reg [KID_W-1:0]  start_kid = 0;
    reg [WARPS-1:0]  start_warps = 0, valid = 0, ready = 0;
    reg [SLOTS-1:0]  paused = 0;
    wire [SLOTS-1:0]        live;
    wire [SLOTS*WARPS-1:0]  warps;
    wire [SLOTS*SLOTS-1:0]  older;
    wire [SLOTS*KID_W-1:0]  kid;
    wire [SLOTS*SLOT_W-1:0] partner;
    wire [WARPS-1:0]        able, pool;

    arb_ctx #(.WARPS(WARPS), .SLOTS(SLOTS), .KERNELS(KERNELS)) u_dut (
        .clk_i(clk), .rst_ni(rst_n),
        .cta_start_evt_i(start_evt), .cta_start_slot_i(start_slot), .cta_start_kid_i(start_kid),
        .cta_start_warps_i(start_warps), .cta_start_partner_i(start_partner),
        .cta_end_evt_i(end_evt), .cta_end_slot_i(end_slot),
        .valid_i(valid), .ready_i(ready), .paused_i(paused),
        .live_o(live), .warps_o(warps), .older_o(older), .kid_o(kid), .partner_o(partner), .start_lead_o(), .end_heir_o(),
        .ready_o(able), .pool_o(pool));

    integer passed = 0, failed = 0, now = 0, serial = 0, a, b, seed = 1;
    reg [SLOTS-1:0]  m_live = 0;
    reg [WARPS-1:0]  m_warps [0:SLOTS-1], m_able, m_free;
    reg [KID_W-1:0]  m_kid [0:SLOTS-1];
    integer          m_since [0:SLOTS-1], m_block [0:SLOTS-1], named;
    reg [63:0] unused_warps;

    task check(input ok, input [8*16-1:0] what, input integer slot);
        if (ok) passed = passed + 1;
        else begin
            failed = failed + 1;
            if (failed <= 20) $display("cycle %0d: %0s of slot %0d is wrong", now, what, slot);
        end
    endtask

    function integer leader_of(input integer slot);
        integer s, eldest;
        begin
            eldest = slot;
            for (s = 0; s < SLOTS; s = s + 1)
                if (m_live[s] && m_block[s] == m_block[slot] && m_since[s] < m_since[eldest])
                    eldest = s;
            leader_of = eldest;
        end
    endfunction

    task compare;
        begin
            check(live === m_live, "live_o", -1);
            m_able = 0;
            m_free = 0;
            for (a = 0; a < SLOTS; a = a + 1) begin
                check(warps[a*WARPS +: WARPS] === (m_live[a] ? m_warps[a] : {WARPS{1'b0}}),
                      "warps_o", a);
                if (m_live[a]) begin
                    check(kid[a*KID_W +: KID_W] === m_kid[a], "kid_o", a);
                    check(partner[a*SLOT_W +: SLOT_W] === leader_of(a), "partner_o", a);
                    m_able = m_able | (m_warps[a] & ready & valid);
                    if (!paused[a]) m_free = m_free | (m_warps[a] & ready & valid);
                end
                for (b = 0; b < SLOTS; b = b + 1)
                    check(older[a*SLOTS + b] === (m_live[a] && m_live[b] && m_since[b] < m_since[a]),
                          "older_o", a);
            end
            check(able === m_able, "ready_o", -1);
            check(pool === (|m_free ? m_free : m_able), "pool_o", -1);
        end
    endtask

    task start_cta(input integer slot, input integer mate, input [63:0] mask);
        begin
            start_evt = 1; start_slot = slot; start_partner = mate; start_warps = mask[WARPS-1:0];
            start_kid = $random(seed);
        end
    endtask

    task tick;
        begin
            #1 compare;                 // the combinational outputs before the edge
            if (end_evt) m_live[end_slot] = 0;
            if (start_evt) begin
                named = start_partner;
                m_block[start_slot] = serial;
                if (named < SLOTS) if (m_live[named]) m_block[start_slot] = m_block[named];
                m_live[start_slot] = 1;
                m_warps[start_slot] = start_warps;
                m_kid[start_slot] = start_kid;
                m_since[start_slot] = serial;
                serial = serial + 1;
            end
            clk = 1; #1 clk = 0;
            start_evt = 0; end_evt = 0;
            now = now + 1;
            #1 compare;
        end
    endtask

    task random_ticks(input integer ticks);
        integer n, s;
        for (n = 0; n < ticks; n = n + 1) begin
            unused_warps = {WARPS{1'b1}};
            for (s = 0; s < SLOTS; s = s + 1)
                if (m_live[s]) unused_warps = unused_warps & ~m_warps[s];
            s = $unsigned($random(seed)) % SLOTS;
            if (m_live[s] && $random(seed) % 3 == 0) begin
                end_evt = 1; end_slot = s;
                unused_warps = unused_warps | m_warps[s];
            end
            s = $unsigned($random(seed)) % SLOTS;
            if (!m_live[s] && $random(seed) % 2 == 0)
                start_cta(s, $unsigned($random(seed)) % SLOTS,
                          unused_warps & {$random(seed), $random(seed)});
            ready = {$random(seed), $random(seed)};
            valid = {$random(seed), $random(seed)} | {$random(seed), $random(seed)};
            paused = $random(seed);
            tick;
        end
    endtask

    initial begin
        for (a = 0; a < SLOTS; a = a + 1) begin m_block[a] = -1; m_since[a] = 0; end
        #1 clk = 1; #1 clk = 0;
        rst_n = 1;
        if (SLOTS >= 3) begin           // slots 0, 1, 2 by age; 0 ends as 1 is left; 0 is youngest
            start_cta(0, 1, 64'b00001); tick;       // slot 1 is free: alone
            start_cta(1, 0, 64'b00010); tick;
            start_cta(2, 0, 64'b00100); tick;       // one block of three
            check(older[2*SLOTS +: 3] === 3'b011 && older[1*SLOTS +: 3] === 3'b001, "age", 2);
            check(partner[0 +: 3*SLOT_W] === {3{{SLOT_W{1'b0}}}}, "leader", 0);
            end_evt = 1; end_slot = 0; tick;
            check(partner[1*SLOT_W +: SLOT_W] === 1, "heir", 1);
            check(partner[2*SLOT_W +: SLOT_W] === 1, "heir", 2);
            start_cta(0, 0, 64'b00001); tick;       // not of the block it left behind
            check(older[0 +: 3] === 3'b110 && older[1*SLOTS +: 3] === 3'b000, "age", 0);
            check(partner[0 +: SLOT_W] === 0 && partner[2*SLOT_W +: SLOT_W] === 1, "block", 0);
            end_evt = 1; end_slot = 2; tick;
            end_evt = 1; end_slot = 1;              // a leader that leaves as it is named
            start_cta(2, 1, 64'b00100); tick;
            check(partner[2*SLOT_W +: SLOT_W] === 2, "alone", 2);
        end
        random_ticks(SLOTS > 8 ? 600 : 2000);
        $display("%0d passed, %0d failed", passed, failed);
        $finish_and_return(failed ? 1 : 0);
    end
endmodule
`default_nettype wire
