// formal_place_room - the SM that place_room picks.
//
// A leader was a candidate a cycle ago, and neither the winner of the last tournament nor the leader that won then. Of its
// team's other SMs of which that holds, none had a higher score, and none of lower number the same. Under score 0, the scores
// of all candidates were known. The winner was a leader when the leaders met last; no other leader had a higher score, and none of
// a lower team the same. They met in the previous cycle, or the winner has been a candidate ever since, while the booking
// register was taken. The picked SM is the winner, and a candidate.
// lib_room's proof adds that fits_i is right.
// Users  place_room, last lines.
`default_nettype none
module formal_place_room #(
    parameter SMS       = 3,
    parameter SLOTS     = 3,
    parameter KERNELS   = 2,
    parameter AMT_W     = 8,
    parameter WARPS_W   = 1,
    parameter THREADS_W = 2,
    parameter TEAM      = 2,
    parameter F_TOP     = 0,                            // 1: place_room is the top of the proof
    parameter KID_W     = (KERNELS > 1) ? $clog2(KERNELS) : 1,  // derived: never set
    parameter CNT_W     = $clog2(SLOTS + 1),                    // derived: never set
    parameter TEAMS     = (SMS + TEAM - 1)/TEAM,                // derived: never set
    parameter KEY_W     = (THREADS_W > CNT_W) ? THREADS_W : CNT_W       // derived: never set
) (
    input  wire                       clk_i,
    input  wire                       sel_i,            // selected, and no reset
    input  wire                       on_i,             // the same, and no init
    input  wire [1:0]                 score_i,
    input  wire [KERNELS-1:0]         live_i,
    input  wire [KERNELS*KERNELS-1:0] before_i,
    input  wire [SMS*AMT_W-1:0]       free_i,
    input  wire [SMS*CNT_W-1:0]       fits_i,           // CTAs that fit, of SMs that are known
    input  wire [SMS-1:0]             known_i,
    input  wire [SMS-1:0]             cand_i,
    input  wire                       load_i,
    input  wire                       held_i,
    input  wire [KID_W-1:0]           want_kid_i,
    input  wire [SMS-1:0]             want_valid_i,
    input  wire [SMS-1:0]             pick_sm_i,
    input  wire [KID_W-1:0]           pick_kid_i,
    input  wire [SMS-1:0]             best_i,           // the register that pick_sm_i is taken from
    input  wire [SMS-1:0]             lead_i,           // the leaders of the teams,
    input  wire [TEAMS*KEY_W-1:0]     lead_key_i,       // their scores
    input  wire [SMS-1:0]             moves_i,          // the leader that becomes best_i at this edge, one-hot or zero
    input  wire                       busy_i,
    output wire                       order_o           // exactly one live kernel ranks first
);
    (* anyconst *) reg [7:0] f_a, f_b;                  // any two SMs
    reg past_q = 1'b0, on_q = 1'b0, idle_q = 1'b0;
    reg [SMS-1:0]       enter_q;                        // SMs of the last first round
    reg [SMS-1:0]       pick_q;                         // picked in the previous cycle
    reg [1:0]           score_q;
    reg [KEY_W-1:0]     key_a_q, key_b_q;               // scores of the two SMs then
    reg [SMS-1:0]       met_q;                          // leaders of the last second round
    reg [KEY_W-1:0]     met_a_q, met_b_q;               // scores of the two SMs in it
    wire waits = score_i == 2'd0 && |(cand_i & ~known_i);   // scores of candidates are not known
    wire stays = on_i && held_i && |(best_i & cand_i) && !load_i;
    reg [3*KID_W-1:0]   kids_q;                         // want_kid_i of the last three cycles,
    reg [2:0]           sels_q = 3'd0;                  // in which place_room was selected
    wire [SMS*AMT_W-1:0] frees_a = free_i >> (f_a*AMT_W), frees_b = free_i >> (f_b*AMT_W);
    wire [SMS*CNT_W-1:0] fits_a = fits_i >> (f_a*CNT_W), fits_b = fits_i >> (f_b*CNT_W);
    wire [SMS-1:0]       is_a = best_i >> f_a, met_b = met_q >> f_b, leads_a = lead_i >> f_a, there_b = enter_q >> f_b;
    wire [TEAMS*KEY_W-1:0] lead_keys_a = lead_key_i >> (f_a/TEAM*KEY_W);
    wire                 team = f_a/TEAM == f_b/TEAM;    // both are in one
    wire [KERNELS-1:0]   live = live_i >> pick_kid_i;
    function [KEY_W-1:0] key_of(input [1:0] score, input [CNT_W-1:0] fits, input [AMT_W-1:0] free);
        key_of = (score == 2'd0) ? fits
               : (score == 2'd1) ? free[AMT_W-2 -: CNT_W] : free[WARPS_W + 1 +: THREADS_W];
    endfunction
    always @(posedge clk_i) begin
        past_q  <= 1'b1;
        on_q    <= on_i;
        if (!stays) begin
            met_q   <= lead_i & {SMS{on_i && held_i}};
            met_a_q <= key_a_q;
            met_b_q <= key_b_q;
        end
        enter_q <= cand_i & ~best_i & ~moves_i & {SMS{on_i && held_i && !waits}};
        key_a_q <= key_of(score_i, fits_a[CNT_W-1:0], frees_a[AMT_W-1:0]);
        key_b_q <= key_of(score_i, fits_b[CNT_W-1:0], frees_b[AMT_W-1:0]);
        pick_q  <= pick_sm_i;
        score_q <= score_i;
        kids_q  <= {kids_q, want_kid_i};
        sels_q  <= {sels_q, sel_i};
        idle_q  <= on_i && !busy_i;
    end
    reg  [KERNELS-1:0] oldest;                          // the live kernel that ranks first
    reg                order;
    integer k;
    always @* begin
        order = 1'b1;
        for (k = 0; k < KERNELS; k = k + 1) begin
            oldest[k] = live_i[k] && !(|(live_i & before_i[k*KERNELS +: KERNELS]));
            order     = order && !before_i[k*KERNELS + k];
        end
    end
    assign order_o = order && !(oldest & (oldest - 1'b1)) && (|oldest || !(|live_i));
    reg                led;                             // each team has at most one leader, and one if an SM entered
    reg [SMS-1:0]      of_team;
    integer t;
    always @* begin
        led     = 1'b1;
        of_team = {SMS{1'b0}};
        for (t = 0; t < TEAMS; t = t + 1) begin
            of_team = ({SMS{1'b1}} >> (SMS - (t == TEAMS - 1 ? SMS - t*TEAM : TEAM))) << t*TEAM;
            led = led && |(lead_i & of_team) == |(enter_q & of_team)
               && !(lead_i & of_team & ((lead_i & of_team) - 1'b1));
        end
    end
    always @* assume (f_a < SMS && f_b < SMS);
    always @* if (past_q && on_i) begin
        one_hot:  assert (!(best_i & (best_i - 1'b1)) && !(pick_sm_i & ~(best_i & cand_i)));
        loadable: assert (!(|pick_sm_i) || (load_i && held_i));
        agreed:   assert (!(|pick_sm_i) || (&sels_q && &want_valid_i && live[0] && want_kid_i == pick_kid_i
                                            && kids_q == {3{pick_kid_i}}));
        leaders:  assert (!on_q || (led && !(lead_i & ~enter_q)));
        their:    assert (!leads_a[0] || lead_keys_a[KEY_W-1:0] == key_a_q);
        leading:  assert (!(leads_a[0] && there_b[0] && team) || key_a_q >= key_b_q);
        left:     assert (!(leads_a[0] && there_b[0] && team && f_b < f_a) || key_a_q > key_b_q);
        met:      assert (!(best_i & ~met_q));
        highest:  assert (!(is_a[0] && met_b[0]) || met_a_q >= met_b_q);
        lowest:   assert (!(is_a[0] && met_b[0] && f_b/TEAM < f_a/TEAM) || met_a_q > met_b_q);
        wins:     assert (!on_q || |best_i == |met_q);
        work:     assert (!(load_i && held_i) || pick_sm_i == (best_i & cand_i));
        still:    assert (!idle_q || !(|pick_sm_i));
    end
    generate
        if (F_TOP) begin : g_cover
            always @* if (past_q && on_i) begin
                twice:  cover (|pick_sm_i && |pick_q && score_q == 2'd0);
                beaten: cover (|pick_sm_i && is_a[0] && met_b[0] && f_b < f_a && score_q == 2'd2);
            end
        end
    endgenerate
endmodule
`default_nettype wire
