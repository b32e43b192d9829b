/* The load generator: one thread, one epoll, N WebSocket connections to a server on this machine. It upgrades them,
   plays the set-up messages of a template on each, then sends the template's messages for a warm-up and a measured
   phase, and prints one line of JSON: messages answered, what they cost the server in CPU, how long they took. One
   message per connection is outstanding; the next goes when the answer came (closed loop) or at its place in a fixed
   schedule (--rate), and then latency counts from the scheduled time. It ends by itself and refuses any address that is
   not loopback. */
#define _GNU_SOURCE
#include "latencies.h"
#include "options.h"
#include "template.h"
#include "usage.h"
#include "ws.h"

#include <arpa/inet.h>
#include <errno.h>
#include <inttypes.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

enum {
    OPENING_MAX = 64, /* connections that are being upgraded and set up at one time */
    INPUT_MAX = 4 << 20,
    HEAD_MAX = 8192,
    EVENTS_MAX = 256,
    COMPLAINTS_MAX = 5,
    EXCERPT_MAX = 300,
    IDLE_WAIT_MS = 50,
    DRAIN_S = 5,
};

static const char KEY[] = "dGhlIHNhbXBsZSBub25jZQ==";

enum phase { SETTING_UP, WARMING_UP, MEASURING, DRAINING };
enum conn_state { UPGRADING, PREPARING, READY, CLOSED };

struct conn {
    int fd;
    int index;
    enum conn_state state;
    int step;          /* next set-up message, later next measured message */
    long long n;       /* what {n} becomes in the next message that has it */
    bool waiting;      /* a message is out and unanswered */
    const char *reply; /* the bytes its answer will contain */
    int64_t since_ns;  /* when it was sent, in a fixed schedule when it was due */
    uint64_t sent;     /* measured messages */
    uint64_t due;      /* how many of them the schedule has asked for */
    struct bytes held;      /* the beginning of something that has not arrived whole */
    struct bytes pending;   /* what the socket would not take yet */
    struct bytes fragments; /* of a message whose last frame has not come */
    bool fragmented;
    bool text; /* the message is text, which alone can be an answer */
};

static struct options options;
static struct template template;
static char accept_key[WS_ACCEPT_LEN + 1];
static int poller;
static struct conn *conns;
static int opened, prepared, lost, outstanding;
static uint64_t refused_count;
static uint64_t others_count;      /* text messages in the measured phase that answer nothing: the table's stream */
static struct latencies latencies; /* of the answers in the measured phase */
static enum phase phase = SETTING_UP;
static int64_t schedule_start_ns;
static uint64_t schedule_next;
static uint32_t mask_state = 0x9e3779b9;
static uint8_t input[INPUT_MAX]; /* shared: one connection is read at a time */
static char last_unmatched[EXCERPT_MAX + 1];

static void die(const char *what)
{
    perror(what);
    exit(1);
}

static void complain(const char *format, ...)
{
    static int complaints;
    if (complaints++ >= COMPLAINTS_MAX)
        return;
    va_list arguments;
    va_start(arguments, format);
    vfprintf(stderr, format, arguments);
    va_end(arguments);
    fputc('\n', stderr);
}

static void excerpt(char out[EXCERPT_MAX + 1], const uint8_t *data, size_t len)
{
    size_t kept = len < EXCERPT_MAX ? len : EXCERPT_MAX;
    memcpy(out, data, kept);
    out[kept] = '\0';
}

static void watch(struct conn *conn, int operation)
{
    struct epoll_event event = {.events = EPOLLIN | (conn->pending.len ? EPOLLOUT : 0), .data.ptr = conn};
    if (epoll_ctl(poller, operation, conn->fd, &event) < 0)
        die("epoll_ctl");
}

/* A connection that fails during set-up ends the run: fewer connections would be another measurement. */
static void lose(struct conn *conn, const char *why)
{
    complain("connection %d: %s", conn->index, why);
    if (phase == SETTING_UP)
        exit(1);
    outstanding -= conn->waiting;
    conn->waiting = false;
    conn->state = CLOSED;
    close(conn->fd);
    lost++;
}

static void send_bytes(struct conn *conn, const void *data, size_t len)
{
    ssize_t sent = conn->pending.len ? 0 : send(conn->fd, data, len, MSG_NOSIGNAL);
    if (sent < 0) {
        if (errno != EAGAIN) {
            lose(conn, strerror(errno));
            return;
        }
        sent = 0;
    }
    if ((size_t)sent == len)
        return;
    bytes_append(&conn->pending, (const uint8_t *)data + sent, len - (size_t)sent);
    watch(conn, EPOLL_CTL_MOD);
}

static void send_pending(struct conn *conn)
{
    ssize_t sent = send(conn->fd, conn->pending.data, conn->pending.len, MSG_NOSIGNAL);
    if (sent < 0) {
        if (errno != EAGAIN)
            lose(conn, strerror(errno));
        return;
    }
    bytes_drop_front(&conn->pending, (size_t)sent);
    if (!conn->pending.len)
        watch(conn, EPOLL_CTL_MOD);
}

/* The payload must have WS_HEADER_MAX free bytes before it and is masked in place. */
static void send_frame(struct conn *conn, uint8_t opcode, uint8_t *payload, size_t len)
{
    uint8_t mask[4], header[WS_HEADER_MAX];
    mask_state ^= mask_state << 13;
    mask_state ^= mask_state >> 17;
    mask_state ^= mask_state << 5;
    memcpy(mask, &mask_state, sizeof mask);

    size_t header_len = ws_write_header(header, true, opcode, len, mask);
    memcpy(payload - header_len, header, header_len);
    ws_mask(payload, len, mask);
    send_bytes(conn, payload - header_len, header_len + len);
}

static struct filling filling_for(const struct conn *conn)
{
    return (struct filling){.conn = template.conn_from + conn->index, .n = conn->n, .port = options.port};
}

static void send_step(struct conn *conn, const struct step *step, int64_t since_ns)
{
    static uint8_t room[WS_HEADER_MAX + TEXT_MAX];
    bool numbered;
    struct filling filling = filling_for(conn);
    size_t len = template_fill(step->text, &filling, (char *)room + WS_HEADER_MAX, &numbered);
    conn->n += numbered;
    conn->reply = step->reply;
    conn->waiting = true;
    conn->since_ns = since_ns;
    outstanding++;
    send_frame(conn, WS_TEXT, room + WS_HEADER_MAX, len);
}

static void send_measured(struct conn *conn, int64_t since_ns)
{
    const struct step *step = &template.sends[conn->step];
    conn->step = (conn->step + 1) % template.send_count;
    conn->sent++;
    send_step(conn, step, since_ns);
}

static int64_t due_ns(uint64_t message)
{
    return schedule_start_ns + (int64_t)((double)message * 1e9 / options.rate);
}

/* Message number k of the schedule belongs to connection k mod N. */
static void send_if_due(struct conn *conn)
{
    if (conn->state == READY && !conn->waiting && conn->sent < conn->due)
        send_measured(conn, due_ns(conn->sent * (uint64_t)options.connections + (uint64_t)conn->index));
}

static void keep_schedule(int64_t now)
{
    while (due_ns(schedule_next) <= now) {
        struct conn *conn = &conns[schedule_next++ % (uint64_t)options.connections];
        conn->due++;
        send_if_due(conn);
    }
}

static bool sending(void)
{
    return phase == WARMING_UP || phase == MEASURING;
}

static void send_next(struct conn *conn, int64_t now)
{
    if (conn->state == PREPARING) {
        if (conn->step < template.setup_count) {
            send_step(conn, &template.setup[conn->step++], now);
            return;
        }
        conn->state = READY;
        conn->step = 0;
        prepared++;
    } else if (!sending()) {
        return;
    } else if (options.rate > 0) {
        send_if_due(conn);
    } else {
        send_measured(conn, now);
    }
}

static bool is_refusal(const uint8_t *data, size_t len)
{
    for (int i = 0; i < template.refusal_count; i++)
        if (memmem(data, len, template.refusals[i], strlen(template.refusals[i])))
            return true;
    return false;
}

static void on_refusal(struct conn *conn, const uint8_t *data, size_t len)
{
    char said[EXCERPT_MAX + 1];
    excerpt(said, data, len);
    complain("connection %d was refused: %s", conn->index, said);
    if (phase == SETTING_UP)
        exit(1);
    refused_count++;
}

static void on_message(struct conn *conn, const uint8_t *data, size_t len)
{
    bool refused = conn->waiting && is_refusal(data, len);
    if (!refused && !(conn->waiting && memmem(data, len, conn->reply, strlen(conn->reply)))) {
        others_count += phase == MEASURING;
        if (phase == SETTING_UP)
            excerpt(last_unmatched, data, len);
        return;
    }
    int64_t now = now_ns();
    conn->waiting = false;
    outstanding--;
    if (refused) {
        on_refusal(conn, data, len);
    } else if (phase == MEASURING) {
        latencies_add(&latencies, now - conn->since_ns);
    }
    send_next(conn, now);
}

static void on_data_frame(struct conn *conn, const struct ws_frame *frame, const uint8_t *payload)
{
    size_t len = (size_t)frame->payload_len;
    bool continues = frame->opcode == WS_CONTINUATION;
    if (continues != conn->fragmented) {
        lose(conn, "the server mixed up the fragments of a message");
        return;
    }
    if (!continues)
        conn->text = frame->opcode == WS_TEXT;
    if (frame->fin && !continues) {
        if (conn->text)
            on_message(conn, payload, len);
        return;
    }
    if (conn->fragments.len + len > INPUT_MAX) {
        lose(conn, "the server sent a message that is too long");
        return;
    }
    bytes_append(&conn->fragments, payload, len);
    conn->fragmented = !frame->fin;
    if (!frame->fin)
        return;
    size_t whole = conn->fragments.len;
    conn->fragments.len = 0;
    if (conn->text)
        on_message(conn, conn->fragments.data, whole);
}

static void on_ping(struct conn *conn, const uint8_t *payload, size_t len)
{
    uint8_t room[WS_HEADER_MAX + WS_CONTROL_PAYLOAD_MAX];
    memcpy(room + WS_HEADER_MAX, payload, len);
    send_frame(conn, WS_PONG, room + WS_HEADER_MAX, len);
}

static void on_close(struct conn *conn, const uint8_t *payload, size_t len)
{
    char why[EXCERPT_MAX + 64];
    char reason[EXCERPT_MAX + 1] = "";
    int code = len >= 2 ? payload[0] << 8 | payload[1] : 0;
    if (len > 2)
        excerpt(reason, payload + 2, len - 2);
    snprintf(why, sizeof why, "the server closed it, code %d %s", code, reason);
    lose(conn, why);
}

static void on_frame(struct conn *conn, const struct ws_frame *frame, const uint8_t *payload)
{
    switch (frame->opcode) {
    case WS_CONTINUATION:
    case WS_TEXT:
    case WS_BINARY:
        on_data_frame(conn, frame, payload);
        break;
    case WS_PING:
        on_ping(conn, payload, (size_t)frame->payload_len);
        break;
    case WS_PONG:
        break;
    case WS_CLOSE:
        on_close(conn, payload, (size_t)frame->payload_len);
        break;
    default:
        lose(conn, "the server sent an unknown frame");
    }
}

/* Handles every whole frame and returns how many bytes were used up. */
static size_t on_frames(struct conn *conn, const uint8_t *data, size_t len)
{
    size_t used = 0;
    while (conn->state != CLOSED) {
        struct ws_frame frame;
        enum ws_parse parsed = ws_read_header(data + used, len - used, &frame);
        if (parsed == WS_INCOMPLETE)
            break;
        if (parsed == WS_MALFORMED || frame.masked || frame.payload_len > INPUT_MAX - WS_HEADER_MAX) {
            lose(conn, "the server sent a malformed or too long frame");
            break;
        }
        if (len - used < frame.header_len + frame.payload_len)
            break;
        on_frame(conn, &frame, data + used + frame.header_len);
        used += frame.header_len + (size_t)frame.payload_len;
    }
    return used;
}

/* Returns how many bytes of the input were the response's head; 0 while it is incomplete. */
static size_t on_upgrade(struct conn *conn, size_t len)
{
    static char head[HEAD_MAX + 1];
    char why[EXCERPT_MAX + 64];
    uint8_t *end = memmem(input, len, "\r\n\r\n", 4);
    size_t head_len = end ? (size_t)(end - input) + 4 : len;
    if (head_len > HEAD_MAX) {
        lose(conn, "the server's answer to the upgrade is too long");
        return 0;
    }
    if (!end)
        return 0;
    memcpy(head, input, head_len);
    head[head_len] = '\0';

    size_t accept_len;
    const char *accept = ws_find_header(head, "Sec-WebSocket-Accept", &accept_len);
    if (strncmp(head, "HTTP/1.1 101", 12) != 0) {
        snprintf(why, sizeof why, "no upgrade: %.*s", (int)strcspn(head, "\r\n"), head);
        lose(conn, why);
    } else if (!accept || accept_len != WS_ACCEPT_LEN || memcmp(accept, accept_key, WS_ACCEPT_LEN) != 0) {
        lose(conn, "the server's Sec-WebSocket-Accept is wrong");
    } else {
        conn->state = PREPARING;
        send_next(conn, now_ns());
    }
    return head_len;
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
        lose(conn, got ? strerror(errno) : "the server hung up");
        return;
    }
    len += (size_t)got;

    size_t used = conn->state == UPGRADING ? on_upgrade(conn, len) : 0;
    if (conn->state != UPGRADING)
        used += on_frames(conn, input + used, len - used);
    conn->held.len = 0;
    if (used < len)
        bytes_append(&conn->held, input + used, len - used);
}

static void queue_upgrade(struct conn *conn)
{
    static char text[TEXT_MAX];
    bool numbered;
    char line[128];
    struct filling filling = filling_for(conn);
    struct bytes *request = &conn->pending;

    bytes_append(request, "GET ", 4);
    bytes_append(request, text, template_fill(template.path, &filling, text, &numbered));
    int len = snprintf(line, sizeof line, " HTTP/1.1\r\nHost: %s:%d\r\n", inet_ntoa(options.address), options.port);
    bytes_append(request, line, (size_t)len);
    for (int i = 0; i < template.header_count; i++) {
        bytes_append(request, text, template_fill(template.headers[i], &filling, text, &numbered));
        bytes_append(request, "\r\n", 2);
    }
    len = snprintf(line, sizeof line,
                   "Upgrade: websocket\r\nConnection: Upgrade\r\n"
                   "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: %s\r\n\r\n",
                   KEY);
    bytes_append(request, line, (size_t)len);
}

static void open_conn(struct conn *conn)
{
    struct sockaddr_in server = {.sin_family = AF_INET, .sin_port = htons(options.port), .sin_addr = options.address};
    int yes = 1;
    conn->n = template.n_from;
    conn->fd = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    if (conn->fd < 0)
        die("socket (raise the open-file limit?)");
    setsockopt(conn->fd, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
    if (connect(conn->fd, (struct sockaddr *)&server, sizeof server) < 0 && errno != EINPROGRESS)
        die("connect");
    queue_upgrade(conn);
    watch(conn, EPOLL_CTL_ADD);
}

static void open_more(void)
{
    while (opened < options.connections && opened - prepared < OPENING_MAX) {
        conns[opened].index = opened;
        open_conn(&conns[opened++]);
    }
}

static void explain_stuck_setup(void)
{
    for (int i = 0; i < opened; i++) {
        if (conns[i].state == READY)
            continue;
        if (conns[i].state == UPGRADING)
            fprintf(stderr, "connection %d: the upgrade was not answered\n", i);
        else
            fprintf(stderr, "connection %d: set-up message %d got no reply with %s\n", i, conns[i].step,
                    conns[i].reply);
        break;
    }
    fprintf(stderr, "%d of %d connections were ready in time; last other message: %s\n", prepared, options.connections,
            *last_unmatched ? last_unmatched : "none");
}

static void begin_load(int64_t now)
{
    phase = WARMING_UP;
    schedule_start_ns = now;
    for (int i = 0; options.rate <= 0 && i < options.connections; i++)
        send_measured(&conns[i], now);
}

/* Waits for events, in a fixed schedule no longer than until the next message is due. */
static int wait_for_events(struct epoll_event *events)
{
    if (options.rate > 0 && sending()) {
        int64_t left = due_ns(schedule_next) - now_ns();
        struct pollfd ready = {.fd = poller, .events = POLLIN};
        int64_t most = (int64_t)IDLE_WAIT_MS * 1000000;
        struct timespec wait = {.tv_nsec = left < 0 ? 0 : left < most ? left : most};
        ppoll(&ready, 1, &wait, NULL); /* epoll_wait counts in milliseconds, which is too coarse here */
        return epoll_wait(poller, events, EVENTS_MAX, 0);
    }
    return epoll_wait(poller, events, EVENTS_MAX, IDLE_WAIT_MS);
}

static void serve_events(void)
{
    struct epoll_event events[EVENTS_MAX];
    int count = wait_for_events(events);
    if (count < 0 && errno != EINTR)
        die("epoll_wait");
    for (int i = 0; i < count; i++) {
        struct conn *conn = events[i].data.ptr;
        if (conn->state != CLOSED && events[i].events & EPOLLOUT && conn->pending.len)
            send_pending(conn);
        if (conn->state != CLOSED && events[i].events & ~(uint32_t)EPOLLOUT)
            on_readable(conn);
    }
}

static int64_t after(int64_t now, double seconds)
{
    return now + (int64_t)(seconds * 1e9);
}

static void run_setup(void)
{
    int64_t deadline = after(now_ns(), options.setup_s);
    while (prepared < options.connections) {
        open_more();
        serve_events();
        if (now_ns() > deadline) {
            explain_stuck_setup();
            exit(1);
        }
    }
}

static void run_until(enum phase current, int64_t deadline)
{
    phase = current;
    for (;;) {
        int64_t now = now_ns();
        if (now >= deadline || lost == options.connections)
            return;
        if (current == MEASURING && (double)latencies.count >= options.messages_max)
            return;
        if (current == DRAINING && !outstanding)
            return;
        if (options.rate > 0 && sending())
            keep_schedule(now);
        serve_events();
    }
}

static void close_all(void)
{
    for (int i = 0; i < options.connections; i++) {
        if (conns[i].state == CLOSED)
            continue;
        uint8_t room[WS_HEADER_MAX + 2] = {[WS_HEADER_MAX] = 1000 >> 8, 1000 & 0xff};
        if (!conns[i].pending.len)
            send_frame(&conns[i], WS_CLOSE, room + WS_HEADER_MAX, 2);
        if (conns[i].state != CLOSED)
            close(conns[i].fd);
    }
}

static void print_result(const struct usage *from, const struct usage *to, double resident_kb)
{
    double seconds = (double)(to->at_ns - from->at_ns) / 1e9;
    double server_s = to->server_s - from->server_s;
    printf("{\"connections\": %d, \"rate\": %.0f, \"messages\": %" PRIu64 ", \"seconds\": %.4f, ", options.connections,
           options.rate, latencies.count, seconds);
    if (latencies.count)
        printf("\"cpu_us_per_message\": %.4f, \"p50_ms\": %.4f, \"p99_ms\": %.4f, ",
               server_s * 1e6 / (double)latencies.count, latencies_quantile_ms(&latencies, 0.50),
               latencies_quantile_ms(&latencies, 0.99));
    else
        printf("\"cpu_us_per_message\": null, \"p50_ms\": null, \"p99_ms\": null, ");
    printf("\"errors\": %d, \"refused\": %" PRIu64 ", \"others\": %" PRIu64 ", ", lost + outstanding, refused_count,
           others_count);
    printf("\"server_cpu_s\": %.4f, \"generator_cpu_s\": %.4f, \"machine_cpu_s\": %.4f, ", server_s,
           to->generator_s - from->generator_s, to->machine_s - from->machine_s);
    printf("\"resident_kb_per_connection\": %.1f}\n", resident_kb / options.connections);
}

int main(int argc, char **argv)
{
    options_read(argc, argv, &options);
    template_read(options.template_file, &template);
    ws_accept_key(KEY, accept_key);
    poller = epoll_create1(EPOLL_CLOEXEC);
    conns = calloc((size_t)options.connections, sizeof *conns);
    if (poller < 0 || !conns)
        die("start");

    long resident_kb = usage_resident_kb(options.pid);
    run_setup();
    begin_load(now_ns());
    run_until(WARMING_UP, after(now_ns(), options.warmup_s));

    struct usage from = usage_read(options.pid);
    run_until(MEASURING, after(from.at_ns, options.seconds));
    struct usage to = usage_read(options.pid);
    resident_kb = usage_resident_kb(options.pid) - resident_kb;

    run_until(DRAINING, after(now_ns(), DRAIN_S)); /* what still comes in is awaited but not counted */
    if (outstanding)
        complain("%d messages were still unanswered %d s after the end", outstanding, DRAIN_S);
    close_all();
    print_result(&from, &to, (double)resident_kb);
    return lost == options.connections ? 1 : 0;
}
