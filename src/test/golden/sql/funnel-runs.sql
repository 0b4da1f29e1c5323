-- first page
(SELECT NULL::text AS seller_id, NULL::boolean AS livemode, NULL::bytea AS record, (coalesce((SELECT sum(records) FROM funnel_run_record_count WHERE seller_id = $1 AND livemode = $2 AND span = 'a' AND grouping = 0), 0) + coalesce((SELECT sum(records) FROM funnel_run_record_change WHERE seller_id = $1 AND livemode = $2), 0))::bigint AS total, NULL::bigint AS version)
UNION ALL
(SELECT seller_id, livemode, record, NULL, NULL FROM funnel_run_record WHERE seller_id = $1 AND livemode = $2 ORDER BY id DESC LIMIT 20);

-- after a cursor
(SELECT NULL::text AS seller_id, NULL::boolean AS livemode, NULL::bytea AS record, (coalesce((SELECT sum(records) FROM funnel_run_record_count WHERE seller_id = $1 AND livemode = $2 AND span = 'a' AND grouping = 0), 0) + coalesce((SELECT sum(records) FROM funnel_run_record_change WHERE seller_id = $1 AND livemode = $2), 0))::bigint AS total, NULL::bigint AS version)
UNION ALL
(SELECT seller_id, livemode, record, NULL, NULL FROM funnel_run_record WHERE seller_id = $1 AND livemode = $2 AND id < $3 ORDER BY id DESC LIMIT 21);

-- before a cursor
(SELECT NULL::text AS seller_id, NULL::boolean AS livemode, NULL::bytea AS record, (coalesce((SELECT sum(records) FROM funnel_run_record_count WHERE seller_id = $1 AND livemode = $2 AND span = 'a' AND grouping = 0), 0) + coalesce((SELECT sum(records) FROM funnel_run_record_change WHERE seller_id = $1 AND livemode = $2), 0))::bigint AS total, NULL::bigint AS version)
UNION ALL
(SELECT seller_id, livemode, record, NULL, NULL FROM funnel_run_record WHERE seller_id = $1 AND livemode = $2 AND id > $3 ORDER BY id ASC LIMIT 21);

-- after several cursors
(SELECT NULL::text AS seller_id, NULL::boolean AS livemode, NULL::bytea AS record, (coalesce((SELECT sum(records) FROM funnel_run_record_count WHERE seller_id = $1 AND livemode = $2 AND span = 'a' AND grouping = 0), 0) + coalesce((SELECT sum(records) FROM funnel_run_record_change WHERE seller_id = $1 AND livemode = $2), 0))::bigint AS total, NULL::bigint AS version)
UNION ALL
(SELECT page.seller_id, page.livemode, page.record, NULL, asked.place FROM unnest($3::text[]) WITH ORDINALITY AS asked (cursor, place) CROSS JOIN LATERAL (SELECT seller_id, livemode, record, NULL, NULL FROM funnel_run_record WHERE seller_id = $1 AND livemode = $2 AND id < asked.cursor ORDER BY id DESC LIMIT 21) page (seller_id, livemode, record, total, version));

-- by pageId
(SELECT NULL::text AS seller_id, NULL::boolean AS livemode, NULL::bytea AS record, (coalesce((SELECT sum(records) FROM funnel_run_record_count WHERE seller_id = $1 AND livemode = $2 AND span = 'a' AND grouping = 1 AND page_id = $3), 0) + coalesce((SELECT sum(records) FROM funnel_run_record_change WHERE seller_id = $1 AND livemode = $2 AND page_id = $3), 0))::bigint AS total, NULL::bigint AS version)
UNION ALL
(SELECT seller_id, livemode, record, NULL, NULL FROM funnel_run_record WHERE seller_id = $1 AND livemode = $2 AND page_id = $3 ORDER BY id DESC LIMIT 20);

-- by offerPageId
(SELECT NULL::text AS seller_id, NULL::boolean AS livemode, NULL::bytea AS record, (coalesce((SELECT sum(records) FROM funnel_run_record_count WHERE seller_id = $1 AND livemode = $2 AND span = 'a' AND grouping = 2 AND offer_page_id = $3), 0) + coalesce((SELECT sum(records) FROM funnel_run_record_change WHERE seller_id = $1 AND livemode = $2 AND offer_page_id = $3), 0))::bigint AS total, NULL::bigint AS version)
UNION ALL
(SELECT seller_id, livemode, record, NULL, NULL FROM funnel_run_record WHERE seller_id = $1 AND livemode = $2 AND offer_page_id = $3 ORDER BY id DESC LIMIT 20);

-- by outcome
(SELECT NULL::text AS seller_id, NULL::boolean AS livemode, NULL::bytea AS record, (coalesce((SELECT sum(records) FROM funnel_run_record_count WHERE seller_id = $1 AND livemode = $2 AND span = 'a' AND grouping = 3 AND outcome = $3), 0) + coalesce((SELECT sum(records) FROM funnel_run_record_change WHERE seller_id = $1 AND livemode = $2 AND outcome = $3), 0))::bigint AS total, NULL::bigint AS version)
UNION ALL
(SELECT seller_id, livemode, record, NULL, NULL FROM funnel_run_record WHERE seller_id = $1 AND livemode = $2 AND outcome = $3 ORDER BY id DESC LIMIT 20);

-- by cardReusable
(SELECT NULL::text AS seller_id, NULL::boolean AS livemode, NULL::bytea AS record, (coalesce((SELECT sum(records) FROM funnel_run_record_count WHERE seller_id = $1 AND livemode = $2 AND span = 'a' AND grouping = 4 AND card_reusable = 'true'), 0) + coalesce((SELECT sum(records) FROM funnel_run_record_change WHERE seller_id = $1 AND livemode = $2 AND card_reusable = 'true'), 0))::bigint AS total, NULL::bigint AS version)
UNION ALL
(SELECT seller_id, livemode, record, NULL, NULL FROM funnel_run_record WHERE seller_id = $1 AND livemode = $2 AND card_reusable = $3 ORDER BY id DESC LIMIT 20);

-- by chargeId
(SELECT NULL::text AS seller_id, NULL::boolean AS livemode, NULL::bytea AS record, ((SELECT count(*) FROM funnel_run_record WHERE seller_id = $1 AND livemode = $2 AND charge_id = $3))::bigint AS total, NULL::bigint AS version)
UNION ALL
(SELECT seller_id, livemode, record, NULL, NULL FROM funnel_run_record WHERE seller_id = $1 AND livemode = $2 AND charge_id = $3 ORDER BY id DESC LIMIT 20);

-- by subscriptionId
(SELECT NULL::text AS seller_id, NULL::boolean AS livemode, NULL::bytea AS record, ((SELECT count(*) FROM funnel_run_record WHERE seller_id = $1 AND livemode = $2 AND subscription_id = $3))::bigint AS total, NULL::bigint AS version)
UNION ALL
(SELECT seller_id, livemode, record, NULL, NULL FROM funnel_run_record WHERE seller_id = $1 AND livemode = $2 AND subscription_id = $3 ORDER BY id DESC LIMIT 20);

-- by offerChargeId
(SELECT NULL::text AS seller_id, NULL::boolean AS livemode, NULL::bytea AS record, ((SELECT count(*) FROM funnel_run_record WHERE seller_id = $1 AND livemode = $2 AND offer_charge_id = $3))::bigint AS total, NULL::bigint AS version)
UNION ALL
(SELECT seller_id, livemode, record, NULL, NULL FROM funnel_run_record WHERE seller_id = $1 AND livemode = $2 AND offer_charge_id = $3 ORDER BY id DESC LIMIT 20);

-- by offerSubscriptionId
(SELECT NULL::text AS seller_id, NULL::boolean AS livemode, NULL::bytea AS record, ((SELECT count(*) FROM funnel_run_record WHERE seller_id = $1 AND livemode = $2 AND offer_subscription_id = $3))::bigint AS total, NULL::bigint AS version)
UNION ALL
(SELECT seller_id, livemode, record, NULL, NULL FROM funnel_run_record WHERE seller_id = $1 AND livemode = $2 AND offer_subscription_id = $3 ORDER BY id DESC LIMIT 20);

-- by two filters
(SELECT NULL::text AS seller_id, NULL::boolean AS livemode, NULL::bytea AS record, (coalesce((SELECT sum(records) FROM funnel_run_record_count WHERE seller_id = $1 AND livemode = $2 AND span = 'a' AND grouping = 99 AND page_id = $3 AND offer_page_id = $4), 0) + coalesce((SELECT sum(records) FROM funnel_run_record_change WHERE seller_id = $1 AND livemode = $2 AND page_id = $3 AND offer_page_id = $4), 0))::bigint AS total, NULL::bigint AS version)
UNION ALL
(SELECT seller_id, livemode, record, NULL, NULL FROM funnel_run_record WHERE seller_id = $1 AND livemode = $2 AND page_id = $3 AND offer_page_id = $4 ORDER BY id DESC LIMIT 20);

-- by two filters and between two moments
(SELECT NULL::text AS seller_id, NULL::boolean AS livemode, NULL::bytea AS record, (coalesce((SELECT sum(records) FROM funnel_run_record_count WHERE seller_id = $1 AND livemode = $2 AND ((span = 'd' AND start >= $3 AND start < $5) OR (span = 'm' AND start >= $5 AND start < $6) OR (span = 'd' AND start >= $6 AND start < $4)) AND grouping = 99 AND page_id = $7 AND offer_page_id = $8), 0) + coalesce((SELECT sum(records) FROM funnel_run_record_change WHERE seller_id = $1 AND livemode = $2 AND day >= $3 AND day < $4 AND page_id = $7 AND offer_page_id = $8), 0) + (SELECT count(*) FROM funnel_run_record_lookup WHERE seller_id = $1 AND livemode = $2 AND page_id = $7 AND offer_page_id = $8 AND id >= $9 AND created_at >= $10 AND id < $11 AND created_at < $12) + (SELECT count(*) FROM funnel_run_record_lookup WHERE seller_id = $1 AND livemode = $2 AND page_id = $7 AND offer_page_id = $8 AND id >= $13 AND created_at >= $14 AND id < $15 AND created_at < $16))::bigint AS total, NULL::bigint AS version)
UNION ALL
(SELECT seller_id, livemode, record, NULL, NULL FROM funnel_run_record WHERE seller_id = $1 AND livemode = $2 AND page_id = $7 AND offer_page_id = $8 AND id >= $17 AND created_at >= $18 AND id < $19 AND created_at < $20 ORDER BY id DESC LIMIT 20);

-- between two moments
(SELECT NULL::text AS seller_id, NULL::boolean AS livemode, NULL::bytea AS record, (coalesce((SELECT sum(records) FROM funnel_run_record_count WHERE seller_id = $1 AND livemode = $2 AND ((span = 'd' AND start >= $3 AND start < $5) OR (span = 'm' AND start >= $5 AND start < $6) OR (span = 'd' AND start >= $6 AND start < $4)) AND grouping = 0), 0) + coalesce((SELECT sum(records) FROM funnel_run_record_change WHERE seller_id = $1 AND livemode = $2 AND day >= $3 AND day < $4), 0) + (SELECT count(*) FROM funnel_run_record_lookup WHERE seller_id = $1 AND livemode = $2 AND id >= $7 AND created_at >= $8 AND id < $9 AND created_at < $10) + (SELECT count(*) FROM funnel_run_record_lookup WHERE seller_id = $1 AND livemode = $2 AND id >= $11 AND created_at >= $12 AND id < $13 AND created_at < $14))::bigint AS total, NULL::bigint AS version)
UNION ALL
(SELECT seller_id, livemode, record, NULL, NULL FROM funnel_run_record WHERE seller_id = $1 AND livemode = $2 AND id >= $15 AND created_at >= $16 AND id < $17 AND created_at < $18 ORDER BY id DESC LIMIT 20);

-- within a day
(SELECT NULL::text AS seller_id, NULL::boolean AS livemode, NULL::bytea AS record, ((SELECT count(*) FROM funnel_run_record_lookup WHERE seller_id = $1 AND livemode = $2 AND id >= $3 AND created_at >= $4 AND id < $5 AND created_at < $6))::bigint AS total, NULL::bigint AS version)
UNION ALL
(SELECT seller_id, livemode, record, NULL, NULL FROM funnel_run_record WHERE seller_id = $1 AND livemode = $2 AND id >= $7 AND created_at >= $8 AND id < $9 AND created_at < $10 ORDER BY id DESC LIMIT 20);

-- from a moment on
(SELECT NULL::text AS seller_id, NULL::boolean AS livemode, NULL::bytea AS record, (coalesce((SELECT sum(records) FROM funnel_run_record_count WHERE seller_id = $1 AND livemode = $2 AND ((span = 'd' AND start >= $3 AND start < $5) OR (span = 'm' AND start >= $5 AND start < $6) OR (span = 'd' AND start >= $6 AND start < $4)) AND grouping = 0), 0) + coalesce((SELECT sum(records) FROM funnel_run_record_change WHERE seller_id = $1 AND livemode = $2 AND day >= $3 AND day < $4), 0) - (SELECT count(*) FROM funnel_run_record_lookup WHERE seller_id = $1 AND livemode = $2 AND id >= $7 AND created_at >= $8 AND id < $9 AND created_at < $10))::bigint AS total, NULL::bigint AS version)
UNION ALL
(SELECT seller_id, livemode, record, NULL, NULL FROM funnel_run_record WHERE seller_id = $1 AND livemode = $2 AND id >= $11 AND created_at >= $12 ORDER BY id DESC LIMIT 20);

-- up to a moment
(SELECT NULL::text AS seller_id, NULL::boolean AS livemode, NULL::bytea AS record, (coalesce((SELECT sum(records) FROM funnel_run_record_count WHERE seller_id = $1 AND livemode = $2 AND ((span = 'd' AND start >= $3 AND start < $5) OR (span = 'm' AND start >= $5 AND start < $6) OR (span = 'd' AND start >= $6 AND start < $4)) AND grouping = 0), 0) + coalesce((SELECT sum(records) FROM funnel_run_record_change WHERE seller_id = $1 AND livemode = $2 AND day >= $3 AND day < $4), 0) - (SELECT count(*) FROM funnel_run_record_lookup WHERE seller_id = $1 AND livemode = $2 AND id >= $7 AND created_at >= $8 AND id < $9 AND created_at < $10))::bigint AS total, NULL::bigint AS version)
UNION ALL
(SELECT seller_id, livemode, record, NULL, NULL FROM funnel_run_record WHERE seller_id = $1 AND livemode = $2 AND id < $11 AND created_at < $12 ORDER BY id DESC LIMIT 20);

-- get
SELECT seller_id, livemode, record, id FROM funnel_run_record WHERE seller_id = $1 AND id = $2 AND livemode = $3;

-- get several
SELECT seller_id, livemode, record, id FROM funnel_run_record WHERE seller_id = $1 AND id = ANY ($2) AND livemode = $3;

-- lock
SELECT seller_id, livemode, record, id FROM funnel_run_record WHERE seller_id = $1 AND id = $2 AND livemode = $3 FOR NO KEY UPDATE;

-- fold counts
WITH taken AS (
    DELETE FROM funnel_run_record_change WHERE seller_id = $1 AND livemode = $2 AND seq <= (
        SELECT max(seq) FROM (
            SELECT seq FROM funnel_run_record_change WHERE seller_id = $1 AND livemode = $2
            ORDER BY seq LIMIT 1000) oldest)
    RETURNING *
), folded AS (
INSERT INTO funnel_run_record_count (seller_id, livemode, span, grouping, start, page_id, offer_page_id, outcome, card_reusable, records, changes)
SELECT seller_id, livemode, span, grouping, start, page_id, offer_page_id, outcome, card_reusable, sum(records), sum(abs(records)) FROM (
SELECT seller_id, livemode, 'a'::"char" AS span, 0::smallint AS grouping, '-infinity'::date AS start, '*' AS page_id, '*' AS offer_page_id, '*' AS outcome, '*' AS card_reusable, records FROM taken
    UNION ALL SELECT seller_id, livemode, 'm'::"char" AS span, 0::smallint AS grouping, date_trunc('month', day::timestamp)::date AS start, '*' AS page_id, '*' AS offer_page_id, '*' AS outcome, '*' AS card_reusable, records FROM taken
    UNION ALL SELECT seller_id, livemode, 'd'::"char" AS span, 0::smallint AS grouping, day AS start, '*' AS page_id, '*' AS offer_page_id, '*' AS outcome, '*' AS card_reusable, records FROM taken
    UNION ALL SELECT seller_id, livemode, 'a'::"char" AS span, 1::smallint AS grouping, '-infinity'::date AS start, page_id, '*' AS offer_page_id, '*' AS outcome, '*' AS card_reusable, records FROM taken
    UNION ALL SELECT seller_id, livemode, 'm'::"char" AS span, 1::smallint AS grouping, date_trunc('month', day::timestamp)::date AS start, page_id, '*' AS offer_page_id, '*' AS outcome, '*' AS card_reusable, records FROM taken
    UNION ALL SELECT seller_id, livemode, 'd'::"char" AS span, 1::smallint AS grouping, day AS start, page_id, '*' AS offer_page_id, '*' AS outcome, '*' AS card_reusable, records FROM taken
    UNION ALL SELECT seller_id, livemode, 'a'::"char" AS span, 2::smallint AS grouping, '-infinity'::date AS start, '*' AS page_id, offer_page_id, '*' AS outcome, '*' AS card_reusable, records FROM taken
    UNION ALL SELECT seller_id, livemode, 'm'::"char" AS span, 2::smallint AS grouping, date_trunc('month', day::timestamp)::date AS start, '*' AS page_id, offer_page_id, '*' AS outcome, '*' AS card_reusable, records FROM taken
    UNION ALL SELECT seller_id, livemode, 'd'::"char" AS span, 2::smallint AS grouping, day AS start, '*' AS page_id, offer_page_id, '*' AS outcome, '*' AS card_reusable, records FROM taken
    UNION ALL SELECT seller_id, livemode, 'a'::"char" AS span, 3::smallint AS grouping, '-infinity'::date AS start, '*' AS page_id, '*' AS offer_page_id, outcome, '*' AS card_reusable, records FROM taken
    UNION ALL SELECT seller_id, livemode, 'm'::"char" AS span, 3::smallint AS grouping, date_trunc('month', day::timestamp)::date AS start, '*' AS page_id, '*' AS offer_page_id, outcome, '*' AS card_reusable, records FROM taken
    UNION ALL SELECT seller_id, livemode, 'd'::"char" AS span, 3::smallint AS grouping, day AS start, '*' AS page_id, '*' AS offer_page_id, outcome, '*' AS card_reusable, records FROM taken
    UNION ALL SELECT seller_id, livemode, 'a'::"char" AS span, 4::smallint AS grouping, '-infinity'::date AS start, '*' AS page_id, '*' AS offer_page_id, '*' AS outcome, card_reusable, records FROM taken
    UNION ALL SELECT seller_id, livemode, 'm'::"char" AS span, 4::smallint AS grouping, date_trunc('month', day::timestamp)::date AS start, '*' AS page_id, '*' AS offer_page_id, '*' AS outcome, card_reusable, records FROM taken
    UNION ALL SELECT seller_id, livemode, 'd'::"char" AS span, 4::smallint AS grouping, day AS start, '*' AS page_id, '*' AS offer_page_id, '*' AS outcome, card_reusable, records FROM taken
    UNION ALL SELECT seller_id, livemode, 'a'::"char" AS span, 99::smallint AS grouping, '-infinity'::date AS start, page_id, offer_page_id, outcome, card_reusable, records FROM taken
    UNION ALL SELECT seller_id, livemode, 'm'::"char" AS span, 99::smallint AS grouping, date_trunc('month', day::timestamp)::date AS start, page_id, offer_page_id, outcome, card_reusable, records FROM taken
    UNION ALL SELECT seller_id, livemode, 'd'::"char" AS span, 99::smallint AS grouping, day AS start, page_id, offer_page_id, outcome, card_reusable, records FROM taken) cells GROUP BY seller_id, livemode, span, grouping, start, page_id, offer_page_id, outcome, card_reusable
ORDER BY span, grouping, start, page_id, offer_page_id, outcome, card_reusable
ON CONFLICT (seller_id, livemode, span, grouping, start, page_id, offer_page_id, outcome, card_reusable) DO UPDATE SET records = funnel_run_record_count.records + excluded.records, changes = funnel_run_record_count.changes + excluded.changes
)
SELECT count(*) FROM taken
;

-- first page of some pages
(SELECT NULL::text AS seller_id, NULL::boolean AS livemode, NULL::bytea AS record, (coalesce((SELECT sum(records) FROM funnel_run_record_count WHERE seller_id = $1 AND livemode = $2 AND span = 'a' AND grouping = 1 AND page_id = ANY ($3::text[])), 0) + coalesce((SELECT sum(records) FROM funnel_run_record_change WHERE seller_id = $1 AND livemode = $2 AND page_id = ANY ($3::text[])), 0))::bigint AS total, NULL::bigint AS version)
UNION ALL
(SELECT seller_id, livemode, record, NULL, NULL FROM unnest($3::text[]) AS reached (page) CROSS JOIN LATERAL (SELECT seller_id, livemode, record, id FROM funnel_run_record WHERE seller_id = $1 AND livemode = $2 AND page_id = reached.page ORDER BY id DESC LIMIT 20) found ORDER BY id DESC LIMIT 20);

-- after several cursors of some pages
(SELECT NULL::text AS seller_id, NULL::boolean AS livemode, NULL::bytea AS record, (coalesce((SELECT sum(records) FROM funnel_run_record_count WHERE seller_id = $1 AND livemode = $2 AND span = 'a' AND grouping = 1 AND page_id = ANY ($3::text[])), 0) + coalesce((SELECT sum(records) FROM funnel_run_record_change WHERE seller_id = $1 AND livemode = $2 AND page_id = ANY ($3::text[])), 0))::bigint AS total, NULL::bigint AS version)
UNION ALL
(SELECT page.seller_id, page.livemode, page.record, NULL, asked.place FROM unnest($4::text[]) WITH ORDINALITY AS asked (cursor, place) CROSS JOIN LATERAL (SELECT seller_id, livemode, record, NULL, NULL FROM unnest($3::text[]) AS reached (page) CROSS JOIN LATERAL (SELECT seller_id, livemode, record, id FROM funnel_run_record WHERE seller_id = $1 AND livemode = $2 AND page_id = reached.page AND id < asked.cursor ORDER BY id DESC LIMIT 21) found ORDER BY id DESC LIMIT 21) page (seller_id, livemode, record, total, version));

-- get of some pages
SELECT seller_id, livemode, record, id FROM funnel_run_record WHERE seller_id = $1 AND id = $2 AND livemode = $3 AND page_id = ANY ($4::text[]);
