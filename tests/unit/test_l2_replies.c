/* test_l2_replies.c - how many replies wait in a slice: its queue of hits, and fills. */
#include "l2_rig.h"

enum { QUEUE = 2, HIT_LATENCY = 3 };

static rig_t *slice(uint32_t replies)
{
    l2_cfg_t cfg = small();
    cfg.replies = (l2_replies_t)replies;
    cfg.queue = QUEUE;
    cfg.cache.hit_latency_cycles = HIT_LATENCY;
    return rig(cfg);
}

/* Hits are looked up until their replies fill the queue. Fills first: replies on their way have room besides. */
static void test_one_queue_holds_as_many_replies_as_it_says(void **state)
{
    (void)state;
    for (uint32_t replies = REPLIES_FILLS_FIRST; replies <= REPLIES_ONE_QUEUE; replies++) {
        rig_t *r = slice(replies);
        push(r, MEM_WRITE, 0, 32, 0);
        expect_reply(r, 0);
        for (uint32_t k = 1; k <= 8; k++) {
            while (!l2_room(r->l2)) tick(r);
            push(r, MEM_READ, 0, 32, k);
        }
        idle(r, 100);
        assert_int_equal(stat(r, "hits"), replies == REPLIES_ONE_QUEUE ? QUEUE : QUEUE + HIT_LATENCY);
        for (uint32_t k = 1; k <= 8; k++) expect_reply(r, k);
        end(r);
    }
}

/* Four fills in a cycle, of which none has been answered. */
static void test_one_queue_accepts_every_fill(void **state)
{
    (void)state;
    for (uint32_t replies = REPLIES_FILLS_FIRST; replies <= REPLIES_ONE_QUEUE; replies++) {
        rig_t *r = slice(replies);
        uint32_t fetch[4];
        for (uint32_t k = 0; k < 4; k++) {
            push(r, MEM_READ, k * 128, 32, k);
            fetch[k] = expect_dram(r, false, 1).id;
        }
        for (uint32_t k = 0; k < 4; k++) {
            if (replies == REPLIES_FILLS_FIRST && k > QUEUE) {
                assert_false(l2_fill_room(r->l2));
                expect_reply(r, k - QUEUE - 1);
            }
            assert_true(l2_fill_room(r->l2));
            l2_fill(r->l2, r->now, fetch[k]);
        }
        for (uint32_t k = replies == REPLIES_FILLS_FIRST ? 4 - QUEUE - 1 : 0; k < 4; k++) expect_reply(r, k);
        end(r);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_one_queue_holds_as_many_replies_as_it_says),
        cmocka_unit_test(test_one_queue_accepts_every_fill),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
