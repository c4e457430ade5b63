/* ChaCha20 key stream (RFC 8439, section 2.3), four consecutive blocks at a time.
 *
 * One vector lane per block: the compiler turns each line into SIMD instructions. Vector extensions of
 * GCC and Clang; x86-64 and AArch64 both have 128-bit vectors in their base instruction sets.
 */
#ifndef CERTAMEN_CHACHA_H
#define CERTAMEN_CHACHA_H

#include <stdint.h>
#include <string.h>

#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
#error "Certamen serialises its structs as they lie in memory and needs a little-endian machine"
#endif

typedef uint32_t certamen_lanes __attribute__((vector_size(16)));

#define CERTAMEN_ROTATE(v, n) (((v) << (n)) | ((v) >> (32 - (n))))
#define CERTAMEN_QUARTER(a, b, c, d)                         \
    a += b; d ^= a; d = CERTAMEN_ROTATE(d, 16);              \
    c += d; b ^= c; b = CERTAMEN_ROTATE(b, 12);              \
    a += b; d ^= a; d = CERTAMEN_ROTATE(d, 8);               \
    c += d; b ^= c; b = CERTAMEN_ROTATE(b, 7);

/* Write blocks counter … counter+3 of the stream to out: 64 words, block after block. */
static inline void certamen_chacha20_x4(const uint8_t key[32], uint32_t counter, const uint32_t nonce[3],
                                        uint32_t out[64])
{
    uint32_t k[8];
    certamen_lanes start[16], x[16];
    int i, lane;

    memcpy(k, key, 32);
    start[0] = (certamen_lanes){0x61707865u, 0x61707865u, 0x61707865u, 0x61707865u};
    start[1] = (certamen_lanes){0x3320646eu, 0x3320646eu, 0x3320646eu, 0x3320646eu};
    start[2] = (certamen_lanes){0x79622d32u, 0x79622d32u, 0x79622d32u, 0x79622d32u};
    start[3] = (certamen_lanes){0x6b206574u, 0x6b206574u, 0x6b206574u, 0x6b206574u};
    for (i = 0; i < 8; i++)
        start[4 + i] = (certamen_lanes){k[i], k[i], k[i], k[i]};
    start[12] = (certamen_lanes){counter, counter + 1, counter + 2, counter + 3};
    for (i = 0; i < 3; i++)
        start[13 + i] = (certamen_lanes){nonce[i], nonce[i], nonce[i], nonce[i]};

    for (i = 0; i < 16; i++)
        x[i] = start[i];
    for (i = 0; i < 10; i++) {
        CERTAMEN_QUARTER(x[0], x[4], x[8], x[12])
        CERTAMEN_QUARTER(x[1], x[5], x[9], x[13])
        CERTAMEN_QUARTER(x[2], x[6], x[10], x[14])
        CERTAMEN_QUARTER(x[3], x[7], x[11], x[15])
        CERTAMEN_QUARTER(x[0], x[5], x[10], x[15])
        CERTAMEN_QUARTER(x[1], x[6], x[11], x[12])
        CERTAMEN_QUARTER(x[2], x[7], x[8], x[13])
        CERTAMEN_QUARTER(x[3], x[4], x[9], x[14])
    }
    for (i = 0; i < 16; i++) {
        x[i] += start[i];
        for (lane = 0; lane < 4; lane++)
            out[16 * lane + i] = x[i][lane];
    }
}

#endif
