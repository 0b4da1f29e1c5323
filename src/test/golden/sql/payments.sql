-- first page
(SELECT NULL::text AS seller_id, NULL::boolean AS livemode, NULL::bytea AS record, (coalesce((SELECT sum(records) FROM payment_count WHERE seller_id = $1 AND livemode = $2 AND span = 'a' AND grouping = 0), 0) + coalesce((SELECT sum(records) FROM payment_change WHERE seller_id = $1 AND livemode = $2), 0))::bigint AS total, NULL::bigint AS version)
UNION ALL
(SELECT seller_id, livemode, record, NULL, NULL FROM payment WHERE seller_id = $1 AND livemode = $2 ORDER BY id DESC LIMIT 20);

-- after a cursor
(SELECT NULL::text AS seller_id, NULL::boolean AS livemode, NULL::bytea AS record, (coalesce((SELECT sum(records) FROM payment_count WHERE seller_id = $1 AND livemode = $2 AND span = 'a' AND grouping = 0), 0) + coalesce((SELECT sum(records) FROM payment_change WHERE seller_id = $1 AND livemode = $2), 0))::bigint AS total, NULL::bigint AS version)
UNION ALL
(SELECT seller_id, livemode, record, NULL, NULL FROM payment WHERE seller_id = $1 AND livemode = $2 AND id < $3 ORDER BY id DESC LIMIT 21);

-- before a cursor
(SELECT NULL::text AS seller_id, NULL::boolean AS livemode, NULL::bytea AS record, (coalesce((SELECT sum(records) FROM payment_count WHERE seller_id = $1 AND livemode = $2 AND span = 'a' AND grouping = 0), 0) + coalesce((SELECT sum(records) FROM payment_change WHERE seller_id = $1 AND livemode = $2), 0))::bigint AS total, NULL::bigint AS version)
UNION ALL
(SELECT seller_id, livemode, record, NULL, NULL FROM payment WHERE seller_id = $1 AND livemode = $2 AND id > $3 ORDER BY id ASC LIMIT 21);

-- after several cursors
(SELECT NULL::text AS seller_id, NULL::boolean AS livemode, NULL::bytea AS record, (coalesce((SELECT sum(records) FROM payment_count WHERE seller_id = $1 AND livemode = $2 AND span = 'a' AND grouping = 0), 0) + coalesce((SELECT sum(records) FROM payment_change WHERE seller_id = $1 AND livemode = $2), 0))::bigint AS total, NULL::bigint AS version)
UNION ALL
(SELECT page.seller_id, page.livemode, page.record, NULL, asked.place FROM unnest($3::text[]) WITH ORDINALITY AS asked (cursor, place) CROSS JOIN LATERAL (SELECT seller_id, livemode, record, NULL, NULL FROM payment WHERE seller_id = $1 AND livemode = $2 AND id < asked.cursor ORDER BY id DESC LIMIT 21) page (seller_id, livemode, record, total, version));

-- by status
(SELECT NULL::text AS seller_id, NULL::boolean AS livemode, NULL::bytea AS record, (coalesce((SELECT sum(records) FROM payment_count WHERE seller_id = $1 AND livemode = $2 AND span = 'a' AND grouping = 1 AND status = $3), 0) + coalesce((SELECT sum(records) FROM payment_change WHERE seller_id = $1 AND livemode = $2 AND status = $3), 0))::bigint AS total, NULL::bigint AS version)
UNION ALL
(SELECT seller_id, livemode, record, NULL, NULL FROM payment WHERE seller_id = $1 AND livemode = $2 AND status = $3 ORDER BY id DESC LIMIT 20);

-- by orderStatus
(SELECT NULL::text AS seller_id, NULL::boolean AS livemode, NULL::bytea AS record, (coalesce((SELECT sum(records) FROM payment_count WHERE seller_id = $1 AND livemode = $2 AND span = 'a' AND grouping = 2 AND order_status = $3), 0) + coalesce((SELECT sum(records) FROM payment_change WHERE seller_id = $1 AND livemode = $2 AND order_status = $3), 0))::bigint AS total, NULL::bigint AS version)
UNION ALL
(SELECT seller_id, livemode, record, NULL, NULL FROM payment WHERE seller_id = $1 AND livemode = $2 AND order_status = $3 ORDER BY id DESC LIMIT 20);

-- by pageId
(SELECT NULL::text AS seller_id, NULL::boolean AS livemode, NULL::bytea AS record, (coalesce((SELECT sum(records) FROM payment_count WHERE seller_id = $1 AND livemode = $2 AND span = 'a' AND grouping = 3 AND page_id = $3), 0) + coalesce((SELECT sum(records) FROM payment_change WHERE seller_id = $1 AND livemode = $2 AND page_id = $3), 0))::bigint AS total, NULL::bigint AS version)
UNION ALL
(SELECT seller_id, livemode, record, NULL, NULL FROM payment WHERE seller_id = $1 AND livemode = $2 AND page_id = $3 ORDER BY id DESC LIMIT 20);

-- by productId
(SELECT NULL::text AS seller_id, NULL::boolean AS livemode, NULL::bytea AS record, (coalesce((SELECT sum(records) FROM payment_count WHERE seller_id = $1 AND livemode = $2 AND span = 'a' AND grouping = 4 AND product_id = $3), 0) + coalesce((SELECT sum(records) FROM payment_change WHERE seller_id = $1 AND livemode = $2 AND product_id = $3), 0))::bigint AS total, NULL::bigint AS version)
UNION ALL
(SELECT seller_id, livemode, record, NULL, NULL FROM payment WHERE seller_id = $1 AND livemode = $2 AND product_id = $3 ORDER BY id DESC LIMIT 20);

-- by abandonmentStatus
(SELECT NULL::text AS seller_id, NULL::boolean AS livemode, NULL::bytea AS record, (coalesce((SELECT sum(records) FROM payment_count WHERE seller_id = $1 AND livemode = $2 AND span = 'a' AND grouping = 5 AND abandonment_status = $3), 0) + coalesce((SELECT sum(records) FROM payment_change WHERE seller_id = $1 AND livemode = $2 AND abandonment_status = $3), 0))::bigint AS total, NULL::bigint AS version)
UNION ALL
(SELECT seller_id, livemode, record, NULL, NULL FROM payment WHERE seller_id = $1 AND livemode = $2 AND abandonment_status = $3 ORDER BY id DESC LIMIT 20);

-- by couponCode
(SELECT NULL::text AS seller_id, NULL::boolean AS livemode, NULL::bytea AS record, (coalesce((SELECT sum(records) FROM payment_count WHERE seller_id = $1 AND livemode = $2 AND span = 'a' AND grouping = 6 AND coupon_code = $3), 0) + coalesce((SELECT sum(records) FROM payment_change WHERE seller_id = $1 AND livemode = $2 AND coupon_code = $3), 0))::bigint AS total, NULL::bigint AS version)
UNION ALL
(SELECT seller_id, livemode, record, NULL, NULL FROM payment WHERE seller_id = $1 AND livemode = $2 AND coupon_code = $3 ORDER BY id DESC LIMIT 20);

-- by customerId
(SELECT NULL::text AS seller_id, NULL::boolean AS livemode, NULL::bytea AS record, ((SELECT count(*) FROM payment WHERE seller_id = $1 AND livemode = $2 AND customer_id = $3))::bigint AS total, NULL::bigint AS version)
UNION ALL
(SELECT seller_id, livemode, record, NULL, NULL FROM payment WHERE seller_id = $1 AND livemode = $2 AND customer_id = $3 ORDER BY id DESC LIMIT 20);

-- by orderId
(SELECT NULL::text AS seller_id, NULL::boolean AS livemode, NULL::bytea AS record, ((SELECT count(*) FROM payment WHERE seller_id = $1 AND livemode = $2 AND order_id = $3))::bigint AS total, NULL::bigint AS version)
UNION ALL
(SELECT seller_id, livemode, record, NULL, NULL FROM payment WHERE seller_id = $1 AND livemode = $2 AND order_id = $3 ORDER BY id DESC LIMIT 20);

-- by two filters
(SELECT NULL::text AS seller_id, NULL::boolean AS livemode, NULL::bytea AS record, (coalesce((SELECT sum(records) FROM payment_count WHERE seller_id = $1 AND livemode = $2 AND span = 'a' AND grouping = 99 AND status = $3 AND order_status = $4), 0) + coalesce((SELECT sum(records) FROM payment_change WHERE seller_id = $1 AND livemode = $2 AND status = $3 AND order_status = $4), 0))::bigint AS total, NULL::bigint AS version)
UNION ALL
(SELECT seller_id, livemode, record, NULL, NULL FROM payment WHERE seller_id = $1 AND livemode = $2 AND status = $3 AND order_status = $4 ORDER BY id DESC LIMIT 20);

-- by two filters and between two moments
(SELECT NULL::text AS seller_id, NULL::boolean AS livemode, NULL::bytea AS record, (coalesce((SELECT sum(records) FROM payment_count WHERE seller_id = $1 AND livemode = $2 AND ((span = 'd' AND start >= $3 AND start < $5) OR (span = 'm' AND start >= $5 AND start < $6) OR (span = 'd' AND start >= $6 AND start < $4)) AND grouping = 99 AND status = $7 AND order_status = $8), 0) + coalesce((SELECT sum(records) FROM payment_change WHERE seller_id = $1 AND livemode = $2 AND day >= $3 AND day < $4 AND status = $7 AND order_status = $8), 0) + (SELECT count(*) FROM payment_lookup WHERE seller_id = $1 AND livemode = $2 AND status = $7 AND order_status = $8 AND id >= $9 AND created_at >= $10 AND id < $11 AND created_at < $12) + (SELECT count(*) FROM payment_lookup WHERE seller_id = $1 AND livemode = $2 AND status = $7 AND order_status = $8 AND id >= $13 AND created_at >= $14 AND id < $15 AND created_at < $16))::bigint AS total, NULL::bigint AS version)
UNION ALL
(SELECT seller_id, livemode, record, NULL, NULL FROM payment WHERE seller_id = $1 AND livemode = $2 AND status = $7 AND order_status = $8 AND id >= $17 AND created_at >= $18 AND id < $19 AND created_at < $20 ORDER BY id DESC LIMIT 20);

-- between two moments
(SELECT NULL::text AS seller_id, NULL::boolean AS livemode, NULL::bytea AS record, (coalesce((SELECT sum(records) FROM payment_count WHERE seller_id = $1 AND livemode = $2 AND ((span = 'd' AND start >= $3 AND start < $5) OR (span = 'm' AND start >= $5 AND start < $6) OR (span = 'd' AND start >= $6 AND start < $4)) AND grouping = 0), 0) + coalesce((SELECT sum(records) FROM payment_change WHERE seller_id = $1 AND livemode = $2 AND day >= $3 AND day < $4), 0) + (SELECT count(*) FROM payment_lookup WHERE seller_id = $1 AND livemode = $2 AND id >= $7 AND created_at >= $8 AND id < $9 AND created_at < $10) + (SELECT count(*) FROM payment_lookup WHERE seller_id = $1 AND livemode = $2 AND id >= $11 AND created_at >= $12 AND id < $13 AND created_at < $14))::bigint AS total, NULL::bigint AS version)
UNION ALL
(SELECT seller_id, livemode, record, NULL, NULL FROM payment WHERE seller_id = $1 AND livemode = $2 AND id >= $15 AND created_at >= $16 AND id < $17 AND created_at < $18 ORDER BY id DESC LIMIT 20);

-- within a day
(SELECT NULL::text AS seller_id, NULL::boolean AS livemode, NULL::bytea AS record, ((SELECT count(*) FROM payment_lookup WHERE seller_id = $1 AND livemode = $2 AND id >= $3 AND created_at >= $4 AND id < $5 AND created_at < $6))::bigint AS total, NULL::bigint AS version)
UNION ALL
(SELECT seller_id, livemode, record, NULL, NULL FROM payment WHERE seller_id = $1 AND livemode = $2 AND id >= $7 AND created_at >= $8 AND id < $9 AND created_at < $10 ORDER BY id DESC LIMIT 20);

-- from a moment on
(SELECT NULL::text AS seller_id, NULL::boolean AS livemode, NULL::bytea AS record, (coalesce((SELECT sum(records) FROM payment_count WHERE seller_id = $1 AND livemode = $2 AND ((span = 'd' AND start >= $3 AND start < $5) OR (span = 'm' AND start >= $5 AND start < $6) OR (span = 'd' AND start >= $6 AND start < $4)) AND grouping = 0), 0) + coalesce((SELECT sum(records) FROM payment_change WHERE seller_id = $1 AND livemode = $2 AND day >= $3 AND day < $4), 0) - (SELECT count(*) FROM payment_lookup WHERE seller_id = $1 AND livemode = $2 AND id >= $7 AND created_at >= $8 AND id < $9 AND created_at < $10))::bigint AS total, NULL::bigint AS version)
UNION ALL
(SELECT seller_id, livemode, record, NULL, NULL FROM payment WHERE seller_id = $1 AND livemode = $2 AND id >= $11 AND created_at >= $12 ORDER BY id DESC LIMIT 20);

-- up to a moment
(SELECT NULL::text AS seller_id, NULL::boolean AS livemode, NULL::bytea AS record, (coalesce((SELECT sum(records) FROM payment_count WHERE seller_id = $1 AND livemode = $2 AND ((span = 'd' AND start >= $3 AND start < $5) OR (span = 'm' AND start >= $5 AND start < $6) OR (span = 'd' AND start >= $6 AND start < $4)) AND grouping = 0), 0) + coalesce((SELECT sum(records) FROM payment_change WHERE seller_id = $1 AND livemode = $2 AND day >= $3 AND day < $4), 0) - (SELECT count(*) FROM payment_lookup WHERE seller_id = $1 AND livemode = $2 AND id >= $7 AND created_at >= $8 AND id < $9 AND created_at < $10))::bigint AS total, NULL::bigint AS version)
UNION ALL
(SELECT seller_id, livemode, record, NULL, NULL FROM payment WHERE seller_id = $1 AND livemode = $2 AND id < $11 AND created_at < $12 ORDER BY id DESC LIMIT 20);

-- search for ANYTHING
WITH newest AS MATERIALIZED (SELECT * FROM payment_lookup WHERE seller_id = $1 AND livemode = $2 ORDER BY id DESC LIMIT 400),
first AS MATERIALIZED (SELECT id, true AS hit FROM newest WHERE seller_id = $1 AND livemode = $2 AND tollgate_position(search_text, $3::text) > 0),
enough AS MATERIALIZED (SELECT count(*) > 10 AND count(*) FILTER (WHERE hit) >= $5 AS yes FROM first),
walked AS MATERIALIZED (SELECT id, hit FROM first UNION ALL SELECT id, true AS hit FROM (SELECT * FROM payment_lookup WHERE seller_id = $1 AND livemode = $2 AND id < (SELECT min(id) FROM newest) ORDER BY id DESC LIMIT 3600) others WHERE seller_id = $1 AND livemode = $2 AND tollgate_position(search_text, $3::text) > 0 AND (SELECT NOT yes FROM enough)),
seen AS MATERIALIZED (SELECT (SELECT yes FROM enough) OR count(*) > 100 AS frequent, count(*) FILTER (WHERE hit) >= $5 AS filled FROM walked),
gathered AS MATERIALIZED (SELECT id FROM payment_lookup WHERE seller_id = $1 AND livemode = $2 AND search_text LIKE $4::text AND (SELECT NOT filled AND NOT frequent FROM seen)
    UNION ALL SELECT id FROM payment_lookup WHERE seller_id = $1 AND livemode = $2 AND tollgate_position(search_text, $3::text) > 0 AND (SELECT NOT filled AND frequent FROM seen)),
shown AS MATERIALIZED (SELECT id FROM (SELECT id FROM walked WHERE hit AND (SELECT filled FROM seen) UNION ALL SELECT id FROM gathered) found WHERE true ORDER BY id DESC LIMIT $5)
(SELECT NULL::text AS seller_id, NULL::boolean AS livemode, NULL::bytea AS record, (CASE WHEN (SELECT NOT filled FROM seen) THEN (SELECT count(*) FROM gathered) WHEN (SELECT frequent FROM seen) THEN (SELECT count(*) FROM payment_lookup WHERE seller_id = $1 AND livemode = $2 AND tollgate_position(search_text, $3::text) > 0) ELSE (SELECT count(*) FROM payment_lookup WHERE seller_id = $1 AND livemode = $2 AND search_text LIKE $4::text) END)::bigint AS total, (coalesce((SELECT sum(changes) FROM payment_count WHERE seller_id = $1 AND livemode = $2 AND grouping = 0 AND span = 'a'), 0) + (SELECT count(*) FROM payment_change WHERE seller_id = $1 AND livemode = $2))::bigint AS version, (SELECT CASE WHEN (SELECT filled FROM seen) THEN NULL ELSE coalesce((SELECT string_agg(id, '' ORDER BY id DESC) FROM (SELECT id FROM gathered ORDER BY id DESC LIMIT 2000) newest), '') END)::text AS matches, (NULL)::bigint AS recent, (NULL)::bigint AS older)
UNION ALL
(SELECT seller_id, livemode, record, NULL, NULL, NULL, NULL, NULL FROM payment WHERE seller_id = $1 AND livemode = $2 AND id = ANY (ARRAY(SELECT id FROM shown)) ORDER BY id DESC);

-- search for two letters
WITH newest AS MATERIALIZED (SELECT * FROM payment_lookup WHERE seller_id = $1 AND livemode = $2 ORDER BY id DESC LIMIT 400),
first AS MATERIALIZED (SELECT id, true AS hit FROM newest WHERE seller_id = $1 AND livemode = $2 AND tollgate_like(search_text, $3::text)),
enough AS MATERIALIZED (SELECT count(*) > 4 AND count(*) FILTER (WHERE hit) >= $5 AS yes FROM first),
walked AS MATERIALIZED (SELECT id, hit FROM first UNION ALL SELECT id, true AS hit FROM (SELECT * FROM payment_lookup WHERE seller_id = $1 AND livemode = $2 AND id < (SELECT min(id) FROM newest) ORDER BY id DESC LIMIT 3600) others WHERE seller_id = $1 AND livemode = $2 AND tollgate_like(search_text, $3::text) AND (SELECT NOT yes FROM enough)),
seen AS MATERIALIZED (SELECT (SELECT yes FROM enough) OR count(*) > 40 AS frequent, count(*) FILTER (WHERE hit) >= $5 AS filled FROM walked),
gathered AS MATERIALIZED (SELECT id FROM payment_lookup WHERE seller_id = $1 AND livemode = $2 AND ('x' || regexp_replace(search_text, '(.)', '\1x', 'g')) LIKE $4::text AND tollgate_like(search_text, $3::text) AND (SELECT NOT filled AND NOT frequent FROM seen)
    UNION ALL SELECT id FROM payment_lookup WHERE seller_id = $1 AND livemode = $2 AND tollgate_like(search_text, $3::text) AND (SELECT NOT filled AND frequent FROM seen)),
shown AS MATERIALIZED (SELECT id FROM (SELECT id FROM walked WHERE hit AND (SELECT filled FROM seen) UNION ALL SELECT id FROM gathered) found WHERE true ORDER BY id DESC LIMIT $5)
(SELECT NULL::text AS seller_id, NULL::boolean AS livemode, NULL::bytea AS record, (CASE WHEN (SELECT NOT filled FROM seen) THEN (SELECT count(*) FROM gathered) WHEN (SELECT frequent FROM seen) THEN (SELECT count(*) FROM payment_lookup WHERE seller_id = $1 AND livemode = $2 AND tollgate_like(search_text, $3::text)) ELSE (SELECT count(*) FROM payment_lookup WHERE seller_id = $1 AND livemode = $2 AND ('x' || regexp_replace(search_text, '(.)', '\1x', 'g')) LIKE $4::text AND tollgate_like(search_text, $3::text)) END)::bigint AS total, (coalesce((SELECT sum(changes) FROM payment_count WHERE seller_id = $1 AND livemode = $2 AND grouping = 0 AND span = 'a'), 0) + (SELECT count(*) FROM payment_change WHERE seller_id = $1 AND livemode = $2))::bigint AS version, (SELECT CASE WHEN (SELECT filled FROM seen) THEN NULL ELSE coalesce((SELECT string_agg(id, '' ORDER BY id DESC) FROM (SELECT id FROM gathered ORDER BY id DESC LIMIT 2000) newest), '') END)::text AS matches, (NULL)::bigint AS recent, (NULL)::bigint AS older)
UNION ALL
(SELECT seller_id, livemode, record, NULL, NULL, NULL, NULL, NULL FROM payment WHERE seller_id = $1 AND livemode = $2 AND id = ANY (ARRAY(SELECT id FROM shown)) ORDER BY id DESC);

-- search for one letter
WITH newest AS MATERIALIZED (SELECT * FROM payment_lookup WHERE seller_id = $1 AND livemode = $2 ORDER BY id DESC LIMIT 400),
first AS MATERIALIZED (SELECT id, true AS hit FROM newest WHERE seller_id = $1 AND livemode = $2 AND tollgate_like(search_text, $3::text)),
enough AS MATERIALIZED (SELECT count(*) > 4 AND count(*) FILTER (WHERE hit) >= $5 AS yes FROM first),
walked AS MATERIALIZED (SELECT id, hit FROM first UNION ALL SELECT id, true AS hit FROM (SELECT * FROM payment_lookup WHERE seller_id = $1 AND livemode = $2 AND id < (SELECT min(id) FROM newest) ORDER BY id DESC LIMIT 3600) others WHERE seller_id = $1 AND livemode = $2 AND tollgate_like(search_text, $3::text) AND (SELECT NOT yes FROM enough)),
seen AS MATERIALIZED (SELECT (SELECT yes FROM enough) OR count(*) > 40 AS frequent, count(*) FILTER (WHERE hit) >= $5 AS filled FROM walked),
gathered AS MATERIALIZED (SELECT id FROM payment_lookup WHERE seller_id = $1 AND livemode = $2 AND ('x' || regexp_replace(search_text, '(.)', '\1x', 'g')) LIKE $4::text AND tollgate_like(search_text, $3::text) AND (SELECT NOT filled AND NOT frequent FROM seen)
    UNION ALL SELECT id FROM payment_lookup WHERE seller_id = $1 AND livemode = $2 AND tollgate_like(search_text, $3::text) AND (SELECT NOT filled AND frequent FROM seen)),
shown AS MATERIALIZED (SELECT id FROM (SELECT id FROM walked WHERE hit AND (SELECT filled FROM seen) UNION ALL SELECT id FROM gathered) found WHERE true ORDER BY id DESC LIMIT $5)
(SELECT NULL::text AS seller_id, NULL::boolean AS livemode, NULL::bytea AS record, (CASE WHEN (SELECT NOT filled FROM seen) THEN (SELECT count(*) FROM gathered) WHEN (SELECT frequent FROM seen) THEN (SELECT count(*) FROM payment_lookup WHERE seller_id = $1 AND livemode = $2 AND tollgate_like(search_text, $3::text)) ELSE (SELECT count(*) FROM payment_lookup WHERE seller_id = $1 AND livemode = $2 AND ('x' || regexp_replace(search_text, '(.)', '\1x', 'g')) LIKE $4::text AND tollgate_like(search_text, $3::text)) END)::bigint AS total, (coalesce((SELECT sum(changes) FROM payment_count WHERE seller_id = $1 AND livemode = $2 AND grouping = 0 AND span = 'a'), 0) + (SELECT count(*) FROM payment_change WHERE seller_id = $1 AND livemode = $2))::bigint AS version, (SELECT CASE WHEN (SELECT filled FROM seen) THEN NULL ELSE coalesce((SELECT string_agg(id, '' ORDER BY id DESC) FROM (SELECT id FROM gathered ORDER BY id DESC LIMIT 2000) newest), '') END)::text AS matches, (NULL)::bigint AS recent, (NULL)::bigint AS older)
UNION ALL
(SELECT seller_id, livemode, record, NULL, NULL, NULL, NULL, NULL FROM payment WHERE seller_id = $1 AND livemode = $2 AND id = ANY (ARRAY(SELECT id FROM shown)) ORDER BY id DESC);

-- search after a cursor
WITH newest AS MATERIALIZED (SELECT * FROM payment_lookup WHERE seller_id = $1 AND livemode = $2 AND id < $3 ORDER BY id DESC LIMIT 400),
first AS MATERIALIZED (SELECT id, true AS hit FROM newest WHERE seller_id = $1 AND livemode = $2 AND tollgate_like(search_text, $4::text)),
enough AS MATERIALIZED (SELECT count(*) > 10 AND count(*) FILTER (WHERE hit) >= $5 AS yes FROM first),
walked AS MATERIALIZED (SELECT id, hit FROM first UNION ALL SELECT id, true AS hit FROM (SELECT * FROM payment_lookup WHERE seller_id = $1 AND livemode = $2 AND id < $3 AND id < (SELECT min(id) FROM newest) ORDER BY id DESC LIMIT 3600) others WHERE seller_id = $1 AND livemode = $2 AND tollgate_like(search_text, $4::text) AND (SELECT NOT yes FROM enough)),
seen AS MATERIALIZED (SELECT (SELECT yes FROM enough) OR count(*) > 100 AS frequent, count(*) FILTER (WHERE hit) >= $5 AS filled FROM walked),
gathered AS MATERIALIZED (SELECT id FROM payment_lookup WHERE seller_id = $1 AND livemode = $2 AND search_text LIKE $4::text AND (SELECT NOT filled AND NOT frequent FROM seen)
    UNION ALL SELECT id FROM payment_lookup WHERE seller_id = $1 AND livemode = $2 AND tollgate_like(search_text, $4::text) AND (SELECT NOT filled AND frequent FROM seen)),
shown AS MATERIALIZED (SELECT id FROM (SELECT id FROM walked WHERE hit AND (SELECT filled FROM seen) UNION ALL SELECT id FROM gathered) found WHERE true AND id < $3 ORDER BY id DESC LIMIT $5)
(SELECT NULL::text AS seller_id, NULL::boolean AS livemode, NULL::bytea AS record, (CASE WHEN (SELECT NOT filled FROM seen) THEN (SELECT count(*) FROM gathered) WHEN (SELECT frequent FROM seen) THEN (SELECT count(*) FROM payment_lookup WHERE seller_id = $1 AND livemode = $2 AND tollgate_like(search_text, $4::text)) ELSE (SELECT count(*) FROM payment_lookup WHERE seller_id = $1 AND livemode = $2 AND search_text LIKE $4::text) END)::bigint AS total, (coalesce((SELECT sum(changes) FROM payment_count WHERE seller_id = $1 AND livemode = $2 AND grouping = 0 AND span = 'a'), 0) + (SELECT count(*) FROM payment_change WHERE seller_id = $1 AND livemode = $2))::bigint AS version, (SELECT CASE WHEN (SELECT filled FROM seen) THEN NULL ELSE coalesce((SELECT string_agg(id, '' ORDER BY id DESC) FROM (SELECT id FROM gathered ORDER BY id DESC LIMIT 2000) newest), '') END)::text AS matches, (NULL)::bigint AS recent, (NULL)::bigint AS older)
UNION ALL
(SELECT seller_id, livemode, record, NULL, NULL, NULL, NULL, NULL FROM payment WHERE seller_id = $1 AND livemode = $2 AND id = ANY (ARRAY(SELECT id FROM shown)) ORDER BY id DESC);

-- search with a filter
WITH newest AS MATERIALIZED (SELECT * FROM payment_lookup WHERE seller_id = $1 AND livemode = $2 ORDER BY id DESC LIMIT 400),
first AS MATERIALIZED (SELECT id, (status = $3) AS hit FROM newest WHERE seller_id = $1 AND livemode = $2 AND tollgate_like(search_text, $4::text)),
enough AS MATERIALIZED (SELECT count(*) > 10 AND count(*) FILTER (WHERE hit) >= $5 AS yes FROM first),
walked AS MATERIALIZED (SELECT id, hit FROM first UNION ALL SELECT id, (status = $3) AS hit FROM (SELECT * FROM payment_lookup WHERE seller_id = $1 AND livemode = $2 AND id < (SELECT min(id) FROM newest) ORDER BY id DESC LIMIT 3600) others WHERE seller_id = $1 AND livemode = $2 AND tollgate_like(search_text, $4::text) AND (SELECT NOT yes FROM enough)),
seen AS MATERIALIZED (SELECT (SELECT yes FROM enough) OR count(*) > 100 AS frequent, count(*) FILTER (WHERE hit) >= $5 AS filled FROM walked),
gathered AS MATERIALIZED (SELECT id FROM payment_lookup WHERE seller_id = $1 AND livemode = $2 AND status = $3 AND search_text LIKE $4::text AND (SELECT NOT filled AND NOT frequent FROM seen)
    UNION ALL SELECT id FROM payment_lookup WHERE seller_id = $1 AND livemode = $2 AND status = $3 AND tollgate_like(search_text, $4::text) AND (SELECT NOT filled AND frequent FROM seen)),
shown AS MATERIALIZED (SELECT id FROM (SELECT id FROM walked WHERE hit AND (SELECT filled FROM seen) UNION ALL SELECT id FROM gathered) found WHERE true ORDER BY id DESC LIMIT $5)
(SELECT NULL::text AS seller_id, NULL::boolean AS livemode, NULL::bytea AS record, (CASE WHEN (SELECT NOT filled FROM seen) THEN (SELECT count(*) FROM gathered) WHEN (SELECT frequent FROM seen) THEN (SELECT count(*) FROM payment_lookup WHERE seller_id = $1 AND livemode = $2 AND status = $3 AND tollgate_like(search_text, $4::text)) ELSE (SELECT count(*) FROM payment_lookup WHERE seller_id = $1 AND livemode = $2 AND status = $3 AND search_text LIKE $4::text) END)::bigint AS total, (coalesce((SELECT sum(changes) FROM payment_count WHERE seller_id = $1 AND livemode = $2 AND grouping = 0 AND span = 'a'), 0) + (SELECT count(*) FROM payment_change WHERE seller_id = $1 AND livemode = $2))::bigint AS version, (SELECT CASE WHEN (SELECT filled FROM seen) THEN NULL ELSE coalesce((SELECT string_agg(id, '' ORDER BY id DESC) FROM (SELECT id FROM gathered ORDER BY id DESC LIMIT 2000) newest), '') END)::text AS matches, (NULL)::bigint AS recent, (NULL)::bigint AS older)
UNION ALL
(SELECT seller_id, livemode, record, NULL, NULL, NULL, NULL, NULL FROM payment WHERE seller_id = $1 AND livemode = $2 AND id = ANY (ARRAY(SELECT id FROM shown)) ORDER BY id DESC);

-- search with its total remembered
WITH newest AS MATERIALIZED (SELECT * FROM payment_lookup WHERE seller_id = $1 AND livemode = $2 ORDER BY id DESC LIMIT 400),
first AS MATERIALIZED (SELECT id, true AS hit FROM newest WHERE seller_id = $1 AND livemode = $2 AND tollgate_like(search_text, $3::text)),
enough AS MATERIALIZED (SELECT count(*) > 10 AND count(*) FILTER (WHERE hit) >= $4 AS yes FROM first),
walked AS MATERIALIZED (SELECT id, hit FROM first UNION ALL SELECT id, true AS hit FROM (SELECT * FROM payment_lookup WHERE seller_id = $1 AND livemode = $2 AND id < (SELECT min(id) FROM newest) ORDER BY id DESC LIMIT 3600) others WHERE seller_id = $1 AND livemode = $2 AND tollgate_like(search_text, $3::text) AND (SELECT NOT yes FROM enough)),
seen AS MATERIALIZED (SELECT (SELECT yes FROM enough) OR count(*) > 100 AS frequent, count(*) FILTER (WHERE hit) >= $4 AS filled FROM walked),
gathered AS MATERIALIZED (SELECT id FROM payment_lookup WHERE seller_id = $1 AND livemode = $2 AND search_text LIKE $3::text AND (SELECT NOT filled AND NOT frequent FROM seen)
    UNION ALL SELECT id FROM payment_lookup WHERE seller_id = $1 AND livemode = $2 AND tollgate_like(search_text, $3::text) AND (SELECT NOT filled AND frequent FROM seen)),
shown AS MATERIALIZED (SELECT id FROM (SELECT id FROM walked WHERE hit AND (SELECT filled FROM seen) UNION ALL SELECT id FROM gathered) found WHERE true ORDER BY id DESC LIMIT $4)
(SELECT NULL::text AS seller_id, NULL::boolean AS livemode, NULL::bytea AS record, (NULL)::bigint AS total, (coalesce((SELECT sum(changes) FROM payment_count WHERE seller_id = $1 AND livemode = $2 AND grouping = 0 AND span = 'a'), 0) + (SELECT count(*) FROM payment_change WHERE seller_id = $1 AND livemode = $2))::bigint AS version, (NULL)::text AS matches, (NULL)::bigint AS recent, (NULL)::bigint AS older)
UNION ALL
(SELECT seller_id, livemode, record, NULL, NULL, NULL, NULL, NULL FROM payment WHERE seller_id = $1 AND livemode = $2 AND id = ANY (ARRAY(SELECT id FROM shown)) ORDER BY id DESC);

-- search with what is older remembered
WITH newest AS MATERIALIZED (SELECT * FROM payment_lookup WHERE seller_id = $1 AND livemode = $2 ORDER BY id DESC LIMIT 400),
first AS MATERIALIZED (SELECT id, true AS hit FROM newest WHERE seller_id = $1 AND livemode = $2 AND tollgate_like(search_text, $3::text)),
enough AS MATERIALIZED (SELECT count(*) > 10 AND count(*) FILTER (WHERE hit) >= $4 AS yes FROM first),
walked AS MATERIALIZED (SELECT id, hit FROM first UNION ALL SELECT id, true AS hit FROM (SELECT * FROM payment_lookup WHERE seller_id = $1 AND livemode = $2 AND id < (SELECT min(id) FROM newest) ORDER BY id DESC LIMIT 3600) others WHERE seller_id = $1 AND livemode = $2 AND tollgate_like(search_text, $3::text) AND (SELECT NOT yes FROM enough)),
seen AS MATERIALIZED (SELECT (SELECT yes FROM enough) OR count(*) > 100 AS frequent, count(*) FILTER (WHERE hit) >= $4 AS filled FROM walked),
gathered AS MATERIALIZED (SELECT id FROM payment_lookup WHERE seller_id = $1 AND livemode = $2 AND search_text LIKE $3::text AND (SELECT NOT filled AND NOT frequent FROM seen)
    UNION ALL SELECT id FROM payment_lookup WHERE seller_id = $1 AND livemode = $2 AND tollgate_like(search_text, $3::text) AND (SELECT NOT filled AND frequent FROM seen)),
shown AS MATERIALIZED (SELECT id FROM (SELECT id FROM walked WHERE hit AND (SELECT filled FROM seen) UNION ALL SELECT id FROM gathered) found WHERE true ORDER BY id DESC LIMIT $4)
(SELECT NULL::text AS seller_id, NULL::boolean AS livemode, NULL::bytea AS record, (NULL)::bigint AS total, (coalesce((SELECT sum(changes) FROM payment_count WHERE seller_id = $1 AND livemode = $2 AND grouping = 0 AND span = 'a'), 0) + (SELECT count(*) FROM payment_change WHERE seller_id = $1 AND livemode = $2))::bigint AS version, (NULL)::text AS matches, (SELECT count(*) FROM payment_lookup WHERE seller_id = $1 AND livemode = $2 AND id >= $5 AND created_at >= $6 AND tollgate_like(search_text, $3::text))::bigint AS recent, (coalesce((SELECT sum(changes) FROM payment_count WHERE seller_id = $1 AND livemode = $2 AND grouping = 0 AND span = 'm' AND start < $7), 0) + coalesce((SELECT sum(changes) FROM payment_count WHERE seller_id = $1 AND livemode = $2 AND grouping = 0 AND span = 'd' AND start >= $7 AND start < $8), 0) + (SELECT count(*) FROM payment_change WHERE seller_id = $1 AND livemode = $2 AND day < $8))::bigint AS older)
UNION ALL
(SELECT seller_id, livemode, record, NULL, NULL, NULL, NULL, NULL FROM payment WHERE seller_id = $1 AND livemode = $2 AND id = ANY (ARRAY(SELECT id FROM shown)) ORDER BY id DESC);

-- search whose last days are counted apart
WITH newest AS MATERIALIZED (SELECT * FROM payment_lookup WHERE seller_id = $1 AND livemode = $2 ORDER BY id DESC LIMIT 400),
first AS MATERIALIZED (SELECT id, true AS hit FROM newest WHERE seller_id = $1 AND livemode = $2 AND tollgate_like(search_text, $3::text)),
enough AS MATERIALIZED (SELECT count(*) > 10 AND count(*) FILTER (WHERE hit) >= $4 AS yes FROM first),
walked AS MATERIALIZED (SELECT id, hit FROM first UNION ALL SELECT id, true AS hit FROM (SELECT * FROM payment_lookup WHERE seller_id = $1 AND livemode = $2 AND id < (SELECT min(id) FROM newest) ORDER BY id DESC LIMIT 3600) others WHERE seller_id = $1 AND livemode = $2 AND tollgate_like(search_text, $3::text) AND (SELECT NOT yes FROM enough)),
seen AS MATERIALIZED (SELECT (SELECT yes FROM enough) OR count(*) > 100 AS frequent, count(*) FILTER (WHERE hit) >= $4 AS filled FROM walked),
gathered AS MATERIALIZED (SELECT id FROM payment_lookup WHERE seller_id = $1 AND livemode = $2 AND search_text LIKE $3::text AND (SELECT NOT filled AND NOT frequent FROM seen)
    UNION ALL SELECT id FROM payment_lookup WHERE seller_id = $1 AND livemode = $2 AND tollgate_like(search_text, $3::text) AND (SELECT NOT filled AND frequent FROM seen)),
shown AS MATERIALIZED (SELECT id FROM (SELECT id FROM walked WHERE hit AND (SELECT filled FROM seen) UNION ALL SELECT id FROM gathered) found WHERE true ORDER BY id DESC LIMIT $4)
(SELECT NULL::text AS seller_id, NULL::boolean AS livemode, NULL::bytea AS record, (CASE WHEN (SELECT NOT filled FROM seen) THEN (SELECT count(*) FROM gathered) WHEN (SELECT frequent FROM seen) THEN (SELECT count(*) FROM payment_lookup WHERE seller_id = $1 AND livemode = $2 AND tollgate_like(search_text, $3::text)) ELSE (SELECT count(*) FROM payment_lookup WHERE seller_id = $1 AND livemode = $2 AND search_text LIKE $3::text) END)::bigint AS total, (coalesce((SELECT sum(changes) FROM payment_count WHERE seller_id = $1 AND livemode = $2 AND grouping = 0 AND span = 'a'), 0) + (SELECT count(*) FROM payment_change WHERE seller_id = $1 AND livemode = $2))::bigint AS version, (SELECT CASE WHEN (SELECT filled FROM seen) THEN NULL ELSE coalesce((SELECT string_agg(id, '' ORDER BY id DESC) FROM (SELECT id FROM gathered ORDER BY id DESC LIMIT 2000) newest), '') END)::text AS matches, (SELECT count(*) FROM payment_lookup WHERE seller_id = $1 AND livemode = $2 AND id >= $5 AND created_at >= $6 AND tollgate_like(search_text, $3::text))::bigint AS recent, (coalesce((SELECT sum(changes) FROM payment_count WHERE seller_id = $1 AND livemode = $2 AND grouping = 0 AND span = 'm' AND start < $7), 0) + coalesce((SELECT sum(changes) FROM payment_count WHERE seller_id = $1 AND livemode = $2 AND grouping = 0 AND span = 'd' AND start >= $7 AND start < $8), 0) + (SELECT count(*) FROM payment_change WHERE seller_id = $1 AND livemode = $2 AND day < $8))::bigint AS older)
UNION ALL
(SELECT seller_id, livemode, record, NULL, NULL, NULL, NULL, NULL FROM payment WHERE seller_id = $1 AND livemode = $2 AND id = ANY (ARRAY(SELECT id FROM shown)) ORDER BY id DESC);

-- search with its matches remembered
(SELECT NULL::text AS seller_id, NULL::boolean AS livemode, NULL::bytea AS record, (NULL)::bigint AS total, (coalesce((SELECT sum(changes) FROM payment_count WHERE seller_id = $1 AND livemode = $2 AND grouping = 0 AND span = 'a'), 0) + (SELECT count(*) FROM payment_change WHERE seller_id = $1 AND livemode = $2))::bigint AS version, (NULL)::text AS matches, (NULL)::bigint AS recent, (NULL)::bigint AS older)
UNION ALL
(SELECT seller_id, livemode, record, NULL, NULL, NULL, NULL, NULL FROM payment WHERE seller_id = $1 AND livemode = $2 AND id = ANY ($3) ORDER BY id DESC);

-- get
SELECT seller_id, livemode, record, id FROM payment WHERE seller_id = $1 AND id = $2 AND livemode = $3;

-- get several
SELECT seller_id, livemode, record, id FROM payment WHERE seller_id = $1 AND id = ANY ($2) AND livemode = $3;

-- lock
SELECT seller_id, livemode, record, id FROM payment WHERE seller_id = $1 AND id = $2 AND livemode = $3 FOR NO KEY UPDATE;

-- fold counts
WITH taken AS (
    DELETE FROM payment_change WHERE seller_id = $1 AND livemode = $2 AND seq <= (
        SELECT max(seq) FROM (
            SELECT seq FROM payment_change WHERE seller_id = $1 AND livemode = $2
            ORDER BY seq LIMIT 1000) oldest)
    RETURNING *
), folded AS (
INSERT INTO payment_count (seller_id, livemode, span, grouping, start, status, order_status, page_id, product_id, abandonment_status, coupon_code, records, changes)
SELECT seller_id, livemode, span, grouping, start, status, order_status, page_id, product_id, abandonment_status, coupon_code, sum(records), sum(abs(records)) FROM (
SELECT seller_id, livemode, 'a'::"char" AS span, 0::smallint AS grouping, '-infinity'::date AS start, '*' AS status, '*' AS order_status, '*' AS page_id, '*' AS product_id, '*' AS abandonment_status, '*' AS coupon_code, records FROM taken
    UNION ALL SELECT seller_id, livemode, 'm'::"char" AS span, 0::smallint AS grouping, date_trunc('month', day::timestamp)::date AS start, '*' AS status, '*' AS order_status, '*' AS page_id, '*' AS product_id, '*' AS abandonment_status, '*' AS coupon_code, records FROM taken
    UNION ALL SELECT seller_id, livemode, 'd'::"char" AS span, 0::smallint AS grouping, day AS start, '*' AS status, '*' AS order_status, '*' AS page_id, '*' AS product_id, '*' AS abandonment_status, '*' AS coupon_code, records FROM taken
    UNION ALL SELECT seller_id, livemode, 'a'::"char" AS span, 1::smallint AS grouping, '-infinity'::date AS start, status, '*' AS order_status, '*' AS page_id, '*' AS product_id, '*' AS abandonment_status, '*' AS coupon_code, records FROM taken
    UNION ALL SELECT seller_id, livemode, 'm'::"char" AS span, 1::smallint AS grouping, date_trunc('month', day::timestamp)::date AS start, status, '*' AS order_status, '*' AS page_id, '*' AS product_id, '*' AS abandonment_status, '*' AS coupon_code, records FROM taken
    UNION ALL SELECT seller_id, livemode, 'd'::"char" AS span, 1::smallint AS grouping, day AS start, status, '*' AS order_status, '*' AS page_id, '*' AS product_id, '*' AS abandonment_status, '*' AS coupon_code, records FROM taken
    UNION ALL SELECT seller_id, livemode, 'a'::"char" AS span, 2::smallint AS grouping, '-infinity'::date AS start, '*' AS status, order_status, '*' AS page_id, '*' AS product_id, '*' AS abandonment_status, '*' AS coupon_code, records FROM taken
    UNION ALL SELECT seller_id, livemode, 'm'::"char" AS span, 2::smallint AS grouping, date_trunc('month', day::timestamp)::date AS start, '*' AS status, order_status, '*' AS page_id, '*' AS product_id, '*' AS abandonment_status, '*' AS coupon_code, records FROM taken
    UNION ALL SELECT seller_id, livemode, 'd'::"char" AS span, 2::smallint AS grouping, day AS start, '*' AS status, order_status, '*' AS page_id, '*' AS product_id, '*' AS abandonment_status, '*' AS coupon_code, records FROM taken
    UNION ALL SELECT seller_id, livemode, 'a'::"char" AS span, 3::smallint AS grouping, '-infinity'::date AS start, '*' AS status, '*' AS order_status, page_id, '*' AS product_id, '*' AS abandonment_status, '*' AS coupon_code, records FROM taken
    UNION ALL SELECT seller_id, livemode, 'm'::"char" AS span, 3::smallint AS grouping, date_trunc('month', day::timestamp)::date AS start, '*' AS status, '*' AS order_status, page_id, '*' AS product_id, '*' AS abandonment_status, '*' AS coupon_code, records FROM taken
    UNION ALL SELECT seller_id, livemode, 'd'::"char" AS span, 3::smallint AS grouping, day AS start, '*' AS status, '*' AS order_status, page_id, '*' AS product_id, '*' AS abandonment_status, '*' AS coupon_code, records FROM taken
    UNION ALL SELECT seller_id, livemode, 'a'::"char" AS span, 4::smallint AS grouping, '-infinity'::date AS start, '*' AS status, '*' AS order_status, '*' AS page_id, product_id, '*' AS abandonment_status, '*' AS coupon_code, records FROM taken
    UNION ALL SELECT seller_id, livemode, 'm'::"char" AS span, 4::smallint AS grouping, date_trunc('month', day::timestamp)::date AS start, '*' AS status, '*' AS order_status, '*' AS page_id, product_id, '*' AS abandonment_status, '*' AS coupon_code, records FROM taken
    UNION ALL SELECT seller_id, livemode, 'd'::"char" AS span, 4::smallint AS grouping, day AS start, '*' AS status, '*' AS order_status, '*' AS page_id, product_id, '*' AS abandonment_status, '*' AS coupon_code, records FROM taken
    UNION ALL SELECT seller_id, livemode, 'a'::"char" AS span, 5::smallint AS grouping, '-infinity'::date AS start, '*' AS status, '*' AS order_status, '*' AS page_id, '*' AS product_id, abandonment_status, '*' AS coupon_code, records FROM taken
    UNION ALL SELECT seller_id, livemode, 'm'::"char" AS span, 5::smallint AS grouping, date_trunc('month', day::timestamp)::date AS start, '*' AS status, '*' AS order_status, '*' AS page_id, '*' AS product_id, abandonment_status, '*' AS coupon_code, records FROM taken
    UNION ALL SELECT seller_id, livemode, 'd'::"char" AS span, 5::smallint AS grouping, day AS start, '*' AS status, '*' AS order_status, '*' AS page_id, '*' AS product_id, abandonment_status, '*' AS coupon_code, records FROM taken
    UNION ALL SELECT seller_id, livemode, 'a'::"char" AS span, 6::smallint AS grouping, '-infinity'::date AS start, '*' AS status, '*' AS order_status, '*' AS page_id, '*' AS product_id, '*' AS abandonment_status, coupon_code, records FROM taken
    UNION ALL SELECT seller_id, livemode, 'm'::"char" AS span, 6::smallint AS grouping, date_trunc('month', day::timestamp)::date AS start, '*' AS status, '*' AS order_status, '*' AS page_id, '*' AS product_id, '*' AS abandonment_status, coupon_code, records FROM taken
    UNION ALL SELECT seller_id, livemode, 'd'::"char" AS span, 6::smallint AS grouping, day AS start, '*' AS status, '*' AS order_status, '*' AS page_id, '*' AS product_id, '*' AS abandonment_status, coupon_code, records FROM taken
    UNION ALL SELECT seller_id, livemode, 'a'::"char" AS span, 99::smallint AS grouping, '-infinity'::date AS start, status, order_status, page_id, product_id, abandonment_status, coupon_code, records FROM taken
    UNION ALL SELECT seller_id, livemode, 'm'::"char" AS span, 99::smallint AS grouping, date_trunc('month', day::timestamp)::date AS start, status, order_status, page_id, product_id, abandonment_status, coupon_code, records FROM taken
    UNION ALL SELECT seller_id, livemode, 'd'::"char" AS span, 99::smallint AS grouping, day AS start, status, order_status, page_id, product_id, abandonment_status, coupon_code, records FROM taken) cells GROUP BY seller_id, livemode, span, grouping, start, status, order_status, page_id, product_id, abandonment_status, coupon_code
ORDER BY span, grouping, start, status, order_status, page_id, product_id, abandonment_status, coupon_code
ON CONFLICT (seller_id, livemode, span, grouping, start, status, order_status, page_id, product_id, abandonment_status, coupon_code) DO UPDATE SET records = payment_count.records + excluded.records, changes = payment_count.changes + excluded.changes
)
SELECT count(*) FROM taken
;

-- first page of some pages
(SELECT NULL::text AS seller_id, NULL::boolean AS livemode, NULL::bytea AS record, (coalesce((SELECT sum(records) FROM payment_count WHERE seller_id = $1 AND livemode = $2 AND span = 'a' AND grouping = 3 AND page_id = ANY ($3::text[])), 0) + coalesce((SELECT sum(records) FROM payment_change WHERE seller_id = $1 AND livemode = $2 AND page_id = ANY ($3::text[])), 0))::bigint AS total, NULL::bigint AS version)
UNION ALL
(SELECT seller_id, livemode, record, NULL, NULL FROM unnest($3::text[]) AS reached (page) CROSS JOIN LATERAL (SELECT seller_id, livemode, record, id FROM payment WHERE seller_id = $1 AND livemode = $2 AND page_id = reached.page ORDER BY id DESC LIMIT 20) found ORDER BY id DESC LIMIT 20);

-- after several cursors of some pages
(SELECT NULL::text AS seller_id, NULL::boolean AS livemode, NULL::bytea AS record, (coalesce((SELECT sum(records) FROM payment_count WHERE seller_id = $1 AND livemode = $2 AND span = 'a' AND grouping = 3 AND page_id = ANY ($3::text[])), 0) + coalesce((SELECT sum(records) FROM payment_change WHERE seller_id = $1 AND livemode = $2 AND page_id = ANY ($3::text[])), 0))::bigint AS total, NULL::bigint AS version)
UNION ALL
(SELECT page.seller_id, page.livemode, page.record, NULL, asked.place FROM unnest($4::text[]) WITH ORDINALITY AS asked (cursor, place) CROSS JOIN LATERAL (SELECT seller_id, livemode, record, NULL, NULL FROM unnest($3::text[]) AS reached (page) CROSS JOIN LATERAL (SELECT seller_id, livemode, record, id FROM payment WHERE seller_id = $1 AND livemode = $2 AND page_id = reached.page AND id < asked.cursor ORDER BY id DESC LIMIT 21) found ORDER BY id DESC LIMIT 21) page (seller_id, livemode, record, total, version));

-- search of some pages
WITH newest AS MATERIALIZED (SELECT * FROM payment_lookup WHERE seller_id = $1 AND livemode = $2 ORDER BY id DESC LIMIT 400),
first AS MATERIALIZED (SELECT id, (page_id = ANY ($3::text[])) AS hit FROM newest WHERE seller_id = $1 AND livemode = $2 AND tollgate_like(search_text, $4::text)),
enough AS MATERIALIZED (SELECT count(*) > 10 AND count(*) FILTER (WHERE hit) >= $5 AS yes FROM first),
walked AS MATERIALIZED (SELECT id, hit FROM first UNION ALL SELECT id, (page_id = ANY ($3::text[])) AS hit FROM (SELECT * FROM payment_lookup WHERE seller_id = $1 AND livemode = $2 AND id < (SELECT min(id) FROM newest) ORDER BY id DESC LIMIT 3600) others WHERE seller_id = $1 AND livemode = $2 AND tollgate_like(search_text, $4::text) AND (SELECT NOT yes FROM enough)),
seen AS MATERIALIZED (SELECT (SELECT yes FROM enough) OR count(*) > 100 AS frequent, count(*) FILTER (WHERE hit) >= $5 AS filled FROM walked),
gathered AS MATERIALIZED (SELECT id FROM payment_lookup WHERE seller_id = $1 AND livemode = $2 AND page_id = ANY ($3::text[]) AND search_text LIKE $4::text AND (SELECT NOT filled AND NOT frequent FROM seen)
    UNION ALL SELECT id FROM payment_lookup WHERE seller_id = $1 AND livemode = $2 AND page_id = ANY ($3::text[]) AND tollgate_like(search_text, $4::text) AND (SELECT NOT filled AND frequent FROM seen)),
shown AS MATERIALIZED (SELECT id FROM (SELECT id FROM walked WHERE hit AND (SELECT filled FROM seen) UNION ALL SELECT id FROM gathered) found WHERE true ORDER BY id DESC LIMIT $5)
(SELECT NULL::text AS seller_id, NULL::boolean AS livemode, NULL::bytea AS record, (CASE WHEN (SELECT NOT filled FROM seen) THEN (SELECT count(*) FROM gathered) WHEN (SELECT frequent FROM seen) THEN (SELECT count(*) FROM payment_lookup WHERE seller_id = $1 AND livemode = $2 AND page_id = ANY ($3::text[]) AND tollgate_like(search_text, $4::text)) ELSE (SELECT count(*) FROM payment_lookup WHERE seller_id = $1 AND livemode = $2 AND page_id = ANY ($3::text[]) AND search_text LIKE $4::text) END)::bigint AS total, (coalesce((SELECT sum(changes) FROM payment_count WHERE seller_id = $1 AND livemode = $2 AND grouping = 0 AND span = 'a'), 0) + (SELECT count(*) FROM payment_change WHERE seller_id = $1 AND livemode = $2))::bigint AS version, (SELECT CASE WHEN (SELECT filled FROM seen) THEN NULL ELSE coalesce((SELECT string_agg(id, '' ORDER BY id DESC) FROM (SELECT id FROM gathered ORDER BY id DESC LIMIT 2000) newest), '') END)::text AS matches, (NULL)::bigint AS recent, (NULL)::bigint AS older)
UNION ALL
(SELECT seller_id, livemode, record, NULL, NULL, NULL, NULL, NULL FROM payment WHERE seller_id = $1 AND livemode = $2 AND page_id = ANY ($3::text[]) AND id = ANY (ARRAY(SELECT id FROM shown)) ORDER BY id DESC);

-- get of some pages
SELECT seller_id, livemode, record, id FROM payment WHERE seller_id = $1 AND id = $2 AND livemode = $3 AND page_id = ANY ($4::text[]);
