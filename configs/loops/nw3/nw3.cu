/* Needleman-Wunsch: a diagonal of the score matrix, whose cells need those of the two diagonals before. */
extern "C" __global__ void nw3_diagonal(const int *match, int *score, int n, int diagonal, int penalty)
{
    work_t w;
    while (work_next(&w, 1))
        for (int row = w.lower[0]; row < w.upper[0]; row++) {
            const int y = task(row);
            const int i = y * (n + 1) + diagonal - y;
            const int up = score[i - n - 1] - penalty, left = score[i - 1] - penalty;
            int best = score[i - n - 2] + match[i];
            if (up > best) best = up;
            if (left > best) best = left;
            score[i] = best;
        }
}
