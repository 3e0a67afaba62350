/* aes - AES-128 encryption by tables in shared memory: a thread has one word of a 16-byte block, four words a state.
 *
 * Four tables of 256 words combine substitution, rotation of rows and mixing of columns. A thread reads its four table
 * words at indexes that are bytes of its block's four words, which are in one of two staging buffers. The banks of these
 * reads are random. */
#define TABLE 256
#define THREADS 256
#define ROUNDS 10

__kernel void aes_encrypt(__global uint *out, __global const uint *in, __global const uint *tables,
                          __global const uint *keys)
{
    __local uint table[4 * TABLE], stage[2][THREADS];
    const uint t = TID_X, i = CTA_X * THREADS + t, block = t & ~3u, column = t & 3u;

    for (uint k = 0; k < 4; k++) table[k * TABLE + t] = tables[k * TABLE + t];
    stage[0][t] = in[i] ^ keys[column];
    SYNC();
#pragma unroll 1
    for (uint round = 1; round < ROUNDS; round++) {
        const uint from = (round - 1) & 1;
        const uint word = table[stage[from][block + column] & 255] ^
                          table[TABLE + (stage[from][block + (column + 1 & 3)] >> 8 & 255)] ^
                          table[2 * TABLE + (stage[from][block + (column + 2 & 3)] >> 16 & 255)] ^
                          table[3 * TABLE + (stage[from][block + (column + 3 & 3)] >> 24)];
        stage[1 - from][t] = word ^ keys[4 * round + column];
        SYNC();
    }
    /* The last round does not mix columns: it takes the substituted byte, which is the second byte of a word of table 0. */
    const uint from = (ROUNDS - 1) & 1;
    const uint a = table[stage[from][block + column] & 255] >> 8 & 255,
               b = table[stage[from][block + (column + 1 & 3)] >> 8 & 255] >> 8 & 255,
               c = table[stage[from][block + (column + 2 & 3)] >> 16 & 255] >> 8 & 255,
               d = table[stage[from][block + (column + 3 & 3)] >> 24] >> 8 & 255;
    out[i] = (a | b << 8 | c << 16 | d << 24) ^ keys[4 * ROUNDS + column];
}
