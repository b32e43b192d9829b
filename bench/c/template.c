#define _GNU_SOURCE
#include "template.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NUMBER_MAX = 32, WIDTH_MAX = 20 };

struct reader {
    const char *file;
    int line;
    struct step *last; /* the message that a `reply` line belongs to */
};

static void fail(const struct reader *reader, const char *problem)
{
    fprintf(stderr, "%s:%d: %s\n", reader->file, reader->line, problem);
    exit(2);
}

static char *copy(const struct reader *reader, const char *value)
{
    if (!*value)
        fail(reader, "a value is missing");
    /* A filled number is at most NUMBER_MAX characters and replaces at least the three of {n}. */
    if (strlen(value) * NUMBER_MAX / 3 >= TEXT_MAX)
        fail(reader, "the value is too long");
    char *text = strdup(value);
    if (!text)
        fail(reader, "out of memory");
    return text;
}

static void add_text(const struct reader *reader, char **texts, int *count, int max, const char *value)
{
    if (*count == max)
        fail(reader, "too many lines of this kind");
    texts[(*count)++] = copy(reader, value);
}

static void add_step(struct reader *reader, struct step *steps, int *count, const char *value)
{
    if (reader->last && !reader->last->reply)
        fail(reader, "the message before this one has no `reply` line");
    if (*count == STEPS_MAX)
        fail(reader, "too many lines of this kind");
    reader->last = &steps[(*count)++];
    reader->last->text = copy(reader, value);
}

static void add_reply(struct reader *reader, const char *value)
{
    if (!reader->last || reader->last->reply)
        fail(reader, "`reply` must follow a `setup` or `send` line");
    reader->last->reply = copy(reader, value);
}

static long long number(const struct reader *reader, const char *value)
{
    char *end;
    long long parsed = strtoll(value, &end, 10);
    if (!*value || *end || parsed < 0)
        fail(reader, "a whole number of at least 0 is expected");
    return parsed;
}

static void read_line(struct reader *reader, struct template *template, char *line)
{
    char *value = line + strcspn(line, " ");
    if (*value)
        *value++ = '\0';
    if (!strcmp(line, "path"))
        template->path = copy(reader, value);
    else if (!strcmp(line, "header"))
        add_text(reader, template->headers, &template->header_count, HEADERS_MAX, value);
    else if (!strcmp(line, "refused"))
        add_text(reader, template->refusals, &template->refusal_count, REFUSALS_MAX, value);
    else if (!strcmp(line, "setup"))
        add_step(reader, template->setup, &template->setup_count, value);
    else if (!strcmp(line, "send"))
        add_step(reader, template->sends, &template->send_count, value);
    else if (!strcmp(line, "reply"))
        add_reply(reader, value);
    else if (!strcmp(line, "conn-from"))
        template->conn_from = number(reader, value);
    else if (!strcmp(line, "n-from"))
        template->n_from = number(reader, value);
    else
        fail(reader, "unknown word; known are path, header, conn-from, n-from, setup, send, reply, refused");
}

void template_read(const char *file, struct template *template)
{
    struct reader reader = {.file = file};
    FILE *stream = fopen(file, "re");
    if (!stream) {
        perror(file);
        exit(2);
    }
    *template = (struct template){.path = "/", .conn_from = 1, .n_from = 1};

    char *line = NULL;
    size_t cap = 0;
    while (getline(&line, &cap, stream) >= 0) {
        reader.line++;
        line[strcspn(line, "\r\n")] = '\0';
        if (*line && *line != '#')
            read_line(&reader, template, line);
    }
    free(line);
    fclose(stream);
    if (!template->send_count)
        fail(&reader, "there is no `send` line");
    if (!reader.last->reply)
        fail(&reader, "the last message has no `reply` line");
}

/* Recognises {name} and {name:0WIDTH}; returns the length of the placeholder or 0, and the width or 0. */
static size_t placeholder(const char *text, const char *name, int *width)
{
    size_t name_len = strlen(name);
    if (strncmp(text + 1, name, name_len) != 0)
        return 0;
    const char *after = text + 1 + name_len;
    *width = 0;
    if (after[0] == ':' && after[1] == '0') {
        char *end;
        long parsed = strtol(after + 1, &end, 10);
        if (parsed < 1 || parsed > WIDTH_MAX)
            return 0;
        *width = (int)parsed;
        after = end;
    }
    return *after == '}' ? (size_t)(after + 1 - text) : 0;
}

size_t template_fill(const char *text, const struct filling *filling, char *out, bool *numbered)
{
    char *end = out;
    *numbered = false;
    for (;;) {
        const char *brace = strchrnul(text, '{');
        end = mempcpy(end, text, (size_t)(brace - text));
        if (!*brace)
            break;
        int width;
        size_t len;
        if ((len = placeholder(brace, "conn", &width))) {
            end += snprintf(end, NUMBER_MAX, "%0*lld", width, filling->conn);
        } else if ((len = placeholder(brace, "port", &width))) {
            end += snprintf(end, NUMBER_MAX, "%0*lld", width, filling->port);
        } else if ((len = placeholder(brace, "n", &width))) {
            end += snprintf(end, NUMBER_MAX, "%0*lld", width, filling->n);
            *numbered = true;
        } else {
            *end++ = '{';
            len = 1;
        }
        text = brace + len;
    }
    return (size_t)(end - out);
}
