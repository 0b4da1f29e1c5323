-- first page
(SELECT NULL::text AS seller_id, NULL::boolean AS livemode, NULL::bytea AS record, (coalesce((SELECT sum(records) FROM request_log_count WHERE seller_id = $1 AND livemode = $2 AND span = 'a' AND grouping = 0), 0) + coalesce((SELECT sum(records) FROM request_log_change WHERE seller_id = $1 AND livemode = $2), 0))::bigint AS total, NULL::bigint AS version)
UNION ALL
(SELECT seller_id, livemode, record, NULL, NULL FROM request_log WHERE seller_id = $1 AND livemode = $2 ORDER BY id DESC LIMIT 20);

-- after a cursor
(SELECT NULL::text AS seller_id, NULL::boolean AS livemode, NULL::bytea AS record, (coalesce((SELECT sum(records) FROM request_log_count WHERE seller_id = $1 AND livemode = $2 AND span = 'a' AND grouping = 0), 0) + coalesce((SELECT sum(records) FROM request_log_change WHERE seller_id = $1 AND livemode = $2), 0))::bigint AS total, NULL::bigint AS version)
UNION ALL
(SELECT seller_id, livemode, record, NULL, NULL FROM request_log WHERE seller_id = $1 AND livemode = $2 AND id < $3 ORDER BY id DESC LIMIT 21);

-- before a cursor
(SELECT NULL::text AS seller_id, NULL::boolean AS livemode, NULL::bytea AS record, (coalesce((SELECT sum(records) FROM request_log_count WHERE seller_id = $1 AND livemode = $2 AND span = 'a' AND grouping = 0), 0) + coalesce((SELECT sum(records) FROM request_log_change WHERE seller_id = $1 AND livemode = $2), 0))::bigint AS total, NULL::bigint AS version)
UNION ALL
(SELECT seller_id, livemode, record, NULL, NULL FROM request_log WHERE seller_id = $1 AND livemode = $2 AND id > $3 ORDER BY id ASC LIMIT 21);

-- after several cursors
(SELECT NULL::text AS seller_id, NULL::boolean AS livemode, NULL::bytea AS record, (coalesce((SELECT sum(records) FROM request_log_count WHERE seller_id = $1 AND livemode = $2 AND span = 'a' AND grouping = 0), 0) + coalesce((SELECT sum(records) FROM request_log_change WHERE seller_id = $1 AND livemode = $2), 0))::bigint AS total, NULL::bigint AS version)
UNION ALL
(SELECT page.seller_id, page.livemode, page.record, NULL, asked.place FROM unnest($3::text[]) WITH ORDINALITY AS asked (cursor, place) CROSS JOIN LATERAL (SELECT seller_id, livemode, record, NULL, NULL FROM request_log WHERE seller_id = $1 AND livemode = $2 AND id < asked.cursor ORDER BY id DESC LIMIT 21) page (seller_id, livemode, record, total, version));

-- by method
(SELECT NULL::text AS seller_id, NULL::boolean AS livemode, NULL::bytea AS record, (coalesce((SELECT sum(records) FROM request_log_count WHERE seller_id = $1 AND livemode = $2 AND span = 'a' AND grouping = 1 AND method = $3), 0) + coalesce((SELECT sum(records) FROM request_log_change WHERE seller_id = $1 AND livemode = $2 AND method = $3), 0))::bigint AS total, NULL::bigint AS version)
UNION ALL
(SELECT seller_id, livemode, record, NULL, NULL FROM request_log WHERE seller_id = $1 AND livemode = $2 AND method = 'GET' ORDER BY id DESC LIMIT 20);

-- by path
(SELECT NULL::text AS seller_id, NULL::boolean AS livemode, NULL::bytea AS record, (coalesce((SELECT sum(records) FROM request_log_count WHERE seller_id = $1 AND livemode = $2 AND span = 'a' AND grouping = 2 AND path = $3), 0) + coalesce((SELECT sum(records) FROM request_log_change WHERE seller_id = $1 AND livemode = $2 AND path = $3), 0))::bigint AS total, NULL::bigint AS version)
UNION ALL
(SELECT seller_id, livemode, record, NULL, NULL FROM request_log WHERE seller_id = $1 AND livemode = $2 AND path = $3 ORDER BY id DESC LIMIT 20);

-- by status
(SELECT NULL::text AS seller_id, NULL::boolean AS livemode, NULL::bytea AS record, (coalesce((SELECT sum(records) FROM request_log_count WHERE seller_id = $1 AND livemode = $2 AND span = 'a' AND grouping = 3 AND status = '200'), 0) + coalesce((SELECT sum(records) FROM request_log_change WHERE seller_id = $1 AND livemode = $2 AND status = '200'), 0))::bigint AS total, NULL::bigint AS version)
UNION ALL
(SELECT seller_id, livemode, record, NULL, NULL FROM request_log WHERE seller_id = $1 AND livemode = $2 AND status = 200 ORDER BY id DESC LIMIT 20);

-- by statusClass
(SELECT NULL::text AS seller_id, NULL::boolean AS livemode, NULL::bytea AS record, (coalesce((SELECT sum(records) FROM request_log_count WHERE seller_id = $1 AND livemode = $2 AND span = 'a' AND grouping = 4 AND status_class = $3), 0) + coalesce((SELECT sum(records) FROM request_log_change WHERE seller_id = $1 AND livemode = $2 AND status_class = $3), 0))::bigint AS total, NULL::bigint AS version)
UNION ALL
(SELECT seller_id, livemode, record, NULL, NULL FROM request_log WHERE seller_id = $1 AND livemode = $2 AND status_class = '2xx' ORDER BY id DESC LIMIT 20);

-- by errorCode
(SELECT NULL::text AS seller_id, NULL::boolean AS livemode, NULL::bytea AS record, (coalesce((SELECT sum(records) FROM request_log_count WHERE seller_id = $1 AND livemode = $2 AND span = 'a' AND grouping = 5 AND error_code = $3), 0) + coalesce((SELECT sum(records) FROM request_log_change WHERE seller_id = $1 AND livemode = $2 AND error_code = $3), 0))::bigint AS total, NULL::bigint AS version)
UNION ALL
(SELECT seller_id, livemode, record, NULL, NULL FROM request_log WHERE seller_id = $1 AND livemode = $2 AND error_code = $3 ORDER BY id DESC LIMIT 20);

-- by keyId
(SELECT NULL::text AS seller_id, NULL::boolean AS livemode, NULL::bytea AS record, (coalesce((SELECT sum(records) FROM request_log_count WHERE seller_id = $1 AND livemode = $2 AND span = 'a' AND grouping = 6 AND key_id = $3), 0) + coalesce((SELECT sum(records) FROM request_log_change WHERE seller_id = $1 AND livemode = $2 AND key_id = $3), 0))::bigint AS total, NULL::bigint AS version)
UNION ALL
(SELECT seller_id, livemode, record, NULL, NULL FROM request_log WHERE seller_id = $1 AND livemode = $2 AND key_id = $3 ORDER BY id DESC LIMIT 20);

-- by requestId
(SELECT NULL::text AS seller_id, NULL::boolean AS livemode, NULL::bytea AS record, ((SELECT count(*) FROM request_log WHERE seller_id = $1 AND livemode = $2 AND id = NULL))::bigint AS total, NULL::bigint AS version)
UNION ALL
(SELECT seller_id, livemode, record, NULL, NULL FROM request_log WHERE seller_id = $1 AND livemode = $2 AND id = NULL ORDER BY id DESC LIMIT 20);

-- by recordId
(SELECT NULL::text AS seller_id, NULL::boolean AS livemode, NULL::bytea AS record, ((SELECT count(*) FROM request_log WHERE seller_id = $1 AND livemode = $2 AND record_id = $3))::bigint AS total, NULL::bigint AS version)
UNION ALL
(SELECT seller_id, livemode, record, NULL, NULL FROM request_log WHERE seller_id = $1 AND livemode = $2 AND record_id = $3 ORDER BY id DESC LIMIT 20);

-- by two filters
(SELECT NULL::text AS seller_id, NULL::boolean AS livemode, NULL::bytea AS record, (coalesce((SELECT sum(records) FROM request_log_count WHERE seller_id = $1 AND livemode = $2 AND span = 'a' AND grouping = 99 AND method = $3 AND path = $4), 0) + coalesce((SELECT sum(records) FROM request_log_change WHERE seller_id = $1 AND livemode = $2 AND method = $3 AND path = $4), 0))::bigint AS total, NULL::bigint AS version)
UNION ALL
(SELECT seller_id, livemode, record, NULL, NULL FROM request_log WHERE seller_id = $1 AND livemode = $2 AND method = 'GET' AND path = $4 ORDER BY id DESC LIMIT 20);

-- by two filters and between two moments
(SELECT NULL::text AS seller_id, NULL::boolean AS livemode, NULL::bytea AS record, (coalesce((SELECT sum(records) FROM request_log_count WHERE seller_id = $1 AND livemode = $2 AND ((span = 'd' AND start >= $3 AND start < $5) OR (span = 'm' AND start >= $5 AND start < $6) OR (span = 'd' AND start >= $6 AND start < $4)) AND grouping = 99 AND method = $7 AND path = $8), 0) + coalesce((SELECT sum(records) FROM request_log_change WHERE seller_id = $1 AND livemode = $2 AND day >= $3 AND day < $4 AND method = $7 AND path = $8), 0) + (SELECT count(*) FROM request_log WHERE seller_id = $1 AND livemode = $2 AND method = 'GET' AND path = $8 AND id >= $9 AND created_at >= $10 AND id < $11 AND created_at < $12) + (SELECT count(*) FROM request_log WHERE seller_id = $1 AND livemode = $2 AND method = 'GET' AND path = $8 AND id >= $13 AND created_at >= $14 AND id < $15 AND created_at < $16))::bigint AS total, NULL::bigint AS version)
UNION ALL
(SELECT seller_id, livemode, record, NULL, NULL FROM request_log WHERE seller_id = $1 AND livemode = $2 AND method = 'GET' AND path = $8 AND id >= $17 AND created_at >= $18 AND id < $19 AND created_at < $20 ORDER BY id DESC LIMIT 20);

-- between two moments
(SELECT NULL::text AS seller_id, NULL::boolean AS livemode, NULL::bytea AS record, (coalesce((SELECT sum(records) FROM request_log_count WHERE seller_id = $1 AND livemode = $2 AND ((span = 'd' AND start >= $3 AND start < $5) OR (span = 'm' AND start >= $5 AND start < $6) OR (span = 'd' AND start >= $6 AND start < $4)) AND grouping = 0), 0) + coalesce((SELECT sum(records) FROM request_log_change WHERE seller_id = $1 AND livemode = $2 AND day >= $3 AND day < $4), 0) + (SELECT count(*) FROM request_log WHERE seller_id = $1 AND livemode = $2 AND id >= $7 AND created_at >= $8 AND id < $9 AND created_at < $10) + (SELECT count(*) FROM request_log WHERE seller_id = $1 AND livemode = $2 AND id >= $11 AND created_at >= $12 AND id < $13 AND created_at < $14))::bigint AS total, NULL::bigint AS version)
UNION ALL
(SELECT seller_id, livemode, record, NULL, NULL FROM request_log WHERE seller_id = $1 AND livemode = $2 AND id >= $15 AND created_at >= $16 AND id < $17 AND created_at < $18 ORDER BY id DESC LIMIT 20);

-- within a day
(SELECT NULL::text AS seller_id, NULL::boolean AS livemode, NULL::bytea AS record, ((SELECT count(*) FROM request_log WHERE seller_id = $1 AND livemode = $2 AND id >= $3 AND created_at >= $4 AND id < $5 AND created_at < $6))::bigint AS total, NULL::bigint AS version)
UNION ALL
(SELECT seller_id, livemode, record, NULL, NULL FROM request_log WHERE seller_id = $1 AND livemode = $2 AND id >= $7 AND created_at >= $8 AND id < $9 AND created_at < $10 ORDER BY id DESC LIMIT 20);

-- from a moment on
(SELECT NULL::text AS seller_id, NULL::boolean AS livemode, NULL::bytea AS record, (coalesce((SELECT sum(records) FROM request_log_count WHERE seller_id = $1 AND livemode = $2 AND ((span = 'd' AND start >= $3 AND start < $5) OR (span = 'm' AND start >= $5 AND start < $6) OR (span = 'd' AND start >= $6 AND start < $4)) AND grouping = 0), 0) + coalesce((SELECT sum(records) FROM request_log_change WHERE seller_id = $1 AND livemode = $2 AND day >= $3 AND day < $4), 0) - (SELECT count(*) FROM request_log WHERE seller_id = $1 AND livemode = $2 AND id >= $7 AND created_at >= $8 AND id < $9 AND created_at < $10))::bigint AS total, NULL::bigint AS version)
UNION ALL
(SELECT seller_id, livemode, record, NULL, NULL FROM request_log WHERE seller_id = $1 AND livemode = $2 AND id >= $11 AND created_at >= $12 ORDER BY id DESC LIMIT 20);

-- up to a moment
(SELECT NULL::text AS seller_id, NULL::boolean AS livemode, NULL::bytea AS record, (coalesce((SELECT sum(records) FROM request_log_count WHERE seller_id = $1 AND livemode = $2 AND ((span = 'd' AND start >= $3 AND start < $5) OR (span = 'm' AND start >= $5 AND start < $6) OR (span = 'd' AND start >= $6 AND start < $4)) AND grouping = 0), 0) + coalesce((SELECT sum(records) FROM request_log_change WHERE seller_id = $1 AND livemode = $2 AND day >= $3 AND day < $4), 0) - (SELECT count(*) FROM request_log WHERE seller_id = $1 AND livemode = $2 AND id >= $7 AND created_at >= $8 AND id < $9 AND created_at < $10))::bigint AS total, NULL::bigint AS version)
UNION ALL
(SELECT seller_id, livemode, record, NULL, NULL FROM request_log WHERE seller_id = $1 AND livemode = $2 AND id < $11 AND created_at < $12 ORDER BY id DESC LIMIT 20);

-- get
SELECT seller_id, livemode, record, id FROM request_log WHERE seller_id = $1 AND id = $2 AND livemode = $3;

-- get several
SELECT seller_id, livemode, record, id FROM request_log WHERE seller_id = $1 AND id = ANY ($2) AND livemode = $3;

-- lock
SELECT seller_id, livemode, record, id FROM request_log WHERE seller_id = $1 AND id = $2 AND livemode = $3 FOR NO KEY UPDATE;

-- fold counts
WITH taken AS (
    DELETE FROM request_log_change WHERE seller_id = $1 AND livemode = $2 AND seq <= (
        SELECT max(seq) FROM (
            SELECT seq FROM request_log_change WHERE seller_id = $1 AND livemode = $2
            ORDER BY seq LIMIT 1000) oldest)
    RETURNING *
), folded AS (
INSERT INTO request_log_count (seller_id, livemode, span, grouping, start, method, path, status, status_class, error_code, key_id, records, changes)
SELECT seller_id, livemode, span, grouping, start, method, path, status, status_class, error_code, key_id, sum(records), sum(abs(records)) FROM (
SELECT seller_id, livemode, 'a'::"char" AS span, 0::smallint AS grouping, '-infinity'::date AS start, '*' AS method, '*' AS path, '*' AS status, '*' AS status_class, '*' AS error_code, '*' AS key_id, records FROM taken
    UNION ALL SELECT seller_id, livemode, 'm'::"char" AS span, 0::smallint AS grouping, date_trunc('month', day::timestamp)::date AS start, '*' AS method, '*' AS path, '*' AS status, '*' AS status_class, '*' AS error_code, '*' AS key_id, records FROM taken
    UNION ALL SELECT seller_id, livemode, 'd'::"char" AS span, 0::smallint AS grouping, day AS start, '*' AS method, '*' AS path, '*' AS status, '*' AS status_class, '*' AS error_code, '*' AS key_id, records FROM taken
    UNION ALL SELECT seller_id, livemode, 'a'::"char" AS span, 1::smallint AS grouping, '-infinity'::date AS start, method, '*' AS path, '*' AS status, '*' AS status_class, '*' AS error_code, '*' AS key_id, records FROM taken
    UNION ALL SELECT seller_id, livemode, 'm'::"char" AS span, 1::smallint AS grouping, date_trunc('month', day::timestamp)::date AS start, method, '*' AS path, '*' AS status, '*' AS status_class, '*' AS error_code, '*' AS key_id, records FROM taken
    UNION ALL SELECT seller_id, livemode, 'd'::"char" AS span, 1::smallint AS grouping, day AS start, method, '*' AS path, '*' AS status, '*' AS status_class, '*' AS error_code, '*' AS key_id, records FROM taken
    UNION ALL SELECT seller_id, livemode, 'a'::"char" AS span, 2::smallint AS grouping, '-infinity'::date AS start, '*' AS method, path, '*' AS status, '*' AS status_class, '*' AS error_code, '*' AS key_id, records FROM taken
    UNION ALL SELECT seller_id, livemode, 'm'::"char" AS span, 2::smallint AS grouping, date_trunc('month', day::timestamp)::date AS start, '*' AS method, path, '*' AS status, '*' AS status_class, '*' AS error_code, '*' AS key_id, records FROM taken
    UNION ALL SELECT seller_id, livemode, 'd'::"char" AS span, 2::smallint AS grouping, day AS start, '*' AS method, path, '*' AS status, '*' AS status_class, '*' AS error_code, '*' AS key_id, records FROM taken
    UNION ALL SELECT seller_id, livemode, 'a'::"char" AS span, 3::smallint AS grouping, '-infinity'::date AS start, '*' AS method, '*' AS path, status, '*' AS status_class, '*' AS error_code, '*' AS key_id, records FROM taken
    UNION ALL SELECT seller_id, livemode, 'm'::"char" AS span, 3::smallint AS grouping, date_trunc('month', day::timestamp)::date AS start, '*' AS method, '*' AS path, status, '*' AS status_class, '*' AS error_code, '*' AS key_id, records FROM taken
    UNION ALL SELECT seller_id, livemode, 'd'::"char" AS span, 3::smallint AS grouping, day AS start, '*' AS method, '*' AS path, status, '*' AS status_class, '*' AS error_code, '*' AS key_id, records FROM taken
    UNION ALL SELECT seller_id, livemode, 'a'::"char" AS span, 4::smallint AS grouping, '-infinity'::date AS start, '*' AS method, '*' AS path, '*' AS status, status_class, '*' AS error_code, '*' AS key_id, records FROM taken
    UNION ALL SELECT seller_id, livemode, 'm'::"char" AS span, 4::smallint AS grouping, date_trunc('month', day::timestamp)::date AS start, '*' AS method, '*' AS path, '*' AS status, status_class, '*' AS error_code, '*' AS key_id, records FROM taken
    UNION ALL SELECT seller_id, livemode, 'd'::"char" AS span, 4::smallint AS grouping, day AS start, '*' AS method, '*' AS path, '*' AS status, status_class, '*' AS error_code, '*' AS key_id, records FROM taken
    UNION ALL SELECT seller_id, livemode, 'a'::"char" AS span, 5::smallint AS grouping, '-infinity'::date AS start, '*' AS method, '*' AS path, '*' AS status, '*' AS status_class, error_code, '*' AS key_id, records FROM taken
    UNION ALL SELECT seller_id, livemode, 'm'::"char" AS span, 5::smallint AS grouping, date_trunc('month', day::timestamp)::date AS start, '*' AS method, '*' AS path, '*' AS status, '*' AS status_class, error_code, '*' AS key_id, records FROM taken
    UNION ALL SELECT seller_id, livemode, 'd'::"char" AS span, 5::smallint AS grouping, day AS start, '*' AS method, '*' AS path, '*' AS status, '*' AS status_class, error_code, '*' AS key_id, records FROM taken
    UNION ALL SELECT seller_id, livemode, 'a'::"char" AS span, 6::smallint AS grouping, '-infinity'::date AS start, '*' AS method, '*' AS path, '*' AS status, '*' AS status_class, '*' AS error_code, key_id, records FROM taken
    UNION ALL SELECT seller_id, livemode, 'm'::"char" AS span, 6::smallint AS grouping, date_trunc('month', day::timestamp)::date AS start, '*' AS method, '*' AS path, '*' AS status, '*' AS status_class, '*' AS error_code, key_id, records FROM taken
    UNION ALL SELECT seller_id, livemode, 'd'::"char" AS span, 6::smallint AS grouping, day AS start, '*' AS method, '*' AS path, '*' AS status, '*' AS status_class, '*' AS error_code, key_id, records FROM taken
    UNION ALL SELECT seller_id, livemode, 'a'::"char" AS span, 99::smallint AS grouping, '-infinity'::date AS start, method, path, status, status_class, error_code, key_id, records FROM taken
    UNION ALL SELECT seller_id, livemode, 'm'::"char" AS span, 99::smallint AS grouping, date_trunc('month', day::timestamp)::date AS start, method, path, status, status_class, error_code, key_id, records FROM taken
    UNION ALL SELECT seller_id, livemode, 'd'::"char" AS span, 99::smallint AS grouping, day AS start, method, path, status, status_class, error_code, key_id, records FROM taken) cells GROUP BY seller_id, livemode, span, grouping, start, method, path, status, status_class, error_code, key_id
ORDER BY span, grouping, start, method, path, status, status_class, error_code, key_id
ON CONFLICT (seller_id, livemode, span, grouping, start, method, path, status, status_class, error_code, key_id) DO UPDATE SET records = request_log_count.records + excluded.records, changes = request_log_count.changes + excluded.changes
)
SELECT count(*) FROM taken
;
