/* The floor of what a WebSocket message can cost on this machine: one thread, one epoll, echo. It is what every other
   server is held against, so it does the real work of the protocol (handshake, unmasking, fragments, ping, close,
   partial writes) and nothing else. Listens on 127.0.0.1 only.

   Usage: echo [PORT]     0, the default, picks a free port; the first line printed is "port N". */
#define _GNU_SOURCE
#include "ws.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

enum { INPUT_MAX = 1 << 20, HEAD_MAX = 8192, BACKLOG = 4096, EVENTS_MAX = 256 };

struct conn {
    int fd;
    bool open;            /* the upgrade was answered */
    bool closing;         /* to be closed once everything is sent */
    struct bytes held;    /* the beginning of something that has not arrived whole */
    struct bytes pending; /* what the socket would not take yet */
};

static int poller;
static uint8_t input[INPUT_MAX];  /* shared: one connection is served at a time */
static uint8_t output[INPUT_MAX + HEAD_MAX];
static size_t output_len;

static void die(const char *what)
{
    perror(what);
    exit(1);
}

static void close_conn(struct conn *conn)
{
    close(conn->fd);
    bytes_free(&conn->held);
    bytes_free(&conn->pending);
    free(conn);
}

static void watch(struct conn *conn, uint32_t events, int operation)
{
    struct epoll_event event = {.events = events, .data.ptr = conn};
    if (epoll_ctl(poller, operation, conn->fd, &event) < 0)
        die("epoll_ctl");
}

static void put(const void *data, size_t len)
{
    memcpy(output + output_len, data, len);
    output_len += len;
}

static void put_frame(bool fin, uint8_t opcode, const uint8_t *payload, size_t len)
{
    output_len += ws_write_header(output + output_len, fin, opcode, len, NULL);
    put(payload, len);
}

static bool is_upgrade(const char *head, const char **key)
{
    size_t upgrade_len, key_len;
    const char *upgrade = ws_find_header(head, "Upgrade", &upgrade_len);
    *key = ws_find_header(head, "Sec-WebSocket-Key", &key_len);
    return strncmp(head, "GET ", 4) == 0 && upgrade && upgrade_len == strlen("websocket") &&
           strncasecmp(upgrade, "websocket", upgrade_len) == 0 && *key && key_len == WS_KEY_LEN;
}

/* Returns how many bytes of the input were the request head; 0 while it is incomplete. */
static size_t answer_upgrade(struct conn *conn, size_t len)
{
    uint8_t *end = memmem(input, len, "\r\n\r\n", 4);
    if (!end) {
        conn->closing = len > HEAD_MAX;
        return 0;
    }
    static char head[HEAD_MAX + 1];
    size_t head_len = (size_t)(end - input) + 4;
    if (head_len > HEAD_MAX) {
        conn->closing = true;
        return 0;
    }
    memcpy(head, input, head_len);
    head[head_len] = '\0';

    const char *key;
    char accept[WS_ACCEPT_LEN + 1];
    char reply[256];
    if (is_upgrade(head, &key)) {
        ws_accept_key(key, accept);
        snprintf(reply, sizeof reply,
                 "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                 "Sec-WebSocket-Accept: %s\r\n\r\n",
                 accept);
        conn->open = true;
    } else {
        snprintf(reply, sizeof reply, "HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\nConnection: close\r\n\r\n");
        conn->closing = true;
    }
    put(reply, strlen(reply));
    return head_len;
}

static void answer_frame(struct conn *conn, const struct ws_frame *frame, uint8_t *payload)
{
    size_t len = (size_t)frame->payload_len;
    ws_mask(payload, len, frame->mask);
    switch (frame->opcode) {
    case WS_CONTINUATION: /* fragments go back as fragments, so the message comes back whole */
    case WS_TEXT:
    case WS_BINARY:
        put_frame(frame->fin, frame->opcode, payload, len);
        break;
    case WS_PING:
        put_frame(true, WS_PONG, payload, len);
        break;
    case WS_PONG:
        break;
    case WS_CLOSE:
        put_frame(true, WS_CLOSE, payload, len);
        conn->closing = true;
        break;
    default:
        conn->closing = true;
    }
}

/* Answers every whole frame and returns how many bytes were used up. */
static size_t answer_frames(struct conn *conn, uint8_t *data, size_t len)
{
    size_t used = 0;
    while (!conn->closing) {
        struct ws_frame frame;
        enum ws_parse parsed = ws_read_header(data + used, len - used, &frame);
        if (parsed == WS_INCOMPLETE)
            break;
        if (parsed == WS_MALFORMED || !frame.masked || frame.payload_len > INPUT_MAX - WS_HEADER_MAX) {
            conn->closing = true;
            break;
        }
        if (len - used < frame.header_len + frame.payload_len)
            break;
        answer_frame(conn, &frame, data + used + frame.header_len);
        used += frame.header_len + (size_t)frame.payload_len;
    }
    return used;
}

static void hold_rest(struct conn *conn, const uint8_t *rest, size_t len)
{
    conn->held.len = 0;
    if (len)
        bytes_append(&conn->held, rest, len);
}

/* Sends the output; what the socket does not take waits, and reading from this connection waits with it. */
static void flush_output(struct conn *conn)
{
    ssize_t sent = output_len ? send(conn->fd, output, output_len, MSG_NOSIGNAL) : 0;
    if (sent < 0) {
        if (errno != EAGAIN) {
            close_conn(conn);
            return;
        }
        sent = 0;
    }
    if ((size_t)sent < output_len) {
        bytes_append(&conn->pending, output + sent, output_len - (size_t)sent);
        watch(conn, EPOLLOUT, EPOLL_CTL_MOD);
    } else if (conn->closing) {
        close_conn(conn);
    }
}

static void on_readable(struct conn *conn)
{
    size_t len = conn->held.len;
    if (len)
        memcpy(input, conn->held.data, len);
    ssize_t got = recv(conn->fd, input + len, INPUT_MAX - len, 0);
    if (got < 0 && (errno == EAGAIN || errno == EINTR))
        return;
    if (got <= 0) {
        close_conn(conn);
        return;
    }
    len += (size_t)got;

    output_len = 0;
    size_t used = conn->open ? 0 : answer_upgrade(conn, len);
    if (conn->open)
        used += answer_frames(conn, input + used, len - used);
    hold_rest(conn, input + used, len - used);
    flush_output(conn);
}

static void on_writable(struct conn *conn)
{
    ssize_t sent = send(conn->fd, conn->pending.data, conn->pending.len, MSG_NOSIGNAL);
    if (sent < 0) {
        if (errno != EAGAIN)
            close_conn(conn);
        return;
    }
    bytes_drop_front(&conn->pending, (size_t)sent);
    if (conn->pending.len)
        return;
    if (conn->closing)
        close_conn(conn);
    else
        watch(conn, EPOLLIN, EPOLL_CTL_MOD);
}

static void accept_all(int listener)
{
    for (;;) {
        int fd = accept4(listener, NULL, NULL, SOCK_NONBLOCK | SOCK_CLOEXEC);
        if (fd < 0) {
            if (errno == EAGAIN)
                return;
            if (errno == ECONNABORTED || errno == EINTR)
                continue;
            die("accept (raise the open-file limit?)");
        }
        int yes = 1;
        setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
        struct conn *conn = calloc(1, sizeof *conn);
        if (!conn)
            die("calloc");
        conn->fd = fd;
        watch(conn, EPOLLIN, EPOLL_CTL_ADD);
    }
}

static int listen_on(uint16_t port)
{
    int listener = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    int yes = 1;
    struct sockaddr_in address = {
        .sin_family = AF_INET, .sin_port = htons(port), .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t len = sizeof address;

    if (listener < 0)
        die("socket");
    setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
    if (bind(listener, (struct sockaddr *)&address, sizeof address) < 0)
        die("bind");
    if (listen(listener, BACKLOG) < 0)
        die("listen");
    if (getsockname(listener, (struct sockaddr *)&address, &len) < 0)
        die("getsockname");
    printf("port %d\n", ntohs(address.sin_port));
    fflush(stdout);
    return listener;
}

static uint16_t port_from(int argc, char **argv)
{
    char *end = "";
    unsigned long port = argc > 1 ? strtoul(argv[1], &end, 10) : 0;
    if (argc > 2 || *end || port > 65535) {
        fprintf(stderr, "usage: echo [PORT]\n");
        exit(2);
    }
    return (uint16_t)port;
}

int main(int argc, char **argv)
{
    int listener = listen_on(port_from(argc, argv));
    struct epoll_event events[EVENTS_MAX], listening = {.events = EPOLLIN, .data.ptr = NULL};
    poller = epoll_create1(EPOLL_CLOEXEC);
    if (poller < 0 || epoll_ctl(poller, EPOLL_CTL_ADD, listener, &listening) < 0)
        die("epoll");

    for (;;) {
        int count = epoll_wait(poller, events, EVENTS_MAX, -1);
        if (count < 0 && errno != EINTR)
            die("epoll_wait");
        for (int i = 0; i < count; i++) {
            struct conn *conn = events[i].data.ptr;
            if (!conn)
                accept_all(listener);
            else if (conn->pending.len)
                on_writable(conn);
            else
                on_readable(conn);
        }
    }
}
