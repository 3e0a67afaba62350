// disp_latency_rig - measures how many cycles lie between an event at a dispatcher and its effect.
//
// Prints a line `latency,KIND,WHO,EVENT -> EFFECT,VALUE` for each event. VALUE of KIND cycles: the number of cycles from the cycle
// in which the event is at the inputs (a register write: the cycle of wr_valid) to the first cycle that shows the effect.
// VALUE of KIND rate: hundredths of cycles per CTA. `value` keeps the numbers in the order of printing.
// Effects are read at the ports of disp_top, or at wires between its modules that have a name in docs/rtl/disp.md.
// Users: disp_latency_tb, bench/latency.sh (ALONE=1: ends the simulation).
`default_nettype none
module disp_latency_rig;
    parameter SMS = 30, SLOTS = 8, KERNELS = 4, ALONE = 0;
    localparam [6*8-1:0] CYCLES = "cycles", RATE = "rate";
    localparam FULL = 4;                        // CTAs that fill an SM: few, so that runs are short
    localparam MANY = 65535, NEVER = 2000;
    reg mon_evt_i = 0;
    reg [4:0] mon_cycles_i = 0;
    reg [SMS*5-1:0] mon_active_i = 0, mon_idle_i = 0, mon_mem_i = 0, mon_ldst_busy_i = 0, mon_ldst_part_i = 0;
    reg [SMS*7-1:0] mon_sp_busy_i = 0, mon_sp_part_i = 0, mon_issued_i = 0;
    reg [SMS*SLOTS*7-1:0] mon_inst_i = 0;
    `define MONITORS
    `include "disp_host.vh"
    always @(posedge clk) cycle <= cycle + 1;

    localparam [3:0] ISSUE = 0, ISSUE_SM = 1, ISSUE_KID = 2, PAUSED = 3, DRAINED = 4, BACK = 5, LIMIT_IDLE = 6, ENDED = 7,
                     MAY = 8, QUOTA = 9, SERVES = 10, ASLEEP = 11;
    integer n, events = 0, the_sm, the_kid, s, taken, first, span, place;
    integer value [0:99];
    reg [76*8-1:0] name [0:99];
    reg over = 0;
    reg [SMS-1:0] may_before, halted;
    reg [KERNELS*$clog2(SLOTS + 1)-1:0] quota_before;
    reg [KERNELS-1:0] serves_before;
    always @* for (s = 0; s < SMS; s = s + 1) halted[s] = |paused[s*SLOTS +: SLOTS];

    function seen(input [3:0] what);
        case (what)
            ISSUE:      seen = issue_valid;
            ISSUE_SM:   seen = issue_valid && sm == the_sm[SM_W-1:0];
            ISSUE_KID:  seen = issue_valid && kid == the_kid[KID_W-1:0];
            PAUSED:     seen = &halted;
            DRAINED:    seen = &drain[SMS-1:1];
            BACK:       seen = !(|drain);
            LIMIT_IDLE: seen = !dut.limit_busy && n > 3;    // a limit is busy from the third cycle after a launch
            ENDED:      seen = irq;
            MAY:        seen = dut.may != may_before;
            QUOTA:      seen = dut.quota_o != quota_before;
            SERVES:     seen = dut.serves[SMS*KERNELS-1 -: KERNELS] != serves_before;     // of the last SM
            default:    seen = sleep;
        endcase
    endfunction
    task record(input [6*8-1:0] of, input integer v, input [16*8-1:0] who, input [60*8-1:0] what);
        begin
            check(v < NEVER, "an effect that never comes", v, NEVER);
            $display("latency,%0s,%0s,%0s,%0d", of, who, what, v);
            {value[events], name[events]} = {v, who, what};
            events = events + 1;
        end
    endtask
    task measure(input [3:0] effect, input [16*8-1:0] who, input [60*8-1:0] what);
        begin                                   // called in the cycle after the event's
            while (!seen(effect) && n < NEVER) @(negedge clk) n = n + 1;
            record(CYCLES, n, who, what);
        end
    endtask

    // --- what host and SMs do ---
    task start(input integer policy);           // a dispatcher after reset, no kernel launched
        begin
            rst_n = 0; issue_ready = {SMS{1'b1}}; done_valid = 0; mon_evt_i = 0; place = policy;
            repeat (3) @(negedge clk);
            rst_n = 1;
            put(REG_POLICY, policy, 0);
            init;
            put(REG_LIMIT_DYNCTA_WINDOW_CYCLES, 16, 0); put(REG_LIMIT_SMC_WINDOW_CYCLES, 16, 0);
            put(REG_GATE_DYNCORE_WINDOW_CYCLES, 16, 0); put(REG_GATE_DYNCORE_SMS, 255, 0);
            put(REG_LIMIT_DYNCTA_T_MEM_H_CYCLES, 8, 0); put(REG_LIMIT_DYNCTA_T_MEM_L_CYCLES, 8, 0);
            put(REG_PLACE_TILE_LINE, SMS < 255 ? SMS : 255, 0);
            put(REG_CAP_SLOTS, FULL, 0); put(REG_CTRL, REG_CTRL_INIT, 0);
            @(negedge clk) ;
        end
    endtask
    task launch(input integer k, input integer ctas);
        begin
            put(reg_kernel(k, REG_K_GRID_X), ctas, 0);
            put(reg_kernel(k, REG_K_GRID_Y), 1, 0); put(reg_kernel(k, REG_K_GRID_Z), 1, 0);
            put(reg_kernel(k, REG_K_THREADS), 32, 0); put(reg_kernel(k, REG_K_WARPS), 1, 0);
            put(reg_kernel(k, REG_K_REGS), 1, 0); put(reg_kernel(k, REG_K_SMEM), 0, 0);
            put(reg_kernel(k, REG_K_FLAGS), 0, 0); put(reg_kernel(k, REG_K_TMAX), FULL, 0);
            the_kid = k;
            command(reg_kernel(k, REG_K_CMD), REG_K_CMD_LAUNCH);
        end
    endtask
    task command(input [11:0] addr, input [31:0] data);     // a register write that is the event
        begin
            put(addr, data, 0);
            @(negedge clk) n = 1;
        end
    endtask
    task complete(input integer on, input integer c);
        begin
            the_sm = on; done_valid = 0; done_valid[on] = 1;
            done_slot[on*SLOT_W +: SLOT_W] = c[SLOT_W-1:0];
            #1 check(done_ready[on], "completion accepted", 0, 1);
            @(negedge clk) done_valid = 0; n = 1;
        end
    endtask
    task report(input [4:0] of_each);           // 16 cycles, in which every SM counted that many of everything
        begin
            mon_evt_i = 1; mon_cycles_i = 16;
            mon_active_i = {SMS{of_each}}; mon_idle_i = 0; mon_mem_i = {SMS{of_each}};
            @(negedge clk) mon_evt_i = 0; n = 1;
        end
    endtask
    task fill(input integer most);              // dispatches until no CTA comes for 100 cycles, or `most` have come
        begin
            taken = 0; first = 0;
            for (n = 0; n < 100 && taken < most; n = n + 1) begin
                @(negedge clk);
                if (issue_valid) begin
                    n = 0; taken = taken + 1;
                    if (taken == 1) first = cycle;
                    span = cycle - first;       // until the last CTA
                end
            end
        end
    endtask

    `include "disp_latency.vh"
    initial begin
        places; kernels; limits; gates; host;
        over = 1;
        if (ALONE != 0) finish;
    end
endmodule
`default_nettype wire
