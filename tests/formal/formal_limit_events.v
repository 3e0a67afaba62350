// formal_limit_events - what the dispatcher guarantees every limit policy about bookings and completions.
//
// ok_o: at most one pick and one completion per cycle; a pick takes the lowest free slot, a completion frees
// a slot of its kernel, but not on the SM of a pick, or of a completion one edge ago; map_i follows both and
// has one kernel per slot; the selected policy changes only while no CTA is resident; a
// launched kernel has a T_max of at least 1.
// Users  limit_any asserts it of the dispatcher, formal_limit_dyncta relies on it.
`default_nettype none
module formal_limit_events #(
    parameter SMS     = 3,
    parameter SLOTS   = 3,
    parameter KERNELS = 2,
    parameter SEL_W   = 8,                                      // bits of sel_i
    parameter SLOT_W  = (SLOTS > 1) ? $clog2(SLOTS) : 1,        // derived: never set
    parameter KID_W   = (KERNELS > 1) ? $clog2(KERNELS) : 1,    // derived: never set
    parameter CNT_W   = $clog2(SLOTS + 1)                       // derived: never set
) (
    input  wire                         clk_i,
    input  wire                         rst_ni,
    input  wire                         init_i,
    input  wire [SEL_W-1:0]             sel_i,          // the selected policy
    input  wire [KERNELS-1:0]           start_i,
    input  wire [KERNELS*CNT_W-1:0]     tmax_i,
    input  wire [SMS*KERNELS*SLOTS-1:0] map_i,
    input  wire [SMS-1:0]               book_sm_i,
    input  wire [KID_W-1:0]             book_kid_i,
    input  wire [SLOT_W-1:0]            book_slot_i,
    input  wire [SMS-1:0]               done_sm_i,
    input  wire [KERNELS-1:0]           done_khot_i,
    input  wire [SLOT_W-1:0]            done_slot_i,
    output wire                         ok_o
);
    localparam MAP_W = SMS * KERNELS * SLOTS;
    localparam [MAP_W-1:0] BIT = 1;
    reg [MAP_W-1:0] pick, left, map_q;          // CTA booked, CTA released, expected map_i
    reg [SLOTS-1:0] used;                       // slots in use on the SM of the pick
    reg [CNT_W-1:0] tmax;                       // T_max of the launched kernel
    reg             twice, past_q = 1'b0;       // a slot with two kernels
    reg [SEL_W-1:0] sel_q;
    reg [SMS-1:0]   gone_q;                     // SM that a CTA left one edge ago
    wire [SMS-1:0]  gone = done_sm_i & {SMS{|done_khot_i}};
    localparam [SLOTS-1:0] ONE = 1;
    integer i, k;
    always @* begin
        pick  = {MAP_W{1'b0}};
        left  = {MAP_W{1'b0}};
        used  = {SLOTS{1'b0}};
        tmax  = {CNT_W{1'b0}};
        twice = 1'b0;
        for (k = 0; k < KERNELS; k = k + 1) begin
            if (start_i[k]) tmax = tmax | tmax_i[k*CNT_W +: CNT_W];
            for (i = 0; i < SMS; i = i + 1) begin
                if (book_sm_i[i]) used = used | map_i[(i*KERNELS + k)*SLOTS +: SLOTS];
                if (book_sm_i[i] && book_kid_i == k)
                    pick = pick | BIT << ((i*KERNELS + k)*SLOTS + book_slot_i);
                if (done_sm_i[i] && done_khot_i[k])
                    left = left | BIT << ((i*KERNELS + k)*SLOTS + done_slot_i);
                if (k > 0)
                    twice = twice || |(map_i[i*KERNELS*SLOTS +: SLOTS]
                                       & map_i[(i*KERNELS + k)*SLOTS +: SLOTS]);
            end
        end
    end
    always @(posedge clk_i) begin
        past_q <= 1'b1;
        map_q  <= (rst_ni && !init_i) ? (map_i & ~left) | pick : {MAP_W{1'b0}};
        sel_q  <= sel_i;
        gone_q <= gone & {SMS{rst_ni && !init_i}};
    end
    wire one  = !(book_sm_i & (book_sm_i - 1'b1)) && !(done_sm_i & (done_sm_i - 1'b1))
             && !(done_khot_i & (done_khot_i - 1'b1));
    wire in   = !(|book_sm_i) || (book_slot_i < SLOTS && book_kid_i < KERNELS
                                     && ONE << book_slot_i == (~used & (used + ONE)));
    wire out  = !(left & ~map_i) && !(gone & (book_sm_i | gone_q))
             && (!(|done_sm_i && |done_khot_i) || done_slot_i < SLOTS);
    wire same = map_i == map_q && !twice && (sel_i == sel_q || !(|map_i));
    assign ok_o = !past_q || !rst_ni || (one && in && out && same && (!(|start_i) || |tmax));
endmodule
`default_nettype wire
