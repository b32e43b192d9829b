#include "latencies.h"

#include <stddef.h>

static size_t bucket_of(uint64_t value)
{
    int top = 63 - __builtin_clzll(value | 1);
    if (top < STEP_BITS)
        return value;
    int shift = top - STEP_BITS;
    return (size_t)(shift + 1) * STEPS + ((value >> shift) & (STEPS - 1));
}

static double middle_of(size_t bucket)
{
    if (bucket < STEPS)
        return (double)bucket;
    size_t shift = bucket / STEPS - 1;
    return ((double)(STEPS + bucket % STEPS) + 0.5) * (double)(1ull << shift);
}

void latencies_add(struct latencies *latencies, int64_t ns)
{
    latencies->count++;
    latencies->buckets[bucket_of(ns > 0 ? (uint64_t)ns : 0)]++;
}

double latencies_quantile_ms(const struct latencies *latencies, double share)
{
    double wanted = share * (double)latencies->count;
    uint64_t seen = 0;
    for (size_t bucket = 0; bucket < BUCKETS; bucket++) {
        seen += latencies->buckets[bucket];
        if (seen && (double)seen >= wanted)
            return middle_of(bucket) / 1e6;
    }
    return 0;
}
