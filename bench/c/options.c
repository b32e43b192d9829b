#include "options.h"

#include <arpa/inet.h>
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>

enum { CONNECTIONS_MAX = 50000 };

static const char USAGE[] =
    "usage: load --port PORT --pid SERVER_PID --template FILE\n"
    "            [--address 127.0.0.1] [--connections 100] [--seconds 2] [--warmup 0.5] [--setup-seconds 60]\n"
    "            [--rate 0 (messages/s over all connections; 0 = closed loop)] [--messages 100000000]\n";

static double number_option(const char *name, const char *value, double least, double most)
{
    char *end;
    double number = strtod(value, &end);
    if (!*value || *end || !(number >= least && number <= most)) {
        fprintf(stderr, "--%s must be a number from %.10g to %.10g\n", name, least, most);
        exit(2);
    }
    return number;
}

static struct in_addr loopback_option(const char *value)
{
    struct in_addr address;
    if (inet_pton(AF_INET, value, &address) != 1 || ntohl(address.s_addr) >> 24 != 127) {
        fprintf(stderr, "--address must be a loopback address (127.x.y.z); this program loads no other machine\n");
        exit(2);
    }
    return address;
}

void options_read(int argc, char **argv, struct options *options)
{
    static const struct option known[] = {
        {"address", required_argument, NULL, 'a'},
        {"port", required_argument, NULL, 'p'},
        {"pid", required_argument, NULL, 'i'},
        {"template", required_argument, NULL, 't'},
        {"connections", required_argument, NULL, 'c'},
        {"seconds", required_argument, NULL, 's'},
        {"warmup", required_argument, NULL, 'w'},
        {"setup-seconds", required_argument, NULL, 'u'},
        {"rate", required_argument, NULL, 'r'},
        {"messages", required_argument, NULL, 'm'},
        {0},
    };
    *options = (struct options){
        .address.s_addr = htonl(INADDR_LOOPBACK),
        .connections = 100,
        .seconds = 2,
        .warmup_s = 0.5,
        .setup_s = 60,
        .messages_max = 1e8,
    };
    int option, at = 0;
    while ((option = getopt_long(argc, argv, "", known, &at)) != -1) {
        switch (option) {
        case 'a': options->address = loopback_option(optarg); break;
        case 'p': options->port = (uint16_t)number_option(known[at].name, optarg, 1, 65535); break;
        case 'i': options->pid = (int)number_option(known[at].name, optarg, 1, 1 << 30); break;
        case 't': options->template_file = optarg; break;
        case 'c': options->connections = (int)number_option(known[at].name, optarg, 1, CONNECTIONS_MAX); break;
        case 's': options->seconds = number_option(known[at].name, optarg, 0.01, 600); break;
        case 'w': options->warmup_s = number_option(known[at].name, optarg, 0, 60); break;
        case 'u': options->setup_s = number_option(known[at].name, optarg, 0.1, 600); break;
        case 'r': options->rate = number_option(known[at].name, optarg, 0, 1e7); break;
        case 'm': options->messages_max = number_option(known[at].name, optarg, 1, 1e9); break;
        default: fputs(USAGE, stderr); exit(2);
        }
    }
    if (optind < argc || !options->port || !options->pid || !options->template_file) {
        fputs(USAGE, stderr);
        exit(2);
    }
}
