/* The generator's command line. */
#ifndef BENCH_OPTIONS_H
#define BENCH_OPTIONS_H

#include <netinet/in.h>
#include <stdint.h>

struct options {
    struct in_addr address;
    uint16_t port;
    int pid;
    const char *template_file;
    int connections;
    double seconds;
    double warmup_s;
    double setup_s;
    double rate;
    double messages_max;
};

/* Reads the command line or says what is wrong with it and exits. */
void options_read(int argc, char **argv, struct options *options);

#endif
