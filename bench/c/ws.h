/* WebSocket framing (RFC 6455) as the echo server and the generator both need it: frame headers, masking, the accept
   key. Knows no sockets. */
#ifndef BENCH_WS_H
#define BENCH_WS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum ws_opcode { WS_CONTINUATION = 0x0, WS_TEXT = 0x1, WS_BINARY = 0x2, WS_CLOSE = 0x8, WS_PING = 0x9, WS_PONG = 0xA };
enum ws_parse { WS_MALFORMED = -1, WS_INCOMPLETE = 0, WS_COMPLETE = 1 };
enum { WS_HEADER_MAX = 14, WS_KEY_LEN = 24, WS_ACCEPT_LEN = 28, WS_CONTROL_PAYLOAD_MAX = 125 };

struct ws_frame {
    bool fin;
    bool masked;
    uint8_t opcode;
    uint8_t mask[4];
    size_t header_len;
    uint64_t payload_len;
};

/* Reads a frame header; WS_COMPLETE says nothing about the payload having arrived. */
enum ws_parse ws_read_header(const uint8_t *data, size_t len, struct ws_frame *frame);

/* Writes a frame header and returns its length; without a mask the frame is a server's. */
size_t ws_write_header(uint8_t out[WS_HEADER_MAX], bool fin, uint8_t opcode, uint64_t payload_len, const uint8_t *mask);

/* Masks or unmasks in place. */
void ws_mask(uint8_t *data, size_t len, const uint8_t mask[4]);

/* Sec-WebSocket-Accept for a Sec-WebSocket-Key of WS_KEY_LEN characters. */
void ws_accept_key(const char *key, char out[WS_ACCEPT_LEN + 1]);

/* The value of an HTTP header in a head that ends with an empty line, or NULL; its length goes to *len. */
const char *ws_find_header(const char *head, const char *name, size_t *len);

/* Bytes kept until the rest of them can be read or sent. */
struct bytes {
    uint8_t *data;
    size_t len;
    size_t cap;
};

void bytes_append(struct bytes *bytes, const void *data, size_t len);
void bytes_drop_front(struct bytes *bytes, size_t len);
void bytes_free(struct bytes *bytes);

#endif
