"""The tables of a journal in PostgreSQL and every statement that is put to them.

No statement names the schema: the session's search path does. Numbers and bytes only, and text only as UTF-8 bytes,
so that neither the encoding nor the collation of the database matters.
"""

FORMAT = 2
FORMAT_WITHOUT_MACS = 1
APPLICATION = "openetg journal"
TABLES = ("identity", "volumes", "head", "groups")

# head: its key is the sequence, which every append changes, and sequential scans are off in our sessions. A key that
# never changes would make appends slower and slower while a session keeps a transaction open in this database (a dump,
# a report), because every version of the row stays under the same key: measured 2.7 times slower after 15,000
# appends, against not at all.
#
# body: EXTERNAL leaves out PostgreSQL's own compression: groups of 100 entries are then 1.2 times faster.
CREATE = """
CREATE TABLE identity (
    application text NOT NULL,
    format integer NOT NULL,
    journal_id bytea NOT NULL
);
CREATE TABLE volumes (
    number integer PRIMARY KEY,
    day bytea NOT NULL,
    sequence bigint NOT NULL,
    at_ms bigint NOT NULL,
    epoch bigint NOT NULL,
    hash bytea NOT NULL,
    digest bytea NOT NULL,
    closed boolean NOT NULL,
    snapshot bytea
);
CREATE TABLE head (
    sequence bigint PRIMARY KEY,
    at_ms bigint NOT NULL,
    epoch bigint NOT NULL,
    hash bytea NOT NULL,
    digest bytea NOT NULL,
    volume integer NOT NULL
) WITH (fillfactor = 50);
CREATE TABLE groups (
    last bigint PRIMARY KEY,
    first bigint NOT NULL,
    epoch bigint NOT NULL,
    at_ms bigint NOT NULL,
    volume integer NOT NULL,
    hash bytea NOT NULL,
    body bytea NOT NULL,
    mac bytea NOT NULL
);
ALTER TABLE groups ALTER COLUMN body SET STORAGE EXTERNAL;
ALTER TABLE volumes ALTER COLUMN snapshot SET STORAGE EXTERNAL;
"""
INSERT_IDENTITY = "INSERT INTO identity (application, format, journal_id) VALUES ($1, $2, $3)"
INSERT_HEAD = "INSERT INTO head (sequence, at_ms, epoch, hash, digest, volume) VALUES ($1, $2, $3, $4, $5, $6)"
INSERT_VOLUME = """
INSERT INTO volumes (number, day, sequence, at_ms, epoch, hash, digest, closed, snapshot)
VALUES ($1, $2, $3, $4, $5, $6, $7, false, $8)
"""

SELECT_IDENTITY = "SELECT application, format, journal_id FROM identity"
SELECT_HEAD = "SELECT sequence, at_ms, epoch, hash, digest FROM head ORDER BY sequence DESC LIMIT 1"
SELECT_VOLUMES = "SELECT number, day, sequence, at_ms, epoch, hash, digest, closed FROM volumes ORDER BY number"
SELECT_SNAPSHOT = "SELECT snapshot FROM volumes WHERE number = $1"
SELECT_FIRST_OPENING = "SELECT sequence FROM volumes ORDER BY number LIMIT 1"
# As many groups as fit into so many bytes, and at least one; the sizes are known without reading the bodies.
SELECT_GROUPS = """
SELECT first, last, epoch, at_ms, body, hash, mac
FROM groups
JOIN (
    SELECT last, sum(octet_length(body)) OVER (ORDER BY last) - octet_length(body) AS bytes_before
    FROM (SELECT last, body FROM groups WHERE last > $1 ORDER BY last LIMIT 1000) AS next
) AS sized USING (last)
WHERE groups.last > $1 AND bytes_before < $2
ORDER BY last
"""
SELECT_OLD_GROUPS = SELECT_GROUPS.replace("hash, mac", "hash, ''::bytea")
# One statement is one moment: the head, the last group and the volumes it must fit.
SELECT_END = """
SELECT head.sequence, head.at_ms, head.epoch, head.hash, head.digest, head.volume,
    ended.last, ended.at_ms, ended.epoch, ended.hash,
    opened.number, opened.sequence, opened.at_ms, opened.epoch, opened.hash,
    counted.open_last, counted.open_count, counted.all_count
FROM head
LEFT JOIN (SELECT last, at_ms, epoch, hash FROM groups ORDER BY last DESC LIMIT 1) AS ended ON true
LEFT JOIN (SELECT number, sequence, at_ms, epoch, hash FROM volumes ORDER BY number LIMIT 1) AS opened ON true
CROSS JOIN (
    SELECT max(number) FILTER (WHERE NOT closed) AS open_last,
        count(*) FILTER (WHERE NOT closed) AS open_count, count(*) AS all_count
    FROM volumes
) AS counted
"""
LOCK_HEAD = "SELECT 1 FROM head FOR UPDATE"
CLAIM = """
UPDATE head SET epoch = $1, digest = $2
WHERE epoch = $3 AND sequence = $4 AND hash = $5
RETURNING 1
"""

# The insert gets its row from the update: no head moved, no group written. Under READ COMMITTED an update that waited
# for another transaction looks at the row again as that one left it, so of two writers one finds no row.
APPEND = """
WITH moved AS (
    UPDATE head SET sequence = $2, epoch = $3, at_ms = $4, hash = $6, digest = $8
    WHERE epoch = $9 AND sequence = $10 AND hash = $11 AND volume = $12
    RETURNING volume
)
INSERT INTO groups (volume, first, last, epoch, at_ms, body, hash, mac)
SELECT volume, $1, $2, $3, $4, $5, $6, $7 FROM moved
RETURNING 1
"""
COPY_GROUPS = """
WITH moved AS (
    UPDATE head SET sequence = $8, at_ms = $9, epoch = $10, hash = $11, digest = $12
    WHERE epoch = $13 AND sequence = $14 AND hash = $15 AND volume = $16
    RETURNING volume
)
INSERT INTO groups (volume, first, last, epoch, at_ms, body, hash, mac)
SELECT moved.volume, copied.* FROM moved,
    unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::bigint[], $5::bytea[], $6::bytea[], $7::bytea[]) AS copied
RETURNING 1
"""
ROLL = """
WITH moved AS (
    UPDATE head SET volume = volume + 1
    WHERE epoch = $3 AND sequence = $4 AND hash = $5 AND volume = $6
    RETURNING sequence, at_ms, epoch, hash, digest, volume
), closed AS (
    UPDATE volumes SET closed = true FROM moved WHERE number = $6
)
INSERT INTO volumes (number, day, sequence, at_ms, epoch, hash, digest, closed, snapshot)
SELECT volume, $1, sequence, at_ms, epoch, hash, digest, false, $2 FROM moved
RETURNING 1
"""
COPY_VOLUME = """
WITH moved AS (
    UPDATE head SET volume = $1, sequence = $3, at_ms = $4, epoch = $5, hash = $6, digest = $7
    WHERE epoch = $9 AND sequence = $10 AND hash = $11 AND volume = $12
    RETURNING volume
), closed AS (
    UPDATE volumes SET closed = true FROM moved WHERE number = $12
)
INSERT INTO volumes (number, day, sequence, at_ms, epoch, hash, digest, closed, snapshot)
SELECT $1, $2, $3, $4, $5, $6, $7, false, $8 FROM moved
RETURNING 1
"""
# For the first volume copied into a journal just created: it takes the place of the one that came with it.
COPY_FIRST_VOLUME = """
WITH moved AS (
    UPDATE head SET volume = $1, sequence = $3, at_ms = $4, epoch = $5, hash = $6, digest = $7
    WHERE epoch = $9 AND sequence = $10 AND hash = $11 AND volume = $12
    RETURNING volume
)
UPDATE volumes
SET number = $1, day = $2, sequence = $3, at_ms = $4, epoch = $5, hash = $6, digest = $7, snapshot = $8
FROM moved WHERE number = $12
RETURNING 1
"""

FORGET_VOLUME = """
WITH gone AS (
    DELETE FROM volumes WHERE number = $1 AND closed AND number = (SELECT min(number) FROM volumes)
    RETURNING number
), emptied AS (
    DELETE FROM groups USING gone WHERE last <= (SELECT sequence FROM volumes WHERE number = $1 + 1)
)
SELECT number FROM gone
"""

# A session in the middle of writing the head holds this kind of lock on its table; one that only waits to claim it has
# a weaker one, so that two claims never end each other.
END_OLDER_SESSIONS = """
SELECT pid, pg_terminate_backend(pid, $1)
FROM pg_locks
WHERE relation = 'head'::regclass AND mode = 'RowExclusiveLock' AND granted AND pid <> ALL ($2::integer[])
"""
SELECT_HOLDERS = """
SELECT pid, usename::text, application_name
FROM pg_locks JOIN pg_stat_activity USING (pid)
WHERE relation = 'head'::regclass AND granted AND pid <> ALL ($1::integer[])
ORDER BY pid
"""

SELECT_SCHEMA = "SELECT has_schema_privilege(oid, 'USAGE') FROM pg_namespace WHERE nspname = $1"
SELECT_RELATIONS = """
SELECT relname::text FROM pg_class
WHERE relnamespace = (SELECT oid FROM pg_namespace WHERE nspname = $1) AND relkind IN ('r', 'p', 'v', 'm', 'S', 'f')
ORDER BY relname
"""
QUOTED_CREATE_SCHEMA = "SELECT format('CREATE SCHEMA %I', $1::text)"
SELECT_NOT_LOGGED = """
SELECT relname::text FROM pg_class
WHERE relnamespace = (SELECT oid FROM pg_namespace WHERE nspname = $1) AND relkind = 'r' AND relpersistence <> 'p'
ORDER BY relname
"""
SELECT_MISSING_RIGHTS = """
SELECT needed.right_name || ' on ' || needed.table_name
FROM (VALUES ('SELECT', 'identity'), ('SELECT', 'volumes'), ('INSERT', 'volumes'), ('UPDATE', 'volumes'),
    ('SELECT', 'head'), ('UPDATE', 'head'), ('SELECT', 'groups'), ('INSERT', 'groups')
) AS needed (right_name, table_name)
WHERE NOT has_table_privilege(needed.table_name::regclass, needed.right_name)
"""
SELECT_SETTINGS = "SELECT name, setting FROM pg_settings WHERE name = ANY ($1::text[])"
# `on` waits until the commit is on this server's disk and, where there is a synchronous standby, on its disk too;
# `remote_apply` is stronger, everything else weaker.
STRENGTHEN_COMMITS = """
SELECT set_config('synchronous_commit', 'on', false) WHERE current_setting('synchronous_commit') <> 'remote_apply'
"""
NO_TIME_LIMITS = "SELECT set_config(name, '0', false) FROM pg_settings WHERE name = 'transaction_timeout'"
