/* Latencies counted by size, in bounded memory: 64 steps per power of two, so that a quantile is within 1 %. */
#ifndef BENCH_LATENCIES_H
#define BENCH_LATENCIES_H

#include <stdint.h>

enum { STEP_BITS = 6, STEPS = 1 << STEP_BITS, BUCKETS = (64 - STEP_BITS + 1) * STEPS };

struct latencies {
    uint64_t count;
    uint64_t buckets[BUCKETS];
};

void latencies_add(struct latencies *latencies, int64_t ns);

/* The latency that a share of all did not exceed; 0 when there are none. */
double latencies_quantile_ms(const struct latencies *latencies, double share);

#endif
