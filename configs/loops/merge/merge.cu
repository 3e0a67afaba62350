/* Merge sort: each index sorts a block of its own, then writes a block of the sorted runs twice as long, whose begin
 * in the two runs it looks for. */
extern "C" __global__ void merge_sort(const int *from, int *to, int n, int block)
{
    work_t w;
    while (work_next(&w, 1))
        for (int row = w.lower[0]; row < w.upper[0]; row++) {
            const int b = task(row);
            const int first = b * block, last = first + block < n ? first + block : n;
            for (int i = first; i < last; i++) {
                const int value = from[i];
                int at = i;
                for (; at > first && to[at - 1] > value; at--) to[at] = to[at - 1];
                to[at] = value;
            }
        }
}

extern "C" __global__ void merge_runs(const int *from, int *to, int n, int block, int run)
{
    work_t w;
    while (work_next(&w, 1))
        for (int row = w.lower[0]; row < w.upper[0]; row++) {
            const int b = task(row);
            const int first = b * block, last = first + block < n ? first + block : n;
            const int base = first / (2 * run) * (2 * run);
            const int middle = base + run < n ? base + run : n, end = middle + run < n ? middle + run : n;
            const int skip = first - base; /* so many of both runs go before the block: how many are of the lower one? */
            int low = skip > end - middle ? skip - (end - middle) : 0, high = skip < middle - base ? skip : middle - base;
            while (low < high) {
                const int half = (low + high) / 2;
                if (from[base + half] <= from[middle + skip - half - 1])
                    low = half + 1;
                else
                    high = half;
            }
            int left = base + low, right = middle + skip - low;
            for (int i = first; i < last; i++) {
                const bool of_left = right >= end || (left < middle && from[left] <= from[right]);
                to[i] = from[of_left ? left++ : right++];
            }
        }
}
