#include "ws.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { SHA1_LEN = 20, SHA1_BLOCK = 64 };

static const char ACCEPT_SUFFIX[] = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";
enum { ACCEPT_INPUT_LEN = WS_KEY_LEN + sizeof ACCEPT_SUFFIX - 1 };

enum ws_parse ws_read_header(const uint8_t *data, size_t len, struct ws_frame *frame)
{
    if (len < 2)
        return WS_INCOMPLETE;
    if (data[0] & 0x70) /* no extension was negotiated, so the reserved bits are zero */
        return WS_MALFORMED;
    frame->fin = data[0] & 0x80;
    frame->opcode = data[0] & 0x0f;
    frame->masked = data[1] & 0x80;

    uint8_t short_len = data[1] & 0x7f;
    if (frame->opcode >= WS_CLOSE && (short_len > WS_CONTROL_PAYLOAD_MAX || !frame->fin))
        return WS_MALFORMED;
    size_t extra = short_len == 126 ? 2 : short_len == 127 ? 8 : 0;
    frame->header_len = 2 + extra + (frame->masked ? 4 : 0);
    if (len < frame->header_len)
        return WS_INCOMPLETE;

    frame->payload_len = extra ? 0 : short_len;
    for (size_t i = 0; i < extra; i++)
        frame->payload_len = frame->payload_len << 8 | data[2 + i];
    if (frame->masked)
        memcpy(frame->mask, data + 2 + extra, 4);
    return frame->payload_len >> 63 ? WS_MALFORMED : WS_COMPLETE;
}

size_t ws_write_header(uint8_t out[WS_HEADER_MAX], bool fin, uint8_t opcode, uint64_t payload_len, const uint8_t *mask)
{
    uint8_t short_len = payload_len < 126 ? (uint8_t)payload_len : payload_len <= 0xffff ? 126 : 127;
    size_t extra = short_len == 126 ? 2 : short_len == 127 ? 8 : 0;

    out[0] = (uint8_t)((fin ? 0x80 : 0) | opcode);
    out[1] = (uint8_t)((mask ? 0x80 : 0) | short_len);
    for (size_t i = 0; i < extra; i++)
        out[2 + i] = (uint8_t)(payload_len >> (8 * (extra - 1 - i)));
    if (!mask)
        return 2 + extra;
    memcpy(out + 2 + extra, mask, 4);
    return 2 + extra + 4;
}

void ws_mask(uint8_t *data, size_t len, const uint8_t mask[4])
{
    uint64_t wide, word;
    memcpy(&wide, mask, 4);
    memcpy((uint8_t *)&wide + 4, mask, 4);

    size_t i = 0;
    for (; i + sizeof word <= len; i += sizeof word) {
        memcpy(&word, data + i, sizeof word);
        word ^= wide;
        memcpy(data + i, &word, sizeof word);
    }
    for (; i < len; i++)
        data[i] ^= mask[i & 3];
}

static uint32_t rotate_left(uint32_t value, int bits)
{
    return value << bits | value >> (32 - bits);
}

static void sha1_block(uint32_t state[5], const uint8_t block[SHA1_BLOCK])
{
    uint32_t w[80];
    for (int i = 0; i < 16; i++)
        w[i] = (uint32_t)block[4 * i] << 24 | (uint32_t)block[4 * i + 1] << 16 | (uint32_t)block[4 * i + 2] << 8 |
               block[4 * i + 3];
    for (int i = 16; i < 80; i++)
        w[i] = rotate_left(w[i - 3] ^ w[i - 8] ^ w[i - 14] ^ w[i - 16], 1);

    uint32_t a = state[0], b = state[1], c = state[2], d = state[3], e = state[4];
    for (int i = 0; i < 80; i++) {
        uint32_t f, k;
        if (i < 20) {
            f = (b & c) | (~b & d);
            k = 0x5a827999;
        } else if (i < 40) {
            f = b ^ c ^ d;
            k = 0x6ed9eba1;
        } else if (i < 60) {
            f = (b & c) | (b & d) | (c & d);
            k = 0x8f1bbcdc;
        } else {
            f = b ^ c ^ d;
            k = 0xca62c1d6;
        }
        uint32_t next = rotate_left(a, 5) + f + e + k + w[i];
        e = d;
        d = c;
        c = rotate_left(b, 30);
        b = a;
        a = next;
    }
    state[0] += a;
    state[1] += b;
    state[2] += c;
    state[3] += d;
    state[4] += e;
}

/* SHA-1 of the 60 bytes of an accept key: always two blocks, the second one holding only the length. */
static void sha1_of_accept_input(const uint8_t input[ACCEPT_INPUT_LEN], uint8_t digest[SHA1_LEN])
{
    uint32_t state[5] = {0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0};
    uint8_t padded[2 * SHA1_BLOCK] = {0};
    _Static_assert(ACCEPT_INPUT_LEN == 60, "a longer or shorter input is padded differently");

    memcpy(padded, input, ACCEPT_INPUT_LEN);
    padded[ACCEPT_INPUT_LEN] = 0x80;
    uint32_t bits = ACCEPT_INPUT_LEN * 8;
    padded[2 * SHA1_BLOCK - 2] = (uint8_t)(bits >> 8);
    padded[2 * SHA1_BLOCK - 1] = (uint8_t)bits;
    sha1_block(state, padded);
    sha1_block(state, padded + SHA1_BLOCK);
    for (int i = 0; i < SHA1_LEN; i++)
        digest[i] = (uint8_t)(state[i / 4] >> (24 - 8 * (i % 4)));
}

static void base64_of_digest(const uint8_t digest[SHA1_LEN], char out[WS_ACCEPT_LEN + 1])
{
    static const char alphabet[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    uint8_t padded[SHA1_LEN + 1] = {0};
    memcpy(padded, digest, SHA1_LEN);
    for (int i = 0; i < WS_ACCEPT_LEN / 4; i++) {
        uint32_t three = (uint32_t)padded[3 * i] << 16 | (uint32_t)padded[3 * i + 1] << 8 | padded[3 * i + 2];
        for (int j = 0; j < 4; j++)
            out[4 * i + j] = alphabet[three >> (18 - 6 * j) & 0x3f];
    }
    out[WS_ACCEPT_LEN - 1] = '=';
    out[WS_ACCEPT_LEN] = '\0';
}

void ws_accept_key(const char *key, char out[WS_ACCEPT_LEN + 1])
{
    uint8_t input[ACCEPT_INPUT_LEN], digest[SHA1_LEN];
    memcpy(input, key, WS_KEY_LEN);
    memcpy(input + WS_KEY_LEN, ACCEPT_SUFFIX, sizeof ACCEPT_SUFFIX - 1);
    sha1_of_accept_input(input, digest);
    base64_of_digest(digest, out);
}

const char *ws_find_header(const char *head, const char *name, size_t *len)
{
    size_t name_len = strlen(name);
    for (const char *line = strstr(head, "\r\n"); line && line[2] != '\r'; line = strstr(line + 2, "\r\n")) {
        if (strncasecmp(line + 2, name, name_len) != 0 || line[2 + name_len] != ':')
            continue;
        const char *value = line + 2 + name_len + 1;
        value += strspn(value, " \t");
        *len = strcspn(value, "\r\n");
        while (*len && (value[*len - 1] == ' ' || value[*len - 1] == '\t'))
            --*len;
        return value;
    }
    return NULL;
}

void bytes_append(struct bytes *bytes, const void *data, size_t len)
{
    if (bytes->len + len > bytes->cap) {
        size_t cap = bytes->cap ? bytes->cap : 256;
        while (cap < bytes->len + len)
            cap *= 2;
        bytes->data = realloc(bytes->data, cap);
        if (!bytes->data) {
            fprintf(stderr, "out of memory\n");
            exit(1);
        }
        bytes->cap = cap;
    }
    memcpy(bytes->data + bytes->len, data, len);
    bytes->len += len;
}

void bytes_drop_front(struct bytes *bytes, size_t len)
{
    bytes->len -= len;
    memmove(bytes->data, bytes->data + len, bytes->len);
}

void bytes_free(struct bytes *bytes)
{
    free(bytes->data);
    *bytes = (struct bytes){0};
}
