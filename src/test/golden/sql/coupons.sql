-- first page
(SELECT NULL::text AS seller_id, NULL::boolean AS livemode, NULL::bytea AS record, ((SELECT count(*) FROM coupon WHERE seller_id = $1))::bigint AS total, NULL::bigint AS version)
UNION ALL
(SELECT seller_id, NULL::boolean, convert_to(document::text, 'UTF8'), NULL, NULL FROM coupon WHERE seller_id = $1 ORDER BY id DESC LIMIT 20);

-- after a cursor
(SELECT NULL::text AS seller_id, NULL::boolean AS livemode, NULL::bytea AS record, ((SELECT count(*) FROM coupon WHERE seller_id = $1))::bigint AS total, NULL::bigint AS version)
UNION ALL
(SELECT seller_id, NULL::boolean, convert_to(document::text, 'UTF8'), NULL, NULL FROM coupon WHERE seller_id = $1 AND id < $2 ORDER BY id DESC LIMIT 21);

-- before a cursor
(SELECT NULL::text AS seller_id, NULL::boolean AS livemode, NULL::bytea AS record, ((SELECT count(*) FROM coupon WHERE seller_id = $1))::bigint AS total, NULL::bigint AS version)
UNION ALL
(SELECT seller_id, NULL::boolean, convert_to(document::text, 'UTF8'), NULL, NULL FROM coupon WHERE seller_id = $1 AND id > $2 ORDER BY id ASC LIMIT 21);

-- after several cursors
(SELECT NULL::text AS seller_id, NULL::boolean AS livemode, NULL::bytea AS record, ((SELECT count(*) FROM coupon WHERE seller_id = $1))::bigint AS total, NULL::bigint AS version)
UNION ALL
(SELECT page.seller_id, page.livemode, page.record, NULL, asked.place FROM unnest($2::text[]) WITH ORDINALITY AS asked (cursor, place) CROSS JOIN LATERAL (SELECT seller_id, NULL::boolean, convert_to(document::text, 'UTF8'), NULL, NULL FROM coupon WHERE seller_id = $1 AND id < asked.cursor ORDER BY id DESC LIMIT 21) page (seller_id, livemode, record, total, version));

-- by code
(SELECT NULL::text AS seller_id, NULL::boolean AS livemode, NULL::bytea AS record, ((SELECT count(*) FROM coupon WHERE seller_id = $1 AND code = $2))::bigint AS total, NULL::bigint AS version)
UNION ALL
(SELECT seller_id, NULL::boolean, convert_to(document::text, 'UTF8'), NULL, NULL FROM coupon WHERE seller_id = $1 AND code = $2 ORDER BY id DESC LIMIT 20);

-- search for ANYTHING
(SELECT NULL::text AS seller_id, NULL::boolean AS livemode, NULL::bytea AS record, ((SELECT count(*) FROM coupon WHERE seller_id = $1 AND tollgate_position(search_text, $2::text) > 0))::bigint AS total, NULL::bigint AS version)
UNION ALL
(SELECT seller_id, NULL::boolean, convert_to(document::text, 'UTF8'), NULL, NULL FROM coupon WHERE seller_id = $1 AND tollgate_position(search_text, $2::text) > 0 ORDER BY id DESC LIMIT 20);

-- search for two letters
(SELECT NULL::text AS seller_id, NULL::boolean AS livemode, NULL::bytea AS record, ((SELECT count(*) FROM coupon WHERE seller_id = $1 AND tollgate_like(search_text, $2::text)))::bigint AS total, NULL::bigint AS version)
UNION ALL
(SELECT seller_id, NULL::boolean, convert_to(document::text, 'UTF8'), NULL, NULL FROM coupon WHERE seller_id = $1 AND tollgate_like(search_text, $2::text) ORDER BY id DESC LIMIT 20);

-- search for one letter
(SELECT NULL::text AS seller_id, NULL::boolean AS livemode, NULL::bytea AS record, ((SELECT count(*) FROM coupon WHERE seller_id = $1 AND tollgate_like(search_text, $2::text)))::bigint AS total, NULL::bigint AS version)
UNION ALL
(SELECT seller_id, NULL::boolean, convert_to(document::text, 'UTF8'), NULL, NULL FROM coupon WHERE seller_id = $1 AND tollgate_like(search_text, $2::text) ORDER BY id DESC LIMIT 20);

-- search after a cursor
(SELECT NULL::text AS seller_id, NULL::boolean AS livemode, NULL::bytea AS record, ((SELECT count(*) FROM coupon WHERE seller_id = $1 AND tollgate_like(search_text, $2::text)))::bigint AS total, NULL::bigint AS version)
UNION ALL
(SELECT seller_id, NULL::boolean, convert_to(document::text, 'UTF8'), NULL, NULL FROM coupon WHERE seller_id = $1 AND tollgate_like(search_text, $2::text) AND id < $3 ORDER BY id DESC LIMIT 21);

-- search with a filter
(SELECT NULL::text AS seller_id, NULL::boolean AS livemode, NULL::bytea AS record, ((SELECT count(*) FROM coupon WHERE seller_id = $1 AND code = $2 AND tollgate_like(search_text, $3::text)))::bigint AS total, NULL::bigint AS version)
UNION ALL
(SELECT seller_id, NULL::boolean, convert_to(document::text, 'UTF8'), NULL, NULL FROM coupon WHERE seller_id = $1 AND code = $2 AND tollgate_like(search_text, $3::text) ORDER BY id DESC LIMIT 20);

-- get
SELECT seller_id, NULL::boolean, convert_to(document::text, 'UTF8'), id FROM coupon WHERE seller_id = $1 AND id = $2;

-- get several
SELECT seller_id, NULL::boolean, convert_to(document::text, 'UTF8'), id FROM coupon WHERE seller_id = $1 AND id = ANY ($2);

-- lock
SELECT seller_id, NULL::boolean, convert_to(document::text, 'UTF8'), id FROM coupon WHERE seller_id = $1 AND id = $2 FOR NO KEY UPDATE;
