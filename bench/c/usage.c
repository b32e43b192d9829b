#define _GNU_SOURCE
#include "usage.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

static void read_text(const char *path, char *text, size_t size)
{
    FILE *stream = fopen(path, "re");
    if (!stream) {
        perror(path);
        exit(1);
    }
    text[fread(text, 1, size - 1, stream)] = '\0';
    fclose(stream);
}

static void unreadable(const char *path)
{
    fprintf(stderr, "%s: not in the expected form\n", path);
    exit(1);
}

int64_t now_ns(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

static double server_seconds(int pid)
{
    char path[64], text[1024];
    unsigned long user, system;
    snprintf(path, sizeof path, "/proc/%d/stat", pid);
    read_text(path, text, sizeof text);
    /* The second field is the program's name in brackets and may contain anything; count from its end. */
    const char *after_name = strrchr(text, ')');
    const char *form = ") %*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %lu %lu";
    if (!after_name || sscanf(after_name, form, &user, &system) != 2)
        unreadable(path);
    return (double)(user + system) / (double)sysconf(_SC_CLK_TCK);
}

static double generator_seconds(void)
{
    struct rusage self;
    getrusage(RUSAGE_SELF, &self);
    return (double)(self.ru_utime.tv_sec + self.ru_stime.tv_sec) +
           (double)(self.ru_utime.tv_usec + self.ru_stime.tv_usec) / 1e6;
}

static double machine_seconds(void)
{
    char text[512];
    unsigned long long user, nice, system, irq, softirq, steal;
    read_text("/proc/stat", text, sizeof text);
    if (sscanf(text, "cpu %llu %llu %llu %*u %*u %llu %llu %llu", &user, &nice, &system, &irq, &softirq, &steal) != 6)
        unreadable("/proc/stat");
    return (double)(user + nice + system + irq + softirq + steal) / (double)sysconf(_SC_CLK_TCK);
}

struct usage usage_read(int server_pid)
{
    return (struct usage){
        .at_ns = now_ns(),
        .server_s = server_seconds(server_pid),
        .generator_s = generator_seconds(),
        .machine_s = machine_seconds(),
    };
}

long usage_resident_kb(int server_pid)
{
    char path[64], text[256];
    long pages;
    snprintf(path, sizeof path, "/proc/%d/statm", server_pid);
    read_text(path, text, sizeof text);
    if (sscanf(text, "%*d %ld", &pages) != 1)
        unreadable(path);
    return pages * (sysconf(_SC_PAGESIZE) / 1024);
}
