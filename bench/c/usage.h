/* What the kernel says was used: by the server, by the generator, by the whole machine. */
#ifndef BENCH_USAGE_H
#define BENCH_USAGE_H

#include <stdint.h>

struct usage {
    int64_t at_ns;      /* monotonic */
    double server_s;    /* user and system time of the server, all its threads */
    double generator_s; /* the same of this process */
    double machine_s;   /* time that all cores were busy, for whomever */
};

int64_t now_ns(void);

/* Reads everything at once or says why it cannot and exits. */
struct usage usage_read(int server_pid);

/* Resident memory of the server in KB. */
long usage_resident_kb(int server_pid);

#endif
