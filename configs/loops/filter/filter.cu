/* Edges of a grey image as a parallel loop over its inner pixels: sizes of the two 3 x 3 Sobel gradients, added. */
extern "C" __global__ void filter_edges(const int *image, int *edges, int n)
{
    work_t w;
    while (work_next(&w, 2))
        for (int row = w.lower[0]; row < w.upper[0]; row++)
            for (int col = w.lower[1]; col < w.upper[1]; col++) {
                const int y = task(row), x = task(col);
                const int *at = image + y * n + x;
                const int nw = at[-n - 1], north = at[-n], ne = at[-n + 1], west = at[-1], east = at[1];
                const int sw = at[n - 1], south = at[n], se = at[n + 1];
                const int across = ne + 2 * east + se - nw - 2 * west - sw;
                const int down = sw + 2 * south + se - nw - 2 * north - ne;
                const int size = (across < 0 ? -across : across) + (down < 0 ? -down : down);
                edges[y * n + x] = size < 255 ? size : 255;
            }
}
