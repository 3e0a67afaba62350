/* mum - exact matches of short reads in a reference genome, by its suffix tree.
 *
 * A thread walks the tree for one read: children of the node, record of the child, then the bases of
 * the edge one by one. Where that ends it has the longest match that starts at the read's first base;
 * the suffix link leads to the node for the same bases without the first, and the walk goes on from
 * there for the match that starts one base later. A chain of dependent loads from all over the tree,
 * of a length that differs from lane to lane. */
#define CHILD_WORDS 8 /* A, C, G, T, end of text; 32 bytes */

__kernel void mum_match(__global int2 *matches, __global const int *children,
                        __global const int4 *tree, __global const uchar *text,
                        __global const uchar *reads, int count, int bases, int least)
{
    int me = CTA_X * BLOCK_X + TID_X;
    if (me >= count) return;
    __global const uchar *read = reads + me * (bases + 1);
    int starts = bases - least + 1, node = 0;
    int4 at = tree[node]; /* x, y: bases of the edge to it; z: suffix link; w: bases from the root */

    for (int s = 0; s < starts; s++) {
        int length = at.w, stop = at.y;
        while (s + length < bases) {
            int child = children[node * CHILD_WORDS + read[s + length]];
            if (child == 0) break;
            int4 edge = tree[child];
            stop = edge.x;
            while (stop < edge.y && s + length < bases && text[stop] == read[s + length]) {
                stop++;
                length++;
            }
            if (stop < edge.y) break;
            node = child;
            at = edge;
        }
        matches[me * starts + s] = (int2)(stop - length, length);
        node = at.z;
        at = tree[node];
    }
}
