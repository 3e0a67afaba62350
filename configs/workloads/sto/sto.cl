/* sto - MD5 and SHA-1 of overlapping windows of a file, one window of 52 bytes per thread, each a word after the one
 * before.
 *
 * With padding, a window is one block of 64 bytes for either hash. A thread keeps it in shared memory, in an area of
 * PLACE words; PLACE is odd, so that lanes hit different banks. SHA-1 overwrites the block with the words derived from
 * it. */
#define THREADS 128
#define WINDOW  13 /* words */
#define PLACE   31
#define PLACES  4064 /* in words; gives a CTA the shared memory of the original program's */

typedef __local uint *block_t;

__constant uint md5_sine[64] = {
    0xd76aa478, 0xe8c7b756, 0x242070db, 0xc1bdceee, 0xf57c0faf, 0x4787c62a, 0xa8304613, 0xfd469501,
    0x698098d8, 0x8b44f7af, 0xffff5bb1, 0x895cd7be, 0x6b901122, 0xfd987193, 0xa679438e, 0x49b40821,
    0xf61e2562, 0xc040b340, 0x265e5a51, 0xe9b6c7aa, 0xd62f105d, 0x02441453, 0xd8a1e681, 0xe7d3fbc8,
    0x21e1cde6, 0xc33707d6, 0xf4d50d87, 0x455a14ed, 0xa9e3e905, 0xfcefa3f8, 0x676f02d9, 0x8d2a4c8a,
    0xfffa3942, 0x8771f681, 0x6d9d6122, 0xfde5380c, 0xa4beea44, 0x4bdecfa9, 0xf6bb4b60, 0xbebfbc70,
    0x289b7ec6, 0xeaa127fa, 0xd4ef3085, 0x04881d05, 0xd9d4d039, 0xe6db99e5, 0x1fa27cf8, 0xc4ac5665,
    0xf4292244, 0x432aff97, 0xab9423a7, 0xfc93a039, 0x655b59c3, 0x8f0ccc92, 0xffeff47d, 0x85845dd1,
    0x6fa87e4f, 0xfe2ce6e0, 0xa3014314, 0x4e0811a1, 0xf7537e82, 0xbd3af235, 0x2ad7d2bb, 0xeb86d391};

static uint rotated(uint x, uint by) { return x << by | x >> (32 - by); }

static uint swapped(uint x) { return x << 24 | (x & 0xff00) << 8 | (x >> 8 & 0xff00) | x >> 24; }

static void md5(block_t m, __global uint *to, int stride)
{
    const uint turn[16] = {7, 12, 17, 22, 5, 9, 14, 20, 4, 11, 16, 23, 6, 10, 15, 21};
    uint a = 0x67452301, b = 0xefcdab89, c = 0x98badcfe, d = 0x10325476;
    m[WINDOW] = 0x80;
    m[14] = 32 * WINDOW;
    m[15] = 0;
#pragma unroll
    for (int i = 0; i < 64; i++) {
        const uint f = i < 16 ? (b & c) | (~b & d) : i < 32 ? (d & b) | (~d & c) : i < 48 ? b ^ c ^ d : c ^ (b | ~d);
        const int word = (i < 16 ? i : i < 32 ? 5 * i + 1 : i < 48 ? 3 * i + 5 : 7 * i) % 16;
        const uint next = b + rotated(a + f + md5_sine[i] + m[word], turn[i / 16 * 4 + i % 4]);
        a = d;
        d = c;
        c = b;
        b = next;
    }
    to[0] = a + 0x67452301;
    to[stride] = b + 0xefcdab89;
    to[2 * stride] = c + 0x98badcfe;
    to[3 * stride] = d + 0x10325476;
}

static void sha1(block_t m, __global uint *to, int stride)
{
    uint a = 0x67452301, b = 0xefcdab89, c = 0x98badcfe, d = 0x10325476, e = 0xc3d2e1f0;
    for (int i = 0; i < WINDOW; i++) m[i] = swapped(m[i]);
    m[WINDOW] = 0x80000000;
    m[14] = 0;
    m[15] = 32 * WINDOW;
#pragma unroll
    for (int i = 0; i < 80; i++) {
        if (i >= 16) m[i & 15] = rotated(m[(i - 3) & 15] ^ m[(i - 8) & 15] ^ m[(i - 14) & 15] ^ m[i & 15], 1);
        const uint f = i < 20 ? (b & c) | (~b & d) : i >= 40 && i < 60 ? (b & c) | (b & d) | (c & d) : b ^ c ^ d;
        const uint k = i < 20 ? 0x5a827999 : i < 40 ? 0x6ed9eba1 : i < 60 ? 0x8f1bbcdc : 0xca62c1d6;
        const uint next = rotated(a, 5) + f + e + k + m[i & 15];
        e = d;
        d = c;
        c = rotated(b, 30);
        b = a;
        a = next;
    }
    to[0] = a + 0x67452301;
    to[stride] = b + 0xefcdab89;
    to[2 * stride] = c + 0x98badcfe;
    to[3 * stride] = d + 0x10325476;
    to[4 * stride] = e + 0xc3d2e1f0;
}

static block_t fetched(block_t places, __global const uint *from)
{
    block_t mine = places + TID_X * PLACE;
#pragma unroll 1
    for (int i = 0; i < WINDOW; i++) mine[i] = from[i];
    return mine;
}

__kernel void sto_md5(__global const uint *file, __global uint *to)
{
    __local uint places[PLACES];
    const int me = CTA_X * BLOCK_X + TID_X;
    md5(fetched(places, file + me), to + me, GRID_X * BLOCK_X);
}

__kernel void sto_sha1(__global const uint *file, __global uint *to)
{
    __local uint places[PLACES];
    const int me = CTA_X * BLOCK_X + TID_X;
    sha1(fetched(places, file + me), to + me, GRID_X * BLOCK_X);
}
