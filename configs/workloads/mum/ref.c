/* Genome, suffix tree and reference of mum. Ukkonen's algorithm builds the tree. The reference uses no tree: it looks
 * reads up in the sorted list of all places of the text. */
#include "workload/workload.h"

#include <stdlib.h>
#include <string.h>

enum { CHILD_WORDS = 8, GENOME = 4, BASES_MAX = 32, PLACES_MAX = 1 << 21, END = 4 };

typedef struct {
    int32_t begin, end, link, depth;
} node_t;

typedef struct {
    const uint8_t *text;
    node_t *node; /* 0 is the root */
    int32_t (*child)[CHILD_WORDS];
    int32_t used, linkless;  /* nodes; the internal one whose link is next, 0: none */
    int32_t at, edge, along; /* where the longest suffix seen before ends: node, edge by its first
                                base's place, bases along it */
} tree_t;

static int32_t add(tree_t *t, int32_t begin, int32_t end)
{
    t->node[t->used] = (node_t){.begin = begin, .end = end};
    return t->used++;
}

static void link_to(tree_t *t, int32_t node)
{
    if (t->linkless) t->node[t->linkless].link = node;
    t->linkless = node;
}

/* Splits the edge where the text up to `last` leaves it: adds a node there, and a leaf. */
static void split(tree_t *t, int32_t *edge, int32_t last, int32_t leaf_end)
{
    int32_t below = *edge, begin = t->node[below].begin;
    int32_t middle = add(t, begin, begin + t->along);
    *edge = middle;
    t->node[below].begin += t->along;
    t->child[middle][t->text[t->node[below].begin]] = below;
    t->child[middle][t->text[last]] = add(t, last, leaf_end);
    link_to(t, middle);
}

/* Adds a suffix that ends with the base at `last`. False: the tree has it, and so all shorter ones. */
static bool extend(tree_t *t, int32_t last, int32_t leaf_end)
{
    int32_t *edge = NULL;
    for (;;) { /* down whole edges */
        if (t->along == 0) t->edge = last;
        edge = &t->child[t->at][t->text[t->edge]];
        int32_t length = *edge ? t->node[*edge].end - t->node[*edge].begin : 0;
        if (!*edge || t->along < length) break;
        t->edge += length;
        t->along -= length;
        t->at = *edge;
    }
    if (*edge && t->text[t->node[*edge].begin + t->along] == t->text[last]) {
        t->along++;
        link_to(t, t->at);
        return false;
    }
    if (*edge) {
        split(t, edge, last, leaf_end);
    } else {
        *edge = add(t, last, leaf_end);
        link_to(t, t->at);
    }
    return true;
}

static void grow(tree_t *t, int32_t bases)
{
    int32_t missing = 0; /* suffixes that have no leaf yet */
    add(t, 0, 0);
    for (int32_t last = 0; last < bases; last++) {
        t->linkless = 0;
        for (missing++; missing > 0 && extend(t, last, bases); missing--) {
            if (t->at == 0 && t->along > 0) {
                t->along--;
                t->edge = last - missing + 2;
            } else {
                t->at = t->node[t->at].link;
            }
        }
    }
}

/* Computes the nodes' depths from the root down; `list` holds the nodes whose children are still to do. */
static void measure(const tree_t *t, int32_t *list)
{
    int32_t left = 0;
    for (list[left++] = 0; left > 0;) {
        int32_t from = list[--left];
        for (int base = 0; base <= END; base++) {
            int32_t to = t->child[from][base];
            if (!to) continue;
            t->node[to].depth = t->node[from].depth + t->node[to].end - t->node[to].begin;
            list[left++] = to;
        }
    }
}

static void mum_init(workload_ref_ctx_t *ctx)
{
    int64_t length = workload_ref_param(ctx, "reference", BASES_MAX, PLACES_MAX);
    int64_t count = workload_ref_param(ctx, "count", 1, WORKLOAD_REF_MAX);
    int64_t bases = workload_ref_param(ctx, "bases", 1, BASES_MAX), nodes = 2 * (length + 1);
    uint8_t *text = workload_ref_buf(ctx, "text", ELEM_U8, length + 1);
    uint8_t *reads = workload_ref_buf(ctx, "reads", ELEM_U8, count * (bases + 1));
    tree_t t = {.text = text,
                .node = workload_ref_buf(ctx, "tree", ELEM_S32, 4 * nodes),
                .child = workload_ref_buf(ctx, "children", ELEM_S32, CHILD_WORDS * nodes)};
    uint8_t *genome = workload_ref_room(ctx, GENOME * length, 1);
    int32_t *list = workload_ref_room(ctx, nodes, sizeof *list);

    for (int64_t i = 0; i < GENOME * length; i++) genome[i] = workload_ref_random(ctx) >> 62;
    for (int64_t r = 0; r < count; r++, reads += bases + 1) {
        uint64_t places = (uint64_t)(GENOME * length - bases + 1);
        memcpy(reads, genome + workload_ref_random(ctx) % places, (size_t)bases);
        reads[bases] = END;
    }
    memcpy(text, genome, (size_t)length);
    text[length] = END;
    memset(t.child, 0, (size_t)nodes * sizeof *t.child);
    grow(&t, (int32_t)length + 1);
    measure(&t, list);
}

typedef struct {
    uint64_t key; /* up to BASES_MAX bases from here, two bits each */
    int32_t place;
} place_t;

static int by_key(const void *a, const void *b)
{
    uint64_t x = ((const place_t *)a)->key, y = ((const place_t *)b)->key;
    return (x > y) - (x < y);
}

static uint64_t key_of(const uint8_t *from, int64_t bases)
{
    uint64_t key = 0;
    for (int64_t i = 0; i < BASES_MAX; i++) key = key << 2 | (i < bases ? from[i] : 0);
    return key;
}

/* Binary search: the first of list[lo..hi) whose leading `length` bases do not sort before the key's. */
static int64_t first_from(const place_t *list, int64_t lo, int64_t hi, uint64_t key, int64_t length)
{
    int64_t shift = 2 * (BASES_MAX - length);
    while (lo < hi) {
        int64_t middle = lo + (hi - lo) / 2;
        if (list[middle].key >> shift < key >> shift) lo = middle + 1;
        else hi = middle;
    }
    return lo;
}

/* Near the end of the text a place has fewer bases than its key. */
static bool reaches(const place_t *at, int64_t length, int64_t places) { return at->place + length <= places; }

/* Finds the longest match of the bases, and its first place in the text. */
static void longest(const place_t *list, int64_t places, const uint8_t *bases, int64_t count, int32_t match[2])
{
    int64_t lo = 0, hi = places, some_lo = 0, some_hi = 0, length = 0;
    uint64_t key = key_of(bases, count);
    while (length < count) {
        uint64_t one = UINT64_C(1) << 2 * (BASES_MAX - length - 1);
        lo = first_from(list, lo, hi, key, length + 1);
        if ((key | (one - 1)) != UINT64_MAX) hi = first_from(list, lo, hi, key + one, length + 1);
        int64_t some = lo;
        while (some < hi && !reaches(&list[some], length + 1, places)) some++;
        if (some == hi) break;
        some_lo = some;
        some_hi = hi;
        length++;
    }
    match[0] = length ? list[some_lo].place : 0;
    match[1] = (int32_t)length;
    for (int64_t i = some_lo; i < some_hi; i++)
        if (reaches(&list[i], length, places) && list[i].place < match[0]) match[0] = list[i].place;
}

static void mum_expect(workload_ref_ctx_t *ctx)
{
    int64_t places = workload_ref_param(ctx, "reference", BASES_MAX, PLACES_MAX);
    int64_t count = workload_ref_param(ctx, "count", 1, WORKLOAD_REF_MAX);
    int64_t bases = workload_ref_param(ctx, "bases", 1, BASES_MAX);
    int64_t starts = bases - workload_ref_param(ctx, "least", 1, bases) + 1;
    const uint8_t *text = workload_ref_own(ctx, "text", ELEM_U8, places);
    const uint8_t *reads = workload_ref_own(ctx, "reads", ELEM_U8, count * (bases + 1));
    int32_t *matches = workload_ref_buf(ctx, "matches", ELEM_S32, 2 * count * starts);
    place_t *list = workload_ref_room(ctx, places, sizeof *list);

    for (int64_t i = 0; i < places; i++) list[i] = (place_t){key_of(text + i, places - i), (int32_t)i};
    qsort(list, (size_t)places, sizeof *list, by_key);
    for (int64_t r = 0; r < count; r++)
        for (int64_t s = 0; s < starts; s++, matches += 2)
            longest(list, places, reads + r * (bases + 1) + s, bases - s, matches);
}

const workload_ref_t workload_ref_mum = {.name = "mum", .init = mum_init, .expect = mum_expect};
