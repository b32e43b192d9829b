/* A template file says what the generator sends and what counts as an answer, so that one generator drives an echo and
   the real terminal protocol alike. ../README.md describes the format. */
#ifndef BENCH_TEMPLATE_H
#define BENCH_TEMPLATE_H

#include <stdbool.h>
#include <stddef.h>

enum { STEPS_MAX = 256, HEADERS_MAX = 16, REFUSALS_MAX = 8, TEXT_MAX = 65536 };

/* One message and the bytes by which its answer is known. */
struct step {
    char *text;
    char *reply;
};

struct template {
    const char *path;
    char *headers[HEADERS_MAX];
    int header_count;
    char *refusals[REFUSALS_MAX];
    int refusal_count;
    struct step setup[STEPS_MAX];
    int setup_count;
    struct step sends[STEPS_MAX]; /* the measured messages, taken in turn */
    int send_count;
    long long conn_from;
    long long n_from;
};

/* Reads the file or says what is wrong with which line and exits. */
void template_read(const char *file, struct template *template);

/* What the placeholders stand for in one message. */
struct filling {
    long long conn;
    long long n;
    long long port;
};

/* Fills the placeholders of a text into out, which holds TEXT_MAX bytes; *numbered says whether {n} was among them. */
size_t template_fill(const char *text, const struct filling *filling, char *out, bool *numbered);

#endif
